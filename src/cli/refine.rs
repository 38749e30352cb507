//! `litmus refine`

use super::*;
use crate::hardware::Assume;
use crate::load;
use crate::lowering;
use crate::refine::{Options, Refined, Verdict, benches, model_of, refine};
use crate::report::refinement;
use crate::targets::Machine;
use rayon::prelude::*;
use std::time::Instant;

const CODES: &str = "Exit codes: 0 all sound or racy, 1 some unsound, 2 bad input or usage, 3 some unknown.";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct RefineArgs {
    /// Test files, or folders that are walked for `*.litmus`.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// A target or a family of them, in a mode or in all: `gfx90a,tgsplit`, `gfx10-11`. May be repeated.
    #[arg(long = "target", value_name = "TARGET[,MODE]", value_parser = several, required_unless_present = "all_targets")]
    targets: Vec<Machines>,
    /// Every target in every mode that the tables are for.
    #[arg(long)]
    all_targets: bool,
    /// The tables: a release, one table of it (`llvm24:gfx12`), or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = lowering::DEFAULT)]
    table: String,
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
    /// A hardware file instead of the targets' own.
    #[arg(long, value_name = "FILE")]
    hardware: Option<PathBuf>,
    /// Only the matrix, without an explanation of what is unsound.
    #[arg(long)]
    matrix: bool,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    deciding: Deciding,
    /// Print without colours (so does a NO_COLOR environment variable).
    #[arg(long)]
    no_color: bool,
}

/// What one `--target` names.
#[derive(Clone)]
struct Machines(Vec<Machine>);

fn several(text: &str) -> Result<Machines, String> {
    Machine::several(text).map(Machines)
}

pub fn run(args: &RefineArgs) -> u8 {
    let start = Instant::now();
    let tables = match Tables::load(&args.table) {
        Ok(tables) => tables,
        Err(error) => {
            print_errors(&[*error], args.no_color);
            return BAD_INPUT;
        }
    };
    let (files, mut errors) = collect(&args.paths);
    let models = Library::default();
    let has_table = |machine: &Machine| tables.table(machine.target).is_ok();
    let machines: Vec<Machine> = match args.all_targets {
        true => Machine::all().into_iter().filter(has_table).collect(),
        false => args.targets.iter().flat_map(|machines| machines.0.clone()).collect(),
    };
    let assume = Assume {
        none: args.assume.iter().any(|name| name == "none"),
        on: args.assume.iter().filter(|name| *name != "none").cloned().collect(),
    };
    let benches = match benches(&machines, &tables, &assume, args.hardware.as_deref()) {
        Ok(benches) => benches,
        Err(error) => {
            print_errors(&[*error], args.no_color);
            return BAD_INPUT;
        }
    };
    let (opencl, settings) = (args.opencl, args.deciding.settings(Reading::Undefined));
    let model = args.model.clone().unwrap_or_else(|| model_of(opencl).to_string());
    let options = Options { model, benches, opencl, settings, models: &models };
    // A test of machine code has no source to refine.
    let one = |path: &PathBuf| -> Result<Option<Refined>, Vec<Diagnostic>> {
        let source = load::read(path).map_err(|error| vec![*error])?;
        let own_code = load::program(&source)?.has_machine_code();
        if own_code { Ok(None) } else { refine(&source, &options).map(Some) }
    };
    let results: Vec<_> = files.par_iter().map(one).collect();
    let mut refined = Vec::new();
    let mut left_out = 0;
    for result in results {
        match result {
            Ok(Some(test)) => refined.push(test),
            Ok(None) => left_out += 1,
            Err(found) => errors.extend(found),
        }
    }
    let report = refinement::report(&refined, &options, &tables.name, start.elapsed().as_secs_f64());
    match args.format {
        Format::Text => print(&refinement::text(&report, args.matrix)),
        Format::Json => print_json(&report),
    }
    if left_out > 0 {
        eprintln!("litmus: {left_out} tests of machine code have no source to refine and are left out");
    }
    print_errors(&errors, args.no_color);
    code(&refined, &errors)
}

/// Bad input comes before what is unsound, and that before what is unknown.
fn code(refined: &[Refined], errors: &[Diagnostic]) -> u8 {
    let any =
        |wanted: fn(&Verdict) -> bool| refined.iter().flat_map(|test| &test.cells).any(|cell| wanted(&cell.verdict));
    match () {
        () if !errors.is_empty() => BAD_INPUT,
        () if any(|verdict| matches!(verdict, Verdict::Unsound(_))) => FAILED,
        () if any(|verdict| matches!(verdict, Verdict::Unknown(_))) => UNKNOWN,
        () => OK,
    }
}
