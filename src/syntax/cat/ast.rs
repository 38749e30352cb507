//! The tree of a cat file. Chains of one operator are flat, so that only real nesting makes a tree deep; the parser
//! bounds that, and every walk may recurse.

use crate::syntax::provenance::Provenance;
use crate::syntax::source::Span;

/// A file: an optional title and its statements in order.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// The string before the first statement, or the words in the first line that begin none.
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

/// One statement of a model.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `include "file.cat"`: the statements of another file stand here.
    Include(Word),
    /// `let …`, for the rest of the model.
    Let(Let),
    /// `acyclic e as name` and the like.
    Test(Test),
    /// `if "option" … else …`: statements that stand here if an option is chosen, and others if not.
    If(Box<If>),
    /// `with x from e`: the engine chooses one of several relations.
    With(With),
    /// `procedure p(a, b) = … end`: statements under a name.
    Procedure(Procedure),
    /// `call p(e, f) as name`: the statements of a procedure.
    Call(Call),
    /// `forall x in e do … end`: statements, once for each element.
    Forall(Forall),
    /// `enum name = 'a || 'b`: tags.
    Enum(Enum),
    /// `show e, f as name`: relations to draw. Nothing follows from it.
    Show(Vec<Expr>, Span),
    /// `unshow a, b` or `instructions W[{'a, 'b}]`: accepted, and nothing follows from it.
    Ignored(Span),
}

/// `if "option" then else otherwise`: which statements stand here depends on whether an option of the model is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct If {
    /// The name of the option, without quotes.
    pub option: Word,
    /// The statements if it is chosen.
    pub then: Vec<Statement>,
    /// The statements if it is not.
    pub otherwise: Vec<Statement>,
    /// From `if` to the end of the last statement.
    pub span: Span,
    /// Where the option is from, as the comment before it says.
    pub provenance: Provenance,
    /// How deep statements nest in it, itself counted; at most 200.
    pub depth: usize,
}

/// `with x from e`.
#[derive(Clone, Debug, PartialEq)]
pub struct With {
    /// The name of the relation chosen, for the rest of the model.
    pub name: Word,
    /// The relations that it is one of.
    pub from: Expr,
    /// From `with` to the end of the expression.
    pub span: Span,
}

/// `procedure p(a, b) = … end`.
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure {
    /// The name that calls use.
    pub name: Word,
    /// The names of what calls pass to it.
    pub parameters: Vec<Word>,
    /// What a call stands for.
    pub body: Vec<Statement>,
    /// From `procedure` to `end`.
    pub span: Span,
    /// How deep statements nest in it, itself counted; at most 200.
    pub depth: usize,
}

/// `call p(e, f) as name`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The procedure.
    pub name: Word,
    /// What is passed to it, by parameter.
    pub arguments: Vec<Expr>,
    /// What stands before the names of its tests.
    pub label: Option<Word>,
    /// From `call` to the last word.
    pub span: Span,
}

/// `forall x in e do … end`.
#[derive(Clone, Debug, PartialEq)]
pub struct Forall {
    /// The name of the element within the statements.
    pub element: Word,
    /// The set that it is of.
    pub of: Expr,
    /// What stands here for each element.
    pub body: Vec<Statement>,
    /// From `forall` to `end`.
    pub span: Span,
    /// How deep statements nest in it, itself counted; at most 200.
    pub depth: usize,
}

/// `enum name = 'a || 'b`.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// The name of the set of tags.
    pub name: Word,
    /// The tags, without `'`.
    pub tags: Vec<Word>,
    /// From `enum` to the last tag.
    pub span: Span,
}

impl Statement {
    /// How deep statements nest in it.
    pub fn depth(&self) -> usize {
        match self {
            Statement::If(choice) => choice.depth,
            Statement::Procedure(procedure) => procedure.depth,
            Statement::Forall(forall) => forall.depth,
            Statement::Include(_) | Statement::Let(_) | Statement::Test(_) | Statement::With(_) => 0,
            Statement::Call(_) | Statement::Enum(_) | Statement::Show(..) | Statement::Ignored(_) => 0,
        }
    }

    /// Its place in the text, from its first word to its last.
    pub fn span(&self) -> Span {
        match self {
            Statement::Include(word) => word.span,
            Statement::Let(definitions) => definitions.span,
            Statement::Test(test) => test.span,
            Statement::If(choice) => choice.span,
            Statement::With(with) => with.span,
            Statement::Procedure(procedure) => procedure.span,
            Statement::Call(call) => call.span,
            Statement::Forall(forall) => forall.span,
            Statement::Enum(tags) => tags.span,
            Statement::Show(_, span) | Statement::Ignored(span) => *span,
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

/// `[flag] [~]acyclic e [as name]`, or `undefined_unless …`, which is the flag of the opposite.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Whether it marks executions (`flag`) instead of forbidding them.
    pub flag: bool,
    /// Whether it is `undefined_unless …`, a flag that says of the program that it is undefined.
    pub undefines: bool,
    /// Whether the test is that the property does not hold: `~` stands before the kind, or `undefined_unless`, not both.
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
    /// `f a b` or `f(a, b)`: a function and its arguments, those in one pair of parentheses as a tuple.
    Call(Word, Vec<Expr>),
    /// `let … in e`.
    Let(Box<Let>, Box<Expr>),
    /// `match … end`: a case distinction over a set of sets.
    Match(Box<Match>),
    /// `match … end`: a case distinction over tags.
    MatchTag(Box<MatchTag>),
    /// `'a`: a tag.
    Tag(String),
    /// `{a, b}`: a set of these.
    Set(Vec<Expr>),
    /// `(a, b)`: at least two values, as one.
    Tuple(Vec<Expr>),
    /// The part of a tuple that has this index; how many parts it must have. The pattern `let (x, y) = e` is made of these.
    Part(usize, usize, Box<Expr>),
    /// `fun x -> e`.
    Function(Box<Binding>),
    /// `try a with b`: the first, or where it uses an undefined name, the second.
    Try(Box<Expr>, Box<Expr>),
    /// `if "option" then a else b`.
    If(Word, Box<Expr>, Box<Expr>),
}

/// `match subject with || 'a -> e || _ -> f end`.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchTag {
    /// The tag that is looked at.
    pub subject: Expr,
    /// What it is for each tag, in order; without a tag, for all others.
    pub arms: Vec<(Option<String>, Expr)>,
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
