//! Tests in C and LISA that are written from tests of ours: what is written, what is refused, and that it means the same when it is read again.

#[path = "export/again.rs"]
mod again;
#[path = "export/bell.rs"]
mod bell;

use gfx_litmus::engine::Settings;
use gfx_litmus::export;
use gfx_litmus::foreign::{self, Dialect, Observed};
use gfx_litmus::llvm::IntType;
use gfx_litmus::load;
use gfx_litmus::program::{BOOL, Program};
use gfx_litmus::report::diagnostic::render;
use gfx_litmus::resources::Resources;
use gfx_litmus::run::{self, Options};
use gfx_litmus::syntax::litmus::ast::Type;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::view;
use itertools::Itertools;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use walkdir::WalkDir;

/// By these models a test and what is written of it have the same states. The second knows dependencies, and is asked where time counts little.
const MODELS: [&str; 2] = ["rc11", "c++20"];

fn program(source: &Arc<Source>) -> Program {
    load::program(source)
        .unwrap_or_else(|errors| panic!("{}", errors.iter().map(|error| render(error, false)).join("")))
}

#[test]
fn what_is_written_and_what_is_refused() {
    insta::glob!("export/*.litmus", |path| {
        let relative = Path::new("tests/export").join(path.file_name().expect("a file has a name"));
        let source = load::read(&relative).unwrap_or_else(|error| panic!("{error}"));
        let text = export::c11(&program(&source), None).unwrap_or_else(|error| render(&error, false));
        insta::assert_snapshot!(text);
    });
}

#[test]
fn what_is_written_in_lisa_and_what_is_refused() {
    insta::glob!("export/*.litmus", |path| {
        let relative = Path::new("tests/export").join(path.file_name().expect("a file has a name"));
        let source = load::read(&relative).unwrap_or_else(|error| panic!("{error}"));
        let text = export::lisa(&program(&source), None).unwrap_or_else(|error| render(&error, false));
        insta::assert_snapshot!(text);
    });
}

/// The registers and objects that both tests have, by their names there: those that are written on every path, and are no truth values.
fn observed(program: &Program) -> Vec<Observed> {
    let of_thread = |(number, thread): (usize, &gfx_litmus::program::Thread)| {
        let mut names: Vec<Observed> = export::surely_written(&thread.body)
            .into_iter()
            .map(|register| &thread.registers[register])
            .filter(|register| register.ty != BOOL)
            .map(|register| {
                Observed::signed(format!("{number}:{}", register.name), format!("{}:{}", thread.name, register.name))
            })
            .collect();
        names.sort();
        names
    };
    let registers = program.threads.iter().enumerate().flat_map(of_thread);
    let objects = program.objects.iter().map(|object| &object.name);
    let objects = objects.map(|name| Observed::signed(format!("[{name}]"), name.clone())).sorted();
    registers.chain(objects).collect()
}

/// Locks have more executions than this leaves time for: they are counted as undecided.
const TIMEOUT: Duration = Duration::from_secs(8);

/// The states that a model allows, as far as they are observed, and whether there is a race; nothing if that is not decided.
fn found(source: &Arc<Source>, observed: &[Observed], model: &str) -> Option<(BTreeSet<String>, bool)> {
    let resources = Resources::default();
    let options = Options {
        models: vec![model.to_string()],
        settings: Settings { timeout: TIMEOUT, ..Settings::default() },
        sensitivity: false,
        resources: &resources,
    };
    let found = run::outcomes(source, &options, (true, &Arc::default()))
        .unwrap_or_else(|errors| panic!("{}: {}", source.name, errors[0].message));
    let racy = found.races.iter().any(|races| !races.is_empty());
    found.missing.is_none().then(|| (view::herd_log(&found, 0, Some(observed)).states.into_iter().collect(), racy))
}

/// Holds a test in C to the states of the test that it was written of; false if those of one of the two are not decided.
fn same_states(source: &Arc<Source>, program: &Program, text: &str) -> bool {
    let observed = observed(program);
    let shown = observed.iter().map(|part| format!("{};", part.herd)).join(" ");
    let at = ["\nfilter", "\nexists", "\n~exists", "\nforall"].iter().filter_map(|word| text.find(word)).min();
    let at = at.unwrap_or(text.len());
    let shown = format!("{}\nlocations [{shown}]{}", &text[..at], &text[at..]);
    let written = Source::new(source.name.clone(), shown);
    let read = foreign::read(&written, Dialect::C).unwrap_or_else(|error| panic!("{}\n{text}", render(&error, false)));
    let in_both = |part: &Observed| observed.iter().any(|known| known.herd == part.herd);
    let read: Vec<Observed> = read.observed.into_iter().filter(in_both).collect();
    let models = if std::env::var_os("GFX_LITMUS_THOROUGH").is_some() { 2 } else { 1 };
    MODELS[..models].iter().all(|model| match (found(source, &observed, model), found(&written, &read, model)) {
        (Some(own), Some(again)) => {
            assert_eq!(own, again, "{} by {model}\n{text}", source.name);
            true
        }
        (None, _) | (_, None) => false,
    })
}

/// Tests of the corpus that C can say, each with the first condition that C can ask.
#[test]
fn written_tests_have_the_same_states() {
    let files = WalkDir::new("litmus").sort_by_file_name().into_iter().flatten().map(walkdir::DirEntry::into_path);
    let files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ext| ext == "litmus")).collect();
    let found: Vec<Option<bool>> = files.par_iter().map(|path| round_trip(path)).collect();
    let count = |wanted| found.iter().filter(|found| **found == wanted).count();
    let [same, undecided, refused] = [Some(true), Some(false), None].map(count);
    assert!(
        same > 80 && same + undecided > 100,
        "{same} have the same states, {undecided} are not decided, {refused} refused"
    );
}

/// Whether a test has the same states when it is written in C and read again; nothing if it cannot be written.
fn round_trip(path: &Path) -> Option<bool> {
    let source = load::read(path).unwrap_or_else(|error| panic!("{error}"));
    let program = program(&source);
    let texts = (1..=program.conditions.len()).map(|condition| export::c11(&program, Some(condition)));
    let text = texts.into_iter().find_map(Result::ok)?;
    Some(same_states(&source, &program, &text))
}

/// Tests of the corpus that LISA can say without branches, each with the first condition that it can ask, have the same states when each instruction is read
/// by itself.
#[test]
fn tests_in_lisa_have_the_same_states() {
    let files = WalkDir::new("litmus").sort_by_file_name().into_iter().flatten().map(walkdir::DirEntry::into_path);
    let files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ext| ext == "litmus")).collect();
    let found: Vec<Option<bool>> = files.par_iter().map(|path| in_lisa_and_back(path)).collect();
    let count = |wanted| found.iter().filter(|found| **found == wanted).count();
    let [same, undecided, refused] = [Some(true), Some(false), None].map(count);
    assert!(same > 150, "{same} have the same states, {undecided} are not decided, {refused} refused");
}

/// Whether a test has the same states when it is written in LISA and read again; nothing if it cannot be written.
fn in_lisa_and_back(path: &Path) -> Option<bool> {
    let source = load::read(path).unwrap_or_else(|error| panic!("{error}"));
    let program = program(&source);
    // What is read again has 32 bits.
    if program.objects.iter().any(|object| object.ty != Type::Int(IntType::I32)) {
        return None;
    }
    let texts = (1..=program.conditions.len()).map(|condition| export::lisa(&program, Some(condition)));
    let text = again::again(&texts.into_iter().find_map(Result::ok)?)?;
    let kept = |part: &Observed| part.herd.starts_with('[') || is_register(&part.herd);
    let observed: Vec<Observed> = observed(&program).into_iter().filter(kept).collect();
    let read = observed.iter().map(|part| Observed::signed(part.herd.clone(), renamed(&part.herd))).collect::<Vec<_>>();
    match (found(&source, &observed, "hsa"), found(&Source::new(source.name.clone(), text.clone()), &read, "hsa")) {
        (Some(own), Some(again)) => {
            assert_eq!(own, again, "{}\n{text}", source.name);
            Some(true)
        }
        (None, _) | (_, None) => Some(false),
    }
}

/// Whether a register has the same name in LISA.
fn is_register(herd: &str) -> bool {
    let digits = herd.split_once(":r").map(|(_, digits)| digits);
    digits.is_some_and(|digits| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()))
}

/// How what is read again calls it.
fn renamed(herd: &str) -> String {
    match herd.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
        Some(object) => object.to_string(),
        None => format!("P{herd}"),
    }
}
