//! Sets of a model's axioms, as bits by their numbers (engines may add one to the 63 that a model may have), and which of them speak for all.

use itertools::Itertools;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The fewest axioms that together rule out executions, given which each breaks: one axiom at least of every set. Of several such choices the one
/// with the axiom that the model has first, then second, and so on, so that every engine finds the same.
pub fn hitting_set(broken: &BTreeSet<u64>) -> u64 {
    let sets: Vec<u64> =
        broken.iter().copied().filter(|&set| broken.iter().all(|&other| !is_less(other, set))).collect();
    (0..=u64::BITS as usize).find_map(|size| hitting(&sets, size)).unwrap_or_default()
}

/// Whether one set is part of another, and another.
fn is_less(part: u64, whole: u64) -> bool {
    part != whole && part & !whole == 0
}

/// So many axioms that hit all sets, the first of several; `None` if there are none.
fn hitting(open: &[u64], size: usize) -> Option<u64> {
    if open.is_empty() {
        return Some(0);
    }
    if apart(open) > size {
        return None;
    }
    let all = open.iter().fold(0, |all, set| all | set);
    members(all).find_map(|axiom| {
        // What stands before the first that is chosen is not chosen.
        let after = u64::MAX << axiom;
        let rest: Vec<u64> = open.iter().filter(|set| *set >> axiom & 1 == 0).map(|set| set & after).collect();
        let hit = if rest.contains(&0) { None } else { hitting(&rest, size - 1) };
        hit.map(|others| others | 1 << axiom)
    })
}

/// How many sets, of those that come first, have no axiom in common: so many axioms are needed.
fn apart(sets: &[u64]) -> usize {
    let add = |(count, taken), &set: &u64| if set & taken == 0 { (count + 1, taken | set) } else { (count, taken) };
    sets.iter().fold((0, 0), add).0
}

/// The names of the axioms of a set, given those of all in the model's order.
pub fn names<'m>(set: u64, all: impl Iterator<Item = &'m String>) -> Vec<String> {
    let named = all.enumerate().filter(|(axiom, _)| set >> axiom & 1 == 1);
    named.map(|(_, name)| name.clone()).collect()
}

/// The axioms of a set, by number.
fn members(set: u64) -> impl Iterator<Item = u32> {
    (0..u64::BITS).filter(move |axiom| set >> axiom & 1 == 1)
}

/// The set of axioms with these numbers.
pub fn set_of(axioms: impl IntoIterator<Item = usize>) -> u64 {
    axioms.into_iter().fold(0, |set, axiom| set | 1 << axiom)
}

/// What to order sets by, so that smaller ones come first, and of those of a size the one with the axiom that the model has first.
pub fn fewest_first(set: u64) -> (u32, Reverse<u64>) {
    (set.count_ones(), Reverse(set.reverse_bits()))
}

/// The sets of so many of the first axioms, in the order of [`fewest_first`].
pub fn of_size(axioms: usize, size: usize) -> impl Iterator<Item = u64> {
    (0..axioms).combinations(size).map(set_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_hit_by_the_fewest_and_first() {
        assert_eq!(hitting_set(&BTreeSet::from([0b110, 0b011, 0b1000])), 0b1010);
        assert_eq!(hitting_set(&BTreeSet::from([1 << 63])), 1 << 63);
        assert_eq!(hitting_set(&BTreeSet::new()), 0);
        // Whoever takes the axiom of most sets, the first, needs three.
        assert_eq!(hitting_set(&BTreeSet::from([0b00011, 0b00101, 0b01010, 0b10100])), 0b00110);
        assert_eq!(hitting_set(&BTreeSet::from([0b011, 0b110, 0b101])), 0b011);
    }

    #[test]
    fn many_sets_that_are_apart_are_hit_at_once() {
        let pairs: BTreeSet<u64> = (0..32).map(|pair| 0b11 << (2 * pair)).collect();
        assert_eq!(hitting_set(&pairs), u64::MAX / 3);
    }

    #[test]
    fn sets_of_a_size_come_in_order() {
        let sets: Vec<u64> = (0..=4).flat_map(|size| of_size(4, size)).collect();
        assert!(sets.is_sorted_by_key(|&set| fewest_first(set)));
        assert_eq!(sets.len(), 16);
    }
}
