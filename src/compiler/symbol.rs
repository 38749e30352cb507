//! What registers of the machine hold, in terms of the test: values of its registers, halves of them, masks of the one lane that a thread is.

use super::lanes::{Lanes, is_of_lanes};
use super::mask::Mask;
use super::stack::Slot;
use crate::llvm::IntType;
use crate::program::{ArithOp, BOOL, BinaryOp, CastOp, CompareOp, LogicOp, RegId, UnaryOp, Value, ValueKind, int_type};
use crate::spelling::Unit;
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a register of 32 bits holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Symbol {
    /// An integer of 32 bits, or a pointer of 32 bits.
    Word(Value),
    /// A half of a value of 64 bits.
    Half(Value, Half),
    /// A mask of lanes, or a condition code.
    Mask(Mask),
    /// A half of the pointer to a kernel's arguments.
    Arguments(Half),
    /// A half of the address to return to.
    Return(Half),
    /// Scalars in lanes of a vector register. What the thread's own lane has is not known.
    Lanes(Lanes),
    /// What the instruction here left, which is not known.
    Opaque(Span),
}

/// Which half of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Bits 0 to 31.
    Low,
    /// Bits 32 to 63.
    High,
}

/// The type of a register of 32 bits.
pub const WORD: Type = Type::Int(IntType::I32);
/// The type of two of them.
pub const DOUBLE: Type = Type::Int(IntType::I64);

/// An integer constant.
pub fn constant(ty: Type, value: u64) -> Value {
    Value { ty, kind: ValueKind::Int(int_type(ty).map_or(value, |int| value & int.mask())) }
}

/// A truth value.
pub fn truth(value: bool) -> Value {
    constant(BOOL, u64::from(value))
}

/// The number that a value is, if it is a constant.
pub fn number(value: &Value) -> Option<u64> {
    match value.kind {
        ValueKind::Int(number) => Some(number),
        ValueKind::Object(_)
        | ValueKind::Register(_)
        | ValueKind::Unary(..)
        | ValueKind::Binary(..)
        | ValueKind::Select(_)
        | ValueKind::Cast(..) => None,
    }
}

/// The negation of a truth value.
pub fn not(value: Value) -> Value {
    match value.kind {
        ValueKind::Int(number) => truth(number == 0),
        ValueKind::Unary(UnaryOp::Not, inner) => *inner,
        kind @ (ValueKind::Object(_)
        | ValueKind::Register(_)
        | ValueKind::Unary(..)
        | ValueKind::Binary(..)
        | ValueKind::Select(_)
        | ValueKind::Cast(..)) => {
            Value { ty: BOOL, kind: ValueKind::Unary(UnaryOp::Not, Box::new(Value { ty: BOOL, kind })) }
        }
    }
}

fn binary(ty: Type, op: BinaryOp, a: Value, b: Value) -> Value {
    Value { ty, kind: ValueKind::Binary(op, Box::new(a), Box::new(b)) }
}

/// Both of two truth values.
pub fn and(a: Value, b: Value) -> Value {
    match (number(&a), number(&b)) {
        (Some(0), _) | (_, Some(0)) => truth(false),
        (Some(_), _) => b,
        (_, Some(_)) => a,
        (None, None) => binary(BOOL, BinaryOp::Logic(LogicOp::And), a, b),
    }
}

/// One of two truth values or both.
pub fn or(a: Value, b: Value) -> Value {
    match (number(&a), number(&b)) {
        (Some(0), _) => b,
        (_, Some(0)) => a,
        (Some(_), _) | (_, Some(_)) => truth(true),
        (None, None) => binary(BOOL, BinaryOp::Logic(LogicOp::Or), a, b),
    }
}

/// One of two truth values, not both.
pub fn xor(a: Value, b: Value) -> Value {
    match (number(&a), number(&b)) {
        (Some(0), _) => b,
        (_, Some(0)) => a,
        (Some(_), _) => not(b),
        (_, Some(_)) => not(a),
        (None, None) => or(and(a.clone(), not(b.clone())), and(not(a), b)),
    }
}

/// A comparison of two values of one type.
pub fn compare(op: CompareOp, a: Value, b: Value) -> Value {
    match (op, number(&a), number(&b)) {
        (CompareOp::Eq, Some(a), Some(b)) => truth(a == b),
        (CompareOp::Ne, Some(a), Some(b)) => truth(a != b),
        _ => binary(BOOL, BinaryOp::Compare(op), a, b),
    }
}

/// An operation on two integers of one type.
pub fn arith(op: ArithOp, a: Value, b: Value) -> Value {
    let ty = a.ty;
    match (op, number(&a), number(&b)) {
        (ArithOp::Add | ArithOp::Or | ArithOp::Xor, Some(0), _) => b,
        (ArithOp::Add | ArithOp::Or | ArithOp::Xor | ArithOp::Sub, _, Some(0)) => a,
        (ArithOp::Add, Some(a), Some(b)) => constant(ty, a.wrapping_add(b)),
        (ArithOp::Sub, Some(a), Some(b)) => constant(ty, a.wrapping_sub(b)),
        (ArithOp::And, Some(a), Some(b)) => constant(ty, a & b),
        (ArithOp::Or, Some(a), Some(b)) => constant(ty, a | b),
        (ArithOp::Xor, Some(a), Some(b)) => constant(ty, a ^ b),
        _ => binary(ty, BinaryOp::Arith(op), a, b),
    }
}

/// One value where a condition holds, else another.
pub fn select(condition: Value, a: Value, b: Value) -> Value {
    match number(&condition) {
        Some(0) => b,
        Some(_) => a,
        None => Value { ty: a.ty, kind: ValueKind::Select(Box::new([condition, a, b])) },
    }
}

/// A value in another width.
pub fn cast(op: CastOp, value: Value, ty: Type) -> Value {
    match number(&value) {
        _ if value.ty == ty => value,
        Some(known) if op != CastOp::Sext => constant(ty, known),
        Some(_) | None => Value { ty, kind: ValueKind::Cast(op, Box::new(value)) },
    }
}

/// Whether a pointer is part of a value.
pub fn has_pointer(value: &Value) -> bool {
    value.ty == Type::Ptr
        || match &value.kind {
            ValueKind::Int(_) | ValueKind::Object(_) | ValueKind::Register(_) => false,
            ValueKind::Unary(_, a) | ValueKind::Cast(_, a) => has_pointer(a),
            ValueKind::Binary(_, a, b) => has_pointer(a) || has_pointer(b),
            ValueKind::Select(parts) => parts.iter().any(has_pointer),
        }
}

/// The registers that a value is computed of.
pub fn registers(value: &Value, found: &mut BTreeSet<RegId>) {
    match &value.kind {
        ValueKind::Int(_) | ValueKind::Object(_) => {}
        ValueKind::Register(register) => {
            found.insert(*register);
        }
        ValueKind::Unary(_, a) | ValueKind::Cast(_, a) => registers(a, found),
        ValueKind::Binary(_, a, b) => [a, b].into_iter().for_each(|part| registers(part, found)),
        ValueKind::Select(parts) => parts.iter().for_each(|part| registers(part, found)),
    }
}

/// A value where a condition within it is known to hold or not.
fn known(value: Value, condition: &Value, holds: bool) -> Value {
    if value == *condition {
        return truth(holds);
    }
    let inside = |part: Value| known(part, condition, holds);
    let ty = value.ty;
    match value.kind {
        ValueKind::Int(_) | ValueKind::Object(_) | ValueKind::Register(_) => value,
        ValueKind::Unary(UnaryOp::Not, a) => not(inside(*a)),
        ValueKind::Unary(op @ (UnaryOp::Complement | UnaryOp::Negate), a) => {
            Value { ty, kind: ValueKind::Unary(op, Box::new(inside(*a))) }
        }
        ValueKind::Binary(BinaryOp::Logic(LogicOp::And), a, b) => and(inside(*a), inside(*b)),
        ValueKind::Binary(BinaryOp::Logic(LogicOp::Or), a, b) => or(inside(*a), inside(*b)),
        ValueKind::Binary(BinaryOp::Compare(op), a, b) => compare(op, inside(*a), inside(*b)),
        ValueKind::Binary(BinaryOp::Arith(op), a, b) => arith(op, inside(*a), inside(*b)),
        ValueKind::Select(parts) => {
            let [c, a, b] = *parts;
            select(inside(c), inside(a), inside(b))
        }
        ValueKind::Cast(op, a) => cast(op, inside(*a), ty),
    }
}

/// A value of other registers of the test.
fn renamed(value: &Value, names: &HashMap<RegId, RegId>) -> Value {
    let inside = |part: &Value| Box::new(renamed(part, names));
    let kind = match &value.kind {
        ValueKind::Int(number) => ValueKind::Int(*number),
        ValueKind::Object(object) => ValueKind::Object(*object),
        ValueKind::Register(register) => ValueKind::Register(*names.get(register).unwrap_or(register)),
        ValueKind::Unary(op, a) => ValueKind::Unary(*op, inside(a)),
        ValueKind::Binary(op, a, b) => ValueKind::Binary(*op, inside(a), inside(b)),
        ValueKind::Select(parts) => ValueKind::Select(Box::new(parts.each_ref().map(|part| renamed(part, names)))),
        ValueKind::Cast(op, a) => ValueKind::Cast(*op, inside(a)),
    };
    Value { ty: value.ty, kind }
}

impl Symbol {
    fn renamed(&self, names: &HashMap<RegId, RegId>) -> Symbol {
        match self {
            Symbol::Word(value) => Symbol::Word(renamed(value, names)),
            Symbol::Half(value, half) => Symbol::Half(renamed(value, names), *half),
            Symbol::Mask(mask) => Symbol::Mask(Mask { bit: renamed(&mask.bit, names), others: mask.others }),
            Symbol::Arguments(half) => Symbol::Arguments(*half),
            Symbol::Return(half) => Symbol::Return(*half),
            Symbol::Lanes(lanes) => Symbol::Lanes(lanes.map(|symbol| symbol.renamed(names))),
            Symbol::Opaque(span) => Symbol::Opaque(*span),
        }
    }

    fn known(self, condition: &Value, holds: bool) -> Symbol {
        match self {
            Symbol::Word(value) => Symbol::Word(known(value, condition, holds)),
            Symbol::Half(value, half) => Symbol::Half(known(value, condition, holds), half),
            Symbol::Mask(mask) => Symbol::Mask(Mask { bit: known(mask.bit, condition, holds), others: mask.others }),
            Symbol::Lanes(lanes) => Symbol::Lanes(lanes.map(|symbol| symbol.clone().known(condition, holds))),
            Symbol::Arguments(_) | Symbol::Return(_) | Symbol::Opaque(_) => self,
        }
    }

    /// The registers of the test that it is computed of.
    pub fn registers(&self, found: &mut BTreeSet<RegId>) {
        match self {
            Symbol::Word(value) | Symbol::Half(value, _) => registers(value, found),
            Symbol::Mask(mask) => registers(&mask.bit, found),
            Symbol::Lanes(lanes) => lanes.symbols().for_each(|symbol| symbol.registers(found)),
            Symbol::Arguments(_) | Symbol::Return(_) | Symbol::Opaque(_) => {}
        }
    }

    /// It as a mask of lanes: constants of all bits alike are.
    pub fn mask(&self) -> Option<Mask> {
        match self {
            Symbol::Mask(mask) => Some(mask.clone()),
            Symbol::Word(value) => match number(value)? {
                0 => Some(Mask::uniform(truth(false))),
                0xffff_ffff => Some(Mask::uniform(truth(true))),
                _ => None,
            },
            Symbol::Half(..) | Symbol::Arguments(_) | Symbol::Return(_) | Symbol::Lanes(_) | Symbol::Opaque(_) => None,
        }
    }
}

/// Two registers as a value of 64 bits: halves of one, or constants.
pub fn joined(low: &Symbol, high: &Symbol) -> Option<Value> {
    match (low, high) {
        (Symbol::Half(a, Half::Low), Symbol::Half(b, Half::High)) if a == b => Some(a.clone()),
        (Symbol::Word(a), Symbol::Word(b)) => match (number(a), number(b)) {
            (Some(a), Some(b)) => Some(constant(DOUBLE, a | b << 32)),
            (None, Some(0)) if a.ty == WORD => Some(cast(CastOp::Zext, a.clone(), DOUBLE)),
            (None | Some(_), _) => None,
        },
        (
            Symbol::Word(_)
            | Symbol::Half(..)
            | Symbol::Mask(_)
            | Symbol::Arguments(_)
            | Symbol::Return(_)
            | Symbol::Lanes(_)
            | Symbol::Opaque(_),
            _,
        ) => None,
    }
}

/// A value of 64 bits in two registers.
pub fn halves(value: Value) -> [Symbol; 2] {
    match number(&value) {
        Some(known) => [known, known >> 32].map(|half| Symbol::Word(constant(WORD, half))),
        None => [Symbol::Half(value.clone(), Half::Low), Symbol::Half(value, Half::High)],
    }
}

/// What the registers of a thread hold, and its stack.
#[derive(Clone, Debug, Default)]
pub struct RegisterState {
    held: HashMap<Unit, Symbol>,
    stack: BTreeMap<Slot, Symbol>,
}

impl RegisterState {
    /// What a register holds; `None` of one that nothing has written.
    pub fn get(&self, unit: Unit) -> Option<&Symbol> {
        self.held.get(&unit)
    }

    /// Writes a register.
    pub fn set(&mut self, unit: Unit, symbol: Symbol) {
        self.held.insert(unit, symbol);
    }

    /// What a word of the stack holds; `None` of one that nothing has written.
    pub fn slot(&self, slot: &Slot) -> Option<&Symbol> {
        self.stack.get(slot)
    }

    /// Writes a word of the stack.
    pub fn set_slot(&mut self, slot: Slot, symbol: Symbol) {
        self.stack.insert(slot, symbol);
    }

    /// The words of the stack that were written.
    pub fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.stack.keys()
    }

    /// What lanes of registers hold is not known from here on: an instruction may have written them.
    pub fn forget_lanes(&mut self, units: &[Unit], by: Span) {
        let held = units.iter().filter(|unit| self.held.get(*unit).is_some_and(is_of_lanes));
        let forgotten: Vec<Unit> = held.copied().collect();
        forgotten.into_iter().for_each(|unit| self.set(unit, Symbol::Opaque(by)));
    }

    /// What lanes of the stack hold is not known from here on.
    pub fn forget_lanes_of_stack(&mut self, by: Span) {
        let held = self.stack.values_mut().filter(|symbol| is_of_lanes(symbol));
        held.for_each(|symbol| *symbol = Symbol::Opaque(by));
    }

    /// From here on a condition holds, or does not.
    pub fn assume(&mut self, condition: &Value, holds: bool) {
        for symbol in self.held.values_mut().chain(self.stack.values_mut()) {
            let old = std::mem::replace(symbol, Symbol::Opaque(Span::default()));
            *symbol = old.known(condition, holds);
        }
    }

    /// Whether all is as it was before, but for these registers of the test instead of others.
    pub fn repeats(&self, before: &RegisterState, names: &HashMap<RegId, RegId>) -> bool {
        let is_as = |symbol: &Symbol, was: Option<&Symbol>| was.is_some_and(|was| was.renamed(names) == *symbol);
        self.held.iter().all(|(unit, symbol)| is_as(symbol, before.get(*unit)))
            && self.stack.iter().all(|(slot, symbol)| is_as(symbol, before.slot(slot)))
    }

    /// The registers of the test that what is held is computed of.
    pub fn registers(&self) -> BTreeSet<RegId> {
        let mut found = BTreeSet::new();
        self.held.values().chain(self.stack.values()).for_each(|symbol| symbol.registers(&mut found));
        found
    }
}
