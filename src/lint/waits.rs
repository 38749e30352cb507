//! Waits and rules of a step that contradict others, or say again what others say.

use super::{Flaw, every_step, instrs, row_flaw};
use crate::syntax::table::ast::{Code, Instr, Line, Point, Rule, Step, Table};
use crate::syntax::table::cond::Cond;
use crate::targets::Vocabulary;
use itertools::Itertools;

/// Waits of a step that wait again for what another one next to them has waited for, and rules that put code on the wrong side of the row's access.
pub fn flaws(table: &Table, vocabulary: &Vocabulary) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for (row, case, step, within) in every_step(table) {
        for (again, message) in waited_twice(step, vocabulary) {
            flaws.push(row_flaw(table, row, step.line, within.word(again.name.clone()), message));
        }
        for (line, message) in beyond_the_access(&case.steps, step) {
            flaws.push(row_flaw(table, row, line, within.word("access"), message));
        }
    }
    flaws
}

/// For what a wait waits, and when.
fn waits(instr: &Instr) -> impl Iterator<Item = (&str, &str, Cond)> {
    instr.operands.iter().map(|operand| (instr.name.as_str(), operand.text.as_str(), instr.when.and(&operand.when)))
}

/// Of two waits side by side the one that can go: wherever it is emitted, the other one is, too.
fn waited_twice<'s>(step: &'s Step, vocabulary: &Vocabulary) -> Vec<(&'s Instr, String)> {
    let all: Vec<Option<&Instr>> = step
        .code
        .iter()
        .map(|code| match code {
            Code::Instr(instr) => Some(instr).filter(|instr| vocabulary.is_wait(instr)),
            Code::Same(_) => None,
        })
        .collect();
    let runs = all.split(Option::is_none);
    let pairs = runs.flat_map(|run| run.iter().flatten().array_combinations());
    let again = pairs.flat_map(|[one, other]| {
        let pairs = waits(one).cartesian_product(waits(other).collect::<Vec<_>>());
        let again = pairs.filter(|((name, what, when), (other_name, other_what, other_when))| {
            let within = when.or(other_when);
            (name, what) == (other_name, other_what) && (within == *when || within == *other_when)
        });
        again.map(|((name, what, _), _)| (*other, format!("`{name} {what}` stands twice in step {}", step.number)))
    });
    again.collect()
}

/// Rules that have code of a step before the row's access though the step stands after it, or the other way round, with their lines.
fn beyond_the_access(steps: &[Step], step: &Step) -> Vec<(Line, String)> {
    let accesses = |step: &Step| instrs(step).any(|instr| instr.access().is_some());
    let Some(access) = steps.iter().position(accesses) else { return Vec::new() };
    let Some(at) = steps.iter().position(|other| std::ptr::eq(other, step)) else { return Vec::new() };
    let contradiction = |rule: &Rule| {
        let (rule, name, side) = match rule {
            Rule::Before(points) if at > access => ("before", names_access(points)?, "after"),
            Rule::After(points) if at < access => ("after", names_access(points)?, "before"),
            Rule::Before(_) | Rule::After(_) | Rule::Apart => return None,
        };
        Some(format!("step {} is to be {rule} the {name}, and stands {side} it", step.number))
    };
    step.placement.iter().filter_map(|placement| Some((placement.line, contradiction(&placement.rule)?))).collect()
}

fn names_access(points: &[Point]) -> Option<&str> {
    points.iter().find_map(|point| match point {
        Point::Access(name) => Some(name.as_str()),
        Point::Instr { .. } | Point::Events(_) => None,
    })
}
