//! Events: what an execution is made of.

use super::barrier::BarrierObject;
use super::expr::ExprId;
use super::ir::{EventId, ObjectId, ThreadId};
use crate::llvm::{AddressSpace, Ordering, ScopeLevel, SyncScope, TagSet};
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::Span;

/// What an event does; it decides which of the other fields mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// A load, or the reading half of a read-modify-write.
    Read,
    /// A store, the writing half of a read-modify-write, or the initial write of an object.
    Write,
    /// A fence: it accesses no memory, but orders what is around it.
    Fence,
    /// Sets how many arrivals a named barrier expects.
    BarrierInit,
    /// Joins a named barrier, so that its thread may wait there.
    BarrierJoin,
    /// Drops a barrier, which expects one arrival less.
    BarrierDrop,
    /// All threads of a workgroup have ended and not dropped the barrier of their cluster.
    BarrierKept,
    /// Arrives at a barrier; the pairs of arrive and wait are the structure's `meetings`.
    Arrive,
    /// Waits at a barrier until as many have arrived as are expected.
    Wait,
    /// Initiates an asynchronous operation, whose accesses have it as their `initiator`.
    Initiate,
    /// Waits for asyncmarks; the pairs of accesses and waits are the structure's `completions`.
    WaitAsync,
    /// The thread's dispatch begins: those that are to be complete before are. With an ordering, it is also the acquire fence of the packet.
    Launch,
    /// The thread's dispatch is complete, as far as the thread is concerned. With an ordering, it is also the release fence of the packet.
    Complete,
}

/// An event that an execution may have. All but its guard, address and value is known before the search: an access that may
/// reach several address spaces is one event for each, and a `cmpxchg` is one pair for success and a read for failure.
#[derive(Clone, Debug)]
pub struct Event {
    /// The thread whose event it is; `None` for an initial write.
    pub thread: Option<ThreadId>,
    /// Whether it reads, writes, is a fence or half of a barrier.
    pub kind: EventKind,
    /// Whether an execution has it, as a truth value of the structure's expressions.
    pub guard: ExprId,
    /// What a read or write accesses.
    pub access: Option<Label>,
    /// The ordering of an atomic or fence that counts as one, a packet's among them: `None` too for an atomic in a space without atomics.
    pub ordering: Option<Ordering>,
    /// The scope; that of an access to LDS at most workgroup.
    pub scope: SyncScope,
    /// The scope's level as its instruction spells it.
    pub written_level: ScopeLevel,
    /// The MMRA tags that its instruction carries, without those that it does not recognize; empty for an initial write.
    pub tags: TagSet,
    /// Whether its instruction is a `volatile` access.
    pub volatile: bool,
    /// Whether its instruction carries `!nontemporal` metadata.
    pub nontemporal: bool,
    /// Whether it is of a turn of a loop that its thread repeats forever.
    pub endless: bool,
    /// The barrier object that it is an operation on.
    pub barrier: Option<BarrierObject>,
    /// What initiates the asynchronous operation that it is of, which is executed outside its thread: in program order with no other event of that.
    pub initiator: Option<EventId>,
    /// The other half of a read-modify-write: the write of a read, the read of a write.
    pub rmw: Option<EventId>,
    /// The reads whose values its address, its value and its being executed depend on, in this order.
    pub dependencies: [Vec<EventId>; 3],
    /// Where its instruction stands in the test; for an initial write, the declaration of the object.
    pub span: Span,
}

/// The access of a read or write event.
#[derive(Clone, Debug)]
pub struct Label {
    /// The address: the number of an object, as [`ObjectId::address`] gives it.
    pub address: ExprId,
    /// The objects it may be, all in one space.
    pub may: Vec<ObjectId>,
    /// The value read or written, of type `ty`.
    pub value: ExprId,
    /// The type of the value: that of every object it may access.
    pub ty: Type,
    /// The space the objects are in.
    pub space: AddressSpace,
    /// The space that the instruction names: generic, or the same as `space`.
    pub named_space: AddressSpace,
}

impl Event {
    /// An event without access, ordering or dependencies.
    pub fn new(thread: Option<ThreadId>, kind: EventKind, guard: ExprId, span: Span) -> Self {
        Event {
            thread,
            kind,
            guard,
            access: None,
            ordering: None,
            scope: SyncScope::SYSTEM,
            written_level: ScopeLevel::System,
            tags: TagSet::default(),
            volatile: false,
            nontemporal: false,
            endless: false,
            barrier: None,
            initiator: None,
            rmw: None,
            dependencies: Default::default(),
            span,
        }
    }

    /// Whether it is a load, or the reading half of a read-modify-write.
    pub fn is_read(&self) -> bool {
        self.kind == EventKind::Read
    }

    /// Whether it is a store, the writing half of a read-modify-write, or an initial write.
    pub fn is_write(&self) -> bool {
        self.kind == EventKind::Write
    }

    /// Whether it is the write that gives an object its first value: such a write is of no thread, and before all others of its object.
    pub fn is_initial(&self) -> bool {
        self.thread.is_none()
    }
}
