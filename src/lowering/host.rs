//! The code of threads of the host, which another compiler makes: it implements LLVM's orderings by waits for all that comes before, and orders nothing else.
//! That is no stronger than any processor's code for LLVM's atomics (LLVM 24, Atomics and Concurrency, Atomic orderings: what is not ordered may be reordered).

use super::machine::{Accessed, MachineInstr, Origin, Role};
use super::program::merge_orderings;
use super::select::Missing;
use crate::llvm::Ordering;
use crate::program::{Boundary, Instr, InstrKind};
use crate::syntax::source::Span;
use crate::syntax::table::ast::{Access as Kind, Path};
use crate::targets::{Host, Target};

/// The code of an instruction of the host; `None` for control flow and assignments.
///
/// # Errors
/// Nothing is told of the host of the target.
pub fn code(target: &Target, instr: &Instr) -> Result<Option<Vec<MachineInstr>>, Missing> {
    let host = target.host.as_ref().ok_or_else(|| Missing::NoHost(target.name.clone()))?;
    let plain = |text: &String| MachineInstr::parse(text, None, Origin::Host, instr.span);
    Ok(Some(match &instr.kind {
        InstrKind::Load { access, .. } => ordered(host, instr, (Kind::Load, &host.load), access.ordering),
        InstrKind::Store { access, .. } => ordered(host, instr, (Kind::Store, &host.store), access.ordering),
        InstrKind::Rmw { access, .. } => ordered(host, instr, (Kind::Atomic, &host.atomic), access.ordering),
        InstrKind::Cmpxchg(operation) => {
            let ordering = operation.access.ordering.map(|success| merge_orderings(success, operation.failure));
            ordered(host, instr, (Kind::Atomic, &host.atomic), ordering)
        }
        InstrKind::Fence { .. } => vec![plain(&host.wait)],
        InstrKind::Packet(Boundary::Submit(_)) => [vec![plain(&host.wait)], submission(target, instr.span)?].concat(),
        InstrKind::Packet(Boundary::Launch(_) | Boundary::Complete(_))
        | InstrKind::Dma(_)
        | InstrKind::Asyncmark
        | InstrKind::WaitAsyncmark { .. }
        | InstrKind::Barrier(_)
        | InstrKind::Asm(_)
        | InstrKind::Assign { .. }
        | InstrKind::If { .. }
        | InstrKind::Loop { .. }
        | InstrKind::Call(_) => return Ok(None),
    }))
}

/// The last write of a packet, by whoever submits it.
///
/// # Errors
/// Nothing is told of the host of the target.
pub fn submission(target: &Target, span: Span) -> Result<Vec<MachineInstr>, Missing> {
    let host = target.host.as_ref().ok_or_else(|| Missing::NoHost(target.name.clone()))?;
    Ok(vec![MachineInstr::parse(&host.submit, None, Origin::Host, span)])
}

/// An access with the waits of its ordering.
fn ordered(host: &Host, instr: &Instr, (kind, text): (Kind, &str), ordering: Option<Ordering>) -> Vec<MachineInstr> {
    let wait = |needed: bool| needed.then(|| MachineInstr::parse(&host.wait, None, Origin::Host, instr.span));
    let before = wait(ordering.is_some_and(Ordering::is_release));
    let after = wait(ordering.is_some_and(Ordering::is_acquire));
    before.into_iter().chain([access(instr, kind, text, Origin::Host)]).chain(after).collect()
}

/// An access of a processor that no cache of an agent is between it and memory.
pub(super) fn access(instr: &Instr, kind: Kind, text: &str, origin: Origin) -> MachineInstr {
    let access = Accessed { kind, path: Path::Host, role: Role::Whole, instr: instr.clone() };
    MachineInstr::parse(text, Some(access), origin, instr.span)
}
