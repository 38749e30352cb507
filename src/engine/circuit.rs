//! Formulas as a shared graph of conjunctions and negations over numbered inputs. Every gate exists once, constants are folded,
//! so that what is known before the search costs nothing, and only what a question needs ever reaches the solver.

use crate::allowance;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// A literal: a gate of a [`Circuit`] or its negation, in one word (twice the gate's number, plus one if negated).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal that always holds.
    pub const TRUE: Lit = Lit(0);
    /// The literal that never holds: the negation of [`Lit::TRUE`].
    pub const FALSE: Lit = Lit(1);

    /// A constant: [`Lit::TRUE`] or [`Lit::FALSE`].
    pub fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    /// The number of the gate, which [`Circuit::gate`] takes.
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the gate's negation.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// A node of the graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// The constant true; it is gate 0 of every circuit.
    True,
    /// A free variable; the caller says what its number stands for.
    Input(u32),
    /// The conjunction of two or more literals, sorted.
    And(Box<[Lit]>),
}

/// The graph: a gate stands after the gates it is made of, and no two are equal.
#[derive(Debug)]
pub struct Circuit {
    /// The gates by their numbers, so many in each chunk: none is moved as the graph grows.
    chunks: Vec<Vec<Gate>>,
    /// The numbers of the gates by their hash, in many tables: nothing else is done while one grows.
    tables: Vec<HashTable<u32>>,
}

/// The gates of a chunk.
const CHUNK: usize = 1 << 14;
/// How many tables there are.
const TABLES: usize = 1 << 6;
/// From which bit on a hash says in which table a gate is: a table looks at bits below it, and at the uppermost seven.
const TABLE_BIT: u32 = 20;
/// What a gate takes in its table: its number, and a byte of its hash.
const BYTES_OF_NUMBER: usize = size_of::<u32>() + 1;

impl Default for Circuit {
    fn default() -> Self {
        let mut circuit = Circuit { chunks: Vec::new(), tables: vec![HashTable::new(); TABLES] };
        circuit.add(Gate::True);
        circuit
    }
}

fn hash(gate: &Gate) -> u64 {
    FxBuildHasher.hash_one(gate)
}

fn at(chunks: &[Vec<Gate>], gate: usize) -> &Gate {
    &chunks[gate / CHUNK][gate % CHUNK]
}

impl Circuit {
    /// The gate that [`Lit::gate`] gives the number of.
    pub fn gate(&self, gate: usize) -> &Gate {
        at(&self.chunks, gate)
    }

    /// How many gates there are, the constant included.
    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    /// Always false: every circuit has the constant.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    fn add(&mut self, gate: Gate) -> Lit {
        allowance::spend(8);
        let (number, hashed) = (self.len(), hash(&gate));
        let table = &mut self.tables[(hashed >> TABLE_BIT) as usize % TABLES];
        if table.len() == table.capacity() {
            // While a table grows there are two, the second twice as large.
            allowance::need(2 * table.capacity() * BYTES_OF_NUMBER);
        }
        let chunks = &mut self.chunks;
        let is_same = |&known: &u32| *at(chunks, known as usize) == gate;
        let number = match table.entry(hashed, is_same, |&known| hash(at(chunks, known as usize))) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                place.insert(number as u32);
                if number.is_multiple_of(CHUNK) {
                    allowance::need(CHUNK * size_of::<Gate>());
                    chunks.push(Vec::with_capacity(CHUNK));
                }
                chunks[number / CHUNK].push(gate);
                number as u32
            }
        };
        Lit(number << 1)
    }

    /// The literal of the input with this number; the same for the same number.
    pub fn input(&mut self, number: u32) -> Lit {
        self.add(Gate::Input(number))
    }

    /// The conjunction of literals; of none, true.
    pub fn conjunction(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        let mut parts: Vec<Lit> = literals.into_iter().filter(|&lit| lit != Lit::TRUE).collect();
        parts.sort_unstable();
        parts.dedup();
        let contradicts = |pair: &[Lit]| pair[0] == !pair[1];
        if parts.first() == Some(&Lit::FALSE) || parts.windows(2).any(contradicts) {
            return Lit::FALSE;
        }
        match parts.as_slice() {
            [] => Lit::TRUE,
            [one] => *one,
            _ => self.add(Gate::And(parts.into_boxed_slice())),
        }
    }

    /// The disjunction of literals; of none, false.
    pub fn disjunction(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        !self.conjunction(literals.into_iter().map(|lit| !lit))
    }

    /// The conjunction of two literals.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (a, b) {
            (Lit::TRUE, other) | (other, Lit::TRUE) => other,
            (Lit::FALSE, _) | (_, Lit::FALSE) => Lit::FALSE,
            _ if a == b => a,
            _ => self.conjunction([a, b]),
        }
    }

    /// The disjunction of two literals.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// The implication: `b` holds wherever `a` does.
    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        self.or(!a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_and_repetitions_fold() {
        let mut circuit = Circuit::default();
        let (a, b) = (circuit.input(0), circuit.input(1));
        assert_eq!(circuit.and(a, Lit::TRUE), a);
        assert_eq!(circuit.and(a, !a), Lit::FALSE);
        assert_eq!(circuit.or(a, !a), Lit::TRUE);
        assert_eq!(circuit.disjunction([]), Lit::FALSE);
        let (one, other) = (circuit.conjunction([a, b, a]), circuit.and(b, a));
        assert_eq!(one, other);
    }
}
