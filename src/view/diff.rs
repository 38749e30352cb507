//! The differences between tables, and what programs say of them.

use super::code::change as operations;
use super::judged::{place, space};
use super::parts;
use super::refinement::counterexample_report;
use crate::judge::tables::{self, Diffed, Differences, Options, Shows};
use crate::lowering::survey::{self, Change};
use crate::lowering::{LoadedTable, Setting, row};
use crate::refine::Verdict;
use crate::report;
use crate::report::diff::{
    AloneReport, ChangeReport, DiffReport, Effect, EffectReport, ProgramReport, SCHEMA, ShownReport, Summary,
    TablePair, UnsoundReport,
};
use crate::report::results::FileResult;
use crate::report::tables::{DifferencesReport, PairReport};
use crate::syntax::source::Diagnostic;
use indexmap::IndexSet;
use std::collections::{BTreeMap, BTreeSet};

/// What is compared: pairs of tables, and those that have no counterpart.
pub struct Compared<'r> {
    /// The two tables of each pair, as [`Differences`] numbers them.
    pub pairs: Vec<[&'r LoadedTable; 2]>,
    /// Tables for targets that the other side has no table for, with these targets, and whether they are of the earlier side.
    pub alone: Vec<(&'r LoadedTable, Vec<String>, bool)>,
}

impl Compared<'_> {
    fn without_counterpart(&self) -> Vec<String> {
        self.alone().map(|alone| alone.table).collect()
    }

    fn alone(&self) -> impl Iterator<Item = AloneReport> + '_ {
        self.alone.iter().map(|(table, targets, is_lost)| AloneReport {
            table: format!("{} for {}", name(table), targets.join(", ")),
            is_lost: *is_lost,
            path: table.lines.path.clone(),
            path_line: table.lines.find(table.table.line),
        })
    }
}

/// The report of differences as they are, by pair of tables.
pub fn differences(compared: &Compared<'_>, changes: &[Vec<Change>], files: Vec<FileResult>) -> DifferencesReport {
    let pair = |(pair, changes): (&[&LoadedTable; 2], &Vec<Change>)| {
        let [before, after] = names(pair);
        PairReport { before, after, changes: changes.iter().map(operations).collect() }
    };
    DifferencesReport {
        schema: report::tables::SCHEMA,
        tables: compared.pairs.iter().zip(changes).map(pair).collect(),
        without_counterpart: compared.without_counterpart(),
        files,
        errors: Vec::new(),
    }
}

/// The report of differences judged: what is wrong with other input, the files read, and the wall seconds.
pub fn diff(
    (diffed, differences): (&Diffed, &Differences),
    options: &Options<'_>,
    compared: &Compared<'_>,
    errors: &[Diagnostic],
    files: Vec<FileResult>,
    seconds: f64,
) -> DiffReport {
    let mut viewer = Viewer { options, diffed, differences, programs: IndexSet::new() };
    let pairs = compared.pairs.iter().enumerate();
    let tables: Vec<TablePair> = pairs.map(|(number, pair)| viewer.pair(number, pair)).collect();
    let space = space(options, &diffed.counts, (diffed.programs, diffed.interrupted));
    DiffReport {
        schema: SCHEMA,
        summary: summary(&tables, compared, seconds),
        tables,
        without_counterpart: compared.without_counterpart(),
        alone: compared.alone().collect(),
        programs: viewer.programs.into_iter().map(|shown| program(shown, diffed, options)).collect(),
        space,
        files,
        errors: errors.iter().map(parts::error).collect(),
    }
}

/// A program with how it is unsound on a target.
fn program((text, number): (String, Option<usize>), diffed: &Diffed, options: &Options<'_>) -> ProgramReport {
    let unsound = number.and_then(|number| {
        let refined = diffed.evidence.refined.get(&(text.clone(), number))?;
        let target = &options.targets[number];
        let counterexample = refined.results.iter().find_map(|result| match &result.verdict {
            Verdict::Unsound(found) => Some(counterexample_report(&refined.structure, &refined.structure, found)),
            Verdict::Sound | Verdict::Racy | Verdict::NoCode(_) | Verdict::Unknown(_) => None,
        })?;
        let table = target.table.as_ref().map_or_else(Clone::clone, |table| name(table));
        Some(UnsoundReport { place: place(target), table, counterexample })
    });
    ProgramReport { text, unsound }
}

/// The names of two tables; with their paths, where the names are the same.
fn names(pair: &[&LoadedTable; 2]) -> [String; 2] {
    let [before, after] = pair.map(name);
    match before == after {
        true => pair.map(|table| format!("{} of {}", name(table), table.path)),
        false => [before, after],
    }
}

fn name(table: &LoadedTable) -> String {
    format!("{}:{}", table.release, table.table.family)
}

fn summary(tables: &[TablePair], compared: &Compared<'_>, seconds: f64) -> Summary {
    let alone = |lost: bool| compared.alone.iter().filter(|(.., is_lost)| *is_lost == lost).count();
    let changes = || tables.iter().flat_map(|pair| &pair.changes);
    let some = |wanted: &[Effect]| {
        let is_wanted = |change: &&ChangeReport| change.effects.iter().any(|effect| wanted.contains(&effect.effect));
        changes().filter(is_wanted).count()
    };
    Summary {
        changes: changes().count(),
        breaks: some(&[Effect::Breaks, Effect::BreaksAndFixes, Effect::Loses, Effect::GainsUnsound]),
        fixes: some(&[Effect::Fixes, Effect::BreaksAndFixes]),
        saves: some(&[Effect::Saves]),
        unknown: some(&[Effect::Unknown]),
        not_judged: some(&[Effect::NotJudged]),
        tables_lost: alone(true),
        tables_new: alone(false),
        seconds,
    }
}

struct Viewer<'a> {
    options: &'a Options<'a>,
    diffed: &'a Diffed,
    differences: &'a Differences,
    /// The programs that are named so far, each with the number of the target on which it is shown to be unsound.
    programs: IndexSet<(String, Option<usize>)>,
}

impl Viewer<'_> {
    fn pair(&mut self, number: usize, pair: &[&LoadedTable; 2]) -> TablePair {
        let differences = self.differences;
        let changes = differences.changes[number].iter().enumerate();
        let changes = changes.map(|(change_number, change)| self.change(number, change_number, change, pair[1]));
        // What is asked of no target, since it is of the other language, is not listed.
        let changes = changes.filter(|change| !change.effects.is_empty()).collect();
        let [before, after] = names(pair);
        let (document, lines) = (pair[1].document.clone(), &pair[1].lines);
        let (path, path_line) = (lines.path.clone(), lines.find(pair[1].table.line));
        TablePair { before, after, document, path, path_line, changes }
    }

    fn change(&mut self, tables: usize, number: usize, change: &Change, after: &LoadedTable) -> ChangeReport {
        let [removed, added] = instructions(change);
        let row_line = |operation: &survey::Operation| {
            let (configuration, opencl) = (operation.configuration, operation.opencl);
            row(&Setting::new(&after.table, configuration, opencl), &operation.query).ok().map(|row| row.line)
        };
        let lines: BTreeSet<u32> = change.operations.iter().filter_map(row_line).collect();
        let mut report = ChangeReport {
            operations: operations(change),
            removed,
            added,
            path_lines: lines.iter().map(|line| after.lines.find(*line)).collect(),
            lines: lines.into_iter().collect(),
            effects: Vec::new(),
        };
        let differences = self.differences;
        for (pair, _) in differences.tables.iter().enumerate().filter(|(_, of)| **of == tables) {
            let target = &self.options.targets[2 * pair];
            let is_there = |operation: &survey::Operation| {
                operation.opencl == target.opencl
                    && operation.configuration.to_string() == target.configuration.to_string()
            };
            if change.operations.iter().any(is_there) {
                let effect = self.effect(pair, number, change, &report);
                report.effects.push(effect);
            }
        }
        report
    }

    fn effect(&mut self, pair: usize, number: usize, change: &Change, report: &ChangeReport) -> EffectReport {
        let found = self.diffed.effects.get(&(pair, number)).cloned().unwrap_or_default();
        let tables::Effect { programs, breaks, fixes, broken_either_way, undecided, unsaid } = found;
        let undecided = undecided.or_else(|| self.not_asked());
        let gains = change.before.is_err();
        let (effect, reason) = match (&breaks, &fixes, undecided) {
            _ if change.after.is_err() => (Effect::Loses, None),
            (Some(_), ..) if gains => (Effect::GainsUnsound, None),
            (Some(_), Some(_), _) => (Effect::BreaksAndFixes, None),
            (Some(_), None, _) => (Effect::Breaks, None),
            (None, _, Some(why)) => (Effect::Unknown, Some(why)),
            (None, _, None) if unsaid.is_some() => (Effect::NotJudged, unsaid),
            (None, Some(_), None) => (Effect::Fixes, None),
            (None, None, None) if programs == 0 => (Effect::NotJudged, Some(NOT_JUDGED.into())),
            (None, None, None) if gains => (Effect::Gains, None),
            (None, None, None) if broken_either_way => (Effect::Same, Some(BROKEN_EITHER_WAY.into())),
            (None, None, None) => (alike(report), None),
        };
        let place = place(&self.options.targets[2 * pair]);
        let breaks = breaks.map(|shows| self.shown(shows, (pair, number, true)));
        let fixes = fixes.map(|shows| self.shown(shows, (pair, number, false)));
        EffectReport { place, effect, programs, breaks, fixes, reason }
    }

    /// Why nothing is said that rests on all programs.
    fn not_asked(&self) -> Option<String> {
        let Diffed { counts, interrupted, .. } = self.diffed;
        let interrupted =
            interrupted.map(|done| format!("interrupted after {done} of {} base programs", counts.judged));
        let undecided = || format!("what {} base programs may do is not decided", counts.unknown);
        interrupted.or_else(|| (counts.unknown > 0).then(undecided))
    }

    fn shown(&mut self, shows: Shows, effect: (usize, usize, bool)) -> ShownReport {
        let target = self.diffed.evidence.targets.get(&effect).copied();
        let program = self.programs.insert_full((shows.shown.text, target)).0;
        ShownReport { program, with_others: shows.with_others }
    }
}

/// What is said of a change that no program notices.
fn alike(report: &ChangeReport) -> Effect {
    match (report.removed.is_empty(), report.added.is_empty()) {
        (false, true) => Effect::Saves,
        (true, false) => Effect::Adds,
        (true, true) | (false, false) => Effect::Same,
    }
}

/// Why no program tells codes apart of which one lacks something.
const BROKEN_EITHER_WAY: &str = "some break with either code";

/// Why a change is not judged.
const NOT_JUDGED: &str = "no program within the limits has such an operation and forbids something";

/// The instructions that only one of the codes has, each as often as it has it more: those of the earlier, and of the later.
fn instructions(change: &Change) -> [Vec<String>; 2] {
    let counts = |code: &survey::Code| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for instr in code.iter().flatten() {
            *counts.entry(instr.clone()).or_default() += 1;
        }
        counts
    };
    let (before, after) = (counts(&change.before), counts(&change.after));
    let more = |these: &BTreeMap<String, usize>, others: &BTreeMap<String, usize>| {
        let left = |(instr, count): (&String, &usize)| {
            let others = others.get(instr).copied().unwrap_or_default();
            std::iter::repeat_n(instr.clone(), count.saturating_sub(others)).collect::<Vec<_>>()
        };
        these.iter().flat_map(left).collect()
    };
    [more(&before, &after), more(&after, &before)]
}
