//! The words for what is found, the same in text, JSON and test files. Everything that compares verdicts compares these.

use crate::llvm::words_enum;
use crate::syntax::litmus::ast::{Expected, Refined};
use serde::{Serialize, Serializer};
use std::fmt;

words_enum! {
    /// What a model or hardware says of a condition.
    ConditionVerdict {
        /// Some execution ends in the asked state.
        Allowed = "allowed",
        /// None does.
        Forbidden = "forbidden",
        /// The program is undefined.
        Racy = "racy",
        /// Not decided.
        Unknown = "unknown",
    }
}

words_enum! {
    /// What is said of a test's machine code against its source.
    RefinementVerdict {
        /// Every final state is one of the source's.
        Sound = "sound",
        /// Some is not.
        Unsound = "unsound",
        /// The source is undefined.
        Racy = "racy",
        /// There is no code for some operation.
        NoCode = "no code",
        /// Not decided.
        Unknown = "unknown",
    }
}

impl From<Expected> for ConditionVerdict {
    fn from(expected: Expected) -> Self {
        match expected {
            Expected::Allowed => ConditionVerdict::Allowed,
            Expected::Forbidden => ConditionVerdict::Forbidden,
            Expected::Racy => ConditionVerdict::Racy,
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

impl Serialize for ConditionVerdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for RefinementVerdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// What inconclusive results are due to: a stable name for programs that read the JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The search budget was used up.
    Budget,
    /// The time that a question may take is over.
    Deadline,
    /// Executions need more turns of a loop than it is unrolled.
    UnrollBound,
    /// A value may come out of thin air.
    ThinAir,
    /// The solver gave up.
    Solver,
    /// Memory was used up.
    Memory,
    /// There are more answers than are listed.
    TooMany,
    /// The engine does not know undef semantics.
    UndefSemantics,
    /// The solver and the evaluation of its execution disagree: a fault of this program.
    Disagreement,
}

impl Cause {
    /// Every cause.
    pub const ALL: [Cause; 9] = [
        Cause::Budget,
        Cause::Deadline,
        Cause::UnrollBound,
        Cause::ThinAir,
        Cause::Solver,
        Cause::Memory,
        Cause::TooMany,
        Cause::UndefSemantics,
        Cause::Disagreement,
    ];
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

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
