//! The classic patterns, synchronized in every way and with every scope: sound everywhere, but for what is listed.

use super::{broken_by_moves, summary, targets};
use gfx_litmus::engine::Settings;
use gfx_litmus::hardware::Assume;
use gfx_litmus::lowering::Library as Tables;
use gfx_litmus::refine::{Options, Refined, refine};
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::litmus::ast::InstructionPlacement;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::targets::TargetConfiguration;
use rayon::prelude::*;

/// How a pattern synchronizes: by the operations themselves, by fences around monotonic ones, or by read-modify-writes.
const KINDS: [&str; 3] = ["operations", "fences", "read-modify-writes"];

/// A scope's name, its spelling, and where a thread of a number is.
type Scope = (&'static str, &'static str, fn(usize) -> String);

/// Threads that share an instance of each scope, and no smaller one.
const SCOPES: [Scope; 5] = [
    ("wavefront", "wavefront", |_| "agent 0, workgroup 0, wavefront 0".into()),
    ("workgroup", "workgroup", |thread| format!("agent 0, workgroup 0, wavefront {thread}")),
    ("cluster", "cluster", |thread| format!("agent 0, cluster 0, workgroup {thread}, wavefront 0")),
    ("agent", "agent", |thread| format!("agent 0, workgroup {thread}, wavefront 0")),
    ("system", "", |thread| format!("agent {thread}, workgroup 0, wavefront 0")),
];

/// An access of a pattern: a write of 1 (or of another number) or a read into a register, released or acquired; a read that ends with
/// `load` is one in every kind.
fn access(kind: &str, scope: &str, text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let at = format!("syncscope(\"{scope}\")");
    let (ordering, object) = (words[0], words[1]);
    let relaxed = |ordering: &str| {
        if ordering == "monotonic" || kind == "fences" { "monotonic".to_string() } else { ordering.into() }
    };
    let fence = (kind == "fences" && ordering != "monotonic").then(|| format!("  fence {at} {ordering}"));
    match words.get(2) {
        // A write, with the fence before it.
        Some(value) if !value.starts_with('r') => {
            let write = match kind {
                "read-modify-writes" => format!("  atomicrmw xchg {object}, i32 {value} {at} {}", relaxed(ordering)),
                _ => format!("  store atomic i32 {value}, {object} {at} {}", relaxed(ordering)),
            };
            fence.into_iter().chain([write]).collect()
        }
        // A read, with the fence after it.
        register => {
            let register = register.copied().unwrap_or("r9");
            let read = match kind {
                "read-modify-writes" if words.get(3).is_none() => {
                    format!("  {register} = atomicrmw add {object}, i32 0 {at} {}", relaxed(ordering))
                }
                _ => format!("  {register} = load atomic i32, {object} {at} {}", relaxed(ordering)),
            };
            // A seq_cst fence orders what is before it too.
            let before = fence.clone().filter(|_| ordering == "seq_cst");
            before.into_iter().chain([read]).chain(fence.filter(|_| ordering != "seq_cst")).collect()
        }
    }
}

/// The classic patterns, by thread: accesses as `ordering object value` or `ordering object register`, `data` lines as they are.
const PATTERNS: [(&str, &[&[&str]]); 8] = [
    (
        "MP",
        &[
            &["data store i32 1, x", "release y 1"],
            &["acquire y r0", "data if r0 == 1 {", "data r1 = load i32, x", "data }"],
        ],
    ),
    ("SB", &[&["seq_cst x 1", "seq_cst y r0"], &["seq_cst y 1", "seq_cst x r1"]]),
    ("LB", &[&["acquire x r0", "release y 1"], &["acquire y r1", "release x 1"]]),
    ("2+2W", &[&["seq_cst x 1", "seq_cst y 2"], &["seq_cst y 1", "seq_cst x 2"]]),
    (
        "ISA2",
        &[&["monotonic x 1", "release y 1"], &["acquire y r0", "release z 1"], &["acquire z r0", "monotonic x r1"]],
    ),
    (
        "IRIW",
        &[
            &["seq_cst x 1"],
            &["seq_cst y 1"],
            &["seq_cst x r0 load", "seq_cst y r1 load"],
            &["seq_cst y r0 load", "seq_cst x r1 load"],
        ],
    ),
    ("CoRR", &[&["monotonic x 1"], &["monotonic x 2"], &["monotonic x r0", "monotonic x r1"]]),
    ("CoWR", &[&["monotonic x 1", "monotonic x r0"], &["monotonic x 2", "monotonic x r1"]]),
];

fn pattern(name: &str, threads: &[&[&str]], kind: &str, scope: Scope) -> String {
    let objects = ["x", "y", "z"].map(|object| format!("  global {object}: i32 = 0\n")).concat();
    let mut text =
        format!("litmus {name}+{}+{}\nmemory {{\n{objects}}}\n", scope.0, kind.split(' ').next().unwrap_or(""));
    for (number, lines) in threads.iter().enumerate() {
        text += &format!("thread P{number} @ {} {{\n", scope.2(number));
        for line in *lines {
            match line.strip_prefix("data ") {
                Some(plain) => text += &format!("  {plain}\n"),
                None => text += &(access(kind, scope.1, line).join("\n") + "\n"),
            }
        }
        text += "}\n";
    }
    text + "exists (true)\n"
}

/// Every pattern, in every kind and with every scope, on every target configuration.
fn refined_patterns(tables: &Tables, placement: InstructionPlacement) -> Vec<Refined> {
    let configurations: Vec<TargetConfiguration> = TargetConfiguration::every_configuration()
        .into_iter()
        .filter(|configuration| tables.table(configuration.target).is_ok())
        .collect();
    let resources = Resources::default();
    let targets = targets(&configurations, tables, false, &Assume::default(), &resources);
    let targets = targets.into_iter().map(|target| target.with_placement(placement)).collect();
    let options = Options::new("hsa", targets, Settings::default(), &resources);
    let all = PATTERNS.iter().flat_map(|&(name, threads)| {
        KINDS.iter().flat_map(move |kind| SCOPES.iter().map(move |&scope| pattern(name, threads, kind, scope)))
    });
    let texts: Vec<String> = all.collect();
    let one = |text: &String| {
        let refined = refine(&Source::new("pattern", text.as_str()), &options);
        refined.unwrap_or_else(|errors| panic!("{text}\n{}", errors[0]))
    };
    texts.par_iter().map(one).collect()
}

/// Within one address space and with one scope that all threads share, every pattern is sound everywhere, but for what is listed; and so
/// it is where instructions move (asked where `GFX_LITMUS_THOROUGH` is set), but for what is listed of that.
#[test]
fn classic_patterns_are_sound() {
    let tables = Tables::load("llvm24").expect("well formed");
    let refined = refined_patterns(&tables, InstructionPlacement::Canonical);
    insta::assert_snapshot!("classic-patterns", format!("{} tests\n{}", refined.len(), summary(&refined)));
    if std::env::var_os("GFX_LITMUS_THOROUGH").is_some() {
        let free = refined_patterns(&tables, InstructionPlacement::Free);
        insta::assert_snapshot!("classic-patterns-moved", broken_by_moves(&refined, &free));
    }
}
