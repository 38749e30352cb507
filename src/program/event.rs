//! Events: what an execution is made of.

use super::expr::ExprId;
use super::ir::{EventId, ObjectId, ThreadId};
use crate::llvm::{AddressSpace, Ordering, SyncScope, TagSet};
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::Span;

/// What an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Reads memory.
    Read,
    /// Writes memory.
    Write,
    /// A fence.
    Fence,
    /// Arrives at the workgroup barrier.
    Arrive,
    /// Waits at the workgroup barrier.
    Wait,
}

/// An event that an execution may have. All but its guard, address and value is known before solving: an access that may
/// reach several address spaces is one event for each, and a `cmpxchg` is one pair for success and a read for failure.
#[derive(Clone, Debug)]
pub struct Event {
    /// Whose it is; `None` for an initial write.
    pub thread: Option<ThreadId>,
    /// What it is.
    pub kind: EventKind,
    /// Whether an execution has it.
    pub guard: ExprId,
    /// What a read or write accesses.
    pub access: Option<Label>,
    /// The ordering of an atomic or fence that counts as one: `None` too for an atomic in a space without atomics.
    pub ordering: Option<Ordering>,
    /// The scope; that of an access to LDS at most workgroup.
    pub scope: SyncScope,
    /// Its MMRA tags.
    pub tags: TagSet,
    /// Whether it is volatile.
    pub volatile: bool,
    /// Whether it is nontemporal.
    pub nontemporal: bool,
    /// The other half of a read-modify-write.
    pub rmw: Option<EventId>,
    /// The reads whose values its address, its value and its being executed depend on.
    pub dependencies: [Vec<EventId>; 3],
    /// Its instruction.
    pub span: Span,
}

/// The access of a read or write event.
#[derive(Clone, Debug)]
pub struct Label {
    /// The address: the number of an object.
    pub address: ExprId,
    /// The objects it may be, all in one space.
    pub may: Vec<ObjectId>,
    /// The value read or written.
    pub value: ExprId,
    /// Its type.
    pub ty: Type,
    /// The space the objects are in.
    pub space: AddressSpace,
    /// The space the instruction names.
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
            tags: TagSet::default(),
            volatile: false,
            nontemporal: false,
            rmw: None,
            dependencies: Default::default(),
            span,
        }
    }

    /// Whether it reads.
    pub fn is_read(&self) -> bool {
        self.kind == EventKind::Read
    }

    /// Whether it writes.
    pub fn is_write(&self) -> bool {
        self.kind == EventKind::Write
    }

    /// Whether it is an initial write.
    pub fn is_initial(&self) -> bool {
        self.thread.is_none()
    }
}
