//! Whole tests.

use super::machine::{MachineInstr, MachineProgram, MachineThread, Node, Origin, Role};
use super::select::{Missing, Query, Selected, Setting, select};
use crate::llvm::{AddressSpace, Ordering, TagSet};
use crate::program::{Access, Instr, InstrKind, Program};
use crate::syntax::litmus::ast::BarrierKind;
use crate::syntax::source::{Diagnostic, Span};
use crate::syntax::table::ast::Op;

/// The machine code of a test.
///
/// # Errors
/// Every operation that has no code, and why.
pub fn lower(program: &Program, setting: &Setting<'_>) -> Result<MachineProgram, Vec<Diagnostic>> {
    let mut lowering = Lowering { program, setting, errors: Vec::new() };
    let thread = |thread: &crate::program::Thread| MachineThread {
        name: thread.name.clone(),
        body: lowering.block(&thread.body),
    };
    let threads = program.threads.iter().map(thread).collect();
    if lowering.errors.is_empty() { Ok(MachineProgram { threads }) } else { Err(lowering.errors) }
}

struct Lowering<'a> {
    program: &'a Program,
    setting: &'a Setting<'a>,
    errors: Vec<Diagnostic>,
}

impl Lowering<'_> {
    fn block(&mut self, block: &[Instr]) -> Vec<Node> {
        block.iter().flat_map(|instr| self.instr(instr)).collect()
    }

    fn instr(&mut self, instr: &Instr) -> Vec<Node> {
        let span = instr.span;
        match &instr.kind {
            InstrKind::Assign { dest, value } => vec![Node::Assign { dest: *dest, value: value.clone(), span }],
            InstrKind::If { condition, then, otherwise } => {
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                vec![Node::If { condition: condition.clone(), then, otherwise, span }]
            }
            InstrKind::Loop { condition, at_least_once, unroll, body } => {
                let (condition, body) = (condition.clone(), self.block(body));
                vec![Node::Loop { condition, at_least_once: *at_least_once, unroll: *unroll, body, span }]
            }
            InstrKind::Barrier(kind) => self.barrier(*kind, span),
            InstrKind::Fence { scope, ordering, tags } => {
                let op = Op::Fence;
                let space = fence_space(tags);
                let query = Query { scope: *scope, ordering: Some(*ordering), ..plain(op, space) };
                self.select(instr, &query, Role::Whole)
            }
            InstrKind::Load { access, .. } => {
                let op = if access.ordering.is_some() { Op::LoadAtomic } else { Op::Load };
                self.select(instr, &of_access(op, access), Role::Whole)
            }
            InstrKind::Store { access, .. } => {
                let op = if access.ordering.is_some() { Op::StoreAtomic } else { Op::Store };
                self.select(instr, &of_access(op, access), Role::Whole)
            }
            InstrKind::Rmw { dest, access, .. } => {
                let query = Query { returns: dest.is_some(), ..of_access(Op::Atomicrmw, access) };
                self.read_modify_write(instr, query)
            }
            InstrKind::Cmpxchg(cmpxchg) => {
                let returns = cmpxchg.dest.is_some() || cmpxchg.success.is_some();
                let query = Query { returns, ..of_access(Op::Atomicrmw, &cmpxchg.access) };
                let ordering = query.ordering.map(|success| merged(success, cmpxchg.failure));
                self.read_modify_write(instr, Query { ordering, ..query })
            }
        }
    }

    /// A read-modify-write of private memory is a load and a store, unless the target has it otherwise: only its own thread
    /// accesses it.
    fn read_modify_write(&mut self, instr: &Instr, query: Query) -> Vec<Node> {
        if query.space != AddressSpace::Private || self.setting.machine.target.private_atomics_are_flat {
            return self.select(instr, &query, Role::Whole);
        }
        let mut nodes = self.select(instr, &Query { op: Op::Load, ordering: None, ..query }, Role::Read);
        nodes.extend(self.select(instr, &Query { op: Op::Store, ordering: None, ..query }, Role::Write));
        nodes
    }

    fn select(&mut self, instr: &Instr, query: &Query, role: Role) -> Vec<Node> {
        match select(self.setting, query) {
            Ok(selected) => selected.into_iter().map(|selected| node(instr, selected, role)).collect(),
            Err(missing) => {
                self.missing(instr.span, &missing);
                Vec::new()
            }
        }
    }

    fn missing(&mut self, span: Span, missing: &Missing) {
        let Setting { table, machine, .. } = self.setting;
        let message = format!("no code for {machine} by the table {}: {missing}", table.family);
        self.errors.push(Diagnostic::new(&self.program.source, span, message, "this operation"));
    }

    fn barrier(&mut self, kind: BarrierKind, span: Span) -> Vec<Node> {
        let target = self.setting.machine.target;
        let (code, what) = match kind {
            BarrierKind::Both => (&target.barrier, "barrier"),
            BarrierKind::Signal => (&target.arrive, "barrier of which half is signalled"),
            BarrierKind::Wait => (&target.wait, "barrier of which half is waited for"),
        };
        if code.is_empty() {
            self.missing(span, &Missing::NoBarrier(target.name.clone(), what));
        }
        code.iter().map(|text| barrier_instr(text, span)).collect()
    }
}

fn barrier_instr(text: &str, span: Span) -> Node {
    let mut words = text.split(' ').map(str::to_string);
    let mnemonic = words.next().unwrap_or_default();
    let operands = words.collect();
    Node::Instr(Box::new(MachineInstr { mnemonic, operands, access: None, origin: Origin::Target, span }))
}

fn node(instr: &Instr, selected: Selected, role: Role) -> Node {
    let Selected { mnemonic, operands, access, row, step, line } = selected;
    let access = access.then(|| (role, instr.clone()));
    let origin = Origin::Row { row, step, line };
    Node::Instr(Box::new(MachineInstr { mnemonic, operands, access, origin, span: instr.span }))
}

fn plain(op: Op, space: AddressSpace) -> Query {
    let scope = crate::llvm::SyncScope::SYSTEM;
    Query { op, ordering: None, scope, space, volatile: false, nontemporal: false, returns: false }
}

fn of_access(op: Op, access: &Access) -> Query {
    Query {
        ordering: access.ordering,
        scope: access.scope,
        volatile: access.volatile,
        nontemporal: access.nontemporal,
        ..plain(op, access.space)
    }
}

/// The one space that a fence's tags name, or generic (LLVM 24, AMDGPUUsage, Fence and Address Spaces).
fn fence_space(tags: &TagSet) -> AddressSpace {
    let named = |space: AddressSpace| tags.names_spaces() && tags.spaces().contains(space);
    match (named(AddressSpace::Global), named(AddressSpace::Local)) {
        (true, false) => AddressSpace::Global,
        (false, true) => AddressSpace::Local,
        _ => AddressSpace::Generic,
    }
}

/// An ordering as strong as both of a `cmpxchg`'s: one instruction implements both outcomes.
fn merged(success: Ordering, failure: Ordering) -> Ordering {
    match (success, failure) {
        (Ordering::SeqCst, _) | (_, Ordering::SeqCst) => Ordering::SeqCst,
        (Ordering::Release, Ordering::Acquire) => Ordering::AcqRel,
        (Ordering::Monotonic, Ordering::Acquire) => Ordering::Acquire,
        (success, _) => success,
    }
}
