//! Sets and binary relations over small integers, as bits.

#[cfg(test)]
mod tests;

const WORD: usize = u64::BITS as usize;

fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
        rest.take_while(|&word| word != 0).map(move |word| i * WORD + word.trailing_zeros() as usize)
    })
}

fn combine(a: &[u64], b: &[u64], operator: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    a.iter().zip(b).map(|(&a, &b)| operator(a, b)).collect()
}

fn add(to: &mut [u64], from: &[u64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
}

/// A set of numbers below `n`. Operations take sets of the same `n`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BitSet {
    n: usize,
    words: Vec<u64>,
}

impl BitSet {
    /// The empty set.
    pub fn new(n: usize) -> Self {
        BitSet { n, words: vec![0; n.div_ceil(WORD)] }
    }

    /// The numbers below `n` for which `member` holds.
    pub fn from_fn(n: usize, member: impl Fn(usize) -> bool) -> Self {
        let mut set = BitSet::new(n);
        (0..n).filter(|&i| member(i)).for_each(|i| set.insert(i));
        set
    }

    /// All numbers below `n`.
    pub fn full(n: usize) -> Self {
        BitSet::from_fn(n, |_| true)
    }

    /// The bound `n`.
    pub fn size(&self) -> usize {
        self.n
    }

    /// Whether a number is in it.
    pub fn contains(&self, i: usize) -> bool {
        i < self.n && self.words[i / WORD] >> (i % WORD) & 1 == 1
    }

    /// Adds a number below `n`.
    pub fn insert(&mut self, i: usize) {
        assert!(i < self.n, "{i} is not below {}", self.n);
        self.words[i / WORD] |= 1 << (i % WORD);
    }

    /// Whether there is no number in it.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The numbers in it, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        ones(&self.words)
    }

    fn with(&self, other: &Self, operator: impl Fn(u64, u64) -> u64) -> Self {
        BitSet { n: self.n, words: combine(&self.words, &other.words, operator) }
    }

    /// What is in either.
    pub fn union(&self, other: &Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    /// What is in both.
    pub fn inter(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    /// What is in this one only.
    pub fn minus(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & !b)
    }
}

/// A relation over the numbers below `n`. Operations take relations and sets of the same `n`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BitMatrix {
    n: usize,
    /// Words per row.
    stride: usize,
    words: Vec<u64>,
}

impl BitMatrix {
    /// The empty relation.
    pub fn new(n: usize) -> Self {
        let stride = n.div_ceil(WORD);
        BitMatrix { n, stride, words: vec![0; n * stride] }
    }

    /// The pairs for which `related` holds.
    pub fn from_fn(n: usize, related: impl Fn(usize, usize) -> bool) -> Self {
        let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        BitMatrix::from_pairs(n, pairs.filter(|&(i, j)| related(i, j)))
    }

    /// These pairs.
    pub fn from_pairs(n: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut matrix = BitMatrix::new(n);
        pairs.into_iter().for_each(|(i, j)| matrix.insert(i, j));
        matrix
    }

    /// Each number of a set, related to itself.
    pub fn diagonal(set: &BitSet) -> Self {
        BitMatrix::from_pairs(set.n, set.iter().map(|i| (i, i)))
    }

    /// Every number of one set, related to every number of another.
    pub fn product(left: &BitSet, right: &BitSet) -> Self {
        let mut matrix = BitMatrix::new(left.n);
        left.iter().for_each(|i| add(matrix.words_of_mut(i), &right.words));
        matrix
    }

    /// The bound `n`.
    pub fn size(&self) -> usize {
        self.n
    }

    /// Whether a pair is in it.
    pub fn contains(&self, i: usize, j: usize) -> bool {
        i < self.n && j < self.n && self.words[i * self.stride + j / WORD] >> (j % WORD) & 1 == 1
    }

    /// Adds a pair of numbers below `n`.
    pub fn insert(&mut self, i: usize, j: usize) {
        assert!(i < self.n && j < self.n, "({i}, {j}) is not below {}", self.n);
        self.words[i * self.stride + j / WORD] |= 1 << (j % WORD);
    }

    /// The successors of a number.
    pub fn row(&self, i: usize) -> BitSet {
        BitSet { n: self.n, words: self.words_of(i).to_vec() }
    }

    /// The pairs in it, in order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.n).flat_map(|i| ones(self.words_of(i)).map(move |j| (i, j)))
    }

    /// Whether there is no pair in it.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Whether no number is related to itself.
    pub fn is_irreflexive(&self) -> bool {
        (0..self.n).all(|i| !self.contains(i, i))
    }

    /// Whether no path leads from a number back to it.
    pub fn is_acyclic(&self) -> bool {
        let mut left = BitSet::full(self.n);
        // Takes away what leads to nothing that is left; what then remains lies on or before a cycle.
        loop {
            let next = BitSet::from_fn(self.n, |i| left.contains(i) && self.reaches(i, &left));
            if next == left {
                return left.is_empty();
            }
            left = next;
        }
    }

    fn reaches(&self, i: usize, set: &BitSet) -> bool {
        self.words_of(i).iter().zip(&set.words).any(|(a, b)| a & b != 0)
    }

    fn words_of(&self, i: usize) -> &[u64] {
        &self.words[i * self.stride..(i + 1) * self.stride]
    }

    fn words_of_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.words[i * self.stride..(i + 1) * self.stride]
    }

    fn with(&self, other: &Self, operator: impl Fn(u64, u64) -> u64) -> Self {
        BitMatrix { words: combine(&self.words, &other.words, operator), ..*self }
    }

    /// What is in either.
    pub fn union(&self, other: &Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    /// What is in both.
    pub fn inter(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    /// What is in this one only.
    pub fn minus(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    /// A step of this one, then a step of the other.
    pub fn seq(&self, other: &Self) -> Self {
        let mut matrix = BitMatrix::new(self.n);
        self.iter().for_each(|(i, j)| add(matrix.words_of_mut(i), other.words_of(j)));
        matrix
    }

    /// Every pair turned round.
    pub fn inverse(&self) -> Self {
        BitMatrix::from_pairs(self.n, self.iter().map(|(i, j)| (j, i)))
    }

    /// One step or more (Warshall's algorithm).
    pub fn closure(&self) -> Self {
        let mut matrix = self.clone();
        for k in 0..self.n {
            let through = matrix.words_of(k).to_vec();
            for i in 0..self.n {
                if matrix.contains(i, k) {
                    add(matrix.words_of_mut(i), &through);
                }
            }
        }
        matrix
    }

    /// The numbers that have a successor.
    pub fn domain(&self) -> BitSet {
        BitSet::from_fn(self.n, |i| self.words_of(i).iter().any(|&word| word != 0))
    }

    /// The numbers that have a predecessor.
    pub fn range(&self) -> BitSet {
        let mut set = BitSet::new(self.n);
        (0..self.n).for_each(|i| add(&mut set.words, self.words_of(i)));
        set
    }

    /// The classes of an equivalence over its domain, in order of their least members; `None` if it is none.
    pub fn classes(&self) -> Option<Vec<BitSet>> {
        if *self != self.inverse() || *self != self.closure() {
            return None;
        }
        let rows = self.domain().iter().map(|i| (i, self.row(i))).collect::<Vec<_>>();
        Some(rows.into_iter().filter(|(i, row)| row.iter().next() == Some(*i)).map(|(_, row)| row).collect())
    }
}
