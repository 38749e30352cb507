//! Atomic orderings and which operations may carry which.

use super::words::words_enum;

words_enum! {
    /// An atomic ordering (LLVM language reference, Ordering).
    Ordering {
        /// Races give some value ever stored, nothing more.
        Unordered = "unordered",
        /// The `memory_order_relaxed` of C++: the writes of each object are in one order, and nothing more.
        Monotonic = "monotonic",
        /// Synchronizes with a release it reads from.
        Acquire = "acquire",
        /// Synchronizes with an acquire that reads from it.
        Release = "release",
        /// Acquire as a read or fence, and release as a write or fence.
        AcqRel = "acq_rel",
        /// Acquire and release as applicable, and a place in the total order of such operations.
        SeqCst = "seq_cst",
    }
}

words_enum! {
    /// The kinds of atomic operation, as far as they differ in the orderings they take.
    AtomicKind {
        /// An atomic load: it cannot release.
        Load = "load",
        /// An atomic store: it cannot acquire.
        Store = "store",
        /// An `atomicrmw`: it is never unordered.
        Rmw = "atomicrmw",
        /// A `cmpxchg` that stores: as an `atomicrmw`.
        CmpxchgSuccess = "cmpxchg (success)",
        /// A `cmpxchg` that does not store: a load that is never unordered.
        CmpxchgFailure = "cmpxchg (failure)",
        /// A fence: monotonic or less would order nothing.
        Fence = "fence",
    }
}

impl Ordering {
    /// Whether a read or fence of it synchronizes with a release: acquire, acq_rel or seq_cst.
    pub fn is_acquire(self) -> bool {
        matches!(self, Ordering::Acquire | Ordering::AcqRel | Ordering::SeqCst)
    }

    /// Whether a write or fence of it synchronizes with an acquire: release, acq_rel or seq_cst.
    pub fn is_release(self) -> bool {
        matches!(self, Ordering::Release | Ordering::AcqRel | Ordering::SeqCst)
    }
}

impl AtomicKind {
    /// The orderings LLVM's verifier accepts on this kind (LLVM language reference, `load` to `fence`).
    pub fn orderings(self) -> &'static [Ordering] {
        use Ordering::*;
        match self {
            AtomicKind::Load => &[Unordered, Monotonic, Acquire, SeqCst],
            AtomicKind::Store => &[Unordered, Monotonic, Release, SeqCst],
            AtomicKind::Rmw | AtomicKind::CmpxchgSuccess => &[Monotonic, Acquire, Release, AcqRel, SeqCst],
            AtomicKind::CmpxchgFailure => &[Monotonic, Acquire, SeqCst],
            AtomicKind::Fence => &[Acquire, Release, AcqRel, SeqCst],
        }
    }
}
