//! Micro-events of an execution, in order: what happened where, and when. An operation is told where its effect is: a load when its value has
//! come, with the time at which what it finds was there, if that is another.

mod acts;

use super::chip::{Chip, Control};
use super::ops::Position;
use super::time::Gone;
use super::timeline::{Access, Op, What};
use crate::engine::{Execution, show_value};
use crate::program::{EventId, EventKind, EventStructure, ThreadId, events_between};
use crate::syntax::source::Span;
use crate::syntax::table::ast::Path;
use itertools::Itertools;

pub use acts::{Act, Evicts, Held, Instance, Move, Way};

/// A micro-event: a part of an operation that happens at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MicroEvent {
    /// Its timestamp, from 0; micro-events of equal timestamps may happen in any order.
    pub time: u32,
    /// The thread; `None` for where waves are placed.
    pub thread: Option<ThreadId>,
    /// The instruction of the test that it is a part of; `None` for where waves are placed.
    pub span: Option<Span>,
    /// The number of the operation that it is a part of: those of a thread are in program order.
    pub op: usize,
    /// Where its instruction stands in the code; `None` for where waves are placed.
    pub at: Option<Position>,
    /// The events that its operation is of: what it reads and writes, or how it takes part in a barrier.
    pub events: Vec<EventId>,
    /// What happens, with the instruction, the object, its value and the cache level.
    pub text: String,
    /// What of it is between waves and cache levels.
    pub act: Act,
}

/// Whether a micro-event changes what others may find.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Finds,
    Changes,
}

/// A micro-event that is not yet of an operation: whether it changes anything, when it is, its text, and what is done.
type Told = (Part, u32, String, Act);

/// An execution with the timestamps of its micro-events.
pub(super) struct Timed<'a> {
    pub structure: &'a EventStructure,
    pub execution: &'a Execution,
    pub chip: &'a Chip,
    pub ops: &'a [Op<'a>],
    /// By timestamp: when it is.
    pub times: &'a [u32],
    /// Where what was written is not found.
    pub gone: &'a Gone,
    /// Whether two threads, each on its way to memory, use one instance of a cache level.
    pub shares: &'a dyn Fn(usize, (ThreadId, Path), (ThreadId, Path)) -> bool,
}

/// The micro-events in order, after what is said of the placement; issues are told only where an operation has nothing else.
pub(super) fn micro_events(timed: &Timed<'_>, placement: &[String]) -> Vec<MicroEvent> {
    let place = |text: &String| MicroEvent {
        time: 0,
        thread: None,
        span: None,
        op: 0,
        at: None,
        events: Vec::new(),
        text: text.clone(),
        act: Act::default(),
    };
    let mut all: Vec<(Part, MicroEvent)> = (0..timed.ops.len()).flat_map(|op| timed.told(op)).collect();
    // Of one time, what reads finds memory as it was before what writes.
    all.sort_by_key(|(part, event)| (event.time, *part));
    placement.iter().map(place).chain(all.into_iter().map(|(_, event)| event)).collect()
}

impl Timed<'_> {
    fn told(&self, number: usize) -> Vec<(Part, MicroEvent)> {
        let op = &self.ops[number];
        let Some(instr) = op.instr else { return vec![] };
        let name = instr.to_string();
        let at = |stamp: u32, what: &str, act| (Part::Finds, self.time(stamp), format!("{name} {what}"), act);
        let acts = self.controlled(op);
        let told = match &op.what {
            What::Other => vec![at(op.issue, if acts.endless { "never ends" } else { "is done" }, acts)],
            What::Cache { processed, done, control, silent: _ } => match control {
                Control::WriteBack { .. } => {
                    vec![at(*processed, "takes effect", acts), at(*done, "is done", Act::default())]
                }
                Control::Invalidate(..)
                | Control::Wait(_)
                | Control::Barrier(..)
                | Control::Discard
                | Control::Performs(_)
                | Control::Nothing => {
                    vec![at(*processed, "takes effect", acts)]
                }
            },
            What::Access(access) => self.access(op.thread, access, &name),
        };
        let (thread, span, at) = (Some(op.thread), Some(instr.span), Some(op.at));
        let events = self.events(op);
        let event = |(part, time, text, act)| {
            (part, MicroEvent { time, thread, span, op: number, at, events: events.clone(), text, act })
        };
        told.into_iter().map(event).collect()
    }

    /// The events that an operation is of.
    fn events(&self, op: &Op<'_>) -> Vec<EventId> {
        let instr = op.instr.and_then(|instr| self.chip.control_of(&instr.mnemonic, &instr.operands));
        match (&op.what, instr) {
            (What::Access(access), _) => access.read.into_iter().chain(access.write).collect(),
            (What::Other, Some(Control::Barrier(arrives, waits))) => {
                let step = self.structure.steps[op.at.step].instr.as_ref();
                let events = step.into_iter().flat_map(|(_, events)| events_between(events));
                let executed = events.filter(|&event| self.execution.executed.contains(event));
                let is_part = |event: &EventId| match self.structure.events[*event].kind {
                    EventKind::Wait | EventKind::Launch => *waits,
                    EventKind::Arrive | EventKind::Complete | EventKind::BarrierInit | EventKind::BarrierDrop => {
                        *arrives
                    }
                    EventKind::BarrierJoin | EventKind::BarrierKept => false,
                    EventKind::Read | EventKind::Write | EventKind::Fence => false,
                    EventKind::Initiate | EventKind::WaitAsync => false,
                };
                executed.filter(is_part).collect()
            }
            (What::Cache { .. } | What::Other, _) => Vec::new(),
        }
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
        self.chip.level_name(path, self.named(stamps, level))
    }

    /// The level that names another: the outermost of those that are one for an object.
    fn named(&self, stamps: &[u32], level: usize) -> usize {
        let outer = (level..=self.chip.outermost()).rev().find(|&outer| stamps[outer] == stamps[level]);
        outer.unwrap_or(level)
    }

    fn access(&self, thread: ThreadId, access: &Access, instr: &str) -> Vec<Told> {
        let object = &self.structure.program.objects[access.object].name;
        let read = self.value(access.read).unwrap_or_default();
        let written = self.value(access.write).unwrap_or_default();
        let at = &access.at;
        let write = || self.written(thread, access);
        match (access.lds, access.atomic, access.write.is_some()) {
            (true, _, false) => {
                let act = self.loaded(thread, access, self.time(at[0]));
                vec![(Part::Finds, self.time(at[0]), format!("{instr} reads {object} = {read} in LDS"), act)]
            }
            (true, _, true) => {
                vec![(Part::Changes, self.time(at[0]), format!("{instr} writes {object} = {written} in LDS"), write())]
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
                let what = format!("{object} = {written}");
                let out = if stored { self.reaches(thread, access, level, &what) } else { vec![] };
                let act = if stored { write() } else { self.loaded(thread, access, done) };
                let part = if stored { Part::Changes } else { Part::Finds };
                std::iter::once((part, done, text, act)).chain(out).collect()
            }
            (false, false, true) => {
                let place = if self.gone.passes_by(0, access) { "past" } else { "at" };
                let text = format!("{instr} writes {object} = {written} {place} {}", self.level(access.path, at, 0));
                let out = self.reaches(thread, access, 0, &format!("{object} = {written}"));
                std::iter::once((Part::Changes, self.time(at[0]), text, write())).chain(out).collect()
            }
            (false, false, false) => self.load(thread, access, instr, (object, &read)),
        }
    }

    /// What is written at the levels after one.
    fn reaches(&self, thread: ThreadId, access: &Access, from: usize, what: &str) -> Vec<Told> {
        let at = &access.at;
        let levels = (from + 1..=self.chip.outermost()).filter(|&level| at[level] != at[level - 1]);
        let reach = |level: usize| {
            let name = self.level(access.path, at, level);
            let passed = self.gone.passes_by(level, access);
            let text = if passed { format!("{what} passes {name} by") } else { format!("{what} reaches {name}") };
            let ends = [level - 1, level].map(|level| self.instance(thread, access.path, self.named(at, level)));
            let out = Move { passes_by: passed, ..self.moved(access, ends, (Way::Out, self.time(at[level]))) };
            let act = Act { moves: vec![out], ..Act::default() };
            (Part::Changes, self.time(at[level]), text, act)
        };
        levels.map(reach).collect()
    }

    fn load(&self, thread: ThreadId, access: &Access, instr: &str, (object, read): (&str, &str)) -> Vec<Told> {
        let data = &access.data;
        let source = self.source(thread, access);
        let asked = self.time(data[0]);
        let done = if source == 0 { asked } else { asked.max(self.time(data[1])) };
        let from = || format!(" from {}", self.level(access.path, data, source));
        let found = self.found(thread, access, done).unwrap_or_else(from);
        let act = self.loaded(thread, access, done);
        let asks = (done > asked).then(|| (Part::Finds, asked, format!("{instr} asks for {object}"), Act::default()));
        let reads = (Part::Finds, done, format!("{instr} reads {object} = {read}{found}"), act);
        asks.into_iter().chain([reads]).collect()
    }

    /// How what an access finds is older than the access, if it is: which cache level had a line of it, and which further ones that was filled from.
    fn found(&self, thread: ThreadId, access: &Access, done: u32) -> Option<String> {
        let data = &access.data;
        let source = self.source(thread, access);
        let left = self.time(data[source]);
        let Some(hit) = self.hit(access, source) else {
            return (left < done)
                .then(|| format!(" from {} as it was at {left}", self.level(access.path, data, source)));
        };
        let held = self.held(access, hit, source);
        let old = |level: usize| {
            let filled = self.time(data[level + 1]);
            format!("the line in {}, filled at {filled}", self.chip.level_name(access.path, level))
        };
        Some(format!(", hits {}", held.map(old).join(" from ")))
    }

    /// The first level at which an access finds data that was there before it, if there is one before where that is from.
    fn hit(&self, access: &Access, source: usize) -> Option<usize> {
        let asked = self.time(access.at[0]);
        (access.performed..source).find(|&level| self.time(access.data[level + 1]) < asked)
    }

    /// The levels that hold what an access hits. One that hands on what it fetches at that time holds nothing itself.
    fn held(&self, access: &Access, hit: usize, source: usize) -> impl Iterator<Item = usize> {
        let data = &access.data;
        (hit..source).filter(move |&at| at == hit || self.time(data[at + 1]) < self.time(data[at]))
    }

    /// The cache level at which an access finds what it reads: the first that it shares with whoever wrote it, or the next one that this did not pass by.
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
        let is_shared = |&level: &usize| (self.shares)(level, (thread, access.path), (*writer, write.path));
        let shared = (access.finds_from(write)..=last).find(is_shared).unwrap_or(last);
        (shared..last).find(|&level| !self.gone.is_gone(level, write, access)).unwrap_or(last)
    }
}
