//! Unsound rows with their repairs as cases.

use super::{at, input};
use crate::report::findings::{Case, Findings, Outcome, Rule, Suite};
use crate::report::judged::{places_text, space_line};
use crate::report::repair::{self, RepairsReport, RowRepairsReport};
use itertools::Itertools;

/// What `litmus table repair` found.
pub fn findings(report: &RepairsReport, exit_code: u8) -> Findings {
    let tables = report.rows.iter().chunk_by(|row| &row.row.table);
    let suites = tables.into_iter().map(|(table, rows)| Suite {
        name: table.clone(),
        seconds: None,
        cases: rows.map(|row| case(report, row)).collect(),
    });
    let suites: Vec<Suite> = suites.collect();
    Findings {
        command: "litmus table repair".into(),
        suites: suites.into_iter().chain(input(&report.errors)).collect(),
        scope: space_line(&report.space),
        summary: repair::summary(&report.summary),
        seconds: report.summary.seconds,
        exit_code,
        successful: report.errors.is_empty() && report.space.interrupted.is_none(),
    }
}

fn case(report: &RepairsReport, row: &RowRepairsReport) -> Case {
    let repairs = repair::repairs_text(row, report.against.as_deref());
    let found = repairs.lines().next().unwrap_or_default().trim_end_matches(':');
    Case {
        name: row.row.operation.clone(),
        on: places_text(&row.unsound),
        outcome: Outcome::Found(Rule::UnsoundRow),
        place: at(&row.row.path, row.row.path_line),
        message: format!("{}: unsound; {found}", row.row.operation),
        details: format!("{repairs}\nthe smallest program:\n{}", report.programs[row.program]),
        seconds: None,
    }
}
