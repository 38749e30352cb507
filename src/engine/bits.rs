//! The algebra of one concrete execution.

use crate::cat::algebra::Algebra;
use crate::matrix::{BitMatrix, BitSet};
use std::collections::HashMap;

/// Sets and relations over the events `0..n` of one execution, as bits.
#[derive(Clone, Debug)]
pub struct Bits {
    universe: BitSet,
    sets: HashMap<String, BitSet>,
    relations: HashMap<String, BitMatrix>,
}

impl Bits {
    /// The execution with `n` events and these base sets and relations. `_` is all events unless `sets` says
    /// otherwise, and `id` relates each of them to itself unless `relations` does.
    pub fn new(n: usize, sets: HashMap<String, BitSet>, relations: HashMap<String, BitMatrix>) -> Self {
        let universe = sets.get("_").cloned().unwrap_or_else(|| BitSet::full(n));
        Bits { universe, sets, relations }
    }

    fn size(&self) -> usize {
        self.universe.size()
    }
}

impl Algebra for Bits {
    type Set = BitSet;
    type Rel = BitMatrix;
    type Truth = bool;

    fn base_set(&mut self, name: &str) -> Option<BitSet> {
        self.sets.get(name).cloned()
    }

    fn base_rel(&mut self, name: &str) -> Option<BitMatrix> {
        match self.relations.get(name) {
            None if name == "id" => Some(BitMatrix::diagonal(&self.universe)),
            given => given.cloned(),
        }
    }

    fn empty_set(&mut self) -> BitSet {
        BitSet::new(self.size())
    }

    fn universe(&mut self) -> BitSet {
        self.universe.clone()
    }

    fn set_union(&mut self, a: &BitSet, b: &BitSet) -> BitSet {
        a.union(b)
    }

    fn set_inter(&mut self, a: &BitSet, b: &BitSet) -> BitSet {
        a.inter(b)
    }

    fn set_minus(&mut self, a: &BitSet, b: &BitSet) -> BitSet {
        a.minus(b)
    }

    fn empty_rel(&mut self) -> BitMatrix {
        BitMatrix::new(self.size())
    }

    fn union(&mut self, a: &BitMatrix, b: &BitMatrix) -> BitMatrix {
        a.union(b)
    }

    fn inter(&mut self, a: &BitMatrix, b: &BitMatrix) -> BitMatrix {
        a.inter(b)
    }

    fn minus(&mut self, a: &BitMatrix, b: &BitMatrix) -> BitMatrix {
        a.minus(b)
    }

    fn seq(&mut self, a: &BitMatrix, b: &BitMatrix) -> BitMatrix {
        a.seq(b)
    }

    fn inverse(&mut self, a: &BitMatrix) -> BitMatrix {
        a.inverse()
    }

    fn plus(&mut self, a: &BitMatrix) -> BitMatrix {
        a.closure()
    }

    fn diagonal(&mut self, s: &BitSet) -> BitMatrix {
        BitMatrix::diagonal(s)
    }

    fn product(&mut self, s: &BitSet, t: &BitSet) -> BitMatrix {
        BitMatrix::product(s, t)
    }

    fn domain(&mut self, r: &BitMatrix) -> BitSet {
        r.domain()
    }

    fn range(&mut self, r: &BitMatrix) -> BitSet {
        r.range()
    }

    fn classes(&mut self, r: &BitMatrix) -> Option<Vec<BitSet>> {
        r.classes()
    }

    fn same(&self, a: &BitMatrix, b: &BitMatrix) -> bool {
        a == b
    }

    fn fixpoint_bound(&self, relations: usize) -> usize {
        // Every round but the last adds a pair.
        self.size() * self.size() * relations + 1
    }

    fn acyclic(&mut self, r: &BitMatrix) -> bool {
        r.is_acyclic()
    }

    fn irreflexive(&mut self, r: &BitMatrix) -> bool {
        r.is_irreflexive()
    }

    fn is_empty(&mut self, r: &BitMatrix) -> bool {
        r.is_empty()
    }

    fn is_empty_set(&mut self, s: &BitSet) -> bool {
        s.is_empty()
    }

    fn not(&mut self, t: &bool) -> bool {
        !t
    }
}
