//! Which execution of a test's source one of its compiled code is.

use crate::engine::Execution;
use crate::program::{EventId, EventKind, EventStructure, ObjectId, ThreadId, event_relation, events_in};
use index_vec::IndexVec;
use std::collections::HashMap;

/// An execution of a source that one of its code is.
pub struct Matched {
    /// It, with the code's coherence.
    pub execution: Execution,
    /// By event of the source: that of the code.
    pub in_code: IndexVec<EventId, Option<EventId>>,
}

/// What an event of an execution is known by: the events of a thread that do the same, to the same object, are counted.
type Known = (Option<ThreadId>, EventKind, Option<ObjectId>, usize);

/// An execution with its event structure.
pub type Of<'a> = (&'a EventStructure, &'a Execution);

/// The execution of a source that one of its code is, if it is this one but for coherence: every thread reads and writes each object as often, each read reads
/// from the same write, and the same writes are co-maximal.
pub fn matched((source, candidate): Of<'_>, (code, run): Of<'_>) -> Option<Matched> {
    let (mut of_source, of_code) = (known((source, candidate)), known((code, run)));
    let accesses = |of: &HashMap<Known, EventId>| of.keys().filter(|(.., object, _)| object.is_some()).count();
    if accesses(&of_source) != accesses(&of_code) {
        return None;
    }
    let mut in_code: IndexVec<EventId, Option<EventId>> = source.events.iter().map(|_| None).collect();
    for (known, event) in of_source.drain() {
        in_code[event] = of_code.get(&known).copied();
        if known.2.is_some() && in_code[event].is_none() {
            return None;
        }
    }
    let has = |first: EventId, second: EventId, related: &dyn Fn(EventId, EventId) -> bool| {
        in_code[first].zip(in_code[second]).is_some_and(|(first, second)| related(first, second))
    };
    let reads_alike = candidate
        .rf
        .iter()
        .all(|(write, read)| has(EventId::new(write), EventId::new(read), &|write, read| run.rf.contains(write, read)));
    let is_last = |execution: &Execution, write: EventId| execution.co.row(write).is_empty();
    let mut writes = events_in(&candidate.executed).filter(|&event| source.events[event].is_write());
    let ends_alike =
        writes.all(|write| in_code[write].is_some_and(|own| is_last(candidate, write) == is_last(run, own)));
    if !reads_alike || !ends_alike {
        return None;
    }
    let is_before = |first, second| run.co.contains(first, second);
    let co = event_relation(source.events.len(), |first, second| has(first, second, &is_before));
    Some(Matched { execution: candidate.with_co(co), in_code })
}

/// The events of an execution by what they are known by.
fn known((structure, execution): Of<'_>) -> HashMap<Known, EventId> {
    let mut counts: HashMap<(Option<ThreadId>, EventKind, Option<ObjectId>), usize> = HashMap::new();
    let known = |event: EventId| {
        let of = &structure.events[event];
        let (thread, kind, object) = (of.thread, of.kind, execution.location(structure, event));
        let count = counts.entry((thread, kind, object)).or_default();
        *count += 1;
        ((thread, kind, object, *count), event)
    };
    events_in(&execution.executed).map(known).collect()
}
