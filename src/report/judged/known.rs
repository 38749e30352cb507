//! Rows that are known to be unsound: the list of them, and what is listed and is not so.

use super::{CellReport, PlaceReport, RowVerdict, TableReport, TablesReport};
use crate::verdict::BARRIER;
use itertools::Itertools;
use serde::Serialize;
use std::collections::BTreeMap;

const HEAD: &str = "\
# Rows of tables that are known to be unsound, each with the reason why that is accepted: `litmus table verify --known` fails on others, and on
# these when they are not unsound any more.
";

/// Something that is listed as unsound, and that no program shows to be.
#[derive(Debug, Serialize)]
pub struct NoLongerReport {
    /// The table's release and family.
    pub table: String,
    /// The operations that the row is for, or the barrier.
    pub operation: String,
    /// The target and language.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The file that lists it.
    pub path: String,
    /// The line there.
    pub line: usize,
}

impl NoLongerReport {
    /// What is wrong with the entry.
    pub fn text(&self) -> String {
        let NoLongerReport { table, operation, .. } = self;
        format!("{operation} of {table}: listed as unsound, and no program within the limits shows it")
    }
}

/// A line for each entry that is not unsound any more.
pub fn no_longer(report: &TablesReport) -> String {
    let line = |entry: &NoLongerReport| {
        let PlaceReport { target, language } = &entry.place;
        format!("{}:{}: {} [{language}: {target}]\n", entry.path, entry.line, entry.text())
    };
    report.no_longer.iter().map(line).collect()
}

/// The list of all that is unsound: with the reasons that are known, and elsewhere with the given one.
pub fn list(report: &TablesReport, reason: &str) -> String {
    let families = report.tables.iter().map(|table| &table.family).counts();
    let entries = report.tables.iter().flat_map(|table| {
        let name = match families[&table.family] {
            1 => table.family.clone(),
            _ => format!("{}:{}", table.release, table.family),
        };
        entries(table, reason).into_iter().map(move |(row, reason, on)| entry([&name, &row, &reason], &on))
    });
    format!("{HEAD}{}", entries.collect::<String>())
}

type Entry = (String, String, Vec<PlaceReport>);

/// What is unsound of a table, in its order, places of one row with one reason together.
fn entries(table: &TableReport, reason: &str) -> Vec<Entry> {
    let rows = table.rows.iter().map(|row| {
        let unsound = row.cells.iter().filter(|cell| cell.verdict == RowVerdict::Unsound);
        let place = |cell: &CellReport| PlaceReport { target: cell.target.clone(), language: cell.language };
        (row.operation.clone(), unsound.map(|cell| (cell.known.clone(), place(cell))).collect::<Vec<_>>())
    });
    let barriers = table.barriers.iter().map(|barrier| (barrier.known.clone(), barrier.place.clone())).collect();
    let barrier = (BARRIER.to_string(), barriers);
    let by_reason = |(row, cells): (String, Vec<(Option<String>, PlaceReport)>)| {
        let mut of_row: BTreeMap<String, Vec<PlaceReport>> = BTreeMap::new();
        for (known, place) in cells {
            of_row.entry(known.unwrap_or_else(|| reason.to_string())).or_default().push(place);
        }
        of_row.into_iter().map(move |(reason, places)| (row.clone(), reason, places)).collect::<Vec<_>>()
    };
    rows.chain([barrier]).flat_map(by_reason).collect()
}

fn entry([table, row, reason]: [&str; 3], on: &[PlaceReport]) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let on = on.iter().map(|place| quoted(&format!("{} {}", place.target, place.language))).join(", ");
    let [table, row, reason] = [table, row, reason].map(quoted);
    format!("\n[[unsound]]\ntable = {table}\nrow = {row}\non = [{on}]\nreason = {reason}\n")
}
