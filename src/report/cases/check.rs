//! The conditions and expectations of tests as cases.

use super::{at, input, unindented};
use crate::report::checked;
use crate::report::checked::{CheckReport, ConditionResult, HardwareCheck, ModelResult, RefinementCheck, TestResult};
use crate::report::findings::{Case, Findings, Outcome, Rule, Suite};
use crate::report::results::{Status, Undecided};
use crate::report::text::{self, Paint};

/// What `litmus check` found.
pub fn findings(report: &CheckReport, exit_code: u8) -> Findings {
    Findings {
        command: "litmus check".into(),
        suites: report.tests.iter().map(suite).chain(input(&report.errors)).collect(),
        scope: String::new(),
        summary: text::summary(&report.summary, Paint(false)),
        seconds: report.summary.seconds,
        exit_code,
        successful: report.errors.is_empty(),
    }
}

fn suite(test: &TestResult) -> Suite {
    let of_model = |model| move |condition| of_condition(test, model, condition);
    let conditions = test.models.iter().flat_map(|model| model.conditions.iter().map(of_model(model)));
    let refinements = test.refinements.iter().map(|found| of_refinement(test, found));
    let hardware = test.hardware.iter().map(|found| of_hardware(test, found));
    let undecided = test.undecided.reason.iter().map(|_| of_undecided(test));
    let cases = undecided.chain(conditions).chain(refinements).chain(hardware).collect();
    Suite { name: test.path.clone(), seconds: Some(test.seconds), cases }
}

fn outcome(status: Status) -> Outcome {
    match status {
        Status::Ok => Outcome::Passed,
        Status::Unchecked => Outcome::Skipped,
        Status::Unknown => Outcome::Found(Rule::Unknown),
        Status::Differs => Outcome::Found(Rule::UnexpectedVerdict),
    }
}

/// What was found where something else was expected, or nothing, or why it is not decided.
fn message(verdict: &str, expected: Option<&str>, undecided: &Undecided) -> String {
    match (&undecided.reason, expected) {
        (Some(reason), _) => format!("not decided: {reason}"),
        (None, Some(expected)) if expected == verdict => format!("{verdict} as expected"),
        (None, Some(expected)) => format!("{verdict}, expected {expected}"),
        (None, None) => format!("{verdict}; no verdict is expected"),
    }
}

/// A test of which nothing was decided.
fn of_undecided(test: &TestResult) -> Case {
    Case {
        name: test.name.clone(),
        on: String::new(),
        outcome: outcome(test.status),
        place: at(&test.path, 1),
        message: message("", None, &test.undecided),
        details: String::new(),
        seconds: None,
    }
}

fn of_condition(test: &TestResult, model: &ModelResult, found: &ConditionResult) -> Case {
    let expected = found.expected.map(|expected| expected.as_str());
    let said = message(found.verdict.as_str(), expected, &found.undecided);
    let details = match found.status {
        Status::Ok | Status::Unchecked => String::new(),
        Status::Unknown | Status::Differs => checked::why_condition(model, found),
    };
    Case {
        name: format!("{}: {}", model.model, found.condition),
        on: String::new(),
        outcome: outcome(found.status),
        place: at(&test.path, found.line),
        message: format!("{} under {}: {said}", found.condition, model.model),
        details: unindented(&details),
        seconds: None,
    }
}

fn of_refinement(test: &TestResult, found: &RefinementCheck) -> Case {
    let RefinementCheck { targets, table, language, placement, .. } = found;
    let name = format!("refine {targets} {table} {language} {placement}");
    let said = message(&found.verdict, Some(found.expected.as_str()), &found.undecided);
    Case {
        message: format!("{name}: {said}"),
        name,
        on: String::new(),
        outcome: outcome(found.status),
        place: at(&test.path, found.line),
        details: unindented(&checked::why_refinement(test, found)),
        seconds: None,
    }
}

fn of_hardware(test: &TestResult, found: &HardwareCheck) -> Case {
    let name = format!("hardware {}", found.targets);
    let said = message(&found.verdict, Some(found.expected.as_str()), &found.undecided);
    let details = match found.status {
        Status::Ok | Status::Unchecked => String::new(),
        Status::Unknown | Status::Differs => unindented(&checked::why_hardware(found)),
    };
    Case {
        message: format!("{name}: {said}"),
        name,
        on: String::new(),
        outcome: outcome(found.status),
        place: at(&test.path, found.line),
        details,
        seconds: None,
    }
}
