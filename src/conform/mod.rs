//! What compilers make of single operations, against tables of code sequences (docs/compilers.md).
//!
//! ```text
//! regression tests of LLVM ──file, machine_input──► functions of IR or machine IR, code by prefix ──operation──► the operation ────────────────┐
//!                                                                 └──assembly, mir──► steps ──region──► its code ──┤
//! IR for every operation ──llc──► machine IR ──mir──► steps ──region──► its code ──────────────────────────────────┤
//!                                                                                     compare ◄── the table's code ┘
//! ```
//!
//! What cannot be told is said with its line; it is never the same as the table's.

mod assembly;
mod attributes;
mod commands;
mod compare;
mod compile;
mod explained;
mod file;
mod lanes;
mod machine_input;
mod memory_operand;
mod mir;
mod operation;
mod parts;
mod region;
mod step;
mod tests_of;
mod verdicts;
mod wanted;
mod ways;

pub use compare::{Compared, Compiled};
pub use compile::{compile, described};
pub use file::{TestFile, read};
pub use parts::Relation;
pub use step::Item;
pub use tests_of::{Judged, Tests, Unread, judge_tests};
pub use verdicts::{Side, changes, sides};
