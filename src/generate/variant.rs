//! Programs that differ from a base program in one operation.

use super::draft::{Draft, Guard, Statement};
use super::operation::{Does, Kind, Operation};
use crate::llvm::{AddressSpace, ScopeLevel};
use indexmap::IndexMap;
use itertools::Itertools;

/// A program with another operation in one place.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The whole program, with the other operation in its place.
    pub draft: Draft,
    /// The operation that stands there now.
    pub operation: Operation,
    /// The operation that stood there.
    pub before: Operation,
    /// What it is there for.
    pub kind: Kind,
    /// The address space that it reaches; global for a fence.
    pub space: AddressSpace,
    /// Those of the operations that may be there for which it stands: itself, or others of its scope.
    pub stands_for: Vec<Operation>,
    /// Whether all other operations are of wider scopes than in the base program.
    pub is_among_wider: bool,
}

impl Variant {
    /// Whether the operation accesses memory as the one before did, so that the same counters count it.
    pub fn accesses_alike(&self) -> bool {
        self.operation.does == self.before.does && self.operation.generic == self.before.generic
    }
}

/// Which operations of a program are replaced, and by which others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// Each, by every other that can be there for the same.
    Every,
    /// Each of a thread that hands on to other places than it was handed to: in its scope by those of as much order, and if it promises some by those
    /// that promise more; and by itself in wider scopes.
    HandingOn,
    /// Each fence of such a thread, likewise.
    FenceHandingOn,
}

impl Replaced {
    /// Whether an operation is replaced.
    fn has(self, base: &Draft, (thread, index): (usize, usize)) -> bool {
        match self {
            Replaced::Every => true,
            // What a branch guards is asked about where a filter does too.
            Replaced::HandingOn => base.hands_on(thread) && !base.guards.contains(&Guard::Branch),
            Replaced::FenceHandingOn => {
                Replaced::HandingOn.has(base, (thread, index))
                    && matches!(base.threads[thread][index], Statement::Fence(_))
            }
        }
    }

    /// What an operation is replaced by, given one of those that may be there.
    fn by(self, operation: &Operation, other: &Operation) -> Option<Operation> {
        let orders = operation.ordering.is_some_and(|ordering| ordering.is_acquire() || ordering.is_release());
        let as_much = other.ordering == operation.ordering;
        match self {
            Replaced::Every => Some(*other),
            Replaced::HandingOn | Replaced::FenceHandingOn if other.volatile || other.nontemporal => None,
            Replaced::HandingOn | Replaced::FenceHandingOn
                if as_much && other.does == operation.does && !other.generic =>
            {
                Some(*other)
            }
            Replaced::HandingOn | Replaced::FenceHandingOn => {
                (as_much || orders).then(|| other.of_level(operation.scope.level))
            }
        }
    }

    /// The program in which what replaces an operation stands, too. A thread that hands on stands between operations of other scopes as it is.
    fn among_wider(self, base: &Draft, place: (usize, usize)) -> Option<Draft> {
        match self {
            Replaced::Every => among_wider(base, place),
            Replaced::HandingOn | Replaced::FenceHandingOn => None,
        }
    }
}

/// The programs in which one operation is another that is at least as strong, of those that may be there for the same and reach the same
/// address space; a fence reaches any, but what is for one address space stays so. In a program without clusters a cluster is an agent, so that operations of both scopes are as strong.
/// One that accesses memory in another way, and a fence, which may be in no base program, also stands among operations of wider scopes than its own.
pub fn variants<'o>(
    base: &Draft,
    replaced: Replaced,
    among: impl Fn(Kind, AddressSpace) -> &'o [Operation],
) -> Vec<Variant> {
    let mut found = Vec::new();
    let clusters = base.placement.has_clusters();
    let meant = |operation: &Operation| match operation.scope.level == ScopeLevel::Cluster && !clusters {
        true => operation.of_level(ScopeLevel::Agent),
        false => *operation,
    };
    for (place, operation, kind) in base.operations().filter(|(place, ..)| replaced.has(base, *place)) {
        let space = base.space_at(place);
        // A guard asks what the thread's first access found, in a register.
        let guards = place.1 == 0 && base.guards[place.0] != Guard::None;
        let fits = |other: &Operation| {
            *other != operation
                && other.is_for_as_much(&operation)
                && meant(other).is_at_least(&meant(&operation))
                && !(guards && other.does == Does::Update)
        };
        let wider = replaced.among_wider(base, place);
        let others = among(kind, space).iter().filter_map(|other| Some((replaced.by(&operation, other)?, *other)));
        let mut by_other: IndexMap<Operation, Vec<Operation>> = IndexMap::new();
        for (other, stands_for) in others.filter(|(other, _)| fits(other)) {
            by_other.entry(other).or_default().push(stands_for);
        }
        for (other, stands_for) in by_other {
            let variant = |other: &Operation, draft: &Draft, is_among_wider: bool| Variant {
                draft: draft.with(place, *other),
                operation: *other,
                before: operation,
                kind,
                space,
                stands_for: stands_for.clone(),
                is_among_wider,
            };
            let varied = variant(&other, base, false);
            let is_new = !varied.accesses_alike() || other.does == Does::Fence;
            let is_plain = !other.volatile && !other.nontemporal && other.scope.level == operation.scope.level;
            let wider = wider.as_ref().filter(|_| is_new && is_plain);
            let among_wider = wider.map(|wider| variant(&other, wider, true));
            // What shows the same without wider scopes comes first.
            found.extend([varied].into_iter().chain(among_wider));
        }
    }
    found
}

/// Programs in which operations are for one address space only, which promises less, as far as such operations are among those that may be there:
/// the base program with all of them in one-as scopes, with one fence for one address space, and with all fences for the same one. Each with the
/// operation that is changed, if it is one.
pub fn narrower<'o>(
    base: &Draft,
    among: impl Fn(Kind, AddressSpace) -> &'o [Operation],
) -> Vec<(Draft, Option<Operation>)> {
    let kinds = [Kind::Reads, Kind::Writes, Kind::Updates, Kind::Orders];
    let spaces = [AddressSpace::Global, AddressSpace::Local];
    let some = |wanted: &dyn Fn(&Operation) -> bool| {
        let mut all = kinds.iter().cartesian_product(spaces).flat_map(|(&kind, space)| among(kind, space));
        all.any(wanted)
    };
    let mut found = Vec::new();
    if some(&|operation| operation.scope.one_as) {
        found.push((base.map(|operation| operation.one_as()), None));
    }
    let fences: Vec<_> = base.operations().filter(|(_, _, kind)| *kind == Kind::Orders).collect();
    for space in spaces.into_iter().filter(|space| some(&|operation| operation.only == Some(*space))) {
        let tagged = |operation: Operation| Operation { only: Some(space), ..operation };
        for &(place, fence, _) in &fences {
            found.push((base.with(place, tagged(fence)), Some(tagged(fence))));
        }
        if fences.len() > 1 {
            let all = fences.iter().fold(base.clone(), |draft, (place, fence, _)| draft.with(*place, tagged(*fence)));
            found.push((all, None));
        }
    }
    found
}

/// The program with every other fence, and every other atomic access to global memory, of system scope; `None` if they are.
fn among_wider(base: &Draft, place: (usize, usize)) -> Option<Draft> {
    let is_global = |(thread, index): (usize, usize)| match base.threads[thread][index] {
        Statement::Access { location, .. } => base.spaces[location] == AddressSpace::Global,
        Statement::Fence(_) => true,
        Statement::Barrier => false,
    };
    let is_meant = |(other, operation): &((usize, usize), Operation)| {
        *other != place
            && operation.ordering.is_some()
            && operation.scope.level < ScopeLevel::System
            && is_global(*other)
    };
    let others: Vec<_> = base.operations().map(|(place, operation, _)| (place, operation)).filter(is_meant).collect();
    let widen = |draft: Draft, (place, operation): ((usize, usize), Operation)| {
        draft.with(place, operation.of_level(ScopeLevel::System))
    };
    (!others.is_empty()).then(|| others.into_iter().fold(base.clone(), widen))
}
