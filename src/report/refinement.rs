//! Refinement as plain data and text: a matrix of tests and targets, and what explains each unsound result.

use super::amount::Amount;
use super::explanation::{self, ExplanationResult};
use super::language::Language;
use super::lines::wrap_words;
use super::reminders::Reminders;
use super::resting::Resting;
use super::results::{ErrorResult, FileResult, MicroEventResult, Undecided};
use super::sensitivity::resting;
use super::text::{ASSUMES_TERMINATION, micro_events};
use crate::syntax::litmus::ast::{Choices, InstructionPlacement, Loads, Workgroups};
use crate::verdict::{RefinementVerdict, RestsOn};
use indexmap::IndexMap;
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// The version of the JSON schema.
pub const SCHEMA: u32 = 4;

/// The report of `litmus refine`: every test on every target configuration.
#[derive(Debug, Serialize)]
pub struct RefinementReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The tables as named on the command line: a release or a path.
    pub table: String,
    /// The tables whose results are other ones, if that was asked: only these results are listed.
    pub against: Option<String>,
    /// The model of the source language, by name or path.
    pub model: String,
    /// The source language whose code sequences are emitted.
    pub language: Language,
    /// How the code is made where the compiler has a choice.
    #[serde(flatten)]
    pub choices: Choices,
    /// Where waits and cache operations stand.
    pub placement: InstructionPlacement,
    /// The target configurations, in the order of each test's results.
    pub targets: Vec<String>,
    /// The variants among them.
    pub variants: Vec<VariantReport>,
    /// By file, in order of path.
    pub tests: Vec<TestReport>,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// Files that could not be read, and what is wrong with others.
    pub errors: Vec<ErrorResult>,
    /// Counts of results, and times.
    pub summary: Summary,
}

/// A target that is judged with the tables and the hardware of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VariantReport {
    /// The target's name.
    pub target: String,
    /// That whose memory it is taken to have.
    pub memory_of: String,
    /// Why, by what the documents say.
    pub because: String,
}

/// The variants as text, a line each.
pub(super) fn variants(all: &[VariantReport]) -> String {
    let line = |VariantReport { target, memory_of, because }: &VariantReport| {
        wrap_words(&format!("{target} is taken to have the memory of {memory_of}: {because}"), "")
    };
    all.iter().map(line).collect()
}

/// A test with its refinement results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestReport {
    /// The path of its file, as given or found in a given folder.
    pub path: String,
    /// The name after `litmus` in the file.
    pub name: String,
    /// The line of its first condition, from 1; of a test without conditions the first line.
    pub line: usize,
    /// Whether that loops end within their unroll bounds is assumed of it.
    pub assumes_termination: bool,
    /// Its refinement results, in the order of [`RefinementReport::targets`].
    pub cells: Vec<CellReport>,
    /// Seconds that the source's side took, which all results of the test share.
    #[serde(skip)]
    pub source_seconds: f64,
}

impl TestReport {
    /// The same as it is kept for later runs, in which it takes no time.
    #[must_use]
    pub fn without_times(self) -> TestReport {
        let cells = self.cells.into_iter().map(|cell| CellReport { seconds: 0.0, ..cell }).collect();
        TestReport { cells, source_seconds: 0.0, ..self }
    }
}

/// A refinement result: a test on a target configuration; a cell of the printed matrix.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CellReport {
    /// The target configuration: `gfx12,cu`.
    pub target: String,
    /// `sound`, `unsound`, `racy`, `no code` or `unknown`.
    pub verdict: RefinementVerdict,
    /// The verdict by the tables of [`RefinementReport::against`], which is another one.
    pub was: Option<RefinementVerdict>,
    /// For `no code`: why the table gives none, a sentence each; empty otherwise.
    pub reasons: Vec<String>,
    /// Why it is inconclusive, if it is.
    #[serde(flatten)]
    pub undecided: Undecided,
    /// Claims of the hardware, by name, that the verdict may rest on.
    pub assumed: Vec<String>,
    /// The assumptions of model and hardware that it rests on.
    #[serde(flatten)]
    pub resting: Resting<RestsOn<RefinementVerdict>>,
    /// The verdicts where all global memory is of one type, whatever the test says of it; empty where that is not asked.
    pub memory_types: Option<Vec<MemoryTypeReport>>,
    /// What shows that it is unsound.
    pub counterexample: Option<CounterexampleReport>,
    /// Wall seconds spent on this result, without the source's side that all results of the test share.
    pub seconds: f64,
}

/// The verdict where all global memory of a test is of one type.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MemoryTypeReport {
    /// The type as tests spell it: `coarse @ agent 0`.
    pub memory: String,
    /// The verdict.
    pub verdict: RefinementVerdict,
}

/// What shows that a refinement result is unsound.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CounterexampleReport {
    /// The state that the source does not have: registers, then memory.
    pub state: Vec<(String, Option<String>)>,
    /// The axiom of the source that the state breaks.
    pub axiom: Option<String>,
    /// Why it could not be said what the state breaks.
    #[serde(flatten)]
    pub undecided: Undecided,
    /// The events of the cycle, each by its text, thread and line.
    pub cycle: Vec<String>,
    /// The relations between them, each with its reason.
    pub explanation: Option<ExplanationResult>,
    /// The machine code of every thread, in the test's order.
    pub code: Vec<ThreadCode>,
    /// The instructions that have to leave their canonical places for it; with all of them there the result is sound. Empty if none has to.
    pub moved: Vec<MovedReport>,
    /// The micro-events of the execution on the hardware, by timestamp.
    pub micro_events: Vec<MicroEventResult>,
}

/// An instruction that leaves its canonical place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MovedReport {
    /// The thread's name in the test.
    pub thread: String,
    /// The instruction with its operands.
    pub instruction: String,
    /// The row and step that it is from.
    pub from: String,
    /// The rules of the step about it, as tables write them.
    pub rules: Vec<String>,
    /// What stands before it in the canonical order and is issued after it, each with its operation in the test.
    pub before: Vec<String>,
    /// What stands after it in the canonical order and is issued before it, each with its operation in the test.
    pub after: Vec<String>,
}

/// The machine code of a thread.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ThreadCode {
    /// The thread's name in the test.
    pub thread: String,
    /// Its instructions, each with where it is from.
    pub instructions: Vec<CodeInstruction>,
}

/// A machine instruction and where it is from; in JSON the pair of both.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "(String, String)", from = "(String, String)")]
pub struct CodeInstruction {
    /// The instruction with its operands.
    pub text: String,
    /// The row and step, the target or the test that it is from.
    pub from: String,
}

impl CodeInstruction {
    /// The row that it is of, and its place there, which is all that is said of it after another instruction of the row.
    fn within_row(&self) -> Option<(&str, String)> {
        let (place, row) = self.from.rsplit_once(" of the row at ")?;
        let (_document, place) = place.rsplit_once(':')?;
        Some((row, format!("line {place}")))
    }
}

impl From<(String, String)> for CodeInstruction {
    fn from((text, from): (String, String)) -> Self {
        CodeInstruction { text, from }
    }
}

impl From<CodeInstruction> for (String, String) {
    fn from(line: CodeInstruction) -> Self {
        (line.text, line.from)
    }
}

/// Counts of refinement results, and times.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// How many tests were refined.
    pub tests: usize,
    /// How many refinement results there are: tests times target configurations.
    pub cells: usize,
    /// How many results are sound.
    pub sound: usize,
    /// How many results are unsound.
    pub unsound: usize,
    /// How many of these are sound with every instruction in its canonical place.
    pub unsound_moved: usize,
    /// How many results are racy: the source is undefined, so that any code refines it.
    pub racy: usize,
    /// How many results lack code for some operation.
    pub no_code: usize,
    /// How many results are inconclusive.
    pub unknown: usize,
    /// How many results are others than with other tables, where that is asked.
    pub differ: Option<usize>,
    /// Wall seconds of the whole run.
    pub seconds: f64,
    /// The median of the results' seconds, the source's side shared equally among a test's results.
    pub median_seconds: f64,
}

/// The report as it is printed test by test, and its end; what is quiet has only tests with results that are unsound or unknown, and not what
/// they rest on.
pub fn text(report: &RefinementReport, only_matrix: bool, amount: Amount) -> String {
    let mut reminders = Reminders::default();
    let tests: String = report.tests.iter().map(|it| test(it, only_matrix, amount, &mut reminders)).collect();
    tests + &end(report, &reminders)
}

/// A test: its verdicts and, unless only that is wanted, each unsound result explained, those explained alike once, and what results rest on.
pub fn test(test: &TestReport, only_matrix: bool, amount: Amount, reminders: &mut Reminders) -> String {
    let is_quiet = amount == Amount::Quiet;
    match test.worst() {
        Some(verdict) => reminders.add_wrong(verdict.as_str(), &test.path),
        None if is_quiet => return String::new(),
        None => reminders.add_fine(),
    }
    let explained = if only_matrix { String::new() } else { explained(test) };
    let resting = if only_matrix || is_quiet { String::new() } else { resting(test) };
    let explained = match test.assumes_termination {
        true => wrap_words(ASSUMES_TERMINATION, "  ") + &explained,
        false => explained,
    };
    let end = if explained.is_empty() && resting.is_empty() { "" } else { "\n" };
    row(test) + &memory_types(test) + &explained + &resting + end
}

/// Tests as they are printed one after another, and those that are not sound once more.
pub(super) fn tests(tests: &[TestReport], only_matrix: bool, amount: Amount) -> String {
    let mut reminders = Reminders::default();
    let texts: String = tests.iter().map(|it| test(it, only_matrix, amount, &mut reminders)).collect();
    texts + &reminders.text()
}

/// What is printed after the tests.
pub fn end(report: &RefinementReport, reminders: &Reminders) -> String {
    let against = report.against.as_ref().zip(report.summary.differ).map(|(against, differ)| {
        let text = format!("{differ} of {} results are others than with {against}", report.summary.cells);
        wrap_words(&text, "")
    });
    reminders.text() + &against.unwrap_or_default() + &variants(&report.variants) + &summary(report)
}

/// Counts and times in a line.
pub(super) fn summary(report: &RefinementReport) -> String {
    let s = &report.summary;
    let RefinementReport { table, model, language, .. } = report;
    let placement = match report.placement {
        InstructionPlacement::Canonical => String::new(),
        InstructionPlacement::Free => " in free placement".to_string(),
        InstructionPlacement::PastBarriers => " in free placement, past barriers too".to_string(),
        InstructionPlacement::NarrowedLds => " in free placement, scopes in LDS narrowed to workgroup".to_string(),
    };
    let workgroups = match report.choices.workgroups {
        Workgroups::AnySize => String::new(),
        Workgroups::OneWave => " for workgroups of one wave".to_string(),
    };
    let loads = match report.choices.loads {
        Loads::Vector => "",
        Loads::Unwritten => " with scalar loads of what is not written",
        Loads::Any => " with scalar loads of all",
    };
    let moved = match s.unsound_moved {
        0 => String::new(),
        moved => format!(" ({moved} of them as instructions move)"),
    };
    let text = format!(
        "{} tests on {} target configurations, {language} code of {table}{workgroups}{loads}{placement} against {model}: {} sound, \
         {} unsound{moved}, {} racy, {} no code, {} unknown",
        s.tests,
        report.targets.len(),
        s.sound,
        s.unsound,
        s.racy,
        s.no_code,
        s.unknown,
    );
    let times = format!("{:.2} s, median cell {:.2} ms", s.seconds, s.median_seconds * 1e3);
    format!("{}    {times}\n", wrap_words(&text, ""))
}

impl TestReport {
    /// Whether some result has this verdict.
    pub fn has(&self, verdict: RefinementVerdict) -> bool {
        self.cells.iter().any(|cell| cell.verdict == verdict)
    }

    /// Whether some result is decided.
    pub fn is_partly_decided(&self) -> bool {
        self.cells.iter().any(|cell| cell.verdict != RefinementVerdict::Unknown)
    }

    /// The verdict that makes the exit code another than 0, if some result has one.
    pub fn worst(&self) -> Option<RefinementVerdict> {
        let wrong = [RefinementVerdict::Unsound, RefinementVerdict::Unknown];
        wrong.into_iter().find(|&verdict| self.has(verdict))
    }
}

/// For which types of memory a test's code is sound: a line for each way that they differ in, with the targets. Of racy programs, and where there is no code, memory
/// makes no difference.
fn memory_types(test: &TestReport) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    let is_judged = |cell: &&CellReport| match cell.verdict {
        RefinementVerdict::Sound | RefinementVerdict::Unsound | RefinementVerdict::Unknown => true,
        RefinementVerdict::Racy | RefinementVerdict::NoCode => false,
    };
    for cell in test.cells.iter().filter(is_judged) {
        let Some(of_types) = &cell.memory_types else { continue };
        let mut verdicts: Vec<(RefinementVerdict, Vec<&str>)> = Vec::new();
        for of in of_types {
            match verdicts.iter_mut().find(|(verdict, _)| *verdict == of.verdict) {
                Some((_, types)) => types.push(&of.memory),
                None => verdicts.push((of.verdict, vec![&of.memory])),
            }
        }
        let text = match verdicts.as_slice() {
            [] => continue,
            [(verdict, _)] => format!("{verdict} for memory of every type"),
            _ => verdicts.iter().map(|(verdict, types)| format!("{verdict} for {}", types.join(", "))).join("; "),
        };
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, targets)) => targets.push(&cell.target),
            None => groups.push((text, vec![&cell.target])),
        }
    }
    let line = |(text, targets): &(String, Vec<&str>)| wrap_words(&format!("{text}: {}", targets.join(" ")), "  ");
    groups.iter().map(line).collect()
}

/// A test's name with its verdict, or each verdict with the targets that have it.
fn row(test: &TestReport) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for cell in &test.cells {
        let verdict = cell_text(cell);
        match groups.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, targets)) => targets.push(&cell.target),
            None => groups.push((verdict, vec![&cell.target])),
        }
    }
    let text = match groups.as_slice() {
        [(verdict, _)] => verdict.clone(),
        _ => groups.iter().map(|(verdict, on)| format!("{verdict}: {}", on.join(" "))).collect::<Vec<_>>().join("; "),
    };
    wrap_words(&format!("{:<40} {text}", test.name), "")
}

/// The verdict of a cell, what it was by other tables if that was asked, and whether instructions have to move for it.
fn cell_text(cell: &CellReport) -> String {
    let was = cell.was.map_or(String::new(), |was| format!("{was} -> "));
    match &cell.counterexample {
        Some(found) if !found.moved.is_empty() => format!("{was}{} as instructions move", cell.verdict),
        Some(_) | None => format!("{was}{}", cell.verdict),
    }
}

fn explained(test: &TestReport) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for cell in &test.cells {
        let text = match &cell.counterexample {
            Some(found) => counterexample(found, "  "),
            None => cell.reasons.iter().chain(&cell.undecided.reason).map(|reason| wrap_words(reason, "  ")).collect(),
        };
        if text.is_empty() {
            continue;
        }
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, targets)) => targets.push(&cell.target),
            None => groups.push((text, vec![&cell.target])),
        }
    }
    let group = |(text, targets): &(String, Vec<&str>)| {
        format!("\n{}{text}", wrap_words(&format!("{} on {}:", test.name, targets.join(" ")), ""))
    };
    groups.iter().map(group).collect()
}

/// How hardware reaches what the source forbids: the state, what forbids it, the code, and what happens in order of time; each line after an indent.
pub(super) fn counterexample(found: &CounterexampleReport, indent: &str) -> String {
    let value = |(name, value): &(String, Option<String>)| format!("{name}={}", value.as_deref().unwrap_or("-"));
    let line = |text: &str| wrap_words(text, indent);
    let deeper = &format!("{indent}  ");
    let mut out = line(&format!("unsound: {}", found.state.iter().map(value).join(" ")));
    match (&found.explanation, &found.axiom) {
        (Some(found), _) => out += &(line("the source forbids it:") + &explanation::text(found, deeper)),
        (None, Some(axiom)) => out += &line(&format!("the source forbids it by {axiom}")),
        (None, None) => {}
    }
    if let Some(reason) = &found.undecided.reason {
        out += &line(&format!("what it violates is not decided: {reason}"));
    }
    for thread in &found.code {
        out += &(line(&thread.thread) + &code(&thread.instructions, deeper));
    }
    if !found.moved.is_empty() {
        out += &line("sound with every instruction in its canonical place; the rules of their rows let these move:");
        out += &found.moved.iter().map(|it| moved(it, deeper)).collect::<String>();
    }
    out += &line("in this order:");
    out + &micro_events(&found.micro_events, deeper)
}

/// Results that are unsound for the same reason, in order of the first: what shows it as text, with those that it is so on.
pub(crate) fn counterexamples(cells: &[CellReport]) -> IndexMap<String, Vec<&CellReport>> {
    let mut all: IndexMap<String, Vec<&CellReport>> = IndexMap::new();
    for cell in cells {
        if let Some(found) = &cell.counterexample {
            all.entry(counterexample(found, "")).or_default().push(cell);
        }
    }
    all
}

/// Instructions, one a line; where several of one row follow each other, the first says which row it is.
fn code(instructions: &[CodeInstruction], indent: &str) -> String {
    let mut before = None;
    let mut out = String::new();
    for line in instructions {
        let (row, place) = line.within_row().unzip();
        let from = match place {
            Some(place) if before == row => place,
            Some(_) | None => line.from.clone(),
        };
        out += &wrap_words(&format!("{:<40} // {from}", line.text), indent);
        before = row;
    }
    out
}

fn moved(moved: &MovedReport, indent: &str) -> String {
    let deeper = &format!("{indent}  ");
    let line = |head: &str, text: &str| wrap_words(&format!("{head} {text}"), deeper);
    let rules: String = match moved.rules.is_empty() {
        true => wrap_words("no rule is about it", deeper),
        false => moved.rules.iter().map(|rule| line("rule:", rule)).collect(),
    };
    let before: String = moved.before.iter().map(|text| line("issued before", text)).collect();
    let after: String = moved.after.iter().map(|text| line("issued after", text)).collect();
    let head = wrap_words(&format!("{} {:<36} // {}", moved.thread, moved.instruction, moved.from), indent);
    format!("{head}{rules}{before}{after}")
}
