//! The whole corpus is lowered for every target, mode, language and release: each operation has code, or a reason why not that has a
//! name. What there is none for is kept as a snapshot.

#![allow(clippy::expect_used, reason = "a test that cannot go on panics")]

use gfx_litmus::load;
use gfx_litmus::lowering::{Library, Setting, lower, survey};
use gfx_litmus::program::Program;
use gfx_litmus::targets::Machine;
use std::collections::BTreeMap;
use std::path::Path;

fn corpus() -> Vec<Program> {
    let files = walkdir::WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("litmus")).sort_by_file_name();
    let paths = files.into_iter().filter_map(Result::ok).map(|entry| entry.into_path());
    let tests = paths
        .filter(|path| path.extension().is_some_and(|ext| ext == "litmus"))
        .filter(|path| !path.components().any(|part| part.as_os_str() == "hardware"));
    tests.map(|path| load::program(&load::read(&path).expect("readable")).expect("well formed")).collect()
}

#[test]
fn the_corpus_lowers_for_every_target() {
    let corpus = corpus();
    let mut out = String::new();
    for release in Library::releases() {
        let library = Library::load(release).expect("the tables are well formed");
        for machine in Machine::all() {
            let Ok(loaded) = library.table(machine.target) else { continue };
            for opencl in [false, true] {
                let setting = Setting { table: &loaded.table, machine, opencl };
                let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
                let mut lowered = 0;
                for program in &corpus {
                    match lower(program, &setting) {
                        Ok(code) => {
                            assert_eq!(code.threads.len(), program.threads.len());
                            lowered += 1;
                        }
                        Err(errors) => {
                            errors.iter().for_each(|error| *reasons.entry(error.message.clone()).or_default() += 1);
                        }
                    }
                }
                let language = if opencl { "OpenCL" } else { "HSA" };
                out += &format!("{release} {machine} {language}: {lowered} of {} tests\n", corpus.len());
                out += &reasons.iter().map(|(reason, count)| format!("  {count} x {reason}\n")).collect::<String>();
            }
        }
    }
    insta::assert_snapshot!(out);
}

/// Nothing differs from itself, and a difference is one whichever side is first.
#[test]
fn comparison_is_symmetric() {
    let libraries: Vec<Library> =
        Library::releases().into_iter().map(|release| Library::load(release).expect("well formed")).collect();
    let tables: Vec<_> = libraries.iter().flat_map(|library| &library.tables).map(|loaded| &loaded.table).collect();
    for one in &tables {
        assert!(survey::compare(one, one).is_empty(), "{}", one.family);
        for two in &tables {
            assert_eq!(survey::compare(one, two).len(), survey::compare(two, one).len());
        }
    }
}
