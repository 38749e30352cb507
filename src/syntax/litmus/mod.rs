//! The litmus language: `docs/language.md`.

pub mod ast;
mod build;
mod lexer;
mod parse;
mod print;

pub use parse::parse;
pub use print::{print, prop as print_prop};
