//! Regression tests of LLVM against tables: each function by each command that compiles it.

use super::compare::{Compared, Compiled, compiled};
use super::file::{Block, Function, Run, TestFile};
use super::operation::operation;
use super::region::{Region, region, without_entry};
use super::{assembly, mir};
use crate::compiler::{Processor, flags_of_mode};
use crate::llvm::AddressSpace;
use crate::lowering::survey::Operation;
use crate::lowering::{Library, LoadedTable, Query};
use crate::spelling::encodings;
use crate::syntax::table::ast::Op;
use crate::targets::{Target, TargetConfiguration};
use std::collections::{BTreeSet, HashMap};

/// The code of an operation that was compared.
#[derive(Debug)]
pub struct Judged<'t> {
    /// The function that it is of.
    pub function: String,
    /// What says which code it is: a prefix of comments, or a compiler.
    pub by: String,
    /// The line at which that code begins, from 1; 0 where it is of no file.
    pub line: usize,
    /// The processor in its mode.
    pub processor: String,
    /// The operation, and its code.
    pub compiled: Compiled,
    /// The table that it was compared with.
    pub table: &'t LoadedTable,
    /// How it compares.
    pub compared: Compared,
}

/// Something of which nothing is said.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unread {
    /// The line that is not understood, from 1.
    pub line: usize,
    /// What is not judged for that: a function and a prefix, or a command.
    pub what: String,
    /// Why.
    pub why: String,
}

/// What a file says.
#[derive(Debug, Default)]
pub struct Tests<'t> {
    /// What was compared, by function and then by command.
    pub judged: Vec<Judged<'t>>,
    /// What was not.
    pub unread: Vec<Unread>,
    /// How many functions have no operation whose order tables say.
    pub without_operation: usize,
    /// How many commands are for other targets than those that are asked for.
    pub left_out: usize,
}

/// Judges a file by tables; for these targets alone, if some are named.
pub fn judge_tests<'t>(file: &TestFile, tables: &'t Library, wanted: &[TargetConfiguration]) -> Tests<'t> {
    let mut tests = Tests::default();
    let mut compilations = Vec::new();
    let mut unread = BTreeSet::new();
    for run in &file.runs {
        match Compilation::new(file, run, tables) {
            Ok(compilation) if is_wanted(&compilation, wanted) => compilations.push(compilation),
            Ok(_) => tests.left_out += 1,
            Err(why) => drop(unread.insert(Unread { line: run.line, what: "the command".into(), why })),
        }
    }
    let mut regions = Regions::default();
    for function in &file.functions {
        let found = match operation(file, function) {
            Ok(found) => found,
            Err((line, _)) if line == function.line => {
                tests.without_operation += 1;
                continue;
            }
            Err((line, why)) => {
                unread.insert(Unread { line, what: function.name.clone(), why });
                continue;
            }
        };
        for compilation in &compilations {
            match compilation.judge(file, function, found.query, &mut regions) {
                Ok(judged) => tests.judged.push(judged),
                Err(why) => drop(unread.insert(why)),
            }
        }
    }
    tests.unread = unread.into_iter().collect();
    tests
}

fn is_wanted(compilation: &Compilation<'_, '_>, wanted: &[TargetConfiguration]) -> bool {
    let words = |configuration: &TargetConfiguration| configuration.words().collect::<Vec<_>>();
    let mine = words(&compilation.processor.configuration);
    wanted.is_empty() || wanted.iter().any(|configuration| words(configuration) == mine)
}

/// Regions that are known, by line of their code and what it was read for.
type Regions = HashMap<(usize, String), Result<(Region, Option<String>), (usize, String)>>;

/// A command, with what it compiles for.
struct Compilation<'f, 't> {
    run: &'f Run,
    processor: Processor,
    table: &'t LoadedTable,
}

impl<'f, 't> Compilation<'f, 't> {
    /// What a command compiles for.
    ///
    /// # Errors
    /// It names no processor, or none that is known, or no table is for it.
    fn new(file: &TestFile, run: &'f Run, tables: &'t Library) -> Result<Self, String> {
        let groups = || file.attributes.values().map(String::as_str);
        let of_functions = groups().find_map(|group| attribute(group, "target-cpu"));
        let name = run.processor.as_deref().or(of_functions).ok_or("it names no processor")?;
        let mut processor = Processor::parse(name)?;
        processor.name = name.to_string();
        processor.configuration = in_mode(processor.configuration.target, run, groups());
        let table = tables.table(processor.configuration.target)?;
        Ok(Compilation { run, processor, table })
    }

    fn judge(
        &self,
        file: &TestFile,
        function: &Function,
        query: Query,
        regions: &mut Regions,
    ) -> Result<Judged<'t>, Unread> {
        let unread = |line: usize, prefix: &str, why: String| {
            let what = format!("{}, {prefix} for {}", function.name, self.processor);
            Unread { line, what, why }
        };
        let block = self.run.prefixes.iter().find_map(|prefix| Some((prefix, function.blocks.get(prefix)?)));
        let Some((prefix, block)) = block else {
            let why = "no comment says what its code is".to_string();
            return Err(unread(function.line, &self.run.prefixes.join("/"), why));
        };
        if let Some((line, other)) = self.stray(file, block) {
            let why =
                format!("a line of {other} stands among those of {prefix}, and it is not known what code it says");
            return Err(unread(line, prefix, why));
        }
        let configuration = self.processor.configuration;
        let is_plain = self.is_plain(file, function);
        let key = (block.line, format!("{configuration} {is_plain}"));
        let known = regions.entry(key).or_insert_with(|| self.region(function, block, &query, is_plain));
        let (region, may_lack) = known.clone().map_err(|(line, why)| unread(line.max(block.line), prefix, why))?;
        let operation = Operation { configuration, opencl: is_opencl(&query), query };
        let compiled = compiled(operation, region, may_lack);
        let compared = compiled.compare(&self.table.table);
        let (function, by) = (function.name.clone(), prefix.clone());
        let processor = self.processor.to_string();
        Ok(Judged { function, by, line: block.line, processor, compiled, table: self.table, compared })
    }

    /// A line of one of the command's prefixes that stands among those of a block, and is none of them.
    fn stray<'a>(&self, file: &'a TestFile, block: &Block) -> Option<(usize, &'a str)> {
        let blocks = || file.functions.iter().flat_map(|function| &function.blocks);
        let last = block.lines.last().map_or(block.line, |shown| shown.line);
        // Those of the next function, or of the next prefix, are not among them.
        let begins = file.functions.iter().map(|function| function.line).chain(blocks().map(|(_, block)| block.line));
        let end = begins.filter(|line| *line > last).min().unwrap_or(usize::MAX);
        let is_among = |line: usize| block.line < line && line < end;
        let is_mine = |prefix: &str| self.run.prefixes.iter().any(|mine| mine == prefix);
        let strays = file.strays.iter().map(|(line, prefix)| (*line, prefix.as_str()));
        let others = blocks().filter(|(_, other)| other.line != block.line);
        let of_others =
            others.flat_map(|(prefix, other)| other.lines.iter().map(move |shown| (shown.line, prefix.as_str())));
        strays.chain(of_others).find(|(line, prefix)| is_among(*line) && is_mine(prefix))
    }

    /// Whether every wait of an operation stays in the code.
    fn is_plain(&self, file: &TestFile, function: &Function) -> bool {
        let is_optnone =
            |word: &str| word == "optnone" || file.attributes.get(word).is_some_and(|group| group.contains("optnone"));
        self.run.words.iter().any(|word| word == encodings().keeps_waits())
            || function.head.split_whitespace().any(is_optnone)
    }

    /// The code of the operation in a function's, and why it may lack waits.
    fn region(
        &self,
        function: &Function,
        block: &Block,
        query: &Query,
        is_plain: bool,
    ) -> Result<(Region, Option<String>), (usize, String)> {
        const LEGALIZER: &str = "si-memory-legalizer";
        let target = self.processor.configuration.target;
        if block.lines.is_empty() {
            return Err((block.line, "no code follows the label".into()));
        }
        if block.is_mir {
            if !self.run.words.iter().any(|word| word.ends_with(LEGALIZER)) {
                return Err((self.run.line, format!("machine IR is understood as it is after {LEGALIZER}")));
            }
            return Ok((region(&mir::steps(&block.lines, target), query, target, true)?, None));
        }
        let steps = assembly::steps(&block.lines, target);
        let (steps, has_entry) = match is_entry(&function.head) {
            true => (steps, false),
            false => without_entry(steps),
        };
        let may_lack = match (is_plain, has_entry) {
            (_, true) => Some("waits at the beginning of a function that is no kernel may stand for the operation's"),
            (false, false) => Some("optimized code leaves waits out where nothing is outstanding: `-O0` keeps them"),
            (true, false) => None,
        };
        Ok((region(&steps, query, target, false)?, may_lack.map(str::to_string)))
    }
}

/// Whether a function is where a wave begins, with nothing outstanding.
fn is_entry(head: &str) -> bool {
    head.split_whitespace().any(|word| word.starts_with("amdgpu_") && !word.starts_with("amdgpu_gfx"))
}

/// Of which language the row is that an operation is compared with: an operation that orders one address space is OpenCL's.
pub fn is_opencl(query: &Query) -> bool {
    query.scope.one_as || query.op == Op::Fence && query.space != AddressSpace::Generic
}

/// The value of an attribute in a group: `"target-cpu"="gfx900"`.
fn attribute<'g>(group: &'g str, name: &str) -> Option<&'g str> {
    group.split_once(&format!("\"{name}\"=\""))?.1.split('"').next()
}

/// The configuration that a command compiles for: the mode that it or attributes of functions name, or the usual one.
fn in_mode<'g>(target: &'static Target, run: &Run, groups: impl Iterator<Item = &'g str>) -> TargetConfiguration {
    let groups: Vec<&str> = groups.collect();
    let named = |name: &&String| {
        flags_of_mode(name).any(|flags| {
            let has_feature = |features: &str| {
                run.features.iter().any(|feature| feature == features)
                    || groups
                        .iter()
                        .filter_map(|group| attribute(group, "target-features"))
                        .any(|of| of.split(',').any(|feature| feature == features))
            };
            let has_attribute = |attribute: &str| groups.iter().any(|group| group.contains(attribute));
            flags.features.is_some_and(has_feature) || flags.attribute.is_some_and(has_attribute)
        })
    };
    let mode = target.modes.iter().find(named).or(target.modes.first());
    TargetConfiguration { target, mode: mode.map(String::as_str) }
}
