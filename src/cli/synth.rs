//! `litmus synth`: makes tests of generated programs that a model forbids something in.

use super::limits::LimitsArgs;
use super::long::{INTERRUPTED, LongArgs, STOP};
use super::shard::{self, Asked};
use super::*;
use crate::judge::models_named;
use crate::judge::run::Run;
use crate::judge::shard::Shard;
use crate::judge::synth::{Options, Synthesized, Test, synthesize};
use crate::refine::RefinementTarget;
use crate::report::lines::wrap_words;
use crate::report::synthesized::{SynthReport, TestText};
use crate::report::{space, synthesized};
use crate::targets::TargetConfiguration;
use itertools::Itertools;
use std::path::Path;

const CODES: &str =
    "Exit codes: 0 the tests are made, 2 bad input or usage, 3 something could not be decided, 130 interrupted.";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct SynthArgs {
    /// A model of `litmus list models`, or a cat file, that forbids what tests ask about. May be repeated.
    #[arg(long = "model", value_name = "NAME|FILE", default_value = defaults::MODEL)]
    models: Vec<String>,
    #[command(flatten)]
    limits: LimitsArgs,
    /// The folder to write to, a file for each test; without it the tests are printed.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// A target or a family of them, in a mode or in all, whose code the tests expect something of. May be repeated.
    #[arg(long = "target", value_name = "TARGET[,MODE]")]
    targets: Vec<String>,
    /// The tables: a release, a file, a folder of `*.table`, or one family of them (`llvm24:gfx12`).
    #[arg(long, value_name = "NAME|FILE|DIR", default_value = defaults::TABLE, requires = "targets")]
    table: String,
    /// The code is OpenCL's.
    #[arg(long, requires = "targets")]
    opencl: bool,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    long: LongArgs,
    /// Ask only the base programs of one of N parts, the I-th, and keep the answers: `litmus merge` unites the files of all parts.
    #[arg(long, value_name = "I/N", requires = "results", conflicts_with_all = ["out", "format"])]
    shard: Option<Shard>,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl SynthArgs {
    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        let (format, output) = (self.format.into(), &self.output);
        Refusal { command: "litmus synth", schema: synthesized::SCHEMA, format, shown: None, output }
    }
}

pub fn run(args: &SynthArgs) -> u8 {
    let resources = Resources::default();
    let refuse = |errors: &[Diagnostic]| args.refusal().print(errors);
    let long = match args.long.begin_shard(args.shard) {
        Ok(long) => long,
        Err(error) => return refuse(&[*error]),
    };
    let options = match options(args, &resources, &long.run) {
        Ok(options) => options,
        Err(errors) => return refuse(&errors),
    };
    // Not after all work is done.
    if let Some(out) = &args.out
        && let Err(error) = std::fs::create_dir_all(out)
    {
        return refuse(&[no_folder(out, &error)]);
    }
    let made = synthesize(&options);
    if let Some(shard) = long.run.shard {
        let asked = |Synthesized { counts, tests, unknown_code, interrupted }| Asked {
            said: format!(
                "made {} tests of its {} base programs ({} unknown)",
                tests.len(),
                counts.programs,
                counts.unknown + unknown_code
            ),
            interrupted: interrupted.map(|done| format!("{done} of its base programs")),
        };
        return shard::end(&long, shard, || Ok(options.job()), made.map(asked))
            .unwrap_or_else(|errors| refuse(&errors));
    }
    let (made, kept) = match long.ended(made) {
        Ok((Some(made), kept)) => (made, kept),
        Ok((None, _)) => return args.refusal().interrupted(),
        Err(errors) => return refuse(&errors),
    };
    let Synthesized { counts, tests, unknown_code, interrupted } = made;
    let files = view::files(&resources);
    args.output.files(&files);
    if let Some(out) = &args.out
        && let Err(error) = write_tests(out, &tests)
    {
        return refuse(&[no_folder(out, &error)]);
    }
    let (limits, base) = (view::limits(args.limits.limits()), view::counts(&counts));
    match args.format {
        Format::Json => print_json(&SynthReport {
            schema: synthesized::SCHEMA,
            tests: tests.into_iter().map(|Test { name, text }| TestText { name, text }).collect(),
            unknown_code,
            limits,
            counts: base,
            interrupted,
            files,
            errors: kept.iter().map(view::error).collect(),
        }),
        Format::Text => {
            if args.out.is_none() {
                tests.iter().for_each(|test| print(&test.text));
            }
            if unknown_code > 0 {
                say_line!("litmus: {unknown_code} verdicts on code could not be decided and are not expected");
            }
            let said = space::programs(counts.judged, &limits, &base);
            say_line!("{}", wrap_words(&said, "").trim_end());
            if let Some(done) = interrupted {
                say_line!("litmus: interrupted after {done} base programs: there may be more tests");
            }
            args.output.errors(&kept);
        }
    }
    match counts.unknown + unknown_code {
        _ if interrupted.is_some() => INTERRUPTED,
        _ if !kept.is_empty() => BAD_INPUT,
        1.. => UNKNOWN,
        0 => OK,
    }
}

fn options<'r>(args: &SynthArgs, resources: &'r Resources, run: &'r Run) -> Result<Options<'r>, Vec<Diagnostic>> {
    let models: Vec<String> = args.models.iter().unique().cloned().collect();
    Ok(Options {
        models: models_named(&models, resources)?,
        targets: targets(args, resources)?,
        limits: args.limits.limits(),
        settings: Settings { stop: Some(&STOP), ..args.engine.settings(RaceSemantics::CatchFire) },
        resources,
        run,
    })
}

/// The targets named, with their tables and the hardware as it is by default: expectations are of that.
fn targets(args: &SynthArgs, resources: &Resources) -> Result<Vec<RefinementTarget<'static>>, Vec<Diagnostic>> {
    if args.targets.is_empty() {
        return Ok(Vec::new());
    }
    let tables = resources.tables(&args.table)?;
    let mut targets = Vec::new();
    for name in &args.targets {
        let wrong = |message| vec![usage_error("--target", name, message)];
        for configuration in TargetConfiguration::parse_several(name).map_err(wrong)? {
            if targets.iter().any(|known: &RefinementTarget<'_>| known.configuration == configuration) {
                continue;
            }
            tables.table(configuration.target).map_err(wrong)?;
            let assume = Assume::default();
            targets.push(RefinementTarget::new(configuration, tables, args.opencl, &assume, resources)?);
        }
    }
    Ok(targets)
}

fn no_folder(out: &Path, error: &std::io::Error) -> Diagnostic {
    usage_error("--out", &out.display().to_string(), format!("cannot be written to: {error}"))
}

fn write_tests(out: &Path, tests: &[Test]) -> std::io::Result<()> {
    tests.iter().try_for_each(|test| crate::files::write(&out.join(format!("{}.litmus", test.name)), &test.text))
}
