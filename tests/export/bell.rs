//! `models/llvm.bell` declares what exported tests in LISA are made of: by herd7's documentation of bell, every annotation of an instruction and every
//! region is a tag of an enumeration, scopes and regions of those with these names.

use super::program;
use gfx_litmus::export;
use gfx_litmus::llvm::{AddressSpace, Ordering};
use gfx_litmus::load;
use gfx_litmus::syntax::cat::{ast::Statement, parse};
use gfx_litmus::syntax::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use walkdir::WalkDir;

type Enums = BTreeMap<String, BTreeSet<String>>;

/// The enumerations that the file declares.
fn declared() -> Enums {
    let text = std::fs::read_to_string("models/llvm.bell").expect("a file");
    let file = parse(&Source::new("llvm.bell", text)).unwrap_or_else(|error| panic!("{error}"));
    let of = |statement: Statement| {
        let Statement::Enum(tags) = statement else { return None };
        Some((tags.name.text, tags.tags.into_iter().map(|tag| tag.text).collect()))
    };
    file.statements.into_iter().filter_map(of).collect()
}

/// Objects may be in every address space but the generic one, and operations of every order that LLVM has.
#[test]
fn words_of_llvm_are_declared() {
    let declared = declared();
    let spaces = AddressSpace::ALL.iter().filter(|space| **space != AddressSpace::Generic);
    assert_eq!(declared["regions"], spaces.map(|space| space.to_string()).collect());
    let orders = Ordering::ALL.iter().map(|ordering| ordering.as_str().to_string());
    assert_eq!(declared["orders"], orders.chain(["plain".to_string()]).collect());
}

/// Every tag of a test of the corpus that LISA can say is declared, and both regions and scopes are by their enumerations.
#[test]
fn tests_use_what_is_declared() {
    let declared = declared();
    let annotations: BTreeSet<&String> =
        ["orders", "scopes", "more"].iter().flat_map(|name| &declared[*name]).collect();
    let (mut tests, mut regions) = (0, 0);
    for entry in
        WalkDir::new("litmus").into_iter().flatten().filter(|entry| entry.path().extension() == Some("litmus".as_ref()))
    {
        let Some(text) = written(entry.path()) else { continue };
        tests += 1;
        for tag in text.lines().filter(|line| line.starts_with(' ')).flat_map(tags) {
            assert!(annotations.contains(&tag), "{tag}: {text}");
        }
        for (_, region) in line(&text, "regions: ").split(", ").filter_map(|part| part.split_once(": ")) {
            assert!(declared["regions"].contains(region), "{region}: {text}");
            regions += 1;
        }
        for scope in line(&text, "scopes: ").split('(').filter_map(|part| part.split_once(' ')) {
            assert!(declared["scopes"].contains(scope.0), "{}: {text}", scope.0);
        }
    }
    assert!(tests > 150 && regions > 20, "{tests} tests, {regions} regions");
}

fn written(path: &Path) -> Option<String> {
    let program = program(&load::read(path).unwrap_or_else(|error| panic!("{error}")));
    (1..=program.conditions.len()).find_map(|condition| export::lisa(&program, Some(condition)).ok())
}

/// What stands between brackets in the columns of instructions.
fn tags(line: &str) -> Vec<String> {
    let within = line.split('[').skip(1).filter_map(|part| part.split_once(']'));
    within.flat_map(|(tags, _)| tags.split(',')).filter(|tag| !tag.is_empty()).map(str::to_string).collect()
}

fn line<'t>(text: &'t str, begin: &str) -> &'t str {
    text.lines().find_map(|line| line.strip_prefix(begin)).unwrap_or_default()
}
