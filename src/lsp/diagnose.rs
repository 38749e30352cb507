//! What is wrong with a text, as editors show it.

use super::document::{Document, Kind, range, uri};
use crate::hardware::HardwareFile;
use crate::load;
use crate::models;
use crate::syntax::source::{Diagnostic, Span};
use crate::syntax::table;
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location};
use std::path::Path;

/// Larger texts are no files of these kinds, and are not read while somebody types.
const MOST: usize = 1 << 20;

/// What is wrong with a text, and what is probably not meant.
pub fn diagnostics(document: &Document) -> Vec<lsp_types::Diagnostic> {
    let (errors, warnings) = found(document);
    let all = errors.iter().map(|error| (error, DiagnosticSeverity::ERROR));
    let all = all.chain(warnings.iter().map(|warning| (warning, DiagnosticSeverity::WARNING)));
    all.map(|(found, severity)| shown(document, found, severity)).collect()
}

fn found(document: &Document) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let source = &document.source;
    if source.text.len() > MOST {
        let message = "a file of more than 1 MiB is not read";
        let error =
            Diagnostic::new(source, Span::default(), message, "this file").help("files of this kind are smaller");
        return (vec![error], Vec::new());
    }
    let one = |error: Box<Diagnostic>| (vec![*error], Vec::new());
    match document.kind {
        Kind::Test => (load::event_structure(source).err().unwrap_or_default(), Vec::new()),
        Kind::Model => match models::of_text(Path::new(&source.name), &source.text) {
            Err(error) => one(error),
            Ok(model) => {
                let mut problems = models::problems(&model);
                if problems.is_empty() {
                    problems.extend(models::check_of_any_language(&model).err().map(|error| *error));
                }
                (problems, models::warnings(&model).into_iter().map(|(_, warning)| warning).collect())
            }
        },
        Kind::Hardware => HardwareFile::of(source.clone()).err().map_or_else(Default::default, one),
        Kind::Table => table::parse(source).err().map_or_else(Default::default, one),
    }
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
