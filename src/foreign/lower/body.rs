//! The statements of a thread.

use super::super::ast::{self, BinaryOp, Block, Expr, ExprKind, Init, Spelling, Test, Thread, UnaryOp, Value};
use super::super::types::{Ty, resolve};
use super::barriers::Met;
use super::memory::pointee;
use super::names::Names;
use super::places::Place;
use super::values::Val;
use super::{Context, Lowered, at};
use crate::syntax::litmus::ast::{self as ours, At, Name, Statement, Type};
use crate::syntax::source::Span;

/// A local variable.
#[derive(Clone, Debug)]
pub(super) struct Register {
    /// Its name in C.
    pub(super) name: String,
    /// Its name in our language.
    pub(super) ours: String,
    pub(super) ty: Ty,
    pub(super) span: Span,
    /// Whether every path to here has written it.
    pub(super) is_written: bool,
    /// Whether it is read where it may not be written: it begins with 0.
    pub(super) begins: bool,
    /// The value that the initial state gives it.
    value: Option<At<Value>>,
}

/// Statements of ours as they are made.
pub(super) type Out = Vec<At<Statement>>;

/// A thread while it is read.
pub(super) struct Body<'a, 'c> {
    pub(super) context: &'c Context<'a>,
    /// The shared variables that it has, by name, with the type it gives them.
    pub(super) parameters: Vec<(String, usize, Ty)>,
    pub(super) registers: Vec<Register>,
    /// Those that each block around the statement has declared.
    blocks: Vec<Vec<usize>>,
    pub(super) names: Names,
    /// Its barriers, in order of the text.
    pub(super) barriers: Vec<Met>,
    /// How many branches and loops are around the statement.
    pub(super) depth: u32,
    /// The label of the statement.
    label: Option<String>,
    statements: Out,
}

impl<'a, 'c> Body<'a, 'c> {
    pub(super) fn new(context: &'c Context<'a>, thread: &Thread, number: usize, test: &Test) -> Lowered<Self> {
        let names = context.memory.names.clone();
        let mut body = Body {
            context,
            parameters: Vec::new(),
            registers: Vec::new(),
            blocks: Vec::new(),
            names,
            barriers: Vec::new(),
            depth: 0,
            label: None,
            statements: Vec::new(),
        };
        for parameter in &thread.parameters {
            let Some((name, ty)) = pointee(context.source, parameter)? else { continue };
            let variable = context.memory.variable(&name.node).unwrap_or_default();
            body.parameters.push((name.node.clone(), variable, ty));
        }
        let is_own = |init: &&Init| init.location.thread.as_ref().is_some_and(|own| own.node == number as i128);
        for init in test.init.iter().filter(is_own) {
            body.initial(init)?;
        }
        let mut out = Vec::new();
        body.block(&thread.body, &mut out)?;
        body.statements = out;
        Ok(body)
    }

    /// A register that the initial state gives a value.
    fn initial(&mut self, init: &Init) -> Lowered<()> {
        let ty = init.ty.as_ref().map_or(Ok(Ty::INT), |ty| resolve(self.context.source, ty))?;
        let register = self.declare(&init.location.name, ty)?;
        self.registers[register].is_written = true;
        self.registers[register].begins = true;
        self.registers[register].value = init.values.first().cloned();
        Ok(())
    }

    /// The thread's statements, what registers begin with before them: those that are read unwritten, here or in a state.
    pub(super) fn finish(self, thread: &Thread, read: &[String]) -> Lowered<ours::Block> {
        let mut all = Vec::new();
        for register in &self.registers {
            let is_read = !register.is_written && read.contains(&register.ours);
            if register.begins || is_read {
                all.push(self.beginning(register)?);
            }
        }
        all.extend(self.statements);
        self.context.block(all, thread.body.span)
    }

    fn beginning(&self, register: &Register) -> Lowered<At<Statement>> {
        let span = register.span;
        let number = match (&register.value, register.ty.ours()) {
            (Some(At { node: Value::Name(..), .. }), _) | (_, Some(Type::Ptr | Type::Wide(_)) | None) => {
                let message = format!("`{}` may be read before it has a value", register.name);
                return self.context.refuse(span, message, "a pointer", "give it one where it is declared");
            }
            (Some(At { node: Value::Int(number), .. }), Some(Type::Int(_))) => *number,
            (None, Some(Type::Int(_))) => 0,
        };
        let value = self.sized(number, register.ty, span)?;
        Ok(at(Statement::Assign { dest: at(register.ours.clone(), span), value }, span))
    }

    /// A new local variable, or one of the same name again.
    pub(super) fn declare(&mut self, name: &Name, ty: Ty) -> Lowered<usize> {
        if self.parameters.iter().any(|(known, ..)| *known == name.node) {
            return self.context.refuse(
                name.span,
                format!("`{}` is a parameter too", name.node),
                "hides it",
                "another name",
            );
        }
        if ty.atomic && ty.stars == 0 || ty.ours().is_none() {
            return self.context.refuse(
                name.span,
                format!("`{}` has no type of a local variable", name.node),
                "not supported",
                "an integer or a pointer",
            );
        }
        if let Some(known) = self.register(&name.node) {
            if self.blocks.iter().flatten().any(|declared| *declared == known) {
                let message = format!("`{}` is declared before, here or in a block around this one", name.node);
                let help = "another name: conditions know one variable of a name";
                return self.context.refuse(name.span, message, "hides it, or is it again", help);
            }
            if self.registers[known].ty.ours() != ty.ours() || self.registers[known].ty.int() != ty.int() {
                let message = format!("`{}` is declared with another type before", name.node);
                return self.context.refuse(
                    name.span,
                    message,
                    "another type",
                    "a name for each: conditions know one variable of a name",
                );
            }
            self.blocks.last_mut().into_iter().for_each(|block| block.push(known));
            return Ok(known);
        }
        let register = Register {
            name: name.node.clone(),
            ours: self.names.take(&name.node),
            ty,
            span: name.span,
            is_written: false,
            begins: false,
            value: None,
        };
        let number = self.registers.len();
        self.registers.push(register);
        self.blocks.last_mut().into_iter().for_each(|block| block.push(number));
        Ok(number)
    }

    pub(super) fn register(&self, name: &str) -> Option<usize> {
        self.registers.iter().position(|register| register.name == name)
    }

    pub(super) fn block(&mut self, block: &Block, out: &mut Out) -> Lowered<()> {
        self.enclosed(|body| block.statements.iter().try_for_each(|statement| body.statement(statement, out)))
    }

    /// What is declared is so until the end.
    fn enclosed(&mut self, inside: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        self.blocks.push(Vec::new());
        inside(self)?;
        self.blocks.pop();
        Ok(())
    }

    /// The block of a branch or of a loop.
    pub(super) fn inner(&mut self, block: &Block) -> Lowered<Out> {
        let mut out = Vec::new();
        self.depth += 1;
        self.block(block, &mut out)?;
        self.depth -= 1;
        Ok(out)
    }

    pub(super) fn statement(&mut self, statement: &At<ast::Statement>, out: &mut Out) -> Lowered<()> {
        match &statement.node {
            ast::Statement::Declaration(ty, list) => self.declaration(ty, list, out),
            ast::Statement::Expr(e) => self.effect(e, out),
            ast::Statement::Block(block) => self.block(block, out),
            ast::Statement::If(c, then, otherwise) => self.branch((c, then, otherwise.as_ref()), statement.span, out),
            ast::Statement::While(c, body) => self.while_loop((Some(c), body, None), statement.span, out),
            ast::Statement::DoWhile(body, c) => self.do_loop(body, c, statement.span, out),
            ast::Statement::For(start, c, step, body) => self.enclosed(|this| {
                start.iter().try_for_each(|start| this.statement(start, out))?;
                this.while_loop((c.as_ref(), body, step.as_ref()), statement.span, out)
            }),
            ast::Statement::Label(label, body) => {
                self.label = Some(label.node.clone());
                self.block(body, out)?;
                match self.label.take() {
                    None => Ok(()),
                    Some(_) => self.context.refuse(
                        label.span,
                        "a label that no barrier has",
                        "not supported",
                        "there is no `goto`: leave it out",
                    ),
                }
            }
        }
    }

    /// A barrier with its label.
    pub(super) fn barrier(&mut self, span: Span) -> Lowered<Met> {
        let label = self.label.take();
        if label.is_some() && self.depth > 0 {
            let help = "barriers meet in the order in which they are executed: leave out the label if that is meant";
            return self.context.refuse(span, "a barrier with a label in a branch or loop", "may meet another", help);
        }
        Ok(Met::new(label, self.depth > 0, span))
    }

    fn declaration(&mut self, ty: &ast::Type, list: &[(Name, Option<Expr>)], out: &mut Out) -> Lowered<()> {
        let resolved = resolve(self.context.source, ty)?;
        if ty.stars > 0 && list.len() > 1 {
            return self.context.refuse(
                ty.span,
                "several pointers in one declaration",
                "of all of them?",
                "one declaration for each",
            );
        }
        for (name, value) in list {
            let register = self.declare(name, resolved)?;
            if let Some(value) = value {
                self.assign(register, name.span, value, out)?;
            }
        }
        Ok(())
    }

    /// An expression whose value nobody needs.
    fn effect(&mut self, e: &Expr, out: &mut Out) -> Lowered<()> {
        match &e.kind {
            ExprKind::Assign(op, sides) => self.assignment(*op, &sides[0], &sides[1], e, out),
            ExprKind::Step(by, _, target) => {
                let one = Expr { kind: ExprKind::Int(by.abs(), Spelling::default()), span: e.span, depth: 0 };
                let op = if *by > 0 { BinaryOp::Add } else { BinaryOp::Sub };
                self.assignment(Some(op), target, &one, e, out)
            }
            ExprKind::Call(name, arguments) => {
                let before = out.len();
                self.call(name, arguments, e.span, None, out)?;
                // What nobody needs, the instruction does not return. A call may be of nothing.
                if let Some(At { node: Statement::Rmw { dest, .. }, .. }) = out[before..].last_mut() {
                    *dest = None;
                }
                Ok(())
            }
            ExprKind::Cast(_, inner) => self.effect(inner, out),
            ExprKind::Int(..)
            | ExprKind::Name(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Choice(_)
            | ExprKind::Index(_) => self.value(e, out).map(drop),
        }
    }

    fn assignment(
        &mut self,
        op: Option<BinaryOp>,
        target: &Expr,
        value: &Expr,
        whole: &Expr,
        out: &mut Out,
    ) -> Lowered<()> {
        if let (ExprKind::Name(name), None) = (&target.kind, op)
            && let Some(register) = self.register(name)
        {
            return self.assign(register, target.span, value, out);
        }
        if self.touches(target) && self.touches(value) && !is_plain_target(target) {
            return self.unsequenced(whole.span);
        }
        let value = match op {
            None => value.clone(),
            Some(op) => {
                if self.touches(value) && self.touches(target) {
                    return self.unsequenced(whole.span);
                }
                Expr {
                    kind: ExprKind::Binary(op, Box::new([target.clone(), value.clone()])),
                    span: whole.span,
                    depth: whole.depth,
                }
            }
        };
        match self.place(target, out)? {
            Place::Register(register) => self.assign(register, target.span, &value, out),
            Place::Memory(memory) => {
                let value = self.value(&value, out)?;
                self.store(&memory, value, None, whole.span, out)
            }
        }
    }

    /// `register = value`
    fn assign(&mut self, register: usize, span: Span, value: &Expr, out: &mut Out) -> Lowered<()> {
        let val = self.value_into(value, Some(register), out)?;
        self.set(register, span, val, out)
    }

    /// Puts a value into a register, unless it is there.
    pub(super) fn set(&mut self, register: usize, span: Span, val: Val, out: &mut Out) -> Lowered<()> {
        let Register { ours, ty, .. } = self.registers[register].clone();
        let is_there = matches!(&val.expr.kind, ours::ExprKind::Name(name) if *name == ours);
        let place = val.expr.place.span;
        let value = self.converted(val, ty, place)?;
        self.registers[register].is_written = true;
        if !is_there {
            let value = match value.number() {
                Some(number) => self.sized(number, ty, place)?,
                None => value.expr,
            };
            out.push(at(Statement::Assign { dest: at(ours, span), value }, span.to(place)));
        }
        Ok(())
    }

    /// A register of our own, for what has no name in C.
    pub(super) fn temporary(&mut self, wanted: &str, span: Span) -> Name {
        at(self.names.take(wanted), span)
    }

    /// Two accesses in one expression that C puts in no order.
    pub(super) fn unsequenced<T>(&self, span: Span) -> Lowered<T> {
        let help = "a statement for each access: a thread of ours has one order of its accesses";
        self.context.refuse(span, "accesses that C puts in no order", "several accesses", help)
    }
}

/// `x`, or `x + 1`: an address that is told without an access.
fn is_place(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::Name(_) => true,
        ExprKind::Binary(_, parts) => {
            parts.iter().all(|part| matches!(part.kind, ExprKind::Name(_) | ExprKind::Int(..)))
        }
        ExprKind::Int(..)
        | ExprKind::Unary(..)
        | ExprKind::Assign(..)
        | ExprKind::Step(..)
        | ExprKind::Index(_)
        | ExprKind::Choice(_)
        | ExprKind::Cast(..)
        | ExprKind::Call(..) => false,
    }
}

/// `*x`, `*(x + 1)` and `x[1]` of a shared variable itself: finding it needs no access.
fn is_plain_target(target: &Expr) -> bool {
    match &target.kind {
        ExprKind::Unary(UnaryOp::Deref, inner) => is_place(inner),
        ExprKind::Index(parts) => matches!(parts[0].kind, ExprKind::Name(_)),
        ExprKind::Name(_) => true,
        ExprKind::Int(..) | ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Assign(..) | ExprKind::Step(..) => {
            false
        }
        ExprKind::Choice(_) | ExprKind::Cast(..) | ExprKind::Call(..) => false,
    }
}
