//! What may leave a program without an execution that ends, so that nothing follows from a model's forbidding all of them.

use super::inconclusive::Inconclusive;
use crate::program::{EventStructure, Instr, InstrKind, Loops};

/// What excludes executions of a program whatever the model is; the first of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excluding {
    /// Loops are assumed to end within their bounds.
    Assumed,
    /// Barrier objects, of which a wait that no phase is for should never complete.
    Objects,
    /// Queues, whose packets may wait for what never comes.
    Queues,
    /// Loops, which may wait for what never comes.
    Loops,
}

impl Excluding {
    /// What there is of it in a program.
    pub fn of(structure: &EventStructure) -> Option<Excluding> {
        let program = &structure.program;
        // Where loops may hang, what hangs is an execution.
        let may_wait = || structure.unrolling.loops == Loops::End;
        let has_loop = || program.threads.iter().any(|thread| has_loop(&thread.body));
        match () {
            () if structure.is_assumed => Some(Excluding::Assumed),
            () if structure.has_barrier_objects() => Some(Excluding::Objects),
            () if !program.dispatches.is_empty() => Some(Excluding::Queues),
            () if may_wait() && has_loop() => Some(Excluding::Loops),
            () => None,
        }
    }

    /// Why nothing follows from there being no execution.
    pub fn vacuous(self) -> Inconclusive {
        let why = match self {
            Excluding::Assumed => return Inconclusive::Vacuous,
            Excluding::Objects => "of the program, whose barriers' phases the model excludes, no execution is left",
            Excluding::Queues => "no execution of the program ends: a packet of a queue waits for what never comes",
            Excluding::Loops => "no execution of the program ends: a loop waits for what never comes",
        };
        Inconclusive::NotModelled(why.into())
    }
}

fn has_loop(body: &[Instr]) -> bool {
    let is_loop = |instr: &Instr| matches!(instr.kind, InstrKind::Loop { .. });
    body.iter().any(|instr| is_loop(instr) || instr.kind.blocks().into_iter().any(has_loop))
}
