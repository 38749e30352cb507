//! Which lanes execute, as far as assembly tells: those with which a function begins, until the mask of lanes is written.

use crate::spelling::{Does, Implicit, Instruction, Operand, RegisterFile, Unit, instructions};
use std::collections::BTreeSet;

/// The registers that hold the mask with which the function began, as lines are read in order.
#[derive(Default)]
pub struct Lanes {
    saved: BTreeSet<Unit>,
    are_others: bool,
}

impl Lanes {
    /// Whether other lanes may execute an instruction than those with which the function began; what it does to the mask is kept in mind for the next.
    pub fn of(&mut self, instruction: &Instruction) -> bool {
        let are_others = self.are_others;
        self.change(instruction);
        are_others
    }

    fn change(&mut self, instruction: &Instruction) {
        let plain = instructions().plain(&instruction.mnemonic);
        let Some(description) = instructions().of(plain) else { return };
        let saves = description.does == Does::SaveExec;
        let registers = |at: usize| match instruction.operands.get(at) {
            Some(Operand::Registers(units)) => units.as_slice(),
            Some(Operand::Int(_) | Operand::Word(_)) | None => &[],
        };
        let (written, read) = (registers(0), registers(1));
        let is_mask = |units: &[Unit]| units.iter().any(|(file, _)| *file == RegisterFile::Exec);
        let copies_mask = description.does == Does::Copy && is_mask(read);
        let restores = description.does == Does::Copy
            && is_mask(written)
            && !read.is_empty()
            && read.iter().all(|unit| self.saved.contains(unit));
        // The first operand of what sets the condition code alone is read.
        let has_result = description.does.computes() && description.to != Some(Implicit::Scc);
        let writes = (is_mask(written) && has_result) || description.to == Some(Implicit::Exec) || saves;
        match (saves || copies_mask) && !is_mask(written) {
            true => self.saved.extend(written),
            false => self.saved.retain(|unit| !written.contains(unit)),
        }
        self.are_others = !restores && (writes || self.are_others);
    }
}
