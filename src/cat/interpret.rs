//! What a model says of an execution, or of all at once: its axioms over an algebra.

mod eval;
mod operators;
mod value;

use super::algebra::Algebra;
use super::load::{Model, Placed};
use crate::syntax::cat::ast::{Statement, Test, TestKind};
use crate::syntax::source::{Diagnostic, Source, Span};
use eval::Evaluator;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use value::Value;

/// What a model asks.
pub struct Outcome<A: Algebra> {
    /// What must hold of every allowed execution.
    pub axioms: Vec<Axiom<A>>,
    /// What marks an execution when it holds.
    pub flags: Vec<Axiom<A>>,
}

/// A test of a model.
pub struct Axiom<A: Algebra> {
    /// The name after `as`; without one, `file:line`.
    pub name: String,
    /// What is tested.
    pub kind: TestKind,
    /// Whether the opposite is asked (`~`).
    pub negated: bool,
    /// What it is tested of, for reports.
    pub subject: Subject<A>,
    /// Whether it holds, `negated` taken into account. A flag is raised when it holds.
    pub truth: A::Truth,
    /// The text it stands in.
    pub source: Arc<Source>,
    /// Where it stands.
    pub span: Span,
}

/// What a test is of.
pub enum Subject<A: Algebra> {
    /// A set, of `empty`.
    Set(A::Set),
    /// A relation.
    Rel(A::Rel),
}

/// Interprets a model over an algebra.
///
/// # Errors
/// An operand of the wrong kind, a name that the algebra does not have, or an evaluation without end.
pub fn interpret<A: Algebra>(model: &Model, algebra: &mut A) -> Result<Outcome<A>, Box<Diagnostic>> {
    let mut evaluator = Evaluator::new(algebra);
    let mut outcome = Outcome { axioms: Vec::new(), flags: Vec::new() };
    for Placed { source, statement } in &model.statements {
        match statement {
            Statement::Let(definitions) => evaluator.define(definitions, source)?,
            Statement::Test(test) if test.flag => outcome.flags.push(axiom(&mut evaluator, test, source)?),
            Statement::Test(test) => outcome.axioms.push(axiom(&mut evaluator, test, source)?),
            Statement::Include(_) => {}
        }
    }
    Ok(outcome)
}

fn axiom<'m, A: Algebra>(
    evaluator: &mut Evaluator<'m, '_, A>,
    test: &'m Test,
    source: &'m Arc<Source>,
) -> Result<Axiom<A>, Box<Diagnostic>> {
    let subject = match evaluator.global(&test.expr, source)? {
        Value::Set(set) if test.kind == TestKind::Empty => Subject::Set(Rc::unwrap_or_clone(set)),
        value => {
            let relation = operators::relation(evaluator.algebra, &value, source, &test.expr)?;
            drop(value);
            Subject::Rel(Rc::unwrap_or_clone(relation))
        }
    };
    let holds = truth(evaluator.algebra, test.kind, &subject);
    let truth = if test.negated { evaluator.algebra.not(&holds) } else { holds };
    let name = test.name.as_ref().map_or_else(|| place(source, test.span), |name| name.text.clone());
    let (kind, negated, span) = (test.kind, test.negated, test.span);
    Ok(Axiom { name, kind, negated, subject, truth, source: source.clone(), span })
}

fn truth<A: Algebra>(algebra: &mut A, kind: TestKind, subject: &Subject<A>) -> A::Truth {
    match (kind, subject) {
        (_, Subject::Set(set)) => algebra.is_empty_set(set),
        (TestKind::Acyclic, Subject::Rel(relation)) => algebra.acyclic(relation),
        (TestKind::Irreflexive, Subject::Rel(relation)) => algebra.irreflexive(relation),
        (TestKind::Empty, Subject::Rel(relation)) => algebra.is_empty(relation),
    }
}

fn place(source: &Source, span: Span) -> String {
    let file = Path::new(&source.name).file_name().unwrap_or_default().to_string_lossy();
    format!("{file}:{}", source.line_column(span.start).0)
}
