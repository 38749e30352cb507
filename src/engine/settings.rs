//! How questions are answered: by which engine, within which time, and under which race semantics.

use crate::allowance::Allowance;
use crate::program::Ends;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a race means for the program that has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RaceSemantics {
    /// Catch-fire semantics: the program is undefined (HSA).
    #[default]
    CatchFire,
    /// Undef semantics: a read that races returns `undef`, any value; only branching on it or using it as an address is undefined (LLVM
    /// language reference, Memory Model for Concurrent Operations and Undefined Values). A value that has passed through
    /// memory counts as a fixed one.
    Undef,
}

/// Which engine answers questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineChoice {
    /// Enumeration within a search budget, and the solver for what that leaves inconclusive.
    #[default]
    Auto,
    /// Enumeration alone, without a search budget.
    Enumerate,
    /// The solver (z3) alone.
    Smt,
}

/// How questions are answered, the same for all questions about a test.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Which engine answers, or both in turn.
    pub engine: EngineChoice,
    /// The time that all work on one test may take; zero leaves every question inconclusive.
    pub timeout: Duration,
    /// Set where the run is interrupted, which ends the work on a test; none if the test is to be decided still.
    pub stop: Option<&'static AtomicBool>,
    /// Whether loops that await nothing are assumed to end within their unroll bounds.
    pub ends: Ends,
    /// Whether a race makes the program undefined or its reads `undef`; enumeration answers only for the first.
    pub races: RaceSemantics,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            engine: EngineChoice::Auto,
            timeout: Duration::from_secs(60),
            stop: None,
            ends: Ends::Shown,
            races: RaceSemantics::CatchFire,
        }
    }
}

impl Settings {
    /// How it is asked what shows that a state is allowed or forbidden: by enumeration where it can, whichever engine has found that, so that the same execution
    /// shows it; and a solver finds the first of many by listing all.
    pub fn explaining(self) -> Settings {
        let engine = match self.engine {
            EngineChoice::Smt => EngineChoice::Auto,
            EngineChoice::Auto | EngineChoice::Enumerate => self.engine,
        };
        Settings { engine, ..self }
    }

    /// What the work on one test may use.
    pub fn allowance(&self) -> Allowance {
        Allowance { timeout: self.timeout, stop: self.stop }
    }
}
