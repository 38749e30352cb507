//! Whether signals and waits alternate at the barrier of a workgroup, which says before which arrivals make up a phase.

use super::barrier::{Barrier, BarrierObject, BarrierOperation};
use super::ir::{Instr, InstrKind, Program, ThreadId};
use crate::llvm::ScopeLevel;
use index_vec::IndexVec;

/// By thread, whether the threads of its workgroup signal and wait in turns at its barrier, on all paths and signal first. Then their n-th arrives are of one
/// phase; otherwise which are is chosen as for other barrier objects.
pub(super) fn alternate(program: &Program) -> IndexVec<ThreadId, bool> {
    let alone: IndexVec<ThreadId, bool> =
        program.threads.iter().map(|thread| after(&thread.body, false).is_some()).collect();
    let all = |of: ThreadId| {
        alone.iter_enumerated().all(|(mate, &alone)| alone || !program.share(of, mate, ScopeLevel::Workgroup))
    };
    program.threads.indices().map(all).collect()
}

/// Whether a signal is not waited for yet after a block, given whether one is before it; `None` where they do not alternate.
fn after(block: &[Instr], before: bool) -> Option<bool> {
    block.iter().try_fold(before, |open, instr| match &instr.kind {
        InstrKind::Barrier(Barrier { object: BarrierObject::Workgroup, operation }) => {
            after_operation(*operation, open)
        }
        InstrKind::If { then, otherwise, .. } => {
            let sides = [after(then, open)?, after(otherwise, open)?];
            (sides[0] == sides[1]).then_some(sides[0])
        }
        InstrKind::Loop { body, .. } => (after(body, open)? == open).then_some(open),
        InstrKind::Call(body) => after(body, open),
        InstrKind::Barrier(_)
        | InstrKind::Load { .. }
        | InstrKind::Store { .. }
        | InstrKind::Rmw { .. }
        | InstrKind::Cmpxchg(_)
        | InstrKind::Fence { .. }
        | InstrKind::Dma(_)
        | InstrKind::Asyncmark
        | InstrKind::WaitAsyncmark { .. }
        | InstrKind::Packet(_)
        | InstrKind::Asm(_)
        | InstrKind::Assign { .. } => Some(open),
    })
}

fn after_operation(operation: BarrierOperation, open: bool) -> Option<bool> {
    match operation {
        BarrierOperation::Signal(_) | BarrierOperation::SignalIsFirst(_) => (!open).then_some(true),
        BarrierOperation::Wait => open.then_some(false),
        BarrierOperation::Both => (!open).then_some(false),
        // The end of a thread, whether or not it has arrived.
        BarrierOperation::Leave => Some(open),
        BarrierOperation::Init(_) | BarrierOperation::Join => None,
    }
}
