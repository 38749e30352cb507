//! The machine code of a test on targets, against its source.

use crate::report::html::{Part, matrix::class};
use crate::report::refinement::{CellReport, TestReport, counterexample};
use crate::verdict::RefinementVerdict;
use itertools::Itertools;
use maud::{Markup, html};

/// The verdicts with the targets that have them, and one way in which hardware reaches what the source forbids.
pub(super) fn code(refinement: &Part<TestReport>) -> Markup {
    html! {
        h3 { "Machine code" }
        @match refinement {
            Part::NotAsked(why) => p.na { "Not asked: " (why) },
            Part::Found(report) => {
                (verdicts(&report.cells))
                (reasons(&report.cells))
                (shown(&report.cells))
            }
        }
    }
}

fn verdicts(cells: &[CellReport]) -> Markup {
    let groups = cells.iter().into_group_map_by(|cell| cell.verdict).into_iter().sorted_by_key(|(verdict, _)| *verdict);
    let groups: Vec<_> = groups.collect();
    html! {
        p {
            @for (at, (verdict, of)) in groups.iter().enumerate() {
                @if at > 0 { "; " }
                span.(class(verdict.as_str())) { (verdict) }
                @if groups.len() > 1 { " on " (of.iter().map(|cell| &cell.target).join(" ")) } @else { " on every target" }
            }
        }
    }
}

/// Why there is no code, or no verdict: for the first target of which that is so.
fn reasons(cells: &[CellReport]) -> Markup {
    let with = cells.iter().find(|cell| !cell.reasons.is_empty());
    let undecided = cells.iter().filter_map(|cell| cell.undecided.reason.as_ref()).unique();
    html! {
        @if let Some(cell) = with { p.q { @for (at, reason) in cell.reasons.iter().enumerate() { @if at > 0 { br; } (reason) } } }
        @for reason in undecided { p.un { "Not decided: " (reason) } }
    }
}

/// What shows that code is unsound: on the first target all of it, on others the state.
fn shown(cells: &[CellReport]) -> Markup {
    let found = cells.iter().filter_map(|cell| Some((cell, cell.counterexample.as_ref()?)));
    let unsound = cells.iter().filter(|cell| cell.verdict == RefinementVerdict::Unsound).map(|cell| &cell.target);
    let others = unsound.skip(1).join(" ");
    html! {
        @for (cell, found) in found.take(1) {
            details {
                summary { "How hardware reaches it on " (cell.target) }
                pre { (counterexample(found, "")) }
                @if !others.is_empty() { p.q { "Not shown here: how it does on " (others) "; litmus refine shows it." } }
            }
        }
    }
}
