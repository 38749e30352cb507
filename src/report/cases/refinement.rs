//! Refinement results as cases.

use super::{at, input, unindented};
use crate::report::findings::{Case, Findings, Outcome, Rule, Suite};
use crate::report::refinement::{self, CellReport, CounterexampleReport, RefinementReport, TestReport};
use crate::verdict::RefinementVerdict;
use itertools::Itertools;

/// What `litmus refine` found.
pub fn findings(report: &RefinementReport, exit_code: u8) -> Findings {
    Findings {
        command: "litmus refine".into(),
        suites: report.tests.iter().map(|test| suite(report, test)).chain(input(&report.errors)).collect(),
        scope: String::new(),
        summary: refinement::summary(report),
        seconds: report.summary.seconds,
        exit_code,
        successful: report.errors.is_empty(),
    }
}

fn suite(report: &RefinementReport, test: &TestReport) -> Suite {
    let name = format!("{}: {} code of {}", test.name, report.language, report.table);
    let case = |cell: &CellReport| Case {
        name: name.clone(),
        on: cell.target.clone(),
        outcome: outcome(cell.verdict),
        place: at(&test.path, test.line),
        message: message(report, test, cell),
        details: cell
            .counterexample
            .as_ref()
            .map_or(String::new(), |it| unindented(&refinement::counterexample(it, ""))),
        seconds: Some(cell.seconds),
    };
    let seconds = test.cells.iter().map(|cell| cell.seconds).sum();
    Suite { name: test.path.clone(), seconds: Some(seconds), cases: test.cells.iter().map(case).collect() }
}

fn outcome(verdict: RefinementVerdict) -> Outcome {
    match verdict {
        RefinementVerdict::Sound | RefinementVerdict::Racy => Outcome::Passed,
        RefinementVerdict::Unsound => Outcome::Found(Rule::UnsoundCode),
        RefinementVerdict::NoCode => Outcome::Skipped,
        RefinementVerdict::Unknown => Outcome::Found(Rule::Unknown),
    }
}

fn message(report: &RefinementReport, test: &TestReport, cell: &CellReport) -> String {
    let was = match (&report.against, cell.was) {
        (Some(against), Some(was)) => format!(" ({was} with {against})"),
        (Some(_), None) | (None, _) => String::new(),
    };
    let why = match &cell.counterexample {
        Some(found) => format!(": its source may not end in {}", state(found)),
        None => {
            let reasons = cell.reasons.iter().chain(&cell.undecided.reason);
            reasons.map(|reason| format!(": {reason}")).collect()
        }
    };
    format!("{} by {} is {}{was}{why}", test.name, report.table, cell.verdict)
}

fn state(found: &CounterexampleReport) -> String {
    found.state.iter().map(|(name, value)| format!("{name}={}", value.as_deref().unwrap_or("-"))).join(" ")
}
