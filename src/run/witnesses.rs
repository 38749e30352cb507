//! Executions that end in the states a model allows.

use super::{Options, Outcomes};
use crate::allowance;
use crate::engine::answers::{Ending, OfState};
use crate::engine::witness::Broken;
use crate::engine::{Answer, Decider, Execution, Inconclusive, Outcome, Settings};
use crate::syntax::source::Diagnostic;

/// An execution that a model allows.
pub struct Witness {
    /// The execution.
    pub execution: Execution,
    /// What it has of what the model asks for (`~`): a cycle, say.
    pub met: Vec<Broken>,
}

/// By state and by model, as they were listed: an execution that ends in the state and that the model allows, or why none was found. There is none where the
/// model forbids the state, and none where the program has a race.
pub type Witnesses = Vec<Vec<Answer<Option<Witness>>>>;

/// An execution for each of a test's states and each model that allows it, as far as there is time: a part of it is left for showing them.
///
/// # Errors
/// As [`check`](super::check).
pub fn witnesses(found: &Outcomes, options: &Options<'_>) -> Result<Witnesses, Vec<Diagnostic>> {
    // The same executions, whichever engine has found the states.
    let settings = options.settings.explaining();
    let timeout = allowance::left().map_or(settings.timeout, |left| settings.timeout.min(left / 4 * 3));
    let settings = Settings { timeout, ..settings };
    let error = |error: Box<Diagnostic>| vec![*error];
    let mut decider = Decider::new(&found.structure, options.resources.elaborations(), settings).map_err(error)?;
    let mut by_state: Witnesses = found.states.iter().map(|_| Vec::new()).collect();
    for (at, name) in found.models.iter().enumerate() {
        let model = decider.add_model(options.resources.model(name)?).map_err(error)?;
        let is_shown = |of: &OfState| matches!(of, OfState::Allowed) && !found.is_racy(at);
        let allowed = found.states.iter().filter(|state| is_shown(&state.models[at]));
        let allowed: Vec<Outcome> = allowed.map(|state| state.outcome.clone()).collect();
        let mut executions = Ending::new();
        let mut why = decider.witnesses(model, &allowed, &mut executions).err();
        if let Some(Inconclusive::Deadline { timeout }) = &mut why {
            *timeout = options.settings.timeout;
        }
        for (witnesses, state) in by_state.iter_mut().zip(&found.states) {
            let execution = executions.remove(&state.outcome).filter(|_| is_shown(&state.models[at]));
            witnesses.push(match (execution, &why) {
                (Some(execution), _) => {
                    let met = decider.met(model, &execution);
                    Ok(Some(Witness { execution, met }))
                }
                (None, Some(why)) if is_shown(&state.models[at]) => Err(why.clone()),
                (None, _) => Ok(None),
            });
        }
    }
    Ok(by_state)
}

/// How many states have no execution to show, though a model allows them, and why.
pub fn unshown(witnesses: &Witnesses) -> Option<(usize, &Inconclusive)> {
    let mut without =
        witnesses.iter().filter_map(|of_state| of_state.iter().find_map(|witness| witness.as_ref().err()));
    let why = without.next()?;
    Some((1 + without.count(), why))
}
