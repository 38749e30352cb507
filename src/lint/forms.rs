//! Accesses in a form that reaches none of the address spaces of their row.

use super::{Flaw, every_step, instrs, row_flaw};
use crate::llvm::AddressSpace;
use crate::syntax::table::ast::{Column, Row, Table};
use crate::targets::Vocabulary;

/// Forms that reach address spaces on the family's targets, but none that the row is for.
pub fn flaws(table: &Table, vocabulary: &Vocabulary) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for (row, _, step, within) in every_step(table) {
        let Column::Of(spaces) = &row.spaces else { continue };
        for instr in instrs(step) {
            for form in instr.forms.iter().filter(|form| misses(form, spaces, vocabulary)) {
                let message = format!("`{form}` of `{}` reaches {}", instr.spelling(), reached(row));
                flaws.push(row_flaw(table, row, step.line, within.word(instr.spelling()), message));
            }
        }
    }
    flaws
}

/// Whether a form reaches some address space, and none of these. One for generic pointers reaches what they may point to.
fn misses(form: &str, spaces: &[AddressSpace], vocabulary: &Vocabulary) -> bool {
    let reaches = |space: &AddressSpace| {
        vocabulary.targets.iter().any(|target| target.forms(*space).iter().any(|known| known == form))
    };
    vocabulary.forms().contains(form) && !spaces.iter().chain([&AddressSpace::Generic]).any(reaches)
}

fn reached(row: &Row) -> &'static str {
    match row.spaces {
        Column::Of(ref spaces) if spaces.len() > 1 => "no address space of the row",
        Column::Of(_) | Column::Any | Column::None => "another address space than the row's",
    }
}
