//! Control flow to events: each thread is run once with symbolic values, loops as often as they are unrolled.

use super::event::{Event, EventId, EventKind, Label};
use super::expr::{ExprId, Exprs};
use super::ir::*;
use super::skeleton::{Branch, FinalRegister, Requirement, Skeleton};
use crate::llvm::{AddressSpace, Level, Ordering, SyncScope, TagSet};
use crate::syntax::litmus::ast::{BarrierKind, Type};
use crate::syntax::source::{Diagnostic, Span};
use itertools::Itertools;
use std::sync::Arc;

/// More events than this are refused.
const MAX_EVENTS: usize = 400;

/// The skeleton of a program.
///
/// # Errors
/// When the program unrolls to more events than the engines are made for.
pub fn unroll(program: Arc<Program>) -> Result<Skeleton, Box<Diagnostic>> {
    let mut exprs = Exprs::default();
    let falsehood = exprs.truth(false);
    let mut unroller = Unroller {
        events: Vec::new(),
        exprs,
        requirements: Vec::new(),
        branches: Vec::new(),
        registers: Vec::new(),
        choices: 0,
        cut: falsehood,
        too_large: None,
    };
    unroller.initial_writes(&program);
    let barriers: Vec<Barriers> = (0..program.threads.len()).map(|t| unroller.thread(&program, t)).collect();
    if let Some(span) = unroller.too_large {
        let message = format!("more than {MAX_EVENTS} events");
        let diagnostic = Diagnostic::new(&program.source, span, message, "unrolled to here");
        return Err(Box::new(diagnostic.help("unroll less, or split the test")));
    }
    let meetings = unroller.meetings(&program, &barriers);
    Ok(Skeleton {
        program,
        events: unroller.events,
        exprs: unroller.exprs,
        requirements: unroller.requirements,
        cut: unroller.cut,
        branches: unroller.branches,
        registers: unroller.registers,
        meetings,
        choices: unroller.choices,
    })
}

struct Unroller {
    events: Vec<Event>,
    exprs: Exprs,
    requirements: Vec<Requirement>,
    branches: Vec<Branch>,
    registers: Vec<FinalRegister>,
    choices: u32,
    cut: ExprId,
    too_large: Option<Span>,
}

/// The barrier events of a thread, in program order.
#[derive(Default)]
struct Barriers {
    arrives: Vec<EventId>,
    waits: Vec<EventId>,
}

/// A thread on its way.
struct Walk {
    thread: ThreadId,
    /// Each register's value and whether it is written.
    registers: Vec<(ExprId, ExprId)>,
    /// The branches taken.
    path: ExprId,
    /// Whether a loop of this thread was cut.
    cut: ExprId,
    /// The reads that decide whether this is executed.
    control: Vec<EventId>,
    barriers: Barriers,
}

/// What an access is before it is split by the spaces it may reach.
struct Template<'a> {
    access: &'a Access,
    address: ExprId,
    span: Span,
}

impl Unroller {
    fn initial_writes(&mut self, program: &Program) {
        for (id, object) in program.objects.iter().enumerate() {
            let guard = self.exprs.truth(true);
            let label = Label {
                address: self.exprs.constant(Type::Ptr, id as u64),
                may: vec![id],
                value: self.exprs.constant(object.ty, object.init),
                ty: object.ty,
                space: object.space,
                named_space: object.space,
            };
            self.events.push(Event {
                thread: None,
                kind: EventKind::Write,
                guard,
                access: Some(label),
                ordering: None,
                scope: SyncScope::SYSTEM,
                tags: TagSet::default(),
                volatile: false,
                nontemporal: false,
                rmw: None,
                dependencies: Default::default(),
                span: object.span,
            });
        }
    }

    fn thread(&mut self, program: &Program, thread: ThreadId) -> Barriers {
        let falsehood = self.exprs.truth(false);
        let registers = &program.threads[thread].registers;
        let mut walk = Walk {
            thread,
            registers: registers.iter().map(|register| (self.exprs.constant(register.ty, 0), falsehood)).collect(),
            path: self.exprs.truth(true),
            cut: falsehood,
            control: Vec::new(),
            barriers: Barriers::default(),
        };
        self.block(&mut walk, &program.threads[thread].body);
        // A thread whose loop is cut has no final registers: what comes after the loop is not executed.
        let uncut = self.exprs.not(walk.cut);
        for (register, (value, written)) in walk.registers.into_iter().enumerate() {
            let written = self.exprs.and(written, uncut);
            self.registers.push(FinalRegister { thread, register, value, written });
        }
        self.cut = self.exprs.or(self.cut, walk.cut);
        walk.barriers
    }

    fn block(&mut self, walk: &mut Walk, body: &[Instr]) {
        for instr in body {
            if self.events.len() > MAX_EVENTS {
                self.too_large.get_or_insert(instr.span);
                return;
            }
            self.instr(walk, instr);
        }
    }

    fn instr(&mut self, walk: &mut Walk, instr: &Instr) {
        match &instr.kind {
            InstrKind::Load { dest, access } => {
                let template = self.template(walk, access, instr.span);
                let guard = self.guard(walk);
                let value = self.reads(walk, &template, guard, access.ordering).1;
                self.write_register(walk, Some(*dest), value);
            }
            InstrKind::Store { value, access } => {
                let template = self.template(walk, access, instr.span);
                let guard = self.guard(walk);
                let value = self.value(walk, value);
                self.split(walk, &template, guard, access.ordering, |_, _| (EventKind::Write, value));
            }
            InstrKind::Rmw { dest, op, value, access } => {
                let template = self.template(walk, access, instr.span);
                let guard = self.guard(walk);
                let operand = self.value(walk, value);
                let (reads, old) = self.reads(walk, &template, guard, access.ordering);
                let new = self.exprs.rmw(*op, old, operand);
                self.rmw_writes(walk, &template, guard, &reads, new);
                self.write_register(walk, *dest, old);
            }
            InstrKind::Cmpxchg { .. } => self.cmpxchg(walk, instr),
            InstrKind::Fence { scope, ordering, tags } => {
                let fence = self.plain_event(walk, EventKind::Fence, instr.span);
                self.events[fence].ordering = Some(*ordering);
                self.events[fence].scope = *scope;
                self.events[fence].tags = tags.clone();
            }
            InstrKind::Barrier(kind) => self.barrier(walk, *kind, instr.span),
            InstrKind::Assign { dest, value } => {
                let value = self.value(walk, value);
                self.write_register(walk, Some(*dest), value);
            }
            InstrKind::If { condition, then, otherwise } => {
                let condition = self.condition(walk, condition, instr.span);
                self.branch(
                    walk,
                    condition,
                    |this, walk| this.block(walk, then),
                    |this, walk| this.block(walk, otherwise),
                );
            }
            InstrKind::Loop { condition, at_least_once, unroll, body } => {
                if *at_least_once {
                    self.block(walk, body);
                }
                let turns = unroll - u32::from(*at_least_once);
                self.turns(walk, condition, turns, body, instr.span);
            }
        }
    }

    /// `turns` more turns of a loop whose condition is checked first; a turn beyond that cuts the execution.
    fn turns(&mut self, walk: &mut Walk, condition: &Value, turns: u32, body: &[Instr], span: Span) {
        let taken = self.condition(walk, condition, span);
        if turns == 0 {
            let guard = self.guard(walk);
            let cut = self.exprs.and(guard, taken);
            walk.cut = self.exprs.or(walk.cut, cut);
        } else if self.too_large.is_none() {
            let again = |this: &mut Self, walk: &mut Walk| {
                this.block(walk, body);
                this.turns(walk, condition, turns - 1, body, span);
            };
            self.branch(walk, taken, again, |_, _| ());
        }
        // What follows a loop is executed only if it ends.
        walk.control.extend(self.exprs.reads(taken));
    }

    fn branch(
        &mut self,
        walk: &mut Walk,
        condition: ExprId,
        then: impl FnOnce(&mut Self, &mut Walk),
        otherwise: impl FnOnce(&mut Self, &mut Walk),
    ) {
        let (path, before) = (walk.path, walk.registers.clone());
        let control = walk.control.clone();
        walk.control.extend(self.exprs.reads(condition));
        walk.path = self.exprs.and(path, condition);
        if !self.exprs.is_truth(condition, false) {
            then(self, walk);
        }
        let taken = std::mem::replace(&mut walk.registers, before);
        let negated = self.exprs.not(condition);
        walk.path = self.exprs.and(path, negated);
        if !self.exprs.is_truth(condition, true) {
            otherwise(self, walk);
        }
        for (other, then) in walk.registers.iter_mut().zip(taken) {
            let value = self.exprs.ite(condition, then.0, other.0);
            let written = self.exprs.ite(condition, then.1, other.1);
            *other = (value, written);
        }
        walk.path = path;
        walk.control = control;
    }

    fn condition(&mut self, walk: &Walk, condition: &Value, span: Span) -> ExprId {
        let condition = self.value(walk, condition);
        let guard = self.guard(walk);
        self.branches.push(Branch { guard, condition, span });
        condition
    }

    /// Whether an instruction here is executed.
    fn guard(&mut self, walk: &Walk) -> ExprId {
        let uncut = self.exprs.not(walk.cut);
        self.exprs.and(walk.path, uncut)
    }

    fn write_register(&mut self, walk: &mut Walk, dest: Option<RegId>, value: ExprId) {
        if let Some(dest) = dest {
            walk.registers[dest] = (value, self.exprs.truth(true));
        }
    }

    fn value(&mut self, walk: &Walk, value: &Value) -> ExprId {
        match &value.kind {
            ValueKind::Int(int) => self.exprs.constant(value.ty, *int),
            ValueKind::Object(object) => self.exprs.constant(Type::Ptr, *object as u64),
            ValueKind::Register(register) => walk.registers[*register].0,
            ValueKind::Unary(op, a) => {
                let a = self.value(walk, a);
                self.exprs.unary(*op, a)
            }
            ValueKind::Binary(op, a, b) => {
                let (a, b) = (self.value(walk, a), self.value(walk, b));
                self.exprs.binary(*op, a, b)
            }
            ValueKind::Select(parts) => {
                let [c, a, b] = [0, 1, 2].map(|part| self.value(walk, &parts[part]));
                self.exprs.ite(c, a, b)
            }
            ValueKind::Cast(op, a) => {
                let a = self.value(walk, a);
                self.exprs.cast(*op, a, value.ty)
            }
        }
    }

    fn template<'a>(&mut self, walk: &Walk, access: &'a Access, span: Span) -> Template<'a> {
        Template { access, address: self.value(walk, &access.pointer), span }
    }

    /// A read event for each space that may be reached, and the value read.
    fn reads(
        &mut self,
        walk: &Walk,
        template: &Template<'_>,
        guard: ExprId,
        ordering: Option<Ordering>,
    ) -> (Vec<EventId>, ExprId) {
        let ty = template.access.ty;
        let read = |this: &mut Self, event| (EventKind::Read, this.exprs.read(ty, event));
        let reads = self.split(walk, template, guard, ordering, read);
        let mut value = None;
        for &event in &reads {
            let this = self.exprs.read(ty, event);
            value = Some(match value {
                None => this,
                Some(rest) => self.exprs.ite(self.events[event].guard, this, rest),
            });
        }
        let value = value.unwrap_or_else(|| self.exprs.constant(ty, 0));
        (reads, value)
    }

    fn rmw_writes(&mut self, walk: &Walk, template: &Template<'_>, guard: ExprId, reads: &[EventId], new: ExprId) {
        let ordering = template.access.ordering;
        let writes = self.split(walk, template, guard, ordering, |_, _| (EventKind::Write, new));
        for (&read, &write) in reads.iter().zip(&writes) {
            self.events[read].rmw = Some(write);
            self.events[write].rmw = Some(read);
        }
    }

    /// A compare-and-swap is a read, and a write where the value matched. Where the failure ordering differs in what it means
    /// for the read, success and failure have reads of their own, chosen by a free choice that the value read must bear out.
    fn cmpxchg(&mut self, walk: &mut Walk, instr: &Instr) {
        let InstrKind::Cmpxchg { dest, success, weak, expected, new, access, failure } = &instr.kind else { return };
        let template = self.template(walk, access, instr.span);
        let guard = self.guard(walk);
        let expected = self.value(walk, expected);
        let new = self.value(walk, new);
        let meaning = |ordering: Ordering| (ordering.is_acquire(), ordering == Ordering::SeqCst);
        let (reads, old, stored) = if access.ordering.map(meaning) == Some(meaning(*failure)) {
            let (reads, old) = self.reads(walk, &template, guard, access.ordering);
            let matched = self.exprs.equal(old, expected);
            let stored = if *weak { self.free_choice_and(matched) } else { matched };
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
            if !*weak {
                let unmatched = self.exprs.not(matched);
                self.requirements.push(Requirement { guard: failure_guard, holds: unmatched });
            }
            (reads, old, self.exprs.and(choice, matched))
        };
        let write_guard = self.exprs.and(guard, stored);
        let control = walk.control.clone();
        walk.control.extend(&reads);
        self.rmw_writes(walk, &template, write_guard, &reads, new);
        walk.control = control;
        self.write_register(walk, *dest, old);
        self.write_register(walk, *success, stored);
    }

    fn free_choice(&mut self) -> ExprId {
        self.choices += 1;
        self.exprs.choice(self.choices - 1)
    }

    fn free_choice_and(&mut self, other: ExprId) -> ExprId {
        let choice = self.free_choice();
        self.exprs.and(choice, other)
    }

    /// One event for each address space that an access may reach.
    fn split(
        &mut self,
        walk: &Walk,
        template: &Template<'_>,
        guard: ExprId,
        ordering: Option<Ordering>,
        what: impl Fn(&mut Self, EventId) -> (EventKind, ExprId),
    ) -> Vec<EventId> {
        let access = template.access;
        let groups: Vec<(AddressSpace, Vec<ObjectId>)> = access.may.clone();
        let alone = groups.len() == 1;
        let mut made = Vec::new();
        for (space, may) in groups {
            let reached = if alone { self.exprs.truth(true) } else { self.one_of(template.address, &may) };
            let guard = self.exprs.and(guard, reached);
            let id = self.events.len();
            let (kind, value) = what(self, id);
            let dependencies = [self.exprs.reads(template.address), self.exprs.reads(value), walk.control.clone()];
            let dependencies = if kind == EventKind::Read {
                let [address, _, control] = dependencies;
                [address, vec![], control]
            } else {
                dependencies
            };
            let ordering = ordering.filter(|_| space.has_atomics());
            self.events.push(Event {
                thread: Some(walk.thread),
                kind,
                guard,
                access: Some(Label {
                    address: template.address,
                    may,
                    value,
                    ty: access.ty,
                    space,
                    named_space: access.space,
                }),
                ordering,
                scope: clamp(access.scope, space),
                tags: access.tags.clone(),
                volatile: access.volatile,
                nontemporal: access.nontemporal,
                rmw: None,
                dependencies,
                span: template.span,
            });
            made.push(id);
        }
        made
    }

    /// Whether an address is one of these objects'.
    fn one_of(&mut self, address: ExprId, objects: &[ObjectId]) -> ExprId {
        let mut any = self.exprs.truth(false);
        for &object in objects {
            let object = self.exprs.constant(Type::Ptr, object as u64);
            let equal = self.exprs.equal(address, object);
            any = self.exprs.or(any, equal);
        }
        any
    }

    /// An event that accesses no memory.
    fn plain_event(&mut self, walk: &Walk, kind: EventKind, span: Span) -> EventId {
        let guard = self.guard(walk);
        self.events.push(Event {
            thread: Some(walk.thread),
            kind,
            guard,
            access: None,
            ordering: None,
            scope: SyncScope::SYSTEM,
            tags: TagSet::default(),
            volatile: false,
            nontemporal: false,
            rmw: None,
            dependencies: [vec![], vec![], walk.control.clone()],
            span,
        });
        self.events.len() - 1
    }

    fn barrier(&mut self, walk: &mut Walk, kind: BarrierKind, span: Span) {
        if kind != BarrierKind::Wait {
            let arrive = self.plain_event(walk, EventKind::Arrive, span);
            walk.barriers.arrives.push(arrive);
        }
        if kind != BarrierKind::Signal {
            let wait = self.plain_event(walk, EventKind::Wait, span);
            walk.barriers.waits.push(wait);
        }
    }

    /// The n-th arrive of a thread takes part in the n-th wait of the others of its workgroup (LLVM 24,
    /// AMDGPUExecutionSynchronization, Execution Model, and s_barrier: one barrier object a workgroup).
    fn meetings(&mut self, program: &Program, barriers: &[Barriers]) -> Vec<(EventId, EventId, ExprId)> {
        let arrives: Vec<_> = barriers.iter().map(|thread| self.numbered(&thread.arrives)).collect();
        let waits: Vec<_> = barriers.iter().map(|thread| self.numbered(&thread.waits)).collect();
        let mut meetings = Vec::new();
        let pairs = (0..barriers.len()).cartesian_product(0..barriers.len());
        for (a, w) in pairs.filter(|&(a, w)| a != w && program.share(a, w, Level::Workgroup)) {
            for ((arrive, before_arrive), (wait, before_wait)) in arrives[a].iter().cartesian_product(&waits[w]) {
                let mut met = self.exprs.truth(false);
                for (&x, &y) in before_arrive.iter().zip(before_wait) {
                    let both = self.exprs.and(x, y);
                    met = self.exprs.or(met, both);
                }
                meetings.push((*arrive, *wait, met));
            }
        }
        meetings
    }

    /// With each event, for n = 0, 1, …: whether n of the events before it are executed.
    fn numbered(&mut self, events: &[EventId]) -> Vec<(EventId, Vec<ExprId>)> {
        let mut counts = vec![self.exprs.truth(true)];
        let mut result = Vec::new();
        for &event in events {
            result.push((event, counts.clone()));
            let executed = self.events[event].guard;
            let skipped = self.exprs.not(executed);
            let falsehood = self.exprs.truth(false);
            counts.push(falsehood);
            for n in (0..counts.len()).rev() {
                let stay = self.exprs.and(counts[n], skipped);
                let from = if n == 0 { falsehood } else { counts[n - 1] };
                let step = self.exprs.and(from, executed);
                counts[n] = self.exprs.or(stay, step);
            }
        }
        result
    }
}

/// A scope wider than workgroup means workgroup on LDS (LLVM 24, AMDGPU user guide, Memory Model).
fn clamp(scope: SyncScope, space: AddressSpace) -> SyncScope {
    if space == AddressSpace::Local { SyncScope { level: scope.level.min(Level::Workgroup), ..scope } } else { scope }
}
