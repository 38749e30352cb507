//! Models for one test: what is the same in all of its executions is computed, and what is empty in all of them is left out. What
//! remains are operations on what executions choose, in the same core language.

use super::bounds::{AllBounds, Bounds, RelBounds, SetBounds};
use super::inputs::{Input, Provided};
use crate::cat::Elaborated;
use crate::cat::core::{
    Component, Fold, Graph, ModelGraph, NodeId, Property, RelId, RelLeaf, RelOp, SetId, SetLeaf, SetOp, Subject,
    Values, VariableId, commutative, evaluate, split_loop,
};
use crate::matrix::{BitMatrix, BitSet};
use std::rc::Rc;

/// What the sets of a specialized model begin with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SetSource {
    /// A set that is the same in all executions.
    Known(Rc<BitSet>),
    /// The events that an execution executes: those whose guards hold.
    Executed,
}

/// What the relations of a specialized model begin with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RelSource {
    /// A relation that is the same in all executions.
    Known(Rc<BitMatrix>),
    /// A relation that executions choose.
    Input(Input),
    /// An order that executions choose, by the operation of the models' graph. Bytecode has none of its pairs: it decides partial executions only.
    Order(RelOp<RelLeaf>),
}

/// The graph of specialized models.
pub type TestGraph = Graph<SetSource, RelSource>;

/// Specializes models for a test. What several have in common is done once.
pub struct Specializer<'a> {
    provided: Provided<'a>,
    /// The events that an execution executes.
    executed: Option<SetId>,
    /// What models are specialized to.
    pub graph: TestGraph,
    /// By node of the graph.
    bounds: AllBounds,
    /// By node of the graph: the node that is the same, which may be itself.
    same: Values<SetId, RelId>,
    /// By node of the models' graph.
    done: Values<SetId, RelId>,
}

impl<'a> Specializer<'a> {
    /// For a test, with nothing specialized.
    pub fn new(provided: Provided<'a>) -> Self {
        Specializer {
            provided,
            executed: None,
            graph: Graph::default(),
            bounds: Values::default(),
            same: Values::default(),
            done: Values::default(),
        }
    }

    /// How many events there are.
    pub fn size(&self) -> usize {
        self.provided.n
    }

    /// Specializes what a model needs.
    pub fn add(&mut self, elaborated: &Elaborated) {
        let graph = &elaborated.graph;
        self.graph.reserve(elaborated.model.schedule.len());
        let mut done = std::mem::take(&mut self.done);
        for component in &elaborated.model.schedule {
            match component {
                Component::Node(_) => {
                    let one = std::slice::from_ref(component);
                    evaluate(&mut InModel { specializer: self, elaborated }, &graph.ops, one, &mut done);
                }
                Component::Loop(nodes) if nodes.iter().all(|&node| done.has(node)) => {}
                Component::Loop(nodes) => self.fixpoint(graph, nodes, &mut done),
            }
        }
        self.done = done;
    }

    /// A property of a model's nodes as one of the nodes that they are specialized to.
    pub fn property(&self, property: Property) -> Property {
        let (set, rel) = (|id| *self.done.set(id), |id| *self.done.rel(id));
        match property {
            Property::Acyclic(relation) => Property::Acyclic(rel(relation)),
            Property::Irreflexive(relation) => Property::Irreflexive(rel(relation)),
            Property::Empty(Subject::Rel(relation)) => Property::Empty(Subject::Rel(rel(relation))),
            Property::Empty(Subject::Set(events)) => Property::Empty(Subject::Set(set(events))),
        }
    }

    /// The bounds of a set.
    pub fn set_bounds(&self, set: SetId) -> &SetBounds {
        self.bounds.set(set)
    }

    /// The bounds of a relation.
    pub fn rel_bounds(&self, rel: RelId) -> &RelBounds {
        self.bounds.rel(rel)
    }

    fn known_set(&mut self, value: BitSet) -> SetId {
        let set = self.graph.set(SetOp::Leaf(SetSource::Known(Rc::new(value.clone()))));
        if !self.bounds.has(set.into()) {
            self.bounds.put_set(set, SetBounds::known(value));
            self.same.put_set(set, set);
        }
        set
    }

    fn known_rel(&mut self, value: Rc<BitMatrix>) -> RelId {
        let rel = self.graph.rel(RelOp::Leaf(RelSource::Known(value.clone())));
        if !self.bounds.has(rel.into()) {
            self.bounds.put_rel(rel, RelBounds::Known(value));
            self.same.put_rel(rel, rel);
        }
        rel
    }

    fn executed(&mut self) -> SetId {
        if let Some(known) = self.executed {
            return known;
        }
        let set = self.graph.set(SetOp::Leaf(SetSource::Executed));
        let (may, must) = self.provided.executed.clone();
        let executed = self.bounded_set(set, SetBounds { may, must });
        *self.executed.insert(executed)
    }

    fn input(&mut self, input: Input) -> RelId {
        let rel = self.graph.rel(RelOp::Leaf(RelSource::Input(input)));
        let (may, must) = self.provided.inputs[&input].clone();
        self.bounded_rel(rel, RelBounds::new(may, must))
    }

    /// A set with its bounds: a constant if they meet.
    fn bounded_set(&mut self, set: SetId, bounds: SetBounds) -> SetId {
        if bounds.may == bounds.must {
            return self.known_set(bounds.may);
        }
        self.bounds.put_set(set, bounds);
        self.same.put_set(set, set);
        set
    }

    /// A relation with its bounds: a constant if they meet.
    fn bounded_rel(&mut self, rel: RelId, bounds: RelBounds) -> RelId {
        if let RelBounds::Known(value) = bounds {
            return self.known_rel(value);
        }
        self.bounds.put_rel(rel, bounds);
        self.same.put_rel(rel, rel);
        rel
    }

    /// The set that an operation makes: what it equals in every execution, a constant, or itself.
    fn set(&mut self, op: SetOp<SetSource>) -> SetId {
        let set = self.graph.set(op.clone());
        if !self.same.has(set.into()) {
            let same = self.equal_set(&op).unwrap_or_else(|| {
                let bounds = Fold::<_, RelSource>::set(&mut Bounds { n: self.size() }, &op, &self.bounds);
                self.bounded_set(set, bounds)
            });
            self.same.put_set(set, same);
        }
        *self.same.set(set)
    }

    /// An operand that the set equals in every execution.
    fn equal_set(&self, op: &SetOp<SetSource>) -> Option<SetId> {
        let bounds = |set: SetId| self.bounds.set(set);
        match *op {
            SetOp::Union(a, b) | SetOp::Inter(a, b) if a == b => Some(a),
            SetOp::Union(a, b) | SetOp::Inter(a, b) => {
                let (larger, smaller) = match () {
                    () if bounds(a).may.is_within(&bounds(b).must) => (b, a),
                    () if bounds(b).may.is_within(&bounds(a).must) => (a, b),
                    () => return None,
                };
                Some(if matches!(op, SetOp::Union(..)) { larger } else { smaller })
            }
            SetOp::Minus(a, b) => bounds(a).may.inter(&bounds(b).may).is_empty().then_some(a),
            SetOp::Leaf(_) | SetOp::Domain(_) | SetOp::Range(_) => None,
        }
    }

    /// The relation that an operation makes: what it equals in every execution, a constant, or itself.
    fn rel(&mut self, op: RelOp<RelSource>) -> RelId {
        let rel = self.graph.rel(op.clone());
        if !self.same.has(rel.into()) {
            let same = self.equal_rel(&op).unwrap_or_else(|| {
                let bounds = Fold::<SetSource, _>::rel(&mut Bounds { n: self.size() }, &op, &self.bounds);
                self.bounded_rel(rel, bounds)
            });
            self.same.put_rel(rel, same);
        }
        *self.same.rel(rel)
    }

    /// What the relation equals in every execution and is simpler.
    fn equal_rel(&mut self, op: &RelOp<RelSource>) -> Option<RelId> {
        let bounds = |rel: RelId| self.bounds.rel(rel);
        match *op {
            RelOp::Union(a, b) | RelOp::Inter(a, b) if a == b => Some(a),
            RelOp::Union(a, b) | RelOp::Inter(a, b) => {
                let (larger, smaller) = match () {
                    () if bounds(a).may().is_within(bounds(b).must()) => (b, a),
                    () if bounds(b).may().is_within(bounds(a).must()) => (a, b),
                    () => return None,
                };
                Some(if matches!(op, RelOp::Union(..)) { larger } else { smaller })
            }
            RelOp::Minus(a, b) => bounds(a).may().is_disjoint(bounds(b).may()).then_some(a),
            RelOp::Seq(a, b) => match (self.as_diagonal(a), self.as_diagonal(b)) {
                (Some(set), _) => Some(self.rel(RelOp::RestrictDomain(set, b))),
                (None, Some(set)) => Some(self.rel(RelOp::RestrictRange(a, set))),
                (None, None) => None,
            },
            RelOp::RestrictDomain(s, a) => bounds(a).may().domain().is_within(&self.bounds.set(s).must).then_some(a),
            RelOp::RestrictRange(a, s) => bounds(a).may().range().is_within(&self.bounds.set(s).must).then_some(a),
            RelOp::Leaf(_)
            | RelOp::Variable(_)
            | RelOp::Inverse(_)
            | RelOp::Plus(_)
            | RelOp::Diagonal(_)
            | RelOp::Product(..)
            | RelOp::Order(..) => None,
        }
    }

    /// The set that a relation is the diagonal of.
    fn as_diagonal(&mut self, rel: RelId) -> Option<SetId> {
        match self.graph.rel_op(rel) {
            RelOp::Diagonal(set) => Some(*set),
            RelOp::Leaf(RelSource::Known(value)) if value.iter().all(|(i, j)| i == j) => {
                let domain = value.domain();
                Some(self.known_set(domain))
            }
            RelOp::Leaf(_)
            | RelOp::Variable(_)
            | RelOp::Union(..)
            | RelOp::Inter(..)
            | RelOp::Minus(..)
            | RelOp::Seq(..)
            | RelOp::RestrictDomain(..)
            | RelOp::RestrictRange(..)
            | RelOp::Inverse(_)
            | RelOp::Plus(_)
            | RelOp::Product(..)
            | RelOp::Order(..) => None,
        }
    }

    /// An order that executions choose of what a relation relates.
    fn order(&mut self, op: &RelOp<RelLeaf>, all: RelId) -> RelId {
        let apart = BitMatrix::from_fn(self.size(), |i, j| i != j);
        let may = self.bounds.rel(all).may().inter(&apart);
        let rel = self.graph.rel(RelOp::Leaf(RelSource::Order(*op)));
        self.bounded_rel(rel, RelBounds::new(may, BitMatrix::new(self.size())))
    }

    fn base_set(&mut self, name: &str) -> SetId {
        let set = self.provided.base.set(name);
        let known = self.known_set(set.unwrap_or_else(|| unreachable!("`{name}` is no base set of programs")));
        self.executed_of(known)
    }

    fn executed_of(&mut self, known: SetId) -> SetId {
        let executed = self.executed();
        self.set(commutative(known, executed, SetOp::Inter))
    }

    fn base_rel(&mut self, name: &str) -> RelId {
        if let Some(input) = Input::named(name) {
            return self.input(input);
        }
        let relation = self.provided.base.relation(name);
        let relation = relation.unwrap_or_else(|| unreachable!("`{name}` is no base relation of programs"));
        let known = self.known_rel(Rc::new(relation));
        let executed = self.executed();
        let from = self.rel(RelOp::RestrictDomain(executed, known));
        self.rel(RelOp::RestrictRange(from, executed))
    }

    /// Specializes relations that are defined by themselves. Their bounds come from all rounds at once; a bound of a round is none of the
    /// result, so that within the loop nothing is left out but what is known in the end.
    fn fixpoint(&mut self, graph: &ModelGraph, nodes: &[NodeId], done: &mut Values<SetId, RelId>) {
        let bounds = self.loop_bounds(graph, nodes, done);
        let (variables, others) = split_loop(&graph.ops, nodes);
        let mut open = Vec::new();
        for &(variable, body) in &variables {
            let new = match bounds.rel(variable) {
                RelBounds::Known(value) => self.known_rel(value.clone()),
                between @ RelBounds::Between(_) => {
                    let (id, rel) = self.graph.variable();
                    self.bounds.put_rel(rel, between.clone());
                    self.same.put_rel(rel, rel);
                    open.push((id, body));
                    rel
                }
            };
            done.put_rel(variable, new);
        }
        for node in others {
            self.in_loop(graph, node, &bounds, done);
        }
        for (variable, body) in open {
            self.graph.define(variable, *done.rel(body));
        }
    }

    fn loop_bounds(&self, graph: &ModelGraph, nodes: &[NodeId], done: &Values<SetId, RelId>) -> AllBounds {
        let mut bounds = AllBounds::default();
        let operands = nodes.iter().flat_map(|&node| graph.ops.op(node).operands());
        for operand in operands.filter(|&operand| done.has(operand)) {
            match graph.ops.typed(operand) {
                Subject::Set(set) => bounds.put_set(set, self.bounds.set(*done.set(set)).clone()),
                Subject::Rel(rel) => bounds.put_rel(rel, self.bounds.rel(*done.rel(rel)).clone()),
            }
        }
        let whole = [Component::Loop(nodes.to_vec())];
        evaluate(&mut Bounds { n: self.size() }, &graph.ops, &whole, &mut bounds);
        bounds
    }

    fn in_loop(&mut self, graph: &ModelGraph, node: NodeId, bounds: &AllBounds, done: &mut Values<SetId, RelId>) {
        match graph.ops.typed(node) {
            Subject::Set(set) => {
                let op = graph.ops.set_op(set).translated(|set| *done.set(set), |rel| *done.rel(rel));
                let new = self.graph.set(op.expect("no leaf depends on a variable"));
                done.put_set(set, self.bounded_set(new, bounds.set(set).clone()));
            }
            Subject::Rel(rel) => {
                let op = graph.ops.rel_op(rel).translated(|set| *done.set(set), |rel| *done.rel(rel));
                let new = self.graph.rel(op.expect("no leaf depends on a variable"));
                done.put_rel(rel, self.bounded_rel(new, bounds.rel(rel).clone()));
            }
        }
    }
}

/// The fold of a model into a specialized one.
struct InModel<'s, 'a, 'e> {
    specializer: &'s mut Specializer<'a>,
    elaborated: &'e Elaborated,
}

impl Fold<SetLeaf, RelLeaf> for InModel<'_, '_, '_> {
    type Set = SetId;
    type Rel = RelId;

    fn set(&mut self, op: &SetOp<SetLeaf>, done: &Values<SetId, RelId>) -> SetId {
        let this = &mut *self.specializer;
        match *op {
            SetOp::Leaf(SetLeaf::Empty) => this.known_set(BitSet::new(this.size())),
            SetOp::Leaf(SetLeaf::Universe) => this.executed(),
            SetOp::Leaf(SetLeaf::Base(symbol)) => this.base_set(self.elaborated.graph.name(symbol)),
            SetOp::Leaf(SetLeaf::Class(relation, number)) => {
                let known = this.known_set(self.elaborated.classes.class(relation, number).clone());
                this.executed_of(known)
            }
            SetOp::Union(..) | SetOp::Inter(..) | SetOp::Minus(..) | SetOp::Domain(_) | SetOp::Range(_) => {
                let op = op.translated(|set| *done.set(set), |rel| *done.rel(rel));
                this.set(op.expect("it is no leaf"))
            }
        }
    }

    fn rel(&mut self, op: &RelOp<RelLeaf>, done: &Values<SetId, RelId>) -> RelId {
        let this = &mut *self.specializer;
        match *op {
            RelOp::Leaf(RelLeaf::Empty) => this.known_rel(Rc::new(BitMatrix::new(this.size()))),
            RelOp::Leaf(RelLeaf::Base(symbol)) => this.base_rel(self.elaborated.graph.name(symbol)),
            RelOp::Variable(_) => unreachable!("variables are those of loops"),
            RelOp::Order(all, ..) => this.order(op, *done.rel(all)),
            RelOp::Union(..)
            | RelOp::Inter(..)
            | RelOp::Minus(..)
            | RelOp::Seq(..)
            | RelOp::RestrictDomain(..)
            | RelOp::RestrictRange(..)
            | RelOp::Inverse(_)
            | RelOp::Plus(_)
            | RelOp::Diagonal(_)
            | RelOp::Product(..) => {
                let op = op.translated(|set| *done.set(set), |rel| *done.rel(rel));
                this.rel(op.expect("it is no leaf"))
            }
        }
    }

    fn empty(&mut self) -> RelId {
        unreachable!("loops are specialized on their own")
    }

    fn undefined(&mut self, _: VariableId) -> RelId {
        unreachable!("the variables of an elaborated model are defined")
    }

    fn rounds(&self, _: usize) -> usize {
        unreachable!("loops are specialized on their own")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::enumerate::space::Space;
    use std::path::Path;

    /// An operation that makes one of its operands in every execution is that operand.
    #[test]
    fn operations_that_change_nothing_are_left_out() {
        let source = crate::load::read(Path::new("tests/fixtures/thin-air.litmus")).expect("a file");
        let structure = crate::load::event_structure(&source).expect("well formed");
        let mut specializer = Specializer::new(Space::new(&structure).provided());
        let n = specializer.size();
        let part = specializer.input(Input::Rf);
        let whole = specializer.known_rel(Rc::new(BitMatrix::from_fn(n, |_, _| true)));
        let none = specializer.known_rel(Rc::new(BitMatrix::new(n)));
        assert_ne!(part, none);
        for (a, b) in [(part, whole), (whole, part)] {
            assert_eq!(specializer.rel(RelOp::Union(a, b)), whole);
            assert_eq!(specializer.rel(RelOp::Inter(a, b)), part);
        }
        assert_eq!(specializer.rel(RelOp::Minus(part, none)), part);
        assert_eq!(specializer.rel(RelOp::Union(part, part)), part);
    }
}
