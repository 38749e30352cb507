//! The machine code of a test as plain data and text.

use super::language::Language;
use super::lines::{COLUMNS, columns, words_within};
use super::results::{ErrorResult, FileResult};
use serde::Serialize;

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// The report of `litmus lower`.
#[derive(Debug, Serialize)]
pub struct LowerReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The path of the test's file, as given.
    pub path: String,
    /// The code for each target that there is code for.
    pub code: Vec<CodeReport>,
    /// The tables that were read.
    pub files: Vec<FileResult>,
    /// Operations that there is no code for, and what is wrong with input.
    pub errors: Vec<ErrorResult>,
}

/// The machine code of a test for a target.
#[derive(Clone, Debug, Serialize)]
pub struct CodeReport {
    /// The name after `litmus` in the file.
    pub name: String,
    /// The target and its mode.
    pub target: String,
    /// The release and family of the table: `llvm24:gfx12`.
    pub table: String,
    /// The source language whose code sequences are emitted.
    pub language: Language,
    /// In the test's order.
    pub threads: Vec<ThreadLines>,
}

/// The code of a thread.
#[derive(Clone, Debug, Serialize)]
pub struct ThreadLines {
    /// The thread's name in the test.
    pub thread: String,
    /// Its lines in order.
    pub lines: Vec<CodeLine>,
}

/// The code that a compiler has made of a test, as it was given.
#[derive(Clone, Debug, Serialize)]
pub struct GivenReport {
    /// The processor, in its mode.
    pub target: String,
    /// The threads that the code has a function for, in the test's order; where an instruction is from is its line.
    pub threads: Vec<ThreadLines>,
}

/// A line of a thread's code.
#[derive(Clone, Debug, Serialize)]
pub struct CodeLine {
    /// How many blocks it is in.
    pub depth: usize,
    /// The instruction, a line of the test as a comment, or a line of control flow.
    pub text: String,
    /// Where an instruction is from; `None` for what is the test's.
    pub from: Option<String>,
}

/// The code, each instruction with where it is from.
pub fn text(report: &CodeReport) -> String {
    let CodeReport { name, target, table, language, .. } = report;
    let thread = |ThreadLines { thread, lines }: &ThreadLines| {
        format!("thread {thread} {{\n{}}}\n", lines.iter().map(line).collect::<String>())
    };
    let threads: String = report.threads.iter().map(thread).collect();
    format!("{name} for {target} by {table}, {language}\n{threads}")
}

/// The columns of what begins a comment.
const COMMENT: usize = 3;

fn line(line: &CodeLine) -> String {
    let indent = "  ".repeat(line.depth);
    match (&line.from, line.text.strip_prefix("// ")) {
        (Some(from), _) => {
            let full = format!("{indent}{:<44} // {from}\n", line.text);
            // Where there is no room beside an instruction, it stands below where it is from.
            if columns(&full) <= COLUMNS { full } else { format!("{indent}// {from}\n{indent}{}\n", line.text) }
        }
        (None, Some(comment)) => {
            let lines = words_within(comment, COLUMNS.saturating_sub(indent.len() + COMMENT));
            lines.iter().map(|words| format!("{indent}// {words}\n")).collect()
        }
        (None, None) => format!("{indent}{}\n", line.text),
    }
}
