//! Where waves are placed: which of them share an instance of a unit, and so of its cache levels.

use super::{Builder, Maybe};
use crate::hardware::chip::{Control, Sharing};
use crate::hardware::ops::Code;
use crate::hardware::schedule::Literal;
use crate::lowering::machine::MachineInstr;
use crate::program::ThreadId;
use crate::syntax::table::ast::Path;

impl Builder<'_> {
    /// A choice for each pair of waves that a unit may or may not hold both of: an equivalence, and units within units.
    pub(super) fn choose_placements(&mut self, code: &Code) {
        let threads = self.structure.program.threads.indices();
        let units = self.units_in_use(code);
        for &unit in &units {
            for a in threads.clone() {
                for b in threads.clone().filter(|&b| a < b) {
                    if self.in_unit(unit, a, b) == Sharing::Placed {
                        let choice = self.problem.choice();
                        self.placed.insert((unit, a, b), choice);
                    }
                }
            }
        }
        for (number, &unit) in units.iter().enumerate() {
            for a in threads.clone() {
                for b in threads.clone() {
                    if let Some(&outer) = units.get(number + 1).filter(|_| a != b) {
                        let (inner, outer) = (self.together(unit, a, b), self.together(outer, a, b));
                        self.clause([!inner, outer]);
                    }
                    for c in threads.clone().filter(|&c| a != b && b != c && a < c) {
                        let [ab, bc, ac] = [(a, b), (b, c), (a, c)].map(|(x, y)| self.together(unit, x, y));
                        self.clause([!ab, !bc, ac]);
                    }
                }
            }
        }
    }

    /// The units that are asked for: one that only the scalar cache is of, where something is done to scalar memory.
    fn units_in_use(&self, code: &Code) -> Vec<usize> {
        let is_scalar = |instr: &MachineInstr| match &instr.access {
            Some(access) => access.path == Path::Scalar,
            None => self.chip.control_of(&instr.mnemonic, &instr.operands).is_some_and(Control::is_scalar),
        };
        let scalar = self.chip.scalar_cache.as_ref().map(|(_, unit)| *unit);
        let of_levels = |unit: usize| self.chip.levels.iter().any(|level| level.unit == Some(unit));
        let of_others = |unit: usize| of_levels(unit) || self.chip.unit_in_order == Some(unit);
        let left_out = scalar.filter(|&unit| !of_others(unit) && !code.steps.iter().flatten().any(is_scalar));
        (0..self.chip.units.len()).filter(|&unit| Some(unit) != left_out).collect()
    }

    fn in_unit(&self, unit: usize, a: ThreadId, b: ThreadId) -> Sharing {
        self.chip.in_unit(&self.structure.program, unit, a, b)
    }

    /// Whether the waves of two threads are in one instance of a unit.
    pub(super) fn together(&self, unit: usize, a: ThreadId, b: ThreadId) -> Maybe {
        match self.in_unit(unit, a, b) {
            _ if a == b => Maybe::Known(true),
            Sharing::Always => Maybe::Known(true),
            Sharing::Never => Maybe::Known(false),
            Sharing::Placed => Maybe::Open(Literal::Is(self.placed[&(unit, a.min(b), a.max(b))], true)),
        }
    }

    /// Whether two threads, each on its way to memory, use one instance of a cache level. Scalar memory has a cache of its own in the place of the first.
    pub(super) fn shares(&self, level: usize, (a, path): (ThreadId, Path), (b, other): (ThreadId, Path)) -> Maybe {
        let together = |unit| self.together(unit, a, b);
        match (level, path, other, &self.chip.scalar_cache) {
            (0, Path::Scalar, Path::Scalar, Some((_, unit))) => together(*unit),
            (0, Path::Scalar, Path::Vector, _) | (0, Path::Vector, Path::Scalar, _) => Maybe::Known(false),
            (_, Path::Host, _, _) | (_, _, Path::Host, _) => Maybe::Known(level == self.chip.outermost()),
            (_, Path::Scalar | Path::Vector, Path::Scalar | Path::Vector, _) => {
                self.chip.levels[level].unit.map_or(Maybe::Known(true), together)
            }
        }
    }

    /// The units that waves were placed in together.
    pub(super) fn placement(&self, choices: &[bool]) -> Vec<String> {
        let mut together: Vec<_> = self.placed.iter().filter(|(_, choice)| choices[**choice as usize]).collect();
        together.sort();
        let names = |thread: ThreadId| self.structure.program.threads[thread].name.clone();
        together
            .iter()
            .map(|((unit, a, b), _)| format!("{} and {} share a {}", names(*a), names(*b), self.chip.units[*unit].0))
            .collect()
    }
}
