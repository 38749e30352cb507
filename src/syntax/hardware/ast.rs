//! The tree of a hardware file.

use crate::llvm::{Level, words_enum};
use crate::syntax::source::Span;
use crate::syntax::table::cond::Cond;

/// A file: one family of generations.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// The targets it is for.
    pub targets: Vec<Word>,
    /// What it says.
    pub clauses: Vec<Clause>,
}

/// A word and its place.
#[derive(Clone, Debug)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A claim about the hardware.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Its place.
    pub span: Span,
    /// What it says.
    pub kind: Kind,
    /// For which targets and modes.
    pub when: Cond,
    /// Where it is from.
    pub source: Provenance,
    /// The name by which it is switched, and whether it is on by default.
    pub name: Option<(Word, bool)>,
}

/// Where a claim is from.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The document, release and line; `None` if no document says so.
    pub place: Option<String>,
    /// What it claims, in words.
    pub claim: String,
}

/// The kinds of claims.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A unit within the ones declared after it; threads that share this level of the thread tree share it. Of several such clauses
    /// about a unit the first that applies counts.
    Unit(Word, Level),
    /// A level of memory further out than the ones before it.
    Level {
        /// Its name.
        level: Word,
        /// The unit that each one is of; `system`: one for all.
        unit: Word,
        /// What it does with data.
        storage: Storage,
        /// Whether it does so for coarse-grained memory only, others passing it by.
        coarse: bool,
    },
    /// What a level has of memory of its own agent is invalidated when others write it.
    ProbedAtHome(Word),
    /// A wave's vector memory operations are processed at the first level in the order of their issue.
    Process {
        /// Only those to one address.
        per_address: bool,
    },
    /// The waves in one of this unit have their vector memory operations processed in the order of their issue.
    ProcessPer(Word),
    /// A store with these operands completes at a level; of several such clauses the first that applies counts.
    StoreCompletes(Vec<String>, Word),
    /// A load with these operands does not hit in this level nor in those before it.
    LoadBypasses(Vec<String>, Word),
    /// An atomic with these operands is performed at a level; of several such clauses the first that applies counts.
    AtomicPerforms(Vec<String>, Word),
    /// A counter counts operations until they complete.
    Counter(Word, Vec<Counted>),
    /// An instruction waits: for this counter, or for those its operands name.
    Wait(Word, Option<Word>),
    /// An instruction with these operands invalidates caches.
    Invalidates(Word, Vec<String>, Vec<Word>),
    /// An instruction with these operands writes back to a level: what is kept at this level, or at all before it.
    WritesBack(Word, Vec<String>, Option<Word>, Word),
    /// An instruction with these operands does nothing that matters here.
    Nothing(Word, Vec<String>),
    /// An instruction of the workgroup barrier: whether it arrives, and whether it waits.
    Barrier(Word, bool, bool),
}

/// What a level does with data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// It serves reads from what it has.
    Caches,
    /// It hands on.
    Passes,
    /// It is where the order of writes is decided.
    Coherent,
}

words_enum! {
    /// What counters count.
    Counted {
        /// Vector memory loads.
        Load = "load",
        /// Vector memory stores.
        Store = "store",
        /// Atomics whose value is used.
        AtomicReturn = "atomic-return",
        /// Atomics whose value is not used.
        AtomicNoreturn = "atomic-noreturn",
        /// LDS operations.
        Lds = "lds",
        /// Invalidations.
        Invalidate = "invalidate",
        /// Write-backs.
        Writeback = "writeback",
    }
}
