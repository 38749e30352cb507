//! Tables of a document in either of LLVM's two forms, as cells of text with their places.

use super::raw::RawTable;
use super::{myst, rst};
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
            (Some(title), _) => Some(rst::table(source, &lines, at, title)?),
            (_, Some(title)) => Some(myst::table(source, &lines, at, title)?),
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
        let diagnostic =
            Diagnostic::new(source, Span::default(), "no memory-model table in this document", "begins here");
        let titles: Vec<String> = targets::titles().iter().map(|title| format!("\"{}\"", title.trim_end())).collect();
        let help = format!("a table with a title that begins with {}", titles.join(" or "));
        return Err(Box::new(diagnostic.help(help)));
    }
    Ok(tables)
}

/// The places of a document's lines.
fn lines(source: &Source) -> Vec<Span> {
    let mut start = 0;
    let lines = source.text.split_inclusive('\n').map(|line| {
        let span = Span::new(start, start + line.trim_end_matches(['\n', '\r']).len());
        start += line.len();
        span
    });
    lines.collect()
}
