//! Results as plain data: what the JSON output holds, and the text output is made of. `docs/json.md` describes it.

use crate::verdict::{Cause, ConditionVerdict, RefinementVerdict};
use serde::Serialize;

/// The version of the JSON schema; it changes whenever a field's meaning or presence does.
pub const SCHEMA: u32 = 3;

/// What `litmus check` found.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The version of z3.
    pub z3: String,
    /// By file, in order of path.
    pub tests: Vec<TestResult>,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// Files that could not be read, and what is wrong with others.
    pub errors: Vec<ErrorResult>,
    /// The counts.
    pub summary: Summary,
}

/// Counts of tests.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// All that could be read.
    pub tests: usize,
    /// With every expectation met.
    pub ok: usize,
    /// With an expectation not met.
    pub differs: usize,
    /// With a verdict that could not be reached.
    pub unknown: usize,
    /// Files that could not be read.
    pub errors: usize,
    /// Wall seconds of the whole run.
    pub seconds: f64,
    /// The median of the tests' seconds.
    pub median_seconds: f64,
    /// The name of the slowest test.
    pub slowest: Option<String>,
    /// Its seconds.
    pub slowest_seconds: f64,
}

/// A model, table or hardware file that was read.
#[derive(Clone, Debug, Serialize)]
pub struct FileResult {
    /// `model`, `table` or `hardware`.
    pub kind: &'static str,
    /// Its path: as given, or in the project's folder for a file that comes with the tool.
    pub path: String,
    /// Whether it comes with the tool.
    pub built_in: bool,
}

/// An error in an input.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorResult {
    /// The file.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

/// A test under each of its models.
#[derive(Clone, Debug, Serialize)]
pub struct TestResult {
    /// The file.
    pub path: String,
    /// The test's name.
    pub name: String,
    /// Whether all is as expected.
    pub status: Status,
    /// By model.
    pub models: Vec<ModelResult>,
    /// What was expected of its machine code.
    pub refinements: Vec<RefinementCheck>,
    /// What was expected of hardware that runs the test's own machine code.
    pub hardware: Vec<HardwareCheck>,
    /// Seconds from reading the file to the last verdict.
    pub seconds: f64,
}

/// Whether a verdict is what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Nothing was expected.
    Unchecked,
    /// As expected.
    Ok,
    /// Not decided.
    Unknown,
    /// Not as expected.
    Differs,
}

/// Why something was not decided: nothing where it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Undecided {
    /// For people.
    pub reason: Option<String>,
    /// For programs.
    pub cause: Option<Cause>,
}

/// A test under a model.
#[derive(Clone, Debug, Serialize)]
pub struct ModelResult {
    /// The model's name.
    pub model: String,
    /// The first race found, if races make the program undefined.
    pub race: Option<RaceResult>,
    /// By condition.
    pub conditions: Vec<ConditionResult>,
}

/// An expectation of machine code.
#[derive(Clone, Debug, Serialize)]
pub struct RefinementCheck {
    /// The targets as written.
    pub targets: String,
    /// The tables.
    pub table: String,
    /// `HSA` or `OpenCL`.
    pub language: &'static str,
    /// `sound`, `unsound` or `racy` if all targets agree, else each target with its verdict.
    pub verdict: String,
    /// What was expected.
    pub expected: RefinementVerdict,
    /// Whether that is so of all targets.
    pub status: Status,
    /// Why it is unknown, of the first machine of which it is.
    #[serde(flatten)]
    pub undecided: Undecided,
    /// The line of the expectation, from 1.
    pub line: usize,
}

/// An expectation of hardware.
#[derive(Clone, Debug, Serialize)]
pub struct HardwareCheck {
    /// The targets as written, then the assumptions.
    pub targets: String,
    /// `allowed` or `forbidden` if all targets agree, else each target with its verdict.
    pub verdict: String,
    /// What was expected.
    pub expected: ConditionVerdict,
    /// Whether that is so of all targets.
    pub status: Status,
    /// Why it is unknown, of the first configuration of which it is.
    #[serde(flatten)]
    pub undecided: Undecided,
    /// Where the state is reached: what happens, in order, on the first configuration that reaches it.
    pub micro_events: Vec<MicroEventResult>,
    /// The line of the expectation, from 1.
    pub line: usize,
}

/// A condition under a model.
#[derive(Clone, Debug, Serialize)]
pub struct ConditionResult {
    /// The condition as written.
    pub condition: String,
    /// `allowed`, `forbidden`, `racy` or `unknown`.
    pub verdict: ConditionVerdict,
    /// What was expected.
    pub expected: Option<ConditionVerdict>,
    /// Whether that is so.
    pub status: Status,
    /// Why it is unknown.
    #[serde(flatten)]
    pub undecided: Undecided,
    /// Where the asked state is forbidden: axioms that together rule it out.
    pub axioms: Vec<String>,
    /// Where it is allowed: an execution that ends in it.
    pub witness: Option<Vec<EventResult>>,
    /// The line of the condition, from 1.
    pub line: usize,
}

/// A place in a test.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PlaceResult {
    /// The thread; `None` for an initial value.
    pub thread: Option<String>,
    /// The instruction.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
}

/// Two accesses that race.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct RaceResult {
    /// The flag that the model raises.
    pub flag: String,
    /// The object both access.
    pub location: Option<String>,
    /// One access.
    pub first: PlaceResult,
    /// The other.
    pub second: PlaceResult,
}

/// An event of an execution, in program order by thread.
#[derive(Clone, Debug, Serialize)]
pub struct EventResult {
    /// Its number.
    pub id: usize,
    /// `read`, `write`, `fence`, `arrive` or `wait`.
    pub kind: &'static str,
    /// Where it stands.
    pub place: PlaceResult,
    /// What it accesses.
    pub location: Option<String>,
    /// The value read or written.
    pub value: Option<String>,
    /// For a read: the number of the write it reads from.
    pub reads_from: Option<usize>,
    /// For a write: its place in the coherence order of its location, from 0.
    pub coherence: Option<usize>,
}

/// Something that happens on the hardware.
#[derive(Clone, Debug, Serialize)]
pub struct MicroEventResult {
    /// Its place in time, from 0.
    pub time: u32,
    /// The thread; `None` for where waves are placed.
    pub thread: Option<String>,
    /// What happens.
    pub text: String,
}

/// What `litmus outcomes` found.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomesReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The version of z3.
    pub z3: String,
    /// The file.
    pub path: String,
    /// The test's name.
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
    /// Why states or races may be missing.
    #[serde(flatten)]
    pub undecided: Undecided,
}

/// The races of a model.
#[derive(Clone, Debug, Serialize)]
pub struct ModelRaces {
    /// The model.
    pub model: String,
    /// The pairs.
    pub pairs: Vec<RaceResult>,
}

/// A final state.
#[derive(Clone, Debug, Serialize)]
pub struct StateResult {
    /// By column; `None` for a register that the path taken did not write.
    pub values: Vec<Option<String>>,
    /// By model.
    pub models: Vec<StateVerdict>,
}

/// What a model says of a final state.
#[derive(Clone, Debug, Serialize)]
pub struct StateVerdict {
    /// Whether it can happen.
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
    /// The axiom.
    pub axiom: String,
    /// The events of a cycle, or the pair, that it forbids.
    pub events: Vec<PlaceResult>,
}
