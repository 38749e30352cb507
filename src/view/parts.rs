//! The parts that several reports have: places, values, events, races, micro-events.

use crate::engine::answers::Race;
use crate::engine::{Execution, Inconclusive, Outcome, show_value};
use crate::generate::Limits;
use crate::hardware::MicroEvent;
use crate::judge::programs::Counts;
use crate::lowering::machine::Origin;
use crate::program::{BarrierObject, EventId, EventKind, EventStructure, Program, ThreadId, events_in};
use crate::report::language::Language;
use crate::report::results::{
    ErrorResult, EventResult, FileResult, MicroEventResult, PlaceResult, RaceResult, Undecided,
};
use crate::report::space::{CountsReport, LimitsReport};
use crate::resources::Resources;
use crate::syntax::source::{Diagnostic, Source, Span};
use std::path::Path;

/// The source language that code is for.
pub fn language(opencl: bool) -> Language {
    if opencl { Language::OpenCl } else { Language::Hsa }
}

/// An error with its file, line and column.
pub fn error(error: &Diagnostic) -> ErrorResult {
    let (line, column) = error.source_text.line_column(error.span.start);
    let (path, message, help) = (error.source_text.name.clone(), error.message.clone(), error.help.clone());
    ErrorResult { path, line, column, message, help, is_argument: error.source_text.is_argument }
}

/// The files that a run has read so far.
pub fn files(resources: &Resources) -> Vec<FileResult> {
    let files = resources.files().into_iter();
    files
        .map(|file| FileResult {
            kind: file.kind.as_str().into(),
            path: file.path,
            built_in: file.built_in,
            corrected: file.corrected,
        })
        .collect()
}

/// The name of a test of which nothing but its path is known: that of its file.
pub(super) fn file_stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// How large generated programs are at most.
pub fn limits(limits: Limits) -> LimitsReport {
    LimitsReport { events: limits.events, threads: limits.threads }
}

/// How many base programs there are, and what is known of them.
pub fn counts(counts: &Counts) -> CountsReport {
    let Counts { shapes, programs, racy, idle, implied, unknown, judged } = *counts;
    CountsReport { shapes, base_programs: programs, racy, idle, implied, unknown, judged }
}

/// The text of a place in one line.
pub(super) fn text(source: &Source, span: Span) -> String {
    let text = source.text.get(span.start..span.end).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The instruction of an event, and its place in the test.
pub(super) fn place(structure: &EventStructure, event: EventId) -> PlaceResult {
    let event = &structure.events[event];
    let place = place_in(structure, event.thread, event.span);
    // No instruction of a test ends a thread: its name stands for that.
    let is_end = matches!(
        (event.kind, event.barrier),
        (EventKind::BarrierDrop, Some(BarrierObject::Workgroup | BarrierObject::Cluster)) | (EventKind::BarrierKept, _)
    );
    if is_end { PlaceResult { text: format!("end of {}", place.text), ..place } } else { place }
}

/// A place in the text of a thread, or in no thread's.
pub(super) fn place_in(structure: &EventStructure, thread: Option<ThreadId>, span: Span) -> PlaceResult {
    let source = &structure.program.source;
    let (line, column) = source.line_column(span.start);
    let thread = thread.map(|thread| structure.program.threads[thread].name.clone());
    PlaceResult { thread, text: text(source, span), line, column }
}

/// What a final state consists of: registers, then objects.
pub(super) fn columns(structure: &EventStructure) -> Vec<String> {
    let program = &structure.program;
    let registers = structure.registers.iter().map(|register| {
        let thread = &program.threads[register.thread];
        format!("{}:{}", thread.name, thread.registers[register.register].name)
    });
    registers.chain(program.objects.iter().map(|object| object.name.clone())).collect()
}

/// The values of a final state, by column; `None` for a register that the path taken did not write.
pub(super) fn values(structure: &EventStructure, outcome: &Outcome) -> Vec<Option<String>> {
    let program = &structure.program;
    let registers = structure.registers.iter().zip(&outcome.registers).map(|(register, value)| {
        let ty = program.threads[register.thread].registers[register.register].ty;
        value.map(|value| show_value(structure, ty, value))
    });
    let memory = program.objects.iter().zip(&outcome.memory);
    let memory = memory.map(|(object, &value)| Some(show_value(structure, object.ty, value)));
    registers.chain(memory).collect()
}

fn location(structure: &EventStructure, execution: &Execution, event: EventId) -> Option<String> {
    execution.location(structure, event).map(|object| structure.program.objects[object].name.clone())
}

/// Where threads of an execution hang.
pub(super) fn hangs_in(structure: &EventStructure, execution: &Execution) -> Vec<PlaceResult> {
    let waiting = structure.endless.iter().filter(|endless| execution.values[endless.guard.0 as usize] != 0);
    waiting.map(|endless| place_in(structure, Some(endless.thread), endless.span)).collect()
}

/// The racing pairs of an execution, one result each.
pub(super) fn races(structure: &EventStructure, race: &Race) -> Vec<RaceResult> {
    let structure = race.structure(structure);
    let hangs_in = race.hanging.as_ref().map_or(Vec::new(), |hanging| hangs_in(hanging, &race.execution));
    let pair = |&(first, second): &(EventId, EventId)| RaceResult {
        flag: race.flag.clone(),
        hangs_in: hangs_in.clone(),
        location: location(structure, &race.execution, first),
        first: place(structure, first),
        second: place(structure, second),
    };
    race.pairs.iter().map(pair).collect()
}

/// What an event does, in a word.
pub(super) fn kind(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Read => "read",
        EventKind::Write => "write",
        EventKind::Fence => "fence",
        EventKind::BarrierInit => "init",
        EventKind::BarrierJoin => "join",
        EventKind::BarrierDrop => "drop",
        EventKind::BarrierKept => "keep",
        EventKind::Arrive => "arrive",
        EventKind::Wait => "wait",
        EventKind::Initiate => "initiate",
        EventKind::WaitAsync => "wait.asyncmark",
        EventKind::Launch => "launch",
        EventKind::Complete => "complete",
    }
}

/// The events that an execution executes, with their values, reads-from and coherence order.
pub(super) fn events(structure: &EventStructure, execution: &Execution) -> Vec<EventResult> {
    let event = |id: EventId| {
        let event = &structure.events[id];
        let value = execution.value(structure, id);
        let ty = event.access.as_ref().map(|access| access.ty);
        let earlier = |&other: &EventId| execution.co.contains(other, id);
        EventResult {
            id: id.index(),
            kind: kind(event.kind).into(),
            place: place(structure, id),
            location: location(structure, execution, id),
            value: ty.zip(value).map(|(ty, value)| show_value(structure, ty, value)),
            reads_from: structure.events.indices().find(|&write| execution.rf.contains(write, id)).map(EventId::index),
            coherence: event.is_write().then(|| structure.events.indices().filter(earlier).count()),
        }
    };
    events_in(&execution.executed).map(event).collect()
}

/// Micro-events with the names of their threads.
pub(super) fn micro_events(program: &Program, micro_events: &[MicroEvent]) -> Vec<MicroEventResult> {
    let thread = |micro_event: &MicroEvent| micro_event.thread.map(|thread| program.threads[thread].name.clone());
    let micro_event = |micro_event: &MicroEvent| MicroEventResult {
        time: micro_event.time,
        thread: thread(micro_event),
        line: micro_event.span.map(|span| program.source.line_column(span.start).0),
        text: micro_event.text.clone(),
    };
    micro_events.iter().map(micro_event).collect()
}

/// Why something was not decided, if it was not.
pub(super) fn undecided(why: Option<&Inconclusive>) -> Undecided {
    Undecided { reason: why.map(Inconclusive::to_string), cause: why.map(Inconclusive::cause) }
}

/// Where a machine instruction is from; `None` if the test gives it.
pub(super) fn origin(origin: Origin, document: &str) -> Option<String> {
    match origin {
        Origin::Row { row, step, line } => Some(format!("{document}:{line} step {step} of the row at {row}")),
        Origin::Target => Some("of the target, in no row".into()),
        Origin::End => Some("the end of the wave".into()),
        Origin::Packet => Some("the packet processor".into()),
        Origin::Host => Some("the host".into()),
        Origin::Choice => Some("the compiler's choice".into()),
        Origin::Test => None,
    }
}

/// The median of seconds, the upper one of an even count; 0 of none.
pub(super) fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied().unwrap_or(0.0)
}
