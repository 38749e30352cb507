//! How the tables of two releases differ, by meaning.

use super::{Differences, Part};
use crate::report::tables::{OperationsReport, PairReport, alone, code_diff, places};
use maud::{Markup, html};

/// The differences, or why there are none.
pub(super) fn differences(differences: &Part<Differences>) -> Markup {
    html! {
        section id="differences" tabindex="-1" aria-labelledby="differences-h" {
            h2 id="differences-h" { "Differences between releases" }
            @match differences {
                Part::NotAsked(why) => p.na { "Not asked: " (why) },
                Part::Found(Differences { before, report }) => {
                    p { "Operations whose code is another than by " (before) ", in every mode and with every flag. "
                        "What the differences do to programs is not asked here: litmus table diff --verdicts does." }
                    @for pair in &report.tables { (tables(pair)) }
                    @for table in &report.without_counterpart { p { (alone(table)) } }
                }
            }
        }
    }
}

fn tables(pair: &PairReport) -> Markup {
    html! {
        section {
            h3 { (pair.before) " to " (pair.after) }
            @if pair.changes.is_empty() { p { "No operation's code changes." } }
            @for of in &pair.changes { (change(of)) }
        }
    }
}

/// An operation with the lines of its code by both tables: signs say the same as colours.
fn change(of: &OperationsReport) -> Markup {
    html! {
        h4 { (of.operation) }
        pre.q { (places(&of.places)) }
        pre {
            @for line in code_diff(of, "").split_inclusive('\n') {
                @match line.chars().next() {
                    Some('-') => del { (line) },
                    Some('+') => ins { (line) },
                    Some(_) | None => (line),
                }
            }
        }
    }
}
