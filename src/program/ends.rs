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
        let object = BarrierObject::Workgroup;
        let (most_waits, is_open) = (most_waits(body, object), is_open(body, false, object));
        Uses { least_arrives: least(body, object, BarrierOperation::arrives), most_waits, is_open }
    }
}

/// Has threads drop the barrier of their workgroup as they end, where that may matter: others may then wait there once more, or it has arrived and not
/// waited, or halves of the barrier do not alternate, so that arrivals are counted. Every thread is taken to have joined that barrier when it was
/// launched (LLVM 24, AMDGPU Execution Synchronization, s_barrier GFX6-11 and s_barrier GFX12: a thread that ends drops it if it has joined it, which is no
/// operation there).
pub fn add(program: &mut Program) {
    let uses: IndexVec<ThreadId, Uses> = program.threads.iter().map(|thread| Uses::of(&thread.body)).collect();
    let alternate = halves::alternate(program);
    let of_clusters = program.threads.indices().filter(|&thread| may_drop_barrier_of_cluster(program, thread));
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

/// Whether the ends of a wave's cluster may matter to the cluster's barrier, which they may drop: models choose. They do not where each of its waves waits
/// there as often, on all paths, and for what it has arrived: as one has ended no phase is to come for which others wait.
fn may_drop_barrier_of_cluster(program: &Program, thread: ThreadId) -> bool {
    let object = BarrierObject::Cluster;
    let mates = program
        .threads
        .iter_enumerated()
        .filter(|(other, of)| of.by == Executor::Wave && program.share(thread, *other, ScopeLevel::Cluster));
    let waits = |body: &[Instr]| {
        let most = most_waits(body, object).filter(|&most| most == least(body, object, BarrierOperation::waits));
        most.filter(|_| !is_open(body, false, object))
    };
    let mut waits = mates.map(|(_, of)| waits(&of.body));
    let first = waits.next().flatten();
    program.threads[thread].by == Executor::Wave && (first.is_none() || !waits.all(|other| other == first))
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

/// What an instruction does with a barrier.
fn operation_on(instr: &Instr, on: BarrierObject) -> Option<BarrierOperation> {
    match instr.kind {
        InstrKind::Barrier(Barrier { object, operation }) if object == on => Some(operation),
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

/// The least number of operations at a barrier that are counted, whichever way is taken through a block.
fn least(block: &[Instr], on: BarrierObject, counts: fn(BarrierOperation) -> bool) -> usize {
    let of = |instr: &Instr| match (&instr.kind, operation_on(instr, on)) {
        (_, Some(operation)) => usize::from(counts(operation)),
        (InstrKind::Loop { at_least_once: false, .. }, None) => 0,
        (kind, None) => kind.blocks().into_iter().map(|block| least(block, on, counts)).min().unwrap_or(0),
    };
    block.iter().map(of).sum()
}

fn most_waits(block: &[Instr], on: BarrierObject) -> Option<usize> {
    let most = |block: &[Instr]| most_waits(block, on);
    let of = |instr: &Instr| match (&instr.kind, operation_on(instr, on)) {
        (_, Some(operation)) => Some(usize::from(operation.waits())),
        (InstrKind::Loop { body, .. }, None) => most(body).filter(|&most| most == 0),
        (kind, None) => kind.blocks().into_iter().map(most).try_fold(0, |most, other| Some(most.max(other?))),
    };
    block.iter().map(of).sum()
}

/// Whether an arrive may be left without a wait after a block; `before`: whether one is before it.
fn is_open(block: &[Instr], before: bool, on: BarrierObject) -> bool {
    block.iter().fold(before, |open, instr| {
        if let Some(operation) = operation_on(instr, on) {
            return operation.arrives() && !operation.waits();
        }
        let blocks = instr.kind.blocks();
        let may_do_nothing = blocks.is_empty() || matches!(instr.kind, InstrKind::Loop { .. });
        (may_do_nothing && open) || blocks.into_iter().any(|block| is_open(block, open, on))
    })
}
