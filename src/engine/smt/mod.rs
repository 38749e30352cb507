//! All executions of a test as formulas, decided by z3.

mod emit;
mod encode;
pub mod order;
mod session;

pub use session::{Answer, ModelId, Reading, Session, check_library, library_version};
