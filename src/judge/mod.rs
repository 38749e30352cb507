//! Questions about models, hardware and tables that are made of many verdicts about tests. What decides one of these does not know why it is asked.

mod allowed;
pub mod compare;
pub mod depends;
pub mod known;
mod left;
pub mod mutate;
pub mod programs;
mod representatives;
pub mod rows;
pub mod run;
pub mod shard;
pub mod source;
pub mod store;
pub mod survivors;
pub mod synth;
pub mod tables;
mod tests_of;

pub use allowed::{Named, models_named};
pub use tests_of::{Asking, Prepared, Verdicts, load_tests};
