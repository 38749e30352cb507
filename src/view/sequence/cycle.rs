//! What the cycle that forbids the state leads over, and when a thread is told what is on it.

use super::{Part, Told};
use crate::cat::core::Reason;
use crate::hardware::{MicroEvent, Way};
use crate::llvm::ScopeLevel;
use crate::program::{EventId, EventKind, ThreadId};
use crate::refine::Reason as Forbids;
use itertools::Itertools;

/// The instructions of a thread between which something is to be done.
#[derive(Clone, Copy)]
pub(super) struct Between<'a> {
    pub(super) thread: Option<ThreadId>,
    /// The number of the operation behind which it is to be done, if it is behind one.
    pub(super) after: Option<usize>,
    pub(super) before: &'a MicroEvent,
}

impl Between<'_> {
    pub(super) fn contains(&self, event: &MicroEvent) -> bool {
        let is_after = self.after.is_none_or(|after| event.op > after);
        event.thread == self.thread && is_after && event.op < self.before.op
    }
}

impl<'a> Told<'a> {
    /// The events of the cycle that forbids the state, as the code has them; none where its execution is not one of the source.
    pub(super) fn cycle(&self) -> Vec<EventId> {
        let Some(reason) = self.found.forbidden_by() else { return Vec::new() };
        reason.broken.events().into_iter().filter_map(|id| reason.in_code(id)).collect()
    }

    /// The events of the code that the cycle leads over, one after another.
    pub(super) fn chain(&self) -> Vec<EventId> {
        let Some(reason) = self.found.forbidden_by() else { return Vec::new() };
        let mut chain: Vec<EventId> =
            self.chain_of_source().into_iter().filter_map(|event| reason.in_code(event)).dedup().collect();
        if chain.len() > 1 && chain.first() == chain.last() {
            chain.pop();
        }
        chain
    }

    /// The events of the source that the cycle leads over, one after another; the first is the last, too.
    pub(super) fn chain_of_source(&self) -> Vec<EventId> {
        fn ends(path: &[Reason], found: &mut Vec<usize>) {
            for reason in path {
                match reason.path.is_empty() {
                    true => found.extend([reason.fact.from, reason.fact.to]),
                    false => ends(&reason.path, found),
                }
            }
        }
        let mut found = Vec::new();
        let path = self.found.forbidden_by().map_or(&[][..], |reason| &reason.broken.path);
        ends(path, &mut found);
        found.into_iter().map(EventId::new).dedup().collect()
    }

    /// Whether a micro-event is one that the reasons for that cycle lead over.
    pub(super) fn is_of_reasons(&self, event: &MicroEvent) -> bool {
        self.is_led_over(|of| event.events.contains(&of))
    }

    /// Whether the reasons for that cycle lead over an event.
    pub(super) fn is_led_over(&self, is_it: impl Fn(EventId) -> bool + Copy) -> bool {
        fn lead_over(found: &Forbids, path: &[Reason], is_it: impl Fn(EventId) -> bool + Copy) -> bool {
            let is_end = |end: usize| found.in_code(EventId::new(end)).is_some_and(is_it);
            path.iter().any(|reason| {
                is_end(reason.fact.from) || is_end(reason.fact.to) || lead_over(found, &reason.path, is_it)
            })
        }
        self.found.forbidden_by().is_some_and(|found| lead_over(found, &found.broken.path, is_it))
    }

    /// Whether a micro-event is of an instruction that reads.
    pub(super) fn is_read(&self, event: &MicroEvent) -> bool {
        event.events.iter().any(|&of| self.structure.events[of].is_read()) && !event.act.moves.is_empty()
    }

    /// Whether two micro-events are of threads of one wave.
    pub(super) fn is_of_wave(&self, one: &MicroEvent, other: &MicroEvent) -> bool {
        let program = &self.structure.program;
        one.thread.zip(other.thread).is_some_and(|(a, b)| program.share(a, b, ScopeLevel::Wavefront))
    }

    /// Whether a micro-event tells its thread what leads on: a read that is answered, or a barrier that is done.
    pub(super) fn informs(&self, event: &MicroEvent) -> bool {
        let ends = |&of: &EventId| self.ends_barrier(of);
        (self.is_read(event) || event.events.iter().any(ends)) && self.is_of_reasons(event)
    }

    fn ends_barrier(&self, event: EventId) -> bool {
        matches!(self.structure.events[event].kind, EventKind::Wait | EventKind::Launch)
    }

    /// When a thread is told what leads to a read of it.
    pub(super) fn learns_at(&self, read: &MicroEvent) -> Option<u32> {
        let tells = |part: &&Part<'_>| {
            let event = part.event;
            event.thread == read.thread && event.op < read.op && !part.fills && self.informs(event)
        };
        self.parts.iter().filter(tells).map(|part| part.time).max()
    }

    /// Whether a thread is told something by one of some: it reads what that has written, or waits at a barrier at which it has arrived.
    pub(super) fn learns_from(&self, thread: ThreadId, others: &[Option<ThreadId>]) -> bool {
        let events = &self.structure.events;
        let chain = self.chain();
        let meets = chain.iter().zip(chain.iter().cycle().skip(1)).filter(|(_, waits)| self.ends_barrier(**waits));
        let mut arrivals = meets.filter(|(_, waits)| events[**waits].thread == Some(thread)).map(|(one, _)| *one);
        let reads = self.parts.iter().map(|part| part.event).filter(|event| event.thread == Some(thread));
        let reads = reads.filter(|event| self.is_of_reasons(event)).flat_map(|event| &event.events);
        let writes =
            |read: EventId| events.indices().filter(move |&write| self.found.execution.rf.contains(write, read));
        let is_of = |event: EventId| others.contains(&events[event].thread);
        reads.copied().flat_map(writes).any(is_of) || arrivals.any(is_of)
    }

    /// When another thread that leads on is told by an instruction: as it reads what that writes.
    pub(super) fn hands_on_at(&self, row: usize) -> u32 {
        let Part { event, time, .. } = self.parts[row];
        let reads_it =
            |read: &EventId| event.events.iter().any(|&write| self.found.execution.rf.contains(write, *read));
        let is_told = |part: &&Part<'_>| {
            !part.fills
                && part.event.thread != event.thread
                && !part.moves.is_empty()
                && part.event.events.iter().any(reads_it)
                && self.is_of_reasons(part.event)
        };
        let read_at = |part: &Part<'_>| part.event.act.reads().next().map_or(part.time, |read| read.left);
        self.parts.iter().filter(is_told).map(read_at).min().unwrap_or(time)
    }

    /// Where a thread hands on what it is told, if it does: behind that, before what it tells.
    pub(super) fn handing_on(&self, thread: Option<ThreadId>) -> Option<Between<'a>> {
        let of_thread = self.parts.iter().map(|part| part.event).filter(|event| event.thread == thread);
        let reasons: Vec<&'a MicroEvent> = of_thread.filter(|event| self.is_of_reasons(event)).collect();
        let tells = |event: &MicroEvent| event.act.arrives || event.act.moves.iter().any(|one| one.way == Way::Out);
        let told = reasons.iter().filter(|event| self.informs(event)).map(|event| event.op);
        let first = told.clone().min();
        let is_behind = |event: &&&MicroEvent| first.is_none_or(|first| event.op >= first);
        let before = *reasons.iter().filter(is_behind).filter(|event| tells(event)).max_by_key(|event| event.op)?;
        let after = told.filter(|&op| op < before.op).max();
        Some(Between { thread, after, before })
    }
}
