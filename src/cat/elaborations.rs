//! The models of a run, each elaborated once for each number of event classes. They share one graph, so that a relation which several
//! models define alike is one node.

use super::base_names::BaseNames;
use super::core::{Classes, CoreModel, ModelGraph, StaticSets, classes};
use super::elaborate::elaborate;
use super::load::Model;
use super::updates::Updates;
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
    models: Vec<(Arc<Source>, Updates, Arc<CoreModel>)>,
}

/// A model elaborated for the programs with as many event classes as one has, and a graph that its ids are valid in.
#[derive(Clone, Debug)]
pub struct Elaborated {
    /// The graph of all models of the run, as far as they were elaborated.
    pub graph: Arc<ModelGraph>,
    /// The axioms and flags, whose ids are of this graph.
    pub model: Arc<CoreModel>,
    /// The classes of the program's events that the model asks for.
    pub classes: Arc<Classes>,
}

impl Elaborated {
    /// The model without its flags: what it says of races.
    pub fn without_flags(self) -> Self {
        let model = CoreModel { flags: Vec::new(), ..(*self.model).clone() };
        Elaborated { model: Arc::new(model), ..self }
    }
}

impl Elaborations {
    /// No models yet; those to come use these base names.
    pub fn new(base: BaseNames<'static>) -> Self {
        Elaborations { base, state: Mutex::default() }
    }

    /// Forgets what was elaborated, which costs its memory. Not for while a test is asked: what one test elaborates is of one graph.
    pub fn forget(&self) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State::default();
    }

    /// A model elaborated for a program, in which a read-modify-write is this for it.
    ///
    /// # Errors
    /// What is wrong with the model for this program: `classes` of what is no equivalence in it, or what [`super::check`] finds.
    pub fn elaborate(
        &self,
        model: &Model,
        updates: Updates,
        program: &dyn StaticSets,
    ) -> Result<Elaborated, Box<Diagnostic>> {
        let (graph, variants) = self.known_variants(&model.sources[0], updates);
        let fitting = variants.into_iter().find_map(|model| {
            let classes = Classes::of_relations(&graph, &model.classes, program)?;
            Some((model, Arc::new(classes)))
        });
        match fitting {
            Some((model, classes)) => Ok(Elaborated { graph, model, classes }),
            None => self.elaborate_anew(model, updates, program),
        }
    }

    /// The graph, and what a model was elaborated to so far.
    fn known_variants(&self, source: &Arc<Source>, updates: Updates) -> (Arc<ModelGraph>, Vec<Arc<CoreModel>>) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let of_model = state.models.iter().filter(|(of, by, _)| Arc::ptr_eq(of, source) && *by == updates);
        (state.graph.clone(), of_model.map(|(.., model)| model.clone()).collect())
    }

    fn elaborate_anew(
        &self,
        model: &Model,
        updates: Updates,
        program: &dyn StaticSets,
    ) -> Result<Elaborated, Box<Diagnostic>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut graph = ModelGraph::clone(&state.graph);
        let mut count = |graph: &ModelGraph, relation| classes(graph, relation, program).map(|classes| classes.len());
        let core = Arc::new(elaborate(model, updates, &self.base, &mut graph, &mut count)?);
        let classes = Classes::of_relations(&graph, &core.classes, program);
        let classes = Arc::new(classes.expect("the model was elaborated for these classes"));
        state.graph = Arc::new(graph);
        state.models.push((model.sources[0].clone(), updates, core.clone()));
        Ok(Elaborated { graph: state.graph.clone(), model: core, classes })
    }
}
