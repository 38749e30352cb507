//! A test compiled by several compilers for several processors, and each result judged.

use super::arguments::Called;
use super::assembly::Assembly;
use super::emit::{Emitted, Pointers, emit};
use super::given::read;
use super::judge::{Compiled, Source as Allowed, judge};
use super::llc::{Llc, Optimization, Processor};
use super::release::Release;
use crate::engine::{Inconclusive, Settings};
use crate::foreign::{self, ir::Given};
use crate::hardware::Chip;
use crate::load;
use crate::lowering::{barrier, dma_mnemonics};
use crate::program::{EventStructure, Instr, InstrKind, Program};
use crate::refine::{Platform, Verdict};
use crate::resources::Resources;
use crate::spelling::encodings;
use crate::syntax::source::{Diagnostic, Source, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Where machine code comes from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A compiler makes it.
    Compiler(Llc),
    /// It is given as assembly, or as machine IR.
    Given(Arc<Source>),
}

/// What compilers are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// Assembly, as it runs.
    #[default]
    Assembly,
    /// Machine IR after the memory legalizer, in which all waits are that the memory model needs.
    MachineIr,
}

impl Language {
    /// What names of files end with.
    fn extension(self) -> &'static str {
        match self {
            Language::Assembly => "s",
            Language::MachineIr => "mir",
        }
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Origin::Compiler(llc) => write!(f, "LLVM {}", llc.version),
            Origin::Given(source) => f.write_str(&source.name),
        }
    }
}

/// What tests are compiled with and judged on.
pub struct Options<'r> {
    /// Where machine code comes from.
    pub origins: Vec<Origin>,
    /// The processors, each with its hardware.
    pub processors: Vec<(Processor, Chip)>,
    /// What compilers are asked for.
    pub language: Language,
    /// How much compilers optimize.
    pub optimization: Optimization,
    /// What compilers know of pointers.
    pub pointers: Pointers,
    /// The model that says what the source may do.
    pub model: String,
    /// How engines decide.
    pub settings: Settings,
    /// Models and hardware files.
    pub resources: &'r Resources,
    /// A folder in which IR and code are kept, by version, processor and test.
    pub save: Option<PathBuf>,
    /// Whether more than the verdict is told of a test: lines of code are those of the test compiled alone then.
    pub tells_lines: bool,
}

impl Options<'_> {
    /// The names of what each test is judged on, in the order of results.
    pub fn columns(&self) -> Vec<String> {
        let what = |origin: &Origin| match (origin, self.language) {
            (Origin::Compiler(_), Language::MachineIr) => ", machine IR",
            (Origin::Compiler(_), Language::Assembly) | (Origin::Given(_), _) => "",
        };
        self.pairs().map(|(origin, (processor, _))| format!("{processor} by {origin}{}", what(origin))).collect()
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = (&Origin, &(Processor, Chip))> {
        self.origins.iter().flat_map(|origin| self.processors.iter().map(move |processor| (origin, processor)))
    }
}

/// A test that was compiled.
pub struct CompiledTest {
    /// The event structure of its source.
    pub structure: EventStructure,
    /// What was found for each column, and in how many seconds.
    pub results: Vec<(Compiled, f64)>,
    /// What compilers say, and what is wrong with assembly: the results of their columns are unknown, and no others.
    pub errors: Vec<Diagnostic>,
    /// Seconds that the source's side took.
    pub source_seconds: f64,
}

/// Compiles a test and judges what comes out; `None` of one that is machine code without a source. What was compiled ahead stands by column, as of
/// [`ahead`](super::ahead).
///
/// # Errors
/// What is wrong with the test or the model.
pub fn check(
    source: &Arc<Source>,
    options: &Options<'_>,
    ahead: &[Option<Assembly>],
) -> Result<Option<CompiledTest>, Vec<Diagnostic>> {
    let start = Instant::now();
    let structure = load::event_structure(source)?;
    let program = &structure.program;
    if program.is_machine_code() {
        return Ok(None);
    }
    let module = given(source, options)?;
    let called = module.as_ref().map_err(String::clone).and_then(|module| match module {
        None => Ok(Called::written(program)),
        Some(module) => Called::given(program, module),
    });
    let platform = |processor: &Processor| Platform::of(&structure, processor.configuration.target);
    let platforms: BTreeSet<Platform> = options.processors.iter().map(|(processor, _)| platform(processor)).collect();
    let sources: Vec<_> = platforms.iter().map(|&platform| (platform, platform.source(&structure))).collect();
    let mut allowed = BTreeMap::new();
    for (platform, source) in &sources {
        let of_source = Allowed::new(source, &options.model, options.settings, options.resources)?;
        allowed.insert(*platform, of_source);
    }
    let source_seconds = start.elapsed().as_secs_f64();
    let (mut results, mut errors) = (Vec::new(), Vec::new());
    let unknown = |why: String| Compiled { structure: None, verdict: Verdict::Unknown(Inconclusive::NotModelled(why)) };
    for (column, (origin, on)) in options.pairs().enumerate() {
        let start = Instant::now();
        let Some(allowed) = allowed.get_mut(&platform(&on.0)) else { continue };
        let ahead = ahead.get(column).and_then(Option::as_ref).zip(called.as_ref().ok());
        let of_ahead = |(assembly, called)| judged_ahead(assembly, called, allowed, on, options);
        if let Some(found) = ahead.and_then(of_ahead) {
            results.push((found, start.elapsed().as_secs_f64()));
            continue;
        }
        let assembly = match (origin, &module) {
            (Origin::Given(assembly), _) => Ok(Ok(assembly.clone())),
            (Origin::Compiler(llc), Ok(module)) => compiled((program, module.as_ref()), llc, &on.0, options),
            (Origin::Compiler(_), Err(why)) => Ok(Err(why.clone())),
        };
        let found = assembly.and_then(|assembly| {
            match assembly.and_then(|text| Ok((text, called.as_ref().map_err(String::clone)?))) {
                Ok((text, called)) => judged(&text, called, allowed, on, options),
                Err(why) => Ok(unknown(why)),
            }
        });
        let found = found.unwrap_or_else(|found| {
            let why = found.first().map(|error| error.message.clone()).unwrap_or_default();
            errors.extend(found);
            unknown(format!("there is no code: {why}"))
        });
        results.push((found, start.elapsed().as_secs_f64()));
    }
    drop(allowed);
    drop(sources);
    Ok(Some(CompiledTest { structure, results, errors, source_seconds }))
}

/// Judges code that was compiled with that of other tests; `None` of what is said with its lines, and of what is wrong.
fn judged_ahead(
    assembly: &Assembly,
    called: &Called<'_>,
    allowed: &mut Allowed<'_>,
    (processor, chip): &(Processor, Chip),
    options: &Options<'_>,
) -> Option<Compiled> {
    let on = (processor, chip);
    let found = judge(called, allowed, assembly, on, (options.settings, options.resources)).ok()?;
    (!options.tells_lines || matches!(found.verdict, Verdict::Sound | Verdict::Racy)).then_some(found)
}

/// Judges a text of assembly or machine IR.
fn judged(
    text: &Arc<Source>,
    called: &Called<'_>,
    allowed: &mut Allowed<'_>,
    (processor, chip): &(Processor, Chip),
    options: &Options<'_>,
) -> Result<Compiled, Vec<Diagnostic>> {
    let target = processor.configuration.target;
    let assembly = read(text, target).map_err(|error| vec![*error])?;
    let on = (processor, chip);
    judge(called, allowed, &assembly, on, (options.settings, options.resources))
}

/// The module that a test in IR is, and `None` of a test of ours; or what of it cannot be kept for its conditions.
fn given(source: &Arc<Source>, options: &Options<'_>) -> Result<Result<Option<Given>, String>, Vec<Diagnostic>> {
    if !foreign::ir::is_ir(&source.text) {
        return Ok(Ok(None));
    }
    if options.pointers == Pointers::Uniform {
        let error =
            Diagnostic::new(source, Span::default(), "IR is compiled as it stands", "its pointers are as it has them");
        return Err(vec![error.help("leave out `--uniform`, or give the parameters as it would have them")]);
    }
    let module = foreign::ir::given(source).map_err(|error| vec![*error])?;
    Ok(module.map(Some))
}

/// A module that is compiled as it stands.
///
/// # Errors
/// That it is not what the compiler, or the processor, takes.
fn as_it_stands(module: &Given, program: &Program, release: Release, processor: &Processor) -> Result<String, String> {
    if let Some(missing) = missing_code(program, processor) {
        return Err(missing);
    }
    if release.has_typed_pointers() {
        return Err(format!("LLVM {} reads typed pointers, which modules of tests have not", release.0));
    }
    let mode = processor.configuration.mode.and_then(|mode| release.mode(mode));
    if let Some(attribute) = mode.and_then(|mode| mode.attribute).filter(|attribute| !module.text.contains(*attribute))
    {
        return Err(format!("LLVM {} has the mode as the attribute {attribute}, which no function has", release.0));
    }
    // What a function is for goes before what a compiler is told.
    let mut others = module.text.split("\"target-cpu\"=\"").skip(1).filter_map(|rest| rest.split('"').next());
    match others.find(|name| *name != processor.name) {
        Some(other) => Err(format!("a function is for {other}, as its attribute `target-cpu` says")),
        None => Ok(module.text.clone()),
    }
}

/// The IR of a test for a processor.
///
/// # Errors
/// What of the test is not compiled, or that nothing is known of a mode.
pub fn ir(program: &Program, release: Release, processor: &Processor, pointers: Pointers) -> Result<String, String> {
    if let Some(missing) = missing_code(program, processor) {
        return Err(missing);
    }
    emit(program, &how(release, processor, pointers)?).map_err(|why| {
        let (line, _) = program.source.line_column(why.span.start);
        format!("{} (line {line} of the test)", why.message)
    })
}

/// How the IR for a processor is written.
///
/// # Errors
/// That nothing is known of a mode.
pub(super) fn how(release: Release, processor: &Processor, pointers: Pointers) -> Result<Emitted<'static>, String> {
    let mode = match processor.configuration.mode {
        None => None,
        Some(name) => Some(release.mode(name).ok_or_else(|| format!("how LLVM {} has `{name}`", release.0))?),
    };
    Ok(Emitted { release, attribute: mode.and_then(|mode| mode.attribute), pointers })
}

/// Why a barrier or a DMA operation of a test has no code on a target: a compiler cannot select it, and would fail.
fn missing_code(program: &Program, processor: &Processor) -> Option<String> {
    let instrs = program.threads.iter().flat_map(|thread| thread.body.iter());
    instrs.filter_map(|instr| first_missing(instr, processor)).next()
}

fn first_missing(instr: &Instr, processor: &Processor) -> Option<String> {
    let in_block = |block: &[Instr]| block.iter().find_map(|instr| first_missing(instr, processor));
    match &instr.kind {
        InstrKind::Barrier(of) => {
            barrier(&processor.configuration, *of, instr.span).err().map(|missing| missing.to_string())
        }
        InstrKind::Dma(of) => {
            let missing = dma_mnemonics(processor.configuration.target, of.kind, of.memory.ty).err();
            missing.map(|missing| missing.to_string())
        }
        InstrKind::If { then, otherwise, .. } => in_block(then).or_else(|| in_block(otherwise)),
        InstrKind::Loop { body, .. } | InstrKind::Call(body) => in_block(body),
        InstrKind::Load { .. }
        | InstrKind::Store { .. }
        | InstrKind::Rmw { .. }
        | InstrKind::Cmpxchg(_)
        | InstrKind::Fence { .. }
        | InstrKind::Asyncmark
        | InstrKind::WaitAsyncmark { .. }
        | InstrKind::Packet(_)
        | InstrKind::Asm(_)
        | InstrKind::Assign { .. } => None,
    }
}

/// The code that a compiler makes of a test; why the test cannot be compiled, if so.
fn compiled(
    (program, module): (&Program, Option<&Given>),
    llc: &Llc,
    processor: &Processor,
    options: &Options<'_>,
) -> Result<Result<Arc<Source>, String>, Vec<Diagnostic>> {
    let ir = match module {
        None => ir(program, llc.release, processor, options.pointers),
        Some(module) => as_it_stands(module, program, llc.release, processor),
    };
    let ir = match ir {
        Ok(ir) => ir,
        Err(why) => return Ok(Err(why)),
    };
    let failed = |message: String| {
        let help = match module {
            None => "`litmus llvm emit` prints its IR",
            Some(_) => "it is compiled as it stands (docs/ir.md)",
        };
        vec![Diagnostic::new(&program.source, Span::default(), message, "this test").help(help)]
    };
    let pass = (options.language == Language::MachineIr).then(|| encodings().machine_ir().pass());
    let code = llc.compile_until(&ir, processor, options.optimization, pass).map_err(failed)?;
    let extension = options.language.extension();
    let name = format!("{}.{processor}.{}.{extension}", program.name, llc.version);
    if let Some(folder) = &options.save {
        let folder = folder.join(&llc.version).join(processor.to_string());
        let file = program.name.replace('/', "_");
        let saved = save(&folder, &format!("{file}.ll"), &ir)
            .and_then(|()| save(&folder, &format!("{file}.{extension}"), &code));
        saved.map_err(|error| failed(format!("cannot be kept in {}: {error}", folder.display())))?;
    }
    Ok(Ok(Source::new(name, code)))
}

fn save(folder: &Path, name: &str, text: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    crate::files::write(&folder.join(name), text)
}
