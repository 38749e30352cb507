//! The litmus language: `docs/language.md`.

mod asked;
pub mod ast;
pub(crate) mod build;
mod lexer;
mod parse;
mod print;
mod queues;

pub use parse::{is_name, parse, parse_within};
pub use print::{print, prop as print_prop};
