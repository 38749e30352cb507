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
    /// In C11, as herd7 reads it: tests whose scopes leave no thread out.
    #[arg(long, required = true)]
    c11: bool,
    /// The condition that is asked, counted from 1, of tests that have several.
    #[arg(long, value_name = "N")]
    condition: Option<usize>,
    /// Print without colours (so does a NO_COLOR environment variable).
    #[arg(long)]
    no_color: bool,
}

pub fn run(args: &ExportArgs) -> u8 {
    let (files, mut errors) = collect_tests(&args.paths);
    for path in files {
        match exported(&path, args.condition) {
            Ok(text) => print(&text),
            Err(found) => errors.extend(found),
        }
    }
    print_errors(&errors, args.no_color);
    if errors.is_empty() { OK } else { BAD_INPUT }
}

fn exported(path: &Path, condition: Option<usize>) -> Result<String, Vec<Diagnostic>> {
    let program = load::program(&load::read_test(path).map_err(|error| vec![*error])?)?;
    export::c11(&program, condition).map_err(|error| vec![*error])
}
