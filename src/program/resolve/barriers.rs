//! Barriers: which object an operation is on, and whether there is such an operation.

use super::Resolver;
use super::values::Scope;
use crate::llvm::ScopeLevel;
use crate::program::barrier::{Barrier, BarrierObject, BarrierOperation, NamedBarrier};
use crate::program::ir::{BOOL, BarrierId, Instr, InstrKind, Program, ThreadId};
use crate::syntax::litmus::ast::{self, At, BarrierKind, CLUSTER_BARRIER, NULL_BARRIER, Name};
use crate::syntax::source::{Span, did_you_mean};
use std::collections::HashMap;

/// A workgroup has so many named barriers (LLVM 24, AMDGPU Execution Synchronization, s_barrier IDs GFX12).
const MAX_BARRIERS: usize = 16;
/// The most arrivals that a barrier can expect: there are seven bits for their number (LLVM 24, AMDGPU Execution Synchronization, s_barrier GFX12).
const MAX_COUNT: u32 = 127;

impl Resolver {
    pub(super) fn barriers(&mut self, declared: &[Name]) {
        for name in declared {
            if matches!(name.node.as_str(), CLUSTER_BARRIER | NULL_BARRIER) {
                let message = format!("`{}` is a barrier that is always there", name.node);
                self.error(name.span, message, "not to be declared", "another name");
            }
            let before = self.barriers.iter().find(|barrier| barrier.name == name.node).map(|barrier| barrier.span);
            let object = self.names.get(&name.node).map(|&object| self.objects[object].span);
            if let Some(first) = before.or(object) {
                let message = format!("`{}` is declared twice", name.node);
                self.again(name.span, message, first, "give each barrier a name of its own");
            }
            self.barriers.push(NamedBarrier { name: name.node.clone(), span: name.span });
        }
        if let Some(name) = declared.get(MAX_BARRIERS) {
            let message = format!("more than {MAX_BARRIERS} named barriers");
            self.error(name.span, message, "one too many", "a workgroup has no more");
        }
    }

    pub(super) fn barrier(&mut self, scope: &mut Scope, barrier: &ast::Barrier, span: Span) -> Barrier {
        let ast::Barrier { kind, dest, object, count } = barrier;
        let on = object.as_ref().map_or(Some(BarrierObject::Workgroup), |object| self.barrier_named(object));
        // Of a barrier that is not known nothing more is said.
        if let Some(on) = on.filter(|on| !has(*on, *kind)) {
            let help = match on {
                BarrierObject::Null => {
                    "a thread joins it to have joined no other; arrives and waits are there, and do nothing"
                }
                BarrierObject::Workgroup | BarrierObject::Cluster | BarrierObject::Named(_) => {
                    "the barriers of workgroups and clusters are there from the beginning: arrive or wait"
                }
            };
            self.error(span, format!("`{kind}` of a barrier that has none"), "no operation of this barrier", help);
        }
        let is_named = on.is_none_or(|on| matches!(on, BarrierObject::Named(_)));
        let takes_count = is_named && matches!(kind, BarrierKind::Signal | BarrierKind::Init);
        if let (Some(count), false) = (count, takes_count) {
            let help = "`s.barrier.init` and `s.barrier.signal` of a named barrier say how many are expected";
            self.error(count.span, "an expected count that is not set here", "no count", help);
        }
        let expected = count.as_ref().map(|count| self.expected(*count));
        let operation = match kind {
            BarrierKind::Both => BarrierOperation::Both,
            BarrierKind::Signal => BarrierOperation::Signal(expected),
            BarrierKind::SignalIsFirst => match dest {
                Some(dest) => BarrierOperation::SignalIsFirst(self.dest(scope, dest, BOOL)),
                None => unreachable!("the grammar has it assigned"),
            },
            BarrierKind::Wait => BarrierOperation::Wait,
            BarrierKind::Init => BarrierOperation::Init(expected.unwrap_or(1)),
            BarrierKind::Join => BarrierOperation::Join,
            BarrierKind::Leave => BarrierOperation::Leave,
        };
        Barrier { object: on.unwrap_or(BarrierObject::Null), operation }
    }

    /// The barrier of a name; `None` after an error.
    fn barrier_named(&mut self, name: &Name) -> Option<BarrierObject> {
        match name.node.as_str() {
            CLUSTER_BARRIER => return Some(BarrierObject::Cluster),
            NULL_BARRIER => return Some(BarrierObject::Null),
            _ => {}
        }
        if let Some(id) = self.barriers.iter().position(|barrier| barrier.name == name.node) {
            return Some(BarrierObject::Named(BarrierId::new(id)));
        }
        let known = self.barriers.iter().map(|barrier| barrier.name.as_str());
        let near = did_you_mean(&name.node, known.chain([CLUSTER_BARRIER, NULL_BARRIER]));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it after the objects: `named.barrier {}`", name.node),
        };
        self.error(name.span, format!("`{}` is no barrier", name.node), "not declared", help);
        None
    }

    fn expected(&mut self, count: At<u32>) -> u32 {
        if !(1..=MAX_COUNT).contains(&count.node) {
            let message = format!("{} arrivals expected", count.node);
            self.error(count.span, message, "out of range", format!("from 1 to {MAX_COUNT}"));
        }
        count.node.clamp(1, MAX_COUNT)
    }

    /// A named barrier is of one workgroup, and the barrier of a cluster of threads that are in one.
    pub(super) fn check_barriers(&mut self, program: &Program) {
        let mut first: HashMap<BarrierId, (ThreadId, Span)> = HashMap::new();
        for (thread, of) in program.threads.iter_enumerated() {
            for (object, span) in operations(&of.body) {
                match object {
                    BarrierObject::Named(id) => {
                        let (user, at) = *first.entry(id).or_insert((thread, span));
                        if user != thread && !program.share(user, thread, ScopeLevel::Workgroup) {
                            let message = format!("`{}` is used by two workgroups", program.barriers[id].name);
                            self.again(span, message, at, "a named barrier is of one workgroup: declare one for each");
                        }
                    }
                    BarrierObject::Cluster if of.position.cluster.is_none() => {
                        let help = "place the thread: `@ cluster 0, workgroup 0`";
                        self.error(span, "the barrier of a cluster, in none", "its workgroup is in no cluster", help);
                    }
                    BarrierObject::Cluster | BarrierObject::Workgroup | BarrierObject::Null => {}
                }
            }
        }
    }

    /// What is done with barrier objects, and asked of who is first, is of waves: what several threads of one do together is not in the language. At the barrier of
    /// the workgroup each thread stands for its wave, unless one of them asks who is first. A wave has joined one named barrier, or none.
    pub(super) fn check_waves_at_barriers(&mut self, program: &Program) {
        let mut known: HashMap<BarrierObject, Vec<(ThreadId, Span, bool)>> = HashMap::new();
        for (thread, of) in program.threads.iter_enumerated() {
            for (barrier, span) in used(&of.body) {
                let is_counted = counts_waves(&barrier);
                let known = known.entry(kind_of(barrier.object)).or_default();
                let is_of_wave = |(user, _, counted): &&(ThreadId, Span, bool)| {
                    (is_counted || *counted) && *user != thread && program.share(*user, thread, ScopeLevel::Wavefront)
                };
                match known.iter().find(is_of_wave) {
                    Some(&(user, at, _)) => {
                        let name = &program.threads[user].name;
                        let message = format!(
                            "`{}` and `{name}` are of one wave, which is at one such barrier at a time",
                            of.name
                        );
                        self.again(span, message, at, "a wave of its own for each, or one thread for the wave");
                    }
                    None => known.push((thread, span, is_counted)),
                }
            }
        }
    }

    /// The halves of the workgroup's barrier alternate in the text, signal first; `open` of them are. Returns how many are open after it.
    pub(super) fn barrier_halves(&mut self, body: &[Instr], open: u32) -> u32 {
        body.iter().fold(open, |open, instr| {
            if let InstrKind::Barrier(Barrier { object: BarrierObject::Workgroup, operation }) = instr.kind {
                return self.barrier_half(operation, open, instr.span);
            }
            // The sides of a branch, or the turns of a loop.
            let after: Vec<u32> =
                instr.kind.blocks().into_iter().map(|block| self.barrier_halves(block, open)).collect();
            match after[..] {
                [then, otherwise] => self.balanced(then, otherwise, instr.span),
                [turn] => self.balanced(turn, open, instr.span),
                [..] => open,
            }
        })
    }

    fn barrier_half(&mut self, operation: BarrierOperation, open: u32, span: Span) -> u32 {
        match (operation, open) {
            (BarrierOperation::Signal(_) | BarrierOperation::SignalIsFirst(_), 0) => 1,
            (BarrierOperation::Wait, 1) => 0,
            (BarrierOperation::Both, 0) => 0,
            (BarrierOperation::Wait, _) => {
                self.error(
                    span,
                    "a wait that no signal precedes",
                    "never ends",
                    "`s.barrier.signal` first, or `s.barrier` for both",
                );
                0
            }
            (BarrierOperation::Signal(_) | BarrierOperation::SignalIsFirst(_) | BarrierOperation::Both, _) => {
                let help = "`s.barrier.wait` comes between two signals";
                self.error(span, "a second signal before the wait", "not waited for yet", help);
                open
            }
            // Refused, as an operation that the workgroup's barrier has not.
            (BarrierOperation::Init(_) | BarrierOperation::Join | BarrierOperation::Leave, _) => open,
        }
    }

    fn balanced(&mut self, one: u32, other: u32, span: Span) -> u32 {
        if one != other {
            let help = "signal and wait in the same branch, or both outside it";
            self.error(span, "a barrier signalled on some paths only", "paths differ", help);
        }
        one
    }
}

/// Whether a barrier has an operation.
fn has(object: BarrierObject, kind: BarrierKind) -> bool {
    match (object, kind) {
        (BarrierObject::Named(_), _) => true,
        // It is told that all but the join does nothing, and not what `isfirst` then says.
        (BarrierObject::Null, BarrierKind::Join | BarrierKind::Both | BarrierKind::Signal | BarrierKind::Wait) => true,
        (
            BarrierObject::Workgroup | BarrierObject::Cluster,
            BarrierKind::Both | BarrierKind::Signal | BarrierKind::SignalIsFirst | BarrierKind::Wait,
        ) => true,
        (
            BarrierObject::Workgroup | BarrierObject::Cluster,
            BarrierKind::Init | BarrierKind::Join | BarrierKind::Leave,
        ) => false,
        (BarrierObject::Null, BarrierKind::SignalIsFirst | BarrierKind::Init | BarrierKind::Leave) => false,
    }
}

/// The barriers that a block uses, with the places where.
fn operations(block: &[Instr]) -> Vec<(BarrierObject, Span)> {
    used(block).into_iter().map(|(barrier, span)| (barrier.object, span)).collect()
}

/// Barriers of which a wave is at one at a time: named ones are alike, and so is the one that is joined to have joined none.
fn kind_of(object: BarrierObject) -> BarrierObject {
    match object {
        BarrierObject::Named(_) | BarrierObject::Null => BarrierObject::Null,
        BarrierObject::Workgroup | BarrierObject::Cluster => object,
    }
}

/// Whether an operation is one of waves: all are but those of the workgroup's barrier, unless they ask who is first, and what does nothing.
fn counts_waves(barrier: &Barrier) -> bool {
    match (barrier.object, barrier.operation) {
        (_, BarrierOperation::SignalIsFirst(_)) | (BarrierObject::Null, BarrierOperation::Join) => true,
        (BarrierObject::Named(_) | BarrierObject::Cluster, _) => true,
        (BarrierObject::Workgroup | BarrierObject::Null, _) => false,
    }
}

fn used(block: &[Instr]) -> Vec<(Barrier, Span)> {
    let mut found = Vec::new();
    for instr in block {
        if let InstrKind::Barrier(barrier) = instr.kind {
            found.push((barrier, instr.span));
        }
        found.extend(instr.kind.blocks().into_iter().flat_map(used));
    }
    found
}
