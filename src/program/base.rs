//! The sets and relations that models build on, as far as they are known before the search.

use super::barrier::BarrierObject;
use super::event::{Event, EventKind};
use super::ids::{EventId, ObjectId, event_relation, event_set};
use super::structure::{CONDITIONAL_RELATIONS, EventStructure};
use crate::llvm::{AddressSpace, Ordering, ScopeLevel, SpaceSet};
use crate::matrix::{BitMatrix, BitSet};

/// The names of the base sets.
pub const BASE_SETS: &[&str] = &[
    "W",
    "R",
    "M",
    "F",
    "IW",
    "ATOMIC_OBJECT",
    "BARRIER_INIT",
    "BARRIER_JOIN",
    "BARRIER_DROP",
    "NAMED_BARRIER",
    "CLUSTER_DROPPED",
    "CLUSTER_KEPT",
    "ARRIVE",
    "WAIT",
    "COMPLETE",
    "LAUNCH",
    "ATOMIC",
    "UNORDERED",
    "MONOTONIC",
    "ACQ",
    "REL",
    "ACQ_REL",
    "SC",
    "ACQUIRE",
    "RELEASE",
    "SINGLETHREAD",
    "WAVEFRONT",
    "WORKGROUP",
    "CLUSTER",
    "AGENT",
    "SYSTEM",
    "RMW",
    "VOLATILE",
    "NONTEMPORAL",
    "ONE_AS",
    "AS_TAGGED",
    "AS_RECOGNIZED",
    "GLOBAL",
    "LOCAL",
    "PRIVATE",
    "CONSTANT",
    "REGION",
    "GENERIC",
    "ENDLESS",
];

/// The names of the base relations but those whose pairs have conditions.
const WITHOUT_CONDITIONS: [&str; 32] = [
    "id",
    "po",
    "int",
    "ext",
    "rmw",
    "addr",
    "data",
    "ctrl",
    "same-wavefront",
    "same-workgroup",
    "same-cluster",
    "same-agent",
    "same-barrier",
    "dispatch",
    "initiates",
    "incl",
    "incl-own-cluster",
    "scope-le",
    "scope-overlap",
    "covers",
    "compat",
    "compat-but-spaces",
    "same-class",
    "same-space",
    "as-overlap",
    "covers-recognized",
    "compat-recognized",
    "as-overlap-recognized",
    "loc",
    "rf",
    "co",
    "fr",
];

/// The names of the base relations; `loc`, `rf`, `co`, `fr` and [`CONDITIONAL_RELATIONS`] depend on the execution, [`StaticBase`] has the others.
pub const BASE_RELATIONS: &[&str] = &all_relations();

/// Whether the base relation of a name differs from execution to execution, of one program.
pub fn depends_on_execution(name: &str) -> bool {
    matches!(name, "loc" | "rf" | "co" | "fr") || CONDITIONAL_RELATIONS.contains(&name)
}

const fn all_relations() -> [&'static str; WITHOUT_CONDITIONS.len() + CONDITIONAL_RELATIONS.len()] {
    let mut all = [""; WITHOUT_CONDITIONS.len() + CONDITIONAL_RELATIONS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = match at < WITHOUT_CONDITIONS.len() {
            true => WITHOUT_CONDITIONS[at],
            false => CONDITIONAL_RELATIONS[at - WITHOUT_CONDITIONS.len()],
        };
        at += 1;
    }
    all
}

/// The static sets and relations of an event structure, before it is known which events are executed.
pub struct StaticBase<'a>(pub &'a EventStructure);

impl StaticBase<'_> {
    /// The base set of this name, over all events of the structure; `None` if [`BASE_SETS`] has no such name.
    pub fn set(&self, name: &str) -> Option<BitSet> {
        let events = &self.0.events;
        if name == "ATOMIC_OBJECT" {
            return Some(event_set(events.len(), |event| self.is_of_atomic_object(&events[event])));
        }
        let member: fn(&Event) -> bool = match name {
            "W" => Event::is_write,
            "R" => Event::is_read,
            "M" => |e| e.access.is_some(),
            "F" => |e| e.kind == EventKind::Fence,
            "IW" => Event::is_initial,
            "BARRIER_INIT" => |e| e.kind == EventKind::BarrierInit,
            "BARRIER_JOIN" => |e| e.kind == EventKind::BarrierJoin,
            "BARRIER_DROP" => |e| e.kind == EventKind::BarrierDrop,
            "CLUSTER_KEPT" => |e| e.kind == EventKind::BarrierKept,
            "CLUSTER_DROPPED" => |e| e.kind == EventKind::BarrierDrop && e.barrier == Some(BarrierObject::Cluster),
            "NAMED_BARRIER" => |e| matches!(e.barrier, Some(BarrierObject::Named(_) | BarrierObject::Null)),
            "ARRIVE" => |e| e.kind == EventKind::Arrive,
            "WAIT" => |e| e.kind == EventKind::Wait,
            "COMPLETE" => |e| e.kind == EventKind::Complete,
            "LAUNCH" => |e| e.kind == EventKind::Launch,
            "ATOMIC" => |e| e.access.is_some() && e.ordering.is_some(),
            "UNORDERED" => |e| e.ordering == Some(Ordering::Unordered),
            "MONOTONIC" => |e| e.ordering == Some(Ordering::Monotonic),
            "ACQ_REL" => |e| e.ordering == Some(Ordering::AcqRel),
            "SINGLETHREAD" => |e| has_scope(e, ScopeLevel::Singlethread),
            "WAVEFRONT" => |e| has_scope(e, ScopeLevel::Wavefront),
            "WORKGROUP" => |e| has_scope(e, ScopeLevel::Workgroup),
            "CLUSTER" => |e| has_scope(e, ScopeLevel::Cluster),
            "AGENT" => |e| has_scope(e, ScopeLevel::Agent),
            "SYSTEM" => |e| has_scope(e, ScopeLevel::System),
            "ACQ" => |e| !e.is_write() && e.ordering == Some(Ordering::Acquire),
            "REL" => |e| !e.is_read() && e.ordering == Some(Ordering::Release),
            "ACQUIRE" => |e| !e.is_write() && e.ordering.is_some_and(Ordering::is_acquire),
            "RELEASE" => |e| !e.is_read() && e.ordering.is_some_and(Ordering::is_release),
            "SC" => |e| e.ordering == Some(Ordering::SeqCst),
            "RMW" => |e| e.rmw.is_some(),
            "VOLATILE" => |e| e.volatile,
            "NONTEMPORAL" => |e| e.nontemporal,
            "ONE_AS" => |e| e.scope.one_as && e.ordering.is_some(),
            "AS_TAGGED" => |e| e.tags.names_spaces(),
            "AS_RECOGNIZED" => |e| recognized(e).tags.names_spaces(),
            "GLOBAL" => |e| reaches(e, AddressSpace::Global) || synchronizes(e, AddressSpace::Global),
            "LOCAL" => |e| reaches(e, AddressSpace::Local) || synchronizes(e, AddressSpace::Local),
            "PRIVATE" => |e| reaches(e, AddressSpace::Private),
            "CONSTANT" => |e| reaches(e, AddressSpace::Constant),
            "REGION" => |e| reaches(e, AddressSpace::Region),
            "GENERIC" => |e| e.access.as_ref().is_some_and(|access| access.named_space == AddressSpace::Generic),
            "ENDLESS" => |e| e.endless,
            _ => return None,
        };
        Some(event_set(events.len(), |event| member(&events[event])))
    }

    /// The base relation of this name, over all events of the structure; `None` for names that are not in [`BASE_RELATIONS`], and for
    /// those that depend on the execution.
    pub fn relation(&self, name: &str) -> Option<BitMatrix> {
        let related: fn(&Self, EventId, EventId) -> bool = match name {
            "id" => |_, a, b| a == b,
            "po" => |this, a, b| a < b && this.same_thread(a, b),
            "int" => Self::same_thread,
            "ext" => |this, a, b| !this.same_thread(a, b) && (this.is_of_thread(a) || this.is_of_thread(b)),
            "rmw" => |this, a, b| this.event(a).is_read() && this.event(a).rmw == Some(b),
            "addr" => |this, a, b| this.event(b).dependencies[0].contains(&a),
            "data" => |this, a, b| this.event(b).dependencies[1].contains(&a),
            "ctrl" => |this, a, b| this.event(b).dependencies[2].contains(&a),
            "same-wavefront" => |this, a, b| this.same_instance(a, b, ScopeLevel::Wavefront),
            "same-workgroup" => |this, a, b| this.same_instance(a, b, ScopeLevel::Workgroup),
            "same-cluster" => |this, a, b| this.same_instance(a, b, ScopeLevel::Cluster),
            "same-agent" => |this, a, b| this.same_instance(a, b, ScopeLevel::Agent),
            "same-barrier" => |this, a, b| this.same_barrier(a, b),
            "dispatch" => |this, a, b| this.0.is_dispatched(a, b),
            "initiates" => |this, a, b| this.event(b).initiator == Some(a),
            "incl" => Self::inclusive,
            "incl-own-cluster" => Self::inclusive_of_own_clusters,
            "scope-le" => Self::narrower_or_equal,
            "scope-overlap" => Self::overlapping,
            "covers" => |this, a, b| covers(this.event(a), this.event(b)),
            "covers-recognized" => |this, a, b| covers(&recognized(this.event(a)), &recognized(this.event(b))),
            "compat" => |this, a, b| compatible(this.event(a), this.event(b)),
            "compat-recognized" => |this, a, b| compatible(&recognized(this.event(a)), &recognized(this.event(b))),
            "compat-but-spaces" => {
                |this, a, b| this.event(a).tags.of_access().compatible(&this.event(b).tags.of_access())
            }
            "same-class" => |this, a, b| class(this.event(a)).is_some() && class(this.event(a)) == class(this.event(b)),
            "same-space" => |this, a, b| space(this.event(a)).is_some() && space(this.event(a)) == space(this.event(b)),
            "as-overlap" => |this, a, b| overlap(this.event(a), this.event(b)),
            "as-overlap-recognized" => |this, a, b| overlap(&recognized(this.event(a)), &recognized(this.event(b))),
            _ => return None,
        };
        Some(event_relation(self.0.events.len(), |a, b| related(self, a, b)))
    }

    /// Whether it gives its first value to an object that is declared of an atomic type.
    fn is_of_atomic_object(&self, event: &Event) -> bool {
        let is_atomic = |object: &ObjectId| self.0.program.objects[*object].atomic;
        event.is_initial() && event.access.iter().flat_map(|label| &label.may).all(is_atomic)
    }

    fn event(&self, id: EventId) -> &Event {
        &self.0.events[id]
    }

    /// Of one thread, or of one asynchronous operation, which is executed outside its thread. Initial writes are of none.
    fn same_thread(&self, a: EventId, b: EventId) -> bool {
        let by = |event: &Event| (event.thread, event.initiator);
        self.is_of_thread(a) && by(self.event(a)) == by(self.event(b))
    }

    /// Initial writes are not: as in herd7, none is in `int`, and two of them are not in `ext`.
    fn is_of_thread(&self, id: EventId) -> bool {
        self.event(id).thread.is_some()
    }

    /// Two operations on one barrier object: what two workgroups call their barrier are two.
    fn same_barrier(&self, a: EventId, b: EventId) -> bool {
        let (Some(on), Some(other)) = (self.event(a).barrier, self.event(b).barrier) else { return false };
        on == other && self.same_instance(a, b, on.scope())
    }

    /// Two events of threads in one instance of a level, or of one thread. Initial writes are of no thread.
    fn same_instance(&self, a: EventId, b: EventId, level: ScopeLevel) -> bool {
        match (self.event(a).thread, self.event(b).thread) {
            (Some(p), Some(q)) => self.0.program.share(p, q, level),
            (None, _) | (_, None) => false,
        }
    }

    /// Both threads lie in the instance of the narrower scope: each scope's instance contains the other event
    /// (LLVM 24, AMDGPUMemoryModel, AMDGPU scopes, Inclusive Scopes).
    fn inclusive(&self, a: EventId, b: EventId) -> bool {
        self.share(a, b, ScopeLevel::min)
    }

    /// As [`Self::inclusive`], but a workgroup of no cluster is one of its own, instead of the whole agent (LLVM 24, AMDGPU user guide, Memory Scopes,
    /// line 2190; line 2194 has the agent where the target has no clusters).
    fn inclusive_of_own_clusters(&self, a: EventId, b: EventId) -> bool {
        self.share(a, b, |a, b| self.cluster_is(ScopeLevel::Workgroup, a.min(b)))
    }

    /// The level itself, but for a cluster the agent where there can be none, and another in a program that is launched in none.
    fn cluster_is(&self, other: ScopeLevel, level: ScopeLevel) -> ScopeLevel {
        match level == ScopeLevel::Cluster && !self.has_clusters() {
            true if self.0.program.may_have_clusters => other,
            true => ScopeLevel::Agent,
            false => level,
        }
    }

    fn has_clusters(&self) -> bool {
        let program = &self.0.program;
        program.may_have_clusters && program.threads.iter().any(|thread| thread.position.cluster.is_some())
    }

    /// Both threads lie in the instance of the wider scope, so that the instances of both have a thread in common (LLVM 24, AMDGPU user guide,
    /// Memory Model, line 8639, as one may read it).
    fn overlapping(&self, a: EventId, b: EventId) -> bool {
        self.share(a, b, ScopeLevel::max)
    }

    /// Both threads lie in the instance of one of the two scopes.
    fn share(&self, a: EventId, b: EventId, one: impl Fn(ScopeLevel, ScopeLevel) -> ScopeLevel) -> bool {
        let (a, b) = (self.event(a), self.event(b));
        match (a.thread, b.thread) {
            (Some(p), Some(q)) => self.0.program.share(p, q, one(a.scope.level, b.scope.level)),
            // Initial writes are of system scope, and in every instance (AMDGPUMemoryModel, Location Order).
            (None, _) | (_, None) => true,
        }
    }

    /// The first has a sync scope, and the second's is equal or wider, both as they are written (LLVM 24, AMDGPU user guide, Code Sequences GFX6-GFX9,
    /// fence-paired-atomic, line 9044).
    fn narrower_or_equal(&self, a: EventId, b: EventId) -> bool {
        let (a, b) = (self.event(a), self.event(b));
        // Without clusters, a cluster is an agent.
        let level = |event: &Event| self.cluster_is(ScopeLevel::Agent, event.written_level);
        a.ordering.is_some() && b.ordering.is_some() && level(a) <= level(b)
    }
}

/// The event with those of its tags that the AMDGPU backend recognizes.
pub(super) fn recognized(event: &Event) -> Event {
    Event { tags: event.tags.recognized(event.kind == EventKind::Fence), ..event.clone() }
}

/// A fence or atomic orders an access: it synchronizes its space, and the tags are compatible.
fn covers(sync: &Event, access: &Event) -> bool {
    let synchronizes = sync.ordering.is_some();
    synchronizes && space(access).is_some_and(|space| spaces(sync).contains(space)) && compatible(sync, access)
}

/// What two operations synchronize has an address space in common.
fn overlap(a: &Event, b: &Event) -> bool {
    !spaces(a).inter(spaces(b)).is_empty()
}

pub(super) fn space(event: &Event) -> Option<AddressSpace> {
    event.access.as_ref().map(|access| access.space)
}

fn reaches(event: &Event, wanted: AddressSpace) -> bool {
    space(event) == Some(wanted)
}

/// Whether a fence is for an address space.
fn synchronizes(event: &Event, wanted: AddressSpace) -> bool {
    event.kind == EventKind::Fence && spaces(event).contains(wanted)
}

/// Whether an atomic or fence has a scope: the one that it takes effect with, which for LDS is workgroup at most.
fn has_scope(event: &Event, level: ScopeLevel) -> bool {
    event.ordering.is_some() && event.thread.is_some() && event.scope.level == level
}

fn class(event: &Event) -> Option<(AddressSpace, &crate::llvm::TagSet)> {
    space(event).map(|space| (space, &event.tags))
}

/// The address spaces an operation synchronizes: all, those its tags name, or with a `one-as` scope those that the space it
/// names can reach (LLVM 24, AMDGPU user guide, Memory Scopes; for a generic pointer: assumed).
pub(super) fn spaces(event: &Event) -> SpaceSet {
    match &event.access {
        Some(access) if event.scope.one_as => access.named_space.reach(),
        _ => event.tags.spaces(),
    }
}

/// Whether the tags of two operations are compatible, an access counting as tagged with its own space where the other names
/// spaces to synchronize and it does not. A `one-as` operation counts as one that names its space.
fn compatible(a: &Event, b: &Event) -> bool {
    let names_spaces = |e: &Event| e.tags.names_spaces() || (e.scope.one_as && e.access.is_some());
    let within = |a: &Event, b: &Event| {
        let compared = space(b).filter(|_| names_spaces(a) && !names_spaces(b));
        compared.is_none_or(|space| spaces(a).contains(space))
    };
    a.tags.compatible(&b.tags) && within(a, b) && within(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::source::Source;

    /// The pairs of a relation within the only thread, by place in it.
    fn pairs(structure: &EventStructure, name: &str) -> Vec<(usize, usize)> {
        let own: Vec<EventId> = structure.events.indices().filter(|&e| structure.events[e].thread.is_some()).collect();
        let relation = StaticBase(structure).relation(name).expect("a static relation");
        let all = (0..own.len()).flat_map(|a| (0..own.len()).map(move |b| (a, b)));
        all.filter(|&(a, b)| relation.contains(own[a], own[b])).collect()
    }

    /// The accesses and fences of the only thread that a set has, by place in it.
    fn members(structure: &EventStructure, name: &str) -> Vec<usize> {
        let own = structure.events.indices().filter(|&e| structure.events[e].thread.is_some());
        let set = StaticBase(structure).set(name).expect("a set");
        own.enumerate().filter(|&(_, event)| set.contains(event.index())).map(|(at, _)| at).collect()
    }

    /// A set is of what operations say of themselves, a fence in the sets of the spaces that it synchronizes; a generic access is also in the set of the space that its pointer reaches, and a
    /// read-modify-write is a read and a write.
    #[test]
    fn sets_are_as_written() {
        let text = r#"litmus t "t"
            memory {
              global x: i32 = 0 global p: ptr = x local l: i32 = 0 private q: i32 = 0 constant c: i32 = 0 region g: i32 = 0
            }
            thread P0 @ agent 0, workgroup 0, wavefront 0 {
              r0 = load volatile i32, x
              store i32 1, x, !nontemporal
              r1 = load i32, l
              store i32 1, q
              r2 = load i32, c
              r3 = load i32, g
              r4 = load ptr, p
              r5 = load atomic i32, generic r4 syncscope("agent-one-as") acquire
              fence syncscope("agent-one-as") release
              fence release, !mmra {"amdgpu-synchronize-as:local"}
              store atomic i32 1, x unordered
              atomicrmw add x, i32 1 monotonic
            }
            exists (true)"#;
        let structure = crate::load::event_structure(&Source::new("t.litmus", text)).expect("well formed");
        let expected = [
            ("VOLATILE", vec![0]),
            ("NONTEMPORAL", vec![1]),
            ("GLOBAL", vec![0, 1, 6, 7, 8, 10, 11, 12]),
            ("LOCAL", vec![2, 8, 9]),
            ("PRIVATE", vec![3]),
            ("CONSTANT", vec![4]),
            ("REGION", vec![5]),
            ("GENERIC", vec![7]),
            ("ONE_AS", vec![7, 8]),
            ("AS_TAGGED", vec![9]),
            ("UNORDERED", vec![10]),
            ("MONOTONIC", vec![11, 12]),
            ("ACQ_REL", vec![]),
            ("AGENT", vec![7, 8]),
            ("SYSTEM", vec![9, 10, 11, 12]),
            ("SINGLETHREAD", vec![]),
            ("RMW", vec![11, 12]),
            ("ATOMIC", vec![7, 10, 11, 12]),
            ("F", vec![8, 9]),
            ("IW", vec![]),
            ("ATOMIC_OBJECT", vec![]),
        ];
        let found = expected.each_ref().map(|(name, _)| (*name, members(&structure, name)));
        assert_eq!(found, expected);
    }

    /// A fence depends on a read too, by whether it is executed; what follows a block does not.
    #[test]
    fn dependencies_are_as_written() {
        let text = r#"litmus t "t" memory { global x: i32 = 0 global y: i32 = 0 global p: ptr = x }
            thread P0 @ agent 0, workgroup 0, wavefront 0 {
              r0 = load ptr, p
              r1 = load i32, r0
              if r1 == 1 {
                fence acquire
                store i32 r1, y
              }
              r2 = load i32, x
            }
            exists (true)"#;
        let structure = crate::load::event_structure(&Source::new("t.litmus", text)).expect("well formed");
        assert_eq!(pairs(&structure, "addr"), [(0, 1)]);
        assert_eq!(pairs(&structure, "data"), [(1, 3)]);
        assert_eq!(pairs(&structure, "ctrl"), [(1, 2), (1, 3)]);
    }
}
