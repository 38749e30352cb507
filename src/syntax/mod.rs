//! The languages the tool reads: trees with positions, parsing, messages, printing back. It knows no engine.

pub mod cat;
pub mod hardware;
pub mod litmus;
pub mod provenance;
pub mod source;
pub mod table;
