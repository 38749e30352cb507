//! Calls of functions: atomics, fences, barriers.

use super::super::Dialect;
use super::super::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use super::super::functions::{FLAGS, Function, ORDERS, SCOPES, function, names};
use super::super::unsupported::help_of_function;
use super::body::{Body, Out};
use super::places::{Atomic, InMemory};
use super::values::{Kind, Val, name};
use super::{Lowered, at};
use crate::llvm::{AddressSpace, Ordering, RmwOp, ScopeLevel, SyncScope, Tag};
use crate::syntax::litmus::ast::{self as ours, At, Barrier, BarrierKind, Cmpxchg, Metadata, Name, Statement};
use crate::syntax::litmus::build;
use crate::syntax::source::{Span, did_you_mean};

/// The arguments of a call as they are used up.
struct Arguments<'e> {
    call: &'e Name,
    all: &'e [Expr],
    used: usize,
    /// Whether orders are given.
    is_explicit: bool,
    span: Span,
}

impl Body<'_, '_> {
    /// A call; what it returns, if it returns something.
    pub(super) fn call(
        &mut self,
        called: &Name,
        all: &[Expr],
        span: Span,
        into: Option<usize>,
        out: &mut Out,
    ) -> Lowered<Option<Val>> {
        let Some((function, is_explicit)) = function(&called.node, self.context.dialect) else {
            return self.unknown_function(called);
        };
        if all.iter().filter(|argument| self.touches(argument)).count() > 1 {
            return self.unsequenced(span);
        }
        let mut arguments = Arguments { call: called, all, used: 0, is_explicit, span };
        let value = match function {
            Function::Load => {
                let memory = self.object(&mut arguments, out)?;
                let atomic = self.atomic(&mut arguments)?;
                Some(self.load(&memory, Some(atomic), span, into, out))
            }
            Function::Store | Function::Init => {
                let memory = self.object(&mut arguments, out)?;
                let value = self.argument(&mut arguments)?;
                let value = self.value(value, out)?;
                let is_atomic = function == Function::Store;
                let atomic = is_atomic.then(|| self.atomic(&mut arguments)).transpose()?;
                self.store(&memory, value, atomic, span, out)?;
                None
            }
            Function::Update(op) => Some(self.update(&mut arguments, op, into, out)?),
            Function::Compare { weak } => Some(self.compare(&mut arguments, weak, out)?),
            Function::TestAndSet => {
                let memory = self.object(&mut arguments, out)?;
                let one = Val {
                    expr: build::leaf(ours::ExprKind::Int(1), span.start, span.end),
                    kind: Kind::Truth,
                    literal: true,
                };
                let atomic = self.atomic(&mut arguments)?;
                Some(self.exchange(&memory, (RmwOp::Xchg, one.expr), atomic, (into, span), out))
            }
            Function::Clear => {
                let memory = self.object(&mut arguments, out)?;
                let zero = Val {
                    expr: build::leaf(ours::ExprKind::Bool(false), span.start, span.end),
                    kind: Kind::Truth,
                    literal: false,
                };
                let atomic = self.atomic(&mut arguments)?;
                self.store(&memory, zero, Some(atomic), span, out)?;
                None
            }
            Function::Fence => {
                let ordering = self.order(&mut arguments)?;
                fence(ordering, None, Vec::new(), span, out);
                None
            }
            Function::WorkItemFence => {
                let tags = self.flags(&mut arguments)?;
                let ordering = self.order(&mut arguments)?;
                if arguments.all.len() == arguments.used {
                    self.argument(&mut arguments)?;
                }
                let scope = self.scope(&mut arguments, ScopeLevel::Agent)?;
                fence(ordering, scope, tags, span, out);
                None
            }
            Function::Barrier => {
                let tags = self.flags(&mut arguments)?;
                let scope = self.scope(&mut arguments, ScopeLevel::Workgroup)?;
                let met = self.barrier(span)?.with(&tags, scope);
                self.barriers.push(met);
                fence(at(Ordering::Release, span), scope, tags.clone(), span, out);
                out.push(at(
                    Statement::Barrier(Barrier { kind: BarrierKind::Both, dest: None, object: None, count: None }),
                    span,
                ));
                fence(at(Ordering::Acquire, span), scope, tags, span, out);
                None
            }
        };
        match arguments.all.get(arguments.used) {
            None => Ok(value),
            Some(extra) => {
                let help = match is_explicit {
                    true => "leave it out",
                    false => "orders and scopes are for functions that end in `_explicit`",
                };
                self.context.refuse(extra.span, format!("`{}` takes no such argument", called.node), "too many", help)
            }
        }
    }

    fn unknown_function<T>(&self, called: &Name) -> Lowered<T> {
        if let Some(help) = help_of_function(&called.node) {
            let message = format!("`{}` is not supported", called.node);
            return self.context.refuse(called.span, message, "not in tests", help);
        }
        let help = match called.node.as_str() {
            "READ_ONCE" | "WRITE_ONCE" | "smp_mb" | "smp_wmb" | "smp_rmb" | "xchg" | "cmpxchg" | "spin_lock"
            | "rcu_read_lock" => "the Linux kernel's: tests here use C11's atomics".to_string(),
            name => match did_you_mean(name.trim_end_matches("_explicit"), names(self.context.dialect)) {
                Some(near) if name.ends_with("_explicit") => format!("did you mean `{near}_explicit`?"),
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("one of {}", names(self.context.dialect).collect::<Vec<_>>().join(", ")),
            },
        };
        self.context.refuse(called.span, format!("`{}` is no function of a test", called.node), "not known", help)
    }

    fn argument<'e>(&self, arguments: &mut Arguments<'e>) -> Lowered<&'e Expr> {
        match arguments.all.get(arguments.used) {
            Some(argument) => {
                arguments.used += 1;
                Ok(argument)
            }
            None => {
                let help = "the object, values, then orders and a scope where the name ends in `_explicit`";
                self.context.refuse(
                    arguments.span,
                    format!("`{}` needs more arguments", arguments.call.node),
                    "too few",
                    help,
                )
            }
        }
    }

    /// The object that a function is about.
    fn object(&mut self, arguments: &mut Arguments<'_>, out: &mut Out) -> Lowered<InMemory> {
        let argument = self.argument(arguments)?;
        let pointer = self.value(argument, out)?;
        self.pointed(pointer, argument.span, out)
    }

    /// The order and the scope that end the arguments of an atomic.
    fn atomic(&mut self, arguments: &mut Arguments<'_>) -> Lowered<Atomic> {
        let ordering = match arguments.is_explicit {
            true => self.order(arguments)?,
            false => at(Ordering::SeqCst, arguments.span),
        };
        Ok(Atomic { ordering, scope: self.scope_of_atomic(arguments)? })
    }

    fn scope_of_atomic(&self, arguments: &mut Arguments<'_>) -> Lowered<Option<At<SyncScope>>> {
        match (self.context.dialect, arguments.is_explicit) {
            (Dialect::C, _) => Ok(None),
            (Dialect::OpenCl, true) => self.scope(arguments, ScopeLevel::Agent),
            (Dialect::OpenCl, false) => {
                Ok(Some(at(SyncScope { level: ScopeLevel::Agent, one_as: false }, arguments.span)))
            }
        }
    }

    fn order(&self, arguments: &mut Arguments<'_>) -> Lowered<At<Ordering>> {
        let argument = self.argument(arguments)?;
        let written = word(argument);
        if written == Some("memory_order_consume") {
            let help = "LLVM has no such order and compilers make it acquire: `memory_order_acquire`";
            return self.context.refuse(
                argument.span,
                "`memory_order_consume` is not supported",
                "not supported",
                help,
            );
        }
        self.word(argument, written, ORDERS, "memory order").map(|ordering| at(ordering, argument.span))
    }

    /// The scope, if it is given.
    fn scope(&self, arguments: &mut Arguments<'_>, otherwise: ScopeLevel) -> Lowered<Option<At<SyncScope>>> {
        let (level, span) = match arguments.all.get(arguments.used) {
            Some(argument) => {
                arguments.used += 1;
                (self.word(argument, word(argument), SCOPES, "memory scope")?, argument.span)
            }
            None => (otherwise, arguments.span),
        };
        Ok(Some(at(SyncScope { level, one_as: false }, span)))
    }

    /// The address spaces that a fence names.
    fn flags(&self, arguments: &mut Arguments<'_>) -> Lowered<Vec<At<Metadata>>> {
        let argument = self.argument(arguments)?;
        let mut spaces = Vec::new();
        self.spaces(argument, &mut spaces)?;
        let tag = |space: &At<AddressSpace>| {
            at(Tag { prefix: "amdgpu-synchronize-as".into(), suffix: space.node.to_string() }, space.span)
        };
        Ok(vec![at(Metadata::Mmra(spaces.iter().map(tag).collect()), argument.span)])
    }

    fn spaces(&self, flags: &Expr, spaces: &mut Vec<At<AddressSpace>>) -> Lowered<()> {
        if let ExprKind::Binary(BinaryOp::Or, parts) = &flags.kind {
            return parts.iter().try_for_each(|part| self.spaces(part, spaces));
        }
        if let ExprKind::Int(0, _) = flags.kind {
            let help = "`CLK_GLOBAL_MEM_FENCE`, `CLK_LOCAL_MEM_FENCE`, or both with `|`";
            return self.context.refuse(flags.span, "flags that name no address space", "none", help);
        }
        let space = self.word(flags, word(flags), FLAGS, "flag of a fence")?;
        spaces.push(at(space, flags.span));
        Ok(())
    }

    fn word<T: Copy>(&self, argument: &Expr, written: Option<&str>, all: &[(&str, T)], what: &str) -> Lowered<T> {
        if let Some((_, value)) = all.iter().find(|(known, _)| Some(*known) == written) {
            return Ok(*value);
        }
        if let Some((written, help)) = written.and_then(|written| Some((written, help_of_function(written)?))) {
            return self.context.refuse(argument.span, format!("`{written}` is not supported"), "not in tests", help);
        }
        let near = written.and_then(|written| did_you_mean(written, all.iter().map(|(known, _)| *known)));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("one of {}", all.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ")),
        };
        self.context.refuse(argument.span, format!("this is no {what}"), "not known", help)
    }

    fn update(&mut self, arguments: &mut Arguments<'_>, op: RmwOp, into: Option<usize>, out: &mut Out) -> Lowered<Val> {
        let memory = self.object(arguments, out)?;
        let is_signed = memory.ty.int().is_none_or(|int| int.signed);
        let unsigned = [(RmwOp::Min, RmwOp::Umin), (RmwOp::Max, RmwOp::Umax)];
        let op = unsigned.iter().find(|(of, _)| *of == op && !is_signed).map_or(op, |(_, unsigned)| *unsigned);
        if memory.ty.is_bool() && op != RmwOp::Xchg {
            return self.context.refuse(
                arguments.span,
                "arithmetic on a `bool`",
                "not supported",
                "`atomic_exchange`, or an integer",
            );
        }
        let argument = self.argument(arguments)?;
        let operand = self.value(argument, out)?;
        let operand = self.converted(operand, memory.ty, argument.span)?.expr;
        let atomic = self.atomic(arguments)?;
        Ok(self.exchange(&memory, (op, operand), atomic, (into, arguments.span), out))
    }

    /// A read-modify-write, and the old value.
    fn exchange(
        &mut self,
        memory: &InMemory,
        (op, value): (RmwOp, ours::Expr),
        atomic: Atomic,
        (into, span): (Option<usize>, Span),
        out: &mut Out,
    ) -> Val {
        let dest = self.destination(memory.ty, into, span, "value");
        let old = Val { expr: name(dest.node.clone(), span), kind: Kind::of(memory.ty), literal: false };
        let (op, ty) = (at(op, span), at(self.type_of(memory), span));
        let access = self.access(memory, Some(atomic));
        out.push(at(Statement::Rmw { dest: Some(dest), op, ty, value, access }, span));
        old
    }

    /// A compare and exchange. What is expected stands in memory or in a local variable, which gets what was read where they differ.
    fn compare(&mut self, arguments: &mut Arguments<'_>, weak: bool, out: &mut Out) -> Lowered<Val> {
        let span = arguments.span;
        let memory = self.object(arguments, out)?;
        let argument = self.argument(arguments)?;
        let local = local(argument).and_then(|name| self.register(name));
        let (expected, in_memory) = match local {
            Some(register) => {
                let Some(value) = local_value(argument) else { return self.unsequenced(span) };
                let value = self.value(value, out)?;
                let ty = self.registers[register].ty;
                if ty.ours() != memory.ty.ours() {
                    let help = "a variable of the type of the object";
                    return self.context.refuse(
                        argument.span,
                        "what is expected is of another type",
                        "another type",
                        help,
                    );
                }
                (value.expr, None)
            }
            None => {
                let pointer = self.value(argument, out)?;
                let place = self.pointed(pointer, argument.span, out)?;
                if place.ty.ours() != memory.ty.ours() {
                    let help = "a pointer to the type of the object";
                    return self.context.refuse(
                        argument.span,
                        "what is expected is of another type",
                        "another type",
                        help,
                    );
                }
                (self.load(&place, None, argument.span, None, out).expr, Some(place))
            }
        };
        let desired = self.argument(arguments)?;
        let new = self.value(desired, out)?;
        let new = self.converted(new, memory.ty, desired.span)?.expr;
        let (success, failure) = match arguments.is_explicit {
            true => (self.order(arguments)?, self.order(arguments)?),
            false => (at(Ordering::SeqCst, span), at(Ordering::SeqCst, span)),
        };
        let atomic = Atomic { ordering: success, scope: self.scope_of_atomic(arguments)? };
        let (old, stored) = (self.temporary("value", span), self.temporary("stored", span));
        let ty = at(self.type_of(&memory), span);
        let access = self.access(&memory, Some(atomic));
        let (dest, success) = (Some(old.clone()), Some(stored.clone()));
        let operation = Cmpxchg { dest, success, weak, ty, expected, new_ty: ty, new, access, failure };
        out.push(at(Statement::Cmpxchg(Box::new(operation)), span));
        let (old, stored) = (name(old.node, argument.span), name(stored.node, span));
        match (in_memory, local) {
            (Some(place), _) => {
                let mut inner = Vec::new();
                let kind = Kind::of(memory.ty);
                self.store(&place, Val { expr: old, kind, literal: false }, None, argument.span, &mut inner)?;
                let condition = build::unary(ours::UnaryOp::Not, stored.clone(), span.start, span.end);
                let condition = self.context.built(condition)?;
                let then = self.context.block(inner, argument.span)?;
                out.push(at(Statement::If { condition, then, otherwise: None }, span));
            }
            (None, Some(register)) => {
                let before = name(self.registers[register].ours.clone(), argument.span);
                let value = build::select(stored.clone(), before, old, span.start, span.end);
                let kind = Kind::of(self.registers[register].ty);
                let value = Val { expr: self.context.built(value)?, kind, literal: false };
                self.set(register, argument.span, value, out)?;
            }
            (None, None) => {}
        }
        Ok(Val { expr: stored, kind: Kind::Truth, literal: false })
    }
}

/// The word that an argument is.
fn word(argument: &Expr) -> Option<&str> {
    let ExprKind::Name(name) = &argument.kind else { return None };
    Some(name)
}

/// The variable of `&r`.
fn local_value(argument: &Expr) -> Option<&Expr> {
    let ExprKind::Unary(UnaryOp::Address, inner) = &argument.kind else { return None };
    Some(inner)
}

/// The name in `&r`.
fn local(argument: &Expr) -> Option<&str> {
    local_value(argument).and_then(word)
}

/// A fence; a relaxed one orders nothing, and LLVM has none.
fn fence(ordering: At<Ordering>, scope: Option<At<SyncScope>>, metadata: Vec<At<Metadata>>, span: Span, out: &mut Out) {
    if ordering.node != Ordering::Monotonic {
        out.push(at(Statement::Fence { scope, ordering, metadata }, span));
    }
}
