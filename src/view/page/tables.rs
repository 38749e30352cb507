//! Tables with what was judged of them.

use crate::lowering::LoadedTable;
use crate::lowering::survey::configurations;
use crate::report::html::{Part, Programs, RowJudged, RowPage, TableJudged, TablePage};
use crate::report::judged::{PlaceReport, SourceReport, TableReport, TablesReport, asked_space, that_say_something};
use crate::report::language::Language;
use crate::resources::Resources;
use crate::syntax::table::{head, row};
use crate::targets::TargetConfiguration;
use crate::view::judged::source;
use itertools::Itertools;

/// Why nothing is said of a table.
const NOT_ASKED: &str = "nothing was judged of this table: `litmus table audit --format json` judges tables, and `--audit` shows what it has said";
/// Why nothing is said of a row of a table that was judged.
const NOT_OF_ROW: &str = "the audit has no such row";

/// An audit that is not of the tables that it says it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The table: `llvm24:gfx12`.
    pub table: String,
    /// What is another.
    pub differs: Differs,
}

/// What of an audited table is not what is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Differs {
    /// A row that one of both lacks.
    Row {
        /// Its line.
        line: u32,
        /// Its operations.
        head: String,
        /// Whether the audit has it.
        is_of_audit: bool,
    },
    /// The table, hardware or a model: as it was audited, and the path of what is shown or asked instead, if that can be read.
    Source(Box<SourceReport>, Option<String>),
    /// The audit does not say what it follows from.
    NothingSaid,
}

/// Tables with what an audit says of them.
#[derive(Debug)]
pub struct TablePages {
    /// The tables.
    pub pages: Vec<TablePage>,
    /// Tables that the audit judges besides, by name.
    pub others: Vec<String>,
}

/// Tables, each with what an audit says of it, which is taken out of the audit.
///
/// # Errors
/// The first row that only the table has, or only the audit of it; a table, hardware or a model that is not what was audited.
pub fn table_pages(
    tables: &[&LoadedTable],
    audit: Option<&mut TablesReport>,
    resources: &Resources,
) -> Result<TablePages, Mismatch> {
    let mut judged = audit.map(|audit| std::mem::take(&mut audit.tables)).unwrap_or_default();
    let pages = tables.iter().map(|loaded| table_page(loaded, &mut judged, resources)).collect::<Result<_, _>>()?;
    let others = judged.iter().map(|table| format!("{}:{}", table.release, table.family)).collect();
    Ok(TablePages { pages, others })
}

fn table_page(
    loaded: &LoadedTable,
    judged: &mut Vec<TableReport>,
    resources: &Resources,
) -> Result<TablePage, Mismatch> {
    let (release, family) = (loaded.release.clone(), loaded.table.family.clone());
    let is_of = |report: &TableReport| report.release == release && report.family == family;
    let mut judged = judged.iter().position(is_of).map(|at| judged.remove(at));
    if let Some(judged) = &mut judged {
        check(loaded, judged, resources).map_err(|differs| Mismatch { table: loaded.name(), differs })?;
        judged.conditions = that_say_something(judged).cloned().collect();
    }
    let is_audited = judged.as_ref().is_some_and(|judged| !judged.instructions.is_empty());
    let places = places(loaded);
    let rows = loaded.table.rows.iter().map(|of| {
        let (line, head) = (of.line, head(of));
        RowPage { line, text: row(of), judged: row_judged(judged.as_mut(), &places, (line, &head)), head }
    });
    let rows = rows.collect();
    let judged = match judged {
        None => Part::NotAsked(NOT_ASKED.into()),
        Some(TableReport { without_row, barriers, conditions, .. }) => {
            Part::Found(TableJudged { without_row, barriers, conditions, is_audited })
        }
    };
    let document = loaded.document.clone();
    Ok(TablePage { release, family, document, rows, judged })
}

/// All that a table is for.
fn places(loaded: &LoadedTable) -> Vec<PlaceReport> {
    let targets = configurations(&loaded.table).into_iter();
    let place =
        |(target, language): (TargetConfiguration, Language)| PlaceReport { target: target.to_string(), language };
    targets.cartesian_product([Language::Hsa, Language::OpenCl]).map(place).collect()
}

/// What a table says of a row, which is taken out of it.
fn row_judged(judged: Option<&mut TableReport>, places: &[PlaceReport], (line, head): (u32, &str)) -> Part<RowJudged> {
    let Some(judged) = judged else { return Part::NotAsked(NOT_ASKED.into()) };
    let Some(at) = judged.rows.iter().position(|row| row.line == line && row.operation == head) else {
        return Part::NotAsked(NOT_OF_ROW.into());
    };
    let cells = judged.rows.remove(at).cells;
    let is_of = |row: u32, operation: &str| row == line && operation == head;
    let instructions = take(&mut judged.instructions, |one| is_of(one.row, &one.operation));
    let conditions = take(&mut judged.conditions, |one| is_of(one.row, &one.operation));
    Part::Found(RowJudged { places: places.to_vec(), cells, instructions, conditions })
}

/// Those of a list that are wanted, which are taken out of it.
fn take<T>(all: &mut Vec<T>, wanted: impl Fn(&T) -> bool) -> Vec<T> {
    let (taken, left) = std::mem::take(all).into_iter().partition(wanted);
    *all = left;
    taken
}

/// Refuses an audit of a table that has other rows, or other files than it was judged by.
fn check(loaded: &LoadedTable, judged: &TableReport, resources: &Resources) -> Result<(), Differs> {
    check_rows(loaded, judged)?;
    if judged.sources.is_empty() {
        return Err(Differs::NothingSaid);
    }
    for audited in &judged.sources {
        let shown = source(audited.kind, &audited.of, loaded, resources);
        if shown.as_ref().is_none_or(|shown| shown.digest != audited.digest) {
            return Err(Differs::Source(Box::new(audited.clone()), shown.map(|shown| shown.path)));
        }
    }
    Ok(())
}

fn check_rows(loaded: &LoadedTable, judged: &TableReport) -> Result<(), Differs> {
    let of_table: Vec<(u32, String)> = loaded.table.rows.iter().map(|row| (row.line, head(row))).collect();
    let of_audit: Vec<(u32, String)> = judged.rows.iter().map(|row| (row.line, row.operation.clone())).collect();
    let lacking = |all: &[(u32, String)], other: &[(u32, String)]| all.iter().find(|row| !other.contains(row)).cloned();
    let found = lacking(&of_audit, &of_table).map(|row| (row, true));
    match found.or_else(|| lacking(&of_table, &of_audit).map(|row| (row, false))) {
        Some(((line, head), is_of_audit)) => Err(Differs::Row { line, head, is_of_audit }),
        None => Ok(()),
    }
}

/// The programs of an audit.
pub fn audit_programs(audit: TablesReport) -> Programs {
    let mut space: Vec<String> = asked_space(&audit).lines().map(str::to_string).collect();
    space.extend(audit.undecided.iter().map(|why| format!("some programs are not decided: {why}")));
    Programs { space, texts: audit.programs }
}
