//! What is decided of a condition of a test: the verdict of each model, in words, and a picture of what shows it.

use super::document::{Document, Kind};
use super::folder::folder;
use crate::engine::Settings;
use crate::load;
use crate::report::checked::TestResult;
use crate::report::picture;
use crate::report::svg::svg;
use crate::resources::Resources;
use crate::run::{self, Checked, Options, Scene};
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::verdict::ConditionVerdict;
use crate::view;
use std::path::PathBuf;
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
    Ok(said(&view::test_result(&checked), condition))
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

/// A picture of what shows the verdict of a condition, in a file of its own.
///
/// # Errors
/// What is wrong with the test, or that nothing shows its verdict.
pub fn picture(source: &Arc<Source>, condition: usize, stop: &'static AtomicBool) -> Result<PathBuf, String> {
    let resources = Resources::default();
    let plain = without_expectations(source);
    let checked = shown(source, &plain, &options(&resources, stop)).map_err(|errors| first(&errors))?;
    let line = plain.line_column(conditions(&plain).get(condition).map_or(0, |span| span.start)).0;
    let scenes = run::checked_scenes(&checked);
    let Some((_, scene)) = scenes.into_iter().find(|(at, _)| *at == line) else {
        return Err(format!("no execution that shows this verdict was found within {} s", PATIENCE.as_secs()));
    };
    let drawn = drawn(&scene, &resources)?;
    let path = folder()?.join(format!("{}-{line}.svg", file_name(&checked.structure.program.name)));
    std::fs::write(&path, drawn).map_err(|error| error.to_string())?;
    Ok(path)
}

/// A test's name has so many characters in the name of a picture.
const LONGEST_NAME: usize = 80;

/// What of a test's name a file may have in its name.
fn file_name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '_' | '.');
    name.chars().take(LONGEST_NAME).map(|c| if is_plain(c) { c } else { '_' }).collect()
}

fn drawn(scene: &Scene<'_>, resources: &Resources) -> Result<String, String> {
    let depicted = scene.depict(resources).map_err(|errors| first(&errors))?;
    Ok(svg(&picture::draw(&view::picture(&depicted))))
}

fn options<'r>(resources: &'r Resources, stop: &'static AtomicBool) -> Options<'r> {
    let settings = Settings { timeout: PATIENCE, stop: Some(stop), ..Settings::default() };
    Options { models: Vec::new(), settings, sensitivity: false, resources }
}

/// What the models that a test names say of it where it expects nothing of them, with what forbids states.
fn shown(source: &Arc<Source>, plain: &Arc<Source>, options: &Options<'_>) -> Result<Checked, Vec<Diagnostic>> {
    let structure = load::event_structure(source)?;
    let options = Options { models: run::asked_models(&structure, options), ..options.clone() };
    let mut checked = run::check(plain, &options)?;
    run::explain_unasked(&mut checked, &options)?;
    Ok(checked)
}

fn first(errors: &[Diagnostic]) -> String {
    errors.first().map_or_else(String::new, ToString::to_string)
}

/// The same test, with nothing expected: what is as expected is shown too. Lines are the same.
fn without_expectations(source: &Arc<Source>) -> Arc<Source> {
    let line = |line: &str| if line.trim_start().starts_with("expect ") { String::new() } else { line.to_string() };
    let text = source.text.lines().map(|text| line(text) + "\n").collect::<String>();
    Source::new(source.name.clone(), text)
}
