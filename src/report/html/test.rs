//! The section of a test: its text, its verdicts, its final states, its races and what explains them, and its machine code.

mod code;
mod states;

use super::book::Section;
use super::matrix::{OnTargets, Row, by_model, class, status};
use super::slim::slim;
use super::{Part, Picture, TestPage};
use crate::report::checked::{
    ConditionResult, ModelResult, TestResult, name_of_refinement, why_condition, why_hardware, why_refinement,
};
use crate::report::results::{Status, Undecided};
use crate::report::svg::embedded;
use crate::report::text::ASSUMES_TERMINATION;
use itertools::Itertools;
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// The ids of operations by the lines of a test that are these.
pub(super) type Links = BTreeMap<usize, String>;

/// A test; lines of its text lead to the code of their operations.
pub(super) fn section(id: String, page: &TestPage, links: &Links) -> Section {
    let TestPage { check, .. } = page;
    let before = html! {
        h2 { (check.name) }
        p.q { (check.path) ": " (status(check.status)) }
        @if let Some(reason) = &check.undecided.reason { p.un { "Not decided: " (reason) } }
        @if check.assumes_termination { p.un { (ASSUMES_TERMINATION) } }
        (source(&page.source, links))
        (verdicts(check))
        (states::states(&page.outcomes))
    };
    let after = html! { (code::code(&page.refinement)) };
    let drawn = |found: &Picture| slim(&picture(&what_it_shows(&check.name, found), found));
    Section {
        row: Row {
            name: check.name.clone(),
            path: check.path.clone(),
            status: check.status,
            models: by_model(check),
            targets: on_targets(page),
            open: page.open(),
            id,
        },
        before: before.into_string(),
        picture: match &page.picture {
            Part::Found(found) => Part::Found(drawn(found)),
            Part::NotAsked(why) => Part::NotAsked(why.clone()),
        },
        after: after.into_string(),
        counterexamples: code::counterexamples(page),
    }
}

fn on_targets(page: &TestPage) -> OnTargets {
    let hardware =
        || page.check.hardware.iter().map(|check| format!("{}: {}", check.targets, check.verdict)).join("; ");
    match &page.refinement {
        Part::Found(found) => OnTargets::Refined(found.cells.iter().map(|cell| cell.verdict).collect()),
        Part::NotAsked(_) if !page.check.hardware.is_empty() => OnTargets::Own(hardware()),
        Part::NotAsked(why) => OnTargets::NotAsked(why.clone()),
    }
}

/// The text of the test with the numbers of its lines; operations lead to their code.
fn source(text: &str, links: &Links) -> Markup {
    let numbers = (1..=text.lines().count()).join("\n");
    html! {
        div.s {
            pre aria-hidden="true" { (numbers) }
            pre {
                @for (at, line) in text.lines().enumerate() {
                    @if at > 0 { "\n" }
                    @match links.get(&(at + 1)) {
                        Some(id) => {
                            (line.split_at(line.len() - line.trim_start().len()).0)
                            a href={ "#" (id) } { (line.trim_start()) }
                        },
                        None => (line),
                    }
                }
            }
        }
    }
}

/// What models, hardware and refinement say where it is not what the text says, and what shows it.
fn verdicts(check: &TestResult) -> Markup {
    let conditions = check.models.iter().map(|model| model.conditions.len()).max().unwrap_or(0);
    let said = html! {
        @for at in 0..conditions { (condition(check, at)) }
        @for of in &check.refinements {
            (expectation(&name_of_refinement(of), &of.verdict, (of.status, of.expected.as_str(), &of.undecided), &why_refinement(check, of)))
        }
        @for of in &check.hardware {
            (expectation(&format!("hardware {}", of.targets), &of.verdict, (of.status, of.expected.as_str(), &of.undecided), &why_hardware(of)))
        }
    };
    let said = said.into_string();
    html! {
        h3 { "Verdicts" }
        p.q {
            @match check.status {
                Status::Ok => "All that the text expects is so.",
                Status::Unchecked => "The text expects nothing of what was asked.",
                Status::Differs | Status::Unknown => "Those that are not as the text expects:",
            }
        }
        @if !said.is_empty() { ul { (PreEscaped(said)) } }
    }
}

/// A condition where it is not as expected, or nothing is: each verdict with the models that have it, and what shows it.
fn condition(check: &TestResult, at: usize) -> Markup {
    let found = check.models.iter().filter_map(|model| Some((model, model.conditions.get(at)?)));
    let shown: Vec<_> = found.filter(|(_, of)| of.status != Status::Ok).collect();
    let key = |(_, of): &(&ModelResult, &ConditionResult)| (of.verdict, of.expected, of.undecided.reason.clone());
    let groups = shown.iter().copied().into_group_map_by(key).into_iter().sorted_by(|(a, _), (b, _)| a.cmp(b));
    html! {
        @if let Some((_, first)) = shown.first() {
            li {
                code { (first.condition) }
                @for ((verdict, expected, reason), of) in groups {
                    "; " span.(class(verdict.as_str())) { (verdict) } " under " (of.iter().map(|(model, _)| &model.model).join(" "))
                    @match expected {
                        Some(expected) => { ", expected " span.us { (expected) } },
                        None => ", nothing expected",
                    }
                    @if let Some(reason) = reason { ": " (reason) }
                }
                @for (model, of) in &shown {
                    @if of.status != Status::Unchecked { (why(&why_condition(model, of))) }
                }
            }
        }
    }
}

/// An expectation that is not met, or one that something shows.
fn expectation(
    name: &str,
    verdict: &str,
    (of, expected, undecided): (Status, &str, &Undecided),
    shown: &str,
) -> Markup {
    html! {
        @if of != Status::Ok || !shown.is_empty() {
            li {
                code { "expect " (name) } "; " span.(class(verdict)) { (verdict) }
                @if of != Status::Ok { ", expected " span.us { (expected) } }
                @if let Some(reason) = &undecided.reason { ": " (reason) }
                (why(shown))
            }
        }
    }
}

/// What shows a verdict, if anything does.
fn why(text: &str) -> Markup {
    html! { @if !text.is_empty() { details { summary { "what shows it" } pre { (text) } } } }
}

/// The title of a picture of an execution: of which test, and the verdict that it shows.
fn what_it_shows(name: &str, picture: &Picture) -> String {
    let verdict = picture.caption.first().map(|verdict| format!(", {verdict}"));
    format!("An execution of {name}{}", verdict.unwrap_or_default())
}

/// A picture with its title, and above it what it shows.
fn picture(title: &str, picture: &Picture) -> String {
    let drawn = PreEscaped(embedded::svg(&picture.drawing, title));
    html! { figure { figcaption { (picture.caption.iter().join("; ")) } (drawn) } }.into_string()
}
