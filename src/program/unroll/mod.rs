//! Control flow to events: each thread is run once with symbolic values, loops as often as they are unrolled.

mod accesses;
mod barriers;

use super::event::{Event, EventKind, Label};
use super::expr::{ExprId, Exprs};
use super::ir::*;
use super::structure::{Branch, EventStructure, FinalRegister, Requirement, Step};
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::{Diagnostic, Span};
use barriers::Barriers;
use index_vec::IndexVec;
use std::collections::BTreeSet;
use std::sync::Arc;

/// More events than this are refused.
const MAX_EVENTS: usize = 400;

/// The event structure of a program.
///
/// # Errors
/// When the program unrolls to more events than the engines are made for.
pub fn unroll(program: Arc<Program>) -> Result<EventStructure, Box<Diagnostic>> {
    let mut exprs = Exprs::default();
    let falsehood = exprs.truth(false);
    let mut unroller = Unroller {
        events: IndexVec::new(),
        exprs,
        requirements: Vec::new(),
        branches: Vec::new(),
        registers: Vec::new(),
        choices: 0,
        steps: Vec::new(),
        exceeds_bound: falsehood,
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
    let meetings = unroller.meetings(&program, &barriers);
    Ok(EventStructure {
        program,
        events: unroller.events,
        exprs: unroller.exprs,
        requirements: unroller.requirements,
        exceeds_bound: unroller.exceeds_bound,
        branches: unroller.branches,
        registers: unroller.registers,
        meetings,
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
    exceeds_bound: ExprId,
    too_large: Option<Span>,
}

/// Whether a block only reads memory, and each of its iterations does so whatever the ones before it found. Leaving such an iteration out leaves an
/// execution with the same final state; one before the last may still be needed to show a race.
fn only_reads(body: &[Instr]) -> bool {
    let mut later: BTreeSet<RegId> = body.iter().filter_map(written).collect();
    body.iter().all(|instr| {
        let uses = match &instr.kind {
            InstrKind::Load { access, .. } => registers(&access.pointer),
            InstrKind::Assign { value, .. } => registers(value),
            InstrKind::Fence { .. } => BTreeSet::new(),
            InstrKind::Store { .. }
            | InstrKind::Rmw { .. }
            | InstrKind::Cmpxchg(_)
            | InstrKind::Barrier(_)
            | InstrKind::Asm(_)
            | InstrKind::If { .. }
            | InstrKind::Loop { .. } => return false,
        };
        let fresh = uses.is_disjoint(&later);
        if let Some(register) = written(instr) {
            later.remove(&register);
        }
        fresh
    })
}

fn written(instr: &Instr) -> Option<RegId> {
    match &instr.kind {
        InstrKind::Load { dest, .. } | InstrKind::Assign { dest, .. } => Some(*dest),
        // A fence writes no register; a block with one of the others does more than read, and is not asked further.
        InstrKind::Store { .. }
        | InstrKind::Rmw { .. }
        | InstrKind::Cmpxchg(_)
        | InstrKind::Fence { .. }
        | InstrKind::Barrier(_)
        | InstrKind::Asm(_)
        | InstrKind::If { .. }
        | InstrKind::Loop { .. } => None,
    }
}

fn registers(value: &Value) -> BTreeSet<RegId> {
    match &value.kind {
        ValueKind::Int(_) | ValueKind::Object(_) => BTreeSet::new(),
        ValueKind::Register(register) => [*register].into(),
        ValueKind::Unary(_, a) | ValueKind::Cast(_, a) => registers(a),
        ValueKind::Binary(_, a, b) => &registers(a) | &registers(b),
        ValueKind::Select(parts) => parts.iter().flat_map(registers).collect(),
    }
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
    /// The reads that decide whether what comes next is executed.
    control: Vec<EventId>,
    barriers: Barriers,
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
            control: Vec::new(),
            barriers: Barriers::default(),
        };
        self.block(&mut walk, &program.threads[thread].body);
        // A thread whose loop exceeds its bound has no final registers: what comes after the loop is not executed.
        let within_bound = self.exprs.not(walk.exceeds_bound);
        for (register, (value, written)) in walk.registers.into_iter_enumerated() {
            let written = self.exprs.and(written, within_bound);
            self.registers.push(FinalRegister { thread, register, value, written });
        }
        self.exceeds_bound = self.exprs.or(self.exceeds_bound, walk.exceeds_bound);
        walk.barriers
    }

    fn block(&mut self, walk: &mut Walk, body: &[Instr]) {
        for instr in body {
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
            let is_machine_code = matches!(instr.kind, InstrKind::Asm(_));
            if self.steps.len() == at && (is_machine_code || self.events.next_idx() > first) {
                self.step(walk, instr, guard, first, compared);
            }
        }
    }

    /// The reads that the value to compare with depends on.
    fn compared(&mut self, walk: &Walk, instr: &Instr) -> Vec<EventId> {
        let InstrKind::Cmpxchg(operation) = &instr.kind else { return Vec::new() };
        let expected = self.value(walk, &operation.expected);
        self.exprs.reads(expected)
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
            InstrKind::Cmpxchg(operation) => self.cmpxchg(walk, operation, instr.span),
            InstrKind::Fence { scope, ordering, tags, .. } => {
                let fence = self.plain_event(walk, EventKind::Fence, instr.span);
                self.events[fence].ordering = Some(*ordering);
                self.events[fence].scope = *scope;
                self.events[fence].written_level = scope.level;
                self.events[fence].tags = tags.clone();
            }
            InstrKind::Asm(_) => {}
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
                let iterations = unroll - u32::from(*at_least_once);
                // Of a loop that only reads again, two iterations show all there is: the others could be left out.
                let spins = *unroll >= 2 && only_reads(body);
                self.iterate(walk, condition, iterations, body, (instr.span, spins));
            }
        }
    }

    /// Unrolls `iterations` more of a loop whose condition is checked first. One beyond that exceeds the bound, or, of a loop that
    /// spins, is not taken.
    fn iterate(
        &mut self,
        walk: &mut Walk,
        condition: &Value,
        iterations: u32,
        body: &[Instr],
        (span, spins): (Span, bool),
    ) {
        let taken = self.condition(walk, condition, span);
        if iterations == 0 && spins {
            let (guard, holds) = (self.guard(walk), self.exprs.not(taken));
            self.requirements.push(Requirement { guard, holds });
        } else if iterations == 0 {
            let guard = self.guard(walk);
            let beyond = self.exprs.and(guard, taken);
            walk.exceeds_bound = self.exprs.or(walk.exceeds_bound, beyond);
        } else if self.too_large.is_none() {
            let again = |this: &mut Self, walk: &mut Walk| {
                this.block(walk, body);
                this.iterate(walk, condition, iterations - 1, body, (span, spins));
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
        self.steps.push(Step { thread: walk.thread, guard, uses: self.exprs.reads(condition), instr: None });
        condition
    }

    /// Whether an instruction here is executed.
    fn guard(&mut self, walk: &Walk) -> ExprId {
        let within_bound = self.exprs.not(walk.exceeds_bound);
        self.exprs.and(walk.path, within_bound)
    }

    fn write_register(&mut self, walk: &mut Walk, dest: Option<RegId>, value: ExprId) {
        if let Some(dest) = dest {
            walk.registers[dest] = (value, self.exprs.truth(true));
        }
    }

    fn value(&mut self, walk: &Walk, value: &Value) -> ExprId {
        match &value.kind {
            ValueKind::Int(int) => self.exprs.constant(value.ty, *int),
            ValueKind::Object(object) => self.exprs.constant(Type::Ptr, object.address()),
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

    /// An event that accesses no memory.
    fn plain_event(&mut self, walk: &Walk, kind: EventKind, span: Span) -> EventId {
        let guard = self.guard(walk);
        let dependencies = [vec![], vec![], walk.control.clone()];
        self.events.push(Event { dependencies, ..Event::new(Some(walk.thread), kind, guard, span) })
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::source::Source;

    /// Whether executions of a loop with this body cannot exceed its bound.
    fn is_bounded(body: &str) -> bool {
        let text = format!(
            "litmus t \"t\" memory {{ global x: i32 = 0 }}
            thread P0 @ agent 0, workgroup 0, wavefront 0 {{ r0 = 0 r1 = 0 do {{ {body} }} while r0 == 0 unroll 2 }}
            exists (x = 1)"
        );
        let structure = crate::load::event_structure(&Source::new("t.litmus", text)).expect("well formed");
        structure.exprs.as_const(structure.exceeds_bound) == Some(0)
    }

    /// Two iterations show all that a loop can do which only reads again.
    #[test]
    fn loops_that_only_read_again_are_bounded() {
        let read = "r0 = load atomic i32, x monotonic";
        assert!(is_bounded(read));
        assert!(is_bounded(&format!("{read} fence acquire r1 = r0 + 1")));
        for other in ["store atomic i32 1, x monotonic", "r1 = atomicrmw add x, i32 1 monotonic", "s.barrier"] {
            assert!(!is_bounded(&format!("{read} {other}")), "{other}");
        }
        // What the iteration before found is kept.
        assert!(!is_bounded(&format!("r1 = r0 {read}")));
        assert!(!is_bounded(&format!("r1 = select(r0 == 0, r1, 1) {read}")));
        assert!(!is_bounded(&format!("{read} r1 = r1 + r0")));
    }
}
