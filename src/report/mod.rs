//! Verdicts, code and errors for people and programs: plain data, and the same as text. It does not know how they were found.

pub mod code;
pub mod compare;
pub mod diagnostic;
pub mod diff;
pub mod explanation;
pub mod judged;
pub mod language;
mod lines;
pub mod mutations;
pub mod refinement;
pub mod results;
pub mod space;
pub mod tables;
pub mod text;
