//! What each stage of a check costs, on tests of the corpus: `cargo bench`.

use divan::{Bencher, black_box};
use gfx_litmus::engine::smt::Session;
use gfx_litmus::engine::{Decider, EngineChoice, RaceSemantics, Settings, elaborate_for};
use gfx_litmus::resources::Resources;
use gfx_litmus::run::{self, Options};
use gfx_litmus::syntax::litmus::parse;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::targets::TargetConfiguration;
use gfx_litmus::{load, lowering, models, refine};
use std::path::Path;
use std::sync::Arc;

const TESTS: [&str; 4] = [
    "litmus/message-passing/MP+rel+acq+agent.litmus",
    "litmus/store-buffering/SB+sc+agent.litmus",
    "litmus/iriw/IRIW+sc.litmus",
    "litmus/atomicity/lock.litmus",
];

/// The allocator of the command line tool, so that figures are comparable.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

fn source(path: &str) -> Arc<Source> {
    load::read(Path::new(path)).unwrap_or_else(|error| panic!("{error}"))
}

#[divan::bench(args = TESTS)]
fn parsing(bencher: Bencher, path: &str) {
    let source = source(path);
    bencher.bench(|| parse(black_box(&source)).is_ok());
}

#[divan::bench(args = TESTS)]
fn to_event_structure(bencher: Bencher, path: &str) {
    let source = source(path);
    bencher.bench(|| load::event_structure(black_box(&source)).is_ok());
}

#[divan::bench]
fn load_model() {
    assert!(models::load(black_box("hsa")).is_ok());
}

#[divan::bench(args = TESTS)]
fn encode(bencher: Bencher, path: &str) {
    let structure = load::event_structure(&source(path)).unwrap_or_else(|_| panic!("{path} is a test"));
    let model = models::load("hsa").unwrap_or_else(|error| panic!("{error}"));
    let elaborations = models::elaborations();
    bencher.bench_local(|| {
        let elaborated = elaborate_for(&structure, &model, &elaborations).unwrap_or_else(|error| panic!("{error}"));
        let session = Session::new(&structure, RaceSemantics::CatchFire);
        let mut session = session.unwrap_or_else(|why| panic!("{why}"));
        session.add_model(elaborated);
        session
    });
}

/// Races and conditions by enumeration: the model is specialized for the test and compiled, then the executions are visited.
#[divan::bench(args = TESTS)]
fn enumerate(bencher: Bencher, path: &str) {
    judge(bencher, path, EngineChoice::Enumerate);
}

/// Races and conditions by the solver: the test and the model are encoded, then z3 is asked.
#[divan::bench(args = TESTS)]
fn solve(bencher: Bencher, path: &str) {
    judge(bencher, path, EngineChoice::Smt);
}

fn judge(bencher: Bencher, path: &str, engine: EngineChoice) {
    let structure = load::event_structure(&source(path)).unwrap_or_else(|_| panic!("{path} is a test"));
    let model = models::load("hsa").unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings { engine, ..Settings::default() };
    let elaborations = models::elaborations();
    bencher.bench_local(|| {
        let mut decider = Decider::new(&structure, &elaborations, settings).unwrap_or_else(|error| panic!("{error}"));
        let id = decider.add_model(&model).unwrap_or_else(|error| panic!("{error}"));
        decider.judge(id).verdicts.len()
    });
}

/// Races and conditions by enumeration, with the model compiled before.
#[divan::bench(args = TESTS)]
fn enumerate_compiled(bencher: Bencher, path: &str) {
    let structure = load::event_structure(&source(path)).unwrap_or_else(|_| panic!("{path} is a test"));
    let model = models::load("hsa").unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings { engine: EngineChoice::Enumerate, ..Settings::default() };
    let elaborations = models::elaborations();
    let mut decider = Decider::new(&structure, &elaborations, settings).unwrap_or_else(|error| panic!("{error}"));
    let id = decider.add_model(&model).unwrap_or_else(|error| panic!("{error}"));
    bencher.bench_local(|| decider.judge(id).verdicts.len());
}

/// A test asked under one model.
fn options(resources: &Resources) -> Options<'_> {
    Options { models: vec!["hsa".into()], settings: Settings::default(), sensitivity: false, resources }
}

#[divan::bench(args = TESTS)]
fn check(bencher: Bencher, path: &str) {
    let source = source(path);
    let resources = Resources::default();
    let options = options(&resources);
    bencher.bench_local(|| run::check(black_box(&source), &options).is_ok());
}

#[divan::bench(args = TESTS)]
fn outcomes(bencher: Bencher, path: &str) {
    let source = source(path);
    let resources = Resources::default();
    let options = options(&resources);
    bencher.bench_local(|| run::outcomes(black_box(&source), &options, (false, &Default::default())).is_ok());
}

/// Lowering a test's program to the machine code of one target configuration.
#[divan::bench(args = TESTS)]
fn lower(bencher: Bencher, path: &str) {
    let program = load::program(&source(path)).unwrap_or_else(|_| panic!("{path} is a test"));
    let library = lowering::Library::load(gfx_litmus::defaults::TABLE).unwrap_or_else(|errors| panic!("{errors:?}"));
    let configuration = TargetConfiguration::parse("gfx10,wgp").unwrap_or_else(|error| panic!("{error}"));
    let table = &library.table(configuration.target).unwrap_or_else(|error| panic!("{error}")).table;
    let setting = lowering::Setting::new(table, configuration, false);
    bencher.bench(|| lowering::lower(black_box(&program), &setting).is_ok());
}

fn gfx10(resources: &Resources) -> refine::RefinementTarget<'static> {
    let tables = resources.tables(gfx_litmus::defaults::TABLE).unwrap_or_else(|errors| panic!("{errors:?}"));
    let configuration = TargetConfiguration::parse("gfx10,wgp").unwrap_or_else(|error| panic!("{error}"));
    let target = refine::RefinementTarget::new(configuration, tables, false, &Default::default(), resources);
    target.unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// A test refined against one target configuration, the search for what the model forbids included.
#[divan::bench(args = TESTS)]
fn refine_against_one_target(bencher: Bencher, path: &str) {
    let resources = Resources::default();
    let options = refine::Options::new("hsa", vec![gfx10(&resources)], Settings::default(), &resources);
    let source = source(path);
    bencher.bench_local(|| refine::refine(black_box(&source), &options).is_ok());
}

/// Scheduling, on one target configuration, of every execution that the model forbids, found before.
#[divan::bench(args = TESTS)]
fn hardware_alone(bencher: Bencher, path: &str) {
    let structure = load::event_structure(&source(path)).unwrap_or_else(|_| panic!("{path} is a test"));
    let resources = Resources::default();
    let model = resources.model("hsa").unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut decider = Decider::new(&structure, resources.elaborations(), Settings::default())
        .unwrap_or_else(|error| panic!("{error}"));
    let id = decider.add_model(model).unwrap_or_else(|error| panic!("{error}"));
    let forbidden = decider.forbidden(id);
    let target = gfx10(&resources);
    bencher.bench_local(|| refine::refine_against(&target, black_box(&structure), &forbidden).verdict.word());
}
