//! DMA operations: one instruction, and two accesses, of which the second is processed when the first is complete.

use super::Builder;
use crate::hardware::timeline::{Access, Half, What};
use crate::lowering::machine::{Accessed, MachineInstr};
use crate::program::{EventId, EventKind, InstrKind, events_between};
use crate::targets;
use std::ops::Range;

/// What an instruction accesses, if it is a DMA operation.
pub(super) fn accessed(instr: &MachineInstr) -> Option<&Accessed> {
    instr.access.as_ref().filter(|access| matches!(access.instr.kind, InstrKind::Dma(_)))
}

impl Builder<'_> {
    /// What an operation reads, and what it writes when it has that.
    pub(super) fn dma(
        &mut self,
        instr: &MachineInstr,
        accessed: &Accessed,
        events: &Range<EventId>,
        issue: u32,
    ) -> (What, What) {
        let executed = |kind: EventKind| {
            events_between(events)
                .find(|&event| self.execution.executed.contains(event) && self.structure.events[event].kind == kind)
        };
        let (read, write) = (executed(EventKind::Read), executed(EventKind::Write));
        let reads = self.access(instr, (accessed.path, targets::Access::Load), read, None, issue);
        let writes = self.access(instr, (accessed.path, targets::Access::Store), None, write, issue);
        if let (What::Access(first), What::Access(second)) = (&reads, &writes) {
            for stamp in self.completion(first, &instr.operands) {
                self.problem.before(stamp, second.at[0]);
            }
        }
        (half(reads, Half::Reads), half(writes, Half::Writes))
    }
}

fn half(what: What, half: Half) -> What {
    match what {
        What::Access(access) => What::Access(Access { half: Some(half), ..access }),
        What::Cache { .. } | What::Other => what,
    }
}
