//! The models of a run, each elaborated once for each number of event classes. They share one graph, so that a relation which several
//! models define alike is one node.

use super::check::BaseNames;
use super::core::{CoreModel, ModelGraph, StaticSets, classes};
use super::elaborate::elaborate;
use super::load::Model;
use crate::syntax::source::{Diagnostic, Source};
use std::sync::{Arc, Mutex, PoisonError};

/// The elaborated models of a run.
#[derive(Debug)]
pub struct Elaborations {
    base: BaseNames<'static>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Grows only: the ids of a model are valid in every later graph.
    graph: Arc<ModelGraph>,
    models: Vec<(Arc<Source>, Arc<CoreModel>)>,
}

/// A model elaborated for the programs with as many event classes as one has, and a graph that its ids are valid in.
#[derive(Clone, Debug)]
pub struct Elaborated {
    /// The graph of all models of the run, as far as they were elaborated.
    pub graph: Arc<ModelGraph>,
    /// The axioms and flags, whose ids are of this graph.
    pub model: Arc<CoreModel>,
}

impl Elaborations {
    /// No models yet; those to come use these base names.
    pub fn new(base: BaseNames<'static>) -> Self {
        Elaborations { base, state: Mutex::default() }
    }

    /// A model elaborated for a program.
    ///
    /// # Errors
    /// What is wrong with the model for this program: `classes` of what is no equivalence in it, or what [`super::check`] finds.
    pub fn elaborate(&self, model: &Model, program: &dyn StaticSets) -> Result<Elaborated, Box<Diagnostic>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let source = &model.sources[0];
        let fits = |known: &CoreModel, graph: &ModelGraph| {
            let as_many = |&(relation, count)| number_of_classes(graph, relation, program) == Some(count);
            known.classes.iter().all(as_many)
        };
        let mut of_model = state.models.iter().filter(|(of, _)| Arc::ptr_eq(of, source));
        if let Some((_, known)) = of_model.find(|(_, known)| fits(known, &state.graph)) {
            return Ok(Elaborated { graph: state.graph.clone(), model: known.clone() });
        }
        let mut count = |graph: &ModelGraph, relation| number_of_classes(graph, relation, program);
        let mut graph = ModelGraph::clone(&state.graph);
        let model = Arc::new(elaborate(model, &self.base, &mut graph, &mut count)?);
        state.graph = Arc::new(graph);
        state.models.push((source.clone(), model.clone()));
        Ok(Elaborated { graph: state.graph.clone(), model })
    }
}

fn number_of_classes(graph: &ModelGraph, relation: super::core::RelId, program: &dyn StaticSets) -> Option<usize> {
    classes(graph, relation, program).map(|classes| classes.len())
}
