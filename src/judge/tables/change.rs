//! Small changes of a table's code: an instruction removed, or one of its operands.

use super::ask::Asked;
use super::{Shown, Tally};
use crate::hardware::Code;
use crate::lowering::machine::{MachineInstr, Origin};
use crate::lowering::query;
use crate::syntax::table::ast::Line;
use std::collections::{BTreeMap, BTreeSet};

/// A change of a row's code, wherever the row is used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// The line at which the row begins.
    pub row: Line,
    /// The number of the step.
    pub step: u32,
    /// The line at which the step stands.
    pub line: Line,
    /// The instruction, as it is emitted.
    pub instr: String,
    /// What is taken out.
    pub removed: Part,
}

/// What a change takes out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The whole instruction.
    Instr,
    /// One of its operands: a counter that is waited for, or a bit.
    Operand(String),
}

impl Asked<'_> {
    /// Tries every change that is not known to break something, and says which do.
    pub(super) fn change(&self, code: &Code, known: &Tally, found: &Tally) -> BTreeMap<Change, Option<Shown>> {
        let needed = |tally: &Tally, change: &Change| tally.changes.get(change).is_some_and(Option::is_some);
        let rows = self.changed_rows(code);
        let changes = code.steps.iter().flatten().flat_map(changes_of).filter(|change| rows.contains(&change.row));
        let changes: BTreeSet<Change> = changes.collect();
        let open = changes.into_iter().filter(|change| !needed(known, change) && !needed(found, change));
        open.map(|change| {
            let broken = matches!(self.breaks(&change.apply(code)), Ok(true));
            (change, broken.then(|| self.program.clone()))
        })
        .collect()
    }

    /// The rows whose instructions are changed: in a variant those of the operation that it is varied in, since others are changed in its base.
    fn changed_rows(&self, code: &Code) -> BTreeSet<Line> {
        let is_changed = |step: &usize| {
            let instr = self.test.steps[*step].instr.as_ref();
            self.changed.is_none() || instr.and_then(|(instr, _)| query(instr)) == self.changed
        };
        (0..code.steps.len()).filter(is_changed).flat_map(|step| self.rows(code, step)).collect()
    }
}

/// The changes of an instruction of a row. An access stays: without it the program would be another.
fn changes_of(instr: &MachineInstr) -> Vec<Change> {
    let Origin::Row { row, step, line } = instr.origin else { return Vec::new() };
    let change = |removed: Part| Change { row, step, line, instr: instr.to_string(), removed };
    let whole = instr.access.is_none().then(|| change(Part::Instr));
    let is_part = |operand: &&String| instr.access.is_some() || (operand.ends_with(')') && instr.operands.len() > 1);
    let operands = instr.operands.iter().filter(is_part).map(|operand| change(Part::Operand(operand.clone())));
    whole.into_iter().chain(operands).collect()
}

impl Change {
    /// The code with the change.
    fn apply(&self, code: &Code) -> Code {
        let is_meant = |instr: &MachineInstr| {
            let Change { row, step, line, .. } = *self;
            instr.origin == (Origin::Row { row, step, line }) && instr.to_string() == self.instr
        };
        let mut code = code.clone();
        for step in &mut code.steps {
            match &self.removed {
                Part::Instr => step.retain(|instr| !is_meant(instr)),
                Part::Operand(operand) => {
                    step.iter_mut()
                        .filter(|instr| is_meant(instr))
                        .for_each(|instr| instr.operands.retain(|other| other != operand));
                }
            }
        }
        code
    }
}
