//! What the source of a test is on targets that launch workgroups in clusters, and on those that do not.

use crate::llvm::ScopeLevel;
use crate::program::{EventStructure, Program};
use crate::targets::Target;
use std::sync::Arc;

/// A test's source by whether a target has clusters: where it has none, cluster scope is agent scope, wherever threads are placed (LLVM 24, AMDGPU user
/// guide, Memory Scopes, line 2194).
pub struct Platforms<'a> {
    structure: &'a EventStructure,
    /// The same without clusters, where that makes a difference.
    without: Option<EventStructure>,
}

impl<'a> Platforms<'a> {
    /// What a test is on every platform.
    pub fn new(structure: &'a EventStructure) -> Platforms<'a> {
        let is_of_cluster = structure.events.iter().any(|event| event.scope.level == ScopeLevel::Cluster);
        let is_placed = structure.program.threads.iter().any(|thread| thread.position.cluster.is_some());
        let without = || {
            let program = Program { may_have_clusters: false, ..(*structure.program).clone() };
            EventStructure { program: Arc::new(program), ..structure.clone() }
        };
        Platforms { structure, without: (is_of_cluster || is_placed).then(without) }
    }

    /// The platforms on which the source differs.
    pub fn structures(&self) -> impl Iterator<Item = &EventStructure> {
        std::iter::once(self.structure).chain(&self.without)
    }

    /// The number of a target's platform among [`structures`](Self::structures).
    pub fn number(&self, target: &Target) -> usize {
        usize::from(!target.cluster && self.without.is_some())
    }
}
