//! The statements of a thread.

use super::values::{Scope, UNDECLARED};
use super::{Registers, Resolver};
use crate::llvm::{AtomicKind, Ordering, RmwOp, SyncScope, TagSet, words};
use crate::program::dispatch::Boundary;
use crate::program::ir::*;
use crate::syntax::litmus::ast::{self, At, Block, Metadata, Statement, Type};
use index_vec::IndexVec;

/// A loop is unrolled at most so often.
const MAX_UNROLL: u32 = 16;

/// What follows the commas of an instruction.
#[derive(Default)]
pub(super) struct Attributes {
    pub nontemporal: bool,
    pub tags: TagSet,
    pub asm: Option<String>,
}

impl Resolver {
    /// The registers and instructions of a thread, which are executed by this one.
    pub(super) fn body(&mut self, thread: &ast::Thread, by: Executor) -> (IndexVec<RegId, Register>, Vec<Instr>) {
        let mut scope = Scope { registers: Registers::default(), written: IndexVec::new(), by };
        let body = self.block(&mut scope, &thread.body);
        (scope.registers.all, body)
    }

    fn block(&mut self, scope: &mut Scope, block: &Block) -> Vec<Instr> {
        block.statements.iter().map(|statement| self.statement(scope, statement)).collect()
    }

    fn statement(&mut self, scope: &mut Scope, statement: &At<Statement>) -> Instr {
        let kind = match &statement.node {
            Statement::Load { dest, ty, access } => {
                let access = self.access(scope, access, ty.node, AtomicKind::Load);
                InstrKind::Load { dest: self.dest(scope, dest, ty.node), access }
            }
            Statement::Store { ty, value, access } => {
                let value = self.expect(scope, value, ty.node);
                InstrKind::Store { value, access: self.access(scope, access, ty.node, AtomicKind::Store) }
            }
            Statement::Rmw { dest, op, ty, value, access } => {
                if ty.node == Type::Ptr && op.node != RmwOp::Xchg {
                    let message = format!("`{}` of a pointer", op.node);
                    self.error(op.span, message, "for integers only", "`xchg` is the operation of pointers");
                }
                let value = self.expect(scope, value, ty.node);
                let access = self.access(scope, access, ty.node, AtomicKind::Rmw);
                let dest = dest.as_ref().map(|dest| self.dest(scope, dest, ty.node));
                InstrKind::Rmw { dest, op: op.node, value, access }
            }
            Statement::Cmpxchg(operation) => InstrKind::Cmpxchg(Box::new(self.cmpxchg(scope, operation))),
            Statement::Fence { scope: sync, ordering, metadata } => {
                self.ordering(*ordering, AtomicKind::Fence);
                let Attributes { nontemporal, tags, asm } = self.metadata(metadata);
                if nontemporal {
                    self.error(statement.span, "a nontemporal fence", "accesses no memory", "leave out `!nontemporal`");
                }
                let sync = sync.as_ref().map_or(SyncScope::SYSTEM, |sync| sync.node);
                InstrKind::Fence { scope: sync, ordering: ordering.node, tags, asm }
            }
            Statement::Dma(operation) => InstrKind::Dma(Box::new(self.dma(scope, operation))),
            Statement::Call(body) => InstrKind::Call(self.block(scope, body)),
            Statement::Asyncmark => InstrKind::Asyncmark,
            Statement::WaitAsyncmark(kept) => InstrKind::WaitAsyncmark { kept: self.marks(kept), left: None },
            Statement::Barrier(barrier) => InstrKind::Barrier(self.barrier(scope, barrier, statement.span)),
            Statement::Submit(number) => InstrKind::Packet(Boundary::Submit(number.node)),
            Statement::Asm(text) => InstrKind::Asm(text.node.clone()),
            Statement::Assign { dest, value } => {
                let value = self.value(scope, value, None);
                InstrKind::Assign { dest: self.dest(scope, dest, value.ty), value }
            }
            Statement::If { condition, then, otherwise } => {
                let condition = self.expect(scope, condition, BOOL);
                let before = scope.written.clone();
                let then = self.block(scope, then);
                let after_then = scope.written.clone();
                scope.written = kept(&before, scope.written.len());
                let otherwise = otherwise.as_ref().map_or(vec![], |block| self.block(scope, block));
                let after_then = kept(&after_then, scope.written.len());
                scope.written.iter_mut().zip(after_then).for_each(|(here, there)| *here &= there);
                InstrKind::If { condition, then, otherwise }
            }
            Statement::While { condition, unroll, body } => {
                let condition = self.expect(scope, condition, BOOL);
                let before = scope.written.clone();
                let body = self.block(scope, body);
                scope.written = kept(&before, scope.written.len());
                InstrKind::Loop { condition, at_least_once: false, unroll: self.unroll(unroll.as_ref()), body }
            }
            Statement::DoWhile { body, condition, unroll } => {
                let body = self.block(scope, body);
                let condition = self.expect(scope, condition, BOOL);
                InstrKind::Loop { condition, at_least_once: true, unroll: self.unroll(unroll.as_ref()), body }
            }
        };
        Instr { kind, span: statement.span, by: scope.by }
    }

    fn cmpxchg(&mut self, scope: &mut Scope, operation: &ast::Cmpxchg) -> Cmpxchg {
        let ast::Cmpxchg { dest, success, weak, ty, expected, new_ty, new, access, failure } = operation;
        if ty.node != new_ty.node {
            let message = format!("`cmpxchg` compares {} and stores {}", ty.node, new_ty.node);
            self.error(new_ty.span, message, "another type", format!("{} for both", ty.node));
        }
        let expected = self.expect(scope, expected, ty.node);
        let new = self.expect(scope, new, ty.node);
        self.ordering(*failure, AtomicKind::CmpxchgFailure);
        let access = self.access(scope, access, ty.node, AtomicKind::CmpxchgSuccess);
        let dest = dest.as_ref().map(|dest| self.dest(scope, dest, ty.node));
        let success = success.as_ref().map(|success| self.dest(scope, success, BOOL));
        Cmpxchg { dest, success, weak: *weak, expected, new, access, failure: failure.node }
    }

    fn access(&mut self, scope: &Scope, access: &ast::Access, ty: Type, kind: AtomicKind) -> Access {
        match (&access.ordering, access.atomic) {
            (Some(ordering), true) => self.ordering(*ordering, kind),
            (Some(ordering), false) => {
                let help = format!("`{kind} atomic …`, or leave out the ordering");
                self.error(ordering.span, format!("a non-atomic {kind} with an ordering"), "needs `atomic`", help);
            }
            (None, true) => {
                let help = format!("end it with one of {}", words(kind.orderings(), Ordering::as_str));
                self.error(
                    access.pointer.name.span,
                    format!("an atomic {kind} without an ordering"),
                    "no ordering follows",
                    help,
                );
            }
            (None, false) => {}
        }
        if let (Some(sync), false) = (&access.scope, access.atomic) {
            let help = "scopes are for atomics and fences";
            self.error(sync.span, format!("a non-atomic {kind} with a sync scope"), "needs `atomic`", help);
        }
        if let (Type::Wide(wide), true) = (ty, access.atomic) {
            let help = "atomics of at most 64 bits: no target has wider ones";
            self.error(access.pointer.name.span, format!("an atomic access of {wide}"), "too wide", help);
        }
        let pointer = self.pointer(scope, &access.pointer);
        let Attributes { nontemporal, tags, asm } = self.metadata(&access.metadata);
        Access {
            ty,
            pointer,
            may: Vec::new(),
            space: crate::llvm::AddressSpace::Generic,
            generic: access.pointer.generic,
            pointer_span: access.pointer.name.span,
            unwritten: false,
            after_dma: false,
            ordering: access.ordering.as_ref().map(|ordering| ordering.node),
            scope: access.scope.as_ref().map_or(SyncScope::SYSTEM, |sync| sync.node),
            volatile: access.volatile,
            nontemporal,
            tags,
            asm,
        }
    }

    /// An object, or what a register points to.
    pub(super) fn pointer(&mut self, scope: &Scope, pointer: &ast::Pointer) -> Value {
        let name = &pointer.name;
        let kind = ast::ExprKind::Name(name.node.clone());
        let expr = ast::Expr { kind, place: At { node: (), span: name.span }, depth: 0 };
        if scope.registers.ids.contains_key(&name.node) {
            return self.expect(scope, &expr, Type::Ptr);
        }
        let object = self.object_named(&name.node, name.span).unwrap_or(UNDECLARED);
        Value { ty: Type::Ptr, kind: ValueKind::Object(object) }
    }

    fn ordering(&mut self, ordering: At<Ordering>, kind: AtomicKind) {
        if !kind.orderings().contains(&ordering.node) {
            let help = format!("one of {}", words(kind.orderings(), Ordering::as_str));
            let message = format!("{kind} cannot be {}", ordering.node);
            self.error(ordering.span, message, "LLVM's verifier rejects this", help);
        }
    }

    pub(super) fn metadata(&mut self, metadata: &[At<Metadata>]) -> Attributes {
        let mut attributes = Attributes::default();
        for (number, entry) in metadata.iter().enumerate() {
            let name = entry.node.name();
            if let Some(first) = metadata[..number].iter().find(|before| before.node.name() == name) {
                self.again(entry.span, format!("`{name}` twice"), first.span, "write all of it in one");
            }
            match &entry.node {
                Metadata::Nontemporal => attributes.nontemporal = true,
                Metadata::Asm(text) => attributes.asm = Some(text.clone()),
                Metadata::Mmra(list) => attributes.tags.0.extend(list.iter().map(|tag| tag.node.clone())),
            }
        }
        attributes
    }

    fn unroll(&mut self, unroll: Option<&At<u32>>) -> Option<u32> {
        let unroll = unroll?;
        if !(1..=MAX_UNROLL).contains(&unroll.node) {
            let message = format!("`unroll {}`", unroll.node);
            self.error(unroll.span, message, "out of range", format!("from 1 to {MAX_UNROLL} iterations"));
        }
        Some(unroll.node.clamp(1, MAX_UNROLL))
    }
}

/// What was written before, for `len` registers: those since made are not.
fn kept(before: &IndexVec<RegId, bool>, len: usize) -> IndexVec<RegId, bool> {
    let mut written = before.clone();
    written.resize(len, false);
    written
}
