//! Sync scopes, the levels of the scope tree that they are of, and their `one-as` forms.

use super::words::words_enum;

words_enum! {
    /// The levels of the scope tree, innermost first (LLVM 24, AMDGPUMemoryModel, AMDGPU scopes).
    ScopeLevel {
        /// One thread, that is, one lane of a wavefront.
        Singlethread = "singlethread",
        /// The threads that share an instruction stream.
        Wavefront = "wavefront",
        /// The threads that share LDS and the workgroup barrier.
        Workgroup = "workgroup",
        /// The work-groups of a cluster; an agent where the target has no clusters.
        Cluster = "cluster",
        /// The threads of one device.
        Agent = "agent",
        /// All threads of all agents, and the host.
        System = "system",
    }
}

/// A sync scope: a scope level, and whether it is the `one-as` form
/// (LLVM 24, AMDGPU user guide, Memory Scopes, table of sync scopes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SyncScope {
    /// The scope level whose instance around a thread it synchronizes.
    pub level: ScopeLevel,
    /// Whether only one address space is synchronized.
    pub one_as: bool,
}

impl SyncScope {
    /// The scope of what names none: all threads, all address spaces.
    pub const SYSTEM: SyncScope = SyncScope { level: ScopeLevel::System, one_as: false };

    /// Every scope, widest first, each before its `one-as` form.
    pub fn every_scope() -> impl Iterator<Item = SyncScope> {
        ScopeLevel::ALL.iter().rev().flat_map(|&level| [false, true].map(|one_as| SyncScope { level, one_as }))
    }

    /// The scope of a `syncscope("…")` string; `None` if LLVM has no such scope for AMDGPU.
    pub fn parse(word: &str) -> Option<SyncScope> {
        Self::every_scope().find(|scope| scope.to_string() == word)
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
