//! The flaws of tables with their places.

use super::parts::files;
use crate::lint::Flaw;
use crate::lowering::LoadedTable;
use crate::report::diagnostic;
use crate::report::lint::{LintReport, LintedFlaw, LintedTable, SCHEMA, Summary};
use crate::resources::Resources;
use crate::syntax::source::{Diagnostic, Span};

/// The report of tables that were read, and of the wall seconds.
///
/// # Errors
/// A table's text is not of the language.
pub fn lint(tables: &[&LoadedTable], resources: &Resources, seconds: f64) -> Result<LintReport, Vec<Diagnostic>> {
    let tables = tables.iter().map(|loaded| table(loaded)).collect::<Result<Vec<_>, _>>();
    let tables = tables.map_err(|error| vec![*error])?;
    let summary = Summary {
        tables: tables.len(),
        flawed: tables.iter().filter(|table| !table.flaws.is_empty()).count(),
        flaws: tables.iter().map(|table| table.flaws.len()).sum(),
        seconds,
    };
    Ok(LintReport { schema: SCHEMA, tables, files: files(resources), errors: Vec::new(), summary })
}

fn table(loaded: &LoadedTable) -> Result<LintedTable, Box<Diagnostic>> {
    let flaws = loaded.flaws()?;
    Ok(LintedTable {
        release: loaded.release.clone(),
        family: loaded.table.family.clone(),
        document: loaded.document.clone(),
        path: loaded.source.name.clone(),
        rows: loaded.table.rows.len(),
        flaws: flaws.iter().map(|(found, span)| flaw(loaded, found, *span)).collect(),
    })
}

fn flaw(loaded: &LoadedTable, flaw: &Flaw, span: Span) -> LintedFlaw {
    let (line, column) = loaded.source.line_column(span.start);
    let diagnostic = Diagnostic::new(&loaded.source, span, &flaw.message, &flaw.place);
    let shown = diagnostic::render_warning(&diagnostic);
    let (row, message) = (flaw.place.clone(), flaw.message.clone());
    LintedFlaw { document_line: flaw.line, row, message, line, column, shown }
}
