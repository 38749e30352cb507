//! What a path has issued and not waited for: registers that loads may not have written yet.

use super::NotModelled;
use super::machine::Walker;
use super::path::Path;
use crate::llvm::AddressSpace;
use crate::program::Access;
use crate::spelling::{Instruction, Unit};
use crate::syntax::hardware::ast::Counted;
use crate::syntax::source::Span;

/// What was issued, from the oldest on.
#[derive(Clone, Default)]
pub(super) struct Outstanding(Vec<Issued>);

#[derive(Clone)]
struct Issued {
    /// The counters that count it, with whether they do in the order of issue.
    counters: Vec<(String, bool)>,
    /// The registers that it writes when it is complete.
    writes: Vec<Unit>,
}

impl Outstanding {
    /// After a wait that leaves so many of what a counter counts: the youngest, if it counts in order.
    fn wait(&mut self, counter: &str, left: usize) {
        let mut younger = 0;
        let mut kept: Vec<Issued> = Vec::new();
        for issued in self.0.drain(..).rev() {
            let counted = issued.counters.iter().find(|(name, _)| name == counter).map(|(_, in_order)| *in_order);
            let is_complete = counted.is_some_and(|in_order| left == 0 || (in_order && younger >= left));
            younger += usize::from(counted == Some(true));
            if !is_complete {
                kept.push(issued);
            }
        }
        kept.reverse();
        self.0 = kept;
    }

    /// Whether something that may not be complete writes a register.
    fn writes(&self, unit: Unit) -> bool {
        self.0.iter().any(|issued| issued.writes.contains(&unit))
    }
}

/// What counters count an access as.
pub(super) struct Kind {
    /// What it is.
    kind: Counted,
    /// What it is to counters of what it does not reach.
    elsewhere: Option<Counted>,
}

impl Kind {
    /// By way of the scalar cache.
    pub const SCALAR: Kind = Kind { kind: Counted::Scalar, elsewhere: None };

    /// By way of vector memory, or of LDS.
    fn vector(access: &Access, to_memory: Counted) -> Kind {
        match access.space {
            AddressSpace::Local => Kind { kind: Counted::Lds, elsewhere: Some(to_memory) },
            AddressSpace::Generic
            | AddressSpace::Global
            | AddressSpace::Constant
            | AddressSpace::Private
            | AddressSpace::Region => Kind { kind: to_memory, elsewhere: Some(Counted::Lds) },
        }
    }
}

impl Walker<'_> {
    /// What counters count an access as that is this to vector memory.
    pub(super) fn counted(&self, part: &Instruction, access: &Access, to_memory: Counted) -> Kind {
        if self.is_scalar(part) { Kind::SCALAR } else { Kind::vector(access, to_memory) }
    }

    /// An access is issued, which writes registers when it is complete.
    pub(super) fn issue(&self, path: &mut Path, part: &Instruction, kind: &Kind, writes: &[Unit]) {
        let counts = |(name, counts): (&String, &Vec<Counted>)| {
            let in_order = self.chip.counts(counts, &part.mnemonic, Some(kind.kind), kind.elsewhere)?;
            Some((name.clone(), in_order))
        };
        let counters = self.chip.counters.iter().filter_map(counts).collect();
        path.outstanding.0.push(Issued { counters, writes: writes.to_vec() });
    }

    /// A register is read, which nothing that may not be complete is to write.
    ///
    /// # Errors
    /// Something is.
    pub(super) fn complete(&self, path: &Path, unit: Unit, span: Span) -> Result<(), NotModelled> {
        match path.outstanding.writes(unit) {
            true => Err(NotModelled::new(span, "it reads a register that a load before it may not have written yet")),
            false => Ok(()),
        }
    }

    /// A wait, as tables spell it; one that hardware files do not know is refused where the code is.
    pub(super) fn waited(&self, path: &mut Path, text: &str) {
        let mut words = text.split_whitespace().map(str::to_string);
        let mnemonic = words.next().unwrap_or_default();
        let operands: Vec<String> = words.collect();
        let control = self.chip.control_of(&mnemonic, &operands);
        for (counter, left) in control.and_then(|control| control.waited_for(&operands)).unwrap_or_default() {
            path.outstanding.wait(&counter, left);
        }
    }
}
