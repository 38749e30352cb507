//! What an execution says: which write each read reads from, and which write is co-maximal; and which order writes have where it happens.

use super::{Builder, Maybe, before, not_after};
use crate::hardware::timeline::{Access, Op, What};
use crate::matrix::BitMatrix;
use crate::program::{EventId, event_relation};
use std::collections::HashMap;

impl<'a> Builder<'a> {
    /// Reads read from what the execution says, and memory ends with it.
    pub(super) fn constrain_values(&mut self) {
        let writes: Vec<(usize, EventId)> = self.access_events(|access| access.write);
        for (at, &(x, first)) in writes.iter().enumerate() {
            for &(y, second) in &writes[at + 1..] {
                let (Some(i), Some(j)) = (self.order_stamp(x, y), self.order_stamp(y, x)) else { continue };
                // Writes of one location are ordered; the co-maximal one is that of the execution.
                match (self.is_co_maximal(first), self.is_co_maximal(second)) {
                    (true, _) => self.problem.before(j, i),
                    (_, true) => self.problem.before(i, j),
                    (false, false) => self.clause([before(i, j), before(j, i)]),
                }
            }
        }
        for (r, read) in self.access_events(|access| access.read) {
            self.constrain_read(r, read, &writes);
        }
    }

    fn access_events(&self, event: impl Fn(&Access) -> Option<EventId>) -> Vec<(usize, EventId)> {
        let pick = |(x, op): (usize, &Op<'a>)| match &op.what {
            What::Access(access) => event(access).map(|event| (x, event)),
            What::Cache { .. } | What::Other => None,
        };
        self.ops.iter().enumerate().filter_map(pick).collect()
    }

    fn is_co_maximal(&self, write: EventId) -> bool {
        self.execution.co.row(write).is_empty()
    }

    /// The writes of each location in the order in which they are at these times, the initial ones first.
    pub(super) fn co(&self, times: &[u32]) -> BitMatrix {
        let writes: HashMap<EventId, usize> =
            self.access_events(|access| access.write).into_iter().map(|(x, write)| (write, x)).collect();
        event_relation(self.structure.events.len(), |first, second| match (writes.get(&first), writes.get(&second)) {
            (Some(&x), Some(&y)) => match (self.order_stamp(x, y), self.order_stamp(y, x)) {
                (Some(i), Some(j)) => times[i as usize] < times[j as usize],
                // They are of two locations.
                (None, _) | (_, None) => false,
            },
            (None, _) | (_, None) => self.execution.co.contains(first, second),
        })
    }

    /// Where the order of a write among those of its location is decided, if the other is of the same.
    fn order_stamp(&self, x: usize, y: usize) -> Option<u32> {
        let (What::Access(p), What::Access(q)) = (&self.ops[x].what, &self.ops[y].what) else { return None };
        (p.object == q.object).then(|| self.order_decided(p))
    }

    fn order_decided(&self, access: &Access) -> u32 {
        if access.lds { access.at[0] } else { access.at[self.chip.outermost()] }
    }

    fn constrain_read(&mut self, r: usize, read: EventId, writes: &[(usize, EventId)]) {
        let source = self.structure.events.indices().find(|&write| self.execution.rf.contains(write, read));
        let from = writes.iter().find(|(_, write)| Some(*write) == source).map(|&(x, _)| x);
        if let Some(w) = from {
            self.constrain_visibility(w, r, None);
        }
        for &(x, _) in writes.iter().filter(|&&(x, _)| x != r && Some(x) != from) {
            if self.order_stamp(x, r).is_none() {
                continue;
            }
            // Another write is not visible, or comes before the one read from; none comes before the initial one.
            let earlier = from.and_then(|w| match (self.order_stamp(x, w), self.order_stamp(w, x)) {
                (Some(i), Some(j)) => Some(before(i, j)),
                _ => None,
            });
            self.constrain_visibility(x, r, Some(earlier.unwrap_or(Maybe::Known(false))));
        }
    }

    /// Adds that a write is visible to a read; or, given a literal, that it is not unless the literal holds. A write is seen at the first cache level that
    /// both share and the read does not pass by, or the next one that has it; what an atomic writes is there from the level on at which it is performed.
    fn constrain_visibility(&mut self, w: usize, r: usize, unless: Option<Maybe>) {
        let (What::Access(write), What::Access(load)) = (&self.ops[w].what, &self.ops[r].what) else { return };
        let seen = |i: u32, j: u32| match unless {
            None => [before(i, j), Maybe::Known(false)],
            Some(unless) => [not_after(j, i), unless],
        };
        if write.lds {
            let is_seen = seen(write.at[0], load.at[0]);
            return self.clause(is_seen);
        }
        let (first, outermost) = (load.finds_from(write), self.chip.outermost());
        let (a, b) = (self.way(w), self.way(r));
        for level in first..=outermost {
            let nearer = if level == first { Maybe::Known(false) } else { self.shares(level - 1, a, b) };
            let shared = [!self.shares(level, a, b), nearer];
            // It is found at the first level from there on that has it: by each way to be at none before.
            let mut ways: Vec<Vec<Maybe>> = vec![shared.to_vec()];
            for there in level..=outermost {
                let gone = self.gone(there, w, r);
                let (stored, found) = self.at_level(w, r, there);
                for way in &ways {
                    let is_seen = seen(stored, found);
                    self.clause(way.iter().copied().chain(gone.iter().copied()).chain(is_seen));
                }
                let further =
                    |way: &Vec<Maybe>| gone.iter().map(|&why| [&way[..], &[!why]].concat()).collect::<Vec<_>>();
                ways = ways.iter().flat_map(further).collect();
                if ways.is_empty() {
                    break;
                }
            }
        }
    }

    /// When a write is at a cache level, and when what a read finds leaves it.
    fn at_level(&self, w: usize, r: usize, level: usize) -> (u32, u32) {
        match (&self.ops[w].what, &self.ops[r].what) {
            (What::Access(write), What::Access(load)) => (write.at[level], load.data[level]),
            (What::Access(_) | What::Cache { .. } | What::Other, _) => unreachable!("both are accesses"),
        }
    }
}
