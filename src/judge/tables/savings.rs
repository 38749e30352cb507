//! Rows without what no program shows to be needed: all that can be left out of a row at once.

use super::ask::Asker;
use super::sieve::{Candidate, Duty, Sieve, Subject, Tried};
use super::{All, Options, programs};
use crate::judge::programs::Counts;
use crate::judge::run::Ended;
use crate::lowering::LoadedTable;
use crate::lowering::edit::{Edit, EditKind, savings};
use crate::syntax::source::Diagnostic;
use crate::syntax::table::ast::{Line, Row};

/// What can be left out of the rows of tables.
pub struct Saved<'r> {
    /// What is known of base programs.
    pub counts: Counts,
    /// How many programs were asked, with variants, each once.
    pub programs: usize,
    /// If the run was told to end: of how many base programs, with their variants, all was asked.
    pub interrupted: Option<usize>,
    /// The rows that something can be left out of, by table in the order of the targets, and in that of the document.
    pub rows: Vec<RowSavings<'r>>,
}

/// A row, and what can be left out of it.
pub struct RowSavings<'r> {
    /// The table that it is of.
    pub loaded: &'r LoadedTable,
    /// The row as it is.
    pub row: &'r Row,
    /// How many instructions, and operands of them, were left out one at a time.
    pub tried: usize,
    /// What can be left out at once.
    pub edits: Vec<Edit>,
    /// How many programs have other code without it, each counted for every target and language: none breaks.
    pub programs: usize,
}

/// Finds what can be left out of each row, or of those rows that begin at these lines: with all of it left out, no program breaks that is sound.
///
/// # Errors
/// What is wrong with a model, or that the run was told to end before any program was asked.
pub fn save<'r>(options: &Options<'r>, lines: &[Line]) -> Result<Saved<'r>, Ended> {
    let programs = programs(options)?;
    let sieve = Sieve::new(options, Asker::new(options)?, subjects(options, lines));
    let single = |subject: &Subject<'_>| Tried::new(savings(subject.row()).into_iter().map(|edit| vec![edit]));
    let mut alone: Vec<Tried> = sieve.subjects.iter().map(single).collect();
    let All { asked, mut interrupted } = sieve.all(&programs.bases, &mut alone)?;
    let mut together: Vec<Tried> = alone.iter().map(|tried| tried.again(all_at_once(tried))).collect();
    // Each round leaves out less of some row, until nothing is refused.
    while interrupted.is_none() {
        interrupted = sieve.all(&programs.bases, &mut together)?.interrupted;
        if interrupted.is_some() || together.iter().all(|tried| tried.candidates.iter().all(Candidate::is_accepted)) {
            break;
        }
        together = less(&sieve, &together)?;
    }
    let found = sieve.subjects.iter().zip(alone.iter().zip(&together)).filter(|_| interrupted.is_none());
    let rows = found.filter_map(|(subject, (alone, together))| {
        let candidate = together.candidates.first()?;
        Some(RowSavings {
            loaded: subject.loaded,
            row: subject.row(),
            tried: alone.candidates.len(),
            edits: candidate.edits.clone(),
            programs: candidate.changed,
        })
    });
    let rows = rows.collect();
    Ok(Saved { counts: programs.counts, programs: asked, interrupted, rows })
}

/// All rows of the tables that something might be left out of.
fn subjects<'r>(options: &Options<'r>, lines: &[Line]) -> Vec<Subject<'r>> {
    let subjects = options
        .tables()
        .into_iter()
        .flat_map(|loaded| (0..loaded.table.rows.len()).map(|row| Subject::new(loaded, row, Duty::Nothing)));
    let wanted = |row: &Row| (lines.is_empty() || lines.contains(&row.line)) && !savings(row).is_empty();
    subjects.filter(|subject| wanted(subject.row())).collect()
}

/// All that can be left out one at a time; of an instruction that can be, not also its operands.
fn all_at_once(tried: &Tried) -> Option<Vec<Edit>> {
    // What no program has other code for was not asked.
    let accepted = tried.candidates.iter().filter(|candidate| candidate.is_accepted() && candidate.changed > 0);
    let edits: Vec<Edit> = accepted.flat_map(|candidate| candidate.edits.clone()).collect();
    let whole = |edit: &Edit| edits.iter().any(|other| other.place == edit.place && other.kind == EditKind::Without);
    let left = edits.iter().filter(|edit| edit.kind == EditKind::Without || !whole(edit)).cloned().collect::<Vec<_>>();
    (!left.is_empty()).then_some(left)
}

/// For rows of which something is refused: as much as the programs that refused more accept. One edit less is enough, or else the last is put back.
fn less(sieve: &Sieve<'_, '_>, together: &[Tried]) -> Result<Vec<Tried>, Vec<Diagnostic>> {
    let without_one = |tried: &Tried| {
        let refused = tried.candidates.iter().find(|candidate| !candidate.is_accepted());
        let edits = refused.map_or(Vec::new(), |candidate| candidate.edits.clone());
        let but = |left: usize| {
            edits.iter().enumerate().filter(move |(number, _)| *number != left).map(|(_, edit)| edit.clone()).collect()
        };
        (0..edits.len()).map(but).filter(|edits: &Vec<Edit>| !edits.is_empty()).collect::<Vec<_>>()
    };
    let mut fewer: Vec<Tried> = together.iter().map(|tried| tried.again(without_one(tried))).collect();
    sieve.refusing(&mut fewer)?;
    let next = |(tried, fewer): (&Tried, &Tried)| {
        if tried.candidates.iter().all(Candidate::is_accepted) {
            return tried.again(tried.candidates.iter().map(|candidate| candidate.edits.clone()));
        }
        let accepted = fewer.candidates.iter().find(|candidate| candidate.is_accepted());
        tried.again(accepted.or(fewer.candidates.last()).map(|candidate| candidate.edits.clone()))
    };
    Ok(together.iter().zip(&fewer).map(next).collect())
}
