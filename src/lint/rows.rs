//! Flaws of the rows together: operations without a row or with two, and references that go nowhere.

use super::{At, Flaw, row_flaw, steps};
use crate::llvm::{AddressSpace, Ordering, ScopeLevel};
use crate::syntax::table::ast::{Code, Column, Op, Reference, Row, Table};
use crate::syntax::table::places::Within;
use itertools::Itertools;
use std::collections::BTreeMap;

/// The orderings that LLVM allows on an operation; those that are not atomic have none.
fn orderings(op: Op) -> Vec<Option<Ordering>> {
    use Ordering::*;
    let atomic: &[Ordering] = match op {
        Op::Load | Op::Store => return vec![None],
        Op::LoadAtomic => &[Unordered, Monotonic, Acquire, SeqCst],
        Op::StoreAtomic => &[Unordered, Monotonic, Release, SeqCst],
        Op::Atomicrmw => &[Monotonic, Acquire, Release, AcqRel, SeqCst],
        Op::Fence => &[Acquire, Release, AcqRel, SeqCst],
    };
    atomic.iter().copied().map(Some).collect()
}

/// What rows tell operations of one kind and ordering apart by: the sync scope and the address space.
type Place = (Option<ScopeLevel>, Option<AddressSpace>);

/// The places of operations of a kind in a table; in LDS no scope of an atomic is wider than workgroup.
fn places(table: &Table, op: Op) -> Vec<Place> {
    let names_clusters = |row: &Row| matches!(&row.scopes, Column::Of(levels) if levels.contains(&ScopeLevel::Cluster));
    let clusters = table.rows.iter().any(names_clusters);
    let spaces = match op {
        Op::Fence => vec![None],
        Op::Load | Op::Store | Op::LoadAtomic | Op::StoreAtomic | Op::Atomicrmw => {
            [AddressSpace::Global, AddressSpace::Local, AddressSpace::Generic].map(Some).to_vec()
        }
    };
    let levels = match op {
        Op::Load | Op::Store => vec![None],
        Op::LoadAtomic | Op::StoreAtomic | Op::Atomicrmw | Op::Fence => {
            let levels = ScopeLevel::ALL.iter().copied().filter(|&level| clusters || level != ScopeLevel::Cluster);
            levels.map(Some).collect()
        }
    };
    let wide = |(level, space): &Place| {
        level.is_some_and(|level| level > ScopeLevel::Workgroup) && *space == Some(AddressSpace::Local)
    };
    levels.into_iter().cartesian_product(spaces).filter(|place| !wide(place)).collect()
}

/// The words for an operation: `store atomic release`.
fn operation(op: Op, ordering: Option<Ordering>) -> String {
    ordering.map_or(op.to_string(), |ordering| format!("{op} {ordering}"))
}

/// The words for a place: `agent global`.
fn place_text((level, space): Place) -> String {
    let words = level.map(|level| level.to_string()).into_iter().chain(space.map(|space| space.to_string()));
    words.collect::<Vec<_>>().join(" ")
}

/// Operations of a kind and an ordering that have so many rows, and where.
type Covered = BTreeMap<(Op, Option<Ordering>, usize), Vec<Place>>;

/// Operations without a row, and those with two.
fn covered_otherwise(table: &Table) -> Covered {
    let mut found = Covered::new();
    for &op in Op::ALL {
        for (ordering, place) in orderings(op).into_iter().cartesian_product(places(table, op)) {
            let rows = table.rows.iter().filter(|row| row.is_for(op, ordering, place.0, place.1)).count();
            if rows != 1 {
                found.entry((op, ordering, rows)).or_default().push(place);
            }
        }
    }
    found
}

/// The operations in these places, in words.
fn covered_text((op, ordering): (Op, Option<Ordering>), places: &[Place]) -> String {
    format!("{}: {}", operation(op, ordering), places.iter().copied().map(place_text).join(", "))
}

/// The operations that a table has no row for, so that it says nothing of any program with them: `fence acquire: system`.
pub fn without_row(table: &Table) -> Vec<String> {
    let missing = covered_otherwise(table).into_iter().filter(|((.., rows), _)| *rows == 0);
    missing.map(|((op, ordering, _), places)| covered_text((op, ordering), &places)).collect()
}

/// Operations without a row, and those with two, as flaws.
pub fn coverage(table: &Table) -> Vec<Flaw> {
    let flaw = |((op, ordering, rows), places): ((Op, Option<Ordering>, usize), Vec<Place>)| {
        let count = if rows == 0 { "no row".to_string() } else { format!("{rows} rows") };
        let message = format!("{count} for {}", covered_text((op, ordering), &places));
        let is_for_first = |row: &Row| row.is_for(op, ordering, places[0].0, places[0].1);
        // Of several rows the last is shown: it was probably added.
        let shown = table.rows.iter().rposition(is_for_first).map_or(Within::Head, Within::Row);
        let (family, place) = (table.family.clone(), format!("table {}", table.family));
        Flaw { family, line: table.line, place, message, at: At::Table(shown.whole()) }
    };
    covered_otherwise(table).into_iter().map(flaw).collect()
}

/// References to operations that have no row where the referring row is for something.
pub fn references(table: &Table) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for (index, row) in table.rows.iter().enumerate() {
        for (number, (_, step)) in steps(row).enumerate() {
            for reference in step.code.iter().filter_map(referred) {
                let target = operation(reference.op, reference.ordering);
                let part = Within::Step(index, number).word(format!("same {target}"));
                let flaw = |message| row_flaw(table, row, step.line, part.clone(), message);
                let missing = unanswered(table, row, reference);
                if !missing.is_empty() {
                    let places = missing.into_iter().map(place_text).join(", ");
                    flaws.push(flaw(format!("`same {target}` refers to no row for: {places}")));
                }
                if returns_to(table, row, reference) {
                    flaws.push(flaw(format!("`same {target}` leads back to this row, which has no code then")));
                }
            }
        }
    }
    flaws
}

fn referred(code: &Code) -> Option<&Reference> {
    match code {
        Code::Same(reference) => Some(reference),
        Code::Instr(_) => None,
    }
}

/// The places of a row for which a reference of it finds no row.
fn unanswered(table: &Table, row: &Row, reference: &Reference) -> Vec<Place> {
    let of_row =
        places(table, row.op).into_iter().filter(|&(level, space)| row.is_for(row.op, row.ordering, level, space));
    let is_answered = |&(level, space): &Place| {
        // What is not atomic has no scope.
        let level = reference.ordering.and(level);
        table.rows.iter().any(|row| row.is_for(reference.op, reference.ordering, level, space))
    };
    of_row.filter(|place| !is_answered(place)).collect()
}

/// Whether a reference of a row leads back to it.
fn returns_to(table: &Table, row: &Row, reference: &Reference) -> bool {
    let mut to_visit = vec![reference];
    let mut visited: Vec<(Op, Option<Ordering>)> = Vec::new();
    while let Some(next) = to_visit.pop() {
        if (next.op, next.ordering) == (row.op, row.ordering) {
            return true;
        }
        if visited.contains(&(next.op, next.ordering)) {
            continue;
        }
        visited.push((next.op, next.ordering));
        let meant = table.rows.iter().filter(|other| (other.op, other.ordering) == (next.op, next.ordering));
        let same_places = meant.filter(|other| share_places(table, row, other));
        to_visit.extend(same_places.flat_map(steps).flat_map(|(_, step)| &step.code).filter_map(referred));
    }
    false
}

/// Whether two rows are for the same sync scope and address space, as far as both are for one.
fn share_places(table: &Table, one: &Row, other: &Row) -> bool {
    places(table, one.op).into_iter().any(|(level, space)| {
        let of_other = other.ordering.and(level);
        one.is_for(one.op, one.ordering, level, space) && other.is_for(other.op, other.ordering, of_other, space)
    })
}
