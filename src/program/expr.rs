//! Expressions over what an execution chooses: a shared graph, each node once, constants folded.

use super::ir::{BOOL, BinaryOp, CastOp, EventId, UnaryOp, int_type};
use crate::llvm::{IntType, RmwOp};
use crate::syntax::litmus::ast::Type;
use std::collections::HashMap;

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExprId(pub u32);

/// A node and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The type of its value; `i1` for truth values.
    pub ty: Type,
    /// What it is.
    pub kind: NodeKind,
}

/// The forms of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// An integer, or the number of the object an address points to.
    Const(u64),
    /// The value a read event reads.
    Read(EventId),
    /// A free choice, numbered: whether a weak `cmpxchg` succeeds, say.
    Choice(u32),
    /// A prefix operator.
    Unary(UnaryOp, ExprId),
    /// An infix operator.
    Binary(BinaryOp, ExprId, ExprId),
    /// What an `atomicrmw` stores, of the old value and the operand.
    Rmw(RmwOp, ExprId, ExprId),
    /// If-then-else.
    Ite(ExprId, ExprId, ExprId),
    /// A cast to the node's type.
    Cast(CastOp, ExprId),
}

/// The graph.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    nodes: Vec<Node>,
    known: HashMap<Node, ExprId>,
}

/// What a concrete execution answers.
pub trait Assignment {
    /// The value a read event reads.
    fn read(&self, event: EventId) -> u64;
    /// A choice.
    fn choice(&self, choice: u32) -> bool;
}

impl Exprs {
    /// The node of this number.
    pub fn node(&self, id: ExprId) -> Node {
        self.nodes[id.0 as usize]
    }

    /// How many nodes there are; their operands come before them.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn add(&mut self, ty: Type, kind: NodeKind) -> ExprId {
        let node = Node { ty, kind };
        let next = ExprId(self.nodes.len() as u32);
        *self.known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            next
        })
    }

    /// A constant.
    pub fn constant(&mut self, ty: Type, value: u64) -> ExprId {
        self.add(ty, NodeKind::Const(value))
    }

    /// `true` or `false`.
    pub fn truth(&mut self, value: bool) -> ExprId {
        self.constant(BOOL, value.into())
    }

    /// The value a read event reads.
    pub fn read(&mut self, ty: Type, event: EventId) -> ExprId {
        self.add(ty, NodeKind::Read(event))
    }

    /// A free choice.
    pub fn choice(&mut self, number: u32) -> ExprId {
        self.add(BOOL, NodeKind::Choice(number))
    }

    /// The value of a constant node.
    pub fn as_const(&self, id: ExprId) -> Option<u64> {
        match self.node(id).kind {
            NodeKind::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Whether the node is the constant `value`.
    pub fn is_truth(&self, id: ExprId, value: bool) -> bool {
        self.as_const(id) == Some(value.into())
    }

    /// Any operator node, folded when its operands are constants.
    fn fold(&mut self, ty: Type, kind: NodeKind) -> ExprId {
        let constants: Option<Vec<u64>> = operands(kind).into_iter().map(|id| self.as_const(id)).collect();
        let Some(constants) = constants else { return self.add(ty, kind) };
        let value = self.apply(ty, kind, &constants);
        self.constant(ty, value)
    }

    /// `op a`
    pub fn unary(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        if let (UnaryOp::Not, NodeKind::Unary(UnaryOp::Not, inner)) = (op, self.node(a).kind) {
            return inner;
        }
        self.fold(self.node(a).ty, NodeKind::Unary(op, a))
    }

    /// `!a`
    pub fn not(&mut self, a: ExprId) -> ExprId {
        self.unary(UnaryOp::Not, a)
    }

    /// `a op b`, both of one type.
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = if op.is_comparison() { BOOL } else { self.node(a).ty };
        match (op, self.as_const(a), self.as_const(b)) {
            (BinaryOp::And, Some(1), _) | (BinaryOp::Or, Some(0), _) => b,
            (BinaryOp::And, _, Some(1)) | (BinaryOp::Or, _, Some(0)) => a,
            (BinaryOp::And, Some(0), _) | (BinaryOp::Or, Some(1), _) => a,
            (BinaryOp::And, _, Some(0)) | (BinaryOp::Or, _, Some(1)) => b,
            (BinaryOp::And | BinaryOp::Or, ..) if a == b => a,
            (BinaryOp::Eq, ..) if a == b => self.truth(true),
            _ => self.fold(ty, NodeKind::Binary(op, a, b)),
        }
    }

    /// `a && b`
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.binary(BinaryOp::And, a, b)
    }

    /// `a || b`
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.binary(BinaryOp::Or, a, b)
    }

    /// `a == b`
    pub fn equal(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.binary(BinaryOp::Eq, a, b)
    }

    /// What `op` stores over `old` with operand `value`.
    pub fn rmw(&mut self, op: RmwOp, old: ExprId, value: ExprId) -> ExprId {
        if op == RmwOp::Xchg {
            return value;
        }
        self.fold(self.node(old).ty, NodeKind::Rmw(op, old, value))
    }

    /// `c ? a : b`
    pub fn ite(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match self.as_const(c) {
            _ if a == b => a,
            Some(0) => b,
            Some(_) => a,
            None => self.add(self.node(a).ty, NodeKind::Ite(c, a, b)),
        }
    }

    /// A cast to `ty`.
    pub fn cast(&mut self, op: CastOp, a: ExprId, ty: Type) -> ExprId {
        self.fold(ty, NodeKind::Cast(op, a))
    }

    /// Which nodes hold the values an expression depends on, as written: both arms of a choice count.
    pub fn reads(&self, id: ExprId) -> Vec<EventId> {
        let mut seen = vec![false; self.nodes.len()];
        let mut reads = Vec::new();
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            if std::mem::replace(&mut seen[id.0 as usize], true) {
                continue;
            }
            match self.node(id).kind {
                NodeKind::Read(event) => reads.push(event),
                kind => stack.extend(operands(kind)),
            }
        }
        reads
    }

    /// The value of every node under an assignment.
    pub fn evaluate(&self, assignment: &impl Assignment) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let value = match node.kind {
                NodeKind::Const(value) => value,
                NodeKind::Read(event) => assignment.read(event),
                NodeKind::Choice(choice) => assignment.choice(choice).into(),
                kind => {
                    let operands: Vec<u64> = operands(kind).iter().map(|id| values[id.0 as usize]).collect();
                    self.apply(node.ty, kind, &operands)
                }
            };
            values.push(value);
        }
        values
    }

    /// The value of a node as far as it follows from the values known of its operands; reads and choices are not operators.
    pub fn partial(&self, id: ExprId, known: impl Fn(ExprId) -> Option<u64>) -> Option<u64> {
        let node = self.node(id);
        match node.kind {
            NodeKind::Const(value) => Some(value),
            NodeKind::Read(_) | NodeKind::Choice(_) => None,
            NodeKind::Unary(_, a) | NodeKind::Cast(_, a) => Some(self.apply(node.ty, node.kind, &[known(a)?])),
            NodeKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let decisive = u64::from(op == BinaryOp::Or);
                match (known(a), known(b)) {
                    (Some(value), _) | (_, Some(value)) if value == decisive => Some(decisive),
                    (Some(_), Some(_)) => Some(1 - decisive),
                    _ => None,
                }
            }
            NodeKind::Binary(_, a, b) | NodeKind::Rmw(_, a, b) => {
                Some(self.apply(node.ty, node.kind, &[known(a)?, known(b)?]))
            }
            NodeKind::Ite(c, a, b) => match known(c) {
                Some(0) => known(b),
                Some(_) => known(a),
                None => known(a).filter(|&value| known(b) == Some(value)),
            },
        }
    }

    /// The value of an operator on the values of its operands.
    fn apply(&self, ty: Type, kind: NodeKind, operands: &[u64]) -> u64 {
        let result = int_type(ty).unwrap_or(IntType::I64);
        let of = |id: ExprId| int_type(self.node(id).ty).unwrap_or(IntType::I64);
        match (kind, operands) {
            (NodeKind::Unary(UnaryOp::Negate, _), [a]) => result.wrap(-i128::from(*a)),
            (NodeKind::Unary(..), [a]) => !a & result.mask(),
            (NodeKind::Binary(op, a, _), [x, y]) => binary(op, of(a), *x, *y),
            (NodeKind::Rmw(op, ..), [old, new]) => op.apply(result, *old, *new),
            (NodeKind::Ite(..), [c, a, b]) => {
                if *c != 0 {
                    *a
                } else {
                    *b
                }
            }
            (NodeKind::Cast(CastOp::Sext, a), [x]) => result.wrap(of(a).signed(*x).into()),
            (NodeKind::Cast(..), [x]) => x & result.mask(),
            _ => 0,
        }
    }
}

/// The operands of a node, in order.
pub fn operands(kind: NodeKind) -> Vec<ExprId> {
    match kind {
        NodeKind::Const(_) | NodeKind::Read(_) | NodeKind::Choice(_) => vec![],
        NodeKind::Unary(_, a) | NodeKind::Cast(_, a) => vec![a],
        NodeKind::Binary(_, a, b) | NodeKind::Rmw(_, a, b) => vec![a, b],
        NodeKind::Ite(c, a, b) => vec![c, a, b],
    }
}

fn binary(op: BinaryOp, ty: IntType, a: u64, b: u64) -> u64 {
    let (signed_a, signed_b) = (ty.signed(a), ty.signed(b));
    let wide = b >= u64::from(ty.bits());
    match op {
        BinaryOp::Or | BinaryOp::BitOr => a | b,
        BinaryOp::And | BinaryOp::BitAnd => a & b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Eq => (a == b).into(),
        BinaryOp::Ne => (a != b).into(),
        BinaryOp::Ult => (a < b).into(),
        BinaryOp::Ule => (a <= b).into(),
        BinaryOp::Ugt => (a > b).into(),
        BinaryOp::Uge => (a >= b).into(),
        BinaryOp::Slt => (signed_a < signed_b).into(),
        BinaryOp::Sle => (signed_a <= signed_b).into(),
        BinaryOp::Sgt => (signed_a > signed_b).into(),
        BinaryOp::Sge => (signed_a >= signed_b).into(),
        BinaryOp::Shl if wide => 0,
        BinaryOp::Shl => (a << b) & ty.mask(),
        BinaryOp::Lshr if wide => 0,
        BinaryOp::Lshr => a >> b,
        BinaryOp::Ashr => ty.wrap((signed_a >> b.min(63)).into()),
        BinaryOp::Add => a.wrapping_add(b) & ty.mask(),
        BinaryOp::Sub => a.wrapping_sub(b) & ty.mask(),
        BinaryOp::Mul => a.wrapping_mul(b) & ty.mask(),
    }
}
