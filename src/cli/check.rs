//! `litmus check`: decides tests, and compares the verdicts with those that their files expect.

use super::drawn::{self, Kept};
use super::long::{INTERRUPTED, Interruption, Long, LongArgs, STOP};
use super::ordered::{Alone, Turn, in_order};
use super::shard::{self, Asked};
use super::*;
use crate::allowance;
use crate::judge::depends::Contents;
use crate::judge::rows;
use crate::judge::run::{Phase, Run};
use crate::judge::shard::{Job, Shard};
use crate::judge::store::Question;
use crate::load;
use crate::report::checked::{self, CheckReport, TestResult};
use crate::report::reminders::Reminders;
use crate::report::results::{self, Status, Summary};
use crate::report::{amount::Amount, cases, stream::JsonList};
use crate::run::{self, Options};
use crate::syntax::source::Source;
use crate::verdict::Cause;
use crate::view::CountedTests;
use std::path::Path;
use std::sync::Arc;
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
    /// List what each verdict rests on: the assumptions of models and hardware that give another one if they are decided otherwise. Without it
    /// text has how many verdicts rest on some; other formats have the list.
    #[arg(long)]
    sensitivity: bool,
    /// Do not ask what verdicts rest on, which takes most of the time.
    #[arg(long, conflicts_with = "sensitivity")]
    no_sensitivity: bool,
    #[command(flatten)]
    loops: LoopArgs,
    /// How many tests are decided at the same time, as far as there is memory for each; 0 is one for each core.
    #[arg(long, short, default_value = "0")]
    jobs: usize,
    /// What a race means. Expectations are of `undefined`, and compared under it only.
    #[arg(long, value_enum, default_value = "undefined")]
    races: RacesArg,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    long: LongArgs,
    /// Decide only the tests of one of N parts, the I-th, and keep the results: `litmus merge` unites the files of all parts.
    #[arg(long, value_name = "I/N", requires = "results", conflicts_with_all = ["format", "quiet", "write", "limit", "svg", "dot"])]
    shard: Option<Shard>,
}

impl CheckArgs {
    /// The hardware files and folders that are named.
    pub fn hardware(&self) -> &[PathBuf] {
        &self.hardware.hardware
    }

    /// Refuses options that have no effect in the format.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        let format = self.findings.format;
        if self.sensitivity && format != FindingsFormat::Text {
            return Err(formats::conflict("--sensitivity", format));
        }
        self.findings.check()
    }

    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        self.findings.refusal("litmus check", results::SCHEMA, &self.common.judged.output)
    }

    fn amount(&self) -> Amount {
        self.findings.shown.quiet.amount(self.sensitivity)
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
    if let Err(found) = args.common.models.iter().try_for_each(|model| resources.model(model).map(drop)) {
        return args.refusal().print(&[errors, found].concat());
    }
    // Of models that are named, nothing else is asked.
    let unused = match args.common.models.as_slice() {
        [] => Vec::new(),
        [..] => resources.unused(&args.tables, args.hardware()),
    };
    if !unused.is_empty() {
        return args.refusal().print(&[errors, unused].concat());
    }
    let long = match args.long.begin_shard(args.shard) {
        Ok(long) => long,
        Err(error) => return args.refusal().print(&[*error]),
    };
    let mut pictures = match args.pictures.pictures() {
        Ok(pictures) => pictures,
        Err(found) => return args.refusal().print(&found),
    };
    let (files, missing) = collect_tests(&args.paths);
    errors.extend(missing);
    let settings = args.common.judged.engine.settings(args.races.semantics());
    let settings = Settings { stop: Some(&STOP), ends: args.loops.ends(), ..settings };
    let options = Options {
        models: args.common.models.clone(),
        settings,
        sensitivity: !args.no_sensitivity,
        resources: &resources,
    };
    let draws = args.pictures.is_asked().then(|| pictures.takes_all());
    let checker = Checker { draws, ..Checker::new(&options, &long.run) };
    if let Some(shard) = long.run.shard {
        return check_shard(args, &checker, (&long, shard), &files, errors);
    }
    let mut shown = Shown::new(args, &long);
    shown.begin();
    let asked = decide(&files, &checker, args.jobs, &mut errors, |Tested { test, kept }| {
        pictures.keep(&kept);
        shown.take(test);
    });
    errors.extend(long.end().err().map(|error| *error));
    errors.extend(pictures.end(NOTHING));
    // Of a test that was decided, it may not have been said what its verdicts rest on.
    let interrupted = asked < files.len() || long.run.is_stopped();
    if errors.is_empty() && !interrupted {
        errors.extend(resources.unused(&args.tables, args.hardware()));
    }
    let interruption = Interruption::of("litmus check", asked < files.len(), asked, files.len());
    let summary = shown.counted.summary(errors.len(), start.elapsed().as_secs_f64());
    let code = if interrupted { INTERRUPTED } else { exit_code(&summary) };
    let said = interruption.among(&errors);
    let report = view::check_report(std::mem::take(&mut shown.kept), summary, &said, view::files(&resources));
    args.common.judged.output.files(&report.files);
    model::warn_of_hidden(resources.models_of_users());
    interruption.say();
    shown.end(report, &errors, code)
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
    let mut unknown = 0;
    let asked = decide(&own, checker, args.jobs, &mut errors, |Tested { test, .. }| {
        unknown += usize::from(test.status == Status::Unknown);
    });
    let asked = Asked::tests((asked, unknown), own.len(), files.len());
    let code = shard::end(long, shard, || Ok(checker.job(files)), Ok(asked));
    shard::code(code, errors, &args.common.judged.output)
}

/// What is printed while tests are decided, and after: text and JSON test by test, so that they need not be kept.
struct Shown<'a> {
    args: &'a CheckArgs,
    long: &'a Long,
    paint: Paint,
    counted: CountedTests,
    reminders: Reminders,
    list: JsonList,
    /// The tests, where what is printed or written needs all of them.
    kept: Vec<TestResult>,
}

impl<'a> Shown<'a> {
    fn new(args: &'a CheckArgs, long: &'a Long) -> Shown<'a> {
        Shown {
            args,
            long,
            paint: args.common.judged.output.paint(),
            counted: CountedTests::default(),
            reminders: Reminders::default(),
            list: JsonList::new("tests"),
            kept: Vec::new(),
        }
    }

    /// Whether all tests are needed at the end.
    fn keeps(&self) -> bool {
        let FindingsArgs { format, shown } = &self.args.findings;
        matches!(format.output(), Output::Findings(_)) || shown.is_written()
    }

    fn begin(&self) {
        if self.args.findings.format == FindingsFormat::Json {
            let none = view::check_report(Vec::new(), Summary::default(), &[], Vec::new());
            print(&self.list.head(&none));
        }
    }

    fn take(&mut self, test: TestResult) {
        self.counted.add(&test);
        match self.args.findings.format.output() {
            Output::Text if self.args.amount() == Amount::Quiet && test.is_fine() => {}
            Output::Text => {
                checked::remind(&mut self.reminders, &test, self.paint);
                self.long.suspend(|| print(&checked::test(&test, self.args.amount(), self.paint)));
            }
            Output::Json => {
                let text = self.list.item(&test);
                self.long.suspend(|| print(&text));
            }
            Output::Findings(_) => {}
        }
        if self.keeps() {
            self.kept.push(test);
        }
    }

    /// Prints what is not printed yet, and writes the files that are named.
    fn end(&self, mut report: CheckReport, errors: &[Diagnostic], code: u8) -> u8 {
        let FindingsArgs { format, shown } = &self.args.findings;
        if *format != FindingsFormat::Json {
            self.args.common.judged.output.errors(errors);
        }
        let findings = |report: &CheckReport, render| rendered(cases::check(report, code), render, shown.limit());
        let written = shown.write(*format, code, &mut report, |report, format| match format.output() {
            Output::Text => checked::text(report, self.args.amount()),
            Output::Json => json(report),
            Output::Findings(render) => findings(report, render),
        });
        match format.output() {
            Output::Text => print(&(self.reminders.text() + &text::summary(&report.summary, self.paint))),
            Output::Json => {
                report.tests.clear();
                print(&self.list.tail(&report));
            }
            Output::Findings(render) => print(&findings(&report, render)),
        }
        written
    }
}

/// What decides tests, or knows what an earlier run has decided.
pub struct Checker<'r> {
    options: &'r Options<'r>,
    contents: Contents<'r>,
    run: &'r Run,
    alone: Alone,
    /// Whether pictures are drawn, and then whether all are, or the first alone.
    draws: Option<bool>,
}

impl<'r> Checker<'r> {
    /// What decides tests as these options say, and draws nothing.
    pub fn new(options: &'r Options<'r>, run: &'r Run) -> Checker<'r> {
        let contents = Contents::new(options.resources, options.settings.races);
        Checker { options, contents, run, alone: Alone::default(), draws: None }
    }

    /// The result of a test, whatever it uses up; where tests beside it use the memory, what it says alone, in another turn.
    fn row(&self, path: &Path, turn: Turn) -> Option<Decided> {
        let lacks_memory = |found: &Decided| found.as_ref().is_ok_and(|tested| tested.test.has_cause(Cause::Memory));
        let forget = || self.options.resources.forget();
        self.alone.unless(turn, (lacks_memory, forget), || self.row_beside_others(path))
    }

    /// The result of a test in what it may use, which work beside it uses, too.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn row_beside_others(&self, path: &Path) -> Decided {
        let start = Instant::now();
        let decided = allowance::within(self.options.settings.allowance(), || self.decided(path));
        decided.unwrap_or_else(|why| {
            let test = view::undecided_test(path, &why.into(), start.elapsed().as_secs_f64());
            Ok(Tested::from(test))
        })
    }

    fn decided(&self, path: &Path) -> Decided {
        let source = load::read_test(path).map_err(|error| vec![*error])?;
        // What is kept has no executions.
        if let Some(all) = self.draws {
            let mut found = run::check(&source, self.options)?;
            let test = view::test_result(&found);
            run::explain_unasked(&mut found, self.options)?;
            let kept = drawn::checked(&found, all, self.options.resources)?;
            return Ok(Tested { test, kept });
        }
        let decide = || run::check(&source, self.options).map(|found| (view::test_result(&found), found.is_decided()));
        rows::row(&self.run.store, || self.question(&source), TestResult::without_times, decide).map(Tested::from)
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
        let sensitivity = if *sensitivity { "" } else { " --no-sensitivity" };
        let races = match settings.races {
            RaceSemantics::CatchFire => "",
            RaceSemantics::Undef => " --races undef",
        };
        format!("litmus check{models}{sensitivity}{races}{}", spelled(settings.ends))
    }
}

/// Why nothing is drawn.
const NOTHING: &str = "no execution shows that a verdict is not as expected";

/// A test that is decided, and the pictures that are kept of it.
pub struct Tested {
    /// The result.
    pub test: TestResult,
    kept: Kept,
}

impl From<TestResult> for Tested {
    fn from(test: TestResult) -> Tested {
        Tested { test, kept: Kept::default() }
    }
}

/// A test that is decided, or what is wrong with it.
pub type Decided = Result<Tested, Vec<Diagnostic>>;

/// Decides tests, and hands the result of each on in the order of the files as soon as it and those before it are there. What is wrong with
/// tests is added to errors. A run that is told to end leaves tests out: how many were asked.
fn decide(
    files: &[PathBuf],
    checker: &Checker<'_>,
    jobs: usize,
    errors: &mut Vec<Diagnostic>,
    mut take: impl FnMut(Tested) + Send,
) -> usize {
    let work = checker.run.work(Phase::Testing, files.len());
    // What is left out is a result, too.
    let check_file = |number: usize, turn: Turn| {
        if turn == Turn::Beside && checker.run.is_stopped() {
            return Some(None);
        }
        let result = checker.row(&files[number], turn)?;
        let is_unknown = result.as_ref().is_ok_and(|tested| tested.test.status == Status::Unknown);
        if checker.run.is_stopped() && is_unknown {
            // Of what an interrupt has ended there is what was decided; if that is nothing, it is left out like what was not begun.
            let is_decided = result.as_ref().is_ok_and(|tested| tested.test.is_partly_decided());
            return Some(is_decided.then_some(result));
        }
        work.one_is_done();
        Some(Some(result))
    };
    in_order(files.len(), jobs, check_file, |result: Option<Decided>| match result {
        Some(Ok(tested)) => take(tested),
        Some(Err(found)) => add_new_errors(errors, found),
        None => {}
    });
    work.done()
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
