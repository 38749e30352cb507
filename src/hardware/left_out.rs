//! What executions leave out, so that it says nothing of code that it has none of a kind.

use super::chip::Chip;
use super::ops::Code;
use super::words;
use crate::engine::Inconclusive;
use crate::lowering::machine::MachineInstr;
use crate::program::EventStructure;
use crate::syntax::table::ast::{Access, Path};

/// Why it says nothing that code has no execution of a kind, if something that it does is in none; of code of a source without races with `of_source`. What is
/// shown to happen happens all the same.
pub fn left_out(structure: &EventStructure, code: &Code, chip: &Chip, of_source: bool) -> Option<Inconclusive> {
    words::mixes(structure, code, of_source).or_else(|| discards(code, chip))
}

/// An instruction that may have a scalar store be lost: executions lose none whose value conditions ask for in the end.
fn discards(code: &Code, chip: &Chip) -> Option<Inconclusive> {
    let instrs = || code.steps.iter().flatten();
    let is_scalar_store = |instr: &MachineInstr| {
        instr.access.as_ref().is_some_and(|access| access.path == Path::Scalar && access.kind == Access::Store)
    };
    let stores = instrs().any(is_scalar_store);
    let discards = |instr: &&MachineInstr| chip.may_lose_stores(&instr.mnemonic, &instr.operands);
    let discard = instrs().find(discards).filter(|_| stores)?;
    Some(Inconclusive::NotModelled(format!("by `{}` what a scalar store has written may be lost", discard.mnemonic)))
}
