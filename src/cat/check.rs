//! Checks of a model that need no program.

mod names;

use super::base_names::BaseNames;
use super::core::ModelGraph;
use super::elaborate::elaborate;
use super::load::{Model, Placed};
use crate::syntax::cat::ast::{Statement, Word};
use crate::syntax::source::{Diagnostic, Source};
use std::collections::HashMap;
use std::sync::Arc;

/// Checks that every name is defined before its use, calls have as many arguments as the function has parameters,
/// recursive relations have a least fixpoint, tests have different names, and every operand is of the right kind. (A
/// function that is not called is not checked for the last.)
///
/// # Errors
/// The first error found, with its place in the text of the model.
pub fn check(model: &Model, base: &BaseNames<'_>) -> Result<(), Box<Diagnostic>> {
    names::check(model, base)?;
    check_test_names(model)?;
    // With two classes, both branches of a `match` are seen.
    elaborate(model, base, &mut ModelGraph::default(), &mut |_, _| Some(2)).map(drop)
}

fn check_test_names(model: &Model) -> Result<(), Box<Diagnostic>> {
    let mut seen: HashMap<&str, (&Arc<Source>, &Word)> = HashMap::new();
    for Placed { source, statement, .. } in &model.statements {
        let Statement::Test(test) = statement else { continue };
        let Some(name) = &test.name else { continue };
        if let Some(first) = seen.insert(&name.text, (source, name)) {
            return Err(Box::new(duplicate_name(first, source, name)));
        }
    }
    Ok(())
}

fn duplicate_name((first_source, first): (&Arc<Source>, &Word), source: &Arc<Source>, name: &Word) -> Diagnostic {
    let diagnostic = Diagnostic::new(source, name.span, format!("two tests are named `{}`", name.text), "the second");
    if Arc::ptr_eq(first_source, source) {
        return diagnostic.related(first.span, "the first");
    }
    let (line, column) = first_source.line_column(first.span.start);
    diagnostic.help(format!("the first is at {}:{line}:{column}", first_source.name))
}
