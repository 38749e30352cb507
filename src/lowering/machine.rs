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

/// A thread of the test as machine code.
#[derive(Clone, Debug)]
pub struct MachineThread {
    /// The thread's name in the test.
    pub name: String,
    /// Its instructions and control flow in program order.
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
    /// A loop, whose parts are as in [`crate::program::InstrKind::Loop`].
    Loop {
        condition: Value,
        at_least_once: bool,
        unroll: u32,
        body: Vec<Node>,
        span: Span,
    },
}

/// A machine instruction, without the registers and addresses that no order depends on.
#[derive(Clone, Debug)]
pub struct MachineInstr {
    /// The mnemonic, such as `global_load` or `s_waitcnt`.
    pub mnemonic: String,
    /// Its operands besides registers and addresses.
    pub operands: Vec<String>,
    /// What it accesses; `None` for waits, cache operations and barriers.
    pub access: Option<Accessed>,
    /// The row, description or test that it is taken from.
    pub origin: Origin,
    /// Where the instruction that it implements stands in the test.
    pub span: Span,
}

/// The access that a machine instruction is.
#[derive(Clone, Debug)]
pub struct Accessed {
    /// Whether it reads, writes, or both at once.
    pub kind: Access,
    /// What it does of the test's instruction.
    pub role: Role,
    /// The instruction of the test that it implements, with its values and address.
    pub instr: Instr,
}

/// What an access does of the test's instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It reads and writes as its instruction does.
    Whole,
    /// It reads, for a read-modify-write that is not atomic.
    Read,
    /// It writes, for a read-modify-write that is not atomic.
    Write,
}

/// Where a machine instruction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A row of the table of code sequences.
    Row {
        /// The line of the document at which the row begins.
        row: Line,
        /// The number of the step, as the row counts them.
        step: u32,
        /// The line of the document at which the step stands.
        line: Line,
    },
    /// The target's description in a targets file: barriers.
    Target,
    /// The test's own `asm`.
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
            Some(
                InstrKind::Load { .. }
                | InstrKind::Store { .. }
                | InstrKind::Fence { .. }
                | InstrKind::Barrier(_)
                | InstrKind::Asm(_)
                | InstrKind::Assign { .. }
                | InstrKind::If { .. }
                | InstrKind::Loop { .. },
            )
            | None => false,
        }
    }
}

impl std::fmt::Display for MachineInstr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.mnemonic)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))
    }
}
