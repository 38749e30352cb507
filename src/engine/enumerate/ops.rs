//! The operations that models are planned as.

use crate::matrix::{BitMatrix, BitSet};
use std::rc::Rc;

/// The number of a relation of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rel(pub u32);

/// The number of a set of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set(pub u32);

/// What an execution provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// Reads-from.
    Rf,
    /// Coherence.
    Co,
    /// `rf^-1 ; co`.
    Fr,
    /// Of one location.
    Loc,
    /// Arrives that a wait is for.
    Barrier,
}

impl Input {
    /// All of them.
    pub const ALL: [Input; 5] = [Input::Rf, Input::Co, Input::Fr, Input::Loc, Input::Barrier];

    /// That of this name.
    pub fn named(name: &str) -> Option<Input> {
        let named = ["rf", "co", "fr", "loc", "barrier"].iter().zip(Input::ALL).find(|(known, _)| **known == name);
        named.map(|(_, input)| input)
    }
}

/// How a set or relation comes about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A relation that is the same in all executions.
    Known(Rc<BitMatrix>),
    /// A relation that is provided.
    Input(Input),
    /// `a | b`
    Union(Rel, Rel),
    /// `a & b`
    Inter(Rel, Rel),
    /// `a \ b`
    Minus(Rel, Rel),
    /// `a ; b`
    Seq(Rel, Rel),
    /// `[s] ; a`
    From(Set, Rel),
    /// `a ; [s]`
    To(Rel, Set),
    /// `a^-1`
    Inverse(Rel),
    /// `a+`
    Plus(Rel),
    /// `[s]`
    Diagonal(Set),
    /// `s * t`
    Product(Set, Set),
    /// A set that is the same in all executions.
    KnownSet(Rc<BitSet>),
    /// The events executed.
    Executed,
    /// `a | b` of sets.
    SetUnion(Set, Set),
    /// `a & b` of sets.
    SetInter(Set, Set),
    /// `a \ b` of sets.
    SetMinus(Set, Set),
    /// `domain(a)`
    Domain(Rel),
    /// `range(a)`
    Range(Rel),
}

impl Op {
    /// The numbers of what it is of.
    pub fn operands(&self) -> impl Iterator<Item = u32> {
        let (a, b) = match self {
            Op::Known(_) | Op::Input(_) | Op::KnownSet(_) | Op::Executed => (None, None),
            Op::Union(a, b) | Op::Inter(a, b) | Op::Minus(a, b) | Op::Seq(a, b) => (Some(a.0), Some(b.0)),
            Op::From(s, a) | Op::To(a, s) => (Some(s.0), Some(a.0)),
            Op::Product(s, t) | Op::SetUnion(s, t) | Op::SetInter(s, t) | Op::SetMinus(s, t) => (Some(s.0), Some(t.0)),
            Op::Inverse(a) | Op::Plus(a) | Op::Domain(a) | Op::Range(a) => (Some(a.0), None),
            Op::Diagonal(s) => (Some(s.0), None),
        };
        a.into_iter().chain(b)
    }

    /// The same of operands with other numbers.
    pub fn renumbered(&self, new: impl Fn(u32) -> u32) -> Op {
        let (rel, set) = (|rel: &Rel| Rel(new(rel.0)), |set: &Set| Set(new(set.0)));
        match self {
            Op::Known(_) | Op::Input(_) | Op::KnownSet(_) | Op::Executed => self.clone(),
            Op::Union(a, b) => Op::Union(rel(a), rel(b)),
            Op::Inter(a, b) => Op::Inter(rel(a), rel(b)),
            Op::Minus(a, b) => Op::Minus(rel(a), rel(b)),
            Op::Seq(a, b) => Op::Seq(rel(a), rel(b)),
            Op::From(s, a) => Op::From(set(s), rel(a)),
            Op::To(a, s) => Op::To(rel(a), set(s)),
            Op::Inverse(a) => Op::Inverse(rel(a)),
            Op::Plus(a) => Op::Plus(rel(a)),
            Op::Diagonal(s) => Op::Diagonal(set(s)),
            Op::Product(s, t) => Op::Product(set(s), set(t)),
            Op::SetUnion(s, t) => Op::SetUnion(set(s), set(t)),
            Op::SetInter(s, t) => Op::SetInter(set(s), set(t)),
            Op::SetMinus(s, t) => Op::SetMinus(set(s), set(t)),
            Op::Domain(a) => Op::Domain(rel(a)),
            Op::Range(a) => Op::Range(rel(a)),
        }
    }

    /// Whether it makes a relation.
    pub fn is_relation(&self) -> bool {
        !matches!(
            self,
            Op::KnownSet(_)
                | Op::Executed
                | Op::SetUnion(..)
                | Op::SetInter(..)
                | Op::SetMinus(..)
                | Op::Domain(_)
                | Op::Range(_)
        )
    }
}
