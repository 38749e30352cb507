//! Small changes of a table's code: an instruction taken out, one of its operands taken out or narrowed, or two instructions in the other order.

use super::ask::Asked;
use super::{Shown, Tally};
use crate::hardware::{Code, Control};
use crate::lowering::machine::{MachineInstr, Origin};
use crate::lowering::{query, scope_operands};
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
    /// What is done to it.
    pub part: Part,
}

/// What a change does to an instruction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// It is taken out.
    Instr,
    /// One of its operands is: a counter that is waited for, a bit, a scope.
    Operand(String),
    /// An operand gives way to one that the table of scopes has for a narrower sync scope.
    Narrowed {
        /// The operand as the row has it.
        operand: String,
        /// The operand of the narrower scope, which stands there instead.
        by: String,
    },
    /// It stands after this instruction, which is emitted after it.
    Order(String),
}

impl Asked<'_> {
    /// Tries every change that is not known to break something, and says which do.
    pub(super) fn change(&self, code: &Code, known: &Tally, found: &Tally) -> BTreeMap<Change, Option<Shown>> {
        let needed = |tally: &Tally, change: &Change| tally.changes.get(change).is_some_and(Option::is_some);
        let rows = self.changed_rows(code);
        let scopes = scope_operands(self.setting.table);
        let changes = code.steps.iter().flat_map(|step| self.changes_of(step, &scopes));
        let changes: BTreeSet<Change> = changes.filter(|change| rows.contains(&change.row)).collect();
        let open = changes.into_iter().filter(|change| !needed(known, change) && !needed(found, change));
        open.map(|change| {
            let broken = matches!(self.breaks(&change.apply(code)), Ok(true));
            (change, broken.then(|| self.posed.shown.clone()))
        })
        .collect()
    }

    /// The rows whose instructions are changed: in a variant those of the operation that it is varied in, since others are changed in its base.
    fn changed_rows(&self, code: &Code) -> BTreeSet<Line> {
        let is_changed = |step: &usize| {
            let instr = self.posed.test.steps[*step].instr.as_ref();
            self.changed.is_none() || instr.and_then(|(instr, _)| query(instr)) == self.changed
        };
        (0..code.steps.len()).filter(is_changed).flat_map(|step| self.rows(code, step)).collect()
    }

    /// The changes of a step's code.
    fn changes_of(&self, code: &[MachineInstr], scopes: &[&str]) -> Vec<Change> {
        let next = code.iter().skip(1).map(Some).chain([None]);
        let of_instr = |(instr, next): (&MachineInstr, Option<&MachineInstr>)| {
            let Origin::Row { row, step, line } = instr.origin else { return Vec::new() };
            let parts = self.parts(instr, scopes).into_iter().chain(next.and_then(|next| self.order(instr, next)));
            parts.map(|part| Change { row, step, line, instr: instr.to_string(), part }).collect()
        };
        code.iter().zip(next).flat_map(of_instr).collect()
    }

    /// What can be done to an instruction by itself. An access stays: without it the program would be another.
    fn parts(&self, instr: &MachineInstr, scopes: &[&str]) -> Vec<Part> {
        let whole = instr.access.is_none().then_some(Part::Instr);
        let without = |operand: &String| {
            let others: Vec<String> = instr.operands.iter().filter(|other| *other != operand).cloned().collect();
            self.means_something(instr, &others).then(|| Part::Operand(operand.clone()))
        };
        let narrower = |operand: &String| {
            let wide = scopes.iter().position(|scope| scope == operand).unwrap_or_default();
            let narrow = |by: &&str| {
                let with = |other: &String| if other == operand { (*by).to_string() } else { other.clone() };
                let operands: Vec<String> = instr.operands.iter().map(with).collect();
                let narrowed = Part::Narrowed { operand: operand.clone(), by: (*by).to_string() };
                self.means_something(instr, &operands).then_some(narrowed)
            };
            scopes[..wide].iter().filter_map(narrow).collect::<Vec<_>>()
        };
        let operands = instr.operands.iter();
        whole.into_iter().chain(operands.clone().filter_map(without)).chain(operands.flat_map(narrower)).collect()
    }

    /// Whether the hardware file says what the instruction does with these operands. What waits for one counter has nothing to lose.
    fn means_something(&self, instr: &MachineInstr, operands: &[String]) -> bool {
        let chip = &self.target.chip;
        if let Some(access) = &instr.access {
            return chip.unknown_operand(access.path, access.kind, operands).is_none();
        }
        match chip.control_of(&instr.mnemonic, operands) {
            Some(
                control @ (Control::Invalidate(..)
                | Control::WriteBack { .. }
                | Control::Discard
                | Control::Performs(_)
                | Control::Nothing),
            ) => chip.wrong_operand(&instr.mnemonic, control, operands).is_none(),
            Some(Control::Wait(None)) => !operands.is_empty(),
            Some(Control::Wait(Some(_)) | Control::Barrier(..)) | None => false,
        }
    }

    /// The other order of two instructions of a row, unless nothing can depend on it: both wait, or one does nothing.
    fn order(&self, instr: &MachineInstr, next: &MachineInstr) -> Option<Part> {
        let control = |instr: &MachineInstr| self.target.chip.control_of(&instr.mnemonic, &instr.operands);
        let idle = |instr: &MachineInstr| matches!(control(instr), Some(Control::Nothing));
        let waits = |instr: &MachineInstr| matches!(control(instr), Some(Control::Wait(_)));
        let commute = idle(instr) || idle(next) || (waits(instr) && waits(next));
        let row = |instr: &MachineInstr| match instr.origin {
            Origin::Row { row, .. } => Some(row),
            Origin::Target | Origin::End | Origin::Packet | Origin::Host | Origin::Choice | Origin::Test => None,
        };
        let of_one_row = row(instr).is_some() && row(instr) == row(next);
        (!commute && of_one_row).then(|| Part::Order(next.to_string()))
    }
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
            self.part.apply(step, &is_meant);
        }
        code
    }
}

impl Part {
    /// Changes the code of a step wherever an instruction is meant.
    fn apply(&self, step: &mut Vec<MachineInstr>, is_meant: &impl Fn(&MachineInstr) -> bool) {
        let operands = |step: &mut Vec<MachineInstr>, change: &dyn Fn(&mut Vec<String>)| {
            for instr in step.iter_mut().filter(|instr| is_meant(instr)) {
                let mut operands = instr.operands.to_vec();
                change(&mut operands);
                instr.operands = operands.into();
            }
        };
        match self {
            Part::Instr => step.retain(|instr| !is_meant(instr)),
            Part::Operand(operand) => operands(step, &|all| all.retain(|other| other != operand)),
            Part::Narrowed { operand, by } => operands(step, &|all| {
                all.iter_mut().filter(|other| *other == operand).for_each(|other| other.clone_from(by));
            }),
            Part::Order(next) => {
                let pair = |at: &usize| is_meant(&step[*at]) && step[at + 1].to_string() == *next;
                if let Some(at) = (0..step.len().saturating_sub(1)).find(pair) {
                    step.swap(at, at + 1);
                }
            }
        }
    }
}
