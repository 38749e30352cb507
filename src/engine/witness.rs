//! An execution looked at on its own: the model evaluated on it with bits, which checks what the solver answers and shows where
//! an execution breaks a model.

use super::bits::Bits;
use super::execution::Execution;
use crate::cat::{Model, Outcome, Subject, interpret};
use crate::matrix::BitMatrix;
use crate::program::{BASE_RELATIONS, BASE_SETS, EventId, Skeleton, StaticBase, event_relation, event_set, events_in};
use crate::syntax::cat::ast::TestKind;
use crate::syntax::source::Diagnostic;
use petgraph::graphmap::DiGraphMap;
use std::collections::HashMap;

/// An axiom that an execution breaks.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Its name.
    pub axiom: String,
    /// A shortest cycle of an `acyclic` or `irreflexive` relation, or the first pair of one that should be empty.
    pub events: Vec<EventId>,
}

/// The axioms of a model that an execution breaks.
///
/// # Errors
/// What the interpreter finds wrong with the model.
pub fn broken(model: &Model, skeleton: &Skeleton, execution: &Execution) -> Result<Vec<Broken>, Box<Diagnostic>> {
    let axioms = evaluated(model, skeleton, execution)?.axioms.into_iter().filter(|axiom| !axiom.truth);
    Ok(axioms.map(|axiom| Broken { events: evidence(axiom.kind, &axiom.subject), axiom: axiom.name }).collect())
}

/// What a model says of an execution.
///
/// # Errors
/// What the interpreter finds wrong with the model.
pub fn evaluated(model: &Model, skeleton: &Skeleton, execution: &Execution) -> Result<Outcome<Bits>, Box<Diagnostic>> {
    interpret(model, &mut bits(skeleton, execution))
}

fn evidence(kind: TestKind, subject: &Subject<Bits>) -> Vec<EventId> {
    match (kind, subject) {
        (_, Subject::Set(set)) => events_in(set).take(1).collect(),
        (TestKind::Empty, Subject::Rel(relation)) => {
            relation.iter().next().map_or(vec![], |(a, b)| vec![EventId::new(a), EventId::new(b)])
        }
        (TestKind::Irreflexive, Subject::Rel(relation)) => {
            relation.iter().find(|(a, b)| a == b).map_or(vec![], |(a, _)| vec![EventId::new(a)])
        }
        (TestKind::Acyclic, Subject::Rel(relation)) => shortest_cycle(relation),
    }
}

/// A shortest cycle of a relation, each event once; empty if there is none.
fn shortest_cycle(relation: &BitMatrix) -> Vec<EventId> {
    let graph: DiGraphMap<usize, ()> = DiGraphMap::from_edges(relation.iter());
    let back = |(from, to): (usize, usize)| {
        let found = petgraph::algo::astar(&graph, to, |node| node == from, |_| 1, |_| 0);
        found.map(|(_, path)| path)
    };
    let shortest = relation.iter().filter_map(back).min_by_key(Vec::len).unwrap_or_default();
    shortest.into_iter().map(EventId::new).collect()
}

/// The algebra of an execution.
pub fn bits(skeleton: &Skeleton, execution: &Execution) -> Bits {
    let base = StaticBase(skeleton);
    let n = skeleton.events.len();
    let here = |event: EventId| execution.executed.contains(event);
    let mut sets = HashMap::from([("_".to_string(), execution.executed.clone())]);
    for &name in BASE_SETS {
        if let Some(set) = base.set(name) {
            sets.insert(name.to_string(), event_set(n, |event| set.contains(event) && here(event)));
        }
    }
    let mut relations: HashMap<String, BitMatrix> = HashMap::new();
    let mut provide = |name: &str, relation: &dyn Fn(EventId, EventId) -> bool| {
        let relation = event_relation(n, |a, b| here(a) && here(b) && relation(a, b));
        relations.insert(name.to_string(), relation);
    };
    for &name in BASE_RELATIONS {
        if let Some(relation) = base.relation(name) {
            provide(name, &|a, b| relation.contains(a, b));
        }
    }
    let location = |event| execution.location(skeleton, event);
    let fr = execution.rf.inverse().seq(&execution.co);
    let met: Vec<(EventId, EventId)> = skeleton
        .meetings
        .iter()
        .filter(|met| execution.values[met.2.0 as usize] != 0)
        .map(|met| (met.0, met.1))
        .collect();
    provide("loc", &|a, b| location(a).is_some() && location(a) == location(b));
    provide("rf", &|a, b| execution.rf.contains(a, b));
    provide("co", &|a, b| execution.co.contains(a, b));
    provide("fr", &|a, b| fr.contains(a, b));
    provide("barrier", &|a, b| met.contains(&(a, b)));
    Bits::new(n, sets, relations)
}
