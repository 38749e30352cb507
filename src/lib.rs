#![doc = include_str!("../README.md")]
// Standard error may be closed: `cli::streams` writes there. Tests say what they did as they like.
#![warn(clippy::print_stderr)]

pub mod allowance;
pub mod ask;
pub mod cat;
pub mod cli;
pub mod compiler;
pub mod conform;
pub mod defaults;
pub mod engine;
pub mod export;
pub mod files;
pub mod fit;
pub mod foreign;
pub mod generate;
pub mod hardware;
pub mod import;
pub mod judge;
pub mod languages;
pub mod lint;
pub mod llvm;
pub mod load;
mod loaded;
pub mod lowering;
pub mod lsp;
pub mod matrix;
pub mod memo;
pub mod models;
pub mod program;
pub mod refine;
pub mod report;
pub mod resources;
pub mod run;
pub mod serve;
pub mod spelling;
pub mod syntax;
pub mod targets;
pub mod verdict;
pub mod view;
