//! All executions of a test as formulas, decided by z3.

mod candidates;
mod emit;
mod encode;
mod judge;
mod session;

pub use candidates::{ending_in, forbidden, reason};
pub use judge::{Judge, allowed, states};
pub use session::{Answer, Session, check_library, library_version};
