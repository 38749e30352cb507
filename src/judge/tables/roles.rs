//! What the operations of a row are there for in the programs that use it: by what stands around them.

use crate::llvm::{Ordering, ScopeLevel, SpaceSet, words_enum};
use crate::program::{Event, EventId, EventKind, EventStructure, Step, ThreadId, events_between};
use itertools::Itertools;
use std::collections::BTreeSet;
use std::ops::Range;

words_enum! {
    /// What an operation is there for in a program, by what stands around it.
    Role {
        /// Its thread loads before it, be it by a read-modify-write.
        AfterLoad = "after a load",
        /// Its thread stores before it.
        AfterStore = "after a store",
        /// Its thread loads after it.
        BeforeLoad = "before a load",
        /// Its thread stores after it.
        BeforeStore = "before a store",
        /// Its thread acquires before it, or meets another at the barrier.
        AfterAcquire = "after an acquire",
        /// Its thread releases after it, or meets another at the barrier.
        BeforeRelease = "before a release",
        /// Its thread accesses memory not atomically, too.
        PlainData = "with plain data",
        /// Its thread accesses memory atomically, too.
        AtomicData = "with atomic data",
        /// Its thread accesses an address space, too, that it reaches or is for.
        SameSpace = "with data in its address space",
        /// Its thread accesses another address space, too.
        OtherSpace = "with data in another address space",
        /// A branch stands between it and what its thread accesses, too.
        Branch = "with a branch between",
        /// No branch stands between it and what its thread accesses, too.
        NoBranch = "with no branch between",
        /// Another operation has a narrower sync scope.
        Narrower = "with a narrower scope around",
        /// Another operation has a wider one.
        Wider = "with a wider scope around",
        /// Its thread shares memory with a thread that is nearer, and with one that is farther: what it got from one is there for the other.
        HandingOn = "between a nearer thread and a farther one",
    }
}

/// A set of roles, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles(u16);

impl Roles {
    fn add(&mut self, role: Role) {
        self.0 |= 1 << role as u16;
    }

    fn add_if(&mut self, holds: bool, role: Role) {
        if holds {
            self.add(role);
        }
    }

    /// The roles that are in either set.
    #[must_use]
    pub fn union(self, other: Roles) -> Roles {
        Roles(self.0 | other.0)
    }

    /// Those that the other has not.
    #[must_use]
    pub fn without(self, other: Roles) -> Roles {
        Roles(self.0 & !other.0)
    }

    /// Its roles, in the order of their declaration.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        Role::ALL.iter().copied().filter(move |role| self.0 & (1 << *role as u16) != 0)
    }
}

/// What an operation is there for in a program, and what it might be there for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfStep {
    /// The roles that it has.
    pub has: Roles,
    /// Those that an operation with its ordering and scope may have in some program.
    pub may_have: Roles,
}

impl OfStep {
    /// What is there for this and for that.
    #[must_use]
    pub fn and(self, other: OfStep) -> OfStep {
        OfStep { has: self.has.union(other.has), may_have: self.may_have.union(other.may_have) }
    }

    /// The same where there is one memory: LDS is another address space only where workgroups have it.
    #[must_use]
    pub fn in_one_memory(self) -> OfStep {
        let mut other = Roles::default();
        other.add(Role::OtherSpace);
        OfStep { may_have: self.may_have.without(other), ..self }
    }

    /// What it is there for by code of a row that its own refers to: that row is for other operations.
    #[must_use]
    pub fn elsewhere(self) -> OfStep {
        OfStep { may_have: Roles::default(), ..self }
    }

    /// What it might be there for and is not.
    pub fn lacks(self) -> Roles {
        self.may_have.without(self.has)
    }
}

/// By step of a program what it is there for; of a decision nothing.
pub fn roles(test: &EventStructure) -> Vec<OfStep> {
    let threads = test.program.threads.indices();
    let hands_on: Vec<bool> = threads.map(|thread| hands_on(test, thread)).collect();
    let of = |step: &Step| {
        let Some((_, events)) = step.instr.as_ref() else { return OfStep::default() };
        let mut has =
            event_pairs_with(test, events).fold(Roles::default(), |roles, pair| roles.union(of_pair(test, pair)));
        has.add_if(hands_on[step.thread.index()], Role::HandingOn);
        let may_have = events_between(events).map(|event| may_have(&test.events[event]));
        OfStep { has, may_have: may_have.fold(Roles::default(), Roles::union) }
    };
    test.steps.iter().map(of).collect()
}

/// Whether a thread shares memory with others that are not as far from it as each other.
fn hands_on(test: &EventStructure, thread: ThreadId) -> bool {
    let objects = |thread: ThreadId| {
        let own = test.events.iter().filter(|event| event.thread == Some(thread));
        own.filter_map(|event| event.access.as_ref()).flat_map(|access| access.may.iter()).collect::<BTreeSet<_>>()
    };
    let own = objects(thread);
    let others = test.program.threads.indices().filter(|other| *other != thread);
    let sharing = others.filter(|other| !objects(*other).is_disjoint(&own));
    let level = |other: ThreadId| ScopeLevel::ALL.iter().find(|level| test.program.share(thread, other, **level));
    sharing.map(level).unique().count() > 1
}

/// Each of these events with each event of another step that is no initial write.
fn event_pairs_with<'t>(
    test: &'t EventStructure,
    events: &'t Range<EventId>,
) -> impl Iterator<Item = (EventId, EventId)> + 't {
    let others = test.events.indices().filter(|other| !events.contains(other) && !test.events[*other].is_initial());
    others.flat_map(|other| events_between(events).map(move |event| (event, other)))
}

/// What an event is there for by what another one is.
fn of_pair(test: &EventStructure, (event, other): (EventId, EventId)) -> Roles {
    let (is_after, own, other) = (event < other, &test.events[event], &test.events[other]);
    let mut roles = Roles::default();
    if own.ordering.is_some() && other.ordering.is_some() {
        roles.add_if(other.scope.level < own.scope.level, Role::Narrower);
        roles.add_if(other.scope.level > own.scope.level, Role::Wider);
    }
    if own.thread != other.thread {
        return roles;
    }
    roles.add_if(!is_after && acquires(other), Role::AfterAcquire);
    roles.add_if(is_after && releases(other), Role::BeforeRelease);
    let Some(access) = &other.access else { return roles };
    roles.add(match (is_after, other.is_write()) {
        (false, false) => Role::AfterLoad,
        (false, true) => Role::AfterStore,
        (true, false) => Role::BeforeLoad,
        (true, true) => Role::BeforeStore,
    });
    roles.add(if other.ordering.is_some() { Role::AtomicData } else { Role::PlainData });
    roles.add(if spaces(own).contains(access.space) { Role::SameSpace } else { Role::OtherSpace });
    roles.add(if own.guard == other.guard { Role::NoBranch } else { Role::Branch });
    roles
}

/// Whether what comes after it is ordered after it.
fn acquires(event: &Event) -> bool {
    match event.kind {
        EventKind::Read | EventKind::Fence => event.ordering.is_some_and(Ordering::is_acquire),
        EventKind::Wait | EventKind::Launch | EventKind::WaitAsync => true,
        EventKind::Write | EventKind::Arrive | EventKind::Complete | EventKind::Initiate => false,
        EventKind::BarrierInit | EventKind::BarrierJoin | EventKind::BarrierDrop | EventKind::BarrierKept => false,
    }
}

/// Whether what comes before it is ordered before it.
fn releases(event: &Event) -> bool {
    match event.kind {
        EventKind::Write | EventKind::Fence => event.ordering.is_some_and(Ordering::is_release),
        // A drop may complete a phase, as an arrive does.
        EventKind::Arrive | EventKind::BarrierDrop | EventKind::Complete | EventKind::Initiate => true,
        EventKind::Read | EventKind::Wait | EventKind::Launch | EventKind::WaitAsync => false,
        EventKind::BarrierInit | EventKind::BarrierJoin | EventKind::BarrierKept => false,
    }
}

/// The address spaces that an event accesses or is for.
fn spaces(event: &Event) -> SpaceSet {
    event.access.as_ref().map_or_else(|| event.tags.spaces(), |access| SpaceSet::from_spaces(&[access.space]))
}

/// The roles of operations that promise what this event promises, in its scope: one that orders has data to order, one that does not is data.
fn may_have(event: &Event) -> Roles {
    let mut roles = Roles::default();
    let (acquires, releases) = (acquires(event), releases(event));
    for role in [Role::BeforeLoad, Role::BeforeStore, Role::Branch] {
        roles.add_if(acquires, role);
    }
    for role in [Role::AfterLoad, Role::AfterStore] {
        roles.add_if(releases, role);
    }
    for role in [Role::PlainData, Role::AtomicData, Role::SameSpace, Role::NoBranch] {
        roles.add_if(acquires || releases, role);
    }
    roles.add_if((acquires || releases) && spaces(event) != SpaceSet::ALL, Role::OtherSpace);
    for role in [Role::AfterAcquire, Role::BeforeRelease] {
        roles.add_if(!acquires && !releases, role);
    }
    let level = event.scope.level;
    roles.add_if(event.ordering.is_some() && level > ScopeLevel::Wavefront, Role::Narrower);
    roles.add_if(event.ordering.is_some() && level < ScopeLevel::System, Role::Wider);
    // Within a workgroup those that are nearer are of one wave, which has one stream of instructions.
    roles.add_if((acquires || releases) && level > ScopeLevel::Workgroup, Role::HandingOn);
    roles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::source::Source;

    /// By step of a thread: its roles, and those that it lacks.
    fn of_thread(body: &str) -> Vec<(Vec<&'static str>, Vec<&'static str>)> {
        let text = format!(
            "litmus roles\nmemory {{\n  global x: i32 = 0\n  global y: i32 = 0\n}}\n\
             thread P0 @ agent 0, workgroup 0, wavefront 0 {{\n{body}}}\n\
             thread P1 @ agent 1, workgroup 0, wavefront 0 {{\n  store atomic i32 1, y release\n}}\nforall (true)\n"
        );
        let test = crate::load::event_structure(&Source::new("roles.litmus", &text)).expect("well formed");
        let words = |roles: Roles| roles.iter().map(Role::as_str).collect();
        let of = roles(&test);
        let steps = test.steps.iter().zip(&of).filter(|(step, _)| step.thread.index() == 0 && step.instr.is_some());
        steps.map(|(_, of)| (words(of.has), words(of.lacks()))).collect()
    }

    #[test]
    fn an_acquire_before_data_behind_a_branch() {
        let found = of_thread(
            "  r0 = load atomic i32, y syncscope(\"agent\") acquire\n  if r0 == 1 {\n    r1 = load i32, x\n  }\n",
        );
        let has = vec![
            "before a load",
            "with plain data",
            "with data in its address space",
            "with a branch between",
            "with a wider scope around",
        ];
        let lacks = vec![
            "before a store",
            "with atomic data",
            "with data in another address space",
            "with no branch between",
            "with a narrower scope around",
            "between a nearer thread and a farther one",
        ];
        assert_eq!(found[0], (has, lacks));
        let (has, lacks) = &found[1];
        assert_eq!(has[..2], ["after a load", "after an acquire"]);
        assert_eq!(lacks, &["before a release"], "data is there before a release, too");
    }

    #[test]
    fn a_fence_is_for_all_address_spaces() {
        let found = of_thread("  store i32 1, x\n  fence acq_rel\n  store atomic i32 1, y monotonic\n");
        let (has, lacks) = &found[1];
        assert!(has.contains(&"after a store") && has.contains(&"before a store"));
        assert!(!lacks.contains(&"with data in another address space") && lacks.contains(&"after a load"));
    }
}
