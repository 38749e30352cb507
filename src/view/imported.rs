//! What was read from a document.

use crate::import::Import;
use crate::lint::{At, Flaw};
use crate::report::imported::{FlawReport, ImportReport, ImportedTable, SCHEMA};
use crate::syntax::source::Source;
use crate::syntax::table::ast::{Content, File};
use std::path::Path;

/// The report of an import: the document, what its tables are called, the folder written to, and the wall seconds.
pub fn imported(imported: &Import, source: &Source, release: &str, out: &Path, seconds: f64) -> ImportReport {
    ImportReport {
        schema: SCHEMA,
        path: source.name.clone(),
        release: release.to_string(),
        out: out.display().to_string(),
        tables: imported.files.iter().map(table).collect(),
        flaws: imported.flaws.iter().map(flaw).collect(),
        errors: Vec::new(),
        bytes: source.text.len(),
        seconds,
    }
}

fn table((name, file): &(String, File)) -> ImportedTable {
    let rows = match &file.content {
        Content::Table(table) => table.rows.len(),
        Content::Constraints(constraints) => constraints.rows.len(),
    };
    ImportedTable { name: name.clone(), rows }
}

fn flaw(flaw: &Flaw) -> FlawReport {
    let Flaw { family: _, line, place, message, at } = flaw.clone();
    FlawReport { line, place, message, corrected: matches!(at, At::Document(_)) }
}
