//! Atomic orderings and which operations may carry which.

use super::words::words_enum;

words_enum! {
    /// An atomic ordering (LLVM language reference, Ordering).
    Ordering {
        /// Races give some value ever stored, nothing more.
        Unordered = "unordered",
        /// C++ `memory_order_relaxed`.
        Monotonic = "monotonic",
        /// Synchronizes with a release it reads from.
        Acquire = "acquire",
        /// Synchronizes with an acquire that reads from it.
        Release = "release",
        /// Both.
        AcqRel = "acq_rel",
        /// Both as applicable, and a place in the total order of such operations.
        SeqCst = "seq_cst",
    }
}

words_enum! {
    /// The kinds of atomic operation, as far as they differ in the orderings they take.
    AtomicKind {
        /// `load atomic`
        Load = "load",
        /// `store atomic`
        Store = "store",
        /// `atomicrmw`
        Rmw = "atomicrmw",
        /// `cmpxchg`, when it stores
        CmpxchgSuccess = "cmpxchg (success)",
        /// `cmpxchg`, when it does not
        CmpxchgFailure = "cmpxchg (failure)",
        /// `fence`
        Fence = "fence",
    }
}

impl Ordering {
    /// acquire, acq_rel or seq_cst.
    pub fn is_acquire(self) -> bool {
        matches!(self, Ordering::Acquire | Ordering::AcqRel | Ordering::SeqCst)
    }

    /// release, acq_rel or seq_cst.
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
