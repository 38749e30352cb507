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
use crate::targets::{Dma, Target};

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
    let mnemonic = mnemonic(target, *kind, memory.ty)?;
    if memory.volatile && !told(target)?.volatile {
        return Err(Missing::NoVolatileDma(target.name.clone()));
    }
    let (volatile, nontemporal) = (memory.volatile, memory.nontemporal);
    let query = Query { volatile, nontemporal, ..plain_query(Op::Load, AddressSpace::Global) };
    let mut code = selected_code(setting, instr, (query, places), Role::Whole)?;
    for instr in &mut code {
        if let Some(access) = &mut instr.access {
            access.kind = at_memory(operation);
            instr.mnemonic = mnemonic.into();
        }
    }
    Ok(code)
}

/// The instruction of an operation.
///
/// # Errors
/// The target has none, or none for values of the type.
pub fn mnemonic(target: &Target, kind: DmaKind, ty: Type) -> Result<&str, Missing> {
    let mnemonic = told(target)?.mnemonic(kind, ty);
    mnemonic.ok_or_else(|| Missing::NoDmaOf(target.name.clone(), kind, ty.to_string()))
}

/// The wait for all but so many operations.
///
/// # Errors
/// The target has no such operations.
pub fn wait(target: &Target, left: u32, span: Span) -> Result<Vec<MachineInstr>, Missing> {
    let text = told(target)?.wait.replace('#', &left.to_string());
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
    let is_known = target.dma.as_ref()?.mnemonics(operation.kind).any(|known| known == mnemonic);
    is_known.then(|| (Path::Vector, at_memory(operation)))
}

/// What an operation does outside LDS.
fn at_memory(operation: &Operation) -> Kind {
    if operation.kind.writes_lds() { Kind::Load } else { Kind::Store }
}
