//! What is wrong with a text, as editors show it.

use super::document::{Document, range, uri};
use crate::ask::problems;
use crate::syntax::source::{Diagnostic, Span};
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location};

/// What is wrong with a text, and what is probably not meant.
pub fn diagnostics(document: &Document) -> Vec<lsp_types::Diagnostic> {
    let (errors, warnings) = problems(document.kind, &document.source);
    let all = errors.iter().map(|error| (error, DiagnosticSeverity::ERROR));
    let all = all.chain(warnings.iter().map(|warning| (warning, DiagnosticSeverity::WARNING)));
    all.map(|(found, severity)| shown(document, found, severity)).collect()
}

/// Something that was found, at its place; at the beginning of the text if that is in another.
fn shown(document: &Document, found: &Diagnostic, severity: DiagnosticSeverity) -> lsp_types::Diagnostic {
    let is_here = found.source_text.name == document.source.name;
    let span = if is_here { found.span } else { Span::default() };
    let mut message = if is_here { found.message.clone() } else { found.to_string() };
    if !found.label.is_empty() {
        message += &format!(" ({})", found.label);
    }
    if let Some(help) = &found.help {
        message += &format!("\n{help}");
    }
    let related = found.related.as_ref().and_then(|(span, label)| {
        let location = Location { uri: uri(&found.source_text.name)?, range: range(&found.source_text, *span) };
        Some(vec![DiagnosticRelatedInformation { location, message: label.clone() }])
    });
    lsp_types::Diagnostic {
        range: range(&document.source, span),
        severity: Some(severity),
        source: Some("litmus".into()),
        message,
        related_information: related,
        ..lsp_types::Diagnostic::default()
    }
}
