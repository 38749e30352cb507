//! The tree of a hardware file.

use crate::llvm::{ScopeLevel, words_enum};
use crate::syntax::source::{Source, Span};
use crate::syntax::table::ast::Access;
use crate::syntax::table::cond::Cond;
use std::sync::Arc;

/// A file: one family of generations.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// The file that it extends, and the place of that name.
    pub extends: Option<Word>,
    /// The targets it is for.
    pub targets: Vec<Word>,
    /// What it says; if it extends another file, what it says that the other does not, or otherwise.
    pub clauses: Vec<Clause>,
    /// What the extended file says and this one does not.
    pub removals: Vec<Removal>,
}

/// What stands in a file.
pub enum Item {
    /// A claim.
    Clause(Box<Clause>),
    /// A claim of the extended file that does not hold.
    Removal(Removal),
}

/// The file of these items.
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
    /// Its place.
    pub span: Span,
    /// What they are about.
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
            "process" => Subject("process in order".into()),
            "process per" => Subject(format!("process in order per{name}")),
            kind => Subject(format!("{kind}{name}{with}")),
        }
    }

    /// The same of a claim that is switched by a name.
    pub fn with_name(self, name: Option<&Word>) -> Self {
        match name {
            Some(name) => Subject(format!("{} as {}", self.0, name.text)),
            None => self,
        }
    }

    /// The words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
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
    /// The unit or level before which this one stands in the extended file's order.
    pub before: Option<Word>,
    /// For which targets and modes.
    pub when: Cond,
    /// Where it is from.
    pub source: Provenance,
    /// The name by which it is switched, and whether it is on by default.
    pub name: Option<(Word, bool)>,
    /// What it does to an extended file.
    pub change: Change,
    /// The text that its places are in, if that is not the file's own but one that the file extends.
    pub inherited: Option<Arc<Source>>,
}

/// What a clause does to an extended file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It says what the other does not.
    Add,
    /// It stands where the other's clauses about the same stand.
    Replace,
}

impl Clause {
    /// What it is about.
    pub fn subject(&self) -> Subject {
        let none: &[String] = &[];
        let (kind, name, with) = match &self.kind {
            Kind::Unit(unit, _) => ("unit", Some(unit), none),
            Kind::CacheLevel { level, .. } => ("level", Some(level), none),
            Kind::ProbedAtHome(level) => ("probed", Some(level), none),
            Kind::Process { .. } => ("process", None, none),
            Kind::ProcessPer(unit) => ("process per", Some(unit), none),
            Kind::StoreCompletes(with, _) => ("store", None, with.as_slice()),
            Kind::LoadBypasses(with, _) => ("load", None, with.as_slice()),
            Kind::AtomicPerforms(with, _) => ("atomic", None, with.as_slice()),
            Kind::Plain(access, with) => (access.as_str(), None, with.as_slice()),
            Kind::Counter(counter, _) => ("counter", Some(counter), none),
            Kind::Wait(instr, _) => ("wait", Some(instr), none),
            Kind::Invalidates(instr, with, _) | Kind::WritesBack(instr, with, ..) | Kind::Nothing(instr, with) => {
                ("instr", Some(instr), with.as_slice())
            }
            Kind::Barrier(instr, ..) => ("barrier", Some(instr), none),
        };
        Subject::new(kind, name, with).with_name(self.name.as_ref().map(|(name, _)| name))
    }
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
    Unit(Word, ScopeLevel),
    /// A level of memory further out than the ones before it.
    CacheLevel {
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
    /// These operands change nothing that is modelled of an access.
    Plain(Access, Vec<String>),
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
