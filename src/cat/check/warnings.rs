//! What a model says that is probably not meant.

use super::names;
use super::scopes::{Definition, Known, Origin};
use crate::cat::base_names::BaseNames;
use crate::cat::load::{Model, Placed};
use crate::syntax::cat::ast::{Statement, Word};
use crate::syntax::source::{Diagnostic, Source};
use std::collections::HashMap;
use std::sync::Arc;

/// What is probably not meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A definition hides what programs provide.
    HidesBase,
    /// A definition hides another, or what the library has.
    Hides,
    /// Nothing uses a definition.
    Unused,
    /// Two tests have one name.
    SameName,
}

/// Warnings with their places.
pub type Warnings = Vec<(Warning, Diagnostic)>;

/// What is probably not meant in the files of a model, those that come with the tool left out; of included files, only what hides what programs
/// provide.
pub fn warnings(model: &Model, base: &BaseNames<'_>) -> Warnings {
    let found = names::look_at(model, base).scopes;
    let mut all: Warnings = found.definitions.iter().filter_map(|definition| hidden(model, definition)).collect();
    // What a file without a test defines is for those that include it.
    if has_test(model) {
        all.extend(found.definitions.iter().filter_map(|definition| unused(model, definition)));
    }
    all.extend(same_names(model));
    all
}

fn hidden(model: &Model, definition: &Definition<'_>) -> Option<(Warning, Diagnostic)> {
    let (source, span) = definition.entry.place?;
    if definition.entry.origin == Origin::Library {
        return None;
    }
    let (name, hides) = (definition.name, definition.hides?);
    let what = match hides.origin {
        // `with co from …` is the coherence order that programs provide.
        Origin::BaseRelation if definition.entry.known == Known::Chosen && name == "co" => return None,
        Origin::BaseSet => "the base set",
        Origin::BaseRelation => "the base relation",
        Origin::Language => "the function of the language",
        Origin::Library => "what the standard library calls",
        Origin::Defined => "the earlier definition of",
    };
    let is_base = matches!(hides.origin, Origin::BaseSet | Origin::BaseRelation) && definition.entry.is_top;
    if !is_base && (!is_of_model(model, source) || definition.entry.known == Known::Parameter) {
        return None;
    }
    let diagnostic = Diagnostic::new(source, span, format!("this hides {what} `{name}`"), "means this from here on");
    let diagnostic = match hides.place.filter(|(other, _)| Arc::ptr_eq(other, source)) {
        Some((_, earlier)) => diagnostic.related(earlier, "what it hides"),
        None => diagnostic,
    };
    Some((if is_base { Warning::HidesBase } else { Warning::Hides }, diagnostic))
}

fn unused(model: &Model, definition: &Definition<'_>) -> Option<(Warning, Diagnostic)> {
    let (source, span) = definition.entry.place?;
    let counts = is_of_model(model, source) && !definition.is_used && definition.entry.known != Known::Parameter;
    let diagnostic = || Diagnostic::new(source, span, format!("`{}` is not used", definition.name), "defined here");
    counts.then(|| (Warning::Unused, diagnostic()))
}

/// Whether a text is that of the model's own file.
fn is_of_model(model: &Model, source: &Arc<Source>) -> bool {
    Arc::ptr_eq(&model.sources[0], source) || model.sources[0].name == source.name
}

fn same_names(model: &Model) -> Warnings {
    let mut seen: HashMap<&str, (&Arc<Source>, &Word)> = HashMap::new();
    let mut found = Vec::new();
    for Placed { source, statement, .. } in &model.statements {
        let Statement::Test(test) = &**statement else { continue };
        let Some(name) = &test.name else { continue };
        if let Some(first) = seen.insert(&name.text, (source, name)) {
            found.push((Warning::SameName, same_name(first, source, name)));
        }
    }
    found
}

fn same_name((first_source, first): (&Arc<Source>, &Word), source: &Arc<Source>, name: &Word) -> Diagnostic {
    let message = format!("two tests are named `{0}`: the second is called `{0}-2`", name.text);
    let diagnostic = Diagnostic::new(source, name.span, message, "the second");
    if Arc::ptr_eq(first_source, source) {
        return diagnostic.related(first.span, "the first");
    }
    let (line, column) = first_source.line_column(first.span.start);
    diagnostic.help(format!("the first is at {}:{line}:{column}", first_source.name))
}

fn has_test(model: &Model) -> bool {
    model.statements.iter().any(|placed| {
        let mut found = false;
        placed.statement.visit(&mut |statement| found |= matches!(statement, Statement::Test(_)));
        found
    })
}
