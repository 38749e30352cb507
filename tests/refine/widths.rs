//! Counterexamples are broken into lines of at most 100 columns in every format that shows them: as text, and in the blocks of Markdown, where a block of a list
//! stands deeper.

use gfx_litmus::report::diff::{
    ChangeReport, DiffReport, Effect, EffectReport, ProgramReport, ShownReport, Summary, TablePair, UnsoundReport,
};
use gfx_litmus::report::judged::{PlaceReport, SpaceReport};
use gfx_litmus::report::language::Language;
use gfx_litmus::report::refinement::{CounterexampleReport, RefinementReport};
use gfx_litmus::report::space::{CountsReport, LimitsReport};
use gfx_litmus::report::tables::OperationsReport;
use gfx_litmus::report::{cases, diff, findings::Findings, markdown};

const COLUMNS: usize = 100;

/// Refuses a line that is too long, of what shows the counterexamples of a report.
pub fn check(report: &RefinementReport) {
    check_findings(&cases::refinement(report, 1));
    let cells = report.tests.iter().flat_map(|test| &test.cells);
    for counterexample in cells.filter_map(|cell| cell.counterexample.as_ref()) {
        let report = shown_by_a_difference(counterexample);
        check_blocks(&diff::markdown(&report, None));
        check_findings(&cases::diff(&report, 1));
    }
}

/// JUnit, SARIF and annotations print the details as they are; Markdown as a block.
fn check_findings(findings: &Findings) {
    let cases = findings.suites.iter().flat_map(|suite| &suite.cases);
    cases.flat_map(|case| case.details.lines()).for_each(check_line);
    check_blocks(&markdown::render(findings, None));
}

fn check_blocks(markdown: &str) {
    let mut in_block = false;
    for line in markdown.lines() {
        match line.trim_start().starts_with("```") {
            true => in_block = !in_block,
            false if in_block => check_line(line),
            false => {}
        }
    }
}

fn check_line(line: &str) {
    assert!(line.chars().count() <= COLUMNS, "a long line:\n{line}");
}

/// A difference of tables that breaks a program so.
fn shown_by_a_difference(counterexample: &CounterexampleReport) -> DiffReport {
    let place = || PlaceReport { target: "gfx12,cu".into(), language: Language::Hsa };
    let effect = EffectReport {
        place: place(),
        effect: Effect::Breaks,
        programs: 1,
        breaks: Some(ShownReport { program: 0, with_others: false }),
        fixes: None,
        reason: None,
    };
    let operations =
        OperationsReport { operation: "load atomic acquire".into(), places: vec![], before: vec![], after: vec![] };
    let change = ChangeReport {
        operations,
        removed: vec![],
        added: vec![],
        lines: vec![],
        path_lines: vec![],
        effects: vec![effect],
    };
    let pair = TablePair {
        before: "one:gfx12".into(),
        after: "two:gfx12".into(),
        document: "AMDGPUUsage.md".into(),
        path: "AMDGPUUsage.md".into(),
        path_line: 1,
        changes: vec![change],
    };
    let unsound = UnsoundReport { place: place(), table: "two:gfx12".into(), counterexample: counterexample.clone() };
    let base = CountsReport { shapes: 1, base_programs: 1, racy: 0, idle: 0, implied: 0, unknown: 0, judged: 1 };
    DiffReport {
        schema: diff::SCHEMA,
        tables: vec![pair],
        without_counterpart: vec![],
        alone: vec![],
        programs: vec![ProgramReport { text: "litmus generated\n".into(), unsound: Some(unsound) }],
        space: SpaceReport {
            limits: LimitsReport { events: 4, threads: 2 },
            varied_threads: 2,
            base,
            programs: 1,
            interrupted: None,
            claims: vec![],
        },
        files: vec![],
        errors: vec![],
        summary: Summary::default(),
    }
}

/// A line that is too long is found in a block, and is no fault elsewhere.
#[test]
fn long_lines_of_blocks_are_found() {
    let long = "word ".repeat(21);
    check_blocks(&long);
    assert!(std::panic::catch_unwind(|| check_blocks(&format!("```\n{long}\n```\n"))).is_err());
}
