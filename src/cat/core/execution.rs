//! What a model says of one execution: every set and relation as bits. The other evaluations are tested against this one.

use super::classes::Classes;
use super::fold::{Component, Fold, Values, evaluate};
use super::linear::{Script, linear_order};
use super::model::{ModelGraph, Property, RelLeaf, SetLeaf, Test};
use super::op::{RelId, RelOp, SetId, SetOp, Subject, VariableId};
use crate::allowance;
use crate::matrix::{BitMatrix, BitSet};
use std::ops::ControlFlow;

/// What an execution provides: sets and relations of executed events.
pub trait Facts {
    /// The events executed; its size is that of the event structure.
    fn executed(&self) -> &BitSet;
    /// The executed events of the base set of this name.
    fn set(&self, name: &str) -> BitSet;
    /// The base relation of this name, between executed events.
    fn relation(&self, name: &str) -> BitMatrix;
}

/// The sets and relations of a model on one execution, by node.
pub type Evaluated = Values<BitSet, BitMatrix>;

/// Evaluates what a schedule lists on an execution, with the first of the orders that the execution may choose.
pub fn evaluate_execution(
    graph: &ModelGraph,
    classes: &Classes,
    schedule: &[Component],
    facts: &dyn Facts,
) -> Evaluated {
    let mut values = Values::default();
    evaluate(&mut Bits { graph, classes, facts, script: Script::default() }, &graph.ops, schedule, &mut values);
    values
}

/// Evaluates what a schedule lists on an execution, once for each of the orders that it may choose, until `each` breaks.
pub fn evaluate_choices(
    graph: &ModelGraph,
    classes: &Classes,
    schedule: &[Component],
    facts: &dyn Facts,
    mut each: impl FnMut(&Evaluated, &Script) -> ControlFlow<()>,
) {
    let mut script = Some(Script::default());
    while let Some(next) = script {
        let mut values = Values::default();
        let mut bits = Bits { graph, classes, facts, script: next };
        evaluate(&mut bits, &graph.ops, schedule, &mut values);
        allowance::spend(schedule.len());
        if each(&values, &bits.script).is_break() {
            return;
        }
        script = bits.script.next();
    }
}

/// Whether a test holds of an execution, `~` taken into account.
pub fn holds(test: &Test, values: &Evaluated) -> bool {
    holds_of(test.property, |set| values.set(set), |rel| values.rel(rel)) != test.negated
}

/// Whether sets and relations have a property.
pub fn holds_of<'v>(
    property: Property,
    set: impl FnOnce(SetId) -> &'v BitSet,
    rel: impl FnOnce(RelId) -> &'v BitMatrix,
) -> bool {
    match property {
        Property::Acyclic(relation) => rel(relation).is_acyclic(),
        Property::Irreflexive(relation) => rel(relation).is_irreflexive(),
        Property::Empty(Subject::Rel(relation)) => rel(relation).is_empty(),
        Property::Empty(Subject::Set(events)) => set(events).is_empty(),
    }
}

/// The fold that evaluates operations on one execution, as bits.
pub struct Bits<'a> {
    /// The graph that is evaluated.
    pub graph: &'a ModelGraph,
    /// The classes of the program's events that the model asks for.
    pub classes: &'a Classes,
    /// What the execution provides.
    pub facts: &'a dyn Facts,
    /// The orders that the execution chooses.
    pub script: Script,
}

impl Fold<SetLeaf, RelLeaf> for Bits<'_> {
    type Set = BitSet;
    type Rel = BitMatrix;

    fn set(&mut self, op: &SetOp<SetLeaf>, values: &Evaluated) -> BitSet {
        let set = |id: SetId| values.set(id);
        match *op {
            SetOp::Leaf(SetLeaf::Empty) => BitSet::new(self.facts.executed().size()),
            SetOp::Leaf(SetLeaf::Universe) => self.facts.executed().clone(),
            SetOp::Leaf(SetLeaf::Base(symbol)) => self.facts.set(self.graph.name(symbol)),
            SetOp::Leaf(SetLeaf::Class(relation, number)) => {
                self.classes.class(relation, number).inter(self.facts.executed())
            }
            SetOp::Union(a, b) => set(a).union(set(b)),
            SetOp::Inter(a, b) => set(a).inter(set(b)),
            SetOp::Minus(a, b) => set(a).minus(set(b)),
            SetOp::Domain(a) => values.rel(a).domain(),
            SetOp::Range(a) => values.rel(a).range(),
        }
    }

    fn rel(&mut self, op: &RelOp<RelLeaf>, values: &Evaluated) -> BitMatrix {
        let (set, rel) = (|id: SetId| values.set(id), |id: RelId| values.rel(id));
        match *op {
            RelOp::Leaf(RelLeaf::Empty) => self.empty(),
            RelOp::Leaf(RelLeaf::Base(symbol)) => self.facts.relation(self.graph.name(symbol)),
            RelOp::Variable(variable) => self.undefined(variable),
            RelOp::Union(a, b) => rel(a).union(rel(b)),
            RelOp::Inter(a, b) => rel(a).inter(rel(b)),
            RelOp::Minus(a, b) => rel(a).minus(rel(b)),
            RelOp::Seq(a, b) => rel(a).seq(rel(b)),
            RelOp::RestrictDomain(s, a) => rel(a).restrict_domain(set(s)),
            RelOp::RestrictRange(a, s) => rel(a).restrict_range(set(s)),
            RelOp::Inverse(a) => rel(a).inverse(),
            RelOp::Plus(a) => rel(a).closure(),
            RelOp::Diagonal(s) => BitMatrix::diagonal(set(s)),
            RelOp::Product(s, t) => BitMatrix::product(set(s), set(t)),
            RelOp::Order(a, b, _) => linear_order(values.rel(a), values.rel(b), &mut self.script),
        }
    }

    fn empty(&mut self) -> BitMatrix {
        BitMatrix::new(self.facts.executed().size())
    }

    fn undefined(&mut self, _: VariableId) -> BitMatrix {
        unreachable!("the variables of an elaborated model are defined")
    }

    /// Every round but the last adds a pair: one that changes nothing comes by itself.
    fn rounds(&self, _: usize) -> usize {
        usize::MAX
    }
}
