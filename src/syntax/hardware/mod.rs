//! The language of hardware generations: cache levels, what instructions do there, and where each claim is from.

pub mod ast;
mod parse;

pub use parse::parse;
