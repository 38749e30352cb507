//! What an instruction accesses: one access, one for each word of objects that are several, or what a DMA operation reads and then writes.

use super::{Builder, executed};
use crate::hardware::ops::reads_and_writes;
use crate::hardware::timeline::{Access, Half, What};
use crate::hardware::words::is_in_words;
use crate::lowering::machine::{Accessed, MachineInstr};
use crate::program::{EventId, EventKind, InstrKind};
use crate::syntax::table::ast::Path;
use crate::targets;
use std::ops::Range;

impl Builder<'_> {
    /// What an instruction does that accesses memory; something in any case.
    pub(super) fn accesses(
        &mut self,
        instr: &MachineInstr,
        accessed: &Accessed,
        events: &Range<EventId>,
        issue: u32,
    ) -> Vec<What> {
        let all = |kind| executed(self.structure, self.execution, events, kind).collect::<Vec<EventId>>();
        let (reads, writes) = (all(EventKind::Read), all(EventKind::Write));
        if let InstrKind::Dma(_) = accessed.instr.kind {
            return self.dma(instr, accessed.path, [&reads, &writes], issue);
        }
        let (of_reads, of_writes) = reads_and_writes(accessed.role);
        let reads = if of_reads { reads } else { Vec::new() };
        let writes = if of_writes { writes } else { Vec::new() };
        self.words(instr, (accessed.path, accessed.kind), [&reads, &writes], issue)
    }

    /// What a DMA operation reads, and what it writes when it has that.
    fn dma(&mut self, instr: &MachineInstr, path: Path, [reads, writes]: [&[EventId]; 2], issue: u32) -> Vec<What> {
        let reads = self.words(instr, (path, targets::Access::Load), [reads, &[]], issue);
        let writes = self.words(instr, (path, targets::Access::Store), [&[], writes], issue);
        for halves in reads.iter().zip(&writes) {
            if let (What::Access(first), What::Access(second)) = halves {
                for stamp in first.completion() {
                    self.problem.before(stamp, second.at[0]);
                }
            }
        }
        let of = |what, half| match what {
            What::Access(access) => What::Access(Access { half: Some(half), ..access }),
            What::Cache { .. } | What::Other => what,
        };
        let reads = reads.into_iter().map(|what| of(what, Half::Reads));
        reads.chain(writes.into_iter().map(|what| of(what, Half::Writes))).collect()
    }

    /// The accesses of an instruction, one for each word that it reads or writes: at its own time where the instruction is in words, else at that of the
    /// first.
    fn words(
        &mut self,
        instr: &MachineInstr,
        way: (Path, targets::Access),
        [reads, writes]: [&[EventId]; 2],
        issue: u32,
    ) -> Vec<What> {
        let of = |at: usize| (reads.get(at).copied(), writes.get(at).copied());
        let apart = is_in_words(instr, false);
        let mut words = vec![self.access(instr, way, of(0), issue)];
        for at in 1..reads.len().max(writes.len()) {
            let (read, write) = of(at);
            let object = read.or(write).and_then(|event| self.execution.location(self.structure, event));
            let word = match (&words[0], object) {
                (What::Access(first), Some(object)) if !apart => {
                    let performed = first.atomic.then_some(first.performed);
                    let completes = match first.is_load() {
                        true => first.completes,
                        false => self.completes(first.path, &instr.operands, object, performed),
                    };
                    What::Access(Access { read, write, object, completes, ..first.clone() })
                }
                _ => self.access(instr, way, (read, write), issue),
            };
            words.push(word);
        }
        words
    }

    /// The operation with which another one is one access: the first word of an instruction that is not in words.
    pub(super) fn first_word(&self, x: usize) -> Option<usize> {
        let stamp = |x: usize| match &self.ops[x].what {
            What::Access(access) => Some(access.at[0]),
            What::Cache { .. } | What::Other => None,
        };
        let before = x.checked_sub(1)?;
        (stamp(x).is_some() && stamp(before) == stamp(x)).then_some(before)
    }
}
