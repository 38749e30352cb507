//! What threads of the host may do: LLVM's atomics of system scope, and accesses to global and constant memory. And submitting dispatches, which kernels may, too
//! (LLVM 24, AMDGPU user guide, Kernel Dispatch, lines 6979-6980).

use super::Resolver;
use crate::llvm::{AddressSpace, ScopeLevel, SyncScope};
use crate::program::dispatch::{Boundary, PacketId};
use crate::program::ir::{Access, Executor, Instr, InstrKind, Program, ThreadId};
use crate::syntax::source::Span;
use std::collections::BTreeMap;

impl Resolver {
    /// What the host may do, and that every dispatch is submitted once at most.
    pub(super) fn check_host(&mut self, program: &Program) {
        let mut submitted: BTreeMap<u32, Span> = BTreeMap::new();
        for thread in program.threads.indices() {
            self.submits(program, thread, &program.threads[thread].body, &mut submitted);
        }
        for thread in program.threads.iter().filter(|thread| thread.by == Executor::Host) {
            self.runs_on_host(&thread.body);
        }
    }

    fn submits(&mut self, program: &Program, thread: ThreadId, block: &[Instr], submitted: &mut BTreeMap<u32, Span>) {
        for instr in block {
            if let InstrKind::Call(body) = &instr.kind {
                self.submits(program, thread, body, submitted);
                continue;
            }
            let nested = instr.kind.blocks().into_iter().find_map(submission);
            if let Some(span) = nested {
                let help = "at the end of the thread, or after the branch or loop";
                self.error(span, "a dispatch that may be submitted or not", "in a branch or loop", help);
            }
            let Some(Boundary::Submit(number)) = instr.kind.boundary() else { continue };
            if !program.dispatches.contains_key(&PacketId::Dispatch(number)) {
                let message = format!("there is no dispatch {number}");
                self.error(instr.span, message, "never begins", "the number of a dispatch in one of the queues");
            }
            if program.is_published_before(number, thread) {
                let message = format!("a dispatch that begins when dispatch {number} is submitted");
                self.error(
                    instr.span,
                    message,
                    "never begins",
                    "a dispatch that comes later in its queue, or of another",
                );
            }
            if let Some(first) = submitted.insert(number, instr.span) {
                let message = format!("dispatch {number} is submitted twice");
                self.again(instr.span, message, first, "submit each dispatch once");
            }
        }
    }

    fn runs_on_host(&mut self, block: &[Instr]) {
        for instr in block {
            match &instr.kind {
                InstrKind::Load { access, .. } | InstrKind::Store { access, .. } | InstrKind::Rmw { access, .. } => {
                    self.host_access(access, instr.span);
                }
                InstrKind::Cmpxchg(operation) => self.host_access(&operation.access, instr.span),
                InstrKind::Fence { scope, asm, .. } => {
                    self.host_scope(*scope, instr.span);
                    self.no_host_code(asm.is_some(), instr.span);
                }
                InstrKind::Asm(_) => self.no_host_code(true, instr.span),
                InstrKind::Dma(_) | InstrKind::Asyncmark | InstrKind::WaitAsyncmark { .. } => {
                    let help = "a thread of an agent, which has LDS";
                    self.error(instr.span, "the host has no LDS", "an operation of an agent", help);
                }
                InstrKind::Barrier(_) => {
                    let help = "atomics of system scope, or a completion signal";
                    self.error(instr.span, "the host is in no workgroup", "no barrier meets it", help);
                }
                InstrKind::Packet(_)
                | InstrKind::Assign { .. }
                | InstrKind::If { .. }
                | InstrKind::Loop { .. }
                | InstrKind::Call(_) => {}
            }
            instr.kind.blocks().into_iter().for_each(|block| self.runs_on_host(block));
        }
    }

    fn host_access(&mut self, access: &Access, span: Span) {
        if access.ordering.is_some() {
            self.host_scope(access.scope, span);
        }
        self.no_host_code(access.asm.is_some(), span);
        let is_reached = |space: AddressSpace| matches!(space, AddressSpace::Global | AddressSpace::Constant);
        if let Some((space, _)) = access.may.iter().find(|(space, _)| !is_reached(*space)) {
            let message = format!("the host does not reach {space} memory");
            self.error(access.pointer_span, message, "of an agent", "an object of global memory");
        }
    }

    fn host_scope(&mut self, scope: SyncScope, span: Span) {
        if scope.level != ScopeLevel::System {
            let message = format!("an atomic of {} scope on the host", scope.level);
            self.error(
                span,
                message,
                "reaches no agent",
                "leave out the sync scope: the host's atomics are of system scope",
            );
        }
    }

    fn no_host_code(&mut self, has_code: bool, span: Span) {
        if has_code {
            let help = "leave it out: what the host does is made by its own compiler";
            self.error(span, "machine code of an agent on the host", "not the host's", help);
        }
    }
}

/// Where a dispatch is submitted in a block, those within it too.
fn submission(block: &[Instr]) -> Option<Span> {
    block.iter().find_map(|instr| match instr.kind.boundary() {
        Some(Boundary::Submit(_)) => Some(instr.span),
        Some(Boundary::Launch(_) | Boundary::Complete(_)) | None => {
            instr.kind.blocks().into_iter().find_map(submission)
        }
    })
}
