//! Which row is at fault when a program breaks: the one that, with everything its family has around its code, would not break it.

use super::{Asked, RowTally, Tally};
use crate::hardware::Code;
use crate::llvm::{AddressSpace, Ordering, SyncScope};
use crate::lowering::machine::{MachineInstr, Origin};
use crate::lowering::{Query, Setting, select};
use crate::syntax::source::Span;
use crate::syntax::table::ast::{Line, Op};
use std::collections::BTreeMap;

impl Asked<'_> {
    /// Notes the program with the rows at fault: those that alone could keep the program from breaking, or else all that it uses.
    pub(super) fn blame(&self, code: &Code, known: &Tally, rows: &mut BTreeMap<Line, RowTally>) {
        let settled = |line: &Line| {
            let row = known.rows.get(line).and_then(|row| row.unsound.as_ref());
            row.is_some_and(|(shown, alone)| *alone && shown.events <= self.program.events)
        };
        if rows.keys().all(settled) {
            return;
        }
        let steps = (0..code.steps.len()).filter(|&step| !self.rows(code, step).is_empty());
        let at_fault: Vec<usize> =
            steps.filter(|&step| self.breaks(&self.strengthened(code, step)) == Ok(false)).collect();
        let alone = !at_fault.is_empty();
        let blamed: Vec<Line> = match alone {
            true => at_fault.into_iter().flat_map(|step| self.rows(code, step)).collect(),
            false => rows.keys().copied().collect(),
        };
        for line in blamed {
            if let Some(row) = rows.get_mut(&line) {
                row.unsound = Some((self.program.clone(), alone));
            }
        }
    }

    /// The code with a fence of everything before and after a step's.
    fn strengthened(&self, code: &Code, step: usize) -> Code {
        let mut code = code.clone();
        let fence = self.fence();
        let own = std::mem::take(&mut code.steps[step]);
        code.steps[step] = fence.iter().cloned().chain(own).chain(fence.iter().cloned()).collect();
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
        selected
            .iter()
            .map(|instr| MachineInstr::parse(&instr.to_string(), None, Origin::Target, Span::default()))
            .collect()
    }
}
