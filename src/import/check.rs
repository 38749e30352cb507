//! Flaws that show only when a whole row or table is read.

use super::flaw::{Flaw, row_name};
use super::reader::matches;
use crate::llvm::{AddressSpace, Ordering, ScopeLevel};
use crate::syntax::table::ast::{Case, Code, Column, Op, Operand, Placement, Point, Row, Rule, Step, Table};
use crate::targets;
use std::collections::BTreeMap;

/// The flaws of a table that no single sentence shows: rules without an instruction to be about, operations without a row or with
/// two, and fences that wait for nothing.
pub fn flaws(table: &Table) -> Vec<Flaw> {
    let mut flaws: Vec<Flaw> = table.rows.iter().flat_map(row_flaws).collect();
    flaws.extend(coverage_flaws(table));
    flaws.extend(table.rows.iter().filter_map(|row| idle_fence(row, &table.family)));
    flaws
}

fn row_flaws(row: &Row) -> Vec<Flaw> {
    let flaw = |line, message| Flaw { line, place: row_name(row), message };
    let mut flaws = Vec::new();
    for case in &row.cases {
        for (at, step) in case.steps.iter().enumerate() {
            for placement in &step.placement {
                let unmet = points(placement).iter().filter_map(|point| unmet_rule(row, case, at, placement, point));
                flaws.extend(unmet.map(|message| flaw(placement.line, format!("step {}: {message}", step.number))));
            }
        }
    }
    flaws
}

fn points(placement: &Placement) -> &[Point] {
    match &placement.rule {
        Rule::Apart => &[],
        Rule::Before(points) | Rule::After(points) => points,
    }
}

/// Why the rest of the row does not have what a point of a placement rule names; the rule is of the step at index `at`.
fn unmet_rule(row: &Row, case: &Case, at: usize, placement: &Placement, point: &Point) -> Option<String> {
    let before = matches!(placement.rule, Rule::Before(_));
    match point {
        Point::Instr { names, optional } => {
            let others = if before { &case.steps[at + 1..] } else { &case.steps[..at] };
            let referring = others.iter().flat_map(|step| &step.code).any(|code| matches!(code, Code::Same(_)));
            let missing = names.iter().find(|name| !others.iter().any(|step| names_instr(step, name)));
            let side = if before { "follows" } else { "precedes" };
            (!optional && !referring).then(|| missing.map(|name| format!("no `{name}` {side} in the row"))).flatten()
        }
        Point::Access(name) => {
            let right = match row.op {
                Op::Store | Op::StoreAtomic => "store",
                Op::Atomicrmw => "atomicrmw",
                Op::Load | Op::LoadAtomic | Op::Fence => "",
            };
            (name != right && name != "atomic").then(|| format!("the operation is called a {name}"))
        }
        Point::Events(_) => None,
    }
}

fn names_instr(step: &Step, pattern: &str) -> bool {
    step.code.iter().any(|code| matches!(code, Code::Instr(instr) if matches(pattern, &instr.name)))
}

/// The orderings that LLVM allows on an operation.
fn orderings(op: Op) -> &'static [Ordering] {
    use Ordering::*;
    match op {
        Op::Load | Op::Store => &[],
        Op::LoadAtomic => &[Unordered, Monotonic, Acquire, SeqCst],
        Op::StoreAtomic => &[Unordered, Monotonic, Release, SeqCst],
        Op::Atomicrmw => &[Monotonic, Acquire, Release, AcqRel, SeqCst],
        Op::Fence => &[Acquire, Release, AcqRel, SeqCst],
    }
}

/// Operations without a row, and those with two.
fn coverage_flaws(table: &Table) -> Vec<Flaw> {
    let clusters =
        table.rows.iter().any(|row| matches!(&row.scopes, Column::Of(levels) if levels.contains(&ScopeLevel::Cluster)));
    let mut found: BTreeMap<(Op, Ordering, usize), Vec<String>> = BTreeMap::new();
    for &op in Op::ALL {
        for &ordering in orderings(op) {
            for &level in ScopeLevel::ALL.iter().filter(|&&level| clusters || level != ScopeLevel::Cluster) {
                for space in spaces(op, level) {
                    let rows =
                        table.rows.iter().filter(|row| row.is_for(op, Some(ordering), Some(level), space)).count();
                    if rows != 1 {
                        let space = space.map_or(String::new(), |space| format!(" {space}"));
                        found.entry((op, ordering, rows)).or_default().push(format!("{level}{space}"));
                    }
                }
            }
        }
    }
    let flaw = |((op, ordering, rows), places): (_, Vec<String>)| {
        let rows = if rows == 0 { "no row".to_string() } else { format!("{rows} rows") };
        let message = format!("{rows} for {op} {ordering}: {}", places.join(", "));
        Flaw { line: table.line, place: format!("table {}", table.family), message }
    };
    found.into_iter().map(flaw).collect()
}

/// The spaces of an operation of a scope; in LDS no scope is wider than workgroup.
fn spaces(op: Op, level: ScopeLevel) -> Vec<Option<AddressSpace>> {
    if op == Op::Fence {
        return vec![None];
    }
    let spaces = [AddressSpace::Global, AddressSpace::Local, AddressSpace::Generic];
    spaces
        .into_iter()
        .filter(|&space| level <= ScopeLevel::Workgroup || space != AddressSpace::Local)
        .map(Some)
        .collect()
}

/// A fence that waits for something, but for nothing when OpenCL names local memory.
fn idle_fence(row: &Row, family: &str) -> Option<Flaw> {
    let is_wait = |name: &String| targets::targets_of_family(family).any(|target| target.waits.contains(name));
    let waits = |opencl: bool, space: &str| {
        let instrs = row.cases.iter().flat_map(|case| &case.steps).flat_map(|step| &step.code);
        let true_of = |word: &str| (word == "opencl" && opencl) || word == space;
        instrs.into_iter().any(|code| match code {
            Code::Instr(instr) => {
                let given = |operand: &Operand| operand.when.holds(true_of);
                is_wait(&instr.name) && instr.when.holds(true_of) && instr.operands.iter().any(given)
            }
            Code::Same(_) => false,
        })
    };
    let idle = row.op == Op::Fence && waits(false, "as(generic)") && !waits(true, "as(local)");
    let message = "together the conditions leave no wait for an OpenCL fence of local memory".to_string();
    idle.then(|| Flaw { line: row.line, place: row_name(row), message })
}
