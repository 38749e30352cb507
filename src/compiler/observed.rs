//! Which registers of a test its compiled code has to keep.

use crate::program::{Condition, Instr, Program, Prop, RegId, ThreadId};
use std::collections::BTreeSet;

/// The registers of each thread that conditions or the filter read; all that are written where no condition asks anything, as of generated programs.
pub fn observed(program: &Program) -> BTreeSet<(ThreadId, RegId)> {
    if asks_nothing(program) {
        return program.threads.iter_enumerated().flat_map(|(thread, of)| all(&of.body, thread)).collect();
    }
    let register = |part: Prop| match part {
        Prop::Register { thread, register, .. } => Some((thread, register)),
        Prop::Const(_) | Prop::Hangs | Prop::Memory { .. } | Prop::Not(_) | Prop::And(_) | Prop::Or(_) => None,
    };
    program.asked_parts().into_iter().filter_map(register).collect()
}

/// Whether conditions are true or false of every final state.
pub fn asks_nothing(program: &Program) -> bool {
    program.conditions.iter().map(Condition::asked).all(|asked| is_constant(&asked))
}

fn is_constant(prop: &Prop) -> bool {
    match prop {
        Prop::Const(_) => true,
        Prop::Hangs | Prop::Register { .. } | Prop::Memory { .. } => false,
        Prop::Not(inner) => is_constant(inner),
        Prop::And(parts) | Prop::Or(parts) => parts.iter().all(is_constant),
    }
}

/// Whether a block writes a register somewhere.
pub fn writes(block: &[Instr], register: RegId) -> bool {
    written(block).contains(&register)
}

fn all(block: &[Instr], thread: ThreadId) -> impl Iterator<Item = (ThreadId, RegId)> {
    written(block).into_iter().map(move |register| (thread, register))
}

/// The registers that a block and those within it write.
fn written(block: &[Instr]) -> BTreeSet<RegId> {
    let of = |instr: &Instr| {
        let inner = instr.kind.blocks().into_iter().flat_map(written);
        instr.kind.writes().into_iter().chain(inner).collect::<Vec<_>>()
    };
    block.iter().flat_map(of).collect()
}
