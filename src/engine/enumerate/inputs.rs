//! What executions choose, and what is known of it before any is chosen.

use crate::matrix::{BitMatrix, BitSet};
use crate::program::StaticBase;
use std::collections::HashMap;

/// A relation that executions choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// Reads-from: a write, and a read that takes its value.
    Rf,
    /// Coherence order: a write, and one to the same location after it.
    Co,
    /// From-reads: `rf^-1 ; co`.
    Fr,
    /// Two accesses of one location.
    Loc,
    /// Arrives that a wait is for.
    Barrier,
    /// Accesses of asynchronous operations, and waits at which they are complete.
    CompletedAt,
}

impl Input {
    /// Every relation that executions choose, in the order of declaration.
    pub const ALL: [Input; 6] = [Input::Rf, Input::Co, Input::Fr, Input::Loc, Input::Barrier, Input::CompletedAt];

    /// The name of the base relation.
    pub fn name(self) -> &'static str {
        match self {
            Input::Rf => "rf",
            Input::Co => "co",
            Input::Fr => "fr",
            Input::Loc => "loc",
            Input::Barrier => "barrier",
            Input::CompletedAt => "completed-at",
        }
    }

    /// That of this name.
    pub fn named(name: &str) -> Option<Input> {
        Input::ALL.into_iter().find(|input| input.name() == name)
    }
}

/// What a program provides to models: bounds of what executions choose, and what they do not.
pub struct Provided<'a> {
    /// The sets and relations that are known, of executed events.
    pub base: StaticBase<'a>,
    /// How many events there are.
    pub n: usize,
    /// The events that may be and that must be executed.
    pub executed: (BitSet, BitSet),
    /// What an input may and must hold.
    pub inputs: HashMap<Input, (BitMatrix, BitMatrix)>,
}
