//! Flaws of steps and their instructions.

use super::{Flaw, every_step, instrs, row_flaw, steps};
use crate::syntax::table::ast::{Code, Instr, Line, Op, Operand, Row, Step, Table};
use crate::syntax::table::cond::Cond;
use crate::syntax::table::places::Within;
use crate::targets::{TargetConfiguration, Vocabulary, outstanding};
use itertools::Itertools;

/// Steps that are numbered twice, or after a gap.
pub fn numbering(table: &Table) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for (index, row) in table.rows.iter().enumerate() {
        let mut place = 0;
        for case in &row.cases {
            let mut before = 0;
            for step in &case.steps {
                if step.number != before + 1 {
                    let message = format!("step {} follows step {before}", step.number);
                    flaws.push(row_flaw(table, row, step.line, Within::Step(index, place).whole(), message));
                }
                (before, place) = (step.number, place + 1);
            }
        }
    }
    flaws
}

/// Fences that wait for something, but for nothing when OpenCL names local memory.
pub fn idle_fences(table: &Table, vocabulary: &Vocabulary) -> Vec<Flaw> {
    let rows = table.rows.iter().enumerate().filter(|(_, row)| is_idle(row, vocabulary));
    let message = "together the conditions leave no wait for an OpenCL fence of local memory";
    rows.map(|(index, row)| row_flaw(table, row, row.line, Within::Row(index).whole(), message.to_string())).collect()
}

fn is_idle(row: &Row, vocabulary: &Vocabulary) -> bool {
    let waits = |opencl: bool, space: &str| {
        let true_of = |word: &str| (word == "opencl" && opencl) || word == space;
        let given = |operand: &Operand| operand.when.holds(true_of);
        let waits =
            |instr: &Instr| vocabulary.is_wait(instr) && instr.when.holds(true_of) && instr.operands.iter().any(given);
        steps(row).flat_map(|(_, step)| instrs(step)).any(waits)
    };
    row.op == Op::Fence && waits(false, "as(generic)") && !waits(true, "as(local)")
}

/// Rows by which an operation accesses memory more than once, or not at all, and fences that do.
pub fn accesses(table: &Table, vocabulary: &Vocabulary) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for (index, row) in table.rows.iter().enumerate() {
        let flaw = |line, message: &str| row_flaw(table, row, line, Within::Row(index).whole(), message.to_string());
        let mut all = 0;
        for case in &row.cases {
            let accesses: Vec<(Line, Cond)> = case.steps.iter().flat_map(accesses_of).collect();
            all += accesses.len();
            let both = |one: &Cond, other: &Cond| !vocabulary.configurations(&one.and(other)).is_empty();
            let twice = accesses.iter().array_combinations().find(|[(_, one), (_, other)]| both(one, other));
            flaws.extend(twice.map(|[_, (line, _)]| flaw(*line, "the operation accesses memory once more here")));
        }
        match (row.op, all) {
            (Op::Fence, 1..) if row.cases.iter().flat_map(|case| &case.steps).any(has_access) => {
                flaws.push(flaw(row.line, "a fence accesses memory"));
            }
            (Op::Load | Op::Store | Op::LoadAtomic | Op::StoreAtomic | Op::Atomicrmw, 0) => {
                flaws.push(flaw(row.line, "no instruction of the row accesses memory"));
            }
            (Op::Fence, _) | (Op::Load | Op::Store | Op::LoadAtomic | Op::StoreAtomic | Op::Atomicrmw, 1..) => {}
        }
    }
    flaws
}

fn has_access(step: &Step) -> bool {
    instrs(step).any(|instr| instr.access().is_some())
}

/// What accesses memory in a step, with its condition: instructions, and rows that are referred to.
fn accesses_of(step: &Step) -> Vec<(Line, Cond)> {
    let when = |code: &Code| match code {
        Code::Instr(instr) => instr.access().map(|_| instr.when.clone()),
        Code::Same(_) => Some(Cond::always()),
    };
    step.code.iter().filter_map(when).map(|when| (step.line, when)).collect()
}

/// Instructions and operands that are given on no target in any mode.
pub fn idle_code(table: &Table, vocabulary: &Vocabulary) -> Vec<Flaw> {
    let never = |when: &Cond| vocabulary.configurations(when).is_empty();
    let mut flaws = Vec::new();
    for (row, case, step, within) in every_step(table) {
        for instr in instrs(step) {
            let mut flaw = |word: String, what: String| {
                flaws.push(row_flaw(
                    table,
                    row,
                    step.line,
                    within.word(word),
                    format!("{what} in no mode of any target"),
                ));
            };
            let when = case.when.and(&instr.when);
            match never(&when) {
                true => flaw(instr.spelling(), format!("`{}` is emitted", instr.spelling())),
                false => instr.operands.iter().filter(|operand| never(&when.and(&operand.when))).for_each(|operand| {
                    flaw(operand.text.clone(), format!("`{}` has `{}`", instr.spelling(), operand.text));
                }),
            }
        }
    }
    flaws
}

/// Cache operations that are given none of the operands by which they are told how far they go.
pub fn bare_cache_operations(table: &Table, vocabulary: &Vocabulary) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for (row, case, step, within) in every_step(table) {
        for instr in instrs(step).filter(|instr| vocabulary.is_cache_operation(instr)) {
            let emitted = vocabulary.configurations(&case.when.and(&instr.when));
            let is_bare = |configuration: &TargetConfiguration| {
                let mut given = instr.operands.iter().map(|operand| instr.when.and(&operand.when));
                configuration.target.takes_operands(&instr.name)
                    && !given.any(|when| vocabulary.may_hold(&when, configuration))
            };
            if let Some(configuration) = emitted.iter().find(|configuration| is_bare(configuration)) {
                let known = vocabulary.operands_of(&instr.name, "").into_iter().join("`, `");
                let message = format!("`{}` has none of `{known}` on {configuration}", instr.name);
                flaws.push(row_flaw(table, row, step.line, within.word(instr.name.clone()), message));
            }
        }
    }
    flaws
}

/// Waits that leave operations outstanding: a row knows only its own, and the number is of those of the whole thread.
pub fn outstanding_waits(table: &Table, vocabulary: &Vocabulary) -> Vec<Flaw> {
    let waits = every_step(table).flat_map(|(row, _, step, within)| {
        instrs(step).filter(|instr| vocabulary.is_wait(instr)).map(move |instr| (row, step, within, instr))
    });
    let flaws = waits.flat_map(|(row, step, within, instr)| {
        let left = instr.operands.iter().filter(|operand| outstanding(&operand.text).is_some_and(|left| left > 0));
        left.map(move |operand| {
            let message = format!("`{} {}` leaves operations outstanding", instr.name, operand.text);
            row_flaw(table, row, step.line, within.word(operand.text.clone()), message)
        })
    });
    flaws.collect()
}
