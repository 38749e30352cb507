//! An axiomatic memory-model checker for AMD GPUs: see `README.md` for what it is for and `ARCHITECTURE.md` for how it
//! is laid out.

#![warn(missing_docs)]

pub mod cat;
pub mod cli;
pub mod engine;
pub mod hardware;
pub mod import;
pub mod llvm;
pub mod load;
pub mod lowering;
pub mod matrix;
pub mod models;
pub mod program;
pub mod refine;
pub mod report;
pub mod resources;
pub mod run;
pub mod syntax;
pub mod targets;
pub mod view;
