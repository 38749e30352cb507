//! Loops: how often they are unrolled, and what becomes of those that go on.

use super::awaits::is_await;
use super::{Unroller, Walk};
use crate::allowance;
use crate::program::expr::ExprId;
use crate::program::ir::{EventId, Instr, InstrKind, Program, RegId, Register, ThreadId, Value};
use crate::program::structure::{Endless, Ends, Loops, Requirement};
use crate::syntax::source::Span;
use index_vec::IndexVec;
use std::collections::BTreeSet;

/// Loops without an unroll bound of their own are unrolled so often, as long as that is not found too little.
const TURNS: u32 = 2;
/// Of a loop that awaits, two turns show all there is: the others could be left out.
const TURNS_OF_AWAITS: u32 = 2;

/// A loop as the test has it.
pub(super) struct Loop<'a> {
    pub(super) condition: &'a Value,
    pub(super) at_least_once: bool,
    pub(super) bound: Option<u32>,
    pub(super) body: &'a [Instr],
    pub(super) span: Span,
}

/// What becomes of executions in which a loop goes on after as many turns as are unrolled.
#[derive(Clone, Copy)]
enum Beyond {
    /// They exceed the unroll bound: nothing is known of them.
    Exceeds,
    /// They are left out.
    LeftOut,
    /// They are left out, but for those in which another thread exceeds its bound: what is awaited may come after that.
    Waits,
}

/// The threads with loops that await nothing, which may exceed their bounds.
pub(super) fn with_bounds(program: &Program) -> BTreeSet<ThreadId> {
    let threads = program.threads.iter_enumerated();
    threads.filter(|(_, thread)| has_bound(&thread.registers, &thread.body)).map(|(id, _)| id).collect()
}

fn has_bound(registers: &IndexVec<RegId, Register>, body: &[Instr]) -> bool {
    body.iter().any(|instr| match &instr.kind {
        InstrKind::Loop { condition, body, .. } => !is_await(registers, condition, body) || has_bound(registers, body),
        InstrKind::If { then, otherwise, .. } => has_bound(registers, then) || has_bound(registers, otherwise),
        InstrKind::Call(body) => has_bound(registers, body),
        InstrKind::Load { .. }
        | InstrKind::Store { .. }
        | InstrKind::Rmw { .. }
        | InstrKind::Cmpxchg(_)
        | InstrKind::Assign { .. }
        | InstrKind::Fence { .. }
        | InstrKind::Dma(_)
        | InstrKind::Asyncmark
        | InstrKind::WaitAsyncmark { .. }
        | InstrKind::Barrier(_)
        | InstrKind::Packet(_)
        | InstrKind::Asm(_) => false,
    })
}

/// How many accesses a turn has at most. Where there is one, a failed turn before the one that is repeated races with nothing that the other does not race with, as
/// the first of a thread that waits.
fn accesses(body: &[Instr]) -> usize {
    let of_one = |instr: &Instr| match &instr.kind {
        InstrKind::Load { .. } | InstrKind::Store { .. } | InstrKind::Rmw { .. } | InstrKind::Cmpxchg(_) => 1,
        InstrKind::Dma(_) => 2,
        InstrKind::If { .. } | InstrKind::Call(_) | InstrKind::Loop { .. } => {
            instr.kind.blocks().into_iter().map(accesses).sum()
        }
        InstrKind::Assign { .. }
        | InstrKind::Fence { .. }
        | InstrKind::Asyncmark
        | InstrKind::WaitAsyncmark { .. }
        | InstrKind::Barrier(_)
        | InstrKind::Packet(_)
        | InstrKind::Asm(_) => 0,
    };
    body.iter().map(of_one).sum()
}

impl Unroller {
    pub(super) fn repeat(&mut self, walk: &mut Walk, repeated: &Loop<'_>) {
        let awaits = is_await(&self.program.threads[walk.thread].registers, repeated.condition, repeated.body);
        self.awaits |= awaits;
        match (awaits, self.unrolling.loops) {
            (true, Loops::MayHang | Loops::MayHangLater) => self.last_turn(walk, repeated),
            (true, Loops::End) => self.turns(walk, repeated, TURNS_OF_AWAITS, self.beyond_await(walk)),
            (false, _) => {
                let bound = repeated.bound.unwrap_or(TURNS).saturating_mul(self.unrolling.factor);
                let beyond = match self.unrolling.ends {
                    Ends::Shown => Beyond::Exceeds,
                    Ends::Assumed => Beyond::LeftOut,
                };
                self.is_assumed |= self.unrolling.ends == Ends::Assumed;
                self.turns(walk, repeated, bound, beyond);
            }
        }
    }

    /// What becomes of executions in which a thread still awaits something.
    fn beyond_await(&self, walk: &Walk) -> Beyond {
        let may_exceed = self.with_bounds.iter().any(|&other| other != walk.thread);
        match self.unrolling.ends {
            Ends::Shown if may_exceed => Beyond::Waits,
            Ends::Shown | Ends::Assumed => Beyond::LeftOut,
        }
    }

    /// Unrolls so many turns. What follows is executed only if the loop ends, as `decisive` reads say. Each turn is executed if those before it are and the loop
    /// goes on: they are branches within each other, but not calls, since there may be more turns than a stack has room for.
    fn turns(&mut self, walk: &mut Walk, repeated: &Loop<'_>, turns: u32, beyond: Beyond) {
        if repeated.at_least_once {
            self.block(walk, repeated.body);
        }
        let mut left = turns - u32::from(repeated.at_least_once);
        let (mut decisive, mut forks) = (BTreeSet::new(), Vec::new());
        loop {
            allowance::spend(32);
            let again = self.condition(walk, repeated.condition, repeated.span);
            decisive.extend(self.exprs.reads(again));
            if self.exprs.is_truth(again, false) || self.too_large.is_some() {
                break;
            }
            if left == 0 {
                self.stop(walk, again, beyond);
                break;
            }
            left -= 1;
            if !self.exprs.is_truth(again, true) {
                forks.push(self.fork(walk, again));
            }
            self.block(walk, repeated.body);
        }
        for mut fork in forks.into_iter().rev() {
            self.other_side(walk, &mut fork);
            self.join(walk, fork);
        }
        walk.ended(decisive);
    }

    /// Goes no further, though a loop goes on where `again` holds.
    fn stop(&mut self, walk: &mut Walk, again: ExprId, beyond: Beyond) {
        let guard = self.guard(walk);
        let goes_on = self.exprs.and(guard, again);
        match beyond {
            Beyond::LeftOut => self.require(walk, again, false),
            Beyond::Waits => walk.waits = self.exprs.or(walk.waits, goes_on),
            Beyond::Exceeds => walk.exceeds_bound = self.exprs.or(walk.exceeds_bound, goes_on),
        }
    }

    /// The last turn of a loop that awaits, or the one that a thread repeats forever. Failed turns before it are left out, but for one that may be asked for.
    fn last_turn(&mut self, walk: &mut Walk, repeated: &Loop<'_>) {
        let mut decisive = BTreeSet::new();
        if repeated.at_least_once {
            self.ends_or_hangs(walk, repeated, &mut decisive);
        } else {
            let entered = self.condition(walk, repeated.condition, repeated.span);
            decisive.extend(self.exprs.reads(entered));
            self.branch(walk, entered, |this, walk| this.ends_or_hangs(walk, repeated, &mut decisive), |_, _| ());
        }
        walk.ended(decisive);
    }

    fn ends_or_hangs(&mut self, walk: &mut Walk, repeated: &Loop<'_>, decisive: &mut BTreeSet<EventId>) {
        // An inner loop of a turn that is repeated forever ends in each of the turns.
        if walk.is_endless {
            let again = self.turn(walk, repeated, false);
            return decisive.extend(self.exprs.reads(again));
        }
        if self.unrolling.loops == Loops::MayHangLater && accesses(repeated.body) > 1 {
            let fails = self.free_choice();
            // It writes nothing, so that a race needs no second one.
            for other in self.fails.clone() {
                self.not_both(fails, other);
            }
            self.fails.push(fails);
            let failed = |this: &mut Self, walk: &mut Walk| {
                this.turn(walk, repeated, true);
            };
            self.branch(walk, fails, failed, |_, _| ());
        }
        let hangs = self.free_choice();
        let guard = self.guard(walk);
        let endless = |this: &mut Self, walk: &mut Walk| {
            walk.is_endless = true;
            this.turn(walk, repeated, true);
            walk.is_endless = false;
        };
        let last = |this: &mut Self, walk: &mut Walk| {
            let again = this.turn(walk, repeated, false);
            decisive.extend(this.exprs.reads(again));
        };
        self.branch(walk, hangs, endless, last);
        let guard = self.exprs.and(guard, hangs);
        walk.hangs = self.exprs.or(walk.hangs, guard);
        self.hangs = self.exprs.or(self.hangs, guard);
        self.endless.push(Endless { thread: walk.thread, guard, wait: None, span: repeated.span });
    }

    /// A turn after which the loop goes on, or not; with its condition.
    fn turn(&mut self, walk: &mut Walk, repeated: &Loop<'_>, goes_on: bool) -> ExprId {
        self.block(walk, repeated.body);
        let again = self.condition(walk, repeated.condition, repeated.span);
        self.require(walk, again, goes_on);
        again
    }

    /// An execution that comes here has this value of a truth value.
    fn require(&mut self, walk: &Walk, truth: ExprId, value: bool) {
        let guard = self.guard(walk);
        let holds = if value { truth } else { self.exprs.not(truth) };
        self.requirements.push(Requirement { guard, holds });
    }
}
