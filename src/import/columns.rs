//! The columns that say what a row is for.

use super::raw::Cell;
use super::reader::Reader;
use super::words::items;
use crate::llvm::{AddressSpace, Ordering, ScopeLevel};
use crate::syntax::source::{Diagnostic, Source, Span, spelt};
use crate::syntax::table::ast::{Column, Op, Row};

/// The row of these cells, with nothing to do yet.
pub fn read(reader: &Reader<'_>, span: Span, cells: &[Cell]) -> Result<Row, Box<Diagnostic>> {
    let [op, ordering, scopes, spaces, _] = cells else {
        let message = format!("a row of {} cells", cells.len());
        let help = "five: instruction, ordering, sync scope, address space, machine code";
        return Err(reader.error(span, message, help));
    };
    let text_of = |cell: &Cell| plain(&cell.text(reader.source));
    let op = word(reader, cell_span(op, span), &text_of(op), Op::ALL, Op::as_str)?;
    let ordering = match text_of(ordering).as_str() {
        "none" => None,
        text => Some(word(reader, cell_span(ordering, span), text, Ordering::ALL, Ordering::as_str)?),
    };
    let scopes = column(reader, scopes, ScopeLevel::ALL, ScopeLevel::as_str)?;
    let spaces = column(reader, spaces, AddressSpace::ALL, AddressSpace::as_str)?;
    Ok(Row { line: reader.line(span), op, ordering, scopes, spaces, refused: Vec::new(), cases: Vec::new() })
}

fn column<T: Copy>(
    reader: &Reader<'_>,
    cell: &Cell,
    all: &[T],
    spell: fn(T) -> &'static str,
) -> Result<Column<T>, Box<Diagnostic>> {
    match plain(&cell.text(reader.source)).as_str() {
        "none" => return Ok(Column::None),
        "any" => return Ok(Column::Any),
        _ => {}
    }
    let mut values = Vec::new();
    for item in items(reader.source, cell) {
        let text = joined(reader.source, &item.lines);
        values.push(word(reader, item.span, &plain(&text), all, spell)?);
    }
    Ok(Column::Of(values))
}

/// The text of some lines, joined by blanks.
pub fn joined(source: &Source, lines: &[Span]) -> String {
    lines.iter().map(|line| source.text[line.start..line.end].trim()).collect::<Vec<_>>().join(" ")
}

/// The text without emphasis and code marks.
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '*' | '`')).collect::<String>().trim().to_string()
}

fn cell_span(cell: &Cell, row: Span) -> Span {
    cell.lines.first().copied().unwrap_or(row)
}

fn word<T: Copy>(
    reader: &Reader<'_>,
    span: Span,
    text: &str,
    all: &[T],
    spell: fn(T) -> &'static str,
) -> Result<T, Box<Diagnostic>> {
    spelt(text, all, spell).map_err(|help| {
        let message = format!("`{text}` is not known in this column");
        Box::new(Diagnostic::new(reader.source, span, message, "this cell").help(help))
    })
}
