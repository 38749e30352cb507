//! What must hold of a test before its parts are read.

use super::super::ast::{Init, Parameter, Test};
use super::super::refuse;
use super::Lowered;
use crate::syntax::litmus::ast::{At, Name};
use crate::syntax::source::{Diagnostic, Source, Span};
use std::sync::Arc;

/// Refuses initial values of threads that are not there, or of a variable for the second time, and parameters of one name.
pub(super) fn check(source: &Arc<Source>, test: &Test) -> Lowered<()> {
    let own = test.init.iter().filter_map(|init| Some((init.location.thread.as_ref()?, init)));
    let own: Vec<(&At<i128>, &Init)> = own.collect();
    for (number, (thread, init)) in own.iter().enumerate() {
        numbered(source, thread, &test.threads)?;
        is_of_one_value(source, thread, init)?;
        let name = &init.location.name;
        let is_same =
            |(of, other): &&(&At<i128>, &Init)| of.node == thread.node && other.location.name.node == name.node;
        if let Some((_, first)) = own.iter().take(number).find(is_same) {
            let message = format!("`{}:{}` has two initial values", thread.node, name.node);
            return Err(twice(source, message, (init.location.span, first.location.span), "give it one"));
        }
    }
    test.threads.iter().try_for_each(|thread| parameters_differ(source, &thread.parameters))
}

/// What belongs to a thread by its number; a number of none is refused.
pub(super) fn numbered<'t, T>(source: &Arc<Source>, thread: &At<i128>, threads: &'t [T]) -> Lowered<(usize, &'t T)> {
    match usize::try_from(thread.node).ok().and_then(|number| Some((number, threads.get(number)?))) {
        Some(found) => Ok(found),
        None => {
            let help = format!("threads are numbered from 0; the last is {}", threads.len().saturating_sub(1));
            refuse(source, thread.span, format!("there is no thread {}", thread.node), "not known", help)
        }
    }
}

/// Refuses an array of a thread.
fn is_of_one_value(source: &Arc<Source>, thread: &At<i128>, init: &Init) -> Lowered<()> {
    let span = init.length.as_ref().map(|length| length.span).or_else(|| init.values.get(1).map(|value| value.span));
    span.map_or(Ok(()), |span| {
        let help = "local variables are integers and pointers: declare the array without a thread";
        refuse(source, span, format!("an array of thread {}", thread.node), "not supported", help)
    })
}

fn parameters_differ(source: &Arc<Source>, parameters: &[Parameter]) -> Lowered<()> {
    let names: Vec<&Name> = parameters.iter().filter_map(|parameter| parameter.name.as_ref()).collect();
    for (number, name) in names.iter().enumerate() {
        if let Some(first) = names.iter().take(number).find(|first| first.node == name.node) {
            let message = format!("two parameters are called `{}`", name.node);
            return Err(twice(source, message, (name.span, first.span), "each shared variable once"));
        }
    }
    Ok(())
}

fn twice(source: &Arc<Source>, message: String, (again, first): (Span, Span), help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(source, again, message, "again here").related(first, "first here").help(help))
}
