//! Conditions on final states as herd7 writes them.

use super::{Exported, integer, refuse, values};
use crate::program::{Condition, Instr, InstrKind, Program, Prop, Question, RegId};
use crate::syntax::litmus::ast::Quantifier;
use crate::syntax::source::Span;
use itertools::Itertools;
use std::collections::BTreeSet;

/// A condition with its quantifier.
pub(super) fn question(program: &Program, condition: &Condition) -> Exported<String> {
    let Question::States(quantifier, asked) = &condition.question else {
        return refuse(
            program,
            condition.span,
            "a question about loops",
            "C tests ask about final states",
            "`exists`, `~exists` or `forall`",
        );
    };
    let quantifier = match quantifier {
        Quantifier::Exists => "exists",
        Quantifier::NotExists => "~exists",
        Quantifier::Forall => "forall",
    };
    Ok(format!("{quantifier} ({})", prop(program, asked, condition.span)?))
}

/// A proposition.
pub(super) fn prop(program: &Program, asked: &Prop, span: Span) -> Exported<String> {
    let joined = |parts: &[Prop], operator: &str, none: &str| {
        let parts = parts.iter().map(|part| Ok(format!("({})", prop(program, part, span)?)));
        let parts: Vec<String> = parts.collect::<Exported<_>>()?;
        Ok(if parts.is_empty() { none.to_string() } else { parts.iter().join(operator) })
    };
    match asked {
        Prop::Const(value) => Ok(value.to_string()),
        Prop::Hangs => {
            refuse(program, span, "a question about loops", "C tests ask about final states", "a proposition")
        }
        Prop::Register { thread, register, value, negated } => {
            let of = &program.threads[*thread];
            let known = &of.registers[*register];
            if !surely_written(&of.body).contains(register) {
                let message = format!("`{}:{}` is not written on every path", of.name, known.name);
                return refuse(program, span, message, "in C it would be 0", "write it on every path");
            }
            let value = values::number(integer(program, known.ty, span)?, *value);
            Ok(atom(format!("{}:{} = {value}", thread.index(), known.name), *negated))
        }
        Prop::Memory { object, value, negated } => {
            let object = &program.objects[*object];
            let value = values::number(integer(program, object.ty, span)?, *value);
            Ok(atom(format!("[{}] = {value}", object.name), *negated))
        }
        Prop::Not(inner) => Ok(format!("~({})", prop(program, inner, span)?)),
        Prop::And(parts) => joined(parts, " /\\ ", "true"),
        Prop::Or(parts) => joined(parts, " \\/ ", "false"),
    }
}

fn atom(text: String, negated: bool) -> String {
    if negated { format!("~({text})") } else { text }
}

/// The registers that are written on every path through instructions.
pub fn surely_written(body: &[Instr]) -> BTreeSet<RegId> {
    let mut written = BTreeSet::new();
    for instr in body {
        match &instr.kind {
            InstrKind::Load { dest, .. } | InstrKind::Assign { dest, .. } => written.extend([*dest]),
            InstrKind::Rmw { dest, .. } => written.extend(*dest),
            InstrKind::Cmpxchg(cmpxchg) => written.extend(cmpxchg.dest.into_iter().chain(cmpxchg.success)),
            InstrKind::If { then, otherwise, .. } => {
                written.extend(surely_written(then).intersection(&surely_written(otherwise)));
            }
            InstrKind::Loop { body, at_least_once: true, .. } | InstrKind::Call(body) => {
                written.extend(surely_written(body));
            }
            InstrKind::Loop { .. }
            | InstrKind::Store { .. }
            | InstrKind::Fence { .. }
            | InstrKind::Dma(_)
            | InstrKind::Asyncmark
            | InstrKind::WaitAsyncmark { .. }
            | InstrKind::Barrier(_)
            | InstrKind::Packet(_)
            | InstrKind::Asm(_) => {}
        }
    }
    written
}
