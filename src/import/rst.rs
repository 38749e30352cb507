//! Simple tables of reStructuredText: columns are where the border has `=`.

use super::raw::{Cell, RawRow, RawTable, cut_short};
use crate::syntax::source::{Diagnostic, Source, Span};
use std::sync::Arc;

/// The place of a table's title if the line has one, of whatever table.
pub fn title(source: &Source, line: &Span) -> Option<Span> {
    let text = &source.text[line.start..line.end];
    let title = text.trim_start().strip_prefix(".. table:: ")?;
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
    let is_border = |line: &Span| {
        let text = text(line).trim();
        text.starts_with("==") && text.chars().all(|c| c == '=' || c == ' ')
    };
    let end_mark = "a border of `=`";
    let borders: Vec<usize> = (at + 1..lines.len()).filter(|&i| is_border(&lines[i])).take(3).collect();
    let &[top, middle, bottom] = borders.as_slice() else { return Err(cut_short(source, title, end_mark)) };
    // A border of other columns belongs to another table.
    if text(&lines[top]) != text(&lines[middle]) || text(&lines[top]) != text(&lines[bottom]) {
        let diagnostic = Diagnostic::new(source, lines[top], "a table without its end", "this border is not repeated");
        return Err(Box::new(diagnostic.help("the same border above the header, below it, and at the end")));
    }
    let name = lines[at + 1..top].iter().find_map(|line| text(line).trim().strip_prefix(":name: "));
    let Some(label) = name else {
        return Err(Box::new(Diagnostic::new(source, title, "a table without a label", "no `:name:` follows")));
    };
    let columns = columns(text(&lines[top]));
    let mut header: Vec<Cell> = columns.iter().map(|_| Cell::default()).collect();
    for line in &lines[top + 1..middle] {
        fill_cells(source, line, &columns, &mut header)?;
    }
    let mut rows: Vec<RawRow> = Vec::new();
    for i in middle + 1..bottom {
        let underlined = |i: usize| lines.get(i).is_some_and(|line| is_underline(text(line)));
        // A title between rows spans all columns and is underlined.
        if is_underline(text(&lines[i])) || underlined(i + 1) {
            continue;
        }
        let begins = cut_column(source, &lines[i], columns[0]).is_some_and(|span| !text(&span).trim().is_empty());
        if begins {
            rows.push(RawRow { span: lines[i], cells: columns.iter().map(|_| Cell::default()).collect() });
        }
        match rows.last_mut() {
            Some(row) => fill_cells(source, &lines[i], &columns, &mut row.cells)?,
            None if text(&lines[i]).trim().is_empty() => {}
            None => {
                return Err(Box::new(Diagnostic::new(source, lines[i], "text before the first row", "no row begins")));
            }
        }
    }
    for row in &rows {
        if let Some(missing) = row.cells.iter().position(|cell| cell.lines.is_empty()) {
            let message = format!("a row without its cell {} of {}", missing + 1, columns.len());
            return Err(Box::new(
                Diagnostic::new(source, row.span, message, "this row").help("`*none*` where nothing is said"),
            ));
        }
    }
    Ok((RawTable { label: label.trim().to_string(), span: title, header, rows }, bottom + 1))
}

fn is_underline(text: &str) -> bool {
    text.trim().len() > 1 && text.trim().chars().all(|c| c == '-')
}

/// The columns of a border, by characters; the last has no end.
fn columns(border: &str) -> Vec<(usize, usize)> {
    let mut columns = Vec::new();
    let mut start = None;
    for (at, c) in border.chars().chain([' ']).enumerate() {
        match (c, start) {
            ('=', None) => start = Some(at),
            (' ', Some(from)) => {
                columns.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    if let Some(last) = columns.last_mut() {
        last.1 = usize::MAX;
    }
    columns
}

/// The part of a line in a column.
fn cut_column(source: &Source, line: &Span, (from, to): (usize, usize)) -> Option<Span> {
    let text = source.text.get(line.start..line.end)?;
    let byte = |column: usize| text.char_indices().nth(column).map_or(text.len(), |(at, _)| at);
    Some(Span::new(line.start + byte(from), line.start + byte(to)))
}

/// Adds a line to the cells of a row.
fn fill_cells(
    source: &Arc<Source>,
    line: &Span,
    columns: &[(usize, usize)],
    cells: &mut [Cell],
) -> Result<(), Box<Diagnostic>> {
    let gaps = columns.windows(2).map(|pair| (pair[0].1, pair[1].0));
    for gap in gaps.chain([(0, columns[0].0)]) {
        let Some(span) = cut_column(source, line, gap) else { continue };
        if !source.text[span.start..span.end].trim().is_empty() {
            let diagnostic = Diagnostic::new(source, span, "text between two columns", "outside of every column");
            return Err(Box::new(diagnostic.help("columns are where the border has `=`")));
        }
    }
    for (column, cell) in columns.iter().zip(cells) {
        if let Some(span) = cut_column(source, line, *column) {
            cell.push(source, span);
        }
    }
    Ok(())
}
