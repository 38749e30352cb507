//! What shows that two sides decide a program differently: executions of one that the other does not have.

use super::{Difference, Differing, Options, Side, Sides, language_model};
use crate::engine::answers::Race;
use crate::engine::witness::Broken;
use crate::engine::{Decider, elaborate_for};
use crate::refine::{Counterexample, Reason, Verdict, refine_against};
use crate::syntax::source::Diagnostic;

/// Something that shows a difference.
pub enum Evidence {
    /// An execution that ends in a state which one side alone allows, and what it breaks by the model of this one.
    Forbidden(Side, Box<Broken>),
    /// An execution with a race by the model of this side alone.
    Race(Side, Box<Race>),
    /// By the number of a pair of targets: an execution of the hardware of this side that the source does not have.
    Unsound(usize, Side, Box<Counterexample>),
}

/// What shows that a program differs, as far as it is found.
///
/// # Errors
/// What is wrong with a model or with code.
pub fn evidence(found: &Differing, options: &Options<'_>) -> Result<Vec<Evidence>, Vec<Diagnostic>> {
    let Differing { structure, difference, .. } = found;
    let error = |error: Box<Diagnostic>| vec![*error];
    let mut decider = Decider::new(structure, options.resources.elaborations(), options.settings).map_err(error)?;
    let mut shown = Vec::new();
    match (&options.sides, difference) {
        (Sides::Models(models), Difference::States(only)) => {
            let ids: Result<Vec<_>, _> = models.iter().map(|(_, model)| decider.add_model(model)).collect();
            let ids = ids.map_err(error)?;
            for (states, side) in only.iter().zip([Side::Second, Side::First]) {
                for state in states {
                    let reason = decider.reason(ids[side.index()], &state.outcome);
                    let broken = reason.ok().flatten().and_then(|reason| reason.broken.ok().flatten());
                    shown.extend(broken.map(|broken| Evidence::Forbidden(side, broken)));
                }
            }
        }
        (Sides::Models(models), Difference::Race(side)) => {
            let id = decider.add_model(models[side.index()].1).map_err(error)?;
            let races = decider.all_races(id).unwrap_or_default();
            shown.extend(races.into_iter().map(|race| Evidence::Race(*side, Box::new(race))));
        }
        (Sides::Code(pairs), Difference::Verdicts(verdicts)) => {
            let model = options.resources.model(language_model(pairs))?;
            let id = decider.add_model(model).map_err(error)?;
            let elaborated = elaborate_for(structure, model, options.resources.elaborations()).map_err(error)?;
            let source = decider.forbidden(id);
            for &(number, _) in verdicts {
                for (target, side) in pairs[number].iter().zip([Side::First, Side::Second]) {
                    if let Verdict::Unsound(mut found) = refine_against(target, structure, &source).verdict {
                        found.reason = Ok(Reason::new(&elaborated, structure, &found.execution));
                        shown.push(Evidence::Unsound(number, side, found));
                    }
                }
            }
        }
        (Sides::Models(_), Difference::Verdicts(_)) | (Sides::Code(_), Difference::States(_) | Difference::Race(_)) => {
            unreachable!("models differ in states and races, code in verdicts")
        }
    }
    Ok(shown)
}
