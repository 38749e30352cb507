//! Every file of each language, mutated: it is read or refused as `properties` says, in time.
//!
//! `GFX_LITMUS_THOROUGH` makes many more mutants. A failure shows the least mutation that proptest finds, as edits of a file by name.

#![allow(clippy::expect_used, reason = "a test that cannot go on panics")]

mod commands;
mod properties;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// Mutants of each language.
const QUICK: u32 = 1_000;
const THOROUGH: u32 = 20_000;
/// Of the mutants of a language, one in so many is given to each command that decides it.
const COMMANDS: u32 = 20;
/// What reading a file may take: a debug build on a busy machine takes some hundredths.
const LIMIT: Duration = Duration::from_secs(10);

/// An edit of a text, at places that are taken modulo its length.
#[derive(Clone, Debug)]
enum Edit {
    /// The byte at a place becomes another; what is no UTF-8 then becomes a replacement character.
    Byte(Index, u8),
    /// The text ends at a place.
    Cut(Index),
    /// A token goes.
    Remove(Index),
    /// A token stands twice.
    Repeat(Index, u8),
    /// Two tokens change places.
    Swap(Index, Index),
    /// A token becomes one of another file of the language.
    Replace(Index, Index, Index),
    /// A token becomes one that is at the edge of what can be.
    Odd(Index, &'static str),
}

/// Tokens that break what is written for ordinary ones.
const ODD: [&str; 16] = [
    "",
    "0",
    "-1",
    "18446744073709551616",
    "é",
    "\u{1F600}",
    "\0",
    "\r",
    "\t",
    "\"",
    "(*",
    "//",
    "((((((",
    "…",
    "_",
    "\u{FEFF}",
];

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        2 => (at(), any::<u8>()).prop_map(|(at, byte)| Edit::Byte(at, byte)),
        1 => at().prop_map(Edit::Cut),
        2 => at().prop_map(Edit::Remove),
        2 => (at(), 1..8u8).prop_map(|(at, times)| Edit::Repeat(at, times)),
        2 => (at(), at()).prop_map(|(one, other)| Edit::Swap(one, other)),
        4 => (at(), at(), at()).prop_map(|(at, file, token)| Edit::Replace(at, file, token)),
        2 => (at(), prop::sample::select(&ODD[..])).prop_map(|(at, odd)| Edit::Odd(at, odd)),
    ]
}

/// Words, blanks, and every other character by itself.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 0,
        ' ' => 1,
        _ => 2,
    };
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match kind(first) {
            2 => first.len_utf8(),
            word => rest.find(|c| kind(c) != word).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

fn edited(text: &str, edit: &Edit, files: &[(String, String)]) -> String {
    if let Edit::Byte(at, byte) = edit {
        let mut bytes = text.as_bytes().to_vec();
        if !bytes.is_empty() {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    let mut tokens = tokens(text);
    if tokens.is_empty() {
        return String::new();
    }
    let place = |at: &Index| at.index(tokens.len());
    match edit {
        Edit::Byte(..) => {}
        Edit::Cut(at) => tokens.truncate(place(at)),
        Edit::Remove(at) => drop(tokens.remove(place(at))),
        Edit::Repeat(at, times) => {
            let at = place(at);
            let token = tokens[at];
            tokens.splice(at..at, std::iter::repeat_n(token, usize::from(*times)));
        }
        Edit::Swap(one, other) => {
            let (one, other) = (place(one), place(other));
            tokens.swap(one, other);
        }
        Edit::Replace(at, file, token) => {
            let others = self::tokens(&files[file.index(files.len())].1);
            let at = place(at);
            if !others.is_empty() {
                tokens[at] = others[token.index(others.len())];
            }
        }
        Edit::Odd(at, odd) => {
            let at = place(at);
            tokens[at] = odd;
        }
    }
    tokens.concat()
}

/// The files below folders whose names end so, each with its text.
fn files(folders: &[&str], endings: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let walked = folders.iter().flat_map(|folder| walkdir::WalkDir::new(root.join(folder)).sort_by_file_name());
    let paths = walked.filter_map(Result::ok).map(walkdir::DirEntry::into_path);
    let named = paths.filter(|path| path.extension().is_some_and(|ext| endings.iter().any(|ending| ext == *ending)));
    // A test of bad input may be no UTF-8.
    let texts = named.map(|path| (path.display().to_string(), std::fs::read(path).expect("readable")));
    texts.map(|(name, bytes)| (name, String::from_utf8_lossy(&bytes).into_owned())).collect()
}

/// The lines of `tests/sentences.txt`, each as a text.
fn sentences() -> Vec<(String, String)> {
    let files = files(&["tests"], &["txt"]);
    let lines = files.iter().flat_map(|(name, text)| text.lines().map(move |line| (name.clone(), line.to_string())));
    lines.collect()
}

/// What stops a property of a text: a panic's message, or the time that it took.
fn failure(property: fn(&str), text: &str) -> Result<(), String> {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| property(text)));
    let spent = start.elapsed();
    match result {
        Err(panic) => {
            let said = panic.downcast_ref::<String>().cloned();
            Err(said.or(panic.downcast_ref::<&str>().map(|said| said.to_string())).unwrap_or_default())
        }
        Ok(()) if spent > LIMIT => Err(format!("it took {spent:?}")),
        Ok(()) => Ok(()),
    }
}

/// `name` picks the mutants, the same in every run.
fn holds_of_mutants(name: &str, property: fn(&str), files: &[(String, String)]) {
    holds_of_some(1, name, property, files);
}

/// Of one in so many mutants.
fn holds_of_some(share: u32, name: &str, property: fn(&str), files: &[(String, String)]) {
    assert!(!files.is_empty(), "nothing to mutate for {name}");
    for (file, text) in files.iter().step_by(share as usize) {
        failure(property, text).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    let thorough = std::env::var_os("GFX_LITMUS_THOROUGH").is_some();
    let cases = if thorough { THOROUGH } else { QUICK };
    let config = Config { cases: cases / share, failure_persistence: None, ..Config::default() };
    let seed: Vec<u8> = name.bytes().cycle().take(32).collect();
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let mutants = (any::<Index>(), prop::collection::vec(edit(), 1..4));
    let result = runner.run(&mutants, |(at, edits)| {
        let (file, text) = at.get(files);
        let mutant = edits.iter().fold(text.clone(), |text, edit| edited(&text, edit, files));
        failure(property, &mutant).map_err(|error| TestCaseError::fail(format!("{error}\n--- {file}\n{mutant}")))
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

#[test]
fn tests() {
    holds_of_mutants(
        "litmus",
        properties::litmus_file,
        &files(&["litmus", "tests/bad", "tests/fixtures"], &["litmus"]),
    );
}

#[test]
fn printed_tests() {
    holds_of_mutants("fmt", properties::fmt, &files(&["litmus", "tests/bad", "tests/fixtures"], &["litmus"]));
}

#[test]
fn tests_of_other_tools() {
    holds_of_mutants("foreign", properties::foreign_file, &files(&["tests/foreign"], &["litmus"]));
}

#[test]
fn functions_in_ir() {
    holds_of_mutants("ir", properties::ir_file, &files(&["tests/ir"], &["ll"]));
}

#[test]
fn regression_tests() {
    holds_of_some(COMMANDS, "regression", properties::regression_file, &files(&["tests/llvm-tests"], &["ll", "mir"]));
}

fn holds_of_commands(name: &str, property: fn(&str)) {
    holds_of_some(COMMANDS, name, property, &files(&["litmus", "tests/bad", "tests/foreign"], &["litmus"]));
}

#[test]
fn checked_tests() {
    holds_of_commands("check", commands::check);
}

#[test]
fn listed_outcomes() {
    holds_of_commands("outcomes", commands::outcomes);
}

#[test]
fn refined_tests() {
    holds_of_commands("refine", commands::refined);
}

#[test]
fn lowered_tests() {
    holds_of_commands("lower", commands::lowered);
}

#[test]
fn models() {
    holds_of_mutants("cat", properties::cat_file, &files(&["models", "tests/fixtures"], &["cat"]));
}

#[test]
fn tables() {
    // Those that come with the tool have thousands of lines: their shapes are in the small ones.
    holds_of_mutants(
        "table",
        properties::table_file,
        &files(&["models/tables/llvm24", "tests/bad", "tests/fixtures"], &["table"]),
    );
}

#[test]
fn hardware() {
    holds_of_mutants("hardware", properties::hardware_file, &files(&["models/hardware", "tests/bad"], &["hw"]));
}

#[test]
fn assembly() {
    holds_of_mutants("assembly", properties::assembly_file, &files(&["tests/compiled"], &["s"]));
}

#[test]
fn machine_ir() {
    holds_of_mutants("machine_ir", properties::machine_ir_file, &files(&["tests/compiled"], &["mir"]));
}

#[test]
fn documents() {
    let folders = ["tests/bad/documents", "tests/fixtures"];
    holds_of_mutants("document", properties::document, &files(&folders, &["md", "rst"]));
}

#[test]
fn sentences_of_documents() {
    holds_of_mutants("sentence", properties::sentence, &sentences());
}
