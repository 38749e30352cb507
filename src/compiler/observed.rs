//! Which registers of a test its compiled code has to keep.

use crate::program::{Condition, Program, Prop, RegId, Thread, ThreadId, written_in};
use std::collections::BTreeSet;

/// The registers of each thread that conditions or the filter read; all that are written where no condition asks anything, as of generated programs.
pub fn observed(program: &Program) -> BTreeSet<(ThreadId, RegId)> {
    if asks_nothing(program) {
        let of = |(thread, of): (ThreadId, &Thread)| {
            written_in(&of.body).into_iter().map(move |register| (thread, register))
        };
        return program.threads.iter_enumerated().flat_map(of).collect();
    }
    let register = |part: Prop| match part {
        Prop::Register { thread, register, .. } => Some((thread, register)),
        Prop::Const(_) | Prop::Hangs | Prop::Memory { .. } => None,
        Prop::Not(_) | Prop::And(_) | Prop::Or(_) | Prop::Implies(_) => None,
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
        Prop::Implies(parts) => parts.iter().all(is_constant),
    }
}
