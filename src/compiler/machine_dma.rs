//! DMA operations between memory and LDS.

use super::NotModelled;
use super::machine::Walker;
use super::machine_access::malformed;
use super::outstanding::Kind;
use super::path::Path;
use crate::llvm::AddressSpace;
use crate::program::{Access, Dma, Instr, InstrKind, ObjectId, ValueKind};
use crate::spelling::{Description, Does, Instruction, Operand, RegisterFile, instructions, operands_of_tables};
use crate::syntax::litmus::ast::DmaKind;

impl Walker<'_> {
    /// An operation: where it accesses LDS an operand of its own says, or `m0`. When it is complete waits say, as of asynchronous ones.
    pub(super) fn dma(
        &mut self,
        path: &mut Path,
        part: &Instruction,
        description: &Description,
    ) -> Result<(), NotModelled> {
        path.has_effect();
        let stores = description.does == Does::StoreFromLds;
        let mut whole = part.clone();
        if !description.lds_operand {
            whole.operands.insert(0, Operand::Registers(vec![(RegisterFile::M0, 0)]));
        }
        let operands = self.operands(&whole, description)?;
        let lds = match (stores, operands.result, &operands.data[..]) {
            (false, Some([unit]), []) => *unit,
            (true, None, [Operand::Registers(units)]) if units.len() == 1 => units[0],
            _ => return Err(malformed(part)),
        };
        let memory = self.access(path, part, &operands, description)?;
        let mnemonic = instructions().plain(&part.mnemonic).to_string();
        let words: Vec<String> = std::iter::once(mnemonic).chain(operands_of_tables(part)).collect();
        let memory = Access { asm: Some(words.join(" ")), ..memory };
        let pointer = self.word_of(path, lds, part.span)?;
        path.needs(&pointer);
        let objects = &self.program.objects;
        let space = AddressSpace::Local;
        let object = if let ValueKind::Object(object) = pointer.kind { Some(object) } else { None };
        let is_one = |object: &ObjectId| objects[*object].space == space && objects[*object].ty == memory.ty;
        let Some(object) = object.filter(is_one) else {
            let message = format!("which location of LDS `{}` accesses cannot be told", part.mnemonic);
            return Err(NotModelled::new(part.span, message));
        };
        let may = vec![(space, vec![object])];
        let lds = Access { pointer, may, space, generic: false, asm: None, ..memory.clone() };
        let kind = if stores { DmaKind::StoreAsyncFromLds } else { DmaKind::LoadAsyncToLds };
        self.issue(path, part, &Kind::DMA, &[])?;
        self.reads_late(path, part, &operands);
        path.done.push(Instr::of_wave(InstrKind::Dma(Box::new(Dma { kind, memory, lds })), part.span));
        Ok(())
    }
}
