//! What expressions designate: local variables, and memory.

use super::super::ast::{Expr, ExprKind, UnaryOp};
use super::super::types::Ty;
use super::body::{Body, Out};
use super::values::{Kind, Val};
use super::{Lowered, at};
use crate::llvm::{Ordering, SyncScope};
use crate::syntax::litmus::ast::{self as ours, Access, At, Name, Pointer, Statement};
use crate::syntax::source::Span;

/// What can be read and written.
pub(super) enum Place {
    /// A local variable.
    Register(usize),
    /// A place in memory.
    Memory(InMemory),
}

/// A place in memory.
pub(super) struct InMemory {
    /// The object, or the register that points to it.
    pointer: Name,
    /// The type of what is there.
    pub(super) ty: Ty,
}

/// How an atomic access is made.
#[derive(Clone, Copy)]
pub(super) struct Atomic {
    pub(super) ordering: At<Ordering>,
    pub(super) scope: Option<At<SyncScope>>,
}

impl Body<'_, '_> {
    /// What an expression designates.
    pub(super) fn place(&mut self, e: &Expr, out: &mut Out) -> Lowered<Place> {
        match &e.kind {
            ExprKind::Name(name) => match self.register(name) {
                Some(register) => Ok(Place::Register(register)),
                None => {
                    let help = format!("`*{name}` is what a pointer points to");
                    self.context.refuse(
                        e.span,
                        format!("`{name}` is no local variable"),
                        "not a variable of the thread",
                        help,
                    )
                }
            },
            ExprKind::Unary(UnaryOp::Deref, pointer) => {
                let pointer = self.value(pointer, out)?;
                Ok(Place::Memory(self.pointed(pointer, e.span, out)?))
            }
            ExprKind::Index(parts) => {
                let pointer = self.element(&parts[0], &parts[1], e.span, out)?;
                Ok(Place::Memory(self.pointed(pointer, e.span, out)?))
            }
            ExprKind::Int(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Assign(..)
            | ExprKind::Step(..) => self.no_place(e.span),
            ExprKind::Choice(_) | ExprKind::Cast(..) | ExprKind::Call(..) => self.no_place(e.span),
        }
    }

    fn no_place<T>(&self, span: Span) -> Lowered<T> {
        self.context.refuse(span, "this is no place that can be written", "no place", "a variable, `*x` or `x[0]`")
    }

    /// What a pointer points to.
    pub(super) fn pointed(&mut self, pointer: Val, span: Span, out: &mut Out) -> Lowered<InMemory> {
        let Kind::Pointer(ty) = pointer.kind else {
            return self.context.refuse(span, "this is no pointer", "an integer", "`int* x` is one");
        };
        if ty.ours().is_none() {
            return self.context.refuse(span, "what this points to has no type", "void", "a pointer to an integer");
        }
        let place = pointer.expr.place.span;
        let name = if let ours::ExprKind::Name(name) = pointer.expr.kind {
            at(name, place)
        } else {
            let name = self.temporary("pointer", place);
            out.push(at(Statement::Assign { dest: name.clone(), value: pointer.expr }, place));
            name
        };
        Ok(InMemory { pointer: name, ty })
    }

    /// `a[i]` as a pointer, or `a + i`: an element of an array by a constant.
    pub(super) fn element(&mut self, array: &Expr, index: &Expr, span: Span, out: &mut Out) -> Lowered<Val> {
        let pointer = self.value(array, out)?;
        let number = if let ExprKind::Int(number, _) = index.kind { Some(number) } else { None };
        let object = if let ours::ExprKind::Name(name) = &pointer.expr.kind { Some(name) } else { None };
        let known = object.and_then(|name| self.context.memory.element(name));
        let (Some(number), Some((variable, 0))) = (number, known) else {
            let help = "an array by its name, and a number: `a[1]`";
            return self.context.refuse(span, "an element that is found when the test runs", "not supported", help);
        };
        let memory = &self.context.memory;
        let index = (memory.variables[variable].is_array || number != 0).then_some(number);
        let name = memory.element_of(self.context.source, variable, index, span)?.to_string();
        Ok(Val { expr: super::values::name(name, span), ..pointer })
    }

    /// How memory is accessed.
    pub(super) fn access(&self, memory: &InMemory, atomic: Option<Atomic>) -> Access {
        Access {
            atomic: atomic.is_some(),
            volatile: memory.ty.volatile,
            pointer: Pointer { generic: false, name: memory.pointer.clone() },
            scope: atomic.and_then(|atomic| atomic.scope),
            ordering: atomic.map(|atomic| atomic.ordering),
            metadata: Vec::new(),
        }
    }

    /// Reads memory, into a register of C if it fits.
    pub(super) fn load(
        &mut self,
        memory: &InMemory,
        atomic: Option<Atomic>,
        span: Span,
        into: Option<usize>,
        out: &mut Out,
    ) -> Val {
        let dest = self.destination(memory.ty, into, span, "value");
        let ty = at(self.type_of(memory), span);
        let val = Val { expr: super::values::name(dest.node.clone(), span), kind: Kind::of(memory.ty), literal: false };
        out.push(at(Statement::Load { dest, ty, access: self.access(memory, atomic) }, span));
        val
    }

    /// Writes memory.
    pub(super) fn store(
        &mut self,
        memory: &InMemory,
        value: Val,
        atomic: Option<Atomic>,
        span: Span,
        out: &mut Out,
    ) -> Lowered<()> {
        let value = self.converted(value, memory.ty, span)?.expr;
        let ty = at(self.type_of(memory), span);
        out.push(at(Statement::Store { ty, value, access: self.access(memory, atomic) }, span));
        Ok(())
    }

    pub(super) fn type_of(&self, memory: &InMemory) -> ours::Type {
        memory.ty.ours().unwrap_or(ours::Type::Ptr)
    }

    /// The register that gets what is read: that of C which is written with it, if it holds values of this type, else one of our own.
    pub(super) fn destination(&mut self, ty: Ty, into: Option<usize>, span: Span, wanted: &str) -> Name {
        match into.map(|register| &self.registers[register]) {
            Some(register) if register.ty.ours() == ty.ours() && register.ty.is_bool() == ty.is_bool() => {
                at(register.ours.clone(), span)
            }
            Some(_) | None => self.temporary(wanted, span),
        }
    }
}
