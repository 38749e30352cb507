//! Programs some of whose code means nothing: an operation without a row, an instruction of which the hardware file says nothing. Only the rows with
//! such code are not judged for it.

use super::ask::Asked;
use super::{RowTally, Tally};
use crate::hardware::{Code, Gap, Gaps};
use crate::syntax::table::ast::Line;
use std::collections::{BTreeMap, BTreeSet};

impl Asked<'_> {
    /// What a program says of the rows whose code has gaps, and of those beside them.
    pub(super) fn beside_gaps(&self, gaps: &Gaps, known: &Tally) -> Tally {
        let mut tally = Tally::default();
        for gap in &gaps.all {
            let own = self.own_row(gap.step);
            let rows = if gap.instr.is_some() { &mut tally.unsaid } else { &mut tally.without_code };
            let lines = own.into_iter().chain(gap.instr.map(|(_, row)| row));
            lines.for_each(|line| note(rows, line, &gap.why.message));
        }
        let broken = self.broken_whatever_gaps_do(gaps, known, &tally);
        tally.barrier = broken.barrier;
        tally.rows = broken.rows;
        let Some(first) = gaps.all.first() else { return tally };
        let why = self.why_beside(first);
        let used: BTreeSet<Line> = (0..gaps.code.steps.len()).flat_map(|step| self.rows(&gaps.code, step)).collect();
        let beside = used.into_iter().filter(|line| !tally.is_gap(*line));
        tally.beside = beside.map(|line| (line, why.clone())).collect();
        tally
    }

    fn why_beside(&self, gap: &Gap) -> String {
        match self.own_row(gap.step) {
            Some(row) => format!(
                "every program that uses it and forbids something uses the row at {row}, too, which is not judged"
            ),
            None => format!("no program that uses it and forbids something has code: {}", gap.why.message),
        }
    }

    /// What is at fault, rows without gaps alone, where a program breaks even if each instruction that means nothing orders everything.
    fn broken_whatever_gaps_do(&self, gaps: &Gaps, known: &Tally, noted: &Tally) -> Tally {
        let Some(code) = self.ordering_at(gaps) else { return Tally::default() };
        if self.breaks(&code) != Ok(true) {
            return Tally::default();
        }
        let mut rows: BTreeMap<Line, RowTally> = self.used_rows(&gaps.code);
        rows.retain(|line, _| !noted.is_gap(*line));
        let barrier = self.blame(&code, known, &mut rows);
        let is_known = |line: &Line| known.rows.get(line).is_some_and(|row| row.unsound.is_some());
        rows.retain(|line, row| row.unsound.is_some() || is_known(line));
        let broken = self.broken();
        rows.values_mut().for_each(|row| row.broken = broken);
        Tally { rows, barrier, ..Tally::default() }
    }

    /// The code with a fence of everything instead of each instruction that means nothing; `None` where something else is wrong.
    fn ordering_at(&self, gaps: &Gaps) -> Option<Code> {
        let mut places: Vec<(usize, usize)> = Vec::new();
        for Gap { step, instr, .. } in &gaps.all {
            let at = (*step, instr.as_ref()?.0);
            let is_access = gaps.code.steps[at.0][at.1].access.is_some();
            if is_access {
                return None;
            }
            places.push(at);
        }
        places.sort_unstable();
        places.dedup();
        let mut code = gaps.code.clone();
        // The later place first, so that the earlier one stays where it is.
        for (step, at) in places.into_iter().rev() {
            code.steps[step].splice(at..=at, self.fence());
        }
        Some(code)
    }
}

fn note(rows: &mut BTreeMap<Line, String>, line: Line, why: &str) {
    rows.entry(line).or_insert_with(|| why.to_string());
}
