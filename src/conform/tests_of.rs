//! Regression tests of LLVM against tables: each function by each command that compiles it.

use super::attributes::Attributes;
use super::commands::{Run, known_features};
use super::compare::{Compared, Compiled, compiled};
use super::file::{Block, Function, TestFile};
use super::operation::{Found, operation};
use super::region::{Inserted, Own, Region, region, without_entry};
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
    let command = |(line, why): &(usize, String)| Unread { line: *line, what: "the command".into(), why: why.clone() };
    let mut unread: BTreeSet<Unread> = file.unread_runs.iter().map(command).collect();
    let mut regions = Regions::default();
    let mut is_used = vec![false; file.runs.len()];
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
        for (run, is_used) in file.runs.iter().zip(&mut is_used) {
            let compilation = match Compilation::new(file, run, function, tables) {
                Ok(compilation) if is_wanted(&compilation, wanted) => compilation,
                Ok(_) => continue,
                Err(why) => {
                    *is_used = true;
                    unread.insert(why);
                    continue;
                }
            };
            *is_used = true;
            match compilation.judge(file, &found, &mut regions) {
                Ok(judged) => tests.judged.push(judged),
                Err(why) => drop(unread.insert(why)),
            }
        }
    }
    let has_operations = tests.without_operation < file.functions.len();
    tests.left_out = is_used.into_iter().filter(|is_used| has_operations && !is_used).count();
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

/// A function as a command compiles it.
struct Compilation<'f, 't> {
    run: &'f Run,
    function: &'f Function,
    attributes: Attributes<'f>,
    processor: Processor,
    table: &'t LoadedTable,
}

impl<'f, 't> Compilation<'f, 't> {
    /// What a command compiles a function for.
    ///
    /// # Errors
    /// Neither names a processor, or none that is known, or no table is for it; or it is not known what a feature means.
    fn new(file: &'f TestFile, run: &'f Run, function: &'f Function, tables: &'t Library) -> Result<Self, Unread> {
        let of_command = |why: String| Unread { line: run.line, what: "the command".into(), why };
        let of_function = |why: String| Unread { line: function.line, what: function.name.clone(), why };
        let attributes = Attributes::of(file, function).map_err(of_function)?;
        if run.is_of_one_pass != function.is_machine {
            let why = match function.is_machine {
                true => "it compiles machine IR by other passes than one",
                false => "it runs one pass of machine IR, and the functions are of IR",
            };
            return Err(of_command(why.into()));
        }
        // A function keeps its processor, whatever the command names.
        let own = attributes.value("target-cpu").map_err(of_function)?;
        if own.is_none() && !run.names_gpu && !file.names_gpu {
            return Err(of_command(
                "nothing says that it compiles for an AMD GPU: `-mtriple=amdgcn-amd-amdhsa`".into(),
            ));
        }
        let name = own.or(run.processor.as_deref()).ok_or_else(|| of_command("it names no processor".into()))?;
        let place = |why: String| if own.is_some() { of_function(why) } else { of_command(why) };
        let mut processor = Processor::parse(name).map_err(place)?;
        processor.name = name.to_string();
        processor.configuration = in_mode(processor.configuration.target, run, &attributes).map_err(of_function)?;
        let table = tables.table(processor.configuration.target).map_err(place)?;
        Ok(Compilation { run, function, attributes, processor, table })
    }

    fn judge(&self, file: &TestFile, found: &Found, regions: &mut Regions) -> Result<Judged<'t>, Unread> {
        let (function, query) = (self.function, found.query);
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
        let is_plain = self.is_plain();
        let key = (block.line, format!("{} {is_plain}", self.processor));
        let known = regions.entry(key).or_insert_with(|| self.region(block, &found.own, is_plain));
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
    fn is_plain(&self) -> bool {
        let keeps = encodings().keeps_waits().trim_start_matches('-');
        self.run.flags.iter().any(|flag| flag == keeps) || self.attributes.has("optnone")
    }

    /// The code of the operation in a function's, and why it may lack waits.
    fn region(&self, block: &Block, own: &Own, is_plain: bool) -> Result<(Region, Option<String>), (usize, String)> {
        const LEGALIZER: &str = "si-memory-legalizer";
        let target = self.processor.configuration.target;
        if block.lines.is_empty() {
            return Err((block.line, "no code follows the label".into()));
        }
        if block.is_mir {
            if self.run.stops_after.as_deref() != Some(LEGALIZER) {
                return Err((self.run.line, format!("machine IR is understood as it is after {LEGALIZER}")));
            }
            return Ok((region(&mir::steps(&block.lines, target), own, target, Inserted::None)?, None));
        }
        if let Some(pass) = &self.run.stops_after {
            return Err((self.run.line, format!("llc prints machine IR after {pass}, and the comments have assembly")));
        }
        let steps = assembly::steps(&block.lines, &self.processor);
        let (steps, has_entry, inserted) = match is_entry(&self.function.head) {
            true => (steps, false, Inserted::InKernel),
            false => {
                let (steps, has_entry) = without_entry(steps);
                (steps, has_entry, Inserted::InFunction)
            }
        };
        let may_lack = match (is_plain, has_entry) {
            (_, true) => Some("waits at the beginning of a function that is no kernel may stand for the operation's"),
            (false, false) => Some("optimized code leaves waits out where nothing is outstanding: `-O0` keeps them"),
            (true, false) => None,
        };
        Ok((region(&steps, own, target, inserted)?, may_lack.map(str::to_string)))
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

/// The configuration that a function is compiled for: the mode that its attributes and the command name, or the usual one. Features that a command
/// names come behind a function's own, and the last sign of each counts.
///
/// # Errors
/// It is not known what a feature or an attribute means.
fn in_mode(target: &'static Target, run: &Run, attributes: &Attributes<'_>) -> Result<TargetConfiguration, String> {
    let own = attributes.value("target-features")?.unwrap_or_default();
    let own: Vec<String> = own.split(',').filter(|feature| !feature.is_empty()).map(str::to_string).collect();
    known_features(&own)?;
    let name_of = |feature: &str| feature.trim_start_matches(['+', '-']).to_string();
    let all = own.iter().chain(&run.features).map(|feature| (name_of(feature), feature.as_str()));
    let signs: HashMap<String, &str> = all.collect();
    let has_feature = |feature: &str| signs.get(&name_of(feature)) == Some(&feature);
    let has_attribute = |attribute: &str| attributes.has(attribute.trim_matches('"'));
    let named = |name: &&String| {
        flags_of_mode(name)
            .any(|flags| flags.features.is_some_and(has_feature) || flags.attribute.is_some_and(has_attribute))
    };
    let mode = target.modes.iter().find(named).or(target.modes.first());
    Ok(TargetConfiguration { target, mode: mode.map(String::as_str) })
}
