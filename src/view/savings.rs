//! What can be left out of rows.

use super::judged::{place, space};
use super::parts;
use crate::judge::tables::{Options, RowSavings, Saved};
use crate::lowering::LoadedTable;
use crate::lowering::edit::{Edit, describe, edited};
use crate::refine::RefinementTarget;
use crate::report::repair::{EditReport, EditedRow};
use crate::report::results::FileResult;
use crate::report::savings::{RowSavingsReport, SCHEMA, SavingsReport, Summary};
use crate::syntax::source::Diagnostic;
use crate::syntax::table;
use crate::syntax::table::ast::Row;
use crate::syntax::table::head;

/// The report of what can be left out: what is wrong with other input, the files read, and the wall seconds.
pub fn savings(
    saved: &Saved<'_>,
    options: &Options<'_>,
    errors: &[Diagnostic],
    files: Vec<FileResult>,
    seconds: f64,
) -> SavingsReport {
    let rows: Vec<RowSavingsReport> = saved.rows.iter().map(|saved| row(saved, options)).collect();
    let edits = rows.iter().map(|row| row.edits.len()).sum();
    SavingsReport {
        schema: SCHEMA,
        summary: Summary { rows: rows.len(), edits, seconds },
        rows,
        space: space(options, &saved.counts, (saved.programs, saved.interrupted)),
        files,
        errors: errors.iter().map(parts::error).collect(),
    }
}

fn row(saved: &RowSavings<'_>, options: &Options<'_>) -> RowSavingsReport {
    let RowSavings { loaded, row, tried, edits, programs } = saved;
    let is_of = |target: &&RefinementTarget<'_>| target.table.as_ref().is_ok_and(|table| table.path == loaded.path);
    RowSavingsReport {
        row: edited_row(loaded, row),
        places: options.targets.iter().filter(is_of).map(place).collect(),
        tried: *tried,
        edits: edits.iter().map(|edit| edit_report(row, edit)).collect(),
        before: table::row(row),
        after: table::row(&edited(row, edits)),
        programs: *programs,
    }
}

/// Which row it is.
pub(super) fn edited_row(loaded: &LoadedTable, row: &Row) -> EditedRow {
    EditedRow {
        table: format!("{}:{}", loaded.release, loaded.table.family),
        document: loaded.document.clone(),
        line: row.line,
        path: loaded.lines.path.clone(),
        path_line: loaded.lines.find(row.line),
        operation: head(row),
    }
}

/// An edit in words.
pub(super) fn edit_report(row: &Row, edit: &Edit) -> EditReport {
    let (what, place) = describe(row, edit);
    EditReport { what, place }
}
