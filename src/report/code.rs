//! The machine code of a test as plain data and text.

use super::language::Language;

/// The machine code of a test for a target.
#[derive(Clone, Debug)]
pub struct CodeReport {
    /// The name after `litmus` in the file.
    pub name: String,
    /// The target and its mode.
    pub target: String,
    /// The release and family of the table: `llvm24:gfx12`.
    pub table: String,
    /// The source language whose code sequences are emitted.
    pub language: Language,
    /// By thread: its name and its lines.
    pub threads: Vec<(String, Vec<CodeLine>)>,
}

/// A line of a thread's code.
#[derive(Clone, Debug)]
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
    let thread = |(name, lines): &(String, Vec<CodeLine>)| {
        format!("thread {name} {{\n{}}}\n", lines.iter().map(line).collect::<String>())
    };
    let threads: String = report.threads.iter().map(thread).collect();
    format!("{name} for {target} by {table}, {language}\n{threads}")
}

fn line(line: &CodeLine) -> String {
    let indent = "  ".repeat(line.depth);
    match &line.from {
        Some(from) => format!("{indent}{:<44} // {from}\n", line.text),
        None => format!("{indent}{}\n", line.text),
    }
}
