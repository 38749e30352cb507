//! What engines answer to the questions of [`super::Engine`], as plain data.

use super::execution::{Execution, Outcome};
use super::inconclusive::Inconclusive;
use super::witness::Broken;
use crate::allowance;
use crate::program::{EventId, EventStructure, ObjectId};
use crate::verdict::ConditionVerdict;
use std::collections::BTreeMap;
use std::mem::discriminant;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The number of a model among those of an engine, from 0 in the order they were added in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelId(pub usize);

/// What a model answers to one condition of a test.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Some execution ends in the asked state: this one.
    Allowed(Box<Execution>),
    /// No execution ends in the asked state; with the names of axioms that together rule it out.
    Forbidden(Vec<String>),
    /// The program is undefined: some allowed execution raises a flag.
    Racy,
    /// Every loop that awaits something ends; with the names of axioms that together rule out that one does not.
    Terminates(Vec<String>),
    /// Some loop can wait forever.
    Hangs(Box<Hang>),
    /// Inconclusive, with the cause.
    Unknown(Inconclusive),
}

impl Verdict {
    /// The verdict without what shows it.
    pub fn word(&self) -> ConditionVerdict {
        match self {
            Verdict::Allowed(_) => ConditionVerdict::Allowed,
            Verdict::Forbidden(_) => ConditionVerdict::Forbidden,
            Verdict::Racy => ConditionVerdict::Racy,
            Verdict::Terminates(_) => ConditionVerdict::Terminates,
            Verdict::Hangs(_) => ConditionVerdict::Hangs,
            Verdict::Unknown(_) => ConditionVerdict::Unknown,
        }
    }
}

/// An execution in which threads repeat turns of loops forever.
#[derive(Clone, Debug)]
pub struct Hang {
    /// The event structure that its events are of: that of the test, with a turn for each loop that is repeated.
    pub structure: Arc<EventStructure>,
    /// The execution, with each of these turns once.
    pub execution: Execution,
}

/// Whether a model's flags are raised.
#[derive(Clone, Debug)]
pub enum Races {
    /// No allowed execution raises a flag.
    None,
    /// An allowed execution raises one.
    Found(Box<Race>),
    /// Inconclusive, with the cause; no flag was found raised.
    Unknown(Inconclusive),
}

/// A pair of a flag's relation, without direction, where its first event accesses memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FlaggedPair {
    /// The event of the pair with the lesser id.
    pub first: EventId,
    /// The event of the pair with the greater id; the same one if a flag relates an event to itself.
    pub second: EventId,
    /// The object that the first accesses; `None` if it accesses none.
    pub location: Option<ObjectId>,
}

impl FlaggedPair {
    /// A pair in an execution, given the object that an event accesses in it.
    pub fn new((a, b): (EventId, EventId), location_of: impl FnOnce(EventId) -> Option<ObjectId>) -> Self {
        let (first, second) = (a.min(b), a.max(b));
        FlaggedPair { first, second, location: location_of(first) }
    }
}

/// A flag of a model, as its text has it.
#[derive(Clone, Debug)]
pub struct Flag {
    /// What tells it from other tests of the model: [`Race::flag`].
    pub name: String,
    /// The name after `as`, which others may have, too.
    pub written: Option<String>,
    /// Whether it is `undefined_unless …`.
    pub undefines: bool,
}

/// A flag that an execution raises, and the racing pairs, or what else, it is raised for.
#[derive(Clone, Debug)]
pub struct Race {
    /// The name after `as` in the model; without one, `file:line`.
    pub flag: String,
    /// Of a flag that asks for pairs of a relation (`~empty`): those without direction, smaller id first, each once.
    pub pairs: Vec<(EventId, EventId)>,
    /// Of another flag that asks for something (`~`): what it finds, such as a cycle; where all races are listed, which [`Decider`](super::Decider) adds it to.
    pub met: Option<Box<Broken>>,
    /// The execution that raises the flag.
    pub execution: Execution,
    /// Of an execution in which a thread may hang, the event structure that it is of, and its events; `None` of that of the test.
    pub hanging: Option<Arc<EventStructure>>,
}

impl Race {
    /// The event structure that the execution is of, given that of the test.
    pub fn structure<'a>(&'a self, test: &'a EventStructure) -> &'a EventStructure {
        self.hanging.as_deref().unwrap_or(test)
    }
}

/// What a model says of one execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saying {
    /// It violates an axiom.
    Forbidden,
    /// It violates none, and raises no flag.
    Allowed,
    /// It violates none, and raises a flag: the program is undefined.
    Flagged,
}

/// What a model says of a test: its races and its conditions.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Whether some execution raises a flag of the model; if so, every verdict on final states is [`Verdict::Racy`].
    pub races: Races,
    /// A verdict for each condition, in the order of the test.
    pub verdicts: Vec<Verdict>,
}

impl Judgement {
    /// Whether another one says the same of races and conditions, whatever shows it.
    pub fn says_as(&self, other: &Judgement) -> bool {
        let words = |judgement: &Judgement| judgement.verdicts.iter().map(Verdict::word).collect::<Vec<_>>();
        discriminant(&self.races) == discriminant(&other.races) && words(self) == words(other)
    }

    /// Why races or conditions are inconclusive.
    pub fn inconclusive_mut(&mut self) -> Vec<&mut Inconclusive> {
        let races = if let Races::Unknown(why) = &mut self.races { Some(why) } else { None };
        let verdicts = self.verdicts.iter_mut().filter_map(|verdict| match verdict {
            Verdict::Unknown(why) => Some(why),
            Verdict::Allowed(_)
            | Verdict::Forbidden(_)
            | Verdict::Racy
            | Verdict::Terminates(_)
            | Verdict::Hangs(_) => None,
        });
        races.into_iter().chain(verdicts).collect()
    }

    /// A program of so many conditions that a race makes undefined.
    pub fn racy(conditions: usize, race: Box<Race>) -> Self {
        Judgement { races: Races::Found(race), verdicts: vec![Verdict::Racy; conditions] }
    }

    /// Races and so many conditions inconclusive, all for one cause.
    pub fn unknown(conditions: usize, why: &Inconclusive) -> Self {
        Judgement { races: Races::Unknown(why.clone()), verdicts: vec![Verdict::Unknown(why.clone()); conditions] }
    }
}

/// Executions by the final state that they end in, one for each.
pub type Ending = BTreeMap<Outcome, Execution>;

/// A final state and which models allow it.
#[derive(Clone, Debug)]
pub struct State {
    /// What the registers and memory hold at the end.
    pub outcome: Outcome,
    /// For each model asked about, in the order of asking, what it says of the state.
    pub models: Vec<OfState>,
}

/// What a model says of a final state.
#[derive(Clone, Debug)]
pub enum OfState {
    /// It allows an execution that ends in it.
    Allowed,
    /// It allows none, and why.
    Forbidden(RuledOut),
    /// Neither is known, since the list that the state is of was not finished.
    Open,
}

/// Final states as they are found, kept where a list of them is not finished.
#[derive(Debug, Default)]
pub struct Seen {
    states: BTreeMap<Outcome, Vec<ModelId>>,
    /// How many there are, for who shows how far the work is.
    count: Arc<AtomicUsize>,
    /// How long it takes to print one.
    printed_in: Duration,
}

/// How long it takes to print a state: 5 microseconds each of 90,000 states of 16 values (`litmus outcomes`, its output to a file).
const PRINTED_IN: Duration = Duration::from_micros(6);

impl Seen {
    /// No states yet; how many there are is said here.
    pub fn counted(count: &Arc<AtomicUsize>) -> Seen {
        count.store(0, Ordering::Relaxed);
        Seen { count: count.clone(), printed_in: PRINTED_IN, ..Seen::default() }
    }

    /// A final state of some execution, which a model allows if one is given.
    pub fn add(&mut self, outcome: &Outcome, allowing: Option<ModelId>) {
        if !self.states.contains_key(outcome) {
            self.states.insert(outcome.clone(), Vec::new());
            self.count.store(self.states.len(), Ordering::Relaxed);
            allowance::reserve(self.printed_in);
        }
        if let (Some(model), Some(models)) = (allowing, self.states.get_mut(outcome)) {
            models.push(model);
        }
    }

    /// The states in order, with what is known of them.
    pub fn states(self, models: &[ModelId]) -> Vec<State> {
        let state = |(outcome, allowing): (Outcome, Vec<ModelId>)| {
            let known = |model| if allowing.contains(model) { OfState::Allowed } else { OfState::Open };
            State { outcome, models: models.iter().map(known).collect() }
        };
        self.states.into_iter().map(state).collect()
    }
}

/// Why a state is forbidden.
#[derive(Clone, Debug)]
pub struct RuledOut {
    /// The names of the fewest axioms that together rule it out; of several choices the one with those that
    /// the model has first, so that every engine says the same.
    pub axioms: Vec<String>,
    /// The first axiom broken by an execution that ends in the state and breaks the fewest and first; `None` if no such execution was found.
    pub broken: Result<Option<Box<Broken>>, Inconclusive>,
}

/// What a model leaves for hardware to break.
#[derive(Clone, Debug)]
pub enum Source {
    /// The program is undefined: nothing is forbidden.
    Racy,
    /// No execution has a race: hardware must not reach what the model forbids.
    Defined(Forbidden),
}

/// The executions that machine code must not have, for it to refine the program.
#[derive(Clone, Debug)]
pub struct Forbidden {
    /// How many final states the model allows.
    pub allowed: usize,
    /// Executions that end in other states: one for each choice of events, of the writes read from and of the co-maximal writes. Values out of
    /// thin air are left out: no hardware makes them.
    pub candidates: Vec<Execution>,
}

/// How many final states are listed at most; more are [`Inconclusive::TooMany`].
pub(super) const MAX_STATES: usize = 200_000;
/// How many executions are listed at most; more are [`Inconclusive::TooMany`].
pub(super) const MAX_CANDIDATES: usize = 200_000;

/// Races of which those without pairs are left out where their flag has pairs in others, and come once where it has not.
pub(super) fn without_needless(races: Vec<Race>) -> Vec<Race> {
    let mut said: Vec<String> =
        races.iter().filter(|race| !race.pairs.is_empty()).map(|race| race.flag.clone()).collect();
    let mut needed = Vec::new();
    for race in races {
        if !race.pairs.is_empty() {
            needed.push(race);
        } else if !said.contains(&race.flag) {
            said.push(race.flag.clone());
            needed.push(race);
        }
    }
    needed
}

/// Pairs without direction, smaller id first, sorted and each once.
pub(super) fn unordered(pairs: Vec<(EventId, EventId)>) -> Vec<(EventId, EventId)> {
    let mut pairs: Vec<_> = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
