//! What executions choose, and what is known of it before any is chosen.

use crate::matrix::{BitMatrix, BitSet};
use crate::program::{CONDITIONAL_RELATIONS, StaticBase};
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
    /// That of this number among the base relations whose pairs have conditions.
    Conditional(usize),
}

impl Input {
    /// Those that every program has.
    const OF_MEMORY: [Input; 4] = [Input::Rf, Input::Co, Input::Fr, Input::Loc];

    /// Every relation that executions choose, in the order of declaration.
    pub fn all() -> impl Iterator<Item = Input> {
        Input::OF_MEMORY.into_iter().chain((0..CONDITIONAL_RELATIONS.len()).map(Input::Conditional))
    }

    /// The name of the base relation.
    pub fn name(self) -> &'static str {
        match self {
            Input::Rf => "rf",
            Input::Co => "co",
            Input::Fr => "fr",
            Input::Loc => "loc",
            Input::Conditional(number) => CONDITIONAL_RELATIONS[number],
        }
    }

    /// That of this name.
    pub fn named(name: &str) -> Option<Input> {
        Input::all().find(|input| input.name() == name)
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
