//! What refinement results rest on as text: below a test, and as a matrix of tests and assumptions.

use super::lines::{COLUMNS, narrowed_counts, wrap_words};
use super::refinement::{RefinementReport, TestReport};
use super::resting::{self, Resting};
use crate::verdict::{RefinementVerdict, RestsOn};
use itertools::Itertools;
use std::collections::BTreeMap;

/// What a test's results rest on: a line for each assumption and verdict, with the targets; and what they may rest on besides.
pub(super) fn resting(test: &TestReport) -> String {
    type Found = Resting<RestsOn<RefinementVerdict>>;
    let found = |of: fn(&Found) -> &Option<Vec<RestsOn<RefinementVerdict>>>| {
        let cells = test.cells.iter();
        let found =
            cells.flat_map(move |cell| of(&cell.resting).iter().flatten().map(|found| (found, cell.target.as_str())));
        resting::by_assumption(found)
    };
    let rests_on = found(|resting| &resting.rests_on);
    let rests_on = rests_on.iter().map(|(rests_on, targets)| {
        wrap_words(&format!("{}: {} on {}", rests_on.change, rests_on.verdict, targets.join(" ")), "  ")
    });
    let may = found(|resting| &resting.may_rest_on);
    let may = may.iter().map(|(may, targets)| wrap_words(&format!("{} on {}", may.change, targets.join(" ")), "  "));
    headed(&format!("{} rests on assumptions:", test.name), rests_on.collect())
        + &headed(&format!("{} may rest on others, which was not decided:", test.name), may.collect())
}

/// Lines below a head, if there are any.
fn headed(head: &str, lines: String) -> String {
    if lines.is_empty() { lines } else { format!("\n{}{lines}", wrap_words(head, "")) }
}

/// The columns of a cell of the matrix of tests and assumptions.
const CELL: usize = 6;

/// The report as a matrix of tests and assumptions: how many of a test's results are others if the assumption is decided otherwise. Tests whose
/// results rest on none are counted only; after the matrix, each assumption with the verdicts that it gives.
pub fn sensitivity(report: &RefinementReport) -> String {
    let mut changes: Vec<&str> = Vec::new();
    for rests_on in
        report.tests.iter().flat_map(|test| &test.cells).flat_map(|cell| cell.resting.rests_on.iter().flatten())
    {
        if !changes.contains(&rests_on.change.as_str()) {
            changes.push(&rests_on.change);
        }
    }
    let counts = |test: &TestReport, change: &str| {
        test.cells
            .iter()
            .filter(|cell| cell.resting.rests_on.iter().flatten().any(|rests_on| rests_on.change == change))
            .count()
    };
    let resting: Vec<&TestReport> =
        report.tests.iter().filter(|test| changes.iter().any(|change| counts(test, change) > 0)).collect();
    let width = resting.iter().map(|test| test.name.chars().count()).max().unwrap_or(0);
    let numbered: Vec<(usize, &str)> = changes.iter().enumerate().map(|(at, change)| (at + 1, *change)).collect();
    let mut out = String::new();
    // As many side by side as a line has room for.
    for block in numbered.chunks((COLUMNS.saturating_sub(width) / CELL).max(1)) {
        let heads: String = block.iter().map(|(number, _)| format!("{:>CELL$}", format!("[{number}]"))).collect();
        out += &format!("{:<width$}{heads}\n", "");
        for test in resting.iter().filter(|test| block.iter().any(|(_, change)| counts(test, change) > 0)) {
            let cell = |(_, change): &(usize, &str)| match counts(test, change) {
                0 => format!("{:>CELL$}", "."),
                count => format!("{count:>CELL$}"),
            };
            out += &format!("{:<width$}{}\n", test.name, block.iter().map(cell).collect::<String>());
        }
    }
    for (number, change) in &numbered {
        out += &wrap_words(&format!("[{number}] {change}: {}", flips(report, change)), "");
    }
    let not_decided = not_decided(report);
    let unknown = unknown(report);
    let counts = format!(
        "{} tests on {} target configurations: results of {} rest on {} assumptions",
        report.tests.len(),
        report.targets.len(),
        resting.len(),
        changes.len()
    );
    out + &not_decided + &unknown + &narrowed_counts(&counts, report.summary.seconds)
}

/// How many results may rest on an assumption besides, of which that was not decided.
fn not_decided(report: &RefinementReport) -> String {
    let cells = report.tests.iter().flat_map(|test| &test.cells);
    let found = cells
        .flat_map(|cell| cell.resting.may_rest_on.iter().flatten().map(|may| (&may.change, cell.verdict.as_str())));
    let mut verdicts: BTreeMap<&String, BTreeMap<&str, usize>> = BTreeMap::new();
    for (change, verdict) in found {
        *verdicts.entry(change).or_default().entry(verdict).or_default() += 1;
    }
    let line = |(change, verdicts): (&String, &BTreeMap<&str, usize>)| {
        let verdicts = verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).join(", ");
        wrap_words(&format!("{change}: not decided of {verdicts}"), "")
    };
    verdicts.iter().map(|(change, verdicts)| line((change, verdicts))).collect()
}

/// How many results are unknown, for each reason: of those it is not known what they rest on.
fn unknown(report: &RefinementReport) -> String {
    let cells = report.tests.iter().flat_map(|test| &test.cells);
    let reasons = cells.filter(|cell| cell.verdict == RefinementVerdict::Unknown).map(|cell| &cell.undecided.reason);
    let line = |(reason, count): (&Option<String>, usize)| {
        wrap_words(&format!("{count} results unknown: {}", reason.as_deref().unwrap_or("no reason")), "")
    };
    reasons.counts().into_iter().sorted().map(line).collect()
}

/// How many results a change turns from which verdict to which.
fn flips(report: &RefinementReport, change: &str) -> String {
    let mut flips: BTreeMap<(RefinementVerdict, RefinementVerdict), usize> = BTreeMap::new();
    for cell in report.tests.iter().flat_map(|test| &test.cells) {
        for rests_on in cell.resting.rests_on.iter().flatten().filter(|rests_on| rests_on.change == change) {
            *flips.entry((cell.verdict, rests_on.verdict)).or_default() += 1;
        }
    }
    let flips = flips.iter().sorted_by_key(|((from, to), _)| (from.as_str(), to.as_str()));
    flips.map(|((from, to), count)| format!("{count} {from} -> {to}")).join(", ")
}
