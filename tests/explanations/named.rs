//! Whether an explanation by names is so, evaluated apart from what made it.

use gfx_litmus::cat::Elaborated;
use gfx_litmus::cat::core::{
    Called, CoreModel, Evaluated, Fact, Property, Reason, Subject, evaluate_execution, schedule,
};
use gfx_litmus::engine::witness::{Broken, ExecutionFacts};
use gfx_litmus::program::EventStructure;

/// Whether every fact of an explanation holds in its execution, and whether the facts are connected.
pub fn check(elaborated: &Elaborated, structure: &EventStructure, broken: &Broken) -> Result<(), String> {
    let Elaborated { graph, model, classes } = elaborated;
    let mut subjects = Vec::new();
    broken.path.iter().chain(&broken.conditions).for_each(|reason| add_subjects(reason, &mut subjects));
    let axiom = model.axioms.iter().find(|axiom| axiom.name == broken.axiom).ok_or("no axiom of this name")?;
    subjects.push(axiom.property.subject());
    let order = schedule(&graph.ops, subjects.iter().map(|subject| subject.node()));
    let values = evaluate_execution(graph, classes, &order, &ExecutionFacts::new(structure, &broken.execution));
    ends(model, broken, &values)?;
    chained(&broken.path)?;
    broken.path.iter().chain(&broken.conditions).try_for_each(|reason| holds(reason, &values))
}

fn add_subjects(reason: &Reason, subjects: &mut Vec<Subject>) {
    subjects.push(reason.fact.subject);
    reason.path.iter().chain(&reason.conditions).for_each(|inner| add_subjects(inner, subjects));
}

/// Whether the ends of the path are what the axiom forbids.
fn ends(model: &CoreModel, broken: &Broken, values: &Evaluated) -> Result<(), String> {
    let axiom = model.axioms.iter().find(|axiom| axiom.name == broken.axiom).ok_or("no axiom of this name")?;
    let way = broken.path.first().zip(broken.path.last()).map(|(first, last)| (first.fact.from, last.fact.to));
    let is_broken = match (axiom.property, way) {
        (Property::Irreflexive(rel), Some((from, to))) => from == to && values.rel(rel).contains(from, to),
        (Property::Acyclic(rel), Some((from, to))) => from == to && values.rel(rel).closure().contains(from, to),
        (Property::Empty(Subject::Rel(rel)), Some((from, to))) => values.rel(rel).contains(from, to),
        (Property::Empty(Subject::Set(set)), None) => {
            broken.conditions.first().is_some_and(|reason| values.set(set).contains(reason.fact.from))
        }
        (Property::Empty(Subject::Set(_)), Some(_)) => false,
        (Property::Irreflexive(_) | Property::Acyclic(_) | Property::Empty(Subject::Rel(_)), None) => false,
    };
    if is_broken { Ok(()) } else { Err(format!("{way:?} is nothing that {} forbids", axiom.name)) }
}

/// Whether each step begins where the one before ends.
fn chained(path: &[Reason]) -> Result<(), String> {
    match path.windows(2).find(|pair| pair[0].fact.to != pair[1].fact.from) {
        Some(pair) => Err(format!("{} does not lead to {}", shown(&pair[0]), shown(&pair[1]))),
        None => Ok(()),
    }
}

fn shown(reason: &Reason) -> String {
    let Fact { from, to, holds, .. } = reason.fact;
    format!("{from} -{}-> {to} ({holds})", reason.text)
}

fn holds(reason: &Reason, values: &Evaluated) -> Result<(), String> {
    if !reason.fact.is_true(values) {
        return Err(format!("{} is not so", shown(reason)));
    }
    let Reason { fact, path, conditions, called, .. } = reason;
    let has_reason = !path.is_empty() || !conditions.is_empty();
    match called {
        Called::Given if has_reason => return Err(format!("{} is given, and has a reason", shown(reason))),
        Called::Named(_) if fact.holds && !has_reason => return Err(format!("{} has no reason", shown(reason))),
        Called::Given | Called::Named(_) | Called::Unnamed => {}
    }
    if let (Some(first), Some(last)) = (path.first(), path.last())
        && (first.fact.from, last.fact.to) != (fact.from, fact.to)
    {
        return Err(format!("the reason of {} is of other events", shown(reason)));
    }
    chained(path)?;
    path.iter().chain(conditions).try_for_each(|inner| holds(inner, values))
}

/// The explanation with one reason changed, with what was changed: each so that it is not so any more, or not connected.
pub fn tampered(broken: &Broken) -> Vec<(String, Broken)> {
    let mut all = Vec::new();
    let paths = (0..broken.path.len()).map(|at| (true, at));
    for (in_path, at) in paths.chain((0..broken.conditions.len()).map(|at| (false, at))) {
        let reason = if in_path { &broken.path[at] } else { &broken.conditions[at] };
        for (what, changed) in changes(reason) {
            let mut tampered = broken.clone();
            let place = if in_path { &mut tampered.path[at] } else { &mut tampered.conditions[at] };
            *place = changed;
            all.push((what, tampered));
        }
    }
    let mut shorter = broken.clone();
    shorter.path.pop();
    all.push(("a step left out".into(), shorter));
    all
}

fn changes(reason: &Reason) -> Vec<(String, Reason)> {
    let with = |fact: Fact| Reason { fact, ..reason.clone() };
    let Fact { from, to, holds, .. } = reason.fact;
    let mut all =
        vec![(format!("{} turned into its opposite", shown(reason)), with(Fact { holds: !holds, ..reason.fact }))];
    if holds && matches!(reason.fact.subject, Subject::Rel(_)) && from != to {
        all.push((format!("{} turned round", shown(reason)), with(Fact { from: to, to: from, ..reason.fact })));
        let mut other = with(Fact { to: from, ..reason.fact });
        other.path.clear();
        all.push((format!("{} ends where it begins", shown(reason)), other));
    }
    if matches!(reason.called, Called::Named(_)) && holds {
        let bare = Reason { path: vec![], conditions: vec![], ..reason.clone() };
        all.push((format!("{} without its reason", shown(reason)), bare));
    }
    for (at, inner) in reason.path.iter().enumerate() {
        let within = |(what, changed): (String, Reason)| {
            let mut outer = reason.clone();
            outer.path[at] = changed;
            (what, outer)
        };
        all.extend(changes(inner).into_iter().map(within));
    }
    all
}
