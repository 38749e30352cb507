//! Changes of tables as cases.

use super::{at, input};
use crate::report::diff::{self, AloneReport, ChangeReport, DiffReport, Effect, Line, TablePair};
use crate::report::findings::{Case, Findings, Outcome, Place, Rule, Suite};
use crate::report::{judged, tables};
use itertools::Itertools;

/// What `litmus table diff --verdicts` found.
pub fn findings(report: &DiffReport, exit_code: u8) -> Findings {
    Findings {
        command: "litmus table diff".into(),
        suites: suites(report, &at_row),
        scope: judged::space_line(&report.space),
        summary: diff::summary(&report.summary),
        seconds: report.summary.seconds,
        exit_code,
        successful: report.errors.is_empty() && report.space.interrupted.is_none(),
    }
}

/// The suites, with each change at a place.
pub(super) fn suites(report: &DiffReport, place: &dyn Fn(&TablePair, &ChangeReport) -> Option<Place>) -> Vec<Suite> {
    let pairs = report.tables.iter().map(|pair| suite(report, pair, place));
    pairs.chain(alone(&report.alone)).chain(input(&report.errors)).collect()
}

/// The first row of the later table that has a change.
pub(super) fn at_row(pair: &TablePair, change: &ChangeReport) -> Option<Place> {
    at(&pair.path, change.path_lines.first().copied().unwrap_or(pair.path_line))
}

fn suite(report: &DiffReport, pair: &TablePair, place: &dyn Fn(&TablePair, &ChangeReport) -> Option<Place>) -> Suite {
    let cases = |change| {
        let lines = diff::lines(change).into_iter();
        lines.map(move |line| case(report, place(pair, change), change, &line))
    };
    Suite {
        name: format!("{} to {}", pair.before, pair.after),
        seconds: None,
        cases: pair.changes.iter().flat_map(cases).collect(),
    }
}

/// Tables that the other side has none for.
fn alone(tables: &[AloneReport]) -> Option<Suite> {
    let case = |table: &AloneReport| Case {
        name: table.table.clone(),
        on: String::new(),
        outcome: Outcome::Found(if table.is_lost { Rule::LosesCode } else { Rule::NotJudged }),
        place: at(&table.path, table.path_line),
        message: format!("{}: {}", table.table, table.what()),
        details: String::new(),
        seconds: None,
    };
    let cases: Vec<Case> = tables.iter().map(case).collect();
    (!cases.is_empty()).then(|| Suite { name: "tables".into(), seconds: None, cases })
}

fn outcome(effect: Effect) -> Outcome {
    match effect {
        Effect::Breaks | Effect::BreaksAndFixes => Outcome::Found(Rule::Breaks),
        Effect::Loses => Outcome::Found(Rule::LosesCode),
        Effect::GainsUnsound => Outcome::Found(Rule::GainsUnsoundCode),
        Effect::Unknown => Outcome::Found(Rule::Unknown),
        Effect::NotJudged => Outcome::Found(Rule::NotJudged),
        Effect::Fixes => Outcome::Found(Rule::Fixes),
        Effect::Saves => Outcome::Found(Rule::Saves),
        Effect::Gains | Effect::Adds | Effect::Same => Outcome::Passed,
    }
}

fn case(report: &DiffReport, place: Option<Place>, change: &ChangeReport, line: &Line<'_>) -> Case {
    let operation = &change.operations.operation;
    let places = tables::places(&change.operations.places);
    let programs = line.shown().map(|(what, shown)| {
        let program = &report.programs[shown.program];
        let together = diff::together(shown);
        format!("\nthe program that is {what}{together}:\n{}{}", program.text, diff::explained(program))
    });
    Case {
        name: format!("{operation} ({})", places.lines().map(str::trim).join("; ")),
        on: line.places.clone(),
        outcome: outcome(line.effect),
        place,
        message: format!("{operation}: {}", line.what(change)),
        details: tables::code_diff(&change.operations, "") + &programs.collect::<String>(),
        seconds: None,
    }
}
