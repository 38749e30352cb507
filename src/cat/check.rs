//! Checks of a model that need no program.

mod names;
mod scopes;
mod warnings;

use super::base_names::BaseNames;
use super::core::{ModelGraph, is_static};
use super::elaborate::elaborate;
use super::load::{Model, Placed};
use super::updates::Updates;
use crate::syntax::source::Diagnostic;

pub use names::used as used_names;
pub use warnings::{Warning, Warnings, warnings};

/// Checks that every name is defined before its use, calls have as many arguments as the function has parameters,
/// recursive relations have a least fixpoint, `classes` are of what does not differ from execution to execution, and every operand is of the right kind. (A function that is not called is not checked for the
/// last.)
///
/// # Errors
/// The first error found, with its place in the text of the model; of names that are not defined, all.
pub fn check(model: &Model, base: &BaseNames<'_>) -> Result<(), Box<Diagnostic>> {
    let mut problems = names::look_at(model, base).problems.into_iter();
    if let Some(first) = problems.next() {
        let others: Vec<names::Problem> = problems.filter(|problem| problem.undefined.is_some()).collect();
        return Err(if first.undefined.is_some() { with_others(first, &others) } else { first.diagnostic });
    }
    // With two classes, both branches of a `match` are seen.
    let mut two = |graph: &ModelGraph, relation| is_static(graph, relation, base.varies).then_some(2);
    elaborate(model, Updates::TwoEvents, base, &mut ModelGraph::default(), &mut two).map(drop)
}

/// What is wrong with the names of a model: all that is.
pub fn problems(model: &Model, base: &BaseNames<'_>) -> Vec<Diagnostic> {
    names::look_at(model, base).problems.into_iter().map(|problem| *problem.diagnostic).collect()
}

/// The names that the files of a model use and do not define, those of the standard library counted as they are called; and those of them that
/// are not defined anywhere.
pub fn own_needs(model: &Model, base: &BaseNames<'_>) -> (Vec<String>, Vec<String>) {
    let own: Vec<Placed> = model.statements.iter().filter(|placed| !placed.is_library).cloned().collect();
    let undefined = names::look_at(model, base).problems.into_iter().filter_map(|problem| problem.undefined);
    let (mut undefined, mut needed): (Vec<String>, Vec<String>) =
        (undefined.collect(), names::needed(&own, &model.sources[0]).into_iter().collect());
    undefined.sort_unstable();
    undefined.dedup();
    needed.sort_unstable();
    (needed, undefined)
}

/// So many names that are not defined are listed, of more only how many there are.
const MOST_LISTED: usize = 10;

/// The first name that is not defined, with the others, each once.
fn with_others(first: names::Problem, others: &[names::Problem]) -> Box<Diagnostic> {
    let mut said: Vec<&str> = first.undefined.iter().map(String::as_str).collect();
    let mut listed = Vec::new();
    for other in others {
        let Some(name) = other.undefined.as_deref().filter(|name| !said.contains(name)) else { continue };
        said.push(name);
        listed.push(format!("`{name}` ({})", other.diagnostic.place()));
    }
    if listed.is_empty() {
        return first.diagnostic;
    }
    let own = first.diagnostic.help.as_ref().map(|help| format!("{help}; ")).unwrap_or_default();
    let more = match listed.len().saturating_sub(MOST_LISTED) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    listed.truncate(MOST_LISTED);
    let help = format!("{own}nor are {}{more}", listed.join(", "));
    Box::new(first.diagnostic.help(help))
}
