//! How the value of an expression depends on names: whether it grows when they do.

use crate::syntax::source::Span;
use std::collections::HashMap;

/// Where a name is used, and why the whole may shrink when it grows.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// The place of the name.
    pub span: Span,
    /// The reason, if there is one.
    pub shrinks: Option<&'static str>,
}

/// The names that an expression depends on.
#[derive(Clone, Debug, Default)]
pub struct Usage<'m>(HashMap<&'m str, Use>);

impl<'m> Usage<'m> {
    /// That of a name.
    pub fn of(name: &'m str, span: Span) -> Self {
        Usage(HashMap::from([(name, Use { span, shrinks: None })]))
    }

    /// Adds the uses of another expression. One that may shrink is kept rather than one that may not.
    pub fn add(&mut self, other: Usage<'m>) {
        for (name, new) in other.0 {
            let old = self.0.entry(name).or_insert(new);
            if old.shrinks.is_none() && new.shrinks.is_some() {
                *old = new;
            }
        }
    }

    /// The same where the whole may shrink when the expression grows.
    pub fn shrinking(mut self, reason: &'static str) -> Self {
        self.0.values_mut().for_each(|usage| usage.shrinks = usage.shrinks.or(Some(reason)));
        self
    }

    /// Takes a bound name out, with how it is used.
    pub fn remove(&mut self, name: &str) -> Option<Use> {
        self.0.remove(name)
    }
}
