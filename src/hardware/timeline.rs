//! What a machine does in an execution: operations, and the points in time that each has.

use super::chip::Control;
use crate::lowering::machine::MachineInstr;
use crate::program::{EventId, ObjectId, ThreadId};
use crate::syntax::hardware::ast::Counted;

/// An operation of the machine as it is executed.
pub struct Op<'a> {
    pub thread: ThreadId,
    /// The instruction; `None` for a decision of control flow.
    pub instr: Option<&'a MachineInstr>,
    /// When it is issued; for one that waits, when it no longer does.
    pub issue: u32,
    pub what: What,
}

/// What an operation does.
pub enum What {
    Access(Access),
    /// Invalidates levels, or writes back to one, in its turn at the first level; a write-back is done later.
    Cache {
        control: Control,
        turn: u32,
        done: u32,
    },
    Other,
}

/// An access to memory.
pub struct Access {
    pub read: Option<EventId>,
    pub write: Option<EventId>,
    pub object: ObjectId,
    pub lds: bool,
    /// How many levels a load passes by without hitting.
    pub bypassed: usize,
    /// Whether it is one operation that reads and writes where memory is coherent.
    pub atomic: bool,
    pub returns: bool,
    /// By level.
    pub at: Vec<u32>,
}

impl Access {
    /// Whether it only reads, and may hit.
    pub fn is_load(&self) -> bool {
        !self.atomic && self.write.is_none()
    }

    /// Whether it only writes.
    pub fn is_store(&self) -> bool {
        !self.atomic && self.write.is_some()
    }
}

impl What {
    /// What counters count it as.
    pub fn counted(&self) -> Option<Counted> {
        Some(match self {
            What::Access(access) if access.lds => Counted::Lds,
            What::Access(access) if access.atomic && access.returns => Counted::AtomicReturn,
            What::Access(access) if access.atomic => Counted::AtomicNoreturn,
            What::Access(access) if access.write.is_some() => Counted::Store,
            What::Access(_) => Counted::Load,
            What::Cache { control: Control::Invalidate(_), .. } => Counted::Invalidate,
            What::Cache { .. } => Counted::Writeback,
            What::Other => return None,
        })
    }
}
