//! What was found of compiled tests, made ready to show.

use super::parts;
use super::refinement::{CountedResults, cell_report, variants};
use crate::compiler::{CompiledTest, Options};
use crate::engine::Inconclusive;
use crate::refine::{Refined, RefinementResult, Verdict};
use crate::report::compiled::{CompiledReport, SCHEMA};
use crate::report::refinement::{CellReport, TestReport};
use crate::report::resting::Resting;
use crate::report::results::FileResult;
use crate::syntax::source::Diagnostic;
use std::collections::BTreeSet;
use std::path::Path;

/// The report of a run.
pub fn compiled(
    tests: Vec<TestReport>,
    (options, against): (&Options<'_>, Option<&str>),
    errors: &[Diagnostic],
    files: Vec<FileResult>,
    seconds: f64,
) -> CompiledReport {
    let mut counted = CountedResults::default();
    tests.iter().for_each(|test| counted.add(test));
    let mut tests = tests;
    if against.is_some() {
        tests.iter_mut().for_each(|test| test.cells.retain(|cell| cell.was.is_some()));
        tests.retain(|test| !test.cells.is_empty());
        counted.add_differing(tests.iter().map(|test| test.cells.len()).sum());
    }
    CompiledReport {
        against: against.map(str::to_string),
        schema: SCHEMA,
        model: options.model.clone(),
        columns: options.columns(),
        variants: variants(options.processors.iter().map(|(processor, _)| processor.configuration.target)),
        summary: counted.summary(seconds),
        tests,
        files,
        errors: errors.iter().map(parts::error).collect(),
    }
}

/// The row of a test that was compiled.
pub fn compiled_test(test: CompiledTest, options: &Options<'_>) -> TestReport {
    let CompiledTest { structure: source, results, errors: _, source_seconds } = test;
    let named: BTreeSet<String> = parts::columns(&source).into_iter().collect();
    let processors = options.origins.iter().flat_map(|_| &options.processors);
    let cells = results.into_iter().zip(options.columns()).zip(processors);
    let cell = |(((found, seconds), column), (processor, chip)): ((_, String), &(_, crate::hardware::Chip))| {
        let found: crate::compiler::Compiled = found;
        let processor: &crate::compiler::Processor = processor;
        let assumed = chip.assumptions.iter().filter(|(_, on)| **on).map(|(name, _)| name.clone()).collect();
        let configuration = processor.configuration;
        let (rests_on, of_memory) = (None, None);
        let result = RefinementResult { configuration, verdict: found.verdict, assumed, rests_on, of_memory, seconds };
        let structure = found.structure.as_ref().unwrap_or(&source);
        let mut cell = CellReport { target: column, ..cell_report(structure, &source, &result) };
        // What loads of machine code write is not the test's.
        if let Some(found) = &mut cell.counterexample {
            found.state.retain(|(name, _)| named.contains(name));
        }
        cell
    };
    let program = &source.program;
    TestReport {
        path: program.source.name.clone(),
        name: program.name.clone(),
        line: program.conditions.first().map_or(1, |condition| program.source.line_column(condition.span.start).0),
        assumes_termination: source.is_assumed,
        cells: cells.map(cell).collect(),
        source_seconds,
    }
}

/// The row of a test with the results by the code of tables, column by column, where they are others.
pub fn compiled_against(mut test: TestReport, refined: &Refined) -> TestReport {
    for (cell, result) in test.cells.iter_mut().zip(&refined.results) {
        cell.was = Some(result.verdict.word()).filter(|was| *was != cell.verdict);
    }
    test
}

/// The row of a test of which nothing was found.
pub fn undecided_compiled(path: &Path, options: &Options<'_>, why: &Inconclusive, seconds: f64) -> TestReport {
    let verdict = Verdict::Unknown(why.clone());
    let cell = |target: String| CellReport {
        target,
        verdict: verdict.word(),
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
        cells: options.columns().into_iter().map(cell).collect(),
        source_seconds: seconds,
    }
}
