//! What the code of a row means whatever the order of waits that stand side by side: nothing is issued before all of them end, so that waits in another
//! order, in one instruction or in several, wait for the same.

use crate::syntax::table::ast::{Code, Instr, Reference, Row};
use crate::syntax::table::cond::Cond;
use crate::targets::Vocabulary;
use std::collections::BTreeMap;

/// What a row's code means, by case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning(Vec<Vec<Part>>);

/// A part of a row's code.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// Waits side by side: for what each waits, and when.
    Waits(BTreeMap<(String, String), Cond>),
    /// Another instruction: its name, its operands, and when each is there; the condition of the instruction itself comes first.
    Instr(String, Vec<(String, Cond)>),
    /// Another row's code.
    Same(Reference),
}

impl Meaning {
    /// What a row means for the targets whose words these are.
    pub fn of(row: &Row, vocabulary: &Vocabulary) -> Meaning {
        let of_case = |case: &crate::syntax::table::ast::Case| {
            let mut parts = Vec::new();
            case.steps.iter().flat_map(|step| &step.code).for_each(|code| add(&mut parts, code, vocabulary));
            parts
        };
        Meaning(row.cases.iter().map(of_case).collect())
    }

    /// Whether it does nothing that another does not, and that does more: waits for more, or does the same in more places.
    pub fn is_less(&self, other: &Meaning) -> bool {
        let alike = |one: &[Part], other: &[Part]| {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is_within(other))
        };
        self != other && self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| alike(a, b))
    }
}

fn add(parts: &mut Vec<Part>, code: &Code, vocabulary: &Vocabulary) {
    match code {
        Code::Instr(instr) if vocabulary.is_wait(instr) => {
            if !matches!(parts.last(), Some(Part::Waits(_))) {
                parts.push(Part::Waits(BTreeMap::new()));
            }
            if let Some(Part::Waits(waits)) = parts.last_mut() {
                add_wait(waits, instr);
            }
        }
        Code::Instr(instr) => {
            let operands = instr.operands.iter().map(|operand| (operand.text.clone(), operand.when.clone()));
            let when = std::iter::once((String::new(), instr.when.clone()));
            parts.push(Part::Instr(instr.spelling(), when.chain(operands).collect()));
        }
        Code::Same(reference) => parts.push(Part::Same(reference.clone())),
    }
}

fn add_wait(waits: &mut BTreeMap<(String, String), Cond>, instr: &Instr) {
    for operand in &instr.operands {
        let when = instr.when.and(&operand.when);
        let known = waits.entry((instr.name.clone(), operand.text.clone())).or_insert_with(Cond::never);
        *known = known.or(&when);
    }
}

impl Part {
    fn is_within(&self, other: &Part) -> bool {
        let implies = |one: &Cond, other: &Cond| one.or(other) == *other;
        match (self, other) {
            (Part::Waits(one), Part::Waits(other)) => {
                one.iter().all(|(wait, when)| other.get(wait).is_some_and(|other| implies(when, other)))
            }
            (Part::Instr(name, one), Part::Instr(other_name, other)) => {
                let within =
                    |((a, when), (b, other)): (&(String, Cond), &(String, Cond))| a == b && implies(when, other);
                name == other_name && one.len() == other.len() && one.iter().zip(other).all(within)
            }
            (Part::Same(one), Part::Same(other)) => one == other,
            (Part::Waits(_) | Part::Instr(..) | Part::Same(_), _) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::source::Source;
    use crate::syntax::table::{ast::Content, parse};

    fn meaning(code: &str) -> Meaning {
        let text = format!(
            "from \"mine\" \"doc.md\";\ntable \"gfx10-gfx11\" @1 {{ load | none | none | global @2 {{ 1 @3: {code} }} }}"
        );
        let file = parse(&Source::new("mine.table", text)).expect("of the language");
        let Content::Table(table) = file.content else { panic!("a table") };
        Meaning::of(&table.rows[0], &Vocabulary::of_family("gfx10-gfx11"))
    }

    #[test]
    fn waits_side_by_side_have_no_order() {
        let one = meaning("s_waitcnt vmcnt(0); s_waitcnt vscnt(0); buffer_gl0_inv;");
        assert_eq!(one, meaning("s_waitcnt vscnt(0); s_waitcnt vmcnt(0); buffer_gl0_inv;"));
        assert_ne!(one, meaning("s_waitcnt vmcnt(0); buffer_gl0_inv; s_waitcnt vscnt(0);"));
        let merged = meaning("s_waitcnt vmcnt(0) lgkmcnt(0);");
        assert_eq!(merged, meaning("s_waitcnt lgkmcnt(0); s_waitcnt vmcnt(0);"));
        assert_eq!(merged, meaning("s_waitcnt lgkmcnt(0); s_waitcnt vmcnt(0); s_waitcnt vmcnt(0) if cu;"));
    }

    #[test]
    fn less_waits_for_less_or_in_fewer_places() {
        let always = meaning("s_waitcnt vmcnt(0); buffer_gl0_inv;");
        let less = [
            "s_waitcnt vmcnt(0) if return; buffer_gl0_inv;",
            "s_waitcnt vmcnt(0)[return]; buffer_gl0_inv;",
            "s_waitcnt vmcnt(0); buffer_gl0_inv if !cu;",
        ];
        for less in less.map(meaning) {
            assert!(less.is_less(&always) && !always.is_less(&less) && !less.is_less(&less.clone()));
        }
        assert!(always.is_less(&meaning("s_waitcnt vmcnt(0) lgkmcnt(0); buffer_gl0_inv;")));
        assert!(!meaning("s_waitcnt vmcnt(0) if cu;").is_less(&meaning("s_waitcnt vmcnt(0) if return;")));
    }
}
