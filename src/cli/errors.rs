//! Errors and warnings on standard error: those that repeat are counted.

use super::streams::{say, say_line};
use super::{BAD_INPUT, UNKNOWN, colors};
use crate::report::diagnostic;
use crate::report::lines::wrap_words;
use crate::syntax::source::Diagnostic;
use itertools::Itertools;
use std::collections::{BTreeMap, HashSet};

/// So many errors of a file that say the same are printed; there may be thousands.
const MOST_ALIKE: usize = 3;
/// So many errors of a file are printed at all.
const MOST: usize = 20;

/// How many errors or warnings of a file there are, and how many of these are printed.
#[derive(Default)]
struct OfFile<'a> {
    /// By what they say.
    alike: BTreeMap<&'a str, (usize, usize)>,
    printed: usize,
}

/// The exit code of a command that ends with these errors: nothing is wrong with what only takes more than may be used.
pub fn code(errors: &[Diagnostic]) -> u8 {
    if errors.iter().all(|error| error.is_inconclusive) { UNKNOWN } else { BAD_INPUT }
}

/// Prints errors to standard error, each with its place, and how many more of a file there are.
pub fn print_errors(errors: &[Diagnostic], no_color: bool) {
    let color = !no_color && colors(&std::io::stderr());
    print_few(errors, "errors", |error| diagnostic::render(error, color));
}

/// Prints warnings as [`print_errors`] does errors.
pub fn print_warnings(warnings: &[Diagnostic]) {
    print_few(warnings, "warnings", diagnostic::render_warning);
}

fn print_few(all: &[Diagnostic], what: &str, render: impl Fn(&Diagnostic) -> String) {
    let mut files: BTreeMap<&str, OfFile<'_>> = BTreeMap::new();
    for diagnostic in all {
        let file = files.entry(&diagnostic.source_text.name).or_default();
        let (found, printed) = file.alike.entry(&diagnostic.message).or_default();
        *found += 1;
        if *printed < MOST_ALIKE && file.printed < MOST {
            *printed += 1;
            file.printed += 1;
            say(format_args!("{}", render(diagnostic)));
        }
    }
    files.iter().for_each(|(name, file)| say_others(name, what, file));
}

/// How many errors or warnings of a file are not printed.
fn say_others(name: &str, what: &str, file: &OfFile<'_>) {
    let mut others = 0;
    for (message, &(found, printed)) in &file.alike {
        match (found - printed, printed) {
            (0, _) => {}
            (more, 0) => others += more,
            (more, _) => {
                say(format_args!("{}", wrap_words(&format!("litmus: {name}: {more} more {what}: {message}"), "")));
            }
        }
    }
    if others > 0 {
        say_line!("litmus: {name}: {others} more {what}");
    }
}

/// Adds errors without repeating those that are there: several tests may name one wrong file.
pub fn add_new_errors(errors: &mut Vec<Diagnostic>, found: Vec<Diagnostic>) {
    let key = |error: &Diagnostic| (error.source_text.name.clone(), error.span, error.message.clone());
    // There may be thousands.
    let known: HashSet<_> = errors.iter().map(key).collect();
    errors.extend(found.into_iter().unique_by(key).filter(|error| !known.contains(&key(error))));
}
