//! The command line: arguments, progress, exit codes.

mod check;
mod compare;
mod complete;
mod conform;
mod convert;
mod diff;
mod drawn;
mod errors;
mod export;
mod fmt;
mod formats;
mod judge;
mod limits;
mod lint;
mod list;
mod llvm;
mod long;
mod lower;
mod lsp;
mod memory;
mod model;
mod mutate;
mod ordered;
mod outcomes;
mod paths;
mod pictures;
mod refine;
mod refiner;
mod repair;
mod report;
mod serve;
mod shard;
mod streams;
mod synth;
mod table;
mod usage;
mod written;

use crate::allowance::Memory;
use crate::defaults;
use crate::engine::{EngineChoice, RaceSemantics, Settings};
use crate::files;
use crate::hardware::Assume;
use crate::load;
use crate::models;
use crate::program::Ends;
use crate::report::{results::FileResult, text, text::Paint};
use crate::resources::Resources;
use crate::syntax::litmus::ast::{Choices, Loads, Workgroups};
use crate::syntax::source::Diagnostic;
use crate::targets::{self, TargetConfiguration};
use crate::view;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use errors::{add_new_errors, print_errors, print_warnings};
use formats::{FindingsArgs, FindingsFormat, Format, Output, QuietArg, Refusal, ShownArgs, rendered};
use itertools::Itertools;
use paths::collect_tests;
use pictures::PictureArgs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
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
    /// A folder in which files that models include are looked for, besides that of the file that includes them. May be repeated.
    #[arg(long = "include", value_name = "DIR", global = true)]
    include: Vec<PathBuf>,
    /// Megabytes of memory that the process may use: of what would need more, nothing is decided.
    /// By default three quarters of what the machine or the container has. The program itself needs some 40.
    #[arg(long, value_name = "MB", global = true, value_parser = clap::value_parser!(u64).range(LEAST_MEMORY..))]
    memory: Option<u64>,
    #[command(subcommand)]
    command: Command,
}

/// With fewer megabytes nothing can be decided.
const LEAST_MEMORY: u64 = 100;

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
    /// Print tests of other tools in the litmus language.
    Convert(convert::ConvertArgs),
    /// Print tests in C, for herd7 and other tools.
    Export(export::ExportArgs),
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
    /// Write one page of HTML with all that is found of tests and tables.
    Report(report::ReportArgs),
    /// Import, show and compare tables of code sequences.
    #[command(subcommand)]
    Table(table::TableCommand),
    /// List targets, tables, models or assumptions.
    List(list::ListArgs),
    /// Check cat files.
    #[command(subcommand)]
    Model(model::ModelCommand),
    /// Serve an editor by the Language Server Protocol, over standard input and output.
    Lsp,
    /// Serve a page with an editor, verdicts, final states and refinement, to browsers.
    Serve(serve::ServeArgs),
    /// Print a script that completes commands and options in a shell.
    Completions(complete::CompletionsArgs),
    /// Print the manual page, for man(1).
    Man,
}

/// The arguments that commands about models share.
#[derive(Args)]
struct Common {
    /// A model of `litmus list models`, or a cat file; instead of those that tests name. May be repeated.
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

/// How the code is made where the compiler has a choice.
#[derive(Args)]
struct ChoicesArgs {
    /// The code is for workgroups that are one wave each: workgroup scope is lowered as wavefront scope.
    #[arg(long)]
    one_wave: bool,
    /// Which loads are scalar ones.
    #[arg(long, value_enum, value_name = "WHICH")]
    scalar_loads: Option<ScalarLoads>,
}

/// Which loads are scalar ones: of one word of global or constant memory, neither atomic nor volatile.
#[derive(Clone, Copy, ValueEnum)]
enum ScalarLoads {
    /// Those of memory that no thread writes.
    Unwritten,
    /// Those of memory that some thread writes, too, which is not allowed.
    Any,
}

impl ChoicesArgs {
    fn choices(&self) -> Choices {
        Choices {
            workgroups: if self.one_wave { Workgroups::OneWave } else { Workgroups::AnySize },
            loads: match self.scalar_loads {
                None => Loads::Vector,
                Some(ScalarLoads::Unwritten) => Loads::Unwritten,
                Some(ScalarLoads::Any) => Loads::Any,
            },
        }
    }
}

/// Which engine decides, and for how long.
#[derive(Args)]
struct EngineArgs {
    /// Who decides: enumeration of executions, the solver, or whichever suits a test.
    #[arg(long, value_enum, default_value = "auto")]
    engine: EngineArg,
    /// Seconds that the work on one test may take.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
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
        Settings { engine, timeout: self.timeout, races, ..Settings::default() }
    }
}

/// What is taken for granted of loops.
#[derive(Args)]
struct LoopArgs {
    /// Take it that every loop ends within its unroll bound, instead of `unknown` where one may not. Verdicts say so where it matters. Loops that wait for
    /// something need no assumption.
    #[arg(long)]
    assume_terminates: bool,
}

impl LoopArgs {
    fn ends(&self) -> Ends {
        if self.assume_terminates { Ends::Assumed } else { Ends::Shown }
    }
}

/// The argument that [`LoopArgs`] has given, as part of a command.
fn spelled(ends: Ends) -> &'static str {
    match ends {
        Ends::Shown => "",
        Ends::Assumed => " --assume-terminates",
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

    /// Names the files that were read, if that is asked, and says which documents are not understood as they are.
    fn files(&self, files: &[FileResult]) {
        say(format_args!("{}", text::corrected(files)));
        self.names(files);
    }

    /// Names the files that were read, if that is asked.
    fn names(&self, files: &[FileResult]) {
        if self.verbose {
            say(format_args!("{}", text::files(files)));
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| format!("seconds are a number from 0 to {}", u64::MAX))
}

/// Whether a stream is a terminal that wants colours.
fn colors(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Runs the command line given to the process, of this memory.
pub fn main(counted: Memory) -> ExitCode {
    let (cli, matches) = match parsed() {
        Ok(parsed) => parsed,
        Err(error) => return ExitCode::from(usage::refuse(&error)),
    };
    if let Err(why) = memory::limit(cli.memory, counted) {
        say_line!("litmus: memory cannot be limited: {why}");
        return ExitCode::from(BAD_INPUT);
    }
    if let Some(message) = crate::engine::smt::check_library() {
        say_line!("litmus: {message}");
    }
    if let Err(error) = cli.check_globals().and_then(|()| cli.command.check_formats()) {
        return ExitCode::from(usage::refuse(&error.with_cmd(&command())));
    }
    if let Some(error) = written::refused(&matches) {
        return ExitCode::from(refuse_by(cli.command.refusal().map(Refusal::unwritten), &error));
    }
    if let Err(error) = install_targets(&cli) {
        return ExitCode::from(refuse(&cli.command, &error));
    }
    if let Some(error) = cli.include.iter().find_map(|folder| no_folder(folder)) {
        return ExitCode::from(refuse(&cli.command, &error));
    }
    models::install_folders(cli.include);
    ExitCode::from(streams::code(memory::within(&cli.command)))
}

/// Runs a command: the exit code.
fn run(command: &Command) -> u8 {
    match command {
        Command::Check(args) => check::run(args),
        Command::Outcomes(args) => outcomes::run(args),
        Command::Fmt(args) => fmt::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Export(args) => export::run(args),
        Command::Lower(args) => lower::run(args),
        Command::Refine(args) => refine::run(args),
        Command::Llvm(command) => llvm::run(command),
        Command::Mutate(args) => mutate::run(args),
        Command::Synth(args) => synth::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Merge(args) => shard::merge(args),
        Command::Report(args) => report::run(args),
        Command::Table(command) => table::run(command),
        Command::List(args) => list::run(args),
        Command::Model(command) => model::run(command),
        Command::Lsp => lsp::run(),
        Command::Serve(args) => serve::run(args),
        Command::Completions(args) => complete::completions(args),
        Command::Man => complete::man(),
    }
}

/// Says what is wrong with what is given to all commands, as this one says it: the exit code.
fn refuse(command: &Command, error: &Diagnostic) -> u8 {
    refuse_by(command.refusal(), error)
}

/// The same, as a command refuses what it is given.
fn refuse_by(refusal: Option<Refusal<'_>>, error: &Diagnostic) -> u8 {
    match refusal {
        Some(refusal) => refusal.print(std::slice::from_ref(error)),
        None => {
            print_errors(std::slice::from_ref(error), false);
            errors::code(std::slice::from_ref(error))
        }
    }
}

/// What is wrong with a folder of `--include` that is none.
fn no_folder(path: &Path) -> Option<Diagnostic> {
    let wrong = || usage_error("--include", &path.display().to_string(), "there is no such folder".into());
    (!path.is_dir()).then(wrong)
}

/// The commands with their arguments, and which of these need others.
fn command() -> clap::Command {
    Cli::command().mut_subcommand("table", |table| table.mut_subcommand("diff", diff::with_rules))
}

fn parsed() -> Result<(Cli, ArgMatches), clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    Ok((cli, matches))
}

impl Cli {
    /// Refuses options of all commands where they have no effect.
    fn check_globals(&self) -> Result<(), clap::Error> {
        let (reads_files, needs_targets, reads_models) = match &self.command {
            Command::Check(_)
            | Command::Outcomes(_)
            | Command::Refine(_)
            | Command::Mutate(_)
            | Command::Synth(_)
            | Command::Compare(_)
            | Command::Report(_) => (true, true, true),
            Command::Lower(_) | Command::Table(_) => (true, true, false),
            Command::Llvm(command) => (true, true, command.decides()),
            Command::Model(_) => (true, false, true),
            Command::List(args) => (true, args.needs_targets(), false),
            Command::Fmt(_) | Command::Convert(_) | Command::Export(_) => (true, false, false),
            Command::Lsp => (true, true, true),
            Command::Serve(args) => (args.is_worker(), false, false),
            Command::Merge(_) | Command::Completions(_) | Command::Man => (false, false, false),
        };
        match () {
            () if self.memory.is_some() && !reads_files => Err(formats::without_effect("--memory <MB>")),
            () if !self.target_files.is_empty() && !needs_targets => Err(formats::without_effect("--targets <FILE>")),
            () if !self.include.is_empty() && !reads_models => Err(formats::without_effect("--include <DIR>")),
            () => Ok(()),
        }
    }
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
            Command::Llvm(command) => command.check_formats(),
            Command::List(args) => args.check_formats(),
            Command::Outcomes(_)
            | Command::Fmt(_)
            | Command::Convert(_)
            | Command::Export(_)
            | Command::Lower(_)
            | Command::Synth(_)
            | Command::Merge(_)
            | Command::Model(_)
            | Command::Lsp
            | Command::Serve(_)
            | Command::Completions(_)
            | Command::Man
            | Command::Report(_) => Ok(()),
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
            Command::List(args) => Some(args.refusal()),
            Command::Synth(args) => Some(args.refusal()),
            Command::Merge(args) => Some(args.refusal()),
            Command::Fmt(_) | Command::Convert(_) | Command::Export(_) | Command::Model(_) => None,
            Command::Report(_) | Command::Lsp | Command::Serve(_) | Command::Completions(_) | Command::Man => None,
        }
    }
}

/// Adds the targets of the files that are named, and of those in folders of hardware.
fn install_targets(cli: &Cli) -> Result<(), Box<Diagnostic>> {
    let hardware: &[PathBuf] = match &cli.command {
        Command::Check(args) => args.hardware(),
        Command::Refine(args) => args.hardware(),
        Command::Report(args) => args.hardware(),
        Command::Table(command) => command.hardware(),
        Command::List(args) => args.hardware(),
        Command::Llvm(command) => command.hardware(),
        Command::Outcomes(_)
        | Command::Fmt(_)
        | Command::Convert(_)
        | Command::Export(_)
        | Command::Lower(_)
        | Command::Mutate(_)
        | Command::Merge(_)
        | Command::Synth(_)
        | Command::Compare(_)
        | Command::Model(_)
        | Command::Lsp
        | Command::Serve(_)
        | Command::Completions(_)
        | Command::Man => &[],
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

/// Prints to standard output; a reader that has gone away is no error.
fn print_json(report: &impl serde::Serialize) {
    print(&json(report));
}

fn json(report: &impl serde::Serialize) -> String {
    let text = serde_json::to_string_pretty(report).expect("results are plain data with keys that are words");
    format!("{text}\n")
}

/// The claims of hardware that `--assume` chooses: `none` switches off those that are on.
fn assume(names: &[String]) -> Assume {
    Assume::of(names.iter().cloned())
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
