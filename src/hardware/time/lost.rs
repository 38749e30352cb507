//! Stores that are lost: what is in the scalar cache alone as an instruction discards it is not there to be written back.

use super::{Builder, Maybe, before};
use crate::hardware::chip::Control;
use crate::hardware::schedule::Literal;
use crate::hardware::timeline::What;
use crate::program::{ObjectId, Prop};
use crate::syntax::table::ast::Path;
use std::collections::{BTreeSet, HashMap};

/// By write-back and store, whether the store was lost before it.
pub(super) type Lost = HashMap<(usize, usize), u32>;

impl Builder<'_> {
    /// A choice for each write-back of the scalar cache and store that may have been discarded before it. Stores of what conditions ask of memory in the end are
    /// not lost: an execution has none whose effect memory does not have then.
    pub(super) fn choose_lost(&mut self) {
        let discards = self.discards();
        if discards.is_empty() {
            return;
        }
        let asked = self.asked_in_the_end();
        let pairs: Vec<(usize, u32, usize, u32)> = (0..self.ops.len())
            .flat_map(|x| (0..self.ops.len()).map(move |y| (x, y)))
            .filter_map(|(x, y)| match (&self.ops[x].what, &self.ops[y].what) {
                (
                    What::Cache { control: Control::WriteBack { path: Path::Scalar, .. }, done, .. },
                    What::Access(store),
                ) if store.is_store() && store.path == Path::Scalar && !asked.contains(&store.object) => {
                    Some((x, *done, y, store.at[0]))
                }
                (What::Cache { .. } | What::Access(_) | What::Other, _) => None,
            })
            .collect();
        for (x, done, y, stored) in pairs {
            let lost = self.problem.choice();
            let mut any = vec![Maybe::Open(Literal::Is(lost, false))];
            for &(discard, time) in &discards {
                let by_it = Maybe::Open(Literal::Is(self.problem.choice(), true));
                let one_cache = self.shares(0, (self.ops[discard].thread, Path::Scalar), self.way(y));
                self.clause([!by_it, one_cache]);
                self.clause([!by_it, before(stored, time)]);
                self.clause([!by_it, before(time, done)]);
                any.push(by_it);
            }
            self.clause(any);
            self.lost.insert((x, y), lost);
        }
    }

    /// Whether a store was lost before a write-back.
    pub(super) fn is_lost(&self, write_back: usize, store: usize) -> Maybe {
        match self.lost.get(&(write_back, store)) {
            Some(&lost) => Maybe::Open(Literal::Is(lost, true)),
            None => Maybe::Known(false),
        }
    }

    /// The operations that discard what is in a scalar cache, each with when.
    fn discards(&mut self) -> Vec<(usize, u32)> {
        let mut found = Vec::new();
        for x in 0..self.ops.len() {
            let op = &self.ops[x];
            let Some(instr) = op.instr.filter(|instr| self.chip.may_lose_stores(&instr.mnemonic, &instr.operands))
            else {
                continue;
            };
            let time = match &op.what {
                What::Cache { processed, .. } => *processed,
                What::Other | What::Access(_) => {
                    debug_assert!(instr.access.is_none(), "what discards accesses nothing");
                    let (issue, time) = (op.issue, self.problem.timestamp());
                    self.problem.before(issue, time);
                    time
                }
            };
            found.push((x, time));
        }
        found
    }

    /// The objects whose value in the end conditions ask for.
    fn asked_in_the_end(&self) -> BTreeSet<ObjectId> {
        let object = |part: Prop| match part {
            Prop::Memory { object, .. } => Some(object),
            Prop::Const(_) | Prop::Hangs | Prop::Register { .. } => None,
            Prop::Not(_) | Prop::And(_) | Prop::Or(_) | Prop::Implies(_) => None,
        };
        self.structure.program.asked_parts().into_iter().filter_map(object).collect()
    }
}
