//! Programs that differ from a base program in one operation.

use super::draft::{Draft, Guard, Statement};
use super::operation::{Does, Kind, Operation};
use crate::llvm::{AddressSpace, ScopeLevel};

/// A program with another operation in one place.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The whole program, with the other operation in its place.
    pub draft: Draft,
    /// The operation that stands there now.
    pub operation: Operation,
    /// The operation that stood there.
    pub before: Operation,
    /// The address space that it reaches; global for a fence.
    pub space: AddressSpace,
}

impl Variant {
    /// Whether the operation accesses memory as the one before did, so that the same counters count it.
    pub fn accesses_alike(&self) -> bool {
        self.operation.does == self.before.does && self.operation.generic == self.before.generic
    }
}

/// The programs in which one operation is another that is at least as strong, of those that may be there for the same and reach the same
/// address space; a fence reaches any. In a program without clusters a cluster is an agent, so that operations of both scopes are as strong.
pub fn variants<'o>(base: &Draft, among: impl Fn(Kind, AddressSpace) -> &'o [Operation]) -> Vec<Variant> {
    let mut found = Vec::new();
    let clusters = base.placement.has_clusters();
    let meant = |operation: &Operation| match operation.scope.level == ScopeLevel::Cluster && !clusters {
        true => operation.of_level(ScopeLevel::Agent),
        false => *operation,
    };
    for (place, operation, kind) in base.operations() {
        let space = match base.threads[place.0][place.1] {
            Statement::Access { location, .. } => base.spaces[location],
            Statement::Fence(_) | Statement::Barrier => AddressSpace::Global,
        };
        // A guard asks what the thread's first access found, in a register.
        let guards = place.1 == 0 && base.guards[place.0] != Guard::None;
        let fits = |other: &&Operation| {
            **other != operation
                && meant(other).is_at_least(&meant(&operation))
                && !(guards && other.does == Does::Update)
        };
        let variant = |other: &Operation| Variant {
            draft: base.with(place, *other),
            operation: *other,
            before: operation,
            space,
        };
        found.extend(among(kind, space).iter().filter(fits).map(variant));
    }
    found
}
