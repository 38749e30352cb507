//! What is wrong with a table or its document though it can be understood.

use crate::syntax::source::Span;
use crate::syntax::table::ast::{Column, Line, Row};
use crate::syntax::table::places::Part;

/// A flaw of a table or of the document that it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The family of the table.
    pub family: String,
    /// The line of the document, from 1.
    pub line: Line,
    /// The row, or the table.
    pub place: String,
    /// What is wrong, and what was taken instead.
    pub message: String,
    /// Where it stands.
    pub at: At,
}

/// Where a flaw stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// In the text of the document: the table that was read does not have it any more.
    Document(Span),
    /// In the table.
    Table(Part),
}

impl std::fmt::Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}: {}", self.line, self.place, self.message)
    }
}

/// The name of a row: `fence acquire agent, system none`.
pub fn row_name(row: &Row) -> String {
    let ordering = row.ordering.map_or("none", |ordering| ordering.as_str());
    format!("{} | {ordering} | {} | {}", row.op, column(&row.scopes), column(&row.spaces))
}

fn column<T: std::fmt::Display>(column: &Column<T>) -> String {
    match column {
        Column::None => "none".into(),
        Column::Any => "any".into(),
        Column::Of(values) => values.iter().map(T::to_string).collect::<Vec<_>>().join(", "),
    }
}
