//! Deciding which executions a model allows: by looking at them one by one, or by asking a solver about all at once.

pub mod answers;
pub mod bits;
pub mod circuit;
mod decide;
pub mod enumerate;
pub mod execution;
mod settings;
pub mod smt;
pub mod terms;
pub mod witness;

pub use answers::ModelId;
pub use decide::Decider;
pub use execution::{Execution, Outcome, show_value};
pub use settings::{Engine, Reading, Settings};
