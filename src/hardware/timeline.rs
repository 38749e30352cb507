//! What the hardware does in an execution: operations, and the timestamps of its micro-events.

use super::chip::{Chip, Control};
use super::ops::Position;
use crate::lowering::machine::MachineInstr;
use crate::program::{EventId, ObjectId, ThreadId};
use crate::syntax::hardware::ast::Counted;
use crate::syntax::table::ast::Path;

/// An operation of the hardware: an instruction as it is executed, or a decision of control flow.
pub struct Op<'a> {
    pub thread: ThreadId,
    /// Which instruction it is; for a decision only its step counts.
    pub at: Position,
    /// The instruction; `None` for a decision of control flow.
    pub instr: Option<&'a MachineInstr>,
    /// When it is issued; for one that waits, when it no longer does.
    pub issue: u32,
    pub what: What,
}

impl Op<'_> {
    /// Whether it counts in a counter that counts these kinds, and then whether its completion is reported in the order of issue.
    pub fn counted_in_order(&self, chip: &Chip, counts: &[Counted]) -> Option<bool> {
        let elsewhere = match &self.what {
            What::Access(access) => access.half.is_none().then(|| access.counted_elsewhere()),
            What::Cache { .. } | What::Other => None,
        };
        chip.counts(counts, self.instr.map_or("", |instr| &instr.mnemonic), self.what.counted(), elsewhere)
    }
}

/// What an operation does, and the timestamps of its micro-events.
pub enum What {
    Access(Access),
    /// Invalidates cache levels, or writes back to one, as it is processed at the first level in queue order; a write-back is done later.
    Cache {
        control: Control,
        processed: u32,
        done: u32,
        /// Whether counters hear of another part of its instruction alone.
        silent: bool,
    },
    Other,
}

/// An access to memory, by cache levels or in LDS.
#[derive(Clone)]
pub struct Access {
    pub read: Option<EventId>,
    pub write: Option<EventId>,
    pub object: ObjectId,
    pub lds: bool,
    /// By which first cache level it goes; of LDS it does not matter.
    pub path: Path,
    /// How many cache levels a load passes by without hitting.
    pub bypassed: usize,
    /// Whether it is one operation that reads and writes where memory is coherent.
    pub atomic: bool,
    pub returns: bool,
    /// By cache level: when it is processed at the first; when what it writes is at the others, or when what a load reads left them.
    pub at: Vec<u32>,
    /// By cache level: when what it reads left it.
    pub data: Vec<u32>,
    /// Which half of a DMA operation it is; `None` if it is all that its instruction accesses.
    pub half: Option<Half>,
    /// The cache level at which a store or an atomic is complete to its wave.
    pub completes: usize,
    /// From which cache level on it is as what it finds there: the first for a load, that at which it is performed for an atomic.
    pub performed: usize,
}

/// A half of a DMA operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// It reads what the other half writes.
    Reads,
    /// It writes what the other half has read; when it is complete, the operation is.
    Writes,
}

impl Access {
    /// Whether it only reads, and may hit.
    pub fn is_load(&self) -> bool {
        !self.atomic && self.write.is_none()
    }

    /// Whether a cache level is one where it may hit: what it reads there may be old.
    pub fn hits(&self, level: usize) -> bool {
        (self.is_load() || self.atomic) && level >= self.performed
    }

    /// The first cache level at which it may find what another access has written: none that it passes by, and none before the one at which an
    /// atomic is performed.
    pub fn finds_from(&self, write: &Access) -> usize {
        let own = self.performed.max(self.bypassed);
        if write.atomic { own.max(write.performed) } else { own }
    }

    /// Whether what it writes is at a cache level on its way outwards.
    pub fn flows(&self, level: usize) -> bool {
        self.write.is_some() && (!self.atomic || level >= self.performed)
    }

    /// Whether what it writes is at cache levels before this one on its way to it.
    pub fn is_written_below(&self, level: usize) -> bool {
        self.is_store() || (self.flows(level) && self.at[self.performed] != self.at[level])
    }

    /// The timestamps after which it is complete to its wave.
    pub fn completion(&self) -> Vec<u32> {
        match () {
            () if self.lds => vec![self.at[0]],
            () if self.is_load() => vec![self.at[0], self.at[1]],
            () => vec![self.at[self.completes]],
        }
    }

    /// Whether it only writes: it is neither a load nor an atomic.
    pub fn is_store(&self) -> bool {
        !self.atomic && self.write.is_some()
    }
}

impl Access {
    /// The kind of operation that counters of what it reaches count it as; `None` of the first half of one.
    pub fn counted(&self) -> Option<Counted> {
        match (self.half, self.path) {
            (Some(Half::Reads), _) => None,
            (Some(Half::Writes), _) => Some(Counted::Dma),
            (None, Path::Scalar) => Some(Counted::Scalar),
            (None, Path::Host) => Some(Counted::Host),
            (None, Path::Vector) if self.lds => Some(Counted::Lds),
            (None, Path::Vector) => Some(self.counted_by_vector_memory()),
        }
    }

    /// The kind of operation that counters of what it does not reach, LDS or vector memory, count it as if they do.
    pub fn counted_elsewhere(&self) -> Counted {
        if self.lds { self.counted_by_vector_memory() } else { Counted::Lds }
    }

    /// The kind of operation that it is to vector memory.
    pub fn counted_by_vector_memory(&self) -> Counted {
        match (self.atomic, self.returns, self.write.is_some()) {
            (true, true, _) => Counted::AtomicReturn,
            (true, false, _) => Counted::AtomicNoreturn,
            (false, _, true) => Counted::Store,
            (false, _, false) => Counted::Load,
        }
    }
}

impl What {
    /// The way that it takes to memory, where it is an access or a cache operation.
    pub fn path(&self) -> Option<Path> {
        match self {
            What::Access(access) => Some(access.path),
            What::Cache { control: Control::Invalidate(path, ..) | Control::WriteBack { path, .. }, .. } => Some(*path),
            What::Cache {
                control:
                    Control::Wait(_) | Control::Discard | Control::Performs(_) | Control::Nothing | Control::Barrier(..),
                ..
            }
            | What::Other => None,
        }
    }

    /// The kind of operation that counters count it as; `None` if none does.
    pub fn counted(&self) -> Option<Counted> {
        match self {
            What::Access(access) => access.counted(),
            What::Cache { silent: true, .. } => None,
            What::Cache {
                control: Control::Invalidate(Path::Scalar, ..) | Control::WriteBack { path: Path::Scalar, .. },
                ..
            } => Some(Counted::Scalar),
            What::Cache { control: Control::Invalidate(..), .. } => Some(Counted::Invalidate),
            What::Cache { .. } => Some(Counted::Writeback),
            What::Other => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An access that does these things, as an atomic at the second of three levels.
    fn access(read: bool, write: bool, atomic: bool) -> Access {
        let event = Some(EventId::new(1));
        Access {
            read: event.filter(|_| read),
            write: event.filter(|_| write),
            object: ObjectId::new(0),
            lds: false,
            path: Path::Vector,
            bypassed: 0,
            atomic,
            returns: true,
            at: vec![0, 1, 2],
            data: vec![0, 1, 2],
            half: None,
            completes: 0,
            performed: usize::from(atomic),
        }
    }

    /// An access is a load, a store or an atomic, and never two of these.
    #[test]
    fn an_access_is_of_one_kind() {
        let kinds = |access: Access| (access.is_load(), access.is_store());
        assert_eq!(kinds(access(true, false, false)), (true, false));
        assert_eq!(kinds(access(false, true, false)), (false, true));
        assert_eq!(kinds(access(true, true, true)), (false, false));
        assert_eq!(kinds(access(false, true, true)), (false, false));
    }

    /// A store passes every level, and an atomic those after the one at which it is performed; a load writes nothing.
    #[test]
    fn what_is_written_is_below_a_level_on_its_way() {
        let below = |access: Access| [0, 1, 2].map(|level| access.is_written_below(level));
        assert_eq!(below(access(false, true, false)), [true, true, true]);
        assert_eq!(below(access(true, true, true)), [false, false, true]);
        assert_eq!(below(access(true, false, false)), [false, false, false]);
    }
}
