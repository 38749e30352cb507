//! What `litmus synth` makes, and what `litmus merge` unites, as plain data.

use super::results::{ErrorResult, FileResult};
use super::space::{CountsReport, LimitsReport};
use serde::Serialize;

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// The report of `litmus synth`.
#[derive(Debug, Serialize)]
pub struct SynthReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The tests, in the order of their programs.
    pub tests: Vec<TestText>,
    /// How many verdicts on code were not decided, and so are not expected.
    pub unknown_code: usize,
    /// How large programs are.
    pub limits: LimitsReport,
    /// How many base programs there are, and what is known of them.
    pub counts: CountsReport,
    /// If the run was interrupted: of how many base programs it is known whether they are tests.
    pub interrupted: Option<usize>,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with the file of results.
    pub errors: Vec<ErrorResult>,
}

/// A test.
#[derive(Debug, Serialize)]
pub struct TestText {
    /// Its name, as in its text.
    pub name: String,
    /// Its text, in canonical form.
    pub text: String,
}

/// The report of `litmus merge`.
#[derive(Debug, Serialize)]
pub struct MergeReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// How many files were united.
    pub shards: u32,
    /// How many answers the new file has.
    pub answers: usize,
    /// What is wrong with the files: nothing where there is a new one.
    pub errors: Vec<ErrorResult>,
}
