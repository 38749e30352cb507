//! Functions of machine IR that a regression test gives a pass, and the operation of each: what its one ordered instruction says that it does to memory.

use super::file::{Function, TestFile};
use super::memory_operand::MemoryOperand;
use super::operation::{Found, fence_space, one_of};
use super::region::Own;
use super::wanted::{Update, Wanted};
use crate::llvm::{Ordering, SyncScope};
use crate::lowering::Query;
use crate::spelling::{MachineInstruction, of_opcode};
use crate::syntax::table::ast::{Access, Op};
use std::collections::BTreeMap;

/// The functions of machine IR of a text, in order, with the heads of those of the IR that they are called as.
///
/// # Errors
/// The line of one that does not end.
pub fn machine_functions(text: &str, of_ir: &[Function]) -> Result<Vec<Function>, usize> {
    let mut functions: Vec<Function> = Vec::new();
    let mut place = Place::Outside;
    for (number, line) in text.lines().enumerate() {
        let (number, line) = (number + 1, line.trim_end());
        match (place, line) {
            (Place::Outside, "---") => place = Place::Head,
            (Place::Head | Place::Body, "---") => return Err(number),
            (Place::Head | Place::Body, "...") => place = Place::Outside,
            (Place::Head, _) if line.starts_with("body:") => place = Place::Body,
            (Place::Head, _) => functions.extend(line.strip_prefix("name:").map(|name| begin(name, number, of_ir))),
            (Place::Body, _) => {
                let code = line.split(" ;").next().unwrap_or_default().trim();
                let is_code = !code.is_empty() && !code.starts_with([';', '#']);
                if let (Some(function), true) = (functions.last_mut(), is_code) {
                    function.body.push((number, code.to_string()));
                }
            }
            (Place::Outside, _) => {}
        }
    }
    match (place, functions.last()) {
        (Place::Outside, _) | (Place::Head | Place::Body, None) => Ok(functions),
        (Place::Head | Place::Body, Some(open)) => Err(open.line),
    }
}

/// Where a line stands.
#[derive(Clone, Copy)]
enum Place {
    /// In no function: between documents, or in one of IR.
    Outside,
    /// In a function, before its body.
    Head,
    Body,
}

fn begin(name: &str, line: usize, of_ir: &[Function]) -> Function {
    let name = name.trim().trim_matches(['\'', '"']).to_string();
    let head = of_ir.iter().find(|function| function.name == name).map(|function| function.head.clone());
    let head = head.unwrap_or_default();
    Function { name, line, head, body: Vec::new(), blocks: BTreeMap::new(), is_machine: true }
}

/// The one operation of a function of machine IR whose order is its own: what is atomic, else what is volatile or nontemporal.
///
/// # Errors
/// There is none, or several, or it is not understood: with its line.
pub fn machine_operation(file: &TestFile, function: &Function) -> Result<Found, (usize, String)> {
    let mut all = Vec::new();
    for (line, text) in &function.body {
        // Bundles keep scalar loads together.
        let is_head = ["bb.", "successors:", "liveins:"].iter().any(|begin| text.starts_with(begin));
        if is_head || text == "}" || text.starts_with("BUNDLE ") && text.ends_with('{') {
            continue;
        }
        let unread = || (*line, "this is no machine instruction".to_string());
        let instruction = MachineInstruction::read(text).ok_or_else(unread)?;
        let found = found(file, &instruction).map_err(|why| (*line, why))?;
        all.extend(found.map(|(query, own)| (*line, query, own)));
    }
    let (line, query, own) = one_of(all, function.line)?;
    Ok(Found { query, own, line })
}

/// The operation that an instruction is, if it is one.
fn found(file: &TestFile, instruction: &MachineInstruction<'_>) -> Result<Option<(Query, Own)>, String> {
    if instruction.opcode == FENCE {
        return Ok(Some((fence(file, instruction)?, Own::Fence)));
    }
    let Some(memory) = instruction.memory else { return Ok(None) };
    let memory = MemoryOperand::read(memory)?;
    let MemoryOperand { access, order, space, volatile, nontemporal, .. } = memory;
    if order.is_none() && !volatile && !nontemporal {
        return Ok(None);
    }
    if memory.has_target_flags {
        return Err("what its flag of the target means for the code is not known".into());
    }
    let op = match (access, order) {
        (Access::Load, None) => Op::Load,
        (Access::Load, Some(_)) => Op::LoadAtomic,
        (Access::Store, None) => Op::Store,
        (Access::Store, Some(_)) => Op::StoreAtomic,
        (Access::Atomic, _) => Op::Atomicrmw,
    };
    let bits = memory.bits.ok_or("how wide it is is not known")?;
    let update = of_opcode(&instruction.opcode).and_then(Update::of);
    if access == Access::Atomic && update.is_none() {
        return Err(format!("what `{}` writes is not known", instruction.opcode));
    }
    let (ordering, scope) = order.unzip();
    let scope = scope.unwrap_or(SyncScope::SYSTEM);
    let is_used = access == Access::Atomic && !instruction.results.is_empty();
    let query = Query { op, ordering, scope, space, volatile, nontemporal, returns: false };
    Ok(Some((query, Own::Access(access, space, Wanted { update, bits, is_used, order }))))
}

/// The instruction of machine IR that a fence is before the memory legalizer.
const FENCE: &str = "atomic_fence";

/// A fence: its ordering and its scope are numbers (LLVM 22, AtomicOrdering.h; LLVMContext.h, `SyncScope`). Those of a target's scopes are given in the order in which the IR names
/// them.
fn fence(file: &TestFile, instruction: &MachineInstruction<'_>) -> Result<Query, String> {
    let [ordering, scope] = instruction.numbers()[..] else {
        return Err("a fence has a number for its ordering and one for its scope".into());
    };
    let ordering = match ordering {
        4 => Ordering::Acquire,
        5 => Ordering::Release,
        6 => Ordering::AcqRel,
        7 => Ordering::SeqCst,
        _ => return Err(format!("{ordering} is no ordering of a fence")),
    };
    let scope = match scope {
        0 => SyncScope::parse("singlethread").ok_or("there is no such scope")?,
        1 => SyncScope::SYSTEM,
        _ => return Err(format!("which scope {scope} is cannot be told")),
    };
    let tags = instruction.operands.iter().find_map(|text| text.strip_prefix("mmra "));
    let space = fence_space(tags, &file.metadata)?;
    let (volatile, nontemporal, returns) = (false, false, false);
    Ok(Query { op: Op::Fence, ordering: Some(ordering), scope, space, volatile, nontemporal, returns })
}
