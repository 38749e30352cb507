//! The tree of a litmus file, as written: names unresolved, every part with its place.

use crate::llvm::{AddressSpace, IntType, MemoryType, Ordering, RmwOp, SyncScope, Tag};
use crate::syntax::source::{Source, Span};
use std::sync::Arc;

/// Something and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct At<T> {
    /// The thing.
    pub node: T,
    /// Its place.
    pub span: Span,
}

/// Two are equal when their things are, wherever they stand: printing and parsing again gives an equal tree.
impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

/// A name and its place.
pub type Name = At<String>;

/// A whole test.
#[derive(Clone, Debug, PartialEq)]
pub struct Litmus {
    /// What follows `litmus`.
    pub name: Name,
    /// One or more lines of prose.
    pub description: Option<At<String>>,
    /// The objects of `memory { … }`.
    pub memory: Vec<Object>,
    /// Where the memory block ends.
    pub memory_span: At<()>,
    /// The threads in order.
    pub threads: Vec<Thread>,
    /// Which executions count.
    pub filter: Option<At<Prop>>,
    /// What is asked.
    pub conditions: Vec<Condition>,
    /// What machine code is expected to be.
    pub refinements: Vec<Refinement>,
}

/// A parsed file: its tree, its text and the comments that the tree does not hold.
#[derive(Clone, Debug)]
pub struct File {
    /// The test.
    pub test: Litmus,
    /// The text it was parsed from.
    pub source: Arc<Source>,
    /// The comments, in order.
    pub comments: Vec<Span>,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// An integer.
    Int(IntType),
    /// A pointer to an object.
    Ptr,
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Type::Int(int) => int.fmt(f),
            Type::Ptr => f.write_str("ptr"),
        }
    }
}

/// `global x: i32 = 0, coarse @ agent 1`
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Where it lives.
    pub space: At<AddressSpace>,
    /// Its name.
    pub name: Name,
    /// What it holds.
    pub ty: At<Type>,
    /// What it holds first.
    pub init: Option<At<Literal>>,
    /// What is said of its memory; without it, it is fine-grained.
    pub memory: Option<At<MemoryType>>,
}

/// A constant, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A number.
    Int(i128),
    /// `true` or `false`.
    Bool(bool),
    /// An object's address.
    Object(String),
}

/// `thread P0 @ agent 0, … { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Thread {
    /// Its name.
    pub name: Name,
    /// `(agent, 0), (workgroup, 1), …` as written.
    pub placement: Vec<At<(At<String>, u32)>>,
    /// What it does.
    pub body: Block,
}

/// Statements between braces.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The statements.
    pub statements: Vec<At<Statement>>,
    /// The braces.
    pub braces: At<()>,
    /// How deep it nests.
    pub depth: u32,
}

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `r0 = load …`
    Load {
        /// The register written.
        dest: Name,
        /// What is loaded.
        ty: At<Type>,
        /// From where and how.
        access: Access,
    },
    /// `store …`
    Store {
        /// What is stored.
        ty: At<Type>,
        /// Its value.
        value: Expr,
        /// To where and how.
        access: Access,
    },
    /// `r0 = atomicrmw …`
    Rmw {
        /// The register that gets the old value.
        dest: Option<Name>,
        /// The operation.
        op: At<RmwOp>,
        /// The type.
        ty: At<Type>,
        /// The operand.
        value: Expr,
        /// Where and how.
        access: Access,
    },
    /// `r0, ok = cmpxchg …`
    Cmpxchg(Box<Cmpxchg>),
    /// `fence …`
    Fence {
        /// The scope, system when left out.
        scope: Option<At<SyncScope>>,
        /// The ordering.
        ordering: At<Ordering>,
        /// The metadata.
        metadata: Vec<At<Metadata>>,
    },
    /// `asm "…"`: a machine instruction that accesses no memory.
    Asm(At<String>),
    /// `s.barrier` and its halves.
    Barrier(BarrierKind),
    /// `r0 = expression`
    Assign {
        /// The register written.
        dest: Name,
        /// Its value.
        value: Expr,
    },
    /// `if c { … } else { … }`
    If {
        /// The condition.
        condition: Expr,
        /// Taken when it holds.
        then: Block,
        /// Taken otherwise.
        otherwise: Option<Block>,
    },
    /// `while c unroll n { … }`
    While {
        /// The condition, before each turn.
        condition: Expr,
        /// The most turns.
        unroll: At<u32>,
        /// The body.
        body: Block,
    },
    /// `do { … } while c unroll n`
    DoWhile {
        /// The body.
        body: Block,
        /// The condition, after each turn.
        condition: Expr,
        /// The most turns.
        unroll: At<u32>,
    },
}

/// `r0, ok = cmpxchg …`
#[derive(Clone, Debug, PartialEq)]
pub struct Cmpxchg {
    /// The register that gets the old value.
    pub dest: Option<Name>,
    /// The register that tells whether it stored.
    pub success: Option<Name>,
    /// Whether it may fail though the value matched.
    pub weak: bool,
    /// The type.
    pub ty: At<Type>,
    /// The value to match.
    pub expected: Expr,
    /// The type again.
    pub new_ty: At<Type>,
    /// The value to store.
    pub new: Expr,
    /// Where and how, with the success ordering.
    pub access: Access,
    /// The ordering when it does not store.
    pub failure: At<Ordering>,
}

/// The workgroup barrier and its halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierKind {
    /// `s.barrier`: arrive, then wait.
    Both,
    /// `s.barrier.signal`: arrive.
    Signal,
    /// `s.barrier.wait`: wait.
    Wait,
}

/// How memory is accessed.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// `atomic` was written (always so for `atomicrmw` and `cmpxchg`).
    pub atomic: bool,
    /// `volatile` was written.
    pub volatile: bool,
    /// Where to.
    pub pointer: Pointer,
    /// `syncscope("…")`
    pub scope: Option<At<SyncScope>>,
    /// The ordering.
    pub ordering: Option<At<Ordering>>,
    /// What follows the commas.
    pub metadata: Vec<At<Metadata>>,
}

/// `x`, `r0`, `generic x`
#[derive(Clone, Debug, PartialEq)]
pub struct Pointer {
    /// Whether `generic` was written.
    pub generic: bool,
    /// An object or a register.
    pub name: Name,
}

/// `!nontemporal`, `!mmra {…}`
#[derive(Clone, Debug, PartialEq)]
pub enum Metadata {
    /// A hint to the caches.
    Nontemporal,
    /// `!asm "…"`: the machine instruction that it is.
    Asm(String),
    /// Tags.
    Mmra(Vec<At<Tag>>),
}

/// An expression over registers.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place.
    pub place: At<()>,
    /// How deep it nests, for the parser's limit.
    pub depth: u32,
}

/// Equal when they say the same: superfluous parentheses do not count.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// The forms of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number.
    Int(i128),
    /// `true` or `false`.
    Bool(bool),
    /// A register, or an object's address.
    Name(String),
    /// `!e`, `~e`, `-e`
    Unary(UnaryOp, Box<Expr>),
    /// `a op b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `select(c, a, b)`
    Select(Box<[Expr; 3]>),
    /// `zext(e, i64)` and the like
    Cast(CastOp, Box<Expr>, At<Type>),
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `!` on i1.
    Not,
    /// `~`: the complement.
    Complement,
    /// `-`: the negation.
    Negate,
}

/// Casts between widths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastOp {
    /// Widens with zeros.
    Zext,
    /// Widens with the sign.
    Sext,
    /// Cuts.
    Trunc,
}

crate::llvm::words_enum! {
    /// Infix operators.
    BinaryOp {
        /// i1
        Or = "||",
        /// i1
        And = "&&",
        /// equal
        Eq = "==",
        /// not equal
        Ne = "!=",
        /// unsigned less
        Ult = "ult",
        /// unsigned less or equal
        Ule = "ule",
        /// unsigned greater
        Ugt = "ugt",
        /// unsigned greater or equal
        Uge = "uge",
        /// signed less
        Slt = "slt",
        /// signed less or equal
        Sle = "sle",
        /// signed greater
        Sgt = "sgt",
        /// signed greater or equal
        Sge = "sge",
        /// bits
        BitOr = "|",
        /// bits
        BitXor = "^",
        /// bits
        BitAnd = "&",
        /// shift left
        Shl = "shl",
        /// shift right, zeros
        Lshr = "lshr",
        /// shift right, sign
        Ashr = "ashr",
        /// sum
        Add = "+",
        /// difference
        Sub = "-",
        /// product
        Mul = "*",
    }
}

impl BinaryOp {
    /// How tightly it binds, from 1.
    pub fn precedence(self) -> u32 {
        use BinaryOp::*;
        match self {
            Or => 1,
            And => 2,
            Eq | Ne | Ult | Ule | Ugt | Uge | Slt | Sle | Sgt | Sge => 3,
            BitOr => 4,
            BitXor => 5,
            BitAnd => 6,
            Shl | Lshr | Ashr => 7,
            Add | Sub => 8,
            Mul => 9,
        }
    }

    /// Whether it compares.
    pub fn is_comparison(self) -> bool {
        self.precedence() == 3
    }
}

/// What is asked of the final states.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// `exists`, `~exists` or `forall`.
    pub quantifier: Quantifier,
    /// The proposition.
    pub prop: At<Prop>,
    /// What models are expected to answer.
    pub expects: Vec<Expect>,
    /// What hardware is expected to answer.
    pub hardware: Vec<HardwareExpect>,
    /// All of it up to the proposition.
    pub place: At<()>,
}

/// How a condition asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// Some final state.
    Exists,
    /// No final state.
    NotExists,
    /// Every final state.
    Forall,
}

/// `expect hardware gfx90a,tgsplit cu-issue-order: allowed "why"`
#[derive(Clone, Debug, PartialEq)]
pub struct HardwareExpect {
    /// What it is about: a target or a family of them, with a mode or in all.
    pub targets: Name,
    /// Assumptions to switch on, or `none`.
    pub assume: Vec<Name>,
    /// The verdict.
    pub verdict: At<Expected>,
    /// Why.
    pub reason: Option<At<String>>,
    /// The place of all of it.
    pub place: At<()>,
}

/// `expect refine gfx90a,tgsplit llvm24: sound "why"`
#[derive(Clone, Debug, PartialEq)]
pub struct Refinement {
    /// What it is about: a target or a family of them, with a mode or in all.
    pub targets: Name,
    /// The tables: a release, one table of it, or a file.
    pub table: Name,
    /// Whether `opencl` was written: the code is OpenCL's.
    pub opencl: bool,
    /// The verdict.
    pub verdict: At<Refined>,
    /// Why.
    pub reason: Option<At<String>>,
    /// The place of all of it.
    pub place: At<()>,
}

crate::llvm::words_enum! {
    /// What a test expects of its machine code.
    Refined {
        /// It ends only as the source may.
        Sound = "sound",
        /// It can end otherwise.
        Unsound = "unsound",
        /// The source is undefined.
        Racy = "racy",
    }
}

/// `expect hsa, hsa-none: forbidden "why"`
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// The models.
    pub models: Vec<Name>,
    /// The verdict.
    pub verdict: At<Expected>,
    /// The reason.
    pub reason: Option<At<String>>,
    /// All of it.
    pub place: At<()>,
}

crate::llvm::words_enum! {
    /// What a test expects.
    Expected {
        /// The asked state can happen.
        Allowed = "allowed",
        /// It cannot.
        Forbidden = "forbidden",
        /// The program has a race.
        Racy = "racy",
    }
}

/// A proposition over a final state.
#[derive(Clone, Debug, PartialEq)]
pub enum Prop {
    /// `true`, `false`
    Const(bool),
    /// `P1:r0 = 1`, `x = 2`; `negated` for `!=`.
    Atom {
        /// The thread of a register; `None` for memory.
        thread: Option<Name>,
        /// The register or object.
        name: Name,
        /// The value compared with.
        value: At<Literal>,
        /// Whether it is `!=`.
        negated: bool,
    },
    /// `~p`
    Not(Box<Prop>),
    /// `p /\ q /\ …`
    And(Vec<Prop>),
    /// `p \/ q \/ …`
    Or(Vec<Prop>),
}
