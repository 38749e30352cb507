//! Results as plain data: what the JSON output holds, and the text output is made of. `docs/json.md` describes it.

use super::explanation::ExplanationResult;
use super::language::Language;
use crate::syntax::litmus::ast::InstructionPlacement;
use crate::verdict::{Cause, ConditionVerdict, RefinementVerdict, RestsOn};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The version of the JSON schema; it changes whenever a field's meaning or presence does.
pub const SCHEMA: u32 = 4;

/// The report of `litmus check`: tests, errors, counts.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The version of the z3 library that the process has loaded.
    pub z3: String,
    /// By file, in order of path.
    pub tests: Vec<TestResult>,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// Files that could not be read, and what is wrong with others.
    pub errors: Vec<ErrorResult>,
    /// Counts and times of the whole run.
    pub summary: Summary,
}

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
}

/// A model, table, hardware or targets file that was read.
#[derive(Clone, Debug, Serialize)]
pub struct FileResult {
    /// `model`, `table`, `hardware` or `targets`.
    pub kind: &'static str,
    /// Its path: as given, or in the project's folder for a file that comes with the tool.
    pub path: String,
    /// Whether it comes with the tool.
    pub built_in: bool,
}

/// An error in an input file or an argument.
#[derive(Clone, Debug, Serialize)]
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

/// A test under each of its models.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestResult {
    /// The path of its file, as given or found in a given folder.
    pub path: String,
    /// The name after `litmus` in the file.
    pub name: String,
    /// The worst status of its conditions, refinements and hardware.
    pub status: Status,
    /// Why nothing of it was decided: what was used up before that.
    #[serde(flatten)]
    pub undecided: Undecided,
    /// Whether that loops end within their unroll bounds is assumed of it.
    pub assumes_termination: bool,
    /// Its verdicts, by model in the order asked.
    pub models: Vec<ModelResult>,
    /// What was expected of its machine code.
    pub refinements: Vec<RefinementCheck>,
    /// What was expected of hardware that runs the test's own machine code.
    pub hardware: Vec<HardwareCheck>,
    /// Seconds from reading the file to the last verdict.
    pub seconds: f64,
}

impl TestResult {
    /// The same as it is kept for later runs, in which it takes no time.
    #[must_use]
    pub fn without_times(self) -> TestResult {
        TestResult { seconds: 0.0, ..self }
    }
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

/// A test under a model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ModelResult {
    /// The model's name, or its path.
    pub model: String,
    /// The first race found, if races make the program undefined.
    pub race: Option<RaceResult>,
    /// The flag that the model raises, also where no pair of accesses raises it.
    pub flag: Option<String>,
    /// The conditions in the test's order.
    pub conditions: Vec<ConditionResult>,
}

/// An expectation of machine code.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RefinementCheck {
    /// The targets as the test names them: a family, a target, or one in a mode.
    pub targets: String,
    /// The tables as the test names them: a release, a table of one, or a path.
    pub table: String,
    /// The source language whose code sequences are emitted.
    pub language: Language,
    /// Where waits and cache operations stand.
    pub placement: InstructionPlacement,
    /// `sound`, `unsound` or `racy` if all targets agree, else each target with its verdict.
    pub verdict: String,
    /// The verdict that the test expects on every target.
    pub expected: RefinementVerdict,
    /// Whether every target has the expected verdict.
    pub status: Status,
    /// Why it is unknown, of the first target configuration of which it is.
    #[serde(flatten)]
    pub undecided: Undecided,
    /// The assumptions of model and hardware that give another verdict if they are decided otherwise; `None` where that is not asked.
    pub rests_on: Option<Vec<TargetRestsOn<RefinementVerdict>>>,
    /// The line of the expectation, from 1.
    pub line: usize,
}

/// An assumption that the verdict on a target rests on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TargetRestsOn<V> {
    /// The target configuration.
    pub target: String,
    /// What is otherwise, and the verdict then.
    #[serde(flatten)]
    pub rests_on: RestsOn<V>,
}

/// An expectation of hardware.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HardwareCheck {
    /// The targets as written, then the assumptions.
    pub targets: String,
    /// `allowed` or `forbidden` if all targets agree, else each target with its verdict.
    pub verdict: String,
    /// The verdict that the test expects on every target.
    pub expected: ConditionVerdict,
    /// Whether every target has the expected verdict.
    pub status: Status,
    /// Why it is unknown, of the first configuration of which it is.
    #[serde(flatten)]
    pub undecided: Undecided,
    /// Where the state is reached: what happens, in order, on the first configuration that reaches it.
    pub micro_events: Vec<MicroEventResult>,
    /// The assumptions of the hardware that give another verdict if they are decided otherwise; `None` where that is not asked.
    pub rests_on: Option<Vec<TargetRestsOn<ConditionVerdict>>>,
    /// The line of the expectation, from 1.
    pub line: usize,
}

/// A condition under a model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ConditionResult {
    /// The condition's source text, in one line.
    pub condition: String,
    /// `allowed`, `forbidden` or `racy` of final states, `terminates` or `hangs` of loops, or `unknown`.
    pub verdict: ConditionVerdict,
    /// The verdict that the test expects of this model, if any.
    pub expected: Option<ConditionVerdict>,
    /// Whether the verdict is the expected one.
    pub status: Status,
    /// Why it is inconclusive, if it is.
    #[serde(flatten)]
    pub undecided: Undecided,
    /// The assumptions of the model that give another verdict if they are decided otherwise; `None` where that is not asked.
    pub rests_on: Option<Vec<RestsOn<ConditionVerdict>>>,
    /// Where the asked state is forbidden: axioms that together rule it out.
    pub axioms: Vec<String>,
    /// Where it is forbidden and expected otherwise: what an execution that ends in it breaks.
    pub explanation: Option<ExplanationResult>,
    /// Where it is allowed: an execution that ends in it; where loops can hang: one in which they do.
    pub witness: Option<Vec<EventResult>>,
    /// Where loops can hang: those that do in the witness.
    pub hangs_in: Vec<PlaceResult>,
    /// The line of the condition, from 1.
    pub line: usize,
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
}

/// An event of an execution, in program order by thread.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// Executions exceed the unroll bound: states may be missing.
    pub exceeds_bound: bool,
    /// Whether that loops end within their unroll bounds is assumed.
    pub assumes_termination: bool,
    /// Why states or races may be missing.
    #[serde(flatten)]
    pub undecided: Undecided,
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
    /// Whether an execution that the model allows ends in the state.
    pub allowed: bool,
    /// If not: axioms that together rule it out.
    pub axioms: Vec<String>,
    /// If not: what an execution that ends in it breaks.
    pub breaks: Option<BreaksResult>,
    /// Why it could not be said what such an execution breaks.
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
