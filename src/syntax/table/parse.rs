//! From text to tree.

use super::ast::{File, Line};
use super::build::Problem;
use super::lexer::Token;
use crate::syntax::metered;
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use lalrpop_util::{ParseError, lalrpop_mod};
use logos::Logos;
use std::sync::Arc;

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, clippy::restriction, unused_imports, missing_docs)]
    grammar,
    "/table.rs"
);

/// The tree of a file of tables.
///
/// # Errors
/// The first place where the text is not of the language.
pub fn parse(source: &Arc<Source>) -> Result<File, Box<Diagnostic>> {
    let tokens = metered(tokens(source)?).map(Ok::<_, Problem>);
    grammar::FileParser::new().parse(tokens).map_err(|error| Box::new(explain(source, error)))
}

/// A token between two offsets.
pub type Placed<'a> = (usize, Token<'a>, usize);

/// The tokens of a source; hardware is described with the same.
pub fn tokens(source: &Arc<Source>) -> Result<Vec<Placed<'_>>, Box<Diagnostic>> {
    let mut tokens = Vec::new();
    for (token, range) in metered(Token::lexer(&source.text).spanned()) {
        match token {
            Ok(token) => tokens.push((range.start, token, range.end)),
            Err(()) => {
                let span = Span::new(range.start, range.end);
                return Err(Box::new(Diagnostic::new(source, span, "not a token", "here")));
            }
        }
    }
    Ok(tokens)
}

/// The lines of the document that a text names by `@`, each with its place in the text.
///
/// # Errors
/// The first place that is no token.
pub fn named_lines(source: &Arc<Source>) -> Result<Vec<(Line, Span)>, Box<Diagnostic>> {
    let named = |pair: &[Placed<'_>]| match pair {
        [(start, Token::At, _), (_, Token::Number(line), end)] => Some((line.parse().ok()?, Span::new(*start, *end))),
        _ => None,
    };
    Ok(tokens(source)?.windows(2).filter_map(named).collect())
}

/// What is wrong where a parser stopped.
pub fn explain(source: &Arc<Source>, error: ParseError<usize, Token<'_>, Problem>) -> Diagnostic {
    match error {
        ParseError::User { error } => Diagnostic::new(source, error.span, error.message, "not known").help(error.help),
        ParseError::UnrecognizedToken { token: (start, _, end), expected } => {
            let word = &source.text[start..end];
            let message = format!("`{}` does not belong here", word.escape_debug());
            let keywords = || expected.iter().map(|name| name.trim_matches('"')).filter(|name| name.len() > 2);
            let help = match did_you_mean(word, keywords()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => expectation(&expected),
            };
            Diagnostic::new(source, Span::new(start, end), message, "unexpected").help(help)
        }
        ParseError::UnrecognizedEof { location, expected } => {
            Diagnostic::new(source, Span::new(location, location), "the file ends too early", "ends here")
                .help(expectation(&expected))
        }
        ParseError::ExtraToken { token: (start, _, end) } => {
            Diagnostic::new(source, Span::new(start, end), "more after the end", "unexpected")
        }
        ParseError::InvalidToken { location } => {
            Diagnostic::new(source, Span::new(location, location), "not a token", "here")
        }
    }
}

/// What would be right, from the names of the tokens that the parser would take.
fn expectation(expected: &[String]) -> String {
    let describe = |name: &String| match name.trim_matches('"') {
        "word" => "a word".to_string(),
        "condition" => "a condition such as `as(local)`".into(),
        "operand" => "an operand such as `glc=1`".into(),
        "number" => "a number".into(),
        "string" => "a \"string\"".into(),
        mark => format!("`{mark}`"),
    };
    let described: Vec<String> = expected.iter().map(describe).collect();
    match described.as_slice() {
        [] => "nothing more".to_string(),
        [one] => format!("expected {one}"),
        [init @ .., last] => format!("expected {} or {last}", init.join(", ")),
    }
}
