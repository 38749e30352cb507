//! What rows leave out on a condition, and should not: with it a program would not break.

use super::ask::Asked;
use crate::hardware::{self, Code};
use crate::lowering::Setting;
use crate::syntax::table::ast::{self, Line, Operand, Table};
use crate::syntax::table::cond::Cond;
use std::collections::BTreeSet;

/// Where an instruction stands in a table, or an operand of one.
#[derive(Clone, Copy)]
struct Place {
    row: usize,
    case: usize,
    step: usize,
    code: usize,
    /// Which operand; `None` for the whole instruction.
    operand: Option<usize>,
}

impl Asked<'_> {
    /// What the rows of code that breaks leave out here, and what by itself would keep it from breaking: as an instruction or an operand of one,
    /// with its line and the condition on which it is there.
    pub(super) fn omitted(&self, code: &Code) -> Vec<String> {
        let used: BTreeSet<Line> = (0..code.steps.len()).flat_map(|step| self.rows(code, step)).collect();
        let table = self.setting.table;
        let places = places(table).into_iter().filter(|place| used.contains(&table.rows[place.row].line));
        places.filter(|place| self.cures(code, *place)).map(|place| describe(table, place)).collect()
    }

    /// Whether the program would not break with what stands in a place emitted on any condition.
    fn cures(&self, code: &Code, place: Place) -> bool {
        let mut table = self.setting.table.clone();
        let Some(when) = when(&mut table, place) else { return false };
        *when = Cond::always();
        let setting = Setting { table: &table, ..self.setting };
        let Ok(with) = hardware::lower(&self.posed.test, &setting, &self.target.chip) else { return false };
        let instrs = |code: &Code| code.steps.iter().map(Vec::len).sum::<usize>();
        let operands = |code: &Code| code.steps.iter().flatten().map(|instr| instr.operands.len()).sum::<usize>();
        (instrs(&with), operands(&with)) > (instrs(code), operands(code)) && self.breaks(&with) == Ok(false)
    }
}

/// All that stands in a table on a condition, but accesses: another access would be another program.
fn places(table: &Table) -> Vec<Place> {
    let mut found = Vec::new();
    for (row, of_row) in table.rows.iter().enumerate() {
        for (case, of_case) in of_row.cases.iter().enumerate() {
            for (step, of_step) in of_case.steps.iter().enumerate() {
                for (code, of_code) in of_step.code.iter().enumerate() {
                    let ast::Code::Instr(instr) = of_code else { continue };
                    let place = Place { row, case, step, code, operand: None };
                    found.extend((!instr.when.is_always() && instr.access().is_none()).then_some(place));
                    let restricted = |(_, operand): &(usize, &Operand)| !operand.when.is_always();
                    let operands = instr.operands.iter().enumerate().filter(restricted);
                    found.extend(operands.map(|(operand, _)| Place { operand: Some(operand), ..place }));
                }
            }
        }
    }
    found
}

fn when(table: &mut Table, place: Place) -> Option<&mut Cond> {
    match &mut table.rows[place.row].cases[place.case].steps[place.step].code[place.code] {
        ast::Code::Same(_) => None,
        ast::Code::Instr(instr) => Some(match place.operand {
            Some(operand) => &mut instr.operands[operand].when,
            None => &mut instr.when,
        }),
    }
}

fn describe(table: &Table, place: Place) -> String {
    let step = &table.rows[place.row].cases[place.case].steps[place.step];
    let ast::Code::Instr(instr) = &step.code[place.code] else { return String::new() };
    match place.operand.map(|operand| &instr.operands[operand]) {
        Some(operand) => format!("{} of {} @{} [{}]", operand.text, instr.spelling(), step.line, operand.when),
        None => format!("{} @{} [{}]", instr.spelling(), step.line, instr.when),
    }
}
