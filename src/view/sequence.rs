//! What happens on hardware as a sequence: who moves what when, which old data is read, and what comes too early or too late for that.

mod cycle;
mod faults;
mod lines;
mod order;
mod otherwise;
mod stale;
mod waits;

use super::parts;
use crate::hardware::{Act, Instance, MicroEvent, Move, Way};
use crate::program::{EventStructure, ThreadId};
use crate::refine::Counterexample;
use crate::report::drawing::LineKind;
use crate::report::sequence::{Arrow, Bar, Lane, Row, Sequence, Sign};
use itertools::Itertools;
use std::collections::BTreeSet;

/// The sequence of a counterexample on a target, by the code of a table.
pub fn sequence(structure: &EventStructure, found: &Counterexample, by: (&str, &str)) -> Sequence {
    sequence_of((structure, structure), found, by, |_| true)
}

/// As [`sequence`], of what a compiler has made of a test, whose source says what states consist of.
pub fn compiled_sequence(
    (source, structure): (&EventStructure, &EventStructure),
    found: &Counterexample,
    target: &str,
) -> Sequence {
    let named: BTreeSet<String> = parts::columns(source).into_iter().collect();
    sequence_of((source, structure), found, (target, "a compiler"), |column| named.contains(column))
}

/// The sequence of a counterexample, with what is shown of its final state.
fn sequence_of(
    (source, structure): (&EventStructure, &EventStructure),
    found: &Counterexample,
    (target, table): (&str, &str),
    is_shown: impl Fn(&str) -> bool,
) -> Sequence {
    let placed: Vec<&MicroEvent> = found.micro_events.iter().filter(|event| event.thread.is_none()).collect();
    let told = Told::new((source, structure), found);
    let state = parts::columns(structure).into_iter().zip(parts::values(structure, &found.outcome));
    let state = state.filter(|(column, _)| is_shown(column));
    let state = state.filter_map(|(column, value)| Some(format!("{column}={}", value?))).join(" ");
    let reason = found.forbidden_by();
    let broken = reason.map(|reason| &reason.broken);
    let mut subtitle = vec![format!("reached on {target} by the code of {table}"), state];
    subtitle.extend(broken.map(|broken| format!("the source forbids it: {}, {}", broken.axiom, broken.test)));
    subtitle.extend(told.beside().map(str::to_string));
    subtitle.extend(placed.into_iter().map(|event| event.text.clone()));
    let Told { lanes, rows, bars, .. } = told;
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
    /// The test, of whose events the cycle that forbids the state is.
    source: &'a EventStructure,
    /// The machine code: of a table's the events are those of the test.
    structure: &'a EventStructure,
    found: &'a Counterexample,
    lanes: Vec<Instance>,
    parts: Vec<Part<'a>>,
    rows: Vec<Row>,
    bars: Vec<Bar>,
    /// Whether something is said to be at fault.
    is_blamed: bool,
}

impl<'a> Told<'a> {
    fn new((source, structure): (&'a EventStructure, &'a EventStructure), found: &'a Counterexample) -> Told<'a> {
        let lanes = lanes(structure, &found.micro_events);
        let (parts, rows, bars) = (Vec::new(), Vec::new(), Vec::new());
        let mut told = Told { source, structure, found, lanes, parts, rows, bars, is_blamed: false };
        told.parts = told.in_order(parts_of(&found.micro_events));
        told.rows = told.parts.iter().map(|part| told.row(part)).collect();
        (0..told.parts.len()).for_each(|row| told.tell_faults(row));
        if !told.is_blamed && !told.tell_otherwise() {
            told.tell_order();
        }
        told.tell_endless();
        told.tell_moved();
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
        let misses = |read: &Move| other.moves.iter().any(|write| write.to == read.from && self.misses(read, write));
        let is_waited_for = other.event.act.waits_for.is_some()
            && one.event.thread == other.event.thread
            && one.event.op < other.event.op;
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
        let sign = |instance: &Instance, word| Sign { lane: self.lane(instance), word, marked: false };
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
