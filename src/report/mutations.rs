//! Changes of a model or hardware file, and which tests notice them, as plain data and text.

use super::lines::{narrowed, narrowed_counts};
use super::results::{ErrorResult, FileResult};
use crate::verdict::Found;
use serde::{Serialize, Serializer};

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// The report of `litmus mutate`.
#[derive(Debug, Serialize)]
pub struct MutationsReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The model or hardware file that was changed, by name or path.
    pub of: String,
    /// The changes in the order of the text.
    pub mutations: Vec<MutationResult>,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with tests, and with the list of survivors.
    pub errors: Vec<ErrorResult>,
    /// Counts of changes, and the time.
    pub summary: Summary,
}

/// A change, and what tests say of it.
#[derive(Debug, Serialize)]
pub struct MutationResult {
    /// What is changed, as a reader of the text would say it; lists of survivors name it by these words.
    pub change: String,
    /// The file that the change is in.
    pub path: String,
    /// Its line, from 1.
    pub line: usize,
    /// What the tests say of it.
    pub effect: EffectWord,
    /// The tests whose verdict changes, each by its first verdict that does.
    pub killed_by: Vec<DifferenceResult>,
    /// For what survives and is listed: why no test can notice it. For what is refused: why.
    pub reason: Option<String>,
    /// The tests that are inconclusive for it, if no other test notices it.
    pub unknown: Vec<String>,
}

/// What tests say of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EffectWord {
    /// The verdict of a test changes to another decided one.
    Killed,
    /// No verdict changes, and it is not listed as a change that no test can notice.
    Survives,
    /// No verdict changes, as the list of survivors says with its reason.
    Listed,
    /// No verdict changes but to an error.
    Refused,
    /// No verdict is seen to change, but some are inconclusive.
    Unknown,
}

/// A verdict that a change changes.
#[derive(Debug, Serialize)]
pub struct DifferenceResult {
    /// The name after `litmus` in the test's file.
    pub test: String,
    /// What the verdict is about: a line of the test, or a target.
    pub about: String,
    /// The verdict under the text as it is, a word.
    #[serde(serialize_with = "word")]
    pub before: Found,
    /// The verdict under the changed text, a word.
    #[serde(serialize_with = "word")]
    pub after: Found,
}

fn word<S: Serializer>(found: &Found, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(found.as_str())
}

/// Counts of changes by effect, and the time.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// How many tests were asked.
    pub tests: usize,
    /// How many changes there are; each that was judged has one of the effects.
    pub mutations: usize,
    /// How many some test notices.
    pub killed: usize,
    /// How many no test notices, and no list names.
    pub survive: usize,
    /// How many no test notices, as the list says.
    pub listed: usize,
    /// How many leave no model, no hardware or no code.
    pub refused: usize,
    /// How many are inconclusive.
    pub unknown: usize,
    /// How many were not judged, since the run was interrupted.
    pub not_judged: usize,
    /// Wall seconds of the whole run.
    pub seconds: f64,
}

/// The report as text: what survives and what is not decided last, and before it each killed change with a test only if all are wanted.
pub fn text(report: &MutationsReport, all: bool) -> String {
    let (wrong, fine): (Vec<_>, Vec<_>) = report
        .mutations
        .iter()
        .partition(|mutation| matches!(mutation.effect, EffectWord::Survives | EffectWord::Unknown));
    let lines: String = fine.into_iter().filter(|_| all).chain(wrong).map(line).collect();
    let Summary { tests, mutations, killed, survive, listed, refused, unknown, not_judged, seconds } = &report.summary;
    let ended = if *not_judged > 0 { format!(", {not_judged} not judged: interrupted") } else { String::new() };
    let counts = format!(
        "{} changed in {mutations} ways, {tests} tests: {killed} killed, {survive} survive, {listed} listed, {refused} refused, \
         {unknown} unknown{ended}",
        report.of
    );
    narrowed(&lines) + &narrowed_counts(&counts, *seconds)
}

fn line(mutation: &MutationResult) -> String {
    let said = match mutation.effect {
        EffectWord::Killed => {
            let first = mutation.killed_by.first().map_or(String::new(), |first| {
                format!("{} ({} -> {}, {})", first.test, first.before, first.after, first.about)
            });
            let more = match mutation.killed_by.len() {
                0 | 1 => String::new(),
                more => format!(" and {} more", more - 1),
            };
            format!("killed by {first}{more}")
        }
        EffectWord::Survives => "survives".to_string(),
        EffectWord::Listed => format!("survives: {}", mutation.reason.as_deref().unwrap_or_default()),
        EffectWord::Refused => format!("refused: {}", mutation.reason.as_deref().unwrap_or_default()),
        EffectWord::Unknown => format!("unknown: {} inconclusive", mutation.unknown.join(", ")),
    };
    format!("{}:{}: {}: {said}\n", mutation.path, mutation.line, mutation.change)
}
