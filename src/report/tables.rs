//! What tables of code sequences mean, and how they differ, as text.

use super::amount::Amount;
use super::lines::narrowed;
use super::markdown::{Document, Section};
use super::results::{ErrorResult, FileResult};
use serde::Serialize;
use similar::{ChangeTag, TextDiff};
use std::collections::BTreeSet;

/// Operations whose code is the same, or is changed alike by two tables.
#[derive(Clone, Debug, Serialize)]
pub struct OperationsReport {
    /// The operation with its ordering: `store atomic release`.
    pub operation: String,
    /// The scopes, spaces, modes and flags, as products: in each, one set of values a dimension, and every combination is meant.
    pub places: Vec<Vec<BTreeSet<String>>>,
    /// The lines of the code by the first table; equal to `after` where only one table is shown.
    pub before: Vec<String>,
    /// The lines of the code by the second table.
    pub after: Vec<String>,
}

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// The report of `litmus table diff` without verdicts.
#[derive(Debug, Serialize)]
pub struct DifferencesReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The pairs of tables, in the order of targets.
    pub tables: Vec<PairReport>,
    /// Tables for targets that the other side has no table for, with these targets: `llvm24:gfx12 for gfx12`.
    pub without_counterpart: Vec<String>,
    /// The tables that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with the input: none where there are tables to compare.
    pub errors: Vec<ErrorResult>,
}

/// The report of `litmus table show`.
#[derive(Debug, Serialize)]
pub struct ShowReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The table: `llvm24:gfx12`.
    pub table: String,
    /// Its text; `None` where rows were asked for.
    pub text: Option<String>,
    /// The rows that were asked for.
    pub rows: Vec<ShownRow>,
    /// The tables that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with the input: none where there is a table to show.
    pub errors: Vec<ErrorResult>,
}

/// A row of a table and the code that it means.
#[derive(Debug, Serialize)]
pub struct ShownRow {
    /// Its text.
    pub row: String,
    /// The operations that it is for, by their code; their code is in `before` and in `after`.
    pub operations: Vec<OperationsReport>,
}

/// A table or rows of it as text.
pub fn shown(report: &ShowReport) -> String {
    let row = |ShownRow { row, operations }: &ShownRow| format!("{row}\n{}\n", groups(operations));
    narrowed(&report.text.iter().cloned().chain(report.rows.iter().map(row)).collect::<String>())
}

/// Two tables for the same targets.
#[derive(Debug, Serialize)]
pub struct PairReport {
    /// The earlier table: `llvm22:gfx12`.
    pub before: String,
    /// The later one.
    pub after: String,
    /// The operations whose code differs.
    pub changes: Vec<OperationsReport>,
}

impl DifferencesReport {
    /// Whether the tables of both sides mean the same.
    pub fn is_empty(&self) -> bool {
        self.without_counterpart.is_empty() && self.tables.iter().all(|pair| pair.changes.is_empty())
    }
}

/// All differences as text; what is quiet does not name tables without any.
pub fn differences(report: &DifferencesReport, amount: Amount) -> String {
    let pair = |pair: &PairReport| match (amount, pair.changes.is_empty()) {
        (Amount::Quiet, true) => String::new(),
        (Amount::Quiet, false) | (Amount::Usual | Amount::All, _) => {
            format!("--- {}\n+++ {}\n{}", pair.before, pair.after, changes(&pair.changes))
        }
    };
    report.tables.iter().map(pair).chain(report.without_counterpart.iter().map(|table| alone(table))).collect()
}

/// All differences as Markdown, for a pull request; of at most so many bytes where that can be.
pub fn differences_markdown(report: &DifferencesReport, limit: Option<usize>) -> String {
    let pair = |pair: &PairReport| {
        let heading = format!("### `{}` to `{}`\n\n", pair.before, pair.after);
        match pair.changes.as_slice() {
            [] => Section::heading(format!("{heading}No operation's code changes.\n\n")),
            some => Section {
                rank: 1,
                full: format!("{heading}```diff\n{}```\n\n", changes(some)),
                brief: format!("{heading}{} operations' code changes.\n\n", some.len()),
            },
        }
    };
    let tail = report.without_counterpart.iter().map(|table| alone(table)).collect();
    Document { head: String::new(), sections: report.tables.iter().map(pair).collect(), tail }.render(limit)
}

/// The line that says of a table that the other side has none for its targets.
pub fn alone(table: &str) -> String {
    format!("{table} has no counterpart\n")
}

/// The differences between two tables: for each, what it is about and the code with `-` and `+`.
pub fn changes(changes: &[OperationsReport]) -> String {
    let mut out = String::new();
    let mut title = "";
    for change in changes {
        if change.operation != title {
            out += &format!("{}\n", change.operation);
            title = &change.operation;
        }
        out += &self::change(change);
    }
    out
}

/// Where the code of an operation differs, and how.
pub fn change(change: &OperationsReport) -> String {
    places(&change.places) + &code_diff(change, "    ")
}

/// The lines of both codes, each with its sign, as `diff` prints them.
pub fn code_diff(change: &OperationsReport, indent: &str) -> String {
    let (before, after) = (lines(&change.before), lines(&change.after));
    let diff = TextDiff::from_lines(&before, &after);
    let line = |line: similar::Change<&str>| {
        let sign = match line.tag() {
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
            ChangeTag::Equal => ' ',
        };
        format!("{indent}{sign} {line}")
    };
    diff.iter_all_changes().map(line).collect()
}

/// The code of operations, grouped by what it is.
pub fn groups(groups: &[OperationsReport]) -> String {
    let group = |group: &OperationsReport| {
        let code: String = group.after.iter().map(|line| format!("    {line}\n")).collect();
        format!("{}\n{}{code}", group.operation, places(&group.places))
    };
    groups.iter().map(group).collect()
}

fn lines(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Each product of values on a line of its own.
pub fn places(places: &[Vec<BTreeSet<String>>]) -> String {
    let values = |values: &BTreeSet<String>| values.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let line = |place: &Vec<BTreeSet<String>>| {
        let parts: Vec<String> = place.iter().map(values).filter(|text| !text.is_empty()).collect();
        format!("  {}\n", parts.join(" | "))
    };
    places.iter().map(line).collect()
}
