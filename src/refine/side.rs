//! The source's side of a refinement: what a test's source may do on targets of a platform.

use super::{Platform, Reason};
use crate::cat::{Elaborated, Model};
use crate::engine::answers::Source as Allowed;
use crate::engine::{Answer, Decider, Execution, Settings, elaborate_for};
use crate::fit::Used;
use crate::program::EventStructure;
use crate::resources::Resources;
use crate::syntax::source::Diagnostic;
use std::collections::BTreeMap;

/// A side for each platform that some target of a refinement is of.
pub(super) type Sides<'a> = BTreeMap<Platform, Side<'a>>;

/// What a test's source may do on targets of a platform.
pub(super) struct Side<'a> {
    /// The source, as it is meant on the platform.
    pub structure: &'a EventStructure,
    elaborated: Elaborated,
    /// What the model allows, once.
    pub allowed: Answer<Allowed>,
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
        let elaborated = elaborate_for(structure, model, resources.elaborations())?;
        Ok(Side { structure, elaborated, allowed })
    }

    /// What the model forbids an execution of the code by, which is one of the source, too.
    pub fn reason(&self, execution: &Execution) -> Option<Reason> {
        Reason::new(&self.elaborated, self.structure, execution)
    }
}
