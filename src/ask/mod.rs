//! Questions of programs that use this one as a library: text in, reports (docs/json.md) and pictures out. The package for Python and `litmus serve`
//! ask here.

mod code;
mod pictures;
mod problems;

pub use code::{Code, Given as GivenCode};
pub use pictures::{Picture, Related};
pub use problems::{Kind, Place, Problem, diagnostics, offset, problems, problems_of_given};

use crate::engine::bound::Found;
use crate::engine::{Inconclusive, Settings};
use crate::refine::{self, Otherwise, RefinementTarget};
use crate::report::checked::TestResult;
use crate::report::refinement::TestReport;
use crate::report::results::OutcomesReport;
use crate::resources::Resources;
use crate::run;
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::verdict::Cause;
use crate::{allowance, load, view};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// What is wrong with what was given.
pub type Wrong = Vec<Diagnostic>;

/// A test, and what it may take to decide it.
pub struct Question<'r> {
    /// The test.
    pub source: Arc<Source>,
    /// The models that are asked, or none for those the test names.
    pub models: Vec<String>,
    /// How, and within which time.
    pub settings: Settings,
    /// Where models, tables and hardware come from.
    pub resources: &'r Resources,
}

/// What was found, and why some of it was not, the first such cause.
pub struct Answered<T> {
    /// What is said.
    pub report: T,
    /// Why not all of it is decided.
    pub undecided: Option<Cause>,
}

/// Pictures of executions.
pub struct Drawn {
    /// Those that were found.
    pub pictures: Vec<Picture>,
    /// Why not all that are asked for are there, in a sentence.
    pub missing: Option<String>,
}

impl<T> Answered<T> {
    /// The same with something else said.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Answered<U> {
        Answered { report: change(self.report), undecided: self.undecided }
    }
}

impl Question<'_> {
    fn options(&self, sensitivity: bool) -> run::Options<'_> {
        run::Options { models: self.models.clone(), settings: self.settings, sensitivity, resources: self.resources }
    }

    fn path(&self) -> &Path {
        Path::new(&self.source.name)
    }

    /// What the test expects and what is so, by each model, as `litmus check` reports it.
    ///
    /// # Errors
    /// What is wrong with the test or a model.
    pub fn check(&self, sensitivity: bool) -> Result<Answered<TestResult>, Wrong> {
        let options = self.options(sensitivity);
        let decide = || {
            let mut checked = run::check(&self.source, &options)?;
            Ok(Answered { report: view::test_result(&checked), undecided: first_cause(&mut checked) })
        };
        let seconds = self.settings.timeout.as_secs_f64();
        self.within(decide, |why| view::undecided_test(self.path(), why, seconds))
    }

    /// The final states of the test, as `litmus outcomes` reports them, and pictures of executions if they are asked for.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn outcomes(&self, allowed: bool, draw: bool) -> Result<Answered<(OutcomesReport, Vec<Picture>)>, Wrong> {
        let options = self.options(false);
        let list = || {
            let mut found = run::outcomes(&self.source, &options, (allowed, &Arc::new(AtomicUsize::new(0))))?;
            let show = || {
                let witnesses = run::witnesses(&found, &options)?;
                let drawn = pictures::outcomes(&found, &witnesses, self.resources)?;
                Ok::<_, Wrong>((view::outcomes(&found, Some(&witnesses), view::files(self.resources)), drawn))
            };
            let bare = |unshown| {
                let report = view::outcomes(&found, None, view::files(self.resources));
                (OutcomesReport { unshown, ..report }, Vec::new())
            };
            // Where something is used up, the states are there without pictures.
            let (report, drawn) = match draw.then(|| allowance::rest(show)) {
                Some(Ok(shown)) => shown?,
                Some(Err(why)) => bare(Some(view::all_unshown(&found, &why.into()))),
                None => bare(None),
            };
            let unshown = report.unshown.as_ref().and_then(|unshown| unshown.undecided.cause);
            Ok(Answered { report: (report, drawn), undecided: first_cause(&mut found).or(unshown) })
        };
        self.within(list, |why| (view::undecided_outcomes(self.path(), view::files(self.resources), why), Vec::new()))
    }

    /// Pictures of executions that end in one of the final states, by its values in the report of [`outcomes`](Self::outcomes), of all or of those that
    /// some model allows; or of races.
    ///
    /// # Errors
    /// As [`check`](Self::check); that there is no state of these values.
    pub fn executions(&self, state: Option<&[Option<String>]>, allowed: bool) -> Result<Answered<Drawn>, Wrong> {
        let options = self.options(false);
        let draw = || {
            let mut found = match state {
                Some(values) => run::state(&self.source, &options, (values, allowed))?,
                None => run::races(&self.source, &options)?,
            };
            if let Some(values) = state.filter(|_| found.states.is_empty() && found.missing.is_none()) {
                return Err(vec![no_such_state(&found, values)]);
            }
            let witnesses = run::witnesses(&found, &options)?;
            let pictures = pictures::outcomes(&found, &witnesses, self.resources)?;
            let unshown = run::unshown(&witnesses).map(|(_, why)| why);
            let missing = found.missing.as_ref().or(unshown).map(ToString::to_string);
            let undecided = first_cause(&mut found).or(unshown.map(Inconclusive::cause));
            Ok(Answered { report: Drawn { pictures, missing }, undecided })
        };
        self.within(draw, |why| Drawn { pictures: Vec::new(), missing: Some(why.to_string()) })
    }

    /// Whether the code of targets does only what the test may by a model, as `litmus refine` reports it, with what verdicts rest on if other
    /// decisions come with it, and pictures of what is unsound if they are asked for.
    ///
    /// # Errors
    /// As [`check`](Self::check); that the test is machine code, which has no source.
    pub fn refine(
        &self,
        (model, targets): (&str, Vec<RefinementTarget<'_>>),
        otherwise: Option<Otherwise>,
        draw: bool,
    ) -> Result<Answered<(TestReport, Vec<Picture>)>, Wrong> {
        self.resources.model(model)?;
        let options = refine::Options::new(model, targets, self.settings, self.resources);
        let options = refine::Options { otherwise, ..options };
        if load::program(&self.source)?.is_machine_code() {
            let right = "a test with a source: machine code has none to refine";
            return Err(vec![usage("test", &self.source.name, right)]);
        }
        let decide = || {
            let mut found = refine::refine(&self.source, &options)?;
            let drawn = if draw { pictures::refined(&found, &options) } else { Vec::new() };
            Ok(Answered { report: (view::test_report(&found), drawn), undecided: first_cause(&mut found) })
        };
        let seconds = self.settings.timeout.as_secs_f64();
        self.within(decide, |why| (view::undecided_refinement(self.path(), &options, why, seconds), Vec::new()))
    }

    /// Does some work within what the question may use, and says why it did not end if it did not.
    fn within<T>(
        &self,
        work: impl FnOnce() -> Result<Answered<T>, Wrong>,
        undecided: impl FnOnce(&Inconclusive) -> T,
    ) -> Result<Answered<T>, Wrong> {
        allowance::within(self.settings.allowance(), work).unwrap_or_else(|why| {
            let why = Inconclusive::from(why);
            Ok(Answered { report: undecided(&why), undecided: Some(why.cause()) })
        })
    }
}

/// Why something is not decided, if it is not.
fn first_cause(found: &mut impl Found) -> Option<Cause> {
    found.open().first().map(|why| why.cause())
}

fn no_such_state(found: &run::Outcomes, values: &[Option<String>]) -> Diagnostic {
    let values: Vec<&str> = values.iter().map(|value| value.as_deref().unwrap_or("null")).collect();
    let columns = view::columns_of_states(found).join(" ");
    usage(
        "state",
        &values.join(" "),
        &format!("a final state as it is listed: the values of {columns}, null of what has none"),
    )
}

/// An argument that is wrong, and what would be right.
pub fn usage(name: &str, value: &str, right: &str) -> Diagnostic {
    let source = Source::argument(name, value);
    Diagnostic::new(&source, Span::new(0, value.len()), right, "this value")
}
