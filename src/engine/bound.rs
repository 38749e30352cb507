//! Unroll bounds that are raised, as long as that may help and there is time.

use super::inconclusive::Inconclusive;
use super::settings::Settings;
use crate::allowance::{self, Allowance};
use crate::program::{Ends, EventStructure, Program, Unrolling, unroll};
use crate::syntax::source::Diagnostic;
use std::sync::Arc;

/// What is found about a program.
pub trait Found {
    /// Why something is not decided, if it is not.
    fn open(&self) -> Vec<&Inconclusive>;
}

/// Whether more turns of loops might decide what is open.
fn is_of_bound(found: &impl Found) -> bool {
    found.open().into_iter().any(Inconclusive::is_of_bound)
}

/// Asks about a program, and asks again with its loops unrolled further where what is found is due to the unroll bound. What was found last stands where
/// time, or what engines can take, ends that. Where loops are assumed to end, so it is for half of the time; then stands what is found with the highest bound for
/// which all is decided, if that is assumed of it.
///
/// # Errors
/// As [`unroll`] and the question, with the bounds that the program has.
pub fn raising<T: Found>(
    program: Program,
    settings: Settings,
    mut ask: impl FnMut(EventStructure) -> Result<T, Vec<Diagnostic>>,
) -> Result<T, Vec<Diagnostic>> {
    let program = Arc::new(program);
    let mut asked = |unrolling: Unrolling| {
        let structure = unroll(program.clone(), unrolling).map_err(|error| vec![*error])?;
        ask(structure)
    };
    let first = Unrolling::default();
    let mut found = asked(first)?;
    if !is_of_bound(&found) {
        return Ok(found);
    }
    match settings.ends {
        Ends::Shown => {
            raise(&mut found, &mut asked, |_, _| true);
            Ok(found)
        }
        Ends::Assumed => {
            let assumed = |unrolling: Unrolling| Unrolling { ends: Ends::Assumed, ..unrolling };
            let mut kept = asked(assumed(first))?;
            let half = Allowance { timeout: settings.timeout / 2, ..settings.allowance() };
            // Where its time ends it, it has found what it could.
            let _ = allowance::within(half, || {
                raise(&mut found, &mut asked, |asked, unrolling| {
                    let Ok(Ok(next)) = allowance::rest(|| asked(assumed(unrolling))) else { return false };
                    // With more turns, some execution may end.
                    let goes_on = next.open().into_iter().all(Inconclusive::is_of_bound);
                    if next.open().is_empty() {
                        kept = next;
                    }
                    goes_on
                });
            });
            Ok(if is_of_bound(&found) { kept } else { found })
        }
    }
}

/// Asks with twice the bound as long as what is found is due to that and `goes_on` holds of the bound.
fn raise<T: Found, A: FnMut(Unrolling) -> Result<T, Vec<Diagnostic>>>(
    found: &mut T,
    asked: &mut A,
    mut goes_on: impl FnMut(&mut A, Unrolling) -> bool,
) {
    let mut unrolling = Unrolling::default();
    while let Some(factor) = unrolling.factor.checked_mul(2).filter(|_| allowance::exceeded().is_none()) {
        unrolling.factor = factor;
        let Ok(Ok(next)) = allowance::rest(|| asked(unrolling)) else { return };
        if allowance::exceeded().is_some() {
            return;
        }
        *found = next;
        if !is_of_bound(found) || !goes_on(asked, unrolling) {
            return;
        }
    }
}
