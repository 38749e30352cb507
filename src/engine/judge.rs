//! What a model says of a test: its races, a verdict for each condition, and the final states.

use super::circuit::Lit;
use super::execution::{Execution, Outcome};
use super::smt::{Answer, ModelId, Session};
use super::witness::Broken;
use crate::program::{EventId, Prop};
use std::collections::BTreeMap;

/// What a model answers to a condition.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Some execution ends in the asked state: this one.
    Allowed(Box<Execution>),
    /// None does; with axioms that together rule it out.
    Forbidden(Vec<String>),
    /// The program is undefined: some execution raises a flag.
    Racy,
    /// It could not be decided, for this reason.
    Unknown(String),
}

/// Whether a model's flags are raised.
#[derive(Clone, Debug)]
pub enum Races {
    /// In no execution.
    None,
    /// In this one.
    Found(Box<Race>),
    /// It could not be decided, for this reason.
    Unknown(String),
}

/// A raised flag.
#[derive(Clone, Debug)]
pub struct Race {
    /// The flag's name.
    pub flag: String,
    /// The pairs of its relation, each once.
    pub pairs: Vec<(EventId, EventId)>,
    /// The execution.
    pub execution: Execution,
}

/// What a model says of a test.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Its races.
    pub races: Races,
    /// By condition.
    pub verdicts: Vec<Verdict>,
}

/// So many executions that need more turns of a loop are counted.
const MAX_COUNTED: usize = 100;

/// Asks a model about a test.
pub struct Judge<'s, 'a> {
    /// The test.
    pub session: &'s mut Session<'a>,
    /// The model.
    pub model: ModelId,
}

impl Judge<'_, '_> {
    /// Races first, since they make every condition moot, then each condition.
    pub fn judge(&mut self) -> Judgement {
        let races = self.races();
        let program = self.session.skeleton().program.clone();
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
            match self.race(index, flag, raised) {
                Races::None => {}
                Races::Unknown(reason) => undecided = undecided.or(Some(reason)),
                found => return found,
            }
        }
        undecided.map_or(Races::None, Races::Unknown)
    }

    /// Whether one flag is raised.
    fn race(&mut self, index: usize, flag: String, raised: Lit) -> Races {
        let goals = self.complete(&[raised]);
        match self.session.find(Some(self.model), &goals) {
            Answer::Found(execution) => {
                let pairs = unordered(self.session.flagged_pairs(self.model, index, &execution));
                return Races::Found(Box::new(Race { flag, pairs, execution: *execution }));
            }
            Answer::Unknown(reason) => return Races::Unknown(reason),
            Answer::None(_) => {}
        }
        let cut = self.session.cut();
        match self.session.find(Some(self.model), &[cut, raised]) {
            Answer::None(_) => Races::None,
            Answer::Unknown(reason) => Races::Unknown(reason),
            Answer::Found(_) => Races::Unknown(format!("{flag} in an execution that needs more turns of a loop")),
        }
    }

    /// Every pair that races in some execution, with the flag's name.
    pub fn all_races(&mut self) -> Result<Vec<Race>, String> {
        let mut races = Vec::new();
        for (index, (flag, raised)) in self.session.flags(self.model).into_iter().enumerate() {
            self.session.push();
            let result = self.races_of(index, &flag, raised, &mut races);
            self.session.pop();
            result?;
        }
        Ok(races)
    }

    fn races_of(&mut self, index: usize, flag: &str, raised: Lit, races: &mut Vec<Race>) -> Result<(), String> {
        let mut known: BTreeMap<(EventId, EventId), ()> = BTreeMap::new();
        let mut goals = self.complete(&[raised]);
        loop {
            match self.session.find(Some(self.model), &goals) {
                Answer::None(_) => return Ok(()),
                Answer::Unknown(reason) => return Err(reason),
                Answer::Found(execution) => {
                    let pairs = unordered(self.session.flagged_pairs(self.model, index, &execution));
                    let new: Vec<_> = pairs.into_iter().filter(|&pair| known.insert(pair, ()).is_none()).collect();
                    if new.is_empty() {
                        return Ok(());
                    }
                    races.push(Race { flag: flag.to_string(), pairs: new, execution: *execution });
                    let all = self.session.new_pairs(self.model, index, |pair| !known.contains_key(&ordered(pair)));
                    goals = self.complete(&[all]);
                }
            }
        }
    }

    fn verdict(&mut self, asked: &Prop) -> Verdict {
        let asked = self.session.prop(asked);
        let goals = self.complete(&[asked]);
        match self.session.find(Some(self.model), &goals) {
            Answer::Found(execution) => Verdict::Allowed(execution),
            Answer::Unknown(reason) => Verdict::Unknown(reason),
            Answer::None(axioms) => match self.count_cut() {
                Ok(0) => Verdict::Forbidden(axioms),
                Ok(count) => Verdict::Unknown(format!("{} need more turns of a loop", at_least(count))),
                Err(reason) => Verdict::Unknown(reason),
            },
        }
    }

    /// How many states executions stop in because a loop is not unrolled further; at most a few are counted.
    ///
    /// # Errors
    /// Why it is not known.
    pub fn count_cut(&mut self) -> Result<usize, String> {
        let cut = self.session.cut();
        self.session.push();
        let mut count = 0;
        let result = loop {
            match self.session.find(Some(self.model), &[cut]) {
                Answer::None(_) => break Ok(count),
                Answer::Unknown(reason) => break Err(reason),
                Answer::Found(_) if count == MAX_COUNTED => break Ok(count + 1),
                Answer::Found(execution) => {
                    count += 1;
                    let state = execution.outcome(self.session.skeleton()).prop(self.session.skeleton());
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
    let mut all = goals.to_vec();
    all.push(!session.cut());
    if let Some(filter) = &session.skeleton().program.filter {
        all.push(session.prop(filter));
    }
    all
}

fn at_least(count: usize) -> String {
    match count {
        1 => "1 execution would".to_string(),
        _ if count > MAX_COUNTED => format!("more than {MAX_COUNTED} executions would"),
        _ => format!("{count} executions would"),
    }
}

fn ordered((a, b): (EventId, EventId)) -> (EventId, EventId) {
    (a.min(b), a.max(b))
}

fn unordered(pairs: Vec<(EventId, EventId)>) -> Vec<(EventId, EventId)> {
    let mut pairs: Vec<_> = pairs.into_iter().map(ordered).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// A final state and which models allow it.
#[derive(Clone, Debug)]
pub struct State {
    /// The state.
    pub outcome: Outcome,
    /// By model: whether it allows it, or why not.
    pub models: Vec<Result<(), RuledOut>>,
}

/// Why a state is forbidden.
#[derive(Clone, Debug)]
pub struct RuledOut {
    /// Axioms that together rule it out.
    pub axioms: Vec<String>,
    /// What an execution that ends in it breaks.
    pub broken: Option<Broken>,
}

/// Every final state that some execution ends in, whether a model allows it or not, and what each model says of it; the states in
/// order. Executions whose values come out of thin air are left out unless a model allows them: there is no end of those.
///
/// # Errors
/// Why not all could be found: the solver gave up, or there are more than `most`.
pub fn states(session: &mut Session<'_>, models: &[ModelId], most: usize) -> Result<Vec<State>, String> {
    session.push();
    let found = outcomes(session, models, most);
    session.pop();
    let mut states = Vec::new();
    for outcome in found? {
        let prop = outcome.prop(session.skeleton());
        let here = session.prop(&prop);
        let mut answers = Vec::new();
        for &model in models {
            let goals = complete(session, &[here]);
            answers.push(match session.find(Some(model), &goals) {
                Answer::Found(_) => Ok(()),
                Answer::None(axioms) => Err(ruled_out(session, model, axioms, &goals)),
                Answer::Unknown(reason) => return Err(reason),
            });
        }
        states.push(State { outcome, models: answers });
    }
    Ok(states)
}

/// Why a model rules goals out, given axioms that together do.
pub fn ruled_out(session: &mut Session<'_>, model: ModelId, axioms: Vec<String>, goals: &[Lit]) -> RuledOut {
    let broken = session.find_breaking(model, &axioms, goals);
    RuledOut { axioms, broken: broken.and_then(|broken| broken.into_iter().next()) }
}

fn outcomes(session: &mut Session<'_>, models: &[ModelId], most: usize) -> Result<Vec<Outcome>, String> {
    let mut found = Vec::new();
    let grounded = session.grounded();
    let goals = complete(session, &[grounded]);
    enumerate(session, None, &goals, most, &mut found)?;
    let goals = complete(session, &[]);
    for &model in models {
        enumerate(session, Some(model), &goals, most, &mut found)?;
    }
    found.sort();
    Ok(found)
}

/// Adds the final states that are not found yet, excluding each.
pub(super) fn enumerate(
    session: &mut Session<'_>,
    model: Option<ModelId>,
    goals: &[Lit],
    most: usize,
    found: &mut Vec<Outcome>,
) -> Result<(), String> {
    loop {
        match session.find(model, goals) {
            Answer::None(_) => return Ok(()),
            Answer::Unknown(reason) => return Err(reason),
            Answer::Found(_) if found.len() == most => return Err(format!("more than {most} final states")),
            Answer::Found(execution) => {
                let outcome = execution.outcome(session.skeleton());
                let prop = outcome.prop(session.skeleton());
                let here = session.prop(&prop);
                session.exclude(here);
                found.push(outcome);
            }
        }
    }
}
