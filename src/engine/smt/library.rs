//! The z3 library: which is linked, and the solver that it makes.

use crate::allowance;
use crate::engine::inconclusive::Inconclusive;
use std::cell::Cell;
use z3::{Params, Solver};

/// The oldest z3 that the bindings support.
const OLDEST: (u32, u32, u32) = (4, 13, 3);

/// The version of the z3 library that is linked, as z3 writes it.
pub fn library_version() -> String {
    z3::full_version().to_string()
}

/// An error message if the z3 library that is linked is older than what the bindings support.
pub fn check_library() -> Option<String> {
    let version = library_version();
    let mut numbers = version.split(|c: char| !c.is_ascii_digit()).map(|part| part.parse::<u32>().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    let found = (next(), next(), next());
    let (major, minor, patch) = OLDEST;
    (found < OLDEST).then(|| {
        format!(
            "z3 {version} is older than {major}.{minor}.{patch}, the oldest supported: run `.ci/setup` and build again"
        )
    })
}

/// A solver for formulas of Booleans and bit vectors.
///
/// # Errors
/// z3 lacks its finite-domain solver.
pub(crate) fn solver() -> Result<Solver, Inconclusive> {
    make_room_for_context();
    let solver = Solver::new_for_logic("QF_FD")
        .ok_or_else(|| Inconclusive::Solver("it has no solver for the logic QF_FD".into()))?;
    // Who is interrupted from the keyboard is this program, which interrupts the solver.
    let mut params = Params::new();
    params.set_bool("ctrl_c", false);
    solver.set_params(&params);
    Ok(solver)
}

thread_local! {
    /// Whether z3 has a context for this thread.
    static HAS_CONTEXT: Cell<bool> = const { Cell::new(false) };
}

/// Whether z3 has a context for this thread, which keeps memory until the thread ends.
pub fn has_context() -> bool {
    HAS_CONTEXT.get()
}

/// What a context takes at once as it is made, while nobody looks at the memory in use.
const BYTES_OF_CONTEXT: usize = 16 << 20;

/// Ends the work on a test where there is no memory for the context that z3 makes with the first solver of a thread; what is kept for later is given back first.
fn make_room_for_context() {
    if HAS_CONTEXT.get() {
        return;
    }
    if allowance::is_memory_scarce() {
        allowance::give_back_memory();
    }
    allowance::need(BYTES_OF_CONTEXT);
    HAS_CONTEXT.set(true);
}
