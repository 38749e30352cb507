//! `litmus table diff`: compares tables by meaning, and says what programs say of each difference.

use super::limits::LimitsArgs;
use super::long::{INTERRUPTED, LongArgs};
use super::shard::{self, Asked, ShardArg};
use super::*;
use crate::judge::run::Run;
use crate::judge::source::LANGUAGES;
use crate::judge::tables::{Diffed, Differences, Options, diff};
use crate::lowering::{Library, LoadedTable, survey};
use crate::refine::RefinementTarget;
use crate::report::diff as report;
use crate::report::{cases, tables};
use crate::targets::TargetConfiguration;
use itertools::Itertools;
use std::path::Path;
use std::time::Instant;

const CODES: &str = "Exit codes: 0 no difference, 1 some; 2 bad input or usage. With --verdicts: 0 no difference breaks a program, 1 some does, \
     2 bad input or usage, 3 some could not be decided or are not judged, 130 interrupted.";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct DiffArgs {
    /// A release, a file, a folder of `*.table`, one family of them (`llvm22:gfx12`), or a document (`AMDGPUUsage.rst`).
    before: String,
    /// What to compare it with.
    after: String,
    /// A target or a family of them, in a mode or in all: `gfx90a,tgsplit`, `gfx10-gfx11`; by default all that both sides have tables for. May be repeated.
    #[arg(long = "target", value_name = "TARGET[,MODE]")]
    targets: Vec<String>,
    /// Say of each difference what it does to generated programs: it breaks or fixes some, or saves an instruction that none needs.
    #[arg(long)]
    verdicts: bool,
    /// How results are printed; `junit`, `sarif` and `github` need `--verdicts`.
    #[arg(long, value_enum, default_value = "text")]
    format: FindingsFormat,
    #[command(flatten)]
    shown: ShownArgs,
    #[command(flatten)]
    judged: VerdictsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// How differences are judged.
#[derive(Args)]
struct VerdictsArgs {
    /// Only OpenCL's code is judged.
    #[arg(long, conflicts_with = "hsa", requires = "verdicts")]
    opencl: bool,
    /// Only HSA's code is judged.
    #[arg(long, requires = "verdicts")]
    hsa: bool,
    #[command(flatten)]
    limits: LimitsArgs,
    /// Threads, at most, of programs of which single operations are replaced by others; of those of one more it is some of threads that hand on.
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=4))]
    varied_threads: u8,
    /// A claim of the hardware to switch on, or `none` to switch off those that are on. May be repeated.
    #[arg(long, value_name = "NAME", requires = "verdicts")]
    assume: Vec<String>,
    #[command(flatten)]
    long: LongArgs,
    #[command(flatten)]
    shard: ShardArg,
    #[command(flatten)]
    hardware: HardwareArg,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Adds which options have an effect with `--verdicts` only.
pub fn with_rules(command: clap::Command) -> clap::Command {
    let of_verdicts = ["events", "threads", "varied_threads", "results", "hardware", "engine", "timeout"];
    of_verdicts.into_iter().fold(command, |command, name| command.mut_arg(name, |arg| arg.requires("verdicts")))
}

impl DiffArgs {
    /// The hardware files and folders that are named.
    pub fn hardware(&self) -> &[PathBuf] {
        &self.judged.hardware.hardware
    }

    /// Refuses options that have no effect in the format.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        let is_listed = |format: &FindingsFormat| match format {
            FindingsFormat::Text | FindingsFormat::Markdown | FindingsFormat::Json => true,
            FindingsFormat::Junit | FindingsFormat::Sarif | FindingsFormat::Github => false,
        };
        let lists_a_shard = !self.verdicts && self.judged.shard.shard().is_some();
        match self.verdicts || !lists_a_shard && self.shown.formats(self.format).iter().all(is_listed) {
            true => self.shown.check(self.format),
            false => Err(formats::missing("--verdicts")),
        }
    }

    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        let schema = if self.verdicts { report::SCHEMA } else { tables::SCHEMA };
        let (format, shown, output) = (self.format, Some(&self.shown), &self.output);
        Refusal { command: "litmus table diff", schema, format, shown, output }
    }
}

pub fn run(args: &DiffArgs) -> u8 {
    let (resources, errors) = Resources::given(&[], &args.judged.hardware.hardware);
    if !errors.is_empty() {
        return args.refusal().print(&errors);
    }
    let answer =
        compared([&args.before, &args.after], &args.targets, &resources).and_then(|(compared, configurations)| {
            match args.verdicts {
                true => judged(args, &resources, &compared, &configurations),
                false => Ok(listed(args, &resources, &compared, &configurations)),
            }
        });
    answer.unwrap_or_else(|errors| args.refusal().print(&errors))
}

/// The configurations by pair of tables.
type Configurations = Vec<Vec<TargetConfiguration>>;

/// The differences between tables as they are, on targets of these names, or on all.
///
/// # Errors
/// What is wrong with tables or names.
pub fn differences(
    names: [&str; 2],
    targets: &[String],
    resources: &Resources,
) -> Result<tables::DifferencesReport, Vec<Diagnostic>> {
    let (compared, configurations) = compared(names, targets, resources)?;
    Ok(view::differences(&compared, &changes(&compared, &configurations), Vec::new()))
}

/// The tables of both sides for the same targets, and the targets that one side alone is for.
fn compared(
    [before, after]: [&str; 2],
    targets: &[String],
    resources: &Resources,
) -> Result<(view::Compared<'static>, Configurations), Vec<Diagnostic>> {
    let sides: [&'static Library; 2] = [resources.tables(before)?, resources.tables(after)?];
    let named = named_targets(targets)?;
    let every = if named.is_empty() { TargetConfiguration::every_configuration() } else { named.clone() };
    let mut pairs: Vec<([&LoadedTable; 2], Vec<TargetConfiguration>)> = Vec::new();
    let mut alone: Vec<(&LoadedTable, &str, bool)> = Vec::new();
    // Beside one family other tables of the other side are not meant.
    let [one_before, one_after] = [before, after].map(is_one_family);
    for configuration in every {
        let target = configuration.target;
        match sides.map(|side| side.table(target).ok()) {
            [Some(before), Some(after)] => {
                let is_this =
                    |(pair, _): &&mut ([&LoadedTable; 2], _)| pair[0].path == before.path && pair[1].path == after.path;
                match pairs.iter_mut().find(is_this) {
                    Some((_, configurations)) => configurations.push(configuration),
                    None => pairs.push(([before, after], vec![configuration])),
                }
            }
            [Some(table), None] if !one_after => alone.push((table, &target.name, true)),
            [None, Some(table)] if !one_before => alone.push((table, &target.name, false)),
            [Some(_), None] | [None, Some(_)] => {}
            [None, None] if named.is_empty() => {}
            [None, None] => {
                let message = format!("no table is for {configuration}");
                return Err(vec![usage_error("--target", &configuration.to_string(), message)]);
            }
        }
    }
    if pairs.is_empty() {
        let message = format!("no target has a table both in {before} and in {after}");
        return Err(vec![usage_error("tables", after, message)]);
    }
    let (pairs, configurations) = pairs.into_iter().unzip();
    let alone = alone.into_iter().into_group_map_by(|(table, _, is_lost)| (table.path.clone(), *is_lost)).into_values();
    let alone = alone.map(|of_table| {
        let (table, _, is_lost) = of_table[0];
        (table, of_table.into_iter().map(|(_, target, _)| target.to_string()).unique().collect(), is_lost)
    });
    let alone = alone.sorted_by_key(|(table, _, is_lost)| (table.path.clone(), *is_lost)).collect();
    Ok((view::Compared { pairs, alone }, configurations))
}

/// Whether a name is of one family of some tables: `llvm24:gfx12`.
fn is_one_family(name: &str) -> bool {
    name.contains(':') && !Path::new(name).exists()
}

/// The differences without what they do. They are failures, as they are to `diff`.
fn listed(
    args: &DiffArgs,
    resources: &Resources,
    compared: &view::Compared<'_>,
    configurations: &Configurations,
) -> u8 {
    let files = view::files(resources);
    args.output.files(&files);
    let mut report = view::differences(compared, &changes(compared, configurations), files);
    let render = |report: &tables::DifferencesReport, format: FindingsFormat| match format {
        FindingsFormat::Text => tables::differences(report, args.shown.quiet.amount(false)),
        FindingsFormat::Markdown => tables::differences_markdown(report, args.shown.limit()),
        FindingsFormat::Json => json(report),
        FindingsFormat::Junit | FindingsFormat::Sarif | FindingsFormat::Github => {
            unreachable!("arguments are refused that ask for verdicts without judging")
        }
    };
    args.shown.print(args.format, if report.is_empty() { OK } else { FAILED }, &mut report, render)
}

fn changes(compared: &view::Compared<'_>, configurations: &Configurations) -> Vec<Vec<survey::Change>> {
    let pairs = compared.pairs.iter().zip(configurations);
    pairs
        .map(|([before, after], configurations)| survey::compare(&before.table, &after.table, configurations))
        .collect()
}

/// The differences with what they do.
fn judged(
    args: &DiffArgs,
    resources: &Resources,
    compared: &view::Compared<'_>,
    configurations: &Configurations,
) -> Result<u8, Vec<Diagnostic>> {
    let start = Instant::now();
    let long = args.judged.long.begin_shard(args.judged.shard.shard()).map_err(|error| vec![*error])?;
    let (options, differences) = options(args, resources, compared, configurations, &long.run)?;
    let diffed = diff(&options, &differences);
    if let Some(shard) = long.run.shard {
        let asked = |Diffed { counts, programs, interrupted, .. }| Asked::programs(counts, programs, interrupted);
        return shard::end(&long, shard, || options.job("litmus table diff --verdicts"), diffed.map(asked));
    }
    let (diffed, errors) = long.ended(diffed)?;
    let Some(diffed) = diffed else { return Ok(args.refusal().interrupted()) };
    let files = view::files(resources);
    args.output.files(&files);
    let mut found =
        view::diff((&diffed, &differences), &options, compared, &errors, files, start.elapsed().as_secs_f64());
    let code = match found.summary {
        _ if diffed.interrupted.is_some() => INTERRUPTED,
        _ if !errors.is_empty() => BAD_INPUT,
        report::Summary { breaks: 1.., .. } | report::Summary { tables_lost: 1.., .. } => FAILED,
        report::Summary { unknown: 1.., .. }
        | report::Summary { not_judged: 1.., .. }
        | report::Summary { tables_new: 1.., .. } => UNKNOWN,
        report::Summary { .. } => OK,
    };
    if args.format != FindingsFormat::Json {
        args.output.errors(&errors);
    }
    let render = |found: &report::DiffReport, format: FindingsFormat| match (format, format.output()) {
        (FindingsFormat::Markdown, _) => report::markdown(found, args.shown.limit()),
        (_, Output::Text) => report::text(found, args.shown.quiet.amount(false)),
        (_, Output::Json) => json(found),
        (_, Output::Findings(render)) => rendered(cases::diff(found, code), render, None),
    };
    Ok(args.shown.print(args.format, code, &mut found, render))
}

fn options<'r>(
    args: &DiffArgs,
    resources: &'r Resources,
    compared: &view::Compared<'r>,
    configurations: &Configurations,
    run: &'r Run,
) -> Result<(Options<'r>, Differences), Vec<Diagnostic>> {
    let VerdictsArgs { opencl: only_opencl, hsa: only_hsa, limits, varied_threads, assume: names, engine, .. } =
        &args.judged;
    let assume = assume(names);
    let (mut targets, mut tables) = (Vec::new(), Vec::new());
    let languages = LANGUAGES.into_iter().filter(|&opencl| if opencl { !only_hsa } else { !only_opencl });
    for (number, (pair, configurations)) in compared.pairs.iter().zip(configurations).enumerate() {
        for (&configuration, opencl) in configurations.iter().cartesian_product(languages.clone()) {
            let chip = crate::refine::chip(&configuration, &assume, resources)?;
            targets.extend(pair.map(|table| RefinementTarget::of_table(configuration, chip.clone(), table, opencl)));
            tables.push(number);
        }
    }
    let judged = configurations.iter().flatten().map(|configuration| configuration.target).collect::<Vec<_>>();
    resources.check_hardware(&[], &judged)?;
    crate::refine::known_assumptions(&assume, &targets)?;
    let options = Options {
        targets,
        limits: limits.limits(),
        varied_threads: (*varied_threads).into(),
        audit: false,
        settings: engine.settings(RaceSemantics::CatchFire),
        assume,
        resources,
        run,
    };
    Ok((options, Differences { changes: changes(compared, configurations), tables }))
}
