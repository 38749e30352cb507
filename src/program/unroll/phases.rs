//! Barrier objects of which it is not known before which arrivals make up a phase: named barriers, those of clusters, and those of workgroups whose
//! signals and waits do not alternate (LLVM 24, AMDGPU Execution Synchronization, Execution Model).
//!
//! What modifies an object does so in a total order. Only a part of it matters: the order is cut into intervals, and each operation chooses the one that it
//! is in. An init has an interval of its own, and so has an arrive that sets the expected count; another interval is of arrives and drops in any order, and
//! ends where the barrier is complete, or before one of those. A wait chooses the interval that completes its phase, if there is one; otherwise it never
//! ends, and neither does what comes after it in its thread begin.

use super::{Unroller, Walk};
use crate::llvm::{IntType, ScopeLevel};
use crate::program::barrier::{Barrier, BarrierObject, BarrierOperation};
use crate::program::event::EventKind;
use crate::program::expr::ExprId;
use crate::program::ir::{ArithOp, BinaryOp, CompareOp, EventId, Executor, Program, ThreadId};
use crate::program::structure::{BarrierFaults, Conditional, Requirement};
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::Span;
use itertools::Itertools;

/// The type of counts.
const COUNT: Type = Type::Int(IntType::I32);

/// An operation on a barrier object, but a join, which changes nothing.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    pub(super) thread: ThreadId,
    pub(super) event: EventId,
    pub(super) object: BarrierObject,
    pub(super) does: Does,
}

impl Operation {
    /// Whether it is what the last end of a thread of this one's workgroup does to the barrier of the cluster.
    pub(super) fn ends_workgroup_of(&self, program: &Program, thread: ThreadId) -> bool {
        let is_end = self.object == BarrierObject::Cluster && matches!(self.does, Does::Drop);
        is_end && program.share(self.thread, thread, ScopeLevel::Workgroup)
    }
}

#[derive(Clone, Copy)]
pub(super) enum Does {
    /// Sets the expected count, with no arrivals.
    Init(u32),
    /// Arrives, after setting the expected count if it does; and the choice whether it is the first, where that is asked.
    Arrive(Option<u32>, Option<ExprId>),
    Drop,
    /// Waits; and whether that never ends.
    Wait(ExprId),
}

/// What is found of barrier objects.
#[derive(Default)]
pub(super) struct Phases {
    pub(super) meetings: Vec<Conditional>,
    pub(super) order: Vec<Conditional>,
    pub(super) faults: BarrierFaults,
}

/// The operations of one object that modify it, each with whether it is in an interval, by interval.
pub(super) struct Placed {
    pub(super) operations: Vec<(Operation, Vec<ExprId>)>,
    pub(super) intervals: Vec<Interval>,
    /// By interval, whether what is in it is of the phase that goes on in each later one, and in itself, not before that.
    pub(super) linked: Vec<Vec<ExprId>>,
}

/// What an interval of the order of modifications does.
#[derive(Clone, Copy)]
pub(super) struct Interval {
    /// Whether there is one.
    pub(super) used: ExprId,
    /// Whether it is an init.
    pub(super) init: ExprId,
    /// Whether it is an init, or an arrive that sets the expected count.
    pub(super) alone: ExprId,
    /// How many arrivals there are before it.
    pub(super) arrived: ExprId,
    /// How many are expected after it.
    pub(super) expected_after: ExprId,
    /// Whether an init has come before.
    pub(super) initialized: ExprId,
    /// Whether it completes a phase.
    pub(super) complete: ExprId,
}

impl Unroller {
    pub(super) fn on_object(&mut self, walk: &mut Walk, barrier: Barrier, span: Span) {
        let object = barrier.object;
        match barrier.operation {
            BarrierOperation::Join => {
                self.object_event(walk, EventKind::BarrierJoin, object, span);
            }
            BarrierOperation::Init(count) => self.modify(walk, EventKind::BarrierInit, object, Does::Init(count), span),
            BarrierOperation::Leave if object == BarrierObject::Cluster => self.ends_in_cluster(walk, span),
            BarrierOperation::Leave => self.modify(walk, EventKind::BarrierDrop, object, Does::Drop, span),
            BarrierOperation::Signal(expected) => self.arrive(walk, object, expected, span),
            BarrierOperation::SignalIsFirst(dest) => {
                self.arrive(walk, object, None, span);
                if let Some(Operation { does: Does::Arrive(_, Some(first)), .. }) = self.operations.last().copied() {
                    self.write_register(walk, Some(dest), first);
                }
            }
            BarrierOperation::Wait => self.wait(walk, object, span),
            BarrierOperation::Both => {
                self.arrive(walk, object, None, span);
                self.wait(walk, object, span);
            }
        }
    }

    pub(super) fn object_event(&mut self, walk: &Walk, kind: EventKind, object: BarrierObject, span: Span) -> EventId {
        let event = self.plain_event(walk, kind, span);
        self.events[event].barrier = Some(object);
        event
    }

    fn modify(&mut self, walk: &Walk, kind: EventKind, object: BarrierObject, does: Does, span: Span) {
        let event = self.object_event(walk, kind, object, span);
        self.operations.push(Operation { thread: walk.thread, event, object, does });
    }

    fn arrive(&mut self, walk: &Walk, object: BarrierObject, expected: Option<u32>, span: Span) {
        let first = self.asks_first.contains(&object).then(|| self.free_choice());
        self.modify(walk, EventKind::Arrive, object, Does::Arrive(expected, first), span);
    }

    fn wait(&mut self, walk: &mut Walk, object: BarrierObject, span: Span) {
        let event = self.object_event(walk, EventKind::Wait, object, span);
        let blocked = self.wait_may_never_end(walk, event, span);
        self.operations.push(Operation { thread: walk.thread, event, object, does: Does::Wait(blocked) });
        let guard = self.exprs.and(self.events[event].guard, blocked);
        self.hangs = self.exprs.or(self.hangs, guard);
    }

    /// The phases of all barrier objects.
    pub(super) fn phases(&mut self, program: &Program) -> Phases {
        let mut objects: Vec<Vec<Operation>> = Vec::new();
        for operation in std::mem::take(&mut self.operations) {
            let is_of = |of: &&mut Vec<Operation>| {
                let other = of[0];
                let scope = operation.object.scope();
                other.object == operation.object && program.share(other.thread, operation.thread, scope)
            };
            match objects.iter_mut().find(is_of) {
                Some(of) => of.push(operation),
                None => objects.push(vec![operation]),
            }
        }
        let mut phases = Phases::default();
        for of in objects {
            self.phases_of(program, &of, &mut phases);
        }
        phases
    }

    fn phases_of(&mut self, program: &Program, all: &[Operation], phases: &mut Phases) {
        let expected = match all[0].object {
            BarrierObject::Cluster => workgroups(program, all[0].thread),
            BarrierObject::Workgroup => waves(program, all[0].thread),
            BarrierObject::Named(_) | BarrierObject::Null => 0,
        };
        let (waits, modifies): (Vec<Operation>, Vec<Operation>) =
            all.iter().copied().partition(|operation| matches!(operation.does, Does::Wait(_)));
        let number = intervals(&modifies, expected);
        let operations: Vec<(Operation, Vec<ExprId>)> = modifies
            .iter()
            .map(|&operation| (operation, self.place(self.events[operation.event].guard, number)))
            .collect();
        let intervals = self.intervals(&operations, number, expected);
        let linked = self.linked(&intervals);
        let placed = Placed { operations, intervals, linked };
        self.order_intervals(&placed);
        self.order_threads(program, &placed);
        self.choose_first(&placed, phases);
        self.order_operations(&placed, phases);
        self.find_faults(program, &placed, phases);
        self.wait_for_phases(program, &placed, &waits, phases);
    }

    pub(super) fn require_that(&mut self, guard: ExprId, holds: ExprId) {
        if !self.exprs.is_truth(guard, false) && !self.exprs.is_truth(holds, true) {
            self.requirements.push(Requirement { guard, holds });
        }
    }

    /// One of so many, by free choice, where the guard holds; else none.
    pub(super) fn place(&mut self, guard: ExprId, number: usize) -> Vec<ExprId> {
        let choices: Vec<ExprId> = (1..number).map(|_| self.free_choice()).collect();
        let mut rest = guard;
        let mut all = Vec::new();
        for (at, &choice) in choices.iter().enumerate() {
            // What is not chosen from has no choices that might be taken otherwise.
            self.require_that(choice, guard);
            for &other in &choices[at + 1..] {
                let not = self.exprs.not(other);
                self.require_that(choice, not);
            }
            all.push(self.exprs.and(guard, choice));
            let not = self.exprs.not(choice);
            rest = self.exprs.and(rest, not);
        }
        all.push(rest);
        all
    }

    fn any(&mut self, all: impl IntoIterator<Item = ExprId>) -> ExprId {
        let none = self.exprs.truth(false);
        all.into_iter().fold(none, |any, one| self.exprs.or(any, one))
    }

    pub(super) fn not_both(&mut self, a: ExprId, b: ExprId) {
        let not = self.exprs.not(b);
        self.require_that(a, not);
    }

    pub(super) fn number(&mut self, n: u32) -> ExprId {
        self.exprs.constant(COUNT, n.into())
    }

    /// The sum of numbers, each counted where its truth value holds.
    fn sum(&mut self, all: impl IntoIterator<Item = (ExprId, u32)>) -> ExprId {
        let zero = self.number(0);
        all.into_iter().fold(zero, |sum, (truth, n)| {
            let n = self.number(n);
            let term = self.exprs.ite(truth, n, zero);
            self.plus(sum, term)
        })
    }

    fn plus(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.exprs.binary(BinaryOp::Arith(ArithOp::Add), a, b)
    }

    pub(super) fn at_most(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.exprs.binary(BinaryOp::Compare(CompareOp::Sle), a, b)
    }

    /// What each interval does to the counts, which are such at first.
    fn intervals(&mut self, operations: &[(Operation, Vec<ExprId>)], number: usize, expected: u32) -> Vec<Interval> {
        let (mut expected, mut arrived) = (self.number(expected), self.number(0));
        let mut initialized = self.exprs.truth(false);
        let mut intervals = Vec::new();
        for t in 0..number {
            let here = |does: fn(Does) -> Option<u32>| {
                operations.iter().filter_map(move |(of, places)| Some((places[t], does(of.does)?))).collect_vec()
            };
            let inits = here(|does| if let Does::Init(count) = does { Some(count) } else { None });
            let updates = here(|does| if let Does::Arrive(Some(count), _) = does { Some(count) } else { None });
            let arrives = here(|does| matches!(does, Does::Arrive(None, _)).then_some(1));
            let drops = here(|does| matches!(does, Does::Drop).then_some(1));
            let used = self.any(operations.iter().map(|(_, places)| places[t]));
            let [init, update] = [&inits, &updates].map(|all| self.any(all.iter().map(|(truth, _)| *truth)));
            let [to_init, to_update, more, fewer] = [inits, updates, arrives, drops].map(|all| self.sum(all));
            let one = self.number(1);
            let (with_one, with_more) = (self.plus(arrived, one), self.plus(arrived, more));
            let less = self.exprs.binary(BinaryOp::Arith(ArithOp::Sub), expected, fewer);
            let zero = self.number(0);
            let unless_init = self.exprs.ite(update, to_update, less);
            let expected_after = self.exprs.ite(init, to_init, unless_init);
            let unless_init = self.exprs.ite(update, with_one, with_more);
            let arrived_with = self.exprs.ite(init, zero, unless_init);
            let equal = self.exprs.equal(arrived_with, expected_after);
            let not_init = self.exprs.not(init);
            let modifies = self.exprs.and(used, not_init);
            let complete = self.exprs.and(modifies, equal);
            let alone = self.exprs.or(init, update);
            // A barrier is complete as soon as it can be; it cannot be where as many have arrived as are expected, of none or by a fault.
            let (in_time, never) = (self.at_most(arrived_with, expected_after), self.at_most(expected, arrived));
            let bag = self.exprs.not(alone);
            let in_time = self.exprs.or(in_time, never);
            self.require_that(bag, in_time);
            intervals.push(Interval { used, init, alone, arrived, expected_after, initialized, complete });
            arrived = self.exprs.ite(complete, zero, arrived_with);
            expected = expected_after;
            initialized = self.exprs.or(initialized, init);
        }
        intervals
    }

    /// Intervals follow on each other, and one of arrives and drops goes on as far as it can. What has an interval of its own shares it with nothing.
    fn order_intervals(&mut self, placed: &Placed) {
        for (this, next) in placed.intervals.iter().tuple_windows() {
            let ends = self.any([this.complete, this.alone, next.alone]);
            let ends = self.exprs.and(ends, this.used);
            self.require_that(next.used, ends);
        }
        let is_alone = |operation: &Operation| matches!(operation.does, Does::Init(_) | Does::Arrive(Some(_), _));
        for [(a, places), (b, others)] in placed.operations.iter().array_combinations() {
            if is_alone(a) || is_alone(b) {
                places.iter().zip(others).for_each(|(&this, &other)| self.not_both(this, other));
            }
        }
    }

    /// Operations of one thread are in program order, and a workgroup has done all that it does before it has ended.
    fn order_threads(&mut self, program: &Program, placed: &Placed) {
        let ends_after = |a: &Operation, b: &Operation| b.ends_workgroup_of(program, a.thread);
        for [(a, places), (b, others)] in placed.operations.iter().array_combinations() {
            if a.thread == b.thread || ends_after(a, b) {
                self.not_later(places, others);
            } else if ends_after(b, a) {
                self.not_later(others, places);
            }
        }
    }

    /// The first of two places is not after the second.
    fn not_later(&mut self, first: &[ExprId], second: &[ExprId]) {
        for (t, &later) in first.iter().enumerate() {
            second[..t].iter().for_each(|&earlier| self.not_both(later, earlier));
        }
    }

    /// Of the arrives of a phase one is the first, where that is asked.
    fn choose_first(&mut self, placed: &Placed, phases: &mut Phases) {
        let zero = self.number(0);
        let arrives = placed.operations.iter().filter_map(|(operation, places)| match operation.does {
            Does::Arrive(_, Some(first)) => Some((operation, places, first)),
            Does::Arrive(_, None) | Does::Init(_) | Does::Drop | Does::Wait(_) => None,
        });
        let arrives = arrives.collect_vec();
        for (operation, places, first) in &arrives {
            self.require_that(*first, self.events[operation.event].guard);
            for (t, interval) in placed.intervals.iter().enumerate() {
                let is_begin = self.exprs.equal(interval.arrived, zero);
                let not_begin = self.exprs.not(is_begin);
                let here_later = self.exprs.and(places[t], not_begin);
                self.not_both(here_later, *first);
                let firsts = arrives.iter().map(|(_, others, other)| (others[t], *other)).collect_vec();
                let firsts = firsts.into_iter().map(|(other, first)| self.exprs.and(other, first)).collect_vec();
                let some = self.any(firsts);
                let begins = self.exprs.and(places[t], is_begin);
                self.require_that(begins, some);
            }
        }
        for [(a, places, first), (b, others, other)] in arrives.iter().array_combinations() {
            let together = places.iter().zip(*others).map(|(&this, &other)| self.exprs.and(this, other)).collect_vec();
            let together = self.any(together);
            let both = self.exprs.and(*first, *other);
            self.not_both(together, both);
            let [a_first, b_first] = [*first, *other].map(|first| self.exprs.and(together, first));
            phases.order.extend([(a.event, b.event, a_first), (b.event, a.event, b_first)]);
        }
    }

    fn order_operations(&mut self, placed: &Placed, phases: &mut Phases) {
        for [(a, places), (b, others)] in placed.operations.iter().array_combinations() {
            let [before, after] = [(places, others), (others, places)].map(|(first, second)| {
                let earlier = (0..first.len()).array_combinations().map(|[s, t]| (first[s], second[t])).collect_vec();
                let earlier = earlier.into_iter().map(|(x, y)| self.exprs.and(x, y)).collect_vec();
                self.any(earlier)
            });
            phases.order.extend([(a.event, b.event, before), (b.event, a.event, after)]);
        }
        phases.order.retain(|(.., when)| !self.exprs.is_truth(*when, false));
    }
}

/// How many workgroups of the test are in the cluster of a thread.
fn workgroups(program: &Program, thread: ThreadId) -> u32 {
    let of_cluster =
        program.threads.indices().filter(|&other| program.share(thread, other, BarrierObject::Cluster.scope()));
    number(of_cluster.map(|thread| program.threads[thread].position.workgroup).unique())
}

/// How many waves of the test are in the workgroup of a thread.
fn waves(program: &Program, thread: ThreadId) -> u32 {
    let of_workgroup = program.threads.iter_enumerated().filter(|(other, of)| {
        of.by == Executor::Wave && program.share(thread, *other, BarrierObject::Workgroup.scope())
    });
    number(of_workgroup.map(|(_, of)| of.position.wavefront).unique())
}

fn number(all: impl Iterator) -> u32 {
    u32::try_from(all.count()).unwrap_or(u32::MAX)
}

/// So many intervals there are at most.
fn intervals(operations: &[Operation], expected: u32) -> usize {
    let count = |does: fn(Does) -> bool| operations.iter().filter(|operation| does(operation.does)).count();
    let inits = count(|does| matches!(does, Does::Init(_)));
    let updates = count(|does| matches!(does, Does::Arrive(Some(_), _)));
    let (arrives, drops) = (count(|does| matches!(does, Does::Arrive(..))), count(|does| matches!(does, Does::Drop)));
    let set = operations.iter().filter_map(|operation| match operation.does {
        Does::Init(count) | Does::Arrive(Some(count), _) => Some(count),
        Does::Arrive(None, _) | Does::Drop | Does::Wait(_) => None,
    });
    let least = set.chain((expected > 0).then_some(expected)).min().unwrap_or(u32::MAX) as usize;
    // Each phase takes so many arrivals, or drops. What is not complete ends where an operation has an interval of its own, or with the order.
    let phases = (arrives + drops) / least.saturating_sub(drops).max(1);
    let alone = inits + updates;
    (phases + alone + alone + 1).min(operations.len()).max(1)
}
