//! Tables judged by generated programs.

use super::parts;
use crate::judge::programs::Counts;
use crate::judge::tables::{Change, Judged, Options, Part, Role, Roles, RowTally, Shown, Tally, Unreached};
use crate::lint;
use crate::lowering::{DocumentLines, LoadedTable, Setting};
use crate::refine::RefinementTarget;
use crate::report::judged::{self, *};
use crate::report::results::FileResult;
use crate::syntax::source::Diagnostic;
use crate::syntax::table::ast::Row;
use crate::syntax::table::head;
use indexmap::IndexSet;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

mod conditions;
mod known;
mod sources;

pub use known::{left_out, mark_known};
pub(super) use sources::source;

/// The report of tables judged: what is wrong with other input, the files read, and the wall seconds.
pub fn tables_judged(
    judged: &Judged,
    options: &Options<'_>,
    errors: &[Diagnostic],
    files: Vec<FileResult>,
    seconds: f64,
) -> TablesReport {
    let mut viewer = Viewer { options, judged, programs: IndexSet::new() };
    let tables: Vec<TableReport> = options.tables().into_iter().map(|loaded| viewer.table(loaded)).collect();
    let space = space(options, &judged.counts, (judged.programs, judged.interrupted));
    let summary = summary(&tables, seconds);
    let programs = viewer.programs.into_iter().collect();
    let errors = errors.iter().map(parts::error).collect();
    let undecided: BTreeSet<&String> = judged.targets.iter().flat_map(|tally| &tally.undecided).collect();
    let undecided = undecided.into_iter().cloned().collect();
    let no_longer = Vec::new();
    TablesReport { schema: SCHEMA, tables, programs, space, undecided, no_longer, files, errors, summary }
}

/// Which programs were asked: how many in all, and after how many base programs the run was interrupted, if it was.
pub(super) fn space(
    options: &Options<'_>,
    counts: &Counts,
    (programs, interrupted): (usize, Option<usize>),
) -> SpaceReport {
    SpaceReport {
        limits: parts::limits(options.limits),
        varied_threads: options.varied_threads,
        base: parts::counts(counts),
        programs,
        interrupted,
        claims: claims(options),
    }
}

/// The claims that are on for some target.
fn claims(options: &Options<'_>) -> Vec<String> {
    let of_target = |target: &RefinementTarget<'_>| target.chip.assumptions.clone();
    let on = options.targets.iter().flat_map(of_target).filter(|(_, on)| *on).map(|(name, _)| name);
    on.collect::<BTreeSet<String>>().into_iter().collect()
}

fn summary(tables: &[TableReport], seconds: f64) -> Summary {
    let barriers = tables.iter().map(|table| table.barriers.len()).sum();
    let without_row = tables.iter().map(|table| table.without_row.len()).sum();
    let mut summary = Summary { seconds, barriers, without_row, ..Summary::default() };
    for cell in tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells) {
        *match cell.verdict {
            RowVerdict::Sound => &mut summary.sound,
            RowVerdict::Unsound => &mut summary.unsound,
            RowVerdict::NoCode => &mut summary.no_code,
            RowVerdict::NotJudged => &mut summary.not_judged,
            RowVerdict::Unknown => &mut summary.unknown,
        } += 1;
    }
    for instr in tables.iter().flat_map(|table| &table.instructions) {
        summary.needed += instr.needed.len();
        summary.not_shown_needed += instr.not_shown_needed.len();
    }
    for condition in tables.iter().flat_map(judged::that_say_something) {
        let omits = condition.cells().any(|cell| cell.verdict == ConditionVerdict::OmittedWhereNeeded);
        summary.conditions += usize::from(condition.word.is_none());
        summary.omitting_what_is_needed += usize::from(omits);
        summary.making_no_difference += usize::from(condition.makes_no_difference);
    }
    summary
}

/// The targets, by number, that are judged by one table.
struct Viewer<'a> {
    options: &'a Options<'a>,
    judged: &'a Judged,
    /// The programs that are named so far.
    programs: IndexSet<String>,
}

/// A target in a language, with what programs say of its table.
struct Cell<'a> {
    target: &'a RefinementTarget<'a>,
    tally: &'a Tally,
}

impl<'a> Viewer<'a> {
    fn table(&mut self, loaded: &LoadedTable) -> TableReport {
        let is_of = |target: &RefinementTarget<'_>| target.table.as_ref().is_ok_and(|table| table.path == loaded.path);
        let cells: Vec<Cell<'a>> = self
            .options
            .targets
            .iter()
            .zip(&self.judged.targets)
            .filter(|(target, _)| is_of(target))
            .map(|(target, tally)| Cell { target, tally })
            .collect();
        let targets: Vec<&RefinementTarget<'_>> = cells.iter().map(|cell| cell.target).collect();
        let sources = sources::sources(loaded, &targets, self.options.resources);
        let rows: Vec<RowReport> = loaded.table.rows.iter().map(|row| self.row(row, &cells, &loaded.lines)).collect();
        let barriers = cells.iter().filter_map(|cell| self.barrier(cell)).collect();
        let instructions = self.instructions(loaded, &cells);
        let conditions = self.conditions(loaded, &cells);
        let (release, document) = (loaded.release.clone(), loaded.document.clone());
        let (family, lines) = (loaded.table.family.clone(), &loaded.lines);
        let (path, path_line) = (lines.path.clone(), lines.find(loaded.table.line));
        let missing = lint::without_row(&loaded.table).into_iter();
        let without_row = missing.map(|operation| MissingReport { operation, known: None }).collect();
        TableReport {
            release,
            family,
            document,
            path,
            path_line,
            sources,
            rows,
            without_row,
            barriers,
            instructions,
            conditions,
        }
    }

    fn row(&mut self, row: &Row, cells: &[Cell<'_>], lines: &DocumentLines) -> RowReport {
        let cells = cells.iter().filter_map(|cell| Some(self.cell(&cell.target.setting()?, row, cell.tally)));
        RowReport { line: row.line, path_line: lines.find(row.line), operation: head(row), cells: cells.collect() }
    }

    fn cell(&mut self, setting: &Setting<'_>, row: &Row, tally: &Tally) -> CellReport {
        let found = tally.rows.get(&row.line);
        let mut cell = CellReport {
            target: setting.configuration.to_string(),
            language: parts::language(setting.opencl),
            verdict: RowVerdict::Sound,
            programs: found.map_or(0, |found| found.programs),
            broken: found.map_or(0, |found| found.broken.programs),
            breaks: None,
            roles: words(found.map(|found| found.roles.has)),
            lacks: words(found.map(|found| found.roles.lacks())),
            program: None,
            alone: None,
            known: None,
            listed: None,
            rests_on: Vec::new(),
            omitted: Vec::new(),
            reason: None,
        };
        match found {
            None => {
                let why = tally.unsaid.get(&row.line).or(tally.without_code.get(&row.line));
                let why = why.or(tally.beside.get(&row.line));
                (cell.verdict, cell.reason) = unreached(&Unreached::new(setting, row), why);
            }
            Some(RowTally { unsound: Some(unsound), broken, .. }) => {
                cell.verdict = RowVerdict::Unsound;
                cell.breaks = Some(broken.to_string());
                cell.program = Some(self.program(&unsound.shown));
                cell.alone = Some(unsound.alone);
                (cell.rests_on, cell.omitted) = (unsound.rests_on.clone(), unsound.omitted.clone());
            }
            Some(RowTally { unknown: Some((count, why)), .. }) => {
                cell.verdict = RowVerdict::Unknown;
                cell.reason = Some(format!("{count} programs: {why}"));
            }
            // Some of its operations have code that means nothing, whatever programs say of the others.
            Some(RowTally { unsound: None, unknown: None, .. }) => {
                if let Some(why) = tally.unsaid.get(&row.line) {
                    (cell.verdict, cell.reason) = (RowVerdict::NotJudged, Some(why.clone()));
                }
            }
        }
        let undecided = self.judged.counts.unknown;
        if undecided > 0 && matches!(cell.verdict, RowVerdict::Sound | RowVerdict::NotJudged) {
            cell.verdict = RowVerdict::Unknown;
            cell.reason = Some(format!("what {undecided} base programs may do is not decided"));
        }
        if let (Some(done), RowVerdict::Sound | RowVerdict::NotJudged) = (self.judged.interrupted, cell.verdict) {
            cell.verdict = RowVerdict::NotJudged;
            cell.reason = Some(format!("interrupted after {done} of {} base programs", self.judged.counts.judged));
        }
        cell
    }

    fn barrier(&mut self, cell: &Cell<'_>) -> Option<BarrierReport> {
        let unsound = cell.tally.barrier.as_ref()?;
        let (place, rests_on) = (place(cell.target), unsound.rests_on.clone());
        Some(BarrierReport { place, program: self.program(&unsound.shown), known: None, rests_on })
    }

    fn program(&mut self, shown: &Shown) -> usize {
        self.programs.insert_full(shown.text.clone()).0
    }

    /// What each change shows, forms of one instruction together.
    fn instructions(&mut self, loaded: &LoadedTable, cells: &[Cell<'_>]) -> Vec<InstrReport> {
        let heads: BTreeMap<u32, String> = loaded.table.rows.iter().map(|row| (row.line, head(row))).collect();
        type Effects = BTreeMap<PlaceReport, Option<Shown>>;
        let mut found: BTreeMap<(u32, u32, String, ChangeReport), Effects> = BTreeMap::new();
        for Cell { target, tally } in cells {
            let place = place(target);
            for (change, shown) in &tally.changes {
                let effects = found.entry(key(change, target)).or_default();
                let known = effects.entry(place.clone()).or_default();
                *known = known.take().into_iter().chain(shown.clone()).min();
            }
        }
        let report = |((row, line, instr, change), effects): ((u32, u32, String, ChangeReport), Effects)| {
            let needed = effects.iter().filter_map(|(place, shown)| Some((place.clone(), shown.as_ref()?)));
            let needed = needed.map(|(place, shown)| NeedReport { place, program: self.program(shown) }).collect();
            // Programs that were not asked could show it.
            let not_shown = |shown: &Option<Shown>| shown.is_none() && self.judged.interrupted.is_none();
            let not_shown_needed = effects.iter().filter(|(_, shown)| not_shown(shown)).map(|(place, _)| place.clone());
            let operation = heads.get(&row).cloned().unwrap_or_default();
            let (path_line, not_shown_needed) = (loaded.lines.find(line), not_shown_needed.collect());
            InstrReport { row, operation, line, path_line, instr, change, needed, not_shown_needed }
        };
        found.into_iter().map(report).collect()
    }
}

pub(super) fn place(target: &RefinementTarget<'_>) -> PlaceReport {
    PlaceReport { target: target.configuration.to_string(), language: parts::language(target.opencl) }
}

/// What stands for a change in every form of its instruction: row, line, instruction and change.
fn key(change: &Change, target: &RefinementTarget<'_>) -> (u32, u32, String, ChangeReport) {
    let any_form = |instr: &String| {
        let mnemonic = instr.split_whitespace().next().unwrap_or_default();
        let access = target.configuration.target.access_of(mnemonic);
        access.map_or_else(|| instr.clone(), |access| access.as_str().to_string())
    };
    let report = match &change.part {
        Part::Instr => ChangeReport { kind: ChangeKind::Instr, operand: None, by: None, next: None },
        Part::Operand(operand) => {
            ChangeReport { kind: ChangeKind::Operand, operand: Some(operand.clone()), by: None, next: None }
        }
        Part::Narrowed { operand, by } => {
            ChangeReport { kind: ChangeKind::Operand, operand: Some(operand.clone()), by: Some(by.clone()), next: None }
        }
        Part::Order(next) => {
            ChangeReport { kind: ChangeKind::Order, operand: None, by: None, next: Some(any_form(next)) }
        }
    };
    (change.row, change.line, any_form(&change.instr), report)
}

fn unreached(why: &Unreached, without_code: Option<&String>) -> (RowVerdict, Option<String>) {
    match why {
        Unreached::NoOperation => (RowVerdict::NoCode, Some("LLVM has no such operation".into())),
        Unreached::NoCode(why) => (RowVerdict::NoCode, Some(why.clone())),
        Unreached::NotLookedUp(why) | Unreached::WrongCode(why) => (RowVerdict::NotJudged, Some(why.clone())),
        Unreached::NoProgram => {
            let no_program = || "no program within the limits uses it and forbids something".into();
            (RowVerdict::NotJudged, Some(without_code.cloned().unwrap_or_else(no_program)))
        }
    }
}

fn words(roles: Option<Roles>) -> Vec<Cow<'static, str>> {
    roles.into_iter().flat_map(Roles::iter).map(Role::as_str).map(Cow::Borrowed).collect()
}
