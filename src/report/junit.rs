//! Findings as JUnit's XML, which CI systems read.

use super::findings::{Case, Findings, Level, Outcome, Rule, Suite};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// The findings as XML: every case, also what passed. It keeps to what the schema of Jenkins' xUnit plugin has, the strictest of those that CI systems
/// hold such files to: places stand in descriptions, since attributes for them are refused there.
pub fn render(findings: &Findings) -> String {
    let mut report = Report::new(text(&findings.command));
    report.set_time(duration(findings.seconds));
    report.add_test_suites(findings.suites.iter().map(suite));
    let xml = report.to_string().expect("writing to memory does not fail");
    // What is skipped is counted in each suite; the schema has no such count for all of them together, which stands first.
    let skipped: usize = report.test_suites.iter().map(|suite| suite.skipped).sum();
    xml.replacen(&format!(" skipped=\"{skipped}\""), "", 1)
}

fn suite(suite: &Suite) -> TestSuite {
    let mut out = TestSuite::new(text(&suite.name));
    if let Some(seconds) = suite.seconds {
        out.set_time(duration(seconds));
    }
    out.add_test_cases(suite.cases.iter().map(|case| test_case(&suite.name, case)));
    out
}

fn test_case(suite: &str, case: &Case) -> TestCase {
    let name = match case.on.is_empty() {
        true => case.name.clone(),
        false => format!("{} [{}]", case.name, case.on),
    };
    let mut out = TestCase::new(text(&name), status(case));
    out.set_classname(text(suite));
    if let Some(seconds) = case.seconds {
        out.set_time(duration(seconds));
    }
    if let Outcome::Found(rule) = case.outcome
        && rule.level() == Level::Note
    {
        out.set_system_out(text(&format!("{rule}: {}\n{}", case.message, case.details)));
    }
    out
}

/// What is not decided, and bad input, are errors; what is worth knowing has passed.
fn status(case: &Case) -> TestCaseStatus {
    let rule = match case.outcome {
        Outcome::Passed => return TestCaseStatus::success(),
        Outcome::Skipped => {
            let mut skipped = TestCaseStatus::skipped();
            skipped.set_message(text(&case.message));
            return skipped;
        }
        Outcome::Found(rule) => rule,
    };
    let kind = match (rule.level(), rule) {
        (Level::Note, _) => return TestCaseStatus::success(),
        (Level::Warning, Rule::FlawedTable) => NonSuccessKind::Failure,
        (Level::Warning, _) | (Level::Error, Rule::BadInput) => NonSuccessKind::Error,
        (Level::Error, _) => NonSuccessKind::Failure,
    };
    let mut status = TestCaseStatus::non_success(kind);
    let place = case.place.as_ref().map_or(String::new(), |place| format!("{}:{}: ", place.path, place.line));
    status.set_type(rule.as_str());
    status.set_message(text(&case.message));
    status.set_description(text(&format!("{place}{}\n{}", case.message, case.details)));
    status
}

/// A text without the two characters that XML does not have and `quick_junit` leaves in.
fn text(text: &str) -> String {
    text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// A time that is no time where the clock went wrong.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}
