//! Waits: how many of the operations that a counter counts are complete when one ends.

use super::{Builder, Maybe, before};
use crate::allowance;
use crate::hardware::chip::Control;
use crate::hardware::schedule::Literal;
use crate::hardware::timeline::What;
use crate::syntax::hardware::ast::{Counted, Rule};
use itertools::Itertools;

impl Builder<'_> {
    /// Waits hold back what comes after them; so do barriers where nothing may be outstanding at them.
    pub(super) fn order_controls(&mut self) {
        for w in 0..self.ops.len() {
            let Some(instr) = self.ops[w].instr else { continue };
            let control = self.chip.control_of(&instr.mnemonic, &instr.operands);
            let (waited, end): (Vec<(String, usize)>, u32) = match control {
                Some(Control::Barrier(..)) if self.chip.has(Rule::BarriersAfterAccesses) => {
                    let Some(&arrival) = self.arrivals.get(&w) else { continue };
                    (self.chip.counters.keys().map(|counter| (counter.clone(), 0)).collect(), arrival)
                }
                Some(wait @ Control::Wait(_)) => {
                    (wait.waited_for(&instr.operands).expect("`hardware::ops` refuses others"), self.ops[w].issue)
                }
                Some(
                    Control::Barrier(..)
                    | Control::Invalidate(..)
                    | Control::WriteBack { .. }
                    | Control::Discard
                    | Control::Performs(_)
                    | Control::Nothing,
                )
                | None => continue,
            };
            for (counter, outstanding) in waited {
                self.order_wait((w, end), &counter, outstanding);
            }
        }
    }

    /// All but so many operations of its wave that a counter counts are complete before the wait ends: of those that complete in the order of issue the youngest are
    /// left, of others any.
    fn order_wait(&mut self, (w, end): (usize, u32), counter: &str, outstanding: usize) {
        let wave = self.ops[w].thread;
        // `Chip::wrong_operand` refuses waits for counters that the file does not have.
        let counts = self.chip.counters.get(counter).cloned().expect("a wait names a counter of its generation");
        let counted: Vec<(usize, bool)> = (0..self.ops.len())
            .filter(|&x| self.same_wave(self.ops[x].thread, wave))
            .filter_map(|x| Some((x, self.ops[x].counted_in_order(self.chip, &counts)?)))
            .collect();
        // Among threads of one wave, and where instructions move, the youngest are not known before the search: then only a wait for all
        // means something.
        let known = |x: usize| self.ops[x].thread == wave && !self.unordered.contains(&(x.min(w), x.max(w)));
        let alone = counted.iter().all(|&(x, _)| known(x));
        let earlier: Vec<(usize, bool)> = counted.into_iter().filter(|&(x, _)| !known(x) || x < w).collect();
        // The words of an instruction are counted once.
        let instrs: Vec<&[(usize, bool)]> =
            earlier.chunk_by(|(x, _), (y, _)| self.ops[*x].at == self.ops[*y].at).collect();
        if outstanding == 0 {
            for &(x, _) in instrs.into_iter().flatten() {
                let issued = self.issued(x, w);
                self.completions_of(x).into_iter().for_each(|stamp| self.clause([!issued, before(stamp, end)]));
            }
            return;
        }
        if !alone {
            return;
        }
        // What may be reported early may be all that a wait for some hears of: it says nothing of it, and less of the others.
        let (in_order, others): (Vec<_>, Vec<_>) = instrs.into_iter().partition(|instr| instr[0].1);
        let left = in_order.len().saturating_sub(outstanding);
        for &(x, _) in in_order[..left].iter().copied().flatten() {
            self.completions_of(x).into_iter().for_each(|stamp| self.problem.before(stamp, end));
        }
        let scalar = others.into_iter().filter(|instr| self.ops[instr[0].0].what.counted() == Some(Counted::Scalar));
        let open: Vec<&[(usize, bool)]> = in_order[left..].iter().copied().chain(scalar).collect();
        self.complete_but(outstanding, &open, end);
    }

    /// Of instructions all but so many are reported, and so complete: those that are in the order of issue in this order. One of several words is counted as one
    /// that may be left: its words may come one by one.
    fn complete_but(&mut self, outstanding: usize, instrs: &[&[(usize, bool)]], end: u32) {
        if instrs.len() <= outstanding {
            return;
        }
        let mut reported: Vec<Maybe> = Vec::new();
        let mut last_in_order: Option<Maybe> = None;
        for instr in instrs {
            let is_reported = Maybe::Open(Literal::Is(self.problem.choice(), true));
            let stamps: Vec<u32> = instr.iter().flat_map(|&(x, _)| self.completions_of(x)).collect();
            stamps.into_iter().for_each(|stamp| self.clause([!is_reported, before(stamp, end)]));
            let older = if instr[0].1 { last_in_order.replace(is_reported) } else { None };
            if let Some(older) = older {
                self.clause([!is_reported, older]);
            }
            reported.push(is_reported);
        }
        for too_many in reported.into_iter().combinations(outstanding + 1) {
            allowance::spend(16);
            self.clause(too_many);
        }
    }

    /// The timestamps after which an operation that a counter counts is complete.
    fn completions_of(&self, x: usize) -> Vec<u32> {
        match &self.ops[x].what {
            What::Access(access) => access.completion(),
            What::Cache { control: Control::WriteBack { .. }, done, .. } => vec![*done],
            What::Cache { processed, .. } => vec![*processed],
            What::Other => unreachable!("no counter counts it"),
        }
    }
}
