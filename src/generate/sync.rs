//! How a thread orders the two accesses of its part of a cycle.

use super::shape::{Access, Part};
use crate::llvm::Ordering;

/// What a thread does to order its accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sync {
    /// The orderings of the first access and the second.
    Accesses(Ordering, Ordering),
    /// A fence between both, which are monotonic.
    Fence(Ordering),
}

/// Neither access orders the other.
pub const NONE: Sync = Sync::Accesses(Ordering::Monotonic, Ordering::Monotonic);

impl Sync {
    /// What can order the accesses of a part; the weakest is none. Accesses `apart`, of two address spaces, are ordered for OpenCL only by
    /// what is seq_cst: one of them alone may be.
    pub fn every_sync(part: Part, apart: bool) -> Vec<Sync> {
        use Ordering::{AcqRel, Acquire, Monotonic, Release, SeqCst};
        let (first, second) = match part {
            Part::One(Access::Update) => {
                let orderings = [Monotonic, Acquire, Release, AcqRel, SeqCst];
                return orderings.map(|ordering| Sync::Accesses(ordering, ordering)).to_vec();
            }
            Part::One(_) => return vec![NONE, Sync::Accesses(SeqCst, SeqCst)],
            Part::Two(first, second) => (first, second),
        };
        let acquires = first.reads() || first == Access::Barrier;
        let releases = second.writes() || second == Access::Barrier;
        let mut all = vec![NONE];
        if first.reads() && second != Access::Barrier {
            all.push(Sync::Accesses(Acquire, Monotonic));
        }
        if second.writes() && first != Access::Barrier {
            all.push(Sync::Accesses(Monotonic, Release));
        }
        if first.reads() && second.writes() {
            all.push(Sync::Accesses(Acquire, Release));
        }
        if first != Access::Barrier && second != Access::Barrier {
            all.push(Sync::Accesses(SeqCst, SeqCst));
        }
        if apart {
            all.extend([Sync::Accesses(SeqCst, Monotonic), Sync::Accesses(Monotonic, SeqCst)]);
            all.extend(first.reads().then_some(Sync::Accesses(Acquire, SeqCst)));
            all.extend(second.writes().then_some(Sync::Accesses(SeqCst, Release)));
        }
        all.extend(
            [(acquires, Acquire), (releases, Release), (acquires && releases, AcqRel), (true, SeqCst)]
                .into_iter()
                .filter(|(makes_sense, _)| *makes_sense)
                .map(|(_, ordering)| Sync::Fence(ordering)),
        );
        all
    }

    /// The ordering of the fence that orders as much as the accesses themselves do; `None` if they order nothing, or a fence does already.
    pub fn as_fence(self) -> Option<Ordering> {
        let Sync::Accesses(first, second) = self else { return None };
        match (first.is_acquire(), second.is_release()) {
            _ if [first, second].contains(&Ordering::SeqCst) => Some(Ordering::SeqCst),
            (true, true) => Some(Ordering::AcqRel),
            (true, false) => Some(Ordering::Acquire),
            (false, true) => Some(Ordering::Release),
            (false, false) => None,
        }
    }

    /// What orders less, of what can order the accesses of a part.
    pub fn weaker(self, part: Part, apart: bool) -> Vec<Sync> {
        Sync::every_sync(part, apart).into_iter().filter(|other| *other != self && other.is_at_most(self)).collect()
    }

    /// Whether it orders no more than another: nothing, or by the same means with orderings that promise no more.
    pub fn is_at_most(self, other: Sync) -> bool {
        let promises =
            |ordering: Ordering| [ordering.is_acquire(), ordering.is_release(), ordering == Ordering::SeqCst];
        let below = |a: Ordering, b: Ordering| promises(a).iter().zip(promises(b)).all(|(a, b)| *a <= b);
        match (self, other) {
            (NONE, _) => true,
            (Sync::Accesses(a, b), Sync::Accesses(c, d)) => below(a, c) && below(b, d),
            (Sync::Fence(a), Sync::Fence(b)) => below(a, b),
            (Sync::Accesses(..), Sync::Fence(_)) | (Sync::Fence(_), Sync::Accesses(..)) => false,
        }
    }
}
