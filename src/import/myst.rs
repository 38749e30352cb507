//! `{list-table}` directives of MyST: a list of rows, each a list of cells.

use super::raw::{Cell, RawRow, RawTable, cut_short};
use crate::syntax::source::{Diagnostic, Source, Span};
use std::sync::Arc;

/// The place of a table's title if the line has one, of whatever table.
pub fn title(source: &Source, line: &Span) -> Option<Span> {
    let text = &source.text[line.start..line.end];
    let title = text.strip_prefix(":::{list-table} ")?;
    Some(Span::new(line.end - title.len(), line.end))
}

/// The table whose title is in line `at`, and the line after it.
pub fn table(
    source: &Arc<Source>,
    lines: &[Span],
    at: usize,
    title: Span,
) -> Result<(RawTable, usize), Box<Diagnostic>> {
    let text = |line: &Span| source.text.get(line.start..line.end).unwrap_or_default();
    let end = (at + 1..lines.len()).find(|&i| text(&lines[i]).trim_end() == ":::");
    let end = end.ok_or_else(|| cut_short(source, title, "`:::`"))?;
    let option = |name: &str| lines[at + 1..end].iter().find_map(|line| text(line).strip_prefix(name));
    let Some(label) = option(":name: ") else {
        return Err(Box::new(Diagnostic::new(source, title, "a table without a label", "no `:name:` follows")));
    };
    let Ok(header_rows) = option(":header-rows: ").unwrap_or("0").trim().parse::<usize>() else {
        return Err(Box::new(Diagnostic::new(
            source,
            title,
            "a table with header rows that are no number",
            "this one",
        )));
    };
    let mut rows: Vec<RawRow> = Vec::new();
    for line in &lines[at + 1..end] {
        let row = text(line).strip_prefix("* -");
        let cell = text(line).strip_prefix("  -");
        match (row, cell, rows.last_mut()) {
            (Some(_), ..) => {
                let mut first = Cell::default();
                first.push(source, Span::new(line.start + 3, line.end));
                rows.push(RawRow { span: *line, cells: vec![first] });
            }
            (_, Some(_), Some(row)) => {
                let mut next = Cell::default();
                next.push(source, Span::new(line.start + 3, line.end));
                row.cells.push(next);
            }
            (_, _, Some(row)) => {
                if let Some(cell) = row.cells.last_mut() {
                    cell.push(source, *line);
                }
            }
            // The options stand before the first row.
            _ => {}
        }
    }
    let width = rows.first().map_or(0, |row| row.cells.len());
    if let Some(row) = rows.iter().find(|row| row.cells.len() != width) {
        let message = format!("a row of {} cells in a table of {width} columns", row.cells.len());
        return Err(Box::new(Diagnostic::new(source, row.span, message, "this row").related(title, "this table")));
    }
    if rows.len() < header_rows {
        return Err(Box::new(Diagnostic::new(source, title, "a table without its header", "this table")));
    }
    let mut rows = rows.into_iter();
    let mut header: Vec<Cell> = (0..width).map(|_| Cell::default()).collect();
    for row in rows.by_ref().take(header_rows) {
        header.iter_mut().zip(row.cells).for_each(|(all, more)| all.lines.extend(more.lines));
    }
    // A title between rows has a first cell in bold and nothing else.
    let is_title = |row: &RawRow| {
        let bold = row.cells[0].lines.first().is_some_and(|line| text(line).starts_with("**"));
        bold && row.cells[1..].iter().all(|cell| cell.lines.is_empty())
    };
    let rows: Vec<RawRow> = rows.filter(|row| !is_title(row)).collect();
    for row in &rows {
        if let Some(missing) = row.cells.iter().position(|cell| cell.lines.is_empty()) {
            let message = format!("a row without its cell {} of {width}", missing + 1);
            return Err(Box::new(
                Diagnostic::new(source, row.span, message, "this row").help("`*none*` where nothing is said"),
            ));
        }
    }
    Ok((RawTable { label: label.trim().to_string(), span: title, header, rows }, end + 1))
}
