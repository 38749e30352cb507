//! Nodes of metadata: each of them is there once.

use super::lexer::Token;
use crate::foreign::refuse;
use crate::syntax::source::{Diagnostic, Source, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A token with its place.
type Placed<'a> = (usize, Token<'a>, usize);

/// Refuses a module whose nodes of metadata are none.
///
/// # Errors
/// A node that is used and not there, or there twice.
pub fn check(source: &Arc<Source>, tokens: &[Placed<'_>]) -> Result<(), Box<Diagnostic>> {
    let (mut defined, mut used) = (BTreeSet::new(), Vec::new());
    for (at, (start, token, end)) in tokens.iter().enumerate() {
        let Token::Node(number) = token else { continue };
        let span = Span::new(*start, *end);
        match tokens.get(at + 1) {
            Some((_, Token::Assign, _)) if !defined.insert(*number) => {
                return refuse(source, span, format!("`!{number}` is there already"), "the second", "another number");
            }
            Some((_, Token::Assign, _)) => {}
            Some(_) | None => used.push((*number, span)),
        }
    }
    match used.into_iter().find(|(number, _)| !defined.contains(number)) {
        Some((number, span)) => {
            let help = format!("`!{number} = !{{…}}` in the module");
            refuse(source, span, format!("no `!{number}` is there"), "not defined", &help)
        }
        None => Ok(()),
    }
}
