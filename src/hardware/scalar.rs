//! What scalar memory instructions ask of the operations that are written with them.

use crate::llvm::AddressSpace;
use crate::lowering::machine::MachineInstr;
use crate::program::InstrKind;
use crate::targets::scalar::{Does, Scalar};

/// What is wrong, and what would be right.
type Fault = (String, String);

/// Refuses a scalar instruction that does something else than its operation: it is of another width or operation, does not reach the memory, or
/// does not return what the test uses.
pub fn suits(instr: &MachineInstr, scalar: &Scalar) -> Result<(), Fault> {
    let Some(accessed) = &instr.access else { return Ok(()) };
    let name = &instr.mnemonic;
    let Some(access) = accessed.instr.kind.access() else { return Ok(()) };
    let bits = access.ty.bits();
    if bits != scalar.bits {
        return Err((
            format!("`{name}` accesses {} bits, and this operation {bits}", scalar.bits),
            "one of its width".into(),
        ));
    }
    let reached = access.may.iter().map(|(space, _)| *space).find(|space| !scalar.reaches(*space));
    if let Some(space) = reached {
        let reaches = if scalar.scratch { AddressSpace::Private.as_str() } else { "global and constant" };
        return Err((format!("`{name}` does not reach {space} memory"), format!("it reaches {reaches} memory")));
    }
    match (&accessed.instr.kind, scalar.does) {
        (InstrKind::Rmw { op, .. }, Does::Rmw(does)) if *op == does => returns(instr),
        (InstrKind::Rmw { op, .. }, Does::Rmw(does)) => {
            Err((format!("`{name}` is no `atomicrmw {op}`"), format!("it is `atomicrmw {does}`")))
        }
        (InstrKind::Cmpxchg(_), Does::Cmpxchg) => returns(instr),
        (InstrKind::Rmw { .. }, _) => Err((format!("`{name}` is no `atomicrmw`"), "it is a `cmpxchg`".into())),
        (InstrKind::Cmpxchg(_), _) => Err((format!("`{name}` is no `cmpxchg`"), "it is an `atomicrmw`".into())),
        (
            InstrKind::Load { .. }
            | InstrKind::Store { .. }
            | InstrKind::Fence { .. }
            | InstrKind::Dma(_)
            | InstrKind::Asyncmark
            | InstrKind::WaitAsyncmark { .. }
            | InstrKind::Barrier(_)
            | InstrKind::Packet(_)
            | InstrKind::Asm(_)
            | InstrKind::Assign { .. }
            | InstrKind::If { .. }
            | InstrKind::Loop { .. }
            | InstrKind::Call(_),
            _,
        ) => Ok(()),
    }
}

/// The operand with which a scalar atomic returns what it found (CLRX, GcnInstrsSmem, line 152).
const RETURNING: &str = "glc=1";

fn returns(instr: &MachineInstr) -> Result<(), Fault> {
    if instr.returns() && !instr.operands.iter().any(|operand| operand == RETURNING) {
        let message = format!("`{}` returns nothing without `{RETURNING}`, and its result is used", instr.mnemonic);
        return Err((message, format!("`{} {RETURNING}`", instr.mnemonic)));
    }
    Ok(())
}
