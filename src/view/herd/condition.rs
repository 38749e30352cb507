//! Conditions as herd7 prints them in its logs.

use super::{Observed, signed};
use crate::program::{EventStructure, Prop};
use crate::syntax::litmus::ast::Quantifier;
use itertools::Itertools;

/// A condition with its quantifier. Names are those of the test as herd7 has it, as far as it has other ones.
pub fn text(
    structure: &EventStructure,
    (quantifier, prop): (Quantifier, &Prop),
    observed: Option<&[Observed]>,
) -> String {
    format!("{} ({})", quantifier.as_str(), Writer { structure, observed }.whole(prop))
}

/// How tightly a proposition holds together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Nothing,
    And,
    Or,
    /// Left of `=>`.
    Implied,
}

struct Writer<'a> {
    structure: &'a EventStructure,
    observed: Option<&'a [Observed]>,
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
                let of = &self.structure.program.threads[*thread];
                let known = &of.registers[*register];
                let ours = format!("{}:{}", of.name, known.name);
                let value = signed(self.structure, known.ty, *value);
                atom(format!("{}={value}", self.named(&ours, &format!("{}:{}", thread.index(), known.name))), *negated)
            }
            Prop::Memory { object, value, negated } => {
                let object = &self.structure.program.objects[*object];
                let value = signed(self.structure, object.ty, *value);
                atom(format!("{}={value}", self.named(&object.name, &format!("[{}]", object.name))), *negated)
            }
            Prop::Not(inner) => format!("not ({})", self.whole(inner)),
            Prop::And(parts) => self.joined(parts, (" /\\ ", "true"), (Within::And, within)),
            Prop::Or(parts) => self.joined(parts, (" \\/ ", "false"), (Within::Or, within)),
            Prop::Implies(parts) => {
                let [p, q] = &**parts;
                let text = format!("{} => {}", self.prop(p, Within::Implied), self.whole(q));
                if within == Within::Nothing { text } else { format!("({text})") }
            }
        }
    }

    fn joined(&self, parts: &[Prop], (operator, none): (&str, &str), (own, within): (Within, Within)) -> String {
        let text = parts.iter().map(|part| self.prop(part, own)).join(operator);
        match parts.len() {
            0 => none.to_string(),
            1 => self.prop(&parts[0], within),
            _ if within == own || matches!(within, Within::Nothing | Within::Implied) => text,
            _ => format!("({text})"),
        }
    }

    /// What herd7 calls it: what the test observes by that name, else what it would be.
    fn named(&self, ours: &str, otherwise: &str) -> String {
        let known = self.observed.into_iter().flatten().find(|part| part.ours == ours);
        known.map_or(otherwise.to_string(), |part| part.herd.clone())
    }
}

fn atom(text: String, negated: bool) -> String {
    if negated { format!("not ({text})") } else { text }
}
