//! Relations as rows of words, in memory of the caller: what [`super::BitMatrix`] and the bytecode of models compute with. Every
//! relation and set is over the numbers below `n`; a row has [`words`]`(n)` words.

use crate::allowance::spend;

/// How many bits a word has.
pub const WORD: usize = u64::BITS as usize;

/// How many words a row over the numbers below `n` has.
pub fn words(n: usize) -> usize {
    n.div_ceil(WORD)
}

/// The numbers of a row, in ascending order.
pub fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
        rest.take_while(|&word| word != 0).map(move |word| i * WORD + word.trailing_zeros() as usize)
    })
}

/// Whether a number is in a row, which must have a word for it.
pub fn contains(words: &[u64], i: usize) -> bool {
    words[i / WORD] >> (i % WORD) & 1 == 1
}

/// Puts a number into a row, which must have a word for it.
pub fn insert(words: &mut [u64], i: usize) {
    words[i / WORD] |= 1 << (i % WORD);
}

/// Takes a number out of a row, which must have a word for it.
pub fn remove(words: &mut [u64], i: usize) {
    words[i / WORD] &= !(1 << (i % WORD));
}

/// Makes a row the numbers below `n` for which `member` holds.
pub fn fill(row: &mut [u64], n: usize, member: impl Fn(usize) -> bool) {
    for (at, word) in row.iter_mut().enumerate() {
        let first = at * WORD;
        let bits = 0..WORD.min(n - first);
        *word = bits.fold(0, |word, bit| word | u64::from(member(first + bit)) << bit);
    }
}

/// Writes to each word of `to` what `operator` makes of the words of `a` and `b` at its place.
pub fn zip(to: &mut [u64], a: &[u64], b: &[u64], operator: impl Fn(u64, u64) -> u64) {
    to.iter_mut().zip(a.iter().zip(b)).for_each(|(to, (&a, &b))| *to = operator(a, b));
}

/// Adds the numbers of one row to another.
pub fn add(to: &mut [u64], from: &[u64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
}

/// Writes `a ; b`: a step of `a`, then a step of `b`.
pub fn seq(to: &mut [u64], a: &[u64], b: &[u64], n: usize) {
    let stride = words(n);
    spend(to.len());
    if stride == 1 {
        for (to, &row) in to.iter_mut().zip(a) {
            let mut rest = row;
            *to = 0;
            while rest != 0 {
                *to |= b[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
        }
        return;
    }
    to.fill(0);
    for i in 0..n {
        let row = &mut to[i * stride..(i + 1) * stride];
        ones(&a[i * stride..(i + 1) * stride]).for_each(|j| add(row, &b[j * stride..(j + 1) * stride]));
    }
}

/// Writes `[s] ; a`: the rows of `a` for the numbers of `s`, the others empty.
pub fn restrict_domain(to: &mut [u64], s: &[u64], a: &[u64], n: usize) {
    let stride = words(n);
    to.fill(0);
    for i in ones(s) {
        to[i * stride..(i + 1) * stride].copy_from_slice(&a[i * stride..(i + 1) * stride]);
    }
}

/// Writes `a ; [s]`: of each row of `a` what is in `s`.
pub fn restrict_range(to: &mut [u64], a: &[u64], s: &[u64], n: usize) {
    let stride = words(n);
    for i in 0..n {
        let at = i * stride..(i + 1) * stride;
        zip(&mut to[at.clone()], &a[at], s, |a, s| a & s);
    }
}

/// Writes `a^-1`: the pairs of `a` with first and second number exchanged.
pub fn inverse(to: &mut [u64], a: &[u64], n: usize) {
    let stride = words(n);
    to.fill(0);
    for i in 0..n {
        ones(&a[i * stride..(i + 1) * stride]).for_each(|j| insert(&mut to[j * stride..(j + 1) * stride], i));
    }
}

/// Replaces a relation by its transitive closure (Warshall's algorithm).
pub fn close(rows: &mut [u64], n: usize) {
    let stride = words(n);
    spend(rows.len());
    for k in 0..n {
        if stride == 1 {
            let through = rows[k];
            if through != 0 {
                rows.iter_mut().for_each(|row| *row |= through & (*row >> k & 1).wrapping_neg());
            }
            continue;
        }
        spend(rows.len());
        let through = rows[k * stride..(k + 1) * stride].to_vec();
        for row in rows.chunks_exact_mut(stride).filter(|row| contains(row, k)) {
            add(row, &through);
        }
    }
}

/// Whether no number is related to itself.
pub fn is_irreflexive(rows: &[u64], n: usize) -> bool {
    let stride = words(n);
    (0..n).all(|i| !contains(&rows[i * stride..(i + 1) * stride], i))
}

/// Whether no path leads from a number back to it.
pub fn is_acyclic(rows: &[u64], n: usize) -> bool {
    let stride = words(n);
    // Takes away what leads to nothing that is left; what then remains lies on or before a cycle.
    if stride == 1 {
        let mut left = rows.iter().enumerate().fold(0, |left, (i, &row)| left | u64::from(row != 0) << i);
        loop {
            let mut next = left;
            let mut rest = left;
            while rest != 0 {
                let i = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if rows[i] & next == 0 {
                    next &= !(1 << i);
                }
            }
            if next == left {
                return left == 0;
            }
            left = next;
        }
    }
    let mut left = vec![u64::MAX; stride];
    loop {
        let mut next = vec![0; stride];
        for i in (0..n).filter(|&i| contains(&left, i)) {
            if rows[i * stride..(i + 1) * stride].iter().zip(&left).any(|(row, left)| row & left != 0) {
                insert(&mut next, i);
            }
        }
        if next.iter().zip(&left).all(|(next, left)| next == left) || next.iter().all(|&word| word == 0) {
            return next.iter().all(|&word| word == 0);
        }
        left = next;
    }
}

/// Writes `[s]`: each number of `s`, related to itself.
pub fn diagonal(to: &mut [u64], s: &[u64], n: usize) {
    let stride = words(n);
    to.fill(0);
    ones(s).for_each(|i| insert(&mut to[i * stride..(i + 1) * stride], i));
}

/// Writes `s * t`: each number of `s`, related to each of `t`.
pub fn product(to: &mut [u64], s: &[u64], t: &[u64], n: usize) {
    let stride = words(n);
    to.fill(0);
    ones(s).for_each(|i| to[i * stride..(i + 1) * stride].copy_from_slice(t));
}

/// Writes the numbers that have a successor in `a`.
pub fn domain(to: &mut [u64], a: &[u64], n: usize) {
    let stride = words(n);
    to.fill(0);
    let some = |i: &usize| a[i * stride..(i + 1) * stride].iter().any(|&word| word != 0);
    (0..n).filter(some).for_each(|i| insert(to, i));
}

/// Writes the numbers that have a predecessor in `a`.
pub fn range(to: &mut [u64], a: &[u64], n: usize) {
    let stride = words(n);
    to.fill(0);
    (0..n).for_each(|i| add(to, &a[i * stride..(i + 1) * stride]));
}
