//! Rows that are known to be unsound: the list of them, and what is listed and is not so.

use super::{CellReport, MissingReport, PlaceReport, RowReport, RowVerdict, SpaceReport, TableReport, TablesReport};
use crate::report::space::LimitsReport;
use crate::verdict::BARRIER;
use itertools::Itertools;
use serde::{Deserialize, Serialize};

const HEAD: &str = "\
# Rows of tables that are known to be unsound, each with the reason why that is accepted: `litmus table verify --known` fails on others, and on
# these when they are not unsound any more, or when other programs break than those of `breaks`: how many, and a digest.
";

/// Something that is listed as unsound, and that no program shows to be.
#[derive(Debug, Serialize, Deserialize)]
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

/// Unsound for one reason, and by the same programs.
#[derive(Debug)]
pub struct Entry {
    /// The table, by its family or its release and family.
    pub table: String,
    /// The operations that the row is for, or the barrier.
    pub row: String,
    /// Why it is accepted.
    pub reason: String,
    /// The programs that break, how many and what tells them from others; `None` if it is accepted whatever breaks.
    pub breaks: Option<String>,
    /// The targets and languages.
    pub on: Vec<PlaceReport>,
}

/// The list of all that is unsound, with the reasons that are known and elsewhere with the given one; after that these entries, of what was not asked.
pub fn list(report: &TablesReport, reason: &str, left_out: Vec<Entry>) -> String {
    let SpaceReport { limits: LimitsReport { events, threads }, varied_threads, .. } = report.space;
    let limits = format!("\n[limits]\nevents = {events}\nthreads = {threads}\nvaried-threads = {varied_threads}\n");
    let families = report.tables.iter().map(|table| &table.family).counts();
    let name = |table: &TableReport| match families[&table.family] {
        1 => table.family.clone(),
        _ => format!("{}:{}", table.release, table.family),
    };
    let unsound = report.tables.iter().flat_map(|table| together(unsound(table, &name(table), reason)));
    let entries: String = unsound.chain(together(left_out)).map(|entry| text(&entry)).collect();
    let missing = report.tables.iter().flat_map(|table| table.without_row.iter().map(move |missing| (table, missing)));
    let missing: String = missing.map(|(table, missing)| missing_text(&name(table), missing, reason)).collect();
    format!("{HEAD}{limits}{entries}{missing}")
}

/// The entry of operations without a row.
fn missing_text(table: &str, MissingReport { operation, known }: &MissingReport, reason: &str) -> String {
    let [table, operation, reason] = [table, operation, known.as_deref().unwrap_or(reason)].map(quoted);
    format!("\n[[without-row]]\ntable = {table}\noperation = {operation}\nreason = {reason}\n")
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// What is unsound of a table, in its order.
fn unsound(table: &TableReport, name: &str, reason: &str) -> Vec<Entry> {
    let entry = |row: &str, known: &Option<String>, breaks: &Option<String>, place: PlaceReport| Entry {
        table: name.to_string(),
        row: row.to_string(),
        reason: known.clone().unwrap_or_else(|| reason.to_string()),
        breaks: breaks.clone(),
        on: vec![place],
    };
    let of_row = |row: &RowReport| {
        let cells = row.cells.iter().filter(|cell| cell.verdict == RowVerdict::Unsound);
        let place = |cell: &CellReport| PlaceReport { target: cell.target.clone(), language: cell.language };
        cells.map(|cell| entry(&row.operation, &cell.known, &cell.breaks, place(cell))).collect::<Vec<_>>()
    };
    let barriers = table.barriers.iter().map(|barrier| entry(BARRIER, &barrier.known, &None, barrier.place.clone()));
    table.rows.iter().flat_map(of_row).chain(barriers).collect()
}

/// Entries for several places where they say the same of these, in the order of the first.
fn together(entries: Vec<Entry>) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    for entry in entries {
        let said = |entry: &Entry| (entry.table.clone(), entry.row.clone(), entry.reason.clone(), entry.breaks.clone());
        match all.iter_mut().find(|known| said(known) == said(&entry)) {
            Some(known) => known.on.extend(entry.on),
            None => all.push(entry),
        }
    }
    all
}

fn text(entry: &Entry) -> String {
    let on = entry.on.iter().map(|place| quoted(&format!("{} {}", place.target, place.language))).join(", ");
    let [table, row, reason] = [&entry.table, &entry.row, &entry.reason].map(|text| quoted(text));
    let breaks = entry.breaks.as_ref().map_or(String::new(), |breaks| format!("breaks = {}\n", quoted(breaks)));
    format!("\n[[unsound]]\ntable = {table}\nrow = {row}\non = [{on}]\n{breaks}reason = {reason}\n")
}
