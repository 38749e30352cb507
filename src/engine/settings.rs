//! How questions are answered.

use std::time::Duration;

/// What a race means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RaceSemantics {
    /// The program is undefined (HSA).
    #[default]
    CatchFire,
    /// A read that races returns `undef`, any value; only branching on it or using it as an address is undefined (LLVM
    /// language reference, Memory Model for Concurrent Operations and Undefined Values). A value that has passed through
    /// memory counts as a fixed one.
    Undef,
}

/// Who decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineChoice {
    /// Enumeration within a search budget, and the solver for what that leaves inconclusive.
    #[default]
    Auto,
    /// Enumeration alone.
    Enumerate,
    /// The solver alone.
    Smt,
}

/// How questions are answered.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// By whom.
    pub engine: EngineChoice,
    /// What each question may take.
    pub timeout: Duration,
    /// What a race means.
    pub races: RaceSemantics,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { engine: EngineChoice::Auto, timeout: Duration::from_secs(60), races: RaceSemantics::CatchFire }
    }
}
