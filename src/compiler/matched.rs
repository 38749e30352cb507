//! Which execution of a test's source one of its compiled code is.

use crate::engine::Execution;
use crate::program::{EventId, EventKind, EventStructure, ObjectId, ThreadId, event_relation, events_in};
use index_vec::IndexVec;
use itertools::Itertools;
use std::collections::{BTreeSet, HashMap};

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
/// from the same write, and the same writes are co-maximal. An object that one thread alone accesses, and that its code keeps in
/// registers for a while, is as it was.
pub fn matched((source, candidate): Of<'_>, (code, run): Of<'_>) -> Option<Matched> {
    let in_registers = in_registers((source, candidate), (code, run));
    let is_kept = |object: Option<ObjectId>| object.is_none_or(|object| !in_registers.contains(&object));
    let (mut of_source, mut of_code) = (known((source, candidate)), known((code, run)));
    for known in [&mut of_source, &mut of_code] {
        known.retain(|(.., object, _), _| is_kept(*object));
    }
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
    let is_kept = |event: EventId| is_kept(candidate.location(source, event));
    let has = |first: EventId, second: EventId, related: &dyn Fn(EventId, EventId) -> bool| {
        in_code[first].zip(in_code[second]).is_some_and(|(first, second)| related(first, second))
    };
    let reads = candidate.rf.iter().map(|(write, read)| (EventId::new(write), EventId::new(read)));
    let reads_alike = reads
        .filter(|(_, read)| is_kept(*read))
        .all(|(write, read)| has(write, read, &|write, read| run.rf.contains(write, read)));
    let is_last = |execution: &Execution, write: EventId| execution.co.row(write).is_empty();
    let writes = events_in(&candidate.executed).filter(|&event| source.events[event].is_write());
    let ends_alike = writes
        .filter(|write| is_kept(*write))
        .all(|write| in_code[write].is_some_and(|own| is_last(candidate, write) == is_last(run, own)));
    if !reads_alike || !ends_alike {
        return None;
    }
    let is_before = |first, second| run.co.contains(first, second);
    let co = event_relation(source.events.len(), |first, second| match is_kept(first) {
        true => has(first, second, &is_before),
        false => candidate.co.contains(first, second),
    });
    Some(Matched { execution: candidate.with_co(co), in_code })
}

/// The objects that one thread alone accesses, and that its code has in registers for a while: it reads or writes them not as often.
fn in_registers((source, candidate): Of<'_>, (code, run): Of<'_>) -> BTreeSet<ObjectId> {
    let accesses = |(structure, execution): Of<'_>| -> HashMap<ObjectId, HashMap<(ThreadId, EventKind), usize>> {
        let mut found: HashMap<ObjectId, HashMap<(ThreadId, EventKind), usize>> = HashMap::new();
        for event in events_in(&execution.executed) {
            let of = &structure.events[event];
            if let (Some(object), Some(thread)) = (execution.location(structure, event), of.thread) {
                *found.entry(object).or_default().entry((thread, of.kind)).or_default() += 1;
            }
        }
        found
    };
    let (of_source, mut of_code) = (accesses((source, candidate)), accesses((code, run)));
    let is_in_registers = |(object, in_source): (ObjectId, HashMap<(ThreadId, EventKind), usize>)| {
        let in_code = of_code.remove(&object).unwrap_or_default();
        let is_of_one = in_source.keys().chain(in_code.keys()).map(|(thread, _)| thread).all_equal();
        (is_of_one && in_source != in_code).then_some(object)
    };
    of_source.into_iter().filter_map(is_in_registers).collect()
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
