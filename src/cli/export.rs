//! `litmus export`: prints tests in languages of other tools.

use super::*;
use crate::export;
use crate::load;
use std::path::Path;

#[derive(Args)]
#[command(after_help = "docs/foreign.md says what is written, and what is refused.")]
pub struct ExportArgs {
    /// Tests, or folders that are walked for `*.litmus`.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    language: LanguageArgs,
    /// The condition that is asked, counted from 1, of tests that have several.
    #[arg(long, value_name = "N")]
    condition: Option<usize>,
    /// Print without colours (so does a NO_COLOR environment variable).
    #[arg(long)]
    no_color: bool,
}

/// The language that tests are printed in.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct LanguageArgs {
    /// In C11, as herd7 reads it: tests whose scopes leave no thread out.
    #[arg(long)]
    c11: bool,
    /// In LISA, as herd7 reads it with `models/llvm.bell`: scopes as a tree.
    #[arg(long)]
    lisa: bool,
}

pub fn run(args: &ExportArgs) -> u8 {
    let (files, mut errors) = collect_tests(&args.paths);
    for path in files {
        match exported(&path, args) {
            Ok(text) => print(&text),
            Err(found) => errors.extend(found),
        }
    }
    print_errors(&errors, args.no_color);
    if errors.is_empty() { OK } else { BAD_INPUT }
}

fn exported(path: &Path, args: &ExportArgs) -> Result<String, Vec<Diagnostic>> {
    let program = load::program(&load::read_test(path).map_err(|error| vec![*error])?)?;
    let write = if args.language.c11 { export::c11 } else { export::lisa };
    write(&program, args.condition).map_err(|error| vec![*error])
}
