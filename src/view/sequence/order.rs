//! What is at fault where no cache has kept old data: of the cycle that forbids the state, which steps go back in time.
//!
//! The cycle says what comes before what. Where an instruction has its effect after a later one of its thread, nothing has waited for it. Where one thread reads
//! what another has written before that is where others look for it, the two share a cache that these do not. Where the halves of an atomic have the write of
//! another between them, it was not performed where the other was.

use super::stale::{Path, is_of};
use super::{Part, Told};
use crate::hardware::Way;
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
        let thread = |at: usize| self.structure.events[chain[at]].thread;
        for at in 0..chain.len() {
            let Some(first) = self.entering(&chain, at) else { continue };
            let after = (at + 1..chain.len()).chain(0..at);
            let same = after.take_while(|&next| thread(next) == thread(at));
            let overtaking =
                same.filter_map(|next| self.leaving(&chain, next)).filter(|next| self.overtakes(*next, first));
            if let Some(second) = overtaking.min_by_key(|next| self.parts[next.row].event.op) {
                self.tell_overtaken(first, second);
            }
        }
        if !self.is_blamed {
            let next = chain.iter().cycle().skip(1);
            chain.iter().zip(next).for_each(|(&write, &read)| self.tell_early(&chain, write, read));
        }
        if !self.is_blamed {
            self.tell_apart(&chain);
        }
    }

    /// When an event of the cycle has its effect as what comes before it there sees it: a write when it comes to where a read misses it, or else when it is where its way
    /// ends; a read when its data left where that is from; a barrier when it is done.
    fn entering(&self, chain: &[EventId], at: usize) -> Option<Effect> {
        let (event, before) = (chain[at], chain[(at + chain.len() - 1) % chain.len()]);
        if self.structure.events[event].is_write() {
            let row = self.comes_where_missed(event, before).or_else(|| self.last_of(event))?;
            return Some(Effect { event, time: self.parts[row].time, row });
        }
        let row = self.row_of(event)?;
        Some(Effect { event, time: self.left(row), row })
    }

    /// As [`Told::entering`], as what comes after it sees it: a write when it comes to where that reads it from, a read when its data left where a write comes that it
    /// misses.
    fn leaving(&self, chain: &[EventId], at: usize) -> Option<Effect> {
        let (event, after) = (chain[at], chain[(at + 1) % chain.len()]);
        if self.structure.events[event].is_write() {
            let row = self.comes_where_read(event, after).or_else(|| self.last_of(event))?;
            return Some(Effect { event, time: self.parts[row].time, row });
        }
        let row = self.row_of(event)?;
        let time = self.misses_on_way(row, after).map_or_else(|| self.left(row), |path| path.left);
        Some(Effect { event, time, row })
    }

    /// When what a row reads left where it is from, or when another is done.
    fn left(&self, row: usize) -> u32 {
        let part = &self.parts[row];
        part.event.act.moves.first().filter(|first| first.way == Way::In).map_or(part.time, |read| read.left)
    }

    /// The row in which a write comes to where a read has it from.
    fn comes_where_read(&self, write: EventId, read: EventId) -> Option<usize> {
        let reads_it = self.found.execution.rf.contains(write, read);
        let from = self.parts[self.row_of(read).filter(|_| reads_it)?].event.act.reads().next()?;
        self.arrival(write, &from.from)
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

    /// Marks a read, if its thread reads what another has written before that is where its way ends, from a cache that not all threads on the cycle share.
    fn tell_early(&mut self, chain: &[EventId], write: EventId, read: EventId) {
        let thread = |event: EventId| self.structure.events[event].thread;
        let reads = self.found.execution.rf.contains(write, read) && thread(write) != thread(read);
        let Some((last, row)) = self.last_of(write).zip(self.row_of(read)).filter(|_| reads) else { return };
        let from = self.parts[row].event.act.reads().next().map(|read| &read.from);
        let is_outside =
            |of: EventId| thread(of).is_some_and(|thread| from.is_some_and(|from| !from.threads.contains(&thread)));
        if self.left(row) < self.parts[last].time && chain.iter().any(|&of| is_outside(of)) {
            let written = self.written(write);
            let level = self.parts[last].moves.last().map_or("", |last| last.to.level.as_str());
            self.blame(row, format!("too early: {written} is at {level} at {}", self.parts[last].time));
        }
    }

    /// Marks the write that comes between the halves of an atomic.
    fn tell_apart(&mut self, chain: &[EventId]) {
        let halves =
            chain.iter().array_combinations().find(|[one, other]| self.structure.events[**one].rmw == Some(**other));
        let Some([&read, &write]) = halves else { return };
        let between = chain.iter().copied().find(|&of| of != read && of != write);
        let Some(between) = between.filter(|&of| self.structure.events[of].is_write()) else { return };
        let rows = (self.row_of(read), self.last_of(write), self.last_of(between));
        let (Some(read), Some(write), Some(other)) = rows else { return };
        let [atomic, other] = [read, other].map(|row| self.place(self.parts[row].event));
        let object = self.written(between);
        self.blame(write, format!("{object} of {other} comes between what {atomic} reads and writes"));
    }
}
