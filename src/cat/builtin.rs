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
    /// `classes-loc s`: the events of a set, by location.
    ClassesLoc,
    /// `linearisations(s, r)`: the strict total orders of the events of a set that extend a relation.
    Linearisations,
    /// `location-orders(s, r)`: the unions of such orders of the events of each location.
    LocationOrders,
}

/// The functions that the language has, by name, with how many parameters each has.
pub const BUILTINS: [(&str, Builtin, usize); 6] = [
    ("domain", Builtin::Domain, 1),
    ("range", Builtin::Range, 1),
    ("classes", Builtin::Classes, 1),
    ("classes-loc", Builtin::ClassesLoc, 1),
    ("linearisations", Builtin::Linearisations, 2),
    ("location-orders", Builtin::LocationOrders, 2),
];

/// The empty set by name: a set where `0` may also be a relation.
pub const EMPTY_SET: &str = "emptyset";

impl Builtin {
    /// How many parameters it has.
    pub fn parameters(self) -> usize {
        BUILTINS.iter().find(|(_, builtin, _)| *builtin == self).map_or(1, |(.., parameters)| *parameters)
    }
}

/// A call with another number of arguments than the function has parameters.
pub fn wrong_arity(source: &Arc<Source>, span: Span, name: &str, parameters: usize, arguments: usize) -> Diagnostic {
    let plural = if parameters == 1 { "" } else { "s" };
    let message = format!("`{name}` takes {parameters} argument{plural}, not {arguments}");
    let help = "an argument that is not a name stands in parentheses, and operators stand between operands";
    Diagnostic::new(source, span, message, "this call").help(help)
}
