//! What compilers make of tests, as plain data and text: a matrix of tests and of processors by compiler.

use super::amount::Amount;
use super::lines::wrap_words;
use super::refinement::{self, Summary, TestReport, VariantReport};
use super::results::{ErrorResult, FileResult};
use serde::Serialize;

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// The report of `litmus llvm check`.
#[derive(Debug, Serialize)]
pub struct CompiledReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The model of the source language, by name or path.
    pub model: String,
    /// The tables by whose code results are others, if that was asked: only these results are listed, and counts are of all.
    pub against: Option<String>,
    /// Processors in their modes by compiler, in the order of each test's results.
    pub columns: Vec<String>,
    /// The variants among their targets.
    pub variants: Vec<VariantReport>,
    /// By file, in order of path.
    pub tests: Vec<TestReport>,
    /// The models and hardware files that were read.
    pub files: Vec<FileResult>,
    /// Files that could not be read, and what is wrong with others.
    pub errors: Vec<ErrorResult>,
    /// Counts of results, and times.
    pub summary: Summary,
}

/// The report as text: the matrix, then, unless only that is wanted, what is unsound or unknown explained; counts last.
pub fn text(report: &CompiledReport, only_matrix: bool, amount: Amount) -> String {
    let s = &report.summary;
    let counts = format!(
        "{} tests on {} processors by compiler against {}: {} sound, {} unsound, {} racy, {} unknown",
        s.tests,
        report.columns.len(),
        report.model,
        s.sound,
        s.unsound,
        s.racy,
        s.unknown
    );
    let tests = refinement::tests(&report.tests, only_matrix, amount);
    let against = report.against.as_ref().zip(s.differ).map_or(String::new(), |(against, differ)| {
        format!("{differ} of {} results are others than with the code of {against}\n", s.cells)
    });
    let variants = refinement::variants(&report.variants);
    format!("{tests}{against}{variants}{}    {:.2} s\n", wrap_words(&counts, ""), s.seconds)
}
