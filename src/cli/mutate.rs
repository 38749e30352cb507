//! `litmus mutate`: changes a model or a hardware file in every small way, and says which changes no test notices.

use super::long::{INTERRUPTED, LongArgs, STOP};
use super::shard::{self, Asked};
use super::*;
use crate::cat::Model;
use crate::hardware::HardwareFile;
use crate::judge::mutate::{Changes, Effect, Extent, HardwareOptions, Judged, of_hardware, of_model};
use crate::judge::run::{Ended, Run};
use crate::judge::shard::{Job, Shard};
use crate::judge::store::Question;
use crate::judge::survivors::Survivors;
use crate::judge::{Asking, depends, load_tests, rows, source};
use crate::lowering::Library;
use crate::program::EventStructure;
use crate::report::mutations;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

const CODES: &str = "Exit codes: 0 every change is noticed or listed, 1 some survive, 2 bad input or usage, 3 some unknown, 130 interrupted.";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct MutateArgs {
    /// What is changed: a model of `litmus list models`, a cat file, a hardware file that comes with the tool (`gfx12`), or a hardware file.
    #[arg(value_name = "MODEL|HARDWARE")]
    of: String,
    /// Test files, or folders that are walked for `*.litmus`.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The tables whose code is refined when hardware is changed; the latest release's unless given.
    #[arg(long, value_name = "NAME|FILE|DIR")]
    table: Option<String>,
    /// A list of changes that no test can notice, with the reason of each: a TOML file.
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    survivors: Option<PathBuf>,
    /// Changes that tests notice are printed too, each with a test.
    #[arg(long, conflicts_with_all = ["quiet", "shard"])]
    all: bool,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    quiet: QuietArg,
    #[command(flatten)]
    judged: JudgedArgs,
    #[command(flatten)]
    long: LongArgs,
    /// Put changes only to the tests of one of N parts, the I-th, and keep the verdicts: `litmus merge` unites the files of all parts.
    #[arg(long, value_name = "I/N", requires = "results", conflicts_with_all = ["format", "quiet"])]
    shard: Option<Shard>,
}

impl MutateArgs {
    /// Refuses options that have no effect in the format.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        self.quiet.check(self.format.into())
    }

    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        let (format, output) = (self.format.into(), &self.judged.output);
        Refusal { command: "litmus mutate", schema: mutations::SCHEMA, format, shown: None, output }
    }
}

pub fn run(args: &MutateArgs) -> u8 {
    let start = Instant::now();
    let resources = Resources::default();
    let (files, mut errors) = collect_tests(&args.paths);
    let long = match args.long.begin_shard(args.shard) {
        Ok(long) => long,
        Err(error) => return args.refusal().print(&[*error]),
    };
    let (tests, wrong) = load_tests(&files);
    if tests.is_empty() {
        return args.refusal().print(&[errors, wrong].concat());
    }
    // Which claims of hardware are asked about depends on all tests; what is wrong with one is said by its shard.
    errors.extend(if long.run.shard.is_some() { load_tests(&rows::own(&files, &long.run)).1 } else { wrong });
    let changed = match Changed::new(args, &resources) {
        Ok(changed) => changed,
        Err(found) => return args.refusal().print(&[errors, found].concat()),
    };
    let changes = changed.judge(args, &tests, &resources, &long.run);
    if let Some(shard) = long.run.shard {
        let own = tests.iter().filter(|test| long.run.has(&test.program.source.text)).count();
        let asked = changes.map(|changes| {
            let done = changes.interrupted().then(|| format!("{} of {} changes", changes.judged.len(), changes.all));
            let asked = Asked::tests((own, unknown(&changes.judged)), own, tests.len());
            Asked { interrupted: done, ..asked }
        });
        let job = || changed.job(args, &files, &resources);
        return shard::code(shard::end(&long, shard, job, asked), errors, &args.judged.output);
    }
    let changes = match long.ended(changes) {
        Ok((Some(changes), kept)) => {
            errors.extend(kept);
            changes
        }
        Ok((None, _)) => return args.refusal().interrupted(),
        Err(found) => return args.refusal().print(&[errors, found].concat()),
    };
    let listed = match args.survivors.as_ref().map(|path| survivors(path, &args.of, &resources)).transpose() {
        Ok(listed) => listed,
        Err(error) => return args.refusal().print(&[*error]),
    };
    // What is listed may be among what was not judged.
    if !changes.interrupted() {
        errors.extend(listed.iter().flat_map(|listed| listed.wrong(&changes.judged)));
    }
    let read = view::files(&resources);
    args.judged.output.files(&read);
    let measured = (tests.len(), start.elapsed().as_secs_f64());
    let report = view::mutations(&args.of, &changes, listed.as_ref(), &errors, read, measured);
    match args.format {
        Format::Text => {
            args.judged.output.errors(&errors);
            print(&mutations::text(&report, args.all));
        }
        Format::Json => print_json(&report),
    }
    match report.summary {
        mutations::Summary { not_judged: 1.., .. } => INTERRUPTED,
        _ if !errors.is_empty() => BAD_INPUT,
        mutations::Summary { survive: 1.., .. } => FAILED,
        mutations::Summary { unknown: 1.., .. } => UNKNOWN,
        mutations::Summary { .. } => OK,
    }
}

/// The tests of which a change is inconclusive.
fn unknown(judged: &[Judged]) -> usize {
    let unknown = judged.iter().map(|judged| match &judged.effect {
        Effect::Unknown(tests) => tests.as_slice(),
        Effect::Killed(_) | Effect::Survives | Effect::Refused(_) => &[],
    });
    unknown.flatten().collect::<BTreeSet<_>>().len()
}

/// What is changed.
enum Changed {
    Hardware(Box<HardwareFile>, &'static Library),
    Model(&'static Model),
}

impl Changed {
    /// What is named, a hardware file with the tables whose code is refined.
    fn new(args: &MutateArgs, resources: &Resources) -> Result<Changed, Vec<Diagnostic>> {
        if let Some(file) = resources.hardware_named(&args.of)? {
            let tables = resources.tables(args.table.as_deref().unwrap_or(defaults::TABLE))?;
            return Ok(Changed::Hardware(Box::new(file), tables));
        }
        if let Some(table) = &args.table {
            let message = format!("`{}` is a model: no table's code is refined when it is changed", args.of);
            return Err(vec![usage_error("--table", table, message)]);
        }
        Ok(Changed::Model(resources.model(&args.of)?))
    }

    /// Its changes, judged by tests.
    fn judge(
        &self,
        args: &MutateArgs,
        tests: &[EventStructure],
        resources: &Resources,
        run: &Run,
    ) -> Result<Changes, Ended> {
        let settings = Settings { stop: Some(&STOP), ..args.judged.engine.settings(RaceSemantics::CatchFire) };
        let asking = Asking { settings, run };
        match self {
            Changed::Hardware(file, tables) => {
                of_hardware(file, tests, &HardwareOptions { tables, resources, extent: Extent::All, asking })
            }
            Changed::Model(model) => of_model(model, tests, Extent::All, asking),
        }
    }

    /// What shards of the command are parts of.
    fn job(&self, args: &MutateArgs, files: &[PathBuf], resources: &Resources) -> Result<Job, Vec<Diagnostic>> {
        let settings = args.judged.engine.settings(RaceSemantics::CatchFire);
        let content = |model| source::content(model, settings.races);
        let (models, tables, hardware) = match self {
            Changed::Model(model) => (vec![content(model)], Vec::new(), None),
            Changed::Hardware(file, tables) => {
                let models = source::models(resources)?.into_iter().map(content).collect();
                let tables = tables.tables.iter().map(|loaded| format!("{:?}", loaded.table)).collect();
                (models, tables, Some(depends::file(file)))
            }
        };
        Ok(Job {
            command: format!("litmus mutate {} {}", args.of, Job::settings(settings)),
            tests: rows::tests(files),
            models: Question::about(&models),
            tables: Question::about(&tables),
            hardware: Question::about(&hardware),
        })
    }
}

fn survivors(path: &Path, of: &str, resources: &Resources) -> Result<Survivors, Box<Diagnostic>> {
    Survivors::parse(&resources.survivors(path)?, of)
}
