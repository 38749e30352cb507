//! Tests in LLVM IR: what is read of them, what is refused, and that what is emitted of ours means the same when it is read again.

use gfx_litmus::compiler::{self, Emitted, Pointers, Release};
use gfx_litmus::engine::Settings;
use gfx_litmus::foreign::{self, Language};
use gfx_litmus::load;
use gfx_litmus::report::amount::Amount;
use gfx_litmus::report::diagnostic::render;
use gfx_litmus::report::results::Status;
use gfx_litmus::report::{checked, text};
use gfx_litmus::resources::Resources;
use gfx_litmus::run::{self, Options};
use gfx_litmus::syntax::source::Source;
use gfx_litmus::view;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use walkdir::WalkDir;

/// A test of the folder beside this file, by the name that messages have.
fn source(path: &Path, folder: &str) -> Arc<Source> {
    let relative = Path::new(folder).join(path.file_name().expect("a file has a name"));
    load::read(&relative).unwrap_or_else(|error| panic!("{error}"))
}

/// Loops whose turns hand values on are undecided after some time, where those of our language await something.
const TIMEOUT: Duration = Duration::from_secs(3);

/// What is wrong with a test, if something is not as it expects, or not decided.
fn differs(source: &Arc<Source>, resources: &Resources) -> Option<(Status, String)> {
    let settings = Settings { timeout: TIMEOUT, ..Settings::default() };
    let options = Options { models: vec![], settings, sensitivity: false, resources };
    let found = match run::check(source, &options) {
        Ok(found) => view::test_result(&found),
        Err(errors) => {
            return Some((Status::Differs, errors.iter().map(|error| render(error, false)).collect()));
        }
    };
    (found.status != Status::Ok).then(|| (found.status, checked::test(&found, Amount::All, text::Paint(false))))
}

#[test]
fn modules_are_read() {
    let resources = Resources::default();
    insta::glob!("ir/*.ll", |path| {
        let source = source(path, "tests/ir");
        let text =
            foreign::converted(&source, Language::Ir).unwrap_or_else(|error| panic!("{}", render(&error, false)));
        insta::assert_snapshot!(text);
        let again = Source::new(source.name.clone(), text);
        for source in [source, again] {
            assert!(differs(&source, &resources).is_none(), "{:?}", differs(&source, &resources));
        }
    });
}

#[test]
fn what_is_not_read_is_refused() {
    insta::glob!("ir/bad/*.ll", |path| {
        let source = source(path, "tests/ir/bad");
        let errors = load::program(&source).err().unwrap_or_default();
        assert!(!errors.is_empty(), "{} is read", path.display());
        insta::assert_snapshot!(errors.iter().map(|error| render(error, false)).collect::<String>());
    });
}

/// Any text that is cut off is refused, and none is read as another test.
#[test]
fn cut_modules_are_refused() {
    let whole = load::read(Path::new("tests/ir/lock.ll")).unwrap_or_else(|error| panic!("{error}"));
    let end = whole.text.rfind('}').expect("a function ends");
    let start = whole.text.find("define").expect("a function begins");
    for cut in (start..end).step_by(7) {
        let source = Source::new("cut.ll", &whole.text[..cut]);
        assert!(load::program(&source).is_err(), "cut at {cut}");
    }
}

/// The tests of the corpus.
fn corpus() -> Vec<PathBuf> {
    let walk = WalkDir::new("litmus").sort_by_file_name().into_iter().flatten().map(|entry| entry.into_path());
    walk.filter(|path| path.extension().is_some_and(|extension| extension == "litmus")).collect()
}

/// The IR of a test, with what it does not say in comments; `None` of what cannot be compiled.
fn emitted(path: &Path) -> Option<String> {
    let source = load::read(path).unwrap_or_else(|error| panic!("{error}"));
    let program = load::program(&source).unwrap_or_else(|errors| panic!("{}", render(&errors[0], false)));
    let how = Emitted { release: Release(22), attribute: None, pointers: Pointers::Divergent };
    // Of what has machine code of its own that is all that is expected, and pointers that conditions read are kept as integers.
    if source.text.contains("asm \"") {
        return None;
    }
    let module = compiler::emit(&program, &how).ok().filter(|module| !module.contains("ptrtoint"))?;
    // Named barriers are written and not read.
    if !program.barriers.is_empty() {
        return None;
    }
    let file = load::parse_source(&source).unwrap_or_else(|error| panic!("{error}"));
    Some(foreign::ir::header_of(&file) + &module)
}

/// What is emitted of a test expects the same of models, tables and hardware, and finds it.
#[test]
fn what_is_emitted_is_read_as_it_was_meant() {
    let resources = Resources::default();
    let written: Vec<(PathBuf, String)> =
        corpus().into_par_iter().filter_map(|path| emitted(&path).map(|text| (path, text))).collect();
    assert!(written.len() > 400, "{} tests", written.len());
    let found: Vec<(Status, String)> = written
        .par_iter()
        .filter_map(|(path, text)| differs(&Source::new(path.display().to_string(), text.as_str()), &resources))
        .collect();
    let wrong: Vec<&String> =
        found.iter().filter(|(status, _)| *status != Status::Unknown).map(|(_, what)| what).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{wrong:#?}", wrong.len(), written.len());
    let undecided = found.len();
    assert!(undecided < written.len() / 10, "{undecided} of {} are undecided", written.len());
}
