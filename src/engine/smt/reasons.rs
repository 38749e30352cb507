//! Why a model rules out what is asked: the fewest axioms that do, and what the first execution breaks of those that break as few as can be.

use super::session::{Answer, Session, holds};
use crate::engine::answers::{ModelId, RuledOut};
use crate::engine::axioms::{hitting_set, of_size};
use crate::engine::circuit::Lit;
use crate::engine::execution::Execution;
use crate::engine::inconclusive::Inconclusive;
use crate::engine::witness::Broken;
use std::collections::BTreeSet;

/// Why a model rules goals out, given axioms that together do. Executions whose values come out of thin air matter only where there are no others.
pub fn ruled_out(session: &mut Session<'_>, model: ModelId, core: u64, goals: &[Lit]) -> RuledOut {
    let grounded = session.grounded();
    let within = [goals, &[grounded]].concat();
    let found = match fewest(session, model, &within) {
        Ok(0) => fewest(session, model, goals).map(|axioms| (axioms, goals)),
        found => found.map(|axioms| (axioms, within.as_slice())),
    };
    match found {
        Ok((axioms, goals)) => {
            let broken = least_broken(session, model, axioms, goals);
            RuledOut { axioms: session.names(model, axioms), broken }
        }
        Err(why) => RuledOut { axioms: session.names(model, core), broken: Err(why) },
    }
}

/// The fewest axioms that rule goals out: those that hit what every execution found so far breaks, until there is none that satisfies them.
fn fewest(session: &mut Session<'_>, model: ModelId, goals: &[Lit]) -> Result<u64, Inconclusive> {
    let mut broken = BTreeSet::new();
    loop {
        let chosen = hitting_set(&broken);
        match session.solve(Some(model), !chosen, goals) {
            Answer::None(_) => return Ok(chosen),
            Answer::Unknown(why) => return Err(why),
            Answer::Found(execution) => {
                let breaks = session.breaks(model, &execution);
                // What the solver has found must break something else, or this would not end.
                if breaks & !chosen == 0 || breaks & chosen != 0 || !broken.insert(breaks) {
                    return Err(Inconclusive::Disagreement(session.names(model, breaks)));
                }
            }
        }
    }
}

/// What the first execution breaks that satisfies all goals and breaks a model as little as can be, given axioms that together rule the goals out; nothing
/// if goals are ruled out whatever the model says.
fn least_broken(
    session: &mut Session<'_>,
    model: ModelId,
    ruled_out_by: u64,
    goals: &[Lit],
) -> Result<Option<Box<Broken>>, Inconclusive> {
    // Formulas first: what an execution chooses of those that are made later it does not know.
    let choices = session.preferences();
    // Something of each of these is broken.
    let mut cores = vec![ruled_out_by];
    let axioms = session.axiom_count(model);
    for set in (1..=axioms).flat_map(|size| of_size(axioms, size)) {
        if cores.contains(&0) {
            break;
        }
        if cores.iter().any(|core| core & set == 0) {
            continue;
        }
        match session.solve(Some(model), set, goals) {
            Answer::None(core) => cores.push(core),
            Answer::Unknown(why) => return Err(why),
            Answer::Found(execution) => {
                let first = first(session, (model, set), (goals, &choices), execution)?;
                return Ok(session.explain(model, &first));
            }
        }
    }
    Ok(None)
}

/// The first execution, in the order that [`Execution`] describes, that satisfies all goals and all axioms of a model but some, given one that does.
fn first(
    session: &mut Session<'_>,
    (model, leave_out): (ModelId, u64),
    (goals, choices): (&[Lit], &[Vec<Lit>]),
    found: Box<Execution>,
) -> Result<Box<Execution>, Inconclusive> {
    let (mut goals, mut first) = (goals.to_vec(), found);
    let mut truths = session.truths(&first);
    for choice in choices {
        for &preferred in choice {
            goals.push(preferred);
            if holds(&truths, preferred) {
                break;
            }
            match session.solve(Some(model), leave_out, &goals) {
                Answer::Found(earlier) => {
                    truths = session.truths(&earlier);
                    first = earlier;
                    break;
                }
                Answer::None(_) => goals.pop(),
                Answer::Unknown(why) => return Err(why),
            };
        }
    }
    Ok(first)
}
