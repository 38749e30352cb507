//! What a read-modify-write of a test is for a model.

use crate::cat::{Model, Updates};
use crate::foreign::dialect;
use crate::program::EventStructure;

/// What a read-modify-write of a test is for a model: in C and OpenCL C, in which herd7 has one event for it, what the model is written for; two events in other
/// languages, and where there is none.
pub fn updates(model: &Model, structure: &EventStructure) -> Updates {
    let is_of_c = || dialect(&structure.program.source.text).is_some();
    match model.updates {
        Updates::OneEvent if structure.has_updates() && is_of_c() => Updates::OneEvent,
        Updates::OneEvent | Updates::TwoEvents => Updates::TwoEvents,
    }
}
