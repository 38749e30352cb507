//! What instructions that access no memory do.

use super::{Chip, has_operands};
use crate::syntax::hardware::ast::Lines;
use crate::syntax::table::ast::Path;

/// What an instruction that accesses no memory does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// It waits for counters: their names, or those its operands name.
    Wait(Option<Vec<String>>),
    /// It invalidates such lines of these cache levels, by number; the first is that of a path.
    Invalidate(Path, Vec<usize>, Lines),
    /// It writes back to a cache level.
    WriteBack {
        /// Whose first level is written back: what is stored by the other path is not, where it is there.
        path: Path,
        /// Only objects that this cache level keeps are written back; `None` for all objects.
        from: Option<usize>,
        /// The cache level that what is written back reaches.
        to: usize,
        /// The lines that are written back.
        lines: Lines,
    },
    /// What is stored in the scalar cache alone may be lost.
    Discard,
    /// It does what these cache operations do with its operands, one after the other.
    Performs(Vec<String>),
    /// It does nothing that the order of accesses depends on.
    Nothing,
    /// It is of the workgroup barrier: whether it arrives, and whether it waits.
    Barrier(bool, bool),
}

impl Control {
    /// The counters that a wait is for, one or those that its operands name, and how many operations each leaves outstanding; `None` if it is no wait, or an
    /// operand names none.
    pub fn waited_for(&self, operands: &[String]) -> Option<Vec<(String, usize)>> {
        match self {
            Control::Wait(Some(counters)) => {
                let of_counter = |counter: &String| {
                    operands.iter().map(|operand| Some((counter.clone(), immediate(operand)?))).collect::<Vec<_>>()
                };
                counters.iter().flat_map(of_counter).collect()
            }
            Control::Wait(None) => {
                let counted =
                    |operand: &String| counter_operand(operand).map(|(name, number)| (name.to_string(), number));
                operands.iter().map(counted).collect()
            }
            Control::Barrier(..)
            | Control::Invalidate(..)
            | Control::WriteBack { .. }
            | Control::Discard
            | Control::Performs(_)
            | Control::Nothing => None,
        }
    }

    /// Whether it is an operation of scalar memory.
    pub fn is_scalar(&self) -> bool {
        match self {
            Control::Invalidate(path, ..) | Control::WriteBack { path, .. } => *path == Path::Scalar,
            Control::Discard => true,
            Control::Wait(_) | Control::Performs(_) | Control::Nothing | Control::Barrier(..) => false,
        }
    }

    /// Whether it invalidates caches or writes them back.
    pub fn is_cache_operation(&self) -> bool {
        match self {
            Control::Invalidate(..) | Control::WriteBack { .. } => true,
            Control::Wait(_) | Control::Discard | Control::Performs(_) | Control::Nothing | Control::Barrier(..) => {
                false
            }
        }
    }
}

impl Chip {
    /// What an instruction that accesses no memory does; `None` if the file does not say.
    pub fn control_of(&self, mnemonic: &str, operands: &[String]) -> Option<&Control> {
        let found = self.clauses_for(mnemonic, operands).next()?;
        let is_told = match found {
            Control::Performs(parts) => parts.iter().all(|part| self.part(part, operands).is_some()),
            Control::Wait(_)
            | Control::Invalidate(..)
            | Control::WriteBack { .. }
            | Control::Discard
            | Control::Nothing
            | Control::Barrier(..) => true,
        };
        is_told.then_some(found)
    }

    /// Whether what is stored in the scalar cache alone may be lost by an instruction, whatever else it does.
    pub fn may_lose_stores(&self, mnemonic: &str, operands: &[String]) -> bool {
        self.clauses_for(mnemonic, operands).any(|control| matches!(control, Control::Discard))
    }

    fn clauses_for(&self, mnemonic: &str, operands: &[String]) -> impl Iterator<Item = &Control> {
        let applies =
            move |(name, with, _): &&(String, Vec<String>, Control)| name == mnemonic && has_operands(operands, with);
        self.controls.iter().filter(applies).map(|(.., control)| control)
    }

    /// What a part of another instruction does by itself.
    fn part(&self, mnemonic: &str, operands: &[String]) -> Option<&Control> {
        self.clauses_for(mnemonic, operands).find(|control| !matches!(control, Control::Performs(_)))
    }

    /// What the parts of an instruction do that performs cache operations one after the other; none of any other.
    pub fn performed(&self, mnemonic: &str, operands: &[String]) -> Vec<&Control> {
        let Some(Control::Performs(parts)) = self.control_of(mnemonic, operands) else { return Vec::new() };
        parts.iter().filter_map(|part| self.part(part, operands)).collect()
    }

    /// The operand of an instruction that accesses no memory of which the file does not say what it does, if there is one: a wait has counters
    /// of this chip, others what some clause about them names.
    pub fn wrong_operand(&self, mnemonic: &str, control: &Control, operands: &[String]) -> Option<String> {
        let is_of = |instr: &str, operand: &String| {
            self.controls.iter().any(|(name, with, _)| name == instr && with.contains(operand))
        };
        let of_clause = |operand: &&String| is_of(mnemonic, operand);
        let is_number = |operand: &&String| immediate(operand).is_some();
        let is_counter =
            |operand: &&String| counter_operand(operand).is_some_and(|(name, _)| self.wave_counters().contains(&name));
        match control {
            Control::Wait(Some(counters)) => {
                // The number of several counters has a part for each: of 0 all parts are 0.
                let is_known = |operand: &&String| match counters.as_slice() {
                    [_] => is_number(operand),
                    _ => immediate(operand) == Some(0),
                };
                operands.iter().find(|operand| !is_known(operand)).cloned()
            }
            Control::Wait(None) => operands.iter().find(|operand| !is_counter(operand)).cloned(),
            Control::Barrier(..) => {
                let is_object = |operand: &&String| operand.parse::<i64>().is_ok();
                operands.iter().find(|operand| !of_clause(operand) && !is_object(operand)).cloned()
            }
            Control::Performs(parts) => {
                operands.iter().find(|operand| !parts.iter().all(|part| is_of(part, operand))).cloned()
            }
            Control::Invalidate(..) | Control::WriteBack { .. } | Control::Discard | Control::Nothing => {
                operands.iter().find(|operand| !of_clause(operand)).cloned()
            }
        }
    }

    /// Instructions that order all vector memory and LDS before them before all after: write-backs, the inner levels first, and invalidations, the outer
    /// levels first, since an inner one takes what an outer one still has; all waits before and after each. Of all instructions that the file has clauses
    /// for, those that code may have.
    pub fn full_fence(&self, code_may_have: impl Fn(&str) -> bool) -> Vec<String> {
        let mut waits = Vec::new();
        let mut write_backs: Vec<(usize, String)> = Vec::new();
        let mut invalidations: Vec<(Option<usize>, String)> = Vec::new();
        for (name, with, control) in self.controls.iter().filter(|(name, ..)| code_may_have(name)) {
            let instr = self.spelled(name, with, control);
            match control {
                Control::Wait(Some(counters)) if counters.len() > 1 => {}
                Control::Wait(_) => waits.push(instr),
                Control::WriteBack { path: Path::Vector, to, .. } => write_backs.push((*to, instr)),
                Control::Invalidate(Path::Vector, levels, _) => {
                    invalidations.push((levels.iter().max().copied(), instr));
                }
                Control::WriteBack { path: Path::Scalar | Path::Host, .. }
                | Control::Invalidate(Path::Scalar | Path::Host, ..)
                | Control::Discard
                // Its parts have clauses of their own.
                | Control::Performs(_)
                | Control::Nothing
                | Control::Barrier(..) => {}
            }
        }
        write_backs.sort();
        invalidations.sort_by(|a, b| b.cmp(a));
        let operations = write_backs.into_iter().map(|(_, instr)| instr);
        let operations = operations.chain(invalidations.into_iter().map(|(_, instr)| instr));
        let with_waits = operations.flat_map(|operation| std::iter::once(operation).chain(waits.clone()));
        waits.clone().into_iter().chain(with_waits.collect::<Vec<_>>()).collect()
    }

    /// An instruction of a clause, which waits for all that it can.
    fn spelled(&self, name: &str, with: &[String], control: &Control) -> String {
        let operands: Vec<String> = match control {
            Control::Wait(Some(_)) => vec!["0x0".into()],
            Control::Wait(None) => self.wave_counters().iter().map(|counter| format!("{counter}(0)")).collect(),
            Control::Invalidate(..)
            | Control::WriteBack { .. }
            | Control::Discard
            | Control::Performs(_)
            | Control::Nothing
            | Control::Barrier(..) => with.to_vec(),
        };
        std::iter::once(name).chain(operands.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
    }

    /// The instructions that access no memory and are no barriers, some more than once.
    pub fn plain_controls(&self) -> impl Iterator<Item = &str> {
        let plain = self.controls.iter().filter(|(.., control)| !matches!(control, Control::Barrier(..)));
        plain.map(|(name, ..)| name.as_str())
    }
}

/// The number of an operand `0x…`.
pub fn immediate(operand: &str) -> Option<usize> {
    usize::from_str_radix(operand.strip_prefix("0x")?, 16).ok()
}

/// The counter and number of an operand `vmcnt(0)`.
pub fn counter_operand(operand: &str) -> Option<(&str, usize)> {
    let (counter, number) = operand.strip_suffix(')')?.split_once('(')?;
    Some((counter, number.parse().ok()?))
}
