//! What the page begins with: what was asked and what was not, counts, and what is wrong with input.

use super::matrix::{OnTargets, Row, STATUSES, class, status};
use super::{LeftOut, Part, Rest, tables};
use crate::report::results::{ErrorResult, FileResult, Status};
use itertools::Itertools;
use maud::{Markup, html};

/// The first section.
pub(super) fn home(rest: &Rest, rows: &[&Row], left_out: LeftOut) -> Markup {
    html! {
        section id="summary" tabindex="-1" aria-labelledby="summary-h" {
            h2 id="summary-h" { "Summary" }
            (errors(&rest.errors))
            (counts(rest, rows))
            @if !left_out.is_nothing() && left_out.is_packed {
                p.q { "For the size of this page " (left_out) " are packed: they are there where scripts run." }
            } @else if !left_out.is_nothing() {
                p.q { "For the size of this page " (left_out) " are left out, as the tests say that lack them." }
            }
            h3 { "What was asked" }
            dl { @for (name, value) in &rest.asked { dt { (name) } dd { (value) } } }
            h3 { "What was not asked" }
            (not_asked(rest))
            (files(&rest.files))
            p.q { "Written by litmus " (rest.version) "." }
        }
    }
}

fn errors(errors: &[ErrorResult]) -> Markup {
    html! {
        @if !errors.is_empty() {
            h3 { "Wrong input" }
            p { "Of these nothing is said elsewhere; what else there is stands without them." }
            ul.us { @for error in errors {
                li {
                    (error.path) ":" (error.line) ":" (error.column) ": " (error.message)
                    @if let Some(help) = &error.help { " (" (help) ")" }
                }
            } }
        }
    }
}

fn counts(rest: &Rest, rows: &[&Row]) -> Markup {
    let of = |wanted: Status| rows.iter().filter(move |row| row.status == wanted);
    let verdicts = rows.iter().filter_map(|row| match &row.targets {
        OnTargets::Refined(verdicts) => Some(verdicts),
        OnTargets::Own(_) | OnTargets::NotAsked(_) => None,
    });
    let (tests, all): (Vec<_>, usize) = (verdicts.clone().collect(), verdicts.map(Vec::len).sum());
    let words = tests.iter().copied().flatten().map(|verdict| verdict.as_str()).counts();
    html! {
        p { (rows.len()) " tests: "
            (STATUSES.iter().map(|&one| (of(one).count(), one)).filter(|(count, _)| *count > 0).map(|(count, one)| format!("{count} {}", status(one))).join(", "))
            ". " a href="#models" { "Tests by models" } "." }
        p { (all) " results of " (tests.len()) " tests with a source on " (rest.targets.len()) " target configurations: "
            @for (at, (word, count)) in words.iter().sorted().enumerate() {
                @if at > 0 { ", " }
                span.(class(word)) { (count) " " (word) }
            }
            ". " a href="#targets" { "Tests by targets" } "." }
        @let judged = tables::counts(&rest.tables);
        @if !judged.is_empty() {
            p { (judged.iter().map(|(_, count)| count).sum::<usize>()) " rows of tables, each by its worst verdict on any target: "
                @for (at, (verdict, count)) in judged.iter().enumerate() {
                    @if at > 0 { ", " }
                    span.(class(verdict.as_str())) { (count) " " (verdict) }
                }
                ". " a href="#tables" { "Tables" } "."
            }
        }
        @for one in [Status::Differs, Status::Unknown] {
            @if of(one).next().is_some() {
                h3 { "Tests that are " (status(one)) }
                ul { @for row in of(one) { li { a href={ "#" (row.id) } { (row.name) } } } }
            }
        }
        @if rows.iter().any(|row| !row.open.is_empty()) {
            h3 { "Tests of which something else is not decided" }
            ul { @for row in rows.iter().filter(|row| !row.open.is_empty()) { li { a href={ "#" (row.id) } { (row.name) } ": " (row.open.join("; ")) } } }
        }
    }
}

fn not_asked(rest: &Rest) -> Markup {
    let audits = not_audited(rest);
    let parts = [
        ("Whether rows of tables are sound, and instructions needed", audits.as_deref()),
        ("How tables differ from those of another release", why(&rest.differences)),
        ("Which assumptions verdicts rest on", Some("litmus check --sensitivity says it")),
    ];
    html! { ul { @for (what, why) in parts { @if let Some(why) = why { li { (what) ": not asked; " (why) } } } } }
}

/// Why rows of tables are not judged; of all, or of which the audit says nothing.
fn not_audited(rest: &Rest) -> Option<String> {
    if let Part::NotAsked(why) = &rest.programs {
        return Some(why.clone());
    }
    let names: Vec<String> = rest.tables.iter().flat_map(tables::not_audited).collect();
    (!names.is_empty()).then(|| format!("the audit is not of {}", names.join(", ")))
}

fn why<T>(part: &Part<T>) -> Option<&str> {
    match part {
        Part::Found(_) => None,
        Part::NotAsked(why) => Some(why),
    }
}

fn files(files: &[FileResult]) -> Markup {
    html! {
        details {
            summary { (files.len()) " models, tables and hardware files were read" }
            ul { @for file in files {
                li { (file.kind) " " (file.path) @if file.corrected > 0 { ", " (file.corrected) " flaws corrected" } }
            } }
        }
    }
}
