//! The flaws of tables, as plain data and text.

use super::amount::Amount;
use super::results::{ErrorResult, FileResult};
use serde::Serialize;

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// The report of `litmus table lint`.
#[derive(Debug, Serialize)]
pub struct LintReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The tables in the order in which they were named, those of a release by family.
    pub tables: Vec<LintedTable>,
    /// The tables and documents that were read.
    pub files: Vec<FileResult>,
    /// What is wrong, so that nothing was judged; empty here.
    pub errors: Vec<ErrorResult>,
    /// How many there are of each, and how long it took.
    pub summary: Summary,
}

/// Counts of a run, and its time.
#[derive(Debug, Serialize)]
pub struct Summary {
    /// How many tables were read.
    pub tables: usize,
    /// How many of them have a flaw.
    pub flawed: usize,
    /// How many flaws these have together.
    pub flaws: usize,
    /// Wall seconds of the whole run.
    pub seconds: f64,
}

/// A table that could be read.
#[derive(Debug, Serialize)]
pub struct LintedTable {
    /// The release that it is of.
    pub release: String,
    /// The family of targets that it is for.
    pub family: String,
    /// The document that its lines are of.
    pub document: String,
    /// The path of its file or document.
    pub path: String,
    /// How many rows it has.
    pub rows: usize,
    /// What is wrong with it though it can be understood, in the order of the document.
    pub flaws: Vec<LintedFlaw>,
}

/// A flaw of a table with its place in what was read.
#[derive(Debug, Serialize)]
pub struct LintedFlaw {
    /// The line of the document, from 1.
    pub document_line: u32,
    /// The row, or the table.
    pub row: String,
    /// What is wrong, in one line.
    pub message: String,
    /// The line in the table's file, from 1; equal to `document_line` or near it where a document was read.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The flaw with its line of the file underlined, for people.
    #[serde(skip)]
    pub shown: String,
}

impl LintedTable {
    /// Its release and family, by which tables are named.
    pub fn name(&self) -> String {
        format!("{}:{}", self.release, self.family)
    }
}

/// Every flaw, and the summary; what is quiet has the summary alone.
pub fn text(report: &LintReport, amount: Amount) -> String {
    let shown = |table: &LintedTable| table.flaws.iter().map(|flaw| flaw.shown.as_str()).collect::<String>();
    let flaws = match amount {
        Amount::Quiet => String::new(),
        Amount::Usual | Amount::All => report.tables.iter().map(shown).collect(),
    };
    format!("{flaws}{}", summary(&report.summary))
}

/// Counts and the time in one line.
pub fn summary(summary: &Summary) -> String {
    let Summary { tables, flawed, flaws, seconds } = summary;
    format!("{tables} tables: {flawed} with flaws, {flaws} flaws; {seconds:.2} s\n")
}
