//! The cat language, in which memory models are written: the part of herd's that models need.

pub mod ast;
mod build;
mod lexer;
mod parse;
#[cfg(test)]
mod tests;
mod unsupported;
mod walk;

pub use parse::{citations, parse, words};
pub use unsupported::instead_of;
