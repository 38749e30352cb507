//! What the models of both languages leave for machine code to break.

use super::store::Question;
use crate::cat::Model;
use crate::engine::answers::Source as Allowed;
use crate::engine::{Decider, Inconclusive, RaceSemantics, Settings};
use crate::program::EventStructure;
use crate::refine;
use crate::resources::Resources;
use crate::syntax::source::Diagnostic;

/// Whether the code is OpenCL's, in the order in which languages are asked about.
pub const LANGUAGES: [bool; 2] = [false, true];

/// The model of each language.
///
/// # Errors
/// What is wrong with one.
pub fn models(resources: &Resources) -> Result<Vec<&'static Model>, Vec<Diagnostic>> {
    LANGUAGES.into_iter().map(|opencl| resources.model(refine::model_for_language(opencl))).collect()
}

/// All that a model says if races mean this, digested: its answers are those of every model that says the same.
pub fn content(model: &Model, races: RaceSemantics) -> Question {
    let texts: Vec<&String> = model.sources.iter().map(|source| &source.text).collect();
    let statements = model.statements.iter().map(|placed| (&placed.source.name, format!("{:?}", placed.statement)));
    Question::about(&(texts, statements.collect::<Vec<_>>(), format!("{:?}", model.options), format!("{races:?}")))
}

/// What a test's source allows and forbids by the model of each language that was asked for.
pub struct SourceSide([Option<Result<Allowed, Inconclusive>>; LANGUAGES.len()]);

impl SourceSide {
    /// Decides the source's side of a test for those of [`LANGUAGES`] that are wanted.
    ///
    /// # Errors
    /// What is wrong with a model for it.
    pub fn decide(
        test: &EventStructure,
        wanted: [bool; LANGUAGES.len()],
        resources: &Resources,
        settings: Settings,
    ) -> Result<SourceSide, Vec<Diagnostic>> {
        let mut decider = Decider::new(test, resources.elaborations(), settings).map_err(|error| vec![*error])?;
        let mut forbidden = |opencl: bool| -> Result<_, Vec<Diagnostic>> {
            if !wanted[usize::from(opencl)] {
                return Ok(None);
            }
            let model = resources.model(refine::model_for_language(opencl))?;
            let id = decider.add_model(model).map_err(|error| vec![*error])?;
            Ok(Some(decider.forbidden(id)))
        };
        Ok(SourceSide([forbidden(LANGUAGES[0])?, forbidden(LANGUAGES[1])?]))
    }

    /// What the model for a language's code allows and forbids; `None` if it was not asked for.
    pub fn for_language(&self, opencl: bool) -> Option<&Result<Allowed, Inconclusive>> {
        self.0[usize::from(opencl)].as_ref()
    }
}
