//! Code in a normal form, and how two codes compare: waits side by side have no order, and may be in one instruction or in several.

use crate::llvm::{AddressSpace, words_enum};
use crate::spelling::encodings;
use crate::spelling::instructions;
use crate::syntax::table::ast::Access;
use crate::targets::Target;
use std::collections::{BTreeMap, BTreeSet};

words_enum! {
    /// How compiled code compares with a table's.
    Relation {
        /// It is the same, whatever the order of waits side by side.
        Same = "same",
        /// It has all that the table has, and more.
        Stronger = "stronger",
        /// The table has all that it has, and more.
        Weaker = "weaker",
        /// Each has what the other has not.
        Different = "different",
    }
}

/// A part of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Waits side by side: for each counter how many operations it leaves outstanding.
    Waits(BTreeMap<String, u64>),
    /// The access of the operation.
    Access {
        /// What it is called, without the form where the target has several that reach the space.
        name: String,
        /// What it says besides registers and addresses.
        operands: BTreeSet<String>,
    },
    /// A cache operation.
    Cache {
        /// Its mnemonic.
        name: String,
        /// What it says besides.
        operands: BTreeSet<String>,
    },
}

/// Code as instructions of tables, in normal form for accesses of a space.
pub fn parts<'t>(code: impl IntoIterator<Item = &'t str>, target: &Target, space: AddressSpace) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for text in code {
        let mut words = text.split_whitespace();
        let mnemonic = words.next().unwrap_or_default();
        if let Some(waits) = waits(text, target) {
            match parts.last_mut() {
                Some(Part::Waits(known)) => waits.into_iter().for_each(|(counter, number)| add(known, counter, number)),
                Some(Part::Access { .. } | Part::Cache { .. }) | None => {
                    parts.push(Part::Waits(waits.into_iter().collect()));
                }
            }
            continue;
        }
        let operands = words.map(str::to_string);
        parts.push(match target.access_of(mnemonic) {
            Some(access) => Part::Access {
                name: access_name(mnemonic, access, target, space),
                operands: operands.filter(|word| !is_result(access, word)).collect(),
            },
            None => Part::Cache { name: mnemonic.to_string(), operands: operands.collect() },
        });
    }
    parts
}

/// The waits that an instruction of tables is, by counter; `None` if it is none.
pub fn waits(text: &str, target: &Target) -> Option<Vec<(String, u64)>> {
    let (mnemonic, rest) = text.split_once(' ').unwrap_or((text, ""));
    if !target.waits.iter().any(|known| known == mnemonic) {
        return None;
    }
    let counted = rest.split_whitespace().filter_map(|word| match word.split_once('(') {
        Some((counter, number)) => Some((counter.to_string(), number.trim_end_matches(')').parse().ok()?)),
        None => Some((mnemonic.to_string(), u64::from_str_radix(word.trim_start_matches("0x"), 16).ok()?)),
    });
    Some(counted.collect())
}

/// A wait for one counter as tables spell it.
pub fn wait_text(counter: &str, number: u64) -> String {
    match counter.starts_with("s_") {
        true => format!("{counter} 0x{number:x}"),
        false => format!("s_waitcnt {counter}({number})"),
    }
}

fn add(known: &mut BTreeMap<String, u64>, counter: String, number: u64) {
    let least = known.entry(counter).or_insert(number);
    *least = number.min(*least);
}

/// An access by any form that the target has for the space is the same access.
fn access_name(mnemonic: &str, access: Access, target: &Target, space: AddressSpace) -> String {
    let is_this = |form: &String| target.mnemonic(form, access).as_deref() == Some(mnemonic);
    let forms = target.forms(space);
    match (forms.iter().any(is_this), forms.first().and_then(|form| target.mnemonic(form, access))) {
        (true, Some(first)) => first,
        (true, None) | (false, _) => mnemonic.to_string(),
    }
}

/// Whether a word says that an atomic returns what it found, which the operation decides and not its order.
fn is_result(access: Access, word: &str) -> bool {
    access == Access::Atomic && instructions().is_returning(word.strip_suffix("=1").unwrap_or(word))
}

/// How code compares with a table's.
pub fn relation(code: &[Part], table: &[Part], scopes: &[&str]) -> Relation {
    match (covers(code, table, scopes), covers(table, code, scopes)) {
        (true, true) => Relation::Same,
        (true, false) => Relation::Stronger,
        (false, true) => Relation::Weaker,
        (false, false) => Relation::Different,
    }
}

/// Whether code has all parts of another, in order, and perhaps others between them.
pub fn covers(code: &[Part], other: &[Part], scopes: &[&str]) -> bool {
    let mut rest = code.iter();
    let all = other.iter().all(|part| rest.any(|candidate| candidate.covers(part, scopes)));
    // An access more is another operation.
    let accesses = |parts: &[Part]| parts.iter().filter(|part| matches!(part, Part::Access { .. })).count();
    all && accesses(code) == accesses(other)
}

impl Part {
    fn covers(&self, other: &Part, scopes: &[&str]) -> bool {
        match (self, other) {
            (Part::Waits(one), Part::Waits(other)) => {
                other.iter().all(|(counter, number)| one.get(counter).is_some_and(|mine| mine <= number))
            }
            (Part::Access { name, operands }, Part::Access { name: other_name, operands: other })
            | (Part::Cache { name, operands }, Part::Cache { name: other_name, operands: other }) => {
                name == other_name && operands_cover(operands, other, scopes)
            }
            (Part::Waits(_) | Part::Access { .. } | Part::Cache { .. }, _) => false,
        }
    }

    /// Whether it is a wait.
    pub fn is_wait(&self) -> bool {
        matches!(self, Part::Waits(_))
    }
}

/// Whether operands say all that others say: bits more, or a wider scope. What is no bit, and hints, have to be the same.
fn operands_cover(operands: &BTreeSet<String>, other: &BTreeSet<String>, scopes: &[&str]) -> bool {
    // What names no scope has the narrowest.
    let rank = |operands: &BTreeSet<String>| {
        operands.iter().filter_map(|word| scopes.iter().position(|scope| scope == word)).max().unwrap_or(0)
    };
    let is_scope = |word: &&String| scopes.contains(&word.as_str());
    let is_bit = |word: &String| word.ends_with("=1") && !encodings().is_hint(word);
    let missing = other.iter().filter(|word| !is_scope(word)).any(|word| !operands.contains(word));
    let mut more = operands.iter().filter(|word| !is_scope(word) && !other.contains(*word));
    !missing && more.all(is_bit) && rank(operands) >= rank(other)
}

/// The operands that name sync scopes on a target, narrow ones first.
pub fn scopes(target: &Target) -> Vec<&str> {
    let prefix = target.scope_operand.as_ref().map(|operand| format!("{operand}:"));
    let all = target.operands.values().flatten().map(String::as_str);
    let mut found: Vec<&str> = Vec::new();
    for word in all.filter(|word| prefix.as_ref().is_some_and(|prefix| word.starts_with(prefix.as_str()))) {
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// Code in normal form as tables spell it: a wait for each counter.
pub fn lines(parts: &[Part]) -> Vec<String> {
    let spelled = |name: &String, operands: &BTreeSet<String>| {
        std::iter::once(name.as_str()).chain(operands.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
    };
    let of = |part: &Part| match part {
        Part::Waits(waits) => waits.iter().map(|(counter, number)| wait_text(counter, *number)).collect(),
        Part::Access { name, operands } | Part::Cache { name, operands } => vec![spelled(name, operands)],
    };
    parts.iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets::known_targets;

    fn related(target: &str, code: &str, table: &str) -> Relation {
        let target = known_targets().iter().find(|known| known.name == target).expect("a target");
        let split = |text: &str| text.split(';').map(|part| part.trim().to_string()).collect::<Vec<_>>();
        let [code, table] = [code, table].map(split);
        let parts = |code: &[String]| parts(code.iter().map(String::as_str), target, AddressSpace::Global);
        relation(&parts(&code), &parts(&table), &scopes(target))
    }

    #[test]
    fn waits_side_by_side_are_one() {
        let split = "s_waitcnt lgkmcnt(0); s_waitcnt vmcnt(0); global_store";
        assert_eq!(related("gfx90a", "s_waitcnt vmcnt(0) lgkmcnt(0); global_store", split), Relation::Same);
        assert_eq!(related("gfx90a", "s_waitcnt vmcnt(0); global_store", split), Relation::Weaker);
        assert_eq!(related("gfx90a", "global_store; s_waitcnt vmcnt(0) lgkmcnt(0)", split), Relation::Different);
    }

    #[test]
    fn more_is_stronger_and_hints_are_no_order() {
        assert_eq!(related("gfx942", "buffer_inv sc0=1 sc1=1", "buffer_inv sc1=1"), Relation::Stronger);
        assert_eq!(related("gfx942", "global_load sc1=1 nt=1", "global_load sc1=1"), Relation::Different);
        assert_eq!(related("gfx942", "global_atomic sc0=1 sc1=1", "global_atomic sc1=1"), Relation::Same);
        assert_eq!(related("gfx12", "global_inv scope:SCOPE_DEV", "global_inv scope:SCOPE_SE"), Relation::Stronger);
        assert_eq!(related("gfx12", "global_load", "global_load scope:SCOPE_SE"), Relation::Weaker);
        assert_eq!(
            related("gfx10", "buffer_gl0_inv; buffer_gl1_inv", "buffer_gl1_inv; buffer_gl0_inv"),
            Relation::Different
        );
        assert_eq!(related("gfx10", "flat_load", "global_load"), Relation::Different);
        assert_eq!(related("gfx7", "buffer_load", "flat_load"), Relation::Same);
    }
}
