//! What is wrong with a text, as editors show it.

use super::document::{Document, Kind, range};
use super::open::Documents;
use super::part::problems_in_whole;
use crate::ask::problems;
use crate::syntax::cat;
use crate::syntax::cat::ast::Statement;
use crate::syntax::source::{Diagnostic, Span};
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location};
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// What is known of a text.
#[derive(Default)]
pub struct Judged {
    /// What is wrong, and what is probably not meant.
    pub wrong: Vec<lsp_types::Diagnostic>,
    /// The files that it includes, those that are not there too.
    pub included: Vec<PathBuf>,
}

/// Judges a text among those that are open.
pub fn judge(document: &Document, open: &Documents) -> Judged {
    let included = RefCell::new(Vec::new());
    let text = |path: &Path| {
        included.borrow_mut().push(path.to_path_buf());
        open.text(path)
    };
    let mut found = problems(document.kind, &document.source, &text);
    if document.kind == Kind::Model && !document.is_given && !found.0.is_empty() {
        found = problems_in_whole(document, open, &text).unwrap_or(found);
    }
    let (errors, warnings) = found;
    let all = errors.iter().map(|error| (error, DiagnosticSeverity::ERROR));
    let all = all.chain(warnings.iter().map(|warning| (warning, DiagnosticSeverity::WARNING)));
    let wrong = all.map(|(found, severity)| shown(document, open, found, severity)).collect();
    Judged { wrong, included: included.into_inner() }
}

/// Something that was found, at its place; if that is in another text, where that is included, or at the beginning.
fn shown(
    document: &Document,
    open: &Documents,
    found: &Diagnostic,
    severity: DiagnosticSeverity,
) -> lsp_types::Diagnostic {
    let is_here = found.source_text.name == document.source.name;
    let span = if is_here { found.span } else { inclusion(document, &found.source_text.name).unwrap_or_default() };
    let mut message = if is_here { found.message.clone() } else { found.to_string() };
    if !found.label.is_empty() {
        message += &format!(" ({})", found.label);
    }
    if let Some(help) = &found.help {
        message += &format!("\n{help}");
    }
    let related = found.related.as_ref().and_then(|(span, label)| {
        let location = Location { uri: open.name(&found.source_text.name)?, range: range(&found.source_text, *span) };
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

/// Where a model includes a file, if it does so itself.
fn inclusion(document: &Document, path: &str) -> Option<Span> {
    if document.kind != Kind::Model {
        return None;
    }
    let file = cat::parse(&document.source).ok()?;
    let mut found = None;
    for statement in &file.statements {
        statement.visit(&mut |statement| {
            if let Statement::Include(word) = statement
                && Path::new(path).ends_with(&word.text)
            {
                found.get_or_insert(word.span);
            }
        });
    }
    found
}
