//! How code is to that of another table, by what each instruction waits for: waits that are merged into one, split, or in another order side by side wait
//! for the same.

use crate::hardware::{Chip, Control};
use crate::report::repair::{Differs, Likeness};
use std::collections::BTreeSet;

/// What an instruction does, as far as order among others counts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    /// Waits side by side, each for one counter: `vmcnt(0)`.
    Waits(BTreeSet<String>),
    /// Any other instruction.
    Instr(String),
}

/// How code is to that of another table, and in what it differs.
pub fn compare(code: &[String], other: &[String], chip: &Chip) -> (Likeness, Differs) {
    if code == other {
        return (Likeness::Same, Differs::default());
    }
    let (code, other) = (items(code, chip), items(other, chip));
    let likeness = match () {
        () if code == other => Likeness::Alike,
        () if is_part(&code, &other) => Likeness::Less,
        () => Likeness::Other,
    };
    let (mine, theirs) = (words(&code), words(&other));
    (likeness, Differs { more: without(&theirs, &mine), less: without(&mine, &theirs) })
}

fn items(code: &[String], chip: &Chip) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for instr in code {
        match (waits(instr, chip), items.last_mut()) {
            (Some(new), Some(Item::Waits(waits))) => waits.extend(new),
            (Some(new), Some(Item::Instr(_)) | None) => items.push(Item::Waits(new.into_iter().collect())),
            (None, _) => items.push(Item::Instr(instr.clone())),
        }
    }
    items
}

/// What an instruction waits for, by counter; `None` if it is no wait.
fn waits(instr: &str, chip: &Chip) -> Option<Vec<String>> {
    let mut words = instr.split_whitespace();
    let mnemonic = words.next()?;
    let operands: Vec<String> = words.map(str::to_string).collect();
    match chip.control_of(mnemonic, &operands)? {
        Control::Wait(None) => Some(operands),
        Control::Wait(Some(counter)) => {
            Some(operands.iter().map(|number| format!("{counter}({})", number.trim_start_matches("0x"))).collect())
        }
        Control::Invalidate(..) | Control::WriteBack { .. } | Control::Barrier(..) | Control::Nothing => None,
    }
}

/// Whether items stand among others in their order.
fn is_part(code: &[Item], of: &[Item]) -> bool {
    let within = |one: &Item, other: &Item| match (one, other) {
        (Item::Waits(one), Item::Waits(other)) => one.is_subset(other),
        (Item::Instr(one), Item::Instr(other)) => one == other,
        (Item::Waits(_), Item::Instr(_)) | (Item::Instr(_), Item::Waits(_)) => false,
    };
    let mut rest = of.iter();
    code.iter().all(|item| rest.any(|other| within(item, other)))
}

fn words(items: &[Item]) -> Vec<String> {
    let words = items.iter().flat_map(|item| match item {
        Item::Waits(waits) => waits.iter().cloned().collect(),
        Item::Instr(instr) => vec![instr.clone()],
    });
    words.collect()
}

/// Words that are not among others, each as often as it is there more.
fn without(words: &[String], others: &[String]) -> Vec<String> {
    let mut others = others.to_vec();
    let mut left = Vec::new();
    for word in words {
        match others.iter().position(|other| other == word) {
            Some(at) => drop(others.swap_remove(at)),
            None => left.push(word.clone()),
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::Assume;
    use crate::lowering::Library;
    use crate::refine::RefinementTarget;
    use crate::resources::Resources;
    use crate::targets::TargetConfiguration;

    fn said(target: &str, code: &[&str], other: &[&str]) -> (Likeness, String, String) {
        let configuration = TargetConfiguration::parse(target).expect("known");
        let tables: &'static Library = Box::leak(Box::new(Library::load("llvm24").expect("well formed")));
        let (resources, assume) = (Resources::default(), Assume { none: false, on: vec![] });
        let target = RefinementTarget::new(configuration, tables, false, &assume, &resources).expect("with hardware");
        let owned = |code: &[&str]| code.iter().map(ToString::to_string).collect::<Vec<_>>();
        let (likeness, Differs { more, less }) = compare(&owned(code), &owned(other), &target.chip);
        (likeness, more.join(", "), less.join(", "))
    }

    fn alike() -> (Likeness, String, String) {
        (Likeness::Alike, String::new(), String::new())
    }

    #[test]
    fn waits_are_compared_by_counter() {
        let merged = ["s_waitcnt vmcnt(0) lgkmcnt(0)", "buffer_gl0_inv"];
        let split = ["s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(0)", "buffer_gl0_inv"];
        assert_eq!(said("gfx10,cu", &merged, &merged), (Likeness::Same, String::new(), String::new()));
        assert_eq!(said("gfx10,cu", &merged, &split), alike());
        let more = ["s_waitcnt vmcnt(0)", "s_waitcnt lgkmcnt(0) vscnt(0)", "buffer_gl0_inv"];
        assert_eq!(said("gfx10,cu", &merged, &more), (Likeness::Less, "vscnt(0)".into(), String::new()));
        let other = ["s_waitcnt vmcnt(0) vscnt(0)", "buffer_gl0_inv", "buffer_gl1_inv"];
        let differs = (Likeness::Other, "vscnt(0), buffer_gl1_inv".into(), "lgkmcnt(0)".into());
        assert_eq!(said("gfx10,cu", &merged, &other), differs);
    }

    #[test]
    fn waits_of_one_counter_are_compared_by_it() {
        let one = ["s_wait_loadcnt 0x0", "s_wait_dscnt 0x0", "global_inv scope:SCOPE_DEV"];
        let other = ["s_wait_dscnt 0x0", "s_wait_loadcnt 0x0", "global_inv scope:SCOPE_DEV"];
        assert_eq!(said("gfx12,cu", &one, &other), alike());
        let moved = ["s_wait_dscnt 0x0", "global_inv scope:SCOPE_DEV", "s_wait_loadcnt 0x0"];
        assert_eq!(said("gfx12,cu", &one, &moved), (Likeness::Other, String::new(), String::new()));
    }
}
