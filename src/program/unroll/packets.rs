//! The ends of a thread's dispatch: when it begins, when it is complete, and the fences there.

use super::barriers::Barriers;
use super::{Unroller, Walk};
use crate::llvm::{Ordering, SyncScope};
use crate::program::dispatch::Boundary;
use crate::program::event::EventKind;
use crate::program::ir::{EventId, Program, ThreadId};
use crate::program::structure::{Loops, Requirement};
use crate::syntax::litmus::ast::FenceScope;
use crate::syntax::source::Span;
use index_vec::IndexSlice;

impl Unroller {
    pub(super) fn packet(&mut self, walk: &mut Walk, boundary: Boundary, span: Span) {
        match boundary {
            Boundary::Launch(scope) => {
                let launch = self.end_of_dispatch(walk, EventKind::Launch, (scope, Ordering::Acquire), span);
                if self.unrolling.loops != Loops::End {
                    walk.barriers.launch = Some((launch, self.may_never_end(walk, launch)));
                }
            }
            Boundary::Complete(scope) => {
                self.end_of_dispatch(walk, EventKind::Complete, (scope, Ordering::Release), span);
            }
            Boundary::Submit(number) => {
                let scope = (FenceScope::System, Ordering::Release);
                let event = self.end_of_dispatch(walk, EventKind::Complete, scope, span);
                self.submitted.insert(event, number);
            }
        }
    }

    /// The event of an end, which is its fence, too.
    fn end_of_dispatch(
        &mut self,
        walk: &mut Walk,
        kind: EventKind,
        (scope, ordering): (FenceScope, Ordering),
        span: Span,
    ) -> EventId {
        let event = self.plain_event(walk, kind, span);
        let Some(level) = scope.level() else { return event };
        self.events[event].ordering = Some(ordering);
        self.events[event].scope = SyncScope { level, one_as: false };
        self.events[event].written_level = level;
        event
    }

    /// A dispatch never begins if a thread hangs of one that is to be complete before, or the host does before it submits it.
    pub(super) fn block_launches(&mut self, program: &Program, barriers: &IndexSlice<ThreadId, [Barriers]>) {
        for (thread, own) in barriers.iter_enumerated() {
            let Some((launch, blocked)) = own.launch else { continue };
            let mut never = self.exprs.truth(false);
            for (_, other) in barriers.iter_enumerated().filter(|&(other, _)| program.completes_before(other, thread)) {
                never = other.hangs.map_or(never, |hangs| self.exprs.or(never, hangs));
            }
            for (&event, _) in self.submitted.iter().filter(|&(_, &packet)| program.is_published_before(packet, thread))
            {
                let missing = self.exprs.not(self.events[event].guard);
                never = self.exprs.or(never, missing);
            }
            let holds = self.exprs.equal(blocked, never);
            self.requirements.push(Requirement { guard: self.events[launch].guard, holds });
        }
    }
}
