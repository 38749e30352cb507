//! What refines tests, for `litmus refine`.

use super::drawn::{self, Kept};
use super::*;
use crate::allowance::{self, Allowance};
use crate::judge::depends::{Contents, Depends, code_of};
use crate::judge::rows;
use crate::judge::run::Run;
use crate::judge::shard::Job;
use crate::judge::store::Question;
use crate::refine::{Options, RefinementTarget, refine};
use crate::report::refinement::TestReport;
use crate::syntax::source::Source;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// The row of a test, and the pictures that are kept of it; `None` of one that is machine code without a source.
pub type Row = Result<Option<(TestReport, Kept)>, Vec<Diagnostic>>;

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
