//! The operations that programs are made of, as far as a program may choose them: not where and on what.

use crate::llvm::{AddressSpace, AtomicKind, Ordering, ScopeLevel, SyncScope, words_enum};

words_enum! {
    /// The instruction that an operation is, whatever its ordering, scope and flags.
    Does {
        /// A `load`, atomic or not.
        Load = "load",
        /// A `store`, atomic or not.
        Store = "store",
        /// An `atomicrmw` whose result is used.
        UpdateReturning = "atomicrmw with a result",
        /// An `atomicrmw` whose result is not used.
        Update = "atomicrmw without a result",
        /// A `cmpxchg` whose result is used.
        Cmpxchg = "cmpxchg",
        /// A `fence`, for all address spaces or for one.
        Fence = "fence",
    }
}

/// What an operation is there for, which its replacements have to be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The value that it reads, whether or not it writes too.
    Reads,
    /// The value that it writes, whether or not it reads too.
    Writes,
    /// Both: it adds to what it reads.
    Updates,
    /// The order of the accesses around it: it is a fence.
    Orders,
}

impl Kind {
    /// The operations that can be there for it.
    fn done_by(self) -> &'static [Does] {
        match self {
            Kind::Reads => &[Does::Load, Does::UpdateReturning, Does::Update, Does::Cmpxchg],
            Kind::Writes => &[Does::Store, Does::Update, Does::UpdateReturning],
            Kind::Updates => &[Does::Update, Does::UpdateReturning],
            Kind::Orders => &[Does::Fence],
        }
    }
}

impl Does {
    /// The orderings that it may have; without one, a load or store is not atomic.
    fn orderings(self) -> &'static [Ordering] {
        match self {
            Does::Load => AtomicKind::Load.orderings(),
            Does::Store => AtomicKind::Store.orderings(),
            Does::Update | Does::UpdateReturning | Does::Cmpxchg => AtomicKind::Rmw.orderings(),
            Does::Fence => AtomicKind::Fence.orderings(),
        }
    }

    fn may_be_plain(self) -> bool {
        match self {
            Does::Load | Does::Store => true,
            Does::Update | Does::UpdateReturning | Does::Cmpxchg | Does::Fence => false,
        }
    }
}

/// An operation without its location and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Operation {
    /// The instruction that it is.
    pub does: Does,
    /// Its ordering; `None` if it is not atomic.
    pub ordering: Option<Ordering>,
    /// Its sync scope; the system's, which says nothing, if it is not atomic.
    pub scope: SyncScope,
    /// Whether the access goes through a generic pointer.
    pub generic: bool,
    /// Whether the access is `volatile`.
    pub volatile: bool,
    /// Whether the access is `!nontemporal`.
    pub nontemporal: bool,
    /// The one address space that a fence is for by its tags; `None` for all.
    pub only: Option<AddressSpace>,
}

impl Operation {
    /// The plain form of it: named address space, neither volatile nor nontemporal.
    pub fn new(does: Does, ordering: Option<Ordering>, level: ScopeLevel) -> Operation {
        let scope = match ordering {
            Some(_) => SyncScope { level, one_as: false },
            None => SyncScope::SYSTEM,
        };
        Operation { does, ordering, scope, generic: false, volatile: false, nontemporal: false, only: None }
    }

    /// The same with a scope of another level.
    #[must_use]
    pub fn of_level(&self, level: ScopeLevel) -> Operation {
        Operation { scope: SyncScope { level, ..self.scope }, ..*self }
    }

    /// The same in its scope of one address space (`agent-one-as`), if it is atomic.
    #[must_use]
    pub fn one_as(&self) -> Operation {
        Operation { scope: SyncScope { one_as: self.ordering.is_some(), ..self.scope }, ..*self }
    }

    /// Whether both are for one address space only, and for the same, or neither is.
    pub fn is_for_as_much(&self, other: &Operation) -> bool {
        self.scope.one_as == other.scope.one_as && self.only == other.only
    }

    /// Whether a program in which it stands for the other allows no more: its ordering and its scope are at least as strong, and it is for
    /// all address spaces that the other is for. `volatile`, `!nontemporal` and generic pointers mean nothing to models.
    pub fn is_at_least(&self, other: &Operation) -> bool {
        ordering_at_least(self.ordering, other.ordering)
            && self.scope.level >= other.scope.level
            && (!self.scope.one_as || other.scope.one_as)
            && (self.only.is_none() || self.only == other.only)
    }
}

/// Whether an ordering promises all that another does.
fn ordering_at_least(a: Option<Ordering>, b: Option<Ordering>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return b.is_none() };
    match b {
        Ordering::Unordered => true,
        Ordering::Monotonic => a != Ordering::Unordered,
        Ordering::Acquire => a.is_acquire(),
        Ordering::Release => a.is_release(),
        Ordering::AcqRel => a.is_acquire() && a.is_release(),
        Ordering::SeqCst => a == Ordering::SeqCst,
    }
}

/// Every operation that can be there for this.
pub fn operations(kind: Kind) -> Vec<Operation> {
    let mut all = Vec::new();
    for &does in kind.done_by() {
        let plain = does.may_be_plain().then_some((None, SyncScope::SYSTEM));
        let scoped = |&ordering: &Ordering| SyncScope::every_scope().map(move |scope| (Some(ordering), scope));
        for (ordering, scope) in plain.into_iter().chain(does.orderings().iter().flat_map(scoped)) {
            let operation =
                Operation { does, ordering, scope, generic: false, volatile: false, nontemporal: false, only: None };
            all.push(operation);
            if does == Does::Fence {
                all.extend(
                    [AddressSpace::Global, AddressSpace::Local]
                        .map(|space| Operation { only: Some(space), ..operation }),
                );
                continue;
            }
            let flagged = [
                (true, false, false),
                (false, true, false),
                (false, false, true),
                (false, true, true),
                (true, true, false),
                (true, false, true),
                (true, true, true),
            ];
            all.extend(flagged.map(|(generic, volatile, nontemporal)| Operation {
                generic,
                volatile,
                nontemporal,
                ..operation
            }));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    /// Strength is a preorder, and every operation is weaker than the strongest.
    #[test]
    fn strength_is_a_preorder() {
        for kind in [Kind::Reads, Kind::Writes, Kind::Updates, Kind::Orders] {
            let all = operations(kind);
            assert!(all.iter().all_unique());
            assert!(all.iter().all(|operation| operation.is_at_least(operation)));
            for [a, b, c] in all.iter().step_by(7).array_combinations() {
                assert!(!(a.is_at_least(b) && b.is_at_least(c)) || a.is_at_least(c), "{a:?} {b:?} {c:?}");
            }
        }
    }
}
