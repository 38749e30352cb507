//! `litmus refine`: decides whether the machine code of tests, on the hardware, ends only as their source may.

use super::long::{INTERRUPTED, Interruption, Long, LongArgs, STOP};
use super::model::warn_of_hidden;
use super::refiner::{Refiner, refine_all};
use super::shard;
use super::*;
use crate::judge::rows;
use crate::judge::run::Run;
use crate::judge::shard::Shard;
use crate::refine::{Options, Otherwise, RefinementTarget, known_assumptions, model_for_language};
use crate::report::refinement::{RefinementReport, Summary, TestReport};
use crate::report::{amount::Amount, cases, refinement, reminders::Reminders, sensitivity, stream::JsonList};
use crate::syntax::litmus::ast::InstructionPlacement;
use crate::targets::TargetConfiguration;
use crate::verdict::RefinementVerdict;
use std::time::Instant;

const CODES: &str = "Exit codes: 0 all sound or racy, 1 some unsound, 2 bad input or usage, 3 some unknown, or nothing but `no code`, 130 interrupted; with --against of what is another result.";

/// Why nothing is drawn.
const NOTHING: &str = "nothing is unsound";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct RefineArgs {
    /// Test files, or folders that are walked for `*.litmus`.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// A target or a family of them, in a mode or in all: `gfx90a,tgsplit`, `gfx10-gfx11`. May be repeated.
    #[arg(long = "target", value_name = "TARGET[,MODE]", required_unless_present = "all_targets")]
    targets: Vec<String>,
    /// Every target in every mode that the tables are for.
    #[arg(long, conflicts_with = "targets")]
    all_targets: bool,
    /// The tables: a release, a file, a folder of `*.table`, or one family of them (`llvm24:gfx12`).
    #[arg(long, value_name = "NAME|FILE|DIR", default_value = defaults::TABLE)]
    table: String,
    /// Print only the results that are others with the code of this table.
    #[arg(long, value_name = "NAME|FILE|DIR", conflicts_with_all = ["sensitivity", "svg", "dot"])]
    against: Option<String>,
    /// Also say for which types of memory the code is sound: fine-grained and coarse-grained, of each agent of a test and of the host.
    #[arg(long, conflicts_with_all = ["matrix", "sensitivity", "against"])]
    memory_types: bool,
    /// The model that says what the source may do.
    /// By default the one that the language's code is written for.
    #[arg(long, value_name = "NAME|FILE")]
    model: Option<String>,
    /// The code is OpenCL's.
    #[arg(long)]
    opencl: bool,
    /// A claim of the hardware to switch on, or `none` to switch off those that are on. May be repeated.
    #[arg(long, value_name = "NAME")]
    assume: Vec<String>,
    #[command(flatten)]
    choices: ChoicesArgs,
    /// Where the code's waits and cache operations stand.
    #[arg(long, value_enum, default_value = "canonical")]
    placement: PlacementArg,
    #[command(flatten)]
    hardware: HardwareArg,
    /// Print a matrix of tests and assumptions instead: which results are others if an assumption is decided otherwise.
    #[arg(long, conflicts_with = "matrix")]
    sensitivity: bool,
    /// Only the matrix, without an explanation of what is unsound and of what results rest on.
    #[arg(long)]
    matrix: bool,
    #[command(flatten)]
    findings: FindingsArgs,
    #[command(flatten)]
    judged: JudgedArgs,
    #[command(flatten)]
    loops: LoopArgs,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    long: LongArgs,
    /// Refine only the tests of one of N parts, the I-th, and keep the results: `litmus merge` unites the files of all parts.
    #[arg(long, value_name = "I/N", requires = "results", conflicts_with_all = ["format", "quiet", "write", "limit", "svg", "dot"])]
    shard: Option<Shard>,
}

#[derive(Clone, Copy, ValueEnum)]
enum PlacementArg {
    /// Where the table's rows have them.
    Canonical,
    /// Anywhere that the rows' placement rules permit.
    Free,
    /// As `free`, and past barriers too, of which the rules say nothing.
    PastBarriers,
    /// As `free`, where rules compare scopes that are wider than workgroup in LDS as workgroup
    NarrowedLds,
}

impl From<PlacementArg> for InstructionPlacement {
    fn from(placement: PlacementArg) -> Self {
        match placement {
            PlacementArg::Canonical => InstructionPlacement::Canonical,
            PlacementArg::Free => InstructionPlacement::Free,
            PlacementArg::PastBarriers => InstructionPlacement::PastBarriers,
            PlacementArg::NarrowedLds => InstructionPlacement::NarrowedLds,
        }
    }
}

impl RefineArgs {
    /// Whether results say which assumptions they rest on: a matrix has no place for it unless it is one of assumptions.
    fn asks_sensitivity(&self) -> bool {
        self.sensitivity || !self.matrix
    }

    /// The hardware files and folders that are named.
    pub fn hardware(&self) -> &[PathBuf] {
        &self.hardware.hardware
    }

    /// Refuses options that have no effect in the format: a matrix of assumptions is text, or in the JSON.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        let FindingsArgs { format, shown } = &self.findings;
        let is_of_findings = |format: &FindingsFormat| matches!(format.output(), Output::Findings(_));
        match shown.formats(*format).into_iter().find(is_of_findings) {
            Some(format) if self.sensitivity => Err(formats::conflict("--sensitivity", format)),
            Some(_) | None => shown.check(*format),
        }
    }

    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        self.findings.refusal("litmus refine", refinement::SCHEMA, &self.judged.output)
    }
}

pub fn run(args: &RefineArgs) -> u8 {
    let start = Instant::now();
    let (resources, mut errors) = Resources::given(&[], &args.hardware.hardware);
    let refuse = |errors: &[Diagnostic]| args.refusal().print(errors);
    let asked = match Asked::new(args, &resources, &mut errors) {
        Ok(asked) => asked,
        Err(found) => return refuse(&found),
    };
    let long = match args.long.begin_shard(args.shard) {
        Ok(long) => long,
        Err(error) => return refuse(&[*error]),
    };
    let mut pictures = match args.pictures.pictures() {
        Ok(pictures) => pictures,
        Err(found) => return refuse(&found),
    };
    let (mut after, before) = match asked.refiners(&long.run) {
        Ok(refiners) => refiners,
        Err(found) => return refuse(&found),
    };
    after.draws = args.pictures.is_asked().then(|| pictures.takes_all());
    let (files, missing) = collect_tests(&args.paths);
    errors.extend(missing);
    let own = rows::own(&files, &long.run);
    let refiners = (&after, before.as_ref());
    if let Some(shard) = long.run.shard {
        let mut unknown = 0;
        let done = refine_all(refiners, &own, &mut errors, |refined| {
            unknown += usize::from(refined.is_some_and(|(test, ..)| test.has(RefinementVerdict::Unknown)));
        });
        let job = || Ok(after.job(&files, before.as_ref()));
        let ended = shard::end(&long, shard, job, Ok(shard::Asked::tests((done, unknown), own.len(), files.len())));
        return shard::code(ended, errors, &args.judged.output);
    }
    let mut shown = Shown::new(args, &asked.options, &long);
    shown.begin();
    let done = refine_all(refiners, &own, &mut errors, |refined| {
        let refined = refined.map(|(test, before, kept)| {
            pictures.keep(&kept);
            (test, before)
        });
        shown.take(refined);
    });
    errors.extend(long.end().err().map(|error| *error));
    errors.extend(pictures.end(NOTHING));
    // Of a test that was decided, it may not have been said what its verdict rests on.
    let interrupted = done < own.len() || long.run.is_stopped();
    if shown.is_empty() && errors.is_empty() && !interrupted {
        errors.push(nothing_to_refine(&args.paths));
    }
    let files = view::files(&resources);
    args.judged.output.files(&files);
    let summary = shown.counted.summary(start.elapsed().as_secs_f64());
    // Of what has no code nothing was shown.
    let nothing_shown = summary.cells > 0 && summary.no_code == summary.cells;
    let tests = std::mem::take(&mut shown.kept);
    let interruption = Interruption::of("litmus refine", done < own.len(), done, own.len());
    let report = shown.report((tests, summary), &interruption.among(&errors), files);
    warn_of_hidden(resources.models_of_users());
    if shown.left_out > 0 {
        say_line!("litmus: {} tests of machine code have no source to refine and are left out", shown.left_out);
    }
    interruption.say();
    let code = match shown.worst {
        _ if interrupted => INTERRUPTED,
        _ if !errors.is_empty() => BAD_INPUT,
        OK if nothing_shown => UNKNOWN,
        worst => worst,
    };
    shown.end(report, &errors, code)
}

/// What is printed while tests are refined, and after: text and JSON test by test, so that they need not be kept.
struct Shown<'a> {
    args: &'a RefineArgs,
    options: &'a Options<'a>,
    long: &'a Long,
    counted: view::CountedResults,
    /// The exit code, as far as it follows from results.
    worst: u8,
    left_out: usize,
    reminders: Reminders,
    list: JsonList,
    /// The tests, where what is printed or written needs all of them.
    kept: Vec<TestReport>,
}

impl<'a> Shown<'a> {
    fn new(args: &'a RefineArgs, options: &'a Options<'a>, long: &'a Long) -> Shown<'a> {
        Shown {
            args,
            options,
            long,
            counted: view::CountedResults::default(),
            worst: OK,
            left_out: 0,
            reminders: Reminders::default(),
            list: JsonList::new("tests"),
            kept: Vec::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.counted.summary(0.0).tests == 0
    }

    fn amount(&self) -> Amount {
        self.args.findings.shown.quiet.amount(false)
    }

    fn report(
        &self,
        tests: (Vec<TestReport>, Summary),
        errors: &[Diagnostic],
        files: Vec<FileResult>,
    ) -> RefinementReport {
        let RefineArgs { table, opencl, placement, against, .. } = self.args;
        let code = (*opencl, self.args.choices.choices(), (*placement).into());
        let report = view::refinement(tests, self.options, table, code, errors, files);
        RefinementReport { against: against.clone(), ..report }
    }

    fn begin(&self) {
        if self.args.findings.format == FindingsFormat::Json {
            print(&self.list.head(&self.report((Vec::new(), Summary::default()), &[], Vec::new())));
        }
    }

    /// A test that was refined, also by other tables if that is asked; `None` of one of machine code.
    fn take(&mut self, refined: Option<(TestReport, Option<TestReport>)>) {
        let Some((test, before)) = refined else {
            self.left_out += 1;
            return;
        };
        self.counted.add(&test);
        let test = match before {
            Some(before) => view::against(test, &before),
            None => Some(test),
        };
        if self.args.against.is_some() {
            self.counted.add_differing(test.as_ref().map_or(0, |test| test.cells.len()));
        }
        if let Some(test) = test {
            self.show(test);
        }
    }

    fn show(&mut self, test: TestReport) {
        self.worst = match (test.worst(), self.worst) {
            (Some(RefinementVerdict::Unsound), _) | (_, FAILED) => FAILED,
            (Some(RefinementVerdict::Unknown), _) => UNKNOWN,
            (_, worst) => worst,
        };
        let FindingsArgs { format, shown } = &self.args.findings;
        let is_text = *format == FindingsFormat::Text && !self.args.sensitivity;
        if is_text {
            let text = refinement::test(&test, self.args.matrix, self.amount(), &mut self.reminders);
            self.long.suspend(|| print(&text));
        }
        if *format == FindingsFormat::Json {
            let text = self.list.item(&test);
            self.long.suspend(|| print(&text));
        }
        let is_printed = is_text || *format == FindingsFormat::Json;
        if !is_printed || shown.is_written() {
            self.kept.push(test);
        }
    }

    /// Prints what is not printed yet, and writes the files that are named.
    fn end(&self, mut report: RefinementReport, errors: &[Diagnostic], code: u8) -> u8 {
        let FindingsArgs { format, shown } = &self.args.findings;
        let render = |report: &RefinementReport, format: FindingsFormat| match format.output() {
            Output::Text if self.args.sensitivity => sensitivity::sensitivity(report),
            Output::Text => refinement::text(report, self.args.matrix, self.amount()),
            Output::Json => json(report),
            Output::Findings(render) => rendered(cases::refinement(report, code), render, shown.limit()),
        };
        if *format != FindingsFormat::Json {
            self.args.judged.output.errors(errors);
        }
        let written = shown.write(*format, code, &mut report, render);
        match format.output() {
            Output::Text if !self.args.sensitivity => print(&refinement::end(&report, &self.reminders)),
            Output::Json => {
                report.tests.clear();
                print(&self.list.tail(&report));
            }
            Output::Text | Output::Findings(_) => print(&render(&report, *format)),
        }
        written
    }
}

/// What is asked of tests.
struct Asked<'r> {
    options: Options<'r>,
    /// The same with the code of other tables, if results are compared with theirs.
    before: Option<Options<'r>>,
    /// The assumptions that are chosen, which others are decided otherwise beside.
    assume: Assume,
}

impl<'r> Asked<'r> {
    /// What the arguments ask; what is wrong with hardware is added to errors if there is other hardware to ask.
    fn new(
        args: &RefineArgs,
        resources: &'r Resources,
        errors: &mut Vec<Diagnostic>,
    ) -> Result<Asked<'r>, Vec<Diagnostic>> {
        let against = args.against.as_ref().map(|table| targets(args, table, resources, &mut Vec::new())).transpose();
        let found = targets(args, &args.table, resources, errors);
        let found = found.and_then(|targets| Ok((targets, against?)));
        let ((targets, assume), against) = found.map_err(|found| [errors.as_slice(), &found].concat())?;
        let settings = args.judged.engine.settings(RaceSemantics::CatchFire);
        let settings = Settings { stop: Some(&STOP), ends: args.loops.ends(), ..settings };
        let model = args.model.clone().unwrap_or_else(|| model_for_language(args.opencl).to_string());
        if errors.is_empty() {
            known_assumptions(&assume, &targets)?;
        }
        resources.model(&model)?;
        // Nothing is left to ask about.
        if targets.is_empty() && !errors.is_empty() {
            return Err(errors.clone());
        }
        let otherwise = args.asks_sensitivity().then(|| Otherwise::new(&model, &targets, &assume, resources));
        let memory_types = args.memory_types;
        let before = |(targets, _)| Options {
            model: model.clone(),
            targets,
            otherwise: None,
            memory_types: false,
            settings,
            resources,
        };
        let before = against.map(before);
        let options = Options { otherwise: otherwise.transpose()?, memory_types, model, targets, settings, resources };
        Ok(Asked { options, before, assume })
    }

    /// What refines tests, also with the code of the other tables.
    fn refiners<'a>(&'a self, run: &'a Run) -> Result<(Refiner<'a>, Option<Refiner<'a>>), Vec<Diagnostic>> {
        let refiner = |options| Refiner::new(options, &self.assume, run);
        Ok((refiner(&self.options)?, self.before.as_ref().map(refiner).transpose()?))
    }
}

/// The targets asked about; those of which the hardware is wrong are left out, with an error.
fn targets(
    args: &RefineArgs,
    table: &str,
    resources: &Resources,
    errors: &mut Vec<Diagnostic>,
) -> Result<(Vec<RefinementTarget<'static>>, Assume), Vec<Diagnostic>> {
    let assume = assume(&args.assume);
    // Either all are asked, or those that are named.
    let named = if args.all_targets { &[] } else { args.targets.as_slice() };
    let found = refinement_targets(named, (table, args.opencl), &assume, resources, errors)?;
    let with_choices = |target: RefinementTarget<'static>| {
        target.with_choices(args.choices.choices()).with_placement(args.placement.into())
    };
    Ok((found.into_iter().map(with_choices).collect(), assume))
}

/// The targets of these names, or all that there is a table for if there is no name, with the code of the table in a language; those of which the hardware is
/// wrong are left out, with an error.
///
/// # Errors
/// What is wrong with the table or with a name, or hardware that is for none of them.
pub fn refinement_targets(
    names: &[String],
    (table, opencl): (&str, bool),
    assume: &Assume,
    resources: &Resources,
    errors: &mut Vec<Diagnostic>,
) -> Result<Vec<RefinementTarget<'static>>, Vec<Diagnostic>> {
    let tables = resources.tables(table)?;
    let has_table = |configuration: &TargetConfiguration| tables.table(configuration.target).is_ok();
    let named = named_targets(names)?;
    for configuration in &named {
        let name = &configuration.target.name;
        tables.table(configuration.target).map_err(|message| vec![usage_error("--target", name, message)])?;
    }
    let configurations: Vec<TargetConfiguration> = if named.is_empty() {
        TargetConfiguration::every_configuration().into_iter().filter(has_table).collect()
    } else {
        named.clone()
    };
    let of = |all: &[TargetConfiguration]| all.iter().map(|configuration| configuration.target).collect::<Vec<_>>();
    resources.check_hardware(&of(&named), &of(&configurations))?;
    let mut targets = Vec::new();
    for configuration in configurations {
        match RefinementTarget::new(configuration, tables, opencl, assume, resources) {
            Ok(target) => targets.push(target),
            // Several modes may have one error; it is listed once.
            Err(found) => add_new_errors(errors, found),
        }
    }
    Ok(targets)
}

/// The error that every test that was found is machine code: to be fine, something has to be refined.
fn nothing_to_refine(paths: &[PathBuf]) -> Diagnostic {
    let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let message = "all tests here are machine code, which has no source to refine".to_string();
    usage_error("PATHS", &paths.join(" "), message).help("`litmus check` decides what their expectations ask")
}
