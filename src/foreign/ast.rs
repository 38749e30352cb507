//! The tree of a C test, as written.

use crate::syntax::litmus::ast::{At, Name, Quantifier};
use crate::syntax::source::Span;

/// A test: what memory holds, threads, and what is asked.
#[derive(Clone, Debug)]
pub struct Test {
    /// The name in the first line.
    pub name: Name,
    /// The text between quotes before the initial state.
    pub description: Option<At<String>>,
    /// The place of the initial state with its braces.
    pub init_span: Span,
    /// What the initial state says.
    pub init: Vec<Init>,
    /// The threads in order.
    pub threads: Vec<Thread>,
    /// What follows the threads.
    pub ending: Ending,
}

/// What follows the threads.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    /// What `locations […]` lists.
    pub locations: Vec<Location>,
    /// What `filter` says.
    pub filter: Option<At<Prop>>,
    /// The condition.
    pub condition: Option<At<(Quantifier, Prop)>>,
}

/// A type as written: words, then stars.
#[derive(Clone, Debug)]
pub struct Type {
    /// Its words, qualifiers among them.
    pub words: Vec<Name>,
    /// How many stars follow.
    pub stars: usize,
    /// Its place.
    pub span: Span,
}

/// `int x = 0`, `[x] = 0`, `0:r = 1`, `int a[2] = {0, 1}`.
#[derive(Clone, Debug)]
pub struct Init {
    /// The type, where one is given.
    pub ty: Option<Type>,
    /// What gets the value.
    pub location: Location,
    /// The number between brackets of an array.
    pub length: Option<At<i128>>,
    /// The values: one, or those of an array; none where nothing is said.
    pub values: Vec<At<Value>>,
}

/// What a final or an initial state speaks of.
#[derive(Clone, Debug)]
pub struct Location {
    /// The thread of a register.
    pub thread: Option<At<i128>>,
    /// The variable.
    pub name: Name,
    /// The element of an array.
    pub index: Option<At<i128>>,
    /// Its place.
    pub span: Span,
}

/// A value of a state.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number.
    Int(i128),
    /// The address of a variable, or of an element of an array.
    Name(String, Option<i128>),
}

/// A proposition about a final state, with its depth.
#[derive(Clone, Debug)]
pub enum Prop {
    /// `true` and `false`.
    Const(bool),
    /// `x = 1`, `0:r != 2`.
    Atom {
        /// What is compared.
        location: Box<Location>,
        /// Whether it is `!=`.
        negated: bool,
        /// With what.
        value: At<Value>,
    },
    /// `a = {1, 2}`: all elements of an array.
    Array {
        /// What is compared.
        location: Box<Location>,
        /// Whether it is `!=`.
        negated: bool,
        /// With what, one value for each element.
        values: At<Vec<At<Value>>>,
    },
    /// `~p`.
    Not(Box<Prop>),
    /// `p /\ q`.
    And(Vec<Prop>),
    /// `p \/ q`.
    Or(Vec<Prop>),
    /// `p => q`.
    Implies(Box<[Prop; 2]>),
}

/// `P0 (atomic_int* x) { … }`
#[derive(Clone, Debug)]
pub struct Thread {
    /// `P0`.
    pub name: Name,
    /// `wg 0, dev 0`.
    pub placement: Vec<At<(Name, i128)>>,
    /// The variables that it shares with others.
    pub parameters: Vec<Parameter>,
    /// Its statements.
    pub body: Block,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its type.
    pub ty: Type,
    /// Its name; `void` alone has none.
    pub name: Option<Name>,
    /// Whether `[]` follows.
    pub is_array: bool,
}

/// Statements between braces.
#[derive(Clone, Debug)]
pub struct Block {
    /// The statements.
    pub statements: Vec<At<Statement>>,
    /// The place with the braces.
    pub span: Span,
    /// How deep blocks nest in it, itself counted.
    pub depth: u32,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `int r, s = 1;`
    Declaration(Type, Vec<(Name, Option<Expr>)>),
    /// `f(x);`, `r = 1;`
    Expr(Expr),
    /// `{ … }`
    Block(Block),
    /// `if (c) s else t`
    If(Expr, Block, Option<Block>),
    /// `while (c) s`
    While(Expr, Block),
    /// `do s while (c);`
    DoWhile(Block, Expr),
    /// `for (i; c; s) t`, as `i; while (c) { t s }`.
    For(Option<Box<At<Statement>>>, Option<Expr>, Option<Expr>, Block),
    /// `B1: s`
    Label(Name, Block),
}

/// An expression with its place and depth.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
    /// How deep it nests.
    pub depth: u32,
}

/// How a number is spelled, from which C takes its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    /// Whether `u` stands after it.
    pub unsigned: bool,
    /// Whether `l` or `ll` stands after it.
    pub long: bool,
    /// Whether it is not decimal.
    pub hexadecimal: bool,
}

/// The forms of an expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number, as it is spelled.
    Int(i128, Spelling),
    /// A variable, or a name that a function knows.
    Name(String),
    /// `-e`, `!e`, `~e`, `*e`, `&e`, `+e`.
    Unary(UnaryOp, Box<Expr>),
    /// `a op b`.
    Binary(BinaryOp, Box<[Expr; 2]>),
    /// `a = b`, `a += b`.
    Assign(Option<BinaryOp>, Box<[Expr; 2]>),
    /// `a++` and the like: by how much, and whether the old value is meant.
    Step(i128, bool, Box<Expr>),
    /// `c ? a : b`.
    Choice(Box<[Expr; 3]>),
    /// `(T) e`.
    Cast(Type, Box<Expr>),
    /// `a[i]`.
    Index(Box<[Expr; 2]>),
    /// `f(a, b)`.
    Call(Name, Vec<Expr>),
}

/// Operators before their operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `+`
    Plus,
    /// `!`
    Not,
    /// `~`
    Complement,
    /// `*`
    Deref,
    /// `&`
    Address,
}

/// Operators between their operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `||`
    LogicOr,
    /// `&&`
    LogicAnd,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `&`
    And,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
}
