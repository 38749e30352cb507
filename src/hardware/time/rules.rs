//! What a generation says of the order of operations: turns, levels, and waits.

use super::{Builder, Maybe, before, not_after};
use crate::hardware::chip::Control;
use crate::hardware::timeline::{Access, Op, What};
use crate::syntax::hardware::ast::Storage;

impl<'a> Builder<'a> {
    /// The order of accesses and cache operations at the first level, and the rules of the levels.
    pub(super) fn accesses(&mut self) {
        for x in 0..self.ops.len() {
            for y in 0..self.ops.len() {
                if x == y {
                    continue;
                }
                if self.same_wave(self.ops[x].thread, self.ops[y].thread) {
                    self.in_turn(x, y);
                } else if let Some(unit) = self.chip.unit_in_order {
                    self.in_turn_of_unit(unit, x, y);
                }
                self.levels(x, y);
            }
        }
    }

    /// Operations of one wave are processed in the order of their issue.
    fn in_turn(&mut self, x: usize, y: usize) {
        let turn = |op: &Op<'a>| match &op.what {
            What::Access(access) => Some((access.at[0], access.lds, Some(access.object))),
            What::Cache { turn, .. } => Some((*turn, false, None)),
            What::Other => None,
        };
        let (Some((first, lds, object)), Some((second, other_lds, other))) = (turn(&self.ops[x]), turn(&self.ops[y]))
        else {
            return;
        };
        let ordered = lds || !self.chip.per_address || object.is_none() || other.is_none() || object == other;
        if lds == other_lds && ordered {
            let issued = self.issued(x, y);
            self.clause([!issued, before(first, second)]);
        }
    }

    /// Operations of different waves of a unit are processed in the order of their issue.
    fn in_turn_of_unit(&mut self, unit: usize, x: usize, y: usize) {
        let turn = |op: &Op<'a>| match &op.what {
            What::Access(access) if !access.lds => Some(access.at[0]),
            What::Cache { turn, .. } => Some(*turn),
            _ => None,
        };
        if let (Some(first), Some(second)) = (turn(&self.ops[x]), turn(&self.ops[y])) {
            let together = self.together(unit, self.ops[x].thread, self.ops[y].thread);
            self.clause([!together, not_after(self.ops[y].issue, self.ops[x].issue), before(first, second)]);
        }
    }

    /// What instances of levels that two operations share say of them.
    fn levels(&mut self, x: usize, y: usize) {
        let last = self.chip.outermost();
        let (a, b) = (self.ops[x].thread, self.ops[y].thread);
        let clauses: Vec<(usize, Vec<Maybe>)> = match (&self.ops[x].what, &self.ops[y].what) {
            (What::Access(p), What::Access(q)) if p.object == q.object && !p.lds => {
                let passes = |level: usize| level > 0 && self.chip.levels[level].storage == Storage::Passes;
                let rules = |level| same_address(level, passes(level), p, q).map(move |clause| (level, clause));
                (0..last).flat_map(rules).collect()
            }
            (What::Cache { control: Control::Invalidate(levels), turn, .. }, What::Access(q))
                if q.is_load() && !q.lds =>
            {
                // What is processed there afterwards is fetched afterwards.
                let clause =
                    |&level: &usize| (level, vec![not_after(q.at[level], *turn), before(*turn, q.at[level + 1])]);
                levels.iter().filter(|&&level| level < last).map(clause).collect()
            }
            (What::Cache { control: Control::WriteBack(to), turn, done }, What::Access(q))
                if q.is_store() && !q.lds =>
            {
                // Whatever was processed there before reaches that level before the write-back is done.
                let clause = |level| (level, vec![not_after(*turn, q.at[level]), before(q.at[*to], *done)]);
                (0..*to).map(clause).collect()
            }
            _ => Vec::new(),
        };
        for (level, clause) in clauses {
            let shared = self.shares(level, a, b);
            self.clause(std::iter::once(!shared).chain(clause));
        }
    }

    /// Waits hold back what comes after them.
    pub(super) fn controls(&mut self) {
        for w in 0..self.ops.len() {
            let Some(instr) = self.ops[w].instr else { continue };
            let Some(Control::Wait(counter)) = self.chip.control_of(&instr.mnemonic, &instr.operands) else { continue };
            let waited: Vec<(String, usize)> = match counter {
                Some(counter) => vec![(counter.clone(), immediate(&instr.operands))],
                None => instr.operands.iter().filter_map(|operand| counter_operand(operand)).collect(),
            };
            for (counter, outstanding) in waited {
                self.wait(w, &counter, outstanding);
            }
        }
    }

    /// All but the youngest `outstanding` operations of its wave that a counter counts are complete before the wait ends.
    fn wait(&mut self, w: usize, counter: &str, outstanding: usize) {
        let wave = self.ops[w].thread;
        let counts = self.chip.counters.get(counter).cloned().unwrap_or_default();
        let counted: Vec<usize> = (0..self.ops.len())
            .filter(|&x| self.same_wave(self.ops[x].thread, wave))
            .filter(|&x| self.ops[x].what.counted().is_some_and(|kind| counts.contains(&kind)))
            .collect();
        // Among threads of one wave the youngest are not known beforehand: then only a wait for all means something.
        let alone = counted.iter().all(|&x| self.ops[x].thread == wave);
        let earlier: Vec<usize> = counted.into_iter().filter(|&x| self.ops[x].thread != wave || x < w).collect();
        let kept = match (alone, outstanding) {
            (_, 0) => earlier.len(),
            (true, n) => earlier.len().saturating_sub(n),
            (false, _) => 0,
        };
        for &x in &earlier[..kept] {
            let issued = self.issued(x, w);
            let points = match &self.ops[x].what {
                What::Access(access) => {
                    self.completion(access, self.ops[x].instr.map_or(&[][..], |instr| &instr.operands))
                }
                What::Cache { control: Control::WriteBack(_), done, .. } => vec![*done],
                What::Cache { turn, .. } => vec![*turn],
                What::Other => vec![],
            };
            let end = self.ops[w].issue;
            points.into_iter().for_each(|point| self.clause([!issued, before(point, end)]));
        }
    }
}

/// Rules of an instance of a level for two accesses to one address, each as the clause that holds if they share it.
fn same_address(level: usize, passes: bool, p: &Access, q: &Access) -> impl Iterator<Item = Vec<Maybe>> + use<> {
    let mut clauses = Vec::new();
    let (here, there) = (level, level + 1);
    if !p.is_load() && !q.is_load() {
        // What a queue got first reaches the next level first.
        clauses.push(vec![not_after(q.at[here], p.at[here]), before(p.at[there], q.at[there])]);
    }
    if p.is_load() && q.is_load() {
        // A cache serves nothing older later.
        clauses.push(vec![before(q.at[here], p.at[here]), not_after(p.at[there], q.at[there])]);
    }
    if level == 0 && p.is_load() && !q.is_load() {
        // A fetch is ahead of a write behind it.
        clauses.push(vec![not_after(q.at[0], p.at[0]), before(p.at[1], q.at[1])]);
    }
    if level == 0 && p.is_store() && q.is_load() {
        // A fetch (no hit) is behind a write ahead of it.
        clauses.push(vec![not_after(q.at[0], p.at[0]), not_after(q.at[1], q.at[0]), before(p.at[1], q.at[1])]);
    }
    if level > 0 && p.is_store() && q.is_load() && (passes || level < q.bypassed) {
        // So is one that does not hit there.
        clauses.push(vec![not_after(q.at[here], p.at[here]), before(p.at[there], q.at[there])]);
    }
    if p.atomic && q.is_load() {
        // An atomic passes the caches by, and what they have of its address is old then.
        clauses.push(vec![not_after(q.at[here], p.at[here]), before(p.at[there], q.at[there])]);
    }
    clauses.into_iter()
}

/// The number of an `0x…` operand, 0 without one.
fn immediate(operands: &[String]) -> usize {
    let hex = operands.iter().find_map(|operand| operand.strip_prefix("0x"));
    hex.and_then(|hex| usize::from_str_radix(hex, 16).ok()).unwrap_or(0)
}

/// The counter and number of an operand `vmcnt(0)`.
fn counter_operand(operand: &str) -> Option<(String, usize)> {
    let (counter, number) = operand.strip_suffix(')')?.split_once('(')?;
    Some((counter.to_string(), number.parse().ok()?))
}
