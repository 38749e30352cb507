//! The event structure of a test: all events any execution may have, and what ties them.

use super::barrier::BarrierObject;
use super::event::{Event, EventKind};
use super::expr::{ExprId, Exprs};
use super::halves;
use super::ir::{Condition, EventId, Instr, Program, Prop, Question, RegId, ThreadId};
use crate::syntax::litmus::ast::Quantifier;
use crate::syntax::source::Span;
use index_vec::IndexVec;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// How loops are unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unrolling {
    /// Whether loops that await something end.
    pub loops: Loops,
    /// Other loops are unrolled so many times as often as the test says.
    pub factor: u32,
    /// Whether that other loops end within their bounds is assumed.
    pub ends: Ends,
}

impl Default for Unrolling {
    fn default() -> Self {
        Unrolling { loops: Loops::End, factor: 1, ends: Ends::Shown }
    }
}

/// Whether loops that await something end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    /// They end, and a failed turn before the last may be executed, since it may have a race.
    End,
    /// They end in their first turn, or repeat a failed one forever.
    MayHang,
    /// As [`Loops::MayHang`], and one failed turn before may be executed, since it may have a race.
    MayHangLater,
}

/// What is known of loops that await nothing, and might go on after as many turns as are unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Executions in which one goes on exceed the unroll bound.
    Shown,
    /// There are no executions in which one goes on.
    Assumed,
}

/// A turn of a loop that a thread may repeat forever, or a wait at a barrier that may never end.
#[derive(Clone, Copy, Debug)]
pub struct Endless {
    /// The thread.
    pub thread: ThreadId,
    /// Whether it does.
    pub guard: ExprId,
    /// The wait; `None` of a turn of a loop.
    pub wait: Option<EventId>,
    /// Where the loop or the wait stands in the test.
    pub span: Span,
}

/// A pair of a base relation that an execution has if both are executed and the condition holds.
pub type Conditional = (EventId, EventId, ExprId);

/// The base relations whose pairs have conditions. Those of one operation only relate it to itself: that it is undefined.
pub const CONDITIONAL_RELATIONS: [&str; 9] = [
    "barrier",
    "completed-at",
    "barrier-before",
    "barrier-uninitialized",
    "barrier-dropped-below-zero",
    "barrier-expects-too-few",
    "barrier-expects-as-many",
    "barrier-arrives-twice",
    "barrier-never-completes",
];

/// What is undefined of operations on barrier objects.
#[derive(Clone, Debug, Default)]
pub struct BarrierFaults {
    /// A named barrier that no init has come before.
    pub uninitialized: Vec<Conditional>,
    /// One arrival less is to be expected than none.
    pub below_zero: Vec<Conditional>,
    /// No more arrivals are to be expected than there are.
    pub too_few: Vec<Conditional>,
    /// As many arrivals are to be expected as there are.
    pub as_many: Vec<Conditional>,
    /// A second wave of a workgroup arrives at the barrier of the cluster in one phase.
    pub twice: Vec<Conditional>,
    /// A wait never ends.
    pub never: Vec<Conditional>,
}

/// What the executions of a program are chosen from.
#[derive(Clone, Debug)]
pub struct EventStructure {
    /// The test that was unrolled, shared with whoever shows its text and names.
    pub program: Arc<Program>,
    /// How its loops were unrolled.
    pub unrolling: Unrolling,
    /// The events; the initial write of object `i` is event `i`, then come the threads' in program order.
    pub events: IndexVec<EventId, Event>,
    /// The expressions that guards, addresses and values are nodes of.
    pub exprs: Exprs,
    /// What every execution satisfies; a candidate that breaks one is no execution of the program.
    pub requirements: Vec<Requirement>,
    /// Whether the unroll bound is exceeded: some loop would need more iterations than it is unrolled.
    pub exceeds_bound: ExprId,
    /// Whether a thread hangs: it repeats a turn of a loop forever, or waits at a barrier that is never complete.
    pub hangs: ExprId,
    /// The turns that threads may repeat forever, and waits that may never end.
    pub endless: Vec<Endless>,
    /// Whether a thread awaits something in a loop, which may be awaited forever.
    pub awaits: bool,
    /// Whether some loop was assumed to end within its bound.
    pub is_assumed: bool,
    /// Every decision of control flow: an execution takes one side of each whose guard holds.
    pub branches: Vec<Branch>,
    /// Every register of every thread as it is when its thread ends.
    pub registers: Vec<FinalRegister>,
    /// `(arrive, wait, condition)`: the arrive, or drop, takes part in the wait if both are executed and the condition holds.
    pub meetings: Vec<Conditional>,
    /// `(first, second, condition)`: of two operations that modify one barrier object, the first comes first if both are executed and the condition holds.
    pub barrier_order: Vec<Conditional>,
    /// What is undefined of operations on barrier objects.
    pub barrier_faults: BarrierFaults,
    /// `(access, wait, condition)`: the access, of an asynchronous operation, is complete at the wait if both are executed and the condition holds.
    pub completions: Vec<Conditional>,
    /// Truth values that no text tells, so that executions choose them: what `isfirst` says of the barrier that does nothing.
    pub untold: Vec<ExprId>,
    /// The events by which the host submits dispatches, with the numbers of these.
    pub submitted: BTreeMap<EventId, u32>,
    /// How many free choices there are; [`Exprs::choice`] numbers them from 0.
    pub choices: u32,
    /// What each thread does, instruction by instruction, in program order; machine code is assigned to these.
    pub steps: Vec<Step>,
}

impl EventStructure {
    /// The same, asked whether some final state satisfies each of these propositions, and nothing else.
    pub fn asking(&self, props: impl Iterator<Item = Prop>) -> EventStructure {
        let condition = |prop| Condition {
            question: Question::States(Quantifier::Exists, prop),
            expects: Vec::new(),
            hardware: Vec::new(),
            span: Span::default(),
        };
        let program = Program { conditions: props.map(condition).collect(), ..Program::clone(&self.program) };
        EventStructure { program: Arc::new(program), ..self.clone() }
    }

    /// The same, with all final states asked about, whatever `filter` keeps.
    pub fn unfiltered(self) -> EventStructure {
        let program = Program { filter: None, ..Program::clone(&self.program) };
        EventStructure { program: Arc::new(program), ..self }
    }

    /// All pairs that may be in a base relation whose pairs have conditions; `None` of any other.
    pub fn pairs_of(&self, relation: &str) -> Option<&[Conditional]> {
        self.conditional().into_iter().find(|(name, _)| *name == relation).map(|(_, pairs)| pairs)
    }

    /// The base relations whose pairs have conditions, each with all pairs that may be in it.
    pub fn conditional(&self) -> [(&'static str, &[Conditional]); CONDITIONAL_RELATIONS.len()] {
        let BarrierFaults { uninitialized, below_zero, too_few, as_many, twice, never } = &self.barrier_faults;
        let (meetings, completions, barrier_order) = (&self.meetings, &self.completions, &self.barrier_order);
        let all = [meetings, completions, barrier_order, uninitialized, below_zero, too_few, as_many, twice, never];
        std::array::from_fn(|at| (CONDITIONAL_RELATIONS[at], all[at].as_slice()))
    }

    /// Whether it has a read-modify-write.
    pub fn has_updates(&self) -> bool {
        self.events.iter().any(|event| event.rmw.is_some())
    }

    /// Whether it uses barriers of which executions choose which arrivals make up a phase: all but those of workgroups whose signals and waits alternate.
    pub fn has_barrier_objects(&self) -> bool {
        let alternate = halves::alternate(&self.program);
        self.events.iter().any(|event| match (event.barrier, event.thread) {
            (Some(BarrierObject::Workgroup), Some(thread)) => !alternate[thread],
            (on, _) => on.is_some(),
        })
    }

    /// The conditions of pairs of base relations, and what is chosen besides: executions that differ in one of these are several.
    pub fn chosen(&self) -> impl Iterator<Item = ExprId> {
        let conditions = self.conditional().into_iter().flat_map(|(_, pairs)| pairs).map(|(.., when)| *when);
        conditions.chain(self.untold.iter().copied())
    }

    /// Whether the first event is that a dispatch is complete, or that a packet is published, and the second that a dispatch begins that is to begin after it.
    pub fn is_dispatched(&self, complete: EventId, launch: EventId) -> bool {
        let packet = self.submitted.get(&complete);
        let (complete, launch) = (&self.events[complete], &self.events[launch]);
        let are_ends = complete.kind == EventKind::Complete && launch.kind == EventKind::Launch;
        let threads = complete.thread.zip(launch.thread).filter(|_| are_ends);
        threads.is_some_and(|(earlier, later)| match packet {
            Some(&packet) => self.program.is_published_before(packet, later),
            None => self.program.completes_before(earlier, later),
        })
    }
}

/// An instruction as it is executed once (in a loop: in one iteration), or a decision of control flow.
#[derive(Clone, Debug)]
pub struct Step {
    /// The thread that executes it.
    pub thread: ThreadId,
    /// Whether an execution has it: its path is taken, and no loop before it exceeds its bound.
    pub guard: ExprId,
    /// The reads of earlier steps whose values it needs: for its address, for what it writes or compares with, or to decide.
    pub uses: Vec<EventId>,
    /// The instruction, and the events it has; `None` for a decision.
    pub instr: Option<(Instr, Range<EventId>)>,
}

/// Where `guard` holds, `holds` does: an outcome of a `cmpxchg` that its values bear out, or the end of a loop that spins.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// The truth value under which it applies: whether the instruction that asks for it is executed.
    pub guard: ExprId,
    /// The truth value that must be true then.
    pub holds: ExprId,
}

/// A branch on `condition`, executed where `guard` holds.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// Whether the instruction that decides is executed.
    pub guard: ExprId,
    /// The truth value that says which side is taken.
    pub condition: ExprId,
    /// Where its `if` or loop stands in the test.
    pub span: Span,
}

/// A register at the end of its thread.
#[derive(Clone, Copy, Debug)]
pub struct FinalRegister {
    /// The thread whose register it is.
    pub thread: ThreadId,
    /// The register, by its number within the thread.
    pub register: RegId,
    /// Its last value on the path taken; 0 where nothing wrote it.
    pub value: ExprId,
    /// Whether the path taken wrote it; false too where a loop of the thread exceeds its bound.
    pub written: ExprId,
}
