//! Regression tests of LLVM as text: which commands compile them, the functions of their IR or machine IR, and the code that comments say comes out.

use super::commands::{Run, runs};
use super::machine_input::machine_functions;
use crate::syntax::source::{Diagnostic, Source, Span};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A regression test.
#[derive(Debug)]
pub struct TestFile {
    /// Its text, in which all lines are.
    pub source: Arc<Source>,
    /// The commands that compile it, in order.
    pub runs: Vec<Run>,
    /// The lines of commands that are not understood, with the reason.
    pub unread_runs: Vec<(usize, String)>,
    /// Whether its IR says that it is for an AMD GPU.
    pub names_gpu: bool,
    /// The functions that it defines, in order.
    pub functions: Vec<Function>,
    /// What nodes of metadata are: the text after `=`.
    pub metadata: HashMap<String, String>,
    /// What groups of attributes are.
    pub attributes: HashMap<String, String>,
    /// Lines of prefixes of which it is not known what code they say: the prefix has no label there, or the directive is not understood.
    pub strays: Vec<(usize, String)>,
}

/// A function of the IR, or of machine IR that a pass is given.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The line of its `define`, from 1.
    pub line: usize,
    /// The `define`, up to the brace that begins the body; nothing of one that is of machine IR alone.
    pub head: String,
    /// The instructions of its body, without comments, each with its line.
    pub body: Vec<(usize, String)>,
    /// By prefix, the code that comments say it has.
    pub blocks: BTreeMap<String, Block>,
    /// Whether its body is machine IR.
    pub is_machine: bool,
}

/// The code that comments say a function has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The line of the label, from 1.
    pub line: usize,
    /// Whether it is machine IR, and no assembly.
    pub is_mir: bool,
    /// The code.
    pub lines: Vec<Shown>,
}

/// A line of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Where it stands, from 1.
    pub line: usize,
    /// The code.
    pub text: String,
    /// Whether other code may stand before it.
    pub after_gap: bool,
}

/// Reads a regression test.
///
/// # Errors
/// Nothing compiles it, it defines no function, or one does not end.
pub fn read(source: &Arc<Source>) -> Result<TestFile, Box<Diagnostic>> {
    let (runs, unread_runs) = runs(&source.text);
    let refused = |message: &str, label: &str, help: &str| {
        Err(Box::new(Diagnostic::new(source, source.line_span(1), message, label).help(help)))
    };
    if runs.is_empty() && unread_runs.is_empty() {
        let help = "`; RUN: llc -mcpu=PROCESSOR … | FileCheck -check-prefix=PREFIX %s`";
        return refused("no regression test of code generation", "no `RUN` line compiles it with llc", help);
    }
    let mut reader = Reader::default();
    source.text.lines().enumerate().for_each(|(number, text)| reader.line(number + 1, text.trim()));
    let machine = machine_functions(&source.text, &reader.functions).map_err(|line| {
        let diagnostic =
            Diagnostic::new(source, source.line_span(line), "a function of machine IR does not end", "here");
        Box::new(diagnostic.help("`...` in a line of its own ends a document"))
    })?;
    if reader.functions.is_empty() && machine.is_empty() {
        let help = "a function of LLVM IR for each operation: `define … { … }`";
        return refused("no function of LLVM IR", "nothing here says which operations the code is of", help);
    }
    if let Some(open) = reader.unended() {
        let message = format!("the function `{}` does not end", open.name);
        let help = "a whole file: `}` in a line of its own ends a function";
        let diagnostic = Diagnostic::new(source, source.line_span(open.line), message, "begins here");
        return Err(Box::new(diagnostic.help(help)));
    }
    let Reader { functions, metadata, attributes, names_gpu, .. } = reader;
    let mut functions = if machine.is_empty() { functions } else { machine };
    let strays = Comments::new(&runs, &mut functions).read(&source.text);
    Ok(TestFile { source: source.clone(), functions, runs, unread_runs, names_gpu, metadata, attributes, strays })
}

/// Where a line stands.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Outside,
    /// In a `define`, before its brace.
    Head,
    Body,
}

/// Reads the IR.
#[derive(Default)]
struct Reader {
    functions: Vec<Function>,
    place: Place,
    metadata: HashMap<String, String>,
    attributes: HashMap<String, String>,
    names_gpu: bool,
    /// The first function in which another begins.
    unended: Option<usize>,
}

impl Reader {
    /// The first function that does not end.
    fn unended(&self) -> Option<&Function> {
        let is_open = self.place != Place::Outside;
        let last = || is_open.then(|| self.functions.len().checked_sub(1)).flatten();
        self.functions.get(self.unended.or_else(last)?)
    }

    fn line(&mut self, number: usize, text: &str) {
        let text = without_comment(text);
        if text.is_empty() || text.starts_with("//") || text.starts_with('#') {
            return;
        }
        if text.starts_with("define ") && self.place != Place::Outside {
            self.unended = self.unended.or(self.functions.len().checked_sub(1));
        }
        match (self.place, self.functions.last_mut()) {
            (Place::Head, Some(function)) => {
                function.head.push(' ');
                function.head.push_str(text);
                self.place = if text.ends_with('{') { Place::Body } else { Place::Head };
            }
            (Place::Body, Some(_)) if text == "}" => self.place = Place::Outside,
            (Place::Body, Some(function)) => function.body.push((number, text.to_string())),
            (Place::Outside, _) | (Place::Head | Place::Body, None) => self.outside(number, text),
        }
    }

    fn outside(&mut self, number: usize, text: &str) {
        let named =
            |text: &str| text.split_once('=').map(|(name, of)| (name.trim().to_string(), of.trim().to_string()));
        if text.starts_with("define ") {
            let name = text.split_once('@').map(|(_, rest)| name_of(rest)).unwrap_or_default();
            let (head, body) = (text.to_string(), Vec::new());
            self.functions.push(Function {
                name,
                line: number,
                head,
                body,
                blocks: BTreeMap::new(),
                is_machine: false,
            });
            self.place = if text.ends_with('{') { Place::Body } else { Place::Head };
        } else if text.starts_with('!') {
            self.metadata.extend(named(text));
        } else if let Some(group) = text.strip_prefix("attributes ") {
            self.attributes.extend(named(group));
        } else if let Some(triple) = text.strip_prefix("target triple") {
            self.names_gpu = ["\"amdgcn", "\"amdgpu"].iter().any(|known| triple.contains(known));
        }
    }
}

/// Reads the comments that say what comes out.
struct Comments<'f> {
    prefixes: Vec<String>,
    functions: &'f mut [Function],
    by_name: HashMap<String, usize>,
    /// By prefix the number of the function whose code its comments say.
    open: HashMap<String, usize>,
    strays: Vec<(usize, String)>,
}

impl<'f> Comments<'f> {
    fn new(runs: &[Run], functions: &'f mut [Function]) -> Self {
        let mut prefixes: Vec<String> = runs.iter().flat_map(|run| run.prefixes.clone()).collect();
        // Of two of which one begins like the other, the longer comes first.
        prefixes.sort_by_key(|prefix| std::cmp::Reverse(prefix.len()));
        prefixes.dedup();
        let by_name = functions.iter().enumerate().map(|(number, function)| (function.name.clone(), number)).collect();
        Comments { prefixes, functions, by_name, open: HashMap::new(), strays: Vec::new() }
    }

    fn read(mut self, text: &str) -> Vec<(usize, String)> {
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.starts_with([';', '#', '/']) {
                self.comment(number + 1, line.trim_start_matches([';', '#', '/']).trim());
            }
        }
        self.strays
    }

    /// A comment may say a line of code for a prefix.
    fn comment(&mut self, line: usize, text: &str) {
        let Some((tag, code)) = text.split_once(':') else { return };
        let kind = |prefix: &String| Kind::parse(tag.strip_prefix(prefix.as_str())?);
        let found = self.prefixes.iter().find_map(|prefix| Some((prefix.clone(), kind(prefix)?)));
        let Some((prefix, kind)) = found else { return };
        let code = code.trim();
        let after_gap = match kind {
            Kind::Label => return self.label(line, prefix, code),
            Kind::Not => return,
            Kind::Unknown => return self.strays.push((line, prefix)),
            Kind::Next => false,
            Kind::Anywhere => true,
        };
        let Some(&number) = self.open.get(&prefix) else { return self.strays.push((line, prefix)) };
        if let Some(block) = self.functions[number].blocks.get_mut(&prefix) {
            block.lines.push(Shown { line, text: code.to_string(), after_gap });
        }
    }

    fn label(&mut self, line: usize, prefix: String, code: &str) {
        let code = code.trim_start_matches("{{^}}");
        let (is_mir, name) = match code.strip_prefix("name:") {
            Some(name) => (true, name.trim()),
            None => (false, code),
        };
        match self.by_name.get(&name_of(name)) {
            // Of IR that passes print the label is a `define`.
            Some(&number) if !name.starts_with("define") => {
                // Of two the first is meant: what the second says comes after it, where there is none.
                let blocks = &mut self.functions[number].blocks;
                if blocks.contains_key(&prefix) {
                    self.open.remove(&prefix);
                    return self.strays.push((line, prefix));
                }
                blocks.insert(prefix.clone(), Block { line, is_mir, lines: Vec::new() });
                self.open.insert(prefix, number);
            }
            Some(_) | None => drop(self.open.remove(&prefix)),
        }
    }
}

/// What a comment says of the code beside it.
#[derive(Clone, Copy)]
enum Kind {
    Label,
    /// It stands in the next line.
    Next,
    /// It stands somewhere after what is before; `-SAME` and `-DAG` are read so.
    Anywhere,
    /// It does not stand there, or the line is empty.
    Not,
    /// Code, but not how often, or how it is compared.
    Unknown,
}

impl Kind {
    fn parse(suffix: &str) -> Option<Kind> {
        match suffix {
            "-LABEL" => Some(Kind::Label),
            "-NEXT" => Some(Kind::Next),
            "" | "-SAME" | "-DAG" => Some(Kind::Anywhere),
            "-NOT" | "-EMPTY" => Some(Kind::Not),
            _ if suffix.starts_with("-COUNT-") || suffix.contains('{') => Some(Kind::Unknown),
            _ => None,
        }
    }
}

/// The name at the beginning of a text, perhaps in quotes.
pub fn name_of(text: &str) -> String {
    match text.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        Some((name, _)) => name.to_string(),
        None => text.chars().take_while(|c| c.is_alphanumeric() || "_.$-".contains(*c)).collect(),
    }
}

/// A line of IR without the comment at its end.
fn without_comment(text: &str) -> &str {
    let mut in_quotes = false;
    let end = text.char_indices().find(|(_, c)| {
        in_quotes ^= *c == '"';
        *c == ';' && !in_quotes
    });
    end.map_or(text, |(at, _)| text[..at].trim_end())
}

impl TestFile {
    /// The place of a line.
    pub fn span(&self, line: usize) -> Span {
        self.source.line_span(line)
    }
}
