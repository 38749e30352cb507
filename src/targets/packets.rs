//! What the packet processor does at the ends of dispatches, as instructions of the waves.

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
        let or_inherited = |own: Option<Vec<String>>, field: fn(&Packets) -> &Vec<String>, key: &'static str| {
            own.or_else(|| base.map(|base| field(base).clone())).ok_or(key)
        };
        let signal = |own: Option<String>, field: fn(&Packets) -> &String, key: &'static str| {
            own.or_else(|| base.map(|base| field(base).clone())).ok_or(key)
        };
        Ok(Packets {
            own: or_inherited(self.own, |base| &base.own, "packets.own")?,
            launch: or_inherited(self.launch, |base| &base.launch, "packets.launch")?,
            acquire_agent: or_inherited(self.acquire_agent, |base| &base.acquire_agent, "packets.acquire_agent")?,
            acquire_system: or_inherited(self.acquire_system, |base| &base.acquire_system, "packets.acquire_system")?,
            begin: or_inherited(self.begin, |base| &base.begin, "packets.begin")?,
            release_agent: or_inherited(self.release_agent, |base| &base.release_agent, "packets.release_agent")?,
            release_system: or_inherited(self.release_system, |base| &base.release_system, "packets.release_system")?,
            complete: or_inherited(self.complete, |base| &base.complete, "packets.complete")?,
            signal_load: signal(self.signal_load, |base| &base.signal_load, "packets.signal_load")?,
            signal_atomic: signal(self.signal_atomic, |base| &base.signal_atomic, "packets.signal_atomic")?,
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
