//! What a model leaves for hardware to break: executions that end in states the model does not allow.

use super::circuit::Lit;
use super::execution::{Execution, Outcome};
use super::judge::{Judge, Races, RuledOut, complete, enumerate, ruled_out};
use super::smt::{Answer, ModelId, Session};
use crate::program::Prop;
use std::collections::BTreeMap;

/// More allowed final states than this are not listed.
const MAX_STATES: usize = 20_000;
/// More executions than this are not listed.
const MAX_CANDIDATES: usize = 20_000;

/// What a model says of a test's executions.
#[derive(Debug)]
pub enum Source {
    /// The program is undefined: nothing is forbidden.
    Racy,
    /// What the model forbids.
    Defined(Forbidden),
    /// It could not be decided, for this reason.
    Unknown(String),
}

/// What a model forbids.
#[derive(Debug)]
pub struct Forbidden {
    /// How many final states the model allows.
    pub allowed: usize,
    /// Executions that end in other states: one for each choice of events, of the writes read from and of the last writes. Values that
    /// depend on themselves are left out: no machine makes them.
    pub candidates: Vec<Execution>,
    /// By state: why the model forbids it.
    pub reasons: BTreeMap<Outcome, RuledOut>,
}

/// Finds what a model forbids. Executions that need more turns of a loop are not found; where the model has some, the answer is unknown.
pub fn forbidden(session: &mut Session<'_>, model: ModelId) -> Source {
    match (Judge { session, model }).races() {
        Races::Found(_) => return Source::Racy,
        Races::Unknown(reason) => return Source::Unknown(reason),
        Races::None => {}
    }
    match (Judge { session, model }).count_cut() {
        Ok(0) => {}
        Ok(count) => return Source::Unknown(format!("at least {count} executions would need more turns of a loop")),
        Err(reason) => return Source::Unknown(reason),
    }
    session.push();
    let found = list(session, model);
    session.pop();
    match found {
        Ok((allowed, candidates)) => {
            let reasons = reasons(session, model, &candidates);
            Source::Defined(Forbidden { allowed, candidates, reasons })
        }
        Err(reason) => Source::Unknown(reason),
    }
}

fn list(session: &mut Session<'_>, model: ModelId) -> Result<(usize, Vec<Execution>), String> {
    let goals = complete(session, &[]);
    let mut allowed = Vec::new();
    enumerate(session, Some(model), &goals, MAX_STATES, &mut allowed)?;
    let grounded = session.grounded();
    Ok((allowed.len(), executions(session, &[grounded])?))
}

/// Executions that end in a state that a proposition is true of, whatever models say: one for each choice of events, of the writes read
/// from and of the last writes.
///
/// # Errors
/// Why not all could be found.
pub fn ending_in(session: &mut Session<'_>, prop: &Prop) -> Result<Vec<Execution>, String> {
    let here = session.prop(prop);
    session.push();
    let found = executions(session, &[here]);
    session.pop();
    found
}

fn executions(session: &mut Session<'_>, goals: &[Lit]) -> Result<Vec<Execution>, String> {
    let goals = complete(session, goals);
    let mut candidates = Vec::new();
    loop {
        match session.find(None, &goals) {
            Answer::None(_) => return Ok(candidates),
            Answer::Unknown(reason) => return Err(reason),
            Answer::Found(_) if candidates.len() == MAX_CANDIDATES => {
                return Err(format!("more than {MAX_CANDIDATES} executions"));
            }
            Answer::Found(execution) => {
                let same = session.same_choices(&execution);
                session.exclude(same);
                candidates.push(*execution);
            }
        }
    }
}

fn reasons(session: &mut Session<'_>, model: ModelId, candidates: &[Execution]) -> BTreeMap<Outcome, RuledOut> {
    let mut reasons = BTreeMap::new();
    for candidate in candidates {
        let outcome = candidate.outcome(session.skeleton());
        if reasons.contains_key(&outcome) {
            continue;
        }
        let prop = outcome.prop(session.skeleton());
        let here = session.prop(&prop);
        let goals = complete(session, &[here]);
        if let Answer::None(axioms) = session.find(Some(model), &goals) {
            let reason = ruled_out(session, model, axioms, &goals);
            reasons.insert(outcome, reason);
        }
    }
    reasons
}
