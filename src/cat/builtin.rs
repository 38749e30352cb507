//! The functions that the language has, and how a wrong call is reported.

use crate::syntax::source::{Diagnostic, Source, Span};
use std::sync::Arc;

/// A function that the language has; a model may define another of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// `domain r`: the events that have a successor.
    Domain,
    /// `range r`: the events that have a predecessor.
    Range,
    /// `classes r`: the classes of an equivalence, as a set of sets.
    Classes,
}

/// The functions that the language has, by name; each has one parameter.
pub const BUILTINS: [(&str, Builtin); 3] =
    [("domain", Builtin::Domain), ("range", Builtin::Range), ("classes", Builtin::Classes)];

/// A call with another number of arguments than the function has parameters.
pub fn wrong_arity(source: &Arc<Source>, span: Span, name: &str, parameters: usize, arguments: usize) -> Diagnostic {
    let plural = if parameters == 1 { "" } else { "s" };
    let message = format!("`{name}` takes {parameters} argument{plural}, not {arguments}");
    let help = "an argument that is not a name stands in parentheses, and operators stand between operands";
    Diagnostic::new(source, span, message, "this call").help(help)
}
