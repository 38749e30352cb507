//! Families of tests that grow with a number, by engine: `cargo bench --bench rings`. A figure is the time of one test, measured
//! with its text read and its model loaded.

use divan::Bencher;
use gfx_litmus::cat::{Elaborations, Model};
use gfx_litmus::engine::{Decider, EngineChoice, Settings};
use gfx_litmus::program::EventStructure;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::{load, models};
use std::fmt::Write;

const SCOPE: &str = "syncscope(\"agent\")";

/// The allocator of the command line tool, so that figures are comparable.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// A test of threads in workgroups of their own, with a condition.
fn ring_test(objects: usize, threads: &[Vec<String>], condition: &str) -> EventStructure {
    let mut text = String::from("litmus ring\nmemory {\n");
    (0..objects).for_each(|object| writeln!(text, "  global x{object}: i32 = 0").unwrap_or_default());
    text += "}\n";
    for (number, statements) in threads.iter().enumerate() {
        let body = statements.join("\n  ");
        let _ = writeln!(text, "thread P{number} @ agent 0, workgroup {number}, wavefront 0 {{\n  {body}\n}}");
    }
    let _ = writeln!(text, "exists ({condition})");
    load::event_structure(&Source::new("ring", text)).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

fn conjunction(threads: usize, each: impl Fn(usize) -> String) -> String {
    (0..threads).map(each).collect::<Vec<_>>().join(" /\\ ")
}

/// Store buffering of seq_cst around a ring.
fn store_buffering(n: usize) -> EventStructure {
    let thread = |i| {
        let store = format!("store atomic i32 1, x{i} {SCOPE} seq_cst");
        vec![store, format!("r0 = load atomic i32, x{} {SCOPE} seq_cst", (i + 1) % n)]
    };
    ring_test(n, &(0..n).map(thread).collect::<Vec<_>>(), &conjunction(n, |i| format!("P{i}:r0 = 0")))
}

/// Load buffering of acquire and release around a ring.
fn load_buffering(n: usize) -> EventStructure {
    let thread = |i| {
        let load = format!("r0 = load atomic i32, x{i} {SCOPE} acquire");
        vec![load, format!("store atomic i32 1, x{} {SCOPE} release", (i + 1) % n)]
    };
    ring_test(n, &(0..n).map(thread).collect::<Vec<_>>(), &conjunction(n, |i| format!("P{i}:r0 = 1")))
}

/// Independent reads of independent writes, seq_cst, by a number of readers.
fn independent_reads(n: usize) -> EventStructure {
    let write = |object: usize| vec![format!("store atomic i32 1, x{object} {SCOPE} seq_cst")];
    let read = |i: usize| {
        let load = |register: usize, object: usize| format!("r{register} = load atomic i32, x{object} {SCOPE} seq_cst");
        vec![load(0, i % 2), load(1, (i + 1) % 2)]
    };
    let threads: Vec<Vec<String>> = (0..2).map(write).chain((0..n).map(read)).collect();
    ring_test(2, &threads, &conjunction(n, |i| format!("P{0}:r0 = 1 /\\ P{0}:r1 = 0", i + 2)))
}

fn hsa() -> Model {
    models::load("hsa").unwrap_or_else(|error| panic!("{error}"))
}

fn decider<'a>(structure: &'a EventStructure, elaborations: &'a Elaborations, engine: EngineChoice) -> Decider<'a> {
    let settings = Settings { engine, ..Settings::default() };
    Decider::new(structure, elaborations, settings).unwrap_or_else(|error| panic!("{error}"))
}

/// Measures listing all final states that the model allows.
fn states(bencher: Bencher, structure: &EventStructure, engine: EngineChoice) {
    let (model, elaborations) = (hsa(), models::elaborations());
    bencher.bench_local(|| {
        let mut decider = decider(structure, &elaborations, engine);
        let id = decider.add_model(&model).unwrap_or_else(|error| panic!("{error}"));
        decider.allowed(id).map(|states| states.len())
    });
}

/// Measures the verdict of the condition, races included.
fn condition(bencher: Bencher, structure: &EventStructure, engine: EngineChoice) {
    let (model, elaborations) = (hsa(), models::elaborations());
    bencher.bench_local(|| {
        let mut decider = decider(structure, &elaborations, engine);
        let id = decider.add_model(&model).unwrap_or_else(|error| panic!("{error}"));
        decider.judge(id).verdicts.len()
    });
}

#[divan::bench(args = [2, 4, 8, 10, 12])]
fn sb_states_enumerate(bencher: Bencher, n: usize) {
    states(bencher, &store_buffering(n), EngineChoice::Enumerate);
}

#[divan::bench(args = [2, 4, 8], sample_count = 5)]
fn sb_states_smt(bencher: Bencher, n: usize) {
    states(bencher, &store_buffering(n), EngineChoice::Smt);
}

#[divan::bench(args = [2, 4, 8, 12, 16])]
fn sb_condition_enumerate(bencher: Bencher, n: usize) {
    condition(bencher, &store_buffering(n), EngineChoice::Enumerate);
}

#[divan::bench(args = [2, 4, 8, 12, 16], sample_count = 5)]
fn sb_condition_smt(bencher: Bencher, n: usize) {
    condition(bencher, &store_buffering(n), EngineChoice::Smt);
}

#[divan::bench(args = [2, 4, 8, 10])]
fn lb_states_enumerate(bencher: Bencher, n: usize) {
    states(bencher, &load_buffering(n), EngineChoice::Enumerate);
}

#[divan::bench(args = [2, 4, 8], sample_count = 5)]
fn lb_states_smt(bencher: Bencher, n: usize) {
    states(bencher, &load_buffering(n), EngineChoice::Smt);
}

#[divan::bench(args = [2, 4, 6])]
fn iriw_states_enumerate(bencher: Bencher, n: usize) {
    states(bencher, &independent_reads(n), EngineChoice::Enumerate);
}

#[divan::bench(args = [8], sample_count = 5)]
fn iriw_states_enumerate_large(bencher: Bencher, n: usize) {
    states(bencher, &independent_reads(n), EngineChoice::Enumerate);
}

#[divan::bench(args = [2, 4], sample_count = 5)]
fn iriw_states_smt(bencher: Bencher, n: usize) {
    states(bencher, &independent_reads(n), EngineChoice::Smt);
}

#[divan::bench(args = [2, 4, 6, 8])]
fn iriw_condition_enumerate(bencher: Bencher, n: usize) {
    condition(bencher, &independent_reads(n), EngineChoice::Enumerate);
}

#[divan::bench(args = [2, 4, 6, 8], sample_count = 5)]
fn iriw_condition_smt(bencher: Bencher, n: usize) {
    condition(bencher, &independent_reads(n), EngineChoice::Smt);
}
