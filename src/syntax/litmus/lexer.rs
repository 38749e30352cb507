//! Tokens of the litmus language.

use logos::Logos;

/// A token. Words that stand in one place only (operations of `atomicrmw`, address spaces, scope levels) are plain names, so that
/// tests may use them as names and a misspelt one gets a message of its own.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\n]+")]
pub enum Token<'a> {
    #[regex(r"//[^\n]*", allow_greedy = true)]
    Comment,
    #[regex(r"litmus[ \t]+[A-Za-z0-9_.+\-]+", |lex| lex.slice()["litmus".len()..].trim_start())]
    Header(&'a str),
    #[token("memory")]
    Memory,
    #[token("queue")]
    Queue,
    #[token("dispatch")]
    Dispatch,
    #[token("barrier_and")]
    BarrierAnd,
    #[token("barrier_or")]
    BarrierOr,
    #[token("signal")]
    Signal,
    #[token("submit")]
    Submit,
    #[token("thread")]
    Thread,
    #[token("filter")]
    Filter,
    #[token("exists")]
    Exists,
    #[token("forall")]
    Forall,
    #[token("terminates")]
    Terminates,
    #[token("expect")]
    Expect,
    #[regex(r"expect[ \t]+hardware[ \t]+[A-Za-z0-9][A-Za-z0-9_.,\- \t]*", |lex| lex.slice())]
    ExpectHardware(&'a str),
    #[regex(r"expect[ \t]+refine[ \t]+[A-Za-z0-9][A-Za-z0-9_.,\- \t]*", |lex| lex.slice())]
    ExpectRefine(&'a str),
    #[token("load")]
    Load,
    #[token("store")]
    Store,
    #[token("atomic")]
    Atomic,
    #[token("volatile")]
    Volatile,
    #[token("weak")]
    Weak,
    #[token("atomicrmw")]
    Atomicrmw,
    #[token("cmpxchg")]
    Cmpxchg,
    #[token("fence")]
    Fence,
    #[token("s.barrier")]
    Barrier,
    #[token("s.barrier.signal")]
    BarrierSignal,
    #[token("s.barrier.wait")]
    BarrierWait,
    #[token("s.barrier.signal.isfirst")]
    BarrierSignalIsFirst,
    #[token("s.barrier.init")]
    BarrierInit,
    #[token("s.barrier.join")]
    BarrierJoin,
    #[token("s.barrier.leave")]
    BarrierLeave,
    #[token("named.barrier")]
    NamedBarrier,
    #[token("load.to.lds")]
    LoadToLds,
    #[token("load.async.to.lds")]
    LoadAsyncToLds,
    #[token("store.async.from.lds")]
    StoreAsyncFromLds,
    #[token("call")]
    Call,
    #[token("asyncmark")]
    Asyncmark,
    #[token("wait.asyncmark")]
    WaitAsyncmark,
    #[token("syncscope")]
    Syncscope,
    #[token("generic")]
    Generic,
    #[token("if")]
    If,
    #[token("else")]
    Else,
    #[token("while")]
    While,
    #[token("do")]
    Do,
    #[token("unroll")]
    Unroll,
    #[token("select")]
    Select,
    #[token("zext")]
    Zext,
    #[token("sext")]
    Sext,
    #[token("trunc")]
    Trunc,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("ptr")]
    Ptr,
    #[token("unordered")]
    Unordered,
    #[token("monotonic")]
    Monotonic,
    #[token("acquire")]
    Acquire,
    #[token("release")]
    Release,
    #[token("acq_rel")]
    AcqRel,
    #[token("seq_cst")]
    SeqCst,
    #[token("ult")]
    Ult,
    #[token("ule")]
    Ule,
    #[token("ugt")]
    Ugt,
    #[token("uge")]
    Uge,
    #[token("slt")]
    Slt,
    #[token("sle")]
    Sle,
    #[token("sgt")]
    Sgt,
    #[token("sge")]
    Sge,
    #[token("shl")]
    Shl,
    #[token("lshr")]
    Lshr,
    #[token("ashr")]
    Ashr,
    #[token("!nontemporal")]
    Nontemporal,
    #[token("asm")]
    Asm,
    #[token("!asm")]
    AsmOf,
    #[token("!mmra")]
    Mmra,
    #[regex(r"i[0-9]+", |lex| lex.slice())]
    IntType(&'a str),
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*", |lex| lex.slice(), priority = 1)]
    Ident(&'a str),
    #[regex(r"[0-9][0-9A-Za-z_]*", |lex| lex.slice())]
    Int(&'a str),
    #[regex(r#""[^"]*""#, |lex| &lex.slice()[1..lex.slice().len() - 1])]
    Str(&'a str),
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("@")]
    At,
    #[token("=")]
    Assign,
    #[token("==")]
    EqEq,
    #[token("!=")]
    NotEq,
    #[token("||")]
    OrOr,
    #[token("&&")]
    AndAnd,
    #[token("/\\")]
    And,
    #[token("=>")]
    Implies,
    #[token("\\/")]
    Or,
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
    #[token("!")]
    Bang,
    #[token("~")]
    Tilde,
}
