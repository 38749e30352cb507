//! What is at fault for old data that is read: of a sequence the cycle that forbids the state says which read, and which write it misses.
//!
//! Data may be old on its way in three manners. The write comes too late to where the read has it from: an instruction that stands behind it, and leads to the read,
//! has overtaken it. The read comes too early: what leads to it in its own thread was not answered yet. Or a cache has kept what it had: nothing invalidates it
//! between, or that is done too early or too late. One of them is told, in this order.

use super::{Part, Told};
use crate::cat::core::Reason;
use crate::hardware::{Evicts, Instance, MicroEvent, Move, Way};
use crate::program::{EventId, ThreadId};
use crate::refine::Reason as Forbids;
use crate::report::drawing::LineKind;
use crate::report::sequence::{Bar, Row};
use itertools::Itertools;

/// Old data in a cache that the write does not come through.
struct Line {
    cache: Instance,
    /// The row in which it is filled.
    filled: usize,
    /// The row in which it is read.
    read: usize,
}

/// How old data comes to a wave: from where the write comes to, sooner or later, by caches that keep it.
struct Path {
    source: Instance,
    /// When it left that.
    left: u32,
    /// The caches, the outermost first.
    lines: Vec<Line>,
}

/// A read that finds old data.
struct Stale<'a> {
    /// Its row.
    row: usize,
    event: &'a MicroEvent,
    read: &'a Move,
    /// The write that it should have found.
    write: EventId,
    by: Path,
    /// The row in which the write comes to where the data is from, or removes what is there; `None` if it never does.
    arrival: Option<usize>,
}

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
        let is_late = self.is_told(stale.event).is_none_or(|told| arrives > told);
        match overtaken {
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

    /// When a thread is told what leads to a read of it: by reads that are answered, and barriers that are done.
    fn is_told(&self, read: &MicroEvent) -> Option<u32> {
        let tells = |part: &&Part<'_>| {
            let event = part.event;
            let is_before = event.thread == read.thread && event.op < read.op && !part.fills;
            let is_barrier = !event.events.is_empty() && event.act.moves.is_empty();
            is_before && (is_barrier || self.is_read(event)) && self.is_of_reasons(event)
        };
        self.parts.iter().filter(tells).map(|part| part.time).max()
    }

    fn stale(&self, row: usize) -> Option<Stale<'a>> {
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
    fn path(&self, row: usize, write: EventId) -> Option<Path> {
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
    fn arrival(&self, write: EventId, at: &Instance) -> Option<usize> {
        let comes = |one: &Move| is_of(one, write) && one.to == *at && !one.passes_by;
        self.parts.iter().position(|part| part.moves.iter().any(comes))
    }

    /// The row in which a write comes somewhere, or leaves nothing old there for a read as it passes by.
    fn comes(&self, write: EventId, at: &Instance, read: &MicroEvent) -> Option<usize> {
        let wave = |thread: Option<ThreadId>| thread.map(|thread| &self.structure.program.threads[thread].position);
        let evicts = |part: &Part<'_>| {
            let event = part.event;
            let is_for = |of: &Evicts| of.from == *at && (!of.for_wave || wave(event.thread) == wave(read.thread));
            event.events.contains(&write) && event.act.evicts.iter().any(is_for)
        };
        self.arrival(write, at).or_else(|| self.parts.iter().position(evicts))
    }

    /// The last row of a write.
    pub(super) fn last_of(&self, write: EventId) -> Option<usize> {
        self.parts.iter().rposition(|part| part.moves.iter().any(|one| is_of(one, write)))
    }

    /// Marks the caches that have old data, and the row in which it is read.
    fn mark(&mut self, stale: &Stale<'_>) {
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

    /// Says what is at fault, in a row: all that is done there.
    pub(super) fn blame(&mut self, row: usize, note: String) {
        self.blame_where(row, |_| true, note);
    }

    /// As [`Told::blame`], of what is done to one cache alone.
    fn blame_at(&mut self, row: usize, cache: &Instance, note: String) {
        let lane = self.lane(cache);
        self.blame_where(row, |of| of == lane, note);
    }

    fn blame_where(&mut self, row: usize, is_at_fault: impl Fn(usize) -> bool, note: String) {
        let Row { signs, notes, .. } = &mut self.rows[row];
        signs.iter_mut().filter(|sign| is_at_fault(sign.lane)).for_each(|sign| sign.marked = true);
        notes.push(note);
        self.is_blamed = true;
    }

    fn stain(&mut self, row: usize) {
        let read = self.rows[row].arrows.iter_mut().filter(|arrow| arrow.kind == LineKind::Load);
        read.for_each(|arrow| arrow.kind = LineKind::Stale);
    }

    /// What a write writes.
    pub(super) fn written(&self, write: EventId) -> String {
        let mut moves = self.parts.iter().flat_map(|part| part.moves);
        moves.find(|one| is_of(one, write)).map(|one| format!("{} = {}", one.object, one.value)).unwrap_or_default()
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
        let is_before = |row: &usize| self.told_at(*row) < arrives;
        let first = |rows: Vec<usize>| rows.into_iter().min_by_key(|&row| (self.parts[row].event.op, row));
        match told.is_empty() {
            // What is read at one time with a write that it should come after is read before it.
            true => others.iter().all(|&row| self.parts[row].time <= arrives).then(|| first(others)).flatten(),
            false => first(told.into_iter().filter(is_before).collect()),
        }
    }

    /// When another thread that leads on is told by an instruction: as it reads what that writes.
    pub(super) fn told_at(&self, row: usize) -> u32 {
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

    /// Whether what a read should have found is not written anywhere when it reads.
    fn is_unwritten(&self, stale: &Stale<'_>) -> bool {
        let is_written = |part: &&Part<'_>| part.moves.iter().any(|one| is_of(one, stale.write));
        self.parts.iter().find(is_written).is_some_and(|part| part.time >= self.parts[stale.row].time)
    }

    /// Whether the caches of a read would be invalidated by then, if it came after the answer to another.
    fn is_in_time(&self, stale: &Stale<'_>, open: usize) -> bool {
        stale.by.lines.iter().all(|line| {
            let mut rows = self.invalidations(stale.event, &line.cache).into_iter().map(|row| &self.parts[row]);
            rows.any(|part| {
                let is_own = part.event.thread == stale.event.thread;
                let is_open = self.unanswered(part.event, part.event.op, part.time).is_some();
                is_own || (part.time <= self.parts[open].time && !is_open)
            })
        })
    }

    /// Whether a micro-event is of an instruction that reads.
    pub(super) fn is_read(&self, event: &MicroEvent) -> bool {
        event.events.iter().any(|&of| self.structure.events[of].is_read()) && !event.act.moves.is_empty()
    }

    /// The read whose answer comes too late for what another instruction of its thread has done, and the wait that did not wait for it.
    pub(super) fn tell_unanswered(&mut self, open: usize, by: &'a MicroEvent, done: &str) {
        let Part { event, time, .. } = self.parts[open];
        self.blame(open, format!("too late: {done}"));
        let until = format!("{} is answered", self.place(event));
        self.tell_waits(open, (event, by), (time, &until));
    }

    /// The caches that keep old data, from the outermost inwards: what invalidates them too early or too late, or that nothing does.
    fn tell_lines(&mut self, stale: &Stale<'_>, arrives: u32) {
        // Threads that invalidate a cache too late: what they have invalidated before that is filled from it again.
        let mut late_ones: Vec<Option<ThreadId>> = Vec::new();
        for (number, line) in stale.by.lines.iter().enumerate() {
            let [since, until] = [line.filled, line.read].map(|row| self.parts[row].time);
            let rows = self.invalidations(stale.event, &line.cache);
            let time = |row: &usize| self.parts[*row].time;
            let level = &line.cache.level;
            let (early, in_time) = self.early(stale, line, arrives, &late_ones);
            if in_time {
                // It is filled anew after that: with what is behind it.
                continue;
            }
            let next = stale.by.lines.get(number + 1);
            let mut late = rows.iter().copied().filter(|row| time(row) >= until);
            if let Some(early) = early {
                self.tell_early_invalidation(early, line);
            } else if let Some(late) =
                late.find(|&row| next.is_none_or(|next| self.is_awaited(row, stale, next, arrives)))
            {
                late_ones.push(self.parts[late].event.thread);
                self.blame_at(late, &line.cache, format!("too late: {level} has served old data at {until}"));
            } else if rows.is_empty() {
                self.tell_no_invalidation(stale, line);
            } else {
                // Some lines of a cache stay, by what they are of.
                let between = rows.iter().copied().filter(|row| (since..=until).contains(&time(row)));
                for row in between.collect::<Vec<_>>() {
                    self.blame_at(row, &line.cache, format!("leaves the line of {} in {level}", stale.read.object));
                }
            }
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
        let is_untold = self.is_told(stale.event).is_none();
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

    /// The rows in which threads that lead to a read invalidate a cache, behind what they were told by.
    fn invalidations(&self, read: &MicroEvent, cache: &Instance) -> Vec<usize> {
        let invalidates = |row: &usize| {
            let Part { event, fills, .. } = self.parts[*row];
            !fills && event.act.invalidates.contains(cache) && self.is_of_handover(read, event)
        };
        (0..self.parts.len()).filter(invalidates).collect()
    }

    /// Whether an instruction is of a thread that leads to a read, and stands behind what the thread was told by.
    fn is_of_handover(&self, read: &MicroEvent, event: &MicroEvent) -> bool {
        let is_own = event.thread == read.thread;
        if is_own && event.op > read.op {
            return false;
        }
        let told_by = self.parts.iter().map(|part| part.event).filter(|of| {
            let is_before = of.thread == event.thread && (!is_own || of.op < read.op);
            is_before && self.is_read(of) && self.is_of_reasons(of)
        });
        let last = told_by.map(|of| of.op).max();
        (is_own || self.leads(event.thread)) && last.is_none_or(|last| event.op > last)
    }

    /// Whether the reasons of the cycle lead over a thread.
    fn leads(&self, thread: Option<ThreadId>) -> bool {
        self.parts.iter().any(|part| part.event.thread == thread && self.is_of_reasons(part.event))
    }

    fn tell_no_invalidation(&mut self, stale: &Stale<'_>, line: &Line) {
        let (level, reader) = (&line.cache.level, stale.event.thread);
        let threads = line.cache.threads.iter().filter(|&&thread| Some(thread) == reader || self.leads(Some(thread)));
        let threads = threads.map(|&thread| self.thread(Some(thread))).join(" or ");
        let place = self.place(stale.event);
        self.blame(line.filled, format!("no instruction of {threads} invalidates {level} after this, before {place}"));
        let others = (0..self.parts.len()).filter(|&row| {
            let Part { event, fills, .. } = self.parts[row];
            let is_own = event.thread == reader && self.is_of_handover(stale.event, event);
            is_own && !fills && !event.act.invalidates.is_empty()
        });
        for row in others.collect::<Vec<_>>() {
            self.blame(row, format!("does not invalidate {level}"));
        }
    }

    /// The events of the cycle that forbids the state, as the code has them; none where its execution is not one of the source.
    fn cycle(&self) -> Vec<EventId> {
        let Some(reason) = self.reason() else { return Vec::new() };
        reason.broken.events().into_iter().filter_map(|id| reason.in_code(id)).collect()
    }

    /// Whether a micro-event is one that the reasons for that cycle lead over.
    pub(super) fn is_of_reasons(&self, event: &MicroEvent) -> bool {
        self.is_led_over(|of| event.events.contains(&of))
    }

    /// Whether the reasons for that cycle lead over an event.
    fn is_led_over(&self, is_it: impl Fn(EventId) -> bool + Copy) -> bool {
        fn lead_over(found: &Forbids, path: &[Reason], is_it: impl Fn(EventId) -> bool + Copy) -> bool {
            let is_end = |end: usize| found.in_code(EventId::new(end)).is_some_and(is_it);
            path.iter().any(|reason| {
                is_end(reason.fact.from) || is_end(reason.fact.to) || lead_over(found, &reason.path, is_it)
            })
        }
        self.reason().is_some_and(|found| lead_over(found, &found.broken.path, is_it))
    }

    /// What forbids the state.
    pub(super) fn reason(&self) -> Option<&Forbids> {
        self.found.reason.as_ref().ok()?.as_ref()
    }
}

/// Whether data is what a write writes, on its way outwards.
fn is_of(one: &Move, write: EventId) -> bool {
    one.way == Way::Out && one.write == Some(write)
}
