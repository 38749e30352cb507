//! Why an execution has an event in a set, or a pair in a relation: a proof by the operations that make the set or relation, down to base sets
//! and relations. Of several proofs the smallest is found.

use super::fold::{Component, rounds};
use super::model::{ModelGraph, RelLeaf, SetLeaf};
use super::op::{NodeId, RelId, RelOp, SetId, SetOp, Subject};
use super::{Bits, Evaluated};
use petgraph::graphmap::DiGraphMap;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Where less of a thread's stack than this is left, in bytes, more is allocated.
const RED_ZONE: usize = 64 << 10;
/// How much stack is allocated at once, in bytes.
const STACK: usize = 1 << 20;

/// That an event is in a set, or a pair in a relation; or that it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// The set or relation.
    pub subject: Subject,
    /// The first event of the pair, or the event.
    pub from: usize,
    /// The second event of the pair, or the same event.
    pub to: usize,
    /// Whether it is in it.
    pub holds: bool,
}

impl Fact {
    fn member(set: SetId, event: usize) -> Fact {
        Fact { subject: Subject::Set(set), from: event, to: event, holds: true }
    }

    fn pair(rel: RelId, from: usize, to: usize) -> Fact {
        Fact { subject: Subject::Rel(rel), from, to, holds: true }
    }

    /// Whether it is so where sets and relations have these values.
    pub fn is_true(&self, values: &Evaluated) -> bool {
        let is_in = match self.subject {
            Subject::Set(set) => self.from == self.to && values.set(set).contains(self.from),
            Subject::Rel(rel) => values.rel(rel).contains(self.from, self.to),
        };
        is_in == self.holds
    }
}

/// A fact, and the facts about the operands of its set or relation that it follows from.
#[derive(Debug)]
pub struct Derivation {
    /// What is derived.
    pub fact: Fact,
    /// In order; of a closure the steps of a path. None for base sets and relations, constants, classes, and what does not hold.
    pub premises: Vec<Rc<Derivation>>,
    /// How many facts the proof has, those that it uses again counted again.
    pub size: usize,
}

/// A round of a recursive component: what a derivation in it may use is less than that round's fixpoint, so that it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Round {
    component: usize,
    number: usize,
}

/// Derives facts of one execution.
pub struct Deriver<'a> {
    graph: &'a ModelGraph,
    values: &'a Evaluated,
    /// How many events the event structure has.
    events: usize,
    /// By recursive component: the values after each round.
    rounds: Vec<Vec<Evaluated>>,
    /// The recursive component of each node that is in one.
    component_of: FxHashMap<NodeId, usize>,
    known: FxHashMap<(Fact, Option<Round>), Rc<Derivation>>,
}

impl<'a> Deriver<'a> {
    /// A deriver for an execution on which a schedule was evaluated.
    pub fn new(bits: &mut Bits<'a>, schedule: &[Component], values: &'a Evaluated) -> Self {
        let graph = bits.graph;
        let (mut all, mut component_of) = (Vec::new(), FxHashMap::default());
        for component in schedule {
            match component {
                Component::Node(_) => {}
                Component::Loop(nodes) => {
                    component_of.extend(nodes.iter().map(|&node| (node, all.len())));
                    all.push(rounds(bits, &graph.ops, nodes, values));
                }
            }
        }
        let events = bits.facts.executed().size();
        Deriver { graph, values, events, rounds: all, component_of, known: FxHashMap::default() }
    }

    /// The smallest derivation of a fact; `None` if it is none of this execution.
    pub fn derive(&mut self, fact: Fact) -> Option<Rc<Derivation>> {
        self.derive_in(fact, None)
    }

    /// The derivation of a fact as it is in a round of the component that it is asked from.
    fn derive_in(&mut self, fact: Fact, from: Option<Round>) -> Option<Rc<Derivation>> {
        let round = self.round_of(fact, from)?;
        if !fact.is_true(self.values_in(round)) {
            return None;
        }
        if let Some(known) = self.known.get(&(fact, round)) {
            return Some(known.clone());
        }
        let premises = stacker::maybe_grow(RED_ZONE, STACK, || self.premises(fact, round))?;
        let size = premises.iter().fold(1, |size: usize, premise| size.saturating_add(premise.size));
        let derivation = Rc::new(Derivation { fact, premises, size });
        self.known.insert((fact, round), derivation.clone());
        Some(derivation)
    }

    /// The round in which a fact is looked at: that of whoever asks, within one component, and else the first in which it is true.
    fn round_of(&self, fact: Fact, from: Option<Round>) -> Option<Option<Round>> {
        let component = self.component_of.get(&fact.subject.node()).copied();
        // What is taken away in a component is no part of it: the fixpoint counts.
        let Some(component) = component.filter(|_| fact.holds) else { return Some(None) };
        if let Some(round) = from.filter(|round| round.component == component) {
            return Some(Some(round));
        }
        self.first_round(fact, component).map(Some)
    }

    fn first_round(&self, fact: Fact, component: usize) -> Option<Round> {
        let number = self.rounds[component].iter().position(|values| fact.is_true(values))?;
        Some(Round { component, number })
    }

    fn values_in(&self, round: Option<Round>) -> &Evaluated {
        round.map_or(self.values, |round| &self.rounds[round.component][round.number])
    }

    fn premises(&mut self, fact: Fact, round: Option<Round>) -> Option<Vec<Rc<Derivation>>> {
        if !fact.holds {
            return Some(vec![]);
        }
        match fact.subject {
            Subject::Set(set) => self.premises_of_member(set, fact.from, round),
            Subject::Rel(rel) => self.premises_of_pair(rel, (fact.from, fact.to), round),
        }
    }

    fn premises_of_member(&mut self, set: SetId, event: usize, round: Option<Round>) -> Option<Vec<Rc<Derivation>>> {
        let member = |set| Fact::member(set, event);
        match *self.graph.ops.set_op(set) {
            SetOp::Leaf(SetLeaf::Empty | SetLeaf::Universe | SetLeaf::Base(_) | SetLeaf::Class(..)) => Some(vec![]),
            SetOp::Union(a, b) => self.smallest([vec![member(a)], vec![member(b)]], round),
            SetOp::Inter(a, b) => self.all(vec![member(a), member(b)], round),
            SetOp::Minus(a, b) => self.all(vec![member(a), Fact { holds: false, ..member(b) }], round),
            SetOp::Domain(a) => self.smallest((0..self.events).map(|to| vec![Fact::pair(a, event, to)]), round),
            SetOp::Range(a) => self.smallest((0..self.events).map(|from| vec![Fact::pair(a, from, event)]), round),
        }
    }

    fn premises_of_pair(
        &mut self,
        rel: RelId,
        (from, to): (usize, usize),
        round: Option<Round>,
    ) -> Option<Vec<Rc<Derivation>>> {
        let pair = |rel| Fact::pair(rel, from, to);
        match *self.graph.ops.rel_op(rel) {
            RelOp::Leaf(RelLeaf::Empty | RelLeaf::Base(_)) | RelOp::Order(..) => Some(vec![]),
            RelOp::Variable(variable) => {
                // A variable is in a round what its definition was in an earlier one: the first that it is true in comes before.
                let body = pair(self.graph.ops.definition(variable)?);
                let first = match round {
                    Some(Round { component, .. }) => self.first_round(body, component),
                    None => None,
                };
                Some(vec![self.derive_in(body, first)?])
            }
            RelOp::Union(a, b) => self.smallest([vec![pair(a)], vec![pair(b)]], round),
            RelOp::Inter(a, b) => self.all(vec![pair(a), pair(b)], round),
            RelOp::Minus(a, b) => self.all(vec![pair(a), Fact { holds: false, ..pair(b) }], round),
            RelOp::Seq(a, b) => {
                let by = |middle| vec![Fact::pair(a, from, middle), Fact::pair(b, middle, to)];
                self.smallest((0..self.events).map(by), round)
            }
            RelOp::RestrictDomain(s, a) => self.all(vec![Fact::member(s, from), pair(a)], round),
            RelOp::RestrictRange(a, s) => self.all(vec![pair(a), Fact::member(s, to)], round),
            RelOp::Inverse(a) => self.all(vec![Fact::pair(a, to, from)], round),
            RelOp::Plus(a) => self.path(a, (from, to), rel, round),
            RelOp::Diagonal(s) => self.all(vec![Fact::member(s, from)], round),
            RelOp::Product(s, t) => self.all(vec![Fact::member(s, from), Fact::member(t, to)], round),
        }
    }

    /// Derivations of facts that are all needed.
    fn all(&mut self, facts: Vec<Fact>, round: Option<Round>) -> Option<Vec<Rc<Derivation>>> {
        facts.into_iter().map(|fact| self.derive_in(fact, round)).collect()
    }

    /// Of several lists of facts, any of which is enough, the one with the smallest derivations.
    fn smallest(
        &mut self,
        choices: impl IntoIterator<Item = Vec<Fact>>,
        round: Option<Round>,
    ) -> Option<Vec<Rc<Derivation>>> {
        let found = choices.into_iter().filter_map(|facts| self.all(facts, round));
        found.min_by_key(|derivations| derivations.iter().fold(0, |size: usize, one| size.saturating_add(one.size)))
    }

    /// The steps of a path of a relation whose closure is known: few and simple ones.
    fn path(
        &mut self,
        step: RelId,
        (from, to): (usize, usize),
        closure: RelId,
        round: Option<Round>,
    ) -> Option<Vec<Rc<Derivation>>> {
        let reaches = |values: &Evaluated, a, b| a == b || values.rel(closure).contains(a, b);
        let on_the_way =
            |values: &Evaluated, (a, b): (usize, usize)| reaches(values, from, a) && reaches(values, b, to);
        let values = self.values_in(round);
        let steps: Vec<(usize, usize)> = values.rel(step).iter().filter(|&pair| on_the_way(values, pair)).collect();
        let mut graph: DiGraphMap<usize, usize> = DiGraphMap::new();
        // A path back to where it begins must leave it first: what begins there has a second node.
        let start = self.events;
        for (a, b) in steps {
            let size = self.derive_in(Fact::pair(step, a, b), round)?.size;
            graph.add_edge(a, b, size);
            if a == from {
                graph.add_edge(start, b, size);
            }
        }
        let weight = |(_, _, &size): (usize, usize, &usize)| size.saturating_add(1);
        let (_, path) = petgraph::algo::astar(&graph, start, |node| node == to, weight, |_| 0)?;
        let event = |node: usize| if node == start { from } else { node };
        let pairs: Vec<Fact> = path.windows(2).map(|pair| Fact::pair(step, event(pair[0]), event(pair[1]))).collect();
        self.all(pairs, round)
    }
}
