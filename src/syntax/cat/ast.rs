//! The tree of a cat file. Chains of one operator are flat, so that only real nesting makes a tree deep; the parser
//! bounds that, and every walk may recurse.

use crate::syntax::source::Span;

/// A file: an optional title and its statements in order.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// The string before the first statement.
    pub title: Option<Word>,
    /// The statements.
    pub statements: Vec<Statement>,
}

/// A name or string (without quotes) and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The characters.
    pub text: String,
    /// The place.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `include "file.cat"`.
    Include(Word),
    /// `let …`, for the rest of the model.
    Let(Let),
    /// `acyclic e as name` and the like.
    Test(Test),
}

/// `let [rec] x = e and …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    /// Whether the names are known in their own definitions.
    pub recursive: bool,
    /// The definitions, at least one.
    pub bindings: Vec<Binding>,
    /// From `let` to the last definition.
    pub span: Span,
}

/// `x = e` or `f a b = e`.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// What is defined.
    pub name: Word,
    /// The parameters; none for a plain value.
    pub parameters: Vec<Word>,
    /// What it is.
    pub body: Expr,
}

/// `[flag] [~]acyclic e [as name]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Whether it only marks executions instead of forbidding them.
    pub flag: bool,
    /// Whether `~` stands before the kind.
    pub negated: bool,
    /// What is tested.
    pub kind: TestKind,
    /// What it is tested of.
    pub expr: Expr,
    /// The name after `as`.
    pub name: Option<Word>,
    /// The whole statement.
    pub span: Span,
}

/// What a test asks of a relation (or, the last, of a set).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TestKind {
    /// No path leads from an event back to it.
    Acyclic,
    /// No event is related to itself.
    Irreflexive,
    /// There is nothing in it.
    Empty,
}

impl TestKind {
    /// The keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            TestKind::Acyclic => "acyclic",
            TestKind::Irreflexive => "irreflexive",
            TestKind::Empty => "empty",
        }
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Its form.
    pub kind: ExprKind,
    /// Where it stands, with its parentheses.
    pub span: Span,
    /// How many levels of expressions it has, parentheses counted.
    pub depth: usize,
}

/// The form of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A name.
    Name(String),
    /// `0` or `{}`: nothing, of the kind the context needs.
    Empty,
    /// `_`: all events.
    Universe,
    /// `[s]`: each event of a set, related to itself.
    Identity(Box<Expr>),
    /// `~e`.
    Complement(Box<Expr>),
    /// `e+` and the like.
    Postfix(Postfix, Box<Expr>),
    /// `a | b | c` and the like: at least two operands.
    Infix(Infix, Vec<Expr>),
    /// `f a b` or `f(a, b)`.
    Call(Word, Vec<Expr>),
    /// `let … in e`.
    Let(Box<Let>, Box<Expr>),
    /// `match … end`.
    Match(Box<Match>),
}

/// `match subject with || {} -> empty || element ++ rest -> more end`.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The set of sets looked at.
    pub subject: Expr,
    /// What it is if there is no set.
    pub empty: Expr,
    /// One of the sets, named for `more`.
    pub element: Word,
    /// The other sets, named for `more`.
    pub rest: Word,
    /// What it is if there is a set.
    pub more: Expr,
}

/// An operator after its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Postfix {
    /// `r+`: the transitive closure.
    Plus,
    /// `r*`: the reflexive transitive closure.
    Star,
    /// `r?`: the reflexive closure.
    Optional,
    /// `r^-1`.
    Inverse,
}

/// An operator between its operands, from the loosest to the tightest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Infix {
    /// `a | b`.
    Union,
    /// `s ++ ss`: the set of sets `ss` with `s`.
    Add,
    /// `a ; b`.
    Sequence,
    /// `a \ b`, from the left.
    Minus,
    /// `a & b`.
    Intersection,
    /// `s * t`; two operands only.
    Product,
}
