//! Old data that is read: which read has it, which write that read misses, and what way it has come.

use super::{Part, Told};
use crate::hardware::{Evicts, Instance, MicroEvent, Move, Way};
use crate::program::EventId;
use crate::report::drawing::LineKind;
use crate::report::sequence::Bar;
use itertools::Itertools;

/// Old data in a cache that the write does not come through.
pub(super) struct Line {
    pub(super) cache: Instance,
    /// The row in which it is filled.
    pub(super) filled: usize,
    /// The row in which it is read.
    pub(super) read: usize,
}

/// How old data comes to a wave: from where the write comes to, sooner or later, by caches that keep it.
pub(super) struct Path {
    pub(super) source: Instance,
    /// When it left that.
    pub(super) left: u32,
    /// The caches, the outermost first.
    pub(super) lines: Vec<Line>,
}

/// A read that finds old data.
pub(super) struct Stale<'a> {
    /// Its row.
    pub(super) row: usize,
    pub(super) event: &'a MicroEvent,
    pub(super) read: &'a Move,
    /// The write that it should have found.
    pub(super) write: EventId,
    pub(super) by: Path,
    /// The row in which the write comes to where the data is from, or removes what is there; `None` if it never does.
    pub(super) arrival: Option<usize>,
}

impl<'a> Told<'a> {
    /// What is old of what a row reads, if the cycle leads over the read and the write that it misses.
    pub(super) fn stale(&self, row: usize) -> Option<Stale<'a>> {
        let Part { event, fills, .. } = self.parts[row];
        let read = event.act.reads().last().filter(|_| !fills)?;
        let cycle = self.cycle();
        let mut of_cycle = event.events.iter().filter(|of| cycle.contains(of));
        // Where both halves of an atomic are of the cycle, it is that they are apart.
        if of_cycle.clone().next().is_none() || !of_cycle.all(|&of| self.structure.events[of].is_read()) {
            return None;
        }
        let write = self.missed(read)?;
        let by = self.path(row, write)?;
        let arrival = self.comes(write, &by.source, event);
        let is_old = arrival.is_none_or(|arrival| self.parts[arrival].time >= by.left);
        is_old.then_some(Stale { row, event, read, write, by, arrival })
    }

    /// A write that a read should have found, of those that the cycle leads over: one of the cycle itself before others.
    fn missed(&self, read: &Move) -> Option<EventId> {
        let moves = self.parts.iter().flat_map(|part| part.moves);
        let missed: Vec<EventId> =
            moves.filter(|write| self.misses(read, write)).filter_map(|write| write.write).unique().collect();
        let cycle = self.cycle();
        let of_cycle = missed.iter().find(|write| cycle.contains(write));
        of_cycle.or_else(|| missed.iter().find(|&&write| self.is_led_over(|event| event == write))).copied()
    }

    /// How what a row reads comes to its wave, as far as the write does not come that way.
    pub(super) fn path(&self, row: usize, write: EventId) -> Option<Path> {
        let event = self.parts[row].event;
        let held = &event.act.held;
        let comes_through = |at: &usize| self.comes(write, &held[*at].by, event).is_some();
        let first = (0..held.len()).rev().find(comes_through).map_or(0, |at| at + 1);
        let from = event.act.reads().nth(first)?;
        let filled = |cache: &Instance| {
            let is_filled = |part: &Part<'_>| {
                part.fills && std::ptr::eq(part.event, event) && part.moves.iter().any(|one| one.to == *cache)
            };
            self.parts.iter().position(is_filled)
        };
        let caches: Vec<(Instance, usize)> =
            held[first..].iter().map(|held| Some((held.by.clone(), filled(&held.by)?))).collect::<Option<_>>()?;
        let reads = caches.iter().skip(1).map(|(_, filled)| *filled).chain([row]).collect::<Vec<_>>();
        let lines = caches.into_iter().zip(reads).map(|((cache, filled), read)| Line { cache, filled, read });
        Some(Path { source: from.from.clone(), left: from.left, lines: lines.collect() })
    }

    /// The row in which a write comes somewhere, and is there from then on.
    pub(super) fn arrival(&self, write: EventId, at: &Instance) -> Option<usize> {
        let comes = |one: &Move| is_of(one, write) && one.to == *at && !one.passes_by;
        self.parts.iter().position(|part| part.moves.iter().any(comes))
    }

    /// The row in which a write comes somewhere, or leaves nothing old there for a read as it passes by.
    pub(super) fn comes(&self, write: EventId, at: &Instance, read: &MicroEvent) -> Option<usize> {
        let evicts = |part: &Part<'_>| {
            let event = part.event;
            let is_for = |of: &Evicts| of.from == *at && (!of.for_wave || self.is_of_wave(event, read));
            event.events.contains(&write) && event.act.evicts.iter().any(is_for)
        };
        self.arrival(write, at).or_else(|| self.parts.iter().position(evicts))
    }

    /// The last row of a write.
    pub(super) fn last_of(&self, write: EventId) -> Option<usize> {
        self.parts.iter().rposition(|part| part.moves.iter().any(|one| is_of(one, write)))
    }

    /// What a write writes.
    pub(super) fn written(&self, write: EventId) -> String {
        let mut moves = self.parts.iter().flat_map(|part| part.moves);
        moves.find(|one| is_of(one, write)).map(|one| format!("{} = {}", one.object, one.value)).unwrap_or_default()
    }

    /// Whether what a read should have found is not written anywhere when it reads.
    pub(super) fn is_unwritten(&self, stale: &Stale<'_>) -> bool {
        let is_written = |part: &&Part<'_>| part.moves.iter().any(|one| is_of(one, stale.write));
        self.parts.iter().find(is_written).is_some_and(|part| part.time >= self.parts[stale.row].time)
    }

    /// Marks the caches that have old data, and the row in which it is read.
    pub(super) fn mark(&mut self, stale: &Stale<'_>) {
        let data = format!("{} = {}", stale.read.object, stale.read.value);
        self.stain(stale.row);
        let is_unwritten = self.is_unwritten(stale);
        for Line { cache, filled, read } in stale.by.lines.iter().filter(|_| !is_unwritten) {
            let [since, until] = [*filled, *read].map(|row| self.parts[row].time);
            let hover = format!("{} has {data} since {since}, which is old at {until}", self.called(cache));
            self.bars.push(Bar { lane: self.lane(cache), from: *filled, to: *read, hover });
        }
        let missed = self.written(stale.write);
        let level = &stale.by.source.level;
        let evicts = self.arrival(stale.write, &stale.by.source).is_none() && stale.arrival.is_some();
        self.rows[stale.row].notes.push(match (stale.by.lines.is_empty(), evicts) {
            (true, false) => format!("before {missed} is at {level}"),
            (true, true) => format!("before {missed} removes it from {level}"),
            (false, _) if is_unwritten => format!("before {missed} is written"),
            (false, _) => format!("{data} is old"),
        });
    }

    pub(super) fn stain(&mut self, row: usize) {
        let read = self.rows[row].arrows.iter_mut().filter(|arrow| arrow.kind == LineKind::Load);
        read.for_each(|arrow| arrow.kind = LineKind::Stale);
    }
}

/// Whether data is what a write writes, on its way outwards.
pub(super) fn is_of(one: &Move, write: EventId) -> bool {
    one.way == Way::Out && one.write == Some(write)
}
