//! Tables of code sequences judged by generated programs: which rows are sound, and which instructions are needed.

use super::programs::{Counts, NAME, Programs, structure};
use super::representatives;
use super::source::{self, SourceSide};
use crate::engine::Settings;
use crate::engine::answers::{Forbidden, Source as Allowed};
use crate::generate::{Base, Draft, Limits, Variant, variants};
use crate::hardware::{self, Assume, Code};
use crate::lowering::machine::{MachineInstr, Origin};
use crate::lowering::{LoadedTable, Query, Setting, query, row};
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
mod evidence;
mod reach;
#[cfg(test)]
mod tests;

pub use super::representatives::Representatives;
pub use change::{Change, Part};
pub use reach::Unreached;

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
    /// The assumptions of the hardware that were chosen.
    pub assume: Assume,
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

/// A program that shows something; smaller ones come first, and of these those with a shorter text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its accesses, fences and barriers.
    pub events: usize,
    /// Its text.
    pub text: String,
}

impl Ord for Shown {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |shown: &Shown| (shown.events, shown.text.len());
        key(self).cmp(&key(other)).then_with(|| self.text.cmp(&other.text))
    }
}

impl PartialOrd for Shown {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A program that is asked.
#[derive(Clone, Debug)]
pub struct Program {
    /// What is shown of it if it shows something.
    pub shown: Shown,
    /// A number that programs share only if they differ in nothing but orderings, scopes and flags.
    pub skeleton: u64,
    /// The operation whose code is changed if instructions are; `None` for all.
    pub changed: Option<Query>,
}

impl Program {
    /// A generated program; of a variant the operation that it is varied in.
    pub fn generated(draft: &Draft, changed: Option<Query>) -> Program {
        let order = draft.order();
        let shown = Shown { events: draft.events(), text: draft.text_in(&order, NAME) };
        Program { shown, skeleton: hash(draft.skeleton().text_in(&order, NAME)), changed }
    }
}

/// What programs say of a table for one target in one language.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The rows that programs use, by the line they begin at.
    pub rows: BTreeMap<Line, RowTally>,
    /// The changes of the code, with the smallest program that each breaks.
    pub changes: BTreeMap<Change, Option<Shown>>,
    /// What shows that the target's barrier, which is of no row, does not order what stands around it, if something does.
    pub barrier: Option<Unsound>,
    /// Why it is not decided what programs may do, so that nothing is asked of their code.
    pub undecided: BTreeSet<String>,
}

/// What programs say of a row.
#[derive(Clone, Debug, Default)]
pub struct RowTally {
    /// The programs that use it and forbid something.
    pub programs: usize,
    /// What shows that it is unsound, if something does.
    pub unsound: Option<Unsound>,
    /// The programs of which it is not known, and why of one.
    pub unknown: Option<(usize, String)>,
}

/// What shows that a row is unsound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsound {
    /// The smallest program.
    pub shown: Shown,
    /// Whether the row alone is at fault.
    pub alone: bool,
    /// The assumptions of model and hardware without which the program is not unsound.
    pub rests_on: Vec<String>,
}

/// Base programs that are judged before what they show is shared.
const BATCH: usize = 64;

/// Judges tables by every program within the limits.
///
/// # Errors
/// What is wrong with a model.
pub fn judge(options: &Options<'_>, mut progress: impl FnMut(usize, usize)) -> Result<Judged, Vec<Diagnostic>> {
    let models = source::models(options.resources)?;
    let programs = Programs::new(options.limits, &models, options.resources, options.settings)?;
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
    evidence::add_assumptions(options, &mut tallies)?;
    Ok(Judged { counts: programs.counts, programs: asked, targets: tallies })
}

/// A base program and its variants.
pub fn varied(base: &Base, options: &Options<'_>, representatives: &Representatives) -> Vec<Program> {
    let draft = base.draft();
    let is_varied = draft.threads.len() <= options.varied_threads;
    let others = if is_varied { variants(&draft, |kind, space| representatives.of(kind, space)) } else { Vec::new() };
    let variant = |variant: &Variant| {
        let query = || representatives::query(&variant.operation, variant.space);
        Program::generated(&variant.draft, variant.accesses_alike().then(query))
    };
    std::iter::once(Program::generated(&draft, None)).chain(others.iter().map(variant)).collect()
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
    // The targets on which a program is sound of which every operation's instructions are changed: those of its variants need not all be.
    let mut changed_all: FxHashSet<usize> = FxHashSet::default();
    for Program { shown: program, skeleton, changed } in programs {
        let test = structure(&program.text)?;
        let source = SourceSide::decide(&test, options.resources, options.settings)?;
        for (index, target) in options.targets.iter().enumerate() {
            let tally = &mut tallies[index];
            let Some(setting) = setting(target) else { continue };
            let forbidden = match source.for_language(target.opencl) {
                Ok(Allowed::Racy) => continue,
                Ok(Allowed::Defined(forbidden)) if forbidden.candidates.is_empty() => continue,
                Ok(Allowed::Defined(forbidden)) => forbidden,
                Err(why) => {
                    tally.undecided.insert(why.to_string());
                    continue;
                }
            };
            let changed = if changed_all.contains(&index) { *changed } else { None };
            let asked = Asked { target, setting, test: &test, forbidden, program, changed, audit: options.audit };
            let mut is_known = |code: &Code, rows: &BTreeSet<Line>| {
                !asked_before.insert((index, hash((skeleton, rows, asked.key(code)))))
            };
            let is_sound = asked.judge(&known[index], tally, &mut is_known);
            if is_sound && changed.is_none() {
                changed_all.insert(index);
            }
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
    changed: Option<Query>,
    audit: bool,
}

impl Asked<'_> {
    /// Adds to a tally what the program says, unless code is known that says the same of executions that are the same. Whether it was asked and is
    /// sound.
    fn judge(
        &self,
        known: &Tally,
        tally: &mut Tally,
        is_known: &mut dyn FnMut(&Code, &BTreeSet<Line>) -> bool,
    ) -> bool {
        // Of rows that are without code everywhere it is said why ([`Unreached`]).
        let Ok(code) = hardware::lower(self.test, &self.setting, &self.target.chip) else { return false };
        let lines: BTreeSet<Line> = (0..code.steps.len()).flat_map(|step| self.rows(&code, step)).collect();
        let is_known = is_known(&code, &lines);
        let mut rows: BTreeMap<Line, RowTally> =
            lines.into_iter().map(|line| (line, RowTally { programs: 1, ..RowTally::default() })).collect();
        let (mut changes, mut barrier) = (BTreeMap::new(), None);
        let breaks = if is_known { None } else { Some(self.breaks(&code)) };
        let is_sound = breaks == Some(Ok(false));
        if let Some(breaks) = breaks {
            match breaks {
                Ok(false) if self.audit => changes = self.change(&code, known, tally),
                Ok(false) => {}
                Ok(true) => barrier = self.blame(&code, known, &mut rows),
                Err(why) => rows.values_mut().for_each(|row| row.unknown = Some((1, why.to_string()))),
            }
        }
        tally.merge(Tally { rows, changes, barrier, ..Tally::default() });
        is_sound
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
        self.barrier = Unsound::first(self.barrier.take(), other.barrier);
        self.undecided.extend(other.undecided);
    }
}

impl Unsound {
    /// The one that says more: a program that shows one row alone at fault, before a smaller one that does not.
    fn first(one: Option<Unsound>, other: Option<Unsound>) -> Option<Unsound> {
        one.into_iter().chain(other).min_by_key(|unsound| (!unsound.alone, unsound.shown.clone()))
    }
}

impl RowTally {
    fn merge(&mut self, other: RowTally) {
        self.programs += other.programs;
        self.unsound = Unsound::first(self.unsound.take(), other.unsound);
        self.unknown = match (self.unknown.take(), other.unknown) {
            (Some((a, why)), Some((b, _))) => Some((a + b, why)),
            (one, other) => one.or(other),
        };
    }
}
