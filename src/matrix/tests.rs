//! Tests of the matrices.

use super::{BitMatrix, BitSet};
use proptest::prelude::*;

fn matrices() -> impl Strategy<Value = (BitMatrix, BitMatrix)> {
    prop_oneof![1usize..6, 62usize..67].prop_flat_map(|n| {
        let pairs = || prop::collection::vec((0..n, 0..n), 0..2 * n);
        (pairs(), pairs()).prop_map(move |(a, b)| (BitMatrix::from_pairs(n, a), BitMatrix::from_pairs(n, b)))
    })
}

fn path(matrix: &BitMatrix, from: usize, to: usize) -> bool {
    let mut seen = vec![false; matrix.size()];
    let mut open = vec![from];
    while let Some(i) = open.pop() {
        for j in (0..matrix.size()).filter(|&j| matrix.contains(i, j)) {
            if !std::mem::replace(&mut seen[j], true) {
                open.push(j);
            }
        }
    }
    seen[to]
}

proptest! {
    #[test]
    fn operators_pair_by_pair((a, b) in matrices()) {
        let n = a.size();
        let pairs = |f: &dyn Fn(usize, usize) -> bool| BitMatrix::from_fn(n, f);
        prop_assert_eq!(a.union(&b), pairs(&|i, j| a.contains(i, j) || b.contains(i, j)));
        prop_assert_eq!(a.inter(&b), pairs(&|i, j| a.contains(i, j) && b.contains(i, j)));
        prop_assert_eq!(a.minus(&b), pairs(&|i, j| a.contains(i, j) && !b.contains(i, j)));
        prop_assert_eq!(a.seq(&b), pairs(&|i, j| (0..n).any(|k| a.contains(i, k) && b.contains(k, j))));
        prop_assert_eq!(a.inverse(), pairs(&|i, j| a.contains(j, i)));
        prop_assert_eq!(a.closure(), pairs(&|i, j| path(&a, i, j)));
        prop_assert_eq!(a.is_acyclic(), (0..n).all(|i| !path(&a, i, i)));
        prop_assert_eq!(a.is_acyclic(), a.closure().is_irreflexive());
        prop_assert_eq!(a.domain(), BitSet::from_fn(n, |i| (0..n).any(|j| a.contains(i, j))));
        prop_assert_eq!(a.range(), BitSet::from_fn(n, |j| (0..n).any(|i| a.contains(i, j))));
        prop_assert_eq!(BitMatrix::from_pairs(n, a.iter()), a.clone());
        let (domain, range) = (a.domain(), b.range());
        let product = pairs(&|i, j| domain.contains(i) && range.contains(j));
        prop_assert_eq!(BitMatrix::product(&domain, &range), product);
        prop_assert_eq!(BitMatrix::diagonal(&domain), pairs(&|i, j| i == j && domain.contains(i)));
        prop_assert_eq!(domain.minus(&range).union(&domain.inter(&range)), domain);
    }
}

#[test]
fn classes() {
    let members =
        |classes: Vec<BitSet>| classes.iter().map(|class| class.iter().collect::<Vec<_>>()).collect::<Vec<_>>();
    let parity = BitMatrix::from_fn(5, |i, j| i != 4 && j != 4 && i % 2 == j % 2);
    assert_eq!(parity.classes().map(members), Some(vec![vec![0, 2], vec![1, 3]]));
    assert_eq!(BitMatrix::from_fn(3, |i, j| i <= j).classes(), None);
    assert_eq!(BitMatrix::new(3).classes(), Some(vec![]));
}

#[test]
fn nothing_at_all() {
    assert!(BitMatrix::new(0).is_acyclic() && BitMatrix::new(0).closure().is_empty() && BitSet::full(0).is_empty());
}
