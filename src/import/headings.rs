//! The headings of a document below which a family's memory model stands, and what titles and labels say of families.

use super::raw::RawTable;
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::targets;
use std::sync::Arc;

/// A heading with a label.
struct Heading<'d> {
    label: &'d str,
    /// Its title in the document.
    title: Span,
}

/// What is wrong with the headings of a document whose tables of code sequences are these: a title that is for another family than its label, and
/// a section without a table.
pub fn check(source: &Arc<Source>, lines: &[Span], sequences: &[&RawTable]) -> Vec<Diagnostic> {
    let headings: Vec<Heading<'_>> =
        (0..lines.len()).filter_map(|at| heading(source, lines, at)).filter(is_of_family).collect();
    let ends = headings.iter().skip(1).map(|next| next.title.start).chain([source.text.len()]);
    let mut errors = Vec::new();
    for (heading, end) in headings.iter().zip(ends) {
        errors.extend(contradiction(source, heading.label, heading.title));
        let is_below = |table: &&RawTable| (heading.title.end..end).contains(&table.span.start);
        if !sequences.iter().any(is_below) {
            let message =
                format!("a section of the memory model without a table of code sequences, `{}`", heading.label);
            errors.push(Diagnostic::new(source, heading.title, message, "this section").help(titles()));
        }
    }
    errors
}

/// What is wrong with a title that is for other families than its label, if it is.
pub fn contradiction(source: &Arc<Source>, label: &str, title: Span) -> Option<Diagnostic> {
    let titled = families(&source.text[title.start..title.end]);
    let labelled = families(label);
    let differ = titled != labelled && !titled.is_empty() && !labelled.is_empty();
    let message = || format!("a title for {}, and a label for {}", titled.join(", "), labelled.join(", "));
    let help = format!("the label is `{label}`");
    differ.then(|| Diagnostic::new(source, title, message(), "this title").help(help))
}

/// How a table would have to be called that is read.
pub fn titles() -> String {
    let titles: Vec<String> = targets::titles().iter().map(|title| format!("\"{}\"", title.trim_end())).collect();
    format!("a table with a title that begins with {}", titles.join(" or "))
}

/// The words of a text that name a target or a family: those of letters and digits.
fn families(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| is_family(word)).map(str::to_lowercase).collect()
}

fn is_family(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) && word.contains(char::is_alphabetic)
}

/// Whether a heading is that of a family's memory model, and not of something in it.
fn is_of_family(heading: &Heading<'_>) -> bool {
    let rest = targets::headings().iter().find_map(|known| heading.label.strip_prefix(known.as_str()));
    rest.is_some_and(|rest| rest.split('-').all(is_family))
}

/// The heading whose label is in a line: in MyST `(LABEL)=`, in reStructuredText `.. _LABEL:`. Other labels may stand between it and its title.
fn heading<'d>(source: &'d Source, lines: &[Span], at: usize) -> Option<Heading<'d>> {
    let text = |line: &Span| source.text.get(line.start..line.end).unwrap_or_default().trim();
    let label = label(text(&lines[at]))?;
    let title = lines[at + 1..].iter().find(|line| !text(line).is_empty() && self::label(text(line)).is_none())?;
    Some(Heading { label, title: *title })
}

fn label(line: &str) -> Option<&str> {
    let myst = || line.strip_prefix('(')?.strip_suffix(")=");
    let rst = || line.strip_prefix(".. _")?.strip_suffix(':');
    myst().or_else(rst)
}
