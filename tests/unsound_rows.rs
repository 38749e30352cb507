//! `docs/unsound-rows-24.md` lists the rows that `litmus table verify llvm24` calls unsound, each in a class that `docs/findings.md` explains.

use gfx_litmus::lowering::Library;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::Command;

const LANGUAGES: [&str; 2] = ["HSA", "OpenCL"];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The columns of a line of a table in Markdown.
fn columns(line: &str) -> Option<Vec<&str>> {
    Some(line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect())
}

/// What the document says of the table of a family.
struct Family<'t> {
    name: &'t str,
    /// All configurations that the table is for.
    targets: Vec<&'t str>,
    /// How many rows of how many are unsound, as the document counts them.
    counted: (usize, usize),
    rows: Vec<Row<'t>>,
}

struct Row<'t> {
    line: &'t str,
    /// Operation, ordering, sync scopes, address spaces.
    operation: Vec<&'t str>,
    /// For each language, the class and the configurations of each part of the cell.
    cells: [Vec<(&'t str, Vec<&'t str>)>; 2],
}

/// The classes with their configurations, which are all unless they stand in brackets: `` `one`; `other`\* (gfx12,cu) ``.
fn cell<'t>(text: &'t str, all: &[&'t str]) -> Vec<(&'t str, Vec<&'t str>)> {
    let part = |part: &'t str| {
        let (class, rest) = part.strip_prefix('`').and_then(|rest| rest.split_once('`')).expect("a class");
        let rest = rest.trim_start_matches(['\\', '*', '†']).trim();
        let named = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        assert!(named.is_some() || rest.is_empty(), "`{rest}` is neither a mark nor targets");
        (class, named.map_or(all.to_vec(), |named| named.split(' ').collect()))
    };
    text.split("; ").filter(|part| !part.is_empty()).map(part).collect()
}

fn family(section: &str) -> Family<'_> {
    let mut lines = section.lines().filter(|line| !line.is_empty());
    let name = lines.next().expect("a heading");
    let (targets, counted) = lines.next().and_then(|line| line.strip_prefix("On ")?.split_once(": ")).expect("targets");
    let targets: Vec<&str> = targets.split(", ").collect();
    let (unsound, all) = counted.strip_suffix(" rows.").and_then(|counts| counts.split_once(" of ")).expect("counts");
    let counted = (unsound.parse().expect("a number"), all.parse().expect("a number"));
    let rows = lines.filter_map(columns).skip(2).map(|columns| {
        let [line, op, ordering, scopes, spaces, hsa, opencl] = columns[..] else { panic!("{columns:?}") };
        let cells = [cell(hsa, &targets), cell(opencl, &targets)];
        Row { line, operation: vec![op, ordering, scopes, spaces], cells }
    });
    Family { name, rows: rows.collect(), targets, counted }
}

fn families(text: &str) -> Vec<Family<'_>> {
    text.split("\n## ").skip(1).map(family).collect()
}

/// The classes that stand before the first family: name, rows for HSA, rows for OpenCL, section of `docs/findings.md`.
fn classes(text: &str) -> BTreeMap<&str, ([usize; 2], &str)> {
    let head = text.split("\n## ").next().unwrap_or(text);
    let class = |line| {
        let columns = columns(line)?;
        let [name, _, hsa, opencl, section] = columns[..] else { return None };
        Some((name.trim_matches('`'), ([hsa.parse().ok()?, opencl.parse().ok()?], section)))
    };
    head.lines().filter_map(class).collect()
}

#[test]
fn every_row_stands_in_its_table() {
    let text = read("docs/unsound-rows-24.md");
    let families = families(&text);
    let tables = Library::load("llvm24").expect("well formed").tables;
    let names: Vec<&str> = tables.iter().map(|loaded| loaded.table.family.as_str()).collect();
    assert_eq!(families.iter().map(|family| family.name).collect::<BTreeSet<_>>(), names.iter().copied().collect());
    for family in &families {
        let table = read(&format!("models/tables/llvm24/{}.table", family.name));
        for row in &family.rows {
            let head = format!("  {} @{} {{", row.operation.join(" | "), row.line);
            assert!(table.lines().any(|line| line == head), "no row of {} begins `{head}`", family.name);
            assert!(row.cells.iter().any(|cell| !cell.is_empty()), "{} is in no class", row.line);
            for target in row.cells.iter().flatten().flat_map(|(_, targets)| targets) {
                assert!(family.targets.contains(target), "{}: {target} is not of {}", row.line, family.name);
            }
        }
        let all = tables.iter().find(|loaded| loaded.table.family == family.name).map(|loaded| loaded.table.rows.len());
        assert_eq!((family.rows.len(), all), (family.counted.0, Some(family.counted.1)), "{}", family.name);
    }
}

#[test]
fn every_class_is_counted_and_explained() {
    let text = read("docs/unsound-rows-24.md");
    let findings = read("docs/findings.md");
    let classes = classes(&text);
    let mut counted: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for row in families(&text).iter().flat_map(|family| &family.rows) {
        for (language, cell) in row.cells.iter().enumerate() {
            for class in cell.iter().map(|(class, _)| *class).collect::<BTreeSet<_>>() {
                counted.entry(class).or_default()[language] += 1;
            }
        }
    }
    assert_eq!(counted, classes.iter().map(|(class, (counts, _))| (*class, *counts)).collect());
    for (class, (_, section)) in classes {
        let heading = format!("## {section}");
        assert!(findings.lines().any(|line| line == heading), "docs/findings.md has no `{heading}` for `{class}`");
    }
}

/// The family that is judged again where `GFX_LITMUS_SPACES` is `small`.
const SMALL: &str = "gfx942";

/// At length: the rows, languages and configurations are those that the command finds; those of one family where `GFX_LITMUS_SPACES` is `small`.
#[test]
fn rows_are_those_of_the_command() {
    if std::env::var_os("GFX_LITMUS_THOROUGH").is_none() {
        writeln!(std::io::stderr(), "skipped: it takes minutes, and GFX_LITMUS_THOROUGH is not set").ok();
        return;
    }
    let text = read("docs/unsound-rows-24.md");
    let mut families = families(&text);
    let mut tables = "llvm24".to_owned();
    if std::env::var("GFX_LITMUS_SPACES").is_ok_and(|spaces| spaces == "small") {
        families.retain(|family| family.name == SMALL);
        tables = format!("llvm24:{SMALL}");
    }
    let arguments = ["table", "verify", &tables, "--format", "json"];
    let output = Command::new(env!("CARGO_BIN_EXE_litmus")).args(arguments).output().expect("litmus starts");
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found_rows(&found), written_rows(&families));
}

/// An unsound row on a configuration: family, line, language, configuration.
type Unsound = (String, String, String, String);

fn written_rows(families: &[Family<'_>]) -> BTreeSet<Unsound> {
    let mut rows = BTreeSet::new();
    for (family, row) in families.iter().flat_map(|family| family.rows.iter().map(move |row| (family.name, row))) {
        for (language, cell) in LANGUAGES.iter().zip(&row.cells) {
            for target in cell.iter().flat_map(|(_, targets)| targets) {
                rows.insert((family.to_owned(), row.line.to_owned(), (*language).to_owned(), (*target).to_owned()));
            }
        }
    }
    rows
}

fn found_rows(found: &Value) -> BTreeSet<Unsound> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut rows = BTreeSet::new();
    for table in list(&found["tables"]) {
        for row in list(&table["rows"]) {
            for cell in list(&row["cells"]).iter().filter(|cell| cell["verdict"] == "unsound") {
                let (language, target) = (word(&cell["language"]), word(&cell["target"]));
                rows.insert((word(&table["family"]), word(&row["line"]), language, target));
            }
        }
    }
    rows
}
