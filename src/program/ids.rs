//! The numbers by which a test's parts are known. Each kind is a type of its own, and lists of parts are indexed by it, so that none
//! is taken for another; sets and relations over events (`matrix`) are over their plain numbers.

use crate::matrix::{BitMatrix, BitSet};
use index_vec::define_index_type;
use std::ops::Range;

define_index_type! {
    /// An object, by its place among the declarations.
    pub struct ObjectId = u32;
    DISPLAY_FORMAT = "{}";
    MAX_INDEX = u32::MAX as usize;
    DISABLE_MAX_INDEX_CHECK = cfg!(not(debug_assertions));
}

define_index_type! {
    /// A named barrier, by its place among the declarations.
    pub struct BarrierId = u32;
    DISPLAY_FORMAT = "{}";
    MAX_INDEX = u32::MAX as usize;
    DISABLE_MAX_INDEX_CHECK = cfg!(not(debug_assertions));
}

define_index_type! {
    /// A register, by its place within its thread.
    pub struct RegId = u32;
    DISPLAY_FORMAT = "{}";
    MAX_INDEX = u32::MAX as usize;
    DISABLE_MAX_INDEX_CHECK = cfg!(not(debug_assertions));
}

define_index_type! {
    /// A thread, by its place in the test.
    pub struct ThreadId = u32;
    DISPLAY_FORMAT = "{}";
    MAX_INDEX = u32::MAX as usize;
    DISABLE_MAX_INDEX_CHECK = cfg!(not(debug_assertions));
}

define_index_type! {
    /// An event of the program's executions; initial writes come first.
    pub struct EventId = u32;
    DISPLAY_FORMAT = "{}";
    MAX_INDEX = u32::MAX as usize;
    DISABLE_MAX_INDEX_CHECK = cfg!(not(debug_assertions));
}

impl ObjectId {
    /// What a pointer to the object holds.
    pub fn address(self) -> u64 {
        self.raw().into()
    }

    /// The object that a pointer points to.
    ///
    /// # Panics
    /// If the value is no address: those are below the number of objects.
    pub fn at(address: u64) -> Self {
        u32::try_from(address).map(ObjectId::from_raw).expect("an address is the number of an object")
    }

    /// The event that writes what the object holds first: it has the object's number.
    pub fn initial_write(self) -> EventId {
        EventId::from_raw(self.raw())
    }
}

/// The set of events below `n` for which `member` holds.
pub fn event_set(n: usize, member: impl Fn(EventId) -> bool) -> BitSet {
    BitSet::from_fn(n, |event| member(EventId::new(event)))
}

/// The relation over the events below `n` for whose pairs `related` holds.
pub fn event_relation(n: usize, related: impl Fn(EventId, EventId) -> bool) -> BitMatrix {
    BitMatrix::from_fn(n, |a, b| related(EventId::new(a), EventId::new(b)))
}

/// The relation over the events below `n` of these pairs.
pub fn event_pairs(n: usize, pairs: impl IntoIterator<Item = (EventId, EventId)>) -> BitMatrix {
    BitMatrix::from_pairs(n, pairs.into_iter().map(|(a, b)| (a.index(), b.index())))
}

/// The events of a range, in order.
pub fn events_between(range: &Range<EventId>) -> impl Iterator<Item = EventId> + use<> {
    (range.start.index()..range.end.index()).map(EventId::new)
}

/// The events of a set, in order.
pub fn events_in(set: &BitSet) -> impl Iterator<Item = EventId> + '_ {
    set.iter().map(EventId::new)
}
