//! Dispatches: which of them are complete before which begin, and what the packet processor does at both ends of one.

use crate::syntax::litmus::ast::FenceScope;
use crate::syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A dispatch of a test with queues.
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// The agent on which it runs: that of its queue.
    pub agent: u32,
    /// The scope of the acquire fence before its waves begin.
    pub acquire: FenceScope,
    /// The scope of the release fence after its waves have ended.
    pub release: FenceScope,
    /// The dispatches that are complete before it begins, by their numbers.
    pub after: BTreeSet<u32>,
    /// Where its packet stands in the test.
    pub span: Span,
}

/// The dispatches of a test, by their numbers; none where the test has no queues.
pub type Dispatches = BTreeMap<u32, Dispatch>;

/// What the packet processor does for a thread at an end of its dispatch (LLVM 24, AMDGPU user guide, Kernel Dispatch, lines 7011-7023).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// Its dispatch begins: what is to be complete before is, and then comes the acquire fence of this scope.
    Launch(FenceScope),
    /// Its dispatch is complete, after the release fence of this scope.
    Complete(FenceScope),
}
