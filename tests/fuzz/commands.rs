//! What holds of any test that commands are given: it is decided, refused, or not decided within its time, and what is found can be printed.

use super::properties::well_placed;
use gfx_litmus::allowance::{self, Exceeded};
use gfx_litmus::defaults;
use gfx_litmus::engine::{EngineChoice, Settings};
use gfx_litmus::hardware::Assume;
use gfx_litmus::load;
use gfx_litmus::lowering::{Setting, lower};
use gfx_litmus::refine::{self, RefinementTarget, refine};
use gfx_litmus::report::amount::Amount;
use gfx_litmus::report::checked::TestResult;
use gfx_litmus::report::reminders::Reminders;
use gfx_litmus::report::{checked, code, refinement, text};
use gfx_litmus::resources::Resources;
use gfx_litmus::run::{self, Options};
use gfx_litmus::syntax::source::{Diagnostic, Source};
use gfx_litmus::targets::TargetConfiguration;
use gfx_litmus::verdict::Decided;
use gfx_litmus::view;
use itertools::Itertools;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// The time that the work on one test may take, and in which it ends at the latest, on a busy machine too.
const TIMEOUT: Duration = Duration::from_millis(500);
const END: Duration = Duration::from_secs(10);

/// Models, tables and hardware that come with the tool, each read once.
static RESOURCES: LazyLock<Resources> = LazyLock::new(Resources::default);

fn settings(engine: EngineChoice) -> Settings {
    Settings { engine, timeout: TIMEOUT, ..Settings::default() }
}

fn options(engine: EngineChoice) -> Options<'static> {
    Options { models: Vec::new(), settings: settings(engine), sensitivity: true, resources: &RESOURCES }
}

/// What some work on a text finds, if it is right and decided in time; errors lie in the text.
fn found<T>(work: impl FnOnce() -> Result<T, Vec<Diagnostic>>) -> Option<T> {
    let start = Instant::now();
    let found = allowance::within(settings(EngineChoice::Auto).allowance(), work);
    let spent = start.elapsed();
    assert!(spent < END, "it took {spent:?} of {TIMEOUT:?}");
    match found {
        Ok(Ok(found)) => Some(found),
        Ok(Err(errors)) => {
            errors.iter().for_each(well_placed);
            None
        }
        Err(Exceeded::Panic(message)) => panic!("{message}"),
        Err(Exceeded::Time(_) | Exceeded::Memory(_) | Exceeded::Interrupted) => None,
    }
}

/// Both engines decide a test alike, as far as they do.
pub fn check(text: &str) {
    let source = Source::new("fuzz.litmus", text);
    let by = |engine| found(|| run::check(&source, &options(engine)).map(|found| view::test_result(&found)));
    let [one, other] = [EngineChoice::Enumerate, EngineChoice::Smt].map(by);
    one.iter().chain(&other).for_each(|test| drop(checked::test(test, Amount::All, text::Paint(false))));
    if let (Some(one), Some(other)) = (one, other) {
        agree(&one, &other);
    }
}

fn agree(one: &TestResult, other: &TestResult) {
    for (one, other) in one.models.iter().zip_eq(&other.models) {
        for (one, other) in one.conditions.iter().zip_eq(&other.conditions) {
            let decided = one.verdict.is_decided() && other.verdict.is_decided();
            assert!(!decided || one.verdict == other.verdict, "engines disagree on {}", one.condition);
        }
    }
    for (one, other) in one.hardware.iter().zip_eq(&other.hardware) {
        let decided = [one, other].iter().all(|check| !check.verdict.contains("unknown"));
        assert!(!decided || one.verdict == other.verdict, "engines disagree at line {}", one.line);
    }
}

/// Final states are listed.
pub fn outcomes(text: &str) {
    let source = Source::new("fuzz.litmus", text);
    let options = options(EngineChoice::Auto);
    let list = || run::outcomes(&source, &options, (false, &Arc::new(AtomicUsize::new(0))));
    if let Some(found) = found(list) {
        drop(text::outcomes(&view::outcomes(&found, None, Vec::new()), text::Paint(false)));
    }
}

/// Machine code on some target, by the length of the text, is sound or not.
pub fn refined(text: &str) {
    let all = TargetConfiguration::every_configuration();
    let configuration = all[text.len() % all.len()];
    let opencl = text.len() % 2 == 1;
    let tables = RESOURCES.tables(defaults::TABLE).expect("the default tables");
    let target = RefinementTarget::new(configuration, tables, opencl, &Assume::default(), &RESOURCES);
    let targets = vec![target.expect("hardware for every target")];
    let settings = settings(EngineChoice::Auto);
    let options = refine::Options::new(refine::model_for_language(opencl), targets, settings, &RESOURCES);
    let source = Source::new("fuzz.litmus", text);
    if let Some(found) = found(|| refine(&source, &options)) {
        drop(refinement::test(&view::test_report(&found), false, Amount::All, &mut Reminders::default()));
    }
}

/// Machine code of every target is printed.
pub fn lowered(text: &str) {
    let source = Source::new("fuzz.litmus", text);
    let Some(program) = found(|| load::program(&source)) else { return };
    let tables = RESOURCES.tables(defaults::TABLE).expect("the default tables");
    for configuration in TargetConfiguration::every_configuration() {
        let Ok(loaded) = tables.table(configuration.target) else { continue };
        match lower(&program, &Setting::new(&loaded.table, configuration, false)) {
            Ok(found) => drop(code::text(&view::code(&program, &configuration, loaded, false, &found))),
            Err(errors) => errors.iter().for_each(well_placed),
        }
    }
}
