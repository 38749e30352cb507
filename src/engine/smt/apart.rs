//! Executions that two models say other things of.

use super::judge::complete;
use super::session::{Answer, Session};
use crate::engine::answers::ModelId;
use crate::engine::execution::Execution;
use crate::engine::inconclusive::Inconclusive;

/// A complete execution that two models say other things of; `None` if there is none.
///
/// # Errors
/// Why the solver could not say, or that the models evaluated on what it found say the same.
pub fn told_apart(session: &mut Session<'_>, models: [ModelId; 2]) -> Result<Option<Execution>, Inconclusive> {
    let consistent = models.map(|model| session.consistent(model));
    let flagged = models.map(|model| session.flagged(model));
    for formulas in [consistent, flagged] {
        let differ = session.differ(formulas);
        let goals = complete(session, &[differ]);
        match session.find_execution(None, &goals) {
            Answer::None(_) => {}
            Answer::Unknown(why) => return Err(why),
            Answer::Found(execution) => {
                let [first, second] = models.map(|model| session.saying(model, &execution));
                return if first == second { Err(Inconclusive::NotApart) } else { Ok(Some(*execution)) };
            }
        }
    }
    Ok(None)
}
