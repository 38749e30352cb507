//! The classes of an equivalence that is the same in all executions of a program.

use super::fold::{Component, Fold, Values, evaluate, schedule};
use super::model::{ModelGraph, RelLeaf, SetLeaf};
use super::op::{Op, RelId, RelOp, SetId, SetOp, VariableId};
use crate::matrix::{BitMatrix, BitSet};

/// The sets and relations of a program that do not depend on the execution but for which events are executed.
pub trait StaticSets {
    /// How many events there are.
    fn size(&self) -> usize;
    /// The set of this name; `None` if it depends on the execution.
    fn set(&self, name: &str) -> Option<BitSet>;
    /// The relation of this name; `None` if it depends on the execution.
    fn relation(&self, name: &str) -> Option<BitMatrix>;
}

/// The classes of a relation, in order of their least members; `None` if it is no equivalence or depends on the execution for more than
/// which of its events are executed.
pub fn classes(graph: &ModelGraph, relation: RelId, base: &dyn StaticSets) -> Option<Vec<BitSet>> {
    let mut values = Values::default();
    let mut pointwise = Pointwise { graph, base };
    evaluate(&mut pointwise, &graph.ops, &schedule(&graph.ops, [relation.into()]), &mut values);
    values.rel(relation).as_ref()?.classes()
}

/// Whether a relation is the same in all executions of a program but for which of its events are executed, if base relations are of which it is
/// not said that they vary: whether [`classes`] may find classes.
pub fn is_static(graph: &ModelGraph, relation: RelId, varies: fn(&str) -> bool) -> bool {
    schedule(&graph.ops, [relation.into()]).iter().all(|component| match component {
        Component::Loop(_) => false,
        Component::Node(node) => match *graph.ops.op(*node) {
            Op::Set(SetOp::Domain(_) | SetOp::Range(_)) => false,
            Op::Set(SetOp::Leaf(_) | SetOp::Union(..) | SetOp::Inter(..) | SetOp::Minus(..)) => true,
            Op::Rel(RelOp::Leaf(RelLeaf::Base(symbol))) => !varies(graph.name(symbol)),
            Op::Rel(RelOp::Variable(_) | RelOp::Seq(..) | RelOp::Plus(_) | RelOp::Order(..)) => false,
            Op::Rel(RelOp::Leaf(RelLeaf::Empty) | RelOp::Union(..) | RelOp::Inter(..) | RelOp::Minus(..)) => true,
            Op::Rel(RelOp::RestrictDomain(..) | RelOp::RestrictRange(..) | RelOp::Inverse(_)) => true,
            Op::Rel(RelOp::Diagonal(_) | RelOp::Product(..)) => true,
        },
    })
}

/// The classes of the equivalences that a model asks for, in one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classes(Vec<(RelId, Vec<BitSet>)>);

impl Classes {
    /// The classes of these relations; `None` if one has no classes or another number of them.
    pub fn of_relations(graph: &ModelGraph, wanted: &[(RelId, usize)], base: &dyn StaticSets) -> Option<Classes> {
        let found = wanted.iter().map(|&(relation, count)| {
            let classes = classes(graph, relation, base).filter(|classes| classes.len() == count)?;
            Some((relation, classes))
        });
        found.collect::<Option<_>>().map(Classes)
    }

    /// A class of a relation, over all events, by its number.
    ///
    /// # Panics
    /// If the model was elaborated for other relations or for fewer classes.
    pub fn class(&self, relation: RelId, number: u32) -> &BitSet {
        let found = self.0.iter().find(|(known, _)| *known == relation);
        let (_, classes) = found.expect("a model is elaborated with the classes that it asks for");
        &classes[number as usize]
    }
}

/// Sets and relations over all events, executed or not. `None` for an operation that does not commute with taking the events executed.
struct Pointwise<'a> {
    graph: &'a ModelGraph,
    base: &'a dyn StaticSets,
}

type Sets = Option<BitSet>;
type Rels = Option<BitMatrix>;

fn both<T>(a: &Option<T>, b: &Option<T>, operation: impl Fn(&T, &T) -> T) -> Option<T> {
    Some(operation(a.as_ref()?, b.as_ref()?))
}

impl Fold<SetLeaf, RelLeaf> for Pointwise<'_> {
    type Set = Sets;
    type Rel = Rels;

    fn set(&mut self, op: &SetOp<SetLeaf>, values: &Values<Sets, Rels>) -> Sets {
        let set = |id: SetId| values.set(id);
        match *op {
            SetOp::Leaf(SetLeaf::Empty) => Some(BitSet::new(self.base.size())),
            SetOp::Leaf(SetLeaf::Universe) => Some(BitSet::full(self.base.size())),
            SetOp::Leaf(SetLeaf::Base(symbol)) => self.base.set(self.graph.name(symbol)),
            SetOp::Leaf(SetLeaf::Class(relation, number)) => {
                classes(self.graph, relation, self.base)?.into_iter().nth(number as usize)
            }
            SetOp::Union(a, b) => both(set(a), set(b), BitSet::union),
            SetOp::Inter(a, b) => both(set(a), set(b), BitSet::inter),
            SetOp::Minus(a, b) => both(set(a), set(b), BitSet::minus),
            SetOp::Domain(_) | SetOp::Range(_) => None,
        }
    }

    fn rel(&mut self, op: &RelOp<RelLeaf>, values: &Values<Sets, Rels>) -> Rels {
        let (set, rel) = (|id: SetId| values.set(id), |id: RelId| values.rel(id));
        match *op {
            RelOp::Leaf(RelLeaf::Empty) => Some(BitMatrix::new(self.base.size())),
            RelOp::Leaf(RelLeaf::Base(symbol)) => self.base.relation(self.graph.name(symbol)),
            RelOp::Union(a, b) => both(rel(a), rel(b), BitMatrix::union),
            RelOp::Inter(a, b) => both(rel(a), rel(b), BitMatrix::inter),
            RelOp::Minus(a, b) => both(rel(a), rel(b), BitMatrix::minus),
            RelOp::RestrictDomain(s, a) => Some(rel(a).as_ref()?.restrict_domain(set(s).as_ref()?)),
            RelOp::RestrictRange(a, s) => Some(rel(a).as_ref()?.restrict_range(set(s).as_ref()?)),
            RelOp::Inverse(a) => rel(a).as_ref().map(BitMatrix::inverse),
            RelOp::Diagonal(s) => set(s).as_ref().map(BitMatrix::diagonal),
            RelOp::Product(s, t) => Some(BitMatrix::product(set(s).as_ref()?, set(t).as_ref()?)),
            RelOp::Variable(_) | RelOp::Seq(..) | RelOp::Plus(_) | RelOp::Order(..) => None,
        }
    }

    fn empty(&mut self) -> Rels {
        None
    }

    fn undefined(&mut self, _: VariableId) -> Rels {
        None
    }

    fn rounds(&self, _: usize) -> usize {
        1
    }
}
