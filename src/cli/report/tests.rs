//! What is asked of each test.

use crate::allowance;
use crate::cli::check::Checker;
use crate::cli::ordered::{Alone, Turn};
use crate::cli::refiner::Refiner;
use crate::hardware::Assume;
use crate::judge::run::Run;
use crate::load;
use crate::lowering::{LoadedTable, Setting};
use crate::refine::{self, Counterexample, Refined, Verdict};
use crate::report::html::{DrawnTarget, Part, Picture, TestPage};
use crate::report::refinement::{TestReport, counterexamples};
use crate::report::results::OutcomesReport;
use crate::report::sequence;
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
        let drawn = refined.as_ref().map_or_else(Vec::new, |(report, _)| self.drawn(&source, report));
        let (refinement, operations) = match refined {
            Some((report, _)) => (Part::Found(report), view::operations(&program, &self.tables)),
            None => (Part::NotAsked("it is machine code, which has no source to refine".into()), Vec::new()),
        };
        Ok(TestPage { source: source.text.clone(), check, outcomes, refinement, operations, picture, drawn })
    }

    /// The counterexamples of a test drawn, each once. What is kept of earlier runs has no executions: they are found again.
    fn drawn(&self, source: &Arc<Source>, report: &TestReport) -> Vec<DrawnTarget> {
        let all = counterexamples(&report.cells);
        let first: Vec<&str> =
            all.values().filter_map(|cells| cells.first()).map(|cell| cell.target.as_str()).collect();
        if first.is_empty() {
            return Vec::new();
        }
        let options = self.refiner.options.on(|target| first.contains(&target.configuration.to_string().as_str()));
        let found = allowance::within(self.models.settings.allowance(), || {
            refine::refine(source, &options).map(|found| drawn_targets(&found, &options))
        });
        let not_drawn = |why: String| {
            let none =
                |target: &&str| DrawnTarget { target: (*target).to_string(), drawings: Part::NotAsked(why.clone()) };
            first.iter().map(none).collect()
        };
        match found {
            Ok(Ok(drawn)) => drawn,
            Ok(Err(wrong)) => not_drawn(wrong.first().map_or_else(String::new, ToString::to_string)),
            Err(why) => not_drawn(crate::engine::Inconclusive::from(why).to_string()),
        }
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
                let witnesses = run::witnesses(found, self.models)?;
                let none = || match run::unshown(&witnesses) {
                    Some((_, why)) => why.to_string(),
                    None => "no state has an execution to show".into(),
                };
                Ok(self.first(found, &witnesses)?.map_or_else(|| Part::NotAsked(none()), Part::Found))
            }
        }
    }

    fn first(&self, found: &Outcomes, witnesses: &Witnesses) -> Result<Option<Picture>, Vec<Diagnostic>> {
        let scenes = run::outcome_scenes(found, witnesses);
        let depict = |scene: &run::Scene<'_>| Ok(view::page_picture(&scene.depict(self.models.resources)?));
        scenes.first().map(depict).transpose()
    }
}

/// What shows that code is unsound on targets, drawn: the cycle that the source forbids, and what happens in time.
fn drawn_targets(found: &Refined, options: &refine::Options<'_>) -> Vec<DrawnTarget> {
    let results = found.results.iter().zip(&options.targets);
    let drawn = results.map(|(result, target)| {
        let name = result.configuration.to_string();
        let drawings = match &result.verdict {
            Verdict::Unsound(unsound) => {
                let table = target.table_called();
                let timeline = view::sequence(&found.structure, unsound, (&name, table));
                Part::Found((forbidden(found, unsound, options), sequence::draw_bare(&timeline)))
            }
            Verdict::Unknown(why) => Part::NotAsked(why.to_string()),
            Verdict::Sound | Verdict::Racy | Verdict::NoCode(_) => Part::NotAsked("it was not found again".into()),
        };
        DrawnTarget { target: name, drawings }
    });
    drawn.collect()
}

/// The cycle by which the source forbids what code does, if it is known.
fn forbidden(found: &Refined, unsound: &Counterexample, options: &refine::Options<'_>) -> Option<Picture> {
    let broken = &unsound.forbidden_by()?.broken;
    let (structure, models) = (&found.structure, vec![options.model.as_str()]);
    let scene = run::Scene { structure, models, execution: &broken.execution, shows: run::Shows::Forbidden(broken) };
    // The model was read for the verdict.
    Some(view::page_picture(&scene.depict(options.resources).ok()?))
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
