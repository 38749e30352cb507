//! Address spaces, and sets of them as bits.

use super::words::words_enum;

words_enum! {
    /// An address space (LLVM 24, AMDGPU user guide, Address Spaces).
    AddressSpace {
        /// 0: reaches global, local and private objects.
        Generic = "generic",
        /// 1: memory all agents share.
        Global = "global",
        /// 2: the global data share of an agent.
        Region = "region",
        /// 3: LDS, shared by a work-group.
        Local = "local",
        /// 4: does not change during a dispatch.
        Constant = "constant",
        /// 5: scratch of one thread.
        Private = "private",
    }
}

impl AddressSpace {
    /// Its number in IR (LLVM 24, AMDGPU user guide, Address Spaces).
    pub fn number(self) -> u32 {
        match self {
            AddressSpace::Generic => 0,
            AddressSpace::Global => 1,
            AddressSpace::Region => 2,
            AddressSpace::Local => 3,
            AddressSpace::Constant => 4,
            AddressSpace::Private => 5,
        }
    }

    /// Whether accesses that reach this space can be atomic: private and constant ones are non-atomic whatever they
    /// say, and region is not supported by the memory model (LLVM 24, AMDGPU user guide, Memory Model).
    pub fn has_atomics(self) -> bool {
        matches!(self, AddressSpace::Global | AddressSpace::Local)
    }

    /// Whether objects live in it: all but generic.
    pub fn holds_objects(self) -> bool {
        self != AddressSpace::Generic
    }

    /// The spaces that a pointer of this space can reach.
    pub fn reach(self) -> SpaceSet {
        match self {
            AddressSpace::Generic => {
                SpaceSet::from_spaces(&[AddressSpace::Global, AddressSpace::Local, AddressSpace::Private])
            }
            AddressSpace::Global
            | AddressSpace::Region
            | AddressSpace::Local
            | AddressSpace::Constant
            | AddressSpace::Private => SpaceSet::from_spaces(&[self]),
        }
    }
}

/// A set of address spaces, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpaceSet(u8);

impl SpaceSet {
    /// Every address space, those that no object lives in too.
    pub const ALL: SpaceSet = SpaceSet(u8::MAX);

    /// The set that has these spaces and no others.
    pub fn from_spaces(spaces: &[AddressSpace]) -> Self {
        SpaceSet(spaces.iter().fold(0, |bits, &space| bits | 1 << space as u8))
    }

    /// Whether the space is in it.
    pub fn contains(self, space: AddressSpace) -> bool {
        self.0 & (1 << space as u8) != 0
    }

    /// The intersection of both sets.
    pub fn inter(self, other: SpaceSet) -> SpaceSet {
        SpaceSet(self.0 & other.0)
    }

    /// Whether no space is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}
