//! What was read from a document, as plain data and text.

use super::amount::Amount;
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
}

/// A line for each table, and the summary; what is quiet has the summary alone.
pub fn text(report: &ImportReport, amount: Amount) -> String {
    let table = |ImportedTable { name, rows }: &ImportedTable| format!("{name:<24} {rows:>4} rows\n");
    let tables = match amount {
        Amount::Quiet => String::new(),
        Amount::Usual | Amount::All => report.tables.iter().map(table).collect(),
    };
    let (flaws, size, milliseconds) = (report.flaws.len(), report.bytes as f64 / 1e6, report.seconds * 1e3);
    format!("{tables}{flaws} flaws of the document; {size:.2} MB read into {} in {milliseconds:.0} ms\n", report.out)
}
