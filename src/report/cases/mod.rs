//! What each command's report has found, as cases.

mod check;
mod conditions;
mod conform;
mod diff;
mod judged;
mod lint;
mod refinement;
mod repair;
mod savings;

pub use check::findings as check;
pub use conform::findings as conform;
pub use diff::findings as diff;
pub use judged::findings as judged;
pub use lint::findings as lint;
pub use refinement::findings as refinement;
pub use repair::findings as repairs;
pub use savings::findings as savings;

use super::findings::{Case, Findings, Outcome, Place, Rule, Suite};
use super::results::ErrorResult;

/// Findings that say only why nothing was asked.
pub fn refused(command: &str, errors: &[ErrorResult], exit_code: u8) -> Findings {
    let summary = match errors.len() {
        1 => "1 error\n".to_string(),
        count => format!("{count} errors\n"),
    };
    Findings {
        command: command.to_string(),
        suites: input(errors).into_iter().collect(),
        scope: String::new(),
        summary,
        seconds: 0.0,
        exit_code,
        successful: false,
    }
}

/// The suite of what is wrong with files and arguments, if something is.
fn input(errors: &[ErrorResult]) -> Option<Suite> {
    let cases: Vec<Case> = errors.iter().map(bad_input).collect();
    (!cases.is_empty()).then(|| Suite { name: "input".into(), seconds: None, cases })
}

fn bad_input(error: &ErrorResult) -> Case {
    let ErrorResult { path, line, column, message, help, is_argument } = error;
    let place = Place { path: path.clone(), line: *line, column: Some(*column) };
    Case {
        name: path.clone(),
        on: String::new(),
        outcome: Outcome::Found(Rule::BadInput),
        place: Some(place).filter(|_| !is_argument),
        message: message.clone(),
        details: help.as_ref().map_or(String::new(), |help| format!("help: {help}\n")),
        seconds: None,
    }
}

/// The place of a line.
fn at(path: &str, line: usize) -> Option<Place> {
    Some(Place { path: path.to_string(), line, column: None })
}

/// Lines without the indentation that all of them have.
fn unindented(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let least = text.lines().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    text.lines().map(|line| format!("{}\n", line.get(least..).unwrap_or_default())).collect()
}
