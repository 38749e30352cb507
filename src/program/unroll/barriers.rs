//! Barriers: of that of a workgroup, which arrive takes part in which wait, and who is first.

use super::phases::Phases;
use super::{Unroller, Walk};
use crate::allowance;
use crate::llvm::ScopeLevel;
use crate::program::barrier::{Barrier, BarrierObject, BarrierOperation};
use crate::program::event::EventKind;
use crate::program::expr::ExprId;
use crate::program::ir::{EventId, Instr, InstrKind, Program, ThreadId};
use crate::program::structure::{Conditional, Endless, Loops, Requirement};
use crate::syntax::source::Span;
use index_vec::{IndexSlice, IndexVec};
use itertools::Itertools;
use std::collections::BTreeSet;

/// The barrier events of a thread, in program order.
#[derive(Default)]
pub(super) struct Barriers {
    arrives: Vec<EventId>,
    /// For each arrive, whether it is the first of its phase, where that is asked.
    firsts: Vec<ExprId>,
    waits: Vec<EventId>,
    /// What the end of the thread does to the barrier of its workgroup, where it matters.
    drop: Option<EventId>,
    /// For each wait, whether it never ends.
    blocked: Vec<ExprId>,
    /// The beginning of the thread's dispatch, and whether it never comes, where that may be.
    pub(super) launch: Option<(EventId, ExprId)>,
    /// Whether the thread hangs; known once it is unrolled.
    pub(super) hangs: Option<ExprId>,
}

impl Unroller {
    pub(super) fn barrier(&mut self, walk: &mut Walk, barrier: Barrier, span: Span) {
        match barrier.object {
            BarrierObject::Workgroup if self.alternate[walk.thread] => self.of_workgroup(walk, barrier, span),
            BarrierObject::Workgroup => self.on_object(walk, barrier, span),
            BarrierObject::Cluster | BarrierObject::Named(_) => self.on_object(walk, barrier, span),
            BarrierObject::Null => self.on_null(walk, barrier.operation, span),
        }
    }

    /// A thread that joins the barrier that does nothing has joined no other, and a drop needs a join: models look for both. All else is nothing (LLVM 24, AMDGPU
    /// Execution Synchronization, Barrier Operations and Barrier IDs), and what `isfirst` then says is not told.
    fn on_null(&mut self, walk: &mut Walk, operation: BarrierOperation, span: Span) {
        match operation {
            BarrierOperation::Join => {
                self.object_event(walk, EventKind::BarrierJoin, BarrierObject::Null, span);
            }
            BarrierOperation::Leave => {
                self.object_event(walk, EventKind::BarrierDrop, BarrierObject::Null, span);
            }
            BarrierOperation::SignalIsFirst(dest) => {
                let first = self.free_choice();
                let guard = self.guard(walk);
                // What is not come to is not chosen.
                self.requirements.push(Requirement { guard: first, holds: guard });
                self.untold.push(first);
                self.write_register(walk, Some(dest), first);
            }
            BarrierOperation::Both
            | BarrierOperation::Signal(_)
            | BarrierOperation::Wait
            | BarrierOperation::Init(_) => {}
        }
    }

    fn of_workgroup(&mut self, walk: &mut Walk, barrier: Barrier, span: Span) {
        if barrier.operation == BarrierOperation::Leave {
            let drop = self.plain_event(walk, EventKind::BarrierDrop, span);
            self.events[drop].barrier = Some(BarrierObject::Workgroup);
            walk.barriers.drop = Some(drop);
            return;
        }
        if barrier.operation.arrives() {
            let arrive = self.plain_event(walk, EventKind::Arrive, span);
            self.events[arrive].barrier = Some(BarrierObject::Workgroup);
            walk.barriers.arrives.push(arrive);
            if self.asks_first.contains(&BarrierObject::Workgroup) {
                let first = self.free_choice();
                walk.barriers.firsts.push(first);
                self.write_register(walk, barrier.dest(), first);
            }
        }
        if barrier.operation.waits() {
            let wait = self.plain_event(walk, EventKind::Wait, span);
            self.events[wait].barrier = Some(BarrierObject::Workgroup);
            walk.barriers.waits.push(wait);
            if self.unrolling.loops != Loops::End || self.waits_at_objects {
                let blocked = self.wait_may_never_end(walk, wait, span);
                walk.barriers.blocked.push(blocked);
            }
        }
    }

    /// The meetings at the barriers of workgroups, and who is first there.
    pub(super) fn meet_in_workgroups(
        &mut self,
        program: &Program,
        barriers: &IndexSlice<ThreadId, [Barriers]>,
        phases: &mut Phases,
    ) {
        let meetings = self.meetings(program, barriers);
        phases.meetings.extend(meetings);
        if self.asks_first.contains(&BarrierObject::Workgroup) {
            self.first_in_workgroups(program, barriers, phases);
        }
    }

    /// Of the n-th arrives of a workgroup's threads one is the first.
    fn first_in_workgroups(
        &mut self,
        program: &Program,
        barriers: &IndexSlice<ThreadId, [Barriers]>,
        phases: &mut Phases,
    ) {
        let mut arrives = Vec::new();
        for (thread, own) in barriers.iter_enumerated() {
            let numbered = self.numbered(&own.arrives);
            arrives.extend(numbered.into_iter().zip(&own.firsts).map(|((event, n), &first)| (thread, event, n, first)));
        }
        for (thread, event, before, first) in &arrives {
            let mut some = *first;
            let others = arrives.iter().filter(|other| other.0 != *thread);
            for (_, mate, before_mate, other) in
                others.filter(|other| program.share(*thread, other.0, ScopeLevel::Workgroup))
            {
                let together = self.same_number(before, before_mate);
                let together = self.exprs.and(together, self.events[*mate].guard);
                let before_it = self.exprs.and(together, *first);
                let after_it = self.exprs.and(together, *other);
                let not = self.exprs.not(*other);
                self.requirements.push(Requirement { guard: before_it, holds: not });
                phases.order.push((*event, *mate, before_it));
                some = self.exprs.or(some, after_it);
            }
            self.requirements.push(Requirement { guard: self.events[*event].guard, holds: some });
            self.requirements.push(Requirement { guard: *first, holds: self.events[*event].guard });
        }
    }

    /// Whether two counts are one number, each given by whether it is n.
    fn same_number(&mut self, first: &[ExprId], second: &[ExprId]) -> ExprId {
        let mut same = self.exprs.truth(false);
        for (&x, &y) in first.iter().zip(second) {
            let both = self.exprs.and(x, y);
            same = self.exprs.or(same, both);
        }
        same
    }

    /// The n-th arrive of a thread takes part in the n-th wait of the others of its workgroup, and its end in the one after those that it has arrived for (LLVM 24,
    /// AMDGPUExecutionSynchronization, Execution Model, and s_barrier: one barrier object a workgroup). That an arrive takes part in the wait of its own thread
    /// matters only to a drop, and to the order of phases where waits at other objects may be between.
    fn meetings(&mut self, program: &Program, barriers: &IndexSlice<ThreadId, [Barriers]>) -> Vec<Conditional> {
        let arrives: IndexVec<ThreadId, _> = barriers.iter().map(|thread| self.numbered(&thread.arrives)).collect();
        let waits: IndexVec<ThreadId, _> = barriers.iter().map(|thread| self.numbered(&thread.waits)).collect();
        let drops = self.drops(program, barriers);
        let mut meetings = Vec::new();
        let pairs = barriers.indices().cartesian_product(barriers.indices());
        let has_objects = self.waits_at_objects;
        let meet = |a: ThreadId, w: ThreadId| match a == w {
            true => barriers[a].drop.is_some() || has_objects,
            false => program.share(a, w, ScopeLevel::Workgroup),
        };
        for (a, w) in pairs.filter(|&(a, w)| meet(a, w)) {
            let participants = arrives[a].iter().chain(drops[a].as_ref().filter(|_| a != w));
            for ((participant, before), (wait, before_wait)) in participants.cartesian_product(&waits[w]) {
                let met = self.same_number(before, before_wait);
                meetings.push((*participant, *wait, met));
            }
        }
        meetings
    }

    /// The drops of threads that end, with, for n = 0, 1, …, whether n arrives are before each. The barrier counts waves: where threads of one wave have arrived
    /// in different numbers, there is no such n, since nothing is known of a wave of which only some threads arrive.
    fn drops(
        &mut self,
        program: &Program,
        barriers: &IndexSlice<ThreadId, [Barriers]>,
    ) -> IndexVec<ThreadId, Option<(EventId, Vec<ExprId>)>> {
        let mut drops = IndexVec::new();
        for (thread, own) in barriers.iter_enumerated() {
            let wave =
                barriers.indices().filter(|&mate| mate != thread && program.share(thread, mate, ScopeLevel::Wavefront));
            drops.push(own.drop.map(|drop| {
                let arrived = wave.fold(self.counted(&own.arrives), |arrived, mate| {
                    let mates = self.counted(&barriers[mate].arrives);
                    arrived.into_iter().zip(mates).map(|(both, of_mate)| self.exprs.and(both, of_mate)).collect()
                });
                (drop, arrived)
            }));
        }
        drops
    }

    /// Whether a wait never ends: it depends on threads that are not unrolled yet.
    pub(super) fn may_never_end(&mut self, walk: &mut Walk, wait: EventId) -> ExprId {
        let blocked = self.free_choice();
        let hangs = self.exprs.and(self.events[wait].guard, blocked);
        walk.hangs = self.exprs.or(walk.hangs, hangs);
        blocked
    }

    /// As [`Unroller::may_never_end`], of a wait at a barrier: its thread hangs there.
    pub(super) fn wait_may_never_end(&mut self, walk: &mut Walk, wait: EventId, span: Span) -> ExprId {
        let blocked = self.may_never_end(walk, wait);
        let guard = self.exprs.and(self.events[wait].guard, blocked);
        self.endless.push(Endless { thread: walk.thread, guard, wait: Some(wait), span });
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
                let guard = self.events[*wait].guard;
                self.requirements.push(Requirement { guard, holds });
                // What is not come to is not blocked.
                self.requirements.push(Requirement { guard: blocked, holds: guard });
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
        allowance::spend(counts.len() * 8);
        for n in (0..counts.len()).rev() {
            let stay = self.exprs.and(counts[n], skipped);
            let from = if n == 0 { falsehood } else { counts[n - 1] };
            let step = self.exprs.and(from, one);
            counts[n] = self.exprs.or(stay, step);
        }
    }
}

/// The barrier objects of which a program asks who is the first to arrive.
pub(super) fn asks_first(program: &Program) -> BTreeSet<BarrierObject> {
    let asked = |barrier: &Barrier| matches!(barrier.operation, BarrierOperation::SignalIsFirst(_));
    used(program).into_iter().filter(asked).map(|barrier| barrier.object).collect()
}

/// Whether a program waits at another barrier than those of workgroups whose halves alternate: such a wait may never end, and then others do not.
pub(super) fn waits_at_objects(program: &Program, alternate: &IndexSlice<ThreadId, [bool]>) -> bool {
    let is_object = |barrier: &Barrier| barrier.object != BarrierObject::Workgroup && barrier.operation.waits();
    !alternate.iter().all(|&alternate| alternate) || used(program).iter().any(is_object)
}

/// What a program does at barriers.
fn used(program: &Program) -> Vec<Barrier> {
    fn collect(block: &[Instr], found: &mut Vec<Barrier>) {
        for instr in block {
            if let InstrKind::Barrier(barrier) = instr.kind {
                found.push(barrier);
            }
            instr.kind.blocks().into_iter().for_each(|block| collect(block, found));
        }
    }
    let mut found = Vec::new();
    program.threads.iter().for_each(|thread| collect(&thread.body, &mut found));
    found
}
