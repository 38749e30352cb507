//! Sync scopes.

use super::words::words_enum;

words_enum! {
    /// The levels of the thread tree, innermost first (LLVM 24, AMDGPUMemoryModel, AMDGPU scopes).
    ScopeLevel {
        /// One thread.
        Singlethread = "singlethread",
        /// The threads that share an instruction stream.
        Wavefront = "wavefront",
        /// A work-group.
        Workgroup = "workgroup",
        /// A cluster of work-groups.
        Cluster = "cluster",
        /// A device.
        Agent = "agent",
        /// Everything.
        System = "system",
    }
}

/// A sync scope: a level, and whether it is the `one-as` form
/// (LLVM 24, AMDGPU user guide, Memory Scopes, table of sync scopes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SyncScope {
    /// How far it reaches.
    pub level: ScopeLevel,
    /// Whether only one address space is synchronized.
    pub one_as: bool,
}

impl SyncScope {
    /// The default, `system`.
    pub const SYSTEM: SyncScope = SyncScope { level: ScopeLevel::System, one_as: false };

    /// Every scope, widest first.
    pub fn all() -> impl Iterator<Item = SyncScope> {
        ScopeLevel::ALL.iter().rev().flat_map(|&level| [false, true].map(|one_as| SyncScope { level, one_as }))
    }

    /// The scope of a `syncscope("…")` string.
    pub fn parse(word: &str) -> Option<SyncScope> {
        Self::all().find(|scope| scope.to_string() == word)
    }
}

impl std::fmt::Display for SyncScope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.level, self.one_as) {
            (ScopeLevel::System, false) => Ok(()),
            (ScopeLevel::System, true) => f.write_str("one-as"),
            (level, false) => f.write_str(level.as_str()),
            (level, true) => write!(f, "{level}-one-as"),
        }
    }
}
