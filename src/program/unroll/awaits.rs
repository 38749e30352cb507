//! Loops that await something: a turn that fails writes nothing and leaves no value behind, so that it is the last turn that matters. Leaving a failed turn
//! out of an execution leaves an execution that ends alike; one of them may still be needed to show a race.
//!
//! The idea is that of GenMC's spin-assume transformation and of Dartagnan's spin loops; a `cmpxchg` is no effect of a failed turn where the loop ends as it
//! stores, and so is anything else after which the loop ends.

use super::evaluate;
use crate::program::expr::{ExprId, Exprs, NodeKind, Operator};
use crate::program::ir::*;
use crate::syntax::litmus::ast::Type;
use index_vec::IndexVec;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;

/// Whether a loop that goes on while `condition` holds awaits something.
pub(super) fn is_await(registers: &IndexVec<RegId, Register>, condition: &Value, body: &[Instr]) -> bool {
    let mut turn = Turn::default();
    turn.collect(body);
    let ends = |place: &Instr, stores: Stores| ends_having_come(registers, condition, body, (place, stores));
    // What is written only where the loop then ends is as it was before in every turn that fails.
    turn.writers.retain(|_, places| !places.iter().all(|place| ends(place, Stores::Perhaps)));
    let Some(assigned) = turn.assigned(registers, body, BTreeSet::new()) else { return false };
    // What some paths alone write may stay behind.
    turn.writers.keys().all(|register| assigned.contains(register))
        && turn.swaps.iter().all(|place| ends(place, Stores::Yes))
        && turn.effects.iter().all(|place| ends(place, Stores::Perhaps))
}

/// What a turn may do. Its instructions are told apart by themselves: in a test of another language one place may be several.
#[derive(Default)]
struct Turn<'b> {
    /// The registers that it may write, and the instructions that do.
    writers: BTreeMap<RegId, Vec<&'b Instr>>,
    /// Its `cmpxchg`s.
    swaps: Vec<&'b Instr>,
    /// Its stores and read-modify-writes.
    effects: Vec<&'b Instr>,
}

impl<'b> Turn<'b> {
    fn collect(&mut self, body: &'b [Instr]) {
        for instr in body {
            match &instr.kind {
                InstrKind::Load { dest, .. } | InstrKind::Assign { dest, .. } => self.writes_one(*dest, instr),
                InstrKind::Cmpxchg(operation) => {
                    let written = operation.dest.iter().chain(&operation.success);
                    written.for_each(|&dest| self.writes_one(dest, instr));
                    self.swaps.push(instr);
                }
                InstrKind::Rmw { dest, .. } => {
                    dest.iter().for_each(|&dest| self.writes_one(dest, instr));
                    self.effects.push(instr);
                }
                InstrKind::Store { .. } => self.effects.push(instr),
                InstrKind::If { then, otherwise, .. } => {
                    self.collect(then);
                    self.collect(otherwise);
                }
                InstrKind::Loop { body, .. } | InstrKind::Call(body) => self.collect(body),
                // These are refused below, or write nothing.
                InstrKind::Fence { .. }
                | InstrKind::Dma(_)
                | InstrKind::Asyncmark
                | InstrKind::WaitAsyncmark { .. }
                | InstrKind::Barrier(_)
                | InstrKind::Packet(_)
                | InstrKind::Asm(_) => {}
            }
        }
    }

    fn writes_one(&mut self, register: RegId, place: &'b Instr) {
        self.writers.entry(register).or_default().push(place);
    }

    /// The registers that a turn writes on every path; `None` if it has an effect of another kind, or uses what an earlier turn may have written.
    fn assigned(
        &self,
        registers: &IndexVec<RegId, Register>,
        body: &[Instr],
        mut assigned: BTreeSet<RegId>,
    ) -> Option<BTreeSet<RegId>> {
        for instr in body {
            let is_fresh = |value: &Value, assigned: &BTreeSet<RegId>| {
                used(value).iter().all(|register| assigned.contains(register) || !self.writers.contains_key(register))
            };
            match &instr.kind {
                InstrKind::Load { dest, access } if is_fresh(&access.pointer, &assigned) => assigned.extend([*dest]),
                InstrKind::Assign { dest, value } if is_fresh(value, &assigned) => assigned.extend([*dest]),
                // What a wait for asyncmarks of an earlier turn has removed that of the last turn would.
                InstrKind::Fence { .. } | InstrKind::WaitAsyncmark { .. } => {}
                InstrKind::Store { value, access }
                    if [value, &access.pointer].iter().all(|value| is_fresh(value, &assigned)) => {}
                InstrKind::Rmw { dest, value, access, .. }
                    if [value, &access.pointer].iter().all(|value| is_fresh(value, &assigned)) =>
                {
                    assigned.extend(dest);
                }
                InstrKind::Cmpxchg(operation) => {
                    let Cmpxchg { dest, success, expected, new, access, .. } = &**operation;
                    if ![expected, new, &access.pointer].iter().all(|value| is_fresh(value, &assigned)) {
                        return None;
                    }
                    assigned.extend(dest.iter().chain(success));
                }
                InstrKind::If { condition, then, otherwise } if is_fresh(condition, &assigned) => {
                    let then = self.assigned(registers, then, assigned.clone())?;
                    let otherwise = self.assigned(registers, otherwise, assigned)?;
                    assigned = &then & &otherwise;
                }
                InstrKind::Call(body) => assigned = self.assigned(registers, body, assigned)?,
                InstrKind::Loop { condition, at_least_once, body, .. } if is_await(registers, condition, body) => {
                    let after = self.assigned(registers, body, assigned.clone())?;
                    let checked = if *at_least_once { &after } else { &assigned };
                    if !is_fresh(condition, checked) {
                        return None;
                    }
                    assigned = checked.clone();
                }
                InstrKind::Load { .. }
                | InstrKind::Assign { .. }
                | InstrKind::If { .. }
                | InstrKind::Loop { .. }
                | InstrKind::Store { .. }
                | InstrKind::Rmw { .. }
                | InstrKind::Dma(_)
                | InstrKind::Asyncmark
                | InstrKind::Barrier(_)
                | InstrKind::Packet(_)
                | InstrKind::Asm(_) => return None,
            }
        }
        Some(assigned)
    }
}

/// The registers that a value is made of.
fn used(value: &Value) -> BTreeSet<RegId> {
    match &value.kind {
        ValueKind::Int(_) | ValueKind::Object(_) => BTreeSet::new(),
        ValueKind::Register(register) => [*register].into(),
        ValueKind::Unary(_, a) | ValueKind::Cast(_, a) => used(a),
        ValueKind::Binary(_, a, b) => &used(a) | &used(b),
        ValueKind::Select(parts) => parts.iter().flat_map(used).collect(),
    }
}

/// Whether an instruction stores in a turn that comes to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stores {
    /// It is a `cmpxchg` that does.
    Yes,
    /// It is not known, or it is none.
    Perhaps,
}

/// Whether a loop does not go on after a turn that comes to an instruction of it.
fn ends_having_come(
    registers: &IndexVec<RegId, Register>,
    condition: &Value,
    body: &[Instr],
    (place, stores): (&Instr, Stores),
) -> bool {
    let mut abstraction = Abstract { exprs: Exprs::default(), unknowns: 0, place, stores, path: Vec::new() };
    let mut values = registers.iter().map(|register| abstraction.unknown(register.ty)).collect();
    abstraction.run(&mut values, body);
    let again = evaluate(&mut abstraction.exprs, condition, &|register| values[register]);
    abstraction.exprs.is_truth(again, false) || abstraction.is_excluded(again)
}

/// A turn that comes to an instruction, whatever it reads.
struct Abstract<'b> {
    exprs: Exprs,
    /// How many values are not known.
    unknowns: usize,
    place: &'b Instr,
    stores: Stores,
    /// What is true where it comes to the instruction.
    path: Vec<ExprId>,
}

impl Abstract<'_> {
    /// A value of which nothing is known: what some read finds.
    fn unknown(&mut self, ty: Type) -> ExprId {
        self.unknowns += 1;
        self.exprs.read(ty, EventId::from_usize(self.unknowns))
    }

    fn value(&mut self, values: &IndexVec<RegId, ExprId>, value: &Value) -> ExprId {
        evaluate(&mut self.exprs, value, &|register| values[register])
    }

    fn run(&mut self, values: &mut IndexVec<RegId, ExprId>, body: &[Instr]) {
        for instr in body {
            match &instr.kind {
                InstrKind::Load { dest, .. } | InstrKind::Rmw { dest: Some(dest), .. } => self.forget(values, *dest),
                InstrKind::Assign { dest, value } => values[*dest] = self.value(values, value),
                InstrKind::Cmpxchg(operation) => {
                    let Cmpxchg { dest, success, expected, .. } = &**operation;
                    let stores = self.stores == Stores::Yes && ptr::eq(instr, self.place);
                    let expected = self.value(values, expected);
                    if let Some(dest) = *dest {
                        values[dest] = if stores { expected } else { self.unknown(self.exprs.node(expected).ty) };
                    }
                    if let Some(success) = *success {
                        values[success] = if stores { self.exprs.truth(true) } else { self.unknown(BOOL) };
                    }
                }
                InstrKind::If { condition, then, otherwise } => self.branch(values, condition, then, otherwise),
                // Of an inner loop that awaits, the last turn.
                InstrKind::Loop { condition, at_least_once: false, body, .. } => {
                    self.branch(values, condition, body, &[]);
                }
                InstrKind::Loop { at_least_once: true, body, .. } | InstrKind::Call(body) => self.run(values, body),
                InstrKind::Rmw { dest: None, .. }
                | InstrKind::Store { .. }
                | InstrKind::Fence { .. }
                | InstrKind::Dma(_)
                | InstrKind::Asyncmark
                | InstrKind::WaitAsyncmark { .. }
                | InstrKind::Barrier(_)
                | InstrKind::Packet(_)
                | InstrKind::Asm(_) => {}
            }
        }
    }

    /// Whether what is true where it comes to the instruction says the opposite.
    fn is_excluded(&mut self, truth: ExprId) -> bool {
        let opposite = literal(&mut self.exprs, truth, false);
        let path = self.path.clone();
        path.into_iter().any(|known| literal(&mut self.exprs, known, true) == opposite)
    }

    fn forget(&mut self, values: &mut IndexVec<RegId, ExprId>, register: RegId) {
        let ty = self.exprs.node(values[register]).ty;
        values[register] = self.unknown(ty);
    }

    /// What registers hold where a condition holds or not: what it has equal to a number is that number.
    fn assume(&mut self, values: &mut IndexVec<RegId, ExprId>, condition: ExprId, holds: bool) {
        let (truth, is_true) = literal(&mut self.exprs, condition, holds);
        let (known, is) = match self.exprs.node(truth).kind {
            NodeKind::Op(Operator::Logic(LogicOp::And, a, b)) if is_true => {
                return [a, b].into_iter().for_each(|part| self.assume(values, part, true));
            }
            NodeKind::Op(Operator::Logic(LogicOp::Or, a, b)) if !is_true => {
                return [a, b].into_iter().for_each(|part| self.assume(values, part, false));
            }
            NodeKind::Op(Operator::Compare(CompareOp::Eq, a, b)) if is_true && self.is_number(b) => (a, b),
            NodeKind::Op(Operator::Compare(CompareOp::Eq, a, b)) if is_true && self.is_number(a) => (b, a),
            NodeKind::Const(_) | NodeKind::Read(_) | NodeKind::Choice(_) | NodeKind::Op(_) => {
                (truth, self.exprs.truth(is_true))
            }
        };
        values.iter_mut().filter(|value| **value == known).for_each(|value| *value = is);
    }

    fn is_number(&self, value: ExprId) -> bool {
        matches!(self.exprs.node(value).kind, NodeKind::Const(_))
    }

    /// The side with the instruction is the one taken.
    fn branch(&mut self, values: &mut IndexVec<RegId, ExprId>, condition: &Value, then: &[Instr], otherwise: &[Instr]) {
        let condition = self.value(values, condition);
        if contains(then, self.place) {
            self.path.push(condition);
            self.assume(values, condition, true);
            return self.run(values, then);
        }
        if contains(otherwise, self.place) {
            let not_taken = self.exprs.not(condition);
            self.path.push(not_taken);
            self.assume(values, condition, false);
            return self.run(values, otherwise);
        }
        let mut taken = values.clone();
        self.run(&mut taken, then);
        self.run(values, otherwise);
        for (other, then) in values.iter_mut().zip(taken) {
            *other = self.exprs.ite(condition, then, *other);
        }
    }
}

/// A truth value as one that is no negation, and whether it has to be true.
fn literal(exprs: &mut Exprs, truth: ExprId, is_true: bool) -> (ExprId, bool) {
    match exprs.node(truth).kind {
        NodeKind::Op(Operator::Unary(UnaryOp::Not, inner)) => literal(exprs, inner, !is_true),
        NodeKind::Op(Operator::Compare(CompareOp::Ne, a, b)) => (exprs.equal(a, b), !is_true),
        NodeKind::Const(_) | NodeKind::Read(_) | NodeKind::Choice(_) | NodeKind::Op(_) => (truth, is_true),
    }
}

fn contains(body: &[Instr], place: &Instr) -> bool {
    let is_within = |instr: &Instr| instr.kind.blocks().into_iter().any(|block| contains(block, place));
    body.iter().any(|instr| ptr::eq(instr, place) || is_within(instr))
}

#[cfg(test)]
mod tests {
    use crate::syntax::source::Source;

    /// Whether executions of a loop with this body, that goes on while this holds, cannot exceed its bound.
    fn is_bounded(body: &str, again: &str) -> bool {
        let text = format!(
            "litmus t \"t\" memory {{ global x: i32 = 0 }}
            thread P0 @ agent 0, workgroup 0, wavefront 0 {{
              r0 = 0 r1 = 0 ok = false do {{ {body} }} while {again} unroll 2
            }}
            exists (x = 1)"
        );
        let structure = crate::load::event_structure(&Source::new("t.litmus", text)).expect("well formed");
        structure.exprs.as_const(structure.exceeds_bound) == Some(0)
    }

    #[test]
    fn loops_that_only_read_again_await() {
        let read = "r0 = load atomic i32, x monotonic";
        let again = "r0 == 0";
        assert!(is_bounded(read, again));
        assert!(is_bounded(&format!("{read} fence acquire r1 = r0 + 1"), again));
        assert!(is_bounded(
            &format!("{read} if r0 != 0 {{ store i32 r0, x r1 = atomicrmw add x, i32 1 monotonic }}"),
            again
        ));
        // The value with which it comes to a store ends the loop.
        for ends in [
            "if r0 == 1 { store i32 r0, x }",
            "if r0 != 1 { } else { store i32 r0, x }",
            "if r0 == 1 && r1 == 0 { store i32 r0, x }",
        ] {
            assert!(is_bounded(&format!("{read} {ends}"), again), "{ends}");
        }
        for goes_on in [
            "if r0 == 0 { store i32 r0, x }",
            "if r0 == 1 || r1 == 0 { store i32 r0, x }",
            "if r1 == 1 { store i32 r0, x }",
        ] {
            assert!(!is_bounded(&format!("{read} {goes_on}"), again), "{goes_on}");
        }
        assert!(!is_bounded(&format!("{read} if r0 != 1 {{ store i32 r0, x }}"), again));
        assert!(!is_bounded(&format!("{read} if r0 != 1 {{ atomicrmw add x, i32 1 monotonic }}"), again));
        for other in ["store atomic i32 1, x monotonic", "r1 = atomicrmw add x, i32 1 monotonic", "s.barrier"] {
            assert!(!is_bounded(&format!("{read} {other}"), again), "{other}");
        }
        // What the iteration before found is kept.
        assert!(!is_bounded(&format!("r1 = r0 {read}"), again));
        assert!(!is_bounded(&format!("r1 = select(r0 == 0, r1, 1) {read}"), again));
        assert!(!is_bounded(&format!("{read} r1 = r1 + r0"), again));
        // A path that keeps it is enough, unless the loop ends after the others.
        let other = "r2 = load atomic i32, x monotonic";
        assert!(!is_bounded(&format!("{read} {other} if r2 == 2 {{ r1 = 1 }}"), again));
        assert!(is_bounded(&format!("{read} if r0 == 2 {{ r1 = 1 }}"), again));
        assert!(is_bounded(&format!("{read} if r0 == 2 {{ r1 = 1 }} else {{ r1 = 2 }}"), again));
        assert!(is_bounded(&format!("{read} if r0 != 0 {{ r1 = 1 }}"), again));
        assert!(is_bounded(&format!("{read} if r0 == 0 {{ }} else {{ r1 = load i32, x }}"), again));
        assert!(!is_bounded(&format!("{read} if r0 == 0 {{ r1 = 1 }}"), again));
        assert!(!is_bounded(&format!("{read} if r0 != 0 {{ r1 = 1 }} r0 = load atomic i32, x monotonic"), again));
        assert!(is_bounded(&format!("{read} do {{ r1 = load atomic i32, x monotonic }} while r1 == r0"), again));
    }

    #[test]
    fn loops_that_end_as_they_store_await() {
        let swap = "r0, ok = cmpxchg x, i32 0, i32 1 monotonic monotonic";
        assert!(is_bounded(swap, "!ok"));
        assert!(is_bounded(&swap.replace("cmpxchg", "cmpxchg weak"), "!ok"));
        assert!(is_bounded(swap, "r0 != 0"));
        assert!(is_bounded(
            &format!("r1 = load atomic i32, x monotonic {}", swap.replace("i32 0", "i32 r1")),
            "r0 != r1"
        ));
        // What is done with the lock stands in the loop.
        let inside =
            format!("{swap} if ok {{ r1 = load i32, x store i32 r1 + 1, x store atomic i32 0, x release r0 = 7 }}");
        assert!(is_bounded(&inside, "!ok"));
        assert!(!is_bounded(&inside.replace("if ok", "if r0 == 0 || r0 == 1"), "!ok"));
        let done = "r0, r2 = cmpxchg x, i32 0, i32 1 monotonic monotonic if r2 { store i32 1, x ok = true }";
        assert!(is_bounded(done, "!ok"));
        // It stores, and goes on.
        assert!(!is_bounded(swap, "r0 != 1"));
        assert!(!is_bounded(swap, "ok"));
        // What is compared is what the turn before has read.
        assert!(!is_bounded(&swap.replace("i32 0", "i32 r0"), "!ok"));
        // Test and test-and-set: where it is not tried, it is not done.
        let tested = format!("r0 = load atomic i32, x monotonic if r0 == 0 {{ {swap} }} else {{ ok = false }}");
        assert!(is_bounded(&tested, "!ok"));
        assert!(!is_bounded(&tested.replace("else { ok = false }", ""), "!ok"));
        // Only one of two ends it.
        assert!(!is_bounded(&format!("{swap} r1, ok = cmpxchg x, i32 2, i32 3 monotonic monotonic"), "!ok"));
    }
}
