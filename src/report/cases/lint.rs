//! Flaws of tables as cases.

use super::input;
use crate::report::findings::{Case, Findings, Outcome, Place, Rule, Suite};
use crate::report::lint::{self, LintReport, LintedFlaw, LintedTable};

/// What `litmus table lint` found.
pub fn findings(report: &LintReport, exit_code: u8) -> Findings {
    Findings {
        command: "litmus table lint".into(),
        suites: report.tables.iter().map(suite).chain(input(&report.errors)).collect(),
        scope: String::new(),
        summary: lint::summary(&report.summary),
        seconds: report.summary.seconds,
        exit_code,
        successful: report.errors.is_empty(),
    }
}

fn suite(table: &LintedTable) -> Suite {
    let cases: Vec<Case> = table.flaws.iter().map(|flaw| case(table, flaw)).collect();
    let cases = if cases.is_empty() { vec![without_flaws(table)] } else { cases };
    Suite { name: table.name(), seconds: None, cases }
}

fn case(table: &LintedTable, flaw: &LintedFlaw) -> Case {
    let LintedFlaw { document_line, row, message, line, column, shown } = flaw;
    Case {
        name: row.clone(),
        on: String::new(),
        outcome: Outcome::Found(Rule::FlawedTable),
        place: Some(Place { path: table.path.clone(), line: *line, column: Some(*column) }),
        message: format!("{row}: {message} ({}:{document_line})", table.document),
        details: shown.clone(),
        seconds: None,
    }
}

fn without_flaws(table: &LintedTable) -> Case {
    Case {
        name: format!("table {}", table.family),
        on: String::new(),
        outcome: Outcome::Passed,
        place: None,
        message: "no flaws".into(),
        details: String::new(),
        seconds: None,
    }
}
