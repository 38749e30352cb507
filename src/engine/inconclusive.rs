//! Why a question has no answer.

use crate::allowance::Exceeded;
use crate::verdict::Cause;
use std::fmt;
use std::time::Duration;

/// Nothing was decided, and what that is due to. It is never evidence for or against anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inconclusive {
    /// The search budget was used up.
    Budget {
        /// The budget: partial and complete executions visited, or literals tried, count a step each.
        steps: u64,
    },
    /// The time that the work on a test may take is over.
    Deadline {
        /// That time.
        timeout: Duration,
    },
    /// Executions exceed the unroll bound, and they might end as asked.
    UnrollBound {
        /// The number of final states in which such executions stop; at most [`Inconclusive::MOST_BEYOND_BOUND`] are counted.
        states: usize,
    },
    /// Whether there is a race rests on an execution that exceeds the unroll bound.
    RaceBeyondBound {
        /// The name of the flag that is raised in it.
        flag: String,
    },
    /// No execution is left where it is assumed that loops end within the unroll bound.
    Vacuous,
    /// It is due to the unroll bound, which was raised as far as it could be.
    NotRaised {
        /// What the highest bound leaves open.
        open: Box<Inconclusive>,
        /// Why it was not raised further.
        why: Box<Inconclusive>,
    },
    /// With more turns of loops, the test is refused for this.
    Refused(String),
    /// A value justifies itself and no axiom forbids it, so that a search over executions cannot say what it is.
    ThinAir,
    /// The solver answered “unknown”, for the reason it gives.
    Solver(String),
    /// The memory that the process may use was used up.
    Memory {
        /// It may use so many bytes.
        limit: u64,
    },
    /// The run was interrupted.
    Interrupted,
    /// There was a panic with this message: a fault of this program, or of a library.
    Panic(String),
    /// There are more answers than are listed.
    TooMany {
        /// What was to be listed.
        what: Listed,
        /// How many are listed at most.
        limit: usize,
    },
    /// The engine cannot answer questions under undef semantics.
    UndefSemantics,
    /// The solver's execution violates these axioms when the model is evaluated on it: a fault of this program.
    Disagreement(Vec<String>),
    /// Something that the question is about is not modelled: this.
    NotModelled(String),
    /// Two models say the same of the execution by which the solver tells them apart: a fault of this program.
    NotApart,
}

/// What may be too many to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Final states of a test.
    States,
    /// Candidate executions of a test.
    Executions,
    /// Micro-events of one execution on hardware.
    MicroEvents,
}

impl From<Exceeded> for Inconclusive {
    fn from(why: Exceeded) -> Self {
        match why {
            Exceeded::Time(timeout) => Inconclusive::Deadline { timeout },
            Exceeded::Memory(limit) => Inconclusive::Memory { limit },
            Exceeded::Interrupted => Inconclusive::Interrupted,
            Exceeded::Panic(message) => Inconclusive::Panic(message),
        }
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Listed::States => "final states",
            Listed::Executions => "executions",
            Listed::MicroEvents => "micro-events",
        })
    }
}

impl Inconclusive {
    /// States of executions that exceed the unroll bound are counted up to this number.
    pub const MOST_BEYOND_BOUND: usize = 100;

    /// What z3 gives as its reason for an unknown answer. Where it was interrupted, what was exceeded is known apart.
    pub fn of_solver(reason: Option<String>) -> Self {
        Inconclusive::Solver(reason.unwrap_or_else(|| "no reason given".into()))
    }

    /// Whether another engine may have an answer: what is wrong is not the test's.
    pub fn is_limit_of_engine(&self) -> bool {
        match self {
            Inconclusive::Budget { .. }
            | Inconclusive::Deadline { .. }
            | Inconclusive::ThinAir
            | Inconclusive::Solver(_)
            | Inconclusive::Memory { .. }
            | Inconclusive::Interrupted
            | Inconclusive::Panic(_)
            | Inconclusive::TooMany { .. }
            | Inconclusive::UndefSemantics
            | Inconclusive::Disagreement(_)
            | Inconclusive::NotApart => true,
            Inconclusive::NotModelled(_)
            | Inconclusive::UnrollBound { .. }
            | Inconclusive::RaceBeyondBound { .. }
            | Inconclusive::Vacuous
            | Inconclusive::NotRaised { .. }
            | Inconclusive::Refused(_) => false,
        }
    }

    /// Whether it is due to the unroll bound, so that more turns of loops may decide it.
    pub fn is_of_bound(&self) -> bool {
        self.cause() == Cause::UnrollBound
    }

    /// Whether time or memory was used up, or something failed, so that there might be a verdict otherwise.
    pub fn is_of_resources(&self) -> bool {
        matches!(self.cause(), Cause::Deadline | Cause::Memory | Cause::Interrupted | Cause::Fault)
    }

    /// The cause, for programs that read the JSON.
    pub fn cause(&self) -> Cause {
        match self {
            Inconclusive::Budget { .. } => Cause::Budget,
            Inconclusive::Deadline { .. } => Cause::Deadline,
            Inconclusive::UnrollBound { .. }
            | Inconclusive::RaceBeyondBound { .. }
            | Inconclusive::Vacuous
            | Inconclusive::NotRaised { .. } => Cause::UnrollBound,
            Inconclusive::ThinAir => Cause::ThinAir,
            Inconclusive::Solver(_) => Cause::Solver,
            Inconclusive::Memory { .. } => Cause::Memory,
            Inconclusive::Interrupted => Cause::Interrupted,
            Inconclusive::Panic(_) => Cause::Fault,
            Inconclusive::TooMany { .. } | Inconclusive::Refused(_) => Cause::TooMany,
            Inconclusive::UndefSemantics => Cause::UndefSemantics,
            Inconclusive::NotModelled(_) => Cause::NotModelled,
            Inconclusive::Disagreement(_) | Inconclusive::NotApart => Cause::Disagreement,
        }
    }
}

impl fmt::Display for Inconclusive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Inconclusive::Budget { steps } => write!(f, "the search budget of {steps} steps is used up"),
            Inconclusive::Deadline { timeout } => {
                write!(f, "no answer within {} s", timeout.as_millis() as f64 / 1000.0)
            }
            Inconclusive::UnrollBound { states: 1 } => f.write_str("unroll bound exceeded: executions stop in 1 state"),
            Inconclusive::UnrollBound { states } if *states > Self::MOST_BEYOND_BOUND => {
                write!(f, "unroll bound exceeded: executions stop in more than {} states", Self::MOST_BEYOND_BOUND)
            }
            Inconclusive::UnrollBound { states } => {
                write!(f, "unroll bound exceeded: executions stop in {states} states")
            }
            Inconclusive::RaceBeyondBound { flag } => {
                write!(f, "unroll bound exceeded: {flag} in an execution that needs more iterations of a loop")
            }
            Inconclusive::Vacuous => {
                f.write_str("no execution has its loops end within the unroll bounds, which was assumed of all")
            }
            Inconclusive::NotRaised { open, why } => {
                write!(f, "{open}; the bound could not be raised further: {why}")
            }
            Inconclusive::Refused(why) => f.write_str(why),
            Inconclusive::ThinAir => {
                f.write_str("a value may come out of thin air, and enumeration cannot say which: `--engine smt` can")
            }
            Inconclusive::Solver(reason) => write!(f, "the solver is inconclusive: {reason}"),
            Inconclusive::Memory { limit } => write!(f, "more than {} MB of memory would be needed", limit >> 20),
            Inconclusive::Interrupted => f.write_str("the run was interrupted"),
            Inconclusive::Panic(message) => write!(f, "a fault of this program, or of a library: {message}"),
            Inconclusive::TooMany { what, limit } => write!(f, "more than {limit} {what}"),
            Inconclusive::UndefSemantics => {
                f.write_str("enumeration does not know undef semantics: `--engine smt` does")
            }
            Inconclusive::Disagreement(axioms) => {
                write!(f, "the solver's execution violates {}: a fault of this program", axioms.join(", "))
            }
            Inconclusive::NotModelled(what) => write!(f, "not modelled: {what}"),
            Inconclusive::NotApart => f.write_str(
                "models say the same of the execution by which the solver tells them apart: a fault of this program",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_up_is_said() {
        let text = |why| Inconclusive::from(why).to_string();
        assert_eq!(text(Exceeded::Time(Duration::from_millis(1500))), "no answer within 1.5 s");
        assert_eq!(text(Exceeded::Memory(100 << 20)), "more than 100 MB of memory would be needed");
        assert_eq!(text(Exceeded::Interrupted), "the run was interrupted");
        assert_eq!(text(Exceeded::Panic("oh".into())), "a fault of this program, or of a library: oh");
    }

    #[test]
    fn few_and_many_states_beyond_the_bound_read_well() {
        let text = |states| Inconclusive::UnrollBound { states }.to_string();
        assert!(text(1).ends_with("in 1 state"));
        assert!(text(100).ends_with("in 100 states"));
        assert!(text(101).ends_with("in more than 100 states"));
    }

    #[test]
    fn what_the_test_exceeds_is_no_limit_of_an_engine() {
        let of_engines = [
            Inconclusive::Budget { steps: 1 },
            Inconclusive::ThinAir,
            Inconclusive::Memory { limit: 1 },
            Inconclusive::UndefSemantics,
            Inconclusive::TooMany { what: Listed::States, limit: 1 },
        ];
        assert!(of_engines.iter().all(Inconclusive::is_limit_of_engine));
        // Another engine would say the same.
        let of_tests = [Inconclusive::UnrollBound { states: 1 }, Inconclusive::RaceBeyondBound { flag: "race".into() }];
        assert!(!of_tests.iter().any(Inconclusive::is_limit_of_engine));
    }
}
