//! What a generation says of the order of operations: queues and cache levels.

use super::issue::is_processed;
use super::{Builder, Disjuncts, Maybe, any_of, before, not_after};
use crate::hardware::chip::{CacheLevel, Control};
use crate::hardware::timeline::{Access, Op, What};
use crate::program::{ObjectId, ThreadId};
use crate::syntax::hardware::ast::{Rule, Storage};
use crate::syntax::table::ast::{Access as AccessKind, Path};

impl<'a> Builder<'a> {
    /// The order of accesses and cache operations at the first level, and the rules of the levels.
    pub(super) fn order_accesses(&mut self) {
        let mut found = Vec::new();
        // Of waits, barriers and decisions nothing is said here: many operations are of these.
        let processed: Vec<usize> = (0..self.ops.len()).filter(|&x| is_processed(&self.ops[x])).collect();
        for &x in &processed {
            for &y in &processed {
                // Of one instruction none is before another, but where a DMA operation writes what it has read.
                if self.ops[x].at == self.ops[y].at {
                    continue;
                }
                if self.same_wave(self.ops[x].thread, self.ops[y].thread) {
                    self.order_in_wave(x, y);
                }
                if let Some(unit) = self.chip.unit_in_order {
                    self.order_in_unit(unit, x, y);
                }
                self.order_at_levels(x, y, &mut found);
            }
        }
    }

    /// Operations of one wave are processed in the order of their issue.
    fn order_in_wave(&mut self, x: usize, y: usize) {
        let processed = |op: &Op<'a>| match &op.what {
            What::Access(access) => Some(access.at[0]),
            What::Cache { processed, .. } => Some(*processed),
            What::Other => None,
        };
        let (Some(first), Some(second)) = (processed(&self.ops[x]), processed(&self.ops[y])) else { return };
        let is_queued = |what: &What| what.path() == Some(Path::Vector) && !is_of_dma(what);
        let one_queue = [x, y].iter().all(|&op| is_queued(&self.ops[op].what));
        if (self.chip.has(Rule::InOrderWithLds) && one_queue) || self.stays_before(&self.ops[x].what, &self.ops[y].what)
        {
            let issued = self.issued(x, y);
            self.clause([!issued, before(first, second)]);
        }
    }

    /// Whether of two operations of a wave the one issued first is processed first, where vector memory and LDS have no queue in common. Accesses to one
    /// address are.
    fn stays_before(&self, first: &What, second: &What) -> bool {
        let in_order = self.chip.has(Rule::CacheOperationsInOrder);
        match (first, second) {
            // Of what the host does nothing stays in order but accesses to one address.
            (What::Access(p), What::Access(q)) if p.path == Path::Host || q.path == Path::Host => p.object == q.object,
            // Scalar memory is a way of its own, on which nothing stays in order.
            _ if [first, second].iter().any(|what| what.path() == Some(Path::Scalar)) => false,
            (What::Access(p), What::Access(q)) if p.half.is_some() || q.half.is_some() => self.dma_stays_before(p, q),
            (What::Access(p), What::Access(q)) if p.lds || q.lds => {
                p.lds == q.lds && (p.object == q.object || self.chip.has(Rule::LdsInOrder))
            }
            (What::Access(p), What::Access(q)) => p.object == q.object || self.in_order(p, q),
            // Nothing is said of cache operations and DMA where nothing is said of its order.
            _ if [first, second].into_iter().any(is_of_dma) && !self.orders_dma() => false,
            (What::Cache { control, .. }, What::Access(q)) => {
                let invalidates = matches!(control, Control::Invalidate(..));
                !q.lds && (in_order || (invalidates && self.chip.has(Rule::InvalidationsBeforeAccesses)))
            }
            (What::Access(p), What::Cache { control, .. }) => {
                let rule = match control {
                    Control::WriteBack { .. } => Some(Rule::WriteBacksAfterAccesses),
                    Control::Invalidate(..) => Some(Rule::InvalidationsAfterAccesses),
                    Control::Wait(_)
                    | Control::Discard
                    | Control::Performs(_)
                    | Control::Nothing
                    | Control::Barrier(..) => None,
                };
                !p.lds && (in_order || rule.is_some_and(|rule| self.chip.has(rule)))
            }
            (What::Cache { .. }, What::Cache { .. }) => in_order,
            (What::Other, _) | (_, What::Other) => false,
        }
    }

    /// Whether of two accesses of a wave, one or both by DMA, the one issued first is processed first.
    fn dma_stays_before(&self, p: &Access, q: &Access) -> bool {
        let has = |rule| self.chip.has(rule);
        match (p.lds, q.lds) {
            (false, false) if p.object == q.object => self.orders_dma(),
            (false, false) => has(Rule::DmaInOrder) && self.in_order(p, q),
            (true, true) if p.half.is_some() => q.half.is_some() && has(Rule::DmaInOrder),
            (true, true) => has(Rule::DmaAfterLds),
            (true, false) | (false, true) => false,
        }
    }

    /// Whether anything is said of the order of what DMA operations access outside LDS.
    fn orders_dma(&self) -> bool {
        self.chip.has(Rule::DmaInOrder) || self.chip.has(Rule::DmaInOrderPerAddress)
    }

    /// Whether two of a wave's vector memory operations are processed in the order of their issue, by their kinds.
    fn in_order(&self, p: &Access, q: &Access) -> bool {
        self.chip.processes_in_order(p.counted_by_vector_memory(), q.counted_by_vector_memory())
    }

    /// Operations of all waves of a unit are processed in the order of their issue.
    fn order_in_unit(&mut self, unit: usize, x: usize, y: usize) {
        let processed = |op: &Op<'a>| match &op.what {
            _ if op.what.path() != Some(Path::Vector) => None,
            what if is_of_dma(what) && !self.chip.has(Rule::DmaInOrder) => None,
            What::Access(access) if !access.lds => Some(access.at[0]),
            What::Cache { processed, .. } => Some(*processed),
            What::Access(_) | What::Other => None,
        };
        if let (Some(first), Some(second)) = (processed(&self.ops[x]), processed(&self.ops[y])) {
            let together = self.together(unit, self.ops[x].thread, self.ops[y].thread);
            let issued = self.issued(x, y);
            self.clause([!together, !issued, before(first, second)]);
        }
    }

    /// What instances of cache levels that two operations share, or do not, say of them. `found` is where it is put together.
    fn order_at_levels(&mut self, x: usize, y: usize, found: &mut Vec<Disjuncts>) {
        let (a, b) = (self.way(x), self.way(y));
        for level in 0..self.chip.outermost() {
            self.find_shared_instance_clauses(level, x, y, found);
            for clause in found.drain(..) {
                let shared = self.shares(level, a, b);
                self.clause(std::iter::once(!shared).chain(clause));
            }
            if let Some(clause) = self.probe_clause(level, x, y) {
                let shared = self.shares(level, a, b);
                self.clause(std::iter::once(shared).chain(clause));
            }
        }
    }

    /// Adds what an instance of a cache level that two operations share says of them.
    fn find_shared_instance_clauses(&self, level: usize, x: usize, y: usize, found: &mut Vec<Disjuncts>) {
        let What::Access(q) = &self.ops[y].what else { return };
        let kept = |level| self.keeps(level, self.ops[y].thread, q.object);
        let dirty = |level| self.chip.keeps_dirty(level, &self.structure.program.objects[q.object]);
        if q.lds || !kept(level) {
            return;
        }
        match &self.ops[x].what {
            What::Access(p) if p.object == q.object && !p.lds => {
                if self.queued_in_order(level, x, y) {
                    self.find_queue_clauses(level, p, q, found);
                }
                self.find_cache_clauses(level, (x, p), (y, q), found);
                if self.writes_back(level, (x, p), (y, q)) {
                    found.push(any_of([
                        not_after(q.data[level], p.at[level]),
                        before(p.at[level + 1], q.data[level + 1]),
                    ]));
                }
            }
            What::Access(p) if !p.lds && self.chip.queues_in_order_from(level) => {
                self.find_queue_clauses(level, p, q, found);
            }
            // What is processed there afterwards is fetched afterwards.
            What::Cache { control: Control::Invalidate(_, levels, lines), processed, .. }
                if levels.contains(&level) && self.affects(*lines, q.object) && q.hits(level) =>
            {
                found.push(any_of([not_after(q.data[level], *processed), before(*processed, q.data[level + 1])]));
            }
            // What of its stores was there before reaches that level before the write-back is done.
            What::Cache { control: Control::WriteBack { path, from, to, lines }, processed, done, .. }
                if level < *to
                    && self.affects(*lines, q.object)
                    && (*path == Path::Vector || q.path == *path)
                    && from.is_none_or(dirty)
                    && q.is_written_below(*to)
                    && self.is_covered(level, x, (y, q)) =>
            {
                let reached = if self.chip.has(Rule::WriteBackCompletesAtNextLevel) { level + 1 } else { *to };
                found.push(any_of([
                    not_after(*processed, q.at[level]),
                    before(q.at[reached], *done),
                    self.is_lost(x, y),
                ]));
            }
            What::Access(_) | What::Cache { .. } | What::Other => {}
        }
    }

    /// Whether a load that finds what was written at a cache level has it written back to the next.
    fn writes_back(&self, level: usize, (x, p): (usize, &Access), (y, q): (usize, &Access)) -> bool {
        let object = &self.structure.program.objects[p.object];
        self.chip.has(Rule::LoadsWriteBackNonvolatile)
            && p.flows(level)
            && self.chip.keeps_dirty(level, object)
            && self.is_nonvolatile(x)
            && q.is_load()
            && level >= q.bypassed
            && !self.is_nonvolatile(y)
    }

    /// Whether a write-back covers what a store, or an atomic, has at a cache level that it affects.
    fn is_covered(&self, level: usize, write_back: usize, (y, store): (usize, &Access)) -> bool {
        let own = self.same_wave(self.ops[write_back].thread, self.ops[y].thread);
        let complete = level >= store.completes;
        (own || self.chip.has(Rule::WriteBackCoversOtherWaves))
            && (complete || self.chip.has(Rule::WriteBackCoversInFlight))
    }

    /// Whether the queue from an instance of a cache level to the next one keeps two accesses to one address in order.
    pub(super) fn queued_in_order(&self, level: usize, x: usize, y: usize) -> bool {
        self.keeps_waves_in_order(level) || self.same_wave(self.ops[x].thread, self.ops[y].thread)
    }

    /// Whether the queues from a cache level to the next one keep the accesses of several waves to one address in order.
    pub(super) fn keeps_waves_in_order(&self, level: usize) -> bool {
        self.chip.has(Rule::QueuesInOrderPerAddress) || self.chip.queues_in_order_from(level)
    }

    /// Adds what the queue from an instance of a cache level to the next one says of two accesses, to one address or, where it has one order for all,
    /// to any: what it got first reaches the next level first. Each clause holds if they share the instance.
    fn find_queue_clauses(&self, level: usize, p: &Access, q: &Access, found: &mut Vec<Disjuncts>) {
        let (here, there) = (level, level + 1);
        let passes = self.chip.levels[level].storage == Storage::Passes;
        if !p.is_load() && !q.is_load() {
            // One of two that write is first, for an atomic there reads too.
            found.push(any_of([before(q.at[here], p.at[here]), before(p.at[there], q.at[there])]));
        }
        if level == 0 && p.is_load() && !q.is_load() {
            // A fetch is ahead of a write behind it.
            found.push(any_of([not_after(q.at[0], p.data[0]), before(p.data[1], q.at[1])]));
        }
        if level == 0 && !p.is_load() && q.is_load() {
            // A fetch (no hit) is behind a write ahead of it.
            found.push(any_of([
                not_after(q.data[0], p.at[0]),
                not_after(q.data[1], q.data[0]),
                before(p.at[1], q.data[1]),
            ]));
        }
        if level > 0 && !p.is_load() && q.is_load() && (passes || level < q.bypassed) {
            // So is one that does not hit there.
            found.push(any_of([not_after(q.data[here], p.at[here]), before(p.at[there], q.data[there])]));
        }
        if p.is_load() && q.is_load() && level < q.bypassed {
            // So is it behind a fetch, and behind data that was fetched.
            found.push(any_of([before(q.data[here], p.data[here]), not_after(p.data[there], q.data[there])]));
        }
    }

    /// Adds what an instance of a cache level has for an access to an address after another. Each clause holds if they share the instance.
    fn find_cache_clauses(
        &self,
        level: usize,
        (x, p): (usize, &Access),
        (y, q): (usize, &Access),
        found: &mut Vec<Disjuncts>,
    ) {
        if !q.hits(level) || level < q.bypassed {
            return;
        }
        let (here, there) = (level, level + 1);
        // A cache serves nothing older later. What a load fetched past it is in it where the file says so.
        let kept = match level < p.bypassed {
            // What is said of caches that are passed by is said of those of vector memory.
            true if p.path == Path::Scalar => None,
            true => self.exception(level, (x, AccessKind::Load), y),
            false => Some(Maybe::Known(false)),
        };
        if let (true, Some(exception)) = (p.hits(level), kept) {
            found.push(any_of([
                exception,
                before(q.data[here], p.data[here]),
                not_after(p.data[there], q.data[there]),
            ]));
        }
        // An atomic passes the caches by, and what they have of its address is old then where the file says so; so does a store that is not there.
        let (kind, here_too) = match p.atomic {
            true if level < p.performed && p.path == Path::Vector => (AccessKind::Atomic, Maybe::Known(false)),
            false if self.may_pass_by(level, x) => (AccessKind::Store, self.holds(level, x)),
            true | false => return,
        };
        if let Some(exception) = self.exception(level, (x, kind), y) {
            let fetched_after = [not_after(q.data[here], p.at[here]), before(p.at[there], q.data[there])];
            found.push(any_of([exception, here_too, fetched_after[0], fetched_after[1]]));
        }
    }

    /// Where the claim that an access leaves nothing old in a cache level that it passes by does not hold of another access: nowhere if it holds of all, or
    /// where the other is not issued after it by its wave; `None` if it holds of none.
    fn exception(&self, level: usize, (x, access): (usize, AccessKind), y: usize) -> Option<Maybe> {
        let own_wave = match access {
            AccessKind::Load => Rule::LoadRefreshesForItsWave,
            AccessKind::Store => Rule::StoreUpdatesForItsWave,
            AccessKind::Atomic => Rule::AtomicEvictsForItsWave,
        };
        let own = self.chip.has(own_wave) && self.same_wave(self.ops[x].thread, self.ops[y].thread);
        // What hands everything on has nothing old in any case.
        let CacheLevel { storage, current_after, .. } = &self.chip.levels[level];
        match (*storage == Storage::Passes || current_after.contains(&access), own) {
            (true, _) => Some(Maybe::Known(false)),
            (false, true) => Some(!self.issued(x, y)),
            (false, false) => None,
        }
    }

    /// Where memory is at home, a write of others invalidates what is there of it.
    fn probe_clause(&self, level: usize, x: usize, y: usize) -> Option<Disjuncts> {
        let (What::Access(p), What::Access(q)) = (&self.ops[x].what, &self.ops[y].what) else { return None };
        let probed = q.hits(level) && self.probes(level, p, self.ops[y].thread, q.object);
        let there = level + 1;
        probed.then(|| any_of([not_after(q.data[level], p.at[there]), before(p.at[there], q.data[there])]))
    }

    /// Whether a write invalidates what a thread's instance of a cache level has of an object, if it is not by way of that instance.
    pub(super) fn probes(&self, level: usize, write: &Access, thread: ThreadId, object: ObjectId) -> bool {
        let program = &self.structure.program;
        write.object == object
            && !write.lds
            && write.write.is_some()
            && self.chip.probed(level, program, thread, &program.objects[object])
    }
}

fn is_of_dma(what: &What) -> bool {
    match what {
        What::Access(access) => access.half.is_some(),
        What::Cache { .. } | What::Other => false,
    }
}
