//! A program as it is put to targets: what is the same for all of them, and what its source leaves for their code to break.

use super::ask::Asker;
use super::roles::{self, OfStep};
use super::{Options, Shown};
use crate::engine::answers::{Forbidden, Source as Allowed};
use crate::engine::{Execution, Inconclusive};
use crate::hardware::Code;
use crate::judge::source::{SourceSide, Wanted};
use crate::judge::store::Question;
use crate::program::EventStructure;
use crate::refine::{RefinementTarget, breaks};
use crate::syntax::source::Diagnostic;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// A program that is put to targets.
pub(super) struct Posed<'a> {
    pub(super) shown: &'a Shown,
    pub(super) test: EventStructure,
    /// By step what it is there for.
    pub(super) roles: Vec<OfStep>,
    /// What its source leaves for code to break, by platform and language.
    left: BTreeMap<Wanted, Result<Left, Inconclusive>>,
    /// The source's side, decided only if what it leaves, or whether some code breaks it, is not known from earlier runs.
    source: OnceCell<SourceSide>,
    pub(super) before: &'a Before,
    options: &'a Options<'a>,
}

/// What is known of programs that were put to targets before.
#[derive(Default)]
pub(super) struct Before {
    /// Whether code breaks, by all that this depends on: targets with the same hardware and code, both languages, and programs that differ in operations
    /// with one code ask once.
    answers: RefCell<FxHashMap<Question, bool>>,
}

impl Before {
    /// The answer to a question: as it was found before, or as it is decided now.
    pub(super) fn answer(
        &self,
        question: Question,
        decide: impl FnOnce() -> Result<bool, Inconclusive>,
    ) -> Result<bool, Inconclusive> {
        if let Some(&known) = self.answers.borrow().get(&question) {
            return Ok(known);
        }
        let answer = decide()?;
        self.answers.borrow_mut().insert(question, answer);
        Ok(answer)
    }
}

/// What a source leaves for code to break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// Nothing: it races, or forbids no state.
    Nothing,
    /// The executions with this digest.
    Executions(u64),
}

impl Left {
    fn new(allowed: &Allowed) -> Left {
        match allowed {
            Allowed::Racy => Left::Nothing,
            Allowed::Defined(forbidden) if forbidden.candidates.is_empty() => Left::Nothing,
            Allowed::Defined(forbidden) => Left::Executions(digest(forbidden)),
        }
    }

    /// The number by which it is kept.
    fn number(self) -> u64 {
        match self {
            Left::Nothing => 0,
            Left::Executions(digest) => digest,
        }
    }

    fn of_number(number: u64) -> Left {
        match number {
            0 => Left::Nothing,
            digest => Left::Executions(digest),
        }
    }
}

/// What tells the executions that the source forbids from those that it forbids by another model; never 0.
fn digest(forbidden: &Forbidden) -> u64 {
    let parts = forbidden.candidates.iter().map(|execution| {
        let Execution { executed, rf, co, values, .. } = execution;
        (executed, rf, co, values)
    });
    Question::about(&parts.collect::<Vec<_>>()).number() | 1
}

impl<'a> Posed<'a> {
    /// The program, given its event structure, for these targets.
    pub(super) fn of_test<'t>(
        shown: &'a Shown,
        test: EventStructure,
        targets: impl Iterator<Item = &'t RefinementTarget<'t>>,
        (asker, before): (&'a Asker<'_>, &'a Before),
    ) -> Result<Posed<'a>, Vec<Diagnostic>> {
        let options = asker.options;
        let wanted: BTreeSet<Wanted> = targets.map(|target| (target.platform(&test), target.opencl)).collect();
        let question = |(platform, opencl): Wanted| {
            Question::about(&("source", asker.models[usize::from(opencl)], platform, &shown.text))
        };
        let known = |&wanted: &Wanted| Some((wanted, Ok(Left::of_number(options.run.store.known(question(wanted))?))));
        let source = OnceCell::new();
        let left = match wanted.iter().map(known).collect() {
            Some(known) => known,
            None => {
                let decided = SourceSide::decide(&test, &wanted, options.resources, options.settings)?;
                let left: BTreeMap<_, _> = decided.all().map(|(wanted, allowed)| (wanted, left(allowed))).collect();
                for (&wanted, left) in &left {
                    left.iter().for_each(|left| options.run.store.keep(question(wanted), left.number()));
                }
                source.set(decided).ok();
                left
            }
        };
        let roles = roles::roles(&test);
        Ok(Posed { shown, test, roles, left, source, before, options })
    }

    /// What the source leaves for a target's code to break.
    pub(super) fn left(&self, target: &RefinementTarget<'_>) -> Result<Left, &Inconclusive> {
        self.left[&self.wanted(target)].as_ref().copied()
    }

    fn wanted(&self, target: &RefinementTarget<'_>) -> Wanted {
        (target.platform(&self.test), target.opencl)
    }

    /// The executions that the source forbids the target's code, digested; `None` if there are none.
    pub(super) fn executions(&self, target: &RefinementTarget<'_>) -> Option<u64> {
        match self.left(target) {
            Ok(Left::Executions(digest)) => Some(digest),
            Ok(Left::Nothing) | Err(_) => None,
        }
    }

    /// Whether a target's code reaches what the source forbids.
    ///
    /// # Errors
    /// Why that is not decided.
    pub(super) fn is_broken(&self, code: &Code, target: &RefinementTarget<'_>) -> Result<bool, Inconclusive> {
        let source = self.source.get_or_init(|| self.decide());
        match source.of(self.wanted(target)) {
            None | Some(Ok(Allowed::Racy)) => Ok(false),
            Some(Ok(Allowed::Defined(forbidden))) => breaks(&self.test, forbidden, code, &target.chip),
            Some(Err(why)) => Err(why.clone()),
        }
    }

    /// The source's side, of which an earlier run has kept what it leaves.
    fn decide(&self) -> SourceSide {
        let wanted = self.left.keys().copied().collect();
        let decided = SourceSide::decide(&self.test, &wanted, self.options.resources, self.options.settings);
        decided.unwrap_or_else(|_| unreachable!("the same models have decided this program before"))
    }
}

fn left(allowed: &Result<Allowed, Inconclusive>) -> Result<Left, Inconclusive> {
    allowed.as_ref().map(Left::new).map_err(Inconclusive::clone)
}
