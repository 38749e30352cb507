//! Verdicts and errors for people and programs. It does not know how they were found.

pub mod diagnostic;
pub mod refinement;
pub mod results;
pub mod tables;
pub mod text;
