//! Calls of intrinsics, and the inline assembly by which a function says what holds a register at its end.

use super::ast::{Call, Computation, Function, Instr, Typed, Value, ValueType};
use super::instrs::Instrs;
use super::values::{binary, leaf};
use super::{Lowered, at, intrinsics, promises};
use crate::llvm::IntType;
use crate::syntax::litmus::ast::{
    At, Barrier, BarrierKind, BinaryOp, CLUSTER_BARRIER, CastOp, CompareOp, Dma, DmaKind, ExprKind, NULL_BARRIER, Name,
    Statement, Type,
};
use crate::syntax::litmus::is_name;
use crate::syntax::source::Span;

/// What comments of assembly begin with that say what holds a register, as `litmus llvm emit` writes them.
pub(super) const KEEP: &str = "; litmus:keep ";

/// The bit of a cache policy that makes a DMA operation volatile (LLVM 24, AMDGPU DMA Operations, line 24).
const VOLATILE: i128 = 1 << 31;

/// What a call of an intrinsic is.
pub fn call(of: &Instrs<'_>, call: &Call) -> Lowered<Statement> {
    intrinsics::check_call(of.context, call)?;
    promises::check_call(of.context, &call.attributes)?;
    let (dest, function, arguments) = (call.dest.as_ref(), &call.function, call.arguments.as_slice());
    let refuse = |message: String, label: &str, help: &str| of.context.refuse(function.span, message, label, help);
    let name = function.node.strip_prefix("llvm.amdgcn.").unwrap_or(&function.node);
    if let Ok(kind) = name.parse::<BarrierKind>() {
        return barrier(of, kind, dest, function, arguments);
    }
    if let Some(dest) = dest {
        let message = format!("the result of `@{}`", function.node);
        return of.context.refuse(dest.span, message, "not known", "results of loads, atomics and computations");
    }
    match (name, arguments) {
        ("asyncmark", []) => Ok(Statement::Asyncmark),
        ("wait.asyncmark", [kept]) => match number(kept) {
            Some(number) => Ok(Statement::WaitAsyncmark(at(u32::try_from(number).unwrap_or(u32::MAX), kept.1.span))),
            None => refuse("a wait for so many asyncmarks".into(), "not a constant", "`i16 0`"),
        },
        (name, [memory, lds, size, offset, policy]) if let Some(kind) = of_size(name) => {
            let bytes = number(size).and_then(|size| u32::try_from(size).ok());
            dma(of, kind, function, [memory, lds], bytes.map(|bytes| bytes.saturating_mul(8)), [offset, policy])
        }
        (name, [memory, lds, offset, policy]) if let Some((kind, bits)) = of_bits(name) => {
            dma(of, kind, function, [memory, lds], Some(bits), [offset, policy])
        }
        _ => refuse(
            format!("a call of `@{}`", function.node),
            "not known",
            "intrinsics of barriers, DMA operations and asyncmarks (docs/ir.md)",
        ),
    }
}

/// What is an integer.
fn number((_, value): &Typed) -> Option<i128> {
    if let Value::Int(number) = value.node { Some(number) } else { None }
}

/// The DMA operation that an intrinsic is, if it is one.
pub(super) fn dma_kind(function: &str) -> Option<DmaKind> {
    let name = function.strip_prefix("llvm.amdgcn.")?;
    of_size(name).or_else(|| of_bits(name).map(|(kind, _)| kind))
}

/// The DMA operations that have their size as an argument.
fn of_size(name: &str) -> Option<DmaKind> {
    match name {
        "load.to.lds.p0" | "load.to.lds.p1" | "global.load.lds" => Some(DmaKind::LoadToLds),
        "load.async.to.lds.p0" | "load.async.to.lds.p1" | "global.load.async.lds" => Some(DmaKind::LoadAsyncToLds),
        _ => None,
    }
}

/// The DMA operations that have their size in bits in their name.
fn of_bits(name: &str) -> Option<(DmaKind, u32)> {
    let kinds = [
        ("global.load.async.to.lds.b", DmaKind::LoadAsyncToLds),
        ("global.store.async.from.lds.b", DmaKind::StoreAsyncFromLds),
    ];
    kinds.into_iter().find_map(|(prefix, kind)| Some((kind, name.strip_prefix(prefix)?.parse().ok()?)))
}

fn dma(
    of: &Instrs<'_>,
    kind: DmaKind,
    function: &Name,
    [memory, lds]: [&Typed; 2],
    bits: Option<u32>,
    [offset, policy]: [&Typed; 2],
) -> Lowered<Statement> {
    let ty: Option<Type> = bits.and_then(|bits| {
        let word = format!("i{bits}");
        word.parse().map(Type::Int).or_else(|()| word.parse().map(Type::Wide)).ok()
    });
    let Some(ty) = ty.filter(|ty| *ty != Type::Int(IntType::I1)) else {
        let help = "1, 2, 4, 8, 12 or 16 bytes";
        return of.context.refuse(function.span, "a DMA operation of no size of a type", "not known", help);
    };
    if number(offset) != Some(0) {
        return of.context.refuse(offset.1.span, "an offset", "beside the object", "0: pointers are those of objects");
    }
    let volatile = match number(policy) {
        Some(0) => false,
        Some(policy) if policy == VOLATILE || policy == -VOLATILE => true,
        _ => {
            let help = "0, or bit 31 alone, which makes it volatile";
            return of.context.refuse(policy.1.span, "a cache policy", "not read", help);
        }
    };
    let (memory, lds) = (of.names.pointer(of.context, memory)?, of.names.pointer(of.context, lds)?);
    Ok(Statement::Dma(Box::new(Dma { kind, volatile, ty: at(ty, function.span), memory, lds, metadata: Vec::new() })))
}

/// An operation on a barrier that every program has, which all but that on both halves name by its number.
fn barrier(
    of: &Instrs<'_>,
    kind: BarrierKind,
    dest: Option<&Name>,
    function: &Name,
    arguments: &[Typed],
) -> Lowered<Statement> {
    let object = match (kind, arguments) {
        (BarrierKind::Both, []) => None,
        (BarrierKind::Signal | BarrierKind::SignalIsFirst | BarrierKind::Wait, [on]) if number(on) == Some(-1) => None,
        (BarrierKind::Signal | BarrierKind::SignalIsFirst | BarrierKind::Wait, [on]) if number(on) == Some(-3) => {
            Some(at(CLUSTER_BARRIER.to_string(), on.1.span))
        }
        (BarrierKind::Signal | BarrierKind::SignalIsFirst | BarrierKind::Wait | BarrierKind::Leave, [on])
            if number(on) == Some(0) =>
        {
            Some(at(NULL_BARRIER.to_string(), on.1.span))
        }
        (BarrierKind::Join, [(_, on)]) if matches!(on.node, Value::Null) => Some(at(NULL_BARRIER.to_string(), on.span)),
        (
            BarrierKind::Both
            | BarrierKind::Signal
            | BarrierKind::SignalIsFirst
            | BarrierKind::Wait
            | BarrierKind::Init
            | BarrierKind::Join
            | BarrierKind::Leave,
            _,
        ) => {
            let message = format!("a call of `@{}` of another barrier", function.node);
            let help = "-1, the workgroup's barrier, -3, that of the cluster, or 0, which does nothing";
            return of.context.refuse(function.span, message, "not read", help);
        }
    };
    let dest = dest.map(|dest| of.names.register(of.context, dest)).transpose()?;
    Ok(Statement::Barrier(Barrier { kind, dest, object, count: None }))
}

/// The registers that a function keeps: those that conditions may speak of by other names than IR has.
pub fn kept_names(function: &Function) -> Vec<String> {
    let instrs = function.blocks.iter().flat_map(|block| &block.instrs);
    let names = instrs.filter_map(|instr| {
        let Instr::Asm { text, .. } = &instr.node else { return None };
        words(&text.node)?.first().map(|name| name.to_string())
    });
    names.collect()
}

fn words(text: &str) -> Option<Vec<&str>> {
    Some(text.strip_prefix(KEEP)?.split_whitespace().collect())
}

/// What holds a register at the end of a function: its value, and perhaps whether it is written.
pub fn kept(
    of: &Instrs<'_>,
    (text, constraints): (&At<String>, &At<String>),
    arguments: &[Typed],
    span: Span,
    out: &mut Vec<At<Statement>>,
) -> Lowered<()> {
    let refuse = || {
        of.context.refuse(
            text.span,
            "inline assembly",
            "not read",
            "`; litmus:keep r0 $0` alone, as `litmus llvm emit` writes it",
        )
    };
    let Some(words) = words(&text.node) else { return refuse() };
    if constraints.node != vec!["v"; arguments.len()].join(",") {
        return of.context.refuse(constraints.span, "operands that are elsewhere", "not read", "`v` for each operand");
    }
    let [name, ..] = words.as_slice() else { return refuse() };
    if !is_name(name) {
        return refuse();
    }
    let assign = |value: &Typed| -> Lowered<At<Statement>> {
        let is_truth = super::is_truth(of.context.test, of.thread, name);
        let value = of.operand(&narrow(of, value, is_truth))?;
        Ok(at(Statement::Assign { dest: at(name.to_string(), text.span), value }, span))
    };
    match (words.len(), arguments) {
        (2, [value]) => out.push(assign(value)?),
        (3, [value, written]) => {
            let zero = leaf(ExprKind::Int(0), span);
            let condition = binary(BinaryOp::Compare(CompareOp::Ne), of.operand(written)?, zero, span);
            let then = of.context.block(vec![assign(value)?], span)?;
            out.push(at(Statement::If { condition, then, otherwise: None }, span));
        }
        _ => return refuse(),
    }
    Ok(())
}

/// A value before it was widened to be kept. A truth value is one that a condition compares with `true` or `false`.
fn narrow(of: &Instrs<'_>, value: &Typed, is_truth: bool) -> Typed {
    let Value::Local(name) = &value.1.node else { return value.clone() };
    let own = of.context.module.functions.iter().filter(|function| function.name.node == of.thread);
    let widened = own.flat_map(|function| &function.blocks).flat_map(|block| &block.instrs).find_map(|instr| {
        let Instr::Compute { dest, what: Computation::Cast(CastOp::Zext, from, _) } = &instr.node else { return None };
        (dest.node == *name).then(|| from.clone())
    });
    let widened = widened.filter(|(ty, _)| match ty.node {
        ValueType::Int(Type::Int(IntType::I1)) => is_truth,
        ValueType::Int(_) => true,
        ValueType::Pointer(_) => false,
    });
    widened.unwrap_or_else(|| value.clone())
}
