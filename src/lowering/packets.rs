//! What the packet processor does, as instructions: at the ends of dispatches for their waves, and with signals.

use super::host::access;
use super::machine::{MachineInstr, Origin};
use super::select::Missing;
use crate::program::{Boundary, Instr, InstrKind};
use crate::syntax::source::Span;
use crate::syntax::table::ast::Access as Kind;
use crate::targets::{Packets, Target};

/// What the packet processor does for a wave at an end of its dispatch, the same by every table of a target.
///
/// # Errors
/// Nothing is told of the target.
pub fn ends(target: &Target, boundary: Boundary, span: Span) -> Result<Vec<MachineInstr>, Missing> {
    let packets = told(target)?;
    let code = match boundary {
        Boundary::Launch(scope) => {
            [packets.launch.as_slice(), packets.acquire(scope), packets.begin.as_slice()].concat()
        }
        Boundary::Complete(scope) => [packets.release(scope), packets.complete.as_slice()].concat(),
        // The host's, whose code is its own.
        Boundary::Submit(_) => Vec::new(),
    };
    Ok(code.iter().map(|text| MachineInstr::parse(text, None, Origin::Packet, span)).collect())
}

/// The code of what the packet processor does itself: it waits until a signal is 0 before a dispatch begins, and decrements one when it is complete. What
/// fences make available, the waves of the dispatch have written back.
///
/// # Errors
/// Nothing is told of the target.
pub fn of_processor(target: &Target, instr: &Instr) -> Result<Option<Vec<MachineInstr>>, Missing> {
    let packets = told(target)?;
    match &instr.kind {
        InstrKind::Load { .. } => Ok(Some(vec![access(instr, Kind::Load, &packets.signal_load, Origin::Packet)])),
        InstrKind::Rmw { .. } => Ok(Some(vec![access(instr, Kind::Atomic, &packets.signal_atomic, Origin::Packet)])),
        InstrKind::Fence { .. } => Ok(Some(Vec::new())),
        InstrKind::Packet(_) => {
            let launch = packets.launch.iter();
            let parse = |text: &String| MachineInstr::parse(text, None, Origin::Packet, instr.span);
            Ok(Some(launch.map(parse).collect()))
        }
        InstrKind::Store { .. }
        | InstrKind::Cmpxchg(_)
        | InstrKind::Dma(_)
        | InstrKind::Asyncmark
        | InstrKind::WaitAsyncmark { .. }
        | InstrKind::Barrier(_)
        | InstrKind::Asm(_)
        | InstrKind::Assign { .. }
        | InstrKind::If { .. }
        | InstrKind::Loop { .. }
        | InstrKind::Call(_) => Ok(None),
    }
}

fn told(target: &Target) -> Result<&Packets, Missing> {
    target.packets.as_ref().ok_or_else(|| Missing::NoPackets(target.name.clone()))
}
