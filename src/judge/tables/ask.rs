//! Programs asked of targets: what each says of the rows that its code is from, and of changes of that code.

use super::roles::{self, OfStep};
use super::{Options, Program, RowTally, Shown, Tally, hash};
use crate::engine::Inconclusive;
use crate::engine::answers::{Forbidden, Source as Allowed};
use crate::hardware::{self, Code};
use crate::judge::programs::structure;
use crate::judge::source::{self, SourceSide};
use crate::judge::store::Question;
use crate::lowering::machine::{MachineInstr, Origin};
use crate::lowering::{Query, Setting, query, row};
use crate::program::EventStructure;
use crate::refine::{RefinementTarget, breaks};
use crate::syntax::source::Diagnostic;
use crate::syntax::table::ast::Line;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;

/// Puts programs to targets: whether the code for each refines its source.
pub struct Asker<'o> {
    options: &'o Options<'o>,
    /// By target, all that verdicts on code depend on besides the program and the code.
    contents: Vec<Question>,
}

impl<'o> Asker<'o> {
    /// What asks programs of these targets.
    ///
    /// # Errors
    /// What is wrong with a model.
    pub fn new(options: &'o Options<'o>) -> Result<Asker<'o>, Vec<Diagnostic>> {
        let models = source::models(options.resources)?;
        let of_model: Vec<Question> =
            models.iter().map(|model| source::content(model, options.settings.races)).collect();
        let of_target = |target: &RefinementTarget<'_>| {
            Question::about(&(of_model[usize::from(target.opencl)], format!("{:?}", target.chip)))
        };
        Ok(Asker { options, contents: options.targets.iter().map(of_target).collect() })
    }

    /// What programs say of every target, in the order of the targets. Changes that are known to break something are not tried again.
    ///
    /// # Errors
    /// What is wrong with a program or a model.
    pub fn ask(&self, known: &[Tally], programs: &[Program]) -> Result<Vec<Tally>, Vec<Diagnostic>> {
        let mut tallies = vec![Tally::default(); self.options.targets.len()];
        let mut asked_before: FxHashSet<(usize, u64)> = FxHashSet::default();
        // The targets on which a program is sound of which every operation's instructions are changed: those of its variants need not all be.
        let mut changed_all: FxHashSet<usize> = FxHashSet::default();
        for Program { shown: program, bare, changed } in programs {
            let test = structure(&program.text)?;
            let source = SourceSide::decide(&test, self.options.resources, self.options.settings)?;
            let roles = roles::roles(&test);
            for (index, target) in self.options.targets.iter().enumerate() {
                let tally = &mut tallies[index];
                let Some(setting) = target.setting() else { continue };
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
                let asked = Asked { changed, roles: &roles, ..self.asked(index, setting, &test, forbidden, program) };
                let mut is_known = |code: &Code, rows: &BTreeSet<Line>| {
                    !asked_before.insert((index, hash((bare, rows, asked.key(code)))))
                };
                let is_sound = asked.judge(&known[index], tally, &mut is_known);
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
    ) -> Result<Vec<Vec<String>>, Vec<Diagnostic>> {
        let test = structure(&program.text)?;
        let source = SourceSide::decide(&test, self.options.resources, self.options.settings)?;
        let of_target = |&index: &usize| {
            let target = &self.options.targets[index];
            let Ok(Allowed::Defined(forbidden)) = source.for_language(target.opencl) else { return Vec::new() };
            let Some(setting) = target.setting() else { return Vec::new() };
            let asked = self.asked(index, setting, &test, forbidden, program);
            hardware::lower(&test, &setting, &target.chip).map_or(Vec::new(), |code| asked.omitted(&code))
        };
        Ok(numbers.iter().map(of_target).collect())
    }

    /// A program asked of a target, every instruction changed.
    fn asked<'a>(
        &'a self,
        index: usize,
        setting: Setting<'a>,
        test: &'a EventStructure,
        forbidden: &'a Forbidden,
        program: &'a Shown,
    ) -> Asked<'a> {
        let content = Question::about(&(self.contents[index], &program.text));
        let target = &self.options.targets[index];
        Asked { target, setting, test, forbidden, program, content, roles: &[], changed: None, options: self.options }
    }
}

/// One program asked of one target.
pub(super) struct Asked<'a> {
    pub(super) target: &'a RefinementTarget<'a>,
    pub(super) setting: Setting<'a>,
    pub(super) test: &'a EventStructure,
    forbidden: &'a Forbidden,
    pub(super) program: &'a Shown,
    /// All that verdicts on code depend on besides the code.
    content: Question,
    pub(super) changed: Option<Query>,
    /// By step what it is there for.
    roles: &'a [OfStep],
    options: &'a Options<'a>,
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
        let mut rows: BTreeMap<Line, RowTally> = BTreeMap::new();
        for (step, roles) in self.roles.iter().enumerate() {
            let own = self.own_row(step);
            for line in self.rows(&code, step) {
                let row = rows.entry(line).or_insert_with(|| RowTally { programs: 1, ..RowTally::default() });
                row.roles = row.roles.and(if own == Some(line) { *roles } else { roles.elsewhere() });
            }
        }
        let is_known = is_known(&code, &rows.keys().copied().collect());
        let (mut changes, mut barrier) = (BTreeMap::new(), None);
        let breaks = if is_known { None } else { Some(self.breaks(&code)) };
        let is_sound = breaks == Some(Ok(false));
        if let Some(breaks) = breaks {
            match breaks {
                Ok(false) if self.options.audit => changes = self.change(&code, known, tally),
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

    /// Whether code reaches what the program's source forbids.
    pub(super) fn breaks(&self, code: &Code) -> Result<bool, Inconclusive> {
        let decide = || breaks(self.test, self.forbidden, code, &self.target.chip).map(u64::from);
        let question = Question::about(&("breaks", self.content, identity(code)));
        Ok(self.options.run.store.answer(question, decide)? != 0)
    }

    /// The rows that a step's code is from: that of its operation, and those that it refers to.
    pub(super) fn rows(&self, code: &Code, step: usize) -> BTreeSet<Line> {
        let referred = code.steps[step].iter().filter_map(|instr| match instr.origin {
            Origin::Row { row, .. } => Some(row),
            Origin::Target | Origin::Test => None,
        });
        referred.chain(self.own_row(step)).collect()
    }

    /// The row of a step's operation.
    fn own_row(&self, step: usize) -> Option<Line> {
        let instr = self.test.steps[step].instr.as_ref().and_then(|(instr, _)| query(instr));
        instr.and_then(|query| row(&self.setting, &query).ok()).map(|row| row.line)
    }
}

/// What tells code from other code for one program: its instructions, whatever they are from.
fn identity(code: &Code) -> Vec<Vec<impl Hash>> {
    let instr = |instr: &MachineInstr| {
        let MachineInstr { mnemonic, operands, access, movement, origin: _, span: _ } = instr;
        let access = access.as_ref().map(|access| (access.kind, access.role));
        (mnemonic.clone(), operands.clone(), access, format!("{movement:?}"))
    };
    code.steps.iter().map(|step| step.iter().map(instr).collect()).collect()
}
