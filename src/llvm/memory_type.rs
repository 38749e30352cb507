//! What memory is, to agents that share it.

use super::words::words_enum;

words_enum! {
    /// How memory is kept coherent between agents (LLVM 24, AMDGPU user guide, Memory Model GFX90A).
    Granularity {
        /// By the hardware.
        Fine = "fine",
        /// By write-backs and invalidations.
        Coarse = "coarse",
    }
}

/// The granularity and home of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryType {
    /// How it is kept coherent.
    pub granularity: Granularity,
    /// Where it is.
    pub home: Home,
}

/// Where memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// Local to an agent.
    Agent(u32),
    /// The host's.
    Host,
}

impl std::fmt::Display for MemoryType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.home {
            Home::Agent(agent) => write!(f, "{} @ agent {agent}", self.granularity),
            Home::Host => write!(f, "{} @ host", self.granularity),
        }
    }
}
