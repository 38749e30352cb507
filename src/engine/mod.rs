//! Deciding which executions a model allows: by enumerating candidate executions, or by asking a solver about all at once.

pub mod answers;
mod axioms;
pub mod bound;
pub mod circuit;
mod decide;
pub mod enumerate;
mod excluding;
pub mod execution;
mod hanging;
mod inconclusive;
mod questions;
mod settings;
pub mod smt;
mod static_base;
mod updates;
pub mod witness;

pub use answers::ModelId;
pub use decide::Decider;
pub use execution::{Execution, Outcome, show_value};
pub use inconclusive::{Inconclusive, Listed};
pub use questions::{Answer, Engine};
pub use settings::{EngineChoice, RaceSemantics, Settings};
pub use updates::elaborate_for;
