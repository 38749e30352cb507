//! May/must bounds: what a set or relation holds in some execution, and what in every one.

use crate::cat::core::{Fold, RelId, RelOp, SetId, SetOp, Values, VariableId};
use crate::matrix::{BitMatrix, BitSet};

/// Bounds of a set.
#[derive(Clone, Debug, PartialEq)]
pub struct SetBounds {
    /// What may be in it.
    pub may: BitSet,
    /// What must be in it.
    pub must: BitSet,
}

/// Bounds of a relation.
#[derive(Clone, Debug, PartialEq)]
pub struct RelBounds {
    /// What may be in it.
    pub may: BitMatrix,
    /// What must be in it.
    pub must: BitMatrix,
}

impl SetBounds {
    /// Of a set that is the same in all executions.
    pub fn known(value: BitSet) -> Self {
        SetBounds { may: value.clone(), must: value }
    }
}

impl RelBounds {
    /// Of a relation that is the same in all executions.
    pub fn known(value: BitMatrix) -> Self {
        RelBounds { may: value.clone(), must: value }
    }
}

/// The bounds of nodes.
pub type AllBounds = Values<SetBounds, RelBounds>;

/// The fold that computes bounds of operations; the bounds of leaves are given.
pub struct Bounds {
    /// How many events there are.
    pub n: usize,
}

fn sets(a: &SetBounds, operation: impl Fn(&BitSet) -> BitMatrix) -> RelBounds {
    RelBounds { may: operation(&a.may), must: operation(&a.must) }
}

fn each(a: &RelBounds, operation: impl Fn(&BitMatrix) -> BitMatrix) -> RelBounds {
    RelBounds { may: operation(&a.may), must: operation(&a.must) }
}

fn both(a: &RelBounds, b: &RelBounds, operation: impl Fn(&BitMatrix, &BitMatrix) -> BitMatrix) -> RelBounds {
    RelBounds { may: operation(&a.may, &b.may), must: operation(&a.must, &b.must) }
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
            SetOp::Domain(a) => SetBounds { may: rel(a).may.domain(), must: rel(a).must.domain() },
            SetOp::Range(a) => SetBounds { may: rel(a).may.range(), must: rel(a).must.range() },
        }
    }

    fn rel(&mut self, op: &RelOp<R>, values: &AllBounds) -> RelBounds {
        let (set, rel) = (|id: SetId| values.set(id), |id: RelId| values.rel(id));
        match *op {
            RelOp::Leaf(_) | RelOp::Variable(_) => unreachable!("the bounds of leaves are given"),
            RelOp::Union(a, b) => both(rel(a), rel(b), BitMatrix::union),
            RelOp::Inter(a, b) => both(rel(a), rel(b), BitMatrix::inter),
            RelOp::Minus(a, b) => {
                let (a, b) = (rel(a), rel(b));
                RelBounds { may: a.may.minus(&b.must), must: a.must.minus(&b.may) }
            }
            RelOp::Seq(a, b) => both(rel(a), rel(b), BitMatrix::seq),
            RelOp::RestrictDomain(s, a) => RelBounds {
                may: rel(a).may.restrict_domain(&set(s).may),
                must: rel(a).must.restrict_domain(&set(s).must),
            },
            RelOp::RestrictRange(a, s) => RelBounds {
                may: rel(a).may.restrict_range(&set(s).may),
                must: rel(a).must.restrict_range(&set(s).must),
            },
            RelOp::Inverse(a) => each(rel(a), BitMatrix::inverse),
            RelOp::Plus(a) => each(rel(a), BitMatrix::closure),
            RelOp::Diagonal(s) => sets(set(s), BitMatrix::diagonal),
            RelOp::Product(s, t) => RelBounds {
                may: BitMatrix::product(&set(s).may, &set(t).may),
                must: BitMatrix::product(&set(s).must, &set(t).must),
            },
        }
    }

    fn empty(&mut self) -> RelBounds {
        RelBounds::known(BitMatrix::new(self.n))
    }

    fn undefined(&mut self, _: VariableId) -> RelBounds {
        unreachable!("the variables of an elaborated model are defined")
    }

    /// Every round but the last adds a pair to a bound.
    fn rounds(&self, variables: usize) -> usize {
        2 * variables * self.n * self.n + 1
    }
}
