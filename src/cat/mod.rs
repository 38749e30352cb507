//! Memory models in cat: loading, checking, and elaborating them to the core language that everything else works on.

mod base_names;
mod builtin;
mod check;
pub mod core;
mod elaborate;
mod elaborations;
mod library;
mod load;
mod mutation;
#[cfg(test)]
mod tests;
mod updates;
mod variant;

pub use base_names::BaseNames;
pub use check::{Warning, Warnings, check, own_needs, problems, warnings};
pub use elaborations::{Elaborated, Elaborations};
pub use library::path_in_sources;
pub use load::{Model, ModelOption, Open, Placed, Places, load_file, load_open, load_standard_input, load_text};
pub use mutation::Mutation;
pub use updates::{Meant, Updates};
pub use variant::{Assumption, UnknownAssumption};
