//! The tree of queues: packets that launch dispatches in order (LLVM 24, AMDGPU user guide, Kernel Dispatch, lines 6998-7023; the HSA Platform System
//! Architecture Specification that it refers to, AQL packets).

use super::ast::{At, Name};
use crate::llvm::ScopeLevel;

/// `queue 0 @ agent 0 { … }`: a queue of packets, which the packet processor of an agent takes in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Queue {
    /// The number that tells it from others.
    pub number: At<u32>,
    /// `(agent, 0)` as written.
    pub agent: At<(Name, u32)>,
    /// The packets in the order of the queue.
    pub packets: Vec<At<Packet>>,
    /// The place of the block, from the word `queue` to its closing brace.
    pub place: At<()>,
}

/// `dispatch 0 barrier acquire agent release system`
#[derive(Clone, Debug, PartialEq)]
pub struct Packet {
    /// What it is.
    pub kind: PacketKind,
    /// Its barrier bit: it begins when all packets before it in the queue are complete.
    pub barrier: bool,
    /// The scope of the acquire fence before what it launches.
    pub acquire: FenceScope,
    /// The scope of the release fence after that is complete.
    pub release: FenceScope,
    /// The completion signal: the object that is decremented when that is complete.
    pub signal: Option<Name>,
}

/// The kinds of packets.
#[derive(Clone, Debug, PartialEq)]
pub enum PacketKind {
    /// A kernel dispatch packet, by the number of its dispatch.
    Dispatch(At<u32>),
    /// A barrier-AND packet: it is complete when all of these are, and no packet after it in the queue begins before.
    BarrierAnd(Vec<At<Awaited>>),
    /// A barrier-OR packet: it is complete when one of these is.
    BarrierOr(Vec<At<Awaited>>),
}

/// What a barrier packet waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Awaited {
    /// That a dispatch is complete.
    Dispatch(u32),
    /// That the value of a signal, an object, is 0.
    Signal(String),
}

crate::llvm::words_enum! {
    /// The scope of a packet's fence.
    FenceScope {
        /// There is no fence.
        None = "none",
        /// The fence is of agent scope.
        Agent = "agent",
        /// The fence is of system scope.
        System = "system",
    }
}

impl FenceScope {
    /// The scope level of the fence, if there is one.
    pub fn level(self) -> Option<ScopeLevel> {
        match self {
            FenceScope::None => None,
            FenceScope::Agent => Some(ScopeLevel::Agent),
            FenceScope::System => Some(ScopeLevel::System),
        }
    }
}

impl Awaited {
    /// The number of the dispatch that it is, if it is one.
    pub fn dispatch(&self) -> Option<u32> {
        if let Awaited::Dispatch(number) = self { Some(*number) } else { None }
    }
}

impl std::fmt::Display for Awaited {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Awaited::Dispatch(number) => write!(f, "{number}"),
            Awaited::Signal(name) => f.write_str(name),
        }
    }
}
