//! The code of DMA operations, and of waits for them: the same by every table of a target, but for what a load of global memory has that is as volatile or as
//! nontemporal (LLVM 24, AMDGPU DMA Operations, lines 24-25 and 90-91).

use super::machine::{MachineInstr, Origin, Role};
use super::program::{Places, plain_query, selected_code};
use super::select::{Missing, Query, Setting};
use crate::llvm::AddressSpace;
use crate::program::{Dma as Operation, Instr, InstrKind};
use crate::syntax::litmus::ast::{DmaKind, Type};
use crate::syntax::source::Span;
use crate::syntax::table::ast::{Access as Kind, Op, Path};
use crate::targets::{Dma, Target, with_number};

/// The code of an operation.
///
/// # Errors
/// The target has no such operation, or its table no such load.
pub fn code(
    setting: &Setting<'_>,
    instr: &Instr,
    operation: &Operation,
    places: Places,
) -> Result<Vec<MachineInstr>, Missing> {
    let target = setting.configuration.target;
    let Operation { kind, memory, .. } = operation;
    let mnemonic = mnemonics(target, *kind, memory.ty)?.first().map_or("", String::as_str);
    if memory.volatile && !told(target)?.volatile {
        return Err(Missing::NoVolatileDma(target.name.clone()));
    }
    let (volatile, nontemporal) = (memory.volatile, memory.nontemporal);
    let query = Query { volatile, nontemporal, ..plain_query(Op::Load, AddressSpace::Global) };
    let dma = told(target)?;
    let mut code = selected_code(setting, instr, (query, places), Role::Whole)?;
    for instr in &mut code {
        if let Some(access) = &mut instr.access {
            access.kind = at_memory(operation);
            instr.mnemonic = mnemonic.into();
            if *kind == DmaKind::StoreAsyncFromLds {
                instr.operands = instr.operands.iter().map(|operand| as_store_spells(dma, operand)).collect();
            }
        }
    }
    Ok(code)
}

/// An operand of a load as a store spells it.
fn as_store_spells(dma: &Dma, operand: &str) -> String {
    dma.as_stores.get(operand).map_or(operand, String::as_str).to_string()
}

/// The instructions of an operation, at least one.
///
/// # Errors
/// The target has none, or none for values of the type.
pub fn mnemonics(target: &Target, kind: DmaKind, ty: Type) -> Result<&[String], Missing> {
    match told(target)?.mnemonics(kind, ty) {
        [] => Err(Missing::NoDmaOf(target.name.clone(), kind, ty.to_string())),
        mnemonics => Ok(mnemonics),
    }
}

/// The wait for all but so many operations.
///
/// # Errors
/// The target has no such operations.
pub fn wait(target: &Target, left: u32, span: Span) -> Result<Vec<MachineInstr>, Missing> {
    let text = with_number(&told(target)?.wait, left.into());
    Ok(vec![MachineInstr::parse(&text, None, Origin::Target, span)])
}

/// What a target has.
///
/// # Errors
/// It has no such operations.
pub fn told(target: &Target) -> Result<&Dma, Missing> {
    target.dma.as_ref().ok_or_else(|| Missing::NoDma(target.name.clone()))
}

/// What an instruction of this name does to memory, if it is one of the target's for the operation.
pub fn access_of(target: &Target, instr: &Instr, mnemonic: &str) -> Option<(Path, Kind)> {
    let InstrKind::Dma(operation) = &instr.kind else { return None };
    target.dma.as_ref()?.has(operation.kind, mnemonic).then(|| (Path::Vector, at_memory(operation)))
}

/// The instruction of an operation, an operand that makes it one being part of its name.
pub fn named(target: &Target, instr: &Instr, plain: MachineInstr) -> MachineInstr {
    let (Some(dma), InstrKind::Dma(operation)) = (&target.dma, &instr.kind) else { return plain };
    let with = |operand: &String| format!("{} {operand}", plain.mnemonic);
    let Some(part) = plain.operands.iter().position(|operand| dma.has(operation.kind, &with(operand))) else {
        return plain;
    };
    let mnemonic = with(&plain.operands[part]).as_str().into();
    let others = plain.operands.iter().enumerate().filter(|&(at, _)| at != part);
    MachineInstr { mnemonic, operands: others.map(|(_, operand)| operand.clone()).collect(), ..plain }
}

/// What an operation does outside LDS.
fn at_memory(operation: &Operation) -> Kind {
    if operation.kind.writes_lds() { Kind::Load } else { Kind::Store }
}
