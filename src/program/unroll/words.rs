//! Accesses of objects that are two words in memory: an event for each.

use super::Unroller;
use crate::llvm::IntType;
use crate::program::expr::ExprId;
use crate::program::ir::{Access, ArithOp, BinaryOp, CastOp, EventId, ObjectId};
use crate::program::words::{WORD, WORD_TYPE};
use crate::syntax::litmus::ast::Type;

/// What of a value an event has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    FirstWord,
    SecondWord,
}

impl Part {
    /// The type of the part of a value of this type.
    pub fn ty(self, ty: Type) -> Type {
        match self {
            Part::Whole => ty,
            Part::FirstWord | Part::SecondWord => WORD_TYPE,
        }
    }
}

/// What words are put together in.
const BOTH: Type = Type::Int(IntType::I64);

impl Unroller {
    /// The parts in which an access reaches memory: all objects that it may reach are of one type.
    pub(super) fn parts(&self, access: &Access) -> &'static [Part] {
        let is_in_words = |object: &ObjectId| self.program.objects[*object].second_word.is_some();
        match access.may.iter().flat_map(|(_, may)| may).any(is_in_words) {
            true => &[Part::FirstWord, Part::SecondWord],
            false => &[Part::Whole],
        }
    }

    /// The address of a part of what a pointer points to, and the objects that it may be of.
    pub(super) fn address_of(&mut self, part: Part, pointer: ExprId, may: &[ObjectId]) -> (ExprId, Vec<ObjectId>) {
        if part != Part::SecondWord {
            return (pointer, may.to_vec());
        }
        let second = |object: &ObjectId| self.program.objects[*object].second_word.unwrap_or(*object);
        let seconds: Vec<ObjectId> = may.iter().map(second).collect();
        let mut address = None;
        for (first, second) in may.iter().zip(&seconds) {
            let here = self.exprs.constant(Type::Ptr, second.address());
            address = Some(match address {
                None => here,
                Some(others) => {
                    let first = self.exprs.constant(Type::Ptr, first.address());
                    let points_here = self.exprs.equal(pointer, first);
                    self.exprs.ite(points_here, here, others)
                }
            });
        }
        (address.unwrap_or(pointer), seconds)
    }

    /// A part of a value of this type.
    pub(super) fn part_of(&mut self, part: Part, ty: Type, value: ExprId) -> ExprId {
        let both = |this: &mut Self| match ty == BOTH {
            true => value,
            false => this.exprs.cast(CastOp::Trunc, value, BOTH),
        };
        match part {
            Part::Whole => value,
            Part::FirstWord => {
                let both = both(self);
                self.exprs.cast(CastOp::Trunc, both, WORD_TYPE)
            }
            Part::SecondWord => {
                let both = both(self);
                let high = self.shifted(ArithOp::Lshr, both);
                self.exprs.cast(CastOp::Trunc, high, WORD_TYPE)
            }
        }
    }

    /// The value of this type of which these events have read a part each, in order.
    pub(super) fn read_of(&mut self, ty: Type, events: &[EventId]) -> ExprId {
        let &[first, second] = events else { return self.exprs.read(ty, events[0]) };
        let [low, high] = [first, second].map(|word| {
            let word = self.exprs.read(WORD_TYPE, word);
            self.exprs.cast(CastOp::Zext, word, BOTH)
        });
        let high = self.shifted(ArithOp::Shl, high);
        let both = self.exprs.binary(BinaryOp::Arith(ArithOp::Or), low, high);
        if ty == BOTH { both } else { self.exprs.cast(CastOp::Zext, both, ty) }
    }

    fn shifted(&mut self, op: ArithOp, value: ExprId) -> ExprId {
        let word = self.exprs.constant(BOTH, WORD.into());
        self.exprs.binary(BinaryOp::Arith(op), value, word)
    }
}
