//! Why a model forbids an execution, with the places of its events.

use super::parts;
use crate::cat::core::{Called, Fact, NamedBy, Reason, Subject};
use crate::engine::witness::Broken;
use crate::program::{EventId, EventStructure, StaticBase};
use crate::report::explanation::{ExplanationResult, Kind, NamedEvent, Origin, ReasonResult};
use crate::syntax::provenance::{Citation, Provenance};
use std::collections::BTreeSet;

/// The explanation of what an execution breaks.
pub fn explanation(structure: &EventStructure, broken: &Broken) -> ExplanationResult {
    let mut events = BTreeSet::new();
    broken.path.iter().chain(&broken.conditions).for_each(|reason| add_events(reason, &mut events));
    ExplanationResult {
        axiom: broken.axiom.clone(),
        test: broken.test.clone(),
        cited: places(&broken.provenance),
        assumed: broken.provenance.assumed.then(|| broken.provenance.claim.clone()),
        events: named_events(structure, &events.into_iter().map(EventId::new).collect::<Vec<_>>()),
        path: broken.path.iter().map(|reason| reason_result(structure, reason)).collect(),
        conditions: broken.conditions.iter().map(|reason| reason_result(structure, reason)).collect(),
    }
}

fn add_events(reason: &Reason, events: &mut BTreeSet<usize>) {
    events.extend([reason.fact.from, reason.fact.to]);
    reason.path.iter().chain(&reason.conditions).for_each(|inner| add_events(inner, events));
}

fn places(provenance: &Provenance) -> Vec<String> {
    provenance.citations.iter().map(Citation::place).collect()
}

fn reason_result(structure: &EventStructure, reason: &Reason) -> ReasonResult {
    let (origin, name) = match &reason.called {
        Called::Given => (Origin::Base, None),
        Called::Unnamed => (Origin::Unnamed, None),
        Called::Named(name) => match name.by {
            NamedBy::Definition => (Origin::Defined, Some(name)),
            NamedBy::Use => (Origin::Used, Some(name)),
        },
    };
    ReasonResult {
        kind: match reason.fact.subject {
            Subject::Set(_) => Kind::Set,
            Subject::Rel(_) => Kind::Relation,
        },
        name: reason.text.clone(),
        origin,
        said: said(structure, reason),
        from: reason.fact.from,
        to: reason.fact.to,
        holds: reason.fact.holds,
        defined: name.map(|name| {
            let (line, _) = name.place.source.line_column(name.place.span.start);
            format!("{}:{line}", name.place.source.name)
        }),
        cited: name.map_or(vec![], |name| places(&name.provenance)),
        path: reason.path.iter().map(|inner| reason_result(structure, inner)).collect(),
        conditions: reason.conditions.iter().map(|inner| reason_result(structure, inner)).collect(),
    }
}

/// What the events of a pair that a base relation has say of themselves.
fn said(structure: &EventStructure, reason: &Reason) -> Option<String> {
    let Fact { from, to, holds, .. } = reason.fact;
    let is_given = holds && matches!(reason.called, Called::Given);
    is_given.then(|| StaticBase(structure).said(&reason.text, EventId::new(from), EventId::new(to))).flatten()
}

/// Events with the shortest of their names that no other of them has.
fn named_events(structure: &EventStructure, events: &[EventId]) -> Vec<NamedEvent> {
    let names: Vec<Vec<String>> = events.iter().map(|&event| names(structure, event)).collect();
    let is_unique = |level: usize, name: &String| names.iter().filter(|names| names[level] == *name).count() == 1;
    let name = |names: &[String]| {
        let unique = names.iter().enumerate().find(|&(level, name)| is_unique(level, name));
        unique.map_or_else(|| names.join(" "), |(_, name)| name.clone())
    };
    let event = |(&event, names): (&EventId, &Vec<String>)| NamedEvent {
        id: event.index(),
        name: name(names),
        place: parts::place(structure, event),
    };
    events.iter().zip(&names).map(event).collect()
}

/// Names of an event, shorter ones first; no other event has the last.
fn names(structure: &EventStructure, event: EventId) -> Vec<String> {
    let place = parts::place(structure, event);
    let Some(thread) = place.thread else {
        // The initial write of an object has the object's number.
        let object = structure.program.objects.iter().nth(event.index());
        let name = object.map_or_else(|| place.text.clone(), |object| format!("init {}", object.name));
        return vec![name; 5];
    };
    let kind = parts::kind(structure.events[event].kind);
    let (line, column) = (place.line, place.column);
    vec![
        format!("{thread} {line}"),
        format!("{thread} {line} {kind}"),
        format!("{thread} {line}:{column}"),
        format!("{thread} {line}:{column} {kind}"),
        format!("{thread} {line}:{column} {kind} #{event}"),
    ]
}
