//! Which row is at fault when a program breaks: one of an operation that promises order, if with everything its family has where the promise
//! is made the program would not break.

use super::ask::Asked;
use super::{RowTally, Tally, Unsound};
use crate::hardware::Code;
use crate::llvm::Ordering;
use crate::lowering::machine::{MachineInstr, Origin};
use crate::lowering::{Query, query};
use crate::program::InstrKind;
use crate::refine::RefinementTarget;
use crate::syntax::source::Span;
use crate::syntax::table::ast::{Line, Op};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What a step of a program promises to order.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Promise {
    /// What stands before it comes before it.
    release: bool,
    /// What stands after it comes after it.
    acquire: bool,
}

impl Promise {
    /// What operations of an ordering promise; `None` if they promise no order.
    fn of(op: Op, ordering: Ordering) -> Option<Promise> {
        let promise = match op {
            // What makes seq_cst accesses come in one order stands before a load.
            Op::Load | Op::LoadAtomic => {
                Promise { release: ordering == Ordering::SeqCst, acquire: ordering.is_acquire() }
            }
            Op::Store | Op::StoreAtomic => Promise { release: ordering.is_release(), acquire: false },
            Op::Atomicrmw | Op::Fence => Promise { release: ordering.is_release(), acquire: ordering.is_acquire() },
        };
        (promise.release || promise.acquire).then_some(promise)
    }
}

impl Asked<'_> {
    /// Notes the program: with the rows of operations that could keep it from breaking; or with the barrier, if that could; or else with all
    /// rows that it uses.
    pub(super) fn blame(&self, code: &Code, known: &Tally, rows: &mut BTreeMap<Line, RowTally>) -> Option<Unsound> {
        let events = self.posed.shown.events;
        let smaller = |unsound: &Unsound| {
            let size = unsound.shown.events;
            unsound.alone && (size < events || (size == events && !unsound.or_another))
        };
        let settled = |line: &Line| known.rows.get(line).and_then(|row| row.unsound.as_ref()).is_some_and(smaller);
        if rows.keys().all(settled) && known.barrier.as_ref().is_some_and(smaller) {
            return None;
        }
        let stays =
            |unsound: &Unsound| unsound.alone && Unsound::key(unsound) <= (false, events, false, self.posed.shown);
        if self.is_another_of(code, |line| known.rows.get(line).and_then(|row| row.unsound.as_ref()).is_some_and(stays))
        {
            return None;
        }
        let (at_fault, alone) = self.at_fault(code);
        let or_another = alone && at_fault.len() > 1;
        let shown = self.posed.shown.clone();
        let unsound = Unsound { shown, alone, or_another, rests_on: Vec::new(), omitted: Vec::new() };
        if at_fault.is_empty() && self.is_the_barriers(code) {
            return Some(Unsound { alone: true, ..unsound });
        }
        // A row that others refer to is at fault only if more order in its own code mends.
        let mending = if alone { self.rows_at_fault(code) } else { BTreeSet::new() };
        let is_at_fault =
            |step: usize, line: &Line| !alone || self.own_row(step) == Some(*line) || mending.contains(line);
        let of_step = |step: usize| self.rows(code, step).into_iter().filter(move |line| is_at_fault(step, line));
        let lines: Vec<Line> = at_fault.into_iter().flat_map(of_step).collect();
        for (line, row) in rows {
            if lines.is_empty() || lines.contains(line) {
                row.unsound = Some(unsound.clone());
            }
        }
        None
    }

    /// The steps that promise an order which they do not keep, and whether each could keep the program from breaking by itself: if none can, two
    /// that can together, or none.
    pub(super) fn at_fault(&self, code: &Code) -> (Vec<usize>, bool) {
        let promises = self.promises(code);
        let single = promises.iter().filter(|one| self.is_cured_by(code, one));
        let single: Vec<usize> = single.map(|(step, _)| *step).collect();
        if !single.is_empty() {
            return (single, true);
        }
        let cures = |[(step, promise), other]: &[(usize, Promise); 2]| {
            self.is_cured_by(&self.strengthened(code, *step, *promise), other)
        };
        let pair = promises.into_iter().array_combinations().find(cures);
        (pair.map_or(Vec::new(), |pair| pair.map(|(step, _)| step).to_vec()), false)
    }

    /// Whether the program shows nothing that is not known: some operation could keep it from breaking by itself, and all that could are of rows of which
    /// no more is to be said. Such operations are asked about until one could, and then only the others: most programs that break are of this kind.
    fn is_another_of(&self, code: &Code, is_settled: impl Fn(&Line) -> bool) -> bool {
        let settled = |(step, _): &(usize, Promise)| self.rows(code, *step).iter().all(&is_settled);
        let (settled, open): (Vec<_>, Vec<_>) = self.promises(code).into_iter().partition(settled);
        let cures = |one: &(usize, Promise)| self.is_cured_by(code, one);
        settled.iter().any(cures) && !open.iter().any(cures)
    }

    /// Whether with more order at one step code does not break.
    fn is_cured_by(&self, code: &Code, (step, promise): &(usize, Promise)) -> bool {
        self.breaks(&self.strengthened(code, *step, *promise)) == Ok(false)
    }

    /// The steps that promise order.
    fn promises(&self, code: &Code) -> Vec<(usize, Promise)> {
        (0..code.steps.len()).filter_map(|step| Some((step, self.promise(step)?))).collect()
    }

    /// Whether more order where threads take part in the barrier, and where they end, would keep the program from breaking.
    fn is_the_barriers(&self, code: &Code) -> bool {
        let both = Promise { release: true, acquire: true };
        let steps = (0..code.steps.len()).filter(|&step| self.is_barrier(step));
        let ordered = steps.fold(code.clone(), |code, step| self.strengthened(&code, step, both));
        self.breaks(&ordered) == Ok(false)
    }

    /// What the operation of a step promises; `None` if it promises no order.
    fn promise(&self, step: usize) -> Option<Promise> {
        let (instr, _) = self.posed.test.steps[step].instr.as_ref()?;
        let Query { op, ordering, .. } = query(instr)?;
        Promise::of(op, ordering?)
    }

    /// The rows that could keep the program from breaking, each by itself: with a fence of everything where it promises order, wherever it is used.
    pub(super) fn rows_at_fault(&self, code: &Code) -> BTreeSet<Line> {
        let used: BTreeSet<Line> = (0..code.steps.len()).flat_map(|step| self.rows(code, step)).collect();
        let rows = self.setting.table.rows.iter().filter(|row| used.contains(&row.line));
        let promising = rows.filter_map(|row| Some((row.line, Promise::of(row.op, row.ordering?)?)));
        let mends = |(line, promise): &(Line, Promise)| self.breaks(&self.with_row(code, *line, *promise)) == Ok(false);
        promising.filter(mends).map(|(line, _)| line).collect()
    }

    /// The code with a fence of everything where a row promises order: around its instructions, or where it has none around those of its operations.
    fn with_row(&self, code: &Code, line: Line, promise: Promise) -> Code {
        let mut code = code.clone();
        for (step, instrs) in code.steps.iter_mut().enumerate() {
            let is_of_row = |instr: &MachineInstr| matches!(instr.origin, Origin::Row { row, .. } if row == line);
            let own = (self.own_row(step) == Some(line)).then_some((0, instrs.len()));
            let first = instrs.iter().position(is_of_row);
            let last = instrs.iter().rposition(is_of_row);
            let Some((first, end)) = first.zip(last.map(|last| last + 1)).or(own) else { continue };
            self.fence_around(instrs, first..end, promise);
        }
        code
    }

    fn is_barrier(&self, step: usize) -> bool {
        let instr = self.posed.test.steps[step].instr.as_ref();
        instr.is_some_and(|(instr, _)| matches!(instr.kind, InstrKind::Barrier(_)))
    }

    /// The code with a fence of everything where a step promises order.
    fn strengthened(&self, code: &Code, step: usize, promise: Promise) -> Code {
        let mut code = code.clone();
        let instrs = &mut code.steps[step];
        self.fence_around(instrs, 0..instrs.len(), promise);
        code
    }

    /// Puts a fence of everything before a range of instructions, after it, or both, as is promised.
    fn fence_around(&self, instrs: &mut Vec<MachineInstr>, range: Range<usize>, promise: Promise) {
        // The later place first, so that the earlier one stays where it is.
        if promise.acquire {
            instrs.splice(range.end..range.end, self.fence());
        }
        if promise.release {
            instrs.splice(range.start..range.start, self.fence());
        }
    }

    /// The instructions that order everything, by what the hardware file says: the tables are what is judged.
    pub(super) fn fence(&self) -> Vec<MachineInstr> {
        self.fence.to_vec()
    }
}

/// The instructions that order everything on a target, of those that waves have.
pub(super) fn fence(target: &RefinementTarget<'_>) -> Vec<MachineInstr> {
    let instr = |text: &String| MachineInstr::parse(text, None, Origin::Target, Span::default());
    let of_waves = |name: &str| target.configuration.target.is_of_waves(name);
    target.chip.full_fence(of_waves).iter().map(instr).collect()
}
