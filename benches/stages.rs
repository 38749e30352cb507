//! What each stage of a check costs, on tests of the corpus: `cargo bench`.

use divan::{Bencher, black_box};
use gfx_litmus::cli::Library;
use gfx_litmus::engine::smt::{Reading, Session};
use gfx_litmus::run::{self, Options};
use gfx_litmus::syntax::litmus::parse;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::{load, models};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const TESTS: [&str; 4] = [
    "litmus/message-passing/MP+rel+acq+agent.litmus",
    "litmus/store-buffering/SB+sc+agent.litmus",
    "litmus/iriw/IRIW+sc.litmus",
    "litmus/atomicity/lock.litmus",
];

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
    bencher
        .bench_local(|| Session::new(&skeleton, Duration::from_secs(60), Reading::Undefined).add_model(&model).is_ok());
}

#[divan::bench(args = TESTS)]
fn check(bencher: Bencher, path: &str) {
    let source = source(path);
    let library = Library::default();
    let options = Options {
        models: vec!["hsa".into()],
        timeout: Duration::from_secs(60),
        reading: Reading::Undefined,
        library: &library,
    };
    bencher.bench_local(|| run::check(black_box(&source), &options).is_ok());
}

#[divan::bench(args = TESTS)]
fn outcomes(bencher: Bencher, path: &str) {
    let source = source(path);
    let library = Library::default();
    let options = Options {
        models: vec!["hsa".into()],
        timeout: Duration::from_secs(60),
        reading: Reading::Undefined,
        library: &library,
    };
    bencher.bench_local(|| run::outcomes(black_box(&source), &options).is_ok());
}
