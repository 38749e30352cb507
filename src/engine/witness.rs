//! One execution on its own: the model evaluated on it with bits, which checks what the solver answers and shows where
//! an execution breaks a model.

use super::answers::Saying;
use super::execution::Execution;
use crate::cat::Elaborated;
use crate::cat::core::{
    Bits, CoreModel, Derivation, Deriver, Evaluated, Fact, Facts, Name, NamedBy, Place, Property, Reason, Reasons,
    Script, Subject, Test, evaluate, evaluate_choices, holds, reasons,
};
use crate::matrix::{BitMatrix, BitSet};
use crate::program::{EventId, EventStructure, StaticBase, event_relation};
use crate::syntax::provenance::Provenance;
use petgraph::graphmap::DiGraphMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

/// An axiom that an execution breaks, or a test that asks for something to be broken (`~`) and finds it in the execution.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The name after `as` in the model; without one, `file:line`.
    pub axiom: String,
    /// What the axiom asks, as the model has it, without the name.
    pub test: String,
    /// Where the axiom is from.
    pub provenance: Arc<Provenance>,
    /// A shortest cycle of an `acyclic` or `irreflexive` relation, or a path from the first to the second event of a pair that should not be,
    /// by relations that the model names; empty where a set should be, or where a test asks for something (`~`) that is not there.
    pub path: Vec<Reason>,
    /// What else it takes for the path, or for the event of a set that should be empty.
    pub conditions: Vec<Reason>,
    /// The execution that breaks it.
    pub execution: Execution,
}

/// What a model says of an execution: of the orders that it may choose, the best.
pub fn saying(elaborated: &Elaborated, structure: &EventStructure, execution: &Execution) -> Saying {
    let mut best = Saying::Forbidden;
    each_choice(elaborated, structure, execution, |values, _| {
        let model = &elaborated.model;
        if model.axioms.iter().all(|axiom| holds(axiom, values)) {
            match model.flags.iter().any(|flag| holds(flag, values)) {
                true => best = Saying::Flagged,
                false if best == Saying::Forbidden => best = Saying::Allowed,
                false => {}
            }
        }
        if best == Saying::Flagged { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    best
}

/// Evaluates a model on an execution, once for each of the orders that it may choose.
pub fn each_choice(
    elaborated: &Elaborated,
    structure: &EventStructure,
    execution: &Execution,
    each: impl FnMut(&Evaluated, &Script) -> ControlFlow<()>,
) {
    let Elaborated { graph, model, classes } = elaborated;
    evaluate_choices(graph, classes, &model.schedule, &ExecutionFacts::new(structure, execution), each);
}

/// The axioms that an execution breaks with the orders by which it breaks fewest, by their numbers, and those orders.
fn least_broken(elaborated: &Elaborated, structure: &EventStructure, execution: &Execution) -> (Vec<usize>, Script) {
    let axioms = &elaborated.model.axioms;
    let mut least: Option<(Vec<usize>, Script)> = None;
    each_choice(elaborated, structure, execution, |values, script| {
        let broken: Vec<usize> = (0..axioms.len()).filter(|&at| !holds(&axioms[at], values)).collect();
        let ends = broken.is_empty();
        if least.as_ref().is_none_or(|(fewest, _)| broken.len() < fewest.len()) {
            least = Some((broken, script.again()));
        }
        if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    least.unwrap_or_default()
}

impl Broken {
    /// The events on the path, of a cycle each once; of a set that should be empty, an event.
    pub fn events(&self) -> Vec<EventId> {
        let (Some(first), Some(last)) = (self.path.first(), self.path.last()) else {
            return self.conditions.iter().take(1).map(|reason| EventId::new(reason.fact.from)).collect();
        };
        let end = (first.fact.from != last.fact.to).then_some(last.fact.to);
        self.path.iter().map(|step| step.fact.from).chain(end).map(EventId::new).collect()
    }
}

/// The names of a model's axioms that an execution breaks, whatever orders it chooses; those that it breaks with the best of these.
pub fn broken(elaborated: &Elaborated, structure: &EventStructure, execution: &Execution) -> Vec<String> {
    let (broken, _) = least_broken(elaborated, structure, execution);
    broken.into_iter().map(|axiom| elaborated.model.axioms[axiom].name.clone()).collect()
}

/// The first of a model's axioms that an execution breaks, with what breaks it; `None` if the model allows the execution.
pub fn explain(elaborated: &Elaborated, structure: &EventStructure, execution: &Execution) -> Option<Box<Broken>> {
    let (broken, script) = least_broken(elaborated, structure, execution);
    let axiom = &elaborated.model.axioms[*broken.first()?];
    let shown = shown(elaborated, (structure, execution), axiom, script);
    Some(Box::new(match axiom.negated {
        true => Broken { test: format!("{}, {}", text_of_test(axiom), lacking(axiom.property)), ..shown },
        false => shown,
    }))
}

/// What an execution that a model allows has, of what the model asks for (`~`): for each axiom, and each flag that is not about pairs.
pub fn met(elaborated: &Elaborated, structure: &EventStructure, execution: &Execution) -> Vec<Broken> {
    let CoreModel { axioms, flags, .. } = &*elaborated.model;
    let flags = flags.iter().filter(|flag| flag.property.flagged(flag.negated).is_none());
    let asking = axioms.iter().chain(flags).filter(|test| test.negated);
    let met = asking.filter_map(|test| {
        let mut found = None;
        each_choice(elaborated, structure, execution, |values, script| {
            if !axioms.iter().chain([test]).all(|test| holds(test, values)) {
                return ControlFlow::Continue(());
            }
            found = Some(script.again());
            ControlFlow::Break(())
        });
        Some(shown(elaborated, (structure, execution), test, found?))
    });
    met.collect()
}

/// What is in an execution, with these orders, that a test asks not to be there, or to be there if it begins with `~`.
fn shown(
    elaborated: &Elaborated,
    (structure, execution): (&EventStructure, &Execution),
    test: &Test,
    script: Script,
) -> Broken {
    let Elaborated { graph, model, classes } = elaborated;
    let facts = ExecutionFacts::new(structure, execution);
    let mut bits = Bits { graph, classes, facts: &facts, script };
    let mut values = Evaluated::default();
    evaluate(&mut bits, &graph.ops, &model.schedule, &mut values);
    let mut deriver = Deriver::new(&mut bits, &model.schedule, &values);
    let mut found = Reasons::default();
    for derivation in evidence(test, &values, &mut deriver) {
        let Reasons { path, conditions } = reasons(graph, &model.names, &derivation);
        found.path.extend(path);
        found.conditions.extend(conditions);
    }
    Broken {
        axiom: test.name.clone(),
        test: text_of_test(test),
        provenance: test.provenance.clone(),
        path: found.path,
        conditions: found.conditions,
        execution: execution.clone(),
    }
}

/// The name that models give the order in which things happen, as herd's do.
const HAPPENS_BEFORE: &str = "hb";

/// Why a model's happens-before has its pairs of events of different threads: a reason for each that does not follow from two others. A model without a
/// relation of that name has none.
pub fn happens_before(elaborated: &Elaborated, structure: &EventStructure, execution: &Execution) -> Vec<Reason> {
    let Elaborated { graph, model, classes } = elaborated;
    let is_named = |name: &Name| name.by == NamedBy::Definition && name.text == HAPPENS_BEFORE;
    let facts = ExecutionFacts::new(structure, execution);
    let (_, script) = least_broken(elaborated, structure, execution);
    let mut bits = Bits { graph, classes, facts: &facts, script };
    let mut values = Evaluated::default();
    evaluate(&mut bits, &graph.ops, &model.schedule, &mut values);
    let named = model.names.nodes().find(|(node, name)| is_named(name) && values.has(*node));
    let Some(Subject::Rel(hb)) = named.map(|(node, _)| graph.ops.typed(node)) else { return Vec::new() };
    let thread = |event: usize| structure.events[EventId::new(event)].thread;
    let order = values.rel(hb).union(&facts.relation("po"));
    let implied = order.seq(&order);
    let is_shown = |&(a, b): &(usize, usize)| {
        thread(a).is_some() && thread(b).is_some() && thread(a) != thread(b) && !implied.contains(a, b)
    };
    let pairs: Vec<(usize, usize)> = values.rel(hb).iter().filter(is_shown).collect();
    let mut deriver = Deriver::new(&mut bits, &model.schedule, &values);
    let fact = |(from, to)| Fact { subject: Subject::Rel(hb), from, to, holds: true };
    let derived = pairs.into_iter().filter_map(|pair| deriver.derive(fact(pair)));
    derived.flat_map(|derivation| reasons(graph, &model.names, &derivation).path).collect()
}

/// The statement of a test in one line, without its name.
fn text_of_test(test: &Test) -> String {
    let Place { source, span } = &test.place;
    let words: Vec<&str> = source.text[span.start..span.end].split_whitespace().collect();
    match words.as_slice() {
        [test @ .., "as", _] => test.join(" "),
        test => test.join(" "),
    }
}

/// What is said where something lacks what a test asks for (`~`).
fn lacking(property: Property) -> &'static str {
    match property {
        Property::Acyclic(_) => "and it has no cycle",
        Property::Irreflexive(_) => "and it relates no event to itself",
        Property::Empty(_) => "and it is empty",
    }
}

/// Derivations of what a test is about: the pairs of a cycle, or the pair or event that takes least to explain; none if it is not there.
fn evidence(test: &Test, values: &Evaluated, deriver: &mut Deriver<'_>) -> Vec<Rc<Derivation>> {
    let pair = |rel, (from, to)| Fact { subject: Subject::Rel(rel), from, to, holds: true };
    let member = |set, event| Fact { subject: Subject::Set(set), from: event, to: event, holds: true };
    let candidates: Vec<Fact> = match test.property {
        Property::Empty(Subject::Set(set)) => values.set(set).iter().map(|event| member(set, event)).collect(),
        Property::Empty(Subject::Rel(rel)) => values.rel(rel).iter().map(|found| pair(rel, found)).collect(),
        Property::Irreflexive(rel) => {
            values.rel(rel).iter().filter(|(a, b)| a == b).map(|found| pair(rel, found)).collect()
        }
        Property::Acyclic(rel) => {
            let cycle = shortest_cycle(values.rel(rel));
            let pairs = cycle.iter().copied().zip(cycle.iter().copied().cycle().skip(1));
            return pairs.filter_map(|found| deriver.derive(pair(rel, found))).collect();
        }
    };
    let derivations = candidates.into_iter().filter_map(|fact| deriver.derive(fact));
    derivations.min_by_key(|derivation| derivation.size).into_iter().collect()
}

/// A shortest cycle of a relation, each event once; empty if there is none.
fn shortest_cycle(relation: &BitMatrix) -> Vec<usize> {
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
    returning.filter_map(back).min_by_key(Vec::len).unwrap_or_default()
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
            _ => {
                let pairs = self.structure.pairs_of(name);
                let Some(pairs) = pairs else { unreachable!("`{name}` is no base relation of programs") };
                let met = pairs.iter().filter(|met| values[met.2.0 as usize] != 0);
                let met: Vec<(EventId, EventId)> = met.map(|met| (met.0, met.1)).collect();
                self.pairs(|a, b| met.contains(&(a, b)))
            }
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
