//! From text to the tree of a C test.

use super::ast::*;
use super::lexer::Token;
use super::unsupported::{self, Placed};
use super::{Dialect, refuse};
use crate::syntax::litmus::ast::{At, Name};
use crate::syntax::litmus::build::{Fallible, Problem, deeper, fail, number};
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::syntax::{metered, read_one};
use lalrpop_util::{ParseError, lalrpop_mod};
use logos::Logos;
use std::sync::Arc;

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, clippy::restriction, unused_imports, missing_docs)]
    grammar,
    "/c.rs"
);

/// What the grammar reads: all from the initial state on.
pub struct Body {
    /// What the initial state says.
    pub init: Vec<Init>,
    /// Its place with the braces.
    pub init_span: Span,
    /// The threads.
    pub threads: Vec<Thread>,
    /// What follows them.
    pub ending: Ending,
}

/// The tree of a test, and the comments `// …` in it.
///
/// # Errors
/// The first place where the text is not of the language.
pub fn parse(source: &Arc<Source>, dialect: Dialect) -> Result<(Test, Vec<Span>), Box<Diagnostic>> {
    let (name, description, start) = header(source)?;
    let (tokens, comments) = tokens(source, start, dialect)?;
    let result = grammar::TestParser::new().parse(metered(tokens.iter().copied()).map(Ok::<_, Problem>));
    let Body { init, init_span, threads, ending } =
        result.map_err(|error| Box::new(explain(source, &tokens, error)))?;
    Ok((Test { name, description, init_span, init, threads, ending }, comments))
}

/// A name, a description, and where the initial state begins.
type Header = (Name, Option<At<String>>, usize);

/// The name in the first line, the text between quotes that may follow, and where the initial state begins. herd's lines `Key=value` and comments
/// between them mean nothing.
fn header(source: &Arc<Source>) -> Result<Header, Box<Diagnostic>> {
    let text = source.text.as_str();
    let first = text.len() - text.trim_start().len();
    let end = text[first..].find('\n').map_or(text.len(), |at| first + at);
    let line = text[first..end].trim_end();
    let word = line.find(char::is_whitespace).unwrap_or(line.len());
    let rest = line[word..].trim();
    // A description may stand in the same line.
    let name = rest.find('"').map_or(rest, |quote| rest[..quote].trim_end());
    if name.is_empty() {
        return refuse(source, Span::new(first, end), "a test without a name", "no name follows", "`C NAME`");
    }
    let at = first + line.len() - rest.len();
    let name = At { node: name.to_string(), span: Span::new(at, at + name.len()) };
    let (description, start) = prelude(source, if name.node == rest { end } else { name.span.end })?;
    Ok((name, description, start))
}

fn prelude(source: &Arc<Source>, from: usize) -> Result<(Option<At<String>>, usize), Box<Diagnostic>> {
    let text = source.text.as_str();
    let (mut at, mut description) = (from, None);
    while let Some(next) = text[at..].find(['{', '"', '(']).map(|found| at + found) {
        match text[next..].chars().next() {
            Some('{') => return Ok((description, next)),
            Some('"') => {
                let close = text[next + 1..].find('"').map(|close| next + 1 + close);
                let Some(close) = close else {
                    return refuse(
                        source,
                        Span::new(next, next + 1),
                        "a string without an end",
                        "begins here",
                        "close it with `\"`",
                    );
                };
                description
                    .get_or_insert(At { node: text[next + 1..close].to_string(), span: Span::new(next, close + 1) });
                at = close + 1;
            }
            _ if text[next..].starts_with("(*") => at = comment_end(source, next)?,
            _ => at = next + 1,
        }
    }
    refuse(
        source,
        Span::new(from, text.len()),
        "a test without an initial state",
        "no `{` follows",
        "`{ }` or `{ x = 0; }`",
    )
}

/// Where a comment `(* … *)` ends; they nest.
///
/// # Errors
/// It has no end.
pub fn comment_end(source: &Arc<Source>, start: usize) -> Result<usize, Box<Diagnostic>> {
    let text = source.text.as_str();
    let (mut at, mut depth) = (start, 0u32);
    while let Some(next) = text[at..].find(['(', '*']).map(|found| at + found) {
        match text.get(next..next + 2) {
            Some("(*") => (at, depth) = (next + 2, depth + 1),
            Some("*)") => (at, depth) = (next + 2, depth.saturating_sub(1)),
            _ => at = next + 1,
        }
        if depth == 0 {
            return Ok(at);
        }
    }
    refuse(
        source,
        Span::new(start, start + 2),
        "a comment without an end",
        "begins here",
        "close it with `*)`: outside of threads, `(*` begins a comment and no pointer",
    )
}

/// The tokens from a place on. `(*` begins a comment everywhere but in the body of a thread, where it is a parenthesis and a star.
fn tokens(
    source: &Arc<Source>,
    start: usize,
    dialect: Dialect,
) -> Result<(Vec<Placed<'_>>, Vec<Span>), Box<Diagnostic>> {
    let text = source.text.as_str();
    let (mut tokens, mut comments) = (Vec::new(), Vec::new());
    let (mut depth, mut in_init) = (0u32, true);
    let mut lexer = Token::lexer(&text[start..]);
    while let Some(token) = lexer.next() {
        read_one();
        let (from, to) = (start + lexer.span().start, start + lexer.span().end);
        let token = match token {
            Ok(Token::LineComment) => {
                comments.push(Span::new(from, to));
                continue;
            }
            Ok(Token::BlockComment) => continue,
            Ok(Token::Open) if (in_init || depth == 0) && text[to..].starts_with('*') => {
                lexer.bump(comment_end(source, from)? - to);
                continue;
            }
            Ok(Token::Ident(word)) => word_of(word, dialect),
            Ok(token) => token,
            Err(()) => return Err(Box::new(not_a_token(source, Span::new(from, to)))),
        };
        if let Token::Other(text) = token {
            return Err(Box::new(of_problem(source, unsupported::refused(text, Span::new(from, to)))));
        }
        if token == Token::OpenBrace {
            depth += 1;
        }
        if token == Token::CloseBrace {
            depth = depth.saturating_sub(1);
            in_init &= depth > 0;
        }
        tokens.push((from, token, to));
    }
    Ok((tokens, comments))
}

/// Address spaces are words of types in OpenCL C only.
fn word_of(word: &str, dialect: Dialect) -> Token<'_> {
    match dialect {
        Dialect::OpenCl if super::types::is_space_word(word) => Token::TypeWord(word),
        Dialect::C | Dialect::OpenCl => Token::of_word(word),
    }
}

fn not_a_token(source: &Arc<Source>, span: Span) -> Diagnostic {
    let text = &source.text[span.start..span.end];
    let diagnostic =
        Diagnostic::new(source, span, format!("`{}` is not of the language", text.escape_debug()), "not a token");
    match text.chars().next() {
        Some('#') => diagnostic.help("tests are read without a preprocessor: write what the macro stands for"),
        _ => diagnostic,
    }
}

fn explain(source: &Arc<Source>, tokens: &[Placed<'_>], error: ParseError<usize, Token<'_>, Problem>) -> Diagnostic {
    match error {
        ParseError::User { error } => of_problem(source, error),
        ParseError::UnrecognizedToken { token: (start, _, end), expected } => {
            if let Some(problem) = unsupported::construct(tokens, start) {
                return of_problem(source, problem);
            }
            let message = format!("`{}` does not belong here", source.text[start..end].escape_debug());
            Diagnostic::new(source, Span::new(start, end), message, "unexpected").help(expectation(&expected))
        }
        ParseError::UnrecognizedEof { location, expected } => {
            let span = Span::new(location, source.text.len().max(location));
            Diagnostic::new(source, span, "the file ends too early", "ends here").help(expectation(&expected))
        }
        ParseError::ExtraToken { token: (start, _, end) } => {
            Diagnostic::new(source, Span::new(start, end), "more after the test's end", "unexpected")
        }
        ParseError::InvalidToken { location } => {
            Diagnostic::new(source, Span::new(location, location), "not a token", "here")
        }
    }
}

/// What an action of the grammar, or of that of our own language, refuses.
pub fn of_problem(source: &Arc<Source>, problem: Problem) -> Diagnostic {
    Diagnostic::new(source, problem.span, problem.message, problem.label).help(problem.help)
}

/// What the constructors of our tree made: they refuse what nests too deeply.
///
/// # Errors
/// What they refuse.
pub fn built<T>(source: &Arc<Source>, made: Fallible<T, ()>) -> Result<T, Box<Diagnostic>> {
    made.map_err(|error| match error {
        ParseError::User { error } => Box::new(of_problem(source, error)),
        ParseError::InvalidToken { .. }
        | ParseError::UnrecognizedEof { .. }
        | ParseError::UnrecognizedToken { .. }
        | ParseError::ExtraToken { .. } => {
            Box::new(Diagnostic::new(source, Span::default(), "this test cannot be built", "this file"))
        }
    })
}

/// What would be right, where it is little: an operator may follow almost everything.
fn expectation(expected: &[String]) -> String {
    let names: Vec<String> = expected.iter().map(|name| describe(name.trim_matches('"'))).collect();
    match names.as_slice() {
        [] => "nothing more".to_string(),
        [one] => format!("expected {one}"),
        [init @ .., last] if init.len() < 8 => format!("expected {} or {last}", init.join(", ")),
        _ => {
            let ends: Vec<&str> =
                ["`;`", "`)`", "`}`", "`]`"].into_iter().filter(|end| names.iter().any(|name| name == end)).collect();
            match ends.as_slice() {
                [] => "a statement or an expression of C".to_string(),
                ends => format!("{}, or more of the expression", ends.join(", ")),
            }
        }
    }
}

fn describe(name: &str) -> String {
    match name {
        "name" => "a name".into(),
        "number" => "a number".into(),
        "type" => "a type".into(),
        word => format!("`{}`", word.replace("\\\\", "\\")),
    }
}

/// The digits of a number without C's suffixes.
pub fn digits(word: &str) -> &str {
    word.trim_end_matches(['u', 'U', 'l', 'L'])
}

/// A number with C's suffixes.
///
/// # Errors
/// It is octal, or none.
pub fn integer<K>(word: &str, l: usize, r: usize) -> Fallible<ExprKind, K> {
    let written = digits(word);
    if written.len() > 1 && written.starts_with('0') && written[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return fail(l, r, format!("`{word}` is octal"), "octal", "decimal or 0x… hexadecimal digits".into());
    }
    let hexadecimal = written.starts_with("0x") || written.starts_with("0X");
    let has = |letter| word[written.len()..].to_ascii_lowercase().contains(letter);
    let spelling = Spelling { unsigned: has('u'), long: has('l'), hexadecimal };
    Ok(ExprKind::Int(number(written, false, l, r)?, spelling))
}

/// An expression without parts.
pub fn leaf(kind: ExprKind, l: usize, r: usize) -> Expr {
    Expr { kind, span: Span::new(l, r), depth: 0 }
}

/// An expression with one part, refused where it nests too deeply.
pub fn one<K>(make: impl FnOnce(Box<Expr>) -> ExprKind, e: Expr, l: usize, r: usize) -> Fallible<Expr, K> {
    let depth = deeper(e.depth, l, r)?;
    Ok(Expr { kind: make(Box::new(e)), span: Span::new(l, r), depth })
}

/// An expression of an operator and two parts.
pub fn two<O, K>(make: fn(O, Box<[Expr; 2]>) -> ExprKind, op: O, a: Expr, b: Expr) -> Fallible<Expr, K> {
    let span = a.span.to(b.span);
    let depth = deeper(a.depth.max(b.depth), span.start, span.end)?;
    Ok(Expr { kind: make(op, Box::new([a, b])), span, depth })
}

/// `c ? a : b`.
pub fn choice<K>(c: Expr, a: Expr, b: Expr) -> Fallible<Expr, K> {
    let span = c.span.to(b.span);
    let depth = deeper(c.depth.max(a.depth).max(b.depth), span.start, span.end)?;
    Ok(Expr { kind: ExprKind::Choice(Box::new([c, a, b])), span, depth })
}

/// `a[i]`.
pub fn index<K>(a: Expr, i: Expr, l: usize, r: usize) -> Fallible<Expr, K> {
    let depth = deeper(a.depth.max(i.depth), l, r)?;
    Ok(Expr { kind: ExprKind::Index(Box::new([a, i])), span: Span::new(l, r), depth })
}

/// `a, b`, which is refused.
///
/// # Errors
/// Always.
pub fn comma<K>(l: usize, r: usize) -> Fallible<Expr, K> {
    fail(l, r, "the comma operator".to_string(), "not supported", "a statement for each expression".to_string())
}

/// `f(a, b)`.
pub fn call<K>(f: Name, arguments: Vec<Expr>, l: usize, r: usize) -> Fallible<Expr, K> {
    let depth = deeper(arguments.iter().map(|argument| argument.depth).max().unwrap_or(0), l, r)?;
    Ok(Expr { kind: ExprKind::Call(f, arguments), span: Span::new(l, r), depth })
}

/// `(e)`: the same; the parentheses count as a level.
pub fn parenthesized<K>(e: Expr, l: usize, r: usize) -> Fallible<Expr, K> {
    let depth = deeper(e.depth, l, r)?;
    Ok(Expr { span: Span::new(l, r), depth, ..e })
}

/// Statements between braces.
pub fn block<K>(statements: Vec<At<Statement>>, l: usize, r: usize) -> Fallible<Block, K> {
    let depth = statements.iter().map(|statement| depth(&statement.node)).max().unwrap_or(0);
    Ok(Block { statements, span: Span::new(l, r), depth: deeper(depth, l, r)? })
}

/// What may stand before a thread: that it returns nothing.
///
/// # Errors
/// It is another type, as functions and variables have it.
pub fn returned<K>(word: &str, l: usize, r: usize) -> Fallible<(), K> {
    if word == "void" {
        return Ok(());
    }
    let message = format!("`{word}` before a function or a variable beside threads");
    let help = "threads are `P0 (atomic_int* x) { … }`; shared variables stand in the initial state";
    fail(l, r, message, "not supported", help.to_string())
}

/// A statement as a block of its own; a block is one already.
pub fn own<K>(statement: At<Statement>) -> Fallible<Block, K> {
    let span = statement.span;
    if let Statement::Block(block) = statement.node {
        return Ok(block);
    }
    block(vec![statement], span.start, span.end)
}

/// `B1: s`
pub fn label<K>(e: Expr, block: Block) -> Fallible<Statement, K> {
    let span = e.span;
    let ExprKind::Name(node) = e.kind else {
        let (message, label) = ("`:` does not belong here".to_string(), "no label".to_string());
        return Err(ParseError::User {
            error: Problem { span, message, label, help: "a label is a name".to_string() },
        });
    };
    Ok(Statement::Label(At { node, span }, block))
}

fn depth(statement: &Statement) -> u32 {
    match statement {
        Statement::Block(block) | Statement::While(_, block) | Statement::DoWhile(block, _) => block.depth,
        Statement::For(_, _, _, block) | Statement::Label(_, block) | Statement::If(_, block, None) => block.depth,
        Statement::If(_, then, Some(otherwise)) => then.depth.max(otherwise.depth),
        Statement::Declaration(..) | Statement::Expr(_) => 0,
    }
}

/// `p => q`.
pub fn implies<K>(p: (Prop, u32), q: (Prop, u32), l: usize, r: usize) -> Fallible<(Prop, u32), K> {
    let depth = deeper(p.1.max(q.1), l, r)?;
    Ok((Prop::Implies(Box::new([p.0, q.0])), depth))
}
