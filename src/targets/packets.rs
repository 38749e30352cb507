//! What the packet processor does at the ends of dispatches, as instructions of the waves.

use super::file::or_inherited;
use crate::syntax::litmus::ast::FenceScope;
use serde::Deserialize;

/// The instructions that stand for what the packet processor does for each wave.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// How it reads a signal.
    pub signal_load: String,
    /// How it decrements one.
    pub signal_atomic: String,
}

/// As written: what is left out is that of the target it is like.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawPackets {
    own: Option<Vec<String>>,
    launch: Option<Vec<String>>,
    acquire_agent: Option<Vec<String>>,
    acquire_system: Option<Vec<String>>,
    begin: Option<Vec<String>>,
    release_agent: Option<Vec<String>>,
    release_system: Option<Vec<String>>,
    complete: Option<Vec<String>>,
    signal_load: Option<String>,
    signal_atomic: Option<String>,
}

impl RawPackets {
    /// All of it, with what the target that it is like has.
    ///
    /// # Errors
    /// A key that neither says.
    pub fn over(self, base: Option<&Packets>) -> Result<Packets, &'static str> {
        Ok(Packets {
            own: or_inherited(self.own, base, |base| &base.own).ok_or("packets.own")?,
            launch: or_inherited(self.launch, base, |base| &base.launch).ok_or("packets.launch")?,
            acquire_agent: or_inherited(self.acquire_agent, base, |base| &base.acquire_agent)
                .ok_or("packets.acquire_agent")?,
            acquire_system: or_inherited(self.acquire_system, base, |base| &base.acquire_system)
                .ok_or("packets.acquire_system")?,
            begin: or_inherited(self.begin, base, |base| &base.begin).ok_or("packets.begin")?,
            release_agent: or_inherited(self.release_agent, base, |base| &base.release_agent)
                .ok_or("packets.release_agent")?,
            release_system: or_inherited(self.release_system, base, |base| &base.release_system)
                .ok_or("packets.release_system")?,
            complete: or_inherited(self.complete, base, |base| &base.complete).ok_or("packets.complete")?,
            signal_load: or_inherited(self.signal_load, base, |base| &base.signal_load).ok_or("packets.signal_load")?,
            signal_atomic: or_inherited(self.signal_atomic, base, |base| &base.signal_atomic)
                .ok_or("packets.signal_atomic")?,
        })
    }
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
