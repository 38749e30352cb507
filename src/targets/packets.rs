//! What the packet processor does at the ends of dispatches, as instructions of the waves.

use crate::syntax::litmus::ast::FenceScope;
use serde::Deserialize;

/// The instructions that stand for what the packet processor does for each wave.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Packets {
    /// The names among the following that no instruction has.
    pub own: Vec<String>,
    /// Before the first instruction of a wave, whatever the fences: what it is to begin after is complete.
    pub launch: Vec<String>,
    /// After that, by an acquire fence of agent scope.
    pub acquire_agent: Vec<String>,
    /// After that, by an acquire fence of system scope.
    pub acquire_system: Vec<String>,
    /// After that, whatever the fences: caches are invalidated.
    pub begin: Vec<String>,
    /// After the last instruction of a wave, by a release fence of agent scope.
    pub release_agent: Vec<String>,
    /// After the last instruction of a wave, by a release fence of system scope.
    pub release_system: Vec<String>,
    /// After that, whatever the fences: what is outstanding is complete, and so is the dispatch.
    pub complete: Vec<String>,
}

impl Packets {
    /// What an acquire fence of a scope is.
    pub fn acquire(&self, scope: FenceScope) -> &[String] {
        match scope {
            FenceScope::None => &[],
            FenceScope::Agent => &self.acquire_agent,
            FenceScope::System => &self.acquire_system,
        }
    }

    /// What a release fence of a scope is.
    pub fn release(&self, scope: FenceScope) -> &[String] {
        match scope {
            FenceScope::None => &[],
            FenceScope::Agent => &self.release_agent,
            FenceScope::System => &self.release_system,
        }
    }
}
