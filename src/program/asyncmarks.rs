//! What a compiler knows of DMA operations along the paths of a thread: which accesses it has to wait before, and how many asynchronous operations a wait for
//! asyncmarks may leave (LLVM 24, AMDGPU Asynchronous Operations, Asyncmarks; AMDGPU DMA Operations, lines 19-23).

use super::ir::*;
use super::pointers::{objects, visit_instrs};
use std::collections::BTreeSet;

/// Fills in which accesses of a thread come after DMA operations that the compiler waits for, and what waits for asyncmarks may leave.
pub fn fill(body: &mut [Instr]) {
    let mut longest = 0;
    visit_instrs(body, &mut |instr| {
        if let InstrKind::WaitAsyncmark { kept, .. } = instr.kind {
            longest = longest.max(kept as usize + 1);
        }
    });
    State { marks: Vec::new(), written: BTreeSet::new(), longest }.block(body);
}

/// What holds on every path to a place.
#[derive(Clone, PartialEq)]
struct State {
    /// For each asyncmark of the current sequence, the last one last: at least so many asynchronous operations come after it and before the next.
    marks: Vec<u32>,
    /// What operations may write that are complete only where the compiler waits for them.
    written: BTreeSet<ObjectId>,
    /// Asyncmarks before so many of the last ones are not asked for.
    longest: usize,
}

impl State {
    fn block(&mut self, body: &mut [Instr]) {
        body.iter_mut().for_each(|instr| self.instr(instr));
    }

    fn instr(&mut self, instr: &mut Instr) {
        match &mut instr.kind {
            InstrKind::Dma(operation) if operation.kind.is_async() => {
                self.marks.iter_mut().rev().take(1).for_each(|after| *after += 1);
            }
            InstrKind::Dma(operation) => self.written.extend(objects(operation.accesses()[1])),
            InstrKind::Asyncmark => {
                self.marks.push(0);
                self.forget(self.longest);
            }
            InstrKind::WaitAsyncmark { kept, left } => {
                let kept = *kept as usize;
                *left = (self.marks.len() > kept).then(|| self.marks.iter().rev().take(kept + 1).sum());
                self.forget(kept);
            }
            InstrKind::Load { access, .. } | InstrKind::Store { access, .. } | InstrKind::Rmw { access, .. } => {
                self.access(access);
            }
            InstrKind::Cmpxchg(operation) => self.access(&mut operation.access),
            InstrKind::If { then, otherwise, .. } => {
                let mut other = self.clone();
                self.block(then);
                other.block(otherwise);
                self.join(other);
            }
            InstrKind::Loop { at_least_once, body, .. } => self.repeat(*at_least_once, body),
            InstrKind::Call(body) => self.call(body),
            InstrKind::Fence { .. }
            | InstrKind::Barrier(_)
            | InstrKind::Packet(_)
            | InstrKind::Asm(_)
            | InstrKind::Assign { .. } => {}
        }
    }

    /// A function: its compiler knows nothing of who calls it, nor does the caller's of the operations that it initiates.
    fn call(&mut self, body: &mut [Instr]) {
        let of_caller = std::mem::take(&mut self.marks);
        self.block(body);
        self.marks = of_caller;
    }

    /// A loop: what holds before each turn holds before the first and after every one.
    fn repeat(&mut self, at_least_once: bool, body: &mut [Instr]) {
        loop {
            let mut after = self.clone();
            after.block(body);
            let mut before = self.clone();
            before.join(after.clone());
            if before == *self {
                if at_least_once {
                    *self = after;
                }
                return;
            }
            *self = before;
        }
    }

    /// Waits before an access that may reach what an operation writes; then all are complete.
    fn access(&mut self, access: &mut Access) {
        let is_written = objects(access).any(|object| self.written.contains(&object));
        access.after_dma = is_written;
        if access.after_dma {
            self.written.clear();
        }
    }

    /// Leaves so many of the last asyncmarks.
    fn forget(&mut self, kept: usize) {
        self.marks.drain(..self.marks.len().saturating_sub(kept));
    }

    /// What holds on this path and on another one. A path that has fewer asyncmarks waits for none of the others.
    fn join(&mut self, other: State) {
        let (mut longer, shorter) = if self.marks.len() < other.marks.len() {
            (other.marks, &self.marks)
        } else {
            (self.marks.clone(), &other.marks)
        };
        for (after, there) in longer.iter_mut().rev().zip(shorter.iter().rev()) {
            *after = (*after).min(*there);
        }
        self.marks = longer;
        self.written.extend(other.written);
    }
}
