//! `litmus table`: imports, shows and compares tables of code sequences; `judge` and `lint` have commands that judge them.

use super::*;
use crate::import;
use crate::load;
use crate::lowering::survey;
use crate::report::imported::{self, ImportReport};
use crate::report::tables::{self, ShowReport, ShownRow};
use crate::syntax::table;
use crate::syntax::table::ast::{Content, File, Op, Row, Table};
use crate::targets::{TargetConfiguration, family_name};
use std::path::Path;
use std::time::Instant;

#[derive(Subcommand)]
pub enum TableCommand {
    /// Read the tables of an LLVM document into files.
    Import(ImportArgs),
    /// Print a table, or rows of it with the code that they mean.
    Show(ShowArgs),
    /// Compare tables by meaning: which operations get which instructions, and what the differences do.
    Diff(diff::DiffArgs),
    /// Say what is wrong with tables though they can be understood.
    Lint(lint::LintArgs),
    /// Say of each row of tables whether programs show that it is unsound.
    Verify(judge::VerifyArgs),
    /// Say of each instruction of tables whether programs show that it is needed, too.
    Audit(judge::VerifyArgs),
    /// Compile every operation, and compare the code with tables.
    Conform(conform::ConformTableArgs),
    /// Find the smallest edits of unsound rows that make them sound.
    Repair(repair::RepairArgs),
}

impl TableCommand {
    /// The hardware files and folders that are named.
    pub fn hardware(&self) -> &[PathBuf] {
        match self {
            TableCommand::Verify(args) | TableCommand::Audit(args) => &args.tables.hardware.hardware,
            TableCommand::Repair(args) => &args.tables.hardware.hardware,
            TableCommand::Diff(args) => args.hardware(),
            TableCommand::Conform(args) => args.hardware(),
            TableCommand::Import(_) | TableCommand::Show(_) | TableCommand::Lint(_) => &[],
        }
    }

    /// Refuses options that have no effect in the format.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        match self {
            TableCommand::Import(args) => args.quiet.check(args.format.into()),
            TableCommand::Verify(args) | TableCommand::Audit(args) => args.check_formats(),
            TableCommand::Repair(args) => args.check_formats(),
            TableCommand::Diff(args) => args.check_formats(),
            TableCommand::Conform(args) => args.check_formats(),
            TableCommand::Lint(args) => args.check_formats(),
            TableCommand::Show(_) => Ok(()),
        }
    }

    /// How the command refuses what it is given; `None` if it has text alone.
    pub fn refusal(&self) -> Option<Refusal<'_>> {
        match self {
            TableCommand::Import(args) => Some(args.refusal()),
            TableCommand::Verify(args) => Some(args.refusal(false)),
            TableCommand::Audit(args) => Some(args.refusal(true)),
            TableCommand::Repair(args) => Some(args.refusal()),
            TableCommand::Diff(args) => Some(args.refusal()),
            TableCommand::Conform(args) => Some(args.refusal()),
            TableCommand::Lint(args) => Some(args.refusal()),
            TableCommand::Show(args) => Some(args.refusal()),
        }
    }
}

#[derive(Args)]
pub struct ImportArgs {
    /// `AMDGPUUsage` of a release, in reStructuredText or MyST, or a part of it.
    document: PathBuf,
    /// What the release is called; the document's name without its extension by default.
    #[arg(long, value_name = "NAME")]
    release: Option<String>,
    /// The folder to write to; `models/tables/RELEASE` by default.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    quiet: QuietArg,
    #[command(flatten)]
    output: OutputArgs,
}

impl ImportArgs {
    fn refusal(&self) -> Refusal<'_> {
        let (format, output) = (self.format.into(), &self.output);
        Refusal { command: "litmus table import", schema: imported::SCHEMA, format, shown: None, output }
    }
}

#[derive(Args)]
pub struct ShowArgs {
    /// A target (`gfx90a`) or a family of targets with one table (`gfx10-gfx11`).
    target: String,
    /// The tables: a release, a file, or a folder of `*.table`.
    #[arg(long, value_name = "NAME|FILE|DIR", default_value = defaults::TABLE)]
    table: String,
    /// Only rows with all of these words, each followed by the code it means in every mode: `"fence acquire agent"`.
    #[arg(long, value_name = "WORDS")]
    row: Option<String>,
    /// How it is printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

impl ShowArgs {
    fn refusal(&self) -> Refusal<'_> {
        let (format, output) = (self.format.into(), &self.output);
        Refusal { command: "litmus table show", schema: tables::SCHEMA, format, shown: None, output }
    }
}

pub fn run(command: &TableCommand) -> u8 {
    match command {
        TableCommand::Import(args) => run_import(args),
        TableCommand::Show(args) => run_show(args),
        TableCommand::Diff(args) => diff::run(args),
        TableCommand::Lint(args) => lint::run(args),
        TableCommand::Repair(args) => repair::run(args),
        TableCommand::Conform(args) => conform::conform(args),
        TableCommand::Verify(args) => judge::run(args, false),
        TableCommand::Audit(args) => judge::run(args, true),
    }
}

fn run_import(args: &ImportArgs) -> u8 {
    let start = Instant::now();
    let mut report = match import(args) {
        Ok(report) => report,
        Err(errors) => return args.refusal().print(&errors),
    };
    report.seconds = start.elapsed().as_secs_f64();
    match args.format {
        Format::Text => print(&imported::text(&report, args.quiet.amount(false))),
        Format::Json => print_json(&report),
    }
    OK
}

fn import(args: &ImportArgs) -> Result<ImportReport, Vec<Diagnostic>> {
    let name = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let release = args.release.clone().unwrap_or_else(|| name(args.document.file_stem()));
    let document = name(args.document.file_name());
    let source = load::read_document(&args.document).map_err(|error| vec![*error])?;
    let imported = import::import(&source, &document, &release)?;
    let out = args.out.clone().unwrap_or_else(|| Path::new("models/tables").join(&release));
    let files = import::files(&imported, &document);
    let written = write_files(&out, &files);
    written.map_err(|error| vec![usage_error("--out", &out.display().to_string(), error.to_string())])?;
    Ok(view::imported(&imported, &source, &release, &out, 0.0))
}

fn run_show(args: &ShowArgs) -> u8 {
    let resources = Resources::default();
    let found = show(args, &resources);
    let files = view::files(&resources);
    args.output.files(&files);
    let report = match found {
        Ok(found) => ShowReport { files, ..found },
        Err(errors) => return args.refusal().print(&errors),
    };
    match args.format {
        Format::Text => print(&tables::shown(&report)),
        Format::Json => print_json(&report),
    }
    OK
}

fn show(args: &ShowArgs, resources: &Resources) -> Result<ShowReport, Vec<Diagnostic>> {
    let library = resources.tables(&args.table)?;
    let loaded = match library.tables.iter().find(|loaded| loaded.table.family == family_name(&args.target)) {
        Some(loaded) => loaded,
        None => {
            let configuration = TargetConfiguration::parse(&args.target);
            let found = configuration.and_then(|configuration| library.table(configuration.target));
            found.map_err(|message| vec![usage_error("target", &args.target, message)])?
        }
    };
    let table = &loaded.table;
    let mut report = ShowReport {
        schema: tables::SCHEMA,
        table: loaded.name(),
        text: None,
        rows: Vec::new(),
        files: Vec::new(),
        errors: Vec::new(),
    };
    let Some(words) = &args.row else {
        let content = Content::Table(table.clone());
        let file = File { release: loaded.release.clone(), document: loaded.document.clone(), content };
        report.text = Some(table::print(&file));
        return Ok(report);
    };
    report.rows = table.rows.iter().filter(|row| has_words(row, words)).map(|row| shown_row(table, row)).collect();
    match report.rows.is_empty() {
        true => Err(vec![usage_error("--row", words, format!("no row of {} has all of these words", table.family))]),
        false => Ok(report),
    }
}

/// A row with the code that it means in every mode.
fn shown_row(table: &Table, row: &Row) -> ShownRow {
    let groups = survey::codes(table, |query| {
        let space = (query.op != Op::Fence).then_some(query.space);
        row.is_for(query.op, query.ordering, query.ordering.map(|_| query.scope.level), space)
    });
    ShownRow { row: table::row(row), operations: groups.iter().map(view::group).collect() }
}

/// Whether the head of a row has all of these words.
fn has_words(row: &Row, words: &str) -> bool {
    let text = table::row(row);
    let head = text.lines().next().unwrap_or_default();
    let parts: Vec<&str> = head.split(|c: char| c.is_whitespace() || matches!(c, '|' | ',' | '@')).collect();
    words.split_whitespace().all(|word| parts.contains(&word))
}

fn write_files(out: &Path, files: &[(String, String)]) -> std::io::Result<()> {
    std::fs::create_dir_all(out)?;
    files.iter().try_for_each(|(name, text)| crate::files::write(&out.join(name), text))
}
