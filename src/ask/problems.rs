//! What is wrong with a text, before anything is asked of it.

use super::Wrong;
use crate::cat::{Model, Open};
use crate::hardware::HardwareFile;
use crate::languages;
use crate::load;
use crate::lowering::read_file;
use crate::models;
use crate::syntax::source::{Diagnostic, Source, Span, boundary};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// What a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A test in any language that is read here.
    #[default]
    Test,
    /// A model in cat.
    Model,
    /// A hardware file.
    Hardware,
    /// A table of code sequences.
    Table,
}

/// Larger texts are no files of these kinds, and are not read while somebody types.
const MOST: usize = 1 << 20;

/// What is wrong with a text, and what is probably not meant. Models may include files of users, and what is open in their place.
pub fn problems(kind: Kind, source: &Arc<Source>, open: Open<'_>) -> (Wrong, Wrong) {
    let model = || models::of_text(Path::new(&source.name), &source.text, open);
    problems_by(kind, source, model, |_| None)
}

/// As [`problems`]; models may include what comes with the tool and nothing else, and are asked, so that they check something.
pub fn problems_of_given(kind: Kind, source: &Arc<Source>) -> (Wrong, Wrong) {
    let model = || models::of_given(&source.name, &source.text);
    problems_by(kind, source, model, |model| models::has_check(model).err())
}

fn problems_by(
    kind: Kind,
    source: &Arc<Source>,
    model: impl FnOnce() -> Result<Model, Box<Diagnostic>>,
    lacks: impl FnOnce(&Model) -> Option<Box<Diagnostic>>,
) -> (Wrong, Wrong) {
    if source.text.len() > MOST {
        let message = "a file of more than 1 MiB is not read";
        let error =
            Diagnostic::new(source, Span::default(), message, "this file").help("files of this kind are smaller");
        return (vec![error], Vec::new());
    }
    let one = |error: Box<Diagnostic>| (vec![*error], Vec::new());
    match kind {
        Kind::Test => (load::event_structure(source).err().unwrap_or_default(), Vec::new()),
        Kind::Model => match model() {
            Err(error) => one(error),
            Ok(model) => {
                let mut problems = models::problems(&model);
                if problems.is_empty() {
                    let wrong = models::check_of_any_language(&model).err().or_else(|| lacks(&model));
                    problems.extend(wrong.map(|error| *error));
                }
                let warnings = models::warnings(&model).into_iter().map(|(_, warning)| warning);
                let foreign = if problems.is_empty() { foreign(&model) } else { Vec::new() };
                (problems, warnings.chain(foreign).collect())
            }
        },
        Kind::Hardware => match HardwareFile::of(source.clone()) {
            Err(error) => one(error),
            Ok(file) => (file.problems(), Vec::new()),
        },
        Kind::Table => match of_table(source) {
            Err(errors) => (errors, Vec::new()),
            Ok(flaws) => (Vec::new(), flaws),
        },
    }
}

/// The names in a model that tests of other tools have and none that is read here.
fn foreign(model: &Model) -> Wrong {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let place = |source: &Source, name: &str| {
        let stands_alone = |at: &usize| {
            let (before, after) = (&source.text[..*at], &source.text[at + name.len()..]);
            !before.ends_with(is_of_name) && !after.starts_with(is_of_name)
        };
        let at = source.text.match_indices(name).map(|(at, _)| at).find(stands_alone)?;
        Some(Span::new(at, at + name.len()))
    };
    let told = |(name, languages): (String, Vec<&str>)| {
        let found = model.sources.iter().find_map(|source| Some((source, place(source, &name)?)));
        let (source, span) = found.unwrap_or((&model.sources[0], Span::default()));
        let message = format!("`{name}` is of tests in {}", languages.join(", "));
        let help = "no test that is read here has it: a model that uses it is asked about none";
        Diagnostic::new(source, span, message, "of others").help(help)
    };
    languages::needs(model).foreign.into_iter().map(told).collect()
}

/// What is not meant in a table, as `litmus table lint` finds it; nothing of constraints.
///
/// # Errors
/// What is refused where it is used.
fn of_table(source: &Arc<Source>) -> Result<Wrong, Wrong> {
    let Some(table) = read_file(source)? else { return Ok(Vec::new()) };
    let flaws = table.flaws().map_err(|error| vec![*error])?;
    Ok(flaws.iter().map(|(flaw, span)| Diagnostic::new(source, *span, &flaw.message, &flaw.place)).collect())
}

/// A place of a text, lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The line it begins in.
    pub line: usize,
    /// The column it begins at.
    pub column: usize,
    /// The line it ends in.
    pub end_line: usize,
    /// The column after it.
    pub end_column: usize,
}

impl Place {
    /// A part of a text.
    pub fn of(source: &Source, span: Span) -> Place {
        let ((line, column), (end_line, end_column)) = (source.line_column(span.start), source.line_column(span.end));
        Place { line, column, end_line, end_column }
    }
}

/// The offset of a line and a column, both from 1 and in characters: the end of a line that is shorter, and of the text behind its last line.
pub fn offset(text: &str, (line, column): (usize, usize)) -> usize {
    let start = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
    let rest = text[start..].lines().next().unwrap_or_default();
    let before = rest.chars().take(column.saturating_sub(1)).map(char::len_utf8);
    start + before.sum::<usize>()
}

/// A diagnostic as data: what is wrong, where, and what would be right.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    /// The name of the text that it is about, or of an argument.
    pub path: String,
    /// Whether it is about an argument, and the place is one in its value.
    pub is_argument: bool,
    /// Whether it is probably not meant, and not wrong.
    pub is_warning: bool,
    /// What is wrong.
    pub message: String,
    /// What stands beside the underlined text.
    pub label: String,
    /// What would be right.
    pub help: Option<String>,
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
    /// The text there, without what follows its first line.
    pub underlined: String,
    /// The whole line that it begins in.
    pub text: String,
    /// Another place that explains it.
    pub related: Option<Related>,
}

/// A second place, and what is there.
#[derive(Clone, Debug, Serialize)]
pub struct Related {
    /// What is there.
    pub label: String,
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
}

/// Lines are shown up to so many characters.
const SHOWN: usize = 400;

fn problem(found: &Diagnostic, is_warning: bool) -> Problem {
    let source = &found.source_text;
    let first_line = |text: &str| text.lines().next().unwrap_or_default().chars().take(SHOWN).collect::<String>();
    let start = boundary(&source.text, found.span.start);
    let end = boundary(&source.text, found.span.end).max(start);
    let line = source.text[..start].rfind('\n').map_or(0, |at| at + 1);
    let related =
        found.related.as_ref().map(|(span, label)| Related { label: label.clone(), place: Place::of(source, *span) });
    Problem {
        path: source.name.clone(),
        is_argument: source.is_argument,
        is_warning,
        message: found.message.clone(),
        label: found.label.clone(),
        help: found.help.clone(),
        place: Place::of(source, found.span),
        underlined: first_line(&source.text[start..end]),
        text: first_line(&source.text[line..]),
        related,
    }
}

/// What is wrong, and what is probably not meant, as data.
pub fn diagnostics((errors, warnings): (&[Diagnostic], &[Diagnostic])) -> Vec<Problem> {
    let errors = errors.iter().map(|error| problem(error, false));
    errors.chain(warnings.iter().map(|warning| problem(warning, true))).collect()
}
