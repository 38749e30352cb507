//! `litmus fmt`: prints tests in their canonical form, rewrites them in it, or names those that are not.

use super::*;
use crate::foreign;
use crate::load;
use crate::syntax::litmus;
use crate::syntax::litmus::ast::Litmus;
use crate::targets::configurations_name;

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
    let mut file = load::parse_file(path)?;
    if foreign::language(&file.source.text).is_some() {
        let (source, name) = (&file.source, file.test.name.span);
        let diagnostic = Diagnostic::new(source, name, "a test in another language", "not in the litmus language");
        return Err(Box::new(diagnostic.help("`litmus convert FILE` prints it in the litmus language")));
    }
    name_families(&mut file.test);
    let text = with_line_ends_of(&file.source.text, litmus::print(&file));
    let canonical = text == file.source.text;
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
            Diagnostic::new(&file.source, Default::default(), message, "this file").help("a file that may be changed")
        })?;
    } else if !args.check && !args.write {
        print(&text);
    }
    Ok(true)
}

/// Names families of targets as everything that is printed does.
fn name_families(test: &mut Litmus) {
    let refined = test.refinements.iter_mut().map(|expect| &mut expect.targets.node);
    let on_hardware = test.conditions.iter_mut().flat_map(|condition| &mut condition.hardware);
    let tested = on_hardware.map(|expect| &mut expect.targets.node);
    refined.chain(tested).for_each(|targets| *targets = configurations_name(targets));
}

/// A text with lines that end as those of a file do: with a carriage return, too, if all do.
fn with_line_ends_of(file: &str, text: String) -> String {
    let (ends, with_return) = (file.matches('\n').count(), file.matches("\r\n").count());
    if ends > 0 && ends == with_return { text.replace('\n', "\r\n") } else { text }
}
