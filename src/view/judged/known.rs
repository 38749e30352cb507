//! What is known to be unsound, marked in the report of tables judged.

use super::parts;
use crate::judge::known::{Known, KnownCell};
use crate::judge::tables::Options;
use crate::report::judged::{Entry, NoLongerReport, PlaceReport, RowVerdict, TableReport, TablesReport};
use crate::report::language::Language;
use crate::verdict::BARRIER;

/// Marks the rows and barriers that a list names and that are unsound, and the operations without a row that it names, and adds what it names and is not.
pub fn mark_known(report: &mut TablesReport, known: &Known) {
    for table in &mut report.tables {
        mark(table, known);
    }
    let entries =
        |cell: &KnownCell| report.tables.iter().filter_map(|table| no_longer(report, table, known, cell)).next();
    report.no_longer = known.cells.iter().filter_map(entries).collect();
    let cells = report.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells);
    let barriers = report.tables.iter().flat_map(|table| &table.barriers);
    report.summary.known = cells.clone().filter(|cell| cell.is_accepted()).count();
    report.summary.not_as_listed = cells.filter(|cell| cell.listed.is_some()).count();
    report.summary.known_barriers = barriers.filter(|barrier| barrier.known.is_some()).count();
    let missing = report.tables.iter().flat_map(|table| &table.without_row);
    report.summary.known_without_row = missing.filter(|missing| missing.known.is_some()).count();
    report.summary.no_longer = report.no_longer.len();
}

/// The entries that a run says nothing of, as a list has them.
pub fn left_out(known: &Known, options: &Options<'_>) -> Vec<Entry> {
    let entry = |cell: &KnownCell| Entry {
        table: cell.table(),
        row: cell.row.clone(),
        reason: cell.reason.clone(),
        breaks: cell.breaks.map(|breaks| breaks.to_string()),
        on: vec![PlaceReport { target: cell.configuration.to_string(), language: parts::language(cell.opencl) }],
    };
    known.left_out(options).map(entry).collect()
}

fn mark(table: &mut TableReport, known: &Known) {
    let name = (table.release.as_str(), table.family.as_str());
    for row in &mut table.rows {
        for cell in row.cells.iter_mut().filter(|cell| cell.verdict == RowVerdict::Unsound) {
            let place = (cell.target.as_str(), cell.language == Language::OpenCl);
            let Some(entry) = known.find(name, &row.operation, place) else { continue };
            cell.known = Some(entry.reason.clone());
            let listed = entry.breaks.map(|breaks| breaks.to_string());
            cell.listed = listed.filter(|listed| Some(listed) != cell.breaks.as_ref());
        }
    }
    for barrier in &mut table.barriers {
        let place = (barrier.place.target.as_str(), barrier.place.language == Language::OpenCl);
        barrier.known = known.find(name, BARRIER, place).map(|known| known.reason.clone());
    }
    for missing in &mut table.without_row {
        missing.known = known.why_missing(name, &missing.operation).map(String::from);
    }
}

/// An entry that a table's report shows not to be unsound: its row is sound or has no code.
fn no_longer(report: &TablesReport, table: &TableReport, known: &Known, entry: &KnownCell) -> Option<NoLongerReport> {
    let place = PlaceReport { target: entry.configuration.to_string(), language: parts::language(entry.opencl) };
    let is_named = entry.is_of((&table.release, &table.family));
    let is_it = match entry.row == BARRIER {
        true => is_asked(table, &place) && is_all_decided(report) && !table.barriers.iter().any(|it| it.place == place),
        false => has_verdicts(table, &entry.row, &place),
    };
    let (path, line) = known.place(entry);
    (is_named && is_it).then(|| NoLongerReport {
        table: format!("{}:{}", table.release, table.family),
        operation: entry.row.clone(),
        place,
        path: path.to_string(),
        line,
    })
}

/// Whether a row has a verdict for a target and language, by which it is not unsound.
fn has_verdicts(table: &TableReport, row: &str, place: &PlaceReport) -> bool {
    let rows = table.rows.iter().filter(|found| found.operation == row);
    let cells = rows.flat_map(|row| &row.cells);
    let mut cells = cells.filter(|cell| cell.target == place.target && cell.language == place.language).peekable();
    let is_fine = |verdict: RowVerdict| match verdict {
        RowVerdict::Sound | RowVerdict::NoCode => true,
        RowVerdict::Unsound | RowVerdict::NotJudged | RowVerdict::Unknown => false,
    };
    cells.peek().is_some() && cells.all(|cell| is_fine(cell.verdict))
}

/// Whether the table was judged for a target and language.
fn is_asked(table: &TableReport, place: &PlaceReport) -> bool {
    let mut cells = table.rows.iter().flat_map(|row| &row.cells);
    cells.any(|cell| cell.target == place.target && cell.language == place.language)
}

fn is_all_decided(report: &TablesReport) -> bool {
    report.space.interrupted.is_none() && report.undecided.is_empty() && report.space.base.unknown == 0
}
