//! May/must bounds: what a set or relation holds in some execution, and what in every one.

use crate::cat::core::{Fold, RelId, RelOp, SetId, SetOp, Values, VariableId};
use crate::matrix::{BitMatrix, BitSet};
use std::rc::Rc;

/// Bounds of a set.
#[derive(Clone, Debug, PartialEq)]
pub struct SetBounds {
    /// What may be in it.
    pub may: BitSet,
    /// What must be in it.
    pub must: BitSet,
}

/// Bounds of a relation. Made by [`RelBounds::new`], so that bounds that meet are always `Known`.
#[derive(Clone, Debug, PartialEq)]
pub enum RelBounds {
    /// It is the same in all executions.
    Known(Rc<BitMatrix>),
    /// What may and what must be in it, which differ.
    Between(Box<(BitMatrix, BitMatrix)>),
}

impl SetBounds {
    /// Of a set that is the same in all executions.
    pub fn known(value: BitSet) -> Self {
        SetBounds { may: value.clone(), must: value }
    }
}

impl RelBounds {
    /// Of a relation that may hold this, and must hold that.
    pub fn new(may: BitMatrix, must: BitMatrix) -> Self {
        match may == must {
            true => RelBounds::Known(Rc::new(may)),
            false => RelBounds::Between(Box::new((may, must))),
        }
    }

    /// What may be in it.
    pub fn may(&self) -> &BitMatrix {
        match self {
            RelBounds::Known(value) => value,
            RelBounds::Between(bounds) => &bounds.0,
        }
    }

    /// What must be in it.
    pub fn must(&self) -> &BitMatrix {
        match self {
            RelBounds::Known(value) => value,
            RelBounds::Between(bounds) => &bounds.1,
        }
    }

    /// The bounds of an operation that is monotone in its operand.
    fn each(&self, operation: impl Fn(&BitMatrix) -> BitMatrix) -> Self {
        match self {
            RelBounds::Known(value) => RelBounds::Known(Rc::new(operation(value))),
            RelBounds::Between(bounds) => RelBounds::new(operation(&bounds.0), operation(&bounds.1)),
        }
    }

    /// The bounds of an operation that is monotone in both operands.
    fn both(&self, other: &Self, operation: impl Fn(&BitMatrix, &BitMatrix) -> BitMatrix) -> Self {
        match (self, other) {
            (RelBounds::Known(a), RelBounds::Known(b)) => RelBounds::Known(Rc::new(operation(a, b))),
            (a, b) => RelBounds::new(operation(a.may(), b.may()), operation(a.must(), b.must())),
        }
    }
}

/// The bounds of nodes.
pub type AllBounds = Values<SetBounds, RelBounds>;

/// The fold that computes bounds of operations; the bounds of leaves are given.
pub struct Bounds {
    /// How many events there are.
    pub n: usize,
}

impl<S, R> Fold<S, R> for Bounds {
    type Set = SetBounds;
    type Rel = RelBounds;

    fn set(&mut self, op: &SetOp<S>, values: &AllBounds) -> SetBounds {
        let set = |id: SetId| values.set(id);
        let rel = |id: RelId| values.rel(id);
        match *op {
            SetOp::Leaf(_) => unreachable!("the bounds of leaves are given"),
            SetOp::Union(a, b) => {
                let (a, b) = (set(a), set(b));
                SetBounds { may: a.may.union(&b.may), must: a.must.union(&b.must) }
            }
            SetOp::Inter(a, b) => {
                let (a, b) = (set(a), set(b));
                SetBounds { may: a.may.inter(&b.may), must: a.must.inter(&b.must) }
            }
            SetOp::Minus(a, b) => {
                let (a, b) = (set(a), set(b));
                SetBounds { may: a.may.minus(&b.must), must: a.must.minus(&b.may) }
            }
            SetOp::Domain(a) => SetBounds { may: rel(a).may().domain(), must: rel(a).must().domain() },
            SetOp::Range(a) => SetBounds { may: rel(a).may().range(), must: rel(a).must().range() },
        }
    }

    fn rel(&mut self, op: &RelOp<R>, values: &AllBounds) -> RelBounds {
        let (set, rel) = (|id: SetId| values.set(id), |id: RelId| values.rel(id));
        match *op {
            RelOp::Leaf(_) | RelOp::Variable(_) => unreachable!("the bounds of leaves are given"),
            RelOp::Union(a, b) => rel(a).both(rel(b), BitMatrix::union),
            RelOp::Inter(a, b) => rel(a).both(rel(b), BitMatrix::inter),
            RelOp::Minus(a, b) => {
                let (a, b) = (rel(a), rel(b));
                RelBounds::new(a.may().minus(b.must()), a.must().minus(b.may()))
            }
            RelOp::Seq(a, b) => rel(a).both(rel(b), BitMatrix::seq),
            RelOp::RestrictDomain(s, a) => {
                RelBounds::new(rel(a).may().restrict_domain(&set(s).may), rel(a).must().restrict_domain(&set(s).must))
            }
            RelOp::RestrictRange(a, s) => {
                RelBounds::new(rel(a).may().restrict_range(&set(s).may), rel(a).must().restrict_range(&set(s).must))
            }
            RelOp::Inverse(a) => rel(a).each(BitMatrix::inverse),
            RelOp::Plus(a) => rel(a).each(BitMatrix::closure),
            RelOp::Diagonal(s) => RelBounds::new(BitMatrix::diagonal(&set(s).may), BitMatrix::diagonal(&set(s).must)),
            RelOp::Order(a, _, _) => {
                let apart = BitMatrix::from_fn(self.n, |i, j| i != j);
                RelBounds::new(rel(a).may().inter(&apart), BitMatrix::new(self.n))
            }
            RelOp::Product(s, t) => RelBounds::new(
                BitMatrix::product(&set(s).may, &set(t).may),
                BitMatrix::product(&set(s).must, &set(t).must),
            ),
        }
    }

    fn empty(&mut self) -> RelBounds {
        RelBounds::Known(Rc::new(BitMatrix::new(self.n)))
    }

    fn undefined(&mut self, _: VariableId) -> RelBounds {
        unreachable!("the variables of an elaborated model are defined")
    }

    /// Every round but the last adds a pair to a bound: one that changes nothing comes by itself.
    fn rounds(&self, _: usize) -> usize {
        usize::MAX
    }
}
