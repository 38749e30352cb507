//! What is at fault for old data that is read: of a sequence the cycle that forbids the state says which read, and which write it misses.
//!
//! Data may be old on its way in three manners. The write comes too late to where the read has it from: an instruction that stands behind it, and leads to the read,
//! has overtaken it. The read comes too early: what leads to it in its own thread was not answered yet. Or a cache has kept what it had: nothing invalidates it
//! between, or that is done too early or too late. One of them is told, in this order.

use super::stale::Stale;
use super::{Part, Told};
use crate::hardware::{Instance, MicroEvent, Way};
use crate::program::EventId;
use crate::report::sequence::Row;

impl<'a> Told<'a> {
    /// Marks what a row reads, if that is old and the cycle leads over it, and what is at fault.
    pub(super) fn tell_faults(&mut self, row: usize) {
        let Some(stale) = self.stale(row) else { return };
        self.mark(&stale);
        let arrives = stale.arrival.map_or(u32::MAX, |row| self.parts[row].time);
        let overtaken = self.last_of(stale.write).and_then(|late| {
            let late = stale.arrival.unwrap_or(late);
            Some((late, self.overtaker(late, arrives)?))
        });
        // A write that is there when the thread of the read is told is one that the read could have found.
        let is_late = self.learns_at(stale.event).is_none_or(|told| arrives > told);
        match overtaken {
            _ if is_late && self.tell_otherwise() => {}
            Some((late, by)) if is_late => self.tell_write(&stale, late, by, arrives),
            None if is_late && self.tell_early_reads(&stale, arrives) => {}
            _ => {
                let blamed = std::mem::take(&mut self.is_blamed);
                self.tell_reader(&stale, arrives);
                if let Some((late, by)) = overtaken.filter(|_| !self.is_blamed) {
                    self.tell_write(&stale, late, by, arrives);
                }
                self.is_blamed |= blamed;
            }
        }
    }

    /// Marks reads of other threads that lead on from a write before it is where it comes: from caches that they share with its thread. Whether there are some.
    fn tell_early_reads(&mut self, stale: &Stale<'_>, arrives: u32) -> bool {
        let writer = self.structure.events[stale.write].thread;
        let is_early = |row: &usize| {
            let Part { event, fills, .. } = self.parts[*row];
            let reads = |read: &EventId| self.found.execution.rf.contains(stale.write, *read);
            let is_other = event.thread.is_some() && event.thread != writer && !fills;
            is_other
                && event.events.iter().any(reads)
                && self.is_of_reasons(event)
                && event.act.reads().next().is_some_and(|read| read.left < arrives)
        };
        let rows: Vec<usize> = (0..self.parts.len()).filter(is_early).collect();
        let (missed, level) = (self.written(stale.write), &stale.by.source.level);
        for &row in &rows {
            self.blame(
                row,
                match stale.arrival {
                    Some(_) => format!("too early: {missed} is at {level} at {arrives}"),
                    None => format!("too early: {missed} does not come to {level}"),
                },
            );
        }
        !rows.is_empty()
    }

    /// What is at fault in the thread of a read, or in caches.
    fn tell_reader(&mut self, stale: &Stale<'a>, arrives: u32) {
        let open = self
            .unanswered(stale.event, stale.event.op, stale.read.left)
            .filter(|&open| self.is_unwritten(stale) || self.is_in_time(stale, open));
        let Some(open) = open else { return self.tell_lines(stale, arrives) };
        let (place, from) = (self.place(stale.event), &stale.read.from.level);
        let done = format!("{place} has read {} at {from}", stale.read.object);
        self.tell_unanswered(open, stale.event, &done);
    }

    /// Says what is at fault, in a row: all that is done there.
    pub(super) fn blame(&mut self, row: usize, note: String) {
        self.blame_where(row, |_| true, note);
    }

    /// As [`Told::blame`], of what is done to one cache alone.
    pub(super) fn blame_at(&mut self, row: usize, cache: &Instance, note: String) {
        let lane = self.lane(cache);
        self.blame_where(row, |of| of == lane, note);
    }

    fn blame_where(&mut self, row: usize, is_at_fault: impl Fn(usize) -> bool, note: String) {
        let Row { signs, notes, .. } = &mut self.rows[row];
        signs.iter_mut().filter(|sign| is_at_fault(sign.lane)).for_each(|sign| sign.marked = true);
        if !notes.contains(&note) {
            notes.push(note);
        }
        self.is_blamed = true;
    }

    /// The row of an instruction that stands behind a write, leads to the read, and is done before the write is where it comes: a store or a barrier, if there
    /// is one.
    fn overtaker(&self, write: usize, arrives: u32) -> Option<usize> {
        let event = self.parts[write].event;
        let later = (0..self.parts.len()).filter(|&row| {
            let Part { event: part, moves, fills, .. } = self.parts[row];
            let tells = !fills && !moves.is_empty() || part.act.arrives;
            tells && part.thread == event.thread && part.op > event.op && self.is_of_reasons(part)
        });
        let (told, others): (Vec<usize>, Vec<usize>) = later.partition(|&row| {
            let Part { event, moves, .. } = self.parts[row];
            event.act.arrives || moves.iter().any(|one| one.way == Way::Out)
        });
        let is_before = |row: &usize| self.hands_on_at(*row) < arrives;
        let first = |rows: Vec<usize>| rows.into_iter().min_by_key(|&row| (self.parts[row].event.op, row));
        match told.is_empty() {
            // What is read at one time with a write that it should come after is read before it.
            true => others.iter().all(|&row| self.parts[row].time <= arrives).then(|| first(others)).flatten(),
            false => first(told.into_iter().filter(is_before).collect()),
        }
    }

    /// The write that comes too late, and the wait that did not wait for it: after what writes it back, where something does.
    fn tell_write(&mut self, stale: &Stale<'_>, late: usize, by: usize, arrives: u32) {
        let (write, overtaker) = (self.parts[late].event, self.parts[by].event);
        let missed = self.written(stale.write);
        let (level, object) = (&stale.by.source.level, &stale.read.object);
        if let Some(line) = stale.by.lines.first() {
            let filled = line.filled;
            self.stain(filled);
            self.rows[filled].notes.push(format!("before {missed} is at {level}"));
        }
        let reads = self.place(stale.event);
        self.blame(
            late,
            match stale.arrival {
                Some(_) => format!("too late: {reads} has read {object} at {level}"),
                None => format!("goes no further: {reads} reads {object} at {level}"),
            },
        );
        let until = format!("{missed} is at {level}");
        self.tell_waits(late, (write, overtaker), (arrives, &until));
    }

    /// The row of a read that stands before an instruction of its thread, leads to it, and has no answer at a time.
    pub(super) fn unanswered(&self, before: &MicroEvent, op: usize, time: u32) -> Option<usize> {
        let rows = (0..self.parts.len()).filter(|&row| {
            let Part { event, time: answered, fills, .. } = self.parts[row];
            let is_before = event.thread == before.thread && event.op < op;
            is_before && !fills && answered > time && self.is_read(event) && self.is_of_reasons(event)
        });
        rows.max_by_key(|&row| self.parts[row].time)
    }

    /// The read whose answer comes too late for what another instruction of its thread has done, and the wait that did not wait for it.
    pub(super) fn tell_unanswered(&mut self, open: usize, by: &'a MicroEvent, done: &str) {
        let Part { event, time, .. } = self.parts[open];
        self.blame(open, format!("too late: {done}"));
        let until = format!("{} is answered", self.place(event));
        self.tell_waits(open, (event, by), (time, &until));
    }
}
