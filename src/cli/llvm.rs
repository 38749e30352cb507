//! `litmus llvm`: compiles tests with LLVM, and judges what comes out.

use super::long::{INTERRUPTED, Interruption, STOP, end_at_interrupts};
use super::*;
use crate::allowance;
use crate::compiler::{self, Language, Llc, Optimization, Origin, Pointers, Processor, Release};
use crate::foreign;
use crate::program::resolve;
use crate::refine;
use crate::report::compiled;
use crate::report::refinement::TestReport;
use crate::verdict::RefinementVerdict;
use itertools::Itertools;
use rayon::prelude::*;
use std::path::Path;
use std::time::Instant;

/// So many tests are compiled together at most.
const TOGETHER: usize = 16;

const CODES: &str = "Exit codes: 0 all sound or racy, 1 some unsound, 2 bad input or usage, or a compiler complains, 3 some unknown, 130 interrupted; with --against of what is another result.";

#[derive(Subcommand)]
pub enum LlvmCommand {
    /// Print the LLVM IR of a test: a function for each thread, whose arguments are pointers to the objects.
    Emit(EmitArgs),
    /// Compile tests, and decide whether the code that comes out ends, on the hardware, only as their source may.
    Check(CheckArgs),
    /// Compare LLVM's own regression tests with tables: operations in IR, and the code that comments say comes out. No compiler is run.
    Tests(conform::TestsArgs),
}

#[derive(Args)]
pub struct EmitArgs {
    /// The test, a `.litmus` file.
    file: PathBuf,
    /// The release of LLVM that is to read it.
    #[arg(long, value_name = "RELEASE", default_value = "22")]
    release: u32,
    /// The processor, in a mode if it has some: what it takes of the IR.
    #[arg(long, value_name = "PROCESSOR[,MODE]")]
    target: Option<String>,
    /// Pointers are the same for all lanes of a wave.
    #[arg(long)]
    uniform: bool,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Args)]
#[command(after_help = CODES)]
pub struct CheckArgs {
    /// Test files, or folders that are walked for `*.litmus`.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// A compiler: `llc` of some release, by name or path. May be repeated.
    #[arg(long = "llc", value_name = "PROGRAM", required_unless_present = "assembly")]
    compilers: Vec<String>,
    /// Assembly instead of what a compiler makes, or machine IR after `si-memory-legalizer`: functions named as the threads of the one test.
    #[arg(long, value_name = "FILE", conflicts_with = "compilers")]
    assembly: Option<PathBuf>,
    /// Judge machine IR after `si-memory-legalizer`, in which later passes have not left out or put in waits yet, instead of assembly.
    #[arg(long, conflicts_with = "assembly")]
    machine_ir: bool,
    /// A processor to compile for, in a mode: `gfx1100,cu`. May be repeated.
    #[arg(long = "target", value_name = "PROCESSOR[,MODE]", required = true)]
    targets: Vec<String>,
    /// Tables of code sequences, as `--table` of `litmus refine` names them: only results that are others than with their code are listed, with these.
    #[arg(long, value_name = "NAME|FILE|DIR")]
    against: Option<String>,
    /// The tables' code is OpenCL's, else HSA's.
    #[arg(long, requires = "against")]
    opencl: bool,
    /// How much compilers optimize.
    #[arg(short = 'O', value_enum, value_name = "LEVEL", default_value = "2")]
    optimization: OptimizationArg,
    /// Pointers are the same for all lanes of a wave, so that they may be in scalar registers.
    #[arg(long)]
    uniform: bool,
    /// The model that says what the source may do.
    #[arg(long, value_name = "NAME|FILE", default_value = defaults::MODEL)]
    model: String,
    /// A claim of the hardware to switch on, or `none` to switch off those that are on. May be repeated.
    #[arg(long, value_name = "NAME")]
    assume: Vec<String>,
    #[command(flatten)]
    hardware: HardwareArg,
    /// Only the matrix, without an explanation of what is unsound or unknown.
    #[arg(long)]
    matrix: bool,
    /// Keep IR and assembly, or machine IR, in a folder, by version and processor.
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    quiet: QuietArg,
    #[command(flatten)]
    judged: JudgedArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum OptimizationArg {
    /// Not at all: `-O0`.
    #[value(name = "0")]
    None,
    /// As usual: `-O2`.
    #[value(name = "2")]
    Default,
}

impl LlvmCommand {
    /// How what is given is refused; `None` if the command has text alone.
    pub fn refusal(&self) -> Option<Refusal<'_>> {
        match self {
            LlvmCommand::Emit(_) => None,
            LlvmCommand::Check(args) => Some(args.refusal()),
            LlvmCommand::Tests(args) => Some(args.refusal()),
        }
    }

    /// Whether models and hardware are asked.
    pub fn decides(&self) -> bool {
        match self {
            LlvmCommand::Emit(_) => false,
            LlvmCommand::Check(_) | LlvmCommand::Tests(_) => true,
        }
    }

    /// The hardware files and folders that are named.
    pub fn hardware(&self) -> &[PathBuf] {
        match self {
            LlvmCommand::Emit(_) => &[],
            LlvmCommand::Check(args) => &args.hardware.hardware,
            LlvmCommand::Tests(args) => args.hardware(),
        }
    }

    /// Refuses options that have no effect in the format.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        match self {
            LlvmCommand::Tests(args) => args.check_formats(),
            LlvmCommand::Emit(_) | LlvmCommand::Check(_) => Ok(()),
        }
    }
}

impl CheckArgs {
    fn refusal(&self) -> Refusal<'_> {
        let (format, output) = (self.format.into(), &self.judged.output);
        Refusal { command: "litmus llvm check", schema: compiled::SCHEMA, format, shown: None, output }
    }
}

pub fn run(command: &LlvmCommand) -> u8 {
    match command {
        LlvmCommand::Emit(args) => emit(args),
        LlvmCommand::Check(args) => check(args),
        LlvmCommand::Tests(args) => conform::tests(args),
    }
}

fn pointers(uniform: bool) -> Pointers {
    if uniform { Pointers::Uniform } else { Pointers::Divergent }
}

fn emit(args: &EmitArgs) -> u8 {
    match ir(args) {
        Ok(text) => {
            print(&text);
            OK
        }
        Err(errors) => {
            args.output.errors(&errors);
            BAD_INPUT
        }
    }
}

fn ir(args: &EmitArgs) -> Result<String, Vec<Diagnostic>> {
    let source = load::read_test(&args.file).map_err(|error| vec![*error])?;
    let file = load::parse_source(&source).map_err(|error| vec![*error])?;
    let program = resolve(&file)?;
    let known = Release::known(args.release);
    let release = known.map_err(|message| vec![usage_error("--release", &args.release.to_string(), message)])?;
    let attribute = match &args.target {
        None => None,
        Some(name) => {
            let processor = Processor::parse(name).map_err(|message| vec![usage_error("--target", name, message)])?;
            processor.configuration.mode.and_then(|mode| release.mode(mode)).and_then(|mode| mode.attribute)
        }
    };
    let how = compiler::Emitted { release, attribute, pointers: pointers(args.uniform) };
    let module = compiler::emit(&program, &how)
        .map_err(|why| vec![Diagnostic::new(&program.source, why.span, why.message, "not compiled")])?;
    Ok(foreign::ir::header_of(&file) + &module)
}

fn check(args: &CheckArgs) -> u8 {
    let start = Instant::now();
    end_at_interrupts();
    let is_stopped = || STOP.load(std::sync::atomic::Ordering::Relaxed);
    let (resources, mut errors) = Resources::given(&[], &args.hardware.hardware);
    let options = match options(args, &resources) {
        Ok(options) if errors.is_empty() => options,
        Err(_) if is_stopped() => return args.refusal().interrupted(),
        Ok(_) => return args.refusal().print(&errors),
        Err(found) => return args.refusal().print(&[errors, found].concat()),
    };
    let before = match before(args, &options, &resources) {
        Ok(before) => before,
        Err(errors) => return args.refusal().print(&errors),
    };
    let (files, missing) = collect_tests(&args.paths);
    errors.extend(missing);
    if args.assembly.is_some() && files.len() != 1 {
        let message = format!("assembly of one test, and there are {}", files.len());
        errors.push(usage_error("--assembly", &format!("{} tests", files.len()), message));
        return args.refusal().print(&errors);
    }
    // What an interrupt has ended is left out like what was not begun.
    let asked = |(path, ahead): (&PathBuf, Vec<Option<compiler::Assembly>>)| {
        let row = (!is_stopped()).then(|| row(path, &ahead, &options, before.as_ref()))?;
        let is_ended = |test: &TestReport| is_stopped() && test.has(RefinementVerdict::Unknown);
        (!matches!(&row, Ok(Some((test, _))) if is_ended(test))).then_some(row)
    };
    let together = (files.len() / (2 * rayon::current_num_threads())).clamp(1, TOGETHER);
    let batches = files.par_chunks(together).map(|batch| (batch, ahead(batch, &options)));
    let rows = batches.flat_map_iter(|(batch, ahead)| batch.iter().zip(ahead).filter_map(asked));
    let rows: Vec<_> = rows.collect();
    let decided = rows.len();
    let mut tests = Vec::new();
    let mut left_out = 0;
    for row in rows {
        match row {
            Ok(Some((test, found))) => {
                tests.push(test);
                add_new_errors(&mut errors, found);
            }
            Ok(None) => left_out += 1,
            Err(found) => add_new_errors(&mut errors, found),
        }
    }
    let interrupted = is_stopped();
    if tests.is_empty() && errors.is_empty() && !interrupted {
        errors.push(usage_error("PATHS", "no test", "no test here has a source to compile".into()));
    }
    let all = files.len();
    let files = view::files(&resources);
    args.judged.output.files(&files);
    let interruption = Interruption::of("litmus llvm check", interrupted, decided, all);
    let said = interruption.among(&errors);
    let report =
        view::compiled(tests, (&options, args.against.as_deref()), &said, files, start.elapsed().as_secs_f64());
    match args.format {
        Format::Json => print_json(&report),
        Format::Text => {
            print(&compiled::text(&report, args.matrix, args.quiet.amount(false)));
            args.judged.output.errors(&errors);
        }
    }
    if left_out > 0 {
        say_line!("litmus: {left_out} tests of machine code have no source to compile and are left out");
    }
    interruption.say();
    if interrupted { INTERRUPTED } else { code(&report.tests, &errors) }
}

/// Bad input comes before what is unsound, and that before what is unknown.
fn code(tests: &[TestReport], errors: &[Diagnostic]) -> u8 {
    let any = |wanted| tests.iter().any(|test| test.has(wanted));
    match () {
        () if !errors.is_empty() => BAD_INPUT,
        () if any(RefinementVerdict::Unsound) => FAILED,
        () if any(RefinementVerdict::Unknown) => UNKNOWN,
        () => OK,
    }
}

/// A row with the errors about its columns.
type Row = (TestReport, Vec<Diagnostic>);

/// What compilers make of tests that are compiled together; nothing where it cannot be told in time.
fn ahead(batch: &[PathBuf], options: &compiler::Options<'_>) -> Vec<Vec<Option<compiler::Assembly>>> {
    let nothing = || vec![Vec::new(); batch.len()];
    if STOP.load(std::sync::atomic::Ordering::Relaxed) {
        return nothing();
    }
    let made = || {
        let sources = batch.iter().map(|path| load::read_test(path)).collect::<Result<Vec<_>, _>>().ok()?;
        Some(compiler::ahead(&sources, options))
    };
    allowance::within(options.settings.allowance(), made).ok().flatten().unwrap_or_else(nothing)
}

/// The row of a test; `None` of one that is machine code without a source.
fn row(
    path: &Path,
    ahead: &[Option<compiler::Assembly>],
    options: &compiler::Options<'_>,
    before: Option<&refine::Options<'_>>,
) -> Result<Option<Row>, Vec<Diagnostic>> {
    let start = Instant::now();
    let check = || {
        let source = load::read_test(path).map_err(|error| vec![*error])?;
        let Some(mut found) = compiler::check(&source, options, ahead)? else { return Ok(None) };
        let errors = std::mem::take(&mut found.errors);
        let test = view::compiled_test(found, options);
        let Some(before) = before else { return Ok(Some((test, errors))) };
        let refined = refine::refine(&source, before)?;
        Ok(Some((view::compiled_against(test, &refined), errors)))
    };
    let found = allowance::within(options.settings.allowance(), check);
    found.unwrap_or_else(|why| {
        let seconds = start.elapsed().as_secs_f64();
        Ok(Some((view::undecided_compiled(path, options, &why.into(), seconds), Vec::new())))
    })
}

/// How tests are refined with the code of tables, if that is asked: a target for each column.
fn before<'r>(
    args: &CheckArgs,
    options: &compiler::Options<'r>,
    resources: &'r Resources,
) -> Result<Option<refine::Options<'r>>, Vec<Diagnostic>> {
    let Some(name) = &args.against else { return Ok(None) };
    let tables = resources.tables(name)?;
    let columns = options.origins.iter().flat_map(|_| &options.processors);
    let target = |(processor, chip): &(Processor, crate::hardware::Chip)| {
        let configuration = processor.configuration;
        let table = tables.table(configuration.target);
        let table = table.map_err(|message| vec![usage_error("--against", name, message)])?;
        Ok(refine::RefinementTarget::of_table(configuration, chip.clone(), table, args.opencl))
    };
    let targets = columns.map(target).collect::<Result<_, Vec<Diagnostic>>>()?;
    Ok(Some(refine::Options::new(&options.model, targets, options.settings, resources)))
}

fn options<'r>(args: &CheckArgs, resources: &'r Resources) -> Result<compiler::Options<'r>, Vec<Diagnostic>> {
    let settings = args.judged.engine.settings(RaceSemantics::CatchFire);
    let settings = Settings { stop: Some(&STOP), ..settings };
    let mut errors = Vec::new();
    let mut origins = Vec::new();
    for name in args.compilers.iter().unique() {
        match Llc::find(name, settings.allowance()) {
            Ok(llc) => origins.push(Origin::Compiler(llc)),
            Err(message) => errors.push(usage_error("--llc", name, message)),
        }
    }
    if let Some(path) = &args.assembly {
        origins.push(Origin::Given(load::read_document(path).map_err(|error| vec![*error])?));
    }
    let assume = assume(&args.assume);
    let mut processors = Vec::new();
    for name in &args.targets {
        let processor = Processor::parse(name).map_err(|message| vec![usage_error("--target", name, message)])?;
        if processors.iter().any(|(known, _)| *known == processor) {
            continue;
        }
        let chip = refine::chip(&processor.configuration, &assume, resources)?;
        processors.push((processor, chip));
    }
    let named: Vec<_> = processors.iter().map(|(processor, _)| processor.configuration.target).collect();
    resources.check_hardware(&named, &named)?;
    resources.model(&args.model)?;
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(compiler::Options {
        origins,
        processors,
        language: if args.machine_ir { Language::MachineIr } else { Language::Assembly },
        optimization: match args.optimization {
            OptimizationArg::None => Optimization::None,
            OptimizationArg::Default => Optimization::Default,
        },
        pointers: pointers(args.uniform),
        model: args.model.clone(),
        settings,
        resources,
        save: args.save.clone(),
        tells_lines: !args.matrix || matches!(args.format, Format::Json),
    })
}
