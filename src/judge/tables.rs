//! Tables of code sequences judged by generated programs: which rows are sound, and which instructions are needed.

use super::programs::{Counts, NAME, Programs, structure};
use super::source::SourceSide;
use crate::engine::Settings;
use crate::engine::answers::{Forbidden, Source as Allowed};
use crate::generate::{Base, Draft, Limits, variants};
use crate::hardware::{self, Code};
use crate::lowering::machine::{MachineInstr, Origin};
use crate::lowering::{LoadedTable, Setting, query, row};
use crate::program::EventStructure;
use crate::refine::{RefinementTarget, breaks};
use crate::resources::Resources;
use crate::syntax::source::Diagnostic;
use crate::syntax::table::ast::Line;
use rayon::prelude::*;
use rustc_hash::{FxHashSet, FxHasher};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, BuildHasherDefault, Hash};

mod blame;
mod change;
#[cfg(test)]
mod tests;

pub use super::representatives::Representatives;
pub use change::{Change, Part};

/// What is judged, and how.
pub struct Options<'r> {
    /// Targets with the tables that are judged, in both languages or one.
    pub targets: Vec<RefinementTarget<'r>>,
    /// How large programs are at most.
    pub limits: Limits,
    /// How many threads a program has at most of which single operations are replaced.
    pub varied_threads: usize,
    /// Whether each instruction is changed, too.
    pub audit: bool,
    /// How engines decide what the source may do.
    pub settings: Settings,
    /// Models by name.
    pub resources: &'r Resources,
}

impl Options<'_> {
    /// The operations that stand for all that the tables give the same code.
    pub fn representatives(&self) -> Representatives {
        let settings: Vec<Setting<'_>> = self.targets.iter().filter_map(setting).collect();
        Representatives::new(&settings)
    }
}

/// Tables judged.
pub struct Judged {
    /// What is known of base programs.
    pub counts: Counts,
    /// How many programs were asked, with variants, each once.
    pub programs: usize,
    /// What they say, in the order of the targets.
    pub targets: Vec<Tally>,
}

/// A program that shows something; smaller ones come first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shown {
    /// Its accesses, fences and barriers.
    pub events: usize,
    /// Its text.
    pub text: String,
}

/// A program that is asked.
#[derive(Clone, Debug)]
pub struct Program {
    /// What is shown of it if it shows something.
    pub shown: Shown,
    /// A number that programs share only if they differ in nothing but orderings, scopes and flags.
    pub skeleton: u64,
}

impl Program {
    /// A generated program.
    pub fn generated(draft: &Draft) -> Program {
        let order = draft.order();
        let shown = Shown { events: draft.events(), text: draft.text_in(&order, NAME) };
        Program { shown, skeleton: hash(draft.skeleton().text_in(&order, NAME)) }
    }
}

/// What programs say of a table for one target in one language.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The rows that programs use, by the line they begin at.
    pub rows: BTreeMap<Line, RowTally>,
    /// The changes of the code, with the smallest program that each breaks.
    pub changes: BTreeMap<Change, Option<Shown>>,
    /// Why programs have no code.
    pub missing: BTreeSet<String>,
}

/// What programs say of a row.
#[derive(Clone, Debug, Default)]
pub struct RowTally {
    /// The programs that use it and forbid something.
    pub programs: usize,
    /// The smallest that breaks, and whether this row alone is at fault.
    pub unsound: Option<(Shown, bool)>,
    /// The programs of which it is not known, and why of one.
    pub unknown: Option<(usize, String)>,
}

/// Base programs that are judged before what they show is shared.
const BATCH: usize = 64;

/// Judges tables by every program within the limits.
///
/// # Errors
/// What is wrong with a model.
pub fn judge(options: &Options<'_>, mut progress: impl FnMut(usize, usize)) -> Result<Judged, Vec<Diagnostic>> {
    let programs = Programs::new(options.limits, options.resources, options.settings)?;
    let representatives = options.representatives();
    let mut tallies: Vec<Tally> = vec![Tally::default(); options.targets.len()];
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    let mut asked = 0;
    for (batch, bases) in programs.bases.chunks(BATCH).enumerate() {
        progress(batch * BATCH, programs.bases.len());
        let varied: Vec<Vec<Program>> = bases.par_iter().map(|base| varied(base, options, &representatives)).collect();
        let mut is_new = |program: &Program| seen.insert(hash(&program.shown.text));
        let new: Vec<Vec<Program>> =
            varied.into_iter().map(|of_base| of_base.into_iter().filter(&mut is_new).collect()).collect();
        asked += new.iter().map(Vec::len).sum::<usize>();
        let found: Vec<Vec<Tally>> =
            new.par_iter().map(|of_base| ask(options, &tallies, of_base)).collect::<Result<_, _>>()?;
        for of_base in found {
            tallies.iter_mut().zip(of_base).for_each(|(tally, new)| tally.merge(new));
        }
    }
    Ok(Judged { counts: programs.counts, programs: asked, targets: tallies })
}

/// A base program and its variants.
pub fn varied(base: &Base, options: &Options<'_>, representatives: &Representatives) -> Vec<Program> {
    let draft = base.draft();
    let is_varied = draft.threads.len() <= options.varied_threads;
    let others = if is_varied { variants(&draft, |kind, space| representatives.of(kind, space)) } else { Vec::new() };
    std::iter::once(&draft).chain(&others).map(Program::generated).collect()
}

fn hash(value: impl Hash) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(value)
}

/// The table of a target in its setting; `None` if there is no table for it.
fn setting<'a>(target: &'a RefinementTarget<'_>) -> Option<Setting<'a>> {
    let loaded: &LoadedTable = target.table.as_ref().ok()?;
    Some(Setting { table: &loaded.table, configuration: target.configuration, opencl: target.opencl })
}

/// What programs say of every target, in the order of the targets. Changes that are known to break something are not tried again.
///
/// # Errors
/// What is wrong with a program or a model.
pub fn ask(options: &Options<'_>, known: &[Tally], programs: &[Program]) -> Result<Vec<Tally>, Vec<Diagnostic>> {
    let mut tallies = vec![Tally::default(); options.targets.len()];
    let mut asked_before: FxHashSet<(usize, u64)> = FxHashSet::default();
    for Program { shown: program, skeleton } in programs {
        let test = structure(&program.text)?;
        let source = SourceSide::decide(&test, options.resources, options.settings)?;
        for (index, target) in options.targets.iter().enumerate() {
            let (Some(setting), Ok(Allowed::Defined(forbidden))) =
                (setting(target), source.for_language(target.opencl))
            else {
                continue;
            };
            if forbidden.candidates.is_empty() {
                continue;
            }
            let asked = Asked { target, setting, test: &test, forbidden, program, audit: options.audit };
            let mut is_known = |code: &Code, rows: &BTreeSet<Line>| {
                !asked_before.insert((index, hash((skeleton, rows, asked.key(code)))))
            };
            let tally = &mut tallies[index];
            asked.judge(&known[index], tally, &mut is_known);
        }
    }
    Ok(tallies)
}

/// One program asked of one target.
struct Asked<'a> {
    target: &'a RefinementTarget<'a>,
    setting: Setting<'a>,
    test: &'a EventStructure,
    forbidden: &'a Forbidden,
    program: &'a Shown,
    audit: bool,
}

impl Asked<'_> {
    /// Adds to a tally what the program says, unless code is known that says the same of executions that are the same.
    fn judge(&self, known: &Tally, tally: &mut Tally, is_known: &mut dyn FnMut(&Code, &BTreeSet<Line>) -> bool) {
        let code = match hardware::lower(self.test, &self.setting, &self.target.chip) {
            Ok(code) => code,
            Err(errors) => {
                tally.missing.extend(errors.into_iter().map(|error| error.message));
                return;
            }
        };
        let lines: BTreeSet<Line> = (0..code.steps.len()).flat_map(|step| self.rows(&code, step)).collect();
        let is_known = is_known(&code, &lines);
        let mut rows: BTreeMap<Line, RowTally> =
            lines.into_iter().map(|line| (line, RowTally { programs: 1, ..RowTally::default() })).collect();
        let mut changes = BTreeMap::new();
        if !is_known {
            match self.breaks(&code) {
                Ok(false) if self.audit => changes = self.change(&code, known, tally),
                Ok(false) => {}
                Ok(true) => self.blame(&code, known, &mut rows),
                Err(why) => rows.values_mut().for_each(|row| row.unknown = Some((1, why.to_string()))),
            }
        }
        tally.merge(Tally { rows, changes, missing: BTreeSet::new() });
    }

    /// What the answer depends on besides the accesses: the code with its origin, and the executions that are forbidden.
    fn key(&self, code: &Code) -> u64 {
        let instr = |instr: &MachineInstr| hash((instr.to_string(), format!("{:?}", instr.origin)));
        let code: Vec<Vec<u64>> = code.steps.iter().map(|step| step.iter().map(instr).collect()).collect();
        let candidates: Vec<u64> = self
            .forbidden
            .candidates
            .iter()
            .map(|execution| hash((&execution.rf, &execution.co, &execution.values)))
            .collect();
        hash((code, candidates))
    }

    fn breaks(&self, code: &Code) -> Result<bool, crate::engine::Inconclusive> {
        breaks(self.test, self.forbidden, code, &self.target.chip)
    }

    /// The rows that a step's code is from: that of its operation, and those that it refers to.
    fn rows(&self, code: &Code, step: usize) -> BTreeSet<Line> {
        let instr = self.test.steps[step].instr.as_ref().and_then(|(instr, _)| query(instr));
        let own = instr.and_then(|query| row(&self.setting, &query).ok()).map(|row| row.line);
        let referred = code.steps[step].iter().filter_map(|instr| match instr.origin {
            Origin::Row { row, .. } => Some(row),
            Origin::Target | Origin::Test => None,
        });
        referred.chain(own).collect()
    }
}

impl Tally {
    fn merge(&mut self, other: Tally) {
        for (line, row) in other.rows {
            self.rows.entry(line).or_default().merge(row);
        }
        for (change, shown) in other.changes {
            let known = self.changes.entry(change).or_default();
            *known = known.take().into_iter().chain(shown).min();
        }
        self.missing.extend(other.missing);
    }
}

impl RowTally {
    fn merge(&mut self, other: RowTally) {
        self.programs += other.programs;
        // A program that shows this row alone at fault says more than a smaller one that does not.
        let rank = |unsound: &(Shown, bool)| (!unsound.1, unsound.0.clone());
        self.unsound = self.unsound.take().into_iter().chain(other.unsound).min_by_key(rank);
        self.unknown = match (self.unknown.take(), other.unknown) {
            (Some((a, why)), Some((b, _))) => Some((a + b, why)),
            (one, other) => one.or(other),
        };
    }
}
