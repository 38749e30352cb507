//! `litmus fmt`: prints tests in their canonical form, rewrites them in it, or names those that are not.

use super::*;
use crate::load;

#[derive(Args)]
pub struct FmtArgs {
    /// Test files, or folders that are walked for `*.litmus`.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Change the files instead of printing them.
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Only name the files that are not in canonical form; exit code 1 if there are any.
    #[arg(long)]
    check: bool,
    /// Print without colours (so does a NO_COLOR environment variable).
    #[arg(long)]
    no_color: bool,
}

pub fn run(args: &FmtArgs) -> u8 {
    let (files, errors) = collect_tests(&args.paths);
    print_errors(&errors, args.no_color);
    let mut code = if errors.is_empty() { OK } else { BAD_INPUT };
    for path in files {
        match format_file(args, &path) {
            Ok(true) => {}
            Ok(false) => code = code.max(FAILED),
            Err(error) => {
                print_errors(&[*error], args.no_color);
                code = BAD_INPUT;
            }
        }
    }
    code
}

/// Prints, writes or checks a file: whether it is, or now is, in canonical form (always so when it is only printed).
fn format_file(args: &FmtArgs, path: &std::path::Path) -> Result<bool, Box<Diagnostic>> {
    let source = load::read_test(path)?;
    let text = load::canonical(&source)?;
    let canonical = text == source.text;
    if args.check && !canonical {
        print(&format!("{}\n", path.display()));
        return Ok(false);
    }
    if args.write && path == std::path::Path::new(files::STANDARD_INPUT) {
        return Err(Box::new(usage_error("--write", "-", "standard input cannot be changed".into())));
    }
    if args.write && !canonical {
        crate::files::write(path, text).map_err(|error| {
            let message = format!("cannot be written: {error}");
            Diagnostic::new(&source, Default::default(), message, "this file").help("a file that may be changed")
        })?;
    } else if !args.check && !args.write {
        print(&text);
    }
    Ok(true)
}
