//! Expressions of tests as instructions of the IR.

use super::function::Function;
use crate::compiler::NotModelled;
use crate::llvm::{AddressSpace, IntType};
use crate::program::{ArithOp, BOOL, BinaryOp, CastOp, CompareOp, LogicOp, UnaryOp, Value, ValueKind, int_type};
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::Span;

impl Function<'_, '_> {
    /// The type of a value; pointers that are values point to global memory.
    pub fn type_of(&self, ty: Type, span: Span) -> Result<String, NotModelled> {
        match ty {
            Type::Int(int) => Ok(int.to_string()),
            Type::Wide(_) => Err(NotModelled::new(span, "values of more than 64 bits are not compiled")),
            Type::Ptr if self.module.how.release.has_typed_pointers() => {
                Err(NotModelled::new(span, "pointers as values are not written for releases with typed pointers"))
            }
            Type::Ptr => Ok(format!("ptr addrspace({})", AddressSpace::Global.number())),
        }
    }

    /// An operand for a value, after the instructions that compute it.
    pub fn value(&mut self, value: &Value, span: Span) -> Result<String, NotModelled> {
        let ty = self.type_of(value.ty, span)?;
        Ok(match &value.kind {
            ValueKind::Int(number) => match int_type(value.ty) {
                Some(_) if value.ty == BOOL => (*number != 0).to_string(),
                Some(int) => int.signed(*number).to_string(),
                None => return Err(NotModelled::new(span, "an integer as a pointer is not compiled")),
            },
            ValueKind::Object(object) => {
                let of = &self.module.program.objects[*object];
                if of.space != AddressSpace::Global {
                    let message = format!("a pointer to {} memory as a value is not compiled", of.space);
                    return Err(NotModelled::new(span, message));
                }
                self.pointer_to(*object, AddressSpace::Global)
            }
            ValueKind::Register(register) => self.registers[*register].0.clone(),
            ValueKind::Unary(op, inner) => {
                let a = self.value(inner, span)?;
                match op {
                    UnaryOp::Not => self.temporary(&format!("xor {ty} {a}, true")),
                    UnaryOp::Complement => self.temporary(&format!("xor {ty} {a}, -1")),
                    UnaryOp::Negate => self.temporary(&format!("sub {ty} 0, {a}")),
                }
            }
            ValueKind::Binary(BinaryOp::Arith(op @ (ArithOp::Shl | ArithOp::Lshr | ArithOp::Ashr)), left, right) => {
                self.shifted(*op, left, right, span)?
            }
            ValueKind::Binary(op, left, right) => {
                let of = self.type_of(left.ty, span)?;
                let (a, b) = (self.value(left, span)?, self.value(right, span)?);
                self.temporary(&format!("{} {of} {a}, {b}", binary(*op)))
            }
            ValueKind::Select(parts) => {
                let [c, a, b] = &**parts;
                let (c, a, b) = (self.value(c, span)?, self.value(a, span)?, self.value(b, span)?);
                self.temporary(&format!("select i1 {c}, {ty} {a}, {ty} {b}"))
            }
            ValueKind::Cast(op, inner) => {
                let from = self.type_of(inner.ty, span)?;
                let a = self.value(inner, span)?;
                let op = match op {
                    CastOp::Zext => "zext",
                    CastOp::Sext => "sext",
                    CastOp::Trunc => "trunc",
                };
                self.temporary(&format!("{op} {from} {a} to {ty}"))
            }
        })
    }

    /// A shift: by the width or more it leaves 0 or the sign in tests, and poison in the IR.
    fn shifted(&mut self, op: ArithOp, left: &Value, right: &Value, span: Span) -> Result<String, NotModelled> {
        let ty = self.type_of(left.ty, span)?;
        let width = int_type(left.ty).map_or(0, IntType::bits);
        let (a, b) = (self.value(left, span)?, self.value(right, span)?);
        let shift = |by: &str| format!("{} {ty} {a}, {by}", binary(BinaryOp::Arith(op)));
        if matches!(right.kind, ValueKind::Int(by) if by < u64::from(width)) {
            return Ok(self.temporary(&shift(&b)));
        }
        let is_less = self.temporary(&format!("icmp ult {ty} {b}, {width}"));
        if op == ArithOp::Ashr {
            let by = self.temporary(&format!("select i1 {is_less}, {ty} {b}, {ty} {}", width - 1));
            return Ok(self.temporary(&shift(&by)));
        }
        let shifted = self.temporary(&shift(&b));
        Ok(self.temporary(&format!("select i1 {is_less}, {ty} {shifted}, {ty} 0")))
    }
}

/// The instruction of the IR for an operator.
fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Logic(LogicOp::Or) | BinaryOp::Arith(ArithOp::Or) => "or",
        BinaryOp::Logic(LogicOp::And) | BinaryOp::Arith(ArithOp::And) => "and",
        BinaryOp::Arith(ArithOp::Xor) => "xor",
        BinaryOp::Arith(ArithOp::Shl) => "shl",
        BinaryOp::Arith(ArithOp::Lshr) => "lshr",
        BinaryOp::Arith(ArithOp::Ashr) => "ashr",
        BinaryOp::Arith(ArithOp::Add) => "add",
        BinaryOp::Arith(ArithOp::Sub) => "sub",
        BinaryOp::Arith(ArithOp::Mul) => "mul",
        BinaryOp::Compare(CompareOp::Eq) => "icmp eq",
        BinaryOp::Compare(CompareOp::Ne) => "icmp ne",
        BinaryOp::Compare(CompareOp::Ult) => "icmp ult",
        BinaryOp::Compare(CompareOp::Ule) => "icmp ule",
        BinaryOp::Compare(CompareOp::Ugt) => "icmp ugt",
        BinaryOp::Compare(CompareOp::Uge) => "icmp uge",
        BinaryOp::Compare(CompareOp::Slt) => "icmp slt",
        BinaryOp::Compare(CompareOp::Sle) => "icmp sle",
        BinaryOp::Compare(CompareOp::Sgt) => "icmp sgt",
        BinaryOp::Compare(CompareOp::Sge) => "icmp sge",
    }
}
