//! What machine code uses of a generation.

use super::{CacheLevel, Chip, Control};
use crate::hardware::Code;
use crate::program::EventStructure;
use crate::syntax::table::ast::Path;
use std::collections::BTreeSet;

/// What machine code, and the memory that it accesses, uses of a generation: clauses about other things do not matter to it.
pub struct Used {
    mnemonics: BTreeSet<String>,
    scalar_accesses: bool,
    memory_types: bool,
}

impl Code {
    /// What this code of an event structure uses.
    pub fn used(&self, structure: &EventStructure) -> Used {
        let instrs = || self.steps.iter().flatten();
        Used {
            mnemonics: instrs().map(|instr| instr.mnemonic.to_string()).collect(),
            scalar_accesses: instrs()
                .filter_map(|instr| instr.access.as_ref())
                .any(|access| access.path == Path::Scalar),
            memory_types: structure.program.objects.iter().any(|object| object.memory.is_some()),
        }
    }
}

impl Used {
    fn has_form(&self, form: &str) -> bool {
        self.mnemonics.iter().any(|mnemonic| mnemonic.split('_').next() == Some(form))
    }
}

impl Chip {
    /// Whether another is the same to code that uses only this of both: the code runs on both or on none, and does the same.
    pub fn runs_alike(&self, other: &Chip, used: &Used) -> bool {
        // The names of assumptions mean nothing.
        let Chip { units, levels, rules, unit_in_order, counters, vector, scalar_cache, assumptions: _, .. } = self;
        let Chip { scalar, controls, forms, nonvolatile, .. } = self;
        let same_levels =
            || levels.iter().zip(other.levels.iter()).all(|(level, other)| level.works_alike(other, used));
        let has_control = |control: &&(String, Vec<String>, Control)| used.mnemonics.contains(&control.0);
        let has_form = |(form, _): &(&String, &bool)| used.has_form(form);
        *rules == other.rules
            && *unit_in_order == other.unit_in_order
            && *counters == other.counters
            && *units == other.units
            && *scalar_cache == other.scalar_cache
            && *vector == other.vector
            && *nonvolatile == other.nonvolatile
            && (!used.scalar_accesses || *scalar == other.scalar)
            && levels.len() == other.levels.len()
            && same_levels()
            && controls.iter().filter(has_control).eq(other.controls.iter().filter(has_control))
            && forms.iter().filter(has_form).eq(other.forms.iter().filter(has_form))
    }
}

impl CacheLevel {
    fn works_alike(&self, other: &CacheLevel, used: &Used) -> bool {
        let CacheLevel { name, unit, storage, coarse, probed_at_home, fine_at_home, queue_in_order, current_after } =
            self;
        let at_home = || (*probed_at_home, *fine_at_home) == (other.probed_at_home, other.fine_at_home);
        *name == other.name
            && *unit == other.unit
            && *storage == other.storage
            && *coarse == other.coarse
            && *queue_in_order == other.queue_in_order
            && *current_after == other.current_after
            && (!used.memory_types || at_home())
    }
}
