//! One execution on its own: the model evaluated on it with bits, which checks what the solver answers and shows where
//! an execution breaks a model.

use super::answers::Saying;
use super::execution::Execution;
use crate::cat::Elaborated;
use crate::cat::core::{Evaluated, Facts, Property, Subject, Test, evaluate_execution, holds};
use crate::matrix::{BitMatrix, BitSet};
use crate::program::{EventId, EventStructure, StaticBase, event_relation, events_in};
use petgraph::graphmap::DiGraphMap;

/// An axiom that an execution breaks.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The name after `as` in the model; without one, `file:line`.
    pub axiom: String,
    /// A shortest cycle of an `acyclic` or `irreflexive` relation, or the first pair of one that should be empty.
    pub events: Vec<EventId>,
}

/// The axioms of a model that an execution breaks.
pub fn broken(elaborated: &Elaborated, structure: &EventStructure, execution: &Execution) -> Vec<Broken> {
    let Elaborated { graph, model, classes } = elaborated;
    let values = evaluate_execution(graph, classes, &model.schedule, &ExecutionFacts::new(structure, execution));
    let broken = model.axioms.iter().filter(|axiom| !holds(axiom, &values));
    broken.map(|axiom| Broken { axiom: axiom.name.clone(), events: evidence(axiom, &values) }).collect()
}

/// What a model says of an execution.
pub fn saying(elaborated: &Elaborated, structure: &EventStructure, execution: &Execution) -> Saying {
    let Elaborated { graph, model, classes } = elaborated;
    let values = evaluate_execution(graph, classes, &model.schedule, &ExecutionFacts::new(structure, execution));
    match model.axioms.iter().all(|axiom| holds(axiom, &values)) {
        false => Saying::Forbidden,
        true if model.flags.iter().any(|flag| holds(flag, &values)) => Saying::Flagged,
        true => Saying::Allowed,
    }
}

fn evidence(test: &Test, values: &Evaluated) -> Vec<EventId> {
    match test.property {
        Property::Empty(Subject::Set(set)) => events_in(values.set(set)).take(1).collect(),
        Property::Empty(Subject::Rel(rel)) => {
            values.rel(rel).iter().next().map_or(vec![], |(a, b)| vec![EventId::new(a), EventId::new(b)])
        }
        Property::Irreflexive(rel) => {
            values.rel(rel).iter().find(|(a, b)| a == b).map_or(vec![], |(a, _)| vec![EventId::new(a)])
        }
        Property::Acyclic(rel) => shortest_cycle(values.rel(rel)),
    }
}

/// A shortest cycle of a relation, each event once; empty if there is none.
fn shortest_cycle(relation: &BitMatrix) -> Vec<EventId> {
    let graph: DiGraphMap<usize, ()> = DiGraphMap::from_edges(relation.iter());
    // Only within a strongly connected component does a path lead back.
    let mut component = vec![0; relation.size()];
    for (number, members) in petgraph::algo::tarjan_scc(&graph).into_iter().enumerate() {
        members.into_iter().for_each(|event| component[event] = number);
    }
    let back = |(from, to): (usize, usize)| {
        let found = petgraph::algo::astar(&graph, to, |node| node == from, |_| 1, |_| 0);
        found.map(|(_, path)| path)
    };
    let returning = relation.iter().filter(|&(from, to)| component[from] == component[to]);
    let shortest = returning.filter_map(back).min_by_key(Vec::len).unwrap_or_default();
    shortest.into_iter().map(EventId::new).collect()
}

/// What an execution provides to models: base sets and relations as bits.
pub struct ExecutionFacts<'a> {
    structure: &'a EventStructure,
    execution: &'a Execution,
}

impl<'a> ExecutionFacts<'a> {
    /// The facts of an execution, which must be one of this event structure.
    pub fn new(structure: &'a EventStructure, execution: &'a Execution) -> Self {
        ExecutionFacts { structure, execution }
    }

    fn pairs(&self, related: impl Fn(EventId, EventId) -> bool) -> BitMatrix {
        let here = |event: EventId| self.execution.executed.contains(event);
        event_relation(self.structure.events.len(), |a, b| here(a) && here(b) && related(a, b))
    }

    fn chosen(&self, name: &str) -> BitMatrix {
        let Execution { rf, co, values, .. } = self.execution;
        let location = |event| self.execution.location(self.structure, event);
        match name {
            "loc" => self.pairs(|a, b| location(a).is_some() && location(a) == location(b)),
            "rf" => self.pairs(|a, b| rf.contains(a, b)),
            "co" => self.pairs(|a, b| co.contains(a, b)),
            "fr" => {
                let fr = rf.inverse().seq(co);
                self.pairs(|a, b| fr.contains(a, b))
            }
            "barrier" => {
                let met = self.structure.meetings.iter().filter(|met| values[met.2.0 as usize] != 0);
                let met: Vec<(EventId, EventId)> = met.map(|met| (met.0, met.1)).collect();
                self.pairs(|a, b| met.contains(&(a, b)))
            }
            _ => unreachable!("`{name}` is no base relation of programs"),
        }
    }
}

impl Facts for ExecutionFacts<'_> {
    fn executed(&self) -> &BitSet {
        &self.execution.executed
    }

    fn set(&self, name: &str) -> BitSet {
        let set = StaticBase(self.structure).set(name);
        set.unwrap_or_else(|| unreachable!("`{name}` is no base set of programs")).inter(&self.execution.executed)
    }

    fn relation(&self, name: &str) -> BitMatrix {
        match StaticBase(self.structure).relation(name) {
            Some(relation) => {
                let executed = &self.execution.executed;
                relation.restrict_domain(executed).restrict_range(executed)
            }
            None => self.chosen(name),
        }
    }
}
