//! The tree of a hardware file.

use crate::llvm::{ScopeLevel, words_enum};
use crate::syntax::provenance::Provenance;
use crate::syntax::source::{Source, Span};
use crate::syntax::table::ast::{Access, Path};
use crate::syntax::table::cond::Cond;
use std::sync::Arc;

/// A file: one family of generations.
#[derive(Clone, Debug)]
pub struct File {
    /// The name after the keyword `hardware`, for messages; the path may differ.
    pub name: String,
    /// The file that it extends, and the place of that name.
    pub extends: Option<Word>,
    /// The names of the targets it is for; the parser does not know whether they exist.
    pub targets: Vec<Word>,
    /// What it says; if it extends another file, what it says that the other does not, or otherwise.
    pub clauses: Vec<Clause>,
    /// What the extended file says and this one does not.
    pub removals: Vec<Removal>,
}

/// A clause or a removal, in the order of the text.
pub enum Item {
    /// A claim that holds, whether it adds to an extended file or replaces what that says.
    Clause(Box<Clause>),
    /// A claim of the extended file that does not hold.
    Removal(Removal),
}

/// The file of these items, told apart by their kind.
pub fn file(name: String, extends: Option<Word>, targets: Vec<Word>, items: Vec<Item>) -> File {
    let mut file = File { name, extends, targets, clauses: Vec::new(), removals: Vec::new() };
    for item in items {
        match item {
            Item::Clause(clause) => file.clauses.push(*clause),
            Item::Removal(removal) => file.removals.push(removal),
        }
    }
    file
}

/// Claims of the extended file that do not hold.
#[derive(Clone, Debug)]
pub struct Removal {
    /// Where the `without` clause stands; its provenance is not in it.
    pub span: Span,
    /// The subject that the claims have.
    pub subject: Subject,
    /// Where it is from that they do not hold.
    pub source: Provenance,
}

/// What a clause is about, in the words that it begins with: `store with scope:SCOPE_SYS`, `level L1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject(String);

impl Subject {
    /// The subject of a kind of clause, with the name and the operands that it speaks of.
    pub fn new(kind: &str, name: Option<&Word>, with: &[String]) -> Self {
        let name = name.map_or(String::new(), |name| format!(" {}", name.text));
        let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(" ")) };
        match kind {
            "probed" => Subject(format!("level{name} probed at home")),
            "keeps fine" => Subject(format!("level{name} keeps fine at home")),
            "process per" => Subject(format!("process in order per{name}")),
            kind => Subject(format!("{kind}{name}{with}")),
        }
    }

    /// The subject of a claim that names nothing.
    pub fn rule(rule: Rule) -> Self {
        Subject(rule.as_str().into())
    }

    /// The subject of a claim about the same that is switched by a name.
    pub fn with_name(self, name: Option<&Word>) -> Self {
        match name {
            Some(name) => Subject(format!("{} as {}", self.0, name.text)),
            None => self,
        }
    }

    /// The subject as it is written at the beginning of a clause.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A name in the file, and where it stands.
#[derive(Clone, Debug)]
pub struct Word {
    /// The name without quotes.
    pub text: String,
    /// Where it stands in the file.
    pub span: Span,
}

/// A claim about the hardware: what holds, where, and who says so.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Where it stands, from its first word to the condition after `if`; its provenance is not in it.
    pub span: Span,
    /// The claim, with the names that it uses.
    pub kind: Kind,
    /// The unit or cache level before which this one stands in the extended file's order.
    pub before: Option<Word>,
    /// The condition on target and mode under which it applies.
    pub when: Cond,
    /// The document that it cites, or what it assumes.
    pub source: Provenance,
    /// How it is switched, if it is.
    pub switch: Option<Switch>,
    /// What it does to an extended file.
    pub change: Change,
    /// The text that its places are in, if that is not the file's own but one that the file extends.
    pub inherited: Option<Arc<Source>>,
}

/// How a claim is switched.
#[derive(Clone, Debug)]
pub struct Switch {
    /// The name of the claim.
    pub name: Word,
    /// Whether it is on by default.
    pub on: bool,
    /// The claim without which it means nothing, and is not made.
    pub with: Option<Word>,
}

impl Switch {
    /// The claims that are made where this one is, itself the last.
    pub fn claims(&self) -> Vec<String> {
        self.with.iter().chain([&self.name]).map(|word| word.text.clone()).collect()
    }
}

/// What a clause does to an extended file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It says what the extended file does not, or stands in a file that extends none.
    Add,
    /// It stands where the clauses of the extended file about the same subject stand.
    Replace,
}

impl Clause {
    /// What it is about: a replacement or removal of it names the same.
    pub fn subject(&self) -> Subject {
        let none: &[String] = &[];
        let switched = |subject: Subject| subject.with_name(self.switch.as_ref().map(|switch| &switch.name));
        let (kind, name, with) = match &self.kind {
            Kind::Unit(unit, _) => ("unit", Some(unit), none),
            Kind::CacheLevel { level, .. } => ("level", Some(level), none),
            Kind::ProbedAtHome(level) => ("probed", Some(level), none),
            Kind::KeepsFineAtHome(level) => ("keeps fine", Some(level), none),
            Kind::LeavesNothingOld(access, level) => (leaves_nothing_old(*access), Some(level), none),
            Kind::CountsInBoth { form, .. } => ("form", Some(form), none),
            Kind::Rule(rule) => return switched(Subject::rule(*rule)),
            Kind::QueuesInOrderTo(level) => ("queues in order to", Some(level), none),
            Kind::ProcessPer(unit) => ("process per", Some(unit), none),
            Kind::ScalarCache { cache, .. } => ("scalar cache", Some(cache), none),
            Kind::StoreCompletes(path, with, _) => (accesses(*path, Access::Store), None, with.as_slice()),
            Kind::LoadBypasses(path, with, _) => (accesses(*path, Access::Load), None, with.as_slice()),
            Kind::AtomicPerforms(path, with, _) => (accesses(*path, Access::Atomic), None, with.as_slice()),
            Kind::Plain(path, access, with) => (accesses(*path, *access), None, with.as_slice()),
            Kind::Counter(counter, _) => ("counter", Some(counter), none),
            Kind::Wait(instr, _) => ("wait", Some(instr), none),
            Kind::Nonvolatile(path, access, with) => (accesses(*path, *access), None, with.as_slice()),
            Kind::Invalidates(instr, with, ..)
            | Kind::WritesBack(instr, with, ..)
            | Kind::Discards(instr, with, _)
            | Kind::Nothing(instr, with) => ("instr", Some(instr), with.as_slice()),
            Kind::Performs(instr, _) => ("instr", Some(instr), none),
            Kind::Barrier(instr, with, ..) => ("barrier", Some(instr), with.as_slice()),
        };
        switched(Subject::new(kind, name, with))
    }
}

/// The words for accesses of a kind that clauses begin with.
pub fn accesses(path: Path, access: Access) -> &'static str {
    match (path, access) {
        (Path::Vector | Path::Host, _) => access.as_str(),
        (Path::Scalar, Access::Load) => "scalar load",
        (Path::Scalar, Access::Store) => "scalar store",
        (Path::Scalar, Access::Atomic) => "scalar atomic",
    }
}

impl Kind {
    /// The unit that it declares, if it declares one.
    pub fn declared_unit(&self) -> Option<&Word> {
        if let Kind::Unit(unit, _) = self { Some(unit) } else { None }
    }

    /// The cache level that it declares, if it declares one.
    pub fn declared_level(&self) -> Option<&Word> {
        if let Kind::CacheLevel { level, .. } = self { Some(level) } else { None }
    }

    /// The cache for scalar memory that it declares, if it does.
    pub fn declared_scalar_cache(&self) -> Option<&Word> {
        if let Kind::ScalarCache { cache, .. } = self { Some(cache) } else { None }
    }
}

/// The kinds of claims, with the names that they use, not yet resolved.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A unit within the ones declared after it; threads that share this scope level share it. Of several such clauses
    /// about a unit the first that applies counts.
    Unit(Word, ScopeLevel),
    /// A cache level further out than the ones before it.
    CacheLevel {
        /// The name by which other clauses speak of it; no other level has it.
        level: Word,
        /// The unit that each one is of; `system`: one for all.
        unit: Word,
        /// Whether it serves reads, hands on, or decides the order of writes.
        storage: Storage,
        /// Whether it does so for coarse-grained memory only, others passing it by.
        coarse: bool,
    },
    /// What a cache level has of memory of its own agent is invalidated when others write it.
    ProbedAtHome(Word),
    /// A cache level that is for coarse-grained memory is there for fine-grained memory too, for waves of the agent whose memory it is.
    KeepsFineAtHome(Word),
    /// Accesses of this form count in the counters of vector memory and in those of LDS, whichever they reach.
    CountsInBoth {
        /// What their mnemonics begin with.
        form: Word,
        /// Whether a counter of what they do not reach hears of them in the order of issue.
        in_order: bool,
    },
    /// An access that passes this cache level by leaves nothing older of its address there: an atomic evicts what there is, a load refreshes it, and a store
    /// updates it.
    LeavesNothingOld(Access, Word),
    /// A claim that names nothing.
    Rule(Rule),
    /// The waves in one of this unit have their vector memory operations processed in the order of their issue.
    ProcessPer(Word),
    /// What an instance of the cache level before this one hands on reaches it in the order in which it was handed on, whatever the address.
    QueuesInOrderTo(Word),
    /// A cache in the place of the first cache level, for scalar memory.
    ScalarCache {
        /// The name by which other clauses speak of it; no cache level has it.
        cache: Word,
        /// The unit that each one is of.
        unit: Word,
    },
    /// A store with these operands completes at a cache level; of several such clauses the first that applies counts.
    StoreCompletes(Path, Vec<String>, Word),
    /// A load with these operands does not hit in this cache level nor in those before it; of several such clauses the first that
    /// applies counts.
    LoadBypasses(Path, Vec<String>, Word),
    /// An atomic with these operands is performed at a cache level; of several such clauses the first that applies counts.
    AtomicPerforms(Path, Vec<String>, Word),
    /// These operands change nothing that is modelled of an access.
    Plain(Path, Access, Vec<String>),
    /// Accesses with these operands are of non-volatile memory, whatever a test says of that.
    Nonvolatile(Path, Access, Vec<String>),
    /// A counter counts operations until they complete.
    Counter(Word, Vec<Counted>),
    /// An instruction waits: for these counters, or for those its operands name.
    Wait(Word, Option<Vec<Word>>),
    /// An instruction with these operands invalidates such lines of caches.
    Invalidates(Word, Vec<String>, Vec<Word>, Lines),
    /// An instruction with these operands writes such lines back to a cache level: what is kept at this level, or at all before it.
    WritesBack(Word, Vec<String>, Option<Word>, Word, Lines),
    /// An instruction with these operands may have what is stored in a scalar cache alone be lost.
    Discards(Word, Vec<String>, Word),
    /// An instruction does what these do with its operands, one after the other. Counters count it as the last of them.
    Performs(Word, Vec<Word>),
    /// An instruction with these operands does nothing that matters here.
    Nothing(Word, Vec<String>),
    /// An instruction with these operands is of the workgroup barrier: whether it arrives, and whether it waits.
    Barrier(Word, Vec<String>, bool, bool),
}

/// The lines of caches that an instruction affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lines {
    /// All lines.
    All,
    /// Those of memory that is not declared non-volatile, and not accessed as that.
    Volatile,
}

words_enum! {
    /// Claims that name neither units nor levels nor instructions, by the words of their clauses.
    Rule {
        /// A wave issues the code of an operation of one thread before or after that of another thread's, or of both at once if it is the same.
        OperationsWhole = "issue operations whole",
        /// A wave's vector memory operations are processed at the first cache level in the order of their issue.
        InOrder = "process in order",
        /// Those of one type are, which one counter counts.
        InOrderWithinTypes = "process in order within types",
        /// Those of two types are, which no counter counts together.
        InOrderBetweenTypes = "process in order between types",
        /// Those of one address are.
        InOrderPerAddress = "process in order per address",
        /// A wave's vector memory and LDS operations are processed in the order of their issue, in one queue.
        InOrderWithLds = "process in order with lds",
        /// A wave's LDS operations happen in the order of their issue.
        LdsInOrder = "process lds in order",
        /// A DMA operation is two accesses, of which the one that writes is processed when the one that reads is complete.
        DmaReadsThenWrites = "dma reads then writes",
        /// What a wave's DMA operations access outside LDS is processed in the order of issue as its loads and stores are, and they write LDS in that order.
        DmaInOrder = "process dma in order",
        /// What a wave's DMA operations access outside LDS is, with what else it accesses of one address.
        DmaInOrderPerAddress = "process dma in order per address",
        /// What a wave's DMA operations access in LDS is processed after the LDS operations that it issued before them.
        DmaAfterLds = "process dma after earlier lds",
        /// A wave's cache operations are processed in the order of their issue among its vector memory operations.
        CacheOperationsInOrder = "process cache operations in order",
        /// A wave's invalidations are processed before the accesses that it issues after them.
        InvalidationsBeforeAccesses = "process invalidations before later accesses",
        /// A wave's invalidations are processed after the accesses that it issued before them.
        InvalidationsAfterAccesses = "process invalidations after earlier accesses",
        /// A wave's write-backs are processed after the accesses that it issued before them.
        WriteBacksAfterAccesses = "process write-backs after earlier accesses",
        /// A wave arrives at a barrier when the accesses and write-backs that it issued before are complete. Nothing is said of its end.
        BarriersAfterAccesses = "process barriers after earlier accesses",
        /// A workgroup drops the barrier of its cluster as the last of its threads ends.
        ClusterDroppedAtEnds = "ends drop barriers of clusters",
        /// What a queue between two cache levels got first of one address reaches the next level first, a fetch included.
        QueuesInOrderPerAddress = "queues in order per address",
        /// So does what it got of one address from one wave.
        QueuesInOrderPerAddressForItsWave = "queues in order per address for its wave",
        /// What the caches that an atomic passes by have of its address is old for what its own wave issues after it.
        AtomicEvictsForItsWave = "atomic evicts for its wave",
        /// What a load fetched past a cache is there for what its own wave issues after it.
        LoadRefreshesForItsWave = "load refreshes for its wave",
        /// What a store changes past a cache is there for what its own wave issues after it.
        StoreUpdatesForItsWave = "store updates for its wave",
        /// Stores to fine-grained memory are complete, and atomics on it performed, where memory is coherent.
        FineWritesThrough = "fine writes through",
        /// What is stored to fine-grained memory is found in the last cache level no earlier than where memory is coherent.
        FineWritesThroughWhole = "fine writes through whole",
        /// A write-back covers stores of other waves too, where they use an instance of a cache level with its own.
        WriteBackCoversOtherWaves = "write-back covers other waves",
        /// A write-back covers stores that are processed but not complete yet.
        WriteBackCoversInFlight = "write-back covers in flight",
        /// A load of volatile lines that finds stored data of an access of non-volatile ones has it written back to the next level, and reads it there.
        LoadsWriteBackNonvolatile = "load writes back nonvolatile lines",
        /// What the host and packet processors access they access where memory is coherent, past all caches of agents, by one micro-event each.
        HostPassesCaches = "host passes caches",
        /// A write-back is done when what it found at each cache level has reached the next one, not that of its scope.
        WriteBackCompletesAtNextLevel = "write-back completes at next level",
    }
}

/// What a cache level does with data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// It serves reads from what it has, which may be old.
    Caches,
    /// It keeps nothing: what comes is handed on to the next level.
    Passes,
    /// It is where the order of writes is decided.
    Coherent,
}

words_enum! {
    /// The kinds of operations that counters count until they complete.
    Counted {
        /// Vector memory loads, counted until they return their value.
        Load = "load",
        /// Vector memory stores, counted until they complete at their level.
        Store = "store",
        /// Atomics whose value is used, counted until they are performed.
        AtomicReturn = "atomic-return",
        /// Atomics whose value is not used, counted until they are performed.
        AtomicNoreturn = "atomic-noreturn",
        /// LDS operations of all kinds.
        Lds = "lds",
        /// Scalar memory operations of all kinds, in any order.
        Scalar = "scalar",
        /// DMA operations between memory and LDS, counted until what they read is written.
        Dma = "dma",
        /// What the host and packet processors access, counted until it is complete in memory.
        Host = "host",
        /// Cache operations that invalidate, counted until they take effect.
        Invalidate = "invalidate",
        /// Cache operations that write back, counted until they are done.
        Writeback = "writeback",
    }
}

/// How files say that an access leaves nothing old in a cache level.
pub fn leaves_nothing_old(access: Access) -> &'static str {
    match access {
        Access::Atomic => "atomic evicts",
        Access::Load => "load refreshes",
        Access::Store => "store updates",
    }
}
