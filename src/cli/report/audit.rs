//! What an audit of tables has said, read from the file that it was written to.

use crate::load;
use crate::lowering::LoadedTable;
use crate::report::html::{Programs, TablePage};
use crate::report::judged::{SCHEMA, TablesReport};
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::view::{self, Mismatch};
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;

const RIGHT: &str = "what `litmus table audit --format json` or `litmus table verify --format json` prints";

/// The version of the JSON that a file has.
#[derive(Deserialize)]
struct Version {
    schema: u32,
}

/// The tables with what an audit says of them, and its programs.
///
/// # Errors
/// The file cannot be read, or is no audit, or one of other tables of these names.
pub fn pages(path: &Path, tables: &[&LoadedTable]) -> Result<(Vec<TablePage>, Programs), Box<Diagnostic>> {
    let source = load::read_document(path)?;
    let Version { schema } = read(&source)?;
    if schema != SCHEMA {
        let message = format!("this is of version {schema} of the JSON of tables that are judged, not of {SCHEMA}");
        return Err(wrong(&source, Span::default(), message));
    }
    let mut report: TablesReport = read(&source)?;
    let found = view::table_pages(tables, Some(&mut report));
    let found = found.map_err(|mismatch| wrong(&source, Span::default(), other_tables(&mismatch)))?;
    let mut programs = view::audit_programs(report);
    programs.space.extend(found.others.iter().map(|name| format!("{name}, which is judged too, is not shown here.")));
    Ok((found.pages, programs))
}

/// The tables, of which nothing was judged.
pub fn pages_without(tables: &[&LoadedTable]) -> Vec<TablePage> {
    // Without an audit there is nothing that tables could differ from.
    view::table_pages(tables, None).map_or_else(|_| Vec::new(), |found| found.pages)
}

/// Reads a part of the JSON.
fn read<'s, T: Deserialize<'s>>(source: &'s Arc<Source>) -> Result<T, Box<Diagnostic>> {
    serde_json::from_str(&source.text).map_err(|error| {
        let before: usize = source.text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let at = (before + error.column().saturating_sub(1)).min(source.text.len());
        wrong(source, Span::new(at, at), format!("this is no audit: {error}"))
    })
}

fn wrong(source: &Arc<Source>, span: Span, message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(source, span, message, "here").help(RIGHT))
}

/// That an audit is of other tables.
fn other_tables(Mismatch { table, row: (line, head), is_of_audit }: &Mismatch) -> String {
    let (has, lacks) = if *is_of_audit { ("the audit", "the table") } else { ("the table", "the audit") };
    format!("this is an audit of another {table}: {has} has a row `{head}` at line {line}, and {lacks} does not")
}
