//! `litmus refine`: decides whether the machine code of tests, on the hardware, ends only as their source may.

use super::*;
use crate::load;
use crate::refine::{Options, Otherwise, Refined, RefinementTarget, known_assumptions, model_for_language, refine};
use crate::report::{cases, refinement};
use crate::syntax::litmus::ast::InstructionPlacement;
use crate::targets::TargetConfiguration;
use crate::verdict::RefinementVerdict;
use rayon::prelude::*;
use std::time::Instant;

const CODES: &str = "Exit codes: 0 all sound or racy, 1 some unsound, 2 bad input or usage, 3 some unknown; with --against of what is another result.";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct RefineArgs {
    /// Test files, or folders that are walked for `*.litmus`.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// A target or a family of them, in a mode or in all: `gfx90a,tgsplit`, `gfx10-11`. May be repeated.
    #[arg(long = "target", value_name = "TARGET[,MODE]", required_unless_present = "all_targets")]
    targets: Vec<String>,
    /// Every target in every mode that the tables are for.
    #[arg(long)]
    all_targets: bool,
    /// The tables: a release, a file, a folder of `*.table`, or one family of them (`llvm24:gfx12`).
    #[arg(long, value_name = "NAME|FILE|DIR", default_value = defaults::TABLE)]
    table: String,
    /// Print only the results that are others with the code of this table.
    #[arg(long, value_name = "NAME|FILE|DIR", conflicts_with = "sensitivity")]
    against: Option<String>,
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
}

#[derive(Clone, Copy, ValueEnum)]
enum PlacementArg {
    /// Where the table's rows have them.
    Canonical,
    /// Anywhere that the rows' placement rules permit.
    Free,
}

impl From<PlacementArg> for InstructionPlacement {
    fn from(placement: PlacementArg) -> Self {
        match placement {
            PlacementArg::Canonical => InstructionPlacement::Canonical,
            PlacementArg::Free => InstructionPlacement::Free,
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
    let against = args.against.as_ref().map(|table| targets(args, table, &resources, &mut Vec::new())).transpose();
    let found = targets(args, &args.table, &resources, &mut errors);
    let ((targets, assume), against) = match found.and_then(|targets| Ok((targets, against?))) {
        Ok(targets) => targets,
        Err(found) => return args.refusal().print(&[errors, found].concat()),
    };
    let (opencl, settings) = (args.opencl, args.judged.engine.settings(RaceSemantics::CatchFire));
    let placement = args.placement.into();
    let model = args.model.clone().unwrap_or_else(|| model_for_language(opencl).to_string());
    let assumptions = if errors.is_empty() { known_assumptions(&assume, &targets) } else { Ok(()) };
    if let Err(found) = assumptions.and_then(|()| resources.model(&model).map(drop)) {
        return args.refusal().print(&found);
    }
    // Nothing is left to ask about.
    if targets.is_empty() && !errors.is_empty() {
        return args.refusal().print(&errors);
    }
    let (files, missing) = collect_tests(&args.paths);
    errors.extend(missing);
    let otherwise =
        match args.asks_sensitivity().then(|| Otherwise::new(&model, &targets, &assume, &resources)).transpose() {
            Ok(otherwise) => otherwise,
            Err(found) => return args.refusal().print(&found),
        };
    let options = Options { model, targets, otherwise, settings, resources: &resources };
    let (refined, left_out) = refine_all(&files, &options, &mut errors);
    let before = against.map(|(targets, _)| {
        let options = Options { model: options.model.clone(), targets, otherwise: None, ..options };
        refine_all(&files, &options, &mut errors).0
    });
    if refined.is_empty() && errors.is_empty() {
        errors.push(nothing_to_refine(&args.paths));
    }
    let files = view::files(&resources);
    args.judged.output.files(&files);
    let seconds = start.elapsed().as_secs_f64();
    let mut report = view::refinement(&refined, &options, &args.table, (opencl, placement), &errors, files, seconds);
    if let (Some(table), Some(before)) = (&args.against, &before) {
        view::against(&mut report, table, before);
    }
    if left_out > 0 {
        eprintln!("litmus: {left_out} tests of machine code have no source to refine and are left out");
    }
    print_report(args, &report, &errors)
}

fn print_report(args: &RefineArgs, report: &refinement::RefinementReport, errors: &[Diagnostic]) -> u8 {
    let (FindingsArgs { format, shown }, code) = (&args.findings, code(report, errors));
    let render = |format: FindingsFormat| match format.output() {
        Output::Text if args.sensitivity => refinement::sensitivity(report),
        Output::Text => refinement::text(report, args.matrix, shown.quiet.amount(false)),
        Output::Json => json(report),
        Output::Findings(render) => rendered(cases::refinement(report, code), render, shown.limit()),
    };
    print(&render(*format));
    if *format != FindingsFormat::Json {
        args.judged.output.errors(errors);
    }
    shown.write(code, render)
}

/// The targets asked about; those of which the hardware is wrong are left out, with an error.
fn targets(
    args: &RefineArgs,
    table: &str,
    resources: &Resources,
    errors: &mut Vec<Diagnostic>,
) -> Result<(Vec<RefinementTarget<'static>>, Assume), Vec<Diagnostic>> {
    let tables = resources.tables(table)?;
    let has_table = |configuration: &TargetConfiguration| tables.table(configuration.target).is_ok();
    let named = named_targets(&args.targets)?;
    for configuration in &named {
        let name = &configuration.target.name;
        tables.table(configuration.target).map_err(|message| vec![usage_error("--target", name, message)])?;
    }
    let configurations: Vec<TargetConfiguration> = if args.all_targets {
        TargetConfiguration::every_configuration().into_iter().filter(has_table).collect()
    } else {
        named.clone()
    };
    let names = |all: &[TargetConfiguration]| all.iter().map(|configuration| configuration.target).collect::<Vec<_>>();
    resources.check_hardware(&names(&named), &names(&configurations))?;
    let assume = assume(&args.assume);
    let mut targets = Vec::new();
    for configuration in configurations {
        match RefinementTarget::new(configuration, tables, args.opencl, &assume, resources) {
            Ok(target) => targets.push(target.with_placement(args.placement.into())),
            // Several modes may have one error; it is listed once.
            Err(found) => add_new_errors(errors, found),
        }
    }
    Ok((targets, assume))
}

/// The error that every test that was found is machine code: to be fine, something has to be refined.
fn nothing_to_refine(paths: &[PathBuf]) -> Diagnostic {
    let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let message = "all tests here are machine code, which has no source to refine".to_string();
    usage_error("PATHS", &paths.join(" "), message).help("`litmus check` decides what their expectations ask")
}

/// Refines the tests of files, and counts those left out: tests of machine code have no source.
fn refine_all(files: &[PathBuf], options: &Options<'_>, errors: &mut Vec<Diagnostic>) -> (Vec<Refined>, usize) {
    let refine_file = |path: &PathBuf| -> Result<Option<Refined>, Vec<Diagnostic>> {
        let source = load::read(path).map_err(|error| vec![*error])?;
        let own_code = load::program(&source)?.has_machine_code();
        if own_code { Ok(None) } else { refine(&source, options).map(Some) }
    };
    let results: Vec<_> = files.par_iter().map(refine_file).collect();
    let (mut refined, mut left_out) = (Vec::new(), 0);
    for result in results {
        match result {
            Ok(Some(test)) => refined.push(test),
            Ok(None) => left_out += 1,
            Err(found) => add_new_errors(errors, found),
        }
    }
    (refined, left_out)
}

/// Bad input comes before what is unsound, and that before what is unknown.
fn code(report: &refinement::RefinementReport, errors: &[Diagnostic]) -> u8 {
    let any = |wanted| report.tests.iter().flat_map(|test| &test.cells).any(|cell| cell.verdict == wanted);
    match () {
        () if !errors.is_empty() => BAD_INPUT,
        () if any(RefinementVerdict::Unsound) => FAILED,
        () if any(RefinementVerdict::Unknown) => UNKNOWN,
        () => OK,
    }
}
