//! What can be left out of rows of tables, as plain data and text.

use super::amount::Amount;
use super::judged::{PlaceReport, SpaceReport, places_text, space_line};
use super::lines::{narrowed, narrowed_counts};
use super::repair::{EditReport, EditedRow, row_diff, title};
use super::results::{ErrorResult, FileResult};
use itertools::Itertools;
use serde::Serialize;

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// The report of `litmus table repair --savings`.
#[derive(Debug, Serialize)]
pub struct SavingsReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The rows that something can be left out of, by table in the order in which tables were named, and in that of the document.
    pub rows: Vec<RowSavingsReport>,
    /// Which programs were asked.
    pub space: SpaceReport,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with input.
    pub errors: Vec<ErrorResult>,
    /// Counts, and the time.
    pub summary: Summary,
}

/// A row, and what can be left out of it at once.
#[derive(Debug, Serialize)]
pub struct RowSavingsReport {
    /// Which row it is.
    #[serde(flatten)]
    pub row: EditedRow,
    /// The targets and languages that the row is judged for: it can be left out on all of them.
    pub places: Vec<PlaceReport>,
    /// How many instructions, and operands of them, were left out one at a time.
    pub tried: usize,
    /// What can be left out, all at once.
    pub edits: Vec<EditReport>,
    /// The row as it is, in the language of tables.
    pub before: String,
    /// The row without it.
    pub after: String,
    /// How many programs have other code without it, each counted for every target and language: none breaks.
    pub programs: usize,
}

/// Counts, and the time.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// The rows that something can be left out of.
    pub rows: usize,
    /// How many instructions, and operands of them, can be left out.
    pub edits: usize,
    /// Wall seconds of the whole run.
    pub seconds: f64,
}

/// The report as text: each row with what can be left out of it, and what was asked.
pub fn text(report: &SavingsReport, amount: Amount) -> String {
    let row = |row: &RowSavingsReport| {
        let head = format!("{} [{}]\n", title(&row.row), places_text(&row.places));
        format!("{}{}\n", narrowed(&head), narrowed(&savings_text(row)))
    };
    let rows: String = report.rows.iter().map(row).collect();
    let summary = narrowed_counts(&counts(&report.summary), report.summary.seconds);
    match amount {
        Amount::Quiet => format!("{rows}{summary}"),
        Amount::Usual | Amount::All => format!("{rows}{}{summary}", narrowed(&space_line(&report.space))),
    }
}

/// What can be left out of a row, and the lines that it changes.
pub(super) fn savings_text(row: &RowSavingsReport) -> String {
    let RowSavingsReport { edits, tried, programs, .. } = row;
    let edits_text = edits.iter().map(|edit| format!("    {}\n", edit.what)).join("");
    let diff: String = row_diff(&row.before, &row.after).lines().map(|line| format!("      {line}\n")).collect();
    format!(
        "  of {programs} programs whose code changes, none that is sound breaks without these, {} of {tried}:\n{edits_text}{diff}",
        edits.len()
    )
}

pub(super) fn summary(summary: &Summary) -> String {
    format!("{}; {:.2} s\n", counts(summary), summary.seconds)
}

fn counts(summary: &Summary) -> String {
    let Summary { rows, edits, .. } = summary;
    format!("{edits} instructions and operands can be left out of {rows} rows")
}
