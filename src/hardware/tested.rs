//! Which targets an expectation of a test of machine code is for.

use crate::llvm::AddressSpace;
use crate::lowering::{barrier, given};
use crate::program::{Instr, InstrKind, Program};
use crate::syntax::litmus::ast::HardwareExpect;
use crate::targets::Machine;

/// The word for every target that has a test's code.
const ALL: &str = "all";

/// The targets in their modes that one of a condition's expectations is for. `all` are those that have the code of the test (every
/// instruction and idiom that it names, LDS if it uses it) and that no other expectation of the condition names without assumptions.
///
/// # Errors
/// A name that is none, or `all` where no target has the code.
pub fn tested(program: &Program, all: &[HardwareExpect], expectation: &HardwareExpect) -> Result<Vec<Machine>, String> {
    let name = &expectation.machines.node;
    if name != ALL {
        return Machine::several(name);
    }
    let mut named: Vec<String> = Vec::new();
    for other in all.iter().filter(|other| other.machines.node != ALL && other.assume.is_empty()) {
        named.extend(Machine::several(&other.machines.node)?.iter().map(Machine::to_string));
    }
    let uses_lds = program.objects.iter().any(|object| object.space == AddressSpace::Local);
    let has_code = |machine: &Machine| {
        (!uses_lds || machine.has_lds()) && program.threads.iter().all(|thread| has(machine, &thread.body))
    };
    let is_meant = |machine: &Machine| has_code(machine) && !named.contains(&machine.to_string());
    let machines: Vec<Machine> = Machine::all().into_iter().filter(is_meant).collect();
    match machines.is_empty() {
        true => Err("no target but those named has the code of this test".into()),
        false => Ok(machines),
    }
}

/// Whether a target has the machine code of instructions.
fn has(machine: &Machine, block: &[Instr]) -> bool {
    block.iter().all(|instr| match &instr.kind {
        InstrKind::Asm(_)
        | InstrKind::Load { .. }
        | InstrKind::Store { .. }
        | InstrKind::Rmw { .. }
        | InstrKind::Cmpxchg(_) => match given(instr, machine) {
            Some(Ok(code)) => code.iter().all(|instr| {
                instr.access.is_some() || machine.target.instructions().any(|name| *name == instr.mnemonic)
            }),
            // That an operation has no code is an error of every target, and told of each.
            None => true,
            Some(Err(_)) => false,
        },
        InstrKind::Barrier(kind) => barrier(machine, *kind, instr.span).is_ok(),
        InstrKind::If { then, otherwise, .. } => has(machine, then) && has(machine, otherwise),
        InstrKind::Loop { body, .. } => has(machine, body),
        InstrKind::Fence { .. } | InstrKind::Assign { .. } => true,
    })
}
