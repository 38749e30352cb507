//! The mistakes of a table: words of a table that mean nothing, and code that no row can have.

use super::every_step;
use super::mistake::{Mistake, unknown};
use super::operands;
use super::rules::{matches, points};
use super::scopes::is_scope;
use crate::syntax::table::ast::{Code, Instr, Placement, Point, Row, ScopeEntry, Table};
use crate::syntax::table::cond::Cond;
use crate::syntax::table::places::Within;
use crate::targets::{Vocabulary, known_targets};
use itertools::Itertools;

/// The mistakes of a table, of each entry, condition, instruction and rule the first. A family that there is not is the only one: it says which words are known.
pub fn mistakes(table: &Table) -> Vec<Mistake> {
    let vocabulary = Vocabulary::of_family(&table.family);
    if vocabulary.targets.is_empty() {
        let known = known_targets().iter().flat_map(|target| &target.tables).map(String::as_str);
        let part = Within::Head.word(format!("\"{}\"", table.family));
        return vec![unknown(part, "family of tables", &table.family, known)];
    }
    let entries = table.scopes.iter().flat_map(|scopes| &scopes.entries);
    let mut found: Vec<Mistake> = entries.filter_map(|entry| of_entry(entry, &vocabulary)).collect();
    found.extend(table.rows.iter().enumerate().flat_map(|(index, row)| of_row(index, row, &vocabulary)));
    for (row, case, step, within) in every_step(table) {
        let of_code = |code: &Code| of_code(table, row, &case.when, code, within, &vocabulary);
        found.extend(step.code.iter().filter_map(of_code));
        found.extend(step.placement.iter().filter_map(|placement| of_rule(placement, within, &vocabulary)));
    }
    // The same word may stand several times in a block, of which only the first is found.
    found.into_iter().unique_by(|mistake| (mistake.part.clone(), mistake.message.clone())).collect()
}

/// The first mistake of an entry of the table of scopes.
fn of_entry(entry: &ScopeEntry, vocabulary: &Vocabulary) -> Option<Mistake> {
    let part = |text: &str| Within::Scopes.word(text);
    if let Some(name) = entry.scopes.iter().find(|name| !is_scope(name)) {
        let help = "a sync scope of LLVM, or `none` for the default".to_string();
        let message = format!("`{name}` is not a sync scope");
        return Some(Mistake { part: part(name), message, label: "not known", help });
    }
    let known = vocabulary.scope_operands();
    if let Some(operand) = entry.operands.iter().find(|operand| !known.contains(operand.text.as_str())) {
        return Some(unknown(part(&operand.text), "operand for a scope", &operand.text, known));
    }
    if let Some((text, message)) = operands::given_twice(&entry.operands, &Cond::always(), vocabulary) {
        return Some(Mistake { part: part(&text), message, label: "again", help: operands::ONE_VALUE.into() });
    }
    entry.operands.iter().find_map(|operand| of_condition(&operand.when, Within::Scopes, vocabulary))
}

/// The conditions of a row that are not of its instructions.
fn of_row(index: usize, row: &Row, vocabulary: &Vocabulary) -> Vec<Mistake> {
    let cases = row.cases.iter().map(|case| &case.when);
    let conditions = row.refused.iter().map(|(_, when)| when).chain(cases);
    conditions.filter_map(|when| of_condition(when, Within::Row(index), vocabulary)).collect()
}

fn of_condition(when: &Cond, within: Within, vocabulary: &Vocabulary) -> Option<Mistake> {
    let argument = |word: &str| word.strip_prefix("op(").and_then(|rest| rest.strip_suffix(')')).map(String::from);
    when.words().into_iter().find_map(|word| match argument(word) {
        Some(form) if vocabulary.forms().contains(form.as_str()) => None,
        Some(form) => Some(unknown(within.word(word), "form of access", &form, vocabulary.forms())),
        // The parser knows the words of the other forms.
        None if word.contains('(') || vocabulary.condition_words().contains(word) => None,
        None => Some(unknown(within.word(word), "word of a condition", word, vocabulary.condition_words())),
    })
}

fn of_code(
    table: &Table,
    row: &Row,
    case: &Cond,
    code: &Code,
    within: Within,
    vocabulary: &Vocabulary,
) -> Option<Mistake> {
    match code {
        Code::Instr(instr) => other_access(row, instr, within)
            .or_else(|| of_name(instr, within, vocabulary))
            .or_else(|| operands::mistake(table, instr, case, within, vocabulary))
            .or_else(|| {
                let mut conditions = instr.operands.iter().map(|operand| &operand.when).chain([&instr.when]);
                conditions.find_map(|when| of_condition(when, within, vocabulary))
            }),
        Code::Same(reference) => {
            let other = reference.op.access().is_some() && reference.op.access() != row.op.access();
            other.then(|| access_mistake(row, within, format!("same {}", reference.op)))
        }
    }
}

/// An access that its row's operation is not.
fn other_access(row: &Row, instr: &Instr, within: Within) -> Option<Mistake> {
    let other = instr.access().is_some_and(|access| row.op.access() != Some(access));
    other.then(|| access_mistake(row, within, instr.spelling()))
}

fn access_mistake(row: &Row, within: Within, code: String) -> Mistake {
    let message = format!("`{code}` in the row of {} at line {}", row.op, row.line);
    let help = match row.op.access() {
        Some(access) => format!("the access of such a row is a `{access}`"),
        None => "a fence accesses nothing".to_string(),
    };
    Mistake { part: within.word(code), message, label: "another access", help }
}

fn of_name(instr: &Instr, within: Within, vocabulary: &Vocabulary) -> Option<Mistake> {
    let known = vocabulary.instructions();
    if instr.forms.is_empty() && !known.contains(instr.name.as_str()) {
        return Some(unknown(within.word(instr.name.clone()), "instruction", &instr.name, known));
    }
    let forms = vocabulary.forms();
    let form = instr.forms.iter().find(|form| !forms.contains(form.as_str()))?;
    Some(unknown(within.word(instr.spelling()), "form of access", form, forms))
}

fn of_rule(placement: &Placement, within: Within, vocabulary: &Vocabulary) -> Option<Mistake> {
    let mnemonics = vocabulary.mnemonics();
    let about = placement.about.iter().find_map(|text| {
        let mut words = text.split(' ');
        let name = words.next().unwrap_or_default();
        if !mnemonics.contains(name) {
            return Some(unknown(within.word(name), "instruction", name, mnemonics.iter().map(String::as_str)));
        }
        let operand = words.find(|operand| !vocabulary.has_operand(name, operand))?;
        let known = vocabulary.operands_of(name, operand);
        Some(operands::unknown_operand(within, name, operand, &known))
    });
    let points = || {
        points(placement).iter().flat_map(|point| match point {
            Point::Instr { names, .. } => names.as_slice(),
            Point::Access(_) | Point::Events(_) => &[],
        })
    };
    let is_known = |name: &&String| mnemonics.iter().any(|known| matches(name, known));
    about.or_else(|| {
        let name = points().find(|name| !is_known(name))?;
        Some(unknown(within.word(name.clone()), "instruction", name, mnemonics.iter().map(String::as_str)))
    })
}
