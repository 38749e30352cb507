//! From text to tree.

use super::ast::{File, Forall, Procedure, Statement, Word};
use super::build::{MAX_DEPTH, TooDeep};
use super::lexer::{Placed, Token, Tokens, tokens};
use super::unsupported;
use crate::syntax::metered;
use crate::syntax::provenance::{Citation, Provenance, in_comment};
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use crate::syntax::table::build::Problem;
use lalrpop_util::{ParseError, lalrpop_mod};
use std::sync::Arc;

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, clippy::restriction, unused_imports, missing_docs)]
    grammar,
    "/cat.rs"
);

/// The tree of a cat file.
///
/// # Errors
/// The first place where the text is not of the language.
pub fn parse(source: &Arc<Source>) -> Result<File, Box<Diagnostic>> {
    let Tokens { mut tokens, comments } = tokens(source)?;
    let title = take_title(source, &mut tokens);
    let mut file = run(&tokens).map_err(|error| Box::new(explain(source, &tokens, error)))?;
    file.title = file.title.or(title);
    let provenances = provenances(source, &comments)?;
    if let Some((span, _)) =
        provenances.iter().find(|(comment, from)| !from.is_empty() && is_within(&file.statements, comment))
    {
        let message = "this says where something is from, and stands inside a statement";
        let help = "such a comment stands before the statement that it is about";
        return Err(Box::new(Diagnostic::new(source, *span, message, "attached to nothing").help(help)));
    }
    attach(&mut file.statements, &provenances, &source.text);
    if let Some(span) = file.statements.iter().find_map(nameless_assumption) {
        let help = "`as NAME`: variants of the model are without it by its name";
        return Err(Box::new(Diagnostic::new(source, span, "what is assumed has no name", "this test").help(help)));
    }
    Ok(file)
}

/// The words of a text, in order, without comments.
///
/// # Errors
/// The first place where the text is not of the language.
pub fn words(source: &Arc<Source>) -> Result<Vec<&str>, Box<Diagnostic>> {
    let Tokens { tokens, .. } = tokens(source)?;
    Ok(tokens.iter().map(|&(start, _, end)| &source.text[start..end]).collect())
}

/// Takes a title that begins without quotes from the tokens: the names that are all there is in the line of the first token, but for a text in quotes behind them, which is
/// the title then (`C "C++11"`).
fn take_title(source: &Arc<Source>, tokens: &mut Vec<Placed<'_>>) -> Option<Word> {
    let first = tokens.first()?.0;
    let end = source.text[first..].find('\n').map_or(source.text.len(), |length| first + length);
    let of_line: Vec<&Placed<'_>> = tokens.iter().take_while(|token| token.0 < end).collect();
    let names = of_line.iter().take_while(|token| matches!(token.1, Token::Name(_))).count();
    let text = of_line.get(names).filter(|token| matches!(token.1, Token::Text(_)));
    let all = names + usize::from(text.is_some());
    if names == 0 || all < of_line.len() || all == tokens.len() {
        return None;
    }
    let span = text.map_or(Span::new(tokens[0].0, tokens[names - 1].2), |text| Span::new(text.0, text.2));
    let title = source.text[span.start..span.end].trim_matches('"').to_string();
    tokens.drain(..all);
    Some(Word { text: title, span })
}

/// The citations in a cat file's comments, in order.
///
/// # Errors
/// The first place where the text is not of the language, or a citation has another form.
pub fn citations(source: &Arc<Source>) -> Result<Vec<Citation>, Box<Diagnostic>> {
    parse(source)?;
    let provenances = provenances(source, &tokens(source)?.comments)?;
    Ok(provenances.into_iter().flat_map(|(_, provenance)| provenance.citations).collect())
}

/// What each comment says of where the statements after it are from.
fn provenances(source: &Arc<Source>, comments: &[Span]) -> Result<Vec<(Span, Provenance)>, Box<Diagnostic>> {
    let read = |comment: &Span| match in_comment(&source.text[comment.start..comment.end], comment.start) {
        Ok(provenance) => Ok((*comment, provenance)),
        Err(Problem { span, message, help }) => {
            Err(Box::new(Diagnostic::new(source, span, message, "in this comment").help(help)))
        }
    };
    comments.iter().map(read).collect()
}

/// Whether a comment stands inside a statement.
fn is_within(statements: &[Statement], comment: &Span) -> bool {
    statements.iter().map(Statement::span).any(|span| span.start < comment.start && comment.end < span.end)
}

/// Gives each definition and test what the last comment before it says that stands between statements, and after the last file included before it.
/// Of definitions only what stands in one paragraph with them counts.
fn attach(statements: &mut [Statement], provenances: &[(Span, Provenance)], text: &str) {
    let between = |comment: &Span| !is_within(statements, comment);
    let comments: Vec<(Span, Provenance)> =
        provenances.iter().filter(|(comment, _)| between(comment)).cloned().collect();
    let mut included = 0;
    for statement in statements {
        let Span { start, end } = statement.span();
        let before = |comment: &Span| included <= comment.start && comment.end < start;
        let is_about = |comment: &Span| match statement {
            Statement::Let(_) => !has_blank_line(&text[comment.end..start]),
            Statement::Test(_) | Statement::If(_) | Statement::Include(_) | Statement::With(_) => true,
            Statement::Procedure(_) | Statement::Call(_) | Statement::Forall(_) => true,
            Statement::Enum(_) | Statement::Show(..) | Statement::Ignored(_) => true,
        };
        let last = comments.iter().rev().find(|(comment, _)| before(comment)).filter(|(comment, _)| is_about(comment));
        give(statement, &last.map(|(_, provenance)| provenance.clone()).unwrap_or_default());
        if matches!(statement, Statement::Include(_)) {
            included = end;
        }
    }
}

fn has_blank_line(text: &str) -> bool {
    text.trim_end_matches([' ', '\t']).lines().skip(1).any(|line| line.trim().is_empty())
}

/// The place of a test that is assumed and has no name.
fn nameless_assumption(statement: &Statement) -> Option<Span> {
    match statement {
        Statement::Test(test) => (test.provenance.assumed && test.name.is_none()).then_some(test.span),
        Statement::If(choice) => choice.then.iter().chain(&choice.otherwise).find_map(nameless_assumption),
        Statement::Procedure(Procedure { body, .. }) | Statement::Forall(Forall { body, .. }) => {
            body.iter().find_map(nameless_assumption)
        }
        Statement::Include(_) | Statement::Let(_) | Statement::With(_) | Statement::Call(_) => None,
        Statement::Enum(_) | Statement::Show(..) | Statement::Ignored(_) => None,
    }
}

/// Gives a statement, and those that it chooses from, where they are from.
fn give(statement: &mut Statement, provenance: &Provenance) {
    match statement {
        Statement::Test(test) => test.provenance = provenance.clone(),
        Statement::If(choice) => {
            choice.provenance = provenance.clone();
            choice.then.iter_mut().chain(&mut choice.otherwise).for_each(|statement| give(statement, provenance));
        }
        Statement::Let(definitions) => definitions.provenance = provenance.clone(),
        Statement::Procedure(Procedure { body, .. }) | Statement::Forall(Forall { body, .. }) => {
            body.iter_mut().for_each(|statement| give(statement, provenance));
        }
        Statement::Include(_) | Statement::With(_) | Statement::Call(_) => {}
        Statement::Enum(_) | Statement::Show(..) | Statement::Ignored(_) => {}
    }
}

type Failure<'a> = ParseError<usize, Token<'a>, TooDeep>;

fn run<'a>(tokens: &[Placed<'a>]) -> Result<File, Failure<'a>> {
    grammar::FileParser::new().parse(metered(tokens.iter().copied()).map(Ok::<_, TooDeep>))
}

/// Whether an operator may stand at an offset: then only what should follow it is missed. (Where the parser fails, it
/// may have closed expressions already and no longer lists the operators.)
fn takes_operator(tokens: &[Placed<'_>], offset: usize) -> bool {
    let before = tokens.iter().copied().take_while(|token| token.2 <= offset);
    let tokens: Vec<_> = before.chain([(offset, Token::Bar, offset)]).collect();
    matches!(run(&tokens), Err(ParseError::UnrecognizedEof { .. }))
}

fn explain(source: &Arc<Source>, tokens: &[Placed<'_>], error: Failure<'_>) -> Diagnostic {
    match error {
        ParseError::User { error: TooDeep(span) } => {
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            Diagnostic::new(source, span, message, "too deep").help("name parts of it with `let`")
        }
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            if let Some(unsupported::Construct { span, message, help }) = unsupported::construct(tokens, start) {
                return Diagnostic::new(source, span, message, "not supported").help(help);
            }
            let word = &source.text[start..end];
            let message = format!("`{}` does not belong here", word.escape_debug());
            let operator = takes_operator(tokens, start);
            let help = advice(token, word, &expected, operator);
            Diagnostic::new(source, Span::new(start, end), message, "unexpected").help(help)
        }
        ParseError::UnrecognizedEof { location, expected } => {
            Diagnostic::new(source, Span::new(location, location), "the file ends too early", "ends here")
                .help(expectation(&expected, takes_operator(tokens, location)))
        }
        ParseError::ExtraToken { token: (start, _, end) } => {
            Diagnostic::new(source, Span::new(start, end), "more after the model's end", "unexpected")
        }
        ParseError::InvalidToken { location } => {
            Diagnostic::new(source, Span::new(location, location), "not a token", "here")
        }
    }
}

fn advice(token: Token<'_>, word: &str, expected: &[String], operator: bool) -> String {
    let keywords = names(expected).filter(|name| name.len() > 2 && !matches!(*name, "name" | "string"));
    if let Token::Name(_) = token
        && let Some(near) = did_you_mean(word, keywords)
    {
        format!("did you mean `{near}`?")
    } else if matches!(token, Token::BarBar) && operator {
        "the union is `|`".to_string()
    } else {
        expectation(expected, operator)
    }
}

fn names(expected: &[String]) -> impl Iterator<Item = &str> {
    expected.iter().map(|name| name.trim_matches('"'))
}

/// What begins an expression.
const EXPRESSION: &[&str] =
    &["name", "tag", "_", "0", "{}", "{", "(", "[", "match", "~", "let", "try", "fun", "if expression"];
/// What goes on after an operand.
const OPERATOR: &[&str] = &["|", "++", ";", "difference", "&", "infix *", "postfix *", "+", "?", "^-1"];
/// What begins a statement.
const STATEMENT: &[&str] = &[
    "include",
    "if",
    "if block",
    "let",
    "flag",
    "~",
    "acyclic",
    "irreflexive",
    "empty",
    "undefined_unless",
    "with",
    "procedure",
    "call",
    "forall",
    "enum",
    "show",
    "unshow",
    "instructions",
];

/// What would be right, from the names of the tokens that the parser would take.
fn expectation(expected: &[String], operator: bool) -> String {
    let mut left: Vec<&str> = names(expected).collect();
    left.retain(|name| !(operator && OPERATOR.contains(name)));
    let statement = take_group(&mut left, STATEMENT, &["include", "acyclic"]);
    // After a name, what begins an expression would be an argument: not worth a word.
    let expression = take_group(&mut left, EXPRESSION, &["name", "(", "["]) && !operator;
    let groups = [(expression, "an expression"), (operator, "an operator"), (statement, "a statement")];
    let groups = groups.into_iter().filter(|group| group.0).map(|group| group.1.to_string());
    let described: Vec<String> = groups.chain(left.into_iter().map(describe)).collect();
    match described.as_slice() {
        [] => "nothing more".to_string(),
        [one] => format!("expected {one}"),
        [init @ .., last] => format!("expected {} or {last}", init.join(", ")),
    }
}

/// Whether all of `signs` are there; if so, takes the whole group out.
fn take_group(names: &mut Vec<&str>, group: &[&str], signs: &[&str]) -> bool {
    let there = signs.iter().all(|sign| names.contains(sign));
    if there {
        names.retain(|name| !group.contains(name));
    }
    there
}

fn describe(name: &str) -> String {
    match name {
        "name" => "a name".into(),
        "string" => "a \"string\"".into(),
        "difference" => "`\\`".into(),
        "infix *" | "postfix *" => "`*`".into(),
        "if block" | "if expression" => "`if`".into(),
        "tag" => "a 'tag".into(),
        word => format!("`{word}`"),
    }
}
