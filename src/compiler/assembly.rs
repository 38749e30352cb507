//! AMDGPU assembly as `llc` prints it: functions of labelled instructions, of which nothing is known yet but how they read.

use super::NotModelled;
use super::release::mode_directives;
use crate::spelling::{Instruction, Operand, instruction, instructions, on_processor, operand};
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::targets::Target;
use std::collections::HashMap;
use std::sync::Arc;

/// A file of assembly.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// Its text, in which all spans lie.
    pub source: Arc<Source>,
    /// The processors that it is for, and where it says so.
    pub processors: Vec<(String, Span)>,
    /// The attributes of functions that say how they are compiled, as IR has them, and where.
    pub attributes: Vec<(String, Span)>,
    /// Its functions, in the order of the text.
    pub functions: Vec<Function>,
}

impl Assembly {
    /// Refuses an instruction that its processor has not, reached or not: no assembler takes the file. Where none is said, it is any of the target.
    ///
    /// # Errors
    /// The first of them.
    pub fn is_of_its_processor(&self, target: &Target) -> Result<(), Box<Diagnostic>> {
        let lines = self.functions.iter().flat_map(|function| &function.lines);
        let parts = lines.flat_map(|line| match line {
            Line::Code(parts) => parts.as_slice(),
            Line::Keep { .. } | Line::Unread(_) => &[],
        });
        let processor = self.processors.first().map_or(&target.name, |(name, _)| name);
        for part in parts {
            on_processor(&part.mnemonic, (processor, target)).map_err(|lacking| {
                let span = Span::new(part.span.start, part.span.start + part.mnemonic.len());
                let diagnostic = Diagnostic::new(&self.source, span, lacking.message, "of other processors");
                Box::new(diagnostic.help(lacking.help))
            })?;
        }
        Ok(())
    }

    /// Of the code of several tests, that whose functions' names begin so, by their names without that.
    pub fn of(&self, prefix: &str) -> Assembly {
        let own = |function: &Function| {
            let name = function.name.strip_prefix(prefix)?.to_string();
            Some(Function { name, ..function.clone() })
        };
        let functions = self.functions.iter().filter_map(own).collect();
        let (processors, attributes) = (self.processors.clone(), self.attributes.clone());
        Assembly { source: Arc::clone(&self.source), processors, attributes, functions }
    }
}

/// A function: instructions, and where labels point.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name by which the file declares it.
    pub name: String,
    /// Where its label stands.
    pub span: Span,
    /// Its instructions, and comments that say what holds a register of the test.
    pub lines: Vec<Line>,
    /// By label, the number of the line that comes after it.
    pub labels: HashMap<String, usize>,
    /// What is said of a kernel; `None` of a function that is none.
    pub kernel: Option<Kernel>,
    /// Whether the waits for the results of loads are put in later.
    pub lacks_waits: bool,
}

/// What is said of how a kernel begins.
#[derive(Clone, Debug)]
pub enum Kernel {
    /// The numbers of its descriptor, by directive.
    Descriptor(HashMap<String, u32>),
    /// The first of the scalar registers in which it has the pointer to its arguments, if it has one.
    Told(Option<u32>),
    /// Some arguments are in registers.
    Preloaded,
}

impl Function {
    /// Whether the descriptor of a kernel says that its waves have 64 lanes.
    pub fn says_wave64(&self) -> bool {
        match &self.kernel {
            Some(Kernel::Descriptor(kernel)) => kernel.get(instructions().wave32_directive()) == Some(&0),
            Some(Kernel::Told(_) | Kernel::Preloaded) | None => false,
        }
    }

    /// The first of the scalar registers in which a kernel has the pointer to its arguments; `None` if it asks for none.
    ///
    /// # Errors
    /// It is no kernel, or some arguments are in registers.
    pub fn kernarg(&self) -> Result<Option<u32>, NotModelled> {
        let preloaded = || NotModelled::new(self.span, "arguments that are in registers as a kernel begins");
        let kernel = match &self.kernel {
            Some(Kernel::Descriptor(kernel)) => kernel,
            Some(Kernel::Told(first)) => return Ok(*first),
            Some(Kernel::Preloaded) => return Err(preloaded()),
            None => {
                return Err(NotModelled::new(self.span, format!("`{}` has no descriptor of a kernel", self.name)));
            }
        };
        let said = |directive: &str| kernel.get(directive).copied().unwrap_or_default();
        if said(instructions().kernarg_preload()) != 0 {
            return Err(preloaded());
        }
        let mut first = 0;
        let Some(((last, _), before)) = instructions().kernarg().split_last() else { return Ok(None) };
        before.iter().filter(|(directive, _)| said(directive) != 0).for_each(|(_, registers)| first += registers);
        Ok((said(last) != 0).then_some(first))
    }
}

/// What stands in a line of a function.
#[derive(Clone, Debug)]
pub enum Line {
    /// An instruction; two of them if one encodes both, which read before either writes.
    Code(Vec<Instruction>),
    /// A register of the test is held by these operands: its value, then whether it was written, where it may not be.
    Keep {
        /// The register's name in the test.
        register: String,
        /// The operands, one or two.
        operands: Vec<Operand>,
        /// The whole comment.
        span: Span,
    },
    /// Something that is not understood.
    Unread(NotModelled),
}

/// Reads assembly.
///
/// # Errors
/// It is not for an AMD GPU, a function has no end, or a line is none of assembly.
pub fn parse(source: &Arc<Source>) -> Result<Assembly, Box<Diagnostic>> {
    let mut reader = Reader {
        source,
        declared: Vec::new(),
        processor: None,
        target: String::new(),
        functions: Vec::new(),
        section: String::new(),
        open: None,
        section_of_open: String::new(),
    };
    let mut start = 0;
    // Metadata come last, and a file without them is no whole file.
    let mut metadata = Metadata::Missing;
    for text in source.text.split_inclusive('\n') {
        let trimmed = text.trim();
        let at = start + (text.len() - text.trim_start().len());
        let span = Span::new(at, at + trimmed.len());
        match trimmed {
            _ if trimmed.contains('\r') => {
                let at = at + trimmed.find('\r').unwrap_or_default();
                let help = "assemblers take what is after it for another line";
                return Err(reader.error(Span::new(at, at + 1), "a carriage return within a line", "here", help));
            }
            // Metadata is YAML, which says nothing of code but what it is for.
            ".amdgpu_metadata" => metadata = Metadata::Open,
            ".end_amdgpu_metadata" => metadata = Metadata::Whole,
            _ if metadata == Metadata::Open => reader.metadata(trimmed, span)?,
            _ => reader.line(trimmed, span)?,
        }
        start += text.len();
    }
    reader.end(metadata)
}

/// How directives begin by which the lines of a file mean others than they say.
const CHANGING: [&str; 14] = [
    "macro", "endm", "exitm", "purgem", "altmacro", "rep", "irp", "endr", "if", "else", "include", "incbin", "org",
    "code",
];

/// How much of the metadata was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Metadata {
    Missing,
    Open,
    Whole,
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    /// The functions that are declared, of which labels begin some.
    declared: Vec<String>,
    processor: Option<(String, Span)>,
    /// The whole name of the target that the file is for, once it is named.
    target: String,
    functions: Vec<Function>,
    /// The section that what comes next is put in.
    section: String,
    open: Option<Function>,
    /// The section in which that has begun.
    section_of_open: String,
}

impl Reader<'_> {
    fn error(&self, span: Span, message: impl Into<String>, label: &str, help: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::new(self.source, span, message, label).help(help))
    }

    fn line(&mut self, text: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        if let Some(comment) = text.strip_prefix(';') {
            return self.comment(comment.trim(), span);
        }
        let text = text.split(';').next().unwrap_or_default().trim_end();
        let span = Span::new(span.start, span.start + text.len());
        if text.contains("/*") || text.contains("*/") || text.contains("//") {
            let help = "comments begin with `;` and end with the line";
            return Err(self.error(span, "a comment that is not followed", "what is code here is not told", help));
        }
        match (text.strip_suffix(':'), text.strip_prefix('.')) {
            _ if text.is_empty() => Ok(()),
            (Some(label), _) => self.label(label, span),
            (None, Some(directive)) => self.directive(directive, span),
            (None, None) => self.code(text, span),
        }
    }

    /// Refuses metadata for another processor.
    fn metadata(&self, text: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        let Some(target) = text.strip_prefix("amdhsa.target:") else { return Ok(()) };
        let other = target.trim().trim_matches(['\'', '"']);
        if self.target.is_empty() || self.target == other {
            return Ok(());
        }
        let message = format!("metadata for `{other}` of code for `{}`", self.target);
        Err(self.error(span, message, "another target", "the one that `.amdgcn_target` names"))
    }

    /// Comments say nothing, but for what inline assembly says of the registers of the test.
    fn comment(&mut self, text: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        let mut words = text.split_whitespace();
        if words.next() != Some(instructions().keep()) {
            return Ok(());
        }
        let register = words.next().map(str::to_string);
        let operands: Vec<Operand> = words.map(operand).collect();
        let are_registers = operands.iter().all(|operand| matches!(operand, Operand::Registers(_)));
        let keep = register.filter(|_| are_registers && (1..=2).contains(&operands.len()));
        let keep = keep.map(|register| Line::Keep { register, operands, span });
        match (keep, &mut self.open) {
            (Some(keep), Some(function)) => function.lines.push(keep),
            (Some(_), None) => return Err(self.outside(span)),
            (None, _) => {
                let help = "a register of the test, and the machine's register that holds it";
                return Err(self.error(span, "this does not say what holds a register", "not complete", help));
            }
        }
        Ok(())
    }

    fn outside(&self, span: Span) -> Box<Diagnostic> {
        let help = "`.type NAME,@function` and `NAME:` begin a function";
        self.error(span, "an instruction outside of a function", "here", help)
    }

    fn label(&mut self, label: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        if self.declared.iter().any(|name| name == label) {
            if let Some(open) = &self.open {
                return Err(self.not_ended(open));
            }
            if self.functions.iter().any(|known| known.name == label) {
                return Err(self.error(span, twice(label), "again", "one function of each name"));
            }
            let (name, lines, labels) = (label.to_string(), Vec::new(), HashMap::new());
            self.open = Some(Function { name, span, lines, labels, kernel: None, lacks_waits: false });
            self.section_of_open.clone_from(&self.section);
            return Ok(());
        }
        let Some(function) = &mut self.open else { return Ok(()) };
        let after = function.lines.len();
        match function.labels.insert(label.to_string(), after) {
            Some(_) => {
                Err(self.error(span, format!("the label `{label}` stands twice"), "again", "one label, one place"))
            }
            None => Ok(()),
        }
    }

    fn directive(&mut self, text: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match word {
            "amdgcn_target" => {
                let (triple, name) = processor_of(rest.trim_matches('"'));
                if !["amdgcn", "amdgpu"].iter().any(|known| triple.starts_with(known)) || name.is_empty() {
                    let help = "`.amdgcn_target \"amdgcn-amd-amdhsa--PROCESSOR\"`, as llc prints it";
                    return Err(self.error(span, "this names no AMD GPU", "no processor", help));
                }
                self.processor = Some((name.to_string(), span));
                self.target = rest.trim_matches('"').to_string();
            }
            "type" => {
                let declared = rest.split_once(',').filter(|(_, kind)| kind.trim() == "@function");
                self.declared.extend(declared.map(|(name, _)| name.trim().to_string()));
            }
            "size" => {
                let name = rest.split(',').next().unwrap_or_default();
                if self.open.as_ref().is_some_and(|open| open.name == name) {
                    self.functions.extend(self.open.take());
                }
            }
            "text" if !rest.is_empty() => {
                let message = "subsections are not followed";
                return Err(self.error(span, message, "code of another place", "`.text` alone"));
            }
            "section" if rest.split(',').any(|word| word.trim() == "unique") => {
                let message = "sections of one name are not told apart";
                return Err(self.error(span, message, "another section", "`.section NAME`"));
            }
            "p2align" if self.is_in_code() && rest.contains(',') => {
                let message = "what an alignment fills with may be code";
                return Err(self.error(
                    span,
                    message,
                    "not understood",
                    "`.p2align NUMBER`, which fills with nothing that counts",
                ));
            }
            "text" => self.section = ".text".to_string(),
            "section" => self.section = rest.split(',').next().unwrap_or_default().trim().to_string(),
            "pushsection" | "popsection" | "previous" | "subsection" => {
                let help = "`.text`, or `.section NAME`";
                return Err(self.error(span, format!("`.{word}` is not followed"), "another section", help));
            }
            _ if CHANGING.iter().any(|begin| word.starts_with(begin)) => {
                let help = "the text that the assembler makes of it";
                return Err(self.error(span, format!("`.{word}` is not followed"), "it changes other lines", help));
            }
            "amdhsa_kernel" => {
                let open = self.open.as_mut().filter(|open| open.name == rest);
                if let Some(open) = open {
                    open.kernel = Some(Kernel::Descriptor(HashMap::new()));
                }
            }
            _ if word.starts_with("amdhsa_") => {
                let number = match operand(rest) {
                    Operand::Int(number) => u32::try_from(number).ok(),
                    Operand::Registers(_) | Operand::Word(_) => None,
                };
                if number.is_none() && is_looked_at(word) {
                    let message = format!("`.{word}` is not followed");
                    return Err(self.error(span, message, "not understood", "a number"));
                }
                let kernel = self.open.as_mut().and_then(|open| open.kernel.as_mut());
                if let (Some(Kernel::Descriptor(kernel)), Some(number)) = (kernel, number) {
                    kernel.insert(word.to_string(), number);
                }
            }
            // Sections, alignment, symbols and numbers of registers say nothing of what code does; data between instructions may be code.
            _ if self.open.is_some() && !is_no_code(word) => {
                let help = "instructions by their mnemonics";
                return Err(self.error(span, format!("`.{word}` in a function may be code"), "not understood", help));
            }
            _ => {}
        }
        Ok(())
    }

    fn code(&mut self, text: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        let mut parts = Vec::new();
        let mut start = span.start;
        for part in text.split("::") {
            let trimmed = part.trim();
            let at = start + (part.len() - part.trim_start().len());
            let Some(instruction) = instruction(trimmed, Span::new(at, at + trimmed.len())) else {
                let help = "a mnemonic, and operands between commas";
                return Err(self.error(span, "this is no instruction", "not understood", help));
            };
            parts.push(instruction);
            start += part.len() + "::".len();
        }
        match &mut self.open {
            Some(_) if self.section != self.section_of_open => {
                let help = "what a function executes stands in its section";
                let message = format!("an instruction in the section `{}`", self.section);
                return Err(self.error(span, message, "not of the function that has begun", help));
            }
            Some(function) => function.lines.push(Line::Code(parts)),
            None => return Err(self.outside(span)),
        }
        Ok(())
    }

    /// Whether what comes next is among the instructions of a function.
    fn is_in_code(&self) -> bool {
        self.open.is_some() && self.section == self.section_of_open
    }

    fn not_ended(&self, function: &Function) -> Box<Diagnostic> {
        let message = format!("the function `{}` does not end", function.name);
        self.error(function.span, message, "begins here", "a whole file: `.size` stands after the last instruction")
    }

    fn end(self, metadata: Metadata) -> Result<Assembly, Box<Diagnostic>> {
        let Some(processor) = self.processor.clone() else {
            let help = "`.amdgcn_target \"amdgcn-amd-amdhsa--PROCESSOR\"`, as llc prints it";
            return Err(self.error(
                Span::default(),
                "no assembly for an AMD GPU",
                "the file does not say its target",
                help,
            ));
        };
        if let Some(open) = &self.open {
            return Err(self.not_ended(open));
        }
        let end = self.source.text.trim_end().len();
        if metadata != Metadata::Whole {
            let help = "a whole file: `.end_amdgpu_metadata` stands last";
            return Err(self.error(Span::new(end, end), "the file is not whole", "it ends here", help));
        }
        let (processors, attributes) = (vec![processor], Vec::new());
        Ok(Assembly { source: self.source.clone(), processors, attributes, functions: self.functions })
    }
}

/// The triple and the processor of a target: `amdgcn-amd-amdhsa--gfx90a:xnack-`.
fn processor_of(target: &str) -> (&str, &str) {
    let (triple, processor) = target.split_once("--").unwrap_or((target, ""));
    (triple, processor.split(':').next().unwrap_or_default())
}

/// What is said of a function of which there is another.
pub fn twice(name: &str) -> String {
    format!("the function `{name}` is defined twice")
}

/// Whether what a directive says of a kernel decides what its code does.
fn is_looked_at(directive: &str) -> bool {
    let instructions = instructions();
    instructions.kernarg().iter().any(|(known, _)| known == directive)
        || [instructions.kernarg_preload(), instructions.wave32_directive()].contains(&directive)
        || mode_directives().any(|known| known == directive)
}

/// Whether a directive puts nothing between the instructions of a function but what does nothing.
fn is_no_code(directive: &str) -> bool {
    const BEGIN: [&str; 3] = ["amdhsa_", "end_amdhsa_", "cfi_"];
    const WHOLE: [&str; 12] = [
        "p2align",
        "globl",
        "loc",
        "file",
        "set",
        "section",
        "text",
        "weak",
        "hidden",
        "protected",
        "ident",
        "addrsig",
    ];
    WHOLE.contains(&directive) || BEGIN.iter().any(|begin| directive.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::RegisterFile;

    fn read(text: &str) -> Result<Assembly, String> {
        parse(&Source::new("t.s", text)).map_err(|error| format!("{error}"))
    }

    const HEAD: &str = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx90a:xnack-\"\n\t.type P0,@function\nP0: ; @P0\n";
    const TAIL: &str =
        ".Lfunc_end0:\n\t.size P0, .Lfunc_end0-P0\n\t.amdgpu_metadata\n---\n...\n\t.end_amdgpu_metadata\n";

    #[test]
    fn operands_and_modifiers_are_told_apart() {
        let code =
            "\tv_dual_mov_b32 v7, 1 :: v_dual_mov_b32 v6, 2\n\tglobal_load_dword v5, v[2:3], off offset:8 sc1 ; why\n";
        let assembly = read(&format!("{HEAD}{code}\ts_waitcnt vmcnt(0) lgkmcnt(0)\n{TAIL}")).expect("well formed");
        assert_eq!(assembly.processors[0].0, "gfx90a");
        let lines = assembly.functions[0].lines.iter().map(|line| match line {
            Line::Code(parts) => parts.clone(),
            Line::Keep { .. } | Line::Unread(_) => Vec::new(),
        });
        let lines: Vec<Vec<Instruction>> = lines.collect();
        assert_eq!(lines[0].iter().map(|part| part.operands.len()).collect::<Vec<_>>(), [2, 2]);
        let units = vec![(RegisterFile::Vector, 2), (RegisterFile::Vector, 3)];
        assert_eq!(lines[1][0].operands[1], Operand::Registers(units));
        assert_eq!(lines[1][0].modifiers, ["offset:8", "sc1"]);
        assert_eq!(
            (&lines[2][0].operands[0], &lines[2][0].modifiers[..]),
            (&Operand::Word("vmcnt(0)".into()), &["lgkmcnt(0)".to_string()][..])
        );
    }
}
