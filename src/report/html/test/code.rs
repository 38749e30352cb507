//! The machine code of a test on targets, against its source.

use super::picture;
use crate::report::drawing::Drawing;
use crate::report::html::book::Counterexample;
use crate::report::html::slim::slim;
use crate::report::html::{DrawnTarget, Part, Picture, TestPage, matrix::class};
use crate::report::refinement::{self, CellReport, TestReport};
use crate::report::svg::embedded;
use itertools::Itertools;
use maud::{Markup, PreEscaped, html};

/// The verdicts with the targets that have them.
pub(super) fn code(refinement: &Part<TestReport>) -> Markup {
    html! {
        h3 { "Machine code" }
        @match refinement {
            Part::NotAsked(why) => p.na { "Not asked: " (why) },
            Part::Found(report) => {
                (verdicts(&report.cells))
                (reasons(&report.cells))
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

/// What shows that code is unsound, each way with the targets that it is so on.
pub(super) fn counterexamples(page: &TestPage) -> Vec<Counterexample> {
    let cells = page.refinement.found().map_or(&[][..], |report| report.cells.as_slice());
    let one = |(text, of): (String, Vec<&CellReport>)| {
        let targets: Vec<String> = of.iter().map(|cell| cell.target.clone()).collect();
        let drawn = page.drawn.iter().find(|drawn| targets.contains(&drawn.target));
        let drawings = match drawn {
            Some(DrawnTarget { target, drawings: Part::Found(found) }) => {
                Part::Found(slim(&drawings(&page.check.name, target, found)))
            }
            Some(DrawnTarget { drawings: Part::NotAsked(why), target: _ }) => Part::NotAsked(why.clone()),
            None => Part::NotAsked("it was not asked for".into()),
        };
        Counterexample { targets, text, drawings }
    };
    refinement::counterexamples(cells).into_iter().map(one).collect()
}

/// The cycle that the source forbids, and what happens in time.
fn drawings(name: &str, target: &str, (forbidden, timeline): &(Option<Picture>, Drawing)) -> String {
    let cycle = format!("What the source of {name} forbids, and {target} does");
    let timeline = embedded::svg(timeline, &format!("What happens in time in {name} on {target}"));
    let html = html! {
        @if let Some(forbidden) = forbidden { (PreEscaped(picture(&cycle, forbidden))) }
        figure { figcaption { "What happens in time" } (PreEscaped(timeline)) }
    };
    html.into_string()
}
