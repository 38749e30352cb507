//! Code as it is emitted, by what each instruction waits for: waits that are merged into one, split, or in another order side by side wait for the same.

use crate::hardware::{Chip, Control};
use std::collections::BTreeSet;

/// The code of an operation for one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted(Vec<Item>);

/// What an instruction does, as far as order among others counts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    /// Waits side by side, each for one counter: `vmcnt(0)`.
    Waits(BTreeSet<String>),
    /// Any other instruction.
    Instr(String),
}

impl Emitted {
    /// Instructions in their order, as hardware has them.
    pub fn new(code: &[String], chip: &Chip) -> Emitted {
        let mut items: Vec<Item> = Vec::new();
        for instr in code {
            match (waits(instr, chip), items.last_mut()) {
                (Some(new), Some(Item::Waits(waits))) => waits.extend(new),
                (Some(new), Some(Item::Instr(_)) | None) => items.push(Item::Waits(new.into_iter().collect())),
                (None, _) => items.push(Item::Instr(instr.clone())),
            }
        }
        Emitted(items)
    }

    /// Whether all of it stands in other code, in this order; an instruction also for a wider scope, of operands that name scopes, narrower ones first. Without
    /// such an operand it is for the narrowest.
    pub fn is_part_of(&self, other: &Emitted, scopes: &[&str]) -> bool {
        let within = |one: &Item, other: &Item| match (one, other) {
            (Item::Waits(one), Item::Waits(other)) => one.is_subset(other),
            (Item::Instr(one), Item::Instr(other)) => one == other || is_narrower(one, other, scopes),
            (Item::Waits(_), Item::Instr(_)) | (Item::Instr(_), Item::Waits(_)) => false,
        };
        let mut rest = other.0.iter();
        self.0.iter().all(|item| rest.any(|other| within(item, other)))
    }

    /// The instructions, and of waits each counter.
    pub fn words(&self) -> Vec<String> {
        let words = self.0.iter().flat_map(|item| match item {
            Item::Waits(waits) => waits.iter().cloned().collect(),
            Item::Instr(instr) => vec![instr.clone()],
        });
        words.collect()
    }
}

/// What an instruction waits for, by counter; `None` if it is no wait.
fn waits(instr: &str, chip: &Chip) -> Option<Vec<String>> {
    let mut words = instr.split_whitespace();
    let mnemonic = words.next()?;
    let operands: Vec<String> = words.map(str::to_string).collect();
    match chip.control_of(mnemonic, &operands)? {
        Control::Wait(None) => Some(operands),
        Control::Wait(Some(counters)) => {
            let numbers = || operands.iter().map(|number| number.trim_start_matches("0x"));
            Some(
                counters
                    .iter()
                    .flat_map(|counter| numbers().map(move |number| format!("{counter}({number})")))
                    .collect(),
            )
        }
        Control::Invalidate(..)
        | Control::WriteBack { .. }
        | Control::Barrier(..)
        | Control::Discard
        | Control::Performs(_)
        | Control::Nothing => None,
    }
}

/// Whether an instruction is another one for a narrower scope.
fn is_narrower(one: &str, other: &str, scopes: &[&str]) -> bool {
    let width = |word: &str| scopes.iter().position(|scope| *scope == word);
    let others = |instr: &str| {
        let words = instr.split_whitespace().filter(|word| width(word).is_none());
        words.map(str::to_string).collect::<Vec<String>>()
    };
    let widest = |instr: &str| instr.split_whitespace().filter_map(width).max();
    others(one) == others(other) && widest(one) < widest(other)
}
