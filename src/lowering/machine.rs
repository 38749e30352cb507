//! Machine programs: threads of machine instructions, each knowing where it comes from.

use crate::llvm::{AddressSpace, ScopeLevel};
use crate::program::{Instr, InstrKind, RegId, Value};
use crate::syntax::litmus::ast::InstructionPlacement;
use crate::syntax::source::Span;
use crate::syntax::table::ast::{Access, Line, Path, Placement, Rule};
use std::sync::Arc;

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
pub enum Node {
    /// A machine instruction.
    Instr(Box<MachineInstr>),
    /// A computation between registers of the test, which has no machine code here.
    Assign {
        /// The register that gets the value.
        dest: RegId,
        /// The value, of the register's type.
        value: Value,
        /// Where the assignment stands in the test.
        span: Span,
    },
    /// A branch.
    If {
        /// The condition, of type `i1`.
        condition: Value,
        /// Executed where it holds.
        then: Vec<Node>,
        /// Executed where it does not hold.
        otherwise: Vec<Node>,
        /// Where the branch stands in the test.
        span: Span,
    },
    /// A loop.
    Loop {
        /// The condition for another iteration, of type `i1`.
        condition: Value,
        /// Whether it is checked after each iteration (`do … while`) and not before.
        at_least_once: bool,
        /// The code of an iteration.
        body: Vec<Node>,
        /// Where the loop stands in the test.
        span: Span,
    },
}

/// A machine instruction, without the registers and addresses that no order depends on.
#[derive(Clone, Debug)]
pub struct MachineInstr {
    /// The mnemonic, such as `global_load` or `s_waitcnt`.
    pub mnemonic: Arc<str>,
    /// Its operands besides registers and addresses.
    pub operands: Arc<[String]>,
    /// What it accesses; `None` for waits, cache operations and barriers.
    pub access: Option<Accessed>,
    /// The row, description or test that it is taken from.
    pub origin: Origin,
    /// Where the instruction that it implements stands in the test.
    pub span: Span,
    /// Where else it may stand; `None` if only in its canonical place.
    pub movement: Option<Box<Movement>>,
}

/// What rules compare with atomics of other operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    /// The sync scope that it is written with.
    pub scope: ScopeLevel,
    /// The address space that it names.
    pub space: AddressSpace,
    /// Whether its target has clusters.
    pub clusters: bool,
}

/// Where a wait or cache operation may stand among the instructions of its thread, by the rules of its step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Movement {
    /// The operation that it is of.
    pub operation: Operation,
    /// Whether the waits of its step move independently of each other.
    pub apart: bool,
    /// Which reading of the rules it moves by.
    pub placement: InstructionPlacement,
    /// What it must come before or after.
    pub rules: Vec<Placement>,
}

impl Movement {
    /// What the rules of a step leave to one of its instructions; `None` if none of them is about it.
    pub(super) fn by_rules(
        mnemonic: &str,
        operands: &[String],
        placement: &[Placement],
        operation: Operation,
    ) -> Option<Self> {
        let apart = placement.iter().any(|placement| matches!(placement.rule, Rule::Apart));
        let about = |placement: &&Placement| match placement.rule {
            Rule::Apart => false,
            Rule::Before(_) | Rule::After(_) => is_about(placement, mnemonic, operands),
        };
        let rules: Vec<Placement> = placement.iter().filter(about).cloned().collect();
        let placement = InstructionPlacement::Free;
        (apart || !rules.is_empty()).then_some(Movement { operation, apart, placement, rules })
    }
}

/// Whether a rule is about an instruction, or about one of the counters that it waits for.
fn is_about(placement: &Placement, mnemonic: &str, operands: &[String]) -> bool {
    let named = |about: &String| {
        let mut words = about.split_whitespace();
        words.next() == Some(mnemonic) && words.all(|counter| operands.iter().any(|operand| operand == counter))
    };
    placement.about.is_empty() || placement.about.iter().any(named)
}

/// The access that a machine instruction is.
#[derive(Clone, Debug)]
pub struct Accessed {
    /// Whether it reads, writes, or both at once.
    pub kind: Access,
    /// The way that it takes to memory.
    pub path: Path,
    /// What it does of the test's instruction.
    pub role: Role,
    /// The instruction of the test that it implements, with its values and address.
    pub instr: Instr,
}

/// What an access does of the test's instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// It reads and writes as its instruction does.
    Whole,
    /// It reads, for a read-modify-write that is not atomic.
    Read,
    /// It writes, for a read-modify-write that is not atomic.
    Write,
}

/// Where a machine instruction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// The target's description: the end of a wave.
    End,
    /// What a targets file has the packet processor do at the ends of a dispatch.
    Packet,
    /// What a targets file has the host do.
    Host,
    /// What the compiler has chosen instead of a row's code, as the target's description has it: scalar loads.
    Choice,
    /// The test's own `asm`.
    Test,
}

impl MachineInstr {
    /// The instruction that a text names: a mnemonic and operands between blanks.
    pub fn parse(text: &str, access: Option<Accessed>, origin: Origin, span: Span) -> Self {
        let mut words = text.split_whitespace().map(str::to_string);
        let mnemonic = words.next().unwrap_or_default().into();
        MachineInstr { mnemonic, operands: words.collect(), access, origin, span, movement: None }
    }

    /// The waits for one counter each that a wait may be split into, each with the rules about it; itself if it may not.
    pub fn split(&self) -> Vec<MachineInstr> {
        let part = |operand: &String, movement: &Movement| {
            let operands = vec![operand.clone()];
            let about = |rule: &&Placement| is_about(rule, &self.mnemonic, &operands);
            let rules = movement.rules.iter().filter(about).cloned().collect();
            let movement = Some(Box::new(Movement { rules, ..movement.clone() }));
            MachineInstr { operands: operands.into(), movement, ..self.clone() }
        };
        match &self.movement {
            Some(movement) if movement.apart && self.operands.len() > 1 => {
                self.operands.iter().map(|operand| part(operand, movement)).collect()
            }
            Some(_) | None => vec![self.clone()],
        }
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
                | InstrKind::Dma(_)
                | InstrKind::Asyncmark
                | InstrKind::WaitAsyncmark { .. }
                | InstrKind::Barrier(_)
                | InstrKind::Packet(_)
                | InstrKind::Asm(_)
                | InstrKind::Assign { .. }
                | InstrKind::If { .. }
                | InstrKind::Loop { .. }
                | InstrKind::Call(_),
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
