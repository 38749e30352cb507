//! What executions choose, as formulas: the writes that reads read from, coherence, and free choices.

use super::encode::Encoding;
use crate::engine::circuit::Lit;
use crate::engine::execution::Execution;
use crate::program::{ExprId, NodeKind};
use itertools::Itertools;
use std::collections::BTreeMap;

impl Encoding<'_> {
    /// The formula that an execution has the same events, reads-from, co-maximal writes and pairs of relations whose pairs have conditions as this one.
    pub fn same_choices(&mut self, execution: &Execution) -> Lit {
        let (rf, co) = self.rf_and_co();
        let last = |write: usize| execution.co.row(write).is_empty();
        let read_from = rf.may().filter(|&(i, j, _)| execution.rf.contains(i, j));
        let ended_with = co.may().filter(|&(i, j, _)| execution.co.contains(i, j) && last(j));
        let mut parts: Vec<Lit> = read_from.chain(ended_with).map(|(.., lit)| lit).collect();
        let executed = self.formulas.executed.clone();
        let as_executed = |(event, &lit): (usize, &Lit)| if execution.executed.contains(event) { lit } else { !lit };
        parts.extend(executed.iter().enumerate().map(as_executed));
        for when in self.structure.chosen() {
            let lit = self.truth(when);
            parts.push(if execution.values[when.0 as usize] != 0 { lit } else { !lit });
        }
        self.formulas.circuit.conjunction(parts)
    }

    /// What executions choose, in the order by which one comes before another ([`Execution`]): of each choice what may be chosen, what comes first first.
    pub fn preferences(&mut self) -> Vec<Vec<Lit>> {
        let structure = self.structure;
        let executed = &self.formulas.executed;
        let (rf, co) = self.rf_and_co();
        let reads = structure.events.indices().filter(|&event| structure.events[event].is_read());
        let mut sources: BTreeMap<usize, Vec<Lit>> =
            reads.map(|read| (read.index(), vec![!executed[read.index()]])).collect();
        rf.may().for_each(|(_, read, lit)| sources.entry(read).or_default().push(lit));
        let mut choices: Vec<Vec<Lit>> = sources.into_values().collect();
        let turned = |[a, b]: [usize; 2]| vec![!co.at(b, a)];
        let pairs = (0..structure.events.len()).array_combinations();
        choices.extend(pairs.filter(|&[a, b]| co.at(b, a) != Lit::FALSE).map(turned));
        let number = |id: ExprId| match self.exprs.node(id).kind {
            NodeKind::Choice(number) => Some((number, id)),
            NodeKind::Const(_) | NodeKind::Read(_) | NodeKind::Op(_) => None,
        };
        let exprs = (0..self.exprs.len() as u32).map(ExprId);
        let free: BTreeMap<u32, ExprId> = exprs.filter_map(number).collect();
        choices.extend(free.into_values().map(|id| vec![!self.truth(id)]));
        choices
    }
}
