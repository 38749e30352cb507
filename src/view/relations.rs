//! Which relations a picture shows: base relations as far as they do not follow from others, what happens-before is made of between threads, and the
//! cycle, pair or race that it is about.

use super::parts;
use crate::cat::core::{Called, Fact, Reason, Subject};
use crate::engine::Execution;
use crate::engine::witness::Broken;
use crate::matrix::BitMatrix;
use crate::program::{EventId, EventStructure, events_in};
use crate::report::drawing::LineKind;
use crate::run::{Depicted, Shows};

/// A pair of a relation that a picture shows.
pub(super) struct Relation {
    pub from: EventId,
    pub to: EventId,
    pub kind: LineKind,
    /// What the model or the language calls the relation.
    pub label: String,
    /// Why the pair is in it.
    pub hover: String,
    /// Whether the picture is about it.
    pub marked: bool,
}

/// The relations of an execution that a picture shows.
pub(super) fn relations(depicted: &Depicted<'_>) -> Vec<Relation> {
    let Depicted { structure, execution, ref order, ref met, shows, .. } = *depicted;
    let mut found = base(structure, execution);
    for reason in order {
        found.extend(steps(structure, reason, false));
    }
    found.extend(met.iter().flat_map(|met| breaking(structure, met)));
    match shows {
        Shows::Forbidden(broken) => found.extend(breaking(structure, broken)),
        Shows::Race(race, pair) => {
            let hover = |a, b| format!("{} and {} race: {}", name(structure, a), name(structure, b), race.flag);
            found.extend(pair.iter().map(|&(from, to)| Relation {
                from,
                to,
                kind: LineKind::Race,
                label: "race".into(),
                hover: hover(from, to),
                marked: true,
            }));
        }
        Shows::Allowed | Shows::Hangs => {}
    }
    found
}

/// What a place calls an event: its thread and line.
fn name(structure: &EventStructure, event: EventId) -> String {
    let place = parts::place(structure, event);
    place.thread.map_or_else(|| format!("initial {}", place.text), |thread| format!("{thread} {}", place.line))
}

/// Reads-from, coherence, from-reads, dependencies and barriers, without what follows from others.
fn base(structure: &EventStructure, execution: &Execution) -> Vec<Relation> {
    let events = || events_in(&execution.executed);
    let own = |event: &EventId| !structure.events[*event].is_initial();
    let name = |event| name(structure, event);
    let mut found = Vec::new();
    let thread = |event: EventId| (structure.events[event].thread, structure.events[event].initiator);
    // What program order says of accesses to one location, coherence follows.
    let is_of_thread = |from, to| from < to && thread(from) == thread(to);
    let mut add = |(from, to): (EventId, EventId), kind, label: &str, hover: String| {
        found.push(Relation { from, to, kind, label: label.into(), hover, marked: false });
    };
    for read in events().filter(|&event| structure.events[event].is_read()) {
        for write in events().filter(|&write| execution.rf.contains(write, read) && own(&write)) {
            let hover = format!("rf: {} reads what {} writes", name(read), name(write));
            add((write, read), LineKind::Rf, "rf", hover);
        }
        for write in overwriting(execution, read).filter(|&write| !is_of_thread(read, write)) {
            let hover = format!("fr: {} reads what {} overwrites", name(read), name(write));
            add((read, write), LineKind::Fr, "fr", hover);
        }
    }
    for write in events().filter(own) {
        let is_shown = |&later: &EventId| is_next(&execution.co, write, later) && !is_of_thread(write, later);
        for later in events().filter(is_shown) {
            let hover = format!("co: {} is before {} in the coherence order", name(write), name(later));
            add((write, later), LineKind::Co, "co", hover);
        }
    }
    for event in events() {
        for (label, reads) in ["addr", "data", "ctrl"].into_iter().zip(&structure.events[event].dependencies) {
            for &read in reads.iter().filter(|&&read| execution.executed.contains(read)) {
                let is_first = |&other: &EventId| {
                    other < event && structure.events[other].thread == structure.events[event].thread
                };
                // What follows in the same branch depends on it as well.
                let is_implied = label == "ctrl"
                    && events().filter(is_first).any(|other| structure.events[other].dependencies[2].contains(&read));
                if !is_implied {
                    let hover = format!("{label}: {} depends on what {} reads", name(event), name(read));
                    add((read, event), LineKind::Dependency, label, hover);
                }
            }
        }
    }
    for &(arrive, wait, when) in &structure.meetings {
        if execution.values[when.0 as usize] != 0 && thread(arrive) != thread(wait) {
            let hover = format!("barrier: {} arrives before {} goes on", name(arrive), name(wait));
            add((arrive, wait), LineKind::Barrier, "barrier", hover);
        }
    }
    found
}

/// The writes that come next after the one that a read reads from.
fn overwriting(execution: &Execution, read: EventId) -> impl Iterator<Item = EventId> {
    let source = events_in(&execution.executed).find(|&write| execution.rf.contains(write, read));
    let next = move |&write: &EventId| source.is_some_and(|source| is_next(&execution.co, source, write));
    events_in(&execution.executed).filter(next)
}

/// Whether a relation has a pair with nothing between.
fn is_next(relation: &BitMatrix, from: EventId, to: EventId) -> bool {
    relation.contains(from, to) && relation.row(from).iter().all(|between| !relation.contains(between, to))
}

/// What breaks an axiom, or meets one that asks for it: the steps of its path, and relations that it takes besides.
fn breaking(structure: &EventStructure, broken: &Broken) -> Vec<Relation> {
    let mut found: Vec<Relation> = broken.path.iter().flat_map(|reason| steps(structure, reason, true)).collect();
    // A path that does not lead back is closed by a condition.
    let is_cycle = match (broken.path.first(), broken.path.last()) {
        (Some(first), Some(last)) => first.fact.from == last.fact.to,
        (None, _) | (_, None) => false,
    };
    let closing = broken.conditions.iter().filter(|_| !is_cycle).filter(|reason| reason.fact.holds);
    let closing = closing.flat_map(|reason| steps(structure, reason, true));
    found.extend(closing.filter(|relation| relation.kind != LineKind::Other));
    found
}

/// The steps that a reason is made of, down to relations that pictures know.
fn steps(structure: &EventStructure, reason: &Reason, marked: bool) -> Vec<Relation> {
    let mut found = Vec::new();
    add_steps(structure, reason, &mut Vec::new(), marked, &mut found);
    let is_new = |relation: &Relation| {
        let is_initial = [relation.from, relation.to].into_iter().any(|event| structure.events[event].is_initial());
        !is_initial && matches!(relation.kind, LineKind::Sw | LineKind::Hb | LineKind::Other)
    };
    // What is said of an execution in any case is said once.
    found.retain(|relation| marked || is_new(relation));
    found
}

/// Adds the steps of a reason; `within` says what it is itself a step of.
fn add_steps(
    structure: &EventStructure,
    reason: &Reason,
    within: &mut Vec<String>,
    marked: bool,
    found: &mut Vec<Relation>,
) {
    let Subject::Rel(_) = reason.fact.subject else { return };
    let kind = known(&reason.text);
    if kind.is_none() && !reason.path.is_empty() {
        within.push(format!("part of {}", pair(structure, reason)));
        reason.path.iter().for_each(|inner| add_steps(structure, inner, within, marked, found));
        within.pop();
        return;
    }
    let mut lines = vec![pair(structure, reason)];
    add_reasons(structure, reason, 1, &mut lines);
    lines.extend(within.iter().rev().cloned());
    found.push(Relation {
        from: EventId::new(reason.fact.from),
        to: EventId::new(reason.fact.to),
        kind: kind.unwrap_or(LineKind::Other),
        label: reason.text.clone(),
        hover: lines.join("\n"),
        marked,
    });
}

/// A relation that pictures draw as it is, by the name that models give it; `None` of one that is shown by what it is made of.
fn known(name: &str) -> Option<LineKind> {
    match name {
        "po" => Some(LineKind::Po),
        "rf" => Some(LineKind::Rf),
        "co" => Some(LineKind::Co),
        "fr" => Some(LineKind::Fr),
        "addr" | "data" | "ctrl" => Some(LineKind::Dependency),
        "barrier" => Some(LineKind::Barrier),
        _ if name == "sw" || name.starts_with("sw-") => Some(LineKind::Sw),
        _ => None,
    }
}

/// What a reason says: a pair of a relation, or an event of a set.
fn pair(structure: &EventStructure, reason: &Reason) -> String {
    let name = |event| name(structure, EventId::new(event));
    let Reason { fact, text, .. } = reason;
    let (relates, is_in) = if fact.holds { ("→", "in") } else { ("–not→", "not in") };
    match fact.subject {
        Subject::Rel(_) => format!("{text}: {} {relates} {}", name(fact.from), name(fact.to)),
        Subject::Set(_) => format!("{} {is_in} {text}", name(fact.from)),
    }
}

/// How deep reasons are told to who points at an edge.
const DEEPEST: usize = 3;

/// Adds what a reason follows from, a line each, deeper ones indented; what has no name is left out.
fn add_reasons(structure: &EventStructure, reason: &Reason, depth: usize, lines: &mut Vec<String>) {
    if depth > DEEPEST {
        return;
    }
    for inner in reason.path.iter().chain(&reason.conditions) {
        let Fact { subject, from, to, .. } = inner.fact;
        let leads_nowhere = matches!(subject, Subject::Rel(_)) && from == to;
        let is_named = !matches!(inner.called, Called::Unnamed) && !leads_nowhere;
        let line = format!("{}{}", "  ".repeat(depth), pair(structure, inner));
        if is_named && !lines.contains(&line) {
            lines.push(line);
        }
        add_reasons(structure, inner, depth + usize::from(is_named), lines);
    }
}
