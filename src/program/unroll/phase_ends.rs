//! Which phase of a barrier object a wait is for, and what operations on it are undefined.

use super::Unroller;
use super::phases::{Does, Interval, Operation, Phases, Placed};
use crate::llvm::ScopeLevel;
use crate::program::barrier::BarrierObject;
use crate::program::expr::ExprId;
use crate::program::ir::{EventId, Program};
use crate::program::structure::BarrierFaults;
use itertools::Itertools;

impl Unroller {
    pub(super) fn find_faults(&mut self, program: &Program, placed: &Placed, phases: &mut Phases) {
        let zero = self.number(0);
        for (operation, places) in &placed.operations {
            let Operation { event, object, does, .. } = *operation;
            let mut found = [self.exprs.truth(false); 4];
            for (&here, interval) in places.iter().zip(&placed.intervals) {
                let not = self.exprs.not(interval.initialized);
                let is_named = matches!(object, BarrierObject::Named(_));
                let uninitialized = (is_named && !matches!(does, Does::Init(_))).then_some(not);
                let is_negative = self.at_most(zero, interval.expected_after);
                let is_negative = self.exprs.not(is_negative);
                let below_zero = matches!(does, Does::Drop).then(|| self.exprs.and(is_negative, interval.initialized));
                let (too_few, as_many) = match does {
                    Does::Arrive(Some(count), _) => {
                        let count = self.number(count);
                        let too_few = self.at_most(count, interval.arrived);
                        (Some(too_few), Some(self.exprs.equal(count, interval.arrived)))
                    }
                    Does::Arrive(None, _) | Does::Init(_) | Does::Drop | Does::Wait(_) => (None, None),
                };
                for (found, fault) in found.iter_mut().zip([uninitialized, below_zero, too_few, as_many]) {
                    let fault = fault.map(|fault| self.exprs.and(here, fault));
                    *found = fault.map_or(*found, |fault| self.exprs.or(*found, fault));
                }
            }
            let BarrierFaults { uninitialized, below_zero, too_few, as_many, .. } = &mut phases.faults;
            for (all, found) in [uninitialized, below_zero, too_few, as_many].into_iter().zip(found) {
                if !self.exprs.is_truth(found, false) {
                    all.push((event, event, found));
                }
            }
        }
        self.find_second_arrivals(program, placed, phases);
    }

    /// Only one wave of a workgroup arrives at the barrier of a cluster.
    fn find_second_arrivals(&mut self, program: &Program, placed: &Placed, phases: &mut Phases) {
        let arrives = placed.operations.iter().filter(|(operation, _)| {
            operation.object == BarrierObject::Cluster && matches!(operation.does, Does::Arrive(..))
        });
        for [(a, places), (b, others)] in arrives.array_combinations() {
            if program.share(a.thread, b.thread, ScopeLevel::Workgroup) {
                let together = self.are_of_one_phase(placed, [places, others], |_, _| true);
                phases.faults.twice.push((a.event, b.event, together));
            }
        }
    }

    /// By interval, whether what is in it is of the phase that goes on in each later one.
    pub(super) fn linked(&mut self, intervals: &[Interval]) -> Vec<Vec<ExprId>> {
        let numbers = 0..intervals.len();
        numbers.map(|from| self.linked_from(from, intervals)).collect()
    }

    fn linked_from(&mut self, from: usize, intervals: &[Interval]) -> Vec<ExprId> {
        let mut goes_on = self.exprs.truth(true);
        let mut linked = vec![self.exprs.truth(false); from];
        for (at, interval) in intervals.iter().enumerate().skip(from) {
            linked.push(goes_on);
            let ends = if at > from { self.exprs.or(interval.complete, interval.init) } else { interval.complete };
            let not = self.exprs.not(ends);
            goes_on = self.exprs.and(goes_on, not);
        }
        linked
    }

    /// Whether two operations are of one phase, those pairs of their intervals counting of which that is asked.
    fn are_of_one_phase(
        &mut self,
        placed: &Placed,
        [first, second]: [&[ExprId]; 2],
        counts: impl Fn(usize, usize) -> bool,
    ) -> ExprId {
        let numbers = || 0..placed.intervals.len();
        numbers().cartesian_product(numbers()).filter(|&(s, t)| counts(s, t)).fold(
            self.exprs.truth(false),
            |found, (s, t)| {
                let both = self.exprs.and(first[s], second[t]);
                let together = self.exprs.and(both, placed.linked[s.min(t)][s.max(t)]);
                self.exprs.or(found, together)
            },
        )
    }

    /// A wait is for a phase that is complete, after those that its thread has waited for, and in which its thread has not arrived before it waited for one of
    /// those (LLVM 24, AMDGPUExecutionSynchronization, Barrier phase separation). Where there is none, it never ends. That is decided by counts and by its own
    /// thread alone: what models say of the order of phases may exclude more.
    pub(super) fn wait_for_phases(
        &mut self,
        program: &Program,
        placed: &Placed,
        waits: &[Operation],
        phases: &mut Phases,
    ) {
        let number = placed.intervals.len();
        let mut waited: Vec<(Operation, Vec<ExprId>)> = Vec::new();
        for wait in waits {
            let Does::Wait(blocked) = wait.does else { continue };
            let guard = self.events[wait.event].guard;
            let ends = self.exprs.not(blocked);
            let ends = self.exprs.and(guard, ends);
            let places = self.place(ends, number);
            let own_before = |of: &&(Operation, Vec<ExprId>)| of.0.thread == wait.thread && of.0.event < wait.event;
            let is_after = |of: &Operation| {
                (of.thread == wait.thread && of.event > wait.event) || of.ends_workgroup_of(program, wait.thread)
            };
            let after = placed.operations.iter().filter(|(of, _)| is_after(of));
            let after = after.map(|(_, places)| places).collect_vec();
            let earlier = waited.iter().filter(own_before).map(|(operation, _)| operation.event).collect_vec();
            let passed = self.passed_before(placed, wait, &earlier);
            let mut some = self.exprs.truth(false);
            for (t, interval) in placed.intervals.iter().enumerate() {
                self.require_that(places[t], interval.complete);
                let mut fits = interval.complete;
                // What its thread has waited for is in an earlier one.
                for &place in waited.iter().filter(own_before).flat_map(|of| &of.1[t..]) {
                    let not = self.exprs.not(place);
                    fits = self.exprs.and(fits, not);
                    self.not_both(places[t], place);
                }
                for &place in after.iter().flat_map(|places| &places[..=t]) {
                    self.not_both(places[t], place);
                }
                let not = self.exprs.not(passed[t]);
                fits = self.exprs.and(fits, not);
                self.not_both(places[t], passed[t]);
                some = self.exprs.or(some, fits);
            }
            let none = self.exprs.not(some);
            let is_right = self.exprs.equal(blocked, none);
            self.require_that(guard, is_right);
            // What is not come to is not blocked.
            self.require_that(blocked, guard);
            for (operation, of) in &placed.operations {
                if let Does::Arrive(..) | Does::Drop = operation.does {
                    let meets = self.are_of_one_phase(placed, [of, &places], |s, t| s <= t);
                    phases.meetings.push((operation.event, wait.event, meets));
                }
            }
            let never = self.exprs.and(guard, blocked);
            phases.faults.never.push((wait.event, wait.event, never));
            waited.push((*wait, places));
        }
    }

    /// By interval that ends a phase, whether the thread of a wait has arrived in that phase, or dropped it, before an earlier wait of its own that is executed.
    fn passed_before(&mut self, placed: &Placed, wait: &Operation, earlier: &[EventId]) -> Vec<ExprId> {
        let number = placed.intervals.len();
        let mut passed = vec![self.exprs.truth(false); number];
        let own = placed.operations.iter().filter(|(operation, _)| {
            operation.thread == wait.thread && matches!(operation.does, Does::Arrive(..) | Does::Drop)
        });
        for (operation, places) in own {
            let none = self.exprs.truth(false);
            let between = earlier.iter().filter(|&&other| other > operation.event);
            let between = between.map(|&other| self.events[other].guard).collect_vec();
            let waits = between.into_iter().fold(none, |any, guard| self.exprs.or(any, guard));
            for (s, t) in (0..number).cartesian_product(0..number).filter(|(s, t)| s <= t) {
                let of_phase = self.exprs.and(places[s], placed.linked[s][t]);
                let is_passed = self.exprs.and(of_phase, waits);
                passed[t] = self.exprs.or(passed[t], is_passed);
            }
        }
        passed
    }
}
