//! What was found of tests and tables as one page of HTML that needs nothing else: it is written from plain data, test by test, and whoever reads it needs a
//! script for pictures alone that are packed for want of room. What many tests share, the code of an operation, is written once and referred to.

mod book;
mod differences;
mod home;
mod ids;
mod matrix;
mod operations;
mod packed;
mod pictures;
mod shell;
mod slim;
mod tables;
mod test;

use super::checked::TestResult;
use super::drawing::Drawing;
use super::judged::{BarrierReport, CellReport, ConditionReport, InstrReport, MissingReport, PlaceReport};
use super::refinement::TestReport;
use super::results::{ErrorResult, FileResult, OutcomesReport};
use super::tables::DifferencesReport;
use crate::verdict::RefinementVerdict;

pub use book::{Book, LeftOut, Written};

/// What was asked, or why it was not: that something was not asked is said, and is never taken for being fine.
#[derive(Debug)]
pub enum Part<T> {
    /// What was found.
    Found(T),
    /// It was not asked, for this reason.
    NotAsked(String),
}

impl<T> Part<T> {
    /// What was found, if it was asked.
    pub fn found(&self) -> Option<&T> {
        match self {
            Part::Found(found) => Some(found),
            Part::NotAsked(_) => None,
        }
    }
}

/// All that is said of a test.
#[derive(Debug)]
pub struct TestPage {
    /// Its text.
    pub source: String,
    /// Its verdicts by models, and what it expects.
    pub check: TestResult,
    /// Its final states and races by models.
    pub outcomes: Part<OutcomesReport>,
    /// Its machine code on targets, against its source.
    pub refinement: Part<TestReport>,
    /// The lines of its text that are operations with code of tables, in order.
    pub operations: Vec<LineOperation>,
    /// An execution of it.
    pub picture: Part<Picture>,
    /// What shows that its code is unsound, drawn for each target that is the first with its counterexample.
    pub drawn: Vec<DrawnTarget>,
}

impl TestPage {
    /// What is not decided beside its verdicts, in words.
    pub fn open(&self) -> Vec<String> {
        let states = self.outcomes.found().and_then(OutcomesReport::missing);
        let unknown = |report: &&TestReport| report.has(RefinementVerdict::Unknown);
        let targets = self.refinement.found().filter(unknown).map(|_| "unknown on some target".to_string());
        states.into_iter().chain(targets).collect()
    }
}

/// A counterexample that is drawn.
#[derive(Debug)]
pub struct DrawnTarget {
    /// The target configuration.
    pub target: String,
    /// The cycle that the source forbids, if it is known, and what happens on the hardware in time; or why they are not drawn.
    pub drawings: Part<(Option<Picture>, Drawing)>,
}

/// An execution that is drawn.
#[derive(Debug)]
pub struct Picture {
    /// What it shows, in lines.
    pub caption: Vec<String>,
    /// The drawing, without a title and a legend.
    pub drawing: Drawing,
}

/// A line of a test that is an operation.
#[derive(Debug)]
pub struct LineOperation {
    /// The line, from 1.
    pub line: usize,
    /// The operation.
    pub operation: Operation,
}

/// An operation as far as tables tell operations apart, with its code on every target.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    /// The operation in words: `store atomic release agent global`.
    pub name: String,
    /// Its code, the targets that have the same together.
    pub codes: Vec<TargetsCode>,
}

/// The code of an operation on some targets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TargetsCode {
    /// The target configurations.
    pub targets: Vec<String>,
    /// The family of their table, which rows are of.
    pub family: String,
    /// The instructions in order, or why there are none.
    pub code: Result<Vec<Instr>, String>,
}

/// An instruction of an operation's code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instr {
    /// The instruction with its operands.
    pub text: String,
    /// Where it is from.
    pub from: From,
}

/// Where an instruction is from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum From {
    /// A row of the table.
    Row {
        /// The line of the document at which the row begins.
        row: u32,
        /// The line of the document at which its step stands.
        line: u32,
    },
    /// Something else, in words.
    Other(String),
}

/// What the page says beside tests.
#[derive(Debug)]
pub struct Rest {
    /// The version of the program and of z3.
    pub version: String,
    /// The arguments that decide what was asked, each with its value.
    pub asked: Vec<(&'static str, String)>,
    /// The tables whose code is asked about, by the name that was given.
    pub table: String,
    /// The target configurations, in the order of each test's results.
    pub targets: Vec<String>,
    /// The tables themselves.
    pub tables: Vec<TablePage>,
    /// The generated programs that show something of tables; rows and instructions name them by their position here.
    pub programs: Part<Programs>,
    /// How tables differ from those of another release.
    pub differences: Part<Differences>,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with input.
    pub errors: Vec<ErrorResult>,
}

/// The generated programs by which tables are judged.
#[derive(Debug)]
pub struct Programs {
    /// Which programs were asked, in a sentence, and what was not.
    pub space: Vec<String>,
    /// The texts of those that show something.
    pub texts: Vec<String>,
}

/// Differences between the tables of two releases.
#[derive(Debug)]
pub struct Differences {
    /// The earlier tables, by the name that was given.
    pub before: String,
    /// What differs.
    pub report: DifferencesReport,
}

/// A table with what is known of its rows.
#[derive(Debug)]
pub struct TablePage {
    /// The release that it is of.
    pub release: String,
    /// The family of its targets.
    pub family: String,
    /// The document that lines are of.
    pub document: String,
    /// Its rows, in the document's order.
    pub rows: Vec<RowPage>,
    /// What was judged of it beside rows.
    pub judged: Part<TableJudged>,
}

/// What was judged of a table beside its rows.
#[derive(Debug)]
pub struct TableJudged {
    /// The operations that it has no row for.
    pub without_row: Vec<MissingReport>,
    /// Where the target's barrier does not order what stands around it.
    pub barriers: Vec<BarrierReport>,
    /// The conditions of its table of scopes, and what negating them does.
    pub conditions: Vec<ConditionReport>,
    /// Whether it was asked which instructions are needed.
    pub is_audited: bool,
}

/// A row of a table.
#[derive(Debug)]
pub struct RowPage {
    /// The line of the document at which it begins.
    pub line: u32,
    /// The operations that it is for.
    pub head: String,
    /// Its text as tables have it.
    pub text: String,
    /// What is said of it, by target and language.
    pub judged: Part<RowJudged>,
}

/// What generated programs say of a row.
#[derive(Debug)]
pub struct RowJudged {
    /// All targets that its table is for, in their modes and by language: an audit may be of fewer.
    pub places: Vec<PlaceReport>,
    /// Its verdicts by target and language.
    pub cells: Vec<CellReport>,
    /// Its instructions, and whether they are needed.
    pub instructions: Vec<InstrReport>,
    /// Its conditions, and what negating them does.
    pub conditions: Vec<ConditionReport>,
}
