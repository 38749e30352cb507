//! Repairs of unsound rows: the smallest edits of a row with which all programs are sound that a row without fault would keep from breaking.
//!
//! A repair mends every program that more order at the row's own operations would mend, and breaks none that is sound. Edits are tried by themselves
//! first; where none is a repair, two at a time. Programs that refused many edits are asked first of the next ones.

use super::ask::{Asked, Asker};
use super::posed::{Left, Posed};
use super::{All, Options, Program, Shown, Tally, ask_all, programs, tally_of};
use crate::hardware;
use crate::judge::programs::{Counts, structure};
use crate::judge::run::{Ended, Phase};
use crate::lowering::edit::{Edit, EditKind, edited, edits, is_less, vocabulary};
use crate::lowering::{LoadedTable, Setting, scope_operands};
use crate::refine::RefinementTarget;
use crate::syntax::source::Diagnostic;
use crate::syntax::table::ast::{Code, Line, Row, Table};
use itertools::Itertools;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What repairs the unsound rows of tables.
pub struct Repaired<'r> {
    /// What is known of base programs.
    pub counts: Counts,
    /// How many programs were asked, with variants, each once.
    pub programs: usize,
    /// If the run was told to end: of how many base programs, with their variants, all was asked.
    pub interrupted: Option<usize>,
    /// The unsound rows, by table in the order of the targets, and in that of the document.
    pub rows: Vec<RowRepairs<'r>>,
    /// What programs say of the tables as they are, in the order of the targets.
    pub targets: Vec<Tally>,
}

/// An unsound row, and what repairs it.
pub struct RowRepairs<'r> {
    /// The table that it is of.
    pub loaded: &'r LoadedTable,
    /// The row as it is.
    pub row: &'r Row,
    /// The targets, by number, on which it is unsound.
    pub unsound: BTreeSet<usize>,
    /// The smallest program that shows it.
    pub shown: Shown,
    /// How many programs it has to mend, on any of its targets.
    pub mended: usize,
    /// How many edits were tried, by themselves and by two.
    pub tried: [usize; 2],
    /// The smallest repairs: of one edit, or else of two; none of them does what another does and more.
    pub repairs: Vec<Repair>,
    /// Where it has none: those of one edit that repair it on some of its targets.
    pub partial: Vec<(BTreeSet<usize>, Repair)>,
}

/// Edits of a row that repair it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The edits: all are needed.
    pub edits: Vec<Edit>,
}

/// A row that is unsound by itself, with what is known of it.
struct Subject<'r> {
    loaded: &'r LoadedTable,
    /// Its number among the rows of the table.
    number: usize,
    /// The rows whose code is its code too: itself, and those that refer to it.
    involved: BTreeSet<Line>,
    unsound: BTreeSet<usize>,
    shown: BTreeSet<Shown>,
    /// Whether some program shows it alone at fault, so that it does not have to mend what another could as well.
    alone: bool,
}

/// Edits that may be a repair.
#[derive(Clone)]
struct Candidate {
    edits: Vec<Edit>,
    /// The targets on which a program refuses it.
    refused: BTreeSet<usize>,
}

/// What is known of the candidates for a subject.
#[derive(Clone, Default)]
struct Tried {
    candidates: Vec<Candidate>,
    /// The programs that refused some.
    refusing: BTreeSet<Shown>,
    /// How many programs are to be mended.
    mended: usize,
}

/// That a program refuses candidates of a subject on a target, and whether it is one that is to be mended.
struct Answer {
    subject: usize,
    target: usize,
    to_mend: bool,
    refused: Vec<usize>,
    shown: Shown,
}

/// Finds the smallest repairs of every row that is unsound by itself, or of those rows that begin at these lines.
///
/// # Errors
/// What is wrong with a model, or that the run was told to end before any program was asked.
pub fn repair<'r>(options: &Options<'r>, lines: &[Line]) -> Result<Repaired<'r>, Ended> {
    let programs = programs(options)?;
    let asker = Asker::new(options)?;
    let mut tallies: Vec<Tally> = vec![Tally::default(); options.targets.len()];
    let asked = tally_of(&asker, &programs.bases, &mut tallies)?;
    // Which rows are unsound, and which edits mend them, is known only of all shards together.
    let subjects = if options.run.shard.is_some() { Vec::new() } else { subjects(options, &tallies, lines) };
    let repairer = Repairer { options, asker, subjects };
    let single = |subject: &Subject<'_>| subject.singles().into_iter().map(|edit| vec![edit]).collect();
    let mut tried: Vec<Tried> = repairer.subjects.iter().map(|subject| Tried::new(single(subject))).collect();
    let counts = |tried: &[Tried]| tried.iter().map(|tried| tried.candidates.len()).collect::<Vec<_>>();
    let singles = counts(&tried);
    let mut interrupted = asked.interrupted;
    if interrupted.is_none() && options.run.shard.is_none() {
        interrupted = repairer.sieve(&programs.bases, &mut tried)?;
    }
    let alone = tried.clone();
    for (number, tried) in tried.iter_mut().enumerate() {
        let repaired = tried.mended == 0 || tried.candidates.iter().any(|candidate| candidate.refused.is_empty());
        let pairs = if repaired { Vec::new() } else { repairer.subjects[number].pairs() };
        tried.candidates = pairs.into_iter().map(Candidate::new).collect();
    }
    let pairs = counts(&tried);
    if interrupted.is_none() && pairs.iter().any(|&pairs| pairs > 0) {
        interrupted = repairer.sieve(&programs.bases, &mut tried)?;
    }
    let rows = repairer.subjects.iter().enumerate().map(|(number, subject)| {
        let tried_of = [singles[number], pairs[number]];
        subject.repairs(tried_of, &alone[number], &tried[number], interrupted.is_some())
    });
    let rows = rows.collect();
    Ok(Repaired { counts: programs.counts, programs: asked.asked, interrupted, rows, targets: tallies })
}

/// The rows that programs show to be at fault by themselves.
fn subjects<'r>(options: &Options<'r>, tallies: &[Tally], lines: &[Line]) -> Vec<Subject<'r>> {
    let mut found: BTreeMap<(usize, usize), Subject<'r>> = BTreeMap::new();
    let table_of = |target: &RefinementTarget<'r>| target.table.as_ref().ok().copied();
    for (target, tally) in tallies.iter().enumerate() {
        let Some(loaded) = table_of(&options.targets[target]) else { continue };
        let is_of = |other: &RefinementTarget<'r>| table_of(other).is_some_and(|table| table.path == loaded.path);
        let first = options.targets.iter().position(is_of).unwrap_or(target);
        for (number, row) in loaded.table.rows.iter().enumerate() {
            let wanted = lines.is_empty() || lines.contains(&row.line);
            let unsound = tally.rows.get(&row.line).and_then(|found| found.unsound.as_ref());
            let Some(unsound) = unsound.filter(|unsound| wanted && unsound.alone) else { continue };
            let subject = found.entry((first, number)).or_insert_with(|| Subject {
                loaded,
                number,
                involved: involved(&loaded.table, row),
                unsound: BTreeSet::new(),
                shown: BTreeSet::new(),
                alone: false,
            });
            subject.alone |= !unsound.or_another;
            subject.unsound.insert(target);
            subject.shown.insert(unsound.shown.clone());
        }
    }
    found.into_values().collect()
}

/// The rows whose code a row's code is part of: itself, and those that refer to one of them.
fn involved(table: &Table, row: &Row) -> BTreeSet<Line> {
    let mut involved = BTreeSet::from([row.line]);
    let refers = |row: &Row, to: &Row| {
        let codes = row.cases.iter().flat_map(|case| &case.steps).flat_map(|step| &step.code);
        codes.into_iter().any(|code| match code {
            Code::Same(reference) => (reference.op, reference.ordering) == (to.op, to.ordering),
            Code::Instr(_) => false,
        })
    };
    loop {
        let known: Vec<&Row> = table.rows.iter().filter(|row| involved.contains(&row.line)).collect();
        let refer = table.rows.iter().filter(|row| known.iter().any(|to| refers(row, to))).map(|row| row.line);
        let before = involved.len();
        involved.extend(refer.collect::<Vec<_>>());
        if involved.len() == before {
            return involved;
        }
    }
}

impl Candidate {
    fn new(edits: Vec<Edit>) -> Candidate {
        Candidate { edits, refused: BTreeSet::new() }
    }
}

impl Tried {
    fn new(edits: Vec<Vec<Edit>>) -> Tried {
        Tried { candidates: edits.into_iter().map(Candidate::new).collect(), ..Tried::default() }
    }
}

impl<'r> Subject<'r> {
    /// Whether it has to mend a program that these rows, each by itself, could mend.
    fn is_to_mend(&self, at_fault: &BTreeSet<Line>) -> bool {
        let is_other = |line: &Line| *line != self.row().line;
        at_fault.contains(&self.row().line) && !(self.alone && at_fault.iter().any(is_other))
    }

    fn row(&self) -> &'r Row {
        &self.loaded.table.rows[self.number]
    }

    fn singles(&self) -> Vec<Edit> {
        edits(&self.loaded.table, self.row(), &vocabulary(&self.loaded.table))
    }

    /// Two edits at a time: those that add something in one place in both orders.
    fn pairs(&self) -> Vec<Vec<Edit>> {
        let both_add = |one: &Edit, other: &Edit| {
            let adds = |edit: &Edit| matches!(edit.kind, EditKind::Add(_));
            one.place == other.place && adds(one) && adds(other)
        };
        let pairs = self.singles().into_iter().array_combinations().flat_map(|[one, other]: [Edit; 2]| {
            let reversed = both_add(&one, &other).then(|| vec![other.clone(), one.clone()]);
            std::iter::once(vec![one, other]).chain(reversed)
        });
        pairs.collect()
    }

    fn repairs(&self, tried: [usize; 2], alone: &Tried, together: &Tried, interrupted: bool) -> RowRepairs<'r> {
        let none = interrupted || alone.mended == 0;
        let whole = |tried: &Tried| {
            let accepted = tried.candidates.iter().filter(|candidate| candidate.refused.is_empty() && !none);
            self.least(accepted.map(|candidate| candidate.edits.clone()).collect())
        };
        let mut repairs = whole(alone);
        if repairs.is_empty() {
            repairs = whole(together);
        }
        let mut partial: BTreeMap<BTreeSet<usize>, Vec<Vec<Edit>>> = BTreeMap::new();
        for candidate in alone.candidates.iter().filter(|_| repairs.is_empty() && !none) {
            let on: BTreeSet<usize> = &self.unsound - &candidate.refused;
            if !on.is_empty() {
                partial.entry(on).or_default().push(candidate.edits.clone());
            }
        }
        let partial = partial.into_iter().flat_map(|(on, edits)| {
            let with = move |repair| (on.clone(), repair);
            self.least(edits).into_iter().map(with)
        });
        RowRepairs {
            loaded: self.loaded,
            row: self.row(),
            unsound: self.unsound.clone(),
            shown: self.shown.iter().min().cloned().unwrap_or_else(|| unreachable!("an unsound row has a program")),
            mended: alone.mended,
            tried,
            partial: partial.collect(),
            repairs,
        }
    }

    /// The repairs of which none does what another does and more.
    fn least(&self, all: Vec<Vec<Edit>>) -> Vec<Repair> {
        let scopes = scope_operands(&self.loaded.table);
        let row = self.row();
        let less = |one: &[Edit], other: &[Edit]| {
            one.len() == other.len()
                && one != other
                && one.iter().zip(other).all(|(one, other)| one == other || is_less(row, &scopes, one, other))
        };
        let is_least = |edits: &&Vec<Edit>| !all.iter().any(|other| less(other, edits));
        all.iter().filter(is_least).map(|edits| Repair { edits: edits.clone() }).collect()
    }
}

struct Repairer<'o, 'r> {
    options: &'o Options<'r>,
    asker: Asker<'o>,
    subjects: Vec<Subject<'r>>,
}

impl Repairer<'_, '_> {
    /// Asks every program of the candidates that none has refused yet: first the programs that showed the rows unsound or refused others.
    fn sieve(&self, bases: &[crate::generate::Base], tried: &mut Vec<Tried>) -> Result<Option<usize>, Ended> {
        let first: BTreeSet<Shown> = self.first(tried);
        let work = self.options.run.work(Phase::Repairing, first.len());
        for shown in first {
            if self.options.run.is_stopped() {
                return Ok(Some(0));
            }
            let subjects: Vec<usize> = (0..self.subjects.len()).collect();
            let answers = subjects.par_iter().map(|&subject| self.ask_one(tried, &shown, &[subject]));
            let answers: Vec<Vec<Answer>> = answers.collect::<Result<_, Vec<Diagnostic>>>()?;
            answers.into_iter().for_each(|answers| note(tried, answers, false));
            work.one_is_done();
        }
        let all: Vec<usize> = (0..self.subjects.len()).collect();
        let ask = |tried: &Vec<Tried>, programs: &[Program]| {
            let answers = programs.iter().filter(|program| program.counts);
            let answers = answers.map(|program| self.ask_one(tried, &program.shown, &all));
            Ok(answers.collect::<Result<Vec<_>, Vec<Diagnostic>>>()?.into_iter().flatten().collect())
        };
        let All { interrupted, .. } =
            ask_all(self.options, bases, tried, ask, |tried, answers| note(tried, answers, true))?;
        Ok(interrupted)
    }

    fn first(&self, tried: &[Tried]) -> BTreeSet<Shown> {
        let shown = self.subjects.iter().flat_map(|subject| &subject.shown);
        shown.chain(tried.iter().flat_map(|tried| &tried.refusing)).cloned().collect()
    }

    /// What a program says of the candidates for subjects.
    fn ask_one(&self, tried: &[Tried], shown: &Shown, subjects: &[usize]) -> Result<Vec<Answer>, Vec<Diagnostic>> {
        let test = structure(&shown.text)?;
        let open = |&&subject: &&usize| !tried[subject].candidates.is_empty();
        let open: Vec<usize> = subjects.iter().filter(open).copied().collect();
        let mut asked: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, target) in self.options.targets.iter().enumerate() {
            let Some(setting) = target.setting() else { continue };
            let own = super::ask::own_rows(&test, &setting);
            let is_used = |&subject: &usize| {
                let Subject { loaded, involved, .. } = &self.subjects[subject];
                std::ptr::eq(&raw const loaded.table, setting.table) && !own.is_disjoint(involved)
            };
            let used: Vec<usize> = open.iter().copied().filter(is_used).collect();
            if !used.is_empty() {
                asked.insert(index, used);
            }
        }
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let languages = asked.keys().map(|&index| self.options.targets[index].opencl);
        let posed = Posed::of_test(shown, test, languages, &self.asker)?;
        let answers = asked.iter().flat_map(|(&index, used)| self.ask_target(tried, &posed, index, used));
        Ok(answers.collect())
    }

    fn ask_target(&self, tried: &[Tried], posed: &Posed<'_>, index: usize, used: &[usize]) -> Vec<Answer> {
        let target = &self.options.targets[index];
        let Some(setting) = target.setting() else { return Vec::new() };
        let Some(Ok(Left::Executions(_))) = posed.left(target.opencl) else { return Vec::new() };
        let asked = self.asker.asked(index, setting, posed);
        let Ok(code) = hardware::lower(&posed.test, &setting, &target.chip) else { return Vec::new() };
        let Ok(broken) = asked.breaks(&code) else { return Vec::new() };
        let at_fault = if broken { asked.rows_at_fault(&code) } else { BTreeSet::new() };
        let answer = |&subject: &usize| {
            let to_mend = self.subjects[subject].is_to_mend(&at_fault);
            if broken && !to_mend {
                return None;
            }
            let refused = self.refused(&tried[subject], &asked, setting, subject, index);
            Some(Answer { subject, target: index, to_mend, refused, shown: posed.shown.clone() })
        };
        used.iter().filter_map(answer).collect()
    }

    /// The candidates with which the program is not sound on a target.
    fn refused(
        &self,
        tried: &Tried,
        asked: &Asked<'_>,
        setting: Setting<'_>,
        subject: usize,
        target: usize,
    ) -> Vec<usize> {
        let Subject { number, loaded, .. } = self.subjects[subject];
        let mut table = loaded.table.clone();
        let mut is_refused = |candidate: &Candidate| {
            table.rows[number] = edited(&loaded.table.rows[number], &candidate.edits);
            let setting = Setting { table: &table, ..setting };
            let code = hardware::lower(&asked.posed.test, &setting, &asked.target.chip);
            code.map_or(true, |code| asked.breaks(&code) != Ok(false))
        };
        // Those that another target refuses may still repair the row on some.
        let is_open = |candidate: &Candidate| !candidate.refused.contains(&target) && candidate.may_repair();
        let candidates = tried.candidates.iter().enumerate().filter(|(_, candidate)| is_open(candidate));
        candidates.filter(|(_, candidate)| is_refused(candidate)).map(|(number, _)| number).collect()
    }
}

impl Candidate {
    /// Whether it may still be of use: by itself on some target, or with another on all.
    fn may_repair(&self) -> bool {
        self.edits.len() == 1 || self.refused.is_empty()
    }
}

/// Adds what a program says.
fn note(tried: &mut [Tried], answers: Vec<Answer>, counts: bool) {
    for Answer { subject, target, to_mend, refused, shown } in answers {
        let tried = &mut tried[subject];
        tried.mended += usize::from(counts && to_mend);
        let mut refuses = false;
        for number in refused {
            refuses |= tried.candidates[number].refused.is_empty();
            tried.candidates[number].refused.insert(target);
        }
        if refuses {
            tried.refusing.insert(shown);
        }
    }
}
