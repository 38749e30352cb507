//! Executions that end in the states a model allows.

use super::{Options, Outcomes};
use crate::engine::answers::{Judgement, OfState, Verdict};
use crate::engine::witness::Broken;
use crate::engine::{Answer, Decider, Execution};
use crate::syntax::source::Diagnostic;

/// An execution that a model allows.
pub struct Witness {
    /// The execution.
    pub execution: Execution,
    /// What it has of what the model asks for (`~`): a cycle, say.
    pub met: Vec<Broken>,
}

/// By state and by model, as they were listed: an execution that ends in the state and that the model allows. There is none where the model
/// forbids the state, and none where the program has a race.
pub type Witnesses = Vec<Vec<Answer<Option<Witness>>>>;

/// An execution for each of a test's states and each model that allows it.
///
/// # Errors
/// As [`check`](super::check).
pub fn witnesses(found: &Outcomes, options: &Options<'_>) -> Result<Witnesses, Vec<Diagnostic>> {
    let states = found.states.iter().map(|state| state.outcome.prop(&found.structure));
    let structure = found.structure.asking(states);
    let error = |error: Box<Diagnostic>| vec![*error];
    // The same executions, whichever engine has found the states.
    let settings = options.settings.explaining();
    let mut decider = Decider::new(&structure, options.resources.elaborations(), settings).map_err(error)?;
    let mut by_state: Witnesses = found.states.iter().map(|_| Vec::new()).collect();
    for (at, name) in found.models.iter().enumerate() {
        let model = decider.add_model(options.resources.model(name)?).map_err(error)?;
        let Judgement { verdicts, .. } = decider.judge(model);
        for (witnesses, (state, verdict)) in by_state.iter_mut().zip(found.states.iter().zip(verdicts)) {
            witnesses.push(match (matches!(state.models[at], OfState::Allowed), verdict) {
                (true, Verdict::Allowed(execution)) => {
                    let met = decider.met(model, &execution);
                    Ok(Some(Witness { execution: *execution, met }))
                }
                (true, Verdict::Unknown(why)) => Err(why),
                (true, Verdict::Racy | Verdict::Forbidden(_) | Verdict::Terminates(_) | Verdict::Hangs(_))
                | (false, _) => Ok(None),
            });
        }
    }
    Ok(by_state)
}
