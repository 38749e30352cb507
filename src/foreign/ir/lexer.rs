//! Tokens of LLVM IR.

use logos::Logos;

/// A token.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\n]+")]
pub enum Token<'a> {
    /// `; …`, to the end of the line.
    #[regex(r";[^\n]*", allow_greedy = true)]
    Comment,
    /// `%x`, and `%"x y"` with its quotes.
    #[regex(r#"%([A-Za-z$._0-9-]+|"[^"\n]*")"#, |lex| &lex.slice()[1..])]
    Local(&'a str),
    /// `@x`.
    #[regex(r#"@([A-Za-z$._0-9-]+|"[^"\n]*")"#, |lex| &lex.slice()[1..])]
    Global(&'a str),
    /// `entry:`, without its colon.
    #[regex(r#"([A-Za-z$._0-9-]+|"[^"\n]*"):"#, |lex| &lex.slice()[..lex.slice().len() - 1], priority = 20)]
    Label(&'a str),
    /// `!mmra`.
    #[regex(r"![A-Za-z_.$][A-Za-z0-9_.$-]*", |lex| &lex.slice()[1..])]
    Metadata(&'a str),
    /// `!0`.
    #[regex(r"![0-9]+", |lex| &lex.slice()[1..])]
    Node(&'a str),
    /// `!"amdgpu-synchronize-as"`, without what is around it.
    #[regex(r#"!"[^"\n]*""#, |lex| &lex.slice()[2..lex.slice().len() - 1])]
    MetadataString(&'a str),
    /// `#0`.
    #[regex(r"#[0-9]+", |lex| lex.slice())]
    Group(&'a str),
    /// `$f`.
    #[regex(r#"\$([A-Za-z$._0-9-]+|"[^"\n]*")"#, |lex| &lex.slice()[1..])]
    Comdat(&'a str),
    /// Between quotes.
    #[regex(r#""[^"]*""#, |lex| &lex.slice()[1..lex.slice().len() - 1])]
    Str(&'a str),
    /// Decimal digits, perhaps after a sign.
    #[regex(r"-?[0-9]+", |lex| lex.slice(), priority = 10)]
    Int(&'a str),
    /// `i32` and the like.
    #[regex(r"i[0-9]+", |lex| lex.slice(), priority = 10)]
    IntType(&'a str),
    /// Any other word.
    #[regex(r"[A-Za-z_][A-Za-z0-9_.]*", |lex| lex.slice(), priority = 2)]
    Word(&'a str),
    #[token("define")]
    Define,
    #[token("declare")]
    Declare,
    #[token("target")]
    Target,
    #[token("source_filename")]
    SourceFilename,
    #[token("attributes")]
    Attributes,
    #[token("global")]
    GlobalWord,
    #[token("constant")]
    Constant,
    #[token("ptr")]
    Ptr,
    #[token("addrspace")]
    Addrspace,
    #[token("align")]
    Align,
    #[token("void")]
    Void,
    #[token("atomic")]
    Atomic,
    #[token("volatile")]
    Volatile,
    #[token("weak")]
    Weak,
    #[token("syncscope")]
    Syncscope,
    #[token("load")]
    Load,
    #[token("store")]
    Store,
    #[token("atomicrmw")]
    Atomicrmw,
    #[token("cmpxchg")]
    Cmpxchg,
    #[token("fence")]
    Fence,
    #[token("icmp")]
    Icmp,
    #[token("select")]
    Select,
    #[token("extractvalue")]
    Extractvalue,
    #[token("freeze")]
    Freeze,
    #[token("phi")]
    Phi,
    #[token("tail")]
    Tail,
    #[token("call")]
    Call,
    #[token("asm")]
    Asm,
    #[token("to")]
    To,
    #[token("zext")]
    Zext,
    #[token("sext")]
    Sext,
    #[token("trunc")]
    Trunc,
    #[token("addrspacecast")]
    Addrspacecast,
    #[token("add")]
    Add,
    #[token("sub")]
    Sub,
    #[token("mul")]
    Mul,
    #[token("and")]
    And,
    #[token("or")]
    Or,
    #[token("xor")]
    Xor,
    #[token("shl")]
    Shl,
    #[token("lshr")]
    Lshr,
    #[token("ashr")]
    Ashr,
    #[token("ret")]
    Ret,
    #[token("br")]
    Br,
    #[token("label")]
    LabelWord,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("null")]
    Null,
    #[token("undef")]
    Undef,
    #[token("poison")]
    Poison,
    #[token("zeroinitializer")]
    Zeroinitializer,
    #[token("!")]
    Bang,
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
    #[token("=")]
    Assign,
}
