//! What the packet processor does for threads and signals, as instructions: it waits for signals, begins and ends dispatches, and decrements their completion
//! signals.
//!
//! Signals are 64-bit values that the host and agents access by system-scope atomics; a barrier packet waits until they are 0, and a dispatch that is complete
//! decrements its own by 1 (HSA Platform System Architecture Specification, Signals and AQL packets, to which LLVM 24's AMDGPU user guide refers in lines
//! 6998-7023).

use crate::llvm::{AddressSpace, Home, IntType, Ordering, RmwOp, SyncScope, TagSet};
use crate::program::dispatch::{Boundary, Dispatch, Dispatches, PacketId};
use crate::program::ir::*;
use crate::syntax::litmus::ast::{FenceScope, Type};
use crate::syntax::source::Span;
use index_vec::IndexVec;

/// The type of a signal's value.
pub(super) const SIGNAL: Type = Type::Int(IntType::I64);

/// Adds to a thread what the packet processor does for it at both ends of its dispatch.
pub(super) fn launch(thread: &mut Thread, dispatch: &Dispatch) {
    let end = |boundary| Instr::of_wave(InstrKind::Packet(boundary), dispatch.span);
    let waits = dispatch.signals.iter().map(|signals| wait_for(&mut thread.registers, signals, dispatch.span));
    let mut body: Vec<Instr> = waits.collect();
    // The packet's acquire fence is between what is read of signals and the dispatch.
    let read_any = !body.is_empty();
    body.extend(fence(dispatch.acquire, Ordering::Acquire, dispatch.span).filter(|_| read_any));
    body.push(end(Boundary::Launch(dispatch.acquire)));
    body.append(&mut thread.body);
    body.push(end(Boundary::Complete(dispatch.release)));
    thread.body = body;
}

/// Adds the threads of the packet processor: barrier packets with fences or signals, which are dispatches without code, and the decrements of completion
/// signals, of which each begins when that is complete of which the signal is.
pub(super) fn add_threads(dispatches: &mut Dispatches, threads: &mut IndexVec<ThreadId, Thread>) {
    for (&packet, dispatch) in &*dispatches {
        if let PacketId::Barrier(_) = packet {
            let mut thread = of_processor(packet, dispatch, threads.next_idx());
            launch(&mut thread, dispatch);
            threads.push(thread);
        }
    }
    let signals = dispatches.iter().filter_map(|(packet, dispatch)| {
        let (id, signal) = (packet.signal()?, dispatch.signal?);
        let thread = of_processor(id, dispatch, ThreadId::from_usize(0));
        let after = [*packet].into();
        let own = Dispatch { acquire: dispatch.release, after, ..Dispatch::new(dispatch.agent, dispatch.span) };
        Some((id, own, Thread { body: decrement(dispatch, signal), ..thread }))
    });
    for (id, own, mut thread) in signals.collect::<Vec<_>>() {
        thread.position.wavefront = Err(threads.next_idx());
        threads.push(thread);
        dispatches.insert(id, own);
    }
}

/// A thread of the packet processor, without what it does.
fn of_processor(packet: PacketId, dispatch: &Dispatch, id: ThreadId) -> Thread {
    let (agent, wavefront) = (Home::Agent(dispatch.agent), Err(id));
    let position = Position { agent, dispatch: Some(packet), cluster: None, workgroup: 0, wavefront };
    let (by, registers, body) = (Executor::PacketProcessor, IndexVec::new(), Vec::new());
    Thread { name: packet.to_string(), position, by, registers, body, span: dispatch.span }
}

/// A completion signal is decremented: what that releases is what the packet's release fence makes available.
fn decrement(dispatch: &Dispatch, signal: ObjectId) -> Vec<Instr> {
    let span = dispatch.span;
    let one = Value { ty: SIGNAL, kind: ValueKind::Int(1) };
    let decrement = InstrKind::Rmw { dest: None, op: RmwOp::Sub, value: one, access: access(signal, span) };
    let begin = by_processor(InstrKind::Packet(Boundary::Launch(dispatch.release)), span);
    let fence = fence(dispatch.release, Ordering::Release, span);
    std::iter::once(begin).chain(fence).chain([by_processor(decrement, span)]).collect()
}

/// A packet's fence, if it has one.
fn fence(scope: FenceScope, ordering: Ordering, span: Span) -> Option<Instr> {
    let scope = SyncScope { level: scope.level()?, one_as: false };
    Some(by_processor(InstrKind::Fence { scope, ordering, tags: TagSet::default(), asm: None }, span))
}

/// Waits until one of these signals is 0.
fn wait_for(registers: &mut IndexVec<RegId, Register>, signals: &[ObjectId], span: Span) -> Instr {
    let mut body = Vec::new();
    // One that waits for nothing would not wait.
    let mut condition = Value { ty: BOOL, kind: ValueKind::Int(u64::from(!signals.is_empty())) };
    for &signal in signals {
        let dest = registers.push(Register { name: "signal".into(), ty: SIGNAL, of: Executor::PacketProcessor });
        body.push(by_processor(InstrKind::Load { dest, access: access(signal, span) }, span));
        let value = |kind| Box::new(Value { ty: SIGNAL, kind });
        let (value, zero) = (value(ValueKind::Register(dest)), value(ValueKind::Int(0)));
        let is_set = Value { ty: BOOL, kind: ValueKind::Binary(BinaryOp::Compare(CompareOp::Ne), value, zero) };
        let and = ValueKind::Binary(BinaryOp::Logic(LogicOp::And), Box::new(condition), Box::new(is_set));
        condition = Value { ty: BOOL, kind: and };
    }
    by_processor(InstrKind::Loop { condition, at_least_once: true, unroll: None, body }, span)
}

/// How the packet processor accesses a signal.
fn access(signal: ObjectId, span: Span) -> Access {
    Access {
        ty: SIGNAL,
        pointer: Value { ty: Type::Ptr, kind: ValueKind::Object(signal) },
        may: Vec::new(),
        unwritten: false,
        after_dma: false,
        space: AddressSpace::Generic,
        generic: false,
        pointer_span: span,
        ordering: Some(Ordering::Monotonic),
        scope: SyncScope::SYSTEM,
        volatile: false,
        nontemporal: false,
        tags: TagSet::default(),
        asm: None,
    }
}

fn by_processor(kind: InstrKind, span: Span) -> Instr {
    Instr { kind, span, by: Executor::PacketProcessor }
}
