//! Formulas and expressions handed to z3, each once.

use super::encode::{Encoding, Input};
use super::nodes::Nodes;
use crate::allowance;
use crate::engine::circuit::{Gate, Lit};
use crate::llvm::RmwOp;
use crate::program::{ArithOp, CastOp, CompareOp, ExprId, LogicOp, Node, NodeKind, Operator, UnaryOp};
use crate::syntax::litmus::ast::Type;
use z3::ast::{BV, Bool};

/// The terms of an encoding that were built for z3, so that each is built once.
#[derive(Default)]
pub struct Emitter {
    gates: Vec<Option<Bool>>,
    /// By gate: whether its negation was built.
    negated: Vec<bool>,
    /// How many there are.
    pub nodes: Nodes,
    inputs: Vec<Option<Bool>>,
    values: Vec<Option<BV>>,
}

impl Emitter {
    /// The z3 formula of a literal.
    pub fn lit(&mut self, encoding: &Encoding<'_>, lit: Lit) -> Bool {
        self.gate(encoding, lit.gate());
        self.built(lit)
    }

    /// Builds what a gate needs before it, without recursion: formulas may be deep.
    fn gate(&mut self, encoding: &Encoding<'_>, wanted: usize) {
        let circuit = &encoding.formulas.circuit;
        if self.gates.len() < circuit.len() {
            allowance::need(circuit.len() * size_of::<(Option<Bool>, bool)>());
            self.gates.resize(circuit.len(), None);
            self.negated.resize(circuit.len(), false);
        }
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
            allowance::spend(64);
            self.nodes.count();
            self.gates[gate] = Some(built);
            stack.pop();
        }
    }

    fn built(&mut self, lit: Lit) -> Bool {
        let gate = self.built_gate(lit.gate());
        if !lit.is_negated() {
            return gate;
        }
        if !self.negated[lit.gate()] {
            self.negated[lit.gate()] = true;
            self.nodes.count();
        }
        gate.not()
    }

    fn built_gate(&self, gate: usize) -> Bool {
        self.gates[gate].clone().expect("gates are built after the parts they are made of")
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
            Input::Rf(..) | Input::Order(..) | Input::Chosen(..) => Bool::new_const(format!("c{number}")),
            Input::Expr(expr) => self.condition(encoding, expr),
        };
        self.inputs[number] = Some(built.clone());
        built
    }

    /// The z3 constant of an input that a question has brought in.
    pub fn known_input(&self, number: usize) -> Option<&Bool> {
        self.inputs.get(number)?.as_ref()
    }

    /// The z3 formula that an `i1` expression is 1.
    fn condition(&mut self, encoding: &Encoding<'_>, expr: ExprId) -> Bool {
        match encoding.exprs.node(expr).kind {
            NodeKind::Choice(number) => Bool::new_const(format!("choice{number}")),
            NodeKind::Op(node @ Operator::Compare(op, a, b)) => {
                let (a, b) = (self.value(encoding, a), self.value(encoding, b));
                self.nodes.count_bits(node, a.get_size());
                compare(op, &a, &b)
            }
            NodeKind::Const(_) | NodeKind::Read(_) | NodeKind::Op(_) => is_set(&self.value(encoding, expr)),
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
            let node = encoding.exprs.node(expr);
            if let NodeKind::Op(op) = node.kind {
                let open = stack.len();
                stack.extend(op.operands().filter(|id| self.values[id.0 as usize].is_none()));
                if stack.len() > open {
                    continue;
                }
            }
            if let NodeKind::Op(op) = node.kind {
                let widths = op.operands().map(|id| self.built_value(id).get_size());
                self.nodes.count_bits(op, widths.max().unwrap_or(1));
            }
            let built = self.build(node);
            allowance::spend(64);
            self.nodes.count();
            self.values[expr.0 as usize] = Some(built);
            stack.pop();
        }
        self.built_value(wanted).clone()
    }

    fn built_value(&self, expr: ExprId) -> &BV {
        self.values[expr.0 as usize].as_ref().expect("values are built after their operands")
    }

    /// A node whose operands are built.
    fn build(&self, node: Node) -> BV {
        let width = width(node.ty);
        let operand = |id| self.built_value(id);
        let op = match node.kind {
            NodeKind::Const(value) => return BV::from_u64(value, width),
            NodeKind::Read(event) => return BV::new_const(format!("v{event}"), width),
            NodeKind::Choice(number) => return bit(&Bool::new_const(format!("choice{number}"))),
            NodeKind::Op(op) => op,
        };
        match op {
            Operator::Unary(UnaryOp::Negate, a) => operand(a).bvneg(),
            Operator::Unary(UnaryOp::Not | UnaryOp::Complement, a) => operand(a).bvnot(),
            Operator::Logic(LogicOp::And, a, b) => operand(a).bvand(operand(b)),
            Operator::Logic(LogicOp::Or, a, b) => operand(a).bvor(operand(b)),
            Operator::Compare(op, a, b) => bit(&compare(op, operand(a), operand(b))),
            Operator::Arith(op, a, b) => arithmetic(op, operand(a), operand(b)),
            Operator::Rmw(op, old, new) => rmw(op, operand(old), operand(new), width),
            Operator::Ite(c, a, b) => is_set(operand(c)).ite(operand(a), operand(b)),
            Operator::Cast(CastOp::Zext, a) => operand(a).zero_ext(width - operand(a).get_size()),
            Operator::Cast(CastOp::Sext, a) => operand(a).sign_ext(width - operand(a).get_size()),
            Operator::Cast(CastOp::Trunc, a) => operand(a).extract(width - 1, 0),
        }
    }

    /// The z3 constant of a read's value that a question has brought in.
    pub fn known_value(&self, expr: ExprId) -> Option<&BV> {
        self.values.get(expr.0 as usize)?.as_ref()
    }
}

/// The width of a pointer's bit vector: a pointer is the number of its object.
const POINTER_BITS: u32 = 16;

fn width(ty: Type) -> u32 {
    match ty {
        Type::Int(int) => int.bits(),
        // Values are below 2^64.
        Type::Wide(_) => u64::BITS,
        Type::Ptr => POINTER_BITS,
    }
}

fn is_set(bit: &BV) -> Bool {
    bit.eq(BV::from_u64(1, 1))
}

fn bit(condition: &Bool) -> BV {
    condition.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1))
}

fn compare(op: CompareOp, a: &BV, b: &BV) -> Bool {
    match op {
        CompareOp::Eq => a.eq(b),
        CompareOp::Ne => a.eq(b).not(),
        CompareOp::Ult => a.bvult(b),
        CompareOp::Ule => a.bvule(b),
        CompareOp::Ugt => a.bvugt(b),
        CompareOp::Uge => a.bvuge(b),
        CompareOp::Slt => a.bvslt(b),
        CompareOp::Sle => a.bvsle(b),
        CompareOp::Sgt => a.bvsgt(b),
        CompareOp::Sge => a.bvsge(b),
    }
}

fn arithmetic(op: ArithOp, a: &BV, b: &BV) -> BV {
    match op {
        ArithOp::Or => a.bvor(b),
        ArithOp::And => a.bvand(b),
        ArithOp::Xor => a.bvxor(b),
        ArithOp::Shl => a.bvshl(b),
        ArithOp::Lshr => a.bvlshr(b),
        ArithOp::Ashr => a.bvashr(b),
        ArithOp::Add => a.bvadd(b),
        ArithOp::Sub => a.bvsub(b),
        ArithOp::Mul => a.bvmul(b),
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
