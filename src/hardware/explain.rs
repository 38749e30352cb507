//! Micro-events of an execution, in order: what happened where, and when. An operation is told where its effect is: a load when its value has
//! come, with the time at which what it finds was there, if that is another.

use super::chip::{Chip, Control};
use super::timeline::{Access, Op, What};
use crate::engine::{Execution, show_value};
use crate::program::{EventId, EventStructure, ThreadId};
use crate::syntax::source::Span;
use crate::syntax::table::ast::Path;
use itertools::Itertools;

/// A micro-event: a part of an operation that happens at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MicroEvent {
    /// Its timestamp, from 0; micro-events of equal timestamps may happen in any order.
    pub time: u32,
    /// The thread; `None` for where waves are placed.
    pub thread: Option<ThreadId>,
    /// The instruction of the test that it is a part of; `None` for where waves are placed.
    pub span: Option<Span>,
    /// What happens, with the instruction, the object, its value and the cache level.
    pub text: String,
}

/// Whether a micro-event changes what others may find.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Finds,
    Changes,
}

/// A micro-event that is not yet of an operation: whether it changes anything, when it is, and its text.
type Told = (Part, u32, String);

/// An execution with the timestamps of its micro-events.
pub(super) struct Timed<'a> {
    pub structure: &'a EventStructure,
    pub execution: &'a Execution,
    pub chip: &'a Chip,
    pub ops: &'a [Op<'a>],
    /// By timestamp: when it is.
    pub times: &'a [u32],
    /// Whether two threads, each on its way to memory, use one instance of a cache level.
    pub shares: &'a dyn Fn(usize, (ThreadId, Path), (ThreadId, Path)) -> bool,
}

/// The micro-events in order, after what is said of the placement; issues are told only where an operation has nothing else.
pub(super) fn micro_events(timed: &Timed<'_>, placement: &[String]) -> Vec<MicroEvent> {
    let place = |text: &String| MicroEvent { time: 0, thread: None, span: None, text: text.clone() };
    let mut all: Vec<(Part, MicroEvent)> = timed.ops.iter().flat_map(|op| timed.told(op)).collect();
    // Of one time, what reads finds memory as it was before what writes.
    all.sort_by_key(|(part, event)| (event.time, *part));
    placement.iter().map(place).chain(all.into_iter().map(|(_, event)| event)).collect()
}

impl Timed<'_> {
    fn told(&self, op: &Op<'_>) -> Vec<(Part, MicroEvent)> {
        let Some(instr) = op.instr else { return vec![] };
        let name = instr.to_string();
        let at = |stamp: u32, what: &str| (Part::Finds, self.time(stamp), format!("{name} {what}"));
        let told = match &op.what {
            What::Other => vec![at(op.issue, "is done")],
            What::Cache { processed, done, control } => match control {
                Control::WriteBack { .. } => vec![at(*processed, "takes effect"), at(*done, "is done")],
                Control::Invalidate(..) | Control::Wait(_) | Control::Barrier(..) | Control::Nothing => {
                    vec![at(*processed, "takes effect")]
                }
            },
            What::Access(access) => self.access(op.thread, access, &name),
        };
        let event =
            |(part, time, text)| (part, MicroEvent { time, thread: Some(op.thread), span: Some(instr.span), text });
        told.into_iter().map(event).collect()
    }

    fn time(&self, stamp: u32) -> u32 {
        self.times[stamp as usize]
    }

    fn value(&self, event: Option<EventId>) -> Option<String> {
        let event = event?;
        let ty = self.structure.events[event].access.as_ref()?.ty;
        Some(show_value(self.structure, ty, self.execution.value(self.structure, event)?))
    }

    /// A level by its name; where levels are one for an object, the outermost names them.
    fn level(&self, path: Path, stamps: &[u32], level: usize) -> &str {
        let outer = (level..=self.chip.outermost()).rev().find(|&outer| stamps[outer] == stamps[level]);
        self.chip.level_name(path, outer.unwrap_or(level))
    }

    fn access(&self, thread: ThreadId, access: &Access, instr: &str) -> Vec<Told> {
        let object = &self.structure.program.objects[access.object].name;
        let read = self.value(access.read).unwrap_or_default();
        let written = self.value(access.write).unwrap_or_default();
        let at = &access.at;
        match (access.lds, access.atomic, access.write.is_some()) {
            (true, _, false) => {
                vec![(Part::Finds, self.time(at[0]), format!("{instr} reads {object} = {read} in LDS"))]
            }
            (true, _, true) => {
                vec![(Part::Changes, self.time(at[0]), format!("{instr} writes {object} = {written} in LDS"))]
            }
            (false, true, stored) => {
                let level = access.performed;
                let done = self.time(at[level]);
                let found = self.found(thread, access, done);
                let effect = if stored {
                    format!("makes {object} = {written} of {read}")
                } else {
                    format!("reads {object} = {read}")
                };
                let text =
                    format!("{instr} {effect} at {}{}", self.level(access.path, at, level), found.unwrap_or_default());
                let out = if stored { self.reaches(access, level, &format!("{object} = {written}")) } else { vec![] };
                std::iter::once((if stored { Part::Changes } else { Part::Finds }, done, text)).chain(out).collect()
            }
            (false, false, true) => {
                let text = format!("{instr} writes {object} = {written} at {}", self.level(access.path, at, 0));
                let out = self.reaches(access, 0, &format!("{object} = {written}"));
                std::iter::once((Part::Changes, self.time(at[0]), text)).chain(out).collect()
            }
            (false, false, false) => self.load(thread, access, instr, (object, &read)),
        }
    }

    /// What is written at the levels after one.
    fn reaches(&self, access: &Access, from: usize, what: &str) -> Vec<Told> {
        let at = &access.at;
        let levels = (from + 1..=self.chip.outermost()).filter(|&level| at[level] != at[level - 1]);
        levels
            .map(|level| {
                (Part::Changes, self.time(at[level]), format!("{what} reaches {}", self.level(access.path, at, level)))
            })
            .collect()
    }

    fn load(&self, thread: ThreadId, access: &Access, instr: &str, (object, read): (&str, &str)) -> Vec<Told> {
        let data = &access.data;
        let source = self.source(thread, access);
        let asked = self.time(data[0]);
        let done = if source == 0 { asked } else { asked.max(self.time(data[1])) };
        let from = || format!(" from {}", self.level(access.path, data, source));
        let found = self.found(thread, access, done).unwrap_or_else(from);
        let asks = (done > asked).then(|| (Part::Finds, asked, format!("{instr} asks for {object}")));
        asks.into_iter().chain([(Part::Finds, done, format!("{instr} reads {object} = {read}{found}"))]).collect()
    }

    /// How what an access finds is older than the access, if it is: which cache level served old data, and which further ones that was from.
    fn found(&self, thread: ThreadId, access: &Access, done: u32) -> Option<String> {
        let data = &access.data;
        let source = self.source(thread, access);
        let asked = self.time(access.at[0]);
        let left = self.time(data[source]);
        let hit = (access.performed..source).find(|&level| self.time(data[level + 1]) < asked);
        let Some(hit) = hit else {
            return (left < done)
                .then(|| format!(" from {} as it was at {left}", self.level(access.path, data, source)));
        };
        // A level that hands on what it fetches at that time holds nothing itself.
        let held = (hit..source).filter(|&at| at == hit || self.time(data[at + 1]) < self.time(data[at]));
        let old = |level: usize| {
            let filled = self.time(data[level + 1]);
            format!("old data in {}, filled at {filled}", self.chip.level_name(access.path, level))
        };
        Some(format!(", hits {}", held.map(old).join(" from ")))
    }

    /// The cache level at which an access finds what it reads: the first that it shares with whoever wrote it.
    fn source(&self, thread: ThreadId, access: &Access) -> usize {
        let last = self.chip.outermost();
        let Some(read) = access.read else { return access.performed };
        let is_source = |op: &&Op<'_>| match &op.what {
            What::Access(write) => write.write.is_some_and(|write| self.execution.rf.contains(write, read)),
            What::Cache { .. } | What::Other => false,
        };
        let Some(Op { thread: writer, what: What::Access(write), .. }) = self.ops.iter().find(is_source) else {
            return last;
        };
        let first = if write.atomic { access.performed.max(write.performed) } else { access.performed };
        (first..=last).find(|&level| (self.shares)(level, (thread, access.path), (*writer, write.path))).unwrap_or(last)
    }
}
