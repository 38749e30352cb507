//! Edits of rows put to programs: which of them some program refuses.
//!
//! A program refuses edits if it is sound and would not be with them, or if they should mend it and do not.

use super::ask::{Asked, Asker, identity, rows_of};
use super::posed::{Before, Left, Posed};
use super::{All, Asking, Options, Program, Shown, ask_all};
use crate::generate::{Base, Draft};
use crate::hardware::{self, Code};
use crate::judge::programs::structure;
use crate::judge::representatives::queries;
use crate::judge::run::{Ended, Phase};
use crate::lowering::edit::{Edit, edited};
use crate::lowering::{LoadedTable, Query, Setting, rows};
use crate::memo::Memo;
use crate::refine::RefinementTarget;
use crate::syntax::source::Diagnostic;
use crate::syntax::table::ast::{Line, Row};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A row that is edited.
pub(super) struct Subject<'r> {
    pub(super) loaded: &'r LoadedTable,
    /// Its number among the rows of the table.
    pub(super) number: usize,
    /// The programs that are asked first.
    pub(super) first: BTreeSet<Shown>,
    /// What edits have to mend.
    pub(super) duty: Duty,
}

/// What edits of a row have to mend.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Duty {
    /// Nothing: they only must not break what is sound.
    Nothing,
    /// Programs that no other row could mend.
    Own,
    /// All programs that the row could mend.
    Any,
}

/// Which programs are asked. Most edits fail to mend, and are not asked of sound programs then.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Those that break, and might be mended.
    Broken,
    /// Those that are sound.
    Sound,
}

/// Edits that are tried.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) edits: Vec<Edit>,
    /// How many programs have other code with them, each counted for every target.
    pub(super) changed: usize,
    /// The targets on which a program refuses them.
    pub(super) refused: BTreeSet<usize>,
}

/// What is known of the candidates for a subject.
#[derive(Clone, Default)]
pub(super) struct Tried {
    pub(super) candidates: Vec<Candidate>,
    /// The programs that refused some.
    pub(super) refusing: BTreeSet<Shown>,
    /// How many programs they have to mend, each counted for every target.
    pub(super) mended: usize,
    /// How many others they could mend, and another row could, too.
    pub(super) through_others: usize,
}

/// That a program refuses candidates of a subject on a target, and whether it is one that is to be mended.
struct Answer {
    subject: usize,
    target: usize,
    to_mend: bool,
    /// Whether it need not be mended, since another row could.
    through_others: bool,
    /// The candidates with which it has other code, and whether it refuses them.
    changed: Vec<(usize, bool)>,
    shown: Shown,
}

impl Candidate {
    fn new(edits: Vec<Edit>) -> Candidate {
        Candidate { edits, changed: 0, refused: BTreeSet::new() }
    }

    /// Whether no program refuses it on any target.
    pub(super) fn is_accepted(&self) -> bool {
        self.refused.is_empty()
    }

    /// Whether it may still be of use: by itself on some target, or with another on all.
    fn may_be_accepted(&self) -> bool {
        self.edits.len() == 1 || self.is_accepted()
    }
}

impl Tried {
    pub(super) fn new(edits: impl IntoIterator<Item = Vec<Edit>>) -> Tried {
        Tried { candidates: edits.into_iter().map(Candidate::new).collect(), ..Tried::default() }
    }

    /// The same programs for other candidates.
    pub(super) fn again(&self, edits: impl IntoIterator<Item = Vec<Edit>>) -> Tried {
        Tried { refusing: self.refusing.clone(), ..Tried::new(edits) }
    }
}

impl<'r> Subject<'r> {
    /// A row by its number.
    pub(super) fn new(loaded: &'r LoadedTable, number: usize, duty: Duty) -> Subject<'r> {
        Subject { loaded, number, first: BTreeSet::new(), duty }
    }

    pub(super) fn row(&self) -> &'r Row {
        &self.loaded.table.rows[self.number]
    }

    /// Whether it has to mend a program that these rows, each by itself, could mend.
    fn is_to_mend(&self, at_fault: &BTreeSet<Line>) -> bool {
        let is_other = |line: &Line| *line != self.row().line;
        let alone = !at_fault.iter().any(is_other);
        match self.duty {
            Duty::Nothing => false,
            Duty::Own => at_fault.contains(&self.row().line) && alone,
            Duty::Any => at_fault.contains(&self.row().line),
        }
    }
}

/// Puts candidates for rows to programs.
pub(super) struct Sieve<'o, 'r> {
    pub(super) options: &'o Options<'r>,
    pub(super) asker: Asker<'o>,
    pub(super) subjects: Vec<Subject<'r>>,
    /// Of the operations that were looked up, whether a row that is edited is for them.
    memo: Memo<Query, bool>,
}

impl<'o, 'r> Sieve<'o, 'r> {
    /// What puts candidates for these rows to programs.
    pub(super) fn new(options: &'o Options<'r>, asker: Asker<'o>, subjects: Vec<Subject<'r>>) -> Sieve<'o, 'r> {
        Sieve { options, asker, subjects, memo: Memo::default() }
    }
}

impl Sieve<'_, '_> {
    /// Asks every program of the candidates that none has refused yet: first the programs that showed the rows unsound or refused others.
    pub(super) fn all(&self, bases: &[Base], tried: &mut Vec<Tried>) -> Result<All, Ended> {
        if !self.refusing(tried)? {
            return Ok(All { asked: 0, interrupted: Some(0) });
        }
        let broken = self.subjects.iter().any(|subject| subject.duty != Duty::Nothing);
        if broken {
            let all = self.pass(Pass::Broken, bases, tried)?;
            if all.interrupted.is_some() {
                return Ok(all);
            }
        }
        self.pass(Pass::Sound, bases, tried)
    }

    fn pass(&self, pass: Pass, bases: &[Base], tried: &mut Vec<Tried>) -> Result<All, Ended> {
        let ask = |tried: &Vec<Tried>, programs: &[Program]| {
            let open: Vec<usize> =
                (0..self.subjects.len()).filter(|&number| self.is_open(pass, tried, number)).collect();
            let answers = programs.iter().filter(|program| program.counts && !open.is_empty());
            let answers = answers.map(|program| self.ask_one(tried, &program.shown, &open, Some(pass)));
            Ok(answers.collect::<Result<Vec<_>, Vec<Diagnostic>>>()?.into_iter().flatten().collect())
        };
        let wanted = |draft: &Draft| queries(draft).any(|query| self.is_of_subject(&query));
        let merge = |tried: &mut Vec<Tried>, answers| note(tried, answers, true);
        ask_all(self.options, bases, tried, Asking { wanted, ask, merge })
    }

    /// Whether some target has code of a row that is edited for an operation, or of one that refers to it.
    fn is_of_subject(&self, query: &Query) -> bool {
        let uses = |setting: &Setting<'_>, subject: &Subject<'_>| {
            let is_of = std::ptr::eq(&raw const subject.loaded.table, setting.table);
            is_of && rows(setting, query).iter().any(|row| row.line == subject.row().line)
        };
        let mut settings = self.options.targets.iter().filter_map(RefinementTarget::setting);
        self.memo.get(query, || settings.any(|setting| self.subjects.iter().any(|subject| uses(&setting, subject))))
    }

    /// Whether a subject has candidates for the programs of a pass. Where nothing is to be mended, none is of use.
    fn is_open(&self, pass: Pass, tried: &[Tried], subject: usize) -> bool {
        let Tried { candidates, mended, .. } = &tried[subject];
        let is_of_use = match (self.subjects[subject].duty, pass) {
            (Duty::Nothing, _) => pass == Pass::Sound,
            (Duty::Own | Duty::Any, Pass::Broken) => true,
            (Duty::Own | Duty::Any, Pass::Sound) => *mended > 0,
        };
        is_of_use && candidates.iter().any(Candidate::may_be_accepted)
    }

    /// Asks the programs that refused others, each of the candidates for all rows: whether the run was not told to end.
    ///
    /// # Errors
    /// What is wrong with a program or a model.
    pub(super) fn refusing(&self, tried: &mut [Tried]) -> Result<bool, Vec<Diagnostic>> {
        let first: BTreeSet<Shown> = self.first(tried);
        let work = self.options.run.work(Phase::Repairing, first.len());
        let subjects: Vec<usize> = (0..self.subjects.len()).collect();
        for shown in first {
            if self.options.run.is_stopped() {
                return Ok(false);
            }
            let answers = subjects.par_iter().map(|&subject| self.ask_one(tried, &shown, &[subject], None));
            let answers: Vec<Vec<Answer>> = answers.collect::<Result<_, Vec<Diagnostic>>>()?;
            answers.into_iter().for_each(|answers| note(tried, answers, false));
            work.one_is_done();
        }
        Ok(true)
    }

    fn first(&self, tried: &[Tried]) -> BTreeSet<Shown> {
        let shown = self.subjects.iter().flat_map(|subject| &subject.first);
        shown.chain(tried.iter().flat_map(|tried| &tried.refusing)).cloned().collect()
    }

    /// What a program says of the candidates for subjects, if it is of the pass.
    fn ask_one(
        &self,
        tried: &[Tried],
        shown: &Shown,
        subjects: &[usize],
        pass: Option<Pass>,
    ) -> Result<Vec<Answer>, Vec<Diagnostic>> {
        let test = structure(&shown.text)?;
        let open = |&&subject: &&usize| !tried[subject].candidates.is_empty();
        let open: Vec<usize> = subjects.iter().filter(open).copied().collect();
        let mut asked: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, target) in self.options.targets.iter().enumerate() {
            let Some(setting) = target.setting().filter(|_| shown.is_for(target)) else { continue };
            let rows = rows_of(&test, &setting);
            let is_used = |&subject: &usize| {
                let subject = &self.subjects[subject];
                std::ptr::eq(&raw const subject.loaded.table, setting.table) && rows.contains(&subject.row().line)
            };
            let used: Vec<usize> = open.iter().copied().filter(is_used).collect();
            if !used.is_empty() {
                asked.insert(index, used);
            }
        }
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let targets = asked.keys().map(|&index| &self.options.targets[index]);
        let before = Before::default();
        let posed = Posed::of_test(shown, test, targets, (&self.asker, &before))?;
        let answers = asked.iter().flat_map(|(&index, used)| self.ask_target(tried, &posed, (index, used), pass));
        Ok(answers.collect())
    }

    fn ask_target(
        &self,
        tried: &[Tried],
        posed: &Posed<'_>,
        (index, used): (usize, &[usize]),
        pass: Option<Pass>,
    ) -> Vec<Answer> {
        let target = &self.options.targets[index];
        let Some(setting) = target.setting() else { return Vec::new() };
        let Ok(Left::Executions(_)) = posed.left(target) else { return Vec::new() };
        let asked = self.asker.asked(index, setting, posed);
        let Ok(code) = hardware::lower(&posed.test, &setting, &target.chip) else { return Vec::new() };
        let Ok(broken) = asked.breaks(&code) else { return Vec::new() };
        if pass.is_some_and(|pass| broken != (pass == Pass::Broken)) {
            return Vec::new();
        }
        let mends = used.iter().any(|&subject| self.subjects[subject].duty != Duty::Nothing);
        let at_fault = if broken && mends { asked.rows_at_fault(&code) } else { BTreeSet::new() };
        let answer = |&subject: &usize| {
            let to_mend = self.subjects[subject].is_to_mend(&at_fault);
            let through_others = !to_mend && at_fault.contains(&self.subjects[subject].row().line);
            let shown = posed.shown.clone();
            if broken && !to_mend {
                let changed = Vec::new();
                return through_others.then_some(Answer {
                    subject,
                    target: index,
                    to_mend,
                    through_others,
                    changed,
                    shown,
                });
            }
            let mut changed = self.changed(&tried[subject], (&asked, &code), setting, subject, index);
            if to_mend {
                // What leaves the code as it is does not mend it.
                let same = |number: &usize| !changed.iter().any(|(known, _)| known == number);
                changed.extend(
                    self.open(&tried[subject], index).filter(same).map(|number| (number, true)).collect::<Vec<_>>(),
                );
            }
            Some(Answer { subject, target: index, to_mend, through_others, changed, shown })
        };
        used.iter().filter_map(answer).collect()
    }

    /// The numbers of the candidates that are asked on a target: those that another refuses may still be of use on this one.
    fn open<'t>(&self, tried: &'t Tried, target: usize) -> impl Iterator<Item = usize> + 't {
        let is_open = move |candidate: &Candidate| !candidate.refused.contains(&target) && candidate.may_be_accepted();
        let candidates = tried.candidates.iter().enumerate();
        candidates.filter(move |(_, candidate)| is_open(candidate)).map(|(number, _)| number)
    }

    /// The candidates with which the program has other code on a target, or none, and whether it is not sound with them.
    fn changed(
        &self,
        tried: &Tried,
        (asked, code): (&Asked<'_>, &Code),
        setting: Setting<'_>,
        subject: usize,
        target: usize,
    ) -> Vec<(usize, bool)> {
        let open: Vec<usize> = self.open(tried, target).collect();
        if open.is_empty() {
            return Vec::new();
        }
        let Subject { number, loaded, .. } = self.subjects[subject];
        let mut table = loaded.table.clone();
        let before = identity(code);
        let changed = |candidate: usize| {
            table.rows[number] = edited(&loaded.table.rows[number], &tried.candidates[candidate].edits);
            let setting = Setting { table: &table, instead: None, ..setting };
            match hardware::lower(&asked.posed.test, &setting, &asked.target.chip) {
                Ok(with_edits) if identity(&with_edits) == before => None,
                Ok(with_edits) => Some((candidate, asked.breaks(&with_edits) != Ok(false))),
                Err(_) => Some((candidate, true)),
            }
        };
        open.into_iter().filter_map(changed).collect()
    }
}

/// Adds what a program says.
fn note(tried: &mut [Tried], answers: Vec<Answer>, counts: bool) {
    for Answer { subject, target, to_mend, through_others, changed, shown } in answers {
        let tried = &mut tried[subject];
        tried.through_others += usize::from(counts && through_others);
        tried.mended += usize::from(counts && to_mend);
        let mut refuses = false;
        for (number, is_refused) in changed {
            let candidate = &mut tried.candidates[number];
            candidate.changed += usize::from(counts);
            if is_refused {
                refuses |= candidate.is_accepted();
                candidate.refused.insert(target);
            }
        }
        if refuses {
            tried.refusing.insert(shown);
        }
    }
}
