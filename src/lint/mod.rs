//! What is wrong with a table. A [`Mistake`] is refused wherever a table is read: a word that means nothing, an operand given twice. A [`Flaw`]
//! can be understood, and is reported. Documents and files that were edited by hand are judged alike.

mod code;
mod flaw;
mod forms;
mod lines;
mod mistake;
mod mistakes;
mod operands;
mod rows;
mod rules;
mod scopes;
mod waits;

pub use flaw::{At, Flaw, row_name};
pub use mistake::Mistake;
pub use mistakes::mistakes;
pub use rows::without_row;
pub use rules::matches;
pub use scopes::is_scope;

use crate::syntax::table::ast::{Case, Code, Instr, Line, Row, Step, Table};
use crate::syntax::table::places::{Part, Within};
use crate::targets::Vocabulary;

/// The flaws that a table itself shows, in the order of its document's lines.
pub fn flaws(table: &Table) -> Vec<Flaw> {
    let vocabulary = Vocabulary::of_family(&table.family);
    let mut flaws = scopes::flaws(table, &vocabulary);
    flaws.extend(code::numbering(table));
    flaws.extend(lines::flaws(table));
    flaws.extend(waits::flaws(table, &vocabulary));
    flaws.extend(forms::flaws(table, &vocabulary));
    flaws.extend(rules::flaws(table));
    flaws.extend(rows::coverage(table));
    flaws.extend(rows::references(table));
    flaws.extend(code::accesses(table, &vocabulary));
    flaws.extend(code::idle_fences(table, &vocabulary));
    flaws.extend(code::idle_code(table, &vocabulary));
    flaws.extend(code::bare_cache_operations(table, &vocabulary));
    flaws.extend(code::outstanding_waits(table, &vocabulary));
    flaws.sort_by_key(|flaw| flaw.line);
    flaws
}

/// The line of the document that a block of a table is from.
pub fn line_of(table: &Table, within: Within) -> Line {
    let row = |row: usize| table.rows.get(row).map_or(table.line, |row| row.line);
    match within {
        Within::Head => table.line,
        Within::Scopes => table.scopes.as_ref().map_or(table.line, |scopes| scopes.line),
        Within::Row(index) => row(index),
        Within::Step(index, step) => {
            let steps = table.rows.get(index).and_then(|row| steps(row).nth(step));
            steps.map_or(row(index), |(_, step)| step.line)
        }
    }
}

/// The steps of a row in order, each with its case.
fn steps(row: &Row) -> impl Iterator<Item = (&Case, &Step)> {
    row.cases.iter().flat_map(|case| case.steps.iter().map(move |step| (case, step)))
}

/// Every step of a table, with its row and where it is.
fn every_step(table: &Table) -> impl Iterator<Item = (&Row, &Case, &Step, Within)> {
    table.rows.iter().enumerate().flat_map(|(index, row)| {
        steps(row).enumerate().map(move |(number, (case, step))| (row, case, step, Within::Step(index, number)))
    })
}

/// The instructions of a step.
fn instrs(step: &Step) -> impl Iterator<Item = &Instr> {
    step.code.iter().filter_map(|code| match code {
        Code::Instr(instr) => Some(instr),
        Code::Same(_) => None,
    })
}

/// A flaw of a row.
fn row_flaw(table: &Table, row: &Row, line: Line, part: Part, message: String) -> Flaw {
    Flaw { family: table.family.clone(), line, place: row_name(row), message, at: At::Table(part) }
}
