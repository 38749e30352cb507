//! The language of code-sequence tables: what a release of LLVM says a generation's machine code is for each operation.
//! Described in `docs/tables.md`.

pub mod ast;
pub(crate) mod build;
pub mod cond;
pub(crate) mod lexer;
pub(crate) mod parse;
pub mod places;
mod print;

pub use parse::{named_lines, parse};
pub use print::{code, head, instr_text, placement_text, print, row};
