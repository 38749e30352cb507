//! Machine programs: threads of machine instructions, each knowing where it comes from.

use crate::program::{Instr, InstrKind, RegId, Value};
use crate::syntax::source::Span;
use crate::syntax::table::ast::{Access, Line};

/// A test lowered for a target.
#[derive(Clone, Debug)]
pub struct MachineProgram {
    /// The threads in the order of the test.
    pub threads: Vec<MachineThread>,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct MachineThread {
    /// Its name.
    pub name: String,
    /// What it does.
    pub body: Vec<Node>,
}

/// A machine instruction, or control flow as in the test.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Node {
    Instr(Box<MachineInstr>),
    Assign {
        dest: RegId,
        value: Value,
        span: Span,
    },
    If {
        condition: Value,
        then: Vec<Node>,
        otherwise: Vec<Node>,
        span: Span,
    },
    /// As in [`crate::program::InstrKind::Loop`].
    Loop {
        condition: Value,
        at_least_once: bool,
        unroll: u32,
        body: Vec<Node>,
        span: Span,
    },
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct MachineInstr {
    /// Its name.
    pub mnemonic: String,
    /// Its operands besides registers and addresses.
    pub operands: Vec<String>,
    /// What it accesses; `None` for waits, cache operations and barriers.
    pub access: Option<Accessed>,
    /// Where it comes from.
    pub origin: Origin,
    /// The instruction of the test that it implements.
    pub span: Span,
}

/// The access that a machine instruction is.
#[derive(Clone, Debug)]
pub struct Accessed {
    /// Whether it reads, writes, or both at once.
    pub kind: Access,
    /// What it does of the test's instruction.
    pub role: Role,
    /// The test's instruction.
    pub instr: Instr,
}

/// What an access does of the test's instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// All of it.
    Whole,
    /// It reads, for a read-modify-write that is not atomic.
    Read,
    /// It writes, for a read-modify-write that is not atomic.
    Write,
}

/// Where a machine instruction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A row of the table.
    Row {
        /// Its line.
        row: Line,
        /// The step.
        step: u32,
        /// The step's line.
        line: Line,
    },
    /// The target's description: barriers.
    Target,
    /// The test.
    Test,
}

impl MachineInstr {
    /// The instruction that a text names: a mnemonic and operands between blanks.
    pub fn parse(text: &str, access: Option<Accessed>, origin: Origin, span: Span) -> Self {
        let mut words = text.split_whitespace().map(str::to_string);
        let mnemonic = words.next().unwrap_or_default();
        MachineInstr { mnemonic, operands: words.collect(), access, origin, span }
    }

    /// Whether it is an atomic whose result is used.
    pub fn returns(&self) -> bool {
        match self.access.as_ref().map(|access| &access.instr.kind) {
            Some(InstrKind::Rmw { dest, .. }) => dest.is_some(),
            Some(InstrKind::Cmpxchg(cmpxchg)) => cmpxchg.dest.is_some() || cmpxchg.success.is_some(),
            _ => false,
        }
    }
}

impl std::fmt::Display for MachineInstr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.mnemonic)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))
    }
}
