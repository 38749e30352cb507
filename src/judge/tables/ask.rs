//! Programs asked of targets: what each says of the rows that its code is from, and of changes of that code.

use super::blame;
use super::conditions::Conditions;
use super::posed::{Before, Left, Posed, Unnamed};
use super::{Broken, Negated, Options, Program, RowTally, Shown, Tally, hash};
use crate::engine::Inconclusive;
use crate::hardware::{self, Code};
use crate::judge::programs::structure;
use crate::judge::source::{LANGUAGES, content, models};
use crate::judge::store::Question;
use crate::llvm::{AddressSpace, SyncScope};
use crate::lowering::machine::{MachineInstr, Movement, Origin, Role};
use crate::lowering::{Query, SelectedBefore, Setting, query, row, rows, select};
use crate::program::EventStructure;
use crate::refine::RefinementTarget;
use crate::syntax::source::Diagnostic;
use crate::syntax::table::ast::{Access, Line, Op};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::sync::OnceLock;

/// Puts programs to targets: whether the code for each refines its source.
pub struct Asker<'o> {
    pub(super) options: &'o Options<'o>,
    /// By target, the number of its table.
    tables: Vec<Option<usize>>,
    /// By target, all of its hardware that verdicts on code depend on.
    chips: Vec<Question>,
    /// By language, all that its model says.
    pub(super) models: [Question; LANGUAGES.len()],
    /// What programs say that none of them names.
    pub(super) unnamed: Unnamed,
    /// By target, the conditions of its table; made when something is asked of them.
    pub(super) conditions: OnceLock<Vec<Conditions>>,
    /// By target, the code that was selected for it.
    selected: Vec<SelectedBefore>,
    /// By target, the instructions that order everything.
    fences: Vec<Vec<MachineInstr>>,
}

impl<'o> Asker<'o> {
    /// What asks programs of these targets.
    ///
    /// # Errors
    /// What is wrong with a model.
    pub fn new(options: &'o Options<'o>) -> Result<Asker<'o>, Vec<Diagnostic>> {
        let of_target = |target: &RefinementTarget<'_>| Question::about(&format!("{:?}", target.chip));
        let models = models(options.resources)?;
        let unnamed = Unnamed::of(&models);
        let models = LANGUAGES.map(|opencl| content(models[usize::from(opencl)], options.settings.races));
        let chips = options.targets.iter().map(of_target).collect();
        let selected = options.targets.iter().map(|_| SelectedBefore::default()).collect();
        let fences = options.targets.iter().map(blame::fence).collect();
        let tables = options.table_numbers();
        Ok(Asker { options, tables, chips, models, unnamed, conditions: OnceLock::new(), selected, fences })
    }

    /// What a target's code is selected in; `None` if there is no table for it.
    pub(super) fn setting(&self, index: usize) -> Option<Setting<'_>> {
        Some(self.options.targets[index].setting()?.remembering(&self.selected[index]))
    }

    /// What programs say of every target, in the order of the targets. Changes that are known to break something are not tried again.
    ///
    /// # Errors
    /// What is wrong with a program or a model.
    pub fn ask(&self, known: &[Tally], programs: &[Program]) -> Result<Vec<Tally>, Vec<Diagnostic>> {
        let mut tallies = vec![Tally::default(); self.options.targets.len()];
        let before = Before::default();
        let mut known_code = KnownCode::default();
        // The targets on which a program is sound of which every operation's instructions are changed: those of its variants need not all be.
        let mut changed_all: FxHashSet<usize> = FxHashSet::default();
        for Program { shown, changed, tables, counts } in programs {
            let test = structure(&shown.text)?;
            let is_asked = |index: &usize| self.tables[*index].is_some_and(|table| tables.contains(table));
            let targets = self.options.targets.iter().enumerate().filter(|(index, _)| is_asked(index));
            let targets = targets.filter(|(_, target)| shown.is_for(target));
            let targets = targets.filter_map(|(index, target)| Some((index, target, self.setting(index)?)));
            let targets: Vec<_> = targets.filter(|(.., setting)| narrows_code(&test, setting)).collect();
            let posed = Posed::of_test(shown, test, targets.iter().map(|(_, target, _)| *target), (self, &before))?;
            for (index, target, setting) in targets {
                let tally = &mut tallies[index];
                match posed.left(target) {
                    Ok(Left::Nothing) => continue,
                    Ok(Left::Executions(_)) => {}
                    Err(why) => {
                        tally.undecided.insert(why.to_string());
                        continue;
                    }
                }
                let changed = if changed_all.contains(&index) { *changed } else { None };
                let asked = Asked { changed, counts: *counts, ..self.asked(index, setting, &posed) };
                let key = |code: &Code, rows: &BTreeSet<Line>| (index, hash((shown.bare, rows, asked.key(code))));
                let is_sound = asked.judge(&known[index], tally, key, &mut known_code);
                if is_sound && changed.is_none() {
                    changed_all.insert(index);
                }
            }
        }
        Ok(tallies)
    }

    /// By target: what its rows leave out on a condition, and with which by itself a program would not break.
    ///
    /// # Errors
    /// What is wrong with the program or a model.
    pub(super) fn omitted(
        &self,
        program: &Shown,
        numbers: &BTreeSet<usize>,
    ) -> Result<Vec<Vec<(Negated, String)>>, Vec<Diagnostic>> {
        let targets = numbers.iter().map(|&index| &self.options.targets[index]);
        let before = Before::default();
        let posed = Posed::of_test(program, structure(&program.text)?, targets, (self, &before))?;
        let of_target = |&index: &usize| {
            let target = &self.options.targets[index];
            let Ok(Left::Executions(_)) = posed.left(target) else { return Vec::new() };
            let Some(setting) = self.setting(index) else { return Vec::new() };
            self.asked(index, setting, &posed).omitted()
        };
        Ok(numbers.iter().map(of_target).collect())
    }

    /// A program asked of a target, every instruction changed.
    pub(super) fn asked<'a>(&'a self, index: usize, setting: Setting<'a>, posed: &'a Posed<'a>) -> Asked<'a> {
        let target = &self.options.targets[index];
        let content = Question::about(&(self.chips[index], posed.shown.bare, posed.executions(target)));
        let conditions = self.conditions(index);
        let fence = &self.fences[index];
        Asked { target, setting, posed, content, conditions, fence, changed: None, counts: true, options: self.options }
    }
}

/// Whether the code says more than that of the program with all operations for every address space, which promises more: some operation that is for one alone
/// has other code, or there is none.
fn narrows_code(test: &EventStructure, setting: &Setting<'_>) -> bool {
    let queries = || test.steps.iter().filter_map(|step| query(&step.instr.as_ref()?.0));
    let wide = |query: &Query| {
        let space = if query.op == Op::Fence { AddressSpace::Generic } else { query.space };
        Query { scope: SyncScope { one_as: false, ..query.scope }, space, ..*query }
    };
    let is_narrow = |query: &Query| wide(query) != *query;
    !queries().any(|query| is_narrow(&query))
        || queries().any(|query| is_narrow(&query) && select(setting, &query) != select(setting, &wide(&query)))
}

/// What is known of code that programs before had.
#[derive(Default)]
struct KnownCode {
    /// Whether it breaks.
    broken: FxHashMap<(usize, u64), bool>,
    /// Of which it was asked what conditions are for, with the sides of their negations that change it.
    negated: FxHashSet<((usize, u64), u64)>,
}

/// One program asked of one target.
pub(super) struct Asked<'a> {
    pub(super) target: &'a RefinementTarget<'a>,
    pub(super) setting: Setting<'a>,
    pub(super) posed: &'a Posed<'a>,
    /// All that verdicts on code depend on besides the code. Of operations that is what they access: their promises are the code's to keep.
    content: Question,
    pub(super) conditions: &'a Conditions,
    /// The instructions that order everything on the target.
    pub(super) fence: &'a [MachineInstr],
    pub(super) changed: Option<Query>,
    /// Whether it is one more program of the rows that it uses.
    pub(super) counts: bool,
    options: &'a Options<'a>,
}

impl Asked<'_> {
    /// Adds to a tally what the program says. Code that is known to break executions that are the same, or not to, is not asked again. Whether it was
    /// asked and is sound.
    fn judge(
        &self,
        known: &Tally,
        tally: &mut Tally,
        key: impl FnOnce(&Code, &BTreeSet<Line>) -> (usize, u64),
        before: &mut KnownCode,
    ) -> bool {
        let code = match hardware::lower_or_gaps(&self.posed.test, &self.setting, &self.target.chip) {
            Ok(code) => code,
            Err(gaps) => {
                tally.merge(self.beside_gaps(&gaps, known));
                return false;
            }
        };
        let mut rows = self.used_rows(&code);
        let key = key(&code, &rows.keys().copied().collect());
        let (mut changes, mut barrier) = (BTreeMap::new(), None);
        let known_broken = before.broken.get(&key).copied();
        let breaks = if known_broken.is_some() { None } else { Some(self.breaks(&code)) };
        let is_broken = known_broken.unwrap_or(breaks == Some(Ok(true)));
        before.broken.insert(key, is_broken);
        let mut conditions = BTreeMap::new();
        if self.options.audit {
            let sides = self.negated(None);
            // Operations that are told apart by conditions alone may have the same code.
            if before.negated.insert((key, hash(&sides))) {
                conditions = self.judge_conditions(&code, sides, (known, tally));
            }
        }
        if is_broken {
            let broken = self.broken();
            rows.values_mut().for_each(|row| row.broken = broken);
        }
        let is_sound = breaks == Some(Ok(false));
        if let Some(breaks) = breaks {
            match breaks {
                Ok(false) if self.options.audit => changes = self.change(&code, known, tally),
                Ok(false) => {}
                Ok(true) => barrier = self.blame(&code, known, &mut rows),
                Err(why) => {
                    rows.values_mut().for_each(|row| row.unknown = Some((usize::from(self.counts), why.to_string())));
                }
            }
        }
        tally.merge(Tally { rows, changes, conditions, barrier, ..Tally::default() });
        is_sound
    }

    /// The program as one that breaks, if it counts.
    pub(super) fn broken(&self) -> Broken {
        if self.counts { Broken::one(&self.posed.shown.text) } else { Broken::default() }
    }

    /// The rows that its code is from, with what its operations are there for.
    pub(super) fn used_rows(&self, code: &Code) -> BTreeMap<Line, RowTally> {
        let mut rows: BTreeMap<Line, RowTally> = BTreeMap::new();
        for (step, roles) in self.posed.roles.iter().enumerate() {
            let own = self.own_row(step);
            let roles = if self.setting.configuration.has_lds() { *roles } else { roles.in_one_memory() };
            for line in self.rows(code, step) {
                let programs = usize::from(self.counts);
                let row = rows.entry(line).or_insert_with(|| RowTally { programs, ..RowTally::default() });
                row.roles = row.roles.and(if own == Some(line) { roles } else { roles.elsewhere() });
            }
        }
        rows
    }

    /// What the answer depends on besides the accesses: the code with its origin, and the executions that are forbidden.
    pub(super) fn key(&self, code: &Code) -> u64 {
        let instr = |instr: &MachineInstr| hash((&instr.mnemonic, &instr.operands, instr.origin));
        let code: Vec<Vec<u64>> = code.steps.iter().map(|step| step.iter().map(instr).collect()).collect();
        hash((code, self.posed.executions(self.target)))
    }

    /// Whether code reaches what the program's source forbids.
    pub(super) fn breaks(&self, code: &Code) -> Result<bool, Inconclusive> {
        let question = Question::about(&("breaks", self.content, identity(code)));
        self.posed.before.answer(question, || {
            let decide = || self.posed.is_broken(code, self.target).map(u64::from);
            Ok(self.options.run.store.answer(question, decide)? != 0)
        })
    }

    /// The rows that a step's code is from: that of its operation, and those that it refers to.
    pub(super) fn rows(&self, code: &Code, step: usize) -> BTreeSet<Line> {
        let referred = code.steps[step].iter().filter_map(|instr| match instr.origin {
            Origin::Row { row, .. } => Some(row),
            Origin::Target | Origin::End | Origin::Packet | Origin::Host | Origin::Choice | Origin::Test => None,
        });
        referred.chain(self.own_row(step)).collect()
    }

    /// The row of a step's operation.
    pub(super) fn own_row(&self, step: usize) -> Option<Line> {
        own_row(&self.posed.test, &self.setting, step)
    }
}

fn own_row(test: &EventStructure, setting: &Setting<'_>, step: usize) -> Option<Line> {
    let instr = test.steps[step].instr.as_ref().and_then(|(instr, _)| query(instr));
    instr.and_then(|query| row(setting, &query).ok()).map(|row| row.line)
}

/// The rows of a program's operations, and those that they refer to.
pub(super) fn rows_of(test: &EventStructure, setting: &Setting<'_>) -> BTreeSet<Line> {
    let queries = test.steps.iter().filter_map(|step| query(&step.instr.as_ref()?.0));
    queries.flat_map(|query| rows(setting, &query)).map(|row| row.line).collect()
}

/// What tells an instruction from another one for one program, whatever they are from.
#[derive(PartialEq, Hash)]
pub(super) struct Identity<'c> {
    mnemonic: &'c str,
    operands: &'c [String],
    access: Option<(Access, Role)>,
    movement: Option<&'c Movement>,
}

impl Identity<'_> {
    fn new(instr: &MachineInstr) -> Identity<'_> {
        let MachineInstr { mnemonic, operands, access, movement, origin: _, span: _ } = instr;
        let access = access.as_ref().map(|access| (access.kind, access.role));
        Identity { mnemonic, operands, access, movement: movement.as_deref() }
    }
}

/// What tells code from other code for one program.
pub(super) fn identity(code: &Code) -> Vec<Vec<Identity<'_>>> {
    code.steps.iter().map(|step| step.iter().map(Identity::new).collect()).collect()
}
