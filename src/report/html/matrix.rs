//! Verdicts as matrices: tests by models, and tests by targets.

use super::Rest;
use crate::report::checked::{TestResult, verdict};
use crate::report::results::Status;
use crate::verdict::{ConditionVerdict, RefinementVerdict};
use itertools::Itertools;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// What the matrices say of a test.
#[derive(Debug)]
pub(super) struct Row {
    /// The id of the test's section.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The path of its file.
    pub path: String,
    /// Whether its verdicts are as it expects.
    pub status: Status,
    /// What each model says that was asked.
    pub models: Vec<(String, String)>,
    /// What was found on targets.
    pub targets: OnTargets,
    /// What is not decided beside its verdicts, in words; empty where all is.
    pub open: Vec<String>,
}

/// What was found of a test on targets.
#[derive(Debug)]
pub(super) enum OnTargets {
    /// Its machine code against its source, in the order of targets.
    Refined(Vec<RefinementVerdict>),
    /// It is machine code: what it expects of hardware, and what was found.
    Own(String),
    /// Nothing, for this reason.
    NotAsked(String),
}

/// What is said of a cell that nobody has asked about.
const NOT_ASKED: &str = "not asked";

/// By model, what is said of a test.
pub(super) fn by_model(result: &TestResult) -> Vec<(String, String)> {
    result.models.iter().map(|model| (model.model.clone(), verdict(model))).collect()
}

/// Statuses in the order in which they matter.
pub(super) const STATUSES: [Status; 4] = [Status::Differs, Status::Unknown, Status::Unchecked, Status::Ok];

/// Whether verdicts are as expected, in words.
pub(super) fn status(status: Status) -> &'static str {
    match status {
        Status::Ok => "as expected",
        Status::Differs => "not as expected",
        Status::Unknown => "not decided",
        Status::Unchecked => "nothing expected",
    }
}

/// The classes by which verdicts have their colours.
const CLASSES: [(&str, &str); 13] = [
    ("allowed", "al"),
    ("terminates", "al"),
    ("forbidden", "fo"),
    ("racy", "ra"),
    ("hangs", "ha"),
    ("sound", "so"),
    ("needed", "so"),
    ("unsound", "us"),
    ("no code", "nc"),
    ("unknown", "un"),
    (NOT_ASKED, "na"),
    ("not judged", "na"),
    ("not shown needed", "na"),
];

/// The class by which a verdict has its colour; what is none has none, such as several verdicts in one cell.
pub(super) fn class(word: &str) -> &'static str {
    CLASSES.iter().find(|(verdict, _)| *verdict == word).map_or("", |(_, class)| class)
}

/// Tests by models. Models that few tests ask share the last column.
pub(super) fn models(rows: &[&Row]) -> Markup {
    let columns = model_columns(rows);
    let others = rows.iter().flat_map(|row| &row.models).any(|(model, _)| !columns.contains(&model.as_str()));
    let words = ConditionVerdict::ALL.iter().map(|verdict| verdict.as_str());
    let words = STATUSES.into_iter().map(status).chain(words);
    html! {
        section id="models" tabindex="-1" aria-labelledby="models-h" {
            h2 id="models-h" { "Tests by models" }
            p { "What each model says of a test's conditions, in their order; " (NOT_ASKED) " where neither the test nor the run names the model." }
            (filters("m", words, &columns))
            div.wide role="region" aria-label="Table of tests by models" tabindex="0" {
                table id="m" {
                    thead { tr {
                        th scope="col" { "Test" }
                        th scope="col" { "Verdicts are" }
                        @for model in &columns { th scope="col" { (model) } }
                        @if others { th scope="col" { "Other models" } }
                    } }
                    tbody { @for row in rows { (model_row(row, &columns, others)) } }
                }
            }
        }
    }
}

/// The models that at least a tenth of the tests ask, or all where there are few, in the order in which tests name them.
fn model_columns<'r>(rows: &[&'r Row]) -> Vec<&'r str> {
    const FEW: usize = 6;
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    let named = || rows.iter().flat_map(|row| &row.models).map(|(model, _)| model.as_str());
    named().for_each(|model| *uses.entry(model).or_default() += 1);
    let is_few = uses.len() <= FEW;
    let is_column = |model: &&str| is_few || uses.get(model).is_some_and(|uses| uses * 10 >= rows.len());
    named().unique().filter(is_column).collect()
}

fn model_row(row: &Row, columns: &[&str], others: bool) -> Markup {
    let said = |column: &&str| row.models.iter().find(|(model, _)| model == column).map_or(NOT_ASKED, |(_, said)| said);
    let said: Vec<&str> = columns.iter().map(said).collect();
    let other = row.models.iter().filter(|(model, _)| !columns.contains(&model.as_str()));
    let other = other.map(|(model, said)| format!("{model}: {said}")).join("; ");
    html! {
        tr {
            (head(row))
            td { (status(row.status)) }
            (cells(&said))
            @if others { td { (other) } }
        }
    }
}

/// The head of a row, with the way to the test.
fn head(row: &Row) -> Markup {
    html! { th scope="row" { a href={ "#" (row.id) } { (row.name) } } }
}

/// Cells, neighbours that say the same as one.
fn cells(said: &[&str]) -> Markup {
    html! {
        @for (word, count) in said.iter().dedup_with_count().map(|(count, word)| (word, count)) {
            td.(class(word)) colspan=[(count > 1).then_some(count)] { (word) }
        }
    }
}

/// Tests by targets.
pub(super) fn targets(rest: &Rest, rows: &[&Row]) -> Markup {
    let words = RefinementVerdict::ALL.iter().map(|verdict| verdict.as_str());
    let columns: Vec<&str> = rest.targets.iter().map(String::as_str).collect();
    html! {
        section id="targets" tabindex="-1" aria-labelledby="targets-h" {
            h2 id="targets-h" { "Tests by targets" }
            p { "Whether the code of " (rest.table) " ends, on each target's hardware, only as the source may. Tests of machine code have no source: "
                "what they expect of hardware stands there instead." }
            (filters("n", words, &columns))
            div.wide role="region" aria-label="Table of tests by targets" tabindex="0" {
                table id="n" {
                    thead { tr {
                        th scope="col" { "Test" }
                        @for target in &columns { th scope="col" { (target) } }
                    } }
                    tbody { @for row in rows { (target_row(row, columns.len())) } }
                }
            }
        }
    }
}

fn target_row(row: &Row, columns: usize) -> Markup {
    let whole = |text: &str, class: &'static str| html! { td.(class) colspan=(columns.max(1)) { (text) } };
    html! {
        tr {
            (head(row))
            @match &row.targets {
                OnTargets::Refined(verdicts) => (cells(&verdicts.iter().map(|verdict| verdict.as_str()).collect::<Vec<_>>())),
                OnTargets::Own(text) => (whole(text, "")),
                OnTargets::NotAsked(why) => (whole(&format!("{NOT_ASKED}: {why}"), "na")),
            }
        }
    }
}

/// Fields that leave out rows of a table, for a script; without one they are not shown.
fn filters<'w>(table: &str, words: impl Iterator<Item = &'w str>, columns: &[&str]) -> Markup {
    html! {
        form.filters data-table=(table) hidden role="search" aria-label="Filter tests" {
            label { "Name has " input type="search" name="name"; }
            label { "Verdict " select name="verdict" {
                option value="" { "any" }
                @for word in words { option { (word) } }
                option { (NOT_ASKED) }
            } }
            label { "of " select name="column" {
                option value="" { "any column" }
                @for column in columns { option { (column) } }
            } }
            output role="status" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::judged::RowVerdict;

    #[test]
    fn every_verdict_has_its_colour() {
        let of_conditions = ConditionVerdict::ALL.iter().map(|verdict| verdict.as_str());
        let of_code = RefinementVerdict::ALL.iter().map(|verdict| verdict.as_str());
        let of_rows = RowVerdict::ALL.iter().map(|verdict| verdict.as_str());
        let without: Vec<&str> =
            of_conditions.chain(of_code).chain(of_rows).filter(|word| class(word).is_empty()).collect();
        assert_eq!(without, [""; 0]);
        assert_eq!(class("allowed, forbidden"), "");
    }
}
