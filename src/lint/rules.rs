//! Flaws of the rules about where steps may stand.

use super::{Flaw, every_step, instrs, row_flaw};
use crate::syntax::table::ast::{Case, Code, Op, Placement, Point, Row, Rule, Step, Table};
use crate::syntax::table::places::{Part, Within};

/// Rules that are about nothing, or that name what the row does not have.
pub fn flaws(table: &Table) -> Vec<Flaw> {
    let rules = every_step(table).flat_map(|(row, case, step, within)| {
        step.placement.iter().map(move |placement| (row, case, step, within, placement))
    });
    let flaws = rules.flat_map(|(row, case, step, within, placement)| {
        let at = case.steps.iter().position(|other| std::ptr::eq(other, step)).unwrap_or(0);
        let unmet = points(placement).iter().filter_map(move |point| unmet_rule(row, case, at, placement, point));
        let unmet = unmet.map(move |(word, message)| (word, format!("step {}: {message}", step.number)));
        let faults = about_nothing(step, placement).into_iter().chain(unmet);
        faults.map(move |(word, message)| row_flaw(table, row, placement.line, named(within, &word), message))
    });
    flaws.collect()
}

/// The part of a step that a name stands in; a pattern is a name too.
fn named(within: Within, word: &str) -> Part {
    if word.is_empty() { within.whole() } else { within.word(word) }
}

/// What a rule points at.
pub fn points(placement: &Placement) -> &[Point] {
    match &placement.rule {
        Rule::Apart => &[],
        Rule::Before(points) | Rule::After(points) => points,
    }
}

/// What a rule is about though its step does not have it, with the message.
fn about_nothing(step: &Step, placement: &Placement) -> Vec<(String, String)> {
    let is_there = |text: &str| {
        let mut words = text.split(' ');
        let name = words.next().unwrap_or_default();
        let operands: Vec<&str> = words.collect();
        instrs(step).any(|instr| {
            let has = |operand: &&str| instr.operands.iter().any(|known| known.text == **operand);
            instr.name == name && operands.iter().all(has)
        })
    };
    let message = |text: &String| format!("a rule about `{text}`, which the step does not have");
    let missing = placement.about.iter().filter(|text| !is_there(text));
    missing.map(|text| (text.clone(), message(text))).collect()
}

/// Why the rest of the row does not have what a point of a placement rule names, after the name; the rule is of the step at index `at`.
fn unmet_rule(row: &Row, case: &Case, at: usize, placement: &Placement, point: &Point) -> Option<(String, String)> {
    let before = matches!(placement.rule, Rule::Before(_));
    match point {
        Point::Instr { names, optional } => {
            let others = if before { &case.steps[at + 1..] } else { &case.steps[..at] };
            let referring = others.iter().flat_map(|step| &step.code).any(|code| matches!(code, Code::Same(_)));
            let missing = names.iter().find(|name| !others.iter().any(|step| names_instr(step, name)))?;
            let side = if before { "follows" } else { "precedes" };
            (!optional && !referring).then(|| (missing.clone(), format!("no `{missing}` {side} in the row")))
        }
        Point::Access(name) => {
            let right = match row.op {
                Op::Store | Op::StoreAtomic => "store",
                Op::Atomicrmw => "atomicrmw",
                Op::Load | Op::LoadAtomic | Op::Fence => "",
            };
            let is_right = name == right || name == "atomic";
            (!is_right).then(|| (format!("access {name}"), format!("the operation is called a {name}")))
        }
        Point::Events(_) => None,
    }
}

fn names_instr(step: &Step, pattern: &str) -> bool {
    instrs(step).any(|instr| matches(pattern, &instr.name))
}

/// Whether a name is of a pattern in which `*` stands for anything.
pub fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        Some((before, after)) => {
            name.len() >= before.len() + after.len() && name.starts_with(before) && name.ends_with(after)
        }
        None => pattern == name,
    }
}
