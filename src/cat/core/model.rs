//! A model elaborated: its tests over a graph, without names, functions, `match` or includes.

use super::fold::Component;
use super::graph::Graph;
use super::names::Names;
use super::op::{NodeId, Op, RelId, RelOp, SetId, SetOp, Subject};
use crate::cat::updates::Updates;
use crate::syntax::provenance::Provenance;
use crate::syntax::source::{Source, Span};
use indexmap::IndexSet;
use std::sync::Arc;

/// The name of a base set or relation: an index into a model graph's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

/// A set that no operation of the core language makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetLeaf {
    /// The empty set: `0` where a set is asked for.
    Empty,
    /// `_`: every event of the execution.
    Universe,
    /// A base set, such as `W` (docs/models.md lists them).
    Base(Symbol),
    /// A class of an equivalence, by its number in the order of least members.
    Class(RelId, u32),
}

/// A relation that no operation of the core language makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelLeaf {
    /// The empty relation: `0` where a relation is asked for.
    Empty,
    /// A base relation, such as `po` (docs/models.md lists them).
    Base(Symbol),
}

/// Where something stands in the text of a model.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file of the model, or one that it includes.
    pub source: Arc<Source>,
    /// The expression or statement, in bytes of that file.
    pub span: Span,
}

/// The graph of elaborated models, in which each node has its place in the text.
#[derive(Clone, Debug, Default)]
pub struct ModelGraph {
    /// The nodes: operations over base sets and relations.
    pub ops: Graph<SetLeaf, RelLeaf>,
    names: IndexSet<String>,
    /// By node: the first expression that means it.
    places: Vec<Place>,
}

impl ModelGraph {
    /// The symbol of a name, the same for the same name.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        match self.names.get_index_of(name) {
            Some(index) => Symbol(index as u32),
            None => Symbol(self.names.insert_full(name.to_string()).0 as u32),
        }
    }

    /// The name of a symbol, which must be one of this graph.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }

    /// Gives a place to the nodes that were made since the last call.
    pub fn place_new_nodes(&mut self, source: &Arc<Source>, span: Span) {
        if self.places.len() < self.ops.len() {
            self.places.resize(self.ops.len(), Place { source: source.clone(), span });
        }
    }

    /// The first expression that means a node.
    pub fn place(&self, node: NodeId) -> &Place {
        &self.places[node.index()]
    }
}

/// A property of a set or relation that a test asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// No path of the relation leads from an event back to it.
    Acyclic(RelId),
    /// The relation relates no event to itself.
    Irreflexive(RelId),
    /// The relation has no pair, or the set no event.
    Empty(Subject),
}

impl Property {
    /// The set or relation that has it or not.
    pub fn subject(self) -> Subject {
        match self {
            Property::Acyclic(relation) | Property::Irreflexive(relation) => Subject::Rel(relation),
            Property::Empty(subject) => subject,
        }
    }

    /// Of a test that asks that a relation has pairs: that relation. Its pairs are what a flag is raised for, as of a race; others are raised for the
    /// execution as a whole.
    pub fn flagged(self, negated: bool) -> Option<RelId> {
        match (negated, self) {
            (true, Property::Empty(Subject::Rel(relation))) => Some(relation),
            (true, Property::Empty(Subject::Set(_)) | Property::Acyclic(_) | Property::Irreflexive(_)) | (false, _) => {
                None
            }
        }
    }
}

/// A test of a model: an axiom or a flag.
#[derive(Clone, Debug)]
pub struct Test {
    /// The name after `as`, told apart from those of other tests; without one, `file:line`.
    pub name: String,
    /// The name after `as`, which others may have, too.
    pub written: Option<String>,
    /// What is tested, and of which set or relation.
    pub property: Property,
    /// Whether the test is that the property does not hold (`~`).
    pub negated: bool,
    /// Whether, as a flag, it is `undefined_unless …`.
    pub undefines: bool,
    /// The statement of the test.
    pub place: Place,
    /// Where the test is from, as the comment before it says.
    pub provenance: Arc<Provenance>,
}

/// The tests of a model over a [`ModelGraph`].
#[derive(Clone, Debug)]
pub struct CoreModel {
    /// What must hold of every consistent execution.
    pub axioms: Vec<Test>,
    /// What makes the program undefined if it holds of a consistent execution: races.
    pub flags: Vec<Test>,
    /// What a read-modify-write is in the programs that it is for.
    pub updates: Updates,
    /// What the tests need, in the order in which it is computed.
    pub schedule: Vec<Component>,
    /// The equivalences that the model was elaborated by, each with how many classes it has in the programs it is for.
    pub classes: Vec<(RelId, usize)>,
    /// What the text calls the nodes.
    pub names: Names,
}

impl CoreModel {
    /// The operations by which executions choose orders, besides reads-from and coherence.
    pub fn orders<'g>(&'g self, graph: &'g ModelGraph) -> impl Iterator<Item = &'g RelOp<RelLeaf>> {
        self.nodes().filter_map(|node| match graph.ops.op(node) {
            Op::Rel(op @ RelOp::Order(..)) => Some(op),
            Op::Rel(_) | Op::Set(_) => None,
        })
    }

    /// Whether what an axiom or a flag is computed from has a base relation.
    pub fn uses_relation(&self, graph: &ModelGraph, name: &str) -> bool {
        let is_it = |node: &NodeId| match graph.ops.op(*node) {
            Op::Rel(RelOp::Leaf(RelLeaf::Base(symbol))) => graph.name(*symbol) == name,
            Op::Rel(_) | Op::Set(_) => false,
        };
        self.nodes().any(|node| is_it(&node))
    }

    /// Whether a test depends on what is both a read and a write, or one and not the other, which says nothing where no event is both.
    pub fn speaks_of_one_event(&self, graph: &ModelGraph) -> bool {
        let is = |set: SetId, name: &str| match *graph.ops.set_op(set) {
            SetOp::Leaf(SetLeaf::Base(symbol)) => graph.name(symbol) == name,
            SetOp::Leaf(_) | SetOp::Union(..) | SetOp::Inter(..) | SetOp::Minus(..) => false,
            SetOp::Domain(_) | SetOp::Range(_) => false,
        };
        let are_both = |a: SetId, b: SetId| is(a, "R") && is(b, "W") || is(a, "W") && is(b, "R");
        self.nodes().any(|node| match *graph.ops.op(node) {
            Op::Set(SetOp::Inter(a, b) | SetOp::Minus(a, b)) => are_both(a, b),
            Op::Set(_) | Op::Rel(_) => false,
        })
    }

    /// What the tests need, node by node.
    fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let nodes = self.schedule.iter().flat_map(|component| match component {
            Component::Node(node) => std::slice::from_ref(node),
            Component::Loop(nodes) => nodes,
        });
        nodes.copied()
    }

    /// The axioms, then the flags.
    pub fn tests(&self) -> impl Iterator<Item = &Test> {
        self.axioms.iter().chain(&self.flags)
    }
}
