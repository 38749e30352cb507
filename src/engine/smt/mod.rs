//! All executions of a test as formulas, decided by z3.

mod apart;
mod candidates;
mod emit;
mod encode;
mod engine;
mod formulas;
mod judge;
mod nodes;
mod reasons;
mod session;

pub use session::{Session, check_library, library_version};
