//! The order of issue where instructions may leave their canonical places.

use super::{Builder, before};
use crate::hardware::movement::{Placed, keep_order};
use crate::hardware::ops::Position;
use crate::hardware::timeline::{Op, What};

/// An instruction that is not issued in its canonical place, and the memory and cache operations of its thread that it passes.
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

    /// The instructions that are out of their canonical places.
    pub(super) fn passed(&self, times: &[u32]) -> Vec<Passed> {
        let moved = (0..self.ops.len()).filter(|&x| moves(&self.ops[x])).map(|x| {
            let time = |x: usize| times[self.ops[x].issue as usize];
            let swapped = |y: usize| match x < y {
                true => time(y) < time(x),
                false => time(x) < time(y),
            };
            let passed = |wanted: std::ops::Range<usize>| -> Vec<Position> {
                let of_thread = |&y: &usize| self.ops[y].thread == self.ops[x].thread && is_processed(&self.ops[y]);
                wanted.filter(of_thread).filter(|&y| y != x && swapped(y)).map(|y| self.ops[y].at).collect()
            };
            Passed { at: self.ops[x].at, following: passed(x..self.ops.len()), preceding: passed(0..x) }
        });
        moved.filter(|passed| !passed.following.is_empty() || !passed.preceding.is_empty()).collect()
    }
}

fn moves(op: &Op<'_>) -> bool {
    op.instr.is_some_and(|instr| instr.movement.is_some())
}

/// Whether it is processed at a cache level or in LDS.
fn is_processed(op: &Op<'_>) -> bool {
    match op.what {
        What::Access(_) | What::Cache { .. } => true,
        What::Other => false,
    }
}
