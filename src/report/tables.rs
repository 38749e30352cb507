//! Tables and machine code as text.

use crate::llvm::Ordering;
use crate::lowering::machine::{MachineInstr, MachineProgram, Node, Origin};
use crate::lowering::survey::{Change, Code, Group, Place};
use crate::syntax::source::{Source, Span};
use crate::syntax::table::ast::Op;
use similar::{ChangeTag, TextDiff};
use std::collections::BTreeSet;

/// The differences between two tables: for each, what it is about and the code with `-` and `+`.
pub fn changes(changes: &[Change]) -> String {
    let mut out = String::new();
    let mut title = String::new();
    for change in changes {
        let next = operation(change.op, change.ordering);
        if next != title {
            out += &format!("{next}\n");
            title = next;
        }
        out += &places(&change.places);
        let (before, after) = (code_text(&change.before), code_text(&change.after));
        for line in TextDiff::from_lines(&before, &after).iter_all_changes() {
            let sign = match line.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            out += &format!("    {sign} {line}");
        }
    }
    out
}

/// The code of operations, grouped by what it is.
pub fn groups(groups: &[Group]) -> String {
    let group = |group: &Group| {
        let code = code_text(&group.code).lines().map(|line| format!("    {line}\n")).collect::<String>();
        format!("{}\n{}{code}", operation(group.op, group.ordering), places(&group.places))
    };
    groups.iter().map(group).collect()
}

fn operation(op: Op, ordering: Option<Ordering>) -> String {
    ordering.map_or(op.to_string(), |ordering| format!("{op} {ordering}"))
}

fn code_text(code: &Code) -> String {
    match code {
        Ok(instrs) if instrs.is_empty() => "(nothing)\n".into(),
        Ok(instrs) => instrs.iter().map(|instr| format!("{instr}\n")).collect(),
        Err(missing) => format!("(none: {missing})\n"),
    }
}

fn places(places: &[Place]) -> String {
    let values = |values: &BTreeSet<String>| values.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let line = |place: &Place| {
        let parts: Vec<String> = place.iter().map(values).filter(|text| !text.is_empty()).collect();
        format!("  {}\n", parts.join(" | "))
    };
    places.iter().map(line).collect()
}

/// The code of a test: each of its instructions with what it becomes, and the place in `document` that each is from.
pub fn machine(program: &MachineProgram, source: &Source, document: &str) -> String {
    let writer = Writer { source, document };
    let thread = |thread: &crate::lowering::machine::MachineThread| {
        format!("thread {} {{\n{}}}\n", thread.name, writer.block(&thread.body, 1))
    };
    program.threads.iter().map(thread).collect()
}

struct Writer<'a> {
    source: &'a Source,
    document: &'a str,
}

impl Writer<'_> {
    fn block(&self, nodes: &[Node], depth: usize) -> String {
        let indent = "  ".repeat(depth);
        let mut out = String::new();
        let mut last = None;
        for node in nodes {
            match node {
                Node::Instr(instr) => {
                    if last != Some(instr.span) {
                        out += &format!("{indent}// {}\n", self.text(instr.span));
                    }
                    last = Some(instr.span);
                    out += &self.instr(instr, &indent);
                }
                Node::Assign { span, .. } => out += &format!("{indent}{}\n", self.text(*span)),
                Node::If { then, otherwise, span, .. } => {
                    out += &format!("{indent}{} {{\n{}", self.head(*span), self.block(then, depth + 1));
                    if !otherwise.is_empty() {
                        out += &format!("{indent}}} else {{\n{}", self.block(otherwise, depth + 1));
                    }
                    out += &format!("{indent}}}\n");
                }
                Node::Loop { body, span, .. } => {
                    out += &format!("{indent}{} {{\n{}{indent}}}\n", self.head(*span), self.block(body, depth + 1));
                }
            }
        }
        out
    }

    fn instr(&self, instr: &MachineInstr, indent: &str) -> String {
        let text = instr.to_string();
        match instr.origin {
            Origin::Row { row, step, line } => {
                format!("{indent}{text:<44} // {}:{line} step {step} of the row at {row}\n", self.document)
            }
            Origin::Target => format!("{indent}{text:<44} // the target's barrier\n"),
            Origin::Test => format!("{indent}{text}\n"),
        }
    }

    /// The source text of an instruction in one line.
    fn text(&self, span: Span) -> String {
        let text = self.source.text.get(span.start..span.end).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The source text up to its first block.
    fn head(&self, span: Span) -> String {
        let text = self.text(span);
        text.split('{').next().unwrap_or_default().trim().to_string()
    }
}
