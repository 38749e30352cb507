//! Repairs of unsound rows.

use super::judged::{place, space};
use super::likeness;
use super::parts;
use super::savings::{edit_report, edited_row};
use crate::judge::tables::{Options, Repair, Repaired, RowRepairs, Tally};
use crate::lowering::edit::edited;
use crate::lowering::survey::{self, Operation};
use crate::lowering::{Library, LoadedTable, Setting, row};
use crate::refine::RefinementTarget;
use crate::report::judged::PlaceReport;
use crate::report::repair::*;
use crate::report::results::FileResult;
use crate::syntax::source::Diagnostic;
use crate::syntax::table;
use crate::syntax::table::ast::{Line, Table};
use crate::syntax::table::head;
use crate::targets::TargetConfiguration;
use indexmap::IndexSet;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// The report of repairs: the tables that they are compared with, what is wrong with other input, the files read, and the wall seconds.
pub fn repairs(
    repaired: &Repaired<'_>,
    options: &Options<'_>,
    against: Option<&'static Library>,
    errors: &[Diagnostic],
    files: Vec<FileResult>,
    seconds: f64,
) -> RepairsReport {
    let mut programs = IndexSet::new();
    let viewer = Viewer { repaired, options, against };
    let rows: Vec<RowRepairsReport> =
        repaired.rows.iter().map(|found| viewer.row(found, programs.insert_full(found.shown.text.clone()).0)).collect();
    RepairsReport {
        schema: SCHEMA,
        summary: summary(&rows, repaired, seconds),
        rows,
        programs: programs.into_iter().collect(),
        against: against.map(|tables| tables.name.clone()),
        space: space(options, &repaired.counts, (repaired.programs, repaired.interrupted)),
        files,
        errors: errors.iter().map(parts::error).collect(),
    }
}

fn summary(rows: &[RowRepairsReport], repaired: &Repaired<'_>, seconds: f64) -> Summary {
    let by = |edits: usize| {
        rows.iter().filter(|row| row.repairs.first().is_some_and(|repair| repair.edits.len() == edits)).count()
    };
    let (by_one, by_two) = (by(1), by(2));
    let partly = rows.iter().filter(|row| row.repairs.is_empty() && !row.partial.is_empty()).count();
    let of_target = |tally: &Tally| {
        tally.rows.iter().filter_map(|(line, row)| Some((*line, row.unsound.as_ref()?.alone))).collect::<Vec<_>>()
    };
    let unsound = repaired.targets.iter().flat_map(of_target).into_group_map().into_values();
    let with_others = unsound.filter(|alone| !alone.contains(&true)).count();
    let interrupted = rows.iter().filter(|row| row.interrupted).count();
    let through_others = rows.iter().filter(|row| row.mended == 0 && !row.interrupted).count();
    let not_repaired = rows.len() - by_one - by_two - partly - through_others - interrupted;
    Summary { unsound: rows.len(), by_one, by_two, partly, not_repaired, through_others, with_others, seconds }
}

struct Viewer<'a, 'r> {
    repaired: &'a Repaired<'r>,
    options: &'a Options<'r>,
    against: Option<&'static Library>,
}

impl Viewer<'_, '_> {
    fn row(&self, found: &RowRepairs<'_>, program: usize) -> RowRepairsReport {
        let RowRepairs { loaded, row, unsound, mended, through_others, tried, repairs, partial, interrupted, .. } =
            found;
        let [tried, tried_pairs] = tried;
        let mut repairs: Vec<RepairReport> = repairs.iter().map(|repair| self.repair(found, repair)).collect();
        let cost = |repair: &RepairReport| {
            repair.also.len() + repair.others.iter().map(|other| other.sound.len()).sum::<usize>()
        };
        repairs.sort_by_key(cost);
        let partial = partial
            .iter()
            .map(|(on, repair)| PartialReport { places: self.places(on), repair: self.repair(found, repair) });
        RowRepairsReport {
            row: edited_row(loaded, row),
            unsound: self.places(unsound),
            program,
            mended: *mended,
            through_others: *through_others,
            tried: *tried,
            tried_pairs: *tried_pairs,
            interrupted: *interrupted,
            partial: partial.collect(),
            repairs,
        }
    }

    fn places(&self, targets: &BTreeSet<usize>) -> Vec<PlaceReport> {
        targets.iter().map(|&number| place(&self.options.targets[number])).collect()
    }

    fn repair(&self, found: &RowRepairs<'_>, repair: &Repair) -> RepairReport {
        let RowRepairs { loaded, row, .. } = found;
        let with_edits = edited(row, &repair.edits);
        let mut after = loaded.table.clone();
        let number = after.rows.iter().position(|other| other.line == row.line);
        number.into_iter().for_each(|number| after.rows[number] = with_edits.clone());
        let changed = self.changed(loaded, &after);
        let (mut also, mut others) = (BTreeSet::new(), BTreeMap::new());
        for &(target, line) in changed.keys() {
            let is_unsound = self.is_unsound(target, line);
            match line == row.line {
                true if !is_unsound => drop(also.insert(target)),
                true => {}
                false => {
                    let (mended, sound): &mut (BTreeSet<usize>, BTreeSet<usize>) = others.entry(line).or_default();
                    if is_unsound {
                        mended.insert(target)
                    } else {
                        sound.insert(target)
                    };
                }
            }
        }
        let other = |(line, (mended, sound)): (Line, (BTreeSet<usize>, BTreeSet<usize>))| {
            let operation = loaded.table.rows.iter().find(|row| row.line == line).map(head).unwrap_or_default();
            OtherReport { line, operation, mended: self.places(&mended), sound: self.places(&sound) }
        };
        let (likeness, differs) = self.likeness(found, &after, &changed).unzip();
        RepairReport {
            edits: repair.edits.iter().map(|edit| edit_report(row, edit)).collect(),
            before: table::row(row),
            after: table::row(&with_edits),
            also: self.places(&also),
            others: others.into_iter().map(other).collect(),
            likeness,
            differs: differs.unwrap_or_default(),
        }
    }

    /// The operations that have other code, by number of the target and row.
    fn changed(&self, loaded: &LoadedTable, after: &Table) -> BTreeMap<(usize, Line), Vec<Operation>> {
        let is_of = |target: &RefinementTarget<'_>| target.table.as_ref().is_ok_and(|table| table.path == loaded.path);
        let targets = || self.options.targets.iter().enumerate().filter(|(_, target)| is_of(target));
        let configurations: Vec<TargetConfiguration> =
            targets().map(|(_, target)| target.configuration).unique_by(ToString::to_string).collect();
        let mut changed: BTreeMap<(usize, Line), Vec<Operation>> = BTreeMap::new();
        for operation in
            survey::compare(&loaded.table, after, &configurations).into_iter().flat_map(|change| change.operations)
        {
            let Operation { configuration, opencl, query } = operation;
            let setting = Setting::new(&loaded.table, configuration, opencl);
            let is_asked = |target: &RefinementTarget<'_>| {
                target.opencl == opencl && target.configuration.to_string() == configuration.to_string()
            };
            let target = targets().find(|(_, target)| is_asked(target)).map(|(number, _)| number);
            if let (Some(target), Ok(row)) = (target, row(&setting, &query)) {
                changed.entry((target, row.line)).or_default().push(operation);
            }
        }
        changed
    }

    fn is_unsound(&self, target: usize, line: Line) -> bool {
        self.repaired.targets[target].rows.get(&line).is_some_and(|row| row.unsound.is_some())
    }

    /// How the row's code with the edits, where it was unsound, is to that of the tables it is compared with, and in what it differs from it.
    fn likeness(
        &self,
        found: &RowRepairs<'_>,
        after: &Table,
        changed: &BTreeMap<(usize, Line), Vec<Operation>>,
    ) -> Option<(Likeness, Differs)> {
        let against = self.against?;
        let of_row = |((target, line), operations): (&(usize, Line), &Vec<Operation>)| {
            (*line == found.row.line && found.unsound.contains(target)).then(|| (*target, operations.clone()))
        };
        let asked = changed.iter().filter_map(of_row).flat_map(|(target, operations)| {
            operations.into_iter().map(move |operation| (&self.options.targets[target].chip, operation))
        });
        let compared = asked.map(|(chip, operation)| {
            let other = against.table(operation.configuration.target).ok().map(|other| operation.code(&other.table));
            match (operation.code(after), other) {
                (Ok(code), Some(Ok(other))) => likeness::compare(&code, &other, chip),
                (Err(code), Some(Err(other))) if code == other => (Likeness::Same, Differs::default()),
                (code, other) => {
                    let (more, less) = (other.and_then(Result::ok).unwrap_or_default(), code.unwrap_or_default());
                    (Likeness::Other, Differs { more, less })
                }
            }
        });
        compared.reduce(|(likeness, differs), (other, more)| (likeness.max(other), differs.and(more)))
    }
}
