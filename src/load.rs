//! From a path to a program, with every error as a [`Diagnostic`].

use crate::files::{self, STANDARD_INPUT, Unreadable};
use crate::foreign;
use crate::program::{EventStructure, Program, Unrolling, resolve, unroll};
use crate::syntax::litmus::ast::{File, Litmus};
use crate::syntax::litmus::{parse, print};
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::targets::configurations_name;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest test read, in bytes: litmus tests are small.
const MAX_BYTES: u64 = 1 << 20;
const TESTS_ARE_SMALL: &str = "litmus tests are small";
const OTHERS_ARE_SMALL: &str = "files of this kind are smaller";
/// The largest document read, in bytes.
const MAX_DOCUMENT: u64 = 1 << 26;

/// The text of a table, hardware or targets file, or of standard input for [`STANDARD_INPUT`]: at most 1 MiB of UTF-8.
///
/// # Errors
/// It cannot be read, is too large, or is not UTF-8.
pub fn read(path: &Path) -> Result<Arc<Source>, Box<Diagnostic>> {
    read_up_to(path, MAX_BYTES, OTHERS_ARE_SMALL)
}

/// The text of a test, as [`read`]; of one of herd7 or Dartagnan that is not UTF-8 as Latin-1, in which each byte is a character.
///
/// # Errors
/// As [`read`].
pub fn read_test(path: &Path) -> Result<Arc<Source>, Box<Diagnostic>> {
    let (name, text) = named_text(path, MAX_BYTES);
    source_of(&name, text.or_else(of_other_tool), TESTS_ARE_SMALL)
}

/// The text of a test in C or OpenCL C, whose comments may be of any encoding.
fn of_other_tool(error: Unreadable) -> Result<String, Unreadable> {
    match error {
        Unreadable::NotUtf8(bytes, valid) => {
            let text: String = bytes.iter().copied().map(char::from).collect();
            if foreign::dialect(&text).is_some() { Ok(text) } else { Err(Unreadable::NotUtf8(bytes, valid)) }
        }
        Unreadable::Refused(_) | Unreadable::NotRegular | Unreadable::TooLarge(_) => Err(error),
    }
}

/// The text of one of LLVM's documents, or of standard input for [`STANDARD_INPUT`]: at most 64 MiB of UTF-8.
///
/// # Errors
/// It cannot be read, is too large, or is not UTF-8.
pub fn read_document(path: &Path) -> Result<Arc<Source>, Box<Diagnostic>> {
    read_up_to(path, MAX_DOCUMENT, "documents are smaller")
}

/// The files with this extension in a folder, in order of their names; `None` if the path is no folder.
///
/// # Errors
/// The folder cannot be read, or has no such file.
pub fn folder(path: &Path, extension: &str) -> Result<Option<Vec<PathBuf>>, Box<Diagnostic>> {
    if !files::is_folder(path) {
        return Ok(None);
    }
    let fail = |message: String| {
        let source = Source::new(path.display().to_string(), "");
        let help = format!("a file, or a folder of *.{extension}");
        Box::new(Diagnostic::new(&source, Span::default(), message, "this folder").help(help))
    };
    let entries = std::fs::read_dir(path).and_then(|entries| entries.collect::<Result<Vec<_>, _>>());
    let entries = entries.map_err(|error| fail(format!("cannot be read: {error}")))?;
    let paths = entries.iter().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|ext| ext == extension)).collect();
    files.sort();
    match files.is_empty() {
        true => Err(fail(format!("no .{extension} file in this folder"))),
        false => Ok(Some(files)),
    }
}

fn read_up_to(path: &Path, most: u64, help: &str) -> Result<Arc<Source>, Box<Diagnostic>> {
    let (name, text) = named_text(path, most);
    source_of(&name, text, help)
}

/// What messages call a file, and its text.
fn named_text(path: &Path, most: u64) -> (String, Result<String, Unreadable>) {
    match path == Path::new(STANDARD_INPUT) {
        true => ("<stdin>".to_string(), files::standard_input(most)),
        false => (path.display().to_string(), files::text(path, most)),
    }
}

fn source_of(name: &str, text: Result<String, Unreadable>, help: &str) -> Result<Arc<Source>, Box<Diagnostic>> {
    let fail = |message: String, help: &str| {
        let source = Source::new(name, "");
        Box::new(Diagnostic::new(&source, Span::default(), message, "this file").help(help))
    };
    text.map(|text| Source::new(name, text)).map_err(|error| match &error {
        Unreadable::Refused(_) => fail(error.to_string(), "a readable file"),
        Unreadable::NotRegular => fail(error.to_string(), "a file, or a folder where folders are read"),
        Unreadable::TooLarge(_) => fail(error.to_string(), help),
        Unreadable::NotUtf8(bytes, valid) => {
            let source = Source::new(name, String::from_utf8_lossy(bytes));
            let span = Span::new(*valid, valid + char::REPLACEMENT_CHARACTER.len_utf8());
            let diagnostic = Diagnostic::new(&source, span, error.to_string(), "this byte begins no character");
            Box::new(diagnostic.help("save the file as UTF-8"))
        }
    })
}

/// The tree of a litmus file, names unresolved, with its comments.
///
/// # Errors
/// As [`read`], and what is wrong with its syntax.
pub fn parse_file(path: &Path) -> Result<File, Box<Diagnostic>> {
    parse_source(&read_test(path)?)
}

/// The tree of a test in our language, or of one in a language of other tools, which its first line names.
///
/// # Errors
/// What is wrong with its syntax, or what our language has nothing for.
pub fn parse_source(source: &Arc<Source>) -> Result<File, Box<Diagnostic>> {
    match foreign::language(&source.text) {
        Some(language) => foreign::file(source, language),
        None => parse(source),
    }
}

/// A test in our language in its canonical form, with the ends of lines that it has.
///
/// # Errors
/// What is wrong with its syntax, or that it is in another language.
pub fn canonical(source: &Arc<Source>) -> Result<String, Box<Diagnostic>> {
    let mut file = parse_source(source)?;
    if foreign::language(&source.text).is_some() {
        let message = "a test in another language";
        let diagnostic = Diagnostic::new(source, file.test.name.span, message, "not in the litmus language");
        return Err(Box::new(diagnostic.help("`litmus convert FILE` prints it in the litmus language")));
    }
    name_families(&mut file.test);
    Ok(with_line_ends_of(&source.text, print(&file)))
}

/// Names families of targets as everything that is printed does.
fn name_families(test: &mut Litmus) {
    let refined = test.refinements.iter_mut().map(|expect| &mut expect.targets.node);
    let on_hardware = test.conditions.iter_mut().flat_map(|condition| &mut condition.hardware);
    let tested = on_hardware.map(|expect| &mut expect.targets.node);
    refined.chain(tested).for_each(|targets| *targets = configurations_name(targets));
}

/// A text with lines that end as those of a file do: with a carriage return, too, if all do.
fn with_line_ends_of(file: &str, text: String) -> String {
    let (ends, with_return) = (file.matches('\n').count(), file.matches("\r\n").count());
    if ends > 0 && ends == with_return { text.replace('\n', "\r\n") } else { text }
}

/// The program of a litmus source: names resolved, types and placement checked.
///
/// # Errors
/// All that is found wrong with it.
pub fn program(source: &Arc<Source>) -> Result<Program, Vec<Diagnostic>> {
    let file = parse_source(source).map_err(|diagnostic| vec![*diagnostic])?;
    resolve(&file)
}

/// The event structure of a litmus source: its program unrolled.
///
/// # Errors
/// As [`program`], and when it unrolls to too many events.
pub fn event_structure(source: &Arc<Source>) -> Result<EventStructure, Vec<Diagnostic>> {
    unrolled(source, Unrolling::default())
}

/// The event structure of a litmus source, its loops unrolled as asked.
///
/// # Errors
/// As [`event_structure`].
pub fn unrolled(source: &Arc<Source>, unrolling: Unrolling) -> Result<EventStructure, Vec<Diagnostic>> {
    let program = program(source)?;
    unroll(Arc::new(program), unrolling).map_err(|diagnostic| vec![*diagnostic])
}
