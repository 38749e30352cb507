//! Sets and binary relations over small integers, as bits.

pub mod rows;
#[cfg(test)]
mod tests;

/// Words a relation holds without allocation: tests of two threads have about as many events, of one word each.
const INLINE: usize = 12;

use rows::ones;
pub use rows::words;
use smallvec::{SmallVec, smallvec};

/// A set of numbers below `n`. Operations take sets of the same `n`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BitSet {
    n: usize,
    /// A test seldom has more than 64 events.
    words: SmallVec<[u64; 1]>,
}

impl BitSet {
    /// The empty set of numbers below `n`.
    pub fn new(n: usize) -> Self {
        BitSet { n, words: smallvec![0; words(n)] }
    }

    /// The numbers below `n` for which `member` holds.
    pub fn from_fn(n: usize, member: impl Fn(usize) -> bool) -> Self {
        let mut set = BitSet::new(n);
        rows::fill(&mut set.words, n, member);
        set
    }

    /// The set of all numbers below `n`.
    pub fn full(n: usize) -> Self {
        BitSet::from_fn(n, |_| true)
    }

    /// The bound `n` of the members, not how many there are.
    pub fn size(&self) -> usize {
        self.n
    }

    /// Whether a number is in the set; numbers from `n` on are in none.
    pub fn contains(&self, i: impl Into<usize>) -> bool {
        let i = i.into();
        i < self.n && rows::contains(&self.words, i)
    }

    /// Adds a number, which must be below `n`.
    ///
    /// # Panics
    /// The number is not below `n`.
    pub fn insert(&mut self, i: usize) {
        assert!(i < self.n, "{i} is not below {}", self.n);
        rows::insert(&mut self.words, i);
    }

    /// The bits, 64 a word: bit `i % 64` of word `i / 64` is set if `i` is in the set.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether it is a subset of another.
    pub fn is_within(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(&a, &b)| a & !b == 0)
    }

    /// Whether the set has no member.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The members, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        ones(&self.words)
    }

    fn zip_words(&self, other: &Self, operator: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = smallvec![0; self.words.len()];
        rows::zip(&mut words, &self.words, &other.words, operator);
        BitSet { n: self.n, words }
    }

    /// Adds all that another holds: the union in place.
    pub fn add_all(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// `a | b`: what is in this one or in the other.
    pub fn union(&self, other: &Self) -> Self {
        self.zip_words(other, |a, b| a | b)
    }

    /// `a & b`: what is in this one and in the other.
    pub fn inter(&self, other: &Self) -> Self {
        self.zip_words(other, |a, b| a & b)
    }

    /// `a \ b`: what is in this one and not in the other.
    pub fn minus(&self, other: &Self) -> Self {
        self.zip_words(other, |a, b| a & !b)
    }
}

/// A relation over the numbers below `n`. Operations take relations and sets of the same `n`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BitMatrix {
    n: usize,
    /// How many words a row has: `words(n)`.
    stride: usize,
    words: SmallVec<[u64; INLINE]>,
}

impl BitMatrix {
    /// The empty relation over the numbers below `n`.
    pub fn new(n: usize) -> Self {
        let stride = words(n);
        BitMatrix { n, stride, words: smallvec![0; n * stride] }
    }

    /// The pairs for which `related` holds.
    pub fn from_fn(n: usize, related: impl Fn(usize, usize) -> bool) -> Self {
        let mut matrix = BitMatrix::new(n);
        let stride = matrix.stride;
        for i in 0..n {
            rows::fill(&mut matrix.words[i * stride..(i + 1) * stride], n, |j| related(i, j));
        }
        matrix
    }

    /// The relation of these pairs.
    ///
    /// # Panics
    /// A number is not below `n`.
    pub fn from_pairs(n: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut matrix = BitMatrix::new(n);
        pairs.into_iter().for_each(|(i, j)| matrix.insert(i, j));
        matrix
    }

    /// Each number of a set, related to itself.
    pub fn diagonal(set: &BitSet) -> Self {
        BitMatrix::computed(set.n, |to, n| rows::diagonal(to, &set.words, n))
    }

    /// Every number of one set, related to every number of another.
    pub fn product(left: &BitSet, right: &BitSet) -> Self {
        BitMatrix::computed(left.n, |to, n| rows::product(to, &left.words, &right.words, n))
    }

    /// The relation whose rows `compute` writes, given the words of the empty relation and `n`.
    fn computed(n: usize, compute: impl Fn(&mut [u64], usize)) -> Self {
        let mut matrix = BitMatrix::new(n);
        compute(&mut matrix.words, n);
        matrix
    }

    /// The bits, row by row, each row of `words(n)` words.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether it is a subset of another.
    pub fn is_within(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(&a, &b)| a & !b == 0)
    }

    /// Whether no pair is in both.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(&a, &b)| a & b == 0)
    }

    /// The pairs whose first number is in a set.
    pub fn restrict_domain(&self, set: &BitSet) -> Self {
        BitMatrix::computed(self.n, |to, n| rows::restrict_domain(to, &set.words, &self.words, n))
    }

    /// `a ; [s]`: the pairs whose second number is in the set.
    pub fn restrict_range(&self, set: &BitSet) -> Self {
        BitMatrix::computed(self.n, |to, n| rows::restrict_range(to, &self.words, &set.words, n))
    }

    /// The bound `n` of the members, not how many there are.
    pub fn size(&self) -> usize {
        self.n
    }

    /// Whether a pair is in the relation; a pair with a number from `n` on never is.
    pub fn contains(&self, i: impl Into<usize>, j: impl Into<usize>) -> bool {
        let (i, j) = (i.into(), j.into());
        i < self.n && j < self.n && rows::contains(self.row_words(i), j)
    }

    /// Adds a pair of numbers, which must be below `n`.
    ///
    /// # Panics
    /// One of the numbers is not below `n`.
    pub fn insert(&mut self, i: usize, j: usize) {
        assert!(i < self.n && j < self.n, "({i}, {j}) is not below {}", self.n);
        rows::insert(&mut self.words[i * self.stride..(i + 1) * self.stride], j);
    }

    /// The successors of a number: those that it is related to.
    pub fn row(&self, i: impl Into<usize>) -> BitSet {
        BitSet { n: self.n, words: SmallVec::from_slice(self.row_words(i.into())) }
    }

    /// The pairs, in ascending order of the first number, then of the second.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.n).flat_map(|i| ones(self.row_words(i)).map(move |j| (i, j)))
    }

    /// Whether the relation has no pair.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Whether no number is related to itself.
    pub fn is_irreflexive(&self) -> bool {
        rows::is_irreflexive(&self.words, self.n)
    }

    /// Whether no path leads from a number back to it.
    pub fn is_acyclic(&self) -> bool {
        rows::is_acyclic(&self.words, self.n)
    }

    fn row_words(&self, i: usize) -> &[u64] {
        &self.words[i * self.stride..(i + 1) * self.stride]
    }

    fn zip_words(&self, other: &Self, operator: impl Fn(u64, u64) -> u64) -> Self {
        BitMatrix::computed(self.n, |to, _| rows::zip(to, &self.words, &other.words, &operator))
    }

    /// Adds all that another holds: the union in place.
    pub fn add_all(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// `a | b`: what is in this one or in the other.
    pub fn union(&self, other: &Self) -> Self {
        self.zip_words(other, |a, b| a | b)
    }

    /// `a & b`: what is in this one and in the other.
    pub fn inter(&self, other: &Self) -> Self {
        self.zip_words(other, |a, b| a & b)
    }

    /// `a \ b`: what is in this one and not in the other.
    pub fn minus(&self, other: &Self) -> Self {
        self.zip_words(other, |a, b| a & !b)
    }

    /// `a ; b`: a step of this one, then a step of the other.
    pub fn seq(&self, other: &Self) -> Self {
        BitMatrix::computed(self.n, |to, n| rows::seq(to, &self.words, &other.words, n))
    }

    /// `a^-1`: the pairs with first and second number exchanged.
    pub fn inverse(&self) -> Self {
        BitMatrix::computed(self.n, |to, n| rows::inverse(to, &self.words, n))
    }

    /// `a+`, the transitive closure: from each number to those that one step or more reach.
    pub fn closure(&self) -> Self {
        let mut matrix = self.clone();
        rows::close(&mut matrix.words, self.n);
        matrix
    }

    /// The numbers that have a successor.
    pub fn domain(&self) -> BitSet {
        let mut set = BitSet::new(self.n);
        rows::domain(&mut set.words, &self.words, self.n);
        set
    }

    /// The numbers that have a predecessor.
    pub fn range(&self) -> BitSet {
        let mut set = BitSet::new(self.n);
        rows::range(&mut set.words, &self.words, self.n);
        set
    }

    /// The classes of an equivalence over its domain, in order of their least members; `None` if the relation is no equivalence.
    pub fn classes(&self) -> Option<Vec<BitSet>> {
        if *self != self.inverse() || *self != self.closure() {
            return None;
        }
        let rows = self.domain().iter().map(|i| (i, self.row(i))).collect::<Vec<_>>();
        Some(rows.into_iter().filter(|(i, row)| row.iter().next() == Some(*i)).map(|(_, row)| row).collect())
    }
}
