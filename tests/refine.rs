//! Refinement of the whole corpus, kept as a snapshot for each release and language; and that a table from which an instruction is
//! taken is found out.

#![allow(clippy::expect_used, reason = "a test that cannot go on panics")]

use gfx_litmus::cli::Library;
use gfx_litmus::engine::Settings;
use gfx_litmus::engine::answers::Source as Allowed;
use gfx_litmus::engine::order::{self, Found};
use gfx_litmus::engine::smt::{self, order::Encoding};
use gfx_litmus::lowering::{Library as Tables, Setting};
use gfx_litmus::refine::{Options, Refined, allowed, benches, model_of, refine};
use gfx_litmus::syntax::source::Source;
use gfx_litmus::targets::Machine;
use gfx_litmus::{hardware, hardware::Assume, load};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

fn corpus() -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new("litmus").sort_by_file_name().into_iter().filter_map(Result::ok);
    files
        .map(|entry| entry.into_path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "litmus"))
        .filter(|path| !path.components().any(|part| part.as_os_str() == "hardware"))
        .collect()
}

fn run(paths: &[PathBuf], tables: &Tables, machines: &[Machine], opencl: bool, assume: &Assume) -> Vec<Refined> {
    let models = Library::default();
    let options = Options {
        model: model_of(opencl).to_string(),
        benches: benches(machines, tables, assume, None).expect("the hardware files are well formed"),
        opencl,
        settings: Settings::default(),
        models: &models,
    };
    let one = |path: &PathBuf| {
        refine(&load::read(path).expect("readable"), &options).unwrap_or_else(|errors| panic!("{errors:?}"))
    };
    paths.par_iter().map(one).collect()
}

/// The tests that are not sound or racy on every machine, with the machines; and the counts of all verdicts.
fn summary(refined: &[Refined]) -> String {
    let mut out = String::new();
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    for test in refined {
        let of = |wanted: &str| -> Vec<String> {
            let cells = test.cells.iter().filter(|cell| cell.verdict.as_str() == wanted);
            cells.map(|cell| cell.machine.to_string()).collect()
        };
        test.cells.iter().for_each(|cell| *counts.entry(cell.verdict.as_str()).or_default() += 1);
        for verdict in ["unsound", "no code", "unknown"] {
            let machines = of(verdict);
            if !machines.is_empty() {
                out += &format!("{}: {verdict} on {}\n", test.skeleton.program.name, machines.join(" "));
            }
        }
    }
    out + &counts.iter().map(|(verdict, count)| format!("{count} {verdict}\n")).collect::<String>()
}

#[test]
fn the_corpus_on_every_machine() {
    let paths = corpus();
    for release in Tables::releases() {
        let tables = Tables::load(release).expect("well formed");
        let machines: Vec<Machine> =
            Machine::all().into_iter().filter(|machine| tables.table(machine.target).is_ok()).collect();
        for opencl in [false, true] {
            let refined = run(&paths, &tables, &machines, opencl, &Assume::default());
            let name = format!("{release}-{}", if opencl { "opencl" } else { "hsa" });
            insta::assert_snapshot!(name, summary(&refined));
        }
    }
}

#[test]
fn what_assumptions_change() {
    let (paths, tables) = (corpus(), Tables::load("llvm24").expect("well formed"));
    let machines = Machine::all();
    let on = Assume { none: false, on: vec!["cu-issue-order".into()] };
    insta::assert_snapshot!("llvm24-cu-issue-order", summary(&run(&paths, &tables, &machines, false, &on)));
    let off = Assume { none: true, on: vec![] };
    insta::assert_snapshot!("llvm24-nothing-assumed", summary(&run(&paths, &tables, &machines, false, &off)));
}

/// What the search for times answers is what z3 answers, of every execution that the corpus has to be asked about on some machines (of
/// every twelfth test if `GFX_LITMUS_THOROUGH` is not set: z3 takes its time); the seconds of each are printed.
#[test]
fn the_search_agrees_with_z3() {
    let tables = Tables::load("llvm24").expect("well formed");
    let machines = ["gfx9", "gfx90a,tgsplit", "gfx10,wgp", "gfx12,cu", "gfx125x"]
        .map(|name| Machine::parse(name).expect("a machine"));
    let models = Library::default();
    let benches = benches(&machines, &tables, &Assume::default(), None).expect("well formed");
    let one = |path: &PathBuf| -> [f64; 4] {
        let skeleton = load::skeleton(&load::read(path).expect("readable")).expect("well formed");
        let allowed = allowed(&skeleton, "hsa", Settings::default(), &models).expect("well formed");
        let Allowed::Defined(forbidden) = allowed else { return [0.0; 4] };
        let mut spent = [0.0; 4];
        for bench in &benches {
            let Ok(loaded) = &bench.table else { continue };
            let setting = Setting { table: &loaded.table, machine: bench.machine, opencl: false };
            let Ok(code) = hardware::lower(&skeleton, &setting, &bench.chip) else { continue };
            for execution in forbidden.candidates.iter().take(20) {
                let problem = hardware::problem(&skeleton, execution, &code, &bench.chip);
                let mut timed = |number: usize, answer: &dyn Fn() -> Found| {
                    let start = std::time::Instant::now();
                    let found = answer();
                    spent[number] += start.elapsed().as_secs_f64();
                    if let Found::Times(times, choices) = &found {
                        assert!(problem.holds(times, choices), "{}: times that break a clause", path.display());
                    }
                    matches!(found, Found::Times(..))
                };
                let ours = timed(0, &|| order::solve(&problem));
                let limit = std::time::Duration::from_secs(60);
                let differences = timed(1, &|| smt::order::solve(&problem, Encoding::Differences, limit));
                assert_eq!(ours, differences, "{} on {}", path.display(), bench.machine);
                // Booleans take a clause for each three points: a sample is enough.
                if problem.points < 15 {
                    let booleans = timed(2, &|| smt::order::solve(&problem, Encoding::Booleans, limit));
                    assert_eq!(ours, booleans, "{} on {}", path.display(), bench.machine);
                }
                spent[3] += 1.0;
            }
        }
        spent
    };
    let every = if std::env::var_os("GFX_LITMUS_THOROUGH").is_some() { 1 } else { 12 };
    let paths: Vec<PathBuf> = corpus().into_iter().step_by(every).collect();
    let all: Vec<[f64; 4]> = paths.par_iter().map(one).collect();
    let sum = |number: usize| all.iter().map(|spent| spent[number]).sum::<f64>();
    let of = sum(3);
    eprintln!(
        "{of} questions: {:.3} s by search, {:.3} s by z3 with differences; {:.3} s with booleans, small ones only",
        sum(0),
        sum(1),
        sum(2)
    );
    assert!(of * every as f64 > 1000.0, "only {of} questions");
}

/// A change to the text of a table of release 24: where, what is taken, what stands instead, and a test that finds it out on a machine.
struct Mutant {
    family: &'static str,
    row: &'static str,
    taken: &'static str,
    instead: &'static str,
    test: &'static str,
    machine: &'static str,
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
        machine: "gfx90a",
        still_sound: None,
    },
    Mutant {
        family: "gfx90a",
        row: "load atomic | acquire | system | global",
        taken: "      buffer_invl2;",
        instead: "",
        test: "MP+system+coarse",
        machine: "gfx90a",
        still_sound: None,
    },
    Mutant {
        family: "gfx942",
        row: "store atomic | release | system",
        taken: "      buffer_wbl2 sc0=1 sc1=1;",
        instead: "",
        test: "MP+system+coarse",
        machine: "gfx942",
        still_sound: None,
    },
    Mutant {
        family: "gfx942",
        row: "store atomic | release | agent",
        taken: "      buffer_wbl2 sc1=1;",
        instead: "",
        test: "MP+agent+coarse",
        machine: "gfx942",
        still_sound: None,
    },
    Mutant {
        family: "gfx942",
        row: "load atomic | acquire | system | global",
        taken: "buffer_inv sc0=1 sc1=1",
        instead: "buffer_inv sc0=1",
        test: "MP+system+coarse",
        machine: "gfx942",
        still_sound: None,
    },
    Mutant {
        family: "gfx942",
        row: "load atomic | acquire | agent | global",
        taken: "buffer_inv sc1=1",
        instead: "buffer_inv sc0=1",
        test: "MP+agent+coarse",
        machine: "gfx942",
        still_sound: None,
    },
    Mutant {
        family: "gfx12",
        row: "store atomic | release | agent, system",
        taken: "global_wb scope:SCOPE_SYS if !scope(agent)",
        instead: "global_wb scope:SCOPE_DEV if !scope(agent)",
        test: "MP+system+coarse",
        machine: "gfx12",
        still_sound: None,
    },
    Mutant {
        family: "gfx6-gfx9",
        row: "load atomic | acquire | agent, system | global",
        taken: "      buffer_wbinvl1_vol;",
        instead: "",
        test: "MP+rel+acq+agent",
        machine: "gfx9",
        still_sound: None,
    },
    Mutant {
        family: "gfx6-gfx9",
        row: "load atomic | acquire | agent, system | global",
        taken: "      s_waitcnt vmcnt(0);",
        instead: "",
        test: "MP+rel+acq+agent",
        machine: "gfx8",
        still_sound: None,
    },
    Mutant {
        family: "gfx6-gfx9",
        row: "store atomic | release | agent, system",
        taken: "vmcnt(0)",
        instead: "",
        test: "MP+rel+acq+agent",
        machine: "gfx6",
        still_sound: None,
    },
    Mutant {
        family: "gfx90a",
        row: "load atomic | acquire | workgroup | global",
        taken: "    3 @9765:\n      buffer_wbinvl1_vol if tgsplit;\n",
        instead: "    3 @9765:\n",
        test: "MP+rel+acq+workgroup",
        machine: "gfx90a,tgsplit",
        still_sound: Some("gfx90a,notgsplit"),
    },
    Mutant {
        family: "gfx942",
        row: "load atomic | acquire | agent | global",
        taken: "buffer_inv sc1=1",
        instead: "buffer_inv",
        test: "MP+rel+acq+agent",
        machine: "gfx942,notgsplit",
        still_sound: None,
    },
    Mutant {
        family: "gfx10-gfx11",
        row: "load atomic | acquire | agent, system | global",
        taken: "      buffer_gl1_inv;\n      buffer_gl0_inv;",
        instead: "      buffer_gl0_inv;\n      buffer_gl1_inv;",
        test: "MP+rel+acq+agent",
        machine: "gfx10,cu",
        still_sound: None,
    },
    Mutant {
        family: "gfx10-gfx11",
        row: "load atomic | acquire | workgroup | global",
        taken: "buffer_gl0_inv if !cu;",
        instead: "buffer_gl0_inv if cu;",
        test: "MP+rel+acq+workgroup",
        machine: "gfx11,wgp",
        still_sound: Some("gfx11,cu"),
    },
    Mutant {
        family: "gfx10-gfx11",
        row: "load atomic | seq_cst | agent, system | global, generic",
        taken: "vscnt(0)",
        instead: "",
        test: "SB+sc+agent",
        machine: "gfx10,wgp",
        still_sound: None,
    },
    Mutant {
        family: "gfx12",
        row: "load atomic | acquire | agent, system | global",
        taken: "      global_inv scope:table;\n",
        instead: "      global_inv scope:SCOPE_CU;\n",
        test: "MP+rel+acq+agent",
        machine: "gfx12,wgp",
        still_sound: None,
    },
    Mutant {
        family: "gfx12",
        row: "load atomic | acquire | workgroup | global",
        taken: "global_inv scope:SCOPE_SE if !cu;",
        instead: "global_inv scope:SCOPE_SE if cu;",
        test: "MP+rel+acq+workgroup",
        machine: "gfx12,wgp",
        still_sound: Some("gfx12,cu"),
    },
    Mutant {
        family: "gfx125x",
        row: "store atomic | release | agent, system",
        taken: "global_wb scope:table",
        instead: "global_wb",
        test: "MP+rel+acq+agent",
        machine: "gfx125x",
        still_sound: None,
    },
];

#[test]
fn a_table_without_an_instruction_is_found_out() {
    for mutant in MUTANTS {
        let path = corpus().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == mutant.test));
        let path = path.unwrap_or_else(|| panic!("no test {}", mutant.test));
        let verdict = |tables: &Tables, machine: &str| {
            let machine = Machine::parse(machine).expect("a machine");
            let refined = run(std::slice::from_ref(&path), tables, &[machine], false, &Assume::default());
            refined[0].cells[0].verdict.as_str()
        };
        let whole = Tables::load("llvm24").expect("well formed");
        assert_eq!(verdict(&whole, mutant.machine), "sound", "{} on {}", mutant.test, mutant.machine);
        let changed = mutated(mutant);
        if let Some(machine) = mutant.still_sound {
            assert_eq!(verdict(&changed, machine), "sound", "{} on {machine}", mutant.test);
        }
        assert_eq!(
            verdict(&changed, mutant.machine),
            "unsound",
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

/// Within one address space and with one scope that all threads share, every pattern is sound everywhere, but for what is listed.
#[test]
fn classic_patterns_are_sound() {
    let tables = Tables::load("llvm24").expect("well formed");
    let machines: Vec<Machine> =
        Machine::all().into_iter().filter(|machine| tables.table(machine.target).is_ok()).collect();
    let models = Library::default();
    let options = Options {
        model: "hsa".into(),
        benches: benches(&machines, &tables, &Assume::default(), None).expect("well formed"),
        opencl: false,
        settings: Settings::default(),
        models: &models,
    };
    let all = PATTERNS.iter().flat_map(|&(name, threads)| {
        KINDS.iter().flat_map(move |kind| SCOPES.iter().map(move |&scope| pattern(name, threads, kind, scope)))
    });
    let texts: Vec<String> = all.collect();
    let one = |text: &String| {
        let refined = refine(&Source::new("pattern", text.as_str()), &options);
        refined.unwrap_or_else(|errors| panic!("{text}\n{}", errors[0]))
    };
    let refined: Vec<Refined> = texts.par_iter().map(one).collect();
    for test in &refined {
        eprintln!(
            "TIME {} {:.3} {:.3}",
            test.skeleton.program.name,
            test.source_seconds,
            test.cells.iter().map(|c| c.seconds).sum::<f64>()
        );
    }
    insta::assert_snapshot!("classic-patterns", format!("{} tests\n{}", refined.len(), summary(&refined)));
}
