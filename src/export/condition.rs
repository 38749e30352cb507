//! Conditions on final states as herd7 writes them.

use super::{Exported, integer, refuse};
use crate::llvm::IntType;
use crate::program::{Condition, Instr, InstrKind, Program, Prop, Question, RegId, ThreadId};
use crate::syntax::source::Span;
use itertools::Itertools;
use std::collections::BTreeSet;

/// How a language writes what conditions speak of.
pub(super) struct Names<'n> {
    /// What messages call the language.
    pub language: &'static str,
    /// The name of a thread's register.
    pub register: &'n dyn Fn(ThreadId, RegId) -> String,
    /// A number of a type.
    pub number: &'n dyn Fn(IntType, u64) -> String,
}

/// A condition with its quantifier.
pub(super) fn question(program: &Program, condition: &Condition, names: &Names<'_>) -> Exported<String> {
    let Question::States(quantifier, asked) = &condition.question else {
        return refuse(
            program,
            condition.span,
            "a question about loops",
            &format!("{} asks about final states", names.language),
            "`exists`, `~exists` or `forall`",
        );
    };
    Ok(format!("{} ({})", quantifier.as_str(), prop(program, asked, (names, condition.span))?))
}

/// A proposition.
pub(super) fn prop(program: &Program, asked: &Prop, (names, span): (&Names<'_>, Span)) -> Exported<String> {
    let joined = |parts: &[Prop], operator: &str, none: &str| {
        let parts = parts.iter().map(|part| Ok(format!("({})", prop(program, part, (names, span))?)));
        let parts: Vec<String> = parts.collect::<Exported<_>>()?;
        Ok(if parts.is_empty() { none.to_string() } else { parts.iter().join(operator) })
    };
    match asked {
        Prop::Const(value) => Ok(value.to_string()),
        Prop::Hangs => refuse(
            program,
            span,
            "a question about loops",
            &format!("{} asks about final states", names.language),
            "a proposition",
        ),
        Prop::Register { thread, register, value, negated } => {
            let of = &program.threads[*thread];
            let known = &of.registers[*register];
            if !surely_written(&of.body).contains(register) {
                let message = format!("`{}:{}` is not written on every path", of.name, known.name);
                return refuse(
                    program,
                    span,
                    message,
                    &format!("in {} it would be 0", names.language),
                    "write it on every path",
                );
            }
            let value = (names.number)(integer(program, known.ty, span, names.language)?, *value);
            Ok(atom(format!("{}:{} = {value}", thread.index(), (names.register)(*thread, *register)), *negated))
        }
        Prop::Memory { object, value, negated } => {
            let object = &program.objects[*object];
            let value = (names.number)(integer(program, object.ty, span, names.language)?, *value);
            Ok(atom(format!("[{}] = {value}", object.name), *negated))
        }
        Prop::Not(inner) => Ok(format!("~({})", prop(program, inner, (names, span))?)),
        Prop::And(parts) => joined(parts, " /\\ ", "true"),
        Prop::Or(parts) => joined(parts, " \\/ ", "false"),
        Prop::Implies(parts) => joined(parts.as_slice(), " => ", "true"),
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
