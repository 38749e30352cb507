//! Instructions that `litmus table audit` calls needed are found missing in compiled code, by the programs that show them needed. `scripts/needed.py` writes
//! programs and code, from a table and by a compiler of its release, and asks the same of all such programs.

#[path = "changed/judged.rs"]
mod judged;

use gfx_litmus::load;
use gfx_litmus::syntax::source::Source;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What names a counter that an instruction waits for.
const COUNTERS: [&str; 8] = ["loadcnt", "storecnt", "dscnt", "kmcnt", "asynccnt", "vmcnt", "vscnt", "lgkmcnt"];

/// The programs that are kept.
fn programs() -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new("tests/needed").sort_by_file_name().into_iter();
    let files = files.map(|entry| entry.expect("the folder can be read").into_path());
    files.filter(|path| path.extension().is_some_and(|end| end == "litmus")).collect()
}

/// The instructions that a program's second line says are needed.
fn needed(text: &str) -> Vec<String> {
    let line = text.lines().nth(1).and_then(|line| line.split_once(" needs ")).expect("what is needed").1;
    let without_row = |part: &str| part.split_once(" (").expect("an instruction, and its row").0.to_string();
    line.split("; ").map(without_row).collect()
}

/// The counters that an instruction waits for, or its name.
fn words(instruction: &str) -> BTreeSet<&str> {
    // In combined waits the counters stand in the mnemonic.
    let counters: BTreeSet<&str> = COUNTERS.into_iter().filter(|counter| instruction.contains(counter)).collect();
    match counters.is_empty() {
        // gfx6 has one instruction where tables have two.
        true => instruction.split_whitespace().take(1).map(|name| name.trim_end_matches("_vol")).collect(),
        false => counters,
    }
}

fn is_order(line: &str) -> bool {
    ["s_wait", "buffer_inv", "buffer_wb", "buffer_gl", "global_inv", "global_wb"]
        .iter()
        .any(|begin| line.trim().starts_with(begin))
}

/// The instructions of a compiled program without which it is not sound.
fn missed(path: &Path, processor: &str) -> Vec<String> {
    let test = load::read(path).expect("a program");
    let text = std::fs::read_to_string(path.with_extension("s")).expect("its code");
    let judged = |code: &str| judged::told(&judged::on_one(&test, processor, Source::new("code.s", code)));
    assert_eq!(judged(&text), "sound", "{}", path.display());
    let lines: Vec<&str> = text.lines().collect();
    let without = |at: usize| {
        let others = lines.iter().enumerate().filter(|(other, _)| *other != at);
        others.map(|(_, line)| format!("{line}\n")).collect::<String>()
    };
    let orders = (0..lines.len()).filter(|&at| is_order(lines[at]));
    orders.filter(|&at| judged(&without(at)) != "sound").map(|at| lines[at].trim().to_string()).collect()
}

#[test]
fn what_is_needed_is_found_missing() {
    let of_program = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a program");
        let processor = path.iter().nth_back(1).expect("a processor").to_string_lossy().into_owned();
        let missed = missed(&path, &processor);
        let instructions = needed(&text);
        for instruction in &instructions {
            let is_meant = |line: &String| !words(instruction).is_disjoint(&words(line));
            assert!(missed.iter().any(is_meant), "{}: {instruction}, of {missed:?}", path.display());
        }
        (processor, instructions)
    };
    let all: Vec<(String, Vec<String>)> = programs().into_par_iter().map(of_program).collect();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (processor, instructions) in all {
        found.entry(processor).or_default().extend(instructions);
    }
    let of = |(processor, instructions): (String, BTreeSet<String>)| {
        format!("{processor}\n  {}\n", Vec::from_iter(instructions).join("\n  "))
    };
    insta::assert_snapshot!(found.into_iter().map(of).collect::<String>());
}
