//! Elaboration: from the text of a model to its [`CoreModel`]. Names, functions, `match` and `classes` are gone afterwards.

mod calls;
mod choices;
mod expressions;
mod operators;
mod recursion;
mod statements;
mod value;
mod whole;

use super::base_names::BaseNames;
use super::core::{CoreModel, ModelGraph, NodeId, RelId, schedule};
use super::load::{Model, Placed};
use super::updates::Updates;
use crate::syntax::source::Diagnostic;
use expressions::Elaborator;

pub use calls::count_arguments;

/// More axioms than this are refused: engines number them by bits, and may add one of their own.
pub const MAX_AXIOMS: usize = 63;

/// How many classes a relation has in the programs that a model is elaborated for; `None` if it is no equivalence that is the same in all
/// executions.
pub type CountClasses<'a> = dyn FnMut(&ModelGraph, RelId) -> Option<usize> + 'a;

/// Elaborates a model into a graph, which may hold other models, for programs in which a read-modify-write is this for models.
///
/// # Errors
/// An operand of the wrong kind, a recursive relation without a least fixpoint, an undefined name, or a recursion without end.
pub fn elaborate(
    model: &Model,
    updates: Updates,
    base: &BaseNames<'_>,
    graph: &mut ModelGraph,
    count_classes: &mut CountClasses<'_>,
) -> Result<CoreModel, Box<Diagnostic>> {
    let statements = model.statements_for(updates)?;
    let mut elaborator = Elaborator::new(base, &model.chosen, graph, count_classes);
    if updates == Updates::OneEvent {
        elaborator.take_updates_as_one();
    }
    for Placed { source, statement, .. } in statements.iter() {
        elaborator.top_level(statement, source)?;
    }
    if let Some(Placed { source, .. }) = statements.last() {
        elaborator.rule_out_what_no_whole_does(source)?;
    }
    let (classes, names, made) = elaborator.into_parts();
    let (axioms, flags) = made.into_tests();
    let roots: Vec<NodeId> = axioms.iter().chain(&flags).map(|test| test.property.subject().node()).collect();
    Ok(CoreModel { axioms, flags, updates, schedule: schedule(&graph.ops, roots), classes, names })
}
