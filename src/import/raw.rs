//! Tables as cells of text with their places.

use crate::syntax::source::{Diagnostic, Source, Span};
use crate::targets;
use std::sync::Arc;

/// A table of a document.
#[derive(Debug)]
pub struct RawTable {
    /// The name by which the document refers to it.
    pub label: String,
    /// Where its title is.
    pub span: Span,
    /// The cells of its header.
    pub header: Vec<Cell>,
    /// Its rows without the titles between them.
    pub rows: Vec<RawRow>,
}

/// A row of a table.
#[derive(Debug)]
pub struct RawRow {
    /// The row's first line in the document.
    pub span: Span,
    /// As many cells as the header has.
    pub cells: Vec<Cell>,
}

/// A cell: the places of its lines, without blank ones.
#[derive(Debug, Default)]
pub struct Cell {
    /// Each line without the blanks around it.
    pub lines: Vec<Span>,
}

impl Cell {
    /// The lines joined by blanks.
    pub fn text(&self, source: &Source) -> String {
        self.lines.iter().map(|span| &source.text[span.start..span.end]).collect::<Vec<_>>().join(" ")
    }

    /// Adds a line if something stands in it.
    pub fn push(&mut self, source: &Source, span: Span) {
        let text = &source.text[span.start..span.end];
        let start = span.start + (text.len() - text.trim_start().len());
        if !text.trim().is_empty() {
            self.lines.push(Span::new(start, start + text.trim().len()));
        }
    }
}

/// Whether a title is that of a table which the importer reads.
pub fn is_read(title: &str) -> bool {
    targets::titles().iter().any(|known| title.starts_with(known.as_str()))
}

/// The error of a table whose end is missing.
pub fn cut_short(source: &Arc<Source>, title: Span, end: &str) -> Box<Diagnostic> {
    let last = Span::new(source.text.len(), source.text.len());
    let diagnostic = Diagnostic::new(source, last, "the document ends within a table", "ends here");
    Box::new(diagnostic.related(title, "the table begins here").help(format!("a table ends with {end}")))
}
