//! A path through a function: what registers hold, whether the lane executes, what was done, and how often it came by.

use super::NotModelled;
use super::arguments::{Convention, Passed};
use super::assembly::Function;
use super::mask::{Mask, Others};
use super::outstanding::Outstanding;
use super::symbol::{Half, RegisterState, Symbol, registers, truth};
use crate::program::{BarrierObject, Instr, RegId, Value};
use crate::spelling::RegisterFile;
use std::collections::{BTreeSet, HashMap};

/// A path through a function, as far as it has come.
#[derive(Clone)]
pub(super) struct Path {
    pub state: RegisterState,
    /// Whether the lane executes.
    pub executes: bool,
    /// The number of the line that comes next.
    pub line: usize,
    /// What is issued and not known to be complete.
    pub outstanding: Outstanding,
    /// The named barrier that the wave has joined, or that it has joined none any more.
    pub joined: Option<BarrierObject>,
    /// What was done since the last branch that was not known beforehand.
    pub done: Vec<Instr>,
    /// By line that was jumped back to, the visits of it.
    pub loops: HashMap<usize, Visits>,
}

/// The iterations of a loop on a path.
#[derive(Clone, Default)]
pub(super) struct Visits {
    pub count: usize,
    /// The registers that loads of the iteration before wrote.
    pub earlier: BTreeSet<RegId>,
    /// The registers that loads of this iteration wrote.
    pub current: BTreeSet<RegId>,
    /// What was held as the first iteration ended.
    pub first: RegisterState,
    /// Whether an iteration did more than read, or needed what one before it had read.
    pub does_more: bool,
}

impl Path {
    /// The beginning of a function that is called so.
    ///
    /// # Errors
    /// It is not modelled where the function finds its arguments.
    pub fn begin(convention: &Convention, function: &Function) -> Result<Path, NotModelled> {
        let mut state = RegisterState::default();
        match convention.passed {
            Passed::Vector => {
                let words = convention.arguments.iter().flat_map(|argument| argument.words());
                for (number, symbol) in words.enumerate() {
                    state.set((RegisterFile::Vector, number as u32), symbol);
                }
            }
            Passed::Kernarg => {
                if let Some(first) = function.kernarg()? {
                    state.set((RegisterFile::Scalar, first), Symbol::Arguments(Half::Low));
                    state.set((RegisterFile::Scalar, first + 1), Symbol::Arguments(Half::High));
                }
            }
        }
        Ok(Path {
            state,
            executes: true,
            line: 0,
            outstanding: Outstanding::default(),
            joined: None,
            done: Vec::new(),
            loops: HashMap::new(),
        })
    }

    /// The lanes that execute.
    pub fn lanes(&self) -> Mask {
        let written = self.state.get((RegisterFile::Exec, 0)).and_then(Symbol::mask);
        Mask { bit: truth(self.executes), others: written.map_or(Others::Clear, |mask| mask.others) }
    }

    /// A load has written a register.
    pub fn loaded(&mut self, register: RegId) {
        self.loops.values_mut().for_each(|visits| {
            visits.current.insert(register);
        });
    }

    /// An iteration has done more than read.
    pub fn has_effect(&mut self) {
        self.loops.values_mut().for_each(|visits| visits.does_more = true);
    }

    /// An iteration needs a value: one that an earlier iteration read makes it more than a repetition.
    pub fn needs(&mut self, value: &Value) {
        let mut needed = BTreeSet::new();
        registers(value, &mut needed);
        for visits in self.loops.values_mut() {
            visits.does_more |= !visits.earlier.is_disjoint(&needed);
        }
    }
}
