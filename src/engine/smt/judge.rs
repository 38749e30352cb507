//! What a model says of a test: its races, a verdict for each condition, and the final states.

use super::reasons::ruled_out;
use super::session::{Answer, Session};
use crate::engine::answers::*;
use crate::engine::circuit::Lit;
use crate::engine::execution::Outcome;
use crate::engine::inconclusive::{Inconclusive, Listed};
use crate::program::{EventId, Prop};
use std::collections::BTreeSet;

/// Asks the solver about a test under one model.
pub struct Judge<'s, 'a> {
    /// The solver that has the test and the model.
    pub session: &'s mut Session<'a>,
    /// The model that is asked, one of the session's.
    pub model: ModelId,
}

impl Judge<'_, '_> {
    /// Races first, since they make every condition moot, then each condition.
    pub fn judge(&mut self) -> Judgement {
        let races = self.races();
        let program = self.session.structure().program.clone();
        let verdicts = program.conditions.iter().map(|condition| match &races {
            Races::Found(_) => Verdict::Racy,
            Races::Unknown(reason) => Verdict::Unknown(reason.clone()),
            Races::None => self.verdict(&condition.asked()),
        });
        let verdicts = verdicts.collect();
        Judgement { races, verdicts }
    }

    /// The first race found. A flag that could not be decided counts only where no other is raised.
    pub fn races(&mut self) -> Races {
        let mut undecided = None;
        for (index, (flag, raised)) in self.session.flags(self.model).into_iter().enumerate() {
            match self.decide_flag(index, flag, raised) {
                Races::None => {}
                Races::Unknown(reason) => undecided = undecided.or(Some(reason)),
                found @ Races::Found(_) => return found,
            }
        }
        undecided.map_or(Races::None, Races::Unknown)
    }

    /// Whether one flag is raised.
    fn decide_flag(&mut self, index: usize, flag: String, raised: Lit) -> Races {
        let goals = self.complete(&[raised]);
        match self.session.find_execution(Some(self.model), &goals) {
            Answer::Found(execution) => {
                let pairs = unordered(self.session.flagged_pairs(self.model, index, &execution));
                return Races::Found(Box::new(Race { flag, pairs, met: None, execution: *execution, hanging: None }));
            }
            Answer::Unknown(reason) => return Races::Unknown(reason),
            Answer::None(_) => {}
        }
        let beyond = self.session.exceeds_bound();
        match self.session.find_execution(Some(self.model), &[beyond, raised]) {
            Answer::None(_) => Races::None,
            Answer::Unknown(reason) => Races::Unknown(reason),
            Answer::Found(_) => Races::Unknown(Inconclusive::RaceBeyondBound { flag }),
        }
    }

    /// Every pair that races in some execution, with the flag's name.
    ///
    /// # Errors
    /// Why not all could be found.
    pub fn all_races(&mut self) -> Result<Vec<Race>, Inconclusive> {
        let mut races = Vec::new();
        for (index, (flag, raised)) in self.session.flags(self.model).into_iter().enumerate() {
            self.session.push();
            let result = self.races_of(index, &flag, raised, &mut races);
            self.session.pop();
            result?;
        }
        Ok(without_needless(races))
    }

    fn races_of(&mut self, index: usize, flag: &str, raised: Lit, races: &mut Vec<Race>) -> Result<(), Inconclusive> {
        let mut known: BTreeSet<FlaggedPair> = BTreeSet::new();
        let mut unknown = Lit::TRUE;
        loop {
            let goals = self.complete(&[raised, unknown]);
            match self.session.find_execution(Some(self.model), &goals) {
                Answer::None(_) => return Ok(()),
                Answer::Unknown(reason) => return Err(reason),
                Answer::Found(execution) => {
                    let structure = self.session.structure();
                    let pairs = unordered(self.session.flagged_pairs(self.model, index, &execution));
                    let location_of = |event| execution.location(structure, event);
                    let mut is_new = |&pair: &(EventId, EventId)| known.insert(FlaggedPair::new(pair, location_of));
                    let new: Vec<_> = pairs.into_iter().filter(|pair| is_new(pair)).collect();
                    // A flag may be raised without a pair.
                    races.push(Race {
                        flag: flag.to_string(),
                        pairs: new,
                        met: None,
                        execution: *execution,
                        hanging: None,
                    });
                    unknown = self.session.unknown_pair(self.model, index, &known);
                }
            }
        }
    }

    fn verdict(&mut self, asked: &Prop) -> Verdict {
        let asked = self.session.prop(asked);
        let goals = self.complete(&[asked]);
        match self.session.find_execution(Some(self.model), &goals) {
            Answer::Found(execution) => Verdict::Allowed(execution),
            Answer::Unknown(reason) => Verdict::Unknown(reason),
            Answer::None(axioms) => match self.count_beyond_bound() {
                Ok(0) => Verdict::Forbidden(self.session.names(self.model, axioms)),
                Ok(count) => Verdict::Unknown(Inconclusive::UnrollBound { states: count }),
                Err(reason) => Verdict::Unknown(reason),
            },
        }
    }

    /// The number of final states in which allowed executions exceed the unroll bound; counted up to one more than
    /// [`Inconclusive::MOST_BEYOND_BOUND`].
    ///
    /// # Errors
    /// Why they could not be counted.
    pub fn count_beyond_bound(&mut self) -> Result<usize, Inconclusive> {
        let beyond = self.session.exceeds_bound();
        if beyond == Lit::FALSE {
            return Ok(0);
        }
        self.session.push();
        let mut count = 0;
        let result = loop {
            match self.session.find_execution(Some(self.model), &[beyond]) {
                Answer::None(_) => break Ok(count),
                Answer::Unknown(reason) => break Err(reason),
                Answer::Found(_) if count == Inconclusive::MOST_BEYOND_BOUND => break Ok(count + 1),
                Answer::Found(execution) => {
                    count += 1;
                    let state = execution.outcome(self.session.structure()).prop(self.session.structure());
                    let state = self.session.prop(&state);
                    self.session.exclude(state);
                }
            }
        };
        self.session.pop();
        result
    }

    /// The goals of complete executions that pass the filter.
    fn complete(&mut self, goals: &[Lit]) -> Vec<Lit> {
        complete(self.session, goals)
    }
}

/// The goals of complete executions that pass the filter.
pub(super) fn complete(session: &mut Session<'_>, goals: &[Lit]) -> Vec<Lit> {
    let mut goals = goals.to_vec();
    goals.push(!session.exceeds_bound());
    if let Some(filter) = &session.structure().program.filter {
        goals.push(session.prop(filter));
    }
    goals
}

/// Every final state that some execution ends in, whether a model allows it or not, and what each model says of it; the states in
/// order. Executions whose values come out of thin air are left out unless a model allows them: there is no end of those.
///
/// # Errors
/// Why not all could be found: the solver's answer is inconclusive, or there are too many.
pub fn states(session: &mut Session<'_>, models: &[ModelId], seen: &mut Seen) -> Result<Vec<State>, Inconclusive> {
    session.push();
    let found = outcomes(session, models, MAX_STATES, seen);
    session.pop();
    let mut states = Vec::new();
    for outcome in found? {
        let prop = outcome.prop(session.structure());
        let here = session.prop(&prop);
        let mut answers = Vec::new();
        for &model in models {
            let goals = complete(session, &[here]);
            answers.push(match session.find_execution(Some(model), &goals) {
                Answer::Found(_) => {
                    seen.add(&outcome, Some(model));
                    OfState::Allowed
                }
                Answer::None(axioms) => OfState::Forbidden(ruled_out(session, model, axioms, &goals)),
                Answer::Unknown(reason) => return Err(reason),
            });
        }
        states.push(State { outcome, models: answers });
    }
    Ok(states)
}

/// The final states that a model allows.
///
/// # Errors
/// Why not all could be found.
pub fn allowed(session: &mut Session<'_>, model: ModelId, seen: &mut Seen) -> Result<Vec<Outcome>, Inconclusive> {
    let goals = complete(session, &[]);
    let mut found = Vec::new();
    session.push();
    let mut note = |outcome: &Outcome| seen.add(outcome, Some(model));
    let end = enumerate(session, Some(model), &goals, (MAX_STATES, &mut note), &mut found);
    session.pop();
    end.map(|()| found)
}

/// An execution for each of some states that a model allows, but for those that are found already.
///
/// # Errors
/// Why not all could be found.
pub fn witnesses(
    session: &mut Session<'_>,
    model: ModelId,
    states: &[Outcome],
    found: &mut Ending,
) -> Result<(), Inconclusive> {
    for state in states {
        if found.contains_key(state) {
            continue;
        }
        let prop = state.prop(session.structure());
        let here = session.prop(&prop);
        let goals = complete(session, &[here]);
        match session.find_execution(Some(model), &goals) {
            Answer::Found(execution) => drop(found.insert(state.clone(), *execution)),
            Answer::None(_) => {}
            Answer::Unknown(reason) => return Err(reason),
        }
    }
    Ok(())
}

fn outcomes(
    session: &mut Session<'_>,
    models: &[ModelId],
    most: usize,
    seen: &mut Seen,
) -> Result<Vec<Outcome>, Inconclusive> {
    let mut found = Vec::new();
    let mut note = |outcome: &Outcome| seen.add(outcome, None);
    let grounded = session.grounded();
    let goals = complete(session, &[grounded]);
    enumerate(session, None, &goals, (most, &mut note), &mut found)?;
    let goals = complete(session, &[]);
    for &model in models {
        enumerate(session, Some(model), &goals, (most, &mut note), &mut found)?;
    }
    found.sort();
    Ok(found)
}

/// Adds the final states that are not found yet, excluding each; up to a number, and notes each as it is found.
pub(super) fn enumerate(
    session: &mut Session<'_>,
    model: Option<ModelId>,
    goals: &[Lit],
    (most, note): (usize, &mut dyn FnMut(&Outcome)),
    found: &mut Vec<Outcome>,
) -> Result<(), Inconclusive> {
    loop {
        match session.find_execution(model, goals) {
            Answer::None(_) => return Ok(()),
            Answer::Unknown(reason) => return Err(reason),
            Answer::Found(_) if found.len() == most => {
                return Err(Inconclusive::TooMany { what: Listed::States, limit: most });
            }
            Answer::Found(execution) => {
                let outcome = execution.outcome(session.structure());
                let prop = outcome.prop(session.structure());
                let here = session.prop(&prop);
                session.exclude(here);
                note(&outcome);
                found.push(outcome);
            }
        }
    }
}
