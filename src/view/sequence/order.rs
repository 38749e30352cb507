//! What is at fault where no cache has kept old data: of the cycle that forbids the state, which steps go back in time.
//!
//! The cycle says what comes before what. Where an instruction has its effect after a later one of its thread, nothing has waited for it. Where one thread reads
//! what another has written before that is where others look for it, the two share a cache that these do not. Where the halves of an atomic have the write of
//! another between them, it was not performed where the other was.

use super::stale::{Path, is_of};
use super::{Part, Told};
use crate::hardware::{MicroEvent, Way};
use crate::program::EventId;
use itertools::Itertools;

/// When an event of the cycle has its effect.
#[derive(Clone, Copy)]
struct Effect {
    event: EventId,
    time: u32,
    /// The row in which that is told.
    row: usize,
}

impl Told<'_> {
    /// Marks the steps of the cycle that go back in time: those within threads, or else those between them.
    pub(super) fn tell_order(&mut self) {
        let chain = self.chain();
        let effect = |at: usize| {
            let [before, after] = [at + chain.len() - 1, at + 1].map(|other| chain[other % chain.len()]);
            self.effect(chain[at], [before, after])
        };
        let chain: Vec<Effect> = (0..chain.len()).filter_map(effect).collect();
        let thread = |effect: &Effect| self.structure.events[effect.event].thread;
        for (at, &first) in chain.iter().enumerate() {
            let after = chain[at + 1..].iter().chain(&chain[..at]).copied();
            let same = after.take_while(|next| thread(next) == thread(&first));
            let overtaking = same.filter(|next| self.overtakes(*next, first));
            if let Some(second) = overtaking.min_by_key(|next| self.parts[next.row].event.op) {
                self.tell_overtaken(first, second);
            }
        }
        if !self.is_blamed {
            let next = chain.iter().cycle().skip(1);
            chain.iter().zip(next).for_each(|(&write, &read)| self.tell_early(write, read));
        }
        if !self.is_blamed {
            self.tell_apart(&chain);
        }
    }

    /// When an event has its effect, between those that the cycle leads over before and after it: a write when it comes to where the read before misses it, or else when
    /// it is where its way ends; a read when its data left where the write after it comes, or else where that is from; a barrier when it is done.
    fn effect(&self, event: EventId, [before, after]: [EventId; 2]) -> Option<Effect> {
        if self.structure.events[event].is_write() {
            let row = self.comes_where_missed(event, before).or_else(|| self.last_of(event))?;
            return Some(Effect { event, time: self.parts[row].time, row });
        }
        let row = self.row_of(event)?;
        let part = &self.parts[row];
        let read = part.event.act.moves.first().filter(|first| first.way == Way::In);
        let left = self.misses_on_way(row, after).map(|path| path.left);
        Some(Effect { event, time: left.or_else(|| read.map(|read| read.left)).unwrap_or(part.time), row })
    }

    /// The row in which a read has its data, or another event is done.
    fn row_of(&self, event: EventId) -> Option<usize> {
        let is_of = |part: &Part<'_>| !part.fills && part.event.events.contains(&event);
        let is_read = self.structure.events[event].is_read();
        self.parts.iter().position(|part| is_of(part) && (!is_read || !part.moves.is_empty()))
    }

    /// The row in which a write comes to where a read has its data from, which misses it.
    fn comes_where_missed(&self, write: EventId, read: EventId) -> Option<usize> {
        let row = self.row_of(read)?;
        self.comes(write, &self.misses_on_way(row, write)?.source, self.parts[row].event)
    }

    /// How what a row reads comes to its wave, if that misses a write.
    fn misses_on_way(&self, row: usize, write: EventId) -> Option<Path> {
        let mut written = self.parts.iter().flat_map(|part| part.moves).filter(|one| is_of(one, write));
        let read = self.parts[row].event.act.reads().last()?;
        self.path(row, write).filter(|_| written.any(|one| self.misses(read, one)))
    }

    /// Whether an instruction has its effect before an earlier one of its thread: what is read at the time at which it is written is read before that.
    fn overtakes(&self, second: Effect, first: Effect) -> bool {
        let op = |effect: Effect| self.parts[effect.row].event.op;
        let is_write = |effect: Effect| self.structure.events[effect.event].is_write();
        let is_earlier = second.time < first.time;
        let misses = second.time == first.time && is_write(first) && !is_write(second);
        op(first) < op(second) && (is_earlier || misses)
    }

    fn tell_overtaken(&mut self, first: Effect, second: Effect) {
        let (late, by) = (self.parts[first.row].event, self.parts[second.row].event);
        let done = self.done(second.row);
        self.blame(first.row, format!("too late: {done}"));
        let until = match self.parts[first.row].moves.last().filter(|last| last.way == Way::Out) {
            Some(last) => format!("{} = {} is at {}", last.object, last.value, last.to.level),
            None => format!("{} is answered", self.place(late)),
        };
        self.tell_waits(first.row, (late, by), (self.parts[first.row].time, &until));
    }

    /// What an instruction has done.
    fn done(&self, row: usize) -> String {
        let place = self.place(self.parts[row].event);
        match self.parts[row].moves.last() {
            Some(last) if last.way == Way::Out => format!("{place} has written {} at {}", last.object, last.to.level),
            Some(last) => format!("{place} has read {} at {}", last.object, last.from.level),
            None => format!("{place} is done"),
        }
    }

    /// Marks a read, if its thread reads what another has written before that is where its way ends.
    fn tell_early(&mut self, write: Effect, read: Effect) {
        let thread = |effect: Effect| self.structure.events[effect.event].thread;
        let reads = self.found.execution.rf.contains(write.event, read.event);
        let Some(last) = self.last_of(write.event) else { return };
        if reads && thread(write) != thread(read) && read.time < self.parts[last].time {
            let written = self.written(write.event);
            let level = self.parts[last].moves.last().map_or("", |last| last.to.level.as_str());
            self.blame(read.row, format!("too early: {written} is at {level} at {}", self.parts[last].time));
        }
    }

    /// Marks the write that comes between the halves of an atomic.
    fn tell_apart(&mut self, chain: &[Effect]) {
        let halves = chain
            .iter()
            .array_combinations()
            .find(|[one, other]| self.structure.events[one.event].rmw == Some(other.event));
        let Some([read, write]) = halves else { return };
        let between = chain.iter().find(|of| of.event != read.event && of.event != write.event);
        let Some(between) = between.filter(|of| self.structure.events[of.event].is_write()) else { return };
        let (atomic, other): (&MicroEvent, &MicroEvent) = (self.parts[read.row].event, self.parts[between.row].event);
        let (atomic, other) = (self.place(atomic), self.place(other));
        let object = self.written(between.event);
        self.blame(write.row, format!("{object} of {other} comes between what {atomic} reads and writes"));
    }
}
