//! A model asked about one execution after another.

use super::machine::Plan;
use super::plan::Planner;
use super::walk::Walk;
use crate::cat::{Model, Subject};
use crate::engine::bits::Bits;
use crate::engine::witness;
use crate::program::EventId;
use crate::syntax::source::Diagnostic;

/// Axioms are numbered by bits.
const MAX_AXIOMS: usize = 64;

/// A model asked about executions: by its plan, or, where its recursive definitions allow none, by its text.
pub struct Tester<'a> {
    /// The model.
    pub model: &'a Model,
    plan: Option<Plan>,
    names: Vec<String>,
}

/// A flag raised, and the pairs it is raised for.
pub struct Raised {
    /// The flag's name.
    pub flag: String,
    /// The pairs of its relation.
    pub pairs: Vec<(EventId, EventId)>,
}

impl<'a> Tester<'a> {
    /// A model for the test that is planned for.
    ///
    /// # Errors
    /// What the interpreter finds wrong with it.
    pub fn new(model: &'a Model, planner: &mut Planner<'_>) -> Result<Self, Box<Diagnostic>> {
        let plan = Plan::new(model, planner)?.filter(|plan| plan.axioms.len() <= MAX_AXIOMS);
        let names = plan.iter().flat_map(|plan| &plan.axioms).map(|axiom| axiom.name.clone()).collect();
        Ok(Tester { model, plan, names })
    }

    /// Whether an execution may raise a flag.
    pub fn has_flags(&self) -> bool {
        self.plan.as_ref().is_none_or(|plan| plan.flags.iter().any(|flag| !flag.never()))
    }

    /// Whether it is known beforehand that every execution is allowed.
    pub fn allows_all(&self) -> bool {
        self.plan.as_ref().is_some_and(Plan::allows_all)
    }

    /// Whether an execution breaks no axiom.
    pub fn allows(&mut self, walk: &Walk<'_>) -> bool {
        match &mut self.plan {
            Some(plan) => {
                plan.load(walk);
                plan.is_allowed()
            }
            None => self.broken(walk) == 0,
        }
    }

    /// The axioms that an execution breaks, as bits.
    pub fn broken(&mut self, walk: &Walk<'_>) -> u64 {
        let Some(plan) = &mut self.plan else { return self.broken_by_text(walk) };
        plan.load(walk);
        plan.broken()
    }

    /// Axioms that all executions with a part break, as bits; none if that is not known.
    pub fn broken_for_good(&mut self, walk: &Walk<'_>) -> u64 {
        let Some(plan) = self.plan.as_mut().filter(|plan| plan.prunes()) else { return 0 };
        plan.load(walk);
        plan.broken_for_good()
    }

    /// The flags that an execution raises.
    pub fn raised(&mut self, walk: &Walk<'_>) -> Vec<Raised> {
        let Some(plan) = &mut self.plan else { return self.raised_by_text(walk) };
        plan.load(walk);
        let raised = plan.raised();
        raised
            .into_iter()
            .map(|(flag, pairs)| Raised { flag: plan.flags[flag].name.clone(), pairs: events(pairs) })
            .collect()
    }

    /// The names of axioms, given as bits.
    pub fn names(&self, axioms: u64) -> Vec<String> {
        let named = self.names.iter().enumerate().filter(|(at, _)| axioms >> at & 1 == 1);
        named.map(|(_, name)| name.clone()).collect()
    }

    fn broken_by_text(&mut self, walk: &Walk<'_>) -> u64 {
        // What is wrong with the model was found when it was planned.
        let Ok(outcome) = witness::evaluated(self.model, walk.skeleton(), &walk.execution()) else { return 1 };
        let broken = outcome.axioms.iter().enumerate().filter(|(_, axiom)| !axiom.truth);
        // The last bit stands for all axioms beyond it.
        let bits = broken.fold(0, |bits, (at, _)| bits | 1 << at.min(MAX_AXIOMS - 1));
        self.names = outcome.axioms.into_iter().map(|axiom| axiom.name).collect();
        bits
    }

    fn raised_by_text(&self, walk: &Walk<'_>) -> Vec<Raised> {
        let Ok(outcome) = witness::evaluated(self.model, walk.skeleton(), &walk.execution()) else { return Vec::new() };
        let raised = outcome.flags.into_iter().filter(|flag| flag.truth);
        let pairs = |subject: &Subject<Bits>| match subject {
            Subject::Rel(relation) => events(relation.iter()),
            Subject::Set(_) => Vec::new(),
        };
        raised.map(|flag| Raised { pairs: pairs(&flag.subject), flag: flag.name }).collect()
    }
}

fn events(pairs: impl IntoIterator<Item = (usize, usize)>) -> Vec<(EventId, EventId)> {
    pairs.into_iter().map(|(a, b)| (EventId::new(a), EventId::new(b))).collect()
}
