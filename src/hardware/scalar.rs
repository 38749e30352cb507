//! What scalar memory instructions ask of the operations that are written with them.

use super::ops::Code;
use crate::engine::Inconclusive;
use crate::llvm::AddressSpace;
use crate::lowering::machine::MachineInstr;
use crate::program::{Event, EventId, EventKind, EventStructure, InstrKind, Step};
use crate::syntax::litmus::ast::Type;
use crate::syntax::table::ast::{Access, Path};
use crate::targets::scalar::{Does, Scalar};
use std::ops::Range;

/// What is wrong, and what would be right.
type Fault = (String, String);

/// Refuses a scalar instruction that does something else than its operation: it is of another width or operation, does not reach the memory, or
/// does not return what the test uses.
pub fn suits(instr: &MachineInstr, scalar: &Scalar) -> Result<(), Fault> {
    let Some(accessed) = &instr.access else { return Ok(()) };
    let name = &instr.mnemonic;
    let Some(access) = accessed.instr.kind.access() else { return Ok(()) };
    let bits = match access.ty {
        Type::Int(int) => int.bits(),
        Type::Ptr => 64,
    };
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
            | InstrKind::Loop { .. },
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

/// The widest access that is one: of those that are wider each word may be of another write.
const WORD: u32 = 32;

/// Why it says nothing that code has no execution of a kind: a scalar access is of several words, which may be of several writes, and executions have each
/// access whole. What is shown to happen happens all the same.
///
/// An atomic is whole whatever its width (CLRX, GcnInstrsSmem, line 160). Where the code is asked for what a source without races forbids (`of_source`), so is all
/// that is not atomic: one write alone may be read, and where a word of another one is, there is a time at which all of them are.
pub fn mixes(structure: &EventStructure, code: &Code, of_source: bool) -> Option<Inconclusive> {
    let in_words = |(step, code): (&Step, &Vec<MachineInstr>)| {
        let (_, events) = step.instr.as_ref()?;
        let instr = code.iter().find(|instr| is_in_words(instr, of_source))?;
        meets_a_write(structure, events).then(|| {
            let name = &instr.mnemonic;
            Inconclusive::NotModelled(format!("the words of `{name}` may be of several writes, or be read one by one"))
        })
    };
    structure.steps.iter().zip(&code.steps).find_map(in_words)
}

fn is_in_words(instr: &MachineInstr, of_source: bool) -> bool {
    let Some(accessed) = instr.access.as_ref().filter(|accessed| accessed.path == Path::Scalar) else { return false };
    let Some(access) = accessed.instr.kind.access() else { return false };
    let is_wide = match access.ty {
        Type::Int(int) => int.bits() > WORD,
        Type::Ptr => true,
    };
    let is_plain = of_source && access.ordering.is_none();
    is_wide && !is_plain && accessed.kind != Access::Atomic
}

/// Whether what the events of an instruction access is accessed by others too, and written.
fn meets_a_write(structure: &EventStructure, own: &Range<EventId>) -> bool {
    let accessed = |event: &Event| event.access.iter().flat_map(|access| access.may.clone()).collect::<Vec<_>>();
    let objects: Vec<_> = structure.events[own.clone()].iter().flat_map(accessed).collect();
    let writes = |event: &Event| event.kind == EventKind::Write;
    let own_write = structure.events[own.clone()].iter().any(writes);
    structure.events.iter_enumerated().any(|(at, event)| {
        let is_other = !own.contains(&at) && event.thread.is_some();
        is_other && (own_write || writes(event)) && accessed(event).iter().any(|object| objects.contains(object))
    })
}
