//! Hardware generations as data, and what they allow: a test's machine code becomes points in time and clauses about their order.

mod chip;
mod explain;
mod library;
mod ops;
mod time;
mod timeline;

pub use chip::{Assume, Chip};
pub use explain::Moment;
pub use library::{HardwareFile, read_paths};
pub use ops::{Code, given, lower};
pub use time::{Answer, feasible, problem};
