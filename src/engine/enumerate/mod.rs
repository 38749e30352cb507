//! Executions looked at one by one: reads-from and coherence are chosen with what cannot come of them left out early, and models are
//! tested by plans, in which what is the same for all executions of a test is done beforehand.
//!
//! `space` has the choices, `walk` searches, `ops`, `plan`, `script` and `machine` test models, `visitors` say what is looked for, and
//! [`Explorer`] answers questions.

mod explorer;
mod goal;
mod machine;
mod ops;
mod plan;
mod script;
mod space;
mod tester;
mod twins;
mod visitors;
mod walk;

pub use explorer::Explorer;
