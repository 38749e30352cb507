//! Machine code, and what tables of code sequences mean.

use super::parts;
use crate::compiler::{Assembly, GivenLine, given_lines};
use crate::llvm::Ordering;
use crate::lowering::LoadedTable;
use crate::lowering::machine::{MachineProgram, Node};
use crate::lowering::survey::{Change, Code, Group, Place};
use crate::program::Program;
use crate::report::code::{CodeLine, CodeReport, GivenReport, ThreadLines};
use crate::report::tables::OperationsReport;
use crate::syntax::source::{Source, Span};
use crate::syntax::table::ast::Op;
use crate::targets::TargetConfiguration;
use std::collections::BTreeSet;

/// The code of a test by a table: each of its instructions with what it becomes, and where each is from.
pub fn code(
    program: &Program,
    configuration: &TargetConfiguration,
    table: &LoadedTable,
    opencl: bool,
    code: &MachineProgram,
) -> CodeReport {
    let writer = Writer { source: &program.source, document: &table.document };
    let threads = code.threads.iter().map(|thread| {
        let mut lines = Vec::new();
        writer.block(&thread.body, 1, &mut lines);
        ThreadLines { thread: thread.name.clone(), lines }
    });
    CodeReport {
        name: program.name.clone(),
        target: configuration.to_string(),
        table: format!("{}:{}", table.release, table.table.family),
        language: parts::language(opencl),
        threads: threads.collect(),
    }
}

/// The code that a compiler has made of a test for a processor, by thread.
pub fn given(program: &Program, assembly: &Assembly, target: &str) -> GivenReport {
    let line = |line: GivenLine| CodeLine {
        depth: usize::from(line.line.is_some()),
        text: line.text,
        from: line.line.map(|number| format!("line {number}")),
    };
    let thread = |name: &String| {
        let lines = given_lines(assembly, name)?.into_iter().map(line).collect();
        Some(ThreadLines { thread: name.clone(), lines })
    };
    let threads = program.threads.iter().filter_map(|of| thread(&of.name)).collect();
    GivenReport { target: target.to_string(), threads }
}

struct Writer<'a> {
    source: &'a Source,
    document: &'a str,
}

impl Writer<'_> {
    fn block(&self, nodes: &[Node], depth: usize, out: &mut Vec<CodeLine>) {
        let line = |text: String| CodeLine { depth, text, from: None };
        let mut last = None;
        for node in nodes {
            match node {
                Node::Instr(instr) => {
                    if last != Some(instr.span) {
                        out.push(line(format!("// {}", parts::text(self.source, instr.span))));
                    }
                    last = Some(instr.span);
                    out.push(CodeLine { from: parts::origin(instr.origin, self.document), ..line(instr.to_string()) });
                }
                Node::Assign { span, .. } => out.push(line(parts::text(self.source, *span))),
                Node::If { then, otherwise, span, .. } => {
                    out.push(line(format!("{} {{", self.head(*span))));
                    self.block(then, depth + 1, out);
                    if !otherwise.is_empty() {
                        out.push(line("} else {".into()));
                        self.block(otherwise, depth + 1, out);
                    }
                    out.push(line("}".into()));
                }
                Node::Loop { body, span, .. } => {
                    out.push(line(format!("{} {{", self.head(*span))));
                    self.block(body, depth + 1, out);
                    out.push(line("}".into()));
                }
            }
        }
    }

    /// The source text up to its first block.
    fn head(&self, span: Span) -> String {
        let text = parts::text(self.source, span);
        text.split('{').next().unwrap_or_default().trim().to_string()
    }
}

/// A group of operations that become the same code.
pub fn group(group: &Group) -> OperationsReport {
    operations(group.op, group.ordering, &group.places, [&group.code, &group.code])
}

/// A group of operations whose code two tables change alike.
pub fn change(change: &Change) -> OperationsReport {
    operations(change.op, change.ordering, &change.places(), [&change.before, &change.after])
}

fn operations(op: Op, ordering: Option<Ordering>, places: &[Place], code: [&Code; 2]) -> OperationsReport {
    let [before, after] = code.map(code_lines);
    let operation = ordering.map_or(op.to_string(), |ordering| format!("{op} {ordering}"));
    let places: Vec<Vec<BTreeSet<String>>> = places.iter().map(|place| place.to_vec()).collect();
    OperationsReport { operation, places, before, after }
}

fn code_lines(code: &Code) -> Vec<String> {
    match code {
        Ok(instrs) if instrs.is_empty() => vec!["(nothing)".into()],
        Ok(instrs) => instrs.clone(),
        Err(missing) => vec![format!("(none: {missing})")],
    }
}
