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

pub use library::{check_library, library_version};
pub use session::Session;
