//! Rows that something can be left out of as cases.

use super::{at, input};
use crate::report::findings::{Case, Findings, Outcome, Rule, Suite};
use crate::report::judged::{places_text, space_line};
use crate::report::savings::{self, RowSavingsReport, SavingsReport};
use itertools::Itertools;

/// What `litmus table repair --savings` found.
pub fn findings(report: &SavingsReport, exit_code: u8) -> Findings {
    let tables = report.rows.iter().chunk_by(|row| &row.row.table);
    let suite = |(table, rows): (&String, _)| Suite { name: table.clone(), seconds: None, cases: cases(rows) };
    let suites: Vec<Suite> = tables.into_iter().map(suite).collect();
    Findings {
        command: "litmus table repair --savings".into(),
        suites: suites.into_iter().chain(input(&report.errors)).collect(),
        scope: space_line(&report.space),
        summary: savings::summary(&report.summary),
        seconds: report.summary.seconds,
        exit_code,
        successful: report.errors.is_empty() && report.space.interrupted.is_none(),
    }
}

fn cases<'r>(rows: impl Iterator<Item = &'r RowSavingsReport>) -> Vec<Case> {
    let case = |row: &RowSavingsReport| Case {
        name: row.row.operation.clone(),
        on: places_text(&row.places),
        outcome: Outcome::Found(Rule::NotShownNeeded),
        place: at(&row.row.path, row.row.path_line),
        message: format!("{}: {}", row.row.operation, row.edits.iter().map(|edit| &edit.what).join(", ")),
        details: savings::savings_text(row),
        seconds: None,
    };
    rows.map(case).collect()
}
