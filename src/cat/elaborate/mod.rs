//! Elaboration: from the text of a model to its [`CoreModel`]. Names, functions, `match` and `classes` are gone afterwards.

mod expressions;
mod operators;
mod recursion;
mod value;

use super::base_names::BaseNames;
use super::core::{CoreModel, ModelGraph, NodeId, Place, Property, RelId, Subject, Test, schedule};
use super::load::{Model, Placed};
use crate::syntax::cat::ast::{self, Statement, TestKind};
use crate::syntax::source::{Diagnostic, Source, Span};
use expressions::Elaborator;
use std::path::Path;
use std::sync::Arc;
use value::Value;

/// More axioms than this are refused: engines number them by bits.
pub const MAX_AXIOMS: usize = 64;

/// How many classes a relation has in the programs that a model is elaborated for; `None` if it is no equivalence that is the same in all
/// executions.
pub type CountClasses<'a> = dyn FnMut(&ModelGraph, RelId) -> Option<usize> + 'a;

/// Elaborates a model into a graph, which may hold other models.
///
/// # Errors
/// An operand of the wrong kind, a recursive relation without a least fixpoint, an undefined name, or a recursion without end.
pub fn elaborate(
    model: &Model,
    base: &BaseNames<'_>,
    graph: &mut ModelGraph,
    count_classes: &mut CountClasses<'_>,
) -> Result<CoreModel, Box<Diagnostic>> {
    let mut elaborator = Elaborator::new(base, graph, count_classes);
    let (mut axioms, mut flags) = (Vec::new(), Vec::new());
    for Placed { source, statement, .. } in &model.statements {
        match statement {
            Statement::Let(definitions) => elaborator.define(definitions, source)?,
            Statement::Test(test) if test.flag => flags.push(elaborate_test(&mut elaborator, test, source)?),
            Statement::Test(test) if axioms.len() == MAX_AXIOMS => return Err(Box::new(too_many_axioms(test, source))),
            Statement::Test(test) => axioms.push(elaborate_test(&mut elaborator, test, source)?),
            Statement::Include(_) | Statement::If(_) => unreachable!("they were replaced when the model was loaded"),
        }
    }
    let (classes, names) = elaborator.into_parts();
    let roots: Vec<NodeId> = axioms.iter().chain(&flags).map(|test| test.property.subject().node()).collect();
    Ok(CoreModel { axioms, flags, schedule: schedule(&graph.ops, roots), classes, names })
}

fn elaborate_test<'m>(
    elaborator: &mut Elaborator<'m, '_>,
    test: &'m ast::Test,
    source: &'m Arc<Source>,
) -> Result<Test, Box<Diagnostic>> {
    let value = elaborator.top_level(&test.expr, source)?;
    let mut relation = |value: &Value<'m>| elaborator.relation(value, source, &test.expr);
    let property = match (test.kind, value) {
        (TestKind::Acyclic, value) => Property::Acyclic(relation(&value)?),
        (TestKind::Irreflexive, value) => Property::Irreflexive(relation(&value)?),
        (TestKind::Empty, Value::Set(set)) => Property::Empty(Subject::Set(set)),
        (TestKind::Empty, value) => Property::Empty(Subject::Rel(relation(&value)?)),
    };
    let name = test.name.as_ref().map_or_else(|| file_and_line(source, test.span), |name| name.text.clone());
    let place = Place { source: source.clone(), span: test.span };
    Ok(Test { name, property, negated: test.negated, place, provenance: Arc::new(test.provenance.clone()) })
}

fn file_and_line(source: &Source, span: Span) -> String {
    let file = Path::new(&source.name).file_name().unwrap_or_default().to_string_lossy();
    format!("{file}:{}", source.line_column(span.start).0)
}

fn too_many_axioms(test: &ast::Test, source: &Arc<Source>) -> Diagnostic {
    let message = format!("more than {MAX_AXIOMS} axioms in one model");
    Diagnostic::new(source, test.span, message, "one too many").help("unite relations that are tested alike with `|`")
}
