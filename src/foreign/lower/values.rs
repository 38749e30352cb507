//! Expressions of C as expressions of ours, with the accesses in them as statements before.

use super::super::Dialect;
use super::super::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use super::super::types::{INT, Int, Scalar, Ty, resolve};
use super::super::unsupported::help_of_value;
use super::body::{Body, Out};
use super::constants::{self, Folded};
use super::places::Place;
use super::{Lowered, at};
use crate::llvm::IntType;
use crate::syntax::litmus::ast::{self as ours, ArithOp, CastOp, CompareOp, LogicOp, Statement, Type};
use crate::syntax::litmus::build;
use crate::syntax::source::Span;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// A truth value of ours, which C has as 1 or 0.
    Truth,
    /// An integer.
    Int(Int),
    /// A pointer to something of this type.
    Pointer(Ty),
}

impl Kind {
    /// The kind of what has a type.
    pub(super) fn of(ty: Ty) -> Kind {
        match (ty.pointee(), ty.int()) {
            (Some(pointee), _) => Kind::Pointer(pointee),
            (None, Some(int)) => Kind::Int(int),
            (None, None) => Kind::Int(INT),
        }
    }
}

/// A value.
#[derive(Clone, Debug)]
pub(super) struct Val {
    pub(super) expr: ours::Expr,
    pub(super) kind: Kind,
    /// Whether it is a number, whose width ours takes from where it stands.
    pub(super) literal: bool,
}

impl Val {
    /// The number that it is, if it is one.
    pub(super) fn number(&self) -> Option<i128> {
        match (self.literal, &self.expr.kind) {
            (true, ours::ExprKind::Int(number)) => Some(*number),
            (true | false, _) => None,
        }
    }
}

/// A name as an expression.
pub(super) fn name(name: String, span: Span) -> ours::Expr {
    build::leaf(ours::ExprKind::Name(name), span.start, span.end)
}

fn number(value: i128, span: Span) -> ours::Expr {
    build::leaf(ours::ExprKind::Int(value), span.start, span.end)
}

impl Body<'_, '_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, e: &Expr, out: &mut Out) -> Lowered<Val> {
        self.value_into(e, None, out)
    }

    /// As [`Self::value`]; what is read goes to a register if the expression is nothing but an access.
    pub(super) fn value_into(&mut self, e: &Expr, into: Option<usize>, out: &mut Out) -> Lowered<Val> {
        match &e.kind {
            ExprKind::Int(value, spelling) => Ok(literal(*value, constants::type_of(*value, *spelling), e.span)),
            ExprKind::Name(name) => self.named(name, e.span),
            ExprKind::Unary(UnaryOp::Address, inner) => self.address(inner, out),
            ExprKind::Unary(UnaryOp::Deref, _) | ExprKind::Index(_) => match self.place(e, out)? {
                Place::Register(register) => Ok(self.read(register, e.span)),
                // Of an atomic object too: C makes that sequentially consistent, herd7 and Dartagnan a plain access, which is weaker and may race.
                Place::Memory(memory) => Ok(self.load(&memory, None, e.span, into, out)),
            },
            ExprKind::Unary(op, inner) => self.unary(*op, inner, e.span, out),
            ExprKind::Binary(BinaryOp::LogicAnd, sides) => self.logic(true, &sides[0], &sides[1], e.span, out),
            ExprKind::Binary(BinaryOp::LogicOr, sides) => self.logic(false, &sides[0], &sides[1], e.span, out),
            ExprKind::Binary(op, sides) => self.binary(*op, &sides[0], &sides[1], e.span, out),
            ExprKind::Choice(parts) => self.choice(parts, e.span, out),
            ExprKind::Cast(ty, inner) => {
                let ty = resolve(self.context.source, ty)?;
                let inner = self.value(inner, out)?;
                if ty.ours().is_none() {
                    return Ok(inner);
                }
                self.converted(inner, ty, e.span)
            }
            ExprKind::Call(name, arguments) => match self.call(name, arguments, e.span, into, out)? {
                Some(value) => Ok(value),
                None => self.context.refuse(
                    e.span,
                    format!("`{}` has no value", name.node),
                    "nothing",
                    "a statement of its own",
                ),
            },
            ExprKind::Assign(..) | ExprKind::Step(..) => self.context.refuse(
                e.span,
                "an assignment within an expression",
                "not supported",
                "a statement of its own",
            ),
        }
    }

    fn named(&mut self, wanted: &str, span: Span) -> Lowered<Val> {
        if let Some(register) = self.register(wanted) {
            return Ok(self.read(register, span));
        }
        if let Some((_, variable, ty)) = self.parameters.iter().find(|(known, ..)| known == wanted) {
            let object = self.context.memory.variables[*variable].elements[0].clone();
            return Ok(Val { expr: name(object, span), kind: Kind::Pointer(*ty), literal: false });
        }
        let shared = self.context.memory.variable(wanted);
        if let Some(help) = help_of_value(wanted).filter(|_| shared.is_none()) {
            return self.context.refuse(span, format!("`{wanted}` is not supported"), "not in tests", help);
        }
        let help = match shared {
            Some(_) => format!("make it a parameter of the thread: `int* {wanted}`"),
            None => format!("declare it: `int {wanted} = 0;`"),
        };
        self.context.refuse(span, format!("`{wanted}` is no variable of this thread"), "not known", help)
    }

    fn read(&mut self, register: usize, span: Span) -> Val {
        let register = &mut self.registers[register];
        register.begins |= !register.is_written;
        Val { expr: name(register.ours.clone(), span), kind: Kind::of(register.ty), literal: false }
    }

    fn address(&mut self, inner: &Expr, out: &mut Out) -> Lowered<Val> {
        if let ExprKind::Index(parts) = &inner.kind {
            return self.element(&parts[0], &parts[1], inner.span, out);
        }
        if let ExprKind::Unary(UnaryOp::Deref, pointer) = &inner.kind {
            return self.value(pointer, out);
        }
        let help = "a shared variable: locals are registers";
        self.context.refuse(inner.span, "the address of a local variable", "not in memory", help)
    }

    fn unary(&mut self, op: UnaryOp, inner: &Expr, span: Span, out: &mut Out) -> Lowered<Val> {
        let value = self.value(inner, out)?;
        let ours = match op {
            UnaryOp::Not => {
                let truth = self.truth(value, span)?;
                let expr = self.context.built(build::unary(ours::UnaryOp::Not, truth, span.start, span.end))?;
                return Ok(Val { expr, kind: Kind::Truth, literal: false });
            }
            UnaryOp::Plus => return Ok(value),
            UnaryOp::Negate => ours::UnaryOp::Negate,
            UnaryOp::Complement => ours::UnaryOp::Complement,
            UnaryOp::Deref | UnaryOp::Address => {
                return self.context.refuse(span, "no value", "not supported", "a value");
            }
        };
        let (value, int) = self.promoted(value, span)?;
        if let Some(number) = value.number() {
            let number = if op == UnaryOp::Negate { -number } else { !number };
            return Ok(literal(constants::wrapped(number, int), int, span));
        }
        let expr = self.context.built(build::unary(ours, value.expr, span.start, span.end))?;
        Ok(Val { expr, kind: Kind::Int(int), literal: false })
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span, out: &mut Out) -> Lowered<Val> {
        if self.touches(a) && self.touches(b) {
            return self.unsequenced(span);
        }
        let (left, right) = (self.value(a, out)?, self.value(b, out)?);
        let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        match (left.kind, right.kind) {
            (Kind::Pointer(_), Kind::Pointer(_)) if is_equality => {
                let op = if op == BinaryOp::Eq { CompareOp::Eq } else { CompareOp::Ne };
                let expr = self.context.built(build::binary(ours::BinaryOp::Compare(op), left.expr, right.expr))?;
                return Ok(Val { expr, kind: Kind::Truth, literal: false });
            }
            (Kind::Pointer(_), Kind::Int(_)) if op == BinaryOp::Add => return self.element(a, b, span, out),
            (Kind::Truth | Kind::Int(_) | Kind::Pointer(_), _) => {}
        }
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let ((left, of_left), (right, of_right)) = (self.promoted(left, span)?, self.promoted(right, span)?);
        let int = if is_shift { of_left } else { common(of_left, of_right) };
        let ty = Ty { scalar: Scalar::Int(int), ..Ty::INT };
        let (left, right) = (self.converted(left, ty, span)?, self.converted(right, ty, span)?);
        if let (Some(a), Some(b)) = (left.number(), right.number()) {
            match constants::fold(op, a, b, int) {
                Some(Folded::Truth(truth)) => {
                    let expr = build::leaf(ours::ExprKind::Bool(truth), span.start, span.end);
                    return Ok(Val { expr, kind: Kind::Truth, literal: false });
                }
                Some(Folded::Number(number)) => return Ok(literal(constants::wrapped(number, int), int, span)),
                None if is_shift => {
                    let help = "a shift by less than the width of what is shifted";
                    return self.context.refuse(span, "a shift that C does not define", "too far", help);
                }
                None => {}
            }
        }
        let (op, kind) = self.operator(op, int, span)?;
        let right = if is_shift { self.amount(right, int, span)? } else { right.expr };
        let expr = self.context.built(build::binary(op, left.expr, right))?;
        Ok(Val { expr, kind, literal: false })
    }

    /// By how much something of a type is shifted: in OpenCL C by the low bits of the operand, of which there are as many as its width has (OpenCL C 2.0, section 6.3, j).
    fn amount(&self, by: Val, shifted: Int, span: Span) -> Lowered<ours::Expr> {
        let width = i128::from(shifted.width.bits());
        let is_less = by.number().is_some_and(|by| (0..width).contains(&by));
        match self.context.dialect {
            Dialect::OpenCl if !is_less => {
                let most = self.sized(width - 1, Ty { scalar: Scalar::Int(shifted), ..Ty::INT }, span)?;
                self.context.built(build::binary(ours::BinaryOp::Arith(ArithOp::And), by.expr, most))
            }
            Dialect::OpenCl | Dialect::C => Ok(by.expr),
        }
    }

    fn operator(&self, op: BinaryOp, int: Int, span: Span) -> Lowered<(ours::BinaryOp, Kind)> {
        let compare =
            |signed, unsigned| Ok((ours::BinaryOp::Compare(if int.signed { signed } else { unsigned }), Kind::Truth));
        let arith = |op| Ok((ours::BinaryOp::Arith(op), Kind::Int(int)));
        match op {
            BinaryOp::Eq => compare(CompareOp::Eq, CompareOp::Eq),
            BinaryOp::Ne => compare(CompareOp::Ne, CompareOp::Ne),
            BinaryOp::Lt => compare(CompareOp::Slt, CompareOp::Ult),
            BinaryOp::Le => compare(CompareOp::Sle, CompareOp::Ule),
            BinaryOp::Gt => compare(CompareOp::Sgt, CompareOp::Ugt),
            BinaryOp::Ge => compare(CompareOp::Sge, CompareOp::Uge),
            BinaryOp::Or => arith(ArithOp::Or),
            BinaryOp::Xor => arith(ArithOp::Xor),
            BinaryOp::And => arith(ArithOp::And),
            BinaryOp::Add => arith(ArithOp::Add),
            BinaryOp::Sub => arith(ArithOp::Sub),
            BinaryOp::Mul => arith(ArithOp::Mul),
            BinaryOp::Shl => arith(ArithOp::Shl),
            BinaryOp::Shr => arith(if int.signed { ArithOp::Ashr } else { ArithOp::Lshr }),
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::LogicAnd | BinaryOp::LogicOr => {
                self.context.refuse(span, "division", "not supported", "`+`, `-`, `*`, shifts and bits are")
            }
        }
    }

    /// `a && b`, `a || b`: what is accessed in `b` is accessed where it is needed.
    fn logic(&mut self, is_and: bool, a: &Expr, b: &Expr, span: Span, out: &mut Out) -> Lowered<Val> {
        let left = self.value(a, out)?;
        let left = self.truth(left, a.span)?;
        if !self.touches(b) {
            let right = self.value(b, out)?;
            let right = self.truth(right, b.span)?;
            let op = ours::BinaryOp::Logic(if is_and { LogicOp::And } else { LogicOp::Or });
            let expr = self.context.built(build::binary(op, left, right))?;
            return Ok(Val { expr, kind: Kind::Truth, literal: false });
        }
        let dest = self.temporary("truth", span);
        out.push(at(Statement::Assign { dest: dest.clone(), value: left }, a.span));
        let mut inner = Vec::new();
        let right = self.value(b, &mut inner)?;
        let right = self.truth(right, b.span)?;
        inner.push(at(Statement::Assign { dest: dest.clone(), value: right }, b.span));
        let known = name(dest.node, span);
        let condition = match is_and {
            true => known.clone(),
            false => self.context.built(build::unary(ours::UnaryOp::Not, known.clone(), span.start, span.end))?,
        };
        let then = self.context.block(inner, b.span)?;
        out.push(at(Statement::If { condition, then, otherwise: None }, span));
        Ok(Val { expr: known, kind: Kind::Truth, literal: false })
    }

    fn choice(&mut self, [c, a, b]: &[Expr; 3], span: Span, out: &mut Out) -> Lowered<Val> {
        if self.touches(a) || self.touches(b) {
            return self.context.refuse(span, "an access in one of two values", "not supported", "`if (…) … else …`");
        }
        let condition = self.value(c, out)?;
        let condition = self.truth(condition, c.span)?;
        let (left, right) = (self.value(a, out)?, self.value(b, out)?);
        let (left, right, kind) = match (left.kind, right.kind) {
            (Kind::Pointer(_), Kind::Pointer(_)) => {
                let kind = left.kind;
                (left, right, kind)
            }
            _ => {
                let ((left, of_left), (right, of_right)) = (self.promoted(left, span)?, self.promoted(right, span)?);
                let int = common(of_left, of_right);
                let ty = Ty { scalar: Scalar::Int(int), ..Ty::INT };
                (self.sized_as(left, ty, span)?, self.sized_as(right, ty, span)?, Kind::Int(int))
            }
        };
        let expr = self.context.built(build::select(condition, left.expr, right.expr, span.start, span.end))?;
        Ok(Val { expr, kind, literal: false })
    }

    /// A value as a truth value of ours.
    pub(super) fn truth(&self, value: Val, span: Span) -> Lowered<ours::Expr> {
        match (value.kind, &value.expr.kind) {
            (Kind::Truth, _) => Ok(value.expr),
            (Kind::Int(_), ours::ExprKind::Int(number)) => {
                Ok(build::leaf(ours::ExprKind::Bool(*number != 0), span.start, span.end))
            }
            (Kind::Int(_), _) => {
                let op = ours::BinaryOp::Compare(CompareOp::Ne);
                self.context.built(build::binary(op, value.expr, number(0, span)))
            }
            (Kind::Pointer(_), _) => self.context.refuse(
                span,
                "a pointer as a condition",
                "not supported",
                "there is no null: compare it with another",
            ),
        }
    }

    /// An integer, at least as wide as `int`.
    fn promoted(&self, value: Val, span: Span) -> Lowered<(Val, Int)> {
        let int = match value.kind {
            Kind::Truth => INT,
            Kind::Int(int) if int.width.bits() >= INT.width.bits() => int,
            Kind::Int(_) => INT,
            Kind::Pointer(_) => {
                return self.context.refuse(
                    span,
                    "a pointer where an integer is needed",
                    "a pointer",
                    "what it points to: `*x`",
                );
            }
        };
        let ty = Ty { scalar: Scalar::Int(int), ..Ty::INT };
        Ok((self.converted(value, ty, span)?, int))
    }

    /// A value converted, a number too.
    fn sized_as(&self, value: Val, ty: Ty, span: Span) -> Lowered<Val> {
        let value = self.converted(value, ty, span)?;
        match value.number() {
            Some(number) => Ok(Val { expr: self.sized(number, ty, span)?, literal: false, ..value }),
            None => Ok(value),
        }
    }

    /// A number, which is an `i32` where nothing says otherwise, in the width of a type.
    pub(super) fn sized(&self, value: i128, ty: Ty, span: Span) -> Lowered<ours::Expr> {
        let width = ty.int().map_or(IntType::I32, |int| int.width);
        let (start, end) = (span.start, span.end);
        let cast = |op, value| build::cast(op, number(value, span), at(Type::Int(width), span), start, end);
        if width == IntType::I32 {
            return Ok(number(value, span));
        }
        if width.bits() < IntType::I32.bits() {
            return self.context.built(cast(CastOp::Trunc, value));
        }
        if i32::try_from(value).is_ok() {
            return self.context.built(cast(CastOp::Sext, value));
        }
        // Its halves.
        let high = self.context.built(cast(CastOp::Sext, constants::wrapped(value >> 32, INT)))?;
        let low = self.context.built(cast(CastOp::Zext, value & 0xffff_ffff))?;
        let high = self.context.built(build::binary(ours::BinaryOp::Arith(ArithOp::Shl), high, number(32, span)))?;
        self.context.built(build::binary(ours::BinaryOp::Arith(ArithOp::Or), high, low))
    }

    /// A value as one of a type; a number stays one.
    pub(super) fn converted(&self, value: Val, ty: Ty, span: Span) -> Lowered<Val> {
        let (to, kind) = match (value.kind, ty.int(), ty.stars) {
            (Kind::Pointer(_), None, 1..) => return Ok(Val { kind: Kind::of(ty), ..value }),
            (Kind::Pointer(_), ..) => {
                return self.context.refuse(
                    span,
                    "a pointer where an integer is needed",
                    "a pointer",
                    "what it points to: `*x`",
                );
            }
            (Kind::Truth | Kind::Int(_), None, _) => {
                return self.context.refuse(
                    span,
                    "an integer where a pointer is needed",
                    "an integer",
                    "the name of a shared variable",
                );
            }
            (Kind::Truth | Kind::Int(_), Some(int), _) => (int, Kind::Int(int)),
        };
        if let (Kind::Int(_), Some(number)) = (value.kind, value.number()) {
            let number = if ty.is_bool() { i128::from(number != 0) } else { number };
            return Ok(literal(constants::wrapped(number, to), to, value.expr.place.span));
        }
        let value = match (value.kind, ty.is_bool()) {
            (Kind::Int(_), true) => Val { expr: self.truth(value, span)?, kind: Kind::Truth, literal: false },
            (Kind::Truth | Kind::Int(_) | Kind::Pointer(_), _) => value,
        };
        let (start, end) = (span.start, span.end);
        let from = match value.kind {
            Kind::Int(from) => from,
            Kind::Truth => {
                let expr =
                    self.context.built(build::select(value.expr, number(1, span), number(0, span), start, end))?;
                let value = Val { expr, kind: Kind::Int(INT), literal: false };
                return match to.width == INT.width {
                    true => Ok(Val { kind, ..value }),
                    false => self.cast(value, INT, to, span),
                };
            }
            Kind::Pointer(_) => to,
        };
        if from.width == to.width {
            return Ok(Val { kind, ..value });
        }
        self.cast(value, from, to, span)
    }

    fn cast(&self, value: Val, from: Int, to: Int, span: Span) -> Lowered<Val> {
        let op = match (from.width.bits() > to.width.bits(), from.signed) {
            (true, _) => CastOp::Trunc,
            (false, true) => CastOp::Sext,
            (false, false) => CastOp::Zext,
        };
        let expr =
            self.context.built(build::cast(op, value.expr, at(Type::Int(to.width), span), span.start, span.end))?;
        Ok(Val { expr, kind: Kind::Int(to), literal: false })
    }

    /// Whether evaluating an expression accesses memory.
    pub(super) fn touches(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Int(..) | ExprKind::Name(_) => false,
            ExprKind::Unary(UnaryOp::Deref, _) | ExprKind::Index(_) | ExprKind::Call(..) => true,
            // The place itself is not accessed.
            ExprKind::Unary(UnaryOp::Address, inner) => {
                if let ExprKind::Unary(UnaryOp::Deref, pointer) = &inner.kind {
                    return self.touches(pointer);
                }
                if let ExprKind::Index(parts) = &inner.kind {
                    return parts.iter().any(|part| self.touches(part));
                }
                false
            }
            ExprKind::Unary(_, inner) | ExprKind::Cast(_, inner) | ExprKind::Step(_, _, inner) => self.touches(inner),
            ExprKind::Binary(_, parts) | ExprKind::Assign(_, parts) => parts.iter().any(|part| self.touches(part)),
            ExprKind::Choice(parts) => parts.iter().any(|part| self.touches(part)),
        }
    }
}

fn literal(value: i128, int: Int, span: Span) -> Val {
    Val { expr: number(value, span), kind: Kind::Int(int), literal: true }
}

/// The type in which C computes with two integers.
fn common(left: Int, right: Int) -> Int {
    match left.width.bits().cmp(&right.width.bits()) {
        std::cmp::Ordering::Less => right,
        std::cmp::Ordering::Greater => left,
        std::cmp::Ordering::Equal => Int { signed: left.signed && right.signed, ..left },
    }
}
