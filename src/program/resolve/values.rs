//! Expressions: types, and registers written before they are read.

use super::{Registers, Resolver};
use crate::llvm::IntType;
use crate::program::ir::{
    BOOL, BinaryOp, CastOp, CompareOp, Executor, ObjectId, RegId, Register, UnaryOp, Value, ValueKind,
};
use crate::syntax::litmus::ast::{At, Expr, ExprKind, Name, Type};
use crate::syntax::source::{Span, did_you_mean};
use index_vec::IndexVec;

/// What is known of a thread's registers at a place in its text.
pub(super) struct Scope {
    pub(super) registers: Registers,
    /// Which are written on every path to here.
    pub(super) written: IndexVec<RegId, bool>,
    /// Who executes what is read.
    pub(super) by: Executor,
}

impl Resolver {
    /// An expression of a known type.
    pub(super) fn expect(&mut self, scope: &Scope, expr: &Expr, ty: Type) -> Value {
        let value = self.value(scope, expr, Some(ty));
        if value.ty != ty && !is_error(&value) {
            let message = format!("`{}` is of type {}, not {ty}", self.text(expr.place.span), value.ty);
            self.error(expr.place.span, message, format!("of type {}", value.ty), help_for(value.ty, ty));
        }
        value
    }

    /// An expression of the type that `hint` suggests or its parts have; literals are i32 when nothing says.
    pub(super) fn value(&mut self, scope: &Scope, expr: &Expr, hint: Option<Type>) -> Value {
        match &expr.kind {
            ExprKind::Int(value) => self.int(*value, expr.place.span, hint),
            ExprKind::Bool(value) => Value { ty: BOOL, kind: ValueKind::Int((*value).into()) },
            ExprKind::Name(name) => self.name(scope, name, expr.place.span, hint),
            ExprKind::Unary(op, inner) => self.unary(scope, *op, inner, hint),
            ExprKind::Binary(op, a, b) => self.binary(scope, *op, a, b, hint),
            ExprKind::Select(parts) => {
                let condition = self.expect(scope, &parts[0], BOOL);
                let (a, b) = self.pair(scope, &parts[1], &parts[2], hint);
                Value { ty: a.ty, kind: ValueKind::Select(Box::new([condition, a, b])) }
            }
            ExprKind::Cast(op, inner, ty) => self.cast(scope, *op, inner, ty),
        }
    }

    fn int(&mut self, value: i128, span: Span, hint: Option<Type>) -> Value {
        let ty = match hint {
            Some(Type::Int(IntType::I1) | Type::Ptr) | None => Type::Int(IntType::I32),
            Some(ty @ (Type::Int(_) | Type::Wide(_))) => ty,
        };
        let literal = At { node: crate::syntax::litmus::ast::Literal::Int(value), span };
        let value = self.literal(&literal, ty).unwrap_or(0);
        Value { ty, kind: ValueKind::Int(value) }
    }

    fn name(&mut self, scope: &Scope, name: &str, span: Span, hint: Option<Type>) -> Value {
        if let Some(&id) = scope.registers.ids.get(name) {
            if !scope.written[id] {
                let message = format!("register `{name}` is read before it is written");
                let diagnostic =
                    crate::syntax::source::Diagnostic::new(&self.source, span, message, "may not be written yet");
                let first = scope.registers.first[id];
                let help = "write it on every path that leads here";
                self.errors.push(diagnostic.related(first, "written here").help(help));
            }
            return Value { ty: scope.registers.all[id].ty, kind: ValueKind::Register(id) };
        }
        if let Some(&id) = self.names.get(name) {
            return Value { ty: Type::Ptr, kind: ValueKind::Object(id) };
        }
        let known = scope.registers.ids.keys().chain(self.names.keys()).map(String::as_str);
        let help = match did_you_mean(name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write it first: `{name} = load i32, x`"),
        };
        self.error(span, format!("register `{name}` is read before it is written"), "never written before", help);
        error_value(hint)
    }

    fn unary(&mut self, scope: &Scope, op: UnaryOp, inner: &Expr, hint: Option<Type>) -> Value {
        if let (UnaryOp::Negate, ExprKind::Int(value)) = (op, &inner.kind) {
            return self.int(-value, inner.place.span, hint);
        }
        let value = match op {
            UnaryOp::Not => self.expect(scope, inner, BOOL),
            UnaryOp::Complement | UnaryOp::Negate => self.integer(scope, inner, hint),
        };
        Value { ty: value.ty, kind: ValueKind::Unary(op, Box::new(value)) }
    }

    fn binary(&mut self, scope: &Scope, op: BinaryOp, a: &Expr, b: &Expr, hint: Option<Type>) -> Value {
        let (ty, left, right) = match op {
            BinaryOp::Logic(_) => (BOOL, self.expect(scope, a, BOOL), self.expect(scope, b, BOOL)),
            BinaryOp::Compare(CompareOp::Eq | CompareOp::Ne) => {
                let (left, right) = self.pair(scope, a, b, None);
                (BOOL, left, right)
            }
            BinaryOp::Compare(_) | BinaryOp::Arith(_) => {
                let hint = if op.is_comparison() { None } else { hint };
                let (left, right) = self.pair(scope, a, b, hint);
                for (value, expr) in [(&left, a), (&right, b)] {
                    self.must_be_integer(value, expr);
                }
                (if op.is_comparison() { BOOL } else { left.ty }, left, right)
            }
        };
        Value { ty, kind: ValueKind::Binary(op, Box::new(left), Box::new(right)) }
    }

    /// Two expressions of one type: a literal takes the other's.
    fn pair(&mut self, scope: &Scope, a: &Expr, b: &Expr, hint: Option<Type>) -> (Value, Value) {
        if is_literal(a) && !is_literal(b) {
            let right = self.value(scope, b, hint);
            return (self.expect(scope, a, right.ty), right);
        }
        let left = self.value(scope, a, hint);
        let ty = left.ty;
        (left, self.expect(scope, b, ty))
    }

    fn cast(&mut self, scope: &Scope, op: CastOp, inner: &Expr, ty: &At<Type>) -> Value {
        let value = self.value(scope, inner, None);
        let fits = match (value.ty, ty.node, op) {
            (Type::Ptr, ..) | (_, Type::Ptr, _) | (_, Type::Wide(_), CastOp::Sext) => false,
            (from, to, CastOp::Trunc) => from.bits() > to.bits(),
            (from, to, CastOp::Zext | CastOp::Sext) => from.bits() < to.bits(),
        };
        if !fits && !is_error(&value) {
            let help = match ty.node {
                Type::Wide(wide) => format!("zext widens an integer to {wide}"),
                Type::Int(_) | Type::Ptr => "zext and sext widen an integer, trunc narrows it".into(),
            };
            self.error(ty.span, format!("no such cast from {} to {}", value.ty, ty.node), "not possible", help);
        }
        Value { ty: ty.node, kind: ValueKind::Cast(op, Box::new(value)) }
    }

    fn integer(&mut self, scope: &Scope, expr: &Expr, hint: Option<Type>) -> Value {
        let value = self.value(scope, expr, hint);
        self.must_be_integer(&value, expr);
        value
    }

    fn must_be_integer(&mut self, value: &Value, expr: &Expr) {
        let (what, label, help) = match value.ty {
            Type::Int(_) => return,
            Type::Wide(wide) => (
                format!("of {wide}"),
                "too wide",
                "it can be compared by `==` and `!=`, selected, stored, and cut by `trunc`",
            ),
            Type::Ptr => (
                "a pointer".into(),
                "not an integer",
                "pointers can be compared, selected and stored; load from it to compute",
            ),
        };
        if !is_error(value) {
            self.error(expr.place.span, format!("`{}` is {what}", self.text(expr.place.span)), label, help);
        }
    }

    /// The register a result goes to, made on first mention.
    pub(super) fn dest(&mut self, scope: &mut Scope, name: &Name, ty: Type) -> RegId {
        if let Some(&object) = self.names.get(&name.node) {
            let first = self.objects[object].span;
            let message = format!("`{}` is an object, not a register", name.node);
            self.again(name.span, message, first, "objects are written by `store`; give the register another name");
        }
        let id = match scope.registers.ids.get(&name.node) {
            Some(&id) => id,
            None => {
                let id = scope.registers.all.push(Register { name: name.node.clone(), ty, of: scope.by });
                scope.registers.ids.insert(name.node.clone(), id);
                scope.registers.first.push(name.span);
                scope.written.push(false);
                id
            }
        };
        let before = scope.registers.all[id].ty;
        if before != ty {
            let message = format!("register `{}` is of type {before}, not {ty}", name.node);
            self.again(name.span, message, scope.registers.first[id], "use another register");
        }
        scope.written[id] = true;
        id
    }

    fn text(&self, span: Span) -> String {
        self.source.text[span.start..span.end].to_string()
    }
}

fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) => true,
        ExprKind::Unary(_, inner) => is_literal(inner),
        ExprKind::Binary(op, a, b) => !op.is_comparison() && is_literal(a) && is_literal(b),
        ExprKind::Bool(_) | ExprKind::Name(_) | ExprKind::Select(_) | ExprKind::Cast(..) => false,
    }
}

/// The register that stands for an expression that was in error, so that it gives no second one.
const IN_ERROR: RegId = RegId::from_raw_unchecked(u32::MAX);
/// The object that stands for one that is not declared. A program with errors goes no further than its resolver.
pub(super) const UNDECLARED: ObjectId = ObjectId::from_raw_unchecked(u32::MAX);

fn error_value(hint: Option<Type>) -> Value {
    Value { ty: hint.unwrap_or(Type::Int(IntType::I32)), kind: ValueKind::Register(IN_ERROR) }
}

fn is_error(value: &Value) -> bool {
    matches!(value.kind, ValueKind::Register(IN_ERROR))
}

fn help_for(has: Type, needs: Type) -> String {
    match (has, needs) {
        (Type::Int(IntType::I1), Type::Int(_)) => "select(c, 1, 0) makes a number of a condition".into(),
        (Type::Int(_), Type::Int(IntType::I1)) => "compare it: `r0 == 1`".into(),
        (Type::Int(has), Type::Int(needs)) if has.bits() < needs.bits() => {
            format!("zext(…, {needs}) or sext(…, {needs})")
        }
        (Type::Int(_) | Type::Wide(_), Type::Wide(needs)) if has.bits() < needs.bits() => format!("zext(…, {needs})"),
        (Type::Int(_) | Type::Wide(_), Type::Int(_) | Type::Wide(_)) => format!("trunc(…, {needs})"),
        (Type::Ptr, _) => "a pointer has no number: load from it".into(),
        (_, Type::Ptr) => "a pointer is an object's name, or a register that holds one".into(),
    }
}
