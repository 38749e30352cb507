//! Deciding which executions a model allows.

pub mod bits;
pub mod candidates;
pub mod circuit;
pub mod execution;
pub mod judge;
pub mod order;
pub mod smt;
pub mod terms;
pub mod witness;

pub use execution::{Execution, Outcome, show_value};
