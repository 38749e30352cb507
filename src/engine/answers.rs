//! What engines answer.

use super::execution::{Execution, Outcome};
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

impl Judgement {
    /// Of so many conditions nothing is known, for this reason.
    pub fn unknown(conditions: usize, reason: &str) -> Self {
        Judgement {
            races: Races::Unknown(reason.to_string()),
            verdicts: vec![Verdict::Unknown(reason.to_string()); conditions],
        }
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
    /// What an execution that ends in it breaks.
    pub broken: Option<Broken>,
}

/// What a model leaves for hardware to break.
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
}

/// So many states of executions that need more turns of a loop are counted.
pub(super) const MAX_CUT: usize = 100;
/// More final states than this are not listed.
pub(super) const MAX_STATES: usize = 200_000;
/// More executions than this are not listed.
pub(super) const MAX_CANDIDATES: usize = 200_000;

/// That a verdict is open because executions would need more turns of a loop.
pub(super) fn need_more_turns(count: usize) -> String {
    let executions = match count {
        1 => "1 execution would".to_string(),
        _ if count > MAX_CUT => format!("more than {MAX_CUT} executions would"),
        _ => format!("{count} executions would"),
    };
    format!("{executions} need more turns of a loop")
}

/// That a flag is raised only where more turns would be needed.
pub(super) fn raised_when_cut(flag: &str) -> String {
    format!("{flag} in an execution that needs more turns of a loop")
}

/// Pairs without direction, each once.
pub(super) fn unordered(pairs: Vec<(EventId, EventId)>) -> Vec<(EventId, EventId)> {
    let mut pairs: Vec<_> = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
