//! From LLVM's operations to a target's instructions, by the rows of a table of code sequences.

mod conditions;
mod dma;
pub mod edit;
mod host;
pub mod machine;
pub mod meaning;
mod packets;
mod program;
mod select;
pub mod survey;
mod tables;

pub use conditions::{Negation, Side, negations};
pub use dma::mnemonics as dma_mnemonics;
pub use program::{Places, barrier, code, given, lower, merge_orderings, of_target, other_workgroups, query};
pub use select::{
    Codes, Instead, Missing, Query, Selected, SelectedBefore, Setting, describe, looked_up, row, rows, scope_operands,
    select,
};
pub use tables::{DocumentLines, Library, LoadedTable, read_file, read_path};
