//! The hash-consed graph: every set and relation exists once, each after its operands.

use super::op::{NodeId, Op, RelId, RelOp, SetId, SetOp, Subject, VariableId, commutative};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::hash::Hash;

/// A graph of operations over leaves `S` of sets and `R` of relations.
#[derive(Clone, Debug)]
pub struct Graph<S, R> {
    nodes: IndexSet<Op<S, R>, FxBuildHasher>,
    /// By variable: what defines it, once that is known.
    definitions: Vec<Option<RelId>>,
}

impl<S, R> Default for Graph<S, R> {
    fn default() -> Self {
        Graph { nodes: IndexSet::default(), definitions: Vec::new() }
    }
}

impl<S, R> Graph<S, R> {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the graph has no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The operation that makes a node.
    pub fn op(&self, node: NodeId) -> &Op<S, R> {
        &self.nodes[node.index()]
    }

    /// A node with its kind.
    pub fn typed(&self, node: NodeId) -> Subject {
        match self.op(node) {
            Op::Set(_) => Subject::Set(SetId(node.0)),
            Op::Rel(_) => Subject::Rel(RelId(node.0)),
        }
    }

    /// The operation that makes a set.
    pub fn set_op(&self, set: SetId) -> &SetOp<S> {
        match &self.nodes[set.0 as usize] {
            Op::Set(op) => op,
            Op::Rel(_) => unreachable!("a SetId is the id of a set"),
        }
    }

    /// The operation that makes a relation.
    pub fn rel_op(&self, rel: RelId) -> &RelOp<R> {
        match &self.nodes[rel.0 as usize] {
            Op::Rel(op) => op,
            Op::Set(_) => unreachable!("a RelId is the id of a relation"),
        }
    }

    /// What defines a variable; `None` as long as its definition is being elaborated.
    pub fn definition(&self, variable: VariableId) -> Option<RelId> {
        self.definitions[variable.0 as usize]
    }

    /// Whether a relation is defined by itself anywhere.
    pub fn has_variables(&self) -> bool {
        !self.definitions.is_empty()
    }

    /// What has to be known before a node: its operands, or the definition of a variable.
    pub fn needs(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<S, R> {
        let op = self.op(node);
        let definition = match op {
            Op::Rel(RelOp::Variable(variable)) => self.definition(*variable).map(NodeId::from),
            Op::Rel(_) | Op::Set(_) => None,
        };
        op.operands().chain(definition)
    }
}

impl<S: Clone + Eq + Hash, R: Clone + Eq + Hash> Graph<S, R> {
    /// Makes room for so many more nodes.
    pub fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
    }

    /// The set that an operation makes, as it is.
    pub fn set(&mut self, op: SetOp<S>) -> SetId {
        SetId(self.nodes.insert_full(Op::Set(op)).0 as u32)
    }

    /// The relation that an operation makes, as it is.
    pub fn rel(&mut self, op: RelOp<R>) -> RelId {
        RelId(self.nodes.insert_full(Op::Rel(op)).0 as u32)
    }

    /// A new variable and its node; [`Graph::define`] defines it.
    pub fn variable(&mut self) -> (VariableId, RelId) {
        let variable = VariableId(self.definitions.len() as u32);
        self.definitions.push(None);
        (variable, self.rel(RelOp::Variable(variable)))
    }

    /// Defines a variable: it is the least relation that is the same as `body`.
    pub fn define(&mut self, variable: VariableId, body: RelId) {
        self.definitions[variable.0 as usize] = Some(body);
    }

    /// `a | b` of sets; operands in order of their ids, so that `b | a` is the same node.
    pub fn set_union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b { a } else { self.set(commutative(a, b, SetOp::Union)) }
    }

    /// `a & b` of sets; operands in order of their ids, so that `b & a` is the same node.
    pub fn set_inter(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b { a } else { self.set(commutative(a, b, SetOp::Inter)) }
    }

    /// `a | b` of relations; operands in order of their ids, so that `b | a` is the same node.
    pub fn union(&mut self, a: RelId, b: RelId) -> RelId {
        if a == b { a } else { self.rel(commutative(a, b, RelOp::Union)) }
    }

    /// `a & b` of relations; operands in order of their ids, so that `b & a` is the same node.
    pub fn inter(&mut self, a: RelId, b: RelId) -> RelId {
        if a == b { a } else { self.rel(commutative(a, b, RelOp::Inter)) }
    }

    /// `a ; b`; with a diagonal it is a restriction.
    pub fn seq(&mut self, a: RelId, b: RelId) -> RelId {
        match (self.rel_op(a), self.rel_op(b)) {
            (&RelOp::Diagonal(s), &RelOp::Diagonal(t)) => {
                let both = self.set_inter(s, t);
                self.rel(RelOp::Diagonal(both))
            }
            (&RelOp::Diagonal(s), _) => self.rel(RelOp::RestrictDomain(s, b)),
            (_, &RelOp::Diagonal(s)) => self.rel(RelOp::RestrictRange(a, s)),
            _ => self.rel(RelOp::Seq(a, b)),
        }
    }
}
