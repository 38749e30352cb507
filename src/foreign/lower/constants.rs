//! Numbers of C: their types, and what is computed of them before anything runs.

use super::super::ast::{BinaryOp, Spelling};
use super::super::types::Int;
use crate::llvm::IntType;

/// What two numbers come to.
pub(super) enum Folded {
    /// A truth value, which C has as 1 or 0.
    Truth(bool),
    /// A number, not yet in the range of its type.
    Number(i128),
}

/// The type of a number: the first that has it of those that its spelling allows (C11, 6.4.4.1).
pub(super) fn type_of(value: i128, spelling: Spelling) -> Int {
    let types = [(IntType::I32, true), (IntType::I32, false), (IntType::I64, true), (IntType::I64, false)];
    let allowed = types.into_iter().map(|(width, signed)| Int { width, signed }).filter(|int| {
        let sign = if int.signed { !spelling.unsigned } else { spelling.unsigned || spelling.hexadecimal };
        sign && (!spelling.long || int.width == IntType::I64)
    });
    let largest = Int { width: IntType::I64, signed: false };
    { allowed }.find(|int| wrapped(value, *int) == value).unwrap_or(largest)
}

/// A number in the range of a type, modulo two to its width.
pub(super) fn wrapped(value: i128, int: Int) -> i128 {
    let bits = int.width.bits();
    let low = value & ((1 << bits) - 1);
    if int.signed && low >> (bits - 1) == 1 { low - (1 << bits) } else { low }
}

/// What C makes of two numbers of a type; `None` for a shift by the width or more, and for what no test has.
pub(super) fn fold(op: BinaryOp, a: i128, b: i128, int: Int) -> Option<Folded> {
    let truth = |value| Some(Folded::Truth(value));
    let number = |value| Some(Folded::Number(value));
    let shift = || u32::try_from(b).ok().filter(|by| *by < int.width.bits());
    match op {
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::Or => number(a | b),
        BinaryOp::Xor => number(a ^ b),
        BinaryOp::And => number(a & b),
        BinaryOp::Add => number(a + b),
        BinaryOp::Sub => number(a - b),
        // Only the lowest bits count.
        BinaryOp::Mul => number(a.wrapping_mul(b)),
        BinaryOp::Shl => number(a << shift()?),
        BinaryOp::Shr => number(a >> shift()?),
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::LogicAnd | BinaryOp::LogicOr => None,
    }
}
