//! Checked tests as plain data, and as text: a line for each that is as expected, and what is not with its place and reason.

use super::amount::Amount;
use super::explanation::{self, ExplanationResult};
use super::language::Language;
use super::lines::{leaves_room_for_time, wrap_words, wrap_words_with_time};
use super::refinement::{CellReport, counterexample};
use super::reminders::Reminders;
use super::resting::{self, Resting, TargetRestsOn};
use super::results::*;
use super::text::{ASSUMES_TERMINATION, Paint, execution, micro_events, race_line};
use crate::syntax::litmus::ast::{Choices, InstructionPlacement};
use crate::verdict::{Cause, ConditionVerdict, RefinementVerdict, RestsOn};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::fmt::Display;

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
    /// Why it is not said of all its verdicts what they rest on, where it was asked.
    pub resting_ended: Option<String>,
    /// Seconds from reading the file to the last verdict.
    pub seconds: f64,
}

impl TestResult {
    /// Whether it is not to be reported: it is as expected, or nothing is expected of it.
    pub fn is_fine(&self) -> bool {
        match self.status {
            Status::Ok | Status::Unchecked => true,
            Status::Unknown | Status::Differs => false,
        }
    }

    /// Whether something of it is not decided for this cause.
    pub fn has_cause(&self, cause: Cause) -> bool {
        self.results().chain([&self.undecided]).any(|undecided| undecided.cause == Some(cause))
    }

    /// Whether something of it is decided, though perhaps not all.
    pub fn is_partly_decided(&self) -> bool {
        self.results().any(|undecided| undecided.cause.is_none())
    }

    /// Why each of its results is not decided, if it is not.
    fn results(&self) -> impl Iterator<Item = &Undecided> {
        let conditions = self.models.iter().flat_map(|model| &model.conditions).map(|condition| &condition.undecided);
        let refinements = self.refinements.iter().map(|refinement| &refinement.undecided);
        let hardware = self.hardware.iter().map(|hardware| &hardware.undecided);
        conditions.chain(refinements).chain(hardware)
    }

    /// The same as it is kept for later runs, in which it takes no time.
    #[must_use]
    pub fn without_times(self) -> TestResult {
        TestResult { seconds: 0.0, ..self }
    }
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
    /// How the code is made where the compiler has a choice.
    #[serde(flatten)]
    pub choices: Choices,
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
    /// The assumptions of model and hardware that it rests on.
    #[serde(flatten)]
    pub resting: Resting<TargetRestsOn<RefinementVerdict>>,
    /// The result on the first target configuration that has another verdict than the expected one, with what shows it.
    pub unexpected: Option<CellReport>,
    /// The line of the expectation, from 1.
    pub line: usize,
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
    /// The first configuration that reaches the state, if any does.
    pub reached_on: Option<String>,
    /// Where the state is reached: what happens, in order, on that configuration.
    pub micro_events: Vec<MicroEventResult>,
    /// The assumptions of the hardware that it rests on.
    #[serde(flatten)]
    pub resting: Resting<TargetRestsOn<ConditionVerdict>>,
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
    /// The assumptions of the model that it rests on.
    #[serde(flatten)]
    pub resting: Resting<RestsOn<ConditionVerdict>>,
    /// Where the asked state is forbidden: axioms that together rule it out.
    pub axioms: Vec<String>,
    /// Where it is forbidden and expected otherwise: what an execution that ends in it breaks.
    pub explanation: Option<ExplanationResult>,
    /// Where it is allowed: an execution that ends in it.
    pub witness: Option<Vec<EventResult>>,
    /// Where loops can hang: those that do in the witness.
    pub hangs_in: Vec<PlaceResult>,
    /// The line of the condition, from 1.
    pub line: usize,
}

/// What is said of a test after its first line stands so deep.
const INDENT: &str = "        ";
/// And what explains that.
const DEEPER: &str = "          ";

/// A line for a test, and all that is not as expected; with all of it, or where something is not, also what verdicts rest on.
pub fn test(result: &TestResult, amount: Amount, paint: Paint) -> String {
    let mut out = head(result, paint);
    // What is as expected does not bury what is not.
    let of: fn(Status) -> bool = if amount == Amount::All { |_| true } else { is_shown };
    if amount == Amount::All || !result.is_fine() {
        out += &resting(result, true, of).iter().map(|line| wrap_words(line, INDENT)).collect::<String>();
    }
    if let Some(reason) = &result.resting_ended {
        out += &wrap_words(&format!("not said of all verdicts what they rest on: {reason}"), INDENT);
    }
    if result.assumes_termination {
        out += &wrap_words(ASSUMES_TERMINATION, INDENT);
    }
    if let Some(reason) = &result.undecided.reason {
        out += &wrap_words(&format!("{}: not decided: {reason}", result.path), INDENT);
    }
    for (model, condition) in result.models.iter().flat_map(|model| model.conditions.iter().map(move |it| (model, it)))
    {
        if is_shown(condition.status) {
            out +=
                &wrap_words(&format!("{}:{}: {}", result.path, condition.line, of_condition(model, condition)), INDENT);
            out += &why_condition(model, condition);
        }
    }
    for refinement in result.refinements.iter().filter(|refinement| is_shown(refinement.status)) {
        let RefinementCheck { verdict, expected, undecided, line, .. } = refinement;
        out += &unexpected(result, *line, &name_of_refinement(refinement), verdict, expected, undecided);
        out += &why_refinement(result, refinement);
    }
    for hardware in result.hardware.iter().filter(|hardware| is_shown(hardware.status)) {
        let HardwareCheck { verdict, expected, undecided, line, .. } = hardware;
        out += &unexpected(result, *line, &format!("hardware {}", hardware.targets), verdict, expected, undecided);
        out += &why_hardware(hardware);
    }
    out
}

/// The report of a run without colours, as it is printed test by test; what is quiet has only the tests that are not as expected.
pub fn text(report: &CheckReport, amount: Amount) -> String {
    let paint = Paint(false);
    let mut reminders = Reminders::default();
    let shown = |result: &&TestResult| amount != Amount::Quiet || !result.is_fine();
    let mut out = String::new();
    for result in report.tests.iter().filter(shown) {
        remind(&mut reminders, result, paint);
        out += &test(result, amount, paint);
    }
    out + &reminders.text() + &super::text::summary(&report.summary, paint)
}

/// Reminds of a test that is printed.
pub fn remind(reminders: &mut Reminders, test: &TestResult, paint: Paint) {
    match test.is_fine() {
        true => reminders.add_fine(),
        false => reminders.add_wrong(&paint.status(test.status), &test.path),
    }
}

/// The status, the name, what the models say, how many expectations of other kinds there are, how many of all rest on assumptions, and the time.
fn head(result: &TestResult, paint: Paint) -> String {
    let mut parts = match (result.models.as_slice(), result.status) {
        ([_, _, ..], Status::Ok | Status::Unknown | Status::Differs) => counted_verdicts(result),
        (_, _) => named_verdicts(result),
    };
    let others = [(result.refinements.len(), "refine"), (result.hardware.len(), "hardware")];
    parts.extend(others.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")));
    let resting = resting(result, false, |_| true).len();
    parts.extend((resting > 0).then(|| format!("{resting} on assumptions")));
    let time = format!("({:.1} ms)", result.seconds * 1e3);
    // The status may have colours, which take no columns.
    let plain = Paint(false).status(result.status);
    let verdicts = parts.join(", ");
    let aligned = format!("{plain} {:<40} {verdicts}", result.name);
    // A long line gives up its column before it is broken.
    let text = if leaves_room_for_time(&aligned) { aligned } else { format!("{plain} {}  {verdicts}", result.name) };
    wrap_words_with_time(&text, &time).replacen(&plain, &paint.status(result.status), 1)
}

/// How many conditions under a model have each verdict.
fn counted_verdicts(result: &TestResult) -> Vec<String> {
    let conditions = result.models.iter().flat_map(|model| &model.conditions);
    let counts = conditions.map(|condition| condition.verdict.as_str()).counts();
    counts.into_iter().sorted().map(|(verdict, count)| format!("{count} {verdict}")).collect()
}

/// What models say, each verdict with the models that have it.
fn named_verdicts(result: &TestResult) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for model in &result.models {
        let verdict = verdict(model);
        match groups.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, models)) => models.push(&model.model),
            None => groups.push((verdict, vec![&model.model])),
        }
    }
    groups.iter().map(|(verdict, models)| format!("{verdict} by {}", models.join(" "))).collect()
}

/// What a model says of all conditions.
pub(super) fn verdict(model: &ModelResult) -> String {
    let verdicts: Vec<&str> = model.conditions.iter().map(|condition| condition.verdict.as_str()).collect();
    match (verdicts.is_empty(), &model.race) {
        (true, Some(race)) => race.flag.clone(),
        (true, None) => "no condition".to_string(),
        (false, _) => verdicts.join(", "),
    }
}

/// What verdicts of some status rest on, a line for each model and expectation of which some does; with what gives no decided verdict if it is decided
/// otherwise, or without.
fn resting(result: &TestResult, undecided: bool, of: fn(Status) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for model in &result.models {
        let of_condition = |condition: &ConditionResult| {
            let found = resting::words(&condition.resting, undecided);
            let line = format!("{} by {}: {}", condition.verdict, model.model, found.join(", "));
            (!found.is_empty()).then_some(line)
        };
        lines.extend(model.conditions.iter().filter(|condition| of(condition.status)).filter_map(of_condition));
    }
    let of_targets = |name: String, verdict: &str, found: Vec<String>| {
        (!found.is_empty()).then(|| format!("{name} {verdict}: {}", found.join(", ")))
    };
    lines.extend(result.refinements.iter().filter(|check| of(check.status)).filter_map(|check| {
        of_targets(name_of_refinement(check), &check.verdict, resting::words_on_targets(&check.resting, undecided))
    }));
    lines.extend(result.hardware.iter().filter(|check| of(check.status)).filter_map(|check| {
        of_targets(
            format!("hardware {}", check.targets),
            &check.verdict,
            resting::words_on_targets(&check.resting, undecided),
        )
    }));
    lines
}

fn is_shown(status: Status) -> bool {
    match status {
        Status::Ok | Status::Unchecked => false,
        Status::Unknown | Status::Differs => true,
    }
}

/// The condition, and what was found where something else was expected, or why nothing is.
fn of_condition(model: &ModelResult, found: &ConditionResult) -> String {
    let ConditionResult { condition, verdict, expected, undecided, .. } = found;
    let model = &model.model;
    match (undecided.reason.as_deref(), expected) {
        (Some(reason), _) => format!("{condition}: not decided under {model}: {reason}"),
        (None, Some(expected)) => format!("{condition}: {verdict} under {model}, expected {expected}"),
        (None, None) => format!("{condition}: {verdict} under {model}, expected nothing"),
    }
}

/// What shows a verdict on a condition: the race, what forbids the state, or an execution that ends in it.
pub(super) fn why_condition(model: &ModelResult, condition: &ConditionResult) -> String {
    let mut out = String::new();
    if let (Some(race), ConditionVerdict::Racy) = (&model.race, condition.verdict) {
        out += &wrap_words(&race_line(race), DEEPER);
    }
    if !condition.axioms.is_empty() {
        out += &wrap_words(&format!("ruled out by {}", condition.axioms.join(", ")), DEEPER);
    }
    let explained = condition.explanation.iter().map(|found| explanation::text(found, DEEPER));
    let hanging = condition.hangs_in.iter().map(|place| {
        let thread = place.thread.as_deref().unwrap_or_default();
        wrap_words(&format!("{thread} hangs at {}:{}", place.line, place.column), DEEPER)
    });
    let shown = condition.witness.iter().map(|witness| execution(witness, DEEPER));
    out + &explained.chain(hanging).chain(shown).collect::<String>()
}

/// An expectation of refinement as tests write it.
pub(super) fn name_of_refinement(check: &RefinementCheck) -> String {
    let RefinementCheck { targets, table, language, choices, placement, .. } = check;
    let language = match language {
        Language::Hsa => String::new(),
        Language::OpenCl => format!(" {language}"),
    };
    format!("refine {targets} {table}{language}{}{}", choices.written(), placement.written())
}

/// A line about an expectation of targets that is not met.
fn unexpected(
    test: &TestResult,
    line: usize,
    name: &str,
    verdict: &str,
    expected: &impl Display,
    undecided: &Undecided,
) -> String {
    let found = match &undecided.reason {
        Some(reason) => format!("not decided: {reason}"),
        None => format!("{verdict}, expected {expected}"),
    };
    wrap_words(&format!("{}:{line}: {name}: {found}", test.path), INDENT)
}

/// What shows the verdict on the first target configuration that has another than the expected one.
pub(super) fn why_refinement(test: &TestResult, check: &RefinementCheck) -> String {
    let Some(cell) = &check.unexpected else { return String::new() };
    let CellReport { target, verdict, reasons, counterexample: found, .. } = cell;
    match (verdict, found) {
        (RefinementVerdict::Unsound, Some(found)) => {
            wrap_words(&format!("on {target}:"), DEEPER) + &counterexample(found, DEEPER)
        }
        (RefinementVerdict::Sound, _) => {
            wrap_words(&format!("{target} reaches no state that the source forbids"), DEEPER)
        }
        (RefinementVerdict::Racy, _) => {
            let race = test.models.iter().find_map(|model| model.race.as_ref());
            wrap_words("the source has a race, and any code refines it", DEEPER)
                + &race.map_or(String::new(), |race| wrap_words(&race_line(race), DEEPER))
        }
        (RefinementVerdict::NoCode, _) => {
            let line = |reason: &String| wrap_words(&format!("{target}: {reason}"), DEEPER);
            reasons.iter().map(line).collect()
        }
        (RefinementVerdict::Unsound | RefinementVerdict::Unknown, _) => String::new(),
    }
}

/// The micro-events by which hardware reaches a state, or that there are none.
pub(super) fn why_hardware(check: &HardwareCheck) -> String {
    match (&check.reached_on, check.status, check.expected) {
        (Some(target), ..) => {
            wrap_words(&format!("on {target}, in this order:"), DEEPER) + &micro_events(&check.micro_events, DEEPER)
        }
        (None, Status::Differs, ConditionVerdict::Allowed) => {
            wrap_words("no order of micro-events ends in the state", DEEPER)
        }
        (None, ..) => String::new(),
    }
}
