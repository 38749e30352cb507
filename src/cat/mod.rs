//! Memory models in cat: loading, checking, and interpreting them over any algebra of sets and relations.

pub mod algebra;
mod builtin;
mod check;
mod interpret;
mod load;
#[cfg(test)]
mod tests;

pub use algebra::Algebra;
pub use check::{BaseNames, check};
pub use interpret::{Axiom, Outcome, Subject, interpret};
pub use load::{Model, Placed, load_file, load_text};
