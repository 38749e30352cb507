//! From text to tree.

use super::ast::File;
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
    "/litmus.rs"
);

/// The tree of a litmus file.
///
/// # Errors
/// The first place where the text is not of the language.
pub fn parse(source: &Arc<Source>) -> Result<File, Box<Diagnostic>> {
    parse_within(source, &source.text)
}

/// The tree of a litmus file whose text stands in that of another, of which the rest is blank.
///
/// # Errors
/// As [`parse`].
pub fn parse_within(source: &Arc<Source>, text: &str) -> Result<File, Box<Diagnostic>> {
    let mut comments = Vec::new();
    let mut tokens = Vec::new();
    for (token, range) in metered(Token::lexer(text).spanned()) {
        match token {
            Ok(Token::Comment) => comments.push(Span::new(range.start, range.end)),
            Ok(token) => tokens.push((range.start, token, range.end)),
            Err(()) => {
                return Err(Box::new(of_no_language(source, &tokens).unwrap_or_else(|| not_a_token(source, range))));
            }
        }
    }
    if tokens.is_empty() {
        let diagnostic = Diagnostic::new(source, Span::new(0, text.len()), "an empty file", "no test here");
        return Err(Box::new(diagnostic.help("a test begins with `litmus NAME`")));
    }
    let result = grammar::TestParser::new().parse(text, metered(tokens.iter().copied()).map(Ok::<_, Problem>));
    match result {
        Ok(test) => Ok(File { test: *test, source: source.clone(), comments }),
        Err(error) => {
            let told = of_no_language(source, &tokens).or_else(|| stray_word(source, &tokens, &error));
            Err(Box::new(told.unwrap_or_else(|| explain(source, error))))
        }
    }
}

/// That a text begins as no test does: it may be one of a language that is not read.
fn of_no_language(source: &Arc<Source>, tokens: &[(usize, Token<'_>, usize)]) -> Option<Diagnostic> {
    let &(start, token, end) = tokens.first()?;
    if matches!(token, Token::Header(_)) {
        return None;
    }
    let diagnostic = Diagnostic::new(source, Span::new(start, end), "a test of no language that is read", "begins so");
    Some(diagnostic.help("`litmus NAME`, `C NAME` or `OPENCL NAME` stands there, or the file is LLVM IR"))
}

/// Whether a text is a name of the language, and no word of it.
pub fn is_name(text: &str) -> bool {
    let mut tokens = Token::lexer(text);
    matches!(tokens.next(), Some(Ok(Token::Ident(word))) if word == text) && tokens.next().is_none()
}

/// Words that begin a statement or stand in one.
const STATEMENT_WORDS: &[&str] = &[
    "load",
    "store",
    "atomic",
    "volatile",
    "weak",
    "atomicrmw",
    "cmpxchg",
    "fence",
    "call",
    "asyncmark",
    "syncscope",
    "generic",
    "if",
    "else",
    "while",
    "do",
    "unroll",
    "unordered",
    "monotonic",
    "acquire",
    "release",
    "acq_rel",
    "seq_cst",
    "nontemporal",
    "mmra",
];

/// A name where nothing but an assignment could begin with one, and none follows: it was meant to be a keyword.
fn stray_word(
    source: &Arc<Source>,
    tokens: &[(usize, Token<'_>, usize)],
    error: &ParseError<usize, Token<'_>, Problem>,
) -> Option<Diagnostic> {
    let ParseError::UnrecognizedToken { token: (at, ..), expected } = error else { return None };
    let before = tokens.iter().rposition(|(start, ..)| start < at)?;
    let (start, Token::Ident(word), end) = tokens[before] else { return None };
    let only_assignment = expected.iter().all(|name| matches!(name.as_str(), "\",\"" | "\"=\""));
    if !only_assignment || !expected.iter().any(|name| name == "\"=\"") {
        return None;
    }
    let meant = match word {
        "relaxed" => Some("monotonic"),
        "acqrel" | "acquire_release" => Some("acq_rel"),
        "sc" | "seqcst" => Some("seq_cst"),
        word => did_you_mean(word, STATEMENT_WORDS.iter().copied()),
    };
    let help = match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("`{word} = …` assigns a register; instructions are load, store, atomicrmw, cmpxchg and fence"),
    };
    let message = format!("`{word}` is neither an instruction nor assigned to");
    Some(Diagnostic::new(source, Span::new(start, end), message, "unknown word").help(help))
}

fn not_a_token(source: &Arc<Source>, range: std::ops::Range<usize>) -> Diagnostic {
    let text = &source.text[range.clone()];
    let diagnostic = |message: &str, label: &str| Diagnostic::new(source, range.clone().into(), message, label);
    match text.chars().next() {
        Some(';') => diagnostic("`;` is not of the language", "no end mark is needed")
            .help("statements end with their line; comments start with `//`"),
        Some('"') => diagnostic("a string without an end", "begins here").help("close it with `\"`"),
        Some('%') => diagnostic("`%` is not of the language", "a name has no sigil").help("write `r0`, not `%r0`"),
        _ => diagnostic(&format!("`{}` is not of the language", text.escape_debug()), "not a token"),
    }
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Span::new(range.start, range.end)
    }
}

fn explain(source: &Arc<Source>, error: ParseError<usize, Token<'_>, Problem>) -> Diagnostic {
    match error {
        ParseError::User { error } => Diagnostic::new(source, error.span, error.message, error.label).help(error.help),
        ParseError::UnrecognizedToken { token: (start, _, end), expected } => {
            let word = &source.text[start..end];
            let message = format!("`{}` does not belong here", word.escape_debug());
            let diagnostic = Diagnostic::new(source, Span::new(start, end), message, "unexpected");
            diagnostic.help(expectation(word, &expected))
        }
        ParseError::UnrecognizedEof { location, expected } => {
            let span = Span::new(location, source.text.len().max(location));
            Diagnostic::new(source, span, "the file ends too early", "ends here").help(expectation("", &expected))
        }
        ParseError::ExtraToken { token: (start, _, end) } => {
            Diagnostic::new(source, Span::new(start, end), "more after the test's end", "unexpected")
        }
        ParseError::InvalidToken { location } => {
            Diagnostic::new(source, Span::new(location, location), "not a token", "here")
        }
    }
}

/// What would be right, from the names of the tokens that the parser would take.
fn expectation(word: &str, expected: &[String]) -> String {
    let names: Vec<&str> = expected.iter().map(|name| name.trim_matches('"')).collect();
    let near = did_you_mean(word, names.iter().copied().filter(|name| name.len() > 2));
    if let Some(near) = near {
        return format!("did you mean `{near}`?");
    }
    let described: Vec<String> = names.iter().map(|name| describe(name)).collect();
    match described.as_slice() {
        [] => "nothing more".to_string(),
        [one] => format!("expected {one}"),
        [init @ .., last] => format!("expected {} or {last}", init.join(", ")),
    }
}

fn describe(name: &str) -> String {
    match name {
        "name" => "a name".into(),
        "number" => "a number".into(),
        "string" => "a \"string\"".into(),
        "integer type" => "a type (i8, i16, i32, i64)".into(),
        "litmus" => "`litmus NAME`".into(),
        word => format!("`{}`", word.replace("\\\\", "\\")),
    }
}
