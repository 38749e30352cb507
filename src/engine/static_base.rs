//! What a program provides to models whatever its execution: its [`StaticBase`] as [`StaticSets`].

use crate::cat::core::StaticSets;
use crate::matrix::{BitMatrix, BitSet};
use crate::program::StaticBase;

impl StaticSets for StaticBase<'_> {
    fn size(&self) -> usize {
        self.0.events.len()
    }

    fn set(&self, name: &str) -> Option<BitSet> {
        StaticBase::set(self, name)
    }

    fn relation(&self, name: &str) -> Option<BitMatrix> {
        StaticBase::relation(self, name)
    }
}
