//! `litmus table`

use super::*;
use crate::import::{self, Import};
use crate::load;
use crate::syntax::table::ast::Content;
use std::path::Path;
use std::time::Instant;

#[derive(Subcommand)]
pub enum TableCommand {
    /// Read the tables of an LLVM document into files.
    Import(ImportArgs),
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
    /// Print without colours (so does a NO_COLOR environment variable).
    #[arg(long)]
    no_color: bool,
}

pub fn run(command: &TableCommand) -> u8 {
    match command {
        TableCommand::Import(args) => run_import(args),
    }
}

fn run_import(args: &ImportArgs) -> u8 {
    let start = Instant::now();
    let name = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let release = args.release.clone().unwrap_or_else(|| name(args.document.file_stem()));
    let document = name(args.document.file_name());
    let source = match load::read_document(&args.document) {
        Ok(source) => source,
        Err(error) => {
            print_errors(&[*error], args.no_color);
            return BAD_INPUT;
        }
    };
    let imported = match import::import(&source, &document, &release) {
        Ok(imported) => imported,
        Err(errors) => {
            print_errors(&errors, args.no_color);
            return BAD_INPUT;
        }
    };
    let out = args.out.clone().unwrap_or_else(|| Path::new("models/tables").join(&release));
    let files = import::files(&imported, &document);
    if let Err(error) = write(&out, &files) {
        eprintln!("litmus: {}: {error}", out.display());
        return BAD_INPUT;
    }
    let elapsed = start.elapsed().as_secs_f64() * 1e3;
    print(&summary(&imported, &source.text, &out, elapsed));
    OK
}

fn write(out: &Path, files: &[(String, String)]) -> std::io::Result<()> {
    std::fs::create_dir_all(out)?;
    files.iter().try_for_each(|(name, text)| std::fs::write(out.join(name), text))
}

fn summary(imported: &Import, text: &str, out: &Path, milliseconds: f64) -> String {
    let mut lines = String::new();
    for (name, file) in &imported.files {
        let rows = match &file.content {
            Content::Table(table) => table.rows.len(),
            Content::Constraints(constraints) => constraints.rows.len(),
        };
        lines += &format!("{name:<24} {rows:>4} rows\n");
    }
    let flaws = imported.flaws.len();
    let size = text.len() as f64 / 1e6;
    lines
        + &format!("{flaws} flaws of the document; {size:.2} MB read into {} in {milliseconds:.0} ms\n", out.display())
}
