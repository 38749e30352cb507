//! Loads, stores and read-modify-writes: one event for each address space that an access may reach.

use super::{Unroller, Walk};
use crate::llvm::{AddressSpace, Ordering, ScopeLevel, SyncScope};
use crate::program::event::{Event, EventKind, Label};
use crate::program::expr::ExprId;
use crate::program::ir::{Access, Cmpxchg, EventId, ObjectId};
use crate::program::structure::Requirement;
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::Span;

/// What an access is before it is split by the spaces it may reach.
pub(super) struct Template<'a> {
    access: &'a Access,
    address: ExprId,
    span: Span,
}

impl Unroller {
    pub(super) fn template<'a>(&mut self, walk: &Walk, access: &'a Access, span: Span) -> Template<'a> {
        Template { access, address: self.value(walk, &access.pointer), span }
    }

    /// A read event for each space that may be reached, and the value read.
    pub(super) fn reads(
        &mut self,
        walk: &Walk,
        template: &Template<'_>,
        guard: ExprId,
        ordering: Option<Ordering>,
    ) -> (Vec<EventId>, ExprId) {
        let ty = template.access.ty;
        let reads = self.split(walk, template, guard, ordering, None);
        let mut value = None;
        for events in reads.chunks(self.parts(template.access).len()) {
            let this = self.read_of(ty, events);
            value = Some(match value {
                None => this,
                Some(rest) => self.exprs.ite(self.events[events[0]].guard, this, rest),
            });
        }
        let value = value.unwrap_or_else(|| self.exprs.constant(ty, 0));
        (reads, value)
    }

    pub(super) fn rmw_writes(
        &mut self,
        walk: &Walk,
        template: &Template<'_>,
        guard: ExprId,
        reads: &[EventId],
        new: ExprId,
    ) {
        let ordering = template.access.ordering;
        let writes = self.split(walk, template, guard, ordering, Some(new));
        for (&read, &write) in reads.iter().zip(&writes) {
            self.events[read].rmw = Some(write);
            self.events[write].rmw = Some(read);
        }
    }

    /// A compare-and-swap is a read, and a write where the value matched. Where the failure ordering differs in what it means
    /// for the read, success and failure have reads of their own, chosen by a free choice that the value read must bear out.
    pub(super) fn cmpxchg(&mut self, walk: &mut Walk, operation: &Cmpxchg, span: Span) {
        let Cmpxchg { dest, success, weak, expected, new, access, failure } = operation;
        // It does not fail for no reason forever.
        let weak = *weak && !walk.is_endless;
        let template = self.template(walk, access, span);
        let guard = self.guard(walk);
        let expected = self.value(walk, expected);
        let new = self.value(walk, new);
        let meaning = |ordering: Ordering| (ordering.is_acquire(), ordering == Ordering::SeqCst);
        let (reads, old, stored) = if access.ordering.map(meaning) == Some(meaning(*failure)) {
            let (reads, old) = self.reads(walk, &template, guard, access.ordering);
            let matched = self.exprs.equal(old, expected);
            let stored = if weak { self.free_choice_and(matched) } else { matched };
            (reads, old, stored)
        } else {
            let choice = self.free_choice();
            let failed = self.exprs.not(choice);
            let (success_guard, failure_guard) = (self.exprs.and(guard, choice), self.exprs.and(guard, failed));
            let (reads, read) = self.reads(walk, &template, success_guard, access.ordering);
            let (_, other) = self.reads(walk, &template, failure_guard, Some(*failure));
            let old = self.exprs.ite(choice, read, other);
            let matched = self.exprs.equal(old, expected);
            self.requirements.push(Requirement { guard: success_guard, holds: matched });
            if !weak {
                let unmatched = self.exprs.not(matched);
                self.requirements.push(Requirement { guard: failure_guard, holds: unmatched });
            }
            (reads, old, self.exprs.and(choice, matched))
        };
        let write_guard = self.exprs.and(guard, stored);
        let outside = walk.branches.len();
        walk.branches.extend(&reads);
        self.rmw_writes(walk, &template, write_guard, &reads, new);
        walk.branches.truncate(outside);
        self.write_register(walk, *dest, old);
        self.write_register(walk, *success, stored);
    }

    pub(super) fn free_choice(&mut self) -> ExprId {
        self.choices += 1;
        self.exprs.choice(self.choices - 1)
    }

    fn free_choice_and(&mut self, other: ExprId) -> ExprId {
        let choice = self.free_choice();
        self.exprs.and(choice, other)
    }

    /// One event for each address space that an access may reach, and there for each word of objects that are several. They write a value, or read.
    pub(super) fn split(
        &mut self,
        walk: &Walk,
        template: &Template<'_>,
        guard: ExprId,
        ordering: Option<Ordering>,
        written: Option<ExprId>,
    ) -> Vec<EventId> {
        let access = template.access;
        let groups: Vec<(AddressSpace, Vec<ObjectId>)> = access.may.clone();
        let alone = groups.len() == 1;
        let mut made = Vec::new();
        for (space, may) in groups {
            let reached = if alone { self.exprs.truth(true) } else { self.one_of(template.address, &may) };
            let guard = self.exprs.and(guard, reached);
            for &part in self.parts(access) {
                let id = self.events.next_idx();
                let ty = part.ty(access.ty);
                let (address, may) = self.address_of(part, template.address, &may);
                let (kind, value, data) = match written {
                    None => (EventKind::Read, self.exprs.read(ty, id), vec![]),
                    Some(written) => {
                        let value = self.part_of(part, access.ty, written);
                        (EventKind::Write, value, self.exprs.reads(value).to_vec())
                    }
                };
                let dependencies = [self.exprs.reads(address).to_vec(), data, walk.control()];
                let ordering = ordering.filter(|_| space.has_atomics());
                self.events.push(Event {
                    access: Some(Label { address, may, value, ty, space, named_space: access.space }),
                    ordering,
                    scope: clamp(access.scope, space),
                    written_level: access.scope.level,
                    tags: access.tags.of_access(),
                    volatile: access.volatile,
                    nontemporal: access.nontemporal,
                    dependencies,
                    endless: walk.is_endless,
                    ..Event::new(Some(walk.thread), kind, guard, template.span)
                });
                made.push(id);
            }
        }
        made
    }

    /// Whether an address is one of these objects'.
    fn one_of(&mut self, address: ExprId, objects: &[ObjectId]) -> ExprId {
        let mut any = self.exprs.truth(false);
        for &object in objects {
            let object = self.exprs.constant(Type::Ptr, object.address());
            let equal = self.exprs.equal(address, object);
            any = self.exprs.or(any, equal);
        }
        any
    }
}

/// A scope wider than workgroup means workgroup on LDS (LLVM 24, AMDGPU user guide, Memory Model).
fn clamp(scope: SyncScope, space: AddressSpace) -> SyncScope {
    if space == AddressSpace::Local {
        SyncScope { level: scope.level.min(ScopeLevel::Workgroup), ..scope }
    } else {
        scope
    }
}
