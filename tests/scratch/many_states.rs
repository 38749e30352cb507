//! A program of many final states, each of which some execution ends in.

/// A thread that stores 1 to so many locations, and one that reads them all, each by itself: twice as many states with each location, all of them allowed.
pub fn many_states(locations: usize) -> String {
    let each = |line: fn(usize) -> String| (0..locations).map(line).collect::<String>();
    let memory = each(|at| format!("  global x{at}: i32 = 0\n"));
    let stores = each(|at| format!("  store atomic i32 1, x{at} syncscope(\"agent\") monotonic\n"));
    let loads = each(|at| format!("  r{at} = load atomic i32, x{at} syncscope(\"agent\") monotonic\n"));
    format!(
        "litmus many\nmemory {{\n{memory}}}\nthread P0 @ agent 0, workgroup 0, wavefront 0 {{\n{stores}}}\n\
         thread P1 @ agent 0, workgroup 1, wavefront 0 {{\n{loads}}}\nexists (x0 = 1)\n"
    )
}
