//! `litmus check`: decides tests, and compares the verdicts with those that their files expect.

use super::*;
use crate::load;
use crate::report::results::{self, CheckReport, Status, Summary, TestResult};
use crate::report::{amount::Amount, cases};
use crate::run::{self, Options};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

#[derive(Args)]
#[command(after_help = EXIT_CODES)]
pub struct CheckArgs {
    /// Test files, or folders that are walked for `*.litmus`.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    findings: FindingsArgs,
    /// Tables, a file or a folder of `*.table`, that `expect refine` finds by the release they are from, before those
    /// that come with the tool. May be repeated.
    #[arg(long = "table", value_name = "FILE|DIR")]
    tables: Vec<String>,
    #[command(flatten)]
    hardware: HardwareArg,
    /// Say of each verdict of a model which of its assumptions it rests on.
    #[arg(long)]
    sensitivity: bool,
    /// How many tests are decided at the same time; 0 is one for each core.
    #[arg(long, short, default_value = "0")]
    jobs: usize,
    /// What a race means. Expectations are of `undefined`, and compared under it only.
    #[arg(long, value_enum, default_value = "undefined")]
    races: RacesArg,
}

impl CheckArgs {
    /// The hardware files and folders that are named.
    pub fn hardware(&self) -> &[PathBuf] {
        &self.hardware.hardware
    }

    /// Refuses options that have no effect in the format.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        self.findings.check()
    }

    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        self.findings.refusal("litmus check", results::SCHEMA, &self.common.judged.output)
    }

    fn amount(&self) -> Amount {
        self.findings.shown.quiet.amount(false)
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum RacesArg {
    /// The program is undefined: every verdict is `racy`.
    Undefined,
    /// A read that races returns any value; using it to branch or as an address is undefined.
    Undef,
}

pub fn run(args: &CheckArgs) -> u8 {
    let start = Instant::now();
    let (resources, mut errors) = Resources::given(&args.tables, &args.hardware.hardware);
    let (files, missing) = collect_tests(&args.paths);
    errors.extend(missing);
    let races = match args.races {
        RacesArg::Undefined => RaceSemantics::CatchFire,
        RacesArg::Undef => RaceSemantics::Undef,
    };
    let settings = args.common.judged.engine.settings(races);
    let options =
        Options { models: args.common.models.clone(), settings, sensitivity: args.sensitivity, resources: &resources };
    let output = &args.common.judged.output;
    let paint = output.paint();
    let early = args.findings.format == FindingsFormat::Text && args.amount() != Amount::Quiet;
    // What is not as it should be comes last.
    let show = |result: &TestResult| {
        if early && is_fine(result) {
            print(&text::test(result, paint));
        }
    };
    let mut tests: Vec<TestResult> = Vec::new();
    for result in decide(&files, &options, args.jobs, &show) {
        match result {
            Ok(test) => tests.push(test),
            Err(found) => add_new_errors(&mut errors, found),
        }
    }
    if errors.is_empty() {
        errors.extend(resources.unused(&args.tables, args.hardware()));
    }
    let report = view::check_report(tests, &errors, view::files(&resources), start.elapsed().as_secs_f64());
    output.files(&report.files);
    print_report(args, &report, &errors)
}

/// Prints what is not printed yet, and writes the files that are named.
fn print_report(args: &CheckArgs, report: &CheckReport, errors: &[Diagnostic]) -> u8 {
    let (output, code) = (&args.common.judged.output, exit_code(&report.summary));
    if args.findings.format != FindingsFormat::Json {
        output.errors(errors);
    }
    let render = |format: FindingsFormat, paint: Paint, amount: Amount| match format.output() {
        Output::Text => rest(report, paint, amount),
        Output::Json => json(report),
        Output::Findings(render) => rendered(cases::check(report, code), render, args.findings.shown.limit()),
    };
    // The tests that are fine are printed.
    print(&render(args.findings.format, output.paint(), Amount::Quiet));
    args.findings.shown.write(code, |format| render(format, Paint(false), args.amount()))
}

/// The text: tests that are fine unless it is quiet, then those that are unknown, those that differ, and the summary.
fn rest(report: &CheckReport, paint: Paint, amount: Amount) -> String {
    let fine = report.tests.iter().filter(|test| amount != Amount::Quiet && is_fine(test));
    let of_status = |status| report.tests.iter().filter(move |test| test.status == status);
    let tests = fine.chain(of_status(Status::Unknown)).chain(of_status(Status::Differs));
    tests.map(|test| text::test(test, paint)).collect::<String>() + &text::summary(&report.summary, paint)
}

fn is_fine(test: &TestResult) -> bool {
    match test.status {
        Status::Ok | Status::Unchecked => true,
        Status::Unknown | Status::Differs => false,
    }
}

type Decided = Result<TestResult, Vec<Diagnostic>>;

/// The results, in the order of the files; each is shown as soon as it and those before it are there.
fn decide(files: &[PathBuf], options: &Options<'_>, jobs: usize, show: &(dyn Fn(&TestResult) + Sync)) -> Vec<Decided> {
    let progress = ProgressBar::with_draw_target(Some(files.len() as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} tests {wide_bar} {msg}") {
        progress.set_style(style);
    }
    let queue = Mutex::new(Queue { decided: files.iter().map(|_| None).collect(), shown: 0 });
    let check_file = |(number, path): (usize, &PathBuf)| {
        let result = load::read(path).map_err(|error| vec![*error]).and_then(|source| run::check(&source, options));
        let result = result.map(|checked| view::test_result(&checked));
        progress.inc(1);
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.decided[number] = Some(result);
        progress.suspend(|| queue.show(show));
    };
    let check_files = || files.par_iter().enumerate().for_each(check_file);
    // Deep formulas are walked without recursion, but z3's own threads of execution like a deep stack.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.min(files.len().max(1))).stack_size(16 << 20).build();
    match pool {
        Ok(pool) => pool.install(check_files),
        Err(_) => check_files(),
    }
    progress.finish_and_clear();
    let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    queue.decided.into_iter().flatten().collect()
}

/// Results by the number of their file, and how many were shown.
struct Queue {
    decided: Vec<Option<Decided>>,
    shown: usize,
}

impl Queue {
    fn show(&mut self, show: &dyn Fn(&TestResult)) {
        while let Some(Some(result)) = self.decided.get(self.shown) {
            result.iter().for_each(show);
            self.shown += 1;
        }
    }
}

/// Bad input comes before a difference, and that before what is unknown.
fn exit_code(summary: &Summary) -> u8 {
    match summary {
        Summary { errors: 1.., .. } => BAD_INPUT,
        Summary { differs: 1.., .. } => FAILED,
        Summary { unknown: 1.., .. } => UNKNOWN,
        _ => OK,
    }
}
