//! All executions of a test as formulas, decided by z3.

mod apart;
mod candidates;
mod choices;
mod emit;
mod encode;
mod engine;
mod formulas;
mod judge;
mod library;
mod nodes;
mod reasons;
mod session;

#[cfg(test)]
pub(crate) use library::solver;
pub use library::{check_library, has_context, library_version};
pub use session::Session;
