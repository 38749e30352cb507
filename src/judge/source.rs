//! What the models of both languages leave for machine code to break.

use super::store::Question;
use crate::cat::Model;
use crate::engine::answers::Source as Allowed;
use crate::engine::{Decider, Inconclusive, RaceSemantics, Settings};
use crate::program::EventStructure;
use crate::refine::{self, Platform};
use crate::resources::Resources;
use crate::syntax::source::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

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

/// What a source is asked for: targets of a platform, and whether the code is OpenCL's.
pub type Wanted = (Platform, bool);

/// What a test's source allows and forbids by the model of each language, on each platform, that was asked for.
pub struct SourceSide(BTreeMap<Wanted, Result<Allowed, Inconclusive>>);

impl SourceSide {
    /// Decides the source's side of a test for what is wanted.
    ///
    /// # Errors
    /// What is wrong with a model for it.
    pub fn decide(
        test: &EventStructure,
        wanted: &BTreeSet<Wanted>,
        resources: &Resources,
        settings: Settings,
    ) -> Result<SourceSide, Vec<Diagnostic>> {
        let mut decided = BTreeMap::new();
        let platforms: BTreeSet<Platform> = wanted.iter().map(|&(platform, _)| platform).collect();
        for platform in platforms {
            let source = platform.source(test);
            let mut decider =
                Decider::new(&source, resources.elaborations(), settings).map_err(|error| vec![*error])?;
            for opencl in LANGUAGES.into_iter().filter(|&opencl| wanted.contains(&(platform, opencl))) {
                let model = resources.model(refine::model_for_language(opencl))?;
                let id = decider.add_model(model).map_err(|error| vec![*error])?;
                decided.insert((platform, opencl), decider.forbidden(id));
            }
        }
        Ok(SourceSide(decided))
    }

    /// What the model for a language's code allows and forbids on a platform; `None` if it was not asked for.
    pub fn of(&self, wanted: Wanted) -> Option<&Result<Allowed, Inconclusive>> {
        self.0.get(&wanted)
    }

    /// All that was asked for.
    pub fn all(&self) -> impl Iterator<Item = (Wanted, &Result<Allowed, Inconclusive>)> {
        self.0.iter().map(|(&wanted, allowed)| (wanted, allowed))
    }
}
