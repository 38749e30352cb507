//! What a model forbids: executions that end in states the model does not allow.

use super::judge::{Judge, complete, enumerate};
use super::reasons::ruled_out;
use super::session::{Answer, Session};
use crate::engine::answers::*;
use crate::engine::circuit::Lit;
use crate::engine::execution::{Execution, Outcome};
use crate::engine::inconclusive::{Inconclusive, Listed};
use crate::program::Prop;

/// Finds what a model forbids. Executions that exceed the unroll bound are not found; where the model allows some, the answer is
/// inconclusive.
///
/// # Errors
/// Why not all could be found.
pub fn forbidden(session: &mut Session<'_>, model: ModelId) -> Result<Source, Inconclusive> {
    match (Judge { session, model }).races() {
        Races::Found(_) => return Ok(Source::Racy),
        Races::Unknown(why) => return Err(why),
        Races::None => {}
    }
    match (Judge { session, model }).count_beyond_bound()? {
        0 => {}
        states => return Err(Inconclusive::UnrollBound { states }),
    }
    session.push();
    let found = allowed_and_candidates(session, model);
    session.pop();
    let (allowed, candidates) = found?;
    Ok(Source::Defined(Forbidden { allowed, candidates }))
}

/// The number of final states that the model allows, and the executions that end in others.
fn allowed_and_candidates(session: &mut Session<'_>, model: ModelId) -> Result<(usize, Vec<Execution>), Inconclusive> {
    let goals = complete(session, &[]);
    let mut allowed = Vec::new();
    enumerate(session, Some(model), &goals, (MAX_STATES, &mut |_| ()), &mut allowed)?;
    let grounded = session.grounded();
    Ok((allowed.len(), executions(session, &[grounded])?))
}

/// Executions that end in a state that a proposition is true of, whatever models say: one for each choice of events, of the writes read
/// from and of the co-maximal writes.
///
/// # Errors
/// Why not all could be found.
pub fn ending_in(session: &mut Session<'_>, prop: &Prop) -> Result<Vec<Execution>, Inconclusive> {
    let here = session.prop(prop);
    session.push();
    let found = executions(session, &[here]);
    session.pop();
    found
}

fn executions(session: &mut Session<'_>, goals: &[Lit]) -> Result<Vec<Execution>, Inconclusive> {
    let goals = complete(session, goals);
    let mut candidates = Vec::new();
    loop {
        match session.find_execution(None, &goals) {
            Answer::None(_) => return Ok(candidates),
            Answer::Unknown(reason) => return Err(reason),
            Answer::Found(_) if candidates.len() == MAX_CANDIDATES => {
                return Err(Inconclusive::TooMany { what: Listed::Executions, limit: MAX_CANDIDATES });
            }
            Answer::Found(execution) => {
                let choices = session.same_choices(&execution);
                session.exclude(choices);
                candidates.push(*execution);
            }
        }
    }
}

/// Why a model forbids a state; `None` if it allows it.
///
/// # Errors
/// Why the solver could not say which.
pub fn reason(session: &mut Session<'_>, model: ModelId, outcome: &Outcome) -> Result<Option<RuledOut>, Inconclusive> {
    let here = session.prop(&outcome.prop(session.structure()));
    let goals = complete(session, &[here]);
    match session.find_execution(Some(model), &goals) {
        Answer::None(axioms) => Ok(Some(ruled_out(session, model, axioms, &goals))),
        Answer::Found(_) => Ok(None),
        Answer::Unknown(why) => Err(why),
    }
}
