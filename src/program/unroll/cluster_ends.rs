//! Ends of threads, which may drop the barrier of their cluster: no text tells, and models choose.
//!
//! The barrier expects arrivals of workgroups, so that a workgroup drops it once, as the last of its threads ends. Which of them is the last is chosen; in
//! program order with it is what that thread has done.

use super::phases::{Does, Operation};
use super::{Unroller, Walk};
use crate::llvm::ScopeLevel;
use crate::program::barrier::BarrierObject;
use crate::program::event::EventKind;
use crate::program::expr::ExprId;
use crate::program::ir::{Program, ThreadId};
use crate::program::structure::Requirement;
use crate::syntax::source::Span;
use itertools::Itertools;

/// The end of a thread whose cluster has a barrier.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) thread: ThreadId,
    /// Whether it comes.
    comes: ExprId,
    /// Whether the workgroup drops the barrier by it.
    drops: ExprId,
    /// Whether all of the workgroup have ended by it, and the barrier is as before.
    keeps: ExprId,
}

impl Unroller {
    /// The end of a thread: it may drop the barrier, or leave it as it is.
    pub(super) fn ends_in_cluster(&mut self, walk: &Walk, span: Span) {
        let comes = self.guard(walk);
        let [drops, keeps] = [EventKind::BarrierDrop, EventKind::BarrierKept].map(|kind| {
            let chosen = self.free_choice();
            let event = self.object_event(walk, kind, BarrierObject::Cluster, span);
            self.events[event].guard = self.exprs.and(comes, chosen);
            (chosen, event)
        });
        let (thread, object) = (walk.thread, BarrierObject::Cluster);
        self.operations.push(Operation { thread, event: drops.1, object, does: Does::Drop });
        self.ends_of_threads.push(End { thread, comes, drops: drops.0, keeps: keeps.0 });
    }

    /// Of each workgroup whose threads have all ended one has dropped the barrier, or the first stands for all that it is kept: in all workgroups alike.
    pub(super) fn choose_ends_in_clusters(&mut self, program: &Program) {
        let mut groups: Vec<Vec<End>> = Vec::new();
        for end in std::mem::take(&mut self.ends_of_threads) {
            let is_of = |group: &&mut Vec<End>| program.share(group[0].thread, end.thread, ScopeLevel::Workgroup);
            match groups.iter_mut().find(is_of) {
                Some(group) => group.push(end),
                None => groups.push(vec![end]),
            }
        }
        if groups.is_empty() {
            return;
        }
        let dropped = self.free_choice();
        let kept = self.exprs.not(dropped);
        let mut some = self.exprs.truth(false);
        for group in &groups {
            let all = group.iter().fold(self.exprs.truth(true), |all, end| self.exprs.and(all, end.comes));
            some = self.exprs.or(some, all);
            let [drops, keeps] = [dropped, kept].map(|choice| self.exprs.and(all, choice));
            self.choose_one(drops, &group.iter().map(|end| end.drops).collect_vec());
            let (first, others) = (group[0].keeps, &group[1..]);
            self.choose_one(keeps, &[first]);
            for end in others {
                let not = self.exprs.not(end.keeps);
                let always = self.exprs.truth(true);
                self.require_that(always, not);
            }
        }
        // What is not chosen from has no choices that might be taken otherwise.
        self.require_that(dropped, some);
    }

    /// One of these holds, or none where the guard does not.
    fn choose_one(&mut self, guard: ExprId, all: &[ExprId]) {
        let some = all.iter().fold(self.exprs.truth(false), |some, &one| self.exprs.or(some, one));
        let always = self.exprs.truth(true);
        let holds = self.exprs.equal(some, guard);
        self.requirements.push(Requirement { guard: always, holds });
        for [&one, &other] in all.iter().array_combinations() {
            self.not_both(one, other);
        }
    }
}
