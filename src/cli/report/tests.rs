//! What is asked of each test.

use crate::allowance;
use crate::cli::check::Checker;
use crate::cli::ordered::{Alone, Turn};
use crate::cli::refiner::Refiner;
use crate::hardware::Assume;
use crate::judge::run::Run;
use crate::load;
use crate::lowering::{LoadedTable, Setting};
use crate::refine;
use crate::report::html::{Part, Picture, TestPage};
use crate::report::results::OutcomesReport;
use crate::run::{self, Outcomes, Witnesses};
use crate::syntax::source::{Diagnostic, Source};
use crate::verdict::Cause;
use crate::view;
use std::path::Path;
use std::sync::Arc;

/// What asks tests.
pub struct Asker<'r> {
    /// What the run works with.
    pub run: &'r Run,
    models: &'r run::Options<'r>,
    checker: Checker<'r>,
    refiner: Refiner<'r>,
    /// The tables that code is of, by target.
    tables: Vec<(&'r LoadedTable, Setting<'r>)>,
    alone: Alone,
}

/// A test as the page has it, or what is wrong with it.
type Page = Result<TestPage, Vec<Diagnostic>>;
/// The final states of a test, and a picture.
type States = (Part<OutcomesReport>, Part<Picture>);

/// No claim of hardware is chosen.
static NO_CLAIMS: Assume = Assume { none: false, on: Vec::new() };

impl<'r> Asker<'r> {
    /// What asks tests about models and targets.
    ///
    /// # Errors
    /// What is wrong with the model of the source.
    pub fn new(
        models: &'r run::Options<'r>,
        targets: &'r refine::Options<'r>,
        run: &'r Run,
    ) -> Result<Asker<'r>, Vec<Diagnostic>> {
        let tables =
            targets.targets.iter().filter_map(|target| Some((*target.table.as_ref().ok()?, target.setting()?)));
        Ok(Asker {
            run,
            models,
            checker: Checker::new(models, run),
            refiner: Refiner::new(targets, &NO_CLAIMS, run)?,
            tables: tables.collect(),
            alone: Alone::default(),
        })
    }

    /// All that is said of a test; where tests beside it use the memory, what it says alone, in another turn.
    pub fn page(&self, path: &Path, turn: Turn) -> Option<Page> {
        let forget = || self.models.resources.forget();
        self.alone.unless(turn, (lacks_memory, forget), || self.page_beside_others(path))
    }

    fn page_beside_others(&self, path: &Path) -> Page {
        let check = self.checker.row_beside_others(path)?.test;
        let source = load::read_test(path).map_err(|error| vec![*error])?;
        let (outcomes, picture) = self.states(path, &source)?;
        let program = load::program(&source)?;
        let refined = self.refiner.row(path, self.models.settings.allowance())?;
        let (refinement, operations) = match refined {
            Some((report, _)) => (Part::Found(report), view::operations(&program, &self.tables)),
            None => (Part::NotAsked("it is machine code, which has no source to refine".into()), Vec::new()),
        };
        Ok(TestPage { source: source.text.clone(), check, outcomes, refinement, operations, picture })
    }

    /// The final states of a test, and a picture, as far as there is time.
    fn states(&self, path: &Path, source: &Arc<Source>) -> Result<States, Vec<Diagnostic>> {
        let list = || {
            let found = run::outcomes(source, self.models, (false, &Arc::default()))?;
            let drawn = allowance::rest(|| self.picture(&found));
            let picture = match drawn {
                Ok(drawn) => drawn?,
                Err(why) => Part::NotAsked(crate::engine::Inconclusive::from(why).to_string()),
            };
            Ok((Part::Found(view::outcomes(&found, None, Vec::new())), picture))
        };
        allowance::within(self.models.settings.allowance(), list).unwrap_or_else(|why| {
            let report = view::undecided_outcomes(path, Vec::new(), &why.into());
            Ok((Part::Found(report), Part::NotAsked("no state was found".into())))
        })
    }

    /// A picture of what is most telling: a forbidden state, else a race, else an execution that is allowed.
    fn picture(&self, found: &Outcomes) -> Result<Part<Picture>, Vec<Diagnostic>> {
        let none: Witnesses = found.states.iter().map(|_| Vec::new()).collect();
        match self.first(found, &none)? {
            Some(picture) => Ok(Part::Found(picture)),
            None => {
                let picture = self.first(found, &run::witnesses(found, self.models)?)?;
                Ok(picture.map_or_else(|| Part::NotAsked("no state has an execution to show".into()), Part::Found))
            }
        }
    }

    fn first(&self, found: &Outcomes, witnesses: &Witnesses) -> Result<Option<Picture>, Vec<Diagnostic>> {
        let scenes = run::outcome_scenes(found, witnesses);
        let depict = |scene: &run::Scene<'_>| Ok(view::page_picture(&scene.depict(self.models.resources)?));
        scenes.first().map(depict).transpose()
    }
}

/// Whether something of a test is not decided for want of memory.
fn lacks_memory(page: &Page) -> bool {
    page.as_ref().is_ok_and(|page| {
        let states = page.outcomes.found().is_some_and(|found| found.undecided.cause == Some(Cause::Memory));
        let cells = page.refinement.found().into_iter().flat_map(|found| &found.cells);
        let code = cells.into_iter().any(|cell| cell.undecided.cause == Some(Cause::Memory));
        page.check.has_cause(Cause::Memory) || states || code
    })
}
