//! What refinement found: a matrix of tests and targets, and what shows that a result is unsound.

use super::explanation::explanation;
use super::parts;
use crate::engine::Inconclusive;
use crate::program::{EventId, EventStructure, Program};
use crate::refine::{Counterexample, Moved, OfMemory, Options, Refined, RefinementResult, RefinementTarget, Verdict};
use crate::report::refinement::*;
use crate::report::resting::Resting;
use crate::report::results::FileResult;
use crate::syntax::litmus::ast::{Choices, InstructionPlacement};
use crate::syntax::source::{Diagnostic, Span};
use crate::syntax::table::placement_text;
use crate::targets::{self, Target, VariantOf};
use crate::verdict::RefinementVerdict;
use std::path::Path;

/// The report of a run: its tests and their counts, against the targets of its options by tables of this name, what is wrong with other files,
/// the files read, the language, and where instructions stand.
pub fn refinement(
    (tests, summary): (Vec<TestReport>, Summary),
    options: &Options<'_>,
    table: &str,
    (opencl, choices, placement): (bool, Choices, InstructionPlacement),
    errors: &[Diagnostic],
    files: Vec<FileResult>,
) -> RefinementReport {
    RefinementReport {
        schema: SCHEMA,
        table: table.to_string(),
        against: None,
        model: options.model.clone(),
        language: parts::language(opencl),
        choices,
        placement,
        targets: options.targets.iter().map(|target| target.configuration.to_string()).collect(),
        variants: variants(options.targets.iter().map(|target| target.configuration.target)),
        summary,
        tests,
        files,
        errors: errors.iter().map(parts::error).collect(),
    }
}

/// The variants among targets.
pub(super) fn variants<'t>(targets: impl Iterator<Item = &'t Target>) -> Vec<VariantReport> {
    let report = |(target, of): (&str, &VariantOf)| VariantReport {
        target: target.to_string(),
        memory_of: of.memory.clone(),
        because: of.because.clone(),
    };
    targets::variants(targets).into_iter().map(report).collect()
}

/// Leaves of a test the results that are others than those of another table, with these; `None` if there is none.
pub fn against(mut test: TestReport, before: &TestReport) -> Option<TestReport> {
    for cell in &mut test.cells {
        cell.was = before.cells.iter().find(|other| other.target == cell.target).map(|other| other.verdict);
    }
    test.cells.retain(|cell| cell.was != Some(cell.verdict));
    (!test.cells.is_empty()).then_some(test)
}

/// Counts and times of refinement results, added up test by test.
#[derive(Default)]
pub struct CountedResults {
    summary: Summary,
    /// By result, what its median is of.
    seconds: Vec<f64>,
}

impl CountedResults {
    /// Counts the results of one more test.
    pub fn add(&mut self, test: &TestReport) {
        let summary = &mut self.summary;
        summary.tests += 1;
        let share = test.source_seconds / test.cells.len().max(1) as f64;
        for cell in &test.cells {
            self.seconds.push(cell.seconds + share);
            summary.cells += 1;
            *match cell.verdict {
                RefinementVerdict::Sound => &mut summary.sound,
                RefinementVerdict::Unsound => &mut summary.unsound,
                RefinementVerdict::Racy => &mut summary.racy,
                RefinementVerdict::NoCode => &mut summary.no_code,
                RefinementVerdict::Unknown => &mut summary.unknown,
            } += 1;
            summary.unsound_moved +=
                usize::from(cell.counterexample.as_ref().is_some_and(|found| !found.moved.is_empty()));
        }
    }

    /// Counts so many results more that are others than those of another table.
    pub fn add_differing(&mut self, results: usize) {
        *self.summary.differ.get_or_insert_default() += results;
    }

    /// The counts of a run of so many wall seconds.
    pub fn summary(&self, seconds: f64) -> Summary {
        Summary { seconds, median_seconds: parts::median(self.seconds.clone()), ..self.summary.clone() }
    }
}

/// The row of a test that was refined.
pub fn test_report(refined: &Refined) -> TestReport {
    let program = &refined.structure.program;
    TestReport {
        path: program.source.name.clone(),
        name: program.name.clone(),
        line: program.conditions.first().map_or(1, |condition| program.source.line_column(condition.span.start).0),
        assumes_termination: refined.structure.is_assumed,
        cells: refined
            .results
            .iter()
            .map(|result| cell_report(&refined.structure, &refined.structure, result))
            .collect(),
        source_seconds: refined.source_seconds,
    }
}

/// A test of which nothing was refined in so many seconds, on all targets that were asked; its name is that of its file.
pub fn undecided_refinement(path: &Path, options: &Options<'_>, why: &Inconclusive, seconds: f64) -> TestReport {
    let cell = |target: &RefinementTarget<'_>| CellReport {
        target: target.configuration.to_string(),
        verdict: RefinementVerdict::Unknown,
        was: None,
        reasons: Vec::new(),
        undecided: parts::undecided(Some(why)),
        assumed: Vec::new(),
        resting: Resting::NOT_ASKED,
        memory_types: None,
        counterexample: None,
        seconds: 0.0,
    };
    TestReport {
        path: path.display().to_string(),
        name: parts::file_stem(path),
        line: 1,
        assumes_termination: false,
        cells: options.targets.iter().map(cell).collect(),
        source_seconds: seconds,
    }
}

fn memory_type(of: &OfMemory) -> MemoryTypeReport {
    MemoryTypeReport { memory: of.memory.to_string(), verdict: of.verdict }
}

pub(super) fn cell_report(
    structure: &EventStructure,
    source: &EventStructure,
    result: &RefinementResult,
) -> CellReport {
    let (reasons, counterexample) = match &result.verdict {
        Verdict::NoCode(reasons) => (reasons.clone(), None),
        Verdict::Unsound(found) => (vec![], Some(counterexample_report(structure, source, found))),
        Verdict::Sound | Verdict::Racy | Verdict::Unknown(_) => (vec![], None),
    };
    CellReport {
        target: result.configuration.to_string(),
        verdict: result.verdict.word(),
        was: None,
        reasons,
        undecided: parts::undecided(result.verdict.inconclusive()),
        assumed: result.assumed.clone(),
        resting: Resting::of(result.rests_on.clone()),
        memory_types: result.of_memory.as_ref().map(|all| all.iter().map(memory_type).collect()),
        counterexample,
        seconds: result.seconds,
    }
}

/// What shows that code is unsound: the structure is of the code, and the source's says what forbids the state.
pub(super) fn counterexample_report(
    structure: &EventStructure,
    source: &EventStructure,
    found: &Counterexample,
) -> CounterexampleReport {
    let program = &structure.program;
    let reason = found.forbidden_by();
    let broken = reason.map(|reason| &reason.broken);
    let event = |&event: &EventId| {
        let place = parts::place(source, event);
        place.thread.map_or(place.text.clone(), |thread| format!("{thread} {}: {}", place.line, place.text))
    };
    let code = program.threads.iter().zip(&found.code).map(|(thread, instructions)| ThreadCode {
        thread: thread.name.clone(),
        instructions: instructions
            .iter()
            .map(|(text, origin, span)| CodeInstruction {
                text: text.clone(),
                from: parts::origin(*origin, &found.document).unwrap_or_else(|| of_program(program, source, *span)),
            })
            .collect(),
    });
    CounterexampleReport {
        state: parts::columns(structure).into_iter().zip(parts::values(structure, &found.outcome)).collect(),
        axiom: broken.map(|broken| broken.axiom.clone()),
        undecided: parts::undecided(found.reason.as_ref().err()),
        explanation: broken.map(|broken| explanation(source, broken)),
        cycle: broken.map_or(vec![], |broken| broken.events().iter().map(event).collect()),
        code: code.collect(),
        moved: found.moved.iter().map(|moved| moved_report(structure, found, moved)).collect(),
        micro_events: parts::micro_events(program, &found.micro_events),
    }
}

/// Where code of a program's own is from: the test, or a line of what a compiler has made of it, which the result names.
fn of_program(program: &Program, source: &EventStructure, span: Span) -> String {
    if program.source.name == source.program.source.name {
        return "the test".into();
    }
    let (line, _) = program.source.line_column(span.start);
    format!("line {line}")
}

fn moved_report(structure: &EventStructure, found: &Counterexample, moved: &Moved) -> MovedReport {
    let program = &structure.program;
    let operation = |(text, span): &(String, Span)| {
        let (line, _) = program.source.line_column(span.start);
        format!("{text} of line {line}")
    };
    MovedReport {
        thread: program.threads[moved.thread].name.clone(),
        instruction: moved.text.clone(),
        from: parts::origin(moved.origin, &found.document).unwrap_or_else(|| "the test".into()),
        rules: moved.rules.iter().map(placement_text).collect(),
        before: moved.before.iter().map(operation).collect(),
        after: moved.after.iter().map(operation).collect(),
    }
}
