//! `litmus mutate`: changes a model or a hardware file in every small way, and says which changes no test notices.

use super::*;
use crate::judge::load_tests;
use crate::judge::mutate::{HardwareOptions, Judged, of_hardware, of_model};
use crate::judge::survivors::Survivors;
use crate::program::EventStructure;
use crate::report::mutations;
use std::path::Path;
use std::time::Instant;

const CODES: &str =
    "Exit codes: 0 every change is noticed or listed, 1 some survive, 2 bad input or usage, 3 some unknown.";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct MutateArgs {
    /// What is changed: a model of `litmus models`, a cat file, a hardware file that comes with the tool (`gfx12`), or a hardware file.
    #[arg(value_name = "MODEL|HARDWARE")]
    of: String,
    /// Test files, or folders that are walked for `*.litmus`.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The tables whose code is refined when hardware is changed; the latest release's unless given.
    #[arg(long, value_name = "NAME|FILE|DIR")]
    table: Option<String>,
    /// A list of changes that no test can notice, with the reason of each: a TOML file.
    #[arg(long, value_name = "FILE")]
    survivors: Option<PathBuf>,
    /// Changes that tests notice are printed too, each with a test.
    #[arg(long, conflicts_with = "quiet")]
    all: bool,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    quiet: QuietArg,
    #[command(flatten)]
    judged: JudgedArgs,
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
    let (tests, wrong) = load_tests(&files);
    errors.extend(wrong);
    if tests.is_empty() {
        return args.refusal().print(&errors);
    }
    let judged = match judge(args, &tests, &resources) {
        Ok(judged) => judged,
        Err(found) => return args.refusal().print(&[errors, found].concat()),
    };
    let listed = match args.survivors.as_ref().map(|path| survivors(path, &args.of, &resources)).transpose() {
        Ok(listed) => listed,
        Err(error) => return args.refusal().print(&[*error]),
    };
    errors.extend(listed.iter().flat_map(|listed| listed.wrong(&judged)));
    let read = view::files(&resources);
    args.judged.output.files(&read);
    let measured = (tests.len(), start.elapsed().as_secs_f64());
    let report = view::mutations(&args.of, &judged, listed.as_ref(), &errors, read, measured);
    match args.format {
        Format::Text => {
            args.judged.output.errors(&errors);
            print(&mutations::text(&report, args.all));
        }
        Format::Json => print_json(&report),
    }
    match report.summary {
        _ if !errors.is_empty() => BAD_INPUT,
        mutations::Summary { survive: 1.., .. } => FAILED,
        mutations::Summary { unknown: 1.., .. } => UNKNOWN,
        mutations::Summary { .. } => OK,
    }
}

/// The changes of what is named, judged by tests.
fn judge(args: &MutateArgs, tests: &[EventStructure], resources: &Resources) -> Result<Vec<Judged>, Vec<Diagnostic>> {
    let settings = args.judged.engine.settings(RaceSemantics::CatchFire);
    match resources.hardware_named(&args.of)? {
        Some(file) => {
            let tables = resources.tables(args.table.as_deref().unwrap_or(defaults::TABLE))?;
            let options = HardwareOptions { tables, resources, settings };
            of_hardware(&file, tests, &options)
        }
        None => {
            if let Some(table) = &args.table {
                let message = format!("`{}` is a model: no table's code is refined when it is changed", args.of);
                return Err(vec![usage_error("--table", table, message)]);
            }
            let model = resources.model(&args.of)?;
            of_model(model, tests, settings).map_err(|error| vec![*error])
        }
    }
}

fn survivors(path: &Path, of: &str, resources: &Resources) -> Result<Survivors, Box<Diagnostic>> {
    Survivors::parse(&resources.survivors(path)?, of)
}
