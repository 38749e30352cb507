//! What the source of a test is on targets that launch workgroups in clusters, and on those that do not.

use crate::llvm::ScopeLevel;
use crate::program::{EventStructure, Program};
use crate::targets::Target;
use std::borrow::Cow;
use std::sync::Arc;

/// The kind of target that a source is asked for. Where there are no clusters, cluster scope is agent scope, wherever threads are placed (LLVM 24, AMDGPU
/// user guide, Memory Scopes, line 2194).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Platform {
    /// A target that may launch workgroups in clusters, or any, if the source is the same on all.
    Clusters,
    /// A target that has no clusters, where that makes a difference.
    NoClusters,
}

impl Platform {
    /// That of a target, as far as a test tells targets apart.
    pub fn of(test: &EventStructure, target: &Target) -> Platform {
        let is_of_cluster = || test.events.iter().any(|event| event.scope.level == ScopeLevel::Cluster);
        let is_placed = || test.program.threads.iter().any(|thread| thread.position.cluster.is_some());
        if !target.cluster && (is_of_cluster() || is_placed()) { Platform::NoClusters } else { Platform::Clusters }
    }

    /// What a test is on it.
    pub fn source(self, test: &EventStructure) -> Cow<'_, EventStructure> {
        match self {
            Platform::Clusters => Cow::Borrowed(test),
            Platform::NoClusters => {
                let program = Program { may_have_clusters: false, ..(*test.program).clone() };
                Cow::Owned(EventStructure { program: Arc::new(program), ..test.clone() })
            }
        }
    }
}
