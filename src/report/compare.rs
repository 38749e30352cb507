//! What two models, targets or tables decide differently, as plain data and text.

use super::lines::narrowed_counts;
use super::results::{ErrorResult, FileResult};
use super::space::{LimitsReport, handing_on};
use crate::verdict::RefinementVerdict;
use serde::Serialize;

/// The version of the JSON schema.
pub const SCHEMA: u32 = 2;

/// The report of `litmus compare`.
#[derive(Debug, Serialize)]
pub struct CompareReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The names of the two sides, in the order in which they were given.
    pub sides: [String; 2],
    /// The smallest program that differs, or every minimal one, smaller ones first.
    pub programs: Vec<DifferingReport>,
    /// Which programs were asked.
    pub space: ComparedSpaceReport,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with the file of results.
    pub errors: Vec<ErrorResult>,
    /// Wall seconds of the whole run.
    pub seconds: f64,
}

/// Which programs were asked, exactly, and how many of them differ.
#[derive(Debug, Serialize)]
pub struct ComparedSpaceReport {
    /// How large they are.
    #[serde(flatten)]
    pub limits: LimitsReport,
    /// The shapes: cycles of communication.
    pub shapes: usize,
    /// Base programs, each once up to symmetry.
    pub base_programs: usize,
    /// Threads, at most, of programs of which single operations are replaced, and where models are compared, of all that have variants.
    pub varied_threads: usize,
    /// Whether models are compared, and not code.
    #[serde(skip)]
    pub is_of_models: bool,
    /// These programs with other operations, and those with scopes or fences of one address space, that the sides may tell apart.
    pub variants: usize,
    /// Those of all of these that were asked: all, or those up to the smallest that differs.
    pub asked: usize,
    /// Whether the run was interrupted before all that are to be asked were.
    pub interrupted: bool,
    /// Whether every minimal program was asked for, not only the smallest.
    pub all: bool,
    /// Those asked that could not be decided, or if that is more, the base programs of which it is not decided whether they have variants.
    pub unknown: usize,
    /// Those asked that differ.
    pub differing: usize,
}

/// A program that the sides decide differently. Of `race`, `states` and `verdicts` one says how.
#[derive(Debug, Serialize)]
pub struct DifferingReport {
    /// Its text, as a `.litmus` file has it.
    pub program: String,
    /// Its accesses, fences and barriers.
    pub events: usize,
    /// The one side by whose model it has a race.
    pub race: Option<String>,
    /// The states that one side alone allows.
    pub states: Vec<OnlyReport>,
    /// The verdicts on code that differ.
    pub verdicts: Vec<VerdictsReport>,
}

/// A state that one side alone allows.
#[derive(Debug, Serialize)]
pub struct OnlyReport {
    /// The side that allows it.
    pub allowed_by: String,
    /// The side that forbids it.
    pub forbidden_by: String,
    /// Registers and objects with their values; registers that were not written are left out.
    pub state: Vec<(String, String)>,
    /// The axioms by which it is forbidden.
    pub axioms: Vec<String>,
}

/// Two verdicts on code.
#[derive(Debug, Serialize)]
pub struct VerdictsReport {
    /// By side, the target configuration and the tables.
    pub targets: [String; 2],
    /// By side, the verdict.
    pub verdicts: [RefinementVerdict; 2],
}

/// The report as text: each program with how it differs, and what was asked.
pub fn text(report: &CompareReport) -> String {
    let programs: String = report.programs.iter().map(|program| program_text(program, &report.sides)).collect();
    format!("{programs}{}", narrowed_counts(&counts(report), report.seconds))
}

fn program_text(program: &DifferingReport, [first, second]: &[String; 2]) -> String {
    let text: String = program.program.lines().map(|line| format!("  {line}\n")).collect();
    let race = program.race.iter().map(|side| format!("  a race by {side} only\n"));
    let states = program.states.iter().map(state_line);
    let verdicts = program.verdicts.iter().map(|VerdictsReport { targets, verdicts }| {
        format!("  {}: {}; {}: {}\n", targets[0], verdicts[0], targets[1], verdicts[1])
    });
    let how: String = race.chain(states).chain(verdicts).collect();
    format!("{first} and {second} differ:\n{text}{how}\n")
}

fn state_line(only: &OnlyReport) -> String {
    let OnlyReport { allowed_by, forbidden_by, state, axioms } = only;
    let state: Vec<String> = state.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let axioms = axioms.join(", ");
    format!("  only {allowed_by} allows {}; {forbidden_by} rules it out by {axioms}\n", state.join(" "))
}

fn counts(report: &CompareReport) -> String {
    let ComparedSpaceReport { limits, shapes, base_programs, asked, interrupted, all, unknown, differing, .. } =
        &report.space;
    let [first, second] = &report.sides;
    let space =
        format!("{base_programs} base programs of {shapes} shapes {}{}", limits.text(), variants(&report.space));
    let found = report.programs.len();
    let said = match (differing, all) {
        (0, _) => format!("none of {space} tells {first} and {second} apart"),
        (_, false) => format!("the smallest that tells {first} and {second} apart, number {asked} of {space}"),
        (_, true) => {
            format!("{differing} of {space} tell {first} and {second} apart, {found} of them not with less order")
        }
    };
    let known = match (interrupted, unknown) {
        (true, _) => format!(", as far as is known: interrupted after {asked} programs"),
        (false, 0) => String::new(),
        (false, _) => ", as far as is known".into(),
    };
    let is_silent = report.space.is_of_models && *differing == 0;
    let left_out = if is_silent {
        "; no program has dependencies, so that rules against values out of thin air are not compared"
    } else {
        ""
    };
    format!("{said}{known}; {unknown} unknown{left_out}")
}

/// Which variants were asked besides.
fn variants(space: &ComparedSpaceReport) -> String {
    let ComparedSpaceReport { varied_threads: threads, variants, .. } = space;
    match (space.is_of_models, threads) {
        (true, 0) => String::new(),
        (true, _) => format!(
            " and {variants} variants of those on at most {threads} threads that forbid something \
             (one operation replaced, or scopes or fences of one address space)"
        ),
        (false, _) => format!(
            " and {variants} variants with other code (one operation replaced, on at most {threads} threads{}, or scopes or fences of one address space)",
            handing_on(*threads, space.limits.threads)
        ),
    }
}
