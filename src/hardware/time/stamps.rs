//! The timestamps of an access: when it is at each cache level, and after which of them it is complete.

use super::Builder;
use crate::hardware::timeline::{Access, What};
use crate::llvm::AddressSpace;
use crate::lowering::machine::MachineInstr;
use crate::program::{EventId, ObjectId, ThreadId};
use crate::syntax::hardware::ast::Storage;
use crate::syntax::table::ast::Path;
use crate::targets;

impl Builder<'_> {
    /// The access of an instruction that reads and writes these events, with its timestamps; none where neither is executed.
    pub(super) fn access(
        &mut self,
        instr: &MachineInstr,
        (path, kind): (Path, targets::Access),
        (read, write): (Option<EventId>, Option<EventId>),
        issue: u32,
    ) -> What {
        // An instruction whose reads and writes are not executed, such as the exclusive store of an exchange that fails, accesses nothing.
        let Some(event) = read.or(write) else { return What::Other };
        let object = self.execution.location(self.structure, event).expect("reads and writes have a location");
        let thread = self.structure.events[event].thread.expect("instructions are of threads");
        let lds = self.structure.program.objects[object].space == AddressSpace::Local;
        let atomic = kind == targets::Access::Atomic;
        let returns = instr.returns();
        let first = self.problem.timestamp();
        self.problem.before(issue, first);
        let is_load = !atomic && write.is_none();
        let half = None;
        let completes = |builder: &Self, performed: usize| match is_load {
            true => 0,
            false => builder.completes(path, &instr.operands, object, atomic.then_some(performed)),
        };
        let access = |(bypassed, performed, completes), at, data| {
            What::Access(Access {
                read,
                write,
                object,
                lds,
                path,
                bypassed,
                atomic,
                returns,
                at,
                data,
                half,
                completes,
                performed,
            })
        };
        if path == Path::Host {
            // One micro-event, where memory is coherent.
            let outermost = self.chip.outermost();
            let performed = if atomic { outermost } else { 0 };
            let levels = (if is_load { outermost } else { 0 }, performed, completes(self, performed));
            return access(levels, vec![first; outermost + 1], vec![first; outermost + 1]);
        }
        let bypassed = if is_load { self.chip.load_bypasses(path, &instr.operands) } else { 0 };
        let performed = match atomic {
            true if self.writes_through(path, object) => self.chip.outermost(),
            true => self.chip.atomic_performs(path, &instr.operands),
            false => 0,
        };
        let levels = (bypassed, performed, completes(self, performed));
        if lds {
            return access(levels, vec![first], vec![first]);
        }
        let at = if is_load { Vec::new() } else { self.outward_stamps(thread, object, first) };
        let data = match (is_load, atomic) {
            // What a load finds at the first level may come later: it waits for it.
            (true, _) => {
                let found = self.problem.timestamp();
                self.inward_stamps(thread, object, vec![first, found])
            }
            (false, true) => self.inward_stamps(thread, object, at[..=performed].to_vec()),
            (false, false) => Vec::new(),
        };
        if is_load && bypassed > 0 {
            self.problem.before(first, data[bypassed.min(data.len() - 1)]);
        }
        access(levels, if is_load { data.clone() } else { at }, data)
    }

    /// The timestamps at which what is written is at each cache level.
    fn outward_stamps(&mut self, thread: ThreadId, object: ObjectId, first: u32) -> Vec<u32> {
        let mut at = vec![first];
        for level in 1..=self.chip.outermost() {
            let last = at[level - 1];
            let at_once = level == self.chip.outermost()
                && self.chip.writes_through_whole(&self.structure.program.objects[object]);
            if at_once || !self.keeps(level - 1, thread, object) {
                at.push(last);
                continue;
            }
            let stamp = self.problem.timestamp();
            self.problem.before(last, stamp);
            at.push(stamp);
        }
        at
    }

    /// The timestamps at which what is read left each cache level, those of the first levels being given.
    fn inward_stamps(&mut self, thread: ThreadId, object: ObjectId, mut data: Vec<u32>) -> Vec<u32> {
        for level in data.len()..=self.chip.outermost() {
            let last = data[level - 1];
            let hands_on = self.chip.levels[level - 1].storage == Storage::Passes;
            if hands_on || !self.keeps(level - 1, thread, object) {
                data.push(last);
                continue;
            }
            let stamp = self.problem.timestamp();
            self.problem.not_after(stamp, last);
            data.push(stamp);
        }
        data
    }

    /// The cache level at which a store, or an atomic that is performed at one, is complete to its wave.
    pub(super) fn completes(
        &self,
        path: Path,
        operands: &[String],
        object: ObjectId,
        performed: Option<usize>,
    ) -> usize {
        match performed {
            Some(level) => level,
            None if self.writes_through(path, object) => self.chip.outermost(),
            None => self.chip.store_completes(path, operands),
        }
    }

    /// Whether stores to an object are complete only where memory is coherent: that is said of vector memory.
    fn writes_through(&self, path: Path, object: ObjectId) -> bool {
        path == Path::Vector && self.chip.writes_through(&self.structure.program.objects[object])
    }

    /// Whether a thread's instance of a cache level keeps an object.
    pub(super) fn keeps(&self, level: usize, thread: ThreadId, object: ObjectId) -> bool {
        self.chip.keeps(level, &self.structure.program, thread, &self.structure.program.objects[object])
    }
}
