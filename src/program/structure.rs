//! The event structure of a test: all events any execution may have, and what ties them.

use super::event::Event;
use super::expr::{ExprId, Exprs};
use super::ir::{EventId, Instr, Program, RegId, ThreadId};
use crate::syntax::source::Span;
use index_vec::IndexVec;
use std::ops::Range;
use std::sync::Arc;

/// What the executions of a program are chosen from.
#[derive(Clone, Debug)]
pub struct EventStructure {
    /// The program.
    pub program: Arc<Program>,
    /// The events; the initial write of object `i` is event `i`, then come the threads' in program order.
    pub events: IndexVec<EventId, Event>,
    /// The expressions that guards, addresses and values are nodes of.
    pub exprs: Exprs,
    /// What every execution satisfies.
    pub requirements: Vec<Requirement>,
    /// Whether the unroll bound is exceeded: some loop would need more turns.
    pub exceeds_bound: ExprId,
    /// Every decision of control flow.
    pub branches: Vec<Branch>,
    /// Every register at the end.
    pub registers: Vec<FinalRegister>,
    /// `(arrive, wait, condition)`: the arrive takes part in the wait if both are executed and the condition holds.
    pub meetings: Vec<(EventId, EventId, ExprId)>,
    /// How many free choices there are.
    pub choices: u32,
    /// What each thread does, instruction by instruction, in program order.
    pub steps: Vec<Step>,
}

/// One turn of an instruction, or a decision of control flow.
#[derive(Clone, Debug)]
pub struct Step {
    /// Whose it is.
    pub thread: ThreadId,
    /// Whether it is executed.
    pub guard: ExprId,
    /// The reads whose values it uses.
    pub uses: Vec<EventId>,
    /// The instruction, and the events it has; `None` for a decision.
    pub instr: Option<(Instr, Range<EventId>)>,
}

/// Where `guard` holds, `holds` does.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// When.
    pub guard: ExprId,
    /// What.
    pub holds: ExprId,
}

/// A branch on `condition`, executed where `guard` holds.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// Whether it is executed.
    pub guard: ExprId,
    /// What it branches on.
    pub condition: ExprId,
    /// Its place.
    pub span: Span,
}

/// A register at the end of its thread.
#[derive(Clone, Copy, Debug)]
pub struct FinalRegister {
    /// Whose.
    pub thread: ThreadId,
    /// Which.
    pub register: RegId,
    /// Its value, where it was written.
    pub value: ExprId,
    /// Whether the path taken wrote it.
    pub written: ExprId,
}
