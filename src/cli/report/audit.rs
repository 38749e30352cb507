//! What an audit of tables has said, read from the file that it was written to.

use crate::load;
use crate::lowering::LoadedTable;
use crate::report::html::{Programs, TablePage};
use crate::report::judged::{SCHEMA, SourceReport, TablesReport};
use crate::resources::Resources;
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::view::{self, Differs, Mismatch};
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;

const RIGHT: &str = "what `litmus table audit --format json` or `litmus table verify --format json` prints";

/// The version of the JSON that a file has.
#[derive(Deserialize)]
struct Version {
    schema: u32,
}

/// The tables with what an audit says of them, and its programs; `again` is the command by which such an audit is made.
///
/// # Errors
/// The file cannot be read, or is no audit, or one of other tables, perhaps of these names, or by other hardware or models.
pub fn pages(
    path: &Path,
    tables: &[&LoadedTable],
    resources: &Resources,
    again: &str,
) -> Result<(Vec<TablePage>, Programs), Box<Diagnostic>> {
    let source = load::read_document(path)?;
    let Version { schema } = read(&source)?;
    if schema != SCHEMA {
        let message = format!("this is of version {schema} of the JSON of tables that are judged, not of {SCHEMA}");
        return Err(wrong(&source, Span::default(), message));
    }
    let mut report: TablesReport = read(&source)?;
    let found = view::table_pages(tables, Some(&mut report), resources);
    let found = found.map_err(|mismatch| {
        let refused = Diagnostic::new(&source, Span::default(), other_tables(&mismatch), "here");
        Box::new(refused.help(format!("audit again what is shown here: `{again}`")))
    })?;
    if found.pages.iter().all(|page| page.judged.found().is_none()) {
        let audited = found.others.join(", ");
        let refused =
            wrong(&source, Span::default(), format!("this audit is of {audited}, and of no table that is shown"));
        return Err(Box::new(refused.help(format!("an audit of what is shown here: `{again}`"))));
    }
    let mut programs = view::audit_programs(report);
    programs.space.extend(found.others.iter().map(|name| format!("{name}, which is judged too, is not shown here.")));
    Ok((found.pages, programs))
}

/// The tables, of which nothing was judged.
pub fn pages_without(tables: &[&LoadedTable], resources: &Resources) -> Vec<TablePage> {
    // Without an audit there is nothing that tables could differ from.
    view::table_pages(tables, None, resources).map_or_else(|_| Vec::new(), |found| found.pages)
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

/// That an audit is of other tables, or by other hardware or models.
fn other_tables(Mismatch { table, differs }: &Mismatch) -> String {
    match differs {
        Differs::Row { line, head, is_of_audit } => {
            let (has, lacks) = if *is_of_audit { ("the audit", "the table") } else { ("the table", "the audit") };
            format!(
                "this is an audit of another {table}: {has} has a row `{head}` at line {line}, and {lacks} does not"
            )
        }
        Differs::Source(audited, shown) => {
            format!("this is an audit of another {table}: {}", other_file(audited, shown))
        }
        Differs::NothingSaid => {
            format!(
                "this audit of {table} does not say by which files it was made, as those of earlier versions do not"
            )
        }
    }
}

/// That a file is not the one that was audited.
fn other_file(SourceReport { kind, of, path, digest: _ }: &SourceReport, shown: &Option<String>) -> String {
    match shown {
        Some(shown) if shown == path => format!("the {kind} of {of}, {path}, has changed since"),
        Some(shown) => format!("the {kind} of {of} was {path} there, and {shown} here is not the same"),
        None => format!("the {kind} of {of} was {path} there, and here there is none that can be read"),
    }
}
