//! gfx-litmus for Python. Functions here take text and give the JSON of reports (docs/json.md) and pictures as SVG; `gfx_litmus/__init__.py` makes
//! objects of them.

mod asking;
mod errors;

use asking::asked;
use errors::LitmusError;
use gfx_litmus::ask::{self, Picture, Question, Wrong, usage};
use gfx_litmus::engine::Settings;
use gfx_litmus::generate::Limits;
use gfx_litmus::judge::compare::{self, Sides};
use gfx_litmus::judge::run::Run;
use gfx_litmus::judge::store::Store;
use gfx_litmus::lowering::Library;
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::targets::TargetConfiguration;
use gfx_litmus::{defaults, models, view};
use pyo3::prelude::*;
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The file that a test or a program is in, and what it may take to decide it.
#[derive(FromPyObject)]
struct Given {
    name: String,
    text: String,
    seconds: f64,
}

impl Given {
    fn question<'r>(
        &self,
        models: Vec<String>,
        stop: &'static AtomicBool,
        resources: &'r Resources,
    ) -> Result<Question<'r>, Wrong> {
        let source = Source::new(self.name.as_str(), self.text.as_str());
        Ok(Question { source, models, settings: settings(self.seconds, stop)?, resources })
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

/// A picture as what it shows, by whom, and the drawing.
type Drawing = (String, String, String);

fn drawn(pictures: Vec<Picture>) -> Vec<Drawing> {
    pictures.into_iter().map(|Picture { verdict, by, svg, .. }| (verdict, by, svg)).collect()
}

/// What a test expects and what is so, by each model that it names, as `litmus check` reports it.
#[pyfunction]
fn check(py: Python<'_>, given: Given, models: Vec<String>, sensitivity: bool) -> PyResult<String> {
    asked(py, move |stop| {
        let resources = Resources::default();
        let found = given.question(models, stop, &resources)?.check(sensitivity)?;
        Ok(json(&found.report))
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
) -> PyResult<(String, Vec<Drawing>)> {
    asked(py, move |stop| {
        let resources = Resources::default();
        let (report, pictures) = given.question(models, stop, &resources)?.outcomes(allowed, draw)?.report;
        Ok((json(&report), drawn(pictures)))
    })
}

/// What code is made of: the tables, in which language.
#[derive(FromPyObject)]
struct Code {
    table: String,
    opencl: bool,
    assume: Vec<String>,
}

impl From<Code> for ask::Code {
    fn from(Code { table, opencl, assume }: Code) -> Self {
        ask::Code { table, opencl, assume }
    }
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
) -> PyResult<(String, Vec<Drawing>)> {
    asked(py, move |stop| {
        let resources = Resources::default();
        let code = ask::Code::from(code);
        let model = model.unwrap_or_else(|| code.model().to_string());
        resources.model(&model)?;
        let targets = code.targets(&targets, &resources)?;
        let question = given.question(Vec::new(), stop, &resources)?;
        let (report, pictures) = question.refine((&model, targets), None, draw)?.report;
        Ok((json(&report), drawn(pictures)))
    })
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
                    let code = ask::Code { table: table.clone(), opencl: *opencl, assume: Vec::new() };
                    code.targets(std::slice::from_ref(target), &resources)
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
