//! The words for what is found, the same in text, JSON and test files. Everything that compares verdicts compares these.

use crate::llvm::words_enum;
use crate::syntax::litmus::ast::{Expected, Refined};
use serde::{Deserialize, Serialize};
use std::fmt;

words_enum! {
    /// What a model or hardware says of a condition.
    ConditionVerdict {
        /// Some execution ends in a state that satisfies the condition.
        Allowed = "allowed",
        /// No execution ends in a state that satisfies the condition.
        Forbidden = "forbidden",
        /// Some execution has a data race that makes the program undefined, so that no condition is judged.
        Racy = "racy",
        /// Every loop that awaits something ends.
        Terminates = "terminates",
        /// Some loop can wait forever.
        Hangs = "hangs",
        /// Inconclusive: neither is shown, and the cause ([`Cause`]) is reported.
        Unknown = "unknown",
    }
}

words_enum! {
    /// The result of refinement: whether a test's machine code reaches only what the model allows its source.
    RefinementVerdict {
        /// Every final state is one of the source's.
        Sound = "sound",
        /// The machine code has a final state that the model forbids.
        Unsound = "unsound",
        /// The source program has a data race: every machine code refines it.
        Racy = "racy",
        /// The table has no code for some operation of the test.
        NoCode = "no code",
        /// Inconclusive: neither is shown, and the cause ([`Cause`]) is reported.
        Unknown = "unknown",
    }
}

/// What a test of machine code or of a source comes to, where verdicts about both are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// What a model or hardware says of a condition.
    Condition(ConditionVerdict),
    /// The result of refinement.
    Refinement(RefinementVerdict),
    /// The test's own machine code is refused on the target, so that hardware says nothing of its conditions.
    CodeRefused,
    /// What it may use, time or memory, was used up before there was a verdict; another one may be found with more.
    Exhausted,
}

impl Found {
    /// The word of the verdict; code that is refused is no code for the target.
    pub fn as_str(self) -> &'static str {
        match self {
            Found::Condition(verdict) => verdict.as_str(),
            Found::Refinement(verdict) => verdict.as_str(),
            Found::CodeRefused => RefinementVerdict::NoCode.as_str(),
            Found::Exhausted => RefinementVerdict::Unknown.as_str(),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An assumption that a verdict rests on: decided otherwise, it gives another verdict, or an inconclusive one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestsOn<V> {
    /// What is otherwise, such as `without write-through` or `hsa+wider-pairing`.
    pub change: String,
    /// The verdict under that change, other than the one that rests on the assumption.
    pub verdict: V,
}

/// Verdicts as far as they can rest on something.
pub trait Decided {
    /// Whether it is no limit, and no missing code, that makes it what it is.
    fn is_decided(&self) -> bool;
    /// Whether it is one at all: code that is missing has no verdict.
    fn is_verdict(&self) -> bool;
}

impl Decided for ConditionVerdict {
    fn is_decided(&self) -> bool {
        match self {
            ConditionVerdict::Allowed
            | ConditionVerdict::Forbidden
            | ConditionVerdict::Racy
            | ConditionVerdict::Terminates
            | ConditionVerdict::Hangs => true,
            ConditionVerdict::Unknown => false,
        }
    }

    fn is_verdict(&self) -> bool {
        true
    }
}

impl Decided for RefinementVerdict {
    fn is_decided(&self) -> bool {
        match self {
            RefinementVerdict::Sound | RefinementVerdict::Unsound | RefinementVerdict::Racy => true,
            RefinementVerdict::NoCode | RefinementVerdict::Unknown => false,
        }
    }

    fn is_verdict(&self) -> bool {
        match self {
            RefinementVerdict::Sound
            | RefinementVerdict::Unsound
            | RefinementVerdict::Racy
            | RefinementVerdict::Unknown => true,
            RefinementVerdict::NoCode => false,
        }
    }
}

impl Decided for Found {
    fn is_decided(&self) -> bool {
        match self {
            Found::Condition(verdict) => verdict.is_decided(),
            Found::Refinement(verdict) => verdict.is_decided(),
            Found::CodeRefused | Found::Exhausted => false,
        }
    }

    fn is_verdict(&self) -> bool {
        match self {
            Found::Condition(verdict) => verdict.is_verdict(),
            Found::Refinement(verdict) => verdict.is_verdict(),
            Found::Exhausted => true,
            Found::CodeRefused => false,
        }
    }
}

impl<V: Decided + PartialEq> RestsOn<V> {
    /// Whether the verdict under the change is decided.
    pub fn is_decided(&self) -> bool {
        self.verdict.is_decided()
    }

    /// What is otherwise with the verdict then, if a decided verdict is another one then, or inconclusive.
    pub fn new(change: &str, verdict: V, otherwise: V) -> Option<RestsOn<V>> {
        let differs = verdict != otherwise && verdict.is_decided() && otherwise.is_verdict();
        differs.then(|| RestsOn { change: change.to_string(), verdict: otherwise })
    }
}

impl From<Expected> for ConditionVerdict {
    fn from(expected: Expected) -> Self {
        match expected {
            Expected::Allowed => ConditionVerdict::Allowed,
            Expected::Forbidden => ConditionVerdict::Forbidden,
            Expected::Racy => ConditionVerdict::Racy,
            Expected::Terminates => ConditionVerdict::Terminates,
            Expected::Hangs => ConditionVerdict::Hangs,
        }
    }
}

impl From<Refined> for RefinementVerdict {
    fn from(expected: Refined) -> Self {
        match expected {
            Refined::Sound => RefinementVerdict::Sound,
            Refined::Unsound => RefinementVerdict::Unsound,
            Refined::Racy => RefinementVerdict::Racy,
        }
    }
}

/// What inconclusive results are due to: a stable name for programs that read the JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The search budget was used up.
    Budget,
    /// The time that the work on a test may take is over.
    Deadline,
    /// Executions need more iterations of a loop than the unroll bound.
    UnrollBound,
    /// A value may come out of thin air.
    ThinAir,
    /// The solver answered “unknown” for another reason than time or memory.
    Solver,
    /// The memory that the process may use was used up.
    Memory,
    /// The run was interrupted.
    Interrupted,
    /// There was a panic: a fault of this program, or of a library.
    Fault,
    /// There are more answers than are listed.
    TooMany,
    /// The engine does not know undef semantics.
    UndefSemantics,
    /// Something that the question is about is not modelled.
    NotModelled,
    /// The solver and the evaluation of its execution disagree: a fault of this program.
    Disagreement,
}

impl Cause {
    /// Every cause, in the order of declaration; docs/json.md has a row for each.
    pub const ALL: [Cause; 12] = [
        Cause::Budget,
        Cause::Deadline,
        Cause::UnrollBound,
        Cause::ThinAir,
        Cause::Solver,
        Cause::Memory,
        Cause::Interrupted,
        Cause::Fault,
        Cause::TooMany,
        Cause::UndefSemantics,
        Cause::NotModelled,
        Cause::Disagreement,
    ];
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// What the workgroup barrier is called among rows of tables: its code is the target's, and of no row.
pub const BARRIER: &str = "the barrier";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_is_documented() {
        let document = include_str!("../docs/json.md");
        for cause in Cause::ALL {
            assert!(document.contains(&format!("| `{cause}` |")), "docs/json.md does not name the cause `{cause}`");
        }
    }
}
