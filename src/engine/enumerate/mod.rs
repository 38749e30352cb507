//! Candidate executions one by one: reads-from and coherence are chosen with what cannot come of them left out early, and models are
//! tested by bytecode, for which what is the same in all executions of a test is computed before.
//!
//! `space` has the choices, `walk` searches, `specialize` and `bytecode` test models, `visitors` say what is looked for, and [`Explorer`]
//! answers questions.

mod bounds;
mod bytecode;
mod explorer;
mod goal;
mod inputs;
mod space;
mod specialize;
mod symmetry;
mod tester;
mod visitors;
mod walk;

pub use explorer::Explorer;
