//! Repairs of unsound rows of tables, as plain data and text.

use super::amount::Amount;
use super::judged::{PlaceReport, SpaceReport, indented, places_text, space_line};
use super::lines::{narrowed, narrowed_counts};
use super::results::{ErrorResult, FileResult};
use crate::llvm::words_enum;
use itertools::Itertools;
use serde::Serialize;
use similar::{ChangeTag, TextDiff};

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// The report of `litmus table repair`.
#[derive(Debug, Serialize)]
pub struct RepairsReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The unsound rows, by table in the order in which tables were named, and in that of the document.
    pub rows: Vec<RowRepairsReport>,
    /// The programs that show rows unsound; rows name them by their position here, from 0.
    pub programs: Vec<String>,
    /// The table that repairs were compared with: `llvm22`.
    pub against: Option<String>,
    /// Which programs were asked.
    pub space: SpaceReport,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with input.
    pub errors: Vec<ErrorResult>,
    /// Counts, and the time.
    pub summary: Summary,
}

/// A row that edits are about.
#[derive(Debug, Serialize)]
pub struct EditedRow {
    /// The table: `llvm24:gfx12`.
    pub table: String,
    /// The document that the line is of.
    pub document: String,
    /// The line at which the row begins.
    pub line: u32,
    /// The file in which the row is shown: the document, if it was given by its path, or the file of the table.
    pub path: String,
    /// The line of that file.
    pub path_line: usize,
    /// The operations that it is for.
    pub operation: String,
}

/// An unsound row, and what repairs it.
#[derive(Debug, Serialize)]
pub struct RowRepairsReport {
    /// Which row it is.
    #[serde(flatten)]
    pub row: EditedRow,
    /// Where it is unsound.
    pub unsound: Vec<PlaceReport>,
    /// The smallest program that shows it.
    pub program: usize,
    /// How many programs are to be mended, each counted for every target and language.
    pub mended: usize,
    /// How many others are left unsound by this row, and could be mended by another row, too; each counted likewise.
    pub through_others: usize,
    /// How many edits were tried by themselves.
    pub tried: usize,
    /// How many were tried two at a time: none if one is enough.
    pub tried_pairs: usize,
    /// Whether the run was interrupted before all were, so that nothing is known of repairs.
    pub interrupted: bool,
    /// The smallest repairs of which none does what another does and more; those that do least elsewhere first.
    pub repairs: Vec<RepairReport>,
    /// Where there is none: edits that repair it in some places.
    pub partial: Vec<PartialReport>,
}

/// Edits that repair a row in some of the places where it is unsound.
#[derive(Debug, Serialize)]
pub struct PartialReport {
    /// Where they do.
    pub places: Vec<PlaceReport>,
    /// The edits.
    pub repair: RepairReport,
}

/// Edits that repair a row.
#[derive(Debug, Serialize)]
pub struct RepairReport {
    /// The edits: all are needed.
    pub edits: Vec<EditReport>,
    /// The row as it is, in the language of tables.
    pub before: String,
    /// The row with the edits.
    pub after: String,
    /// Where the row is sound as it is, and has other code with the edits.
    pub also: Vec<PlaceReport>,
    /// Other rows that have other code with the edits, since they refer to the row.
    pub others: Vec<OtherReport>,
    /// How the code is to that of the table it is compared with; `None` if there is none.
    pub likeness: Option<Likeness>,
    /// In what the other table's code differs, if it does.
    #[serde(flatten)]
    pub differs: Differs,
}

/// What another table's code has besides, for some operation, and what it lacks: instructions, and of waits each counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Differs {
    /// What it has besides.
    #[serde(rename = "against_has_more")]
    pub more: Vec<String>,
    /// What it lacks.
    #[serde(rename = "against_lacks")]
    pub less: Vec<String>,
}

impl Differs {
    /// What differs for one or the other operation.
    #[must_use]
    pub fn and(self, other: Differs) -> Differs {
        let both = |one: Vec<String>, other: Vec<String>| one.into_iter().chain(other).unique().collect();
        Differs { more: both(self.more, other.more), less: both(self.less, other.less) }
    }

    fn text(&self) -> String {
        let list = |words: &[String]| words.iter().map(|word| format!("`{word}`")).join(", ");
        let part = |what: &str, words: &[String]| (!words.is_empty()).then(|| format!("{what} {}", list(words)));
        let parts = part("with", &self.more).into_iter().chain(part("without", &self.less)).join(", ");
        if parts.is_empty() { "the same instructions in another order".into() } else { parts }
    }
}

/// An edit of a row, in words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct EditReport {
    /// What is done: ``add `s_wait_dscnt 0x0` ``.
    pub what: String,
    /// Where, if it may be done in several places: ``before `flat_load` of step 2``.
    pub place: Option<String>,
}

impl EditReport {
    fn text(&self) -> String {
        self.place.as_ref().map_or_else(|| self.what.clone(), |place| format!("{} {place}", self.what))
    }
}

words_enum! {
    /// How the code of edited rows, where they were unsound, is to that of another table.
    Likeness {
        /// The other table has this code.
        Same = "the same",
        /// The other table's code waits for the same: waits are merged into one there, split, or in another order side by side.
        Alike = "alike",
        /// The other table has all its instructions, in this order, and more; of waits each counter is one.
        Less = "less",
        /// The other table has other code.
        Other = "other",
    }
}

/// Another row that has other code with a repair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherReport {
    /// The line at which it begins.
    pub line: u32,
    /// The operations that it is for.
    pub operation: String,
    /// Where it was unsound, and is mended.
    pub mended: Vec<PlaceReport>,
    /// Where it was not shown to be unsound.
    pub sound: Vec<PlaceReport>,
}

/// Counts of rows, and the time.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// Rows that programs show to be unsound by themselves, somewhere.
    pub unsound: usize,
    /// Those that one edit repairs.
    pub by_one: usize,
    /// Those that two edits repair.
    pub by_two: usize,
    /// Those that have repairs for some places only.
    pub partly: usize,
    /// Those that nothing of what was tried repairs.
    pub not_repaired: usize,
    /// Those with no program that another row could not mend, too: nothing is tried for them.
    pub through_others: usize,
    /// Rows that are unsound only together with others: nothing is tried for them.
    pub with_others: usize,
    /// Wall seconds of the whole run.
    pub seconds: f64,
}

/// The report as text: each row with its repairs, then the programs, and what was asked. Where that is to be quiet, the repairs alone.
pub fn text(report: &RepairsReport, amount: Amount) -> String {
    let against = report.against.as_deref();
    let rows: String = report.rows.iter().map(|row| row_text(row, against)).collect();
    let programs = report.programs.iter().enumerate();
    let programs: String = programs.map(|(number, text)| format!("program {number}:\n{}\n", indented(text))).collect();
    let summary = narrowed_counts(&counts(&report.summary), report.summary.seconds);
    match amount {
        Amount::Quiet => format!("{rows}{summary}"),
        Amount::Usual | Amount::All => format!("{rows}{programs}{}{summary}", narrowed(&space_line(&report.space))),
    }
}

/// The repairs of a row, each with what it does elsewhere and the lines that it changes.
pub(super) fn repairs_text(row: &RowRepairsReport, against: Option<&str>) -> String {
    let repairs: String = groups(&row.repairs).iter().map(|group| group_text(group, against)).collect();
    let partial = row.partial.iter().map(|PartialReport { places, repair }| {
        format!("    only [{}]: {}\n", places_text(places), edits_text(repair))
    });
    format!("{}\n{repairs}{}", found(row), partial.collect::<String>())
}

/// The table, line and operations of a row.
pub(super) fn title(row: &EditedRow) -> String {
    format!("{} @{} {}", row.table, row.line, row.operation)
}

fn row_text(row: &RowRepairsReport, against: Option<&str>) -> String {
    let head = format!("{}: unsound, program {} [{}]\n", title(&row.row), row.program, places_text(&row.unsound));
    format!("{}{}\n", narrowed(&head), narrowed(&format!("  {}", repairs_text(row, against))))
}

/// What was found, in a sentence.
fn found(row: &RowRepairsReport) -> String {
    let RowRepairsReport { mended, tried, tried_pairs, repairs, .. } = row;
    let programs = format!("{mended} programs to mend{}", through_others(row));
    match repairs.first().map(|repair| repair.edits.len()) {
        _ if row.interrupted => "interrupted: nothing is known of its repairs".into(),
        None if *mended == 0 => {
            let count = row.through_others;
            format!("in each of its {count} programs another row could mend it, too: repairs of those say so")
        }
        Some(1) => format!("{programs}: {} of {tried} edits, each by itself, mend all:", repairs.len()),
        Some(_) => format!("{programs}: none of {tried} edits mends all by itself; of {tried_pairs} pairs these do:"),
        None => format!("{programs}: none of {tried} edits and of {tried_pairs} pairs mends all"),
    }
}

/// How many programs need not be mended here.
fn through_others(row: &RowRepairsReport) -> String {
    match row.through_others {
        0 => String::new(),
        count => format!(" ({count} more that another row could mend, too)"),
    }
}

/// Repairs that do the same in several places of the row, and to other code.
fn groups(repairs: &[RepairReport]) -> Vec<Vec<&RepairReport>> {
    let alike = |one: &RepairReport, other: &RepairReport| {
        let likeness = |repair: &RepairReport| (repair.likeness, repair.differs.clone());
        let effects =
            |repair: &RepairReport| (whats(repair), repair.also.clone(), repair.others.clone(), likeness(repair));
        effects(one) == effects(other)
    };
    let mut groups: Vec<Vec<&RepairReport>> = Vec::new();
    for repair in repairs {
        match groups.iter_mut().find(|group| alike(group[0], repair)) {
            Some(group) => group.push(repair),
            None => groups.push(vec![repair]),
        }
    }
    groups
}

/// What edits do, whatever the place.
fn whats(repair: &RepairReport) -> Vec<String> {
    repair.edits.iter().map(|edit| edit.what.clone()).sorted().collect()
}

fn edits_text(repair: &RepairReport) -> String {
    repair.edits.iter().map(EditReport::text).join("; and ")
}

fn group_text(group: &[&RepairReport], against: Option<&str>) -> String {
    let edits: String = group.iter().map(|repair| edits_text(repair)).join("\n    or ");
    let effects = effects(group[0], against).map(|effect| format!("      {effect}\n")).collect::<String>();
    let diff: String = diff(group[0]).lines().map(|line| format!("      {line}\n")).collect();
    format!("    {edits}\n{effects}{diff}")
}

/// What a repair does elsewhere, and how it is to another table.
fn effects<'a>(repair: &'a RepairReport, against: Option<&'a str>) -> impl Iterator<Item = String> + 'a {
    let also = (!repair.also.is_empty())
        .then(|| format!("also, where the row is not shown unsound: [{}]", places_text(&repair.also)));
    let other = |other: &OtherReport| {
        let part = |what: &str, places: &[PlaceReport]| {
            (!places.is_empty()).then(|| format!("{what} [{}]", places_text(places)))
        };
        let parts = [part("mended", &other.mended), part("changed", &other.sound)].into_iter().flatten().join(", ");
        format!("@{} {}: {parts}", other.line, other.operation)
    };
    let likeness = repair.likeness.zip(against).map(|(likeness, name)| match likeness {
        Likeness::Same => format!("{name} has this code"),
        Likeness::Alike => format!("{name} has this code, its waits merged or split otherwise"),
        Likeness::Less => format!("{name} has this and more: {}", repair.differs.text()),
        Likeness::Other => format!("{name} has other code: {}", repair.differs.text()),
    });
    also.into_iter().chain(repair.others.iter().map(other)).chain(likeness)
}

fn diff(repair: &RepairReport) -> String {
    row_diff(&repair.before, &repair.after)
}

/// The lines of a row that change, with the signs of `diff`.
pub(super) fn row_diff(before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    let line = |line: similar::Change<&str>| match line.tag() {
        ChangeTag::Delete => Some(format!("-{line}")),
        ChangeTag::Insert => Some(format!("+{line}")),
        ChangeTag::Equal => None,
    };
    diff.iter_all_changes().filter_map(line).collect()
}

pub(super) fn summary(summary: &Summary) -> String {
    format!("{}; {:.2} s\n", counts(summary), summary.seconds)
}

fn counts(summary: &Summary) -> String {
    let Summary { unsound, by_one, by_two, partly, not_repaired, through_others, with_others, .. } = summary;
    format!(
        "{unsound} rows unsound: {by_one} repaired by one edit, {by_two} by two, {partly} on some targets only, {not_repaired} by none, {through_others} \
         by repairs of others; {with_others} more unsound only together with others"
    )
}
