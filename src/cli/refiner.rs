//! What refines tests, one and all of a run, for `litmus refine`.

use super::drawn::{self, Kept};
use super::ordered::{Alone, Turn, in_order};
use super::*;
use crate::allowance::{self, Allowance};
use crate::judge::depends::{Contents, Depends, code_of};
use crate::judge::rows;
use crate::judge::run::{Phase, Run};
use crate::judge::shard::Job;
use crate::judge::store::Question;
use crate::refine::{Options, RefinementTarget, refine};
use crate::report::refinement::TestReport;
use crate::syntax::source::Source;
use crate::verdict::{Cause, RefinementVerdict};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// The row of a test, and the pictures that are kept of it; `None` of one that is machine code without a source.
type Row = Result<Option<(TestReport, Kept)>, Vec<Diagnostic>>;

/// What refines tests, or knows what an earlier run has found.
pub struct Refiner<'r> {
    /// What is asked.
    pub options: &'r Options<'r>,
    /// What all results rest on; the code of each test is its own.
    depends: Depends,
    /// The assumptions that are chosen, which others are decided otherwise beside.
    assume: &'r Assume,
    /// What the run works with.
    pub run: &'r Run,
    /// Whether pictures are drawn, and then whether all are, or the first alone.
    pub draws: Option<bool>,
}

impl<'r> Refiner<'r> {
    /// What refines tests by options, with these assumptions chosen; no pictures are drawn.
    ///
    /// # Errors
    /// What is wrong with the model.
    pub fn new(options: &'r Options<'r>, assume: &'r Assume, run: &'r Run) -> Result<Refiner<'r>, Vec<Diagnostic>> {
        let depends = Contents::new(options.resources, options.settings.races).of_refine(options)?;
        Ok(Refiner { options, depends, assume, run, draws: None })
    }

    /// The row of a test, in what it may use, and the pictures that are kept of it; `None` of one that is machine code without a source.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn row(&self, path: &Path, allowance: Allowance) -> Row {
        let start = Instant::now();
        let refined = allowance::within(allowance, || self.refined(path));
        refined.unwrap_or_else(|why| {
            let seconds = start.elapsed().as_secs_f64();
            Ok(Some((view::undecided_refinement(path, self.options, &why.into(), seconds), Kept::default())))
        })
    }

    fn refined(&self, path: &Path) -> Row {
        let source = load::read_test(path).map_err(|error| vec![*error])?;
        if load::program(&source)?.is_machine_code() {
            return Ok(None);
        }
        // What is kept has no executions.
        if let Some(all) = self.draws {
            let found = refine(&source, self.options)?;
            let kept = drawn::refined(&found, self.options, all)?;
            return Ok(Some((view::test_report(&found), kept)));
        }
        let decide = || refine(&source, self.options).map(|found| (view::test_report(&found), found.is_decided()));
        let row = rows::row(&self.run.store, || self.question(&source), TestReport::without_times, decide);
        row.map(|test| Some((test, Kept::default())))
    }

    /// What the row of a test depends on; of a test that is wrong there is none.
    fn question(&self, source: &Arc<Source>) -> Option<Question> {
        let structure = load::event_structure(source).ok()?;
        let tables = self.options.targets.iter().map(|target| code_of(&structure, target)).collect();
        let depends = Depends { tables, ..self.depends.clone() };
        Some(depends.question(&self.command(), self.options.settings, &structure))
    }

    /// What shards of the command are parts of, which may also be asked about the code of other tables.
    pub fn job(&self, files: &[PathBuf], before: Option<&Refiner<'_>>) -> Job {
        let of_target = |target: &RefinementTarget<'_>| {
            let language = if target.opencl { "OpenCL" } else { "HSA" };
            format!("{} by {language}'s code", target.configuration)
        };
        let targets: Vec<String> = self.options.targets.iter().map(of_target).collect();
        let against = if before.is_some() { " --against" } else { "" };
        let settings = Job::settings(self.options.settings);
        let command = format!("{}{against} {settings}` for `{}", self.command(), targets.join("; "));
        let others = before.iter().flat_map(|before| &before.options.targets);
        let targets = self.options.targets.iter().chain(others);
        Job { tests: rows::tests(files), ..Job::on_targets(command, &self.depends.models, targets) }
    }

    /// The command with the arguments that matter to what is asked of a target.
    fn command(&self) -> String {
        let Assume { none, on } = self.assume;
        let claims = none.then_some("none").into_iter().chain(on.iter().map(String::as_str));
        let assume: String = claims.map(|claim| format!(" --assume {claim}")).collect();
        let sensitivity = if self.options.otherwise.is_some() { " with what results rest on" } else { "" };
        let memory_types = if self.options.memory_types { " --memory-types" } else { "" };
        let ends = spelled(self.options.settings.ends);
        format!("litmus refine --model {}{assume}{sensitivity}{memory_types}{ends}", self.options.model)
    }
}

/// A test that was refined, also by other tables if that is asked, with the pictures that are kept of it.
pub type RefinedTest = (TestReport, Option<TestReport>, Kept);

/// A test that was refined; `None` of one of machine code.
type Refined = Result<Option<RefinedTest>, Vec<Diagnostic>>;

/// Refines the tests of files, and hands each on in the order of the files as soon as it and those before it are there; what is wrong with some
/// is added to errors. A run that is told to end leaves tests out: how many were asked.
pub fn refine_all(
    (after, before): (&Refiner<'_>, Option<&Refiner<'_>>),
    files: &[PathBuf],
    errors: &mut Vec<Diagnostic>,
    mut take: impl FnMut(Option<RefinedTest>) + Send,
) -> usize {
    // Reading tables and hardware leaves memory that nobody uses.
    if allowance::is_memory_scarce() {
        allowance::give_back_memory();
    }
    let work = after.run.work(Phase::Testing, files.len());
    let alone = Alone::default();
    let is_unknown = |test: &TestReport| test.has(RefinementVerdict::Unknown);
    // What is left out is a result, too.
    let refine_file = |number: usize, turn: Turn| {
        if turn == Turn::Beside && after.run.is_stopped() {
            return Some(None);
        }
        let found = refined((after, before), (&alone, turn), &files[number])?;
        let unknown = |(test, before, _): &RefinedTest| is_unknown(test) || before.as_ref().is_some_and(is_unknown);
        if after.run.is_stopped() && matches!(&found, Ok(Some(found)) if unknown(found)) {
            // Of what an interrupt has ended there is what was decided; if that is nothing, it is left out like what was not begun.
            let is_decided = |(test, before, _): &RefinedTest| {
                [Some(test), before.as_ref()].into_iter().flatten().any(TestReport::is_partly_decided)
            };
            let is_decided = matches!(&found, Ok(Some(found)) if is_decided(found));
            return Some(is_decided.then_some(found));
        }
        work.one_is_done();
        Some(Some(found))
    };
    in_order(files.len(), 0, refine_file, |found: Option<Refined>| match found {
        Some(Ok(refined)) => take(refined),
        Some(Err(found)) => add_new_errors(errors, found),
        None => {}
    });
    work.done()
}

/// A test by both tables; where tests beside it use the memory, what it says alone, in another turn.
fn refined(
    (after, before): (&Refiner<'_>, Option<&Refiner<'_>>),
    (alone, turn): (&Alone, Turn),
    path: &Path,
) -> Option<Refined> {
    let lacks_memory = |found: &(Instant, Row)| match &found.1 {
        Ok(Some((test, _))) => test.cells.iter().any(|cell| cell.undecided.cause == Some(Cause::Memory)),
        Ok(None) | Err(_) => false,
    };
    let allowance = after.options.settings.allowance();
    let forget = || after.options.resources.forget();
    let row = |refiner: &Refiner<'_>, allowance| (Instant::now(), refiner.row(path, allowance));
    let (begun, found) = alone.unless(turn, (lacks_memory, forget), || row(after, allowance))?;
    let (test, kept) = match found {
        Ok(Some(found)) => found,
        Ok(None) => return Some(Ok(None)),
        Err(errors) => return Some(Err(errors)),
    };
    // The test has so much time by both tables together.
    let rest = Allowance { timeout: allowance.timeout.saturating_sub(begun.elapsed()), ..allowance };
    let Some(before) = before else { return Some(Ok(Some((test, None, kept)))) };
    let (_, before) = alone.unless(turn, (lacks_memory, forget), || row(before, rest))?;
    Some(before.map(|before| Some((test, before.map(|(test, _)| test), kept))))
}
