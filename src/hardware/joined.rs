//! Which named barrier a wave has joined. Its waits and drops are at that one, whichever they name (LLVM 24, AMDGPU Execution Synchronization, Code Sequences:
//! lines 421-425 and 477-480), and executions have them at the one that they name: code is refused that is not known to have joined it.

use crate::program::{BarrierObject, BarrierOperation, Instr, InstrKind, Program};
use crate::syntax::source::Diagnostic;

/// What a wave has joined last, and not left: a named barrier, the one that does nothing, or none.
type Joined = Option<BarrierObject>;

/// What is wrong with waits at named barriers, and drops of them, in code that a test gives.
pub fn unjoined(program: &Program) -> Vec<Diagnostic> {
    let mut walk = Walk { program, wrong: Vec::new() };
    for thread in &program.threads {
        walk.after(&thread.body, Some(None));
    }
    walk.wrong
}

struct Walk<'a> {
    program: &'a Program,
    wrong: Vec<Diagnostic>,
}

impl Walk<'_> {
    /// What is joined after a block, given what is before it; `None` where that depends on the path.
    fn after(&mut self, block: &[Instr], before: Option<Joined>) -> Option<Joined> {
        block.iter().fold(before, |joined, instr| match &instr.kind {
            InstrKind::Barrier(barrier) => match barrier.operation {
                BarrierOperation::Join => Some(Some(barrier.object)),
                BarrierOperation::Leave if !barrier.is_end() => {
                    self.at(instr, barrier.object, joined);
                    Some(None)
                }
                BarrierOperation::Wait | BarrierOperation::Both => {
                    self.at(instr, barrier.object, joined);
                    joined
                }
                BarrierOperation::Leave
                | BarrierOperation::Init(_)
                | BarrierOperation::Signal(_)
                | BarrierOperation::SignalIsFirst(_) => joined,
            },
            InstrKind::If { then, otherwise, .. } => {
                let sides = [then, otherwise].map(|side| self.after(side, joined));
                if sides[0] == sides[1] { sides[0] } else { None }
            }
            InstrKind::Loop { body, .. } => {
                // What is wrong in later turns is so in the first, or what is joined is not known.
                let after = self.after(body, joined);
                if after == joined { joined } else { None }
            }
            InstrKind::Call(body) => self.after(body, joined),
            InstrKind::Load { .. }
            | InstrKind::Store { .. }
            | InstrKind::Rmw { .. }
            | InstrKind::Cmpxchg(_)
            | InstrKind::Fence { .. }
            | InstrKind::Dma(_)
            | InstrKind::Asyncmark
            | InstrKind::WaitAsyncmark { .. }
            | InstrKind::Packet(_)
            | InstrKind::Asm(_)
            | InstrKind::Assign { .. } => joined,
        })
    }

    fn at(&mut self, instr: &Instr, object: BarrierObject, joined: Option<Joined>) {
        let BarrierObject::Named(barrier) = object else { return };
        if joined == Some(Some(object)) {
            return;
        }
        let name = &self.program.barriers[barrier].name;
        let message =
            format!("the wave is not known to have joined `{name}`, and what this does is done to what it has");
        let help = format!("`s.barrier.join({name})` on every path before it, and no other join between");
        self.wrong.push(Diagnostic::new(&self.program.source, instr.span, message, "not joined").help(help));
    }
}
