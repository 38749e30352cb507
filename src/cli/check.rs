//! `litmus check`: decides tests, and compares the verdicts with those that their files expect.

use super::long::{INTERRUPTED, Long, LongArgs, STOP};
use super::shard::{self, Asked};
use super::*;
use crate::allowance;
use crate::judge::depends::Contents;
use crate::judge::rows;
use crate::judge::run::{Phase, Run};
use crate::judge::shard::{Job, Shard};
use crate::judge::store::Question;
use crate::load;
use crate::report::results::{self, CheckReport, Status, Summary, TestResult};
use crate::report::{amount::Amount, cases};
use crate::run::{self, Options};
use crate::syntax::source::Source;
use rayon::prelude::*;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

const CODES: &str =
    "Exit codes: 0 all as expected, 1 some differ, 2 bad input or usage, 3 some unknown, 130 interrupted.";

#[derive(Args)]
#[command(after_help = CODES)]
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
    #[command(flatten)]
    loops: LoopArgs,
    /// How many tests are decided at the same time; 0 is one for each core.
    #[arg(long, short, default_value = "0")]
    jobs: usize,
    /// What a race means. Expectations are of `undefined`, and compared under it only.
    #[arg(long, value_enum, default_value = "undefined")]
    races: RacesArg,
    #[command(flatten)]
    long: LongArgs,
    /// Decide only the tests of one of N parts, the I-th, and keep the results: `litmus merge` unites the files of all parts.
    #[arg(long, value_name = "I/N", requires = "results", conflicts_with_all = ["format", "quiet", "write", "limit"])]
    shard: Option<Shard>,
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

impl RacesArg {
    fn semantics(self) -> RaceSemantics {
        match self {
            RacesArg::Undefined => RaceSemantics::CatchFire,
            RacesArg::Undef => RaceSemantics::Undef,
        }
    }
}

pub fn run(args: &CheckArgs) -> u8 {
    let start = Instant::now();
    let (resources, mut errors) = Resources::given(&args.tables, &args.hardware.hardware);
    let long = match args.long.begin_shard(args.shard) {
        Ok(long) => long,
        Err(error) => return args.refusal().print(&[*error]),
    };
    let (files, missing) = collect_tests(&args.paths);
    errors.extend(missing);
    let settings = args.common.judged.engine.settings(args.races.semantics());
    let settings = Settings { stop: Some(&STOP), ends: args.loops.ends(), ..settings };
    let options =
        Options { models: args.common.models.clone(), settings, sensitivity: args.sensitivity, resources: &resources };
    let checker = Checker { options: &options, contents: Contents::new(&resources, settings.races), run: &long.run };
    if let Some(shard) = long.run.shard {
        return check_shard(args, &checker, (&long, shard), &files, errors);
    }
    let output = &args.common.judged.output;
    let paint = output.paint();
    let early = args.findings.format == FindingsFormat::Text && args.amount() != Amount::Quiet;
    // What is not as it should be comes last.
    let show = |result: &TestResult| {
        if early && is_fine(result) {
            long.suspend(|| print(&text::test(result, paint)));
        }
    };
    let (tests, asked) = decide(&files, &checker, args.jobs, &show, &mut errors);
    errors.extend(long.end().err().map(|error| *error));
    let interrupted = asked < files.len();
    if errors.is_empty() && !interrupted {
        errors.extend(resources.unused(&args.tables, args.hardware()));
    }
    let report = view::check_report(tests, &errors, view::files(&resources), start.elapsed().as_secs_f64());
    output.files(&report.files);
    model::warn_of_hidden(resources.models_of_users());
    if interrupted {
        say_line!("litmus: interrupted after {asked} of {} tests", files.len());
    }
    let code = if interrupted { INTERRUPTED } else { exit_code(&report.summary) };
    print_report(args, &report, &errors, code)
}

/// Decides the tests of a shard, and keeps their results; what is wrong with some is said, and loses no others.
fn check_shard(
    args: &CheckArgs,
    checker: &Checker<'_>,
    (long, shard): (&Long, Shard),
    files: &[PathBuf],
    mut errors: Vec<Diagnostic>,
) -> u8 {
    let own = rows::own(files, &long.run);
    let (tests, asked) = decide(&own, checker, args.jobs, &|_| {}, &mut errors);
    let unknown = tests.iter().filter(|test| test.status == Status::Unknown).count();
    let asked = Asked::tests((asked, unknown), own.len(), files.len());
    let code = shard::end(long, shard, || Ok(checker.job(files)), Ok(asked));
    shard::code(code, errors, &args.common.judged.output)
}

/// Prints what is not printed yet, and writes the files that are named.
fn print_report(args: &CheckArgs, report: &CheckReport, errors: &[Diagnostic], code: u8) -> u8 {
    let output = &args.common.judged.output;
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

/// What decides tests, or knows what an earlier run has decided.
struct Checker<'r> {
    options: &'r Options<'r>,
    contents: Contents<'r>,
    run: &'r Run,
}

impl Checker<'_> {
    /// The result of a test, whatever it uses up.
    fn row(&self, path: &Path) -> Result<TestResult, Vec<Diagnostic>> {
        let start = Instant::now();
        let decided = allowance::within(self.options.settings.allowance(), || self.decided(path));
        decided.unwrap_or_else(|why| Ok(view::undecided_test(path, &why.into(), start.elapsed().as_secs_f64())))
    }

    fn decided(&self, path: &Path) -> Result<TestResult, Vec<Diagnostic>> {
        let source = load::read(path).map_err(|error| vec![*error])?;
        let decide = || run::check(&source, self.options).map(|found| (view::test_result(&found), found.is_decided()));
        rows::row(&self.run.store, || self.question(&source), TestResult::without_times, decide)
    }

    /// What the result of a test depends on; of a test that is wrong there is none.
    fn question(&self, source: &Arc<Source>) -> Option<Question> {
        let structure = load::event_structure(source).ok()?;
        let depends = self.contents.of_check(&structure, self.options).ok()?;
        Some(depends.question(&self.command(), self.options.settings, &structure))
    }

    /// What shards of the command are parts of.
    fn job(&self, files: &[PathBuf]) -> Job {
        let command = format!("{} {}", self.command(), Job::settings(self.options.settings));
        rows::job(command, files, |source| {
            self.contents.of_check(&load::event_structure(source).ok()?, self.options).ok()
        })
    }

    /// The command with the arguments that matter to what is asked.
    fn command(&self) -> String {
        let Options { models, settings, sensitivity, resources: _ } = self.options;
        let models: String = models.iter().map(|model| format!(" --model {model}")).collect();
        let sensitivity = if *sensitivity { " --sensitivity" } else { "" };
        let races = match settings.races {
            RaceSemantics::CatchFire => "",
            RaceSemantics::Undef => " --races undef",
        };
        format!("litmus check{models}{sensitivity}{races}{}", spelled(settings.ends))
    }
}

type Decided = Result<TestResult, Vec<Diagnostic>>;

/// The results, in the order of the files; each is shown as soon as it and those before it are there. What is wrong with tests is added to errors. A run
/// that is told to end leaves tests out: also how many were asked.
fn decide(
    files: &[PathBuf],
    checker: &Checker<'_>,
    jobs: usize,
    show: &(dyn Fn(&TestResult) + Sync),
    errors: &mut Vec<Diagnostic>,
) -> (Vec<TestResult>, usize) {
    let work = checker.run.work(Phase::Testing, files.len());
    let queue = Mutex::new(Queue { decided: files.iter().map(|_| None).collect(), shown: 0 });
    let check_file = |(number, path): (usize, &PathBuf)| {
        if checker.run.is_stopped() {
            return;
        }
        let result = checker.row(path);
        // What an interrupt has ended is left out like what was not begun.
        if checker.run.is_stopped() && result.as_ref().is_ok_and(|test| test.status == Status::Unknown) {
            return;
        }
        work.one_is_done();
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.decided[number] = Some(result);
        queue.show(show);
    };
    let check_files = || files.par_iter().enumerate().for_each(check_file);
    // Deep formulas are walked without recursion, but z3's own threads of execution like a deep stack.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.min(files.len().max(1))).stack_size(16 << 20).build();
    match pool {
        Ok(pool) => pool.install(check_files),
        Err(_) => check_files(),
    }
    let Queue { decided, shown } = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Those after the first that an interrupt has left out.
    decided.iter().skip(shown).flatten().flatten().for_each(show);
    let mut tests = Vec::new();
    for result in decided.into_iter().flatten() {
        match result {
            Ok(test) => tests.push(test),
            Err(found) => add_new_errors(errors, found),
        }
    }
    (tests, work.done())
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
