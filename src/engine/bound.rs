//! Unroll bounds that are raised, as long as that may help and there is time.

use super::settings::Settings;
use crate::allowance;
use crate::program::{EventStructure, Program, Unrolling, unroll};
use crate::syntax::source::Diagnostic;
use std::sync::Arc;

/// Loops are unrolled at most so many times as often as the test says.
const MOST: u32 = 64;

/// What is found about a program.
pub trait Found {
    /// Whether more turns of loops might decide what is open.
    fn is_of_bound(&self) -> bool;
}

/// Asks about a program, and asks again with its loops unrolled further where what is found is due to the unroll bound. What was found last stands where
/// time, or what engines can take, ends that.
///
/// # Errors
/// As [`unroll`] and the question, with the bounds that the program has.
pub fn raising<T: Found>(
    program: Program,
    settings: Settings,
    mut ask: impl FnMut(EventStructure) -> Result<T, Vec<Diagnostic>>,
) -> Result<T, Vec<Diagnostic>> {
    let program = Arc::new(program);
    let mut unrolling = Unrolling { ends: settings.ends, ..Unrolling::default() };
    let structure = unroll(program.clone(), unrolling).map_err(|error| vec![*error])?;
    let mut found = ask(structure)?;
    while found.is_of_bound() && unrolling.factor < MOST && allowance::exceeded().is_none() {
        unrolling.factor *= 2;
        let Ok(Ok(structure)) = allowance::rest(|| unroll(program.clone(), unrolling)) else { break };
        let Ok(Ok(next)) = allowance::rest(|| ask(structure)) else { break };
        if allowance::exceeded().is_some() {
            break;
        }
        found = next;
    }
    Ok(found)
}
