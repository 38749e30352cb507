//! `litmus compare`: finds the smallest generated programs that two models, targets or tables decide differently.

use super::limits::LimitsArgs;
use super::long::{INTERRUPTED, LongArgs};
use super::shard::{self, Asked};
use super::*;
use crate::judge::compare::{Compared, Options, Sides, compare};
use crate::judge::run::{Ended, Run};
use crate::judge::shard::Shard;
use crate::refine::RefinementTarget;
use crate::report::compare;
use crate::targets::{TargetConfiguration, configurations_name};
use std::time::Instant;

const CODES: &str = "Exit codes: 0 no program tells the sides apart, 1 some does, 2 bad input or usage, 3 some could not be decided, 130 interrupted.";

/// What is right where the sides are not two.
const USAGE: &str = "two models: `litmus compare A B`; two targets: `--target A --target B`; \
     or two tables for a target: `--table A --table B --target T`";

/// Why nothing is drawn.
const NOTHING: &str = "no program tells the sides apart";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct CompareArgs {
    /// Two models: of `litmus list models`, variants (`hsa+wider-pairing`), or cat files.
    #[arg(value_name = "MODEL")]
    models: Vec<String>,
    /// Instead of models: a target in a mode (`gfx12,cu`), one for each side; with two tables one for both, also in all its modes.
    #[arg(long = "target", value_name = "TARGET[,MODE]")]
    targets: Vec<String>,
    /// The tables, one for each side or for both: a release, a file, a folder of `*.table`, or one family of them (`llvm24:gfx12`).
    #[arg(long = "table", value_name = "NAME|FILE|DIR", requires = "targets")]
    tables: Vec<String>,
    /// The code is OpenCL's.
    #[arg(long, requires = "targets")]
    opencl: bool,
    #[command(flatten)]
    limits: LimitsArgs,
    /// Threads, at most, of programs of which single operations are replaced by others, of code some of one more that hand on; of models also of those with tags or scopes of one address space.
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=4))]
    varied_threads: u8,
    /// Every minimal program, not only the smallest: those that do not differ in the same way with one thread ordering its accesses less.
    #[arg(long)]
    all: bool,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    quiet: QuietArg,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    long: LongArgs,
    /// Ask only the base programs of one of N parts, the I-th, and keep the answers: `litmus merge` unites the files of all parts.
    #[arg(long, value_name = "I/N", requires = "results", conflicts_with_all = ["format", "quiet", "svg", "dot"])]
    shard: Option<Shard>,
    #[command(flatten)]
    judged: JudgedArgs,
}

impl CompareArgs {
    /// Refuses options that have no effect in the format.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        self.quiet.check(self.format.into())
    }

    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        let (format, output) = (self.format.into(), &self.judged.output);
        Refusal { command: "litmus compare", schema: compare::SCHEMA, format, shown: None, output }
    }
}

pub fn run(args: &CompareArgs) -> u8 {
    let start = Instant::now();
    let resources = Resources::default();
    let refuse = |errors: Vec<Diagnostic>| args.refusal().print(&errors);
    let mut pictures = match args.pictures.pictures() {
        Ok(pictures) => pictures,
        Err(errors) => return refuse(errors),
    };
    let long = match args.long.begin_shard(args.shard) {
        Ok(long) => long,
        Err(error) => return refuse(vec![*error]),
    };
    let (options, names) = match options(args, &resources, &long.run) {
        Ok(found) => found,
        Err(errors) => return refuse(errors),
    };
    let compared = compare(&options).map_err(Ended::Wrong);
    if let Some(shard) = long.run.shard {
        let asked = compared.map(|compared| asked(&compared));
        return shard::end(&long, shard, || options.job(&names), asked).unwrap_or_else(refuse);
    }
    let (compared, mut kept) = match long.ended(compared) {
        Ok((Some(compared), kept)) => (compared, kept),
        Ok((None, _)) => return args.refusal().interrupted(),
        Err(errors) => return refuse(errors),
    };
    if args.pictures.is_asked() {
        match drawn::compared(&compared.found, &options, &names, pictures.takes_all()) {
            Ok(found) => pictures.keep(&found),
            Err(errors) => return refuse(errors),
        }
    }
    kept.extend(pictures.end(NOTHING));
    if args.format == Format::Text {
        args.judged.output.errors(&kept);
    }
    let files = view::files(&resources);
    args.judged.output.files(&files);
    model::warn_of_hidden(resources.models_of_users());
    let report = view::compared(&compared, &options, names, &kept, files, start.elapsed().as_secs_f64());
    match args.format {
        Format::Text => print(&compare::text(&report)),
        Format::Json => print_json(&report),
    }
    match compared {
        Compared { interrupted: true, .. } => INTERRUPTED,
        _ if !kept.is_empty() => BAD_INPUT,
        Compared { differing: 1.., .. } => FAILED,
        Compared { unknown: 1.., .. } => UNKNOWN,
        Compared { .. } => OK,
    }
}

/// How much a shard asked.
fn asked(compared: &Compared) -> Asked {
    let Compared { programs, variants, asked, interrupted, unknown, .. } = compared;
    let own = format!("{programs} base programs and {variants} variants");
    Asked {
        said: format!("asked {asked} of its {own} ({unknown} unknown)"),
        interrupted: interrupted.then(|| format!("{asked} of {own}")),
    }
}

/// What is compared, and the names of the two sides.
fn options<'r>(
    args: &CompareArgs,
    resources: &'r Resources,
    run: &'r Run,
) -> Result<(Options<'r>, [String; 2]), Vec<Diagnostic>> {
    let (sides, names) = match (args.models.as_slice(), args.targets.as_slice()) {
        ([first, second], []) => {
            let model = |name: &String| Ok::<_, Vec<Diagnostic>>((name.clone(), resources.model(name)?));
            (Sides::Models([model(first)?, model(second)?]), [first.clone(), second.clone()])
        }
        (models, []) => return Err(vec![not_two("MODEL", models)]),
        ([], _) => code(args, resources)?,
        (models, [_, ..]) => return Err(vec![not_two("MODEL", models)]),
    };
    let options = Options {
        sides,
        limits: args.limits.limits(),
        varied_threads: args.varied_threads.into(),
        all: args.all,
        settings: args.judged.engine.settings(RaceSemantics::CatchFire),
        resources,
        run,
    };
    Ok((options, names))
}

fn not_two(option: &str, values: &[String]) -> Diagnostic {
    usage_error(option, &values.join(" "), "two sides are compared, models or code".into()).help(USAGE)
}

/// The pairs of targets whose code is compared, and the names of the two sides.
fn code<'r>(args: &CompareArgs, resources: &'r Resources) -> Result<(Sides<'r>, [String; 2]), Vec<Diagnostic>> {
    let default = [defaults::TABLE.to_string()];
    let tables = if args.tables.is_empty() { &default[..] } else { &args.tables };
    let (of_targets, of_tables) = (both("--target", &args.targets)?, both("--table", tables)?);
    if args.targets.len() + tables.len() < 3 {
        return Err(vec![not_two("--target", &args.targets)]);
    }
    let sides = [0, 1].map(|side| (of_targets[side], of_tables[side]));
    let targets = |(name, table): (&str, &str)| -> Result<Vec<RefinementTarget<'static>>, Vec<Diagnostic>> {
        let tables = resources.tables(table)?;
        let wrong = |message: String| vec![usage_error("--target", name, message)];
        let configurations = TargetConfiguration::parse_several(name).map_err(wrong)?;
        if let (2, [_, _, ..]) = (args.targets.len(), configurations.as_slice()) {
            let names = configurations.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            return Err(wrong(format!("several target configurations; one of {names}")));
        }
        let target = |configuration: TargetConfiguration| {
            tables.table(configuration.target).map_err(wrong)?;
            RefinementTarget::new(configuration, tables, args.opencl, &Assume::default(), resources)
        };
        configurations.into_iter().map(target).collect()
    };
    let pairs = targets(sides[0])?.into_iter().zip(targets(sides[1])?).map(<[_; 2]>::from).collect();
    let names = sides.map(|(target, table)| format!("{} by {table}", configurations_name(target)));
    Ok((Sides::Code(pairs), names))
}

/// What an option says of each side: one value is for both.
fn both<'a>(option: &str, values: &'a [String]) -> Result<[&'a str; 2], Vec<Diagnostic>> {
    match values {
        [both] => Ok([both, both]),
        [first, second] => Ok([first, second]),
        [] | [_, _, ..] => Err(vec![not_two(option, values)]),
    }
}
