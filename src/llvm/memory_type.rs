//! What memory is, to agents that share it.

use super::words::words_enum;

words_enum! {
    /// How memory is kept coherent between agents (LLVM 24, AMDGPU user guide, Memory Model GFX90A).
    Granularity {
        /// The hardware keeps it coherent, also while agents access it at the same time.
        Fine = "fine",
        /// Write-backs and invalidations have to keep it coherent.
        Coarse = "coarse",
    }
}

/// The granularity and home of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryType {
    /// Who keeps it coherent between agents.
    pub granularity: Granularity,
    /// The agent or host whose memory it is.
    pub home: Home,
}

/// Whose memory it is: what probes a cache depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Home {
    /// Memory of the agent of this number, as placements name it.
    Agent(u32),
    /// Memory of the host, which is of no agent.
    Host,
}

impl std::fmt::Display for MemoryType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} @ {}", self.granularity, self.home)
    }
}

impl std::fmt::Display for Home {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Home::Agent(agent) => write!(f, "agent {agent}"),
            Home::Host => f.write_str("host"),
        }
    }
}
