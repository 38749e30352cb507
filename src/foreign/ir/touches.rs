//! What instructions do with memory, as attributes of functions speak of it.

use super::ast::{Access, Computation, Function, Instr, Typed, Value};
use super::calls;
use super::values::dest;
use crate::llvm::{Ordering, ScopeLevel, SyncScope};
use crate::syntax::litmus::ast::{At, DmaKind};
use std::collections::{BTreeSet, HashMap};

/// What is done with memory: reading, writing, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    pub reads: bool,
    pub writes: bool,
}

impl Ways {
    pub const NONE: Ways = Ways { reads: false, writes: false };
    pub const READS: Ways = Ways { reads: true, writes: false };
    pub const WRITES: Ways = Ways { reads: false, writes: true };
    pub const BOTH: Ways = Ways { reads: true, writes: true };

    /// Whether these are among others.
    pub fn are_among(self, others: Ways) -> bool {
        (!self.reads || others.reads) && (!self.writes || others.writes)
    }
}

/// Memory that an instruction accesses.
pub struct Touch<'f> {
    /// Where; without it, anywhere.
    pub pointer: Option<&'f Typed>,
    /// What it does there.
    pub ways: Ways,
    /// Whether the access is volatile.
    pub is_volatile: bool,
    /// Whether it is more than ordinary or `unordered`: LLVM takes it for one that reads and writes.
    pub is_ordered: bool,
    /// Whether it may synchronize with another thread.
    pub synchronizes: bool,
}

/// The memory that an instruction accesses. A fence, and a call that is no DMA operation, may access any, as LLVM has it; assembly here accesses none.
pub fn touches(instr: &Instr) -> Vec<Touch<'_>> {
    let one = |access, ways| vec![of_access(access, ways)];
    let anywhere = |synchronizes| {
        vec![Touch { pointer: None, ways: Ways::BOTH, is_volatile: false, is_ordered: true, synchronizes }]
    };
    match instr {
        Instr::Load { access, .. } => one(access, Ways::READS),
        Instr::Store { access, .. } => one(access, Ways::WRITES),
        Instr::Rmw { access, .. } => one(access, Ways::BOTH),
        Instr::Cmpxchg(operation) => one(&operation.access, Ways::BOTH),
        Instr::Fence { scope, .. } => anywhere(!is_of_one_thread(scope.as_ref())),
        Instr::Call(call) => match (calls::dma_kind(&call.function.node), call.arguments.as_slice()) {
            (Some(DmaKind::LoadToLds | DmaKind::LoadAsyncToLds), [memory, lds, ..]) => of_dma(memory, lds),
            (Some(DmaKind::StoreAsyncFromLds), [memory, lds, ..]) => of_dma(lds, memory),
            (Some(_) | None, _) => anywhere(true),
        },
        Instr::Compute { .. } | Instr::Phi { .. } | Instr::Asm { .. } => Vec::new(),
    }
}

fn of_access(access: &Access, ways: Ways) -> Touch<'_> {
    let ordering = access.ordering.map(|ordering| ordering.node);
    let is_ordered = access.atomic && ordering != Some(Ordering::Unordered);
    let enforces = !matches!(ordering, None | Some(Ordering::Unordered | Ordering::Monotonic))
        && !is_of_one_thread(access.scope.as_ref());
    Touch {
        pointer: Some(&access.pointer),
        ways,
        is_volatile: access.volatile,
        is_ordered: is_ordered || access.volatile,
        synchronizes: enforces || access.volatile,
    }
}

/// Whether a scope has no other thread.
fn is_of_one_thread(scope: Option<&At<SyncScope>>) -> bool {
    scope.is_some_and(|scope| scope.node.level == ScopeLevel::Singlethread)
}

fn of_dma<'f>(from: &'f Typed, to: &'f Typed) -> Vec<Touch<'f>> {
    let touch = |pointer, ways| Touch {
        pointer: Some(pointer),
        ways,
        is_volatile: false,
        is_ordered: true,
        synchronizes: false,
    };
    vec![touch(from, Ways::READS), touch(to, Ways::WRITES)]
}

/// The values that an instruction hands on as such: to memory, to a comparison, or to a call.
pub fn handed_on(instr: &Instr) -> Vec<&Value> {
    match instr {
        Instr::Store { value, .. } | Instr::Rmw { value, .. } => vec![&value.1.node],
        Instr::Cmpxchg(operation) => vec![&operation.expected.1.node, &operation.new.1.node],
        Instr::Compute { what: Computation::Compare(_, _, values), .. } => {
            values.iter().map(|value| &value.node).collect()
        }
        Instr::Call(call) if calls::dma_kind(&call.function.node).is_none() => {
            call.arguments.iter().map(|(_, value)| &value.node).collect()
        }
        Instr::Asm { arguments, .. } => arguments.iter().map(|(_, value)| &value.node).collect(),
        Instr::Load { .. } | Instr::Fence { .. } | Instr::Compute { .. } | Instr::Phi { .. } | Instr::Call(_) => {
            Vec::new()
        }
    }
}

/// By value, the parameters that a pointer is made of.
pub struct Origins<'f>(HashMap<&'f str, BTreeSet<&'f str>>);

impl<'f> Origins<'f> {
    pub fn new(function: &'f Function) -> Origins<'f> {
        let parameters = function.parameters.iter().filter_map(|parameter| parameter.name.as_ref());
        let mut origins: HashMap<&str, BTreeSet<&str>> =
            parameters.map(|name| (name.node.as_str(), [name.node.as_str()].into())).collect();
        let instrs = || function.blocks.iter().flat_map(|block| &block.instrs).map(|instr| &instr.node);
        let mut is_new = true;
        while is_new {
            is_new = false;
            for (dest, instr) in instrs().filter_map(|instr| Some((dest(instr)?.node.as_str(), instr))) {
                let found: BTreeSet<&str> = made_of(instr)
                    .into_iter()
                    .flat_map(|name| origins.get(name).into_iter().flatten())
                    .copied()
                    .collect();
                let known = origins.entry(dest).or_default();
                is_new |= !found.is_subset(known);
                known.extend(found);
            }
        }
        Origins(origins)
    }

    /// The parameters that a pointer is made of: none, if it is from memory or an object of the module.
    pub fn of(&self, value: &Value) -> BTreeSet<&'f str> {
        let Value::Local(name) = value else { return BTreeSet::new() };
        self.0.get(name.as_str()).cloned().unwrap_or_default()
    }
}

/// The values that a pointer is made of.
fn made_of(instr: &Instr) -> Vec<&str> {
    let values: Vec<&Value> = match instr {
        Instr::Compute { what: Computation::Space(of, _) | Computation::Freeze(of), .. } => vec![&of.1.node],
        Instr::Compute { what: Computation::Select(parts), .. } => vec![&parts[1].1.node, &parts[2].1.node],
        Instr::Phi { incoming, .. } => incoming.iter().map(|(value, _)| &value.node).collect(),
        Instr::Compute {
            what: Computation::Binary(..) | Computation::Compare(..) | Computation::Cast(..) | Computation::Part(..),
            ..
        }
        | Instr::Load { .. }
        | Instr::Store { .. }
        | Instr::Rmw { .. }
        | Instr::Cmpxchg(_)
        | Instr::Fence { .. }
        | Instr::Call(_)
        | Instr::Asm { .. } => Vec::new(),
    };
    values
        .into_iter()
        .filter_map(|value| if let Value::Local(name) = value { Some(name.as_str()) } else { None })
        .collect()
}
