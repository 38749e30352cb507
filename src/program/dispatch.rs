//! Dispatches: which of them are complete before which begin, and what the packet processor does at both ends of one.

use super::ids::ObjectId;
use crate::syntax::litmus::ast::FenceScope;
use crate::syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What begins and is complete: a dispatch, or something that the packet processor does as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PacketId {
    /// The dispatch of this number.
    Dispatch(u32),
    /// The barrier packet of this number among those of the test that have fences or a signal: a dispatch without code.
    Barrier(u32),
    /// The decrement of the completion signal of the dispatch of this number.
    SignalOfDispatch(u32),
    /// That of the barrier packet of this number.
    SignalOfBarrier(u32),
}

impl PacketId {
    /// The decrement of its completion signal; `None` of one that is a decrement itself.
    pub fn signal(self) -> Option<PacketId> {
        match self {
            PacketId::Dispatch(number) => Some(PacketId::SignalOfDispatch(number)),
            PacketId::Barrier(number) => Some(PacketId::SignalOfBarrier(number)),
            PacketId::SignalOfDispatch(_) | PacketId::SignalOfBarrier(_) => None,
        }
    }
}

impl std::fmt::Display for PacketId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PacketId::Dispatch(number) => write!(f, "dispatch {number}"),
            PacketId::Barrier(number) => write!(f, "barrier {number}"),
            PacketId::SignalOfDispatch(number) => write!(f, "signal of dispatch {number}"),
            PacketId::SignalOfBarrier(number) => write!(f, "signal of barrier {number}"),
        }
    }
}

/// A dispatch of a test with queues.
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// The agent on which it runs: that of its queue.
    pub agent: u32,
    /// The scope of the acquire fence before its waves begin.
    pub acquire: FenceScope,
    /// The scope of the release fence after its waves have ended.
    pub release: FenceScope,
    /// What is complete before it begins.
    pub after: BTreeSet<PacketId>,
    /// The dispatches of its queue whose packets are published before it begins: those before it, and its own.
    pub published: BTreeSet<u32>,
    /// The signals that barrier packets before it wait for: of each list one is 0 before it begins.
    pub signals: Vec<Vec<ObjectId>>,
    /// Its completion signal, which is decremented when it is complete.
    pub signal: Option<ObjectId>,
    /// Where its packet stands in the test.
    pub span: Span,
}

impl Dispatch {
    /// A dispatch without fences that waits for nothing.
    pub fn new(agent: u32, span: Span) -> Dispatch {
        Dispatch {
            agent,
            acquire: FenceScope::None,
            release: FenceScope::None,
            after: BTreeSet::new(),
            published: BTreeSet::new(),
            signals: Vec::new(),
            signal: None,
            span,
        }
    }
}

/// The dispatches of a test, and what the packet processor does as such; none where the test has no queues.
pub type Dispatches = BTreeMap<PacketId, Dispatch>;

/// What becomes of a packet: what the packet processor does for a thread at an end of its dispatch, and what the host does before (LLVM 24, AMDGPU user guide,
/// Kernel Dispatch, lines 6998-7023).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// Its dispatch begins: what is to be complete before is, and then comes the acquire fence of this scope.
    Launch(FenceScope),
    /// Its dispatch is complete, after the release fence of this scope.
    Complete(FenceScope),
    /// The thread publishes the packet of this dispatch: what it writes last of it is a store-release of system scope.
    Submit(u32),
}
