//! The algebra that knows nothing but kinds: one set, one relation.

use super::BaseNames;
use crate::cat::algebra::Algebra;

/// Interprets a model for its kinds alone. There are always two classes, so that both branches of a `match` are seen.
pub struct Kinds<'a> {
    /// What is a set and what a relation.
    pub base: BaseNames<'a>,
}

impl Algebra for Kinds<'_> {
    type Set = ();
    type Rel = ();
    type Truth = ();

    fn base_set(&mut self, name: &str) -> Option<()> {
        self.base.sets.contains(&name).then_some(())
    }

    fn base_rel(&mut self, name: &str) -> Option<()> {
        self.base.relations.contains(&name).then_some(())
    }

    fn empty_set(&mut self) {}
    fn universe(&mut self) {}
    fn set_union(&mut self, (): &(), (): &()) {}
    fn set_inter(&mut self, (): &(), (): &()) {}
    fn set_minus(&mut self, (): &(), (): &()) {}
    fn empty_rel(&mut self) {}
    fn union(&mut self, (): &(), (): &()) {}
    fn inter(&mut self, (): &(), (): &()) {}
    fn minus(&mut self, (): &(), (): &()) {}
    fn seq(&mut self, (): &(), (): &()) {}
    fn inverse(&mut self, (): &()) {}
    fn plus(&mut self, (): &()) {}
    fn diagonal(&mut self, (): &()) {}
    fn product(&mut self, (): &(), (): &()) {}
    fn domain(&mut self, (): &()) {}
    fn range(&mut self, (): &()) {}

    fn classes(&mut self, (): &()) -> Option<Vec<()>> {
        Some(vec![(), ()])
    }

    // Sets added to a set of sets are taken as different ones.
    fn same(&self, (): &(), (): &()) -> bool {
        false
    }

    fn fixpoint_bound(&self, _relations: usize) -> usize {
        1
    }

    fn acyclic(&mut self, (): &()) {}
    fn irreflexive(&mut self, (): &()) {}
    fn is_empty(&mut self, (): &()) {}
    fn is_empty_set(&mut self, (): &()) {}
    fn not(&mut self, (): &()) {}
}
