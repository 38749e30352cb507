//! What was read from a document, as plain data and text.

use super::amount::Amount;
use super::lines::wrap_words;
use super::results::ErrorResult;
use serde::Serialize;

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// The report of `litmus table import`.
#[derive(Debug, Serialize)]
pub struct ImportReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The document as it was named.
    pub path: String,
    /// What its tables are called.
    pub release: String,
    /// The folder that was written to.
    pub out: String,
    /// The tables, in the order of the document.
    pub tables: Vec<ImportedTable>,
    /// What is wrong with the document though it can be understood, in its order.
    pub flaws: Vec<FlawReport>,
    /// What is wrong, so that nothing was written; empty here.
    pub errors: Vec<ErrorResult>,
    /// The size of the document.
    pub bytes: usize,
    /// Wall seconds of the whole run.
    pub seconds: f64,
}

/// A table that was written.
#[derive(Debug, Serialize)]
pub struct ImportedTable {
    /// The name of its file without extension: its family, or `constraints`.
    pub name: String,
    /// How many rows it has.
    pub rows: usize,
}

/// A flaw of a document.
#[derive(Debug, Serialize)]
pub struct FlawReport {
    /// The line of the document, from 1.
    pub line: u32,
    /// The row, or the table.
    pub place: String,
    /// What is wrong, and what was taken instead.
    pub message: String,
    /// Whether something else was taken, so that the table does not have the flaw.
    pub corrected: bool,
}

/// A line for each table and for each flaw that was corrected, and the summary; what is quiet has no lines for tables.
pub fn text(report: &ImportReport, amount: Amount) -> String {
    let table = |ImportedTable { name, rows }: &ImportedTable| format!("{name:<24} {rows:>4} rows\n");
    let tables = match amount {
        Amount::Quiet => String::new(),
        Amount::Usual | Amount::All => report.tables.iter().map(table).collect(),
    };
    let corrected = report.flaws.iter().filter(|flaw| flaw.corrected);
    let corrected: Vec<String> = corrected
        .map(|FlawReport { line, place, message, .. }| {
            wrap_words(&format!("{}:{line}: {place}: {message}", report.path), "")
        })
        .collect();
    let flaws = format!("{} flaws of the document, {} corrected", report.flaws.len(), corrected.len());
    let (size, milliseconds) = (report.bytes as f64 / 1e6, report.seconds * 1e3);
    let read = format!("{size:.2} MB read into {} in {milliseconds:.0} ms", report.out);
    format!("{tables}{}{flaws}; {read}\n", corrected.concat())
}
