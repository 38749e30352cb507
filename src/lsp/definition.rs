//! Where a name of a model is defined: in its text, or in a file that it includes.

use super::document::{Document, Kind, range};
use super::folder;
use super::open::Documents;
use super::readable::model;
use crate::cat::{Model, Placed};
use crate::syntax::cat::ast::{Binding, Expr, ExprKind, Let, Statement, Word};
use crate::syntax::provenance::Provenance;
use crate::syntax::source::{Source, Span};
use lsp_types::{GotoDefinitionResponse, Location, Uri};
use std::path::Path;
use std::sync::Arc;

/// What stands in names besides letters and digits.
pub const OF_NAMES: &[char] = &['_', '-', '.'];

/// What a name stands for.
pub struct Found {
    /// The text that it is defined in.
    pub source: Arc<Source>,
    /// The name where it is defined.
    pub name: Span,
    /// The statement that defines it.
    pub statement: Span,
    /// Where that is from.
    pub provenance: Provenance,
}

/// Where the name at an offset of an open text is defined: in a text that is open, a file, or a copy of one that comes with the tool.
pub fn definition(open: &Documents, own: &Uri, offset: impl Fn(&Document) -> usize) -> Option<GotoDefinitionResponse> {
    let document = open.get(own)?;
    if document.kind != Kind::Model {
        return None;
    }
    let found = found(document, open, offset(document))?;
    let uri = match found.source.name == document.source.name {
        true => own.clone(),
        false => open.name(&found.source.name).or_else(|| folder::file_of(&found.source))?,
    };
    Some(GotoDefinitionResponse::Scalar(Location { uri, range: range(&found.source, found.name) }))
}

/// What the name at an offset stands for; nothing of what programs provide.
pub fn found(document: &Document, open: &Documents, offset: usize) -> Option<Found> {
    let (word, span) = document.word(offset, OF_NAMES)?;
    let model = model(document, open)?;
    let own = model.sources.first()?.clone();
    let within = |placed: &&Placed| placed.source.name == own.name && contains(placed.statement.span(), span.start);
    let at = model.alternatives().find(within);
    if let Some(local) = at.and_then(|at| local(&at.statement, word, span)) {
        let (statement, provenance) = (at?.statement.span(), Provenance::default());
        return Some(Found { source: own, name: local, statement, provenance });
    }
    included(&model, document, span).or_else(|| global(&model, &own, word, span))
}

fn contains(span: Span, offset: usize) -> bool {
    (span.start..span.end).contains(&offset)
}

/// The file that an `include` at a place names, by its first line.
fn included(model: &Model, document: &Document, span: Span) -> Option<Found> {
    let line = document.source.line_span(document.source.line_column(span.start).0);
    let name = document.source.text.get(line.start..line.end)?.strip_prefix("include")?.trim().trim_matches('"');
    let source = model.sources.iter().find(|source| Path::new(&source.name).ends_with(name))?.clone();
    let begin = Span::new(0, 0);
    Some(Found { source, name: begin, statement: begin, provenance: Provenance::default() })
}

/// The last definition of a name before a place of the model's own text.
fn global(model: &Model, own: &Arc<Source>, word: &str, span: Span) -> Option<Found> {
    let mut found = None;
    for placed in model.alternatives() {
        let is_own = placed.source.name == own.name;
        if is_own && placed.statement.span().start > span.start {
            break;
        }
        let Some(name) = names(&placed.statement).into_iter().find(|name| name.text == word) else { continue };
        let provenance = match &*placed.statement {
            Statement::Let(definitions) => definitions.provenance.clone(),
            Statement::Test(test) => test.provenance.clone(),
            Statement::Include(_)
            | Statement::If(_)
            | Statement::With(_)
            | Statement::Procedure(_)
            | Statement::Call(_)
            | Statement::Forall(_)
            | Statement::Enum(_)
            | Statement::Show(..)
            | Statement::Ignored(_) => Provenance::default(),
        };
        // Within its own definition a name stands for the one before, unless that is recursive.
        let is_inside = is_own && contains(placed.statement.span(), span.start) && name.span != span;
        let is_recursive = matches!(&*placed.statement, Statement::Let(definitions) if definitions.recursive);
        if !is_inside || is_recursive {
            let statement = placed.statement.span();
            found = Some(Found { source: placed.source.clone(), name: name.span, statement, provenance });
        }
    }
    found
}

/// The names that a statement defines.
fn names(statement: &Statement) -> Vec<&Word> {
    match statement {
        Statement::Let(definitions) => definitions.bindings.iter().map(|binding| &binding.name).collect(),
        Statement::With(with) => vec![&with.name],
        Statement::Procedure(procedure) => vec![&procedure.name],
        Statement::Enum(tags) => std::iter::once(&tags.name).chain(&tags.tags).collect(),
        Statement::Test(test) => test.name.iter().collect(),
        Statement::Include(_)
        | Statement::If(_)
        | Statement::Call(_)
        | Statement::Forall(_)
        | Statement::Show(..)
        | Statement::Ignored(_) => Vec::new(),
    }
}

/// The innermost binder around a place that gives a name: a parameter, a `let` within an expression, an element.
fn local(statement: &Statement, word: &str, span: Span) -> Option<Span> {
    let mut binders: Vec<&Word> = Vec::new();
    of_statement(statement, span.start, &mut binders);
    binders.iter().rev().find(|binder| binder.text == word).map(|binder| binder.span)
}

fn of_statement<'s>(statement: &'s Statement, at: usize, binders: &mut Vec<&'s Word>) {
    if !contains(statement.span(), at) {
        return;
    }
    match statement {
        Statement::Let(definitions) => definitions.bindings.iter().for_each(|binding| of_binding(binding, at, binders)),
        Statement::Test(test) => of_expr(&test.expr, at, binders),
        Statement::With(with) => of_expr(&with.from, at, binders),
        Statement::Procedure(procedure) => {
            binders.extend(&procedure.parameters);
            procedure.body.iter().for_each(|inner| of_statement(inner, at, binders));
        }
        Statement::Call(call) => call.arguments.iter().for_each(|argument| of_expr(argument, at, binders)),
        Statement::Forall(forall) => {
            of_expr(&forall.of, at, binders);
            binders.push(&forall.element);
            forall.body.iter().for_each(|inner| of_statement(inner, at, binders));
        }
        Statement::If(choice) => {
            choice.then.iter().chain(&choice.otherwise).for_each(|inner| of_statement(inner, at, binders));
        }
        Statement::Show(shown, _) => shown.iter().for_each(|expr| of_expr(expr, at, binders)),
        Statement::Include(_) | Statement::Enum(_) | Statement::Ignored(_) => {}
    }
}

fn of_binding<'s>(binding: &'s Binding, at: usize, binders: &mut Vec<&'s Word>) {
    let whole = binding.name.span.to(binding.body.span);
    if contains(whole, at) {
        binders.extend(&binding.parameters);
        of_expr(&binding.body, at, binders);
    }
}

fn of_let<'s>(definitions: &'s Let, body: &'s Expr, at: usize, binders: &mut Vec<&'s Word>) {
    let names = definitions.bindings.iter().map(|binding| &binding.name);
    match contains(body.span, at) || definitions.recursive {
        true => {
            binders.extend(names);
            of_expr(body, at, binders);
        }
        // A name is a place of its own definition.
        false => binders.extend(names.filter(|name| contains(name.span, at))),
    }
    definitions.bindings.iter().for_each(|binding| of_binding(binding, at, binders));
}

fn of_expr<'s>(expr: &'s Expr, at: usize, binders: &mut Vec<&'s Word>) {
    if !contains(expr.span, at) {
        return;
    }
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Empty | ExprKind::Universe | ExprKind::Tag(_) => {}
        ExprKind::Identity(inner)
        | ExprKind::Complement(inner)
        | ExprKind::Postfix(_, inner)
        | ExprKind::Part(_, _, inner) => of_expr(inner, at, binders),
        ExprKind::Infix(_, parts) | ExprKind::Call(_, parts) | ExprKind::Set(parts) | ExprKind::Tuple(parts) => {
            parts.iter().for_each(|part| of_expr(part, at, binders));
        }
        ExprKind::Let(definitions, body) => of_let(definitions, body, at, binders),
        ExprKind::Match(found) => {
            of_expr(&found.subject, at, binders);
            of_expr(&found.empty, at, binders);
            if contains(found.more.span, at) {
                binders.extend([&found.element, &found.rest]);
                of_expr(&found.more, at, binders);
            }
        }
        ExprKind::MatchTag(found) => {
            of_expr(&found.subject, at, binders);
            found.arms.iter().for_each(|(_, arm)| of_expr(arm, at, binders));
        }
        ExprKind::Function(binding) => of_binding(binding, at, binders),
        ExprKind::Try(first, second) | ExprKind::If(_, first, second) => {
            of_expr(first, at, binders);
            of_expr(second, at, binders);
        }
    }
}
