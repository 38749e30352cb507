//! gfx-litmus for Python. Functions here take text and give the JSON of reports (docs/json.md) and pictures as SVG; `gfx_litmus/__init__.py` makes
//! objects of them.

mod ask;
mod errors;
mod pictures;

use ask::asked;
use errors::{LitmusError, usage};
use gfx_litmus::engine::{Inconclusive, Settings};
use gfx_litmus::generate::Limits;
use gfx_litmus::hardware::Assume;
use gfx_litmus::judge::compare::{self, Sides};
use gfx_litmus::judge::run::Run;
use gfx_litmus::judge::store::Store;
use gfx_litmus::lowering::Library;
use gfx_litmus::refine::{self, RefinementTarget, known_assumptions, model_for_language};
use gfx_litmus::resources::Resources;
use gfx_litmus::run;
use gfx_litmus::syntax::source::{Diagnostic, Source};
use gfx_litmus::targets::TargetConfiguration;
use gfx_litmus::{allowance, defaults, models, view};
use pictures::Picture;
use pyo3::prelude::*;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::Duration;

/// What is wrong with what was given.
type Wrong = Vec<Diagnostic>;

/// The file that a test or a program is in, and what it may take to decide it.
#[derive(FromPyObject)]
struct Given {
    name: String,
    text: String,
    seconds: f64,
}

impl Given {
    fn source(&self) -> Arc<Source> {
        Source::new(self.name.as_str(), self.text.as_str())
    }

    fn path(&self) -> &Path {
        Path::new(&self.name)
    }

    fn settings(&self, stop: &'static AtomicBool) -> Result<Settings, Wrong> {
        settings(self.seconds, stop)
    }
}

fn settings(seconds: f64, stop: &'static AtomicBool) -> Result<Settings, Wrong> {
    let wrong = |_| vec![usage("seconds", &seconds.to_string(), "a number of seconds, 0 or more")];
    let timeout = Duration::try_from_secs_f64(seconds).map_err(wrong)?;
    Ok(Settings { timeout, stop: Some(stop), ..Settings::default() })
}

fn json(report: &impl Serialize) -> String {
    // Reports have no maps whose keys are no strings, and no numbers that JSON has not.
    serde_json::to_string(report).expect("a report is JSON")
}

/// What a test expects and what is so, by each model that it names, as `litmus check` reports it.
#[pyfunction]
fn check(py: Python<'_>, given: Given, models: Vec<String>, sensitivity: bool) -> PyResult<String> {
    asked(py, move |stop| {
        let resources = Resources::default();
        let options = run::Options { models, settings: given.settings(stop)?, sensitivity, resources: &resources };
        let decide = || run::check(&given.source(), &options).map(|checked| json(&view::test_result(&checked)));
        let undecided = |why: Inconclusive| Ok(json(&view::undecided_test(given.path(), &why, given.seconds)));
        allowance::within(options.settings.allowance(), decide).unwrap_or_else(|why| undecided(why.into()))
    })
}

/// The final states of a test, as `litmus outcomes` reports them, and pictures of executions if they are asked for.
#[pyfunction]
fn outcomes(
    py: Python<'_>,
    given: Given,
    models: Vec<String>,
    allowed: bool,
    draw: bool,
) -> PyResult<(String, Vec<Picture>)> {
    asked(py, move |stop| {
        let resources = Resources::default();
        let settings = given.settings(stop)?;
        let options = run::Options { models, settings, sensitivity: false, resources: &resources };
        let list = || {
            let found = run::outcomes(&given.source(), &options, (allowed, &Arc::new(AtomicUsize::new(0))))?;
            let witnesses = if draw { Some(run::witnesses(&found, &options)?) } else { None };
            let draw = |witnesses| pictures::outcomes(&found, witnesses, &resources);
            let drawn = witnesses.as_ref().map(draw).transpose()?;
            let report = view::outcomes(&found, witnesses.as_ref(), view::files(&resources));
            Ok((json(&report), drawn.unwrap_or_default()))
        };
        allowance::within(settings.allowance(), list).unwrap_or_else(|why| {
            let report = view::undecided_outcomes(given.path(), view::files(&resources), &why.into());
            Ok((json(&report), Vec::new()))
        })
    })
}

/// What code is made of: the tables, in which language.
#[derive(FromPyObject)]
struct Code {
    table: String,
    opencl: bool,
    assume: Vec<String>,
}

/// Whether a test's code does on targets only what its source may, as `litmus refine` reports it, and pictures of what is unsound if they are asked for.
#[pyfunction]
fn refine_test(
    py: Python<'_>,
    given: Given,
    targets: Vec<String>,
    code: Code,
    model: Option<String>,
    draw: bool,
) -> PyResult<(String, Vec<Picture>)> {
    asked(py, move |stop| {
        let resources = Resources::default();
        let model = model.unwrap_or_else(|| model_for_language(code.opencl).to_string());
        resources.model(&model)?;
        let targets = refinement_targets(&targets, &code, &resources)?;
        let options = refine::Options::new(model, targets, given.settings(stop)?, &resources);
        let source = given.source();
        if gfx_litmus::load::program(&source)?.is_machine_code() {
            return Err(vec![usage("test", &given.name, "a test with a source: machine code has none to refine")]);
        }
        let decide = || {
            let found = refine::refine(&source, &options)?;
            let drawn = if draw { pictures::refined(&found, &options)? } else { Vec::new() };
            Ok((json(&view::test_report(&found)), drawn))
        };
        allowance::within(options.settings.allowance(), decide).unwrap_or_else(|why| {
            let report = view::undecided_refinement(given.path(), &options, &why.into(), given.seconds);
            Ok((json(&report), Vec::new()))
        })
    })
}

/// The targets of these names, or all that the table is for.
fn refinement_targets(
    names: &[String],
    code: &Code,
    resources: &Resources,
) -> Result<Vec<RefinementTarget<'static>>, Wrong> {
    let tables = resources.tables(&code.table)?;
    let mut configurations = Vec::new();
    for name in names {
        let wrong = |message: String| vec![usage("target", name, &message)];
        let found = TargetConfiguration::parse_several(name).map_err(wrong)?;
        for configuration in &found {
            tables.table(configuration.target).map_err(wrong)?;
        }
        configurations.extend(found);
    }
    if names.is_empty() {
        let all = TargetConfiguration::every_configuration().into_iter();
        configurations.extend(all.filter(|configuration| tables.table(configuration.target).is_ok()));
    }
    let (none, on): (Vec<_>, Vec<_>) = code.assume.iter().cloned().partition(|name| name == "none");
    let assume = Assume { none: !none.is_empty(), on };
    let target = |configuration| RefinementTarget::new(configuration, tables, code.opencl, &assume, resources);
    let targets: Vec<_> = configurations.into_iter().map(target).collect::<Result<_, _>>()?;
    known_assumptions(&assume, &targets)?;
    Ok(targets)
}

/// How large generated programs are, and how long each may take.
#[derive(FromPyObject)]
struct Space {
    events: usize,
    threads: usize,
    seconds: f64,
}

/// The smallest programs that two models decide differently, or two tables for a target, as `litmus compare` reports them.
#[pyfunction]
fn compare_sides(py: Python<'_>, sides: [String; 2], code: Option<(String, bool)>, space: Space) -> PyResult<String> {
    asked(py, move |stop| {
        let start = std::time::Instant::now();
        if !(1..=8).contains(&space.events) || !(1..=4).contains(&space.threads) {
            return Err(vec![usage("events, threads", "these", "1 to 8 events in 1 to 4 threads")]);
        }
        let resources = Resources::default();
        let run = Run::new(Store::default(), stop, |_, _, _| {});
        let of_model = |name: &String| Ok::<_, Wrong>((name.clone(), resources.model(name)?));
        let asked = match &code {
            None => Sides::Models([of_model(&sides[0])?, of_model(&sides[1])?]),
            Some((target, opencl)) => {
                let side = |table: &String| {
                    let code = Code { table: table.clone(), opencl: *opencl, assume: Vec::new() };
                    refinement_targets(std::slice::from_ref(target), &code, &resources)
                };
                Sides::Code(side(&sides[0])?.into_iter().zip(side(&sides[1])?).map(<[_; 2]>::from).collect())
            }
        };
        let options = compare::Options {
            sides: asked,
            limits: Limits { events: space.events, threads: space.threads },
            varied_threads: 2,
            all: false,
            settings: settings(space.seconds, stop)?,
            resources: &resources,
            run: &run,
        };
        let compared = compare::compare(&options)?;
        let seconds = start.elapsed().as_secs_f64();
        Ok(json(&view::compared(&compared, &options, sides.clone(), &[], view::files(&resources), seconds)))
    })
}

/// The names of models, of targets in their modes, and of tables.
#[pyfunction]
fn names() -> (Vec<String>, Vec<String>, Vec<String>) {
    let models = models::list().into_iter().map(|model| model.name).collect();
    let targets = TargetConfiguration::every_configuration().iter().map(ToString::to_string).collect();
    (models, targets, Library::releases().into_iter().map(str::to_string).collect())
}

/// The table that is asked where none is named.
#[pyfunction]
fn default_table() -> &'static str {
    defaults::TABLE
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("LitmusError", module.py().get_type::<LitmusError>())?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(outcomes, module)?)?;
    module.add_function(wrap_pyfunction!(refine_test, module)?)?;
    module.add_function(wrap_pyfunction!(compare_sides, module)?)?;
    module.add_function(wrap_pyfunction!(names, module)?)?;
    module.add_function(wrap_pyfunction!(default_table, module)?)?;
    Ok(())
}
