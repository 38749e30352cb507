//! Caches that keep old data: what invalidates them too early, too late or not at all.

use super::stale::{Line, Stale};
use super::{Part, Told};
use crate::hardware::{Instance, MicroEvent};
use crate::program::ThreadId;
use itertools::Itertools;

impl<'a> Told<'a> {
    /// The caches that keep old data, from the outermost inwards: what invalidates them too early or too late, or that nothing does.
    pub(super) fn tell_lines(&mut self, stale: &Stale<'a>, arrives: u32) {
        // Threads that invalidate a cache too late: what they have invalidated before that is filled from it again.
        let mut late_ones: Vec<Option<ThreadId>> = Vec::new();
        for (number, line) in stale.by.lines.iter().enumerate() {
            let until = self.parts[line.read].time;
            let rows = self.invalidations(stale.event, &line.cache);
            let time = |row: &usize| self.parts[*row].time;
            let level = &line.cache.level;
            let (early, in_time) = self.early(stale, line, arrives, &late_ones);
            let next = stale.by.lines.get(number + 1);
            // It is filled anew after that: with what is behind it.
            let is_next_at_fault = next.is_some_and(|next| !self.early(stale, next, arrives, &late_ones).1);
            if in_time || is_next_at_fault && self.is_gone(line, self.learns_at(stale.event)) {
                continue;
            }
            let mut late = rows.iter().copied().filter(|row| time(row) >= until);
            // Others than the thread that is late have invalidated the next one in time: that is filled from this one.
            let is_filled_anew = |row: usize| {
                let late_ones = [late_ones.as_slice(), &[self.parts[row].event.thread]].concat();
                next.is_none_or(|next| self.early(stale, next, arrives, &late_ones).1)
            };
            if let Some(early) = early {
                self.tell_early_invalidation(early, line);
            } else if let Some(late) = late.find(|&row| {
                let is_awaited = |next| self.is_awaited(row, stale, next, arrives);
                is_filled_anew(row) || next.is_some_and(is_awaited)
            }) {
                let is_unawaited = is_filled_anew(late);
                late_ones.push(self.parts[late].event.thread);
                self.blame_at(late, &line.cache, format!("too late: {level} has served old data at {until}"));
                if is_unawaited {
                    self.tell_unawaited(late, stale.event, level);
                }
            } else if rows.is_empty() {
                self.tell_no_invalidation(stale, (line, next));
            } else {
                // Some lines of a cache stay, by what they are of.
                let between = rows.iter().copied().filter(|row| (line.filled..line.read).contains(row));
                for row in between.collect::<Vec<_>>() {
                    self.blame_at(row, &line.cache, format!("leaves the line of {} in {level}", stale.read.object));
                }
            }
        }
    }

    /// Whether a line from which another cache was filled is gone by a time.
    fn is_gone(&self, line: &Line, by: Option<u32>) -> bool {
        let mut later = self.parts[line.read..].iter().filter(|part| by.is_some_and(|by| part.time <= by));
        later.any(|part| !part.fills && part.event.act.invalidates.contains(&line.cache))
    }

    /// What does not wait for an invalidation: before the read, or before what its thread tells others.
    fn tell_unawaited(&mut self, late: usize, read: &'a MicroEvent, level: &str) {
        let Part { event, time, .. } = self.parts[late];
        if self.is_moved(event) {
            return;
        }
        let is_own = event.thread == read.thread;
        let before = if is_own { Some(read) } else { self.handing_on(event.thread).map(|between| between.before) };
        let Some(before) = before else { return };
        self.tell_waits(late, (event, before), (time, &format!("{level} is invalidated")));
        let told_at = self.instruction_hands_on_at(before);
        if let Some(open) = self.unanswered(before, before.op, told_at).filter(|_| !is_own) {
            self.tell_unanswered(open, before, &format!("{} has handed on", self.place(before)));
        }
    }

    /// Whether a thread that invalidates a cache has invalidated the next one, to which old data has come from that, before: else it is no matter.
    fn is_awaited(&self, late: usize, stale: &Stale<'_>, next: &Line, arrives: u32) -> bool {
        let thread = self.parts[late].event.thread;
        let (early, _) = self.early(stale, next, arrives, &[thread]);
        early.is_some_and(|early| {
            let Part { event, time, .. } = self.parts[early];
            event.thread == thread && self.unanswered(event, event.op, time).is_none()
        })
    }

    /// The row in which a cache is invalidated too early: before the answer that it is for, or before what it is filled from again is; and whether it is also invalidated
    /// in time, before it is filled.
    fn early(
        &self,
        stale: &Stale<'_>,
        line: &Line,
        arrives: u32,
        late_ones: &[Option<ThreadId>],
    ) -> (Option<usize>, bool) {
        // What a thread is told says when it is to invalidate; where nothing does, the write does.
        let is_untold = self.learns_at(stale.event).is_none();
        let is_early = |&row: &usize| {
            let Part { event, time, .. } = self.parts[row];
            let is_open = self.unanswered(event, event.op, time).is_some();
            is_open || (is_untold && time < arrives) || late_ones.contains(&event.thread)
        };
        let rows = self.invalidations(stale.event, &line.cache).into_iter().filter(|&row| row < line.filled);
        let (early, in_time) = rows.partition::<Vec<_>, _>(is_early);
        (early.last().copied(), !in_time.is_empty())
    }

    fn tell_early_invalidation(&mut self, early: usize, line: &Line) {
        let Part { event, time, .. } = self.parts[early];
        let (level, since) = (&line.cache.level, self.parts[line.filled].time);
        self.blame_at(early, &line.cache, format!("too early: {level} is filled after it, at {since}"));
        if let Some(open) = self.unanswered(event, event.op, time) {
            let done = format!("{} has invalidated {level}", self.place(event));
            self.tell_unanswered(open, event, &done);
        }
    }

    /// Whether the caches of a read would be invalidated by then, if it came after the answer to another.
    pub(super) fn is_in_time(&self, stale: &Stale<'_>, open: usize) -> bool {
        stale.by.lines.iter().all(|line| {
            let mut rows = self.invalidations(stale.event, &line.cache).into_iter().map(|row| &self.parts[row]);
            rows.any(|part| {
                let is_own = part.event.thread == stale.event.thread;
                let is_open = self.unanswered(part.event, part.event.op, part.time).is_some();
                is_own || (part.time <= self.parts[open].time && !is_open)
            })
        })
    }

    /// The rows in which threads that lead to a read invalidate a cache, behind what they were told by.
    fn invalidations(&self, read: &MicroEvent, cache: &Instance) -> Vec<usize> {
        let invalidates = |row: &usize| {
            let Part { event, fills, .. } = self.parts[*row];
            !fills && event.act.invalidates.contains(cache) && self.is_of_handover(read, event)
        };
        (0..self.parts.len()).filter(invalidates).collect()
    }

    /// Whether an instruction stands where what leads to a read is handed on: behind what its thread is told by; in threads of other waves before what they tell,
    /// too.
    fn is_of_handover(&self, read: &MicroEvent, event: &MicroEvent) -> bool {
        let is_own = event.thread == read.thread;
        let handing_on = self.handing_on(event.thread);
        if !self.is_of_wave(event, read) {
            return handing_on.is_some_and(|between| between.contains(event));
        }
        let is_before = |of: &&MicroEvent| of.thread == event.thread && (!is_own || of.op < read.op);
        let told_by = self.parts.iter().map(|part| part.event).filter(is_before).filter(|of| self.informs(of));
        let is_behind = told_by.map(|of| of.op).max().is_none_or(|last| event.op > last);
        is_behind && if is_own { event.op <= read.op } else { handing_on.is_some() }
    }

    /// Threads that are told and tell by one instruction: what it invalidates behind that is too late for others.
    fn tell_behind(&mut self, stale: &Stale<'_>, line: &Line) {
        let behind = self.parts.iter().enumerate().skip(line.read).filter_map(|(row, part)| {
            let event = part.event;
            let before = self.handing_on(event.thread).map(|between| between.before)?;
            let is_one = event.span == before.span && event.op > before.op && self.informs(before);
            let invalidates = !part.fills && event.act.invalidates.contains(&line.cache);
            let is_late = is_one && invalidates && !self.is_of_wave(event, stale.event);
            is_late.then(|| (row, format!("too late: {} hands on before it", self.place(before))))
        });
        for (row, note) in behind.collect::<Vec<_>>() {
            self.blame_at(row, &line.cache, note);
        }
    }

    fn tell_no_invalidation(&mut self, stale: &Stale<'_>, (line, next): (&Line, Option<&Line>)) {
        let (level, reader) = (&line.cache.level, stale.event.thread);
        let leads = |thread: Option<ThreadId>| thread == reader || self.handing_on(thread).is_some();
        let threads: Vec<Option<ThreadId>> =
            line.cache.threads.iter().copied().map(Some).filter(|&of| leads(of)).collect();
        let names = threads.iter().map(|&thread| self.thread(thread)).join(" or ");
        let reads = match next {
            Some(next) => format!("{} is filled from it at {}", next.cache.level, self.parts[line.read].time),
            None => self.place(stale.event),
        };
        self.blame(line.filled, format!("no instruction of {names} invalidates {level} after this, before {reads}"));
        self.tell_behind(stale, line);
        let others = (0..self.parts.len()).filter(|&row| {
            let Part { event, fills, .. } = self.parts[row];
            let is_there = threads.contains(&event.thread) && self.is_of_handover(stale.event, event);
            is_there && !fills && !event.act.invalidates.is_empty()
        });
        for row in others.collect::<Vec<_>>() {
            self.blame(row, format!("does not invalidate {level}"));
        }
    }
}
