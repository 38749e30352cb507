//! Repairs of unsound rows: the smallest edits of a row with which all programs are sound that a row without fault would keep from breaking.
//!
//! A repair mends every program that more order at the row's own operations would mend, and breaks none that is sound. Edits are tried by themselves
//! first; where none is a repair, two at a time. Programs that refused many edits are asked first of the next ones.

use super::ask::Asker;
use super::emitted::Emitted;
use super::sieve::{Candidate, Duty, Sieve, Subject, Tried};
use super::{Options, Shown, Tally, programs, tally_of};
use crate::hardware::Chip;
use crate::judge::programs::Counts;
use crate::judge::run::Ended;
use crate::lowering::edit::{Edit, EditKind, edited, edits, is_less, vocabulary};
use crate::lowering::meaning::Meaning;
use crate::lowering::survey::{self, Operation};
use crate::lowering::{LoadedTable, scope_operands};
use crate::refine::RefinementTarget;
use crate::syntax::table;
use crate::syntax::table::ast::{Line, Row};
use crate::targets::Vocabulary;
use itertools::Itertools;
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
    /// How many others it could mend, and another row could, too: those are not asked of edits.
    pub through_others: usize,
    /// How many edits were tried, by themselves and by two.
    pub tried: [usize; 2],
    /// The smallest repairs: of one edit, or else of two; none of them does what another does and more.
    pub repairs: Vec<Repair>,
    /// Whether the run was interrupted, so that nothing is known of its repairs.
    pub interrupted: bool,
    /// Where it has none: those of one edit that repair it on some of its targets.
    pub partial: Vec<(BTreeSet<usize>, Repair)>,
}

/// Edits of a row that repair it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The edits: all are needed.
    pub edits: Vec<Edit>,
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
    let unsound = if options.run.shard.is_some() { Vec::new() } else { subjects(options, &tallies, lines) };
    let (subjects, unsound): (Vec<Subject<'r>>, Vec<BTreeSet<usize>>) = unsound.into_iter().unzip();
    let sieve = Sieve::new(options, asker, subjects);
    let single = |subject: &Subject<'_>| Tried::new(singles(subject).into_iter().map(|edit| vec![edit]));
    let mut alone: Vec<Tried> = sieve.subjects.iter().map(single).collect();
    let mut interrupted = asked.interrupted;
    if interrupted.is_none() && !sieve.subjects.is_empty() {
        interrupted = sieve.all(&programs.bases, &mut alone)?.interrupted;
    }
    let is_repaired = |tried: &Tried| tried.mended == 0 || tried.candidates.iter().any(Candidate::is_accepted);
    let pairs = |(tried, subject): (&Tried, &Subject<'_>)| match is_repaired(tried) {
        true => Tried::default(),
        false => tried.again(pairs(subject)),
    };
    let mut together: Vec<Tried> = alone.iter().zip(&sieve.subjects).map(pairs).collect();
    if interrupted.is_none() && together.iter().any(|tried| !tried.candidates.is_empty()) {
        interrupted = sieve.all(&programs.bases, &mut together)?.interrupted;
    }
    let found = sieve.subjects.iter().zip(unsound).zip(alone.iter().zip(&together));
    let rows = found.map(|((subject, unsound), tried)| {
        Found { options, subject, unsound, tried, interrupted: interrupted.is_some() }.repairs()
    });
    let rows = rows.collect();
    Ok(Repaired { counts: programs.counts, programs: asked.asked, interrupted, rows, targets: tallies })
}

/// The rows that programs show to be at fault by themselves, each with the targets on which they do.
fn subjects<'r>(options: &Options<'r>, tallies: &[Tally], lines: &[Line]) -> Vec<(Subject<'r>, BTreeSet<usize>)> {
    let mut found: BTreeMap<(usize, usize), (Subject<'r>, BTreeSet<usize>)> = BTreeMap::new();
    let tables = options.tables();
    for (target, tally) in tallies.iter().enumerate() {
        let Ok(of_target) = &options.targets[target].table else { continue };
        let found_table = tables.iter().copied().enumerate().find(|(_, loaded)| loaded.path == of_target.path);
        let Some((table, loaded)) = found_table else { continue };
        for (number, row) in loaded.table.rows.iter().enumerate() {
            let wanted = lines.is_empty() || lines.contains(&row.line);
            let unsound = tally.rows.get(&row.line).and_then(|found| found.unsound.as_ref());
            let Some(unsound) = unsound.filter(|unsound| wanted && unsound.alone) else { continue };
            let new = || (Subject::new(loaded, number, Duty::Any), BTreeSet::new());
            let (subject, targets) = found.entry((table, number)).or_insert_with(new);
            if !unsound.or_another {
                // Some program shows it alone at fault: it does not have to mend what another row could as well.
                subject.duty = Duty::Own;
            }
            subject.first.insert(unsound.shown.clone());
            targets.insert(target);
        }
    }
    found.into_values().collect()
}

fn singles(subject: &Subject<'_>) -> Vec<Edit> {
    edits(&subject.loaded.table, subject.row(), &vocabulary(&subject.loaded.table))
}

/// Two edits at a time: those that add something in one place in both orders.
fn pairs(subject: &Subject<'_>) -> Vec<Vec<Edit>> {
    let both_add = |one: &Edit, other: &Edit| {
        let adds = |edit: &Edit| matches!(edit.kind, EditKind::Add(_));
        one.place == other.place && adds(one) && adds(other)
    };
    let pairs = singles(subject).into_iter().array_combinations().flat_map(|[one, other]: [Edit; 2]| {
        let reversed = both_add(&one, &other).then(|| vec![other.clone(), one.clone()]);
        std::iter::once(vec![one, other]).chain(reversed)
    });
    pairs.collect()
}

/// What programs said of the edits of an unsound row.
struct Found<'s, 'r> {
    options: &'s Options<'r>,
    subject: &'s Subject<'r>,
    /// The targets on which it is unsound.
    unsound: BTreeSet<usize>,
    /// Edits by themselves, and by two.
    tried: (&'s Tried, &'s Tried),
    interrupted: bool,
}

impl<'r> Found<'_, 'r> {
    fn repairs(self) -> RowRepairs<'r> {
        let Found { options: _, subject, unsound, tried: (alone, together), interrupted } = &self;
        let interrupted = *interrupted;
        let none = interrupted || alone.mended == 0;
        let accepted = |tried: &Tried| {
            let accepted = tried.candidates.iter().filter(|candidate| candidate.is_accepted() && !none);
            let accepted = accepted.map(|candidate| candidate.edits.clone()).collect();
            self.least_on(None, self.least(accepted))
        };
        let mut repairs = accepted(alone);
        if repairs.is_empty() {
            repairs = accepted(together);
        }
        let mut partial: BTreeMap<BTreeSet<usize>, Vec<Vec<Edit>>> = BTreeMap::new();
        for candidate in alone.candidates.iter().filter(|_| repairs.is_empty() && !none) {
            let on: BTreeSet<usize> = unsound - &candidate.refused;
            if !on.is_empty() {
                partial.entry(on).or_default().push(candidate.edits.clone());
            }
        }
        let partial = partial.into_iter().flat_map(|(on, edits)| {
            let least = self.least_on(Some(&on), self.least(edits));
            least.into_iter().map(move |repair| (on.clone(), repair))
        });
        RowRepairs {
            loaded: subject.loaded,
            row: subject.row(),
            unsound: unsound.clone(),
            shown: subject.first.iter().min().cloned().unwrap_or_else(|| unreachable!("an unsound row has a program")),
            mended: alone.mended,
            through_others: alone.through_others,
            tried: [alone.candidates.len(), together.candidates.len()],
            interrupted,
            partial: partial.collect(),
            repairs,
        }
    }

    /// The repairs of which none does what another does and more, and of those that mean the same the one with the shortest row.
    fn least(&self, all: Vec<Vec<Edit>>) -> Vec<Repair> {
        let scopes = scope_operands(&self.subject.loaded.table);
        let row = self.subject.row();
        let vocabulary = Vocabulary::of_family(&self.subject.loaded.table.family);
        let rows: Vec<Row> = all.iter().map(|edits| edited(row, edits)).collect();
        let meanings: Vec<Meaning> = rows.iter().map(|row| Meaning::of(row, &vocabulary)).collect();
        let size = |at: usize| (table::row(&rows[at]).len(), at);
        let less_by_edits = |one: &[Edit], other: &[Edit]| {
            one != other && one.iter().zip(other).all(|(one, other)| one == other || is_less(row, &scopes, one, other))
        };
        let less = |one: usize, other: usize| {
            let (edits, others) = (&all[one], &all[other]);
            let as_many = edits.len() == others.len();
            as_many && (less_by_edits(edits, others) || meanings[one].is_less(&meanings[other]))
        };
        let is_least = |&at: &usize| {
            let alike = (0..all.len()).filter(|&other| meanings[other] == meanings[at]);
            alike.min_by_key(|&other| size(other)) == Some(at)
                && !(0..all.len()).any(|other| less(other, at) && !less(at, other))
        };
        (0..all.len()).filter(is_least).map(|at| Repair { edits: all[at].clone() }).collect()
    }

    /// Of repairs those of which no other emits less, or the same in a shorter row, on some targets or all that have the table.
    fn least_on(&self, targets: Option<&BTreeSet<usize>>, repairs: Vec<Repair>) -> Vec<Repair> {
        let row = self.subject.row();
        let scopes = scope_operands(&self.subject.loaded.table);
        let is_of = |target: &RefinementTarget<'_>| {
            target.table.as_ref().is_ok_and(|table| table.path == self.subject.loaded.path)
        };
        let is_asked = |number: &usize| targets.is_none_or(|targets| targets.contains(number));
        let all = self.options.targets.iter().enumerate();
        let targets = all.filter(|(number, target)| is_asked(number) && is_of(target)).map(|(_, target)| target);
        let operations = targets.flat_map(|target| {
            let operations = target.setting().map(|setting| survey::of_row(&setting, row.line));
            operations.into_iter().flatten().map(move |operation| (&target.chip, operation))
        });
        let operations: Vec<(&Chip, Operation)> = operations.collect();
        let emitted = |repair: &Repair| {
            let mut table = self.subject.loaded.table.clone();
            table.rows[self.subject.number] = edited(row, &repair.edits);
            let code = |(chip, operation): &(&Chip, Operation)| {
                operation.code(&table).ok().map(|code| Emitted::new(&code, chip))
            };
            operations.iter().map(code).collect::<Vec<Option<Emitted>>>()
        };
        let emitted: Vec<Vec<Option<Emitted>>> = repairs.iter().map(emitted).collect();
        let is_within = |one: usize, other: usize| {
            emitted[one].iter().zip(&emitted[other]).all(|both| match both {
                (Some(one), Some(other)) => one.is_part_of(other, &scopes),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            })
        };
        let size = |at: usize| (table::row(&edited(row, &repairs[at].edits)).len(), at);
        let is_less = |one: usize, other: usize| {
            one != other && is_within(one, other) && (!is_within(other, one) || size(one) < size(other))
        };
        let is_least = |at: &usize| !(0..repairs.len()).any(|other| is_less(other, *at));
        (0..repairs.len()).filter(is_least).map(|at| repairs[at].clone()).collect()
    }
}
