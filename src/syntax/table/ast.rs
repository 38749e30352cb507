//! The tree of a file of tables.

use super::cond::Cond;
use crate::llvm::words_enum;
use crate::llvm::{AddressSpace, Ordering, ScopeLevel};
use itertools::Itertools;

/// A line of the document that a part was read from, counted from 1.
pub type Line = u32;

/// A file: one table, with where it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The release of LLVM, or the version of a proposal.
    pub release: String,
    /// The document's file name.
    pub document: String,
    /// The table itself, of one of two kinds.
    pub content: Content,
}

/// The kinds of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The code sequences of a family of generations.
    Table(Table),
    /// What one thread's operations may not be reordered with.
    Constraints(Constraints),
}

/// The code sequences of a family of generations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The family's name, from the table's label in the document.
    pub family: String,
    /// The line of its title in the document.
    pub line: Line,
    /// What a `scope:table` operand stands for.
    pub scopes: Option<Scopes>,
    /// The rows in the document's order.
    pub rows: Vec<Row>,
}

/// The table of instruction scopes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scopes {
    /// The line of its title in the document.
    pub line: Line,
    /// Its rows in the document's order, one for each list of sync scopes.
    pub entries: Vec<ScopeEntry>,
}

/// The operand for some sync scopes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeEntry {
    /// The line where the row begins in the document.
    pub line: Line,
    /// The sync scopes, `none` for the default.
    pub scopes: Vec<String>,
    /// The operands and when each is given; where none is, there is no operand.
    pub operands: Vec<Operand>,
}

words_enum! {
    /// The instructions of LLVM that rows are for.
    Op {
        /// A non-atomic `load` instruction.
        Load = "load",
        /// A non-atomic `store` instruction.
        Store = "store",
        /// A `load atomic` instruction.
        LoadAtomic = "load atomic",
        /// A `store atomic` instruction.
        StoreAtomic = "store atomic",
        /// `atomicrmw` and also `cmpxchg`.
        Atomicrmw = "atomicrmw",
        /// A `fence` instruction, which has no address space.
        Fence = "fence",
    }
}

impl Op {
    /// How its code accesses memory; `None` of a fence, which accesses none.
    pub fn access(self) -> Option<Access> {
        match self {
            Op::Load | Op::LoadAtomic => Some(Access::Load),
            Op::Store | Op::StoreAtomic => Some(Access::Store),
            Op::Atomicrmw => Some(Access::Atomic),
            Op::Fence => None,
        }
    }
}

/// The values of a column that a row is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column<T> {
    /// The column means nothing for the row.
    None,
    /// Every value that the column can have.
    Any,
    /// The values that are listed, in the document's order.
    Of(Vec<T>),
}

/// A row: the operations that it is for, and the code that they become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line where the row begins in the document.
    pub line: Line,
    /// The kind of instruction that it is for.
    pub op: Op,
    /// The ordering; `None` for what is not atomic.
    pub ordering: Option<Ordering>,
    /// The sync scopes that it is for.
    pub scopes: Column<ScopeLevel>,
    /// The address spaces that it is for.
    pub spaces: Column<AddressSpace>,
    /// Address spaces that cannot be used when a condition holds.
    pub refused: Vec<(AddressSpace, Cond)>,
    /// What is emitted, by case; one case that always applies unless the operation's flags matter.
    pub cases: Vec<Case>,
}

/// The steps that apply under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The condition under which these steps are the row's code.
    pub when: Cond,
    /// The steps in order; none if nothing is emitted.
    pub steps: Vec<Step>,
}

/// A numbered step of a code sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number in the document.
    pub number: u32,
    /// The line of the step's number in the document.
    pub line: Line,
    /// The instructions that are emitted, or references to other rows, in order.
    pub code: Vec<Code>,
    /// The rules that say where it may stand among the thread's instructions.
    pub placement: Vec<Placement>,
}

/// An instruction of a step, or a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// One instruction, with the condition on which it is emitted.
    Instr(Instr),
    /// The code of another row, for the same scope and address space.
    Same(Reference),
}

words_enum! {
    /// What an instruction does that accesses memory, by the words of tables.
    Access {
        /// It only reads memory.
        Load = "load",
        /// It only writes memory.
        Store = "store",
        /// It reads and writes at once.
        Atomic = "atomic",
    }
}

words_enum! {
    /// The way that an access takes to memory.
    Path {
        /// That of vector memory, by the first cache level.
        Vector = "vector",
        /// That of scalar memory, by a cache in the place of the first level.
        Scalar = "scalar",
        /// That of the host and of packet processors, past all caches of agents.
        Host = "host",
    }
}

/// A machine instruction, or one in several forms of access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instr {
    /// The forms by which memory is accessed (`buffer`, `global`, `flat`, `ds`); none for other instructions.
    pub forms: Vec<String>,
    /// The name; an [`Access`]'s word if there are forms.
    pub name: String,
    /// The operands in order, each with the condition on which it is given.
    pub operands: Vec<Operand>,
    /// The condition on which it is emitted.
    pub when: Cond,
}

/// What unconditional operands say more than once, if they do: which of the values counts is not known.
pub fn operand_twice(operands: &[String]) -> Option<String> {
    let key = |operand: &String| match operand.split_once([':', '=', '(']) {
        Some((name, _)) => format!("`{name}`"),
        None if operand.starts_with(|first: char| first.is_ascii_digit()) => "a number".to_string(),
        None => format!("`{operand}`"),
    };
    if operands.len() < 2 {
        return None;
    }
    operands.iter().map(key).duplicates().next()
}

impl Instr {
    /// What it does if it accesses memory.
    pub fn access(&self) -> Option<Access> {
        if self.forms.is_empty() { None } else { self.name.parse().ok() }
    }

    /// The word by which targets know its operands: for what it does to memory, or its name.
    pub fn word(&self) -> &str {
        match self.access() {
            Some(access) => access.as_str(),
            None => &self.name,
        }
    }

    /// The name with its forms: `buffer/global_load`.
    pub fn spelling(&self) -> String {
        match (self.forms.is_empty(), self.access()) {
            (true, _) => self.name.clone(),
            (false, Some(_)) => format!("{}_{}", self.forms.join("/"), self.name),
            // As it was written: forms of what accesses no memory are refused later.
            (false, None) => format!("{}/{}", self.forms.join("/"), self.name),
        }
    }
}

/// An operand and when it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// As in assembly: `glc=1`, `vmcnt(0)`, `0x0`, `scope:SCOPE_SYS`; `scope:table` for what the table of scopes says.
    pub text: String,
    /// The condition on which the instruction has it.
    pub when: Cond,
}

/// The operand that the table of scopes gives.
pub const SCOPE_OF_TABLE: &str = "scope:table";

/// A row that says what to do for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The instruction of the other row.
    pub op: Op,
    /// The ordering of the other row; `None` for a non-atomic one.
    pub ordering: Option<Ordering>,
    /// Whether OpenCL, too, needs all instructions of that row.
    pub complete: bool,
}

/// Where a step may stand among the thread's other instructions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The line of the rule in the document.
    pub line: Line,
    /// The instructions of the step that it is about, with the counters of one if not all; empty for all.
    pub about: Vec<String>,
    /// What the instructions must come before or after.
    pub rule: Rule,
}

/// A rule of placement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The step's waits may be moved independently.
    Apart,
    /// It must happen before these.
    Before(Vec<Point>),
    /// It must happen after these.
    After(Vec<Point>),
}

/// What a step must happen before or after.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Point {
    /// The next or last instruction of these names; a `*` in a name stands for anything.
    Instr {
        /// The instructions' names, in each of which a `*` stands for any characters.
        names: Vec<String>,
        /// Whether the code may have no such instruction.
        optional: bool,
    },
    /// The row's own access, called by the document a store, an atomicrmw or an atomic.
    Access(String),
    /// Every operation of these kinds.
    Events(Events),
}

/// Operations of the same thread, chosen by kind, address space and pairing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Events {
    /// Whether only volatile operations are meant.
    pub volatile: bool,
    /// Their address spaces; empty for all.
    pub spaces: Vec<AddressSpace>,
    /// Their kinds; empty for all.
    pub kinds: Vec<EventKind>,
    /// The atomics that a fence or a seq_cst operation pairs with; `None` for no such restriction.
    pub pairing: Option<Pairing>,
}

words_enum! {
    /// A kind of operation that placement is about.
    EventKind {
        /// A non-atomic `load` instruction.
        Load = "load",
        /// A non-atomic `store` instruction.
        Store = "store",
        /// A `load atomic` instruction.
        LoadAtomic = "load atomic",
        /// A `store atomic` instruction.
        StoreAtomic = "store atomic",
        /// A read-modify-write, whether or not its result is used.
        Atomicrmw = "atomicrmw",
        /// A read-modify-write whose result is used.
        AtomicrmwReturning = "atomicrmw-return",
        /// A read-modify-write whose result is not used.
        AtomicrmwNotReturning = "atomicrmw-noreturn",
        /// A `fence` of any ordering.
        Fence = "fence",
    }
}

words_enum! {
    /// Which atomics a rule is about.
    Pairing {
        /// Atomic, stronger than unordered, with an equal or wider sync scope: what a fence synchronizes through.
        FencePaired = "fence-paired",
        /// Of seq_cst ordering, with an equal or wider sync scope.
        SeqCst = "seq_cst",
    }
}

/// What one thread's operations may not be reordered with, by ordering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraints {
    /// The line of its title in the document.
    pub line: Line,
    /// Its rows in the document's order, one for each ordering.
    pub rows: Vec<ConstraintRow>,
}

/// The constraints of an ordering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintRow {
    /// The line where the row begins in the document.
    pub line: Line,
    /// The ordering whose operations are constrained.
    pub ordering: Ordering,
    /// The constraints; none for an ordering that has none.
    pub rules: Vec<Constraint>,
}

/// A constraint on operations of an ordering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The line of the sentence in the document.
    pub line: Line,
    /// The operations it is for; empty for all.
    pub ops: Vec<EventKind>,
    /// Whose constraints hold too: of these orderings, or those of another operation with the same ordering.
    pub same: Vec<Same>,
    /// What may not be moved across it.
    pub barred: Vec<Barred>,
}

/// A reference from one constraint to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Same {
    /// The constraints of operations of this ordering.
    Ordering(Ordering),
    /// The constraints of this kind of operation, of the same ordering.
    Op(EventKind),
}

/// What may not be moved across an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barred {
    /// Whether it is what precedes the operation (which may not be moved after it); else what follows it.
    pub preceding: bool,
    /// The operations; empty for the atomics that a fence pairs with.
    pub kinds: Vec<EventKind>,
    /// The atomics that a fence or a seq_cst operation pairs with; `None` for no such restriction.
    pub pairing: Option<Pairing>,
}

impl<T: PartialEq + Copy> Column<T> {
    /// Whether the row is for a value; for none only where the column is for none.
    pub fn is_for(&self, value: Option<T>) -> bool {
        match (self, value) {
            (Column::None, None) | (Column::Any, Some(_)) => true,
            (Column::Of(values), Some(value)) => values.contains(&value),
            (Column::None, Some(_)) | (Column::Any | Column::Of(_), None) => false,
        }
    }
}

impl Row {
    /// Whether the row is for an operation; a fence has no address space, and what is not atomic no ordering or scope.
    pub fn is_for(
        &self,
        op: Op,
        ordering: Option<Ordering>,
        scope: Option<ScopeLevel>,
        space: Option<AddressSpace>,
    ) -> bool {
        self.op == op && self.ordering == ordering && self.scopes.is_for(scope) && self.spaces.is_for(space)
    }
}

impl Table {
    fn steps(&self) -> impl Iterator<Item = &Step> {
        self.rows.iter().flat_map(|row| &row.cases).flat_map(|case| &case.steps)
    }

    /// Every instruction of its steps.
    pub fn instrs(&self) -> impl Iterator<Item = &Instr> {
        self.steps().flat_map(|step| &step.code).filter_map(|code| match code {
            Code::Instr(instr) => Some(instr),
            Code::Same(_) => None,
        })
    }

    /// Every condition in it.
    pub fn conditions(&self) -> impl Iterator<Item = &Cond> {
        let cases = self.rows.iter().flat_map(|row| &row.cases).map(|case| &case.when);
        let refused = self.rows.iter().flat_map(|row| &row.refused).map(|(_, when)| when);
        let instrs = self.instrs().flat_map(|i| i.operands.iter().map(|operand| &operand.when).chain([&i.when]));
        let scopes = self.scopes.iter().flat_map(|scopes| &scopes.entries).flat_map(|entry| &entry.operands);
        cases.chain(refused).chain(instrs).chain(scopes.map(|operand| &operand.when))
    }
}
