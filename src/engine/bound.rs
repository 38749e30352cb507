//! Unroll bounds that are raised, as long as that may help and there is time.

use super::inconclusive::Inconclusive;
use super::questions::Answer;
use super::settings::Settings;
use crate::allowance::{self, Allowance};
use crate::program::{Ends, EventStructure, Program, Unrolling, unroll};
use crate::syntax::source::Diagnostic;
use std::sync::Arc;

/// What is found about a program.
pub trait Found {
    /// Why something is not decided, if it is not.
    fn open(&mut self) -> Vec<&mut Inconclusive>;
}

/// Whether more turns of loops might decide what is open.
fn is_of_bound(found: &mut impl Found) -> bool {
    found.open().into_iter().any(|open| open.is_of_bound())
}

/// Says of what the unroll bound leaves open why it was raised no further.
fn say_why_ended(found: &mut impl Found, why: &Inconclusive) {
    for open in found.open().into_iter().filter(|open| open.is_of_bound()) {
        // Of an interrupt nothing else is said: whatever is missing might have been found.
        *open = if *why == Inconclusive::Interrupted {
            Inconclusive::Interrupted
        } else {
            Inconclusive::NotRaised { open: Box::new(open.clone()), why: Box::new(why.clone()) }
        };
    }
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
    if !is_of_bound(&mut found) {
        return Ok(found);
    }
    match settings.ends {
        Ends::Shown => {
            if let Err(why) = raise(&mut found, &mut asked, |_, _| Ok(true)) {
                say_why_ended(&mut found, &why);
            }
            Ok(found)
        }
        Ends::Assumed => {
            let assumed = |unrolling: Unrolling| Unrolling { ends: Ends::Assumed, ..unrolling };
            let mut kept = asked(assumed(first))?;
            let half = Allowance { timeout: settings.timeout / 2, ..settings.allowance() };
            let raised = allowance::within(half, || {
                raise(&mut found, &mut asked, |asked, unrolling| {
                    let mut next = ask_further(asked, assumed(unrolling))?;
                    // With more turns, some execution may end.
                    let goes_on = next.open().into_iter().all(|open| open.is_of_bound());
                    if next.open().is_empty() {
                        kept = next;
                    }
                    Ok(goes_on)
                })
            });
            let mut best = if is_of_bound(&mut found) { kept } else { found };
            if let Err(why) = raised.unwrap_or_else(|why| Err(why.into())) {
                say_why_ended(&mut best, &why);
            }
            Ok(best)
        }
    }
}

/// Asks with twice the bound as long as what is found is due to that and `goes_on` holds of the bound.
///
/// # Errors
/// What else ended it.
fn raise<T: Found, A: FnMut(Unrolling) -> Result<T, Vec<Diagnostic>>>(
    found: &mut T,
    asked: &mut A,
    mut goes_on: impl FnMut(&mut A, Unrolling) -> Answer<bool>,
) -> Answer<()> {
    let mut unrolling = Unrolling::default();
    while let Some(factor) = unrolling.factor.checked_mul(2) {
        unrolling.factor = factor;
        *found = ask_further(asked, unrolling)?;
        if !is_of_bound(found) || !goes_on(asked, unrolling)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Asks with a bound that is higher than it has to be.
///
/// # Errors
/// What ended it: what was found so is not all that there is.
fn ask_further<T: Found>(
    asked: &mut impl FnMut(Unrolling) -> Result<T, Vec<Diagnostic>>,
    unrolling: Unrolling,
) -> Answer<T> {
    let found = allowance::rest(|| {
        allowance::check();
        let found = asked(unrolling);
        allowance::check();
        found
    });
    let refused = |errors: Vec<Diagnostic>| {
        let messages = errors.into_iter().map(|error| error.message);
        Inconclusive::Refused(messages.collect::<Vec<_>>().join("; "))
    };
    let mut found = found?.map_err(refused)?;
    // An engine may give up just before the time is over.
    match found.open().into_iter().find(|open| open.is_of_resources()) {
        Some(why) => Err(why.clone()),
        None => Ok(found),
    }
}
