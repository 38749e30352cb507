//! Values as expressions of C. Integers are of C's signed types, which wrap around here and in herd7; what is unsigned is cast.

use super::{Exported, LANGUAGE, integer, refuse};
use crate::llvm::IntType;
use crate::program::{
    ArithOp, BOOL, BinaryOp, CastOp, CompareOp, LogicOp, Program, ThreadId, UnaryOp, Value, ValueKind,
};
use crate::syntax::source::Span;

/// The type of C that has an integer's width; truth values are an `int`.
pub(super) fn type_name(int: IntType) -> &'static str {
    match int {
        IntType::I8 => "char",
        IntType::I16 => "short",
        IntType::I1 | IntType::I32 => "int",
        IntType::I64 => "long",
    }
}

/// A number of a type, as a constant of C of the same type or an `int` that is widened to it.
pub(super) fn number(int: IntType, value: u64) -> String {
    let signed = int.signed(value);
    match int {
        IntType::I1 => (value & 1).to_string(),
        IntType::I8 | IntType::I16 => signed.to_string(),
        // C reads `-2147483648` as the negation of a number that is no `int`.
        IntType::I32 if signed == i64::from(i32::MIN) => "(-2147483647 - 1)".to_string(),
        IntType::I64 if signed == i64::MIN => "(-9223372036854775807L - 1)".to_string(),
        IntType::I32 => signed.to_string(),
        IntType::I64 => format!("{signed}L"),
    }
}

/// The values of a thread.
#[derive(Clone, Copy)]
pub(super) struct Values<'p> {
    pub(super) program: &'p Program,
    pub(super) thread: ThreadId,
}

impl Values<'_> {
    /// An expression that stands alone.
    pub(super) fn whole(self, value: &Value, span: Span) -> Exported<String> {
        let text = self.text(value, span)?;
        let within = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        Ok(within.map_or(text.clone(), str::to_string))
    }

    /// An expression: a name, a number, or something that is in parentheses as a whole.
    fn text(self, value: &Value, span: Span) -> Exported<String> {
        let int = integer(self.program, value.ty, span, LANGUAGE)?;
        match &value.kind {
            ValueKind::Int(value) => Ok(number(int, *value)),
            ValueKind::Object(_) => refuse(self.program, span, "a pointer as a value", "not written in C", "integers"),
            ValueKind::Register(register) => Ok(self.program.threads[self.thread].registers[*register].name.clone()),
            ValueKind::Unary(op, inner) => {
                let inner = self.text(inner, span)?;
                Ok(match op {
                    UnaryOp::Not => format!("(!{inner})"),
                    UnaryOp::Complement if value.ty == BOOL => format!("(!{inner})"),
                    UnaryOp::Negate if value.ty == BOOL => inner,
                    UnaryOp::Complement => cut(int, format!("(~{inner})")),
                    UnaryOp::Negate => cut(int, format!("(-{inner})")),
                })
            }
            ValueKind::Binary(op, left, right) => self.binary(*op, (left, right), int, span),
            ValueKind::Select(parts) => {
                let [c, a, b] = &**parts;
                let (c, a, b) = (self.text(c, span)?, self.text(a, span)?, self.text(b, span)?);
                Ok(format!("({c} ? {a} : {b})"))
            }
            ValueKind::Cast(op, inner) => self.cast(*op, inner, int, span),
        }
    }

    fn binary(self, op: BinaryOp, (left, right): (&Value, &Value), int: IntType, span: Span) -> Exported<String> {
        let (a, b) = (self.text(left, span)?, self.text(right, span)?);
        let of = integer(self.program, left.ty, span, LANGUAGE)?;
        let plain = |operator: &str| format!("({a} {operator} {b})");
        let unsigned = |operator: &str| format!("({} {operator} {})", as_unsigned(of, &a), as_unsigned(of, &b));
        match op {
            BinaryOp::Logic(LogicOp::Or) => Ok(plain("||")),
            BinaryOp::Logic(LogicOp::And) => Ok(plain("&&")),
            BinaryOp::Compare(op) => Ok(match op {
                CompareOp::Eq => plain("=="),
                CompareOp::Ne => plain("!="),
                CompareOp::Ult => unsigned("<"),
                CompareOp::Ule => unsigned("<="),
                CompareOp::Ugt => unsigned(">"),
                CompareOp::Uge => unsigned(">="),
                CompareOp::Slt => plain("<"),
                CompareOp::Sle => plain("<="),
                CompareOp::Sgt => plain(">"),
                CompareOp::Sge => plain(">="),
            }),
            BinaryOp::Arith(ArithOp::Or) => Ok(plain("|")),
            BinaryOp::Arith(ArithOp::Xor) => Ok(plain("^")),
            BinaryOp::Arith(ArithOp::And) => Ok(plain("&")),
            BinaryOp::Arith(_) if int == IntType::I1 => {
                refuse(self.program, span, "arithmetic of truth values", "not written in C", "integers")
            }
            BinaryOp::Arith(ArithOp::Add) => Ok(cut(int, plain("+"))),
            BinaryOp::Arith(ArithOp::Sub) => Ok(cut(int, plain("-"))),
            BinaryOp::Arith(ArithOp::Mul) => Ok(cut(int, plain("*"))),
            BinaryOp::Arith(ArithOp::Shl) => {
                let by = self.shift(right, int, span)?;
                Ok(cut(int, format!("({a} << {by})")))
            }
            BinaryOp::Arith(ArithOp::Lshr) => {
                let by = self.shift(right, int, span)?;
                Ok(format!("(({})({} >> {by}))", type_name(int), as_unsigned(int, &a)))
            }
            BinaryOp::Arith(ArithOp::Ashr) => {
                let by = self.shift(right, int, span)?;
                Ok(format!("({a} >> {by})"))
            }
        }
    }

    /// By how much is shifted: a number below the width.
    fn shift(self, by: &Value, int: IntType, span: Span) -> Exported<u64> {
        match by.kind {
            ValueKind::Int(by) if by < u64::from(int.bits()) => Ok(by),
            ValueKind::Int(_) | ValueKind::Object(_) | ValueKind::Register(_) => self.shifted_too_far(span),
            ValueKind::Unary(..) | ValueKind::Binary(..) | ValueKind::Select(_) | ValueKind::Cast(..) => {
                self.shifted_too_far(span)
            }
        }
    }

    fn shifted_too_far<T>(self, span: Span) -> Exported<T> {
        refuse(
            self.program,
            span,
            "a shift by what may be too much",
            "C leaves it undefined",
            "a number below the width",
        )
    }

    fn cast(self, op: CastOp, inner: &Value, int: IntType, span: Span) -> Exported<String> {
        let from = integer(self.program, inner.ty, span, LANGUAGE)?;
        let a = self.text(inner, span)?;
        let to = type_name(int);
        Ok(match op {
            CastOp::Zext if from == IntType::I1 && int == IntType::I32 => a,
            CastOp::Zext if from == IntType::I1 => format!("(({to}){a})"),
            CastOp::Zext => format!("(({to}){})", as_unsigned(from, &a)),
            CastOp::Sext if from == IntType::I1 => format!("(({to})(-{a}))"),
            CastOp::Sext => format!("(({to}){a})"),
            CastOp::Trunc if int == IntType::I1 => format!("({a} & 1)"),
            CastOp::Trunc => format!("(({to}){a})"),
        })
    }
}

/// What C computes as an `int`, cut to a narrower type.
fn cut(int: IntType, text: String) -> String {
    match int {
        IntType::I8 | IntType::I16 => format!("(({}){text})", type_name(int)),
        IntType::I1 | IntType::I32 | IntType::I64 => text,
    }
}

fn as_unsigned(int: IntType, text: &str) -> String {
    format!("((unsigned {}){text})", type_name(int))
}
