//! The workgroup barrier: which arrive takes part in which wait.

use super::{Unroller, Walk};
use crate::llvm::ScopeLevel;
use crate::program::event::EventKind;
use crate::program::expr::ExprId;
use crate::program::ir::{EventId, Program, ThreadId};
use crate::syntax::litmus::ast::BarrierKind;
use crate::syntax::source::Span;
use index_vec::{IndexSlice, IndexVec};
use itertools::Itertools;

/// The barrier events of a thread, in program order.
#[derive(Default)]
pub(super) struct Barriers {
    arrives: Vec<EventId>,
    waits: Vec<EventId>,
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
        }
    }

    /// The n-th arrive of a thread takes part in the n-th wait of the others of its workgroup (LLVM 24,
    /// AMDGPUExecutionSynchronization, Execution Model, and s_barrier: one barrier object a workgroup).
    pub(super) fn meetings(
        &mut self,
        program: &Program,
        barriers: &IndexSlice<ThreadId, [Barriers]>,
    ) -> Vec<(EventId, EventId, ExprId)> {
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

    /// With each event, for n = 0, 1, …: whether n of the events before it are executed.
    fn numbered(&mut self, events: &[EventId]) -> Vec<(EventId, Vec<ExprId>)> {
        let mut counts = vec![self.exprs.truth(true)];
        let mut result = Vec::new();
        for &event in events {
            result.push((event, counts.clone()));
            let executed = self.events[event].guard;
            let skipped = self.exprs.not(executed);
            let falsehood = self.exprs.truth(false);
            counts.push(falsehood);
            for n in (0..counts.len()).rev() {
                let stay = self.exprs.and(counts[n], skipped);
                let from = if n == 0 { falsehood } else { counts[n - 1] };
                let step = self.exprs.and(from, executed);
                counts[n] = self.exprs.or(stay, step);
            }
        }
        result
    }
}
