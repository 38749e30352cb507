//! The workgroup barrier: which arrive takes part in which wait.

use super::{Unroller, Walk};
use crate::llvm::ScopeLevel;
use crate::program::event::EventKind;
use crate::program::expr::ExprId;
use crate::program::ir::{EventId, Program, ThreadId};
use crate::program::structure::{Conditional, Loops, Requirement};
use crate::syntax::litmus::ast::BarrierKind;
use crate::syntax::source::Span;
use index_vec::{IndexSlice, IndexVec};
use itertools::Itertools;

/// The barrier events of a thread, in program order.
#[derive(Default)]
pub(super) struct Barriers {
    arrives: Vec<EventId>,
    waits: Vec<EventId>,
    /// For each wait, whether it never ends.
    blocked: Vec<ExprId>,
    /// The beginning of the thread's dispatch, and whether it never comes, where that may be.
    pub(super) launch: Option<(EventId, ExprId)>,
    /// Whether the thread hangs; known once it is unrolled.
    pub(super) hangs: Option<ExprId>,
}

impl Unroller {
    pub(super) fn barrier(&mut self, walk: &mut Walk, kind: BarrierKind, span: Span) {
        if kind != BarrierKind::Wait {
            let arrive = self.plain_event(walk, EventKind::Arrive, span);
            walk.barriers.arrives.push(arrive);
        }
        if kind != BarrierKind::Signal {
            let wait = self.plain_event(walk, EventKind::Wait, span);
            walk.barriers.waits.push(wait);
            if self.unrolling.loops == Loops::MayHang {
                let blocked = self.may_never_end(walk, wait);
                walk.barriers.blocked.push(blocked);
            }
        }
    }

    /// The n-th arrive of a thread takes part in the n-th wait of the others of its workgroup (LLVM 24,
    /// AMDGPUExecutionSynchronization, Execution Model, and s_barrier: one barrier object a workgroup).
    pub(super) fn meetings(
        &mut self,
        program: &Program,
        barriers: &IndexSlice<ThreadId, [Barriers]>,
    ) -> Vec<Conditional> {
        let arrives: IndexVec<ThreadId, _> = barriers.iter().map(|thread| self.numbered(&thread.arrives)).collect();
        let waits: IndexVec<ThreadId, _> = barriers.iter().map(|thread| self.numbered(&thread.waits)).collect();
        let mut meetings = Vec::new();
        let pairs = barriers.indices().cartesian_product(barriers.indices());
        for (a, w) in pairs.filter(|&(a, w)| a != w && program.share(a, w, ScopeLevel::Workgroup)) {
            for ((arrive, before_arrive), (wait, before_wait)) in arrives[a].iter().cartesian_product(&waits[w]) {
                let mut met = self.exprs.truth(false);
                for (&x, &y) in before_arrive.iter().zip(before_wait) {
                    let both = self.exprs.and(x, y);
                    met = self.exprs.or(met, both);
                }
                meetings.push((*arrive, *wait, met));
            }
        }
        meetings
    }

    /// Whether a wait never ends: it depends on threads that are not unrolled yet.
    pub(super) fn may_never_end(&mut self, walk: &mut Walk, wait: EventId) -> ExprId {
        let blocked = self.free_choice();
        let hangs = self.exprs.and(self.events[wait].guard, blocked);
        walk.hangs = self.exprs.or(walk.hangs, hangs);
        blocked
    }

    /// The n-th wait of a thread never ends if another of its workgroup hangs before its n-th arrive.
    pub(super) fn block_waits(&mut self, program: &Program, barriers: &IndexSlice<ThreadId, [Barriers]>) {
        for (waiting, own) in barriers.iter_enumerated() {
            let numbered = self.numbered(&own.waits);
            let mates = barriers
                .indices()
                .filter(|&other| other != waiting && program.share(other, waiting, ScopeLevel::Workgroup));
            let mates: Vec<(Vec<ExprId>, ExprId)> =
                mates.filter_map(|mate| Some((self.counted(&barriers[mate].arrives), barriers[mate].hangs?))).collect();
            for ((wait, before), &blocked) in numbered.iter().zip(&own.blocked) {
                let mut never = self.exprs.truth(false);
                for (arrived, hangs) in &mates {
                    let misses = self.fewer_or_as_many(arrived, before);
                    let misses = self.exprs.and(misses, *hangs);
                    never = self.exprs.or(never, misses);
                }
                let holds = self.exprs.equal(blocked, never);
                self.requirements.push(Requirement { guard: self.events[*wait].guard, holds });
            }
        }
    }

    /// Whether the first of two counts, each given by whether it is n, is not greater than the second.
    fn fewer_or_as_many(&mut self, first: &[ExprId], second: &[ExprId]) -> ExprId {
        let mut any = self.exprs.truth(false);
        for (n, &is_second) in second.iter().enumerate() {
            for &is_first in first.iter().take(n + 1) {
                let both = self.exprs.and(is_first, is_second);
                any = self.exprs.or(any, both);
            }
        }
        any
    }

    /// For n = 0, 1, …: whether n of these events are executed.
    fn counted(&mut self, events: &[EventId]) -> Vec<ExprId> {
        self.count(events).1
    }

    /// With each event, for n = 0, 1, …: whether n of the events before it are executed.
    fn numbered(&mut self, events: &[EventId]) -> Vec<(EventId, Vec<ExprId>)> {
        self.count(events).0
    }

    fn count(&mut self, events: &[EventId]) -> (Vec<(EventId, Vec<ExprId>)>, Vec<ExprId>) {
        let mut counts = vec![self.exprs.truth(true)];
        let mut result = Vec::new();
        for &event in events {
            result.push((event, counts.clone()));
            self.count_one(&mut counts, self.events[event].guard);
        }
        (result, counts)
    }

    /// For n = 0, 1, …: whether n of these are true.
    pub(super) fn counts(&mut self, all: impl Iterator<Item = ExprId>) -> Vec<ExprId> {
        let mut counts = vec![self.exprs.truth(true)];
        all.for_each(|one| self.count_one(&mut counts, one));
        counts
    }

    /// Counts one more, which is true or not.
    fn count_one(&mut self, counts: &mut Vec<ExprId>, one: ExprId) {
        let skipped = self.exprs.not(one);
        let falsehood = self.exprs.truth(false);
        counts.push(falsehood);
        for n in (0..counts.len()).rev() {
            let stay = self.exprs.and(counts[n], skipped);
            let from = if n == 0 { falsehood } else { counts[n - 1] };
            let step = self.exprs.and(from, one);
            counts[n] = self.exprs.or(stay, step);
        }
    }
}
