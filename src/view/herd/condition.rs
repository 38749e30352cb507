//! Conditions as herd7 prints them in its logs.

use super::{Observed, signed, unsigned};
use crate::program::{EventStructure, ObjectId, Prop, RegId, ThreadId};
use crate::syntax::litmus::ast::{Quantifier, Type};
use itertools::Itertools;
use std::collections::BTreeSet;

/// A condition with its quantifier. Names are those of the test as herd7 has it, as far as it has other ones.
pub fn text(structure: &EventStructure, (quantifier, prop): (Quantifier, &Prop), observed: &[Observed]) -> String {
    format!("{} ({})", quantifier.as_str(), Writer { structure, observed }.whole(prop))
}

/// What a proposition speaks of, in herd7's order: registers by thread, then memory.
pub fn spoken_of(structure: &EventStructure, prop: &Prop) -> Vec<Observed> {
    let mut found = BTreeSet::new();
    let mut pending = vec![prop];
    while let Some(prop) = pending.pop() {
        match prop {
            Prop::Const(_) | Prop::Hangs => {}
            Prop::Register { thread, register, .. } => {
                found.insert((Some(*thread), of_register(structure, *thread, *register)));
            }
            Prop::Memory { object, .. } => {
                found.insert((None, of_memory(structure, *object)));
            }
            Prop::Not(inner) => pending.push(inner),
            Prop::And(parts) | Prop::Or(parts) => pending.extend(parts),
            Prop::Implies(parts) => pending.extend(parts.iter()),
        }
    }
    let (memory, registers): (Vec<_>, Vec<_>) = found.into_iter().partition(|(thread, _)| thread.is_none());
    registers.into_iter().chain(memory).map(|(_, part)| part).collect()
}

fn of_register(structure: &EventStructure, thread: ThreadId, register: RegId) -> Observed {
    let of = &structure.program.threads[thread];
    let name = &of.registers[register].name;
    Observed::signed(format!("{}:{name}", thread.index()), format!("{}:{name}", of.name))
}

fn of_memory(structure: &EventStructure, object: ObjectId) -> Observed {
    let name = &structure.program.objects[object].name;
    Observed::signed(format!("[{name}]"), name.clone())
}

/// What a proposition is a part of. In herd7 `=>` holds together more than `/\`, and that more than `\/`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Nothing,
    And,
    Or,
    /// Left of `=>`. herd7 leaves the parentheses out of `(a => b) => c`, and would read it as `a => (b => c)`; here they stay.
    Implying,
    /// Right of `=>`.
    Implied,
}

impl Within {
    /// Whether a part joined by `own` needs no parentheses.
    fn lets(self, own: Within) -> bool {
        match self {
            Within::Nothing => true,
            Within::Or => own != Within::Implying && own != Within::Implied,
            Within::And => own == Within::And,
            Within::Implying => false,
            Within::Implied => own == Within::Implied,
        }
    }
}

struct Writer<'a> {
    structure: &'a EventStructure,
    observed: &'a [Observed],
}

impl Writer<'_> {
    fn whole(&self, prop: &Prop) -> String {
        self.prop(prop, Within::Nothing)
    }

    fn prop(&self, prop: &Prop, within: Within) -> String {
        match prop {
            Prop::Const(value) => value.to_string(),
            Prop::Hangs => "hangs".to_string(),
            Prop::Register { thread, register, value, negated } => {
                let ty = self.structure.program.threads[*thread].registers[*register].ty;
                atom(self.equation(of_register(self.structure, *thread, *register), (ty, *value)), *negated)
            }
            Prop::Memory { object, value, negated } => {
                let ty = self.structure.program.objects[*object].ty;
                atom(self.equation(of_memory(self.structure, *object), (ty, *value)), *negated)
            }
            Prop::Not(inner) => format!("not ({})", self.whole(inner)),
            Prop::And(parts) => match self.array(parts) {
                Some(text) => text,
                None => self.joined(parts, (" /\\ ", "true"), (Within::And, within)),
            },
            Prop::Or(parts) => self.joined(parts, (" \\/ ", "false"), (Within::Or, within)),
            Prop::Implies(parts) => {
                let [p, q] = &**parts;
                let text = format!("{} => {}", self.prop(p, Within::Implying), self.prop(q, Within::Implied));
                if within.lets(Within::Implied) { text } else { format!("({text})") }
            }
        }
    }

    fn joined(&self, parts: &[Prop], (operator, none): (&str, &str), (own, within): (Within, Within)) -> String {
        let text = parts.iter().map(|part| self.prop(part, own)).join(operator);
        match parts.len() {
            0 => none.to_string(),
            1 => self.prop(&parts[0], within),
            _ if within.lets(own) => text,
            _ => format!("({text})"),
        }
    }

    /// `a={1,2}`: what the test says of an array that it observes as a whole.
    fn array(&self, parts: &[Prop]) -> Option<String> {
        let element = |part: &Prop| match *part {
            Prop::Memory { object, value, negated: false } => Some((object, value)),
            Prop::Memory { negated: true, .. } | Prop::Register { .. } | Prop::Const(_) | Prop::Hangs => None,
            Prop::Not(_) | Prop::And(_) | Prop::Or(_) | Prop::Implies(_) => None,
        };
        let elements: Vec<(ObjectId, u64)> = parts.iter().map(element).collect::<Option<_>>()?;
        let objects = &self.structure.program.objects;
        let names: Vec<&String> = elements.iter().map(|(object, _)| &objects[*object].name).collect();
        let is_it = |part: &&Observed| part.ours.len() > 1 && part.ours.iter().eq(names.iter().copied());
        let array = self.observed.iter().find(is_it)?;
        let value = |(object, value): &(ObjectId, u64)| self.value(array.is_unsigned, (objects[*object].ty, *value));
        Some(format!("{}={{{}}}", array.herd, elements.iter().map(value).join(",")))
    }

    /// As herd7 writes it: with the name under which the test observes it, else the one that it would have, and a number of 32 bits.
    fn equation(&self, part: Observed, value: (Type, u64)) -> String {
        let part = self.observed.iter().find(|known| known.ours == part.ours).cloned().unwrap_or(part);
        format!("{}={}", part.herd, self.value(part.is_unsigned, value))
    }

    fn value(&self, is_unsigned: bool, (ty, value): (Type, u64)) -> String {
        let is_small = matches!(ty, Type::Int(int) if int.bits() < 32);
        match is_unsigned && is_small {
            true => unsigned(self.structure, ty, value),
            false => signed(self.structure, ty, value),
        }
    }
}

fn atom(text: String, negated: bool) -> String {
    if negated { format!("not ({text})") } else { text }
}
