//! Expressions over what an execution chooses: a shared graph, each node once, constants folded.

use super::ir::{ArithOp, BOOL, BinaryOp, CastOp, CompareOp, EventId, LogicOp, UnaryOp};
use crate::allowance;
use crate::llvm::{IntType, RmwOp};
use crate::syntax::litmus::ast::Type;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// The number of a node in its graph; operands have lower numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExprId(pub u32);

/// A node and its type; two equal ones are the same node of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The type of its value; `i1` for truth values.
    pub ty: Type,
    /// The constant, read, choice or operation that gives its value.
    pub kind: NodeKind,
}

/// The forms of a node: what an execution chooses, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// An integer, or the number of the object an address points to.
    Const(u64),
    /// The value a read event reads.
    Read(EventId),
    /// A free choice, numbered: whether a weak `cmpxchg` succeeds, say.
    Choice(u32),
    /// What follows from the values of other nodes.
    Op(Operator),
}

/// An operator and its operands, whose types are as the variant says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// A prefix operator, on an operand of the type of the node.
    Unary(UnaryOp, ExprId),
    /// A connective of two truth values.
    Logic(LogicOp, ExprId, ExprId),
    /// Two values of one type to a truth value.
    Compare(CompareOp, ExprId, ExprId),
    /// Two integers to one of their type.
    Arith(ArithOp, ExprId, ExprId),
    /// What an `atomicrmw` stores, of the old value and the operand.
    Rmw(RmwOp, ExprId, ExprId),
    /// The second operand where the first, a truth value, is true; else the third.
    Ite(ExprId, ExprId, ExprId),
    /// A cast to the node's type.
    Cast(CastOp, ExprId),
}

/// The graph of all expressions of an event structure, without duplicates.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    /// The nodes, each with the reads that its value depends on, in their order.
    nodes: IndexMap<Node, Arc<[EventId]>, FxBuildHasher>,
    no_reads: Arc<[EventId]>,
}

/// What a concrete execution answers about the nodes that it chooses.
pub trait Assignment {
    /// The value a read event reads.
    fn read(&self, event: EventId) -> u64;
    /// Whether a free choice of this number is taken.
    fn choice(&self, choice: u32) -> bool;
}

impl Exprs {
    /// The node of this number, which has to be of this graph.
    pub fn node(&self, id: ExprId) -> Node {
        self.entry(id).0
    }

    fn entry(&self, id: ExprId) -> (Node, &Arc<[EventId]>) {
        match self.nodes.get_index(id.0 as usize) {
            Some((node, reads)) => (*node, reads),
            None => unreachable!("a node is of another graph"),
        }
    }

    /// How many nodes there are; their operands come before them.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn add(&mut self, ty: Type, kind: NodeKind) -> ExprId {
        let node = Node { ty, kind };
        if let Some(known) = self.nodes.get_index_of(&node) {
            return ExprId(known as u32);
        }
        allowance::spend(16);
        let reads = self.reads_of(kind);
        ExprId(self.nodes.insert_full(node, reads).0 as u32)
    }

    /// The reads that a new node depends on. Most depend on what one of their operands does: there may be as many nodes as turns of a loop.
    fn reads_of(&self, kind: NodeKind) -> Arc<[EventId]> {
        match kind {
            NodeKind::Read(event) => [event].into(),
            NodeKind::Const(_) | NodeKind::Choice(_) => self.no_reads.clone(),
            NodeKind::Op(op) => op.operands().map(|operand| self.entry(operand).1).fold(self.no_reads.clone(), united),
        }
    }

    /// The node of a constant, whose value has to fit the type.
    pub fn constant(&mut self, ty: Type, value: u64) -> ExprId {
        self.add(ty, NodeKind::Const(value))
    }

    /// The constant `true` or `false`, of type `i1`.
    pub fn truth(&mut self, value: bool) -> ExprId {
        self.constant(BOOL, value.into())
    }

    /// The value a read event reads.
    pub fn read(&mut self, ty: Type, event: EventId) -> ExprId {
        self.add(ty, NodeKind::Read(event))
    }

    /// The free choice of this number, a truth value.
    pub fn choice(&mut self, number: u32) -> ExprId {
        self.add(BOOL, NodeKind::Choice(number))
    }

    /// The value of a constant node.
    pub fn as_const(&self, id: ExprId) -> Option<u64> {
        match self.node(id).kind {
            NodeKind::Const(value) => Some(value),
            NodeKind::Read(_) | NodeKind::Choice(_) | NodeKind::Op(_) => None,
        }
    }

    /// Whether the node is the constant `value`.
    pub fn is_truth(&self, id: ExprId, value: bool) -> bool {
        self.as_const(id) == Some(value.into())
    }

    /// An operator node, folded when its operands are constants.
    fn fold(&mut self, ty: Type, op: Operator) -> ExprId {
        let value = self.apply(ty, op, &|id| self.as_const(id));
        match value {
            Some(value) => self.constant(ty, value),
            None => self.add(ty, NodeKind::Op(op)),
        }
    }

    /// A prefix operator applied to a node; two negations of truth values cancel out.
    pub fn unary(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        if let (UnaryOp::Not, NodeKind::Op(Operator::Unary(UnaryOp::Not, inner))) = (op, self.node(a).kind) {
            return inner;
        }
        self.fold(self.node(a).ty, Operator::Unary(op, a))
    }

    /// The negation of a truth value.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        self.unary(UnaryOp::Not, a)
    }

    /// `a op b`, both of one type.
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        match op {
            BinaryOp::Logic(LogicOp::And) => self.and(a, b),
            BinaryOp::Logic(LogicOp::Or) => self.or(a, b),
            BinaryOp::Compare(CompareOp::Eq) => self.equal(a, b),
            BinaryOp::Compare(CompareOp::Ne) if a == b => self.truth(false),
            BinaryOp::Compare(op) => self.fold(BOOL, Operator::Compare(op, a, b)),
            BinaryOp::Arith(op) => self.fold(self.node(a).ty, Operator::Arith(op, a, b)),
        }
    }

    /// A connective of which `neutral` leaves the other operand as it is and `!neutral` decides.
    fn logic(&mut self, op: LogicOp, neutral: bool, a: ExprId, b: ExprId) -> ExprId {
        let known = |id| self.as_const(id).map(|value| (value != 0) == neutral);
        match (known(a), known(b)) {
            (Some(true), _) => b,
            (_, Some(true)) => a,
            (Some(false), _) => a,
            (_, Some(false)) => b,
            (None, None) if a == b => a,
            (None, None) => self.add(BOOL, NodeKind::Op(Operator::Logic(op, a, b))),
        }
    }

    /// Both of two truth values; one that is constant is folded away.
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.logic(LogicOp::And, true, a, b)
    }

    /// At least one of two truth values; one that is constant is folded away.
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.logic(LogicOp::Or, false, a, b)
    }

    /// Whether two values of one type are equal; a node equals itself.
    pub fn equal(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if a == b { self.truth(true) } else { self.fold(BOOL, Operator::Compare(CompareOp::Eq, a, b)) }
    }

    /// What `op` stores over `old` with operand `value`.
    pub fn rmw(&mut self, op: RmwOp, old: ExprId, value: ExprId) -> ExprId {
        if op == RmwOp::Xchg {
            return value;
        }
        self.fold(self.node(old).ty, Operator::Rmw(op, old, value))
    }

    /// The node `c ? a : b`, folded where `c` is constant or both are one.
    pub fn ite(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match self.as_const(c) {
            _ if a == b => a,
            Some(0) => b,
            Some(_) => a,
            None => self.add(self.node(a).ty, NodeKind::Op(Operator::Ite(c, a, b))),
        }
    }

    /// A cast of an integer to another integer type.
    pub fn cast(&mut self, op: CastOp, a: ExprId, ty: Type) -> ExprId {
        self.fold(ty, Operator::Cast(op, a))
    }

    /// The reads whose values an expression depends on, as written: both arms of a choice count.
    pub fn reads(&self, id: ExprId) -> &[EventId] {
        self.entry(id).1
    }

    /// The value of every node under an assignment, by node number.
    pub fn evaluate(&self, assignment: &impl Assignment) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes.keys() {
            let value = match node.kind {
                NodeKind::Const(value) => value,
                NodeKind::Read(event) => assignment.read(event),
                NodeKind::Choice(choice) => assignment.choice(choice).into(),
                NodeKind::Op(op) => match self.apply(node.ty, op, &|id| values.get(id.0 as usize).copied()) {
                    Some(value) => value,
                    None => unreachable!("operands of a node come before it"),
                },
            };
            values.push(value);
        }
        values
    }

    /// The value of an operator of a type as far as it follows from the values known of its operands.
    pub fn apply(&self, ty: Type, op: Operator, known: &impl Fn(ExprId) -> Option<u64>) -> Option<u64> {
        let result = integer(ty);
        let type_of = |id: ExprId| integer(self.node(id).ty);
        Some(match op {
            Operator::Unary(UnaryOp::Negate, a) => result.wrap(-i128::from(known(a)?)),
            Operator::Unary(UnaryOp::Not | UnaryOp::Complement, a) => !known(a)? & result.mask(),
            Operator::Logic(op, a, b) => {
                let decisive = match op {
                    LogicOp::And => 0,
                    LogicOp::Or => 1,
                };
                match (known(a), known(b)) {
                    (Some(value), _) | (_, Some(value)) if value == decisive => decisive,
                    (Some(_), Some(_)) => 1 - decisive,
                    (None, _) | (_, None) => return None,
                }
            }
            Operator::Compare(op, a, b) => compare(op, type_of(a), known(a)?, known(b)?).into(),
            Operator::Arith(op, a, b) => arithmetic(op, type_of(a), known(a)?, known(b)?),
            Operator::Rmw(op, old, new) => op.apply(result, known(old)?, known(new)?),
            Operator::Ite(c, a, b) => match known(c) {
                Some(0) => known(b)?,
                Some(_) => known(a)?,
                None => known(a).filter(|&value| known(b) == Some(value))?,
            },
            Operator::Cast(CastOp::Sext, a) => result.wrap(type_of(a).signed(known(a)?).into()),
            Operator::Cast(CastOp::Zext | CastOp::Trunc, a) => known(a)? & result.mask(),
        })
    }
}

/// What is in either of two ordered lists, in order; one of them itself where that has it all.
fn united(some: Arc<[EventId]>, more: &Arc<[EventId]>) -> Arc<[EventId]> {
    let has = |list: &Arc<[EventId]>, other: &Arc<[EventId]>| {
        Arc::ptr_eq(list, other) || other.iter().all(|event| list.binary_search(event).is_ok())
    };
    if has(&some, more) {
        return some;
    }
    if has(more, &some) {
        return more.clone();
    }
    let mut both: Vec<EventId> = some.iter().chain(more.iter()).copied().collect();
    both.sort_unstable();
    both.dedup();
    both.into()
}

impl Operator {
    /// The operands, in the order in which they are written.
    pub fn operands(self) -> impl Iterator<Item = ExprId> {
        let operands = match self {
            Operator::Unary(_, a) | Operator::Cast(_, a) => [Some(a), None, None],
            Operator::Logic(_, a, b)
            | Operator::Compare(_, a, b)
            | Operator::Arith(_, a, b)
            | Operator::Rmw(_, a, b) => [Some(a), Some(b), None],
            Operator::Ite(c, a, b) => [Some(c), Some(a), Some(b)],
        };
        operands.into_iter().flatten()
    }
}

/// The integers that values of a type are kept as; a pointer is the number of an object, and no value has more than 64 bits.
fn integer(ty: Type) -> IntType {
    match ty {
        Type::Int(int) => int,
        Type::Wide(_) | Type::Ptr => IntType::I64,
    }
}

fn compare(op: CompareOp, ty: IntType, a: u64, b: u64) -> bool {
    let (signed_a, signed_b) = (ty.signed(a), ty.signed(b));
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Ugt => a > b,
        CompareOp::Uge => a >= b,
        CompareOp::Slt => signed_a < signed_b,
        CompareOp::Sle => signed_a <= signed_b,
        CompareOp::Sgt => signed_a > signed_b,
        CompareOp::Sge => signed_a >= signed_b,
    }
}

fn arithmetic(op: ArithOp, ty: IntType, a: u64, b: u64) -> u64 {
    let wide = b >= u64::from(ty.bits());
    match op {
        ArithOp::Or => a | b,
        ArithOp::And => a & b,
        ArithOp::Xor => a ^ b,
        ArithOp::Shl | ArithOp::Lshr if wide => 0,
        ArithOp::Shl => (a << b) & ty.mask(),
        ArithOp::Lshr => a >> b,
        ArithOp::Ashr => ty.wrap((ty.signed(a) >> b.min(63)).into()),
        ArithOp::Add => a.wrapping_add(b) & ty.mask(),
        ArithOp::Sub => a.wrapping_sub(b) & ty.mask(),
        ArithOp::Mul => a.wrapping_mul(b) & ty.mask(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connectives_with_what_is_known_are_simplified() {
        let mut exprs = Exprs::default();
        let (yes, no, open) = (exprs.truth(true), exprs.truth(false), exprs.choice(0));
        for (a, b) in [(yes, open), (open, yes), (open, open)] {
            assert_eq!(exprs.and(a, b), open);
        }
        for (a, b) in [(no, open), (open, no), (open, open)] {
            assert_eq!(exprs.or(a, b), open);
        }
        for (a, b) in [(no, open), (open, no), (no, yes), (yes, no)] {
            assert_eq!(exprs.and(a, b), no);
        }
        for (a, b) in [(yes, open), (open, yes), (no, yes), (yes, no)] {
            assert_eq!(exprs.or(a, b), yes);
        }
    }

    /// Of a pair of i8, one way, the other way, and of equal ones.
    #[test]
    fn integers_are_compared() {
        const MINUS_ONE: u64 = 0xff;
        let of = |op| [(MINUS_ONE, 1), (1, MINUS_ONE), (1, 1)].map(|(a, b)| compare(op, IntType::I8, a, b));
        let known = [
            (CompareOp::Eq, [false, false, true]),
            (CompareOp::Ne, [true, true, false]),
            (CompareOp::Ult, [false, true, false]),
            (CompareOp::Ule, [false, true, true]),
            (CompareOp::Ugt, [true, false, false]),
            (CompareOp::Uge, [true, false, true]),
            (CompareOp::Slt, [true, false, false]),
            (CompareOp::Sle, [true, false, true]),
            (CompareOp::Sgt, [false, true, false]),
            (CompareOp::Sge, [false, true, true]),
        ];
        for (op, expected) in known {
            assert_eq!(of(op), expected, "{op:?}");
        }
    }

    /// Results are cut to the width, and shifts by the width or more leave zeros, or copies of the sign.
    #[test]
    fn integers_are_combined() {
        let known = [
            (ArithOp::Or, 0b1100, 0b1010, 0b1110),
            (ArithOp::And, 0b1100, 0b1010, 0b1000),
            (ArithOp::Xor, 0b1100, 0b1010, 0b0110),
            (ArithOp::Shl, 0x81, 1, 0x02),
            (ArithOp::Shl, 0x81, 8, 0),
            (ArithOp::Lshr, 0x81, 1, 0x40),
            (ArithOp::Lshr, 0x81, 8, 0),
            (ArithOp::Ashr, 0x81, 1, 0xc0),
            (ArithOp::Ashr, 0x81, 200, 0xff),
            (ArithOp::Ashr, 0x41, 8, 0),
            (ArithOp::Add, 0xff, 2, 1),
            (ArithOp::Sub, 1, 2, 0xff),
            (ArithOp::Mul, 0x41, 4, 0x04),
        ];
        for (op, a, b, expected) in known {
            assert_eq!(arithmetic(op, IntType::I8, a, b), expected, "{op:?} {a:#x} {b:#x}");
        }
    }
}
