//! What happens on hardware as a sequence: who moves what when, which old data is read, and what comes too early or too late for that.

use super::parts;
use crate::cat::core::Reason;
use crate::engine::witness::Broken;
use crate::hardware::{Act, Instance, MicroEvent, Move, Way};
use crate::program::{EventId, EventStructure, ThreadId};
use crate::refine::Counterexample;
use crate::report::drawing::LineKind;
use crate::report::sequence::{Arrow, Bar, Lane, Row, Sequence, Sign};
use crate::syntax::source::Span;
use itertools::Itertools;
use std::collections::BTreeSet;

/// The sequence of a counterexample on a target, by the code of a table.
pub fn sequence(structure: &EventStructure, found: &Counterexample, by: (&str, &str)) -> Sequence {
    sequence_of(structure, found, by, |_| true)
}

/// As [`sequence`], of what a compiler has made of a test, whose source says what states consist of.
pub fn compiled_sequence(
    (source, structure): (&EventStructure, &EventStructure),
    found: &Counterexample,
    target: &str,
) -> Sequence {
    let named: BTreeSet<String> = parts::columns(source).into_iter().collect();
    sequence_of(structure, found, (target, "a compiler"), |column| named.contains(column))
}

/// The sequence of a counterexample, with what is shown of its final state.
fn sequence_of(
    structure: &EventStructure,
    found: &Counterexample,
    (target, table): (&str, &str),
    is_shown: impl Fn(&str) -> bool,
) -> Sequence {
    let placed: Vec<&MicroEvent> = found.micro_events.iter().filter(|event| event.thread.is_none()).collect();
    let rows = Told::new(structure, found);
    let state = parts::columns(structure).into_iter().zip(parts::values(structure, &found.outcome));
    let state = state.filter(|(column, _)| is_shown(column));
    let state = state.filter_map(|(column, value)| Some(format!("{column}={}", value?))).join(" ");
    let broken = found.reason.as_ref().ok().and_then(Option::as_ref);
    let broken = broken.and_then(|reason| reason.broken.as_ref().ok()?.as_ref());
    let mut subtitle = vec![format!("reached on {target} by the code of {table}"), state];
    subtitle.extend(broken.map(|broken| format!("the source forbids it: {}, {}", broken.axiom, broken.test)));
    subtitle.extend(placed.into_iter().map(|event| event.text.clone()));
    let Told { lanes, rows, bars, .. } = rows;
    let name =
        |lane: &Instance| lane.threads.iter().map(|&thread| structure.program.threads[thread].name.as_str()).join(" ");
    let lane = |lane: &Instance| match lane.distance {
        0 => Lane { name: name(lane), users: String::new() },
        _ => Lane { name: lane.level.clone(), users: name(lane) },
    };
    Sequence { title: structure.program.name.clone(), subtitle, lanes: lanes.iter().map(lane).collect(), rows, bars }
}

/// A part of a micro-event that has a row.
struct Part<'a> {
    time: u32,
    event: &'a MicroEvent,
    /// The data that it moves, of those of the micro-event.
    moves: &'a [Move],
    /// Whether it is a cache that is filled with what the micro-event reads later.
    fills: bool,
}

/// Micro-events as rows, while they are told.
struct Told<'a> {
    structure: &'a EventStructure,
    found: &'a Counterexample,
    lanes: Vec<Instance>,
    parts: Vec<Part<'a>>,
    rows: Vec<Row>,
    bars: Vec<Bar>,
}

impl<'a> Told<'a> {
    fn new(structure: &'a EventStructure, found: &'a Counterexample) -> Told<'a> {
        let lanes = lanes(structure, &found.micro_events);
        let mut told = Told { structure, found, lanes, parts: Vec::new(), rows: Vec::new(), bars: Vec::new() };
        told.parts = told.in_order(parts_of(&found.micro_events));
        told.rows = told.parts.iter().map(|part| told.row(part)).collect();
        for reader in 0..told.parts.len() {
            if !told.parts[reader].fills && !told.tell_held(reader) {
                told.tell_late(reader);
            }
        }
        told
    }

    /// The parts in order of time. Of one time, a wait comes after what stands before it in its thread, what reads before a write that it misses, and what a cache
    /// serves before that is invalidated, which comes before it is filled; of others, what was told first comes first.
    fn in_order(&self, mut parts: Vec<Part<'a>>) -> Vec<Part<'a>> {
        parts.sort_by_key(|part| part.time);
        let mut ordered: Vec<Part<'a>> = Vec::new();
        while let Some(first) = parts.first() {
            let of_one_time = parts.iter().take_while(|part| part.time == first.time).count();
            let is_next = |&at: &usize| (0..of_one_time).all(|other| !self.is_before(&parts[other], &parts[at]));
            let next = (0..of_one_time).find(is_next).unwrap_or(0);
            ordered.push(parts.remove(next));
        }
        ordered
    }

    /// Whether a part comes before another of the same time.
    fn is_before(&self, one: &Part<'_>, other: &Part<'_>) -> bool {
        let start = |part: &Part<'_>| part.event.span.map(|span| span.start);
        let misses = |read: &Move| other.moves.iter().any(|write| write.to == read.from && self.misses(read, write));
        let is_waited_for =
            other.event.act.waits_for.is_some() && one.event.thread == other.event.thread && start(one) < start(other);
        let invalidates = |part: &Part<'_>, cache: &Instance| !part.fills && part.event.act.invalidates.contains(cache);
        let is_served = |read: &Move| read.way == Way::In && invalidates(other, &read.from);
        let is_filled = |fill: &Move| fill.way == Way::In && invalidates(one, &fill.to);
        let around_invalidation = one.moves.iter().any(is_served) || other.moves.iter().any(is_filled);
        is_waited_for || around_invalidation || one.moves.iter().any(|read| read.way == Way::In && misses(read))
    }

    fn lane(&self, instance: &Instance) -> usize {
        self.lanes.iter().position(|lane| lane == instance).unwrap_or(0)
    }

    fn thread(&self, thread: Option<ThreadId>) -> &str {
        thread.map_or("", |thread| &self.structure.program.threads[thread].name)
    }

    /// The thread and line of a micro-event.
    fn place(&self, event: &MicroEvent) -> String {
        let line = event.span.map(|span| self.structure.program.source.line_column(span.start).0);
        line.map_or_else(String::new, |line| format!("{} {line}", self.thread(event.thread)))
    }

    fn row(&self, part: &Part<'_>) -> Row {
        let Part { time, event, moves, fills } = *part;
        let text = match moves.last() {
            Some(last) if fills => format!("{} is filled with {} = {}", last.to.level, last.object, last.value),
            Some(_) | None => event.text.clone(),
        };
        let arrow = |one: &Move| {
            let left = (one.left < time).then(|| self.parts.iter().position(|part| part.time >= one.left).unwrap_or(0));
            let label = format!("{} = {}", one.object, one.value);
            let left_at = if one.left < time { format!(", where it was at {}", one.left) } else { String::new() };
            let hover = format!("{label} comes to {} from {}{left_at}", self.called(&one.to), self.called(&one.from));
            let kind = match one.way {
                Way::Out => LineKind::Store,
                Way::In => LineKind::Load,
            };
            Arrow { from: self.lane(&one.from), left, to: self.lane(&one.to), kind, label, hover }
        };
        let sign = |instance: &Instance, word| Sign { lane: self.lane(instance), word };
        let Act { invalidates, writes_back, waits_for, .. } = &event.act;
        let signs = invalidates.iter().map(|one| sign(one, "inv"));
        let signs = signs.chain(writes_back.iter().map(|one| sign(one, "wb")));
        let wave = event.thread.filter(|_| waits_for.is_some()).map(|thread| sign(&Instance::wave(thread), "wait"));
        let place = self.place(event);
        Row {
            time,
            text: format!("{place} {text}"),
            notes: Vec::new(),
            arrows: moves.iter().map(arrow).collect(),
            signs: signs.chain(wave).collect(),
        }
    }

    /// What an instance is called.
    fn called(&self, instance: &Instance) -> String {
        let threads = instance.threads.iter().map(|&thread| self.thread(Some(thread))).join(", ");
        if instance.distance == 0 { threads } else { format!("{} of {threads}", instance.level) }
    }

    /// Whether a read has not seen a write that is later than the one that it reads from.
    fn misses(&self, read: &Move, write: &Move) -> bool {
        let is_later = match (read.write, write.write) {
            (Some(seen), Some(missed)) => self.found.execution.co.contains(seen, missed),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        write.way == Way::Out && write.object == read.object && is_later
    }

    /// Old data that a micro-event reads in caches, and the invalidations that come too early or too late for it, or are not there: whether it reads such.
    fn tell_held(&mut self, reader: usize) -> bool {
        let Part { event, time, moves, .. } = self.parts[reader];
        let Some(read) = moves.last().filter(|read| read.way == Way::In) else { return false };
        let all = || self.parts.iter().flat_map(|part| part.moves).filter(|one| one.arrives < time);
        if event.act.held.is_empty() || !all().any(|write| self.misses(read, write)) {
            return false;
        }
        let data = format!("{} = {}", read.object, read.value);
        self.rows[reader].arrows.iter_mut().for_each(|arrow| arrow.kind = LineKind::Stale);
        let late = self.overtaken_write(event);
        let mut to = reader;
        // From the wave outwards: what a cache has served to the one before it is no longer asked for there.
        for held in event.act.held.iter().rev() {
            let is_filled = |part: &Part<'_>| {
                part.fills && std::ptr::eq(part.event, event) && part.moves.iter().any(|one| one.to == held.by)
            };
            let Some(from) = self.parts.iter().position(is_filled) else { continue };
            let (since, until) = (held.since, self.parts[to].time);
            let hover = format!("{} has {data} since {since}, which is old at {until}", self.called(&held.by));
            self.bars.push(Bar { lane: self.lane(&held.by), from, to, hover });
            if late.is_none() {
                self.tell_invalidation((from, to), event, &held.by);
            }
            to = from;
        }
        // The last cache that was told is the one that is filled with what comes from behind all of them.
        if let (Some(late), Some(fill)) = (late, event.act.moves.first()) {
            self.tell_write((to, fill), late);
        }
        self.rows[reader].notes.push(format!("{data} is old"));
        true
    }

    /// Whether a row is of an instruction by which the thread of a read invalidates a cache.
    fn invalidates(&self, part: &Part<'_>, read: &MicroEvent, cache: &Instance) -> bool {
        part.event.thread == read.thread && !part.fills && part.event.act.invalidates.contains(cache)
    }

    /// The rows in which the thread of a read invalidates a cache.
    fn invalidations(&self, event: &MicroEvent, cache: &Instance) -> Vec<usize> {
        (0..self.parts.len()).filter(|&row| self.invalidates(&self.parts[row], event, cache)).collect()
    }

    /// The instruction that should have invalidated what a cache has from one row to another, in which it is read. Where a cache behind it is invalidated by none,
    /// nothing is wrong with the invalidation of what was filled from that.
    fn tell_invalidation(&mut self, (filled, read): (usize, usize), event: &MicroEvent, cache: &Instance) {
        let [since, until] = [filled, read].map(|row| self.parts[row].time);
        let rows = self.invalidations(event, cache);
        let before = rows.iter().copied().rfind(|&row| self.parts[row].time <= since);
        let after = rows.iter().copied().find(|&row| self.parts[row].time >= until);
        let level = &cache.level;
        let behind = event.act.held.iter().filter(|held| held.by.distance > cache.distance);
        let is_behind_one_with_none = behind.into_iter().any(|held| self.invalidations(event, &held.by).is_empty());
        match (before, after) {
            (Some(_), _) if is_behind_one_with_none => {}
            (Some(early), _) => {
                let note = format!("too early: {level} is filled after it, at {since}");
                self.rows[early].notes.push(note);
            }
            (None, Some(late)) => {
                self.rows[late].notes.push(format!("too late: {level} has served old data at {until}"));
            }
            (None, None) => {
                let thread = self.thread(event.thread).to_string();
                self.rows[filled].notes.push(format!("no instruction of {thread} invalidates {level} after this"));
                let others = (0..self.parts.len()).filter(|&row| {
                    let part = &self.parts[row];
                    let is_of_thread = part.event.thread == event.thread && (since..=until).contains(&part.time);
                    is_of_thread && !part.fills && !part.event.act.invalidates.is_empty()
                });
                for row in others.collect::<Vec<_>>() {
                    self.rows[row].notes.push(format!("does not invalidate {level}"));
                }
            }
        }
    }

    /// Writes that come to where a micro-event reads after what it reads has left that, and the waits that did not wait for them.
    fn tell_late(&mut self, reader: usize) {
        let Part { event, moves, .. } = self.parts[reader];
        let Some(read) = moves.last().filter(|read| read.way == Way::In) else { return };
        if !self.is_of_cycle(event) {
            return;
        }
        if let Some(late) = self.late_write(read) {
            self.tell_write((reader, read), late);
        }
    }

    /// The row in which a write comes to where data is read after that has left it.
    fn late_write(&self, read: &Move) -> Option<usize> {
        let is_late = |one: &Move| self.misses(read, one) && one.to == read.from && one.arrives >= read.left;
        self.parts.iter().position(|part| part.moves.iter().any(is_late))
    }

    /// The write that comes too late for what a micro-event reads in caches: they were filled with what was old behind them, too, after an invalidation, which
    /// the write should have come before, since an instruction after it has.
    fn overtaken_write(&self, event: &MicroEvent) -> Option<usize> {
        let Act { moves, held, .. } = &event.act;
        let (late, outermost) = (self.late_write(moves.first()?)?, held.first()?);
        let by = self.parts[late].time.min(outermost.since);
        let is_invalidated =
            self.parts.iter().any(|part| self.invalidates(part, event, &outermost.by) && part.time <= by);
        (is_invalidated && self.is_overtaken(late)).then_some(late)
    }

    /// Whether an instruction that stands after a write, and has to do with why it should be seen, is done before the write is where it comes.
    fn is_overtaken(&self, write: usize) -> bool {
        let Part { event, time: arrives, .. } = self.parts[write];
        let later = (0..self.parts.len()).filter(|&row| {
            let part = self.parts[row].event;
            part.thread == event.thread && self.is_after(row, event) && self.is_of_reasons(part)
        });
        let (stores, others): (Vec<usize>, Vec<usize>) =
            later.partition(|&row| self.parts[row].moves.iter().any(|one| one.way == Way::Out));
        let is_before = |row: &usize| self.parts[*row].time < arrives;
        stores.iter().any(is_before) || (stores.is_empty() && !others.is_empty() && others.iter().all(is_before))
    }

    /// What comes to a row before a write does, and the wait that did not wait for that write.
    fn tell_write(&mut self, (reader, read): (usize, &Move), late: usize) {
        let Part { event: write, time: arrives, .. } = self.parts[late];
        let missed = self.parts[late].moves.iter().find(|one| self.misses(read, one));
        let missed = missed.map(|one| format!("{} = {}", one.object, one.value));
        let (missed, reads) = (missed.unwrap_or_default(), self.place(self.parts[reader].event));
        let level = read.from.level.clone();
        let is_wait = |row: &usize| {
            let part = &self.parts[*row];
            let is_for = |span: &Span| Some(*span) == write.span;
            part.event.thread == write.thread
                && part.event.act.waits_for.iter().flatten().any(is_for)
                && self.is_after(*row, write)
        };
        let waits: Vec<usize> = (0..self.parts.len()).filter(is_wait).collect();
        let wait = waits.iter().copied().find(|&row| self.parts[row].time < arrives);
        self.rows[reader].arrows.iter_mut().for_each(|arrow| arrow.kind = LineKind::Stale);
        self.rows[reader].notes.push(format!("before {missed} is at {level}"));
        self.rows[late].notes.push(format!("too late: {reads} has read {} at {level}", read.object));
        if let Some(wait) = wait {
            self.rows[wait].notes.push(format!("does not wait until {missed} is at {level}"));
        } else if waits.is_empty() {
            let thread = self.thread(write.thread).to_string();
            self.rows[late].notes.push(format!("no instruction of {thread} waits for it"));
        }
    }

    /// Whether a row is of an instruction that stands after another in the test.
    fn is_after(&self, row: usize, other: &MicroEvent) -> bool {
        let start = |event: &MicroEvent| event.span.map(|span| span.start);
        start(self.parts[row].event) > start(other)
    }

    /// Whether a micro-event is of an instruction in the cycle that forbids the state; without one, of any.
    fn is_of_cycle(&self, event: &MicroEvent) -> bool {
        self.broken().is_none_or(|broken| broken.events().into_iter().any(|id| self.is_own(event, id)))
    }

    /// Whether a micro-event is of an instruction that the reasons for that cycle lead over; without one, of any.
    fn is_of_reasons(&self, event: &MicroEvent) -> bool {
        self.broken().is_none_or(|broken| self.lead_over(&broken.path, event))
    }

    fn lead_over(&self, path: &[Reason], event: &MicroEvent) -> bool {
        let is_end = |end: usize| self.is_own(event, EventId::new(end));
        path.iter()
            .any(|reason| is_end(reason.fact.from) || is_end(reason.fact.to) || self.lead_over(&reason.path, event))
    }

    /// Whether a micro-event is of the instruction of an event.
    fn is_own(&self, event: &MicroEvent, id: EventId) -> bool {
        Some(self.structure.events[id].span) == event.span
    }

    /// What forbids the state.
    fn broken(&self) -> Option<&Broken> {
        self.found.reason.as_ref().ok()?.as_ref()?.broken.as_ref().ok()?.as_deref()
    }
}

/// The rows of micro-events, as they are told: each its own, and those before it in which caches are filled with what it reads.
fn parts_of(events: &[MicroEvent]) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for event in events.iter().filter(|event| event.thread.is_some()) {
        let moves = event.act.moves.as_slice();
        let (last, earlier) =
            moves.len().checked_sub(1).map_or((moves, &[][..]), |last| (&moves[last..], &moves[..last]));
        for one in earlier {
            parts.push(Part { time: one.arrives, event, moves: std::slice::from_ref(one), fills: true });
        }
        parts.push(Part { time: event.time, event, moves: last, fills: false });
    }
    parts
}

/// The lanes: every wave, and what else is used, from the waves outwards.
fn lanes(structure: &EventStructure, events: &[MicroEvent]) -> Vec<Instance> {
    let mut used: BTreeSet<Instance> = structure.program.threads.indices().map(Instance::wave).collect();
    for Act { moves, held, invalidates, writes_back, .. } in events.iter().map(|event| &event.act) {
        used.extend(moves.iter().flat_map(|one| [one.from.clone(), one.to.clone()]));
        used.extend(held.iter().map(|held| held.by.clone()));
        used.extend(invalidates.iter().chain(writes_back).cloned());
    }
    used.into_iter()
        .sorted_by(|a, b| (a.distance, &a.threads, &a.level).cmp(&(b.distance, &b.threads, &b.level)))
        .collect()
}
