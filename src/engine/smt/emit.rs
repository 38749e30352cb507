//! Formulas and expressions handed to z3, each once.

use super::encode::{Encoding, Input};
use crate::engine::circuit::{Gate, Lit};
use crate::llvm::RmwOp;
use crate::program::{BinaryOp, CastOp, ExprId, NodeKind, UnaryOp, int_type};
use crate::syntax::litmus::ast::Type;
use z3::ast::{BV, Bool};

/// What of an encoding z3 knows already.
#[derive(Default)]
pub struct Emitter {
    gates: Vec<Option<Bool>>,
    inputs: Vec<Option<Bool>>,
    values: Vec<Option<BV>>,
}

impl Emitter {
    /// A formula.
    pub fn lit(&mut self, encoding: &Encoding<'_>, lit: Lit) -> Bool {
        let gate = self.gate(encoding, lit.gate());
        if lit.is_negated() { gate.not() } else { gate }
    }

    /// Builds what a gate needs before it, without recursion: formulas may be deep.
    fn gate(&mut self, encoding: &Encoding<'_>, wanted: usize) -> Bool {
        let circuit = &encoding.formulas.circuit;
        self.gates.resize(circuit.len(), None);
        let mut stack = vec![wanted];
        while let Some(&gate) = stack.last() {
            if self.gates[gate].is_some() {
                stack.pop();
                continue;
            }
            let built = match circuit.gate(gate) {
                Gate::True => Bool::from_bool(true),
                Gate::Input(number) => self.input(encoding, *number as usize),
                Gate::And(parts) => {
                    let missing: Vec<usize> =
                        parts.iter().map(|part| part.gate()).filter(|&part| self.gates[part].is_none()).collect();
                    if !missing.is_empty() {
                        stack.extend(missing);
                        continue;
                    }
                    let parts: Vec<Bool> = parts.iter().map(|&part| self.built(part)).collect();
                    Bool::and(&parts)
                }
            };
            self.gates[gate] = Some(built);
            stack.pop();
        }
        self.built_gate(wanted)
    }

    fn built(&self, lit: Lit) -> Bool {
        let gate = self.built_gate(lit.gate());
        if lit.is_negated() { gate.not() } else { gate }
    }

    fn built_gate(&self, gate: usize) -> Bool {
        self.gates[gate].clone().unwrap_or_else(|| Bool::from_bool(true))
    }

    /// An input: a choice of its own, or a comparison of values.
    fn input(&mut self, encoding: &Encoding<'_>, number: usize) -> Bool {
        if self.inputs.len() <= number {
            self.inputs.resize(number + 1, None);
        }
        if let Some(known) = &self.inputs[number] {
            return known.clone();
        }
        let built = match encoding.inputs[number] {
            Input::Rf(..) | Input::Order(..) => Bool::new_const(format!("c{number}")),
            Input::Expr(expr) => self.condition(encoding, expr),
        };
        self.inputs[number] = Some(built.clone());
        built
    }

    /// The z3 constant of an input that a question has brought in.
    pub fn known_input(&self, number: usize) -> Option<&Bool> {
        self.inputs.get(number)?.as_ref()
    }

    /// An `i1` expression.
    fn condition(&mut self, encoding: &Encoding<'_>, expr: ExprId) -> Bool {
        let of = |this: &mut Self, a, b| (this.value(encoding, a), this.value(encoding, b));
        match encoding.exprs.node(expr).kind {
            NodeKind::Choice(number) => Bool::new_const(format!("choice{number}")),
            NodeKind::Binary(op, a, b) => {
                let (a, b) = of(self, a, b);
                compare(op, &a, &b)
            }
            _ => self.value(encoding, expr).eq(BV::from_u64(1, 1)),
        }
    }

    /// The value of an expression as bits.
    pub fn value(&mut self, encoding: &Encoding<'_>, wanted: ExprId) -> BV {
        if self.values.len() <= wanted.0 as usize {
            self.values.resize(encoding.exprs.len(), None);
        }
        let mut stack = vec![wanted];
        while let Some(&expr) = stack.last() {
            if self.values[expr.0 as usize].is_some() {
                stack.pop();
                continue;
            }
            let kind = encoding.exprs.node(expr).kind;
            let operands = crate::program::operands(kind);
            let missing: Vec<ExprId> =
                operands.iter().copied().filter(|id| self.values[id.0 as usize].is_none()).collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let operands: Vec<BV> = operands.into_iter().map(|id| self.built_value(encoding, id)).collect();
            let built = build(encoding, expr, &operands);
            self.values[expr.0 as usize] = Some(built);
            stack.pop();
        }
        self.built_value(encoding, wanted)
    }

    fn built_value(&self, encoding: &Encoding<'_>, expr: ExprId) -> BV {
        let width = width(encoding.exprs.node(expr).ty);
        self.values[expr.0 as usize].clone().unwrap_or_else(|| BV::from_u64(0, width))
    }

    /// The z3 constant of a read's value that a question has brought in.
    pub fn known_value(&self, expr: ExprId) -> Option<&BV> {
        self.values.get(expr.0 as usize)?.as_ref()
    }
}

/// Bits of an object's number in a pointer.
const POINTER_BITS: u32 = 16;

fn width(ty: Type) -> u32 {
    int_type(ty).map_or(POINTER_BITS, |int| int.bits())
}

fn bit(condition: &Bool) -> BV {
    condition.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1))
}

fn build(encoding: &Encoding<'_>, expr: ExprId, operands: &[BV]) -> BV {
    let node = encoding.exprs.node(expr);
    let width = width(node.ty);
    match (node.kind, operands) {
        (NodeKind::Const(value), _) => BV::from_u64(value, width),
        (NodeKind::Read(event), _) => BV::new_const(format!("v{event}"), width),
        (NodeKind::Choice(number), _) => bit(&Bool::new_const(format!("choice{number}"))),
        (NodeKind::Unary(UnaryOp::Negate, _), [a]) => a.bvneg(),
        (NodeKind::Unary(..), [a]) => a.bvnot(),
        (NodeKind::Ite(..), [c, a, b]) => c.eq(BV::from_u64(1, 1)).ite(a, b),
        (NodeKind::Cast(CastOp::Zext, _), [a]) => a.zero_ext(width - a.get_size()),
        (NodeKind::Cast(CastOp::Sext, _), [a]) => a.sign_ext(width - a.get_size()),
        (NodeKind::Cast(CastOp::Trunc, _), [a]) => a.extract(width - 1, 0),
        (NodeKind::Binary(op, ..), [a, b]) if op.is_comparison() => bit(&compare(op, a, b)),
        (NodeKind::Binary(op, ..), [a, b]) => arithmetic(op, a, b),
        (NodeKind::Rmw(op, ..), [old, new]) => rmw(op, old, new, width),
        _ => BV::from_u64(0, width),
    }
}

fn compare(op: BinaryOp, a: &BV, b: &BV) -> Bool {
    match op {
        BinaryOp::Ne => a.eq(b).not(),
        BinaryOp::Ult => a.bvult(b),
        BinaryOp::Ule => a.bvule(b),
        BinaryOp::Ugt => a.bvugt(b),
        BinaryOp::Uge => a.bvuge(b),
        BinaryOp::Slt => a.bvslt(b),
        BinaryOp::Sle => a.bvsle(b),
        BinaryOp::Sgt => a.bvsgt(b),
        BinaryOp::Sge => a.bvsge(b),
        _ => a.eq(b),
    }
}

fn arithmetic(op: BinaryOp, a: &BV, b: &BV) -> BV {
    match op {
        BinaryOp::Or | BinaryOp::BitOr => a.bvor(b),
        BinaryOp::And | BinaryOp::BitAnd => a.bvand(b),
        BinaryOp::BitXor => a.bvxor(b),
        BinaryOp::Shl => a.bvshl(b),
        BinaryOp::Lshr => a.bvlshr(b),
        BinaryOp::Ashr => a.bvashr(b),
        BinaryOp::Sub => a.bvsub(b),
        BinaryOp::Mul => a.bvmul(b),
        _ => a.bvadd(b),
    }
}

fn rmw(op: RmwOp, old: &BV, new: &BV, width: u32) -> BV {
    let (zero, one) = (BV::from_u64(0, width), BV::from_u64(1, width));
    match op {
        RmwOp::Xchg => new.clone(),
        RmwOp::Add => old.bvadd(new),
        RmwOp::Sub => old.bvsub(new),
        RmwOp::And => old.bvand(new),
        RmwOp::Nand => old.bvand(new).bvnot(),
        RmwOp::Or => old.bvor(new),
        RmwOp::Xor => old.bvxor(new),
        RmwOp::Max => old.bvsgt(new).ite(old, new),
        RmwOp::Min => old.bvslt(new).ite(old, new),
        RmwOp::Umax => old.bvugt(new).ite(old, new),
        RmwOp::Umin => old.bvult(new).ite(old, new),
        RmwOp::UincWrap => old.bvuge(new).ite(&zero, &old.bvadd(&one)),
        RmwOp::UdecWrap => Bool::or(&[old.eq(&zero), old.bvugt(new)]).ite(new, &old.bvsub(&one)),
        RmwOp::UsubCond => old.bvuge(new).ite(&old.bvsub(new), old),
        RmwOp::UsubSat => old.bvuge(new).ite(&old.bvsub(new), &zero),
    }
}
