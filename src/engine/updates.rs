//! Models as they are meant for a test: what a read-modify-write of it is for each.

use crate::cat::{Elaborated, Elaborations, Model, Updates};
use crate::foreign::dialect;
use crate::program::{EventStructure, StaticBase};
use crate::syntax::source::Diagnostic;

/// A model elaborated as it is meant for a test.
///
/// # Errors
/// What elaboration finds wrong with the model for this test.
pub fn elaborate_for(
    structure: &EventStructure,
    model: &Model,
    elaborations: &Elaborations,
) -> Result<Elaborated, Box<Diagnostic>> {
    elaborate_as(structure, model, updates(model, structure), elaborations)
}

/// A model elaborated for a test, to which a read-modify-write is this, whatever it is written for.
///
/// # Errors
/// As [`elaborate_for`].
pub(super) fn elaborate_as(
    structure: &EventStructure,
    model: &Model,
    updates: Updates,
    elaborations: &Elaborations,
) -> Result<Elaborated, Box<Diagnostic>> {
    elaborations.elaborate(model, updates, &StaticBase(structure))
}

/// What a read-modify-write of a test is for a model: in C and OpenCL C, in which herd7 has one event for it, what the model is written for; two events in other
/// languages, and where there is none.
pub(super) fn updates(model: &Model, structure: &EventStructure) -> Updates {
    let is_of_c = || dialect(&structure.program.source.text).is_some();
    match model.meant.updates() {
        Updates::OneEvent if structure.has_updates() && is_of_c() => Updates::OneEvent,
        Updates::OneEvent | Updates::TwoEvents => Updates::TwoEvents,
    }
}
