//! What programs say of rows, instructions and conditions.

use crate::report::html::{RowJudged, ids, matrix};
use crate::report::judged::{
    BarrierReport, CellReport, ConditionCell, ConditionReport, InstrReport, PlaceReport, RowVerdict, as_known, but_not,
    places_text, reasons,
};
use crate::verdict::BARRIER;
use itertools::Itertools;
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The way to a program.
fn program(number: usize) -> Markup {
    html! { a href={ "#" (ids::program(number)) } { "program " (number) } }
}

/// That something is accepted, and why.
pub(super) fn known(known: Option<&String>) -> String {
    as_known(&known.cloned())
}

/// What is said of the target's barrier, which is of no row.
pub(super) fn barrier(barrier: &BarrierReport) -> Markup {
    let BarrierReport { place, program: number, known, rests_on } = barrier;
    html! {
        (BARRIER) ": " span.us { "unsound" } ", " (program(*number)) (but_not(rests_on)) (as_known(known))
        " [" (places_text(std::slice::from_ref(place))) "]"
    }
}

/// Places in words: all that the table is for are not listed, and neither are modes where each of a target is meant.
fn places<'p>(places: impl IntoIterator<Item = &'p PlaceReport>, all: &[PlaceReport]) -> String {
    let places: BTreeSet<&PlaceReport> = places.into_iter().collect();
    if !all.is_empty() && all.iter().all(|place| places.contains(place)) {
        return "everywhere".into();
    }
    let target = |place: &PlaceReport| place.target.split(',').next().unwrap_or_default().to_string();
    let is_whole = |place: &PlaceReport| {
        let mut alike = all.iter().filter(|other| other.language == place.language && target(other) == target(place));
        alike.all(|other| places.contains(other)) && all.contains(place)
    };
    let named = |place: &&PlaceReport| match is_whole(place) {
        true => PlaceReport { target: target(place), language: place.language },
        false => (*place).clone(),
    };
    let named: BTreeSet<PlaceReport> = places.iter().map(named).collect();
    places_text(&Vec::from_iter(named))
}

fn place(cell: &CellReport) -> PlaceReport {
    PlaceReport { target: cell.target.clone(), language: cell.language }
}

/// The places of which no cell is.
fn without_cell<'p, 'c>(
    cells: impl IntoIterator<Item = &'c CellReport>,
    all: &'p [PlaceReport],
) -> Vec<&'p PlaceReport> {
    let judged: BTreeSet<PlaceReport> = cells.into_iter().map(place).collect();
    all.iter().filter(|place| !judged.contains(place)).collect()
}

/// The verdicts of a row, each with the targets and languages that have it.
pub(super) fn verdicts(RowJudged { cells, places: all, .. }: &RowJudged) -> Markup {
    let key = |cell: &&CellReport| (cell.verdict, cell.program, reasons(cell));
    let groups = cells.iter().into_group_map_by(key).into_iter().sorted_by(|(a, _), (b, _)| a.cmp(b));
    let not_asked = without_cell(cells, all);
    html! {
        ul {
            @for ((verdict, number, reasons), of) in groups {
                li {
                    span.(matrix::class(verdict.as_str())) { (verdict) }
                    @if let Some(number) = number { ", " (program(number)) }
                    (reasons)
                    @if verdict == RowVerdict::Unsound { ", " (of.iter().map(|cell| cell.broken).sum::<usize>()) " programs break" }
                    " [" (places(&of.iter().map(|cell| place(cell)).collect::<Vec<_>>(), all)) "]"
                }
            }
            @if cells.is_empty() {
                li.na { "not judged for any target" }
            } @else if !not_asked.is_empty() {
                li.na { "not asked [" (places(not_asked, all)) "]" }
            }
        }
    }
}

/// Where rows are not judged at all, of the places that their table is for; `None` where there is none.
pub(super) fn not_asked<'r>(rows: impl Iterator<Item = &'r RowJudged>) -> Option<String> {
    let rows: Vec<&RowJudged> = rows.collect();
    let all = &rows.first()?.places;
    let not_asked = without_cell(rows.iter().flat_map(|row| &row.cells), all);
    (!not_asked.is_empty()).then(|| places(not_asked, all))
}

/// The verdict on a row for all targets and languages together: the first of these that it has for any.
pub(super) fn together(row: &RowJudged) -> RowVerdict {
    let order =
        [RowVerdict::Unsound, RowVerdict::Unknown, RowVerdict::Sound, RowVerdict::NotJudged, RowVerdict::NoCode];
    let has = |verdict: &RowVerdict| row.cells.iter().any(|cell| cell.verdict == *verdict);
    order.into_iter().find(has).unwrap_or(RowVerdict::NotJudged)
}

/// The instructions of a row, and whether they are needed.
pub(super) fn instructions(row: &RowJudged) -> Markup {
    let all = &row.places;
    html! {
        @if !row.instructions.is_empty() {
            table {
                thead { tr { th scope="col" { "Line" } th scope="col" { "Instruction" } th scope="col" { "Needed" } th scope="col" { "Not shown needed" } } }
                tbody { @for instr in &row.instructions {
                    tr {
                        td { (instr.line) }
                        th scope="row" { (instr.change.text(&instr.instr)) }
                        td { (needed(instr, all)) }
                        td.na { (places(&instr.not_shown_needed, all)) }
                    }
                } }
            }
        }
    }
}

/// The programs that need an instruction, with where they do.
fn needed(instr: &InstrReport, all: &[PlaceReport]) -> Markup {
    let groups = instr.needed.iter().into_group_map_by(|need| need.program).into_iter();
    html! {
        @for (number, of) in groups.sorted_by_key(|(number, _)| *number) {
            div { (program(number)) " [" (places(of.iter().map(|need| &need.place), all)) "]" }
        }
    }
}

/// Conditions, and what it does to negate them.
pub(super) fn conditions(conditions: &[ConditionReport], all: &[PlaceReport]) -> Markup {
    html! {
        @if !conditions.is_empty() {
            table {
                thead { tr { th scope="col" { "Line" } th scope="col" { "Condition" } th scope="col" { "Where it is emitted" } th scope="col" { "Where it is omitted" } } }
                tbody { @for condition in conditions {
                    tr {
                        td { (condition.line) }
                        th scope="row" {
                            (condition.text())
                            @if condition.makes_no_difference { ": makes no difference" }
                        }
                        td { (side(&condition.emitted, all)) }
                        td { (side(&condition.omitted, all)) }
                    }
                } }
            }
        }
    }
}

/// What is said of one side of a condition.
fn side(cells: &[ConditionCell], all: &[PlaceReport]) -> Markup {
    let key = |cell: &&ConditionCell| (cell.verdict, cell.program, cell.reason.clone());
    let groups = cells.iter().into_group_map_by(key).into_iter().sorted_by(|(a, _), (b, _)| a.cmp(b));
    html! {
        @for ((verdict, number, reason), of) in groups {
            div {
                (verdict)
                @if let Some(number) = number { ", " (program(number)) }
                @if let Some(reason) = reason { ", " (reason) }
                " [" (places(of.iter().map(|cell| &cell.place), all)) "]"
            }
        }
    }
}
