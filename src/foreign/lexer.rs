//! Tokens of C tests.

use logos::Logos;

/// A token.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\n]+")]
pub enum Token<'a> {
    #[regex(r"//[^\n]*", allow_greedy = true)]
    LineComment,
    #[regex(r"/\*([^*]|\*+[^*/])*\*+/")]
    BlockComment,
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*", |lex| lex.slice(), priority = 1)]
    Ident(&'a str),
    /// A word of a type; told from names by the word.
    TypeWord(&'a str),
    /// What C has and no test of ours: words, strings, characters, floating point, members of structures.
    #[regex(r#""[^"\n]*""#, |lex| lex.slice())]
    #[regex(r"'[^'\n]*'", |lex| lex.slice())]
    #[regex(r"([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[fFlL]?", |lex| lex.slice())]
    #[regex(r"[0-9]+[eE][+-]?[0-9]+[fFlL]?", |lex| lex.slice(), priority = 30)]
    #[token("->", |lex| lex.slice())]
    #[token(".", |lex| lex.slice())]
    #[token("...", |lex| lex.slice())]
    Other(&'a str),
    #[regex(r"[0-9][0-9A-Za-z_]*", |lex| lex.slice())]
    Int(&'a str),
    #[token("if")]
    If,
    #[token("else")]
    Else,
    #[token("while")]
    While,
    #[token("do")]
    Do,
    #[token("for")]
    For,
    #[token("exists")]
    Exists,
    #[token("forall")]
    Forall,
    #[token("filter")]
    Filter,
    #[token("locations")]
    Locations,
    #[token("not")]
    Not,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
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
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("@")]
    At,
    #[token("?")]
    Question,
    #[token("=")]
    Assign,
    #[token("+=")]
    AddAssign,
    #[token("-=")]
    SubAssign,
    #[token("*=")]
    MulAssign,
    #[token("/=")]
    DivAssign,
    #[token("%=")]
    RemAssign,
    #[token("&=")]
    AndAssign,
    #[token("|=")]
    OrAssign,
    #[token("^=")]
    XorAssign,
    #[token("<<=")]
    ShlAssign,
    #[token(">>=")]
    ShrAssign,
    #[token("++")]
    Increment,
    #[token("--")]
    Decrement,
    #[token("==")]
    EqEq,
    /// As herd7 has it in conditions.
    #[token("<>")]
    Differs,
    #[token("!=")]
    NotEq,
    #[token("<=")]
    Le,
    #[token("<")]
    Lt,
    #[token(">=")]
    Ge,
    #[token(">")]
    Gt,
    #[token("<<")]
    Shl,
    #[token(">>")]
    Shr,
    #[token("=>")]
    Implies,
    #[token("||")]
    OrOr,
    #[token("&&")]
    AndAnd,
    #[token("/\\")]
    PropAnd,
    #[token("\\/")]
    PropOr,
    #[token("|")]
    Bar,
    #[token("^")]
    Caret,
    #[token("&")]
    Amp,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("!")]
    Bang,
    #[token("~")]
    Tilde,
}

impl<'a> Token<'a> {
    /// The token of a word: of a type, what is not supported, or a name.
    pub fn of_word(word: &'a str) -> Token<'a> {
        match word {
            word if super::types::is_type_word(word) => Token::TypeWord(word),
            word if super::unsupported::is_word(word) => Token::Other(word),
            word => Token::Ident(word),
        }
    }
}
