//! Refinement of the whole corpus, kept as a snapshot for each release and language; and that a table from which an instruction is
//! taken is found out.

mod times;

use gfx_litmus::engine::answers::Source as Allowed;
use gfx_litmus::engine::{Decider, Inconclusive, Settings};
use gfx_litmus::hardware::schedule::{self, Found, Problem};
use gfx_litmus::lowering::machine::Origin;
use gfx_litmus::lowering::{Library as Tables, Setting};
use gfx_litmus::refine::{
    Moved, Options, Refined, RefinementResult, RefinementTarget, Verdict, model_for_language, refine,
};
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::litmus::ast::InstructionPlacement;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::targets::TargetConfiguration;
use gfx_litmus::verdict::RefinementVerdict;
use gfx_litmus::{hardware, hardware::Assume, load};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
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
    let options = Options {
        otherwise: Default::default(),
        model: model_for_language(opencl).to_string(),
        targets: targets.into_iter().map(|target| target.with_placement(placement)).collect(),
        settings: Settings::default(),
        resources: &resources,
    };
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

/// The instructions that move where a result is unsound for that alone, each with its row and step; none otherwise.
fn moved(result: &RefinementResult) -> Vec<String> {
    let text = |moved: &Moved| match moved.origin {
        Origin::Row { row, step, .. } => format!("{} of step {step} of the row at {row}", moved.text),
        Origin::Target | Origin::Test => format!("{} of no row", moved.text),
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
            Ok(Allowed::Racy) | Err(Inconclusive::UnrollBound { .. }) => return Vec::new(),
            Err(why) => panic!("{}: {why}", path.display()),
        };
        let mut answers = Vec::new();
        for target in &targets {
            let Ok(loaded) = &target.table else { continue };
            let setting = Setting { table: &loaded.table, configuration: target.configuration, opencl: false };
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

/// A change to the text of a table of release 24: where, what is taken, what stands instead, and a test that finds it out on a target configuration.
struct Mutant {
    family: &'static str,
    row: &'static str,
    taken: &'static str,
    instead: &'static str,
    test: &'static str,
    configuration: &'static str,
    /// A mode of the target in which the test needs nothing of what is taken, if there is one.
    still_sound: Option<&'static str>,
}

/// The row's text without something.
fn mutated(mutant: &Mutant) -> Tables {
    let path = Path::new("models/tables/llvm24").join(format!("{}.table", mutant.family));
    let text = std::fs::read_to_string(path).expect("readable");
    let start = text.find(mutant.row).unwrap_or_else(|| panic!("no row {}", mutant.row));
    let end = start + text[start..].find("\n  }\n").expect("a row ends");
    let row = &text[start..end];
    assert!(row.contains(mutant.taken), "{} has no {}", mutant.row, mutant.taken);
    let changed = format!("{}{}{}", &text[..start], row.replacen(mutant.taken, mutant.instead, 1), &text[end..]);
    Tables::read(&Source::new("mutant.table", changed)).expect("well formed")
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        family: "gfx90a",
        row: "store atomic | release | system",
        taken: "      buffer_wbl2;",
        instead: "",
        test: "MP+system+coarse",
        configuration: "gfx90a",
        still_sound: None,
    },
    Mutant {
        family: "gfx90a",
        row: "load atomic | acquire | system | global",
        taken: "      buffer_invl2;",
        instead: "",
        test: "MP+system+coarse",
        configuration: "gfx90a",
        still_sound: None,
    },
    Mutant {
        family: "gfx942",
        row: "store atomic | release | system",
        taken: "      buffer_wbl2 sc0=1 sc1=1;",
        instead: "",
        test: "MP+system+coarse",
        configuration: "gfx942",
        still_sound: None,
    },
    Mutant {
        family: "gfx942",
        row: "store atomic | release | agent",
        taken: "      buffer_wbl2 sc1=1;",
        instead: "",
        test: "MP+agent+coarse",
        configuration: "gfx942",
        still_sound: None,
    },
    Mutant {
        family: "gfx942",
        row: "load atomic | acquire | system | global",
        taken: "buffer_inv sc0=1 sc1=1",
        instead: "buffer_inv sc0=1",
        test: "MP+system+coarse",
        configuration: "gfx942",
        still_sound: None,
    },
    Mutant {
        family: "gfx942",
        row: "load atomic | acquire | agent | global",
        taken: "buffer_inv sc1=1",
        instead: "buffer_inv sc0=1",
        test: "MP+agent+coarse",
        configuration: "gfx942",
        still_sound: None,
    },
    Mutant {
        family: "gfx12",
        row: "store atomic | release | agent, system",
        taken: "global_wb scope:SCOPE_SYS if !scope(agent)",
        instead: "global_wb scope:SCOPE_DEV if !scope(agent)",
        test: "MP+system+coarse",
        configuration: "gfx12",
        still_sound: None,
    },
    Mutant {
        family: "gfx6-gfx9",
        row: "load atomic | acquire | agent, system | global",
        taken: "      buffer_wbinvl1_vol;",
        instead: "",
        test: "MP+rel+acq+agent",
        configuration: "gfx9",
        still_sound: None,
    },
    Mutant {
        family: "gfx6-gfx9",
        row: "load atomic | acquire | agent, system | global",
        taken: "      s_waitcnt vmcnt(0);",
        instead: "",
        test: "MP+rel+acq+agent",
        configuration: "gfx8",
        still_sound: None,
    },
    Mutant {
        family: "gfx6-gfx9",
        row: "store atomic | release | agent, system",
        taken: "vmcnt(0)",
        instead: "",
        test: "MP+rel+acq+agent",
        configuration: "gfx6",
        still_sound: None,
    },
    Mutant {
        family: "gfx90a",
        row: "load atomic | acquire | workgroup | global",
        taken: "    3 @9765:\n      buffer_wbinvl1_vol if tgsplit;\n",
        instead: "    3 @9765:\n",
        test: "MP+rel+acq+workgroup",
        configuration: "gfx90a,tgsplit",
        still_sound: Some("gfx90a,notgsplit"),
    },
    Mutant {
        family: "gfx942",
        row: "load atomic | acquire | agent | global",
        taken: "buffer_inv sc1=1",
        instead: "buffer_inv",
        test: "MP+rel+acq+agent",
        configuration: "gfx942,notgsplit",
        still_sound: None,
    },
    Mutant {
        family: "gfx10-gfx11",
        row: "load atomic | acquire | agent, system | global",
        taken: "      buffer_gl1_inv;\n      buffer_gl0_inv;",
        instead: "      buffer_gl0_inv;\n      buffer_gl1_inv;",
        test: "MP+rel+acq+agent",
        configuration: "gfx10,cu",
        still_sound: None,
    },
    Mutant {
        family: "gfx10-gfx11",
        row: "load atomic | acquire | workgroup | global",
        taken: "buffer_gl0_inv if !cu;",
        instead: "buffer_gl0_inv if cu;",
        test: "MP+rel+acq+workgroup",
        configuration: "gfx11,wgp",
        still_sound: Some("gfx11,cu"),
    },
    Mutant {
        family: "gfx10-gfx11",
        row: "load atomic | seq_cst | agent, system | global, generic",
        taken: "vscnt(0)",
        instead: "",
        test: "SB+sc+agent",
        configuration: "gfx10,wgp",
        still_sound: None,
    },
    Mutant {
        family: "gfx12",
        row: "load atomic | acquire | agent, system | global",
        taken: "      global_inv scope:table;\n",
        instead: "      global_inv scope:SCOPE_CU;\n",
        test: "MP+rel+acq+agent",
        configuration: "gfx12,wgp",
        still_sound: None,
    },
    Mutant {
        family: "gfx12",
        row: "load atomic | acquire | workgroup | global",
        taken: "global_inv scope:SCOPE_SE if !cu;",
        instead: "global_inv scope:SCOPE_SE if cu;",
        test: "MP+rel+acq+workgroup",
        configuration: "gfx12,wgp",
        still_sound: Some("gfx12,cu"),
    },
    Mutant {
        family: "gfx125x",
        row: "store atomic | release | agent, system",
        taken: "global_wb scope:table",
        instead: "global_wb",
        test: "MP+rel+acq+agent",
        configuration: "gfx125x",
        still_sound: None,
    },
];

#[test]
fn a_table_without_an_instruction_is_found_out() {
    for mutant in MUTANTS {
        let path = corpus().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == mutant.test));
        let path = path.unwrap_or_else(|| panic!("no test {}", mutant.test));
        let verdict = |tables: &Tables, name: &str| {
            let configuration = TargetConfiguration::parse(name).expect("a target configuration");
            let refined = run(std::slice::from_ref(&path), tables, &[configuration], false, &Assume::default());
            refined[0].results[0].verdict.word()
        };
        let whole = Tables::load("llvm24").expect("well formed");
        assert_eq!(
            verdict(&whole, mutant.configuration),
            RefinementVerdict::Sound,
            "{} on {}",
            mutant.test,
            mutant.configuration
        );
        let changed = mutated(mutant);
        if let Some(name) = mutant.still_sound {
            assert_eq!(verdict(&changed, name), RefinementVerdict::Sound, "{} on {name}", mutant.test);
        }
        assert_eq!(
            verdict(&changed, mutant.configuration),
            RefinementVerdict::Unsound,
            "{} {} without {}",
            mutant.family,
            mutant.row,
            mutant.taken
        );
    }
}

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
    let options = Options {
        otherwise: Default::default(),
        model: "hsa".into(),
        targets: targets.into_iter().map(|target| target.with_placement(placement)).collect(),
        settings: Settings::default(),
        resources: &resources,
    };
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
