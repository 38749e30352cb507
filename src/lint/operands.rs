//! Mistakes of operands.

use super::mistake::{Mistake, unknown};
use crate::syntax::table::ast::{Instr, Operand, SCOPE_OF_TABLE, Table, operand_twice};
use crate::syntax::table::cond::Cond;
use crate::syntax::table::places::Within;
use crate::targets::Vocabulary;
use itertools::Itertools;
use std::collections::BTreeSet;

/// What is right where an operand has two values.
pub const ONE_VALUE: &str = "one value, or conditions that exclude each other";

/// The first mistake of an instruction's operands, where it is emitted in a case.
pub fn mistake(table: &Table, instr: &Instr, case: &Cond, within: Within, vocabulary: &Vocabulary) -> Option<Mistake> {
    let name = instr.word();
    let when = case.and(&instr.when);
    if vocabulary.is_wait(instr) && instr.operands.is_empty() {
        let message = format!("`{}` does not say what it waits for", instr.name);
        let (part, help) = (within.word(format!("{};", instr.name)), "its counter and number".into());
        return Some(Mistake { part, message, label: "a wait", help });
    }
    let unknown = instr.operands.iter().find_map(|operand| unfit(table, name, operand, &when, within, vocabulary));
    unknown.or_else(|| {
        let (text, message) = given_twice(&instr.operands, &when, vocabulary)?;
        Some(Mistake { part: within.word(text), message, label: "again", help: ONE_VALUE.into() })
    })
}

/// An operand that an instruction may not have where it is emitted.
fn unfit(
    table: &Table,
    name: &str,
    operand: &Operand,
    when: &Cond,
    within: Within,
    vocabulary: &Vocabulary,
) -> Option<Mistake> {
    let text = &operand.text;
    if text == SCOPE_OF_TABLE && table.scopes.is_none() {
        let help = "the operand itself, or a block `scopes` before the rows".into();
        let message = format!("`{text}` without a table of scopes");
        return Some(Mistake { part: within.word(text.clone()), message, label: "no table", help });
    }
    if !vocabulary.has_operand(name, text) {
        return Some(unknown_operand(within, name, text, &vocabulary.operands_of(name, text)));
    }
    let target = vocabulary.without_operand(name, text, &when.and(&operand.when))?;
    let message = format!("`{name}` has no operand `{text}` on {}", target.name);
    let help = format!("a condition under which it is not given on {}", target.name);
    Some(Mistake { part: within.word(text.clone()), message, label: "given here", help })
}

/// An operand that an instruction has on no target.
pub fn unknown_operand(within: Within, name: &str, operand: &str, known: &BTreeSet<String>) -> Mistake {
    let mistake = unknown(within.word(operand), "operand", operand, known.iter().map(String::as_str));
    let message = format!("{} of `{name}`", mistake.message);
    match known.is_empty() {
        true => Mistake { message, help: format!("`{name}` has no operands"), ..mistake },
        false => Mistake { message, ..mistake },
    }
}

/// Two operands that say the same, or give one thing two values, where both are given: the later one, and the message.
pub fn given_twice(operands: &[Operand], when: &Cond, vocabulary: &Vocabulary) -> Option<(String, String)> {
    operands.iter().array_combinations().find_map(|[one, other]| {
        let again = operand_twice(&[one.text.clone(), other.text.clone()])?;
        let both = when.and(&one.when).and(&other.when);
        let given = !vocabulary.configurations(&both).is_empty();
        given.then(|| (other.text.clone(), format!("{again} more than once")))
    })
}
