//! What is decided of a condition of a test: the verdict of each model, in words.

use super::document::{Document, Kind};
use crate::engine::Settings;
use crate::load;
use crate::program::Program;
use crate::report::checked::TestResult;
use crate::resources::Resources;
use crate::run::{self, Options};
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::verdict::ConditionVerdict;
use crate::view;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What is asked while somebody waits may take so long.
const PATIENCE: Duration = Duration::from_secs(5);

/// The places of a test's conditions; none of a text that is no test.
pub fn conditions(source: &Arc<Source>) -> Vec<Span> {
    let program = load::program(source).ok();
    program.into_iter().flat_map(|program| program.conditions).map(|condition| condition.span).collect()
}

/// The number of the condition that stands at an offset, from 0 on, and its place.
pub fn condition_at(document: &Document, offset: usize) -> Option<(usize, Span)> {
    if document.kind != Kind::Test {
        return None;
    }
    let mut all = conditions(&document.source).into_iter().enumerate();
    all.find(|(_, span)| (span.start..=span.end).contains(&offset))
}

/// The verdicts on a condition by the models that it names, or the one that is asked where none is: a line each, in Markdown.
///
/// # Errors
/// What is wrong with the test.
pub fn verdicts(source: &Arc<Source>, condition: usize, stop: &'static AtomicBool) -> Result<String, String> {
    let resources = Resources::default();
    let checked = run::check(source, &options(&resources, stop)).map_err(|errors| first(&errors))?;
    place(&checked.structure.program, condition)?;
    Ok(said(&view::test_result(&checked), condition))
}

/// Where a condition of a test stands.
///
/// # Errors
/// That there is none of this number.
pub(super) fn place(program: &Program, condition: usize) -> Result<Span, String> {
    let place = program.conditions.get(condition).map(|condition| condition.span);
    place.ok_or_else(|| format!("the test has no condition {condition}: they are counted from 0"))
}

/// The verdicts that a result has on a condition: a line for each model, in Markdown.
pub fn said(result: &TestResult, condition: usize) -> String {
    let lines = result.models.iter().filter_map(|model| {
        let found = model.conditions.get(condition)?;
        let race = model.flag.as_ref().filter(|_| found.verdict == ConditionVerdict::Racy);
        let race = race.map_or(String::new(), |flag| format!(" ({flag})"));
        let reason = found.undecided.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
        let expected = match found.expected {
            Some(expected) if expected != found.verdict => format!(", expected {expected}"),
            Some(_) => ", as expected".to_string(),
            None => String::new(),
        };
        let axioms = if found.axioms.is_empty() { String::new() } else { format!(" by {}", found.axioms.join(", ")) };
        Some(format!("`{}`: **{}**{race}{axioms}{expected}{reason}", model.model, found.verdict))
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() { "nothing is expected of a model here".to_string() } else { lines.join("\n\n") }
}

/// How a test is checked while somebody waits.
pub(super) fn options<'r>(resources: &'r Resources, stop: &'static AtomicBool) -> Options<'r> {
    let settings = Settings { timeout: PATIENCE, stop: Some(stop), ..Settings::default() };
    Options { models: Vec::new(), settings, sensitivity: false, resources }
}

/// The first of what is wrong, as it is printed.
pub(super) fn first(errors: &[Diagnostic]) -> String {
    errors.first().map_or_else(String::new, ToString::to_string)
}
