//! What a module counts: nodes of metadata, each of which is there once, and values without names, whose numbers grow.

use super::lexer::Token;
use crate::foreign::refuse;
use crate::syntax::source::{Diagnostic, Source, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A token with its place.
type Placed<'a> = (usize, Token<'a>, usize);

/// Refuses a module whose numbers are none of LLVM's.
///
/// # Errors
/// A node that is used and not there, or there twice; a value or block whose number is not above those before it.
pub fn check(source: &Arc<Source>, tokens: &[Placed<'_>]) -> Result<(), Box<Diagnostic>> {
    nodes(source, tokens)?;
    values(source, tokens)
}

fn nodes(source: &Arc<Source>, tokens: &[Placed<'_>]) -> Result<(), Box<Diagnostic>> {
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

fn values(source: &Arc<Source>, tokens: &[Placed<'_>]) -> Result<(), Box<Diagnostic>> {
    let mut last: Option<u64> = None;
    for (at, (start, token, end)) in tokens.iter().enumerate() {
        let name = match (token, tokens.get(at + 1)) {
            (Token::Define, _) => {
                last = None;
                continue;
            }
            (Token::Local(name), Some((_, Token::Assign, _))) | (Token::Label(name), _) => name,
            _ => continue,
        };
        let Ok(number) = name.parse::<u64>() else { continue };
        if last.is_some_and(|last| number <= last) {
            let help = "numbers of values and blocks grow";
            return refuse(
                source,
                Span::new(*start, *end),
                format!("`{name}` comes after a larger number"),
                "here",
                help,
            );
        }
        last = Some(number);
    }
    Ok(())
}
