//! Which cache levels have what a store changes: that is open where the file does not say that a level which it passes by has it, and where the level was
//! invalidated before it has reached the next one.

use super::{Builder, Maybe, before, not_after};
use crate::hardware::chip::{CacheLevel, Control};
use crate::hardware::schedule::Literal;
use crate::hardware::timeline::{Access, What};
use crate::syntax::hardware::ast::Storage;
use crate::syntax::table::ast::{Access as AccessKind, Path};
use std::collections::{HashMap, HashSet};

/// What is open of caches, by choice.
#[derive(Default)]
pub(super) struct Caches {
    /// Whether a store is in a cache level that it passes by: operation, cache level.
    held: HashMap<(usize, usize), u32>,
    /// Whether what wrote is lost to what reads, by an invalidation between them: the one that writes, the one that reads, cache level; each operation that
    /// invalidates, with a choice for it.
    dropped: HashMap<(usize, usize, usize), Vec<(usize, u32)>>,
}

/// Where what wrote is not found, in an execution; accesses by their timestamps at the first level.
pub(in crate::hardware) struct Gone {
    /// The stores and the cache levels that they pass by.
    passed: HashSet<(u32, usize)>,
    /// What wrote, what reads, and the cache levels that were invalidated between them.
    dropped: HashSet<(u32, u32, usize)>,
}

impl Gone {
    /// Whether a store passes a cache level by.
    pub fn passes_by(&self, level: usize, store: &Access) -> bool {
        self.passed.contains(&(store.at[0], level))
    }

    /// Whether an access finds at a cache level nothing of what another wrote.
    pub fn is_gone(&self, level: usize, write: &Access, read: &Access) -> bool {
        self.passes_by(level, write) || self.dropped.contains(&(write.at[0], read.at[0], level))
    }
}

impl Builder<'_> {
    /// A choice for each store and cache level that it passes by, and for each level that may have lost it; of operations, all of which were issued.
    pub(super) fn choose_caches(&mut self) {
        let may_overtake = (0..self.chip.outermost()).any(|level| !self.keeps_waves_in_order(level));
        for x in 0..self.ops.len() {
            let What::Access(write) = &self.ops[x].what else { continue };
            let passes = |&level: &usize| self.passes_by(level, x, write);
            for level in (0..self.chip.outermost()).filter(passes).collect::<Vec<_>>() {
                let of_whole = self.first_word(x).and_then(|first| self.caches.held.get(&(first, level)).copied());
                let choice = of_whole.unwrap_or_else(|| self.problem.choice());
                self.caches.held.insert((x, level), choice);
            }
            if may_overtake {
                (0..self.ops.len()).for_each(|y| self.choose_dropped(x, y));
            }
        }
    }

    /// Whether a store may leave a cache level as it is: one before that at which it is complete, where the file does not say that the level has it.
    fn passes_by(&self, level: usize, x: usize, store: &Access) -> bool {
        let CacheLevel { storage, current_after, .. } = &self.chip.levels[level];
        let stores = store.write.is_some() && !store.atomic && !store.lds && store.path == Path::Vector;
        stores
            && *storage == Storage::Caches
            && !current_after.contains(&AccessKind::Store)
            && self.keeps(level, self.ops[x].thread, store.object)
            && level < store.completes
    }

    /// A choice for each invalidation, by an instruction or a probe, that may come between two accesses to one address, at each level from which it may
    /// overtake what the first wrote: where their queue keeps them in order, what is fetched after the invalidation is behind that.
    fn choose_dropped(&mut self, x: usize, y: usize) {
        let (What::Access(write), What::Access(read)) = (&self.ops[x].what, &self.ops[y].what) else { return };
        if x == y || write.write.is_none() || read.read.is_none() || write.object != read.object || write.lds {
            return;
        }
        let way = self.way(y);
        let mut found = Vec::new();
        for level in read.finds_from(write)..self.chip.outermost() {
            if self.queued_in_order(level, x, y) || !self.keeps(level, way.0, read.object) {
                continue;
            }
            for (i, op) in self.ops.iter().enumerate() {
                let (when, of_instance) = match &op.what {
                    What::Cache { control: Control::Invalidate(_, levels, lines), processed, .. }
                        if levels.contains(&level) && self.affects(*lines, read.object) =>
                    {
                        (*processed, self.shares(level, self.way(i), way))
                    }
                    What::Access(other) if i != x && i != y && self.probes(level, other, way.0, read.object) => {
                        (other.at[level + 1], !self.shares(level, self.way(i), way))
                    }
                    What::Cache { .. } | What::Access(_) | What::Other => continue,
                };
                let between = [not_after(write.at[level], when), before(when, read.data[level])];
                found.push((level, i, between, of_instance));
            }
        }
        for (level, i, between, shared) in found {
            let choice = self.dropped_with_first_word(x, y, level, i).unwrap_or_else(|| {
                let choice = self.problem.choice();
                let is_dropped = Maybe::Open(Literal::Is(choice, true));
                between.into_iter().chain([shared]).for_each(|holds| self.clause([!is_dropped, holds]));
                choice
            });
            self.caches.dropped.entry((x, y, level)).or_default().push((i, choice));
        }
    }

    /// The choice of whether an operation has dropped the first words of two accesses that are whole, which is that of their second words too.
    fn dropped_with_first_word(&self, x: usize, y: usize, level: usize, i: usize) -> Option<u32> {
        let first = (self.first_word(x)?, self.first_word(y)?, level);
        let cause = match &self.ops[i].what {
            What::Access(_) => self.first_word(i)?,
            What::Cache { .. } | What::Other => i,
        };
        self.caches.dropped.get(&first)?.iter().find(|(other, _)| *other == cause).map(|(_, choice)| *choice)
    }

    /// Whether a choice is open for a store at a cache level that it passes by.
    pub(super) fn may_pass_by(&self, level: usize, x: usize) -> bool {
        self.caches.held.contains_key(&(x, level))
    }

    /// Whether a cache level has what a store changes when that has been there.
    pub(super) fn holds(&self, level: usize, x: usize) -> Maybe {
        self.caches.held.get(&(x, level)).map_or(Maybe::Known(true), |&choice| Maybe::Open(Literal::Is(choice, true)))
    }

    /// Each reason for which a read does not find at a cache level what was written there: if one holds, it looks at the next.
    pub(super) fn gone(&self, level: usize, w: usize, r: usize) -> Vec<Maybe> {
        let passed = self.caches.held.get(&(w, level)).map(|&choice| Literal::Is(choice, false));
        let dropped = self.caches.dropped.get(&(w, r, level)).into_iter().flatten();
        passed.into_iter().chain(dropped.map(|&(_, choice)| Literal::Is(choice, true))).map(Maybe::Open).collect()
    }

    /// Where what wrote is not found, given the choices.
    pub(super) fn all_gone(&self, choices: &[bool]) -> Gone {
        let stamp = |x: usize| match &self.ops[x].what {
            What::Access(access) => access.at[0],
            What::Cache { .. } | What::Other => unreachable!("choices are made for accesses"),
        };
        let held = self.caches.held.iter().filter(|(_, choice)| !choices[**choice as usize]);
        let is_chosen = |chosen: &Vec<(usize, u32)>| chosen.iter().any(|&(_, choice)| choices[choice as usize]);
        let dropped = self.caches.dropped.iter().filter(|(_, chosen)| is_chosen(chosen));
        Gone {
            passed: held.map(|(&(x, level), _)| (stamp(x), level)).collect(),
            dropped: dropped.map(|(&(x, y, level), _)| (stamp(x), stamp(y), level)).collect(),
        }
    }
}
