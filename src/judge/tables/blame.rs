//! Which row is at fault when a program breaks: one of an operation that promises order, if with everything its family has where the promise
//! is made the program would not break.

use super::{Asked, RowTally, Tally, Unsound};
use crate::hardware::Code;
use crate::llvm::{AddressSpace, Ordering, SyncScope};
use crate::lowering::machine::{MachineInstr, Origin};
use crate::lowering::{Query, Setting, query, select};
use crate::program::InstrKind;
use crate::syntax::source::Span;
use crate::syntax::table::ast::{Line, Op};
use std::collections::BTreeMap;

/// What a step of a program promises to order.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Promise {
    /// What stands before it comes before it.
    release: bool,
    /// What stands after it comes after it.
    acquire: bool,
}

impl Asked<'_> {
    /// Notes the program: with the rows that alone could keep it from breaking; or else with the barrier, if that could; or else with all rows
    /// that it uses.
    pub(super) fn blame(&self, code: &Code, known: &Tally, rows: &mut BTreeMap<Line, RowTally>) -> Option<Unsound> {
        let smaller = |unsound: &Unsound| unsound.alone && unsound.shown.events <= self.program.events;
        let settled = |line: &Line| known.rows.get(line).and_then(|row| row.unsound.as_ref()).is_some_and(smaller);
        if rows.keys().all(settled) && known.barrier.as_ref().is_some_and(smaller) {
            return None;
        }
        let cures = |step: &usize, promise: Promise| self.breaks(&self.strengthened(code, *step, promise)) == Ok(false);
        let steps = || 0..code.steps.len();
        let at_fault = steps().filter(|step| self.promise(*step).is_some_and(|promise| cures(step, promise)));
        let at_fault: Vec<Line> = at_fault.flat_map(|step| self.rows(code, step)).collect();
        let both = Promise { release: true, acquire: true };
        let by_barrier = || steps().any(|step| self.is_barrier(step) && cures(&step, both));
        let unsound = |alone: bool| Unsound { shown: self.program.clone(), alone, rests_on: Vec::new() };
        if at_fault.is_empty() && by_barrier() {
            return Some(unsound(true));
        }
        for (line, row) in rows {
            if at_fault.is_empty() || at_fault.contains(line) {
                row.unsound = Some(unsound(!at_fault.is_empty()));
            }
        }
        None
    }

    /// What the operation of a step promises; `None` if it promises no order.
    fn promise(&self, step: usize) -> Option<Promise> {
        let (instr, _) = self.test.steps[step].instr.as_ref()?;
        let ordering = query(instr)?.ordering?;
        let promise = Promise { release: ordering.is_release(), acquire: ordering.is_acquire() };
        (promise.release || promise.acquire).then_some(promise)
    }

    fn is_barrier(&self, step: usize) -> bool {
        let instr = self.test.steps[step].instr.as_ref();
        instr.is_some_and(|(instr, _)| matches!(instr.kind, InstrKind::Barrier(_)))
    }

    /// The code with a fence of everything where a step promises order.
    fn strengthened(&self, code: &Code, step: usize, promise: Promise) -> Code {
        let mut code = code.clone();
        let own = std::mem::take(&mut code.steps[step]);
        let fence = |wanted: bool| if wanted { self.fence() } else { Vec::new() };
        code.steps[step] = fence(promise.release).into_iter().chain(own).chain(fence(promise.acquire)).collect();
        code
    }

    /// The instructions of a seq_cst fence of system scope for all address spaces.
    fn fence(&self) -> Vec<MachineInstr> {
        let query = Query {
            op: Op::Fence,
            ordering: Some(Ordering::SeqCst),
            scope: SyncScope::SYSTEM,
            space: AddressSpace::Generic,
            volatile: false,
            nontemporal: false,
            returns: false,
        };
        let selected = select(&Setting { opencl: false, ..self.setting }, &query).unwrap_or_default();
        let instr = |text: String| MachineInstr::parse(&text, None, Origin::Target, Span::default());
        selected.iter().map(|selected| instr(selected.to_string())).collect()
    }
}
