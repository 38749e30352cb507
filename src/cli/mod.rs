//! The command line: arguments, progress, exit codes.

mod check;
mod compare;
mod diff;
mod fmt;
mod formats;
mod judge;
mod limits;
mod lint;
mod llvm;
mod long;
mod lower;
mod mutate;
mod outcomes;
mod refine;
mod repair;
mod shard;
mod streams;
mod synth;
mod table;

use crate::allowance;
use crate::cat::{Assumption, Model};
use crate::defaults;
use crate::engine::{EngineChoice, RaceSemantics, Settings};
use crate::hardware::Assume;
use crate::load;
use crate::models;
use crate::report::{diagnostic, results::FileResult, text, text::Paint};
use crate::resources::Resources;
use crate::syntax::source::Diagnostic;
use crate::targets::{self, TargetConfiguration};
use crate::view;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use formats::{FindingsArgs, FindingsFormat, Format, Output, QuietArg, Refusal, ShownArgs, rendered};
use itertools::Itertools;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use streams::{print, say, say_line};

/// Everything is as expected.
pub const OK: u8 = 0;
/// A verdict is not the expected one, or some machine code is unsound.
pub const FAILED: u8 = 1;
/// An input or the usage is bad.
pub const BAD_INPUT: u8 = 2;
/// Something could not be decided.
pub const UNKNOWN: u8 = 3;

const EXIT_CODES: &str = "Exit codes: 0 all as expected, 1 some differ, 2 bad input or usage, 3 some unknown.";

#[derive(Parser)]
#[command(name = "litmus", about = "An axiomatic memory-model checker for AMD GPUs", after_help = EXIT_CODES)]
#[command(version = version())]
struct Cli {
    /// A file with targets besides those that come with the tool; a folder of `--hardware` may have them in `targets.toml`. May be repeated.
    #[arg(long = "targets", value_name = "FILE", global = true)]
    target_files: Vec<PathBuf>,
    /// Megabytes of memory that the process may use: of what would need more, nothing is decided.
    #[arg(long, value_name = "MB", global = true)]
    memory: Option<u64>,
    #[command(subcommand)]
    command: Command,
}

fn version() -> &'static str {
    let text = format!("{} (z3 {})", env!("CARGO_PKG_VERSION"), crate::engine::smt::library_version());
    Box::leak(text.into_boxed_str())
}

#[derive(Subcommand)]
enum Command {
    /// Compare the verdicts of tests with those the files expect.
    Check(check::CheckArgs),
    /// List every final state of a test, allowed or forbidden, and its races.
    Outcomes(outcomes::OutcomesArgs),
    /// Print tests in their canonical form.
    Fmt(fmt::FmtArgs),
    /// Print the machine code of a test, with the row that each instruction is from.
    Lower(lower::LowerArgs),
    /// Decide whether the machine code of tests, on the hardware, ends only as their source may.
    Refine(refine::RefineArgs),
    /// Compile tests with LLVM, and decide whether what comes out ends only as the source may.
    #[command(subcommand)]
    Llvm(llvm::LlvmCommand),
    /// Change a model or a hardware file in every small way, and say which changes no test notices.
    Mutate(mutate::MutateArgs),
    /// Make tests of generated programs that a model forbids something in.
    Synth(synth::SynthArgs),
    /// Find the smallest generated programs that two models, targets or tables decide differently.
    Compare(compare::CompareArgs),
    /// Unite the files of all shards of a run, so that the command without `--shard` asks nothing again.
    Merge(shard::MergeArgs),
    /// Import, show and compare tables of code sequences.
    #[command(subcommand)]
    Table(table::TableCommand),
    /// List the memory models that come with the tool.
    Models,
}

/// The arguments that commands about models share.
#[derive(Args)]
struct Common {
    /// A model of `litmus models`, or a cat file; instead of those that tests name. May be repeated.
    #[arg(long = "model", value_name = "NAME|FILE")]
    models: Vec<String>,
    #[command(flatten)]
    judged: JudgedArgs,
}

/// How tests are decided, and what is printed beside results.
#[derive(Args)]
struct JudgedArgs {
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// What is printed beside results, and whether in colour.
#[derive(Args)]
struct OutputArgs {
    /// Name the models, tables and hardware files that were read, on standard error.
    #[arg(long, short)]
    verbose: bool,
    /// Print without colours (so does a NO_COLOR environment variable).
    #[arg(long)]
    no_color: bool,
}

/// Hardware files given by path.
#[derive(Args)]
struct HardwareArg {
    /// A hardware file, or a folder of `*.hw`: instead of those that come with the tool for the same targets. May be repeated.
    #[arg(long, value_name = "FILE|DIR")]
    hardware: Vec<PathBuf>,
}

/// Which engine decides, and for how long.
#[derive(Args)]
struct EngineArgs {
    /// Who decides: enumeration of executions, the solver, or whichever suits a test.
    #[arg(long, value_enum, default_value = "auto")]
    engine: EngineArg,
    /// Seconds that the work on one test may take.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    timeout: Duration,
}

#[derive(Clone, Copy, ValueEnum)]
enum EngineArg {
    /// Enumeration where there are few executions, else the solver.
    Auto,
    /// Enumeration of candidate executions, one by one.
    Enumerate,
    /// The solver, z3, which decides about all executions at once.
    Smt,
}

impl EngineArgs {
    fn settings(&self, races: RaceSemantics) -> Settings {
        let engine = match self.engine {
            EngineArg::Auto => EngineChoice::Auto,
            EngineArg::Enumerate => EngineChoice::Enumerate,
            EngineArg::Smt => EngineChoice::Smt,
        };
        Settings { engine, timeout: self.timeout, stop: None, races }
    }
}

impl OutputArgs {
    fn paint(&self) -> Paint {
        Paint(!self.no_color && colors(&std::io::stdout()))
    }

    /// Prints errors to standard error, each with its place.
    fn errors(&self, errors: &[Diagnostic]) {
        print_errors(errors, self.no_color);
    }

    /// Names the files that were read, if that is wanted.
    fn files(&self, files: &[FileResult]) {
        if self.verbose {
            say(format_args!("{}", text::files(files)));
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Whether a stream is a terminal that wants colours.
fn colors(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Runs the command line given to the process, which uses `used()` bytes of memory.
pub fn main(used: fn() -> u64) -> ExitCode {
    let cli = Cli::parse();
    if let Err(why) = limit_memory(cli.memory, used) {
        say_line!("litmus: memory cannot be limited: {why}");
        return ExitCode::from(BAD_INPUT);
    }
    if let Some(message) = crate::engine::smt::check_library() {
        say_line!("litmus: {message}");
    }
    if let Err(error) = cli.command.check_formats() {
        // Where it cannot be printed, the exit code says it.
        let _ = error.with_cmd(&Cli::command()).print();
        return ExitCode::from(BAD_INPUT);
    }
    if let Err(error) = install_targets(&cli) {
        match cli.command.refusal() {
            Some(refusal) => refusal.print(&[*error]),
            None => {
                print_errors(&[*error], false);
                BAD_INPUT
            }
        };
        return ExitCode::from(BAD_INPUT);
    }
    let code = match cli.command {
        Command::Check(args) => check::run(&args),
        Command::Outcomes(args) => outcomes::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Lower(args) => lower::run(&args),
        Command::Refine(args) => refine::run(&args),
        Command::Llvm(command) => llvm::run(&command),
        Command::Mutate(args) => mutate::run(&args),
        Command::Synth(args) => synth::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Merge(args) => shard::merge(&args),
        Command::Table(command) => table::run(&command),
        Command::Models => list_models(),
    };
    ExitCode::from(streams::code(code))
}

/// Bounds the memory of the process, where that is asked.
fn limit_memory(megabytes: Option<u64>, used: fn() -> u64) -> std::io::Result<()> {
    megabytes.map_or(Ok(()), |megabytes| allowance::limit_memory(megabytes.saturating_mul(1 << 20), used))
}

impl Command {
    /// Refuses options that have no effect in the format that is asked for.
    fn check_formats(&self) -> Result<(), clap::Error> {
        match self {
            Command::Check(args) => args.check_formats(),
            Command::Refine(args) => args.check_formats(),
            Command::Mutate(args) => args.check_formats(),
            Command::Compare(args) => args.check_formats(),
            Command::Table(command) => command.check_formats(),
            Command::Outcomes(_)
            | Command::Fmt(_)
            | Command::Lower(_)
            | Command::Llvm(_)
            | Command::Synth(_)
            | Command::Merge(_)
            | Command::Models => Ok(()),
        }
    }

    /// How the command refuses what it is given; `None` if it has text alone.
    fn refusal(&self) -> Option<Refusal<'_>> {
        match self {
            Command::Check(args) => Some(args.refusal()),
            Command::Outcomes(args) => Some(args.refusal()),
            Command::Lower(args) => Some(args.refusal()),
            Command::Refine(args) => Some(args.refusal()),
            Command::Mutate(args) => Some(args.refusal()),
            Command::Compare(args) => Some(args.refusal()),
            Command::Table(command) => command.refusal(),
            Command::Llvm(command) => command.refusal(),
            Command::Fmt(_) | Command::Synth(_) | Command::Merge(_) | Command::Models => None,
        }
    }
}

/// Adds the targets of the files that are named, and of those in folders of hardware.
fn install_targets(cli: &Cli) -> Result<(), Box<Diagnostic>> {
    let hardware: &[PathBuf] = match &cli.command {
        Command::Check(args) => args.hardware(),
        Command::Refine(args) => args.hardware(),
        Command::Table(command) => command.hardware(),
        Command::Llvm(command) => command.hardware(),
        Command::Outcomes(_)
        | Command::Fmt(_)
        | Command::Lower(_)
        | Command::Mutate(_)
        | Command::Merge(_)
        | Command::Synth(_)
        | Command::Compare(_)
        | Command::Models => &[],
    };
    let beside = hardware.iter().map(|path| path.join("targets.toml")).filter(|path| path.is_file());
    let mut paths = cli.target_files.clone();
    for path in beside {
        // A file may be named and found.
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    let sources = paths.iter().map(|path| load::read(path)).collect::<Result<Vec<_>, _>>()?;
    targets::install(&sources)
}

fn list_models() -> u8 {
    let rows: String = models::list().iter().map(model_rows).collect();
    print(&rows);
    OK
}

/// A model's name and title, and what variants of it may make otherwise.
fn model_rows(model: &Model) -> String {
    let title = format!("{:<14} {}\n", model.name, model.title.as_deref().unwrap_or_default());
    let assumptions = model.assumptions();
    let row = |assumption: &Assumption| format!("  +{:<24} {}\n", assumption.word, assumption.provenance.claim);
    std::iter::once(title).chain(assumptions.iter().map(row)).collect()
}

/// Prints to standard output; a reader that has gone away is no error.
fn print_json(report: &impl serde::Serialize) {
    print(&json(report));
}

fn json(report: &impl serde::Serialize) -> String {
    let text = serde_json::to_string_pretty(report).expect("results are plain data with keys that are words");
    format!("{text}\n")
}

/// Prints errors to standard error, each with its place.
fn print_errors(errors: &[Diagnostic], no_color: bool) {
    let color = !no_color && colors(&std::io::stderr());
    for error in errors {
        say(format_args!("{}", diagnostic::render(error, color)));
    }
}

/// Adds errors without repeating those that are there: several tests may name one wrong file.
fn add_new_errors(errors: &mut Vec<Diagnostic>, found: Vec<Diagnostic>) {
    for error in found {
        if !errors.contains(&error) {
            errors.push(error);
        }
    }
}

/// The claims of hardware that `--assume` chooses: `none` switches off those that are on.
fn assume(names: &[String]) -> Assume {
    Assume {
        none: names.iter().any(|name| name == "none"),
        on: names.iter().filter(|name| *name != "none").cloned().collect(),
    }
}

/// The target configurations that `--target` names, each a target or a family, in a mode or in all.
fn named_targets(names: &[String]) -> Result<Vec<TargetConfiguration>, Vec<Diagnostic>> {
    let mut named = Vec::new();
    for name in names {
        let found = TargetConfiguration::parse_several(name);
        named.extend(found.map_err(|message| vec![usage_error("--target", name, message)])?);
    }
    Ok(named.into_iter().unique_by(TargetConfiguration::to_string).collect())
}

/// An error that underlines the value of an argument.
fn usage_error(option: &str, value: &str, message: String) -> Diagnostic {
    let source = crate::syntax::source::Source::argument(option, value);
    Diagnostic::new(&source, crate::syntax::source::Span::new(0, value.len()), message, "this value")
}

/// The tests of paths: files as they are, folders walked for `*.litmus`, in order. A file that is found in two ways counts once, and folders that links lead to are
/// folders.
fn collect_tests(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let mut files = Vec::new();
    let mut errors = Vec::new();
    for path in paths {
        let missing = |message: String| {
            let source = crate::syntax::source::Source::new(path.display().to_string(), "");
            Diagnostic::new(&source, Default::default(), message, "").help("a .litmus file, or a folder of them")
        };
        if !path.is_dir() {
            match path.exists() {
                true => files.push(path.clone()),
                false => errors.push(missing("no such file or folder".into())),
            }
            continue;
        }
        let before = files.len();
        for entry in walkdir::WalkDir::new(path).follow_links(true).sort_by_file_name() {
            match entry {
                Ok(entry) if entry.path().extension().is_some_and(|ext| ext == "litmus") => {
                    files.push(entry.into_path());
                }
                Ok(_) => {}
                // What is there was walked.
                Err(error) if error.loop_ancestor().is_some() => {}
                Err(error) => errors.push(missing(error.to_string())),
            }
        }
        if files.len() == before {
            errors.push(missing("no .litmus file in this folder".into()));
        }
    }
    let file = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    (files.into_iter().unique_by(file).collect(), errors)
}
