//! Refinement as plain data and text: a matrix of tests and machines, and what explains each unsound cell.

use super::results::Undecided;
use crate::engine::Inconclusive;
use crate::engine::show_value;
use crate::lowering::machine::Origin;
use crate::program::{EventId, Skeleton, ThreadId};
use crate::refine::{Cell, Counterexample, Options, Refined, Verdict};
use crate::verdict::RefinementVerdict;
use serde::Serialize;

/// The version of the JSON schema.
pub const SCHEMA: u32 = 2;

/// What `litmus refine` found.
#[derive(Debug, Serialize)]
pub struct RefinementReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The tables.
    pub table: String,
    /// The model.
    pub model: String,
    /// `HSA` or `OpenCL`.
    pub language: &'static str,
    /// The machines, in the order of each test's cells.
    pub machines: Vec<String>,
    /// By file, in order of path.
    pub tests: Vec<TestReport>,
    /// The counts and times.
    pub summary: Summary,
}

/// A test.
#[derive(Debug, Serialize)]
pub struct TestReport {
    /// Its file.
    pub path: String,
    /// Its name.
    pub name: String,
    /// By machine.
    pub cells: Vec<CellReport>,
}

/// A test on a machine.
#[derive(Debug, Serialize)]
pub struct CellReport {
    /// The machine.
    pub machine: String,
    /// `sound`, `unsound`, `racy`, `no code` or `unknown`.
    pub verdict: RefinementVerdict,
    /// Why there is no code.
    pub reasons: Vec<String>,
    /// Why it is unknown.
    #[serde(flatten)]
    pub undecided: Undecided,
    /// Claims of the hardware, by name, that the verdict may rest on.
    pub assumed: Vec<String>,
    /// What shows that it is unsound.
    pub counterexample: Option<CounterexampleReport>,
    /// Seconds.
    pub seconds: f64,
}

/// What shows that a cell is unsound.
#[derive(Debug, Serialize)]
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
    /// The machine code.
    pub code: Vec<ThreadCode>,
    /// What happens, in order.
    pub moments: Vec<MomentReport>,
}

/// The machine code of a thread.
#[derive(Debug, Serialize)]
pub struct ThreadCode {
    /// The thread.
    pub thread: String,
    /// Its instructions, each with where it is from.
    pub instructions: Vec<(String, String)>,
}

/// A moment.
#[derive(Debug, Serialize)]
pub struct MomentReport {
    /// Its place in time.
    pub time: u32,
    /// The thread.
    pub thread: Option<String>,
    /// What happens.
    pub text: String,
}

/// Counts of cells, and times.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// Tests.
    pub tests: usize,
    /// Cells.
    pub cells: usize,
    /// Sound ones.
    pub sound: usize,
    /// Unsound ones.
    pub unsound: usize,
    /// Racy ones.
    pub racy: usize,
    /// Those without code.
    pub no_code: usize,
    /// Those not decided.
    pub unknown: usize,
    /// Wall seconds of the whole run.
    pub seconds: f64,
    /// The median of the cells' seconds, the source's side shared among a test's cells.
    pub median_seconds: f64,
}

/// The report of tests.
pub fn report(refined: &[Refined], options: &Options<'_>, table: &str, seconds: f64) -> RefinementReport {
    let cells = || refined.iter().flat_map(|test| &test.cells);
    let count = |wanted| cells().filter(|cell| cell.verdict.word() == wanted).count();
    let mut times: Vec<f64> = refined
        .iter()
        .flat_map(|test| {
            let share = test.source_seconds / test.cells.len().max(1) as f64;
            test.cells.iter().map(move |cell| cell.seconds + share)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let summary = Summary {
        tests: refined.len(),
        cells: times.len(),
        sound: count(RefinementVerdict::Sound),
        unsound: count(RefinementVerdict::Unsound),
        racy: count(RefinementVerdict::Racy),
        no_code: count(RefinementVerdict::NoCode),
        unknown: count(RefinementVerdict::Unknown),
        seconds,
        median_seconds: times.get(times.len() / 2).copied().unwrap_or(0.0),
    };
    RefinementReport {
        schema: SCHEMA,
        table: table.to_string(),
        model: options.model.clone(),
        language: if options.opencl { "OpenCL" } else { "HSA" },
        machines: options.benches.iter().map(|bench| bench.machine.to_string()).collect(),
        tests: refined.iter().map(test).collect(),
        summary,
    }
}

fn test(refined: &Refined) -> TestReport {
    let program = &refined.skeleton.program;
    TestReport {
        path: program.source.name.clone(),
        name: program.name.clone(),
        cells: refined.cells.iter().map(|cell| cell_report(&refined.skeleton, cell)).collect(),
    }
}

fn cell_report(skeleton: &Skeleton, cell: &Cell) -> CellReport {
    let (reasons, counterexample) = match &cell.verdict {
        Verdict::NoCode(reasons) => (reasons.clone(), None),
        Verdict::Unsound(found) => (vec![], Some(counterexample_report(skeleton, found))),
        Verdict::Sound | Verdict::Racy | Verdict::Unknown(_) => (vec![], None),
    };
    let why = cell.verdict.inconclusive();
    let undecided = Undecided { reason: why.map(Inconclusive::to_string), cause: why.map(Inconclusive::cause) };
    CellReport {
        machine: cell.machine.to_string(),
        verdict: cell.verdict.word(),
        reasons,
        undecided,
        assumed: cell.assumed.clone(),
        counterexample,
        seconds: cell.seconds,
    }
}

fn counterexample_report(skeleton: &Skeleton, found: &Counterexample) -> CounterexampleReport {
    let program = &skeleton.program;
    let thread = |thread: ThreadId| program.threads[thread].name.clone();
    let registers = skeleton.registers.iter().zip(&found.outcome.registers).map(|(register, value)| {
        let of = &program.threads[register.thread].registers[register.register];
        let name = format!("{}:{}", thread(register.thread), of.name);
        (name, value.map(|value| show_value(skeleton, of.ty, value)))
    });
    let memory = program.objects.iter().zip(&found.outcome.memory);
    let memory = memory.map(|(object, &value)| (object.name.clone(), Some(show_value(skeleton, object.ty, value))));
    let reason = found.reason.as_ref().ok().and_then(Option::as_ref);
    let broken = reason.and_then(|reason| reason.broken.as_ref().ok()?.as_ref());
    let undecided = found.reason.as_ref().err().or(reason.and_then(|reason| reason.broken.as_ref().err()));
    let event = |&event: &EventId| {
        let event = &skeleton.events[event];
        let text =
            program.source.text[event.span.start..event.span.end].split_whitespace().collect::<Vec<_>>().join(" ");
        let line = program.source.line_column(event.span.start).0;
        event.thread.map_or(text.clone(), |t| format!("{} {line}: {text}", thread(t)))
    };
    let code = found.code.iter_enumerated().map(|(number, instructions)| ThreadCode {
        thread: thread(number),
        instructions: instructions.iter().map(|(text, origin)| (text.clone(), from(origin, &found.document))).collect(),
    });
    CounterexampleReport {
        state: registers.chain(memory).collect(),
        axiom: broken
            .map(|broken| broken.axiom.clone())
            .or_else(|| reason.and_then(|reason| reason.axioms.first().cloned())),
        undecided: Undecided {
            reason: undecided.map(Inconclusive::to_string),
            cause: undecided.map(Inconclusive::cause),
        },
        cycle: broken.map_or(vec![], |broken| broken.events.iter().map(event).collect()),
        code: code.collect(),
        moments: found
            .moments
            .iter()
            .map(|moment| MomentReport {
                time: moment.time,
                thread: moment.thread.map(thread),
                text: moment.text.clone(),
            })
            .collect(),
    }
}

fn from(origin: &Origin, document: &str) -> String {
    match origin {
        Origin::Row { row, step, line } => format!("{document}:{line} step {step} of the row at {row}"),
        Origin::Target => "the target's barrier".into(),
        Origin::Test => "the test".into(),
    }
}

/// The report as text: the matrix, then, unless only that is wanted, each unsound cell explained; cells explained alike once.
pub fn text(report: &RefinementReport, only_matrix: bool) -> String {
    let mut out = matrix(report);
    if !only_matrix {
        for test in &report.tests {
            out += &explained(test);
        }
    }
    let s = &report.summary;
    let RefinementReport { table, model, language, .. } = report;
    out += &format!(
        "{} tests on {} machines, {language} code of {table} against {model}: {} sound, {} unsound, {} racy, {} no code, {} unknown; {:.2} s, median cell {:.2} ms\n",
        s.tests,
        report.machines.len(),
        s.sound,
        s.unsound,
        s.racy,
        s.no_code,
        s.unknown,
        s.seconds,
        s.median_seconds * 1e3
    );
    out
}

/// A line a test: its verdict, or each verdict with the machines that have it.
fn matrix(report: &RefinementReport) -> String {
    let width = report.tests.iter().map(|test| test.name.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for test in &report.tests {
        let mut groups: Vec<(RefinementVerdict, Vec<&str>)> = Vec::new();
        for cell in &test.cells {
            match groups.iter_mut().find(|(verdict, _)| *verdict == cell.verdict) {
                Some((_, machines)) => machines.push(&cell.machine),
                None => groups.push((cell.verdict, vec![&cell.machine])),
            }
        }
        let text = match groups.as_slice() {
            [(verdict, _)] => verdict.to_string(),
            _ => {
                groups.iter().map(|(verdict, on)| format!("{verdict}: {}", on.join(" "))).collect::<Vec<_>>().join("; ")
            }
        };
        out += &format!("{:<width$}  {text}\n", test.name);
    }
    out
}

fn explained(test: &TestReport) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for cell in &test.cells {
        let text = match &cell.counterexample {
            Some(found) => counterexample(found),
            None => cell.reasons.iter().chain(&cell.undecided.reason).map(|reason| format!("  {reason}\n")).collect(),
        };
        if text.is_empty() {
            continue;
        }
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, machines)) => machines.push(&cell.machine),
            None => groups.push((text, vec![&cell.machine])),
        }
    }
    groups.iter().map(|(text, machines)| format!("\n{} on {}:\n{text}", test.name, machines.join(" "))).collect()
}

fn counterexample(found: &CounterexampleReport) -> String {
    let value = |(name, value): &(String, Option<String>)| format!("{name}={}", value.as_deref().unwrap_or("-"));
    let mut out = format!("  unsound: {}\n", found.state.iter().map(value).collect::<Vec<_>>().join(" "));
    if let Some(axiom) = &found.axiom {
        out += &format!("  the source forbids it by {axiom}{}\n", if found.cycle.is_empty() { "" } else { ":" });
        out += &found.cycle.iter().map(|event| format!("    {event}\n")).collect::<String>();
    }
    if let Some(reason) = &found.undecided.reason {
        out += &format!("  what it violates is not decided: {reason}\n");
    }
    for thread in &found.code {
        out += &format!("  {}\n", thread.thread);
        out +=
            &thread.instructions.iter().map(|(text, from)| format!("    {text:<40} // {from}\n")).collect::<String>();
    }
    out += "  in this order:\n";
    for moment in &found.moments {
        let time = moment.thread.as_ref().map_or("  -".into(), |_| format!("{:>3}", moment.time));
        out += &format!("    {time}  {:<4} {}\n", moment.thread.as_deref().unwrap_or(""), moment.text);
    }
    out
}
