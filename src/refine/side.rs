//! The source's side of a refinement: what a test's source may do on targets of a platform.

use super::Platform;
use crate::cat::Model;
use crate::engine::answers::{RuledOut, Source as Allowed};
use crate::engine::{Answer, Decider, ModelId, Outcome, Settings};
use crate::fit::Used;
use crate::program::EventStructure;
use crate::resources::Resources;
use crate::syntax::source::Diagnostic;
use std::collections::{BTreeMap, HashMap};

/// A side for each platform that some target of a refinement is of.
pub(super) type Sides<'a> = BTreeMap<Platform, Side<'a>>;

/// What a test's source may do on targets of a platform.
pub(super) struct Side<'a> {
    /// The source, as it is meant on the platform.
    pub structure: &'a EventStructure,
    decider: Decider<'a>,
    model: ModelId,
    /// What the model allows, once.
    pub allowed: Answer<Allowed>,
    /// What the model forbids states by, as far as it was asked.
    reasons: HashMap<Outcome, Answer<Option<RuledOut>>>,
}

impl<'a> Side<'a> {
    /// What a model allows the source to do.
    ///
    /// # Errors
    /// What is wrong with the model for the test.
    pub fn new(
        structure: &'a EventStructure,
        model: &Model,
        resources: &'a Resources,
        settings: Settings,
    ) -> Result<Side<'a>, Box<Diagnostic>> {
        let mut decider = Decider::new(structure, resources.elaborations(), settings)?;
        let id = decider.add_model(model)?;
        let misfit = resources.fits().misfit((model, id), Used::States, &decider);
        let allowed = misfit.map_or_else(|| decider.forbidden(id), Err);
        Ok(Side { structure, decider, model: id, allowed, reasons: HashMap::new() })
    }

    /// What the model forbids a state by.
    pub fn reason(&mut self, outcome: &Outcome) -> Answer<Option<RuledOut>> {
        let reason = self.reasons.entry(outcome.clone());
        reason.or_insert_with(|| self.decider.reason(self.model, outcome)).clone()
    }
}
