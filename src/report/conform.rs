//! Compiled code of operations against tables, as plain data and text.

use super::amount::Amount;
use super::diff::{self, DiffReport};
use super::lines::{narrowed_counts, wrap_words};
use super::results::{ErrorResult, FileResult};
use super::tables::{self, OperationsReport};
use crate::llvm::words_enum;
use itertools::Itertools;
use serde::Serialize;

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

words_enum! {
    /// How compiled code compares with a table's.
    Relation {
        /// The table has all that the code has, and more.
        Weaker = "weaker",
        /// Each has what the other has not.
        Different = "different",
        /// It cannot be told which waits of the code are the operation's.
        Unknown = "unknown",
        /// The table has no code for the operation.
        NoRow = "no row",
        /// The code has all that the table has, and more.
        Stronger = "stronger",
        /// They are the same, whatever the order of waits side by side.
        Same = "same",
    }
}

/// The report of `litmus llvm tests` and of `litmus table conform`.
#[derive(Debug, Serialize)]
pub struct ConformReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// What was compared, by how: operations with the same difference are one group.
    pub groups: Vec<GroupReport>,
    /// What is not judged, since it is not understood.
    pub unread: Vec<UnreadReport>,
    /// What differences do, if that was asked: of each pair of tables the second stands for the compiler.
    pub verdicts: Option<DiffReport>,
    /// Counts, and the time.
    pub summary: Summary,
    /// The tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with input.
    pub errors: Vec<ErrorResult>,
}

/// Operations whose code compares alike.
#[derive(Debug, Serialize)]
pub struct GroupReport {
    /// How it compares.
    pub relation: Relation,
    /// The table: `llvm22:gfx12`.
    pub table: String,
    /// The operations, with the table's code (`before`) and the compiler's (`after`), a wait for each counter.
    #[serde(flatten)]
    pub operations: OperationsReport,
    /// Why it is unknown, or there is no row.
    pub reason: Option<String>,
    /// Where such code is.
    pub seen: Vec<SeenReport>,
}

/// Code of an operation.
#[derive(Clone, Debug, Serialize)]
pub struct SeenReport {
    /// The file; empty where the compiler was asked.
    pub path: String,
    /// The line at which the code begins, or that is unknown, from 1; 0 where the compiler was asked.
    pub line: usize,
    /// The function.
    pub function: String,
    /// The prefix of the comments that say it, or the compiler.
    pub by: String,
    /// The processor in its mode.
    pub processor: String,
}

/// Something that is not judged.
#[derive(Clone, Debug, Serialize)]
pub struct UnreadReport {
    /// The file; empty where the compiler was asked.
    pub path: String,
    /// The line that is not understood, from 1; 0 where the compiler was asked.
    pub line: usize,
    /// What is not judged for that.
    pub what: String,
    /// Why.
    pub why: String,
}

/// Counts, and the time.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// The files that were read.
    pub files: usize,
    /// How many codes were compared: a function by a command is one.
    pub compared: usize,
    /// Those that are the same.
    pub same: usize,
    /// Those that are stronger.
    pub stronger: usize,
    /// Those that are weaker.
    pub weaker: usize,
    /// Those that are different.
    pub different: usize,
    /// Those of which it cannot be told.
    pub unknown: usize,
    /// Those that the table has no code for.
    pub no_row: usize,
    /// Codes and commands that are not understood.
    pub unread: usize,
    /// Functions without an operation whose order tables say.
    pub without_operation: usize,
    /// Commands for targets that were not asked for.
    pub left_out: usize,
    /// Wall seconds.
    pub seconds: f64,
}

/// How many places of a group are named where not all are.
const SEEN: usize = 3;

/// What was found: differences first, the same not at all unless all is asked for.
pub fn text(report: &ConformReport, amount: Amount) -> String {
    let is_shown = |group: &&GroupReport| match amount {
        Amount::Quiet => false,
        Amount::Usual => group.relation != Relation::Same,
        Amount::All => true,
    };
    let mut out: String = report.groups.iter().filter(is_shown).map(|group| self::group(group, amount)).collect();
    if amount != Amount::Quiet {
        out += &unread(&report.unread, amount);
        out += &report.verdicts.as_ref().map_or(String::new(), |verdicts| diff::text(verdicts, amount));
    }
    out + &summary(&report.summary)
}

/// A group: how it compares, where, both codes, and who says so.
fn group(group: &GroupReport, amount: Amount) -> String {
    let GroupReport { relation, table, operations, reason, seen } = group;
    let code = if *relation == Relation::Same {
        operations.after.iter().map(|line| format!("      {line}\n")).collect()
    } else {
        tables::code_diff(operations, "    ")
    };
    let reason = reason.as_ref().map_or(String::new(), |why| wrap_words(why, "    "));
    let head = format!("{relation}: {} by {table}\n", operations.operation);
    format!("{head}{}{code}{reason}{}\n", tables::places(&operations.places), places(seen, amount))
}

/// Where code is, some places of many.
fn places(seen: &[SeenReport], amount: Amount) -> String {
    let count = if amount == Amount::All { seen.len() } else { SEEN };
    let place = |seen: &SeenReport| {
        let SeenReport { path, line, function, by, processor } = seen;
        match path.is_empty() {
            true => format!("    {processor} by {by}\n"),
            false => format!("    {path}:{line}: {function}, {by} for {processor}\n"),
        }
    };
    let more = match seen.len().saturating_sub(count) {
        0 => String::new(),
        more => format!("    and {more} more\n"),
    };
    seen.iter().map(place).unique().take(count).collect::<String>() + &more
}

fn unread(unread: &[UnreadReport], amount: Amount) -> String {
    let count = if amount == Amount::All { unread.len() } else { 20 };
    let line = |UnreadReport { path, line, what, why }: &UnreadReport| match path.is_empty() {
        true => wrap_words(&format!("not read: {what}: {why}"), ""),
        false => wrap_words(&format!("not read: {path}:{line}: {what}: {why}"), ""),
    };
    let more = match unread.len().saturating_sub(count) {
        0 => String::new(),
        more => format!("not read: {more} more, with --all\n"),
    };
    unread.iter().take(count).map(line).collect::<String>() + &more
}

/// Counts and the time.
pub fn summary(summary: &Summary) -> String {
    let Summary { files, compared, same, stronger, weaker, different, unknown, no_row, unread, .. } = summary;
    let also = [
        (*no_row, "without a row"),
        (*unread, "not read"),
        (summary.without_operation, "functions without an operation"),
        (summary.left_out, "commands for other targets"),
    ];
    let also: String =
        also.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(", {count} {what}")).collect();
    let files = if *files == 0 { String::new() } else { format!("{files} files: ") };
    let counts = format!(
        "{files}{compared} codes compared, {same} same, {stronger} stronger, {weaker} weaker, {different} different, {unknown} unknown{also}"
    );
    narrowed_counts(&counts, summary.seconds)
}
