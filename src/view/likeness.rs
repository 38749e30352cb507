//! How code is to that of another table, by what each instruction waits for.

use crate::hardware::Chip;
use crate::judge::tables::Emitted;
use crate::report::repair::{Differs, Likeness};

/// How code is to that of another table, and in what it differs.
pub fn compare(code: &[String], other: &[String], chip: &Chip) -> (Likeness, Differs) {
    if code == other {
        return (Likeness::Same, Differs::default());
    }
    let (code, other) = (Emitted::new(code, chip), Emitted::new(other, chip));
    let likeness = match () {
        () if code == other => Likeness::Alike,
        () if code.is_part_of(&other, &[]) => Likeness::Less,
        () => Likeness::Other,
    };
    let (mine, theirs) = (code.words(), other.words());
    (likeness, Differs { more: without(&theirs, &mine), less: without(&mine, &theirs) })
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
