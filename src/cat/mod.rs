//! Memory models in cat: loading, checking, and elaborating them to the core language that everything else works on.

mod builtin;
mod check;
pub mod core;
mod elaborate;
mod elaborations;
mod load;
#[cfg(test)]
mod tests;

pub use check::{BaseNames, check};
pub use elaborations::{Elaborated, Elaborations};
pub use load::{Model, Placed, load_file, load_text};
