//! Tables of a document in either of LLVM's two forms, as cells of text with their places.

use super::raw::{RawTable, is_read};
use super::{headings, myst, rst};
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::targets;
use std::sync::Arc;

/// The tables about the memory model.
///
/// # Errors
/// A table that is cut short, has a row of a wrong number of cells, or no label; a document without any.
pub fn tables(source: &Arc<Source>) -> Result<Vec<RawTable>, Box<Diagnostic>> {
    let lines = lines(source);
    let mut tables = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let found = match (rst::title(source, &lines[at]), myst::title(source, &lines[at])) {
            (Some(title), _) if is_wanted(source, &lines, at, title)? => Some(rst::table(source, &lines, at, title)?),
            (_, Some(title)) if is_wanted(source, &lines, at, title)? => Some(myst::table(source, &lines, at, title)?),
            _ => None,
        };
        at = match found {
            Some((table, end)) => {
                tables.push(table);
                end
            }
            None => at + 1,
        };
    }
    if tables.is_empty() {
        return Err(Box::new(nothing(source, "no memory-model table in this document")));
    }
    Ok(tables)
}

/// The error of a document in which nothing is found.
pub fn nothing(source: &Arc<Source>, message: &str) -> Diagnostic {
    Diagnostic::new(source, Span::default(), message, "begins here").help(headings::titles())
}

/// Whether the table with this title, in line `at`, is read.
///
/// # Errors
/// It is to be by its label, and not by its title.
fn is_wanted(source: &Arc<Source>, lines: &[Span], at: usize, title: Span) -> Result<bool, Box<Diagnostic>> {
    let text = |span: &Span| source.text.get(span.start..span.end).unwrap_or_default();
    if is_read(text(&title)) {
        return Ok(true);
    }
    let options = lines[at + 1..].iter().map(|line| text(line).trim()).take_while(|line| line.starts_with(':'));
    let label = options.filter_map(|line| line.strip_prefix(":name: ")).next().unwrap_or_default().trim();
    let is_known = targets::sections().iter().any(|section| section.family_of(label).is_some());
    if !is_known {
        return Ok(false);
    }
    let message = format!("a table of the memory model by its label `{label}`, with the title of another");
    Err(Box::new(Diagnostic::new(source, title, message, "this title").help(headings::titles())))
}

/// The places of a document's lines.
pub fn lines(source: &Source) -> Vec<Span> {
    let mut start = 0;
    let lines = source.text.split_inclusive('\n').map(|line| {
        let span = Span::new(start, start + line.trim_end_matches(['\n', '\r']).len());
        start += line.len();
        span
    });
    lines.collect()
}
