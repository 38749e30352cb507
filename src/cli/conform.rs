//! `litmus llvm tests` and `litmus table conform`: what compilers make of single operations, against tables.

use super::limits::LimitsArgs;
use super::long::{INTERRUPTED, Long, LongArgs, STOP, end_at_interrupts};
use super::*;
use crate::allowance::{self, Allowance};
use crate::compiler::{Llc, Optimization, Processor};
use crate::conform::{self, Judged, Side, Tests};
use crate::engine::Inconclusive;
use crate::hardware::Chip;
use crate::judge::tables::{Differences, Options, diff};
use crate::lowering::{Library, LoadedTable};
use crate::refine::RefinementTarget;
use crate::report::conform::{self as report, ConformReport};
use crate::report::{cases, diff::DiffReport};
use itertools::Itertools;
use rayon::prelude::*;
use std::sync::atomic::Ordering;
use std::time::Instant;

const CODES: &str = "Exit codes: 0 all the same or stronger, 1 some weaker or different, 2 bad input or usage, or a compiler complains, 3 some unknown or \
     not read. With --verdicts: 1 if a difference breaks a program, or code is unsound by itself; 130 interrupted.";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct TestsArgs {
    /// Regression tests: `.ll` or `.mir` with `RUN` lines and the code in comments.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The tables: a release, a file, a folder of `*.table`, or one family of them (`llvm22:gfx12`).
    #[arg(long, value_name = "NAME|FILE|DIR")]
    against: String,
    /// A target, in a mode or in all: only commands for it are read. May be repeated.
    #[arg(long = "target", value_name = "TARGET[,MODE]")]
    targets: Vec<String>,
    #[command(flatten)]
    judged: ConformArgs,
}

#[derive(Args)]
#[command(after_help = CODES)]
pub struct ConformTableArgs {
    /// The tables: a release, a file, a folder of `*.table`, or one family of them (`llvm22:gfx12`).
    #[arg(value_name = "NAME|FILE|DIR")]
    table: String,
    /// The compiler: `llc` of some release, by name or path. May be repeated.
    #[arg(long = "llc", value_name = "PROGRAM", required = true)]
    compilers: Vec<String>,
    /// A processor or target, in a mode or in all; by default every target that the tables are for. May be repeated.
    #[arg(long = "target", value_name = "PROCESSOR[,MODE]")]
    targets: Vec<String>,
    #[command(flatten)]
    judged: ConformArgs,
}

/// How compiled code is judged, and how that is printed.
#[derive(Args)]
struct ConformArgs {
    /// Say of all code whether it is sound by itself, and of each difference what it does to generated programs.
    #[arg(long)]
    verdicts: bool,
    #[command(flatten)]
    limits: LimitsArgs,
    /// A claim of the hardware to switch on, or `none` to switch off those that are on. May be repeated.
    #[arg(long, value_name = "NAME")]
    assume: Vec<String>,
    /// Also what is the same, everything that is not read, and every place.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    long: LongArgs,
    #[command(flatten)]
    hardware: HardwareArg,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    findings: FindingsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

const TESTS: &str = "litmus llvm tests";
const CONFORM: &str = "litmus table conform";

impl TestsArgs {
    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        self.judged.refusal(TESTS)
    }

    /// The hardware files and folders that are named.
    pub fn hardware(&self) -> &[PathBuf] {
        &self.judged.hardware.hardware
    }

    /// Refuses options that have no effect in the format.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        self.judged.findings.check()
    }
}

impl ConformTableArgs {
    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        self.judged.refusal(CONFORM)
    }

    /// The hardware files and folders that are named.
    pub fn hardware(&self) -> &[PathBuf] {
        &self.judged.hardware.hardware
    }

    /// Refuses options that have no effect in the format.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        self.judged.findings.check()
    }
}

/// What was compared, by file.
type Found<'t> = Vec<(String, Tests<'t>)>;

/// What was found, and what is wrong of what was not.
type Partly<'t> = (Found<'t>, Vec<Diagnostic>);

pub fn tests(args: &TestsArgs) -> u8 {
    let read = |tables: &'static Library| {
        let wanted = named_targets(&args.targets)?;
        let read = |path: &PathBuf| {
            let source = load::read_document(path).map_err(|error| vec![*error])?;
            let file = conform::read(&source).map_err(|error| vec![*error])?;
            Ok((source.name.clone(), conform::judge_tests(&file, tables, &wanted)))
        };
        let found: Vec<Result<(String, Tests<'_>), Vec<Diagnostic>>> =
            args.files.iter().unique().collect::<Vec<_>>().into_par_iter().map(read).collect();
        all(found)
    };
    args.judged.run(TESTS, &args.against, read)
}

pub fn conform(args: &ConformTableArgs) -> u8 {
    end_at_interrupts();
    let compiled = |tables: &'static Library| {
        let mut errors = Vec::new();
        let mut compilers = Vec::new();
        // A compiler may take its time, but not longer than somebody waits.
        let patience = Allowance { timeout: Duration::MAX, stop: Some(&STOP) };
        for name in args.compilers.iter().unique() {
            match Llc::find(name, patience) {
                Ok(llc) => compilers.push(llc),
                Err(message) => errors.push(usage_error("--llc", name, message)),
            }
        }
        let processors = processors(&args.targets, tables)?;
        if !errors.is_empty() {
            return Err(errors);
        }
        let pairs = compilers.iter().flat_map(|llc| processors.iter().map(move |processor| (llc, processor)));
        let compiled = |(llc, (processor, table)): (&Llc, &(Processor, &'static LoadedTable))| {
            let compile = || conform::compile(llc, processor, Optimization::Default, table);
            let found =
                allowance::within(patience, compile).unwrap_or_else(|why| Err(Inconclusive::from(why).to_string()));
            let found = found.map_err(|message| vec![usage_error("--llc", &llc.program, message)])?;
            Ok((String::new(), found))
        };
        let found: Vec<_> = pairs.collect::<Vec<_>>().into_par_iter().map(compiled).collect();
        all(found)
    };
    let code = args.judged.run(CONFORM, &args.table, compiled);
    if STOP.load(Ordering::Relaxed) { INTERRUPTED } else { code }
}

/// The processors that are named, or one for each target that tables are for, in each mode, with their tables.
fn processors(
    names: &[String],
    tables: &'static Library,
) -> Result<Vec<(Processor, &'static LoadedTable)>, Vec<Diagnostic>> {
    let mut found = Vec::new();
    for name in names {
        let refused = |message| vec![usage_error("--target", name, message)];
        let one = Processor::parse(name).map_err(refused)?;
        let table = tables.table(one.configuration.target).map_err(refused)?;
        let modes = match name.contains(',') {
            true => vec![one.configuration],
            false => TargetConfiguration::modes(one.configuration.target),
        };
        for configuration in modes {
            let processor = Processor { configuration, ..one.clone() };
            if !found.iter().any(|(known, _)| *known == processor) {
                found.push((processor, table));
            }
        }
    }
    if names.is_empty() {
        for configuration in TargetConfiguration::every_configuration() {
            let Ok(table) = tables.table(configuration.target) else { continue };
            let name = configuration.target.mcpu.clone();
            found.push((Processor { name, configuration, stands_for_target: true }, table));
        }
    }
    Ok(found)
}

/// What was found, with what is wrong of the rest; or everything that is wrong, where nothing was found.
///
/// # Errors
/// Nothing was found.
fn all<'t>(found: Vec<Result<(String, Tests<'t>), Vec<Diagnostic>>>) -> Result<Partly<'t>, Vec<Diagnostic>> {
    let (mut tests, mut errors) = (Vec::new(), Vec::new());
    for one in found {
        match one {
            Ok(one) => tests.push(one),
            Err(found) => add_new_errors(&mut errors, found),
        }
    }
    if tests.is_empty() && !errors.is_empty() { Err(errors) } else { Ok((tests, errors)) }
}

impl ConformArgs {
    fn refusal(&self, command: &'static str) -> Refusal<'_> {
        self.findings.refusal(command, report::SCHEMA, &self.output)
    }

    /// Compares, judges and prints: the exit code.
    fn run<'t>(
        &self,
        command: &'static str,
        tables: &str,
        compare: impl FnOnce(&'static Library) -> Result<Partly<'t>, Vec<Diagnostic>>,
    ) -> u8 {
        let start = Instant::now();
        let (resources, errors) = Resources::given(&[], &self.hardware.hardware);
        if !errors.is_empty() {
            return self.refusal(command).print(&errors);
        }
        let judged = resources.tables(tables).and_then(compare).and_then(|(found, errors)| {
            let verdicts = if self.verdicts { self.judge(&found, &resources)? } else { None };
            Ok((found, errors, verdicts))
        });
        let (found, errors, verdicts) = match judged {
            Ok(judged) => judged,
            Err(errors) => return self.refusal(command).print(&errors),
        };
        let files = view::files(&resources);
        self.output.files(&files);
        if self.findings.format != FindingsFormat::Json {
            self.output.errors(&errors);
        }
        let mut found = view::conform(&found, verdicts, &errors, files, start.elapsed().as_secs_f64());
        let code = code(&found);
        let shown = &self.findings.shown;
        let render = |found: &ConformReport, format: FindingsFormat| match format.output() {
            Output::Text => report::text(found, shown.quiet.amount(self.all)),
            Output::Json => json(found),
            Output::Findings(render) => rendered(cases::conform(found, command, code), render, shown.limit()),
        };
        self.findings.print(code, &mut found, render)
    }

    /// What the code does, by itself and where it differs; `None` if none was compared.
    fn judge(&self, found: &Found<'_>, resources: &Resources) -> Result<Option<DiffReport>, Vec<Diagnostic>> {
        let start = Instant::now();
        let judged: Vec<&Judged<'_>> = found.iter().flat_map(|(_, tests)| &tests.judged).collect();
        let sides = conform::sides(&judged);
        if sides.is_empty() {
            return Ok(None);
        }
        let long = self.long.begin().map_err(|error| vec![*error])?;
        let assume = assume(&self.assume);
        let chips: Vec<Chip> = sides
            .iter()
            .map(|side| crate::refine::chip(&side.configuration, &assume, resources))
            .collect::<Result<_, _>>()?;
        let mut plan = Plan::default();
        sides.iter().zip(&chips).for_each(|(side, chip)| plan.add(side, chip));
        let Plan { targets, differences, pairs } = plan;
        crate::refine::known_assumptions(&assume, &targets)?;
        let options = Options {
            targets,
            limits: self.limits.limits(),
            varied_threads: 2,
            audit: false,
            settings: self.engine.settings(RaceSemantics::CatchFire),
            assume,
            resources,
            run: &long.run,
        };
        let report = judged_by_programs(&long, &options, &differences, pairs, start)?;
        Ok(report)
    }
}

fn judged_by_programs(
    long: &Long,
    options: &Options<'_>,
    differences: &Differences,
    pairs: Vec<[&LoadedTable; 2]>,
    start: Instant,
) -> Result<Option<DiffReport>, Vec<Diagnostic>> {
    let (diffed, errors) = long.ended(diff(options, differences))?;
    let Some(diffed) = diffed else { return Ok(None) };
    let compared = view::Compared { pairs, alone: Vec::new() };
    let seconds = start.elapsed().as_secs_f64();
    Ok(Some(view::diff((&diffed, differences), options, &compared, &errors, Vec::new(), seconds)))
}

/// What programs are asked: pairs of targets, and what differs between them.
struct Plan<'s> {
    targets: Vec<RefinementTarget<'s>>,
    differences: Differences,
    pairs: Vec<[&'s LoadedTable; 2]>,
}

impl Default for Plan<'_> {
    fn default() -> Self {
        let differences = Differences { changes: Vec::new(), tables: Vec::new() };
        Plan { targets: Vec::new(), differences, pairs: Vec::new() }
    }
}

impl<'s> Plan<'s> {
    fn add(&mut self, side: &'s Side, chip: &Chip) {
        for (pair, tables) in side.pairs(chip) {
            self.differences.tables.push(self.differences.changes.len());
            self.differences.changes.push(conform::changes(&pair));
            self.pairs.push(tables);
            self.targets.extend(pair);
        }
    }
}

/// Without verdicts a difference counts, with them what it does.
fn code(found: &ConformReport) -> u8 {
    let summary = &found.summary;
    // Nothing was found to be right where nothing was compared.
    let is_open = summary.unknown + summary.no_row + summary.unread > 0 || summary.compared == 0;
    let interrupted = STOP.load(std::sync::atomic::Ordering::Relaxed)
        || found.verdicts.as_ref().is_some_and(|verdicts| verdicts.space.interrupted.is_some());
    let (differs, is_undecided) = match &found.verdicts {
        None => (summary.weaker + summary.different > 0, false),
        Some(verdicts) => (verdicts.summary.breaks > 0, verdicts.summary.unknown + verdicts.summary.not_judged > 0),
    };
    match () {
        () if interrupted => INTERRUPTED,
        () if !found.errors.is_empty() => BAD_INPUT,
        () if differs => FAILED,
        () if is_open || is_undecided => UNKNOWN,
        () => OK,
    }
}
