//! Hardware generations as data, and what they allow: a test's machine code becomes micro-events, a timestamp for each, and clauses about
//! their order.

mod bases;
mod chip;
mod explain;
mod extend;
mod joined;
mod known;
mod left_out;
mod library;
pub mod movement;
mod mutation;
mod ops;
mod otherwise;
mod scalar;
pub mod schedule;
mod shadow;
mod tested;
mod time;
mod timeline;
mod words;

pub use chip::{Assume, Chip, Control, Sharing, Used};
pub use explain::{Act, Evicts, Held, Instance, MicroEvent, Move, Way};
pub use left_out::left_out;
pub use library::{HardwareFile, read_paths};
pub use mutation::Mutation;
pub use ops::{Code, Gap, Gaps, Position, given, lower, lower_movable, lower_or_gaps};
pub use otherwise::{OtherChip, Otherwise};
pub use tested::tested;
pub use time::{Answer, Passed, Timing, Witness, problem};
pub use words::in_words;
