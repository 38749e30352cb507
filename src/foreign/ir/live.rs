//! Values on which something depends: what is accessed or called, where branches go, and what conditions speak of.

use super::ast::{Access, Cmpxchg, Computation, Function, Instr, Terminator, Typed, Value};
use super::values::dest;
use std::collections::{HashMap, HashSet};

/// The values of a function on which something depends, those of these names among them.
pub fn live(function: &Function, named: impl Fn(&str) -> bool) -> HashSet<&str> {
    let instrs = || function.blocks.iter().flat_map(|block| &block.instrs).map(|instr| &instr.node);
    let definitions: HashMap<&str, &Instr> =
        instrs().filter_map(|instr| Some((dest(instr)?.node.as_str(), instr))).collect();
    let mut pending: Vec<&str> = definitions.keys().copied().filter(|name| named(name)).collect();
    pending.extend(instrs().filter(|instr| has_effect(instr)).flat_map(used));
    pending.extend(function.blocks.iter().filter_map(|block| match &block.end.node {
        Terminator::Branch(condition, _) => local(&condition.node),
        Terminator::Return | Terminator::Goto(_) => None,
    }));
    let mut found = HashSet::new();
    while let Some(name) = pending.pop() {
        if found.insert(name) {
            pending.extend(definitions.get(name).into_iter().flat_map(|instr| used(instr)));
        }
    }
    found
}

fn has_effect(instr: &Instr) -> bool {
    match instr {
        Instr::Load { .. }
        | Instr::Store { .. }
        | Instr::Rmw { .. }
        | Instr::Cmpxchg(_)
        | Instr::Fence { .. }
        | Instr::Call(_)
        | Instr::Asm { .. } => true,
        Instr::Compute { .. } | Instr::Phi { .. } => false,
    }
}

/// The values that an instruction reads.
pub fn used(instr: &Instr) -> Vec<&str> {
    let found: Vec<Option<&str>> = match instr {
        Instr::Load { access, .. } => vec![at(access)],
        Instr::Store { value, access } | Instr::Rmw { value, access, .. } => vec![typed(value), at(access)],
        Instr::Cmpxchg(operation) => {
            let Cmpxchg { expected, new, access, .. } = &**operation;
            vec![typed(expected), typed(new), at(access)]
        }
        Instr::Fence { .. } => Vec::new(),
        Instr::Call(call) => call.arguments.iter().map(typed).collect(),
        Instr::Asm { arguments, .. } => arguments.iter().map(typed).collect(),
        Instr::Phi { incoming, .. } => incoming.iter().map(|(value, _)| local(&value.node)).collect(),
        Instr::Compute { what, .. } => match what {
            Computation::Binary(_, _, values) | Computation::Compare(_, _, values) => {
                values.iter().map(|value| local(&value.node)).collect()
            }
            Computation::Select(parts) => parts.iter().map(typed).collect(),
            Computation::Cast(_, of, _) | Computation::Space(of, _) | Computation::Freeze(of) => vec![typed(of)],
            Computation::Part(of, ..) => vec![local(&of.node)],
        },
    };
    found.into_iter().flatten().collect()
}

fn typed((_, value): &Typed) -> Option<&str> {
    local(&value.node)
}

/// Where an access is.
fn at(access: &Access) -> Option<&str> {
    typed(&access.pointer)
}

fn local(value: &Value) -> Option<&str> {
    if let Value::Local(name) = value { Some(name) } else { None }
}
