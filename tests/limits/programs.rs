//! Programs that are far too large.

use std::fmt::Write;

/// A test of threads in workgroups of their own, each of which runs what `body` gives for its number.
fn threads(name: &str, memory: &str, threads: usize, body: impl Fn(usize) -> String, asked: &str) -> String {
    let mut text = format!("litmus {name}\nmemory {{ {memory} }}\n");
    for thread in 0..threads {
        let placement = format!("@ agent 0, workgroup {thread}, wavefront 0");
        let _ = writeln!(text, "thread P{thread} {placement} {{\n{}}}", body(thread));
    }
    text + asked + "\n"
}

/// A program of stores and loads of eight locations by so many threads.
pub fn accesses(number: usize, each: usize) -> String {
    let memory: String = (0..8).map(|location| format!("global x{location}: i32 = 0 ")).collect();
    let access = |thread: usize, access: usize| {
        let location = (thread + access) % 8;
        match access % 2 {
            0 => format!("  store atomic i32 {access}, x{location} syncscope(\"agent\") release\n"),
            _ => format!("  r{access} = load atomic i32, x{location} syncscope(\"agent\") acquire\n"),
        }
    };
    let body = |thread| (0..each).map(|number| access(thread, number)).collect();
    threads("accesses", &memory, number, body, "exists (x0 = 1)\nexpect hsa: allowed")
}

/// So many threads that take a lock, in a loop.
pub fn locks(number: usize) -> String {
    let body = |_| {
        "  do { r0, ok = cmpxchg lock, i32 0, i32 1 syncscope(\"agent\") acquire monotonic } while r0 != 0 unroll 3
  r1 = load i32, x
  r2 = r1 + 1
  store i32 r2, x
  store atomic i32 0, lock syncscope(\"agent\") release\n"
            .into()
    };
    let asked = format!("exists (x = {number})\nexpect hsa: allowed");
    threads("locks", "global lock: i32 = 0 global x: i32 = 0", number, body, &asked)
}

/// So many threads that count up a location, each so many times.
pub fn counters(number: usize, each: usize) -> String {
    let add = |time| format!("  r{time} = atomicrmw add x, i32 1 syncscope(\"agent\") monotonic\n");
    let body = |_| (0..each).map(add).collect();
    threads("counters", "global x: i32 = 0", number, body, "exists (x = 0)\nexpect hsa: forbidden")
}

/// So many threads that each add to a location by a loop of `cmpxchg`.
pub fn increments(number: usize) -> String {
    let body = |_| {
        "  r0 = load atomic i32, x syncscope(\"agent\") monotonic
  ok = false
  while !ok { r0, ok = cmpxchg x, i32 r0, i32 r0 + 1 syncscope(\"agent\") acq_rel acquire }\n"
            .into()
    };
    threads("increments", "global x: i32 = 0", number, body, "exists (x = 1)\nexpect hsa: forbidden")
}

/// So many threads that multiply values of 64 bits, each so many times.
pub fn products(number: usize, each: usize) -> String {
    let product = |time| {
        format!(
            "  r{time} = load atomic i64, x syncscope(\"agent\") monotonic
  store atomic i64 r{time} * r{time} * {} + 1, x syncscope(\"agent\") monotonic\n",
            7919 * time + 3
        )
    };
    let body = |_| (0..each).map(product).collect();
    threads("products", "global x: i64 = 0", number, body, "exists (x = 5)\nexpect hsa: forbidden")
}

/// A thread that runs a loop for ever.
pub fn endless(turn: &str) -> String {
    let body = |_| format!("  r0 = 0\n  while r0 != 7 {{\n    {turn}\n  }}\n  store i32 1, x\n");
    threads("endless", "global x: i32 = 0", 1, body, "exists (x = 1)\nexpect hsa: allowed")
}

/// A thread with a loop in a loop in a loop, of so many turns each, which stores in each.
pub fn nested(turns: usize) -> String {
    let body = |_| {
        let counts = |register: &str, body: &str| {
            format!("{register} = 0 do {{\n{body}\n{register} = {register} + 1 }} while {register} != {turns}\n")
        };
        counts("r0", &counts("r1", &counts("r2", "store atomic i32 r2, x monotonic")))
    };
    threads("nested", "global x: i32 = 0", 1, body, &format!("exists (x != {turns})\nexpect hsa: forbidden"))
}
