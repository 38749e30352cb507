//! Which instructions have to leave their canonical places for an execution.

use crate::engine::Execution;
use crate::hardware::{Answer, Chip, Code, Passed, Position, Timing, Witness};
use crate::lowering::machine::{MachineInstr, Origin};
use crate::program::{EventStructure, ThreadId};
use crate::syntax::source::Span;
use crate::syntax::table::ast::Placement;

/// An instruction that leaves its canonical place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The thread that issues it.
    pub thread: ThreadId,
    /// Where it stands in the code.
    pub at: Position,
    /// The instruction with its operands.
    pub text: String,
    /// The row and step that it is from.
    pub origin: Origin,
    /// The rules that leave it so much room; none if its step has none about it.
    pub rules: Vec<Placement>,
    /// Instructions that stand before it in the canonical order and are issued after it, each with its operation in the test.
    pub before: Vec<(String, Span)>,
    /// Instructions that stand after it in the canonical order and are issued before it, each with its operation in the test.
    pub after: Vec<(String, Span)>,
}

/// Fixes every instruction in its canonical place that need not leave it for an execution: those left are a smallest set in the sense that
/// without the room of one of them the execution cannot happen. Given how it happens with all of them free; returns the code, and how it happens then.
pub(super) fn fix_unneeded(
    structure: &EventStructure,
    execution: &Execution,
    code: &Code,
    chip: &Chip,
    mut witness: Witness,
) -> (Code, Witness) {
    let mut code = code.clone();
    for at in code.movable() {
        let mut fixed = code.clone();
        fixed.fix(at);
        let answer = Timing::new(structure, &fixed, chip).feasible(execution);
        match answer {
            Answer::Feasible(still) => (code, witness) = (fixed, still),
            Answer::Infeasible | Answer::Unknown(_) => {}
        }
    }
    (code, witness)
}

/// The instructions of the code that move, with what they pass in a witness.
pub(super) fn moved(structure: &EventStructure, code: &Code, passed: &[Passed]) -> Vec<Moved> {
    code.movable().into_iter().map(|at| describe(structure, code, at, passed)).collect()
}

fn describe(structure: &EventStructure, code: &Code, at: Position, passed: &[Passed]) -> Moved {
    let instr = instr(code, at);
    let texts = |positions: &[Position]| -> Vec<(String, Span)> {
        positions.iter().map(|&position| self::instr(code, position)).map(|i| (i.to_string(), i.span)).collect()
    };
    let passed = passed.iter().find(|passed| passed.at == at);
    Moved {
        thread: structure.steps[at.step].thread,
        at,
        text: instr.to_string(),
        origin: instr.origin,
        rules: instr.movement.as_ref().map_or(Vec::new(), |movement| movement.rules.clone()),
        before: passed.map_or(Vec::new(), |passed| texts(&passed.preceding)),
        after: passed.map_or(Vec::new(), |passed| texts(&passed.following)),
    }
}

fn instr(code: &Code, at: Position) -> &MachineInstr {
    &code.steps[at.step][at.instr]
}
