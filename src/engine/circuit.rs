//! Formulas as a shared graph of conjunctions and negations over numbered inputs. Every gate exists once, constants are folded,
//! so that what is known before the search costs nothing, and only what a question needs ever reaches the solver.

use crate::allowance;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

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
    gates: IndexSet<Gate, FxBuildHasher>,
}

/// What a gate takes in the table: the gate with its hash, and its place in the index, which is not quite full.
const BYTES_OF_GATE: usize = size_of::<Gate>() + 3 * size_of::<usize>();

impl Default for Circuit {
    fn default() -> Self {
        Circuit { gates: IndexSet::from_iter([Gate::True]) }
    }
}

impl Circuit {
    /// The gate that [`Lit::gate`] gives the number of.
    pub fn gate(&self, gate: usize) -> &Gate {
        &self.gates[gate]
    }

    /// How many gates there are, the constant included.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// Always false: every circuit has the constant.
    pub fn is_empty(&self) -> bool {
        self.gates.is_empty()
    }

    fn add(&mut self, gate: Gate) -> Lit {
        allowance::spend(8);
        if self.gates.len() == self.gates.capacity() {
            // While the graph grows there are two tables, the second twice as large: this may take seconds, in which nobody asks.
            allowance::need(2 * self.gates.capacity() * BYTES_OF_GATE);
        }
        let (number, _) = self.gates.insert_full(gate);
        Lit((number as u32) << 1)
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
