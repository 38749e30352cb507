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
                @if let Some(missing) = report.missing() { p.un { (missing) } }
                (found(report))
            }
        }
    }
}

fn found(report: &OutcomesReport) -> Markup {
    let (why, explanations) = forbidden(report);
    let columns = columns(report);
    let explained = why.iter().any(|why| !why.is_empty());
    html! {
        @if report.states.is_empty() { p { "No final state was found." } }
        @else {
            table {
                thead { tr {
                    @for name in &report.columns { th { (name) } }
                    @for models in &columns { th { (models.iter().filter_map(|&at| report.models.get(at)).join(" ")) } }
                    @if explained { th { "Forbidden by" } }
                } }
                tbody { @for (state, why) in report.states.iter().zip(&why) { (row(state, &columns, explained.then_some(why))) } }
            }
        }
        pre { (races(&report.races, Paint(false))) (explanations) }
    }
}

/// Models by their position; those that say the same of every state share a column.
fn columns(report: &OutcomesReport) -> Vec<Vec<usize>> {
    let said = |at: usize| -> Vec<_> {
        report.states.iter().map(|state| state.models.get(at).map(|model| model.verdict)).collect()
    };
    let mut columns: Vec<Vec<usize>> = Vec::new();
    for at in 0..report.models.len() {
        match columns.iter_mut().find(|column| column.first().is_some_and(|&first| said(first) == said(at))) {
            Some(column) => column.push(at),
            None => columns.push(vec![at]),
        }
    }
    columns
}

fn row(state: &StateResult, columns: &[Vec<usize>], why: Option<&String>) -> Markup {
    let said = columns.iter().filter_map(|column| state.models.get(*column.first()?));
    html! {
        tr {
            @for value in &state.values { td { (value.as_deref().unwrap_or("-")) } }
            @for model in said { td.(class(model.verdict.as_str())) { (model.verdict) } }
            @if let Some(why) = why { td { (why) } }
        }
    }
}
