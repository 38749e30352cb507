//! Whether relations only grow as others do (Kater's monotone reasoning): what may be recursive, and which axioms prune a search.

use super::fold::{Fold, Values};
use super::op::{RelId, RelOp, SetId, SetOp, VariableId};

/// How a set or relation changes with what it depends on, from the least to the most that may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Polarity {
    /// It does not depend on that.
    Constant,
    /// It is monotone: it has no less where that has more.
    Monotone,
    /// It may shrink: it is made by taking away something monotone.
    Mixed,
}

/// Computes polarities, given those of what a graph begins with.
pub struct Polarities<F, G, V> {
    /// The polarity of a given set.
    pub set: F,
    /// The polarity of a given relation.
    pub rel: G,
    /// The polarity of a variable whose definition is being elaborated.
    pub variable: V,
}

fn minus(a: Polarity, b: Polarity) -> Polarity {
    if b == Polarity::Constant { a } else { Polarity::Mixed }
}

impl<S, R, F, G, V> Fold<S, R> for Polarities<F, G, V>
where
    F: Fn(&S) -> Polarity,
    G: Fn(&R) -> Polarity,
    V: Fn(VariableId) -> Polarity,
{
    type Set = Polarity;
    type Rel = Polarity;

    fn set(&mut self, op: &SetOp<S>, values: &Values<Polarity, Polarity>) -> Polarity {
        let set = |id: SetId| *values.set(id);
        match *op {
            SetOp::Leaf(ref leaf) => (self.set)(leaf),
            SetOp::Union(a, b) | SetOp::Inter(a, b) => set(a).max(set(b)),
            SetOp::Minus(a, b) => minus(set(a), set(b)),
            SetOp::Domain(a) | SetOp::Range(a) => *values.rel(a),
        }
    }

    fn rel(&mut self, op: &RelOp<R>, values: &Values<Polarity, Polarity>) -> Polarity {
        let (set, rel) = (|id: SetId| *values.set(id), |id: RelId| *values.rel(id));
        match *op {
            RelOp::Leaf(ref leaf) => (self.rel)(leaf),
            RelOp::Variable(variable) => (self.variable)(variable),
            RelOp::Union(a, b) | RelOp::Inter(a, b) | RelOp::Seq(a, b) => rel(a).max(rel(b)),
            RelOp::Minus(a, b) => minus(rel(a), rel(b)),
            RelOp::RestrictDomain(s, a) | RelOp::RestrictRange(a, s) => set(s).max(rel(a)),
            RelOp::Inverse(a) | RelOp::Plus(a) => rel(a),
            RelOp::Diagonal(s) => set(s),
            RelOp::Product(s, t) => set(s).max(set(t)),
            RelOp::Order(a, b, _) if rel(a).max(rel(b)) == Polarity::Constant => Polarity::Constant,
            RelOp::Order(..) => Polarity::Mixed,
        }
    }

    fn empty(&mut self) -> Polarity {
        Polarity::Constant
    }

    fn undefined(&mut self, variable: VariableId) -> Polarity {
        (self.variable)(variable)
    }

    /// Each round but the last raises a variable, which can be raised twice.
    fn rounds(&self, variables: usize) -> usize {
        2 * variables + 1
    }
}
