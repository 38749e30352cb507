//! The tables themselves: each row with its verdict, each instruction with the program that needs it, and these programs.

mod judged;

use super::ids::{self, Ids};
use super::{Part, Programs, Rest, RowJudged, RowPage, TableJudged, TablePage};
use crate::report::judged::RowVerdict;
use itertools::Itertools;
use maud::{Markup, html};

/// Every table, and the programs by which they are judged.
pub(super) fn tables(rest: &Rest, ids: &mut Ids) -> Markup {
    html! {
        section id="tables" tabindex="-1" aria-labelledby="tables-h" {
            h2 id="tables-h" { "Tables of " (rest.table) }
            @if let Part::NotAsked(why) = &rest.programs { p.na { "Whether rows are sound and instructions needed was not asked: " (why) } }
            ul { @for table in &rest.tables {
                li { a href={ "#" (ids::table(&table.family)) } { (table.family) } ", " (table.rows.len()) " rows of " (table.document) }
            } }
        }
        @for page in &rest.tables { (table(page, ids)) }
        (programs(&rest.programs, ids))
    }
}

/// The rows of a table of which an audit says something.
fn judged_rows(page: &TablePage) -> impl Iterator<Item = &RowJudged> {
    page.rows.iter().filter_map(|row| row.judged.found())
}

/// What an audit says nothing of, in words: a table, some of its places, or which of its instructions are needed.
pub(super) fn not_audited(page: &TablePage) -> Vec<String> {
    let name = format!("{}:{}", page.release, page.family);
    let Some(judged) = page.judged.found() else { return vec![name] };
    let places = judged::not_asked(judged_rows(page)).map(|places| format!("{name} [{places}]"));
    let needed = (!judged.is_audited).then(|| format!("which instructions of {name} are needed"));
    places.into_iter().chain(needed).collect()
}

/// How many rows of tables an audit has found unsound anywhere, unknown, else sound, and so on.
pub(super) fn counts(tables: &[TablePage]) -> Vec<(RowVerdict, usize)> {
    let verdicts = tables.iter().flat_map(judged_rows).map(judged::together).counts();
    verdicts.into_iter().sorted_unstable().collect()
}

fn table(page: &TablePage, ids: &mut Ids) -> Markup {
    let id = ids.fresh(&ids::table(&page.family));
    html! {
        section id=(id) tabindex="-1" aria-label={ "Table " (page.family) } {
            h2 { (page.release) ":" (page.family) }
            p.q { "Lines are those of " (page.document) "." }
            @match &page.judged {
                Part::NotAsked(why) => p.na { "Not asked: " (why) },
                Part::Found(judged) => (beside_rows(judged)),
            }
            @for of in &page.rows { (row(page, of, ids)) }
        }
    }
}

/// What is said of a table beside its rows.
fn beside_rows(judged: &TableJudged) -> Markup {
    let TableJudged { without_row, barriers, conditions, is_audited } = judged;
    html! {
        @if !is_audited { p.na { "Which instructions are needed was not asked: litmus table audit asks it." } }
        @if !without_row.is_empty() || !barriers.is_empty() {
            ul {
                @for missing in without_row { li { "no row for " (missing.operation) (judged::known(missing.known.as_ref())) } }
                @for barrier in barriers { li { (judged::barrier(barrier)) } }
            }
        }
        @if !conditions.is_empty() {
            h3 { "The table of scopes" }
            (judged::conditions(conditions, &[]))
        }
    }
}

fn row(page: &TablePage, of: &RowPage, ids: &mut Ids) -> Markup {
    let id = ids.fresh(&ids::row(&page.family, of.line));
    html! {
        section id=(id) tabindex="-1" {
            h3 { (of.head) }
            p.q { "line " (of.line) " of " (page.document) }
            pre { code { (of.text) } }
            @match &of.judged {
                // The table has said so.
                Part::NotAsked(why) => @if page.judged.found().is_some() { p.na { "Not asked: " (why) } },
                Part::Found(found) => {
                    (judged::verdicts(found))
                    (judged::instructions(found))
                    (judged::conditions(&found.conditions, &found.places))
                }
            }
        }
    }
}

/// The programs, each closed until it is wanted.
fn programs(programs: &Part<Programs>, ids: &mut Ids) -> Markup {
    html! {
        section id="programs" tabindex="-1" aria-labelledby="programs-h" {
            h2 id="programs-h" { "Programs that judge tables" }
            @match programs {
                Part::NotAsked(why) => p.na { "Not asked: " (why) },
                Part::Found(Programs { space, texts }) => {
                    @for line in space { p { (line) } }
                    @for (number, text) in texts.iter().enumerate() {
                        div id=(ids.fresh(&ids::program(number))) tabindex="-1" {
                            h3 { "Program " (number) }
                            pre { (text) }
                        }
                    }
                }
            }
        }
    }
}
