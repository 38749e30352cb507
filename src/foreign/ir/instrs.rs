//! Instructions of IR as statements of our language.

use super::ast::{Access, Cmpxchg, Computation, Instr, Node, Tail, Typed, Value, ValueType};
use super::values::{Local, Names, binary, cast, not, select};
use super::{Context, Lowered, at, calls, promises, values};
use crate::llvm::{IntType, RmwOp, Tag};
use crate::syntax::litmus::ast::{
    self, ArithOp, At, BinaryOp, CastOp, CompareOp, Expr, ExprKind, LogicOp, Metadata, Name, Statement, Type,
};
use crate::syntax::litmus::build::{self, parse_word};
use crate::syntax::source::Span;
use std::collections::HashSet;

/// Metadata that says nothing about what is ordered or accessed: hints, and what is known of values and pointers.
const SAYS_NOTHING: &[&str] = &[
    "tbaa",
    "tbaa.struct",
    "alias.scope",
    "noundef",
    "prof",
    "unpredictable",
    "llvm.loop",
    "srcloc",
    "annotation",
    "uniform",
    "amdgpu.uniform",
    "amdgpu.noclobber",
    "amdgpu.no.fine.grained.memory",
    "amdgpu.no.remote.memory",
    "amdgpu.ignore.denormal.mode",
];

/// What reads the instructions of a function.
pub struct Instrs<'a> {
    pub context: &'a Context<'a>,
    /// The name of the function, which is that of its thread.
    pub thread: &'a str,
    /// The values on which something depends.
    pub live: &'a HashSet<&'a str>,
    pub names: Names,
}

impl Instrs<'_> {
    /// What an instruction is in our language, after what came before; nothing of a `phi`, which is what its edges bring.
    pub fn lower(&self, instr: &At<Instr>, out: &mut Vec<At<Statement>>) -> Lowered<()> {
        let statement = match &instr.node {
            Instr::Load { dest, ty, access } => Statement::Load {
                dest: self.names.register(self.context, dest)?,
                ty: self.memory_type(*ty)?,
                access: self.aligned(access, ty.node)?,
            },
            Instr::Store { value: (ty, value), access } => Statement::Store {
                ty: self.memory_type(*ty)?,
                value: self.names.expr(self.context, ty.node, value, false)?,
                access: self.aligned(access, ty.node)?,
            },
            Instr::Rmw { dest, op, value: (ty, value), access } => Statement::Rmw {
                dest: self.needed(dest.as_ref()).map(|dest| self.names.register(self.context, dest)).transpose()?,
                op: self.rmw(op)?,
                ty: self.memory_type(*ty)?,
                value: self.names.expr(self.context, ty.node, value, false)?,
                access: self.access(access, ty.node)?,
            },
            Instr::Cmpxchg(operation) => self.cmpxchg(operation)?,
            Instr::Fence { scope, ordering, tail } => {
                Statement::Fence { scope: *scope, ordering: *ordering, metadata: self.metadata(tail, None)? }
            }
            Instr::Compute { dest, what } => {
                let value = self.computed(what, instr.span)?;
                // What nothing depends on may be of a pair that nothing needs either.
                if !self.live.contains(dest.node.as_str()) {
                    return Ok(());
                }
                Statement::Assign { dest: self.names.register(self.context, dest)?, value }
            }
            Instr::Phi { .. } => return Ok(()),
            Instr::Call(of) => calls::call(self, of)?,
            Instr::Asm { text, constraints, arguments, attributes } => {
                promises::check_call(self.context, attributes)?;
                return calls::kept(self, (text, constraints), arguments, instr.span, out);
            }
        };
        out.push(at(statement, instr.span));
        if let Some(dest) = values::dest(&instr.node) {
            self.copy(dest, out)?;
        }
        Ok(())
    }

    /// The result of an atomic, if something depends on it: code that returns none may be other code.
    fn needed<'n>(&self, dest: Option<&'n Name>) -> Option<&'n Name> {
        dest.filter(|dest| self.live.contains(dest.node.as_str()))
    }

    /// What conditions speak of, where the register of a value has another name.
    pub fn copy(&self, dest: &Name, out: &mut Vec<At<Statement>>) -> Lowered<()> {
        let Local::Register(register) = self.names.local(self.context, &dest.node, dest.span)? else { return Ok(()) };
        if let Some(name) = self.names.copy_of(register) {
            let value = values::leaf(ExprKind::Name(register.clone()), dest.span);
            out.push(at(Statement::Assign { dest: at(name.clone(), dest.span), value }, dest.span));
        }
        Ok(())
    }

    fn refuse<T>(&self, span: Span, message: impl Into<String>, label: &str, help: impl Into<String>) -> Lowered<T> {
        self.context.refuse(span, message, label, help)
    }

    fn memory_type(&self, ty: At<ValueType>) -> Lowered<At<Type>> {
        match ty.node {
            ValueType::Int(Type::Int(IntType::I1)) => {
                self.refuse(ty.span, "an access of i1", "of no size in memory", "i8, i16, i32 or i64")
            }
            ValueType::Int(ty_of) => Ok(at(ty_of, ty.span)),
            ValueType::Pointer(_) if least(Some(ty.node)) == 8 => Ok(at(Type::Ptr, ty.span)),
            ValueType::Pointer(space) => {
                let message = format!("a pointer to address space {space} in memory");
                self.refuse(ty.span, message, "of 4 bytes", "generic pointers, or such to global memory")
            }
        }
    }

    fn rmw(&self, op: &Name) -> Lowered<At<RmwOp>> {
        let Span { start, end } = op.span;
        let known = parse_word(&op.node, start, end, "operation of atomicrmw", RmwOp::ALL, RmwOp::as_str);
        Ok(at(self.context.built(known)?, op.span))
    }

    fn access(&self, access: &Access, ty: ValueType) -> Lowered<ast::Access> {
        let span = access.pointer.1.span;
        match (access.atomic, access.ordering, access.scope) {
            (true, None, _) => {
                return self.refuse(
                    span,
                    "an atomic access without an ordering",
                    "LLVM does not read it",
                    "`monotonic`",
                );
            }
            (false, Some(At { span, .. }), _) | (false, None, Some(At { span, .. })) => {
                return self.refuse(span, "the ordering of an access that is not atomic", "not here", "`atomic`");
            }
            (true, Some(_), _) | (false, None, None) => {}
        }
        Ok(ast::Access {
            atomic: access.atomic,
            volatile: access.volatile,
            pointer: self.names.pointer(self.context, &access.pointer)?,
            scope: access.scope,
            ordering: access.ordering,
            metadata: self.metadata(&access.tail, Some(ty))?,
        })
    }

    /// That of a load or a store, of which LLVM wants an alignment if it is atomic.
    fn aligned(&self, access: &Access, ty: ValueType) -> Lowered<ast::Access> {
        let is_aligned = access.tail.iter().any(|item| matches!(item, Tail::Align(_)));
        if access.atomic && !is_aligned {
            let message = "an atomic load or store without an alignment";
            return self.refuse(
                access.pointer.1.span,
                message,
                "LLVM does not read it",
                format!("`, align {}`", least(Some(ty))),
            );
        }
        self.access(access, ty)
    }

    fn cmpxchg(&self, operation: &Cmpxchg) -> Lowered<Statement> {
        let Cmpxchg { dest, weak, expected: (ty, expected), new: (new_ty, new), access, failure } = operation;
        if new_ty.node != ty.node {
            let message = "a value of another type than what is expected";
            return self.refuse(new_ty.span, message, "another type", format!("`{}`", ty.node));
        }
        let pair = match self.needed(dest.as_ref()) {
            None => None,
            Some(dest) => match self.names.local(self.context, &dest.node, dest.span)? {
                Local::Pair(pair, _) => Some(pair.clone().map(|part| at(part, dest.span))),
                Local::Object(..) | Local::Register(_) => None,
            },
        };
        let (dest, success) = pair.map_or((None, None), |[old, ok]| (Some(old), Some(ok)));
        Ok(Statement::Cmpxchg(Box::new(ast::Cmpxchg {
            dest,
            success,
            weak: *weak,
            ty: self.memory_type(*ty)?,
            expected: self.names.expr(self.context, ty.node, expected, false)?,
            new_ty: self.memory_type(*new_ty)?,
            new: self.names.expr(self.context, new_ty.node, new, false)?,
            access: self.access(access, ty.node)?,
            failure: *failure,
        })))
    }

    /// What follows an instruction: of an access with the type that it is of.
    fn metadata(&self, tail: &[Tail], of: Option<ValueType>) -> Lowered<Vec<At<Metadata>>> {
        let mut found = Vec::new();
        for (at_end, item) in tail.iter().enumerate() {
            match item {
                Tail::Align(bytes) if at_end > 0 => {
                    return self.refuse(
                        bytes.span,
                        "an alignment after what follows it",
                        "too late",
                        "before metadata",
                    );
                }
                Tail::Align(bytes) => self.is_whole(*bytes, of)?,
                Tail::Metadata(name, _) if of.is_none() && is_of_accesses(&name.node) => {
                    let message = format!("metadata `!{}` of what accesses nothing", name.node);
                    return self.refuse(name.span, message, "of accesses", "leave it out");
                }
                Tail::Metadata(name, node) => match (name.node.as_str(), node) {
                    ("nontemporal", _) => found.push(at(Metadata::Nontemporal, name.span)),
                    ("mmra", Some(node)) => found.push(at(Metadata::Mmra(self.tags(*node, false)?), name.span)),
                    ("mmra", None) => {}
                    ("noalias.addrspace", Some(node)) => self.other_spaces(*node)?,
                    (known, _) if SAYS_NOTHING.contains(&known) => {}
                    (other, _) => {
                        let message = format!("metadata `!{other}`");
                        let help = "`!nontemporal` and `!mmra` mean something here; leave it out if it has no say in what is ordered";
                        return self.refuse(name.span, message, "not known", help);
                    }
                },
            }
        }
        Ok(found)
    }

    /// An access that is not aligned may be several.
    fn is_whole(&self, bytes: At<u32>, of: Option<ValueType>) -> Lowered<()> {
        let least = least(of);
        match bytes.node >= least.min(16) {
            true => Ok(()),
            false => self.refuse(
                bytes.span,
                format!("an access of {least} bytes that is aligned to {}", bytes.node),
                "it may be several accesses",
                format!("`align {least}`"),
            ),
        }
    }

    /// The parts of a node of metadata.
    fn node(&self, number: At<u32>) -> Option<&[Node]> {
        let found = self.context.module.nodes.iter().find(|(known, _)| known.node == number.node);
        found.map(|(_, parts)| parts.as_slice())
    }

    /// `!noalias.addrspace`: of generic accesses that are of no object in these address spaces. Objects in none of them are.
    fn other_spaces(&self, number: At<u32>) -> Lowered<()> {
        let found = self.node(number);
        let bounds: Option<Vec<i128>> = found.and_then(|parts| {
            let bound = |part: &Node| match part {
                Node::Value(Value::Int(bound)) => Some(*bound),
                Node::Value(_) | Node::Text(_) | Node::Number(_) | Node::Other => None,
            };
            parts.iter().map(bound).collect()
        });
        let Some(bounds) = bounds.filter(|bounds| are_ranges(bounds)) else {
            return self.refuse(number.span, "no address spaces", "no pairs of numbers", "`!{i32 5, i32 6}`");
        };
        let is_excluded = |space: u32| bounds.chunks(2).any(|pair| (pair[0]..pair[1]).contains(&i128::from(space)));
        match self.context.test.memory.iter().find(|object| is_excluded(object.space.node.number())) {
            Some(object) => {
                let message = format!("an access that is of no {} memory", object.space.node);
                let help = format!("without it: `{}` is there", object.name.node);
                self.refuse(number.span, message, "an object of the test is", help)
            }
            None => Ok(()),
        }
    }

    /// The tags of a node: one, or those of the nodes that it is a list of.
    fn tags(&self, number: At<u32>, is_of_list: bool) -> Lowered<Vec<At<Tag>>> {
        let found = self.node(number);
        let Some(parts) = found else {
            return self.refuse(
                number.span,
                format!("`!{}` is defined nowhere", number.node),
                "no such node",
                "`!0 = !{…}`",
            );
        };
        match parts {
            [Node::Text(prefix), Node::Text(suffix)] => {
                let tag = build::tag(&format!("{}:{}", prefix.node, suffix.node), prefix.span.start, suffix.span.end);
                Ok(vec![at(self.context.built(tag)?, number.span)])
            }
            list => {
                let mut tags = Vec::new();
                for part in list {
                    match part {
                        Node::Number(inner) if !is_of_list => {
                            tags.extend(self.tags(at(inner.node, number.span), true)?);
                        }
                        Node::Number(_) | Node::Text(_) | Node::Value(_) | Node::Other => {
                            let help = "`!{!\"amdgpu-synchronize-as\", !\"local\"}`, or a list of such nodes";
                            return self.refuse(number.span, "metadata that is no tags", "not tags", help);
                        }
                    }
                }
                Ok(tags)
            }
        }
    }

    /// What is computed.
    fn computed(&self, what: &Computation, span: Span) -> Lowered<Expr> {
        let expr = |ty, value, alone| self.names.expr(self.context, ty, value, alone);
        match what {
            Computation::Binary(op, ty, [a, of]) => {
                let alone = is_constant(&a.node) && is_constant(&of.node);
                let (a, b) = (expr(ty.node, a, alone)?, expr(ty.node, of, alone)?);
                match ty.node {
                    ValueType::Int(Type::Int(IntType::I1)) => self.of_truths(*op, a, b, span),
                    ValueType::Int(ty) => Ok(binary(BinaryOp::Arith(*op), a, self.amount(*op, ty, of, b)?, span)),
                    ValueType::Pointer(_) => self.refuse(ty.span, "arithmetic on pointers", "not integers", "integers"),
                }
            }
            Computation::Compare(op, ty, [a, b]) => {
                let alone = is_constant(&a.node) && is_constant(&b.node);
                let (a, b) = (expr(ty.node, a, alone)?, expr(ty.node, b, alone)?);
                Ok(binary(BinaryOp::Compare(*op), a, b, span))
            }
            Computation::Select(parts) => {
                let [(of, c), (a_ty, a), (b_ty, b)] = &**parts;
                if of.node != ValueType::Int(Type::Int(IntType::I1)) {
                    return self.refuse(of.span, "a choice by no truth value", "not `i1`", "`i1`");
                }
                if a_ty.node != b_ty.node {
                    return self.refuse(b_ty.span, "a choice of values of two types", "another type", "one type");
                }
                Ok(select([expr(of.node, c, true)?, expr(a_ty.node, a, true)?, expr(b_ty.node, b, true)?], span))
            }
            Computation::Cast(op, (from, value), to) => match (from.node, to.node) {
                // Our language has no cast to it.
                (ValueType::Int(wide), ValueType::Int(Type::Int(IntType::I1)))
                    if *op == CastOp::Trunc && wide != Type::Int(IntType::I1) =>
                {
                    let one = || values::leaf(ExprKind::Int(1), span);
                    let bit = binary(BinaryOp::Arith(ArithOp::And), expr(from.node, value, true)?, one(), span);
                    Ok(binary(BinaryOp::Compare(CompareOp::Eq), bit, one(), span))
                }
                (ValueType::Int(of), ValueType::Int(ty)) if widens(*op) == (of.bits() < ty.bits()) && of != ty => {
                    Ok(cast(*op, expr(from.node, value, true)?, at(ty, to.span), span))
                }
                (ValueType::Int(of), ValueType::Int(ty)) => {
                    let message = format!("no such cast from {of} to {ty}");
                    self.refuse(to.span, message, "of another width", "`zext` and `sext` widen, `trunc` narrows")
                }
                (ValueType::Pointer(_), _) | (_, ValueType::Pointer(_)) => {
                    self.refuse(from.span, "a cast of pointers", "not integers", "`addrspacecast`")
                }
            },
            Computation::Space((from, value), to) => {
                values::cast_to_generic(self.context, *from, *to)?;
                expr(from.node, value, true)
            }
            Computation::Freeze((ty, value)) => expr(ty.node, value, true),
            Computation::Part(of, part, types) => self.part(of, *part, types),
        }
    }

    /// The second operand of an operation, if a shift by it is one of the IR: a shift by the width or more is poison, of which code leaves the low bits.
    fn amount(&self, op: ArithOp, ty: Type, of: &At<Value>, value: Expr) -> Lowered<Expr> {
        match op {
            ArithOp::Shl | ArithOp::Lshr | ArithOp::Ashr => {}
            ArithOp::Or | ArithOp::And | ArithOp::Xor | ArithOp::Add | ArithOp::Sub | ArithOp::Mul => return Ok(value),
        }
        match of.node {
            Value::Int(by) if u64::try_from(by).is_ok_and(|by| by < u64::from(ty.bits())) => Ok(value),
            Value::Int(_) => {
                let help = "a shift by less than the width of what is shifted";
                self.refuse(of.span, "a shift that leaves poison", "too far", help)
            }
            Value::Local(_)
            | Value::Global(_)
            | Value::Cast(_)
            | Value::Bool(_)
            | Value::Null
            | Value::Undefined
            | Value::Zero => {
                let most = values::leaf(ExprKind::Int(i128::from(ty.bits() - 1)), of.span);
                Ok(binary(BinaryOp::Arith(ArithOp::And), value, most, of.span))
            }
        }
    }

    /// `and`, `or` and `xor` of truth values.
    fn of_truths(&self, op: ArithOp, a: Expr, b: Expr, span: Span) -> Lowered<Expr> {
        match op {
            ArithOp::And => Ok(binary(BinaryOp::Logic(LogicOp::And), a, b, span)),
            ArithOp::Or => Ok(binary(BinaryOp::Logic(LogicOp::Or), a, b, span)),
            ArithOp::Xor if b.kind == ExprKind::Bool(true) => Ok(not(a, span)),
            ArithOp::Xor => Ok(binary(BinaryOp::Compare(CompareOp::Ne), a, b, span)),
            ArithOp::Shl | ArithOp::Lshr | ArithOp::Ashr | ArithOp::Add | ArithOp::Sub | ArithOp::Mul => {
                self.refuse(span, "arithmetic on i1", "not read", "`and`, `or` or `xor`")
            }
        }
    }

    fn part(&self, of: &At<Value>, part: At<u32>, [first, second]: &[At<ValueType>; 2]) -> Lowered<Expr> {
        let Value::Local(name) = &of.node else {
            return self.refuse(of.span, "a part of a constant", "no pair", "the result of a `cmpxchg`");
        };
        match (self.names.local(self.context, name, of.span)?, part.node) {
            (Local::Pair(_, ty), _) if first.node != *ty => {
                self.refuse(first.span, "a part of a pair of another type", "another type", "that of what is exchanged")
            }
            (Local::Pair(..), _) if second.node != ValueType::Int(Type::Int(IntType::I1)) => {
                self.refuse(second.span, "a part of a pair of another type", "another type", "`i1`")
            }
            (Local::Pair(pair, _), 0 | 1) => {
                let name = pair[part.node as usize].clone();
                Ok(values::leaf(ExprKind::Name(name), of.span))
            }
            _ => self.refuse(part.span, "a part that there is not", "no pair", "0 or 1 of the result of a `cmpxchg`"),
        }
    }

    /// An operand with its type as an expression.
    pub fn operand(&self, (ty, value): &Typed) -> Lowered<Expr> {
        self.names.expr(self.context, ty.node, value, true)
    }
}

/// Whether numbers are ranges, each of something, in order and with something between them.
fn are_ranges(bounds: &[i128]) -> bool {
    let is_growing = bounds.windows(2).all(|pair| pair[0] < pair[1]);
    !bounds.is_empty() && bounds.len().is_multiple_of(2) && is_growing
}

/// Whether metadata is about accesses alone.
fn is_of_accesses(name: &str) -> bool {
    name.starts_with("tbaa") || name.starts_with("noalias") || matches!(name, "alias.scope" | "noundef" | "nontemporal")
}

fn widens(op: CastOp) -> bool {
    match op {
        CastOp::Zext | CastOp::Sext => true,
        CastOp::Trunc => false,
    }
}

fn is_constant(value: &Value) -> bool {
    match value {
        Value::Int(_) | Value::Bool(_) | Value::Null | Value::Undefined | Value::Zero => true,
        Value::Local(_) | Value::Global(_) | Value::Cast(_) => false,
    }
}

/// The bytes of a value, at which an access of it is aligned if it is one.
pub(super) fn least(of: Option<ValueType>) -> u32 {
    match of {
        Some(ValueType::Int(ty)) => ty.bits().div_ceil(8),
        Some(ValueType::Pointer(3 | 5)) => 4,
        Some(ValueType::Pointer(_)) => 8,
        None => 1,
    }
}
