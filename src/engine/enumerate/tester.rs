//! A model compiled for a test, evaluated on one execution after another.

use super::bytecode::Bytecode;
use super::specialize::Specializer;
use super::walk::Walk;
use crate::cat::Elaborated;
use crate::engine::answers::Saying;
use crate::program::EventId;

/// A model compiled for a test.
pub struct Tester {
    /// The model as it was elaborated, for evaluating it on single executions.
    pub elaborated: Elaborated,
    bytecode: Bytecode,
}

/// A flag raised, and the pairs it is raised for.
pub struct Raised {
    /// The name after `as` in the model; without one, `file:line`.
    pub flag: String,
    /// The pairs of the flag's relation, in both directions if it has both.
    pub pairs: Vec<(EventId, EventId)>,
}

impl Tester {
    /// Compiles a model for the specializer's test.
    pub fn new(elaborated: Elaborated, specializer: &mut Specializer<'_>) -> Self {
        let bytecode = Bytecode::new(&elaborated, specializer);
        Tester { elaborated, bytecode }
    }

    /// Whether an execution may raise a flag.
    pub fn has_flags(&self) -> bool {
        self.bytecode.flags.iter().any(|flag| !flag.never())
    }

    /// Whether it is known before the search that every execution is consistent.
    pub fn allows_all(&self) -> bool {
        self.bytecode.allows_all()
    }

    /// Whether an execution violates no axiom.
    pub fn allows(&mut self, walk: &Walk<'_>) -> bool {
        self.bytecode.load(walk);
        self.bytecode.is_consistent()
    }

    /// The axioms that an execution violates: bit `i` for the model's axiom `i`.
    pub fn broken(&mut self, walk: &Walk<'_>) -> u64 {
        self.bytecode.load(walk);
        self.bytecode.violated()
    }

    /// Monotone axioms that a partial execution violates, and so do all that complete it, as bits; the first found only.
    pub fn violated(&mut self, walk: &Walk<'_>) -> u64 {
        if !self.bytecode.prunes() {
            return 0;
        }
        self.bytecode.load(walk);
        self.bytecode.violated_by_all()
    }

    /// The flags that an execution raises.
    pub fn raised(&mut self, walk: &Walk<'_>) -> Vec<Raised> {
        self.bytecode.load(walk);
        let raised = self.bytecode.raised();
        raised
            .into_iter()
            .map(|(flag, pairs)| Raised { flag: self.bytecode.flags[flag].name.clone(), pairs: events(pairs) })
            .collect()
    }

    /// What the model says of an execution.
    pub fn saying(&mut self, walk: &Walk<'_>) -> Saying {
        self.bytecode.load(walk);
        match self.bytecode.is_consistent() {
            false => Saying::Forbidden,
            true if self.bytecode.raised().is_empty() => Saying::Allowed,
            true => Saying::Flagged,
        }
    }

    /// The names of axioms, given as bits.
    pub fn names(&self, axioms: u64) -> Vec<String> {
        let named = self.bytecode.axioms.iter().enumerate().filter(|(at, _)| axioms >> at & 1 == 1);
        named.map(|(_, axiom)| axiom.name.clone()).collect()
    }
}

fn events(pairs: impl IntoIterator<Item = (usize, usize)>) -> Vec<(EventId, EventId)> {
    pairs.into_iter().map(|(a, b)| (EventId::new(a), EventId::new(b))).collect()
}
