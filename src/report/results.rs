//! Results as plain data: what the JSON output holds, and the text output is made of. `docs/json.md` describes it.

use super::explanation::ExplanationResult;
use super::refinement::VariantReport;
use crate::verdict::{Cause, ConditionVerdict};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The version of the JSON schema; it changes whenever a field's meaning or presence does.
pub const SCHEMA: u32 = 6;

/// Counts of tests by status, and times.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// How many tests could be read; each has one of the statuses.
    pub tests: usize,
    /// How many have all their expectations met.
    pub ok: usize,
    /// How many have an expectation that is not met.
    pub differs: usize,
    /// How many have an inconclusive verdict, and no expectation that is not met.
    pub unknown: usize,
    /// How many errors there are in inputs.
    pub errors: usize,
    /// Wall seconds of the whole run.
    pub seconds: f64,
    /// The median of the tests' seconds.
    pub median_seconds: f64,
    /// The name of the slowest test.
    pub slowest: Option<String>,
    /// The slowest test's seconds; 0 without tests.
    pub slowest_seconds: f64,
    /// The variants among the targets that tests name.
    pub variants: Vec<VariantReport>,
}

/// A model, table, hardware or targets file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FileResult {
    /// `model`, `table`, `hardware` or `targets`.
    pub kind: Cow<'static, str>,
    /// Its path: as given, or in the project's folder for a file that comes with the tool.
    pub path: String,
    /// Whether it comes with the tool.
    pub built_in: bool,
    /// Of a document that tables are imported from, how many flaws were corrected when it was read, which `litmus table lint` lists.
    pub corrected: usize,
}

/// An error in an input file or an argument.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ErrorResult {
    /// The path of the file, or the option whose value is wrong.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The message, in one line.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// Whether `path` is an option of the command line, and the place one in its value.
    pub is_argument: bool,
}

/// Whether a verdict is what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The test expects nothing of it.
    Unchecked,
    /// The verdict is the expected one.
    Ok,
    /// The verdict is inconclusive.
    Unknown,
    /// The verdict is not the expected one.
    Differs,
}

/// Why something was not decided: nothing where it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undecided {
    /// A sentence for people; its wording may change.
    pub reason: Option<String>,
    /// A word for programs, listed in docs/json.md.
    pub cause: Option<Cause>,
}

impl Undecided {
    /// Adds what is too much for where it is reported, which stands before another reason, and is the cause only where there is none.
    pub fn add(&mut self, too_much: Option<&str>) {
        let Some(too_much) = too_much else { return };
        self.reason = Some(match self.reason.take() {
            Some(reason) => format!("{too_much}; {reason}"),
            None => too_much.to_string(),
        });
        self.cause.get_or_insert(Cause::TooMany);
    }
}

/// A place in a test.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlaceResult {
    /// The thread; `None` for an initial value.
    pub thread: Option<String>,
    /// The source text of the instruction, in one line.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
}

/// Two accesses that race.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RaceResult {
    /// The flag that the model raises.
    pub flag: String,
    /// The name of the object that both access.
    pub location: Option<String>,
    /// The access with the smaller event number.
    pub first: PlaceResult,
    /// The access with the larger event number.
    pub second: PlaceResult,
    /// The loops in which threads of the execution hang.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hangs_in: Vec<PlaceResult>,
}

/// An event of an execution, in program order by thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventResult {
    /// Its number in the test's event structure; `reads_from` refers to it.
    pub id: usize,
    /// `read`, `write`, `fence`, `arrive` or `wait`.
    pub kind: Cow<'static, str>,
    /// The instruction that it belongs to.
    pub place: PlaceResult,
    /// The object that it accesses; `None` for fences and barriers.
    pub location: Option<String>,
    /// The value read or written, as the test would write it; `None` for fences and barriers.
    pub value: Option<String>,
    /// For a read: the number of the write it reads from.
    pub reads_from: Option<usize>,
    /// For a write: its place in the coherence order of its location, from 0.
    pub coherence: Option<usize>,
}

/// A micro-event: a part of an operation that happens at one time on the hardware.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MicroEventResult {
    /// Its timestamp, from 0; micro-events of equal timestamps may happen in any order.
    pub time: u32,
    /// The thread; `None` for where waves are placed.
    pub thread: Option<String>,
    /// The line of its instruction in the test, from 1; `None` for where waves are placed.
    pub line: Option<usize>,
    /// The micro-event in words.
    pub text: String,
}

/// The report of `litmus outcomes`: a test's final states and races.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomesReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The version of the z3 library that the process has loaded.
    pub z3: String,
    /// The path of its file, as given.
    pub path: String,
    /// The name after `litmus` in the file.
    pub name: String,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// The models, in the order of the states' `allowed`.
    pub models: Vec<String>,
    /// What the final states consist of: `P1:r0` or `x`.
    pub columns: Vec<String>,
    /// Every final state of some execution, allowed or not.
    pub states: Vec<StateResult>,
    /// By model: every pair of accesses that race in some execution.
    pub races: Vec<ModelRaces>,
    /// What is wrong with the input: none where there are states to report.
    pub errors: Vec<ErrorResult>,
    /// Executions exceed the unroll bound: states may be missing.
    pub exceeds_bound: bool,
    /// Whether that loops end within their unroll bounds is assumed.
    pub assumes_termination: bool,
    /// Why states or races may be missing.
    #[serde(flatten)]
    pub undecided: Undecided,
    /// The states of which no execution is shown that is asked for, though a model allows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unshown: Option<Unshown>,
}

/// States whose executions were not found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unshown {
    /// How many they are.
    pub states: usize,
    /// Why.
    #[serde(flatten)]
    pub undecided: Undecided,
}

impl Unshown {
    /// A sentence of it.
    pub fn sentence(&self) -> String {
        let states = if self.states == 1 { "1 state".to_string() } else { format!("{} states", self.states) };
        let reason = self.undecided.reason.as_deref().unwrap_or_default();
        format!("no execution is shown of {states} that a model allows: {reason}")
    }
}

impl OutcomesReport {
    /// What may be missing, and why: a sentence; nothing where nothing is. Races are looked for after states, all of which a race makes undefined.
    pub fn missing(&self) -> Option<String> {
        let reason = self.undecided.reason.as_ref()?;
        let what = match self.races.is_empty() {
            true => "states may be missing, and no race was looked for",
            false => "states or races may be missing",
        };
        Some(format!("{what}: {reason}"))
    }
}

/// The races of a model.
#[derive(Clone, Debug, Serialize)]
pub struct ModelRaces {
    /// The model's name, or its path.
    pub model: String,
    /// Pairs of racing accesses, each once at each location.
    pub pairs: Vec<RaceResult>,
    /// Flags that are raised without a pair of accesses.
    pub flags: Vec<String>,
    /// What those that ask for something (`~`) find, such as a cycle.
    pub met: Vec<ExplanationResult>,
}

impl ModelRaces {
    /// Whether the program is undefined.
    pub fn is_racy(&self) -> bool {
        !self.pairs.is_empty() || !self.flags.is_empty()
    }
}

/// A final state with each model's verdict.
#[derive(Clone, Debug, Serialize)]
pub struct StateResult {
    /// By column; `None` for a register that the path taken did not write.
    pub values: Vec<Option<String>>,
    /// By model, in the order of [`OutcomesReport::models`].
    pub models: Vec<StateVerdict>,
}

/// What a model says of a final state.
#[derive(Clone, Debug, Serialize)]
pub struct StateVerdict {
    /// Whether an execution that the model allows ends in the state; `None` where the list was not finished, and none is found.
    pub allowed: Option<bool>,
    /// `racy` if some execution that the model allows has a race, so that the program is undefined; else `allowed`, `forbidden` or `unknown`.
    pub verdict: ConditionVerdict,
    /// Where it is asked for and the program has no race: an execution that the model allows and that ends in the state.
    pub execution: Option<Vec<EventResult>>,
    /// What that execution has of what the model asks for (`~`), such as a cycle.
    pub met: Vec<ExplanationResult>,
    /// If not: axioms that together rule it out.
    pub axioms: Vec<String>,
    /// If not: what an execution that ends in it breaks.
    pub breaks: Option<BreaksResult>,
    /// Why it could not be said what such an execution breaks, or no execution is shown that is asked for.
    #[serde(flatten)]
    pub undecided: Undecided,
}

/// An axiom broken by an execution.
#[derive(Clone, Debug, Serialize)]
pub struct BreaksResult {
    /// The name of the axiom.
    pub axiom: String,
    /// The events of a cycle, or from the first to the second of a pair, that it forbids.
    pub events: Vec<PlaceResult>,
    /// The relations between them, each with its reason.
    pub explanation: ExplanationResult,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What ended a list before it was cut stays what is said of it.
    #[test]
    fn a_reason_is_not_lost_for_another() {
        let mut undecided = Undecided::default();
        undecided.add(None);
        assert_eq!(undecided, Undecided::default());
        undecided.add(Some("too many"));
        assert_eq!((undecided.reason.as_deref(), undecided.cause), (Some("too many"), Some(Cause::TooMany)));
        let mut undecided = Undecided { reason: Some("no time".into()), cause: Some(Cause::Deadline) };
        undecided.add(Some("too many"));
        assert_eq!((undecided.reason.as_deref(), undecided.cause), (Some("too many; no time"), Some(Cause::Deadline)));
    }
}
