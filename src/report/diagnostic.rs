//! Errors with the text underlined.

use crate::syntax::source::{Diagnostic, Span};
use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};

/// The message as text, coloured or not.
pub fn render(diagnostic: &Diagnostic, color: bool) -> String {
    let source = &diagnostic.source_text;
    let name = source.name.clone();
    let place = |span: Span| {
        let end = span.end.min(source.text.len()).max(span.start);
        // An empty place is shown one character wide.
        let end = if end == span.start { (span.start + 1).min(source.text.len()) } else { end };
        (name.clone(), span.start.min(end)..end)
    };
    let config = Config::default().with_color(color).with_char_set(CharSet::Ascii).with_index_type(IndexType::Byte);
    let mut report = Report::build(ReportKind::Error, place(diagnostic.span))
        .with_config(config)
        .with_message(&diagnostic.message)
        .with_label(Label::new(place(diagnostic.span)).with_message(&diagnostic.label).with_color(Color::Red));
    if let Some((span, label)) = &diagnostic.related {
        report = report.with_label(Label::new(place(*span)).with_message(label).with_color(Color::Blue));
    }
    if let Some(help) = &diagnostic.help {
        report = report.with_help(help);
    }
    let mut out = Vec::new();
    let written = report.finish().write((name.clone(), Source::from(source.text.as_str())), &mut out);
    match written {
        Ok(()) => String::from_utf8_lossy(&out).lines().map(|line| format!("{}\n", line.trim_end())).collect(),
        Err(_) => format!("Error: {diagnostic}\n"),
    }
}
