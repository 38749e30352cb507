//! The tree of a cat file. Chains of one operator are flat, so that only real nesting makes a tree deep; the parser
//! bounds that, and every walk may recurse.

use crate::syntax::provenance::Provenance;
use crate::syntax::source::Span;

/// A file: an optional title and its statements in order.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// The string before the first statement.
    pub title: Option<Word>,
    /// The statements in the file's order, which is the order of definition.
    pub statements: Vec<Statement>,
}

/// A name or string (without quotes) and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The characters, of a string without its quotes.
    pub text: String,
    /// The bytes of the word, of a string with its quotes.
    pub span: Span,
}

/// One statement of a model: an inclusion, a definition, a test, or a choice of two.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `include "file.cat"`: the statements of another file stand here.
    Include(Word),
    /// `let …`, for the rest of the model.
    Let(Let),
    /// `acyclic e as name` and the like.
    Test(Test),
    /// `if "option" … else …`: one of two statements.
    If(Box<If>),
}

/// `if "option" then else otherwise`: which statement stands here depends on whether an option of the model is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct If {
    /// The name of the option, without quotes.
    pub option: Word,
    /// The statement if it is chosen.
    pub then: Statement,
    /// The statement if it is not.
    pub otherwise: Statement,
    /// From `if` to the end of the last statement.
    pub span: Span,
    /// Where the option is from, as the comment before it says.
    pub provenance: Provenance,
}

impl Statement {
    /// Its place in the text, from its first word to its last.
    pub fn span(&self) -> Span {
        match self {
            Statement::Include(word) => word.span,
            Statement::Let(definitions) => definitions.span,
            Statement::Test(test) => test.span,
            Statement::If(choice) => choice.span,
        }
    }
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
    /// Where the definitions are from, as the comment before them says; nothing within an expression.
    pub provenance: Provenance,
}

/// `x = e` or `f a b = e`.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The name that the body is bound to.
    pub name: Word,
    /// The parameters; none for a plain value.
    pub parameters: Vec<Word>,
    /// The expression that the name stands for, over the parameters if there are any.
    pub body: Expr,
}

/// `[flag] [~]acyclic e [as name]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Whether it marks executions (`flag`) instead of forbidding them.
    pub flag: bool,
    /// Whether `~` stands before the kind.
    pub negated: bool,
    /// The property that the expression is tested for.
    pub kind: TestKind,
    /// The relation or set that is tested.
    pub expr: Expr,
    /// The name after `as`, by which verdicts name the axiom or flag.
    pub name: Option<Word>,
    /// The place of the statement, from its first word to its last.
    pub span: Span,
    /// Where it is from, as the comment before it says.
    pub provenance: Provenance,
}

/// What a test asks of a relation (or, the last, of a set).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TestKind {
    /// No path leads from an event back to it.
    Acyclic,
    /// No event is related to itself.
    Irreflexive,
    /// The relation has no pair, or the set no event.
    Empty,
}

impl TestKind {
    /// The word that cat files spell it with.
    pub fn keyword(self) -> &'static str {
        match self {
            TestKind::Acyclic => "acyclic",
            TestKind::Irreflexive => "irreflexive",
            TestKind::Empty => "empty",
        }
    }
}

/// An expression over sets and relations of events.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The operator or leaf, with its operands.
    pub kind: ExprKind,
    /// Where it stands, with its parentheses.
    pub span: Span,
    /// How deep expressions nest in it, itself and parentheses counted; at most 200.
    pub depth: usize,
}

/// The form of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A name: a base set or relation, a definition or a parameter.
    Name(String),
    /// `0` or `{}`: nothing, of the kind the context needs.
    Empty,
    /// `_`: the set of all events.
    Universe,
    /// `[s]`: each event of a set, related to itself.
    Identity(Box<Expr>),
    /// `~e`: everything that is not in `e`.
    Complement(Box<Expr>),
    /// `e+` and the like.
    Postfix(Postfix, Box<Expr>),
    /// `a | b | c` and the like: at least two operands.
    Infix(Infix, Vec<Expr>),
    /// `f a b` or `f(a, b)`.
    Call(Word, Vec<Expr>),
    /// `let … in e`.
    Let(Box<Let>, Box<Expr>),
    /// `match … end`: a case distinction over a set of sets.
    Match(Box<Match>),
}

/// `match subject with || {} -> empty || element ++ rest -> more end`.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The set of sets that is taken apart.
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
    /// `r^-1`: the relation with its pairs turned round.
    Inverse,
}

/// An operator between its operands, from the loosest to the tightest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Infix {
    /// `a | b`: the union of sets or of relations.
    Union,
    /// `s ++ ss`: the set of sets `ss` with `s`.
    Add,
    /// `a ; b`: the composition of relations.
    Sequence,
    /// `a \ b`, from the left.
    Minus,
    /// `a & b`: the intersection of sets or of relations.
    Intersection,
    /// `s * t`; two operands only.
    Product,
}
