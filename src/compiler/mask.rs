//! Masks of lanes: the bit of the thread's lane, and what is known of the others.

use super::symbol::{and, not, number, or, truth, xor};
use crate::program::Value;

/// The bits of lanes other than the thread's. These execute nothing as far as the test tells, but who asks whether a mask is 0 asks of them too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// 0, as comparisons leave them where a lane does not execute.
    Clear,
    /// As that of the thread's lane.
    Same,
    /// Not known.
    Unknown,
}

/// A mask of lanes, or a condition code, which is the same for all.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    /// The bit of the thread's lane, of type `i1`.
    pub bit: Value,
    /// Those of others.
    pub others: Others,
}

impl Mask {
    /// A mask of lanes that compare something.
    pub fn of_lane(bit: Value) -> Mask {
        Mask { bit, others: Others::Clear }
    }

    /// One of which all bits are alike.
    pub fn uniform(bit: Value) -> Mask {
        Mask { bit, others: Others::Same }
    }

    /// Whether any bit is set; `None` if bits of other lanes decide that.
    pub fn any(&self) -> Option<Value> {
        match self.others {
            Others::Clear | Others::Same => Some(self.bit.clone()),
            // One that is set is enough.
            Others::Unknown => number(&self.bit).filter(|&bit| bit != 0).map(|_| truth(true)),
        }
    }

    /// The same with others' bits as they are in both masks, no bit being as any.
    fn others_of(&self, other: &Mask) -> Others {
        match (self.others, other.others) {
            (Others::Clear, Others::Clear) => Others::Clear,
            (Others::Same, Others::Same) => Others::Same,
            (Others::Clear, Others::Same) if self.lacks_lane() => Others::Same,
            (Others::Same, Others::Clear) if other.lacks_lane() => Others::Same,
            (Others::Same, Others::Clear) if self.lacks_lane() => Others::Clear,
            (Others::Clear, Others::Same) if other.lacks_lane() => Others::Clear,
            (Others::Clear | Others::Same | Others::Unknown, _) => Others::Unknown,
        }
    }

    /// Whether it is known to have no lane.
    pub fn is_none(&self) -> bool {
        self.lacks_lane() && self.others != Others::Unknown
    }

    /// Whether it is known to have all lanes.
    pub fn is_all(&self) -> bool {
        self.others == Others::Same && number(&self.bit).is_some_and(|bit| bit != 0)
    }

    fn lacks_lane(&self) -> bool {
        number(&self.bit) == Some(0)
    }

    /// The lanes that both have.
    pub fn and(self, other: Mask) -> Mask {
        let others = match (self.others, other.others) {
            (Others::Clear, _) | (_, Others::Clear) => Others::Clear,
            (Others::Same, Others::Same) => Others::Same,
            (Others::Same | Others::Unknown, _) => Others::Unknown,
        };
        Mask { bit: and(self.bit, other.bit), others }
    }

    /// The lanes that one has or both have.
    pub fn or(self, other: Mask) -> Mask {
        let others = if self.is_all() || other.is_all() { Others::Same } else { self.others_of(&other) };
        Mask { bit: or(self.bit, other.bit), others }
    }

    /// The lanes that it has in common with a mask of which nothing is known, if that is none of the thread's.
    pub fn decides_and(self) -> Option<Mask> {
        let others = if self.others == Others::Unknown { Others::Unknown } else { Others::Clear };
        self.lacks_lane().then_some(Mask { bit: truth(false), others })
    }

    /// The lanes that it or a mask has of which nothing is known, if the thread's is one.
    pub fn decides_or(self) -> Option<Mask> {
        let others = if self.is_all() { Others::Same } else { Others::Unknown };
        let has_lane = number(&self.bit).is_some_and(|bit| bit != 0);
        has_lane.then_some(Mask { bit: truth(true), others })
    }

    /// The lanes that one has, and not both.
    pub fn xor(self, other: Mask) -> Mask {
        let others = self.others_of(&other);
        Mask { bit: xor(self.bit, other.bit), others }
    }

    /// One where a condition holds, else another.
    pub fn select(condition: Value, then: Mask, otherwise: Mask) -> Mask {
        let others = then.others_of(&otherwise);
        Mask { bit: or(and(condition.clone(), then.bit), and(not(condition), otherwise.bit)), others }
    }
}

impl std::ops::Not for Mask {
    type Output = Mask;

    /// The lanes that it has not: others have their bits set where they were not.
    fn not(self) -> Mask {
        let others = match self.others {
            Others::Same => Others::Same,
            Others::Clear | Others::Unknown => Others::Unknown,
        };
        Mask { bit: not(self.bit), others }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_lanes_decide_whether_a_negated_mask_is_none() {
        let lane = || Mask::of_lane(truth(false));
        let all = || Mask::uniform(truth(true));
        let any = |mask: Mask| mask.any().and_then(|value| number(&value));
        assert_eq!(any(lane()), Some(0));
        assert_eq!(any(!all()), Some(0));
        // Lanes that do not execute are in it.
        assert_eq!(any(!Mask::of_lane(truth(true))), None);
        assert_eq!(any(!lane()), Some(1));
        assert_eq!(any(Mask::of_lane(truth(true)).xor(all())), None);
        assert_eq!(any(Mask::of_lane(truth(true)).and(!Mask::of_lane(truth(true)))), Some(0));
        assert_eq!(any(Mask::uniform(truth(false)).or(Mask::of_lane(truth(true)))), Some(1));
    }

    #[test]
    fn a_mask_that_is_not_known_leaves_what_the_other_decides() {
        let all = || Mask::uniform(truth(true));
        let lane = |bit: bool| Mask::of_lane(truth(bit));
        let unknown = |bit: bool| Some(Mask { bit: truth(bit), others: Others::Unknown });
        assert_eq!(lane(true).decides_or(), unknown(true));
        assert_eq!(all().decides_or(), Some(all()));
        assert_eq!(lane(false).decides_and(), Some(lane(false)));
        assert_eq!((!lane(true)).decides_and(), unknown(false));
        assert_eq!((lane(false).decides_or(), lane(true).decides_and()), (None, None));
    }

    #[test]
    fn all_lanes_are_those_that_are_known() {
        let all = || Mask::uniform(truth(true));
        let lane = || Mask::of_lane(truth(true));
        assert!(all().or(lane()).is_all() && lane().or(all()).is_all() && (!lane()).or(all()).is_all());
        assert!(!lane().is_all() && !(!lane()).is_all() && !lane().or(!lane()).is_all());
        assert!(Mask::of_lane(truth(false)).is_none() && (!all()).is_none());
        // Others have what the thread's lane has not.
        assert!(!lane().xor(all()).is_none() && !(!lane()).is_none());
    }
}
