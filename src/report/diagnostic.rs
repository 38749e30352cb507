//! Errors with the text underlined.

use super::lines::{COLUMNS, WIDEST, columns, words_within, wrap_words};
use crate::syntax::source::{self, Diagnostic, Span, boundary};
use anstream::adapter::strip_str;
use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};

/// Longer lines are shown as an excerpt, beside the margin.
const MAX_LINE: usize = 88;
/// Columns of a message, after the word for what it is.
const MESSAGE: usize = 88;
/// Columns of a help text, beside the margin.
const HELP: usize = 84;

/// The message of an error as text, coloured or not.
pub fn render(diagnostic: &Diagnostic, color: bool) -> String {
    render_as(diagnostic, ReportKind::Error, color)
}

/// The message of a warning as text.
pub fn render_warning(diagnostic: &Diagnostic) -> String {
    render_as(diagnostic, ReportKind::Warning, false)
}

fn render_as(diagnostic: &Diagnostic, kind: ReportKind<'_>, color: bool) -> String {
    let source = &diagnostic.source_text;
    if places(diagnostic).any(|(span, _)| columns(line_of(&source.text, span).trim_end()) > MAX_LINE) {
        return excerpt(diagnostic, kind);
    }
    match framed(diagnostic, kind, color) {
        // What is said below a place may stand far to the right.
        Ok(text) if strip_str(&text).to_string().lines().all(|line| columns(line) <= WIDEST) => text,
        Ok(_) | Err(_) => excerpt(diagnostic, kind),
    }
}

/// The message with the lines of its places in a frame.
fn framed(diagnostic: &Diagnostic, kind: ReportKind<'_>, color: bool) -> std::io::Result<String> {
    let source = &diagnostic.source_text;
    let name = source.name.clone();
    let place = |span: Span| {
        // An empty place is shown one character wide.
        let text = &source.text;
        let start = boundary(text, span.start);
        let width = text[start..].chars().next().map_or(0, char::len_utf8);
        let end = boundary(text, span.end).max(start);
        // A line ends before its carriage return, and what ends it is one character.
        let shown = &text[start..end];
        let end = if shown.ends_with('\r') || shown.ends_with("\r\n") { end - 1 } else { end };
        (name.clone(), start..end.max(start + width))
    };
    let config = Config::default().with_color(color).with_char_set(CharSet::Ascii).with_index_type(IndexType::Byte);
    let mut labels = vec![(diagnostic.span, &diagnostic.label, Color::Red)];
    labels.extend(diagnostic.related.iter().map(|(span, label)| (*span, label, Color::Blue)));
    labels.sort_by_key(|(span, ..)| *span);
    let labels = labels.into_iter().map(|(span, label, color)| {
        let label = if label.is_empty() { "here" } else { label };
        Label::new(place(span)).with_message(label).with_color(color)
    });
    let mut report = Report::build(kind, place(diagnostic.span))
        .with_config(config)
        .with_message(message(diagnostic))
        .with_labels(labels);
    if let Some(help) = &diagnostic.help {
        report = report.with_help(words_within(help, HELP).join("\n"));
    }
    let mut out = Vec::new();
    report.finish().write((name.clone(), Source::from(one_line_end(&source.text))), &mut out)?;
    Ok(String::from_utf8_lossy(&out).lines().map(|line| format!("{}\n", line.trim_end())).collect())
}

/// The message in lines that fit.
fn message(diagnostic: &Diagnostic) -> String {
    words_within(&diagnostic.message, MESSAGE).join("\n    ")
}

/// The text in which lines end where they do for [`line_column`](crate::syntax::source::Source::line_column), after a line feed: other
/// characters that ariadne has lines end at are spaces of as many bytes.
fn one_line_end(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        out.push(match character {
            '\r' if text[at..].starts_with("\r\n") => '\r',
            '\r' | '\u{b}' | '\u{c}' => ' ',
            '\u{85}' => '\u{a0}',
            '\u{2028}' | '\u{2029}' => '\u{2002}',
            other => other,
        });
    }
    out
}

/// The places of an error, each with what is said of it.
fn places(diagnostic: &Diagnostic) -> impl Iterator<Item = (Span, &String)> {
    let related = diagnostic.related.iter().map(|(span, label)| (*span, label));
    std::iter::once((diagnostic.span, &diagnostic.label)).chain(related)
}

/// The line that a place begins in.
fn line_of(text: &str, span: Span) -> &str {
    let (before, after) = text.split_at(boundary(text, span.start));
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let end = after.find('\n').map_or(text.len(), |newline| before.len() + newline);
    &text[start..end]
}

/// The message with a few characters around each place, for lines too long to show.
fn excerpt(diagnostic: &Diagnostic, kind: ReportKind<'_>) -> String {
    let places: String = places(diagnostic).map(|(span, label)| around(&diagnostic.source_text, span, label)).collect();
    let help = diagnostic.help.as_ref().map(|help| words_within(help, HELP).join("\n    "));
    let help = help.map_or(String::new(), |help| format!("  Help: {help}\n"));
    format!("{kind}: {}\n{places}{help}", message(diagnostic))
}

/// A few characters around a place, underlined, with what is said of it.
fn around(source: &source::Source, span: Span, label: &str) -> String {
    const BEFORE: usize = 40;
    let text = &source.text;
    let start = boundary(text, span.start);
    let (row, column) = source.line_column(span.start);
    let line = line_of(text, span);
    let offset = line.as_ptr() as usize - text.as_ptr() as usize;
    let from = boundary(text, start.saturating_sub(BEFORE).max(offset));
    let end = offset + line.trim_end().len();
    let to = boundary(text, (from + MAX_LINE).min(end)).max(start);
    let before = columns(&text[from..start]);
    let width = columns(&text[start..boundary(text, span.end.clamp(start, to))]).max(1);
    let marks = format!("     {}{}", " ".repeat(before), "^".repeat(width));
    let said = match columns(&marks) + 1 + columns(label) <= COLUMNS {
        true => format!("{marks} {label}"),
        false => format!("{marks}\n{}", wrap_words(label, "     ").trim_end()),
    };
    let left_out = |is_left_out: bool| if is_left_out { "..." } else { "" };
    let (before, after) = (left_out(from > offset), left_out(to < end));
    let excerpt = format!("  {before:<3}{}{after}", &text[from..to]);
    format!("  at {}:{row}:{column}\n{}\n{}\n", source.name, excerpt.trim_end(), said.trim_end())
}
