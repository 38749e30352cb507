//! Tables judged by generated programs, as plain data.

use super::language::Language;
use super::results::{ErrorResult, FileResult};
use super::space::{CountsReport, LimitsReport};
use crate::llvm::words_enum;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

mod conditions;
mod known;
mod sources;
mod summary;
mod text;
pub use conditions::{ConditionCell, ConditionReport, ConditionVerdict, that_say_something};
pub use known::{Entry, NoLongerReport, list as known_list};
pub use sources::{SourceKind, SourceReport};
pub use summary::Summary;
pub(super) use summary::summary;
pub(super) use text::{as_known, but_not, indented, places_text, reasons, space_line};
pub use text::{asked_space, counts, text};

/// The version of the JSON schema.
pub const SCHEMA: u32 = 2;

/// The report of `litmus table verify` and `litmus table audit`.
#[derive(Debug, Serialize, Deserialize)]
pub struct TablesReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The tables in the order in which they were named.
    pub tables: Vec<TableReport>,
    /// The programs that show something; cells and instructions name them by their position here, from 0.
    pub programs: Vec<String>,
    /// Which programs were asked.
    pub space: SpaceReport,
    /// Why some programs were not, if it could not be decided what they may do.
    pub undecided: Vec<String>,
    /// What a list names as unsound, and no program shows to be.
    pub no_longer: Vec<NoLongerReport>,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with input.
    pub errors: Vec<ErrorResult>,
    /// Counts, and the time.
    pub summary: Summary,
}

/// Which programs were asked, exactly.
#[derive(Debug, Serialize, Deserialize)]
pub struct SpaceReport {
    /// How large they are.
    #[serde(flatten)]
    pub limits: LimitsReport,
    /// Threads, at most, of programs of which single operations are replaced by others.
    pub varied_threads: usize,
    /// How many base programs there are, and how many of them are judged.
    #[serde(flatten)]
    pub base: CountsReport,
    /// The programs that were asked: those that are judged, and their variants, each once.
    pub programs: usize,
    /// If the run was interrupted: the base programs that were asked with all their variants.
    pub interrupted: Option<usize>,
    /// The claims of the hardware that are on, for some target: what is sound, and what is not shown needed, may rest on them.
    pub claims: Vec<String>,
}

/// What was found of each row of a table.
#[derive(Debug, Serialize, Deserialize)]
pub struct TableReport {
    /// The release that it is of.
    pub release: String,
    /// The family of its targets.
    pub family: String,
    /// The document that lines are of.
    pub document: String,
    /// The document or the table's file, as it was named; in the project's folder if it comes with the tool.
    pub path: String,
    /// The line of the table's title at `path`.
    pub path_line: usize,
    /// What all that is said of it follows from; none in what earlier versions have written.
    #[serde(default)]
    pub sources: Vec<SourceReport>,
    /// Its rows, in the document's order.
    pub rows: Vec<RowReport>,
    /// The operations that it has no row for, so that nothing is said of programs with them.
    pub without_row: Vec<MissingReport>,
    /// Where the target's barrier, which is of no row, does not order what stands around it.
    pub barriers: Vec<BarrierReport>,
    /// Its instructions and what it takes out of them to change the code, in the order of rows; empty if that was not asked.
    pub instructions: Vec<InstrReport>,
    /// Its conditions and what negating them does, in its order; empty if that was not asked.
    pub conditions: Vec<ConditionReport>,
}

/// Operations that a table has no row for.
#[derive(Debug, Serialize, Deserialize)]
pub struct MissingReport {
    /// The operations: `fence acquire: system`.
    pub operation: String,
    /// Why that is accepted, if it is listed.
    pub known: Option<String>,
}

/// A row of a table, judged.
#[derive(Debug, Serialize, Deserialize)]
pub struct RowReport {
    /// The line of the document at which it begins.
    pub line: u32,
    /// The same line at the table's path.
    pub path_line: usize,
    /// The operations that it is for.
    pub operation: String,
    /// What is said of it, by target and language.
    pub cells: Vec<CellReport>,
}

words_enum! {
    /// What programs say of a row.
    RowVerdict {
        /// No program that uses it reaches what it must not.
        Sound = "sound",
        /// Some program that uses it reaches a state that the source forbids.
        Unsound = "unsound",
        /// There is nothing to judge: it has no code there, or LLVM no such operation.
        NoCode = "no code",
        /// No program uses it.
        NotJudged = "not judged",
        /// Inconclusive for some program, and no other one reaches what it must not.
        Unknown = "unknown",
    }
}

/// What is said of a row for a target and language.
#[derive(Debug, Serialize, Deserialize)]
pub struct CellReport {
    /// The target, with its mode.
    pub target: String,
    /// The language whose code is meant.
    pub language: Language,
    /// What programs say of it.
    pub verdict: RowVerdict,
    /// The programs that use it and forbid something.
    pub programs: usize,
    /// Those of them that reach what they must not, whatever row is at fault.
    pub broken: usize,
    /// If it is unsound: how many these are, and what tells them from others, as lists of what is known have it.
    pub breaks: Option<String>,
    /// What its operations are there for in these programs.
    pub roles: Vec<Cow<'static, str>>,
    /// What they might be there for in others, but in none of these.
    pub lacks: Vec<Cow<'static, str>>,
    /// If it is unsound: the smallest program.
    pub program: Option<usize>,
    /// If it is unsound: whether the row is at fault by itself, so that the program is sound with a fence of everything around its code.
    pub alone: Option<bool>,
    /// If it is unsound, and listed as that: why it is accepted.
    pub known: Option<String>,
    /// If it is listed as unsound, and the list says that other programs break than do: these.
    pub listed: Option<String>,
    /// If it is unsound: the assumptions without which the program is not.
    pub rests_on: Vec<String>,
    /// If it is unsound: what is left out there on a condition, each with its line and the condition on which it is there, and with which by itself the
    /// program is sound.
    pub omitted: Vec<String>,
    /// If it is not judged, has no code or is unknown: why.
    pub reason: Option<String>,
}

impl CellReport {
    /// Whether it is unsound as a list says: no other programs break.
    pub fn is_accepted(&self) -> bool {
        self.known.is_some() && self.listed.is_none()
    }
}

/// A target and language in which the barrier does not order what stands around it.
#[derive(Debug, Serialize, Deserialize)]
pub struct BarrierReport {
    /// The target and language.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The smallest program that shows it, as its place among the programs.
    pub program: usize,
    /// If it is listed as unsound: why that is accepted.
    pub known: Option<String>,
    /// The assumptions without which the program is not unsound.
    pub rests_on: Vec<String>,
}

/// An instruction of a row, and whether it is needed.
#[derive(Debug, Serialize, Deserialize)]
pub struct InstrReport {
    /// The line of the document at which the row begins.
    pub row: u32,
    /// The operations that the row is for.
    pub operation: String,
    /// The line of the document at which its step stands.
    pub line: u32,
    /// The same line at the table's path.
    pub path_line: usize,
    /// The instruction; of an access what it is in any form.
    pub instr: String,
    /// What is done to it.
    #[serde(flatten)]
    pub change: ChangeReport,
    /// Where it is needed: without it, the program is unsound.
    pub needed: Vec<NeedReport>,
    /// Where no program shows that it is needed, by target and language.
    pub not_shown_needed: Vec<PlaceReport>,
}

words_enum! {
    /// What a change is about.
    ChangeKind {
        /// An instruction is taken out whole.
        Instr = "instruction",
        /// An operand of an instruction is taken out or made another.
        Operand = "operand",
        /// An instruction and the next one are exchanged.
        Order = "order",
    }
}

/// What is done to an instruction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ChangeReport {
    /// What the change is about.
    pub kind: ChangeKind,
    /// Of an operand: which is taken out.
    pub operand: Option<String>,
    /// Of an operand: what stands there instead, if something does.
    pub by: Option<String>,
    /// Of an order: the next instruction, which then comes first.
    pub next: Option<String>,
}

impl ChangeReport {
    /// What of an instruction is needed, or not.
    pub(super) fn text(&self, instr: &str) -> String {
        match (&self.operand, &self.by, &self.next) {
            (Some(operand), Some(by), _) => format!("{operand} of {instr}, instead of {by}"),
            (Some(operand), None, _) => format!("{operand} of {instr}"),
            (None, _, Some(next)) => format!("{instr} before {next}"),
            (None, _, None) => instr.to_string(),
        }
    }
}

/// Where an instruction is needed.
#[derive(Debug, Serialize, Deserialize)]
pub struct NeedReport {
    /// The target and language.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The smallest program that breaks without it.
    pub program: usize,
}

/// A target and a language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlaceReport {
    /// The target, with its mode.
    pub target: String,
    /// The language whose code is meant.
    pub language: Language,
}
