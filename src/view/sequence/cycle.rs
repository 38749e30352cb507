//! What the cycle that forbids the state leads over, and when a thread is told what is on it.

use super::{Part, Told};
use crate::cat::core::Reason;
use crate::hardware::MicroEvent;
use crate::program::{EventId, ThreadId};
use crate::refine::Reason as Forbids;
use itertools::Itertools;

impl Told<'_> {
    /// The events of the cycle that forbids the state, as the code has them; none where its execution is not one of the source.
    pub(super) fn cycle(&self) -> Vec<EventId> {
        let Some(reason) = self.found.forbidden_by() else { return Vec::new() };
        reason.broken.events().into_iter().filter_map(|id| reason.in_code(id)).collect()
    }

    /// The events of the code that the cycle leads over, one after another.
    pub(super) fn chain(&self) -> Vec<EventId> {
        fn ends(path: &[Reason], found: &mut Vec<usize>) {
            for reason in path {
                match reason.path.is_empty() {
                    true => found.extend([reason.fact.from, reason.fact.to]),
                    false => ends(&reason.path, found),
                }
            }
        }
        let Some(reason) = self.found.forbidden_by() else { return Vec::new() };
        let mut found = Vec::new();
        ends(&reason.broken.path, &mut found);
        let mut chain: Vec<EventId> =
            found.into_iter().filter_map(|event| reason.in_code(EventId::new(event))).dedup().collect();
        if chain.len() > 1 && chain.first() == chain.last() {
            chain.pop();
        }
        chain
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

    /// Whether the reasons of the cycle lead over a thread.
    pub(super) fn leads(&self, thread: Option<ThreadId>) -> bool {
        self.parts.iter().any(|part| part.event.thread == thread && self.is_of_reasons(part.event))
    }

    /// Whether a micro-event is of an instruction that reads.
    pub(super) fn is_read(&self, event: &MicroEvent) -> bool {
        event.events.iter().any(|&of| self.structure.events[of].is_read()) && !event.act.moves.is_empty()
    }

    /// When a thread is told what leads to a read of it: by reads that are answered, and barriers that are done.
    pub(super) fn learns_at(&self, read: &MicroEvent) -> Option<u32> {
        let tells = |part: &&Part<'_>| {
            let event = part.event;
            let is_before = event.thread == read.thread && event.op < read.op && !part.fills;
            let is_barrier = !event.events.is_empty() && event.act.moves.is_empty();
            is_before && (is_barrier || self.is_read(event)) && self.is_of_reasons(event)
        };
        self.parts.iter().filter(tells).map(|part| part.time).max()
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
}
