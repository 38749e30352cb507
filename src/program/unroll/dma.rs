//! DMA operations: two accesses, which of an asynchronous one are in no program order with its thread, and the waits at which they are complete.

use super::{Unroller, Walk};
use crate::program::event::EventKind;
use crate::program::expr::ExprId;
use crate::program::ir::{Dma, EventId, Instr};
use crate::syntax::source::Span;

/// The asynchronous operations of a thread and the asyncmarks of a function's body, in program order.
#[derive(Default)]
pub(super) struct Asyncmarks {
    /// For each asyncmark of the body, whether it is executed.
    marks: Vec<ExprId>,
    /// The events of each operation, those of callers and called functions too, with the number of the body's asyncmarks before it.
    operations: Vec<(usize, Vec<EventId>)>,
}

impl Unroller {
    pub(super) fn dma(&mut self, walk: &mut Walk, operation: &Dma, span: Span) {
        let guard = self.guard(walk);
        let initiator = operation.kind.is_async().then(|| self.plain_event(walk, EventKind::Initiate, span));
        let [from, to] = operation.accesses();
        let (from, to) = (self.template(walk, from, span), self.template(walk, to, span));
        let (mut events, value) = self.reads(walk, &from, guard, None);
        events.extend(self.split(walk, &to, guard, None, Some(value)));
        if let Some(initiator) = initiator {
            events.iter().for_each(|&event| self.events[event].initiator = Some(initiator));
            walk.asyncmarks.operations.push((walk.asyncmarks.marks.len(), events));
        }
    }

    /// The body of a function. Its asyncmarks are in no sequence but its own, and operations from before it may be waited for by them as by any that come after
    /// (LLVM 24, AMDGPU Asynchronous Operations, Current Sequence and Completion of Async Operations).
    pub(super) fn call(&mut self, walk: &mut Walk, body: &[Instr]) {
        let of_caller = std::mem::take(&mut walk.asyncmarks.marks);
        let before: Vec<usize> =
            walk.asyncmarks.operations.iter_mut().map(|(first, _)| std::mem::take(first)).collect();
        self.block(walk, body);
        let here = std::iter::repeat(of_caller.len());
        walk.asyncmarks
            .operations
            .iter_mut()
            .zip(before.into_iter().chain(here))
            .for_each(|((first, _), then)| *first = then);
        walk.asyncmarks.marks = of_caller;
    }

    pub(super) fn asyncmark(&mut self, walk: &mut Walk) {
        let guard = self.guard(walk);
        walk.asyncmarks.marks.push(guard);
    }

    /// An operation is complete at a wait if an asyncmark after the one is removed by the other: as many as are left, or more, come after that asyncmark
    /// (LLVM 24, AMDGPU Asynchronous Operations, Completion of Asyncmarks and of Async Operations).
    pub(super) fn wait_asyncmark(&mut self, walk: &mut Walk, kept: u32, span: Span) {
        let wait = self.plain_event(walk, EventKind::WaitAsync, span);
        let marks = std::mem::take(&mut walk.asyncmarks.marks);
        let removed: Vec<ExprId> = (0..marks.len())
            .map(|at| {
                let fewer = self.fewer_than(kept as usize, &marks[at + 1..]);
                let enough = self.exprs.not(fewer);
                self.exprs.and(marks[at], enough)
            })
            .collect();
        for (first, events) in &walk.asyncmarks.operations {
            let none = self.exprs.truth(false);
            let complete = removed[*first..].iter().fold(none, |any, &this| self.exprs.or(any, this));
            if !self.exprs.is_truth(complete, false) {
                self.completions.extend(events.iter().map(|&event| (event, wait, complete)));
            }
        }
        walk.asyncmarks.marks = marks;
    }

    /// Whether fewer than so many of these are true.
    fn fewer_than(&mut self, n: usize, all: &[ExprId]) -> ExprId {
        let counts = self.counts(all.iter().copied());
        let none = self.exprs.truth(false);
        counts.into_iter().take(n).fold(none, |any, this| self.exprs.or(any, this))
    }
}
