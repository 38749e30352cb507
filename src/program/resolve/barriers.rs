//! Barriers: which object an operation is on, and whether there is such an operation.

use super::Resolver;
use super::values::Scope;
use crate::llvm::ScopeLevel;
use crate::program::barrier::{Barrier, BarrierObject, BarrierOperation, NamedBarrier};
use crate::program::halves;
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
                    "it counts nothing that could be set; all else is there, and does nothing but the join"
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
        let alternate = halves::alternate(program);
        let mut known: HashMap<BarrierObject, Vec<(ThreadId, Span, bool)>> = HashMap::new();
        for (thread, of) in program.threads.iter_enumerated() {
            for (barrier, span) in used(&of.body) {
                let is_counted = counts_waves(&barrier);
                if barrier.object == BarrierObject::Workgroup
                    && !alternate[thread]
                    && self.has_mates(program, thread, span)
                {
                    break;
                }
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

    /// Refuses other threads of a thread's wave, where its barrier counts waves and the end of each thread is one of a wave. Whether there are some.
    fn has_mates(&mut self, program: &Program, thread: ThreadId, span: Span) -> bool {
        let is_mate = |other: &ThreadId| *other != thread && program.share(*other, thread, ScopeLevel::Wavefront);
        let Some(mate) = program.threads.indices().find(is_mate) else { return false };
        let names = [thread, mate].map(|thread| &program.threads[thread].name);
        let message = format!(
            "`{}` and `{}` are of one wave, at a barrier whose signals and waits do not alternate",
            names[0], names[1]
        );
        self.error(span, message, "counts waves", "a wave of its own for each, or one thread for the wave");
        true
    }
}

/// Whether a barrier has an operation.
fn has(object: BarrierObject, kind: BarrierKind) -> bool {
    match (object, kind) {
        (BarrierObject::Named(_), _) => true,
        // An init would set what none counts.
        (BarrierObject::Null, BarrierKind::Init) => false,
        (
            BarrierObject::Null,
            BarrierKind::Join
            | BarrierKind::Leave
            | BarrierKind::Both
            | BarrierKind::Signal
            | BarrierKind::SignalIsFirst
            | BarrierKind::Wait,
        ) => true,
        (
            BarrierObject::Workgroup | BarrierObject::Cluster,
            BarrierKind::Both | BarrierKind::Signal | BarrierKind::SignalIsFirst | BarrierKind::Wait,
        ) => true,
        (
            BarrierObject::Workgroup | BarrierObject::Cluster,
            BarrierKind::Init | BarrierKind::Join | BarrierKind::Leave,
        ) => false,
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
