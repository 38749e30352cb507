//! The order of issue: of threads of one wave, and where instructions may leave their canonical places.

use super::{Builder, Maybe, before};
use crate::hardware::Control;
use crate::hardware::movement::{Placed, keep_order};
use crate::hardware::ops::Position;
use crate::hardware::timeline::{Op, What};
use crate::syntax::hardware::ast::Rule;
use itertools::Itertools;

/// An instruction that is not issued in its canonical place, and the memory and cache operations of its thread, or of its wave where that
/// issues each operation's code whole, that it passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The instruction that moved.
    pub at: Position,
    /// Those that stand after it in the canonical order, and are issued before it.
    pub following: Vec<Position>,
    /// Those that stand before it in the canonical order, and are issued after it.
    pub preceding: Vec<Position>,
}

impl<'a> Builder<'a> {
    /// Orders what may move with the rest of its thread, as far as its rules say.
    pub(super) fn order_moved_instructions(&mut self) {
        for thread in self.structure.program.threads.indices() {
            let ops: Vec<usize> = (0..self.ops.len()).filter(|&x| self.ops[x].thread == thread).collect();
            if !ops.iter().any(|&x| moves(&self.ops[x])) {
                continue;
            }
            let placed: Vec<Placed<'_>> =
                ops.iter().map(|&x| Placed { step: self.ops[x].at.step, instr: self.ops[x].instr }).collect();
            for later in 0..ops.len() {
                for earlier in 0..later {
                    let (x, y) = (ops[earlier], ops[later]);
                    if !moves(&self.ops[x]) && !moves(&self.ops[y]) {
                        continue;
                    }
                    let kept = keep_order(&placed, earlier, later);
                    self.order_pair(x, y, kept);
                }
            }
        }
    }

    /// Two operations of a thread of which one may move are issued in program order, or in either.
    fn order_pair(&mut self, x: usize, y: usize, kept: bool) {
        let (i, j) = (self.ops[x].issue, self.ops[y].issue);
        if kept {
            self.problem.before(i, j);
            return;
        }
        self.unordered.insert((x, y));
        // A wait at the time of an issue is as one before it: only what is processed needs an order.
        if is_processed(&self.ops[x]) && is_processed(&self.ops[y]) {
            self.clause([before(i, j), before(j, i)]);
        }
    }

    /// What threads of one wave issue is one stream. Where the generation says so, nothing of another thread comes in the middle of an
    /// operation's code.
    pub(super) fn order_wave_streams(&mut self) {
        let units = self.issued_together();
        for (number, unit) in units.iter().enumerate() {
            for other in &units[number + 1..] {
                let (a, b) = (self.ops[unit[0]].thread, self.ops[other[0]].thread);
                if a == b || !self.same_wave(a, b) {
                    continue;
                }
                match self.rest_of_step(&units, unit, other).or(self.rest_of_step(&units, other, unit)) {
                    Some([rest, other_rest]) => {
                        for (&x, &y) in unit.iter().flat_map(|x| other.iter().map(move |y| (x, y))) {
                            self.clause([self.whole(&[x], &[y]), self.whole(&[y], &[x])]);
                        }
                        // Where both steps are issued at once, what moves in one may stay where it is.
                        for apart in [self.whole(rest, other_rest), self.whole(other_rest, rest)] {
                            self.clause([self.whole(unit, other), self.whole(other, unit), !apart]);
                        }
                    }
                    None => self.order_units(unit, other),
                }
            }
        }
    }

    /// The operations, in groups of which a wave issues one after the other: the code of a step, or each by itself. What moves is no longer
    /// of its step, and stands alone.
    fn issued_together(&self) -> Vec<Vec<usize>> {
        let whole = self.chip.has(Rule::OperationsWhole);
        let mut units: Vec<Vec<usize>> = Vec::new();
        // The last step of which something stays in its place, and which group it is.
        let mut last: Option<(usize, usize)> = None;
        for (x, op) in self.ops.iter().enumerate() {
            // Several accesses of one instruction are issued at once.
            if x.checked_sub(1).is_some_and(|before| self.ops[before].at == op.at) {
                continue;
            }
            match last {
                Some((step, unit)) if whole && !moves(op) && step == op.at.step => units[unit].push(x),
                Some(_) | None => {
                    if !moves(op) {
                        last = Some((op.at.step, units.len()));
                    }
                    units.push(vec![x]);
                }
            }
        }
        units
    }

    /// The rest of the step of an instruction that moves, and a group of another thread, if those have the same code.
    fn rest_of_step<'u>(
        &self,
        units: &'u [Vec<usize>],
        moved: &[usize],
        other: &'u [usize],
    ) -> Option<[&'u [usize]; 2]> {
        let op = &self.ops[moved[0]];
        let is_rest = |unit: &&Vec<usize>| {
            let first = &self.ops[unit[0]];
            first.at.step == op.at.step && !moves(first) && self.same_code(unit, other)
        };
        if moves(op) { units.iter().find(is_rest).map(|rest| [rest.as_slice(), other]) } else { None }
    }

    /// One group is issued before the other, or both at once if their code is the same: instruction by instruction, for the lanes of both.
    fn order_units(&mut self, unit: &[usize], other: &[usize]) {
        if !self.same_code(unit, other) {
            self.clause([self.whole(unit, other), self.whole(other, unit)]);
            return;
        }
        for (&x, &y) in unit.iter().zip(other) {
            self.clause([self.whole(&[x], &[y]), self.whole(&[y], &[x])]);
        }
        // Either is whole before the other, or each instruction is issued for both before the next is for either.
        for (a, b) in [(unit, other), (other, unit)] {
            for (&here, &next) in a.iter().zip(b.iter().skip(1)) {
                self.clause([self.whole(b, a), self.whole(&[here], &[next])]);
            }
        }
    }

    /// All of a group is issued before all of another.
    fn whole(&self, a: &[usize], b: &[usize]) -> Maybe {
        before(self.ops[a[a.len() - 1]].issue, self.ops[b[0]].issue)
    }

    /// Whether two groups are the same instructions, which one instruction stream has once.
    fn same_code(&self, unit: &[usize], other: &[usize]) -> bool {
        let same = |(&x, &y): (&usize, &usize)| match (self.ops[x].instr, self.ops[y].instr) {
            (Some(a), Some(b)) => a.mnemonic == b.mnemonic && a.operands == b.operands,
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        unit.len() == other.len() && unit.iter().zip(other).all(same)
    }

    /// The instructions that are out of their canonical places.
    pub(super) fn passed(&self, times: &[u32]) -> Vec<Passed> {
        let time = |x: usize| times[self.ops[x].issue as usize];
        let moved = (0..self.ops.len()).filter(|&x| moves(&self.ops[x])).map(|x| {
            // In its canonical place it is issued with the rest of its step, as seen from other threads of its wave.
            let rest =
                (0..self.ops.len()).find(|&y| self.ops[y].at.step == self.ops[x].at.step && !moves(&self.ops[y]));
            let wave = rest.filter(|_| self.chip.has(Rule::OperationsWhole));
            let stands_before = |y: usize| match self.ops[y].thread == self.ops[x].thread {
                true => Some(y < x),
                false if self.same_wave(self.ops[x].thread, self.ops[y].thread) => {
                    wave.map(|rest| time(y) < time(rest))
                }
                false => None,
            };
            let passed = |preceding: bool| -> Vec<Position> {
                let swapped = |&y: &usize| if preceding { time(x) < time(y) } else { time(y) < time(x) };
                let others =
                    (0..self.ops.len()).filter(|&y| y != x && (is_processed(&self.ops[y]) || self.is_barrier(y)));
                others
                    .filter(|&y| stands_before(y) == Some(preceding))
                    .filter(swapped)
                    .map(|y| self.ops[y].at)
                    .dedup()
                    .collect()
            };
            Passed { at: self.ops[x].at, following: passed(false), preceding: passed(true) }
        });
        moved.filter(|passed| !passed.following.is_empty() || !passed.preceding.is_empty()).collect()
    }

    fn is_barrier(&self, x: usize) -> bool {
        let control = self.ops[x].instr.and_then(|instr| self.chip.control_of(&instr.mnemonic, &instr.operands));
        matches!(control, Some(Control::Barrier(..)))
    }
}

fn moves(op: &Op<'_>) -> bool {
    op.instr.is_some_and(|instr| instr.movement.is_some())
}

/// Whether it is processed at a cache level or in LDS.
pub(super) fn is_processed(op: &Op<'_>) -> bool {
    match op.what {
        What::Access(_) | What::Cache { .. } => true,
        What::Other => false,
    }
}
