//! What each stage of a check costs, on tests of the corpus: `cargo bench`.

use divan::{Bencher, black_box};
use gfx_litmus::cli::Library;
use gfx_litmus::engine::smt::Session;
use gfx_litmus::engine::{Decider, EngineChoice, Reading, Settings};
use gfx_litmus::run::{self, Options};
use gfx_litmus::syntax::litmus::parse;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::targets::Machine;
use gfx_litmus::{load, lowering, models, refine};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const TESTS: [&str; 4] = [
    "litmus/message-passing/MP+rel+acq+agent.litmus",
    "litmus/store-buffering/SB+sc+agent.litmus",
    "litmus/iriw/IRIW+sc.litmus",
    "litmus/atomicity/lock.litmus",
];

/// That of the command line tool.
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
fn to_skeleton(bencher: Bencher, path: &str) {
    let source = source(path);
    bencher.bench(|| load::skeleton(black_box(&source)).is_ok());
}

#[divan::bench]
fn load_model() {
    assert!(models::load(black_box("hsa")).is_ok());
}

#[divan::bench(args = TESTS)]
fn encode_and_interpret(bencher: Bencher, path: &str) {
    let skeleton = load::skeleton(&source(path)).unwrap_or_else(|_| panic!("{path} is a test"));
    let model = models::load("hsa").unwrap_or_else(|error| panic!("{error}"));
    bencher.bench_local(|| {
        Session::new(&skeleton, Duration::from_secs(60), Reading::Undefined)
            .is_ok_and(|mut session| session.add_model(&model).is_ok())
    });
}

/// A model planned for a test, and every execution looked at: races and conditions.
#[divan::bench(args = TESTS)]
fn enumerate(bencher: Bencher, path: &str) {
    judge(bencher, path, EngineChoice::Enumerate);
}

/// The same by the solver.
#[divan::bench(args = TESTS)]
fn solve(bencher: Bencher, path: &str) {
    judge(bencher, path, EngineChoice::Smt);
}

fn judge(bencher: Bencher, path: &str, engine: EngineChoice) {
    let skeleton = load::skeleton(&source(path)).unwrap_or_else(|_| panic!("{path} is a test"));
    let model = models::load("hsa").unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings { engine, ..Settings::default() };
    bencher.bench_local(|| {
        let mut decider = Decider::new(&skeleton, settings).unwrap_or_else(|error| panic!("{error}"));
        let id = decider.add_model(&model).unwrap_or_else(|error| panic!("{error}"));
        decider.judge(id).verdicts.len()
    });
}

/// The executions alone: the model planned before.
#[divan::bench(args = TESTS)]
fn enumerate_planned(bencher: Bencher, path: &str) {
    let skeleton = load::skeleton(&source(path)).unwrap_or_else(|_| panic!("{path} is a test"));
    let model = models::load("hsa").unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings { engine: EngineChoice::Enumerate, ..Settings::default() };
    let mut decider = Decider::new(&skeleton, settings).unwrap_or_else(|error| panic!("{error}"));
    let id = decider.add_model(&model).unwrap_or_else(|error| panic!("{error}"));
    bencher.bench_local(|| decider.judge(id).verdicts.len());
}

#[divan::bench(args = TESTS)]
fn check(bencher: Bencher, path: &str) {
    let source = source(path);
    let library = Library::default();
    let options = Options { models: vec!["hsa".into()], settings: Settings::default(), library: &library };
    bencher.bench_local(|| run::check(black_box(&source), &options).is_ok());
}

#[divan::bench(args = TESTS)]
fn outcomes(bencher: Bencher, path: &str) {
    let source = source(path);
    let library = Library::default();
    let options = Options { models: vec!["hsa".into()], settings: Settings::default(), library: &library };
    bencher.bench_local(|| run::outcomes(black_box(&source), &options, false).is_ok());
}

/// A row, resolved: what lowering costs for each operation.
#[divan::bench(args = TESTS)]
fn lower(bencher: Bencher, path: &str) {
    let program = load::program(&source(path)).unwrap_or_else(|_| panic!("{path} is a test"));
    let library = lowering::Library::load(lowering::DEFAULT).unwrap_or_else(|error| panic!("{error}"));
    let machine = Machine::parse("gfx10,wgp").unwrap_or_else(|error| panic!("{error}"));
    let table = &library.table(machine.target).unwrap_or_else(|error| panic!("{error}")).table;
    let setting = lowering::Setting { table, machine, opencl: false };
    bencher.bench(|| lowering::lower(black_box(&program), &setting).is_ok());
}

/// A test refined for one machine, the source's side included.
#[divan::bench(args = TESTS)]
fn refine_for_one_machine(bencher: Bencher, path: &str) {
    let library = lowering::Library::load(lowering::DEFAULT).unwrap_or_else(|error| panic!("{error}"));
    let machine = Machine::parse("gfx10,wgp").unwrap_or_else(|error| panic!("{error}"));
    let models = Library::default();
    let benches = refine::benches(&[machine], &library, &Default::default(), None);
    let options = refine::Options {
        model: "hsa".into(),
        benches: benches.unwrap_or_else(|error| panic!("{error}")),
        opencl: false,
        settings: Settings::default(),
        models: &models,
    };
    let source = source(path);
    bencher.bench_local(|| refine::refine(black_box(&source), &options).is_ok());
}

/// Every execution that a test has to be asked about, on one machine.
#[divan::bench(args = TESTS)]
fn hardware_alone(bencher: Bencher, path: &str) {
    let skeleton = load::skeleton(&source(path)).unwrap_or_else(|_| panic!("{path} is a test"));
    let models = Library::default();
    let allowed = refine::allowed(&skeleton, "hsa", Settings::default(), &models);
    let allowed = allowed.unwrap_or_else(|_| panic!("the model is well formed"));
    let library = lowering::Library::load(lowering::DEFAULT).unwrap_or_else(|error| panic!("{error}"));
    let machine = Machine::parse("gfx10,wgp").unwrap_or_else(|error| panic!("{error}"));
    let benches = refine::benches(&[machine], &library, &Default::default(), None);
    let benches = benches.unwrap_or_else(|error| panic!("{error}"));
    bencher.bench_local(|| refine::cell(black_box(&skeleton), &allowed, &benches[0], false).verdict.word());
}
