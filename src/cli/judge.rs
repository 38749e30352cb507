//! `litmus table verify` and `litmus table audit`: judge the rows and the instructions of tables by generated programs.

use super::limits::LimitsArgs;
use super::long::{INTERRUPTED, LongArgs};
use super::shard::{self, Asked, ShardArg};
use super::*;
use crate::judge::known::Known;
use crate::judge::run::Run;
use crate::judge::source::LANGUAGES;
use crate::judge::tables::{Judged, Options, judge};
use crate::lowering::{Library, LoadedTable};
use crate::refine::RefinementTarget;
use crate::report::{cases, judged};
use crate::targets::TargetConfiguration;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

const CODES: &str = "Exit codes: 0 every row is sound, 1 some are unsound, 2 bad input or usage, 3 some are not judged or unknown, 130 interrupted.";

/// What is judged by generated programs.
#[derive(Args)]
pub struct TablesArgs {
    /// The tables: releases, files, folders of `*.table`, one family of them (`llvm24:gfx12`), or documents (`AMDGPUUsage.rst`).
    #[arg(required = true, value_name = "NAME|FILE|DIR|DOC")]
    tables: Vec<String>,
    /// A target or a family of them, in a mode or in all: `gfx90a,tgsplit`, `gfx10-gfx11`; by default all that the tables are for. May be repeated.
    #[arg(long = "target", value_name = "TARGET[,MODE]")]
    targets: Vec<String>,
    /// Only OpenCL's code is judged.
    #[arg(long, conflicts_with = "hsa")]
    opencl: bool,
    /// Only HSA's code is judged.
    #[arg(long)]
    hsa: bool,
    #[command(flatten)]
    limits: LimitsArgs,
    /// Threads, at most, of programs of which single operations are replaced by others; of those of one more it is some of threads that hand on.
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=4))]
    varied_threads: u8,
    /// A claim of the hardware to switch on, or `none` to switch off those that are on. May be repeated.
    #[arg(long, value_name = "NAME")]
    assume: Vec<String>,
    #[command(flatten)]
    pub long: LongArgs,
    #[command(flatten)]
    pub shard: ShardArg,
    #[command(flatten)]
    pub hardware: HardwareArg,
    #[command(flatten)]
    pub engine: EngineArgs,
}

#[derive(Args)]
#[command(after_help = CODES)]
pub struct VerifyArgs {
    #[command(flatten)]
    pub tables: TablesArgs,
    /// What is sound, and what is needed, is printed too.
    #[arg(long, conflicts_with_all = ["quiet", "shard"])]
    all: bool,
    /// Only counts for each table, as Markdown.
    #[arg(long, conflicts_with_all = ["all", "format", "quiet", "limit", "write", "shard"])]
    counts: bool,
    /// A list of rows that are known to be unsound, and of operations without a row, and why: they do not fail, and if they are not so any more, that does.
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    known: Option<PathBuf>,
    /// Write such a list, of all that is unsound now: the reasons of `--known` are kept, and its entries of what is not asked; others are `--reason`.
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    write_known: Option<PathBuf>,
    /// Why what is written as known is accepted; without it, the list is refused until reasons are filled in.
    #[arg(long, value_name = "WHY", requires = "write_known")]
    reason: Option<String>,
    #[command(flatten)]
    findings: FindingsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl VerifyArgs {
    /// Refuses options that have no effect in the format.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        self.findings.check()
    }

    /// How what is given is refused.
    pub fn refusal(&self, audit: bool) -> Refusal<'_> {
        self.findings.refusal(command(audit), judged::SCHEMA, &self.output)
    }
}

fn command(audit: bool) -> &'static str {
    if audit { "litmus table audit" } else { "litmus table verify" }
}

/// Judges every row of tables; with `audit` every instruction, too.
pub fn run(args: &VerifyArgs, audit: bool) -> u8 {
    let start = Instant::now();
    let (resources, mut errors) = Resources::given(&[], &args.tables.hardware.hardware);
    let mut refuse = |found: Vec<Diagnostic>| {
        add_new_errors(&mut errors, found);
        args.refusal(audit).print(&errors)
    };
    let long = match args.tables.long.begin_shard(args.tables.shard.shard()) {
        Ok(long) => long,
        Err(error) => return refuse(vec![*error]),
    };
    let options = match options(&args.tables, audit, &resources, &long.run) {
        Ok(options) => options,
        Err(found) => return refuse(found),
    };
    let known = match known(args, &options) {
        Ok(known) => known,
        Err(found) => return refuse(found),
    };
    let judged = judge(&options);
    if let Some(shard) = long.run.shard {
        let asked = |Judged { counts, programs, interrupted, .. }| Asked::programs(counts, programs, interrupted);
        return shard::end(&long, shard, || options.job(command(audit)), judged.map(asked)).unwrap_or_else(refuse);
    }
    let (judged, kept) = match long.ended(judged) {
        Ok((Some(judged), kept)) => (judged, kept),
        Ok((None, _)) => return args.refusal(audit).interrupted(),
        Err(found) => return refuse(found),
    };
    errors.extend(kept);
    let files = view::files(&resources);
    args.output.files(&files);
    let mut report = view::tables_judged(&judged, &options, &errors, files, start.elapsed().as_secs_f64());
    if let Some(known) = &known {
        view::mark_known(&mut report, known);
    }
    let left_out = known.as_ref().map_or(Vec::new(), |known| view::left_out(known, &options));
    if let Err(error) = write_known(args, &report, left_out) {
        return args.refusal(audit).print(&[*error]);
    }
    let code = code(&report, &judged, &errors);
    let FindingsArgs { format, shown } = &args.findings;
    if *format != FindingsFormat::Json {
        args.output.errors(&errors);
    }
    let render = |report: &judged::TablesReport, format: FindingsFormat| match format.output() {
        Output::Text if args.counts => judged::counts(report),
        Output::Text => judged::text(report, shown.quiet.amount(args.all)),
        Output::Json => json(report),
        Output::Findings(render) => rendered(cases::judged(report, command(audit), code), render, shown.limit()),
    };
    args.findings.print(code, &mut report, render)
}

/// The list of what is known to be unsound, if there is one.
fn known(args: &VerifyArgs, options: &Options<'_>) -> Result<Option<Known>, Vec<Diagnostic>> {
    let Some(path) = &args.known else { return Ok(None) };
    let known = Known::parse(&options.resources.known(path).map_err(|error| vec![*error])?)?;
    let wrong = known.wrong(options);
    if wrong.is_empty() { Ok(Some(known)) } else { Err(wrong) }
}

/// Writes the list of all that is unsound, if it is asked for; not of a run that was interrupted, which does not know it.
fn write_known(
    args: &VerifyArgs,
    report: &judged::TablesReport,
    left_out: Vec<judged::Entry>,
) -> Result<(), Box<Diagnostic>> {
    let Some(path) = args.write_known.as_ref().filter(|_| report.space.interrupted.is_none()) else { return Ok(()) };
    let text = judged::known_list(report, args.reason.as_deref().unwrap_or_default(), left_out);
    let wrong = |error: std::io::Error| {
        Box::new(usage_error("--write-known", &path.display().to_string(), format!("cannot write the list: {error}")))
    };
    crate::files::write(path, text).map_err(wrong)
}

/// What is judged, and how.
pub fn options<'r>(
    args: &TablesArgs,
    audit: bool,
    resources: &'r Resources,
    run: &'r Run,
) -> Result<Options<'r>, Vec<Diagnostic>> {
    let assume = assume(&args.assume);
    let named = named_targets(&args.targets)?;
    let every = TargetConfiguration::every_configuration();
    let configurations = if named.is_empty() { &every } else { &named };
    let mut targets = Vec::new();
    // A table that is named twice, or as one of a release, is judged once.
    let mut seen: BTreeSet<(String, &str)> = BTreeSet::new();
    let mut judged: Vec<TargetConfiguration> = Vec::new();
    for tables in &args.tables {
        let tables: &'static Library = resources.tables(tables)?;
        let loaded: Vec<(TargetConfiguration, &LoadedTable)> = configurations
            .iter()
            .filter_map(|configuration| Some((*configuration, tables.table(configuration.target).ok()?)))
            .collect();
        if loaded.is_empty() {
            let names = configurations.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let message = format!("no table is for {names}");
            return Err(vec![usage_error("tables", &tables.name, message)]);
        }
        for (configuration, table) in loaded {
            if !seen.insert((configuration.to_string(), &table.path)) {
                continue;
            }
            judged.push(configuration);
            for opencl in LANGUAGES.into_iter().filter(|&opencl| if opencl { !args.hsa } else { !args.opencl }) {
                targets.push(RefinementTarget::new(configuration, tables, opencl, &assume, resources)?);
            }
        }
    }
    // A target that is asked about by name and judged by nothing would seem to be fine.
    let is_judged = |name: &String| seen.iter().any(|(judged, _)| judged == name);
    if let Some(name) = named.iter().map(ToString::to_string).find(|name| !is_judged(name)) {
        return Err(vec![usage_error("--target", &name, format!("no table is for {name}"))]);
    }
    let of = |all: &[TargetConfiguration]| all.iter().map(|configuration| configuration.target).collect::<Vec<_>>();
    resources.check_hardware(&of(&named), &of(&judged))?;
    crate::refine::known_assumptions(&assume, &targets)?;
    Ok(Options {
        targets,
        limits: args.limits.limits(),
        varied_threads: args.varied_threads.into(),
        audit,
        settings: args.engine.settings(RaceSemantics::CatchFire),
        assume,
        resources,
        run,
    })
}

/// Bad input comes before what is unsound, and that before what is not judged; a run that was interrupted says so.
fn code(report: &judged::TablesReport, judged: &Judged, errors: &[Diagnostic]) -> u8 {
    match &report.summary {
        _ if judged.interrupted.is_some() => INTERRUPTED,
        _ if !errors.is_empty() => BAD_INPUT,
        summary if summary.unsound > summary.known || summary.barriers > summary.known_barriers => FAILED,
        judged::Summary { no_longer: 1.., .. } => FAILED,
        summary if summary.without_row > summary.known_without_row => UNKNOWN,
        judged::Summary { not_judged: 1.., .. } | judged::Summary { unknown: 1.., .. } => UNKNOWN,
        judged::Summary { .. } if judged.counts.unknown > 0 || !report.undecided.is_empty() => UNKNOWN,
        judged::Summary { .. } => OK,
    }
}
