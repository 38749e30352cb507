//! Tokens of cat, without comments, which nest.

use crate::syntax::read_one;
use crate::syntax::source::{Diagnostic, Source, Span};
use logos::{Lexer, Logos, Skip};
use std::sync::Arc;

/// A token. `*` is told apart after lexing: it is infix iff an expression follows.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(error = Fault)]
#[logos(extras = Vec<Span>)]
pub enum Token<'a> {
    #[token("(*", comment)]
    Comment,
    #[token("//", line_comment)]
    #[token("#", line_comment)]
    LineComment,
    #[token("let")]
    Let,
    #[token("rec")]
    Rec,
    #[token("and")]
    And,
    #[token("in")]
    In,
    #[token("match")]
    Match,
    #[token("with")]
    With,
    #[token("end")]
    End,
    #[token("flag")]
    Flag,
    #[token("acyclic")]
    Acyclic,
    #[token("irreflexive")]
    Irreflexive,
    #[token("empty")]
    IsEmpty,
    #[token("as")]
    As,
    #[token("if")]
    If,
    #[token("else")]
    Else,
    /// `if` of a statement that ends with `end`.
    IfBlock,
    /// `if` of an expression: `then` follows its option.
    IfExpr,
    #[token("then")]
    Then,
    #[token("include")]
    Include,
    #[token("show")]
    Show,
    #[token("unshow")]
    Unshow,
    #[token("undefined_unless")]
    UndefinedUnless,
    #[token("from")]
    From,
    #[token("try")]
    Try,
    #[token("fun")]
    Fun,
    #[token("procedure")]
    Procedure,
    #[token("call")]
    Call,
    #[token("enum")]
    Enum,
    #[token("forall")]
    Forall,
    #[token("do")]
    Do,
    #[token("instructions")]
    Instructions,
    #[regex(r"'[A-Za-z_][A-Za-z0-9_.\-]*", |lex| &lex.slice()[1..])]
    Tag(&'a str),
    /// A prime may end a name, as in herd7.
    #[regex(r"[A-Za-z_][A-Za-z0-9_.\-]*'?", |lex| lex.slice(), priority = 1)]
    Name(&'a str),
    #[token("\"", string)]
    Text(&'a str),
    #[token("_")]
    Universe,
    #[regex(r"[0-9][A-Za-z0-9_.\-]*", number)]
    Zero,
    #[regex(r"\{[ \t\r\n]*\}")]
    Braces,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("*")]
    InfixStar,
    #[token("^*")]
    PostfixStar,
    #[token("+")]
    #[token("^+")]
    Plus,
    #[token("?")]
    #[token("^?")]
    Question,
    #[token("^-1")]
    Inverse,
    #[token("~")]
    #[token("!")]
    Tilde,
    #[token("|")]
    Bar,
    #[token("++")]
    PlusPlus,
    #[token(";")]
    Semicolon,
    #[token("\\")]
    Backslash,
    #[token("&")]
    Ampersand,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token(",")]
    Comma,
    #[token("=")]
    Equals,
    #[token("->")]
    Arrow,
    #[token("||")]
    BarBar,
}

/// Why a piece of text is no token.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Fault {
    /// A character that begins no token.
    #[default]
    Unknown,
    /// `(*` without its `*)`.
    OpenComment,
    /// `"` without another in its line.
    OpenText,
    /// A number that is not `0`.
    Number,
}

/// A token between two byte offsets.
pub type Placed<'a> = (usize, Token<'a>, usize);

/// A source in tokens.
pub struct Tokens<'a> {
    /// The tokens in order.
    pub tokens: Vec<Placed<'a>>,
    /// The outermost comments in order, without `(*` and `*)`.
    pub comments: Vec<Span>,
}

/// The tokens and comments of a source.
pub fn tokens(source: &Arc<Source>) -> Result<Tokens<'_>, Box<Diagnostic>> {
    let mut lexer = Token::lexer(&source.text);
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next() {
        read_one();
        let range = lexer.span();
        match token {
            Ok(token) => tokens.push((range.start, token, range.end)),
            Err(fault) => return Err(Box::new(explain(source, fault, Span::new(range.start, range.end)))),
        }
    }
    tell_stars_apart(&mut tokens);
    tell_ifs_apart(&mut tokens);
    Ok(Tokens { tokens, comments: lexer.extras })
}

fn tell_stars_apart(tokens: &mut [Placed<'_>]) {
    for i in 0..tokens.len() {
        if tokens[i].1 == Token::InfixStar && !begins_expression(&tokens[i + 1..]) {
            tokens[i].1 = Token::PostfixStar;
        }
    }
}

fn begins_expression(rest: &[Placed<'_>]) -> bool {
    let next = rest.get(1).map(|placed| placed.1);
    match rest.first().map(|placed| placed.1) {
        Some(Token::Name(_) | Token::Tag(_) | Token::Universe | Token::Zero | Token::Braces | Token::Match) => true,
        Some(Token::Open | Token::OpenBracket | Token::OpenBrace | Token::Try | Token::Fun) => true,
        // `~empty` begins a statement.
        Some(Token::Tilde) => !matches!(next, Some(Token::Acyclic | Token::Irreflexive | Token::IsEmpty)),
        _ => false,
    }
}

/// Tells `if` of an expression, which has a `then`, from that of a statement, and marks those whose statements go on to an `end`.
fn tell_ifs_apart(tokens: &mut [Placed<'_>]) {
    // What an `end` closes: the `if` whose index this is, or something else.
    let mut open: Vec<Option<usize>> = Vec::new();
    for i in 0..tokens.len() {
        let token = tokens[i].1;
        if token == Token::If && tokens.get(i + 2).is_some_and(|placed| placed.1 == Token::Then) {
            tokens[i].1 = Token::IfExpr;
        } else if token == Token::If {
            open.push(Some(i));
        } else if matches!(token, Token::Match | Token::Procedure | Token::Forall) {
            open.push(None);
        } else if token == Token::End
            && let Some(Some(at)) = open.pop()
        {
            tokens[at].1 = Token::IfBlock;
        }
    }
}

/// Skips a comment to the end of its line.
fn line_comment<'a>(lex: &mut Lexer<'a, Token<'a>>) -> Skip {
    let rest = lex.remainder();
    lex.bump(rest.find('\n').unwrap_or(rest.len()));
    Skip
}

/// Skips to the end of a comment that has begun; comments nest.
fn comment<'a>(lex: &mut Lexer<'a, Token<'a>>) -> Result<Skip, Fault> {
    let bytes = lex.remainder().as_bytes();
    let (mut depth, mut at) = (1, 0);
    while depth > 0 {
        match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b'('), Some(b'*')) => (depth, at) = (depth + 1, at + 2),
            (Some(b'*'), Some(b')')) => (depth, at) = (depth - 1, at + 2),
            (Some(_), _) => at += 1,
            (None, _) => {
                lex.bump(bytes.len());
                return Err(Fault::OpenComment);
            }
        }
    }
    let begin = lex.span().end;
    lex.extras.push(Span::new(begin, begin + at - 2));
    lex.bump(at);
    Ok(Skip)
}

fn string<'a>(lex: &mut Lexer<'a, Token<'a>>) -> Result<&'a str, Fault> {
    let rest = lex.remainder();
    let line = rest.lines().next().unwrap_or("");
    let end = line.find('"').ok_or(Fault::OpenText)?;
    lex.bump(end + 1);
    Ok(&rest[..end])
}

fn number<'a>(lex: &mut Lexer<'a, Token<'a>>) -> Result<(), Fault> {
    if lex.slice() == "0" { Ok(()) } else { Err(Fault::Number) }
}

fn explain(source: &Arc<Source>, fault: Fault, span: Span) -> Diagnostic {
    let text = &source.text[span.start..span.end];
    let first = Span::new(span.start, span.start + 2);
    match fault {
        Fault::OpenComment => {
            Diagnostic::new(source, first, "a comment without an end", "begins here").help("close it with `*)`")
        }
        Fault::OpenText => {
            Diagnostic::new(source, span, "a string without an end", "begins here").help("close it with `\"`")
        }
        Fault::Number => Diagnostic::new(source, span, format!("`{text}` is not a name"), "begins with a digit")
            .help("the only number is `0`, the empty set or relation"),
        Fault::Unknown => unknown(source, span, text),
    }
}

fn unknown(source: &Arc<Source>, span: Span, text: &str) -> Diagnostic {
    let message = format!("`{}` is not of the language", text.escape_debug());
    let diagnostic = Diagnostic::new(source, span, message, "not a token");
    match text.chars().next() {
        Some('^') => diagnostic.help("the inverse is `^-1`, and closures are `^+`, `^*` and `^?`"),
        Some('\'') => diagnostic.help("a tag is `'` and a name"),
        Some('/') => diagnostic.help("comments are `(* … *)`, or `//` or `#` to the end of a line"),
        Some('-') => diagnostic.help("the difference is `\\`"),
        _ => diagnostic,
    }
}
