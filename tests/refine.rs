//! Refinement of the whole corpus, kept as a snapshot for each release and language: under other assumptions, with instructions that move, and
//! by z3 as well as by the search for timestamps.

#[path = "refine/levels.rs"]
mod levels;
#[path = "refine/order.rs"]
mod order;
#[path = "refine/patterns.rs"]
mod patterns;
#[path = "refine/tables.rs"]
mod tables;
mod times;
#[path = "refine/volatile.rs"]
mod volatile;
#[path = "refine/widths.rs"]
mod widths;

use gfx_litmus::engine::answers::Source as Allowed;
use gfx_litmus::engine::{Decider, Inconclusive, Settings};
use gfx_litmus::hardware::schedule::{self, Found, Problem};
use gfx_litmus::llvm::ScopeLevel;
use gfx_litmus::lowering::machine::Origin;
use gfx_litmus::lowering::{Library as Tables, Setting};
use gfx_litmus::refine::{
    Moved, Options, Refined, RefinementResult, RefinementTarget, Verdict, model_for_language, refine,
};
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::litmus::ast::InstructionPlacement;
use gfx_litmus::targets::TargetConfiguration;
use gfx_litmus::verdict::RefinementVerdict;
use gfx_litmus::{hardware, hardware::Assume, load};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::PathBuf;
use times::Encoding;

fn corpus() -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new("litmus").sort_by_file_name().into_iter().filter_map(Result::ok);
    files
        .map(|entry| entry.into_path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "litmus"))
        .filter(|path| !path.components().any(|part| part.as_os_str() == "hardware"))
        .collect()
}

fn run(
    paths: &[PathBuf],
    tables: &Tables,
    configurations: &[TargetConfiguration],
    opencl: bool,
    assume: &Assume,
) -> Vec<Refined> {
    run_placed(paths, tables, configurations, opencl, assume, InstructionPlacement::Canonical)
}

fn run_placed(
    paths: &[PathBuf],
    tables: &Tables,
    configurations: &[TargetConfiguration],
    opencl: bool,
    assume: &Assume,
    placement: InstructionPlacement,
) -> Vec<Refined> {
    let resources = Resources::default();
    let targets = targets(configurations, tables, opencl, assume, &resources);
    let targets = targets.into_iter().map(|target| target.with_placement(placement)).collect();
    let options = Options::new(model_for_language(opencl), targets, Settings::default(), &resources);
    let one = |path: &PathBuf| {
        refine(&load::read(path).expect("readable"), &options).unwrap_or_else(|errors| panic!("{errors:?}"))
    };
    paths.par_iter().map(one).collect()
}

fn targets<'t>(
    configurations: &[TargetConfiguration],
    tables: &'t Tables,
    opencl: bool,
    assume: &Assume,
    resources: &Resources,
) -> Vec<RefinementTarget<'t>> {
    let target =
        |&configuration: &TargetConfiguration| RefinementTarget::new(configuration, tables, opencl, assume, resources);
    configurations
        .iter()
        .map(|configuration| target(configuration).expect("the hardware files are well formed"))
        .collect()
}

/// A line for each test and verdict other than sound, with the targets; a test without lines is sound on all. Nothing is summed up over
/// tests, so that a new one adds lines of its own only.
fn summary(refined: &[Refined]) -> String {
    let mut out = String::new();
    for test in refined {
        for verdict in
            [RefinementVerdict::Unsound, RefinementVerdict::Racy, RefinementVerdict::NoCode, RefinementVerdict::Unknown]
        {
            let with = test.results.iter().filter(|result| result.verdict.word() == verdict);
            let targets: Vec<String> = with.map(|result| result.configuration.to_string()).collect();
            let on = if targets.len() == test.results.len() { "all".to_string() } else { targets.join(" ") };
            if !targets.is_empty() {
                out += &format!("{}: {verdict} on {on}\n", test.structure.program.name);
            }
        }
    }
    out
}

#[test]
fn the_corpus_on_every_target_configuration() {
    let paths = corpus();
    for release in Tables::releases() {
        let tables = Tables::load(release).expect("well formed");
        let configurations: Vec<TargetConfiguration> = TargetConfiguration::every_configuration()
            .into_iter()
            .filter(|configuration| tables.table(configuration.target).is_ok())
            .collect();
        for opencl in [false, true] {
            let refined = run(&paths, &tables, &configurations, opencl, &Assume::default());
            let name = format!("{release}-{}", if opencl { "opencl" } else { "hsa" });
            insta::assert_snapshot!(name, summary(&refined));
        }
    }
}

#[test]
fn what_assumptions_change() {
    let (paths, tables) = (corpus(), Tables::load("llvm24").expect("well formed"));
    let configurations = TargetConfiguration::every_configuration();
    let on = Assume { none: false, on: vec!["cu-issue-order".into()] };
    insta::assert_snapshot!("llvm24-cu-issue-order", summary(&run(&paths, &tables, &configurations, false, &on)));
    let off = Assume { none: true, on: vec![] };
    insta::assert_snapshot!("llvm24-nothing-assumed", summary(&run(&paths, &tables, &configurations, false, &off)));
}

/// What is sound only because a wave issues each operation's code whole, in both languages: the operations of wavefront scope beside those of a
/// wider scope in another thread of the wave, whose code has waits that they could get behind. On all generations.
const NEED_WHOLE_OPERATIONS: &[&str] = &["ISA2+rmw+sy-wf", "ISA2+wf-sy+rmw", "WRW+WR+sc+wf-ag"];

#[test]
fn what_needs_whole_operations() {
    let one_wave = |path: &PathBuf| {
        let structure = load::event_structure(&load::read(path).expect("readable")).expect("well formed");
        let (program, threads) = (&structure.program, structure.program.threads.indices());
        threads.clone().any(|a| threads.clone().any(|b| a < b && program.share(a, b, ScopeLevel::Wavefront)))
    };
    let paths: Vec<PathBuf> = corpus().into_iter().filter(one_wave).collect();
    let tables = Tables::load("llvm24").expect("well formed");
    let resources = Resources::default();
    let has_table = |configuration: &TargetConfiguration| tables.table(configuration.target).is_ok();
    for configuration in TargetConfiguration::every_configuration().into_iter().filter(has_table) {
        let by_default = targets(&[configuration], &tables, false, &Assume::default(), &resources);
        let on = by_default[0].chip.assumptions.iter().filter(|(_, on)| **on).map(|(name, _)| name.clone());
        let others = on.filter(|name| name != "wave-issues-operations-whole").collect();
        let without = Assume { none: true, on: others };
        for opencl in [false, true] {
            let run = |assume| run(&paths, &tables, &[configuration], opencl, assume);
            let (whole, mixed) = (run(&Assume::default()), run(&without));
            let differ =
                whole.iter().zip(&mixed).filter(|(a, b)| a.results[0].verdict.word() != b.results[0].verdict.word());
            let names: BTreeSet<&str> = differ
                .map(|(a, b)| {
                    let words = [a, b].map(|refined| refined.results[0].verdict.word());
                    assert_eq!(words, [RefinementVerdict::Sound, RefinementVerdict::Unsound], "{configuration}");
                    a.structure.program.name.as_str()
                })
                .collect();
            assert_eq!(names, NEED_WHOLE_OPERATIONS.iter().copied().collect(), "{configuration}");
        }
    }
}

/// The instructions that move where a result is unsound for that alone, each with its row and step; none otherwise.
fn moved(result: &RefinementResult) -> Vec<String> {
    let text = |moved: &Moved| match moved.origin {
        Origin::Row { row, step, .. } => format!("{} of step {step} of the row at {row}", moved.text),
        Origin::Target | Origin::End | Origin::Packet | Origin::Host | Origin::Choice | Origin::Test => {
            format!("{} of no row", moved.text)
        }
    };
    match &result.verdict {
        Verdict::Unsound(found) => found.moved.iter().map(text).collect(),
        Verdict::Sound | Verdict::Racy | Verdict::NoCode(_) | Verdict::Unknown(_) => Vec::new(),
    }
}

/// A line for each test and smallest set of instructions whose freedom breaks it, with the targets; tests without lines have the verdicts
/// of the canonical placement.
fn broken_by_moves(canonical: &[Refined], free: &[Refined]) -> String {
    let mut out = String::new();
    for (canonical, free) in canonical.iter().zip(free) {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for (still, result) in canonical.results.iter().zip(&free.results) {
            let moved = moved(result);
            assert_eq!(still.verdict.word() == result.verdict.word(), moved.is_empty(), "{}", result.configuration);
            let (text, on) = (moved.join(", "), result.configuration.to_string());
            match groups.iter_mut().find(|(known, _)| *known == text) {
                _ if moved.is_empty() => {}
                Some((_, targets)) => targets.push(on),
                None => groups.push((text, vec![on])),
            }
        }
        for (text, on) in groups {
            out += &format!("{}: on {}: {text}\n", free.structure.program.name, on.join(" "));
        }
    }
    out
}

#[test]
fn what_moving_instructions_breaks() {
    let (paths, tables) = (corpus(), Tables::load("llvm24").expect("well formed"));
    let configurations = TargetConfiguration::every_configuration();
    for opencl in [false, true] {
        let run = |placement| run_placed(&paths, &tables, &configurations, opencl, &Assume::default(), placement);
        let (canonical, free) = (run(InstructionPlacement::Canonical), run(InstructionPlacement::Free));
        let name = format!("llvm24-{}-moved", if opencl { "opencl" } else { "hsa" });
        insta::assert_snapshot!(name, broken_by_moves(&canonical, &free));
    }
}

/// Readings that are off by default, on the target whose text leaves them open: what is unsound under each.
const READINGS: &[(&str, &[&str])] = &[
    ("gfx125x", &["request-queues"]),
    ("gfx125x", &["clean-l0"]),
    ("gfx125x", &["write-back-to-next-level"]),
    ("gfx125x", &["atomic-evicts"]),
    ("gfx942", &["single-l2"]),
    ("gfx942", &["single-l2", "agent-invalidation-does-nothing"]),
    ("gfx942", &["single-l2", "system-invalidation-keeps-l2"]),
    ("gfx942", &["atomics-at-l2"]),
];

#[test]
fn what_other_readings_change() {
    let (paths, tables) = (corpus(), Tables::load("llvm24").expect("well formed"));
    let unsound = |(target, names): &(&str, &[&str])| {
        let configurations = TargetConfiguration::parse_several(target).expect("a target");
        let on = Assume { none: false, on: names.iter().map(ToString::to_string).collect() };
        let summary = summary(&run(&paths, &tables, &configurations, false, &on));
        let lines: Vec<&str> = summary.lines().filter(|line| line.contains(": unsound on ")).collect();
        format!("{target} with {}:\n{}\n", names.join(" "), lines.join("\n"))
    };
    insta::assert_snapshot!("llvm24-readings", READINGS.iter().map(unsound).collect::<Vec<_>>().join("\n"));
}

/// What the search for timestamps answers is what z3 answers, of every execution that the corpus has to be asked about on some targets (of
/// every twelfth test if `GFX_LITMUS_THOROUGH` is not set: z3 takes its time). Each target is asked about executions that it has and about
/// such that it has not.
#[test]
fn the_search_agrees_with_z3() {
    let tables = Tables::load("llvm24").expect("well formed");
    let configurations = ["gfx9", "gfx90a,tgsplit", "gfx10,wgp", "gfx12,cu", "gfx125x"]
        .map(|name| TargetConfiguration::parse(name).expect("a target configuration"));
    let resources = Resources::default();
    let model = resources.model("hsa").expect("well formed");
    let targets = targets(&configurations, &tables, false, &Assume::default(), &resources);
    let one = |path: &PathBuf| -> Vec<(String, bool)> {
        let structure = load::event_structure(&load::read(path).expect("readable")).expect("well formed");
        let mut decider = Decider::new(&structure, resources.elaborations(), Settings::default()).expect("well formed");
        let id = decider.add_model(model).expect("well formed");
        let forbidden = match decider.forbidden(id) {
            Ok(Allowed::Defined(forbidden)) => forbidden,
            // Of what never ends there are no states.
            Ok(Allowed::Racy) | Err(Inconclusive::UnrollBound { .. } | Inconclusive::NotModelled(_)) => {
                return Vec::new();
            }
            Err(why) => panic!("{}: {why}", path.display()),
        };
        let mut answers = Vec::new();
        for target in &targets {
            let Ok(loaded) = &target.table else { continue };
            let setting = Setting::new(&loaded.table, target.configuration, false);
            let Ok(code) = hardware::lower(&structure, &setting, &target.chip) else { continue };
            for execution in forbidden.candidates.iter().take(20) {
                let problem = hardware::problem(&structure, execution, &code, &target.chip);
                let place = format!("{} on {}", path.display(), target.configuration);
                let ours = decided(&problem, schedule::solve(&problem), &place);
                let limit = std::time::Duration::from_secs(60);
                let by = |encoding| decided(&problem, times::solve(&problem, encoding, limit), &place);
                assert_eq!(ours, by(Encoding::Differences), "{place}");
                // Booleans take a clause for each three timestamps: a sample is enough.
                if problem.timestamps < 15 {
                    assert_eq!(ours, by(Encoding::Booleans), "{place}");
                }
                answers.push((target.configuration.to_string(), ours));
            }
        }
        answers
    };
    let thorough = std::env::var_os("GFX_LITMUS_THOROUGH").is_some();
    // The sample moves as tests are added: one that is unsound on gfx9 and sound on gfx12 is always in it.
    let always = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == "ISA2+wg-ag");
    let sample = corpus().into_iter().step_by(if thorough { 1 } else { 12 });
    let paths: Vec<PathBuf> = sample.chain(corpus().into_iter().filter(always)).collect();
    let answers: BTreeSet<(String, bool)> = paths.par_iter().flat_map_iter(one).collect();
    for feasible in [false, true] {
        let on: Vec<&str> = answers.iter().filter(|(_, is)| *is == feasible).map(|(on, _)| on.as_str()).collect();
        // A sample shows both answers somewhere, the whole corpus on every target configuration.
        let wanted = if thorough { configurations.len() } else { 1 };
        assert!(on.len() >= wanted, "the answer is {feasible} only on {on:?}");
    }
}

/// Whether there are timestamps, which satisfy the problem; an answer that is none fails.
fn decided(problem: &Problem, found: Found, place: &str) -> bool {
    match found {
        Found::Times(times, choices) => {
            assert!(problem.holds(&times, &choices), "{place}: timestamps that break a clause");
            true
        }
        Found::None => false,
        Found::Unknown(why) => panic!("{place}: {why}"),
    }
}
