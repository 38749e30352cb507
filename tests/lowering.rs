//! The whole corpus is lowered for every target, mode, language and release: each operation has code, or a reason why not that has a
//! name; and tables are compared by meaning.

use gfx_litmus::llvm::{AddressSpace, Ordering};
use gfx_litmus::load;
use gfx_litmus::lowering::{Library, Missing, Setting, lower, select, survey};
use gfx_litmus::program::Program;
use gfx_litmus::syntax::table::ast::{Op, Table};
use gfx_litmus::targets::TargetConfiguration;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn corpus() -> Vec<Program> {
    let files = walkdir::WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("litmus")).sort_by_file_name();
    let paths = files.into_iter().filter_map(Result::ok).map(|entry| entry.into_path());
    let tests = paths
        .filter(|path| path.extension().is_some_and(|ext| ext == "litmus"))
        .filter(|path| !path.components().any(|part| part.as_os_str() == "hardware"));
    tests.map(|path| load::program(&load::read(&path).expect("readable")).expect("well formed")).collect()
}

/// By reason and release, the targets for which a test has no code. Both languages have the same reasons, or they are named.
type Reasons = BTreeMap<String, BTreeMap<&'static str, BTreeSet<String>>>;

/// A test without lines has code everywhere; nothing is summed up over tests, so that a new one adds lines of its own only.
#[test]
fn the_corpus_lowers_for_every_target() {
    let mut out = String::new();
    let releases = Library::releases();
    let libraries: Vec<(&str, Library)> =
        releases.into_iter().map(|release| (release, Library::load(release).expect("well formed"))).collect();
    for program in corpus() {
        let mut reasons = Reasons::new();
        for (release, library) in &libraries {
            for configuration in TargetConfiguration::every_configuration() {
                let Ok(loaded) = library.table(configuration.target) else { continue };
                let missing = |opencl| missing(&program, &Setting::new(&loaded.table, configuration, opencl));
                let (hsa, opencl) = (missing(false), missing(true));
                for reason in hsa.union(&opencl) {
                    let language = match (hsa.contains(reason), opencl.contains(reason)) {
                        (true, false) => " HSA",
                        (false, true) => " OpenCL",
                        _ => "",
                    };
                    let of_release = reasons.entry(reason.clone()).or_default().entry(release).or_default();
                    of_release.insert(format!("{configuration}{language}"));
                }
            }
        }
        for (reason, releases) in reasons {
            out += &format!("{}: {reason}\n", program.name);
            for (release, configurations) in releases {
                out += &format!("  {release}: {}\n", configurations.into_iter().collect::<Vec<_>>().join(" "));
            }
        }
    }
    insta::assert_snapshot!(out);
}

/// Why a test has no code, without the target and the table that the message begins with.
fn missing(program: &Program, setting: &Setting<'_>) -> BTreeSet<String> {
    match lower(program, setting) {
        Ok(code) => {
            assert_eq!(code.threads.len(), program.threads.len(), "{}", program.name);
            BTreeSet::new()
        }
        Err(errors) => {
            let begin = format!("no code for {} by the table {}: ", setting.configuration, setting.table.family);
            let reason = |message: &str| message.strip_prefix(&begin).expect("it says of what").to_string();
            errors.iter().map(|error| reason(&error.message)).collect()
        }
    }
}

/// A table without a row differs from the whole one in what the row is for, and there it has no code; in nothing but that and what refers to
/// the row.
#[test]
fn a_missing_row_is_a_difference() {
    let library = Library::load("llvm24").expect("well formed");
    for loaded in &library.tables {
        let whole = &loaded.table;
        // One row in eight, from the first: every kind of operation is among them.
        for at in (0..whole.rows.len()).step_by(8) {
            let mut rows = whole.rows.clone();
            let row = rows.remove(at);
            let changes = survey::compare(whole, &Table { rows, ..whole.clone() }, &survey::configurations(whole));
            let place = format!("{} @{}", whole.family, row.line);
            assert!(!changes.is_empty(), "{place}");
            for change in &changes {
                assert!(!matches!(change.before, Err(Missing::NoRow(_))), "{place}: {change:?}");
                assert!(matches!(change.after, Err(Missing::NoRow(_))), "{place}: {change:?}");
            }
            let own = changes.iter().filter(|change| (change.op, change.ordering) == (row.op, row.ordering));
            assert!(own.count() > 0, "{place}");
        }
    }
}

/// Both languages access every address space; only in OpenCL fences are for one.
#[test]
fn languages_differ_in_fences_only() {
    for configuration in TargetConfiguration::every_configuration() {
        let queries = |opencl| survey::queries(configuration.target, opencl).into_iter().collect::<BTreeSet<_>>();
        let (hsa, opencl) = (queries(false), queries(true));
        let in_hsa = opencl.iter().filter(|query| query.op != Op::Fence || query.space == AddressSpace::Generic);
        assert_eq!(hsa, in_hsa.copied().collect(), "{configuration}");
        assert!(
            opencl.iter().any(|query| query.op == Op::Fence && query.space == AddressSpace::Local),
            "{configuration}"
        );
    }
}

/// A condition on the form of an access (`op(flat)`) is about the access of its row: waits for the translation of addresses come before accesses
/// of memory, and not before those of LDS, which have none.
#[test]
fn conditions_are_about_the_form_of_the_access() {
    let library = Library::load("llvm24").expect("well formed");
    for configuration in TargetConfiguration::parse_several("gfx125x").expect("a target") {
        let table = &library.table(configuration.target).expect("it has a table").table;
        let setting = Setting::new(table, configuration, false);
        let (mut waiting, mut in_lds) = (BTreeSet::new(), 0);
        for query in survey::queries(configuration.target, false) {
            let Ok(code) = select(&setting, &query) else { continue };
            let starts = |start: &str| code.iter().any(|instr| instr.mnemonic.starts_with(start));
            in_lds += usize::from(starts("ds_"));
            if starts("s_wait_xcnt") {
                assert!(!starts("ds_"), "{query:?}");
                waiting.insert((query.op, query.ordering, query.space));
            }
        }
        assert!(in_lds > 0);
        for space in [AddressSpace::Global, AddressSpace::Generic] {
            let acquire = (Op::Atomicrmw, Some(Ordering::Acquire), space);
            assert!(
                waiting.contains(&acquire),
                "the rows at 14739 and at 14766, and that for generic addresses: {space}"
            );
        }
    }
}
