//! Control flow to events: each thread is run once with symbolic values, loops as often as they are unrolled.

mod accesses;
mod awaits;
mod barriers;
mod cluster_ends;
mod dma;
mod loops;
mod packets;
mod phase_ends;
mod phases;
mod words;

use super::barrier::BarrierObject;
use super::event::{Event, EventKind, Label};
use super::expr::{ExprId, Exprs};
use super::halves;
use super::ir::*;
use super::structure::{Branch, Conditional, Endless, EventStructure, FinalRegister, Requirement, Step, Unrolling};
use crate::allowance;
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::{Diagnostic, Span};
use barriers::Barriers;
use cluster_ends::End;
use dma::Asyncmarks;
use index_vec::IndexVec;
use loops::Loop;
use phases::Operation;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// More events than this are refused.
const MAX_EVENTS: usize = 400;

/// The event structure of a program.
///
/// # Errors
/// When the program unrolls to more events than the engines are made for.
pub fn unroll(program: Arc<Program>, unrolling: Unrolling) -> Result<EventStructure, Box<Diagnostic>> {
    let mut exprs = Exprs::default();
    let falsehood = exprs.truth(false);
    let alternate = halves::alternate(&program);
    let mut unroller = Unroller {
        events: IndexVec::new(),
        exprs,
        requirements: Vec::new(),
        branches: Vec::new(),
        registers: Vec::new(),
        choices: 0,
        steps: Vec::new(),
        program: program.clone(),
        unrolling,
        with_bounds: loops::with_bounds(&program),
        waits: falsehood,
        exceeds_bound: falsehood,
        hangs: falsehood,
        endless: Vec::new(),
        awaits: false,
        fails: Vec::new(),
        is_assumed: false,
        submitted: BTreeMap::new(),
        operations: Vec::new(),
        ends_of_threads: Vec::new(),
        asks_first: barriers::asks_first(&program),
        waits_at_objects: barriers::waits_at_objects(&program, &alternate),
        alternate,
        untold: Vec::new(),
        completions: Vec::new(),
        too_large: None,
    };
    unroller.initial_writes(&program);
    let barriers: IndexVec<ThreadId, Barriers> =
        program.threads.indices().map(|thread| unroller.thread(&program, thread)).collect();
    if let Some(span) = unroller.too_large {
        let message = format!("more than {MAX_EVENTS} events");
        let diagnostic = Diagnostic::new(&program.source, span, message, "unrolled to here");
        return Err(Box::new(diagnostic.help("unroll less, or split the test")));
    }
    // What a thread awaits forever comes, unless another exceeds its bound before.
    unroller.require_that(unroller.waits, unroller.exceeds_bound);
    unroller.choose_ends_in_clusters(&program);
    let mut phases = unroller.phases(&program);
    unroller.meet_in_workgroups(&program, &barriers, &mut phases);
    unroller.block_waits(&program, &barriers);
    unroller.block_launches(&program, &barriers);
    Ok(EventStructure {
        program,
        unrolling,
        events: unroller.events,
        exprs: unroller.exprs,
        requirements: unroller.requirements,
        exceeds_bound: unroller.exceeds_bound,
        hangs: unroller.hangs,
        endless: unroller.endless,
        awaits: unroller.awaits,
        is_assumed: unroller.is_assumed,
        branches: unroller.branches,
        registers: unroller.registers,
        meetings: phases.meetings,
        barrier_order: phases.order,
        barrier_faults: phases.faults,
        completions: unroller.completions,
        untold: unroller.untold,
        submitted: unroller.submitted,
        choices: unroller.choices,
        steps: unroller.steps,
    })
}

struct Unroller {
    events: IndexVec<EventId, Event>,
    exprs: Exprs,
    requirements: Vec<Requirement>,
    branches: Vec<Branch>,
    registers: Vec<FinalRegister>,
    choices: u32,
    steps: Vec<Step>,
    program: Arc<Program>,
    unrolling: Unrolling,
    /// The threads that may exceed their bounds.
    with_bounds: BTreeSet<ThreadId>,
    /// Whether a thread still awaits something.
    waits: ExprId,
    exceeds_bound: ExprId,
    hangs: ExprId,
    endless: Vec<Endless>,
    /// Whether loops have a failed turn before one that is repeated forever.
    fails: Vec<ExprId>,
    /// Whether something is awaited in a loop.
    awaits: bool,
    is_assumed: bool,
    submitted: BTreeMap<EventId, u32>,
    completions: Vec<Conditional>,
    /// Values that no text tells.
    untold: Vec<ExprId>,
    /// What is done with barrier objects, thread by thread in program order.
    operations: Vec<Operation>,
    /// The ends of threads whose clusters have barriers.
    ends_of_threads: Vec<End>,
    /// The barrier objects of which somebody asks who is the first to arrive.
    asks_first: BTreeSet<BarrierObject>,
    /// Whether there are waits at barrier objects, which may never end.
    waits_at_objects: bool,
    /// By thread, whether signals and waits alternate at the barrier of its workgroup.
    alternate: IndexVec<ThreadId, bool>,
    too_large: Option<Span>,
}

/// A thread as far as it is unrolled.
struct Walk {
    thread: ThreadId,
    /// Each register's value and whether it is written.
    registers: IndexVec<RegId, (ExprId, ExprId)>,
    /// Whether the branches that lead here are taken.
    path: ExprId,
    /// Whether a loop of this thread would need more iterations than it is unrolled.
    exceeds_bound: ExprId,
    /// Whether a loop of this thread still awaits something, which may come after another thread has exceeded its bound.
    waits: ExprId,
    /// Whether this thread hangs before: in a loop, or at a barrier that a thread in a loop does not reach.
    hangs: ExprId,
    /// Whether what comes here is repeated forever.
    is_endless: bool,
    /// The reads that decide whether what comes next is executed, as branches that lead here are taken.
    branches: Vec<EventId>,
    /// The reads that decide whether what comes next is executed, as loops before have ended.
    ended: BTreeSet<EventId>,
    barriers: Barriers,
    asyncmarks: Asyncmarks,
}

/// A branch that a walk takes one side of, and then the other.
struct Fork {
    condition: ExprId,
    /// The path that leads to it.
    path: ExprId,
    /// The registers on the side that is not walked.
    registers: IndexVec<RegId, (ExprId, ExprId)>,
    /// How many reads decide whether it is come to.
    branches: usize,
}

impl Walk {
    /// The reads that decide whether what comes next is executed.
    fn control(&self) -> Vec<EventId> {
        self.branches.iter().chain(&self.ended).copied().collect()
    }

    /// What comes next is executed only as a loop ends, which these reads decide.
    fn ended(&mut self, decisive: BTreeSet<EventId>) {
        self.ended.extend(decisive);
    }
}

impl Unroller {
    fn initial_writes(&mut self, program: &Program) {
        for (id, object) in program.objects.iter_enumerated() {
            let guard = self.exprs.truth(true);
            let label = Label {
                address: self.exprs.constant(Type::Ptr, id.address()),
                may: vec![id],
                value: self.exprs.constant(object.ty, object.init),
                ty: object.ty,
                space: object.space,
                named_space: object.space,
            };
            self.events.push(Event { access: Some(label), ..Event::new(None, EventKind::Write, guard, object.span) });
        }
    }

    fn thread(&mut self, program: &Program, thread: ThreadId) -> Barriers {
        let falsehood = self.exprs.truth(false);
        let registers = &program.threads[thread].registers;
        let mut walk = Walk {
            thread,
            registers: registers.iter().map(|register| (self.exprs.constant(register.ty, 0), falsehood)).collect(),
            path: self.exprs.truth(true),
            exceeds_bound: falsehood,
            waits: falsehood,
            hangs: falsehood,
            is_endless: false,
            branches: Vec::new(),
            ended: BTreeSet::new(),
            barriers: Barriers::default(),
            asyncmarks: Asyncmarks::default(),
        };
        self.block(&mut walk, &program.threads[thread].body);
        // A thread that hangs, or whose loop exceeds its bound or awaits, has no final registers: what comes after is not executed.
        let (within_bound, ends) = (self.within_bound(&walk), self.exprs.not(walk.hangs));
        let within_bound = self.exprs.and(within_bound, ends);
        for (register, (value, written)) in walk.registers.into_iter_enumerated() {
            if registers[register].of == Executor::PacketProcessor {
                continue;
            }
            let written = self.exprs.and(written, within_bound);
            self.registers.push(FinalRegister { thread, register, value, written });
        }
        self.exceeds_bound = self.exprs.or(self.exceeds_bound, walk.exceeds_bound);
        self.waits = self.exprs.or(self.waits, walk.waits);
        walk.barriers.hangs = Some(walk.hangs);
        walk.barriers
    }

    fn block(&mut self, walk: &mut Walk, body: &[Instr]) {
        for instr in body {
            allowance::spend(32);
            if self.events.len() > MAX_EVENTS {
                self.too_large.get_or_insert(instr.span);
                return;
            }
            let guard = self.guard(walk);
            let first = self.events.next_idx();
            // Blocks and assignments have no events of their own: a block's instructions have had their steps.
            let at = self.steps.len();
            let compared = self.compared(walk, instr);
            self.instr(walk, instr);
            // The barrier that does nothing has no events, and code all the same.
            let has_code = matches!(instr.kind, InstrKind::Asm(_) | InstrKind::Barrier(_));
            if self.steps.len() == at && (has_code || self.events.next_idx() > first) {
                self.step(walk, instr, guard, first, compared);
            }
        }
    }

    /// The reads that the value to compare with depends on.
    fn compared(&mut self, walk: &Walk, instr: &Instr) -> Vec<EventId> {
        let InstrKind::Cmpxchg(operation) = &instr.kind else { return Vec::new() };
        let expected = self.value(walk, &operation.expected);
        self.exprs.reads(expected).to_vec()
    }

    /// The step of an instruction whose events begin with `first`.
    fn step(&mut self, walk: &Walk, instr: &Instr, guard: ExprId, first: EventId, mut uses: Vec<EventId>) {
        let events = first..self.events.next_idx();
        for event in &self.events[events.clone()] {
            let [address, value, _] = &event.dependencies;
            uses.extend(address.iter().chain(value).filter(|&read| !events.contains(read)));
        }
        uses.sort_unstable();
        uses.dedup();
        self.steps.push(Step { thread: walk.thread, guard, uses, instr: Some((instr.clone(), events)) });
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
                self.split(walk, &template, guard, access.ordering, Some(value));
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
            InstrKind::Cmpxchg(operation) => self.cmpxchg(walk, operation, instr.span),
            InstrKind::Fence { scope, ordering, tags, .. } => {
                let fence = self.plain_event(walk, EventKind::Fence, instr.span);
                self.events[fence].ordering = Some(*ordering);
                self.events[fence].scope = *scope;
                self.events[fence].written_level = scope.level;
                self.events[fence].tags = tags.clone();
            }
            InstrKind::Dma(operation) => self.dma(walk, operation, instr.span),
            InstrKind::Asyncmark => self.asyncmark(walk),
            InstrKind::WaitAsyncmark { kept, .. } => self.wait_asyncmark(walk, *kept, instr.span),
            InstrKind::Asm(_) => {}
            InstrKind::Barrier(barrier) => self.barrier(walk, *barrier, instr.span),
            InstrKind::Packet(boundary) => self.packet(walk, *boundary, instr.span),
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
            InstrKind::Call(body) => self.call(walk, body),
            InstrKind::Loop { condition, at_least_once, unroll, body } => {
                let (at_least_once, bound) = (*at_least_once, *unroll);
                self.repeat(walk, &Loop { condition, at_least_once, bound, body, span: instr.span });
            }
        }
    }

    fn branch(
        &mut self,
        walk: &mut Walk,
        condition: ExprId,
        then: impl FnOnce(&mut Self, &mut Walk),
        otherwise: impl FnOnce(&mut Self, &mut Walk),
    ) {
        let mut fork = self.fork(walk, condition);
        if !self.exprs.is_truth(condition, false) {
            then(self, walk);
        }
        self.other_side(walk, &mut fork);
        if !self.exprs.is_truth(condition, true) {
            otherwise(self, walk);
        }
        self.join(walk, fork);
    }

    /// Goes on with what is executed where the condition holds.
    fn fork(&mut self, walk: &mut Walk, condition: ExprId) -> Fork {
        let fork =
            Fork { condition, path: walk.path, registers: walk.registers.clone(), branches: walk.branches.len() };
        walk.branches.extend(self.exprs.reads(condition));
        walk.path = self.exprs.and(walk.path, condition);
        fork
    }

    /// Goes on with what is executed where it does not; the fork keeps the registers of the first side.
    fn other_side(&mut self, walk: &mut Walk, fork: &mut Fork) {
        std::mem::swap(&mut walk.registers, &mut fork.registers);
        let negated = self.exprs.not(fork.condition);
        walk.path = self.exprs.and(fork.path, negated);
    }

    /// Goes on with what is executed after both sides, which does not depend on the condition, but on how loops in them end.
    fn join(&mut self, walk: &mut Walk, fork: Fork) {
        for (other, then) in walk.registers.iter_mut().zip(fork.registers) {
            let value = self.exprs.ite(fork.condition, then.0, other.0);
            let written = self.exprs.ite(fork.condition, then.1, other.1);
            *other = (value, written);
        }
        walk.path = fork.path;
        walk.branches.truncate(fork.branches);
    }

    fn condition(&mut self, walk: &Walk, condition: &Value, span: Span) -> ExprId {
        let condition = self.value(walk, condition);
        // What is known before is no decision.
        if self.exprs.as_const(condition).is_none() {
            let guard = self.guard(walk);
            self.branches.push(Branch { guard, condition, span });
            let uses = self.exprs.reads(condition).to_vec();
            self.steps.push(Step { thread: walk.thread, guard, uses, instr: None });
        }
        condition
    }

    /// Whether an instruction here is executed.
    fn guard(&mut self, walk: &Walk) -> ExprId {
        let within_bound = self.within_bound(walk);
        let comes_here = self.exprs.not(walk.hangs);
        let reached = self.exprs.and(within_bound, comes_here);
        self.exprs.and(walk.path, reached)
    }

    /// Whether no loop before has more turns than it is unrolled.
    fn within_bound(&mut self, walk: &Walk) -> ExprId {
        let stops = self.exprs.or(walk.exceeds_bound, walk.waits);
        self.exprs.not(stops)
    }

    fn write_register(&mut self, walk: &mut Walk, dest: Option<RegId>, value: ExprId) {
        if let Some(dest) = dest {
            walk.registers[dest] = (value, self.exprs.truth(true));
        }
    }

    fn value(&mut self, walk: &Walk, value: &Value) -> ExprId {
        evaluate(&mut self.exprs, value, &|register| walk.registers[register].0)
    }

    /// An event that accesses no memory.
    fn plain_event(&mut self, walk: &Walk, kind: EventKind, span: Span) -> EventId {
        let guard = self.guard(walk);
        let dependencies = [vec![], vec![], walk.control()];
        let endless = walk.is_endless;
        self.events.push(Event { dependencies, endless, ..Event::new(Some(walk.thread), kind, guard, span) })
    }
}

/// The expression that a value is, given those of registers.
fn evaluate(exprs: &mut Exprs, value: &Value, register: &impl Fn(RegId) -> ExprId) -> ExprId {
    match &value.kind {
        ValueKind::Int(int) => exprs.constant(value.ty, *int),
        ValueKind::Object(object) => exprs.constant(Type::Ptr, object.address()),
        ValueKind::Register(id) => register(*id),
        ValueKind::Unary(op, a) => {
            let a = evaluate(exprs, a, register);
            exprs.unary(*op, a)
        }
        ValueKind::Binary(op, a, b) => {
            let (a, b) = (evaluate(exprs, a, register), evaluate(exprs, b, register));
            exprs.binary(*op, a, b)
        }
        ValueKind::Select(parts) => {
            let [c, a, b] = [0, 1, 2].map(|part| evaluate(exprs, &parts[part], register));
            exprs.ite(c, a, b)
        }
        ValueKind::Cast(op, a) => {
            let a = evaluate(exprs, a, register);
            exprs.cast(*op, a, value.ty)
        }
    }
}
