//! Barrier objects, and what is done with them (LLVM 24, AMDGPU Execution Synchronization, Execution Model).

use super::ids::{BarrierId, RegId};
use crate::llvm::ScopeLevel;
use crate::syntax::source::Span;

/// A named barrier as the test declares it, of the workgroup that uses it.
#[derive(Clone, Debug)]
pub struct NamedBarrier {
    /// The name by which operations refer to it.
    pub name: String,
    /// Where its name is declared.
    pub span: Span,
}

/// A barrier object, as seen by a thread that uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BarrierObject {
    /// That of the thread's workgroup, of which as many arrivals are expected as it has waves.
    Workgroup,
    /// That of the thread's cluster, of which as many arrivals are expected as it has workgroups.
    Cluster,
    /// A named one.
    Named(BarrierId),
    /// The one that does nothing: a thread joins it to have joined no other.
    Null,
}

impl BarrierObject {
    /// The level whose instance it is of.
    pub fn scope(self) -> ScopeLevel {
        match self {
            BarrierObject::Cluster => ScopeLevel::Cluster,
            BarrierObject::Workgroup | BarrierObject::Named(_) | BarrierObject::Null => ScopeLevel::Workgroup,
        }
    }
}

/// An operation on a barrier object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Barrier {
    /// The object.
    pub object: BarrierObject,
    /// What is done with it.
    pub operation: BarrierOperation,
}

impl Barrier {
    /// An operation on the barrier of the workgroup.
    pub fn of_workgroup(operation: BarrierOperation) -> Self {
        Barrier { object: BarrierObject::Workgroup, operation }
    }

    /// Whether it is what the end of a thread does: no instruction drops these barriers.
    pub fn is_end(self) -> bool {
        matches!(
            (self.object, self.operation),
            (BarrierObject::Workgroup | BarrierObject::Cluster, BarrierOperation::Leave)
        )
    }

    /// The register that it writes, if it does.
    pub fn dest(self) -> Option<RegId> {
        if let BarrierOperation::SignalIsFirst(dest) = self.operation { Some(dest) } else { None }
    }
}

/// What is done with a barrier object (LLVM 24, AMDGPU Execution Synchronization, Barrier Operations).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierOperation {
    /// Arrive, then wait.
    Both,
    /// Arrive, perhaps after it is set how many arrivals are expected.
    Signal(Option<u32>),
    /// Arrive; the register gets whether no other has arrived in this phase.
    SignalIsFirst(RegId),
    /// Wait until as many have arrived as are expected.
    Wait,
    /// Set how many arrivals are expected, of which there are none.
    Init(u32),
    /// Be allowed to wait.
    Join,
    /// Drop: one arrival less is expected. Of the barriers of the workgroup and the cluster it is what the end of a thread does.
    Leave,
}

impl BarrierOperation {
    /// Whether it arrives.
    pub fn arrives(self) -> bool {
        match self {
            BarrierOperation::Both | BarrierOperation::Signal(_) | BarrierOperation::SignalIsFirst(_) => true,
            BarrierOperation::Wait | BarrierOperation::Init(_) | BarrierOperation::Join | BarrierOperation::Leave => {
                false
            }
        }
    }

    /// Whether it waits.
    pub fn waits(self) -> bool {
        match self {
            BarrierOperation::Both | BarrierOperation::Wait => true,
            BarrierOperation::Signal(_)
            | BarrierOperation::SignalIsFirst(_)
            | BarrierOperation::Init(_)
            | BarrierOperation::Join
            | BarrierOperation::Leave => false,
        }
    }
}
