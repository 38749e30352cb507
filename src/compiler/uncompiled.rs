//! What of a test no compiler of waves makes: what the host does, and packet processors.

use crate::program::{Access, Boundary, Cmpxchg, Dma, Instr, InstrKind, Thread};
use crate::syntax::source::Span;

/// A thread of the host or of a packet processor, beside code whose places are not the test's.
pub fn thread(of: &Thread) -> Thread {
    Thread { body: block(&of.body), span: Span::default(), ..of.clone() }
}

/// The code of a function, with what the packet processor does before and after it as its thread has it.
pub fn around(source: &[Instr], code: Vec<Instr>) -> Vec<Instr> {
    let is_launch = |instr: &Instr| matches!(instr.kind.boundary(), Some(Boundary::Launch(_)));
    let is_complete = |instr: &Instr| matches!(instr.kind.boundary(), Some(Boundary::Complete(_)));
    let begins = source.iter().position(is_launch).map_or(0, |launch| launch + 1);
    let ends = source.iter().position(is_complete).unwrap_or(source.len());
    block(&source[..begins]).into_iter().chain(code).chain(block(&source[ends..])).collect()
}

fn block(instrs: &[Instr]) -> Vec<Instr> {
    instrs.iter().map(instr).collect()
}

/// An instruction that stands nowhere.
fn instr(of: &Instr) -> Instr {
    let kind = match of.kind.clone() {
        InstrKind::Load { dest, access } => InstrKind::Load { dest, access: nowhere(access) },
        InstrKind::Store { value, access } => InstrKind::Store { value, access: nowhere(access) },
        InstrKind::Rmw { dest, op, value, access } => InstrKind::Rmw { dest, op, value, access: nowhere(access) },
        InstrKind::Cmpxchg(operation) => {
            let access = nowhere(operation.access.clone());
            InstrKind::Cmpxchg(Box::new(Cmpxchg { access, ..*operation }))
        }
        InstrKind::Dma(operation) => {
            let (memory, lds) = (nowhere(operation.memory.clone()), nowhere(operation.lds.clone()));
            InstrKind::Dma(Box::new(Dma { memory, lds, ..*operation }))
        }
        InstrKind::If { condition, then, otherwise } => {
            InstrKind::If { condition, then: block(&then), otherwise: block(&otherwise) }
        }
        InstrKind::Loop { condition, at_least_once, unroll, body } => {
            InstrKind::Loop { condition, at_least_once, unroll, body: block(&body) }
        }
        InstrKind::Call(body) => InstrKind::Call(block(&body)),
        kind @ (InstrKind::Fence { .. }
        | InstrKind::Asyncmark
        | InstrKind::WaitAsyncmark { .. }
        | InstrKind::Barrier(_)
        | InstrKind::Packet(_)
        | InstrKind::Asm(_)
        | InstrKind::Assign { .. }) => kind,
    };
    Instr { kind, span: Span::default(), ..of.clone() }
}

fn nowhere(access: Access) -> Access {
    Access { pointer_span: Span::default(), ..access }
}
