//! Every file of `tests/bad` is refused with a message that is kept as a snapshot beside the others.

use gfx_litmus::compiler::{self, Processor};
use gfx_litmus::hardware::Assume;
use gfx_litmus::import::import;
use gfx_litmus::load;
use gfx_litmus::lowering::Library as Tables;
use gfx_litmus::refine::chip;
use gfx_litmus::report::diagnostic::render;
use gfx_litmus::resources::Resources;
use gfx_litmus::run::{self, Options};
use gfx_litmus::syntax::source::{Diagnostic, Source, Span};
use gfx_litmus::targets::TargetConfiguration;
use std::path::Path;

/// The messages about a file; empty if it is accepted.
fn messages(path: &Path) -> String {
    let resources = Resources::default();
    let options = Options { models: vec![], settings: Default::default(), sensitivity: false, resources: &resources };
    let result = load::read(path).map_err(|error| vec![*error]).and_then(|source| run::check(&source, &options));
    match result {
        Ok(_) => String::new(),
        Err(errors) => errors.iter().map(|error| render(error, false)).collect(),
    }
}

#[test]
fn messages_of_bad_files() {
    insta::glob!("bad/*.litmus", |path| {
        let relative = Path::new("tests/bad").join(path.file_name().expect("a file has a name"));
        let text = messages(&relative);
        assert!(!text.is_empty(), "{} is accepted", relative.display());
        insta::assert_snapshot!(text);
    });
}

/// Lines that end with a carriage return, too, have the same places: line, column, and what is underlined.
#[test]
fn messages_about_files_with_carriage_returns() {
    let mut compared = 0;
    for entry in std::fs::read_dir("tests/bad").expect("a folder") {
        let path = entry.expect("readable").path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if path.extension().is_none_or(|extension| extension != "litmus") || text.contains('\r') {
            continue;
        }
        let messages = |text: String| {
            let resources = Resources::default();
            let options =
                Options { models: vec![], settings: Default::default(), sensitivity: false, resources: &resources };
            let errors = run::check(&Source::new("bad.litmus", text), &options).err().expect("it is refused");
            let places: Vec<String> = errors.iter().map(Diagnostic::place).collect();
            let text: String = errors.iter().map(|error| render(error, false)).collect();
            // How far the line is drawn from several lines to their label is ariadne's.
            let parts: Vec<&str> = text.split('-').filter(|part| !part.is_empty()).collect();
            (parts.join("-"), places)
        };
        assert_eq!(messages(text.replace('\n', "\r\n")), messages(text), "{}", path.display());
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}

/// What ends a line for some, but not in places, ends none in messages.
#[test]
fn other_ends_of_lines_end_none() {
    for end in ["\u{b}", "\u{c}", "\r", "\u{85}", "\u{2028}", "\u{2029}"] {
        let source = Source::new("t", format!("// one{end}still one\nwrong here\n"));
        let start = source.text.find("here").expect("it is there");
        let message = render(&Diagnostic::new(&source, Span::new(start, start + 4), "it is wrong", "this"), false);
        assert!(message.contains("t:2:7") && message.contains(" 2 | wrong here"), "{end:?}: {message}");
    }
}

#[test]
fn a_missing_file_is_named() {
    insta::assert_snapshot!(messages(Path::new("tests/bad/no-such.litmus")));
}

#[test]
fn messages_of_bad_documents() {
    insta::glob!("bad/documents/*", |path| {
        let relative = Path::new("tests/bad/documents").join(path.file_name().expect("a file has a name"));
        let source = load::read_document(&relative).expect("it is readable");
        let errors = import(&source, "document", "mine").expect_err(&format!("{} is imported", relative.display()));
        insta::assert_snapshot!(errors.iter().map(|error| render(error, false)).collect::<String>());
    });
}

#[test]
fn messages_of_bad_hardware() {
    insta::glob!("bad/hardware/*.hw", |path| {
        let relative = Path::new("tests/bad/hardware").join(path.file_name().expect("a file has a name"));
        let configuration = TargetConfiguration::parse("gfx9").expect("a target configuration");
        let (resources, _) = Resources::given(&[], std::slice::from_ref(&relative));
        let errors = chip(&configuration, &Assume::default(), &resources);
        let errors = errors.expect_err(&format!("{} is accepted", relative.display()));
        insta::assert_snapshot!(errors.iter().map(|error| render(error, false)).collect::<String>());
    });
}

/// Assembly for the test that its first line names, on the processor that it says.
#[test]
fn messages_of_bad_assembly() {
    insta::glob!("bad/assembly/*.s", |path| {
        let relative = Path::new("tests/bad/assembly").join(path.file_name().expect("a file has a name"));
        let assembly = load::read_document(&relative).expect("it is readable");
        let test = assembly.text.lines().next().and_then(|line| line.strip_prefix("; ")).expect("a test");
        let test = load::read(Path::new(test)).expect("a test");
        let processor = compiler::parse(&assembly).expect("it is assembly").processors.remove(0).0;
        let processor = Processor::parse(&processor).expect("a processor");
        let resources = Resources::default();
        let hardware = chip(&processor.configuration, &Assume::default(), &resources).expect("hardware");
        let options = compiler::Options {
            language: compiler::Language::Assembly,
            origins: vec![compiler::Origin::Given(assembly)],
            processors: vec![(processor, hardware)],
            optimization: compiler::Optimization::Default,
            pointers: compiler::Pointers::Divergent,
            model: "hsa".into(),
            settings: Default::default(),
            resources: &resources,
            save: None,
            tells_lines: true,
        };
        let found = compiler::check(&test, &options, &[]).unwrap_or_default().expect("a test with a source");
        assert!(!found.errors.is_empty(), "{} is accepted", relative.display());
        insta::assert_snapshot!(found.errors.iter().map(|error| render(error, false)).collect::<String>());
    });
}

#[test]
fn messages_of_bad_tables() {
    insta::glob!("bad/tables/*.table", |path| {
        let relative = Path::new("tests/bad/tables").join(path.file_name().expect("a file has a name"));
        let name = relative.display().to_string();
        let errors = Tables::load(&name).expect_err(&format!("{name} is accepted"));
        insta::assert_snapshot!(errors.iter().map(|error| render(error, false)).collect::<String>());
    });
}
