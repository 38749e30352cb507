//! A model compiled for a test, evaluated on one execution after another.

use super::bytecode::Bytecode;
use super::specialize::Specializer;
use super::walk::Walk;
use crate::cat::Elaborated;
use crate::cat::core::{Evaluated, holds};
use crate::engine::answers::Saying;
use crate::engine::axioms;
use crate::engine::witness;
use crate::program::EventId;
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// A model compiled for a test.
pub struct Tester {
    /// The model as it was elaborated, for evaluating it on single executions.
    pub elaborated: Elaborated,
    bytecode: Bytecode,
    /// Whether executions choose orders besides reads-from and coherence: then complete ones are evaluated with bits, once for each order.
    has_orders: bool,
}

/// A flag raised, and the pairs it is raised for.
pub struct Raised {
    /// The name after `as` in the model; without one, `file:line`.
    pub flag: String,
    /// The pairs of the flag's relation, in both directions if it has both.
    pub pairs: Vec<(EventId, EventId)>,
}

impl Tester {
    /// Compiles a model for the specializer's test, for which these are compiled.
    pub fn new(elaborated: Elaborated, specializer: &mut Specializer<'_>, others: &[Tester]) -> Self {
        let bytecode = Bytecode::new(&elaborated, specializer, others.iter().map(|other| &other.bytecode));
        let has_orders = elaborated.model.orders(&elaborated.graph).next().is_some();
        Tester { elaborated, bytecode, has_orders }
    }

    /// Whether it says the same of every execution as another model for the same test.
    pub fn says_the_same(&self, other: &Tester) -> bool {
        !self.has_orders && !other.has_orders && self.bytecode.says_the_same(&other.bytecode)
    }

    /// Whether an execution may raise a flag.
    pub fn has_flags(&self) -> bool {
        self.bytecode.flags.iter().any(|flag| !flag.never())
    }

    /// Whether it is known before the search that every execution is consistent.
    pub fn allows_all(&self) -> bool {
        self.bytecode.allows_all()
    }

    /// Whether an execution violates no axiom, with some of the orders that it may choose.
    pub fn allows(&mut self, walk: &Walk<'_>) -> bool {
        if self.has_orders {
            return self.broken(walk).contains(&0);
        }
        self.bytecode.load(walk);
        self.bytecode.is_consistent()
    }

    /// The axioms that an execution violates: bit `i` for the model's axiom `i`. With each of the orders that it may choose, or none
    /// with one of them.
    pub fn broken(&mut self, walk: &Walk<'_>) -> SmallVec<[u64; 1]> {
        if self.has_orders {
            return self.broken_by_orders(walk);
        }
        self.bytecode.load(walk);
        smallvec![self.bytecode.violated()]
    }

    fn broken_by_orders(&self, walk: &Walk<'_>) -> SmallVec<[u64; 1]> {
        let mut found: SmallVec<[u64; 1]> = smallvec![];
        witness::each_choice(&self.elaborated, walk.structure(), &walk.execution(), |values, _| {
            let broken = self.violated_by(values);
            if broken == 0 {
                found = smallvec![0];
                return ControlFlow::Break(());
            }
            if !found.contains(&broken) {
                found.push(broken);
            }
            ControlFlow::Continue(())
        });
        found
    }

    fn violated_by(&self, values: &Evaluated) -> u64 {
        let axioms = self.elaborated.model.axioms.iter().enumerate();
        axioms.filter(|(_, axiom)| !holds(axiom, values)).fold(0, |bits, (at, _)| bits | 1 << at)
    }

    /// Monotone axioms that a partial execution violates, and so do all that complete it, as bits; the first found only.
    pub fn violated(&mut self, walk: &Walk<'_>) -> u64 {
        if !self.bytecode.prunes() {
            return 0;
        }
        self.bytecode.load(walk);
        self.bytecode.violated_by_all()
    }

    /// The flags that an execution raises, with any of the orders with which it violates no axiom.
    pub fn raised(&mut self, walk: &Walk<'_>) -> Vec<Raised> {
        if self.has_orders {
            return self.raised_by_orders(walk);
        }
        self.bytecode.load(walk);
        let raised = self.bytecode.raised();
        raised
            .into_iter()
            .map(|(flag, pairs)| Raised { flag: self.bytecode.flags[flag].name.clone(), pairs: events(pairs) })
            .collect()
    }

    fn raised_by_orders(&self, walk: &Walk<'_>) -> Vec<Raised> {
        let flags = &self.elaborated.model.flags;
        let mut pairs_of: Vec<Option<BTreeSet<(usize, usize)>>> = vec![None; flags.len()];
        witness::each_choice(&self.elaborated, walk.structure(), &walk.execution(), |values, _| {
            let is_consistent = self.violated_by(values) == 0;
            for (flag, pairs) in
                flags.iter().zip(&mut pairs_of).filter(|(flag, _)| is_consistent && holds(flag, values))
            {
                let pairs = pairs.get_or_insert_default();
                if let Some(rel) = flag.property.flagged(flag.negated) {
                    pairs.extend(values.rel(rel).iter());
                }
            }
            ControlFlow::Continue(())
        });
        let raised = flags.iter().zip(pairs_of);
        raised.filter_map(|(flag, pairs)| Some(Raised { flag: flag.name.clone(), pairs: events(pairs?) })).collect()
    }

    /// What the model says of an execution.
    pub fn saying(&mut self, walk: &Walk<'_>) -> Saying {
        if self.has_orders {
            return witness::saying(&self.elaborated, walk.structure(), &walk.execution());
        }
        self.bytecode.load(walk);
        match self.bytecode.is_consistent() {
            false => Saying::Forbidden,
            true if self.bytecode.raised().is_empty() => Saying::Allowed,
            true => Saying::Flagged,
        }
    }

    /// The names of axioms, given as bits.
    pub fn names(&self, axioms: u64) -> Vec<String> {
        axioms::names(axioms, self.bytecode.axioms.iter().map(|axiom| &axiom.name))
    }
}

fn events(pairs: impl IntoIterator<Item = (usize, usize)>) -> Vec<(EventId, EventId)> {
    pairs.into_iter().map(|(a, b)| (EventId::new(a), EventId::new(b))).collect()
}
