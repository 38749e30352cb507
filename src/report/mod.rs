//! Verdicts, code and errors for people and programs: plain data, and the same as text. It does not know how they were found.

pub mod amount;
pub mod cases;
pub mod code;
pub mod compare;
pub mod compiled;
pub mod diagnostic;
pub mod diff;
pub mod explanation;
pub mod findings;
pub mod github;
pub mod imported;
pub mod judged;
pub mod junit;
pub mod language;
mod lines;
pub mod lint;
pub mod markdown;
pub mod mutations;
pub mod refinement;
pub mod repair;
pub mod results;
pub mod sarif;
pub mod savings;
pub mod space;
pub mod tables;
pub mod text;
