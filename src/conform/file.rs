//! Regression tests of LLVM as text: which commands compile them, the functions of their IR, and the code that comments say comes out.

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
    /// The functions that it defines, in order.
    pub functions: Vec<Function>,
    /// What nodes of metadata are: the text after `=`.
    pub metadata: HashMap<String, String>,
    /// What groups of attributes are.
    pub attributes: HashMap<String, String>,
    /// Lines of prefixes of which it is not known what code they say: the prefix has no label there, or the directive is not understood.
    pub strays: Vec<(usize, String)>,
}

/// A command that compiles a test and compares what comes out with its comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its line, from 1.
    pub line: usize,
    /// The prefixes of the comments that say what comes out.
    pub prefixes: Vec<String>,
    /// The processor that it names.
    pub processor: Option<String>,
    /// The features that it names, with their signs.
    pub features: Vec<String>,
    /// All of its words.
    pub words: Vec<String>,
}

/// A function of the IR.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The line of its `define`, from 1.
    pub line: usize,
    /// The `define`.
    pub head: String,
    /// The instructions of its body, without comments, each with its line.
    pub body: Vec<(usize, String)>,
    /// By prefix, the code that comments say it has.
    pub blocks: BTreeMap<String, Block>,
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
/// Nothing compiles it, or it defines no function.
pub fn read(source: &Arc<Source>) -> Result<TestFile, Box<Diagnostic>> {
    let runs = runs(&source.text);
    let refused = |message: &str, label: &str, help: &str| {
        Err(Box::new(Diagnostic::new(source, source.line_span(1), message, label).help(help)))
    };
    if runs.is_empty() {
        let help = "`; RUN: llc -mcpu=PROCESSOR … | FileCheck -check-prefix=PREFIX %s`";
        return refused("no regression test of code generation", "no `RUN` line compiles it with llc", help);
    }
    let mut reader = Reader::default();
    source.text.lines().enumerate().for_each(|(number, text)| reader.line(number + 1, text.trim()));
    if reader.functions.is_empty() {
        let help = "a function of LLVM IR for each operation: `define … { … }`";
        return refused("no function of LLVM IR", "nothing here says which operations the code is of", help);
    }
    let Reader { mut functions, metadata, attributes, .. } = reader;
    let strays = Comments::new(&runs, &mut functions).read(&source.text);
    Ok(TestFile { source: source.clone(), functions, runs, metadata, attributes, strays })
}

/// The commands of a text that compile it.
fn runs(text: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        let Some((_, command)) = line.split_once("RUN:") else { continue };
        let command = command.trim();
        let (first, before) = open.take().unwrap_or((number + 1, String::new()));
        let whole = format!("{before} {}", command.trim_end_matches('\\'));
        match command.ends_with('\\') {
            true => open = Some((first, whole)),
            false => runs.extend(run(first, &whole)),
        }
    }
    runs
}

/// A command, if it compiles the test and its code is compared.
fn run(line: usize, command: &str) -> Option<Run> {
    let parts: Vec<Vec<&str>> = command.split('|').map(|part| part.split_whitespace().collect()).collect();
    let is_llc = |words: &&Vec<&str>| words.iter().any(|word| *word == "llc" || word.ends_with("/llc"));
    let llc = parts.iter().find(is_llc)?;
    let checked = parts.iter().find(|words| words.contains(&"FileCheck"))?;
    if llc.contains(&"not") {
        return None;
    }
    let mut prefixes: Vec<String> = values(checked, &["check-prefix", "check-prefixes"]).collect();
    if prefixes.is_empty() {
        prefixes.push("CHECK".to_string());
    }
    let words = llc.iter().map(|word| (*word).to_string()).collect();
    let processor = values(llc, &["mcpu"]).last().or_else(|| subarchitecture(&values(llc, &["mtriple"]).last()?));
    Some(Run { line, prefixes, processor, features: values(llc, &["mattr"]).collect(), words })
}

/// The subarchitecture that a triple begins with, which is the processor where none is named (LLVM 24, AMDGPUUsage, "Subarchitecture Compatibility").
fn subarchitecture(triple: &str) -> Option<String> {
    let architecture = triple.split('-').next()?;
    let version = architecture.strip_prefix("amdgpu")?;
    version.starts_with(|first: char| first.is_ascii_digit()).then(|| architecture.to_string())
}

/// The values that a command gives options, taken apart at commas.
fn values<'w>(words: &'w [&str], options: &'w [&str]) -> impl Iterator<Item = String> + 'w {
    let value = move |(number, word): (usize, &&'w str)| {
        let name = word.strip_prefix('-')?.trim_start_matches('-');
        match name.split_once('=') {
            Some((name, value)) => options.contains(&name).then_some(value),
            None if options.contains(&name) => words.get(number + 1).copied(),
            None => None,
        }
    };
    let split = |value: &'w str| value.trim_matches(['"', '\'']).split(',').map(str::to_string);
    words.iter().enumerate().filter_map(value).flat_map(split).filter(|value| !value.is_empty())
}

/// Reads the IR.
#[derive(Default)]
struct Reader {
    functions: Vec<Function>,
    in_body: bool,
    metadata: HashMap<String, String>,
    attributes: HashMap<String, String>,
}

impl Reader {
    fn line(&mut self, number: usize, text: &str) {
        let text = without_comment(text);
        let value = || text.split_once('=').map(|(name, value)| (name.trim().to_string(), value.trim().to_string()));
        if text.is_empty() || text.starts_with("//") || text.starts_with('#') {
        } else if text.starts_with("define ") {
            let name = text.split_once('@').map(|(_, rest)| name_of(rest)).unwrap_or_default();
            let (head, body) = (text.to_string(), Vec::new());
            self.functions.push(Function { name, line: number, head, body, blocks: BTreeMap::new() });
            self.in_body = true;
        } else if self.in_body && text == "}" {
            self.in_body = false;
        } else if let (true, Some(function)) = (self.in_body, self.functions.last_mut()) {
            function.body.push((number, text.to_string()));
        } else if text.starts_with('!') {
            self.metadata.extend(value());
        } else if let Some(group) = text.strip_prefix("attributes ") {
            let named = group.split_once('=').map(|(name, of)| (name.trim().to_string(), of.trim().to_string()));
            self.attributes.extend(named);
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
                self.functions[number].blocks.insert(prefix.clone(), Block { line, is_mir, lines: Vec::new() });
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
fn name_of(text: &str) -> String {
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
