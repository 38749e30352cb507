//! What programs say of a table, added up.

use super::roles::OfStep;
use super::{Broken, Change, Negated, Shown, SideTally};
use crate::syntax::table::ast::Line;
use std::collections::{BTreeMap, BTreeSet};

/// What programs say of a table for one target in one language.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The rows that programs use, by the line they begin at.
    pub rows: BTreeMap<Line, RowTally>,
    /// The changes of the code, with the smallest program that each breaks.
    pub changes: BTreeMap<Change, Option<Shown>>,
    /// What conditions are for, by the sides of their negations that give some program other code.
    pub conditions: BTreeMap<Negated, SideTally>,
    /// What shows that the target's barrier, which is of no row, does not order what stands around it, if something does.
    pub barrier: Option<Unsound>,
    /// Of rows whose code has an instruction or operand of which the hardware file says nothing: what it is. They are not judged.
    pub unsaid: BTreeMap<Line, String>,
    /// Of rows of operations that have no code in some program, why one has none.
    pub without_code: BTreeMap<Line, String>,
    /// Of rows that are used beside such rows, why those programs say nothing of them.
    pub beside: BTreeMap<Line, String>,
    /// Why it is not decided what programs may do, so that nothing is asked of their code.
    pub undecided: BTreeSet<String>,
}

/// What programs say of a row.
#[derive(Clone, Debug, Default)]
pub struct RowTally {
    /// The programs that use it and forbid something.
    pub programs: usize,
    /// Those of them that reach what they must not, whatever row is at fault.
    pub broken: Broken,
    /// What its operations are there for in these programs, and what they might be there for.
    pub roles: OfStep,
    /// What shows that it is unsound, if something does.
    pub unsound: Option<Unsound>,
    /// The programs of which it is not known, and why of one.
    pub unknown: Option<(usize, String)>,
}

/// What shows that a row is unsound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsound {
    /// The smallest program that shows it; if some show the row alone at fault, the smallest of these.
    pub shown: Shown,
    /// Whether the row alone is at fault.
    pub alone: bool,
    /// Whether another operation alone could have kept the program from breaking, too.
    pub or_another: bool,
    /// The assumptions of model and hardware without which the program is not unsound.
    pub rests_on: Vec<String>,
    /// What the rows leave out on a condition, and with which by itself the program is not unsound.
    pub omitted: Vec<String>,
}

impl Tally {
    /// Whether something could not be decided.
    pub fn is_undecided(&self) -> bool {
        !self.undecided.is_empty() || self.rows.values().any(|row| row.unknown.is_some())
    }

    /// Whether some program could not be asked about a row, for a reason of its own.
    pub(super) fn is_gap(&self, line: Line) -> bool {
        self.unsaid.contains_key(&line) || self.without_code.contains_key(&line)
    }

    /// Adds what other programs say.
    pub(super) fn merge(&mut self, other: Tally) {
        for (line, row) in other.rows {
            self.rows.entry(line).or_default().merge(row);
        }
        for (change, shown) in other.changes {
            let known = self.changes.entry(change).or_default();
            *known = known.take().into_iter().chain(shown).min();
        }
        for (negated, side) in other.conditions {
            self.conditions.entry(negated).or_default().merge(side);
        }
        self.barrier = Unsound::first(self.barrier.take(), other.barrier);
        keep_first(&mut self.unsaid, other.unsaid);
        keep_first(&mut self.without_code, other.without_code);
        keep_first(&mut self.beside, other.beside);
        self.undecided.extend(other.undecided);
    }
}

/// Adds what is known of rows of which nothing is known yet.
fn keep_first(known: &mut BTreeMap<Line, String>, new: BTreeMap<Line, String>) {
    for (line, why) in new {
        known.entry(line).or_insert(why);
    }
}

impl Unsound {
    /// The one that says more: a program that shows one row alone at fault, before a smaller one that does not; and of programs of one size, one in
    /// which no other operation could have kept it from breaking.
    pub(super) fn first(one: Option<Unsound>, other: Option<Unsound>) -> Option<Unsound> {
        one.into_iter().chain(other).min_by(|one, other| one.key().cmp(&other.key()))
    }

    /// What is less for one that says more.
    pub(super) fn key(&self) -> (bool, usize, bool, &Shown) {
        (!self.alone, self.shown.events, self.or_another, &self.shown)
    }
}

impl RowTally {
    pub(super) fn merge(&mut self, other: RowTally) {
        self.programs += other.programs;
        self.broken = self.broken.and(other.broken);
        self.roles = self.roles.and(other.roles);
        self.unsound = Unsound::first(self.unsound.take(), other.unsound);
        self.unknown = match (self.unknown.take(), other.unknown) {
            (Some((a, why)), Some((b, _))) => Some((a + b, why)),
            (one, other) => one.or(other),
        };
    }
}
