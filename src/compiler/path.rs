//! A path through a function: what registers hold, whether the lane executes, what was done, and how often it came by.

use super::NotModelled;
use super::arguments::{Convention, Passed};
use super::assembly::Function;
use super::mask::{Mask, Others};
use super::outstanding::Outstanding;
use super::symbol::{Half, RegisterState, Symbol, registers, truth};
use crate::program::{BarrierObject, Instr, RegId, Value};
use crate::spelling::{Implicit, RegisterFile, Unit, instructions};
use crate::targets::Target;
use std::collections::{BTreeSet, HashMap};

/// A path through a function, as far as it has come.
#[derive(Clone)]
pub(super) struct Path {
    pub state: RegisterState,
    /// Whether the lane executes.
    pub executes: bool,
    /// In how many registers a mask of lanes is.
    pub mask_words: u32,
    /// The number of the line that comes next.
    pub line: usize,
    /// What is issued and not known to be complete.
    pub outstanding: Outstanding,
    /// The named barrier that the wave has joined, or that it has joined none any more.
    pub joined: Option<BarrierObject>,
    /// The test's registers of which it was said what holds them.
    pub kept: BTreeSet<RegId>,
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
    pub fn begin(convention: &Convention, function: &Function, target: &Target) -> Result<Path, NotModelled> {
        let is_wave64 = instructions().has_wave64(target) || function.says_wave64();
        let mut state = RegisterState::default();
        match convention.passed {
            Passed::Vector => {
                let words = convention.arguments.iter().flat_map(|argument| argument.words());
                for (number, symbol) in words.enumerate() {
                    state.set((RegisterFile::Vector, number as u32), symbol);
                }
                let halves = [Half::Low, Half::High];
                let address = instructions().return_address().iter().zip(halves);
                address.for_each(|(unit, half)| state.set(*unit, Symbol::Return(half)));
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
            mask_words: if is_wave64 { 2 } else { 1 },
            line: 0,
            outstanding: Outstanding::default(),
            joined: None,
            kept: BTreeSet::new(),
            done: Vec::new(),
            loops: HashMap::new(),
        })
    }

    /// The registers of a mask of lanes, or the condition code.
    pub fn whole(&self, of: Implicit) -> Vec<Unit> {
        let (file, words) = match of {
            Implicit::Scc => (RegisterFile::Scc, 1),
            Implicit::Vcc => (RegisterFile::Vcc, self.mask_words),
            Implicit::Exec => (RegisterFile::Exec, self.mask_words),
        };
        (0..words).map(|word| (file, word)).collect()
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
