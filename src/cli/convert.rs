//! `litmus convert`: prints tests in other languages in the litmus language.

use super::*;
use crate::foreign;
use crate::load;
use std::path::Path;

#[derive(Args)]
#[command(after_help = "docs/foreign.md says what is read, and what is refused.")]
pub struct ConvertArgs {
    /// Tests of herd7 or Dartagnan in C or OpenCL C, tests in LLVM IR, or folders that are walked for `*.litmus`.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Print without colours (so does a NO_COLOR environment variable).
    #[arg(long)]
    no_color: bool,
}

pub fn run(args: &ConvertArgs) -> u8 {
    let (files, mut errors) = collect_tests(&args.paths);
    for path in files {
        match converted(&path) {
            Ok(text) => print(&text),
            Err(wrong) => errors.extend(wrong),
        }
    }
    print_errors(&errors, args.no_color);
    if errors.is_empty() { OK } else { BAD_INPUT }
}

fn converted(path: &Path) -> Result<String, Vec<Diagnostic>> {
    let source = load::read_test(path).map_err(|error| vec![*error])?;
    match foreign::language(&source.text) {
        Some(language) => {
            // What is no test is printed as none.
            load::program(&source)?;
            Ok(foreign::converted(&source, language).map_err(|error| vec![*error])?)
        }
        None => {
            let diagnostic = Diagnostic::new(&source, Default::default(), "no test in another language", "this file");
            Err(vec![
                diagnostic.help(
                    "its first line is `C NAME` or `OPENCL NAME`, or begins a module of LLVM IR; `litmus fmt` prints tests in the litmus language",
                ),
            ])
        }
    }
}
