//! `litmus table repair`: the smallest edits that make unsound rows of tables sound.

use super::judge::{TablesArgs, options};
use super::long::{INTERRUPTED, Long};
use super::shard::{self, Asked};
use super::*;
use crate::judge::run::Ended;
use crate::judge::tables::{Repaired, Saved, Tally, repair, save};
use crate::lowering::Library;
use crate::report::cases;
use crate::report::repair as report;
use crate::report::savings;
use std::time::Instant;

const CODES: &str = "Exit codes: 0 every row is sound, 1 some are unsound, repaired or not, 2 bad input or usage, 3 some could not be decided, 130 interrupted. With --savings: 0 whatever can be left out.";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct RepairArgs {
    #[command(flatten)]
    pub tables: TablesArgs,
    /// Only the row that begins at this line of the document. May be repeated.
    #[arg(long = "row", value_name = "LINE", conflicts_with = "shard")]
    rows: Vec<u32>,
    /// Instead of repairing unsound rows, leave out of every row what no program shows to be needed, all at once.
    #[arg(long, conflicts_with_all = ["against", "shard"])]
    savings: bool,
    /// Say of each repair whether these tables have its code for the same operations: a release, a file, a folder or a document.
    #[arg(long, value_name = "NAME|FILE|DIR|DOC", conflicts_with = "shard")]
    against: Option<String>,
    #[command(flatten)]
    findings: FindingsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl RepairArgs {
    /// Refuses options that have no effect in the format.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        self.findings.check()
    }

    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        self.findings.refusal("litmus table repair", report::SCHEMA, &self.output)
    }
}

pub fn run(args: &RepairArgs) -> u8 {
    let start = Instant::now();
    let (resources, errors) = Resources::given(&[], &args.tables.hardware.hardware);
    let answer = if errors.is_empty() { repaired(args, &resources, start) } else { Err(errors) };
    answer.unwrap_or_else(|errors| args.refusal().print(&errors))
}

fn repaired(args: &RepairArgs, resources: &Resources, start: Instant) -> Result<u8, Vec<Diagnostic>> {
    let against: Option<&'static Library> = args.against.as_ref().map(|name| resources.tables(name)).transpose()?;
    let long = args.tables.long.begin_shard(args.tables.shard.shard()).map_err(|error| vec![*error])?;
    let options = options(&args.tables, false, resources, &long.run)?;
    let tables = options.tables();
    let begins = |line: &u32| tables.iter().flat_map(|loaded| &loaded.table.rows).any(|row| row.line == *line);
    if let Some(line) = args.rows.iter().find(|line| !begins(line)) {
        let message = "no row of the tables begins at this line".into();
        return Err(vec![usage_error("--row", &line.to_string(), message)]);
    }
    let shown = &args.findings.shown;
    if args.savings {
        let (saved, errors, files) = ended(args, resources, &long, save(&options, &args.rows))?;
        let Some(saved) = saved else { return Ok(args.refusal().interrupted()) };
        let mut found = view::savings(&saved, &options, &errors, files, start.elapsed().as_secs_f64());
        let code = code_of_savings(&saved, &errors);
        return Ok(args.findings.print(code, &mut found, |found, format| match format.output() {
            Output::Text => savings::text(found, shown.quiet.amount(false)),
            Output::Json => json(found),
            Output::Findings(render) => rendered(cases::savings(found, code), render, shown.limit()),
        }));
    }
    let repaired = repair(&options, &args.rows);
    if let Some(shard) = long.run.shard {
        let asked = |Repaired { counts, programs, interrupted, .. }| Asked::programs(counts, programs, interrupted);
        return shard::end(&long, shard, || options.job("litmus table repair"), repaired.map(asked));
    }
    let (repaired, errors, files) = ended(args, resources, &long, repaired)?;
    let Some(repaired) = repaired else { return Ok(args.refusal().interrupted()) };
    let mut found = view::repairs(&repaired, &options, against, &errors, files, start.elapsed().as_secs_f64());
    let code = code(&found, &repaired, &errors);
    Ok(args.findings.print(code, &mut found, |found, format| match format.output() {
        Output::Text => report::text(found, shown.quiet.amount(false)),
        Output::Json => json(found),
        Output::Findings(render) => rendered(cases::repairs(found, code), render, shown.limit()),
    }))
}

/// What a run found, if any program was asked, with why something is not kept and the files that were read.
type Answer<T> = (Option<T>, Vec<Diagnostic>, Vec<FileResult>);

/// Ends a run: says what went wrong on the way, and names the files read.
fn ended<T>(
    args: &RepairArgs,
    resources: &Resources,
    long: &Long,
    found: Result<T, Ended>,
) -> Result<Answer<T>, Vec<Diagnostic>> {
    let (found, errors) = long.ended(found)?;
    if args.findings.format != FindingsFormat::Json {
        args.output.errors(&errors);
    }
    let files = view::files(resources);
    args.output.files(&files);
    Ok((found, errors, files))
}

fn code_of_savings(saved: &Saved<'_>, errors: &[Diagnostic]) -> u8 {
    match saved.counts.unknown {
        _ if saved.interrupted.is_some() => INTERRUPTED,
        _ if !errors.is_empty() => BAD_INPUT,
        1.. => UNKNOWN,
        0 => OK,
    }
}

/// Bad input comes before what is unsound, and that before what is not decided; a run that was interrupted says so.
fn code(found: &report::RepairsReport, repaired: &Repaired<'_>, errors: &[Diagnostic]) -> u8 {
    let undecided = repaired.counts.unknown > 0 || repaired.targets.iter().any(Tally::is_undecided);
    match found.summary {
        _ if repaired.interrupted.is_some() => INTERRUPTED,
        _ if !errors.is_empty() => BAD_INPUT,
        report::Summary { unsound: 1.., .. } | report::Summary { with_others: 1.., .. } => FAILED,
        report::Summary { .. } if undecided => UNKNOWN,
        report::Summary { .. } => OK,
    }
}
