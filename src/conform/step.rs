//! Lines of compiled code as far as it matters which of them are an operation's own.

use super::parts::wait_text;
use super::wanted::{Order, Update};
use crate::spelling::Unit;
use crate::syntax::table::ast::Access;

/// A line of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it stands, from 1.
    pub line: usize,
    /// It, as it stands there.
    pub text: String,
    /// What it does.
    pub does: Does,
    /// The registers that it names; `None` if that cannot be told.
    pub touches: Option<Vec<Unit>>,
    /// Whether other lanes may execute it than those by which the function is executed.
    pub of_other_lanes: bool,
}

impl Step {
    /// Where it stands between other code, if it does.
    pub fn edge(&self) -> Option<&Edge> {
        if let Does::Edge(edge) = &self.does { Some(edge) } else { None }
    }
}

/// What a line of code does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// It accesses memory by a vector instruction.
    Access(Accessing),
    /// It waits for these counters.
    Wait(Vec<(String, u64)>),
    /// It invalidates a cache, or writes it back: the instruction as tables spell it.
    Cache(String),
    /// It loads into scalar registers.
    ScalarLoad,
    /// It does nothing that orders memory, and may stand anywhere.
    Nothing,
    /// It moves registers to memory or back, as the register allocator has it, and may stand anywhere; the form of one that loads.
    Moves(Option<String>),
    /// It computes.
    Computes,
    /// Other code may come before or after.
    Edge(Edge),
    /// It is not understood, for this reason.
    Unreadable(String),
}

/// Where code of one line need not come before that of the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edge {
    /// A label of this name: branches may come here.
    Label(String),
    /// A branch, which may go on with the next line or at the label of this name.
    Branch(String),
    /// A branch that goes there in any case.
    Jump(String),
    /// The function ends, or goes on where it cannot be told.
    End,
    /// Waves meet, or attend to what they do at barriers.
    Barrier,
}

/// An access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accessing {
    /// Its form: `global`.
    pub form: String,
    /// What it does.
    pub access: Access,
    /// What it writes, if it is a read-modify-write; `None` of one whose operation is not known, too.
    pub update: Option<Update>,
    /// How many bits it accesses.
    pub bits: u32,
    /// How it is ordered, where machine IR says so; `None` of assembly, which does not.
    pub order: Option<Order>,
    /// It, as tables spell it; or why that is not known.
    pub text: Result<String, String>,
    /// Whether it returns a value.
    pub returns: bool,
    /// The registers that it returns it in.
    pub results: Vec<Unit>,
}

/// Code of an operation, by counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Where it stands, from 1.
    pub line: usize,
    /// The instruction as tables spell it; a wait is for one counter.
    pub text: String,
    /// What else a wait is there for, if something is.
    pub also_for: Option<String>,
}

impl Item {
    /// A wait for one counter.
    pub fn wait(line: usize, counter: &str, number: u64, also_for: Option<String>) -> Item {
        Item { line, text: wait_text(counter, number), also_for }
    }
}
