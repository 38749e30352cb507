//! Machine IR as `llc` prints it after the memory legalizer: its functions as those of assembly, in which waits for the results of loads are not there yet.

use super::NotModelled;
use super::assembly::{Assembly, Function, Kernel, Line, twice};
use crate::spelling::{
    MachineInstruction, Operand, RegisterFile, as_assembly, instruction, instructions, machine_register, operand,
};
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::targets::Target;
use std::collections::HashMap;
use std::sync::Arc;

/// Whether a text is machine IR: documents of YAML, after comments.
pub fn is_machine_ir(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with(['#', ';']));
    lines.next().is_some_and(|line| line == "---" || line.starts_with("--- "))
}

/// Reads machine IR for a target, which says how its numbers are encoded.
///
/// # Errors
/// It is not for an AMD GPU, a document has no end, a function no body, or a line is none of machine IR.
pub fn parse(source: &Arc<Source>, target: &Target) -> Result<Assembly, Box<Diagnostic>> {
    let mut reader = Reader {
        source,
        target,
        document: None,
        processors: Vec::new(),
        attributes: Vec::new(),
        functions: Vec::new(),
        open: None,
        named: Vec::new(),
        bundle: None,
    };
    let mut start = 0;
    for text in source.text.split_inclusive('\n') {
        let trimmed = text.trim();
        let at = start + (text.len() - text.trim_start().len());
        reader.line(text.trim_end(), trimmed, Span::new(at, at + trimmed.len()))?;
        start += text.len();
    }
    reader.end()
}

/// A document of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Document {
    /// LLVM IR, which says what it is compiled for.
    Module,
    /// A function, before its body.
    Head,
    /// The body of a function.
    Body,
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    target: &'a Target,
    /// That which is open, and where it begins.
    document: Option<(Document, Span)>,
    processors: Vec<(String, Span)>,
    attributes: Vec<(String, Span)>,
    functions: Vec<Function>,
    open: Option<Head>,
    /// The blocks that the function names, with places.
    named: Vec<(String, Span)>,
    /// Where the bundle begins that is open: its instructions stand there each by itself.
    bundle: Option<Span>,
}

/// What stands before a function's body.
struct Head {
    name: Option<(String, Span)>,
    is_kernel: bool,
    arguments: Option<u32>,
    preloads: bool,
    lines: Vec<Line>,
    labels: HashMap<String, usize>,
}

impl Reader<'_> {
    fn error(&self, span: Span, message: impl Into<String>, label: &str, help: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::new(self.source, span, message, label).help(help))
    }

    fn line(&mut self, line: &str, text: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        match (self.document, line) {
            (_, "---") => self.begin(Document::Head, span),
            (_, _) if line.starts_with("--- ") => self.begin(Document::Module, span),
            (None, _) if line.is_empty() || line.starts_with(['#', ';']) => Ok(()),
            (None, _) => {
                let help = "`---` begins a document, and `...` ends it";
                Err(self.error(span, "a line outside of a document", "here", help))
            }
            (Some((document, at)), "...") => {
                self.outside_of_bundles()?;
                self.document = None;
                if document == Document::Module { Ok(()) } else { self.function(document, at) }
            }
            (Some((Document::Module, _)), _) => self.module(text, span),
            (Some((Document::Head, _)), _) => self.head(line, text, span),
            (Some((Document::Body, _)), _) if text.is_empty() || text.starts_with(';') => Ok(()),
            (Some((Document::Body, _)), _) if !line.starts_with(' ') => {
                let help = "a body stands last in its document, and `...` ends that";
                Err(self.error(span, "this is of no body", "not indented", help))
            }
            (Some((Document::Body, _)), _) => self.body(text, span),
        }
    }

    fn begin(&mut self, document: Document, span: Span) -> Result<(), Box<Diagnostic>> {
        if let Some((_, at)) = self.document {
            return Err(self.error(at, "this document does not end", "begins here", "`...` ends a document"));
        }
        self.document = Some((document, span));
        let (lines, labels) = (Vec::new(), HashMap::new());
        let head = Head { name: None, is_kernel: false, arguments: None, preloads: false, lines, labels };
        self.open = (document == Document::Head).then_some(head);
        Ok(())
    }

    /// What the IR says of its processor.
    fn module(&mut self, text: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        if let Some(triple) = text.strip_prefix("target triple = ") {
            let is_meant = ["amdgcn", "amdgpu"].iter().any(|known| triple.trim_matches('"').starts_with(known));
            if !is_meant {
                let help = "`target triple = \"amdgcn-amd-amdhsa\"`, as llc prints it";
                return Err(self.error(span, "this names no AMD GPU", "no AMD GPU", help));
            }
        }
        if !text.starts_with("attributes ") {
            return Ok(());
        }
        let said = |name: &str| text.split_once(&format!("\"{name}\"=\"")).and_then(|(_, rest)| rest.split('"').next());
        self.processors.extend(said("target-cpu").map(|name| (name.to_string(), span)));
        self.attributes.push((text.to_string(), span));
        Ok(())
    }

    fn head(&mut self, line: &str, text: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let (key, value) = text.split_once(':').map_or((text, ""), |(key, value)| (key, value.trim()));
        match (key, value) {
            ("name", _) if line.starts_with("name:") => {
                open.name = Some((value.trim_matches(['\'', '"']).to_string(), span));
            }
            ("isEntryFunction", "true") => open.is_kernel = true,
            ("numKernargPreloadSGPRs", number) => open.preloads = number != "0",
            ("kernargSegmentPtr", _) => {
                let register = value.split('\'').nth(1).and_then(|register| register.strip_prefix("$sgpr"));
                let first = register.map(|register| register.split('_').next().unwrap_or_default());
                open.arguments = first.and_then(|number| number.parse().ok());
            }
            ("body", "|") if line.starts_with("body:") => {
                self.document = Some((Document::Body, span));
            }
            _ => {}
        }
        Ok(())
    }

    fn body(&mut self, text: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        if text.starts_with("bb.") {
            self.outside_of_bundles()?;
            return self.block(text, span);
        }
        if text.starts_with("successors:") {
            self.named.extend(blocks(text).map(|block| (block, span)));
            return Ok(());
        }
        if text.starts_with("BUNDLE") && text.ends_with('{') {
            self.outside_of_bundles()?;
            self.bundle = Some(span);
            return Ok(());
        }
        if text == "}" {
            let begun = self.bundle.take().map(|_| ());
            return begun.ok_or_else(|| self.error(span, "this ends no bundle", "here", "`BUNDLE … {` begins one"));
        }
        // What is alive, and where others come from.
        if ["liveins:", "predecessors:"].iter().any(|begin| text.starts_with(begin)) {
            return Ok(());
        }
        let line = if let Some(rest) = text.strip_prefix("INLINEASM ") {
            self.inline(rest, span)?
        } else {
            self.code(text, span)?
        };
        if let Some(open) = &mut self.open {
            if open.labels.is_empty() {
                return Err(self.error(span, "an instruction outside of a block", "here", "`bb.0:` begins a block"));
            }
            open.lines.extend(line);
        }
        Ok(())
    }

    /// Refuses a bundle that is still open.
    fn outside_of_bundles(&self) -> Result<(), Box<Diagnostic>> {
        let Some(at) = self.bundle else { return Ok(()) };
        Err(self.error(at, "this bundle does not end", "begins here", "`}` ends it, before its block does"))
    }

    fn block(&mut self, text: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        let number: String = text["bb.".len()..].chars().take_while(char::is_ascii_digit).collect();
        if number.is_empty() || !text.ends_with(':') {
            let help = "`bb.NUMBER:`, or with a name, as `bb.0.entry:`";
            return Err(self.error(span, "this begins no block", "not understood", help));
        }
        let Some(open) = &mut self.open else { return Ok(()) };
        let after = open.lines.len();
        match open.labels.insert(format!("bb.{number}"), after) {
            Some(_) => {
                let message = format!("the block `bb.{number}` stands twice");
                Err(self.error(span, message, "again", "one number, one block"))
            }
            None => Ok(()),
        }
    }

    /// The line of an instruction; `None` if it becomes no code. What is not understood is known to be so where it is executed.
    fn code(&mut self, text: &str, span: Span) -> Result<Option<Line>, Box<Diagnostic>> {
        let Some(read) = MachineInstruction::read(text) else {
            let help = "an opcode in capital letters, and operands between commas";
            return Err(self.error(span, "this is no machine instruction", "not understood", help));
        };
        self.named.extend(read.operands.iter().flat_map(|text| blocks(text)).map(|block| (block, span)));
        Ok(match as_assembly(&read, self.target) {
            Ok(texts) if texts.is_empty() => None,
            Ok(texts) => {
                let parts: Option<Vec<_>> = texts.iter().map(|text| instruction(text, span)).collect();
                let unread = || Line::Unread(NotModelled::new(span, format!("`{}` is not understood", read.opcode)));
                Some(parts.map_or_else(unread, Line::Code))
            }
            Err(why) => Some(Line::Unread(NotModelled::new(span, why))),
        })
    }

    /// Inline assembly: comments that say what holds a register of the test, or nothing.
    fn inline(&self, text: &str, span: Span) -> Result<Option<Line>, Box<Diagnostic>> {
        let unread = |why: &str| Ok(Some(Line::Unread(NotModelled::new(span, why))));
        let quoted = text.strip_prefix("&\"").and_then(|rest| rest.split_once('"'));
        let Some((code, operands)) = quoted else { return unread("inline assembly is not understood") };
        let comment = code.trim().strip_prefix(';').map(str::trim);
        let mut words = comment.unwrap_or_default().split_whitespace();
        if words.next() != Some(instructions().keep()) {
            return match code.trim().is_empty() && !operands.contains('$') {
                true => Ok(None),
                false => unread("inline assembly is not understood"),
            };
        }
        let help = "a register of the test, and the machine's register that holds it";
        let wrong = || self.error(span, "this does not say what holds a register", "not complete", help);
        // Behind the flags of each operand stands its register.
        let registers: Vec<&str> =
            operands.split(',').filter_map(|part| part.split_once('$')).map(|(_, name)| name.trim()).collect();
        let register = words.next().ok_or_else(wrong)?.to_string();
        let mut held = Vec::new();
        for (number, word) in words.enumerate() {
            let name = registers.get(number).filter(|_| word == format!("${number}")).ok_or_else(wrong)?;
            let spelled = machine_register(name).map(|word| operand(&word));
            let Some(Operand::Registers(units)) = spelled else { return Err(wrong()) };
            let is_data = |unit: &(RegisterFile, u32)| {
                matches!(unit.0, RegisterFile::Vector | RegisterFile::Accumulator | RegisterFile::Scalar)
            };
            if !units.iter().all(is_data) {
                return Err(wrong());
            }
            held.push(Operand::Registers(units));
        }
        if !(1..=2).contains(&held.len()) || held.len() != registers.len() {
            return Err(wrong());
        }
        Ok(Some(Line::Keep { register, operands: held, span }))
    }

    /// A function whose document has ended.
    fn function(&mut self, document: Document, at: Span) -> Result<(), Box<Diagnostic>> {
        let named = std::mem::take(&mut self.named);
        let Some(open) = self.open.take() else { return Ok(()) };
        let Some((name, span)) = open.name else {
            return Err(self.error(at, "a function without a name", "this document", "`name: P0`"));
        };
        if document != Document::Body {
            let message = format!("the function `{name}` has no body");
            return Err(self.error(span, message, "named here", "`body: |`, and its blocks"));
        }
        if let Some((block, place)) = named.into_iter().find(|(block, _)| !open.labels.contains_key(block)) {
            let message = format!("`{name}` has no block `{block}`");
            return Err(self.error(place, message, "named here", "a whole function, with all its blocks"));
        }
        if self.functions.iter().any(|known| known.name == name) {
            return Err(self.error(span, twice(&name), "again", "one function of each name"));
        }
        let kernel = open.is_kernel.then_some(match open.preloads {
            true => Kernel::Preloaded,
            false => Kernel::Told(open.arguments),
        });
        let (lines, labels) = (open.lines, open.labels);
        self.functions.push(Function { name, span, lines, labels, kernel, lacks_waits: true });
        Ok(())
    }

    fn end(self) -> Result<Assembly, Box<Diagnostic>> {
        let end = self.source.text.trim_end().len();
        if self.document.is_some() {
            let help = "a whole file: `...` ends each document";
            return Err(self.error(Span::new(end, end), "the file is not whole", "it ends here", help));
        }
        if self.functions.is_empty() {
            let help = "a document with `name:` and `body: |`, as `llc -stop-after` prints it";
            return Err(self.error(Span::new(end, end), "no function", "the file ends here", help));
        }
        let (processors, attributes) = (self.processors, self.attributes);
        Ok(Assembly { source: self.source.clone(), processors, attributes, functions: self.functions })
    }
}

/// The blocks that a text names.
fn blocks(text: &str) -> impl Iterator<Item = String> {
    text.split("%bb.").skip(1).map(|rest| {
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        format!("bb.{number}")
    })
}
