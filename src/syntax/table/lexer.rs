//! Tokens of the language of code-sequence tables.

use logos::Logos;

/// A token. Keywords are words; the grammar tells them apart.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub enum Token<'a> {
    #[regex(r"[A-Za-z_][A-Za-z0-9_*]*(-[A-Za-z0-9]+)*", |lex| lex.slice())]
    Word(&'a str),
    #[regex(r"(as|scope|op)\([a-z]+\)", |lex| lex.slice(), priority = 20)]
    Condition(&'a str),
    #[regex(r"[a-z][a-z0-9]*=[0-9]+", |lex| lex.slice())]
    #[regex(r"[a-z]+\([0-9]+\)", |lex| lex.slice())]
    #[regex(r"0x[0-9a-fA-F]+", |lex| lex.slice(), priority = 10)]
    #[regex(r"-[0-9]+", |lex| lex.slice())]
    #[regex(r"[a-z]+:[A-Za-z_]+", |lex| lex.slice())]
    Operand(&'a str),
    #[regex(r"[0-9]+", |lex| lex.slice())]
    Number(&'a str),
    #[regex(r#""[^"\n]*""#, |lex| lex.slice().trim_matches('"'))]
    Text(&'a str),
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token("/")]
    Slash,
    #[token("|")]
    Bar,
    #[token("&")]
    Ampersand,
    #[token("!")]
    Not,
    #[token("@")]
    At,
}
