//! The whole corpus is lowered for every target, mode, language and release: each operation has code, or a reason why not that has a
//! name. What there is none for is kept as a snapshot.

use gfx_litmus::llvm::Ordering;
use gfx_litmus::load;
use gfx_litmus::lowering::survey::{self, Place};
use gfx_litmus::lowering::{Library, Setting, lower};
use gfx_litmus::program::Program;
use gfx_litmus::syntax::table::ast::Op;
use gfx_litmus::targets::Machine;
use itertools::Itertools;
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
                            errors.iter().for_each(|error| *reasons.entry(error.message.clone()).or_default() += 1)
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

/// An operation in one place: instruction, ordering and a value of each dimension.
type Operation = (Op, Option<Ordering>, Vec<String>);

/// The operations that grouped places stand for, each with what is said of it; none may be said twice.
fn expanded<T: Clone>(groups: impl Iterator<Item = (Op, Option<Ordering>, Vec<Place>, T)>) -> BTreeMap<Operation, T> {
    let mut all = BTreeMap::new();
    for (op, ordering, places, what) in groups {
        let each =
            places.iter().flat_map(|place| place.iter().map(|values| values.iter().cloned()).multi_cartesian_product());
        for place in each {
            let twice = all.insert((op, ordering, place.clone()), what.clone()).is_some();
            assert!(!twice, "{op} {ordering:?} at {place:?} comes twice");
        }
    }
    all
}

/// A comparison says exactly of which operations the codes differ, and how, that both tables are for.
#[test]
fn comparison_says_what_differs() {
    let libraries: Vec<Library> =
        Library::releases().into_iter().map(|release| Library::load(release).expect("well formed")).collect();
    let tables: Vec<_> = libraries.iter().flat_map(|library| &library.tables).map(|loaded| &loaded.table).collect();
    let codes = |table| {
        let groups = survey::codes(table, |_| true).into_iter();
        expanded(groups.map(|group| (group.op, group.ordering, group.places, group.code)))
    };
    let all: Vec<_> = tables.iter().map(|table| codes(table)).collect();
    let mut differences = 0;
    for (one, before) in tables.iter().zip(&all) {
        for (two, after) in tables.iter().zip(&all) {
            let changes = survey::compare(one, two).into_iter();
            let found = expanded(
                changes.map(|change| (change.op, change.ordering, change.places, (change.before, change.after))),
            );
            let both = before.iter().filter_map(|(operation, code)| Some((operation, code, after.get(operation)?)));
            let differ = both.filter(|(_, before, after)| before != after);
            let wanted: BTreeMap<Operation, _> =
                differ.map(|(operation, before, after)| (operation.clone(), (before.clone(), after.clone()))).collect();
            assert!(found == wanted, "{} against {}", one.family, two.family);
            differences += found.len();
        }
    }
    assert!(differences > 0, "the releases do not differ");
}
