//! Base programs: a shape whose threads stand somewhere and order their accesses in some way, no operation stronger than the shape asks.

use super::Limits;
use super::draft::{Draft, Guard, Statement};
use super::operation::{Does, Kind, Operation};
use super::placement::Placement;
use super::shape::{Access, Part, Shape};
use super::sync::Sync;
use crate::llvm::{AddressSpace, Ordering, ScopeLevel};
use itertools::Itertools;
use std::hash::Hash;

/// A base program, and what it is made of.
#[derive(Clone, Debug)]
pub struct Base {
    shape: Shape,
    placement: Placement,
    syncs: Vec<Sync>,
    spaces: Vec<AddressSpace>,
    /// By location, whether its accesses are atomic.
    atomic: Vec<bool>,
    guard: Guard,
    /// The scope that is given to what has to reach another workgroup of the agent: cluster may stand for agent where there are no clusters.
    of_agent: ScopeLevel,
}

impl Base {
    /// The program that the shape, the placement and the threads' ways to order their accesses make.
    pub fn draft(&self) -> Draft {
        let threads = (0..self.shape.parts.len()).map(|part| self.thread(part)).collect();
        let guards = (0..self.shape.parts.len())
            .map(|part| if self.is_guarded(part) { self.guard } else { Guard::None })
            .collect();
        Draft { spaces: self.spaces.clone(), placement: self.placement.clone(), threads, guards }
    }

    /// The cycle that it is built from.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What tells it from programs that differ in nothing but how their threads order accesses, and with which scope.
    pub fn accesses(&self) -> impl Hash + Eq + use<'_> {
        (&self.shape, &self.placement, &self.spaces, &self.atomic, self.guard)
    }

    /// Whether its threads order their accesses less than those of another program that is [the same](Self::accesses) otherwise, or some of them do and the others as much.
    pub fn orders_less(&self, other: &Base) -> bool {
        self.syncs != other.syncs && self.syncs.iter().zip(&other.syncs).all(|(own, other)| own.is_at_most(*other))
    }

    /// The programs in which one thread orders its accesses less.
    pub fn weaker(&self) -> Vec<Base> {
        let of_part = |part: usize| {
            let weaker = self.syncs[part].weaker(self.shape.parts[part], apart(&self.shape, &self.spaces, part));
            weaker.into_iter().map(move |sync| {
                let mut base = self.clone();
                base.syncs[part] = sync;
                base
            })
        };
        (0..self.shape.parts.len()).flat_map(of_part).collect()
    }

    /// The programs in which a thread that hands on (see [`Draft::hands_on`]) orders its accesses by a fence that promises as much, instead of by themselves:
    /// each has one event more. With the fence.
    pub fn fenced(&self) -> Vec<(Draft, Operation)> {
        let draft = self.draft();
        let of_part = |part: usize| {
            let fence = self.syncs[part].as_fence().filter(|_| draft.hands_on(part))?;
            let mut base = self.clone();
            base.syncs[part] = Sync::Fence(fence);
            let draft = base.draft();
            let mut fences = draft.threads[part].iter().filter_map(|statement| match statement {
                Statement::Fence(operation) => Some(*operation),
                Statement::Access { .. } | Statement::Barrier => None,
            });
            fences.next().map(|fence| (draft.clone(), fence))
        };
        (0..self.shape.parts.len()).filter_map(of_part).collect()
    }

    /// Whether a thread reads atomically before it accesses plain memory.
    fn is_guarded(&self, part: usize) -> bool {
        let [first, second] = self.shape.locations()[part];
        let atomic = |location: Option<usize>| location.is_none_or(|location| self.atomic[location]);
        let Part::Two(entry, _) = self.shape.parts[part] else { return false };
        entry.reads() && atomic(first) && !atomic(second)
    }

    /// Whether plain accesses of several threads may be kept from racing: by barriers, or for each such location by a guard before an access of one
    /// thread.
    fn keeps_plain_apart(&self) -> bool {
        let locations = self.shape.locations();
        let guarded = |location: usize| {
            (0..self.shape.parts.len()).any(|part| self.is_guarded(part) && locations[part][1] == Some(location))
        };
        let alone = self.shape.parts.len() == 1 || self.shape.has_barriers();
        alone || (0..self.atomic.len()).all(|location| self.atomic[location] || guarded(location))
    }

    fn thread(&self, part: usize) -> Vec<Statement> {
        let [first, second] = self.shape.locations()[part];
        let (before, after) = (self.scope_before(part), self.scope_after(part));
        let (orderings, fence) = match self.syncs[part] {
            Sync::Accesses(first, second) => ((first, second), None),
            Sync::Fence(ordering) => ((Ordering::Monotonic, Ordering::Monotonic), Some(ordering)),
        };
        match self.shape.parts[part] {
            Part::One(access) => vec![self.access(access, first, orderings.0, before.max(after))],
            Part::Two(entry, exit) => {
                let entry = self.access(entry, first, orderings.0, before);
                let exit = self.access(exit, second, orderings.1, after);
                let fence = fence
                    .map(|ordering| Statement::Fence(Operation::new(Does::Fence, Some(ordering), before.max(after))));
                std::iter::once(entry).chain(fence).chain([exit]).collect()
            }
        }
    }

    fn access(&self, access: Access, location: Option<usize>, ordering: Ordering, level: ScopeLevel) -> Statement {
        let Some(location) = location else { return Statement::Barrier };
        let (does, kind) = match access {
            Access::Read => (Does::Load, Kind::Reads),
            Access::Write => (Does::Store, Kind::Writes),
            Access::Update => (Does::Update, Kind::Updates),
            Access::Barrier => return Statement::Barrier,
        };
        let ordering = self.atomic[location].then_some(ordering);
        Statement::Access { operation: Operation::new(does, ordering, level), kind, location }
    }

    fn scope_before(&self, part: usize) -> ScopeLevel {
        self.scope(self.placement.distance(self.shape.previous(part), part))
    }

    fn scope_after(&self, part: usize) -> ScopeLevel {
        self.scope(self.placement.distance(part, self.shape.next(part)))
    }

    fn scope(&self, distance: ScopeLevel) -> ScopeLevel {
        if distance == ScopeLevel::Agent { self.of_agent } else { distance }
    }
}

/// Every base program within the limits, smaller ones first; some differ in the order of threads only. Once it is to stop, anything.
pub fn bases(shapes: &[Shape], limits: Limits, is_stopped: &dyn Fn() -> bool) -> Vec<Base> {
    let mut all: Vec<Base> = shapes.iter().flat_map(|shape| of_shape(shape, limits, is_stopped)).collect();
    if !is_stopped() {
        all.sort_by_cached_key(|base| if is_stopped() { 0 } else { base.draft().events() });
    }
    all
}

fn of_shape(shape: &Shape, limits: Limits, is_stopped: &dyn Fn() -> bool) -> Vec<Base> {
    let placements = Placement::every_placement(shape.parts.len());
    let mut all = Vec::new();
    for placement in placements.iter().filter(|placement| barriers_meet(shape, placement)) {
        if is_stopped() {
            return all;
        }
        for spaces in spaces(shape, placement) {
            let of_part = |part: usize| Sync::every_sync(shape.parts[part], apart(shape, &spaces, part));
            for syncs in (0..shape.parts.len()).map(of_part).multi_cartesian_product() {
                for (atomic, guard) in atomicities(shape, &syncs) {
                    for &of_agent in scopes_of_agent(placement) {
                        let (shape, placement, syncs) = (shape.clone(), placement.clone(), syncs.clone());
                        let (spaces, atomic) = (spaces.clone(), atomic.clone());
                        all.push(Base { shape, placement, syncs, spaces, atomic, guard, of_agent });
                    }
                }
            }
        }
    }
    // To free what is left out takes time, too.
    all.retain(|base| is_stopped() || (base.draft().events() <= limits.events && base.keeps_plain_apart()));
    all
}

/// The scopes that reach other workgroups of the agent: without clusters a cluster is an agent.
fn scopes_of_agent(placement: &Placement) -> &'static [ScopeLevel] {
    match placement.has_distance(ScopeLevel::Agent) && !placement.has_clusters() {
        true => &[ScopeLevel::Agent, ScopeLevel::Cluster],
        false => &[ScopeLevel::Agent],
    }
}

/// Whether the accesses of a part reach different address spaces.
fn apart(shape: &Shape, spaces: &[AddressSpace], part: usize) -> bool {
    match shape.locations()[part] {
        [Some(first), Some(second)] => spaces[first] != spaces[second],
        [None, _] | [_, None] => false,
    }
}

/// Whether threads that meet at a barrier are of one workgroup.
fn barriers_meet(shape: &Shape, placement: &Placement) -> bool {
    (0..shape.parts.len()).all(|part| {
        let meets = shape.parts[part].exit() == Access::Barrier;
        !meets || placement.distance(part, shape.next(part)) <= ScopeLevel::Workgroup
    })
}

/// The address spaces that the locations may lie in: LDS is a workgroup's, and private memory a thread's.
fn spaces(shape: &Shape, placement: &Placement) -> Vec<Vec<AddressSpace>> {
    let locations = shape.locations();
    let count = locations.iter().flatten().flatten().max().map_or(0, |last| last + 1);
    let of_location = |location: usize| {
        let threads = (0..shape.parts.len()).filter(|&part| locations[part].contains(&Some(location)));
        let distance = threads.array_combinations().map(|[a, b]| placement.distance(a, b)).max();
        let mut spaces = vec![AddressSpace::Global];
        if distance.is_none_or(|distance| distance <= ScopeLevel::Workgroup) {
            spaces.push(AddressSpace::Local);
        }
        if distance.is_none() {
            spaces.push(AddressSpace::Private);
        }
        spaces
    };
    (0..count).map(of_location).multi_cartesian_product().collect()
}

/// Which locations are accessed atomically, and what guards plain accesses: those of a location are plain only where none orders others, and
/// where barriers or what an atomic read before them can keep them from racing.
fn atomicities(shape: &Shape, syncs: &[Sync]) -> Vec<(Vec<bool>, Guard)> {
    let locations = shape.locations();
    let count = locations.iter().flatten().flatten().max().map_or(0, |last| last + 1);
    let needs = |location: usize| {
        (0..shape.parts.len()).any(|part| {
            let [first, second] = locations[part];
            let updates = shape.parts[part].accesses().any(|access| access == Access::Update);
            let (a, b) = match syncs[part] {
                Sync::Accesses(a, b) => (a != Ordering::Monotonic, b != Ordering::Monotonic),
                Sync::Fence(_) => (false, false),
            };
            (first == Some(location) && (a || updates)) || (second == Some(location) && (b || updates))
        })
    };
    let choices = (0..count).map(|location| if needs(location) { vec![true] } else { vec![true, false] });
    let shared = shape.parts.len() > 1 && !shape.has_barriers();
    let mut all = Vec::new();
    for atomic in choices.multi_cartesian_product() {
        // Without an atomic nothing orders plain accesses of two threads, and without a guard they are not ordered wherever it read too early.
        let guards: &[Guard] = match atomic.contains(&false) {
            false => &[Guard::None],
            true if !shared => &[Guard::None],
            true if atomic.contains(&true) => &[Guard::Branch, Guard::Filter],
            true => &[],
        };
        all.extend(guards.iter().map(|&guard| (atomic.clone(), guard)));
    }
    all
}
