//! Conditions: when a case applies, an instruction is emitted or an operand given.

use itertools::Itertools;
use std::collections::BTreeSet;
use std::fmt;

/// A word that is true or false of a place where code is emitted, or its negation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The word: `opencl`, `return`, `volatile`, `nontemporal`, a mode, a target, or one of the forms `as(local)` (the
    /// address space of the operation, or that a fence is for), `scope(agent)` and `op(global)` (how memory is accessed).
    pub word: String,
    /// Whether the word must be true; else it must be false.
    pub positive: bool,
}

/// A condition as a disjunction of conjunctions, kept small: no clause contains another, and two clauses that differ in the sign of
/// one literal are one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cond(BTreeSet<BTreeSet<Literal>>);

impl Default for Cond {
    /// The condition of what is not restricted: always true.
    fn default() -> Self {
        Cond::always()
    }
}

impl Cond {
    /// The condition that is true everywhere.
    pub fn always() -> Self {
        Cond([BTreeSet::new()].into())
    }

    /// The condition that is true nowhere.
    pub fn never() -> Self {
        Cond(BTreeSet::new())
    }

    /// The condition that is true where a word is.
    pub fn word(word: impl Into<String>) -> Self {
        Cond([[Literal { word: word.into(), positive: true }].into()].into())
    }

    /// Whether it is true everywhere.
    pub fn is_always(&self) -> bool {
        self.0.contains(&BTreeSet::new())
    }

    /// Whether it is true nowhere.
    pub fn is_never(&self) -> bool {
        self.0.is_empty()
    }

    /// The condition that is true where both are.
    pub fn and(&self, other: &Cond) -> Cond {
        let pairs = self.0.iter().flat_map(|left| other.0.iter().map(move |right| left | right));
        Cond(pairs.filter(consistent).collect()).reduced()
    }

    /// The condition that is true where at least one of both is.
    pub fn or(&self, other: &Cond) -> Cond {
        Cond(&self.0 | &other.0).reduced()
    }

    /// The condition that is true where this one is false.
    pub fn not(&self) -> Cond {
        self.0.iter().fold(Cond::always(), |all, clause| {
            let opposite = clause.iter().map(|literal| BTreeSet::from([flip(literal)]));
            all.and(&Cond(opposite.collect()))
        })
    }

    /// The condition that is true where this one would be if a word were true or if it were false.
    pub fn regardless_of(&self, word: &str) -> Cond {
        let without =
            |clause: &BTreeSet<Literal>| clause.iter().filter(|literal| literal.word != word).cloned().collect();
        Cond(self.0.iter().map(without).collect()).reduced()
    }

    /// The condition that is true where this one would be if a word were true where it is false, and false where it is true.
    pub fn flipped(&self, word: &str) -> Cond {
        let in_literal = |literal: &Literal| if literal.word == word { flip(literal) } else { literal.clone() };
        Cond(self.0.iter().map(|clause| clause.iter().map(in_literal).collect()).collect())
    }

    /// Whether it is true where exactly the words of which `holds` says so are.
    pub fn holds(&self, mut holds: impl FnMut(&str) -> bool) -> bool {
        self.0.iter().any(|clause| clause.iter().all(|literal| holds(&literal.word) == literal.positive))
    }

    /// Whether it is true of some operation, if of some words it is known whether they hold.
    pub fn may_hold(&self, known: impl Fn(&str) -> Option<bool>) -> bool {
        let may_hold = |literal: &Literal| known(&literal.word).is_none_or(|holds| holds == literal.positive);
        self.0.iter().any(|clause| clause.iter().all(may_hold) && !names_two_of_a_kind(clause))
    }

    /// The words whose truth it depends on.
    pub fn words(&self) -> BTreeSet<&str> {
        self.0.iter().flatten().map(|literal| literal.word.as_str()).collect()
    }

    fn reduced(mut self) -> Cond {
        while let Some((left, right, merged)) = self.mergeable() {
            self.0.remove(&left);
            self.0.remove(&right);
            self.0.insert(merged);
        }
        let clauses = self.0.clone();
        self.0.retain(|clause| !clauses.iter().any(|smaller| smaller != clause && smaller.is_subset(clause)));
        self
    }

    /// Two clauses that are one without the literal whose sign they differ in, or of which one makes a literal of the other idle.
    fn mergeable(&self) -> Option<(BTreeSet<Literal>, BTreeSet<Literal>, BTreeSet<Literal>)> {
        for left in &self.0 {
            for literal in left {
                let mut rest = left.clone();
                rest.remove(literal);
                let mut opposite = rest.clone();
                opposite.insert(flip(literal));
                if self.0.contains(&opposite) {
                    return Some((left.clone(), opposite, rest));
                }
                // `a | !a & b` is `a | b`.
                let idle = self.0.iter().any(|other| other.contains(&flip(literal)) && other.is_subset(&opposite));
                if idle {
                    return Some((left.clone(), left.clone(), rest));
                }
            }
        }
        None
    }
}

fn flip(literal: &Literal) -> Literal {
    Literal { word: literal.word.clone(), positive: !literal.positive }
}

fn consistent(clause: &BTreeSet<Literal>) -> bool {
    !clause.iter().any(|literal| clause.contains(&flip(literal)))
}

/// Whether a clause wants an operation to have two address spaces, two sync scopes or two forms of access.
fn names_two_of_a_kind(clause: &BTreeSet<Literal>) -> bool {
    let kinds = clause.iter().filter(|literal| literal.positive).filter_map(|literal| literal.word.split_once('('));
    kinds.duplicates_by(|(kind, _)| *kind).next().is_some()
}

impl fmt::Display for Cond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let literal = |l: &Literal| format!("{}{}", if l.positive { "" } else { "!" }, l.word);
        let clause = |c: &BTreeSet<Literal>| c.iter().map(literal).collect::<Vec<_>>().join(" & ");
        match (self.is_always(), self.is_never()) {
            (true, _) => f.write_str("always"),
            (_, true) => f.write_str("never"),
            _ => f.write_str(&self.0.iter().map(clause).collect::<Vec<_>>().join(" | ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_stay_small() {
        let [a, b] = ["a", "b"].map(Cond::word);
        assert!(a.or(&a.not()).is_always());
        assert!(a.and(&a.not()).is_never());
        assert_eq!(a.and(&b).or(&a.and(&b.not())), a);
        assert_eq!(a.or(&a.not().and(&b)), a.or(&b));
        assert_eq!(a.or(&a.and(&b)), a);
        assert_eq!(a.and(&b).not().to_string(), "!a | !b");
        assert_eq!(a.or(&b).not().to_string(), "!a & !b");
        assert_eq!(a.and(&b).or(&a.not().and(&b.not())).flipped("a").to_string(), "!a & b | a & !b");
    }

    #[test]
    fn conditions_that_cannot_hold_are_known() {
        let [cu, agent, system] = ["cu", "scope(agent)", "scope(system)"].map(Cond::word);
        let nothing = |_: &str| None;
        assert!(agent.may_hold(nothing) && agent.not().and(&system.not()).may_hold(nothing));
        assert!(!agent.and(&system).may_hold(nothing));
        let wgp = |word: &str| (word == "cu").then_some(false);
        assert!(!cu.may_hold(wgp) && cu.not().may_hold(wgp) && cu.or(&agent).may_hold(wgp));
    }
}
