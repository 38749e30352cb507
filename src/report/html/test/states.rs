//! Final states and races of a test, and what explains them.

use crate::report::html::{Part, matrix::class};
use crate::report::results::{OutcomesReport, StateResult};
use crate::report::text::{Paint, forbidden, races};
use itertools::Itertools;
use maud::{Markup, html};

/// The states with each model's verdict, the races, and the explanations.
pub(super) fn states(outcomes: &Part<OutcomesReport>) -> Markup {
    html! {
        h3 { "Final states" }
        @match outcomes {
            Part::NotAsked(why) => p.na { "Not asked: " (why) },
            Part::Found(report) => {
                @if let Some(reason) = &report.undecided.reason { p.un { "States or races may be missing: " (reason) } }
                (found(report))
            }
        }
    }
}

fn found(report: &OutcomesReport) -> Markup {
    let (why, explanations) = forbidden(report);
    html! {
        @if report.states.is_empty() { p { "No final state was found." } }
        @else {
            div.wide role="region" aria-label="Final states" tabindex="0" {
                table {
                    thead { tr {
                        @for name in report.columns.iter().chain(&report.models) { th scope="col" { (name) } }
                        th scope="col" { "By" }
                    } }
                    tbody { @for (state, why) in report.states.iter().zip(&why) { (row(state, why)) } }
                }
            }
        }
        pre { (races(&report.races, Paint(false))) (explanations) }
    }
}

/// A state; neighbouring models that say the same are one cell.
fn row(state: &StateResult, why: &str) -> Markup {
    let verdicts = state.models.iter().map(|model| model.verdict.as_str()).dedup_with_count();
    html! {
        tr {
            @for value in &state.values { td { (value.as_deref().unwrap_or("-")) } }
            @for (count, verdict) in verdicts { td.(class(verdict)) colspan=[(count > 1).then_some(count)] { (verdict) } }
            td { (why) }
        }
    }
}
