//! The section of a test: its text, its verdicts, its final states, its races and what explains them, and its machine code.

mod code;
mod states;

use super::book::Section;
use super::matrix::{OnTargets, Row, by_model, class, status};
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
    Section {
        row: Row {
            name: check.name.clone(),
            path: check.path.clone(),
            status: check.status,
            models: by_model(check),
            targets: on_targets(page),
            id,
        },
        before: before.into_string(),
        picture: match &page.picture {
            Part::Found(found) => Part::Found(picture(&check.name, found)),
            Part::NotAsked(why) => Part::NotAsked(why.clone()),
        },
        after: after.into_string(),
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

/// What models, hardware and refinement say, and what was expected.
fn verdicts(check: &TestResult) -> Markup {
    let of_model = |model: &ModelResult| model.conditions.len();
    let conditions = check.models.iter().map(of_model).max().unwrap_or(0);
    html! {
        h3 { "Verdicts" }
        ul {
            @for at in 0..conditions { (condition(check, at)) }
            @for of in &check.refinements {
                (expectation(&name_of_refinement(of), &of.verdict, (of.status, of.expected.as_str(), &of.undecided), &why_refinement(check, of)))
            }
            @for of in &check.hardware {
                (expectation(&format!("hardware {}", of.targets), &of.verdict, (of.status, of.expected.as_str(), &of.undecided), &why_hardware(of)))
            }
            @if conditions == 0 && check.refinements.is_empty() && check.hardware.is_empty() { li.na { "no condition was asked" } }
        }
    }
}

/// A condition: each verdict with the models that have it, and what shows one that is not as expected.
fn condition(check: &TestResult, at: usize) -> Markup {
    let found = check.models.iter().filter_map(|model| Some((model, model.conditions.get(at)?)));
    let key = |(_, of): &(&ModelResult, &ConditionResult)| (of.verdict, of.expected, of.undecided.reason.clone());
    let groups = found.clone().into_group_map_by(key).into_iter().sorted_by(|(a, _), (b, _)| a.cmp(b));
    let text = found.clone().next().map_or("", |(_, of)| &of.condition);
    let wrong = found.filter(|(_, of)| matches!(of.status, Status::Differs | Status::Unknown));
    html! {
        li {
            code { (text) }
            @for ((verdict, expected, reason), of) in groups {
                "; " span.(class(verdict.as_str())) { (verdict) } " under " (of.iter().map(|(model, _)| &model.model).join(" "))
                @match expected {
                    Some(expected) if expected != verdict => { ", expected " span.us { (expected) } },
                    Some(_) => "",
                    None => ", nothing expected",
                }
                @if let Some(reason) = reason { ": " (reason) }
            }
            @for (model, of) in wrong { (why(&why_condition(model, of))) }
        }
    }
}

fn expectation(
    name: &str,
    verdict: &str,
    (of, expected, undecided): (Status, &str, &Undecided),
    shown: &str,
) -> Markup {
    html! {
        li {
            code { "expect " (name) } "; " span.(class(verdict)) { (verdict) }
            @if of != Status::Ok { ", expected " span.us { (expected) } }
            @if let Some(reason) = &undecided.reason { ": " (reason) }
            (why(shown))
        }
    }
}

/// What shows a verdict, if anything does.
fn why(text: &str) -> Markup {
    html! { @if !text.is_empty() { details { summary { "what shows it" } pre { (text) } } } }
}

fn picture(name: &str, picture: &Picture) -> String {
    let label = format!("An execution of {name}: {}", picture.caption.join("; "));
    let drawn = PreEscaped(embedded::svg(&picture.drawing, &label));
    html! { figure { figcaption { (picture.caption.iter().join("; ")) } (drawn) } }.into_string()
}
