//! One execution on the hardware: the micro-events of each operation, a timestamp for each, and what the generation says of their order.
//!
//! A vector memory operation is issued, then processed at the first cache level (`at[0]`), from where a store goes outwards level by level
//! (`at[k]`), while a load has data that left level `k` at `at[k]`, which for a hit may be long ago. An LDS operation has one micro-event
//! (`at[0]`). The rules are those of the levels-and-times model: see `docs/hardware.md`.

mod caches;
mod course;
mod issue;
mod lost;
mod placement;
mod reads;
mod rules;
mod stamps;
mod waits;
mod words;

use super::chip::{Chip, Control};
use super::explain::{MicroEvent, Timed, micro_events};
use super::movement;
use super::ops::{Code, Position};
use super::schedule::{Literal, Problem};
use super::timeline::{Op, What};
use crate::engine::{Execution, Inconclusive};
use crate::lowering::machine::MachineInstr;
use crate::matrix::BitMatrix;
use crate::program::{
    BarrierObject, Conditional, EventId, EventKind, EventStructure, ObjectId, ThreadId, events_between,
};
use crate::syntax::hardware::ast::{Lines, Rule};
use crate::syntax::table::ast::Path;
use caches::Caches;
use lost::Lost;
use std::collections::{BTreeSet, HashMap, HashSet};

pub(super) use caches::Gone;
pub use course::Timing;
pub use issue::Passed;

/// Whether an execution can happen on the hardware.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It can, as this shows.
    Feasible(Witness),
    /// It cannot: no timestamps satisfy what the generation says.
    Infeasible,
    /// The search for timestamps was inconclusive, for this cause.
    Unknown(Inconclusive),
}

/// How an execution happens on the hardware: one way of possibly many.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The micro-events in their order.
    pub micro_events: Vec<MicroEvent>,
    /// The instructions that are out of their canonical places.
    pub passed: Vec<Passed>,
    /// Coherence, as the hardware has it: of the execution no more is asked than which writes are co-maximal.
    pub co: BitMatrix,
}

/// The question that [`Timing`] answers of an execution, for other engines to answer.
pub fn problem(structure: &EventStructure, execution: &Execution, code: &Code, chip: &Chip) -> Problem {
    let mut builder = Builder::build(structure, execution, code, chip);
    builder.constrain_values();
    builder.problem
}

struct Builder<'a> {
    structure: &'a EventStructure,
    /// The execution that is asked about, or one with the same operations at the same locations.
    execution: &'a Execution,
    chip: &'a Chip,
    problem: Problem,
    ops: Vec<Op<'a>>,
    /// Where two threads' waves are in one instance of a unit: unit, lower thread, higher thread.
    placed: HashMap<(usize, ThreadId, ThreadId), u32>,
    /// Where what is written is not in each cache level that it was at or passed by.
    caches: Caches,
    /// Where what a scalar store has written is lost before a write-back.
    lost: Lost,
    /// When an operation arrives at a barrier.
    arrivals: HashMap<usize, u32>,
    /// Operations of one thread that may be issued in either order, the one earlier in program order first.
    unordered: HashSet<(usize, usize)>,
    /// The objects whose lines in caches are non-volatile.
    nonvolatile: BTreeSet<ObjectId>,
}

/// A literal that may be known before the search.
#[derive(Clone, Copy)]
enum Maybe {
    Known(bool),
    Open(Literal),
}

impl std::ops::Not for Maybe {
    type Output = Maybe;
    fn not(self) -> Maybe {
        match self {
            Maybe::Known(value) => Maybe::Known(!value),
            Maybe::Open(literal) => Maybe::Open(!literal),
        }
    }
}

/// The disjuncts of a clause, filled up with what does not hold.
type Disjuncts = [Maybe; 4];

fn any_of<const N: usize>(literals: [Maybe; N]) -> Disjuncts {
    const { assert!(N <= 4) };
    let mut disjuncts = [Maybe::Known(false); 4];
    disjuncts[..N].copy_from_slice(&literals);
    disjuncts
}

fn before(a: u32, b: u32) -> Maybe {
    Maybe::Open(Literal::Before(a, b))
}

fn not_after(a: u32, b: u32) -> Maybe {
    Maybe::Open(Literal::NotAfter(a, b))
}

impl<'a> Builder<'a> {
    /// The problem of an execution without what its reads read from: every clause that follows from the generation, and from which operations the
    /// execution has and where they access memory.
    fn build(structure: &'a EventStructure, execution: &'a Execution, code: &'a Code, chip: &'a Chip) -> Self {
        let mut builder = Builder::new(structure, execution, chip);
        builder.choose_placements(code);
        builder.issue_operations(code);
        builder.find_nonvolatile();
        builder.choose_caches();
        builder.choose_lost();
        builder.order_moved_instructions();
        builder.order_wave_streams();
        builder.order_accesses();
        builder.order_controls();
        builder.end_in_clusters();
        builder
    }

    fn new(structure: &'a EventStructure, execution: &'a Execution, chip: &'a Chip) -> Self {
        Builder {
            structure,
            execution,
            chip,
            problem: Problem::default(),
            ops: Vec::new(),
            placed: HashMap::new(),
            caches: Caches::default(),
            lost: Lost::default(),
            arrivals: HashMap::new(),
            unordered: HashSet::new(),
            nonvolatile: BTreeSet::new(),
        }
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = Maybe>) {
        self.problem.clauses.push(literals.into_iter().map(|literal| match literal {
            Maybe::Known(value) => Err(value),
            Maybe::Open(literal) => Ok(literal),
        }));
    }

    /// The thread of an operation and the way that it takes to memory.
    fn way(&self, x: usize) -> (ThreadId, Path) {
        (self.ops[x].thread, self.ops[x].what.path().unwrap_or(Path::Vector))
    }

    /// The operations that are executed, each but those that may move issued after the one before it.
    fn issue_operations(&mut self, code: &'a Code) {
        let structure = self.structure;
        let mut last: HashMap<ThreadId, u32> = HashMap::new();
        let mut moved: HashMap<ThreadId, Vec<u32>> = HashMap::new();
        // Those that may move past barriers too.
        let mut passing: HashMap<ThreadId, Vec<u32>> = HashMap::new();
        let mut arrivals: Vec<(EventId, u32, u32)> = Vec::new();
        let mut waits: Vec<(EventId, u32)> = Vec::new();
        for (number, (step, instrs)) in structure.steps.iter().zip(&code.steps).enumerate() {
            if self.execution.values[step.guard.0 as usize] == 0 {
                continue;
            }
            let decision: [Option<&MachineInstr>; 1] = [None];
            let instrs: Vec<Option<&MachineInstr>> =
                if step.instr.is_none() { decision.to_vec() } else { instrs.iter().map(Some).collect() };
            let events = step.instr.as_ref().map_or(EventId::new(0)..EventId::new(0), |(_, events)| events.clone());
            for (at, instr) in instrs.into_iter().enumerate() {
                let issue = self.problem.timestamp();
                let moves = instr.is_some_and(|instr| instr.movement.is_some());
                let passes_barriers = instr.is_some_and(movement::passes_barriers);
                let mut earlier = moved.get(&step.thread).cloned().unwrap_or_default();
                if moves {
                    let of_thread = if passes_barriers { &mut passing } else { &mut moved };
                    of_thread.entry(step.thread).or_default().push(issue);
                } else if let Some(before) = last.insert(step.thread, issue) {
                    self.problem.before(before, issue);
                    earlier.push(before);
                }
                let done = match instr.map(|instr| (instr, instr.access.as_ref())) {
                    Some((instr, Some(accessed))) => self.accesses(instr, accessed, &events, issue),
                    Some((instr, None)) => {
                        let parts = self.performed(instr, issue);
                        match parts.is_empty() {
                            true => {
                                vec![self.effect(instr, events.clone(), issue, &earlier, &mut arrivals, &mut waits)]
                            }
                            false => parts,
                        }
                    }
                    None => vec![What::Other],
                };
                // What uses a value waits for it: the access of a step, or a decision.
                if matches!(done[..], [What::Access(_), ..]) || instr.is_none() {
                    for &read in &step.uses {
                        self.await_read(read, issue);
                    }
                }
                let at = Position { step: number, instr: at };
                self.ops.extend(done.into_iter().map(|what| Op { thread: step.thread, at, instr, issue, what }));
            }
        }
        for &(event, arrival, issue) in &arrivals {
            // A barrier is one instruction: what passes it is issued before it arrives or after it is done.
            for &other in structure.events[event].thread.and_then(|thread| passing.get(&thread)).into_iter().flatten() {
                self.clause([before(other, arrival), before(issue, other)]);
            }
        }
        self.order_arrivals(&arrivals);
        for &(wait, done) in &waits {
            for &(arrive, at, _) in &arrivals {
                if self.meet(arrive, wait) {
                    self.problem.before(at, done);
                }
            }
        }
    }

    /// What modifies one barrier object does so in the order that the execution has.
    fn order_arrivals(&mut self, arrivals: &[(EventId, u32, u32)]) {
        let time = |event: EventId| arrivals.iter().find(|arrival| arrival.0 == event).map(|arrival| arrival.1);
        for &(first, second, when) in &self.structure.barrier_order {
            let holds = self.execution.values[when.0 as usize] != 0;
            if let (true, Some((x, y))) = (holds, time(first).zip(time(second))) {
                self.problem.before(x, y);
            }
        }
    }

    /// Workgroups that end drop the barrier of their cluster, or keep it.
    fn end_in_clusters(&mut self) {
        let (structure, execution) = (self.structure, self.execution);
        let events = EventId::from_usize(0)..structure.events.len_idx();
        let excluded = match self.chip.has(Rule::ClusterDroppedAtEnds) {
            true => EventKind::BarrierKept,
            false => EventKind::BarrierDrop,
        };
        let of_cluster = |event: EventId| structure.events[event].barrier == Some(BarrierObject::Cluster);
        if executed(structure, execution, &events, excluded).any(of_cluster) {
            self.clause([]);
        }
    }

    /// Whether an arrival is one that a wait waits for: at one barrier of a workgroup, or that of a dispatch after which another begins.
    fn meet(&self, arrive: EventId, wait: EventId) -> bool {
        let meets =
            |&&(a, w, when): &&Conditional| (a, w) == (arrive, wait) && self.execution.values[when.0 as usize] != 0;
        self.structure.is_dispatched(arrive, wait) || self.structure.meetings.iter().find(meets).is_some()
    }

    fn effect(
        &mut self,
        instr: &MachineInstr,
        events: std::ops::Range<EventId>,
        issue: u32,
        earlier: &[u32],
        arrivals: &mut Vec<(EventId, u32, u32)>,
        waits: &mut Vec<(EventId, u32)>,
    ) -> What {
        let (structure, execution) = (self.structure, self.execution);
        let executed = |kind: EventKind| executed(structure, execution, &events, kind).next();
        match self.chip.control_of(&instr.mnemonic, &instr.operands) {
            Some(control @ (Control::Invalidate(..) | Control::WriteBack { .. })) => {
                let (processed, done) = self.processed_after(issue);
                What::Cache { control: control.clone(), processed, done, silent: false }
            }
            Some(Control::Barrier(arrives, waits_too)) => {
                let modifying =
                    [EventKind::Arrive, EventKind::Complete, EventKind::BarrierInit, EventKind::BarrierDrop];
                let arrival = modifying.into_iter().find_map(executed);
                if let (true, Some(event)) = (*arrives, arrival) {
                    // It arrives after what is issued before it, and is done when all have.
                    let arrival = self.problem.timestamp();
                    self.problem.not_after(arrival, issue);
                    earlier.iter().for_each(|&before| self.problem.before(before, arrival));
                    arrivals.push((event, arrival, issue));
                    if self.structure.events[event].kind == EventKind::Arrive {
                        self.arrivals.insert(self.ops.len(), arrival);
                    }
                }
                let wait = executed(EventKind::Wait).or_else(|| executed(EventKind::Launch));
                if let (true, Some(event)) = (*waits_too, wait) {
                    waits.push((event, issue));
                }
                What::Other
            }
            Some(Control::Wait(_) | Control::Discard | Control::Performs(_) | Control::Nothing) => What::Other,
            None => unreachable!("`{instr}` is not of the generation, which `lower` and `given` refuse"),
        }
    }

    /// When a cache operation that is processed after a time is processed, and when it is done.
    fn processed_after(&mut self, time: u32) -> (u32, u32) {
        let (processed, done) = (self.problem.timestamp(), self.problem.timestamp());
        self.problem.before(time, processed);
        self.problem.before(processed, done);
        (processed, done)
    }

    /// The operations of an instruction that performs several, each processed after the one before it; none of any other.
    fn performed(&mut self, instr: &MachineInstr, issue: u32) -> Vec<What> {
        let chip = self.chip;
        let controls = chip.performed(&instr.mnemonic, &instr.operands);
        let last = controls.len().saturating_sub(1);
        let mut time = issue;
        let mut parts = Vec::new();
        for (number, control) in controls.into_iter().enumerate().filter(|(_, control)| control.is_cache_operation()) {
            let (processed, done) = self.processed_after(time);
            parts.push(What::Cache { control: control.clone(), processed, done, silent: number != last });
            time = processed;
        }
        parts
    }

    /// Finds the objects that are declared non-volatile, and those that some instruction accesses as such: what it leaves in caches of their lines is taken for
    /// that of all, since nobody says which instruction has brought in what another finds.
    fn find_nonvolatile(&mut self) {
        let objects = &self.structure.program.objects;
        let declared = objects.indices().filter(|&object| objects[object].nonvolatile);
        let accessed =
            (0..self.ops.len()).filter(|&x| self.is_nonvolatile(x)).filter_map(|x| match &self.ops[x].what {
                What::Access(access) => Some(access.object),
                What::Cache { .. } | What::Other => None,
            });
        self.nonvolatile = declared.chain(accessed).collect();
    }

    /// Whether an access says that it is of non-volatile memory.
    pub(super) fn is_nonvolatile(&self, x: usize) -> bool {
        let What::Access(access) = &self.ops[x].what else { return false };
        let instr = self.ops[x].instr.filter(|_| !access.lds);
        instr.is_some_and(|instr| {
            let kind = instr.access.as_ref().map(|accessed| accessed.kind);
            kind.is_some_and(|kind| self.chip.is_nonvolatile(access.path, kind, &instr.operands))
        })
    }

    /// Whether an instruction that affects such lines affects those of an object.
    fn affects(&self, lines: Lines, object: ObjectId) -> bool {
        match lines {
            Lines::All => true,
            Lines::Volatile => !self.nonvolatile.contains(&object),
        }
    }

    /// Nothing is issued that needs a read's value before the read is complete; a read that is not executed holds nothing back.
    fn await_read(&mut self, read: EventId, issue: u32) {
        let find = |op: &Op<'a>| match &op.what {
            What::Access(access) if access.read == Some(read) => Some(access.completion()),
            What::Access(_) | What::Cache { .. } | What::Other => None,
        };
        let stamps = self.ops.iter().find_map(find).unwrap_or_default();
        stamps.into_iter().for_each(|stamp| self.problem.before(stamp, issue));
    }

    fn same_wave(&self, a: ThreadId, b: ThreadId) -> bool {
        self.structure.program.share(a, b, crate::llvm::ScopeLevel::Wavefront)
    }

    /// Whether an operation is issued before another of its wave.
    fn issued(&self, x: usize, y: usize) -> Maybe {
        match self.ops[x].thread == self.ops[y].thread {
            true if !self.unordered.contains(&(x.min(y), x.max(y))) => Maybe::Known(x < y),
            true | false => before(self.ops[x].issue, self.ops[y].issue),
        }
    }

    fn micro_events(&self, times: &[u32], choices: &[bool]) -> Vec<MicroEvent> {
        let shares = |level: usize, a: (ThreadId, Path), b: (ThreadId, Path)| match self.shares(level, a, b) {
            Maybe::Known(shares) => shares,
            Maybe::Open(Literal::Is(choice, wanted)) => choices[choice as usize] == wanted,
            Maybe::Open(Literal::Before(..) | Literal::NotAfter(..)) => {
                unreachable!("where waves are placed is no question of time")
            }
        };
        let Builder { structure, execution, chip, ref ops, .. } = *self;
        let gone = &self.all_gone(choices);
        micro_events(&Timed { structure, execution, chip, ops, times, gone, shares: &shares }, &self.placement(choices))
    }
}

/// The events of a kind that an execution has, of some that follow one another.
fn executed<'a>(
    structure: &'a EventStructure,
    execution: &'a Execution,
    events: &std::ops::Range<EventId>,
    kind: EventKind,
) -> impl Iterator<Item = EventId> {
    let is_executed =
        move |event: &EventId| execution.executed.contains(*event) && structure.events[*event].kind == kind;
    events_between(events).filter(is_executed)
}
