//! What engines answer.

use super::execution::{Execution, Outcome};
use super::inconclusive::Inconclusive;
use super::witness::Broken;
use crate::program::EventId;

/// The number of a model among those a test is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelId(pub usize);

/// What a model answers to a condition.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Some execution ends in the asked state: this one.
    Allowed(Box<Execution>),
    /// None does; with axioms that together rule it out.
    Forbidden(Vec<String>),
    /// The program is undefined: some execution raises a flag.
    Racy,
    /// It was not decided.
    Unknown(Inconclusive),
}

/// Whether a model's flags are raised.
#[derive(Clone, Debug)]
pub enum Races {
    /// In no execution.
    None,
    /// In this one.
    Found(Box<Race>),
    /// It was not decided.
    Unknown(Inconclusive),
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

impl Judgement {
    /// Nothing is decided of so many conditions.
    pub fn unknown(conditions: usize, why: &Inconclusive) -> Self {
        Judgement { races: Races::Unknown(why.clone()), verdicts: vec![Verdict::Unknown(why.clone()); conditions] }
    }
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
    /// What an execution that ends in it breaks, if one was found.
    pub broken: Result<Option<Broken>, Inconclusive>,
}

/// What a model leaves for hardware to break.
#[derive(Debug)]
pub enum Source {
    /// The program is undefined: nothing is forbidden.
    Racy,
    /// What the model forbids.
    Defined(Forbidden),
}

/// What a model forbids.
#[derive(Debug)]
pub struct Forbidden {
    /// How many final states the model allows.
    pub allowed: usize,
    /// Executions that end in other states: one for each choice of events, of the writes read from and of the co-maximal writes. Values out of
    /// thin air are left out: no hardware makes them.
    pub candidates: Vec<Execution>,
}

/// More final states than this are not listed.
pub(super) const MAX_STATES: usize = 200_000;
/// More executions than this are not listed.
pub(super) const MAX_CANDIDATES: usize = 200_000;

/// Pairs without direction, each once.
pub(super) fn unordered(pairs: Vec<(EventId, EventId)>) -> Vec<(EventId, EventId)> {
    let mut pairs: Vec<_> = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
