//! A program as it is put to targets: what is the same for all of them, and what its source leaves for their code to break.

use super::ask::Asker;
use super::roles::{self, OfStep};
use super::{Options, Shown};
use crate::cat::Model;
use crate::engine::answers::{Forbidden, Source as Allowed};
use crate::engine::{Execution, Inconclusive};
use crate::hardware::Code;
use crate::judge::source::{SourceSide, Wanted};
use crate::judge::store::Question;
use crate::program::EventStructure;
use crate::refine::{RefinementTarget, breaks};
use crate::syntax::source::Diagnostic;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A program that is put to targets.
pub(super) struct Posed<'a> {
    pub(super) shown: &'a Shown,
    pub(super) test: EventStructure,
    /// By step what it is there for.
    pub(super) roles: Vec<OfStep>,
    source: Rc<Source>,
    pub(super) before: &'a Before,
    options: &'a Options<'a>,
}

/// What the source of a program leaves.
struct Source {
    /// By platform and language what it leaves for code to break.
    left: BTreeMap<Wanted, Result<Left, Inconclusive>>,
    /// The source's side, decided only if what it leaves, or whether some code breaks it, is not known from earlier runs.
    side: OnceCell<SourceSide>,
}

impl Source {
    /// What is wanted of a program by its text and event structure.
    fn new(
        text: &str,
        test: &EventStructure,
        wanted: &BTreeSet<Wanted>,
        asker: &Asker<'_>,
    ) -> Result<Source, Vec<Diagnostic>> {
        let Options { resources, settings, run, .. } = asker.options;
        let question = |(platform, opencl): Wanted| {
            Question::about(&("source", asker.models[usize::from(opencl)], platform, text))
        };
        let known = |&wanted: &Wanted| Some((wanted, Ok(Left::of_number(run.store.known(question(wanted))?))));
        if let Some(left) = wanted.iter().map(known).collect() {
            return Ok(Source { left, side: OnceCell::new() });
        }
        let side = SourceSide::decide(test, wanted, resources, *settings)?;
        let left: BTreeMap<_, _> = side.all().map(|(wanted, allowed)| (wanted, left(allowed))).collect();
        for (&wanted, left) in &left {
            left.iter().for_each(|left| run.store.keep(question(wanted), left.number()));
        }
        Ok(Source { left, side: OnceCell::from(side) })
    }
}

/// What is known of programs that were put to targets before.
#[derive(Default)]
pub(super) struct Before {
    /// Whether code breaks, by all that this depends on: targets with the same hardware and code, both languages, and programs that differ in operations
    /// with one code ask once.
    answers: RefCell<FxHashMap<Question, bool>>,
    /// What sources leave, by their meaning to models and what was wanted.
    sources: RefCell<FxHashMap<Question, Rc<Source>>>,
}

impl Before {
    /// What a source leaves: as it was found before, or as it is decided now.
    fn source(
        &self,
        question: Question,
        decide: impl FnOnce() -> Result<Source, Vec<Diagnostic>>,
    ) -> Result<Rc<Source>, Vec<Diagnostic>> {
        if let Some(known) = self.sources.borrow().get(&question) {
            return Ok(Rc::clone(known));
        }
        let source = Rc::new(decide()?);
        self.sources.borrow_mut().insert(question, Rc::clone(&source));
        Ok(source)
    }

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
        let wanted: BTreeSet<Wanted> = targets.map(|target| (target.platform(&test), target.opencl)).collect();
        let text = asker.unnamed.meaning(&shown.text);
        let decide = || Source::new(&text, &test, &wanted, asker);
        let source = before.source(Question::about(&(&text, &wanted)), decide)?;
        let roles = roles::roles(&test);
        Ok(Posed { shown, test, roles, source, before, options: asker.options })
    }

    /// What the source leaves for a target's code to break.
    pub(super) fn left(&self, target: &RefinementTarget<'_>) -> Result<Left, &Inconclusive> {
        self.source.left[&self.wanted(target)].as_ref().copied()
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
        let side = self.source.side.get_or_init(|| self.decide());
        match side.of(self.wanted(target)) {
            None | Some(Ok(Allowed::Racy)) => Ok(false),
            Some(Ok(Allowed::Defined(forbidden))) => breaks(&self.test, forbidden, code, &target.chip),
            Some(Err(why)) => Err(why.clone()),
        }
    }

    /// The source's side, of which an earlier run has kept what it leaves.
    fn decide(&self) -> SourceSide {
        let wanted = self.source.left.keys().copied().collect();
        let decided = SourceSide::decide(&self.test, &wanted, self.options.resources, self.options.settings);
        decided.unwrap_or_else(|_| unreachable!("the same models have decided this program before"))
    }
}

/// What programs say that no model of a run names, so that with it and without they are the same to models.
pub(super) struct Unnamed {
    /// Whether that holds of pointers being generic.
    generic: bool,
    /// Other words of texts of which it holds.
    words: Vec<&'static str>,
}

impl Unnamed {
    /// What none of these models names.
    pub(super) fn of(models: &[&Model]) -> Unnamed {
        let is_unnamed = |set: &str| !models.iter().any(|model| model.mentions(set));
        let flags = [("VOLATILE", "volatile "), ("NONTEMPORAL", ", !nontemporal")];
        let words = flags.into_iter().filter(|(set, _)| is_unnamed(set)).map(|(_, word)| word);
        Unnamed { generic: is_unnamed("GENERIC"), words: words.collect() }
    }

    /// A text that models take for the same. Of generic pointers they know which of all address spaces one-as scopes are for.
    fn meaning<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let generic = (self.generic && !text.contains("one-as")).then_some("generic ");
        let said = self.words.iter().copied().chain(generic).filter(|word| text.contains(word));
        said.fold(Cow::Borrowed(text), |text, word| Cow::Owned(text.replace(word, "")))
    }
}

fn left(allowed: &Result<Allowed, Inconclusive>) -> Result<Left, Inconclusive> {
    allowed.as_ref().map(Left::new).map_err(Inconclusive::clone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Settings;
    use crate::generate::{Limits, Replaced, bases, shapes, variants};
    use crate::judge::programs::{NAME, structure};
    use crate::judge::source::{LANGUAGES, models};
    use crate::judge::tables::Representatives;
    use crate::lowering::{Library, Setting};
    use crate::refine::Platform;
    use crate::resources::Resources;
    use crate::targets::TargetConfiguration;

    /// What both languages leave of a program wherever it runs.
    fn left_of(text: &str, resources: &Resources) -> Vec<(Wanted, Result<Left, Inconclusive>)> {
        let platforms = [Platform::Clusters, Platform::NoClusters];
        let wanted = platforms.into_iter().flat_map(|platform| LANGUAGES.map(|opencl| (platform, opencl))).collect();
        let test = structure(text).expect("well formed");
        let side = SourceSide::decide(&test, &wanted, resources, Settings::default()).expect("well formed");
        side.all().map(|(wanted, allowed)| (wanted, left(allowed))).collect()
    }

    #[test]
    fn programs_of_one_meaning_leave_the_same_executions() {
        let resources = Resources::default();
        let unnamed = Unnamed::of(&models(&resources).expect("well formed"));
        assert!(unnamed.generic && unnamed.words.len() == 2);
        let tables = Library::load(crate::defaults::TABLE).expect("well formed");
        let configuration = TargetConfiguration::parse("gfx12,wgp").expect("a target configuration");
        let table = tables.table(configuration.target).expect("a table");
        let representatives = Representatives::new(&[vec![Setting::new(&table.table, configuration, false)]]);
        let among = |kind, space| representatives.for_kind(kind, space);
        let limits = Limits { events: 4, threads: 2 };
        let mut compared = 0;
        for base in bases(&shapes(limits), limits, &|| false).into_iter().step_by(61) {
            for variant in variants(&base.draft(), Replaced::Every, among) {
                let text = variant.draft.text(NAME);
                if let Cow::Owned(same) = unnamed.meaning(&text) {
                    assert_eq!(left_of(&text, &resources), left_of(&same, &resources), "{text}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }
}
