//! Where waits and cache operations may stand: what the placement rules of a table say of two instructions of a thread.
//!
//! The documents define waits and cache operations by their order with memory operations of the same thread, so that they may be moved
//! (AMDGPUUsage of LLVM 24, 8506 to 8512). A row's steps are an order of instructions (8506): none passes another of its row, unless they
//! are waits of one step of which the row says that they move independently.

use super::chip::{counter_operand, immediate};
use crate::llvm::{AddressSpace, Ordering, ScopeLevel};
use crate::lowering::machine::{Accessed, MachineInstr, Movement, Origin, Role};
use crate::program::{self, EventStructure, InstrKind};
use crate::syntax::litmus::ast::InstructionPlacement;
use crate::syntax::table::ast::{EventKind, Events, Pairing, Point, Rule};

/// What the search for a place has to know of an instruction or decision of a thread.
#[derive(Clone, Copy)]
pub struct Placed<'a> {
    /// The step of the event structure that it implements.
    pub step: usize,
    /// The instruction; `None` for a decision of control flow.
    pub instr: Option<&'a MachineInstr>,
}

/// Whether two operations of a thread, given by their numbers in its canonical order, the earlier first, keep that order in every placement.
pub fn keep_order(thread: &[Placed<'_>], earlier: usize, later: usize) -> bool {
    let (x, y) = (&thread[earlier], &thread[later]);
    // Instructions may be moved out of loops (8512), so that decisions hold nothing back.
    let (Some(a), Some(b)) = (x.instr, y.instr) else { return movement(x).is_none() && movement(y).is_none() };
    match (&a.movement, &b.movement) {
        (None, None) => true,
        (from, to) if x.step == y.step => {
            let apart = from.iter().chain(to).any(|movement| movement.apart);
            !(apart && a.origin == b.origin)
        }
        _ if holds_back(a, b) || holds_back(b, a) => true,
        (from, to) => {
            let before = from.as_ref().is_some_and(|m| is_named(m, thread, earlier, later));
            before || to.as_ref().is_some_and(|m| is_named(m, thread, later, earlier))
        }
    }
}

fn movement<'a>(placed: &Placed<'a>) -> Option<&'a Movement> {
    placed.instr?.movement.as_deref()
}

/// Barriers are no memory operations, and no row says what passes them: by one reading nothing does, by the other all that moves.
fn holds_back(instr: &MachineInstr, other: &MachineInstr) -> bool {
    match instr.origin {
        Origin::Target => !passes_barriers(other),
        Origin::End | Origin::Packet | Origin::Host | Origin::Test => true,
        Origin::Row { .. } | Origin::Choice => false,
    }
}

/// Whether an instruction may be moved past barriers.
pub fn passes_barriers(instr: &MachineInstr) -> bool {
    instr.movement.as_ref().is_some_and(|movement| movement.placement == InstructionPlacement::PastBarriers)
}

/// Whether a placement may read the rules otherwise than `free` does where a test's instructions move.
pub fn reads_otherwise(placement: InstructionPlacement, structure: &EventStructure) -> bool {
    let mut instrs = structure.steps.iter().filter_map(|step| step.instr.as_ref());
    match placement {
        InstructionPlacement::Canonical | InstructionPlacement::Free => false,
        InstructionPlacement::PastBarriers => instrs.any(|(instr, _)| matches!(instr.kind, InstrKind::Barrier(_))),
        InstructionPlacement::NarrowedLds => instrs.any(|(instr, _)| {
            let access = source(instr).map(|(access, _)| access);
            access.is_some_and(|access| is_narrowed(access.scope.level, access.space))
        }),
    }
}

/// Whether a scope is wider than what it is treated as.
fn is_narrowed(scope: ScopeLevel, space: AddressSpace) -> bool {
    space == AddressSpace::Local && scope > ScopeLevel::Workgroup
}

/// Whether the rules of the instruction at `from` name the one at `other`, of another row.
fn is_named(movement: &Movement, thread: &[Placed<'_>], from: usize, other: usize) -> bool {
    movement.rules.iter().any(|placement| match &placement.rule {
        Rule::Apart => false,
        Rule::Before(points) => from < other && points.iter().any(|p| is_point(p, movement, thread, from, other)),
        Rule::After(points) => other < from && points.iter().any(|p| is_point(p, movement, thread, from, other)),
    })
}

fn is_point(point: &Point, movement: &Movement, thread: &[Placed<'_>], from: usize, other: usize) -> bool {
    match point {
        // It is of the row itself.
        Point::Access(_) => false,
        Point::Instr { names, .. } => names.iter().any(|name| nearest(name, thread, from, other < from) == Some(other)),
        Point::Events(events) => {
            let access = thread[other].instr.and_then(|instr| Some((instr, instr.access.as_ref()?)));
            access.is_some_and(|(instr, access)| is_event(events, movement, instr, access))
        }
    }
}

/// The next (or last) instruction of a name in the thread.
fn nearest(pattern: &str, thread: &[Placed<'_>], from: usize, preceding: bool) -> Option<usize> {
    let is = |&at: &usize| thread[at].instr.is_some_and(|instr| fits(pattern, &instr.mnemonic));
    if preceding { (0..from).rev().find(is) } else { (from + 1..thread.len()).find(is) }
}

/// Whether a name is of a pattern, in which `*` stands for any characters.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => match name.strip_prefix(start) {
            Some(tail) => (0..=tail.len()).filter_map(|at| tail.get(at..)).any(|tail| fits(rest, tail)),
            None => false,
        },
    }
}

fn is_event(events: &Events, movement: &Movement, instr: &MachineInstr, accessed: &Accessed) -> bool {
    let Some((access, ordering)) = source(&accessed.instr) else { return false };
    let spaces = events.spaces.is_empty() || events.spaces.contains(&access.space);
    let kinds = events.kinds.is_empty() || events.kinds.iter().any(|&kind| is_kind(kind, instr, accessed, ordering));
    let volatile = !events.volatile || access.volatile;
    let operation = &movement.operation;
    let wide =
        compared(access.scope.level, access.space, movement) >= compared(operation.scope, operation.space, movement);
    let paired = match events.pairing {
        None => true,
        Some(Pairing::FencePaired) => wide && ordering.is_some_and(|ordering| ordering != Ordering::Unordered),
        Some(Pairing::SeqCst) => wide && ordering == Some(Ordering::SeqCst),
    };
    spaces && kinds && volatile && paired
}

/// The scope that rules compare: the one that is written, but for a cluster where there are none, which is an agent there (AMDGPUUsage of LLVM 24,
/// 2194), and unless a reading has that of LDS as it is treated (8559 to 8560).
fn compared(written: ScopeLevel, space: AddressSpace, movement: &Movement) -> ScopeLevel {
    if movement.placement == InstructionPlacement::NarrowedLds && is_narrowed(written, space) {
        ScopeLevel::Workgroup
    } else if written == ScopeLevel::Cluster && !movement.operation.clusters {
        ScopeLevel::Agent
    } else {
        written
    }
}

/// The access that an instruction of the test is, and its ordering if it is atomic.
fn source(instr: &program::Instr) -> Option<(&program::Access, Option<Ordering>)> {
    match &instr.kind {
        InstrKind::Load { access, .. } | InstrKind::Store { access, .. } | InstrKind::Rmw { access, .. } => {
            Some((access, access.ordering))
        }
        InstrKind::Cmpxchg(cmpxchg) => Some((&cmpxchg.access, cmpxchg.access.ordering)),
        InstrKind::Assign { .. }
        | InstrKind::If { .. }
        | InstrKind::Loop { .. }
        | InstrKind::Call(_)
        | InstrKind::Fence { .. }
        | InstrKind::Dma(_)
        | InstrKind::Asyncmark
        | InstrKind::WaitAsyncmark { .. }
        | InstrKind::Barrier(_)
        | InstrKind::Packet(_)
        | InstrKind::Asm(_) => None,
    }
}

fn is_kind(kind: EventKind, instr: &MachineInstr, accessed: &Accessed, ordering: Option<Ordering>) -> bool {
    let (load, store, rmw) = match (&accessed.instr.kind, accessed.role) {
        (InstrKind::Load { .. }, _) | (_, Role::Read) => (true, false, false),
        (InstrKind::Store { .. }, _) | (_, Role::Write) => (false, true, false),
        (InstrKind::Rmw { .. } | InstrKind::Cmpxchg(_), Role::Whole) => (false, false, true),
        (
            InstrKind::Assign { .. }
            | InstrKind::If { .. }
            | InstrKind::Loop { .. }
            | InstrKind::Call(_)
            | InstrKind::Fence { .. }
            | InstrKind::Dma(_)
            | InstrKind::Asyncmark
            | InstrKind::WaitAsyncmark { .. }
            | InstrKind::Barrier(_)
            | InstrKind::Packet(_)
            | InstrKind::Asm(_),
            Role::Whole,
        ) => (false, false, false),
    };
    match kind {
        EventKind::Load => load && ordering.is_none(),
        EventKind::Store => store && ordering.is_none(),
        EventKind::LoadAtomic => load && ordering.is_some(),
        EventKind::StoreAtomic => store && ordering.is_some(),
        EventKind::Atomicrmw => rmw,
        EventKind::AtomicrmwReturning => rmw && instr.returns(),
        EventKind::AtomicrmwNotReturning => rmw && !instr.returns(),
        EventKind::Fence => false,
    }
}

/// What is not understood of where an instruction may stand, among the code of its operation.
pub fn not_understood(instr: &MachineInstr, row: &[MachineInstr]) -> Option<String> {
    let movement = instr.movement.as_ref()?;
    let leaves_some = |operand: &&String| {
        let number = immediate(operand).or(counter_operand(operand).map(|(_, number)| number));
        number.is_some_and(|number| number != 0)
    };
    if let Some(operand) = instr.operands.iter().find(leaves_some) {
        return Some(format!("`{instr}` moves, and it is not known which operations `{operand}` leaves outstanding"));
    }
    let has_access = row.iter().any(|other| other.access.is_some());
    let wrong = |point: &Point| match point {
        Point::Access(name) if !has_access => Some(format!("names the {name} of its row, which has none")),
        Point::Access(_) | Point::Instr { .. } => None,
        Point::Events(events) if events.kinds.contains(&EventKind::Fence) => {
            Some("names fences, which are no memory operations".to_string())
        }
        Point::Events(_) => None,
    };
    movement.rules.iter().find_map(|placement| match &placement.rule {
        Rule::Apart => None,
        Rule::Before(points) | Rule::After(points) => points
            .iter()
            .find_map(wrong)
            .map(|what| format!("the rule at line {} about `{instr}` {what}", placement.line)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lowering::machine::Node;
    use crate::lowering::{Library, Setting, lower};
    use crate::syntax::source::Source;
    use crate::targets::TargetConfiguration;

    /// The documents' words for accesses tell them apart: each access is of one kind, and a read-modify-write returns its result or does not.
    #[test]
    fn each_access_is_of_one_kind() {
        let text = r#"litmus t "t" memory { global x: i32 = 0 }
            thread P0 @ agent 0, workgroup 0, wavefront 0 {
              r0 = load i32, x
              r1 = load atomic i32, x syncscope("agent") acquire
              store i32 1, x
              store atomic i32 1, x syncscope("agent") release
              r2 = atomicrmw add x, i32 1 syncscope("agent") acq_rel
              atomicrmw add x, i32 1 syncscope("agent") acq_rel
            }
            exists (true)"#;
        let program = crate::load::program(&Source::new("t.litmus", text)).expect("well formed");
        let library = Library::load(crate::defaults::TABLE).expect("well formed");
        for configuration in TargetConfiguration::every_configuration() {
            let Ok(loaded) = library.table(configuration.target) else { continue };
            let setting = Setting::new(&loaded.table, configuration, false);
            let code = lower(&program, &setting).expect("it has code");
            let mut kinds = Vec::new();
            for node in &code.threads[0].body {
                let Node::Instr(instr) = node else { continue };
                let Some(accessed) = &instr.access else { continue };
                let (_, ordering) = source(&accessed.instr).expect("it is an access of the test");
                let all = [
                    EventKind::Load,
                    EventKind::Store,
                    EventKind::LoadAtomic,
                    EventKind::StoreAtomic,
                    EventKind::Atomicrmw,
                    EventKind::AtomicrmwReturning,
                    EventKind::AtomicrmwNotReturning,
                    EventKind::Fence,
                ];
                kinds
                    .push(all.into_iter().filter(|&kind| is_kind(kind, instr, accessed, ordering)).collect::<Vec<_>>());
            }
            let expected = [
                vec![EventKind::Load],
                vec![EventKind::LoadAtomic],
                vec![EventKind::Store],
                vec![EventKind::StoreAtomic],
                vec![EventKind::Atomicrmw, EventKind::AtomicrmwReturning],
                vec![EventKind::Atomicrmw, EventKind::AtomicrmwNotReturning],
            ];
            assert_eq!(kinds, expected, "{configuration}");
        }
    }
}
