//! Threads that end while others of their workgroup go on to meet at its barrier.

use super::barrier::{Barrier, BarrierObject, BarrierOperation};
use super::dispatch::Boundary;
use super::halves;
use super::ir::{Executor, Instr, InstrKind, Program, ThreadId};
use crate::llvm::ScopeLevel;
use index_vec::{IndexSlice, IndexVec};
use itertools::Itertools;

/// What a thread does at the barrier of its workgroup.
struct Uses {
    least_arrives: usize,
    /// `None` if that depends on a loop.
    most_waits: Option<usize>,
    /// Whether it may end after an arrive that it has not waited for.
    is_open: bool,
}

impl Uses {
    fn of(body: &[Instr]) -> Uses {
        Uses { least_arrives: least_arrives(body), most_waits: most_waits(body), is_open: is_open(body, false) }
    }
}

/// Has threads drop the barrier of their workgroup as they end, where that may matter: others may then wait there once more, or it has arrived and not
/// waited, or halves of the barrier do not alternate, so that arrivals are counted. Every thread is taken to have joined that barrier when it was
/// launched (LLVM 24, AMDGPU Execution Synchronization, s_barrier GFX6-11 and s_barrier GFX12: a thread that ends drops it if it has joined it, which is no
/// operation there).
pub fn add(program: &mut Program) {
    let uses: IndexVec<ThreadId, Uses> = program.threads.iter().map(|thread| Uses::of(&thread.body)).collect();
    let alternate = halves::alternate(program);
    let of_clusters = program.threads.indices().filter(|&thread| is_in_cluster_with_barrier(program, thread));
    let of_clusters = of_clusters.map(|thread| (thread, BarrierObject::Cluster)).collect_vec();
    let ends = program.threads.indices().filter(|&thread| drops_barrier(program, &uses, &alternate, thread));
    let ends = ends.map(|thread| (thread, BarrierObject::Workgroup)).collect_vec();
    for (thread, object) in of_clusters.into_iter().chain(ends) {
        let thread = &mut program.threads[thread];
        // Its dispatch is complete after that.
        let is_complete = |instr: &Instr| matches!(instr.kind.boundary(), Some(Boundary::Complete(_)));
        let before = thread.body.iter().position(is_complete).unwrap_or(thread.body.len());
        let drop = InstrKind::Barrier(Barrier { object, operation: BarrierOperation::Leave });
        thread.body.insert(before, Instr::of_wave(drop, thread.span));
    }
}

/// Whether somebody of a wave's cluster does something with its barrier, which ends of threads may drop: models choose.
fn is_in_cluster_with_barrier(program: &Program, thread: ThreadId) -> bool {
    program.threads[thread].by == Executor::Wave
        && program
            .threads
            .iter_enumerated()
            .any(|(other, of)| program.share(thread, other, ScopeLevel::Cluster) && uses_barrier_of_cluster(&of.body))
}

fn uses_barrier_of_cluster(block: &[Instr]) -> bool {
    let is_of_cluster =
        |kind: &InstrKind| matches!(kind, InstrKind::Barrier(Barrier { object: BarrierObject::Cluster, .. }));
    let within = |kind: &InstrKind| kind.blocks().into_iter().any(uses_barrier_of_cluster);
    block.iter().any(|instr| is_of_cluster(&instr.kind) || within(&instr.kind))
}

fn drops_barrier(
    program: &Program,
    uses: &IndexSlice<ThreadId, [Uses]>,
    alternate: &IndexSlice<ThreadId, [bool]>,
    thread: ThreadId,
) -> bool {
    let own = &uses[thread];
    let meets = |&other: &ThreadId| {
        program.share(thread, other, ScopeLevel::Workgroup) && !program.share(thread, other, ScopeLevel::Wavefront)
    };
    let waits_more = |other: ThreadId| uses[other].most_waits.is_none_or(|most| most > own.least_arrives);
    program.threads[thread].by == Executor::Wave
        && (!alternate[thread] || own.is_open || program.threads.indices().filter(meets).any(waits_more))
}

/// What an instruction does with the barrier of the workgroup.
fn workgroup_operation(instr: &Instr) -> Option<BarrierOperation> {
    match instr.kind {
        InstrKind::Barrier(Barrier { object: BarrierObject::Workgroup, operation }) => Some(operation),
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
        | InstrKind::Assign { .. }
        | InstrKind::If { .. }
        | InstrKind::Loop { .. }
        | InstrKind::Call(_) => None,
    }
}

fn least_arrives(block: &[Instr]) -> usize {
    let of = |instr: &Instr| match (&instr.kind, workgroup_operation(instr)) {
        (_, Some(operation)) => usize::from(operation.arrives()),
        (InstrKind::Loop { at_least_once: false, .. }, None) => 0,
        (kind, None) => kind.blocks().into_iter().map(least_arrives).min().unwrap_or(0),
    };
    block.iter().map(of).sum()
}

fn most_waits(block: &[Instr]) -> Option<usize> {
    let of = |instr: &Instr| match (&instr.kind, workgroup_operation(instr)) {
        (_, Some(operation)) => Some(usize::from(operation.waits())),
        (InstrKind::Loop { body, .. }, None) => most_waits(body).filter(|&most| most == 0),
        (kind, None) => kind.blocks().into_iter().map(most_waits).try_fold(0, |most, other| Some(most.max(other?))),
    };
    block.iter().map(of).sum()
}

/// Whether an arrive may be left without a wait after a block; `before`: whether one is before it.
fn is_open(block: &[Instr], before: bool) -> bool {
    block.iter().fold(before, |open, instr| {
        if let Some(operation) = workgroup_operation(instr) {
            return operation.arrives() && !operation.waits();
        }
        let blocks = instr.kind.blocks();
        let may_do_nothing = blocks.is_empty() || matches!(instr.kind, InstrKind::Loop { .. });
        (may_do_nothing && open) || blocks.into_iter().any(|block| is_open(block, open))
    })
}
