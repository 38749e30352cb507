//! `litmus outcomes`: lists every final state of a test, allowed or forbidden, and its races.

use super::drawn::{self, Kept};
use super::long::{INTERRUPTED, STOP, end_at_interrupts};
use super::model::warn_of_hidden;
use super::streams::say;
use super::*;
use crate::allowance;
use crate::foreign;
use crate::load;
use crate::report::herd::{Log, text as herd_text};
use crate::report::lines::wrap_words;
use crate::report::results::{self, OutcomesReport, Unshown};
use crate::run::{self, Options};
use crate::verdict::Cause;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Why nothing is drawn.
const NOTHING: &str = "no state has an execution to show";

#[derive(Args)]
pub struct OutcomesArgs {
    /// The test, a `.litmus` file; with `--herd` there may be several.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Only states that some model allows.
    #[arg(long)]
    allowed: bool,
    /// Show an execution for each state and each model that allows it.
    #[arg(long)]
    executions: bool,
    /// Ask the variants of each model too, and show those that say something else: what is assumed of it, decided otherwise.
    #[arg(long, conflicts_with = "herd")]
    sensitivity: bool,
    /// Print the states that each model allows as herd7 does: those of what the condition and `locations` name.
    #[arg(long, conflicts_with_all = ["format", "executions", "allowed"])]
    herd: bool,
    #[command(flatten)]
    pictures: PictureArgs,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    loops: LoopArgs,
}

impl OutcomesArgs {
    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        let (format, output) = (self.format.into(), &self.common.judged.output);
        Refusal { command: "litmus outcomes", schema: results::SCHEMA, format, shown: None, output }
    }
}

/// Prints what each model allows in the form of herd7.
fn herd(found: &run::Outcomes) {
    let source = &found.structure.program.source;
    let dialect = foreign::dialect(&source.text);
    let observed = dialect.and_then(|dialect| foreign::read(source, dialect).ok());
    let observed = observed.as_ref().map(|read| read.observed.as_slice());
    let hash = dialect.and_then(|dialect| foreign::hash(source, dialect));
    let log = |model| Log { hash: hash.clone(), ..view::herd_log(found, model, observed) };
    (0..found.models.len()).for_each(|model| print(&herd_text(&log(model))));
}

/// A line on a terminal that says how many states are found.
fn counting(count: &Arc<AtomicUsize>) -> ProgressBar {
    let count = count.clone();
    let found = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{}", count.load(Ordering::Relaxed));
    };
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{elapsed} {found} final states").expect("a template");
    bar.set_style(style.with_key("found", found));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

pub fn run(args: &OutcomesArgs) -> u8 {
    end_at_interrupts();
    if let [_, second, ..] = args.files.as_slice()
        && (!args.herd || args.pictures.is_asked())
    {
        let message = "several tests can be listed with `--herd` alone, and without pictures".to_string();
        return args.refusal().print(&[usage_error("FILE", &second.display().to_string(), message)]);
    }
    // Models are read once for all tests.
    let resources = Resources::default();
    let codes = args.files.iter().map(|file| one(args, file, &resources));
    codes.max_by_key(|code| [OK, UNKNOWN, BAD_INPUT, INTERRUPTED].iter().position(|known| known == code)).unwrap_or(OK)
}

/// Lists the final states of a test: the exit code.
fn one(args: &OutcomesArgs, file: &Path, resources: &Resources) -> u8 {
    let options = Options {
        models: args.common.models.clone(),
        settings: Settings {
            stop: Some(&STOP),
            ends: args.loops.ends(),
            ..args.common.judged.engine.settings(RaceSemantics::CatchFire)
        },
        sensitivity: args.sensitivity,
        resources,
    };
    let output = &args.common.judged.output;
    let mut pictures = match args.pictures.pictures() {
        Ok(pictures) => pictures,
        Err(errors) => return args.refusal().print(&errors),
    };
    let source = load::read_test(file).map_err(|error| vec![*error]);
    let count = Arc::new(AtomicUsize::new(0));
    let list = || {
        let found = run::outcomes(&source?, &options, (args.allowed || args.herd, &count))?;
        let is_shown = args.executions || args.pictures.is_asked();
        let show = || {
            let executions = run::witnesses(&found, &options)?;
            let unshown = view::unshown(&executions);
            let drawn = match args.pictures.is_asked() {
                true => drawn::outcomes((&found, &executions), pictures.takes_all(), resources)?,
                false => Kept::default(),
            };
            Ok::<_, Vec<Diagnostic>>((args.executions.then_some(executions), drawn, unshown))
        };
        // Where something is used up, the states are there without them.
        let shown = match is_shown.then(|| allowance::rest(show)) {
            Some(Ok(shown)) => shown?,
            Some(Err(why)) => (None, Kept::default(), Some(view::all_unshown(&found, &why.into()))),
            None => (None, Kept::default(), None),
        };
        Ok::<_, Vec<Diagnostic>>((found, shown))
    };
    let bar = counting(&count);
    let found = allowance::within(options.settings.allowance(), list);
    bar.finish_and_clear();
    warn_of_hidden(resources.models_of_users());
    let files = view::files(resources);
    output.files(&files);
    let mut nothing = NOTHING.to_string();
    if let Ok(Ok((_, (_, kept, unshown)))) = &found {
        pictures.keep(kept);
        nothing = unshown.as_ref().map_or(nothing, Unshown::sentence);
    }
    let report = match found {
        Ok(Ok((found, ..))) if args.herd && found.missing.is_none() => {
            let wrong = pictures.end(&nothing);
            output.errors(&wrong);
            herd(&found);
            return if wrong.is_empty() { OK } else { BAD_INPUT };
        }
        // A log that lacks states is none.
        Ok(Ok((found, ..))) if args.herd => {
            OutcomesReport { states: Vec::new(), ..view::outcomes(&found, None, files) }
        }
        Ok(Ok((found, (executions, _, unshown)))) => {
            OutcomesReport { unshown, ..view::outcomes(&found, executions.as_ref(), files) }
        }
        Ok(Err(errors)) => return args.refusal().print(&errors),
        Err(why) => view::undecided_outcomes(file, files, &why.into()),
    };
    let wrong = pictures.end(&nothing);
    show(OutcomesReport { errors: wrong.iter().map(view::error).collect(), ..report }, &wrong, (args, file))
}

/// Prints what was found, and what is wrong: the exit code.
fn show(report: OutcomesReport, wrong: &[Diagnostic], (args, file): (&OutcomesArgs, &Path)) -> u8 {
    let output = &args.common.judged.output;
    match (args.format, &report.undecided.reason) {
        (Format::Json, _) => print_json(&report),
        (Format::Text, Some(reason)) if report.states.is_empty() => {
            let line = format!("litmus: {}: not decided: {reason}", file.display());
            say(format_args!("{}", wrap_words(&line, "")));
        }
        (Format::Text, _) => print(&text::outcomes(&report, output.paint())),
    }
    if args.format == Format::Text {
        output.errors(wrong);
    }
    let unshown = report.unshown.as_ref().and_then(|unshown| unshown.undecided.cause);
    match report.undecided.cause.or(unshown) {
        Some(Cause::Interrupted) => INTERRUPTED,
        _ if !wrong.is_empty() => BAD_INPUT,
        Some(_) => UNKNOWN,
        None => OK,
    }
}
