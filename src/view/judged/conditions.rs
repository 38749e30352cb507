//! What negating the conditions of a table does.

use super::{Cell, Viewer, head, place};
use crate::judge::tables::{Negated, SideTally, Tally, negated};
use crate::lowering::{LoadedTable, Negation, Side, negations};
use crate::report::judged::{ConditionCell, ConditionReport, ConditionVerdict};
use crate::syntax::table::ast::Table;
use std::collections::BTreeSet;

/// A target with the sides of negations that change some operation's code there.
struct Negating<'c> {
    cell: &'c Cell<'c>,
    sides: BTreeSet<Negated>,
}

impl<'c> Negating<'c> {
    /// `None` if the target has no table.
    fn new(cell: &'c Cell<'c>, negations: &[Negation]) -> Option<Negating<'c>> {
        let mut sides = negated(negations, &cell.target.setting()?);
        // Programs have operations besides that tables do not tell apart, such as volatile atomics.
        sides.extend(cell.tally.conditions.keys());
        Some(Negating { cell, sides })
    }
}

impl Viewer<'_> {
    /// What is said of each condition of a table; nothing if instructions are not judged.
    pub(super) fn conditions(&mut self, loaded: &LoadedTable, cells: &[Cell<'_>]) -> Vec<ConditionReport> {
        if !self.options.audit {
            return Vec::new();
        }
        let negations = negations(&loaded.table);
        let cells: Vec<Negating<'_>> = cells.iter().filter_map(|cell| Negating::new(cell, &negations)).collect();
        negations
            .iter()
            .enumerate()
            .map(|(number, negation)| self.condition(loaded, (number, negation), &cells))
            .collect()
    }

    fn condition(
        &mut self,
        loaded: &LoadedTable,
        (number, negation): (usize, &Negation),
        cells: &[Negating<'_>],
    ) -> ConditionReport {
        let mut side = |side| {
            let negated = Negated { negation: number, side };
            let changed = cells.iter().filter(|cell| cell.sides.contains(&negated));
            changed.map(|negating| self.condition_cell(negating.cell, negation, negated)).collect::<Vec<_>>()
        };
        let (emitted, omitted) = (side(Side::Emitted), side(Side::Omitted));
        let Negation { row, line, instr, operand, condition, word, .. } = negation.clone();
        ConditionReport {
            row,
            operation: operation(&loaded.table, row),
            line,
            path_line: loaded.lines.find(line),
            instr,
            operand,
            condition: condition.to_string(),
            word,
            makes_no_difference: ConditionReport::is_idle(&emitted, &omitted),
            emitted,
            omitted,
        }
    }

    fn condition_cell(&mut self, cell: &Cell<'_>, negation: &Negation, negated: Negated) -> ConditionCell {
        let place = place(cell.target);
        let found = cell.tally.conditions.get(&negated);
        if let Some(shown) = found.and_then(|found| found.shown.as_ref()) {
            let verdict = match negated.side {
                Side::Emitted => ConditionVerdict::Needed,
                Side::Omitted => ConditionVerdict::OmittedWhereNeeded,
            };
            return ConditionCell { place, verdict, program: Some(self.program(shown)), reason: None };
        }
        let verdict = match self.undecided() {
            Some(why) => Err(why),
            None => match found {
                Some(found) => quiet_verdict(found, negated.side, is_at_fault(cell.tally, negation)),
                None => Err(NO_PROGRAM.to_string()),
            },
        };
        match verdict {
            Ok(verdict) => ConditionCell { place, verdict, program: None, reason: None },
            Err(why) => ConditionCell { place, verdict: ConditionVerdict::NotJudged, program: None, reason: Some(why) },
        }
    }

    /// Why programs that were not asked could show something, if some were not.
    fn undecided(&self) -> Option<String> {
        let counts = &self.judged.counts;
        let unknown =
            || (counts.unknown > 0).then(|| format!("what {} base programs may do is not decided", counts.unknown));
        let interrupted = |done| format!("interrupted after {done} of {} base programs", counts.judged);
        self.judged.interrupted.map(interrupted).or_else(unknown)
    }
}

const NO_PROGRAM: &str = "no program within the limits has it so and forbids something";

/// Whether some program that breaks may do so for what the row of a condition leaves out; every row has the table of scopes.
fn is_at_fault(tally: &Tally, negation: &Negation) -> bool {
    let is_meant = |line: u32| negation.is_of_scopes() || line == negation.row;
    tally.rows.iter().any(|(line, row)| is_meant(*line) && row.unsound.is_some())
}

/// What is said where no program shows that code is needed, or why nothing is.
fn quiet_verdict(found: &SideTally, side: Side, is_at_fault: bool) -> Result<ConditionVerdict, String> {
    let SideTally { sound, broken, shown: _, undecided } = found;
    match (undecided, side, sound) {
        (Some(why), ..) => Err(why.clone()),
        (None, Side::Emitted, true) => Ok(ConditionVerdict::NotShownNeeded),
        (None, Side::Emitted, false) => Err("every program that has it so breaks as it is".to_string()),
        (None, Side::Omitted, _) if *broken && is_at_fault => Ok(ConditionVerdict::NotMended),
        (None, Side::Omitted, true) => Ok(ConditionVerdict::OmittedRightly),
        (None, Side::Omitted, false) => {
            Err("every program that has it so breaks, and the row is not at fault".to_string())
        }
    }
}

/// The columns of a row, by the line it begins at; the table of scopes has none.
fn operation(table: &Table, line: u32) -> String {
    let row = table.rows.iter().find(|row| row.line == line);
    row.map_or_else(|| "the table of scopes".to_string(), head)
}
