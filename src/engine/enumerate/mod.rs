//! Candidate executions one by one: reads-from and coherence are chosen with what no completion of them can repair pruned early, and models are
//! tested by bytecode, for which what is the same in all executions of a test is computed before.
//!
//! `space` has the choices, `walk` searches, `specialize` and `bytecode` test models, `visitors` say what a search is for, and
//! [`Explorer`] puts these together to answer the questions of an engine.

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
