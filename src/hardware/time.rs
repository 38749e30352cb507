//! One execution on the hardware: points in time of each operation, and what the generation says of their order.
//!
//! A vector memory operation is issued, then processed at the first level (`at[0]`), from where a store goes outwards level by level
//! (`at[k]`), while a load has data that left level `k` at `at[k]`, which for a hit may be long ago. An LDS operation has one moment
//! (`at[0]`). The rules are those of the levels-and-times model: see `docs/hardware.md`.

use super::chip::{Chip, Control, Sharing};
use super::explain::{Label, Moment, moments};
use super::ops::{Code, parts};
use crate::engine::Execution;
use crate::engine::order::{Found, Literal, Problem, solve};
use crate::llvm::AddressSpace;
use crate::lowering::machine::MachineInstr;
use crate::program::{EventId, EventKind, ObjectId, Skeleton, ThreadId};
use crate::syntax::hardware::ast::{Counted, Storage};
use std::collections::HashMap;

/// Whether an execution can happen.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It can, in this order of moments.
    Feasible(Vec<Moment>),
    /// It cannot.
    Infeasible,
    /// The search was given up.
    Unknown,
}

/// Whether the hardware can run a program so that reads read from, and memory ends with, what an execution says.
pub fn feasible(skeleton: &Skeleton, execution: &Execution, code: &Code, chip: &Chip) -> Answer {
    let builder = Builder::built(skeleton, execution, code, chip);
    match solve(&builder.problem) {
        Found::Times(times, choices) => {
            Answer::Feasible(moments(&builder.labels(), &times, &builder.placement(&choices)))
        }
        Found::None => Answer::Infeasible,
        Found::TooHard => Answer::Unknown,
    }
}

/// The question that [`feasible`] answers, for other engines to answer.
pub fn problem(skeleton: &Skeleton, execution: &Execution, code: &Code, chip: &Chip) -> Problem {
    Builder::built(skeleton, execution, code, chip).problem
}

/// An operation of the machine as it is executed.
pub(super) struct Op<'a> {
    pub thread: ThreadId,
    /// The instruction; `None` for a decision of control flow.
    pub instr: Option<&'a MachineInstr>,
    /// When it is issued; for one that waits, when it no longer does.
    pub issue: u32,
    pub what: What,
}

/// What an operation does.
pub(super) enum What {
    Access(Access),
    /// Invalidates levels, or writes back to one, in its turn at the first level; a write-back is done later.
    Cache {
        control: Control,
        turn: u32,
        done: u32,
    },
    Other,
}

/// An access to memory.
pub(super) struct Access {
    pub read: Option<EventId>,
    pub write: Option<EventId>,
    pub object: ObjectId,
    pub lds: bool,
    /// How many levels a load passes by without hitting.
    pub bypassed: usize,
    /// Whether it is one operation that reads and writes where memory is coherent.
    pub atomic: bool,
    pub returns: bool,
    /// By level.
    pub at: Vec<u32>,
}

impl Access {
    fn is_load(&self) -> bool {
        !self.atomic && self.write.is_none()
    }

    fn is_store(&self) -> bool {
        !self.atomic && self.write.is_some()
    }
}

struct Builder<'a> {
    skeleton: &'a Skeleton,
    execution: &'a Execution,
    chip: &'a Chip,
    problem: Problem,
    ops: Vec<Op<'a>>,
    /// Where two threads' waves are in one instance of a unit: unit, lower thread, higher thread.
    placed: HashMap<(usize, ThreadId, ThreadId), u32>,
}

/// A literal that may be known beforehand.
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

fn before(a: u32, b: u32) -> Maybe {
    Maybe::Open(Literal::Before(a, b))
}

fn not_after(a: u32, b: u32) -> Maybe {
    Maybe::Open(Literal::NotAfter(a, b))
}

impl<'a> Builder<'a> {
    /// All that is known of an execution.
    fn built(skeleton: &'a Skeleton, execution: &'a Execution, code: &'a Code, chip: &'a Chip) -> Self {
        let mut builder = Builder::new(skeleton, execution, chip);
        builder.issue(code);
        builder.wave_streams();
        builder.accesses();
        builder.controls();
        builder.values();
        builder
    }

    fn new(skeleton: &'a Skeleton, execution: &'a Execution, chip: &'a Chip) -> Self {
        let mut builder =
            Builder { skeleton, execution, chip, problem: Problem::default(), ops: Vec::new(), placed: HashMap::new() };
        builder.place();
        builder
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = Maybe>) {
        let mut open = Vec::new();
        for literal in literals {
            match literal {
                Maybe::Known(true) => return,
                Maybe::Known(false) => {}
                Maybe::Open(literal) => open.push(literal),
            }
        }
        self.problem.clauses.push(open);
    }

    /// A choice for each pair of waves that a unit may or may not hold both of: an equivalence, and units within units.
    fn place(&mut self) {
        let threads = self.skeleton.program.threads.len();
        let units = self.chip.units.len();
        for unit in 0..units {
            for a in 0..threads {
                for b in a + 1..threads {
                    if self.in_unit(unit, a, b) == Sharing::Placed(unit) {
                        let choice = self.problem.choice();
                        self.placed.insert((unit, a, b), choice);
                    }
                }
            }
        }
        for unit in 0..units {
            for a in 0..threads {
                for b in 0..threads {
                    if a != b && unit + 1 < units {
                        let (inner, outer) = (self.together(unit, a, b), self.together(unit + 1, a, b));
                        self.clause([!inner, outer]);
                    }
                    for c in (0..threads).filter(|&c| a != b && b != c && a < c) {
                        let [ab, bc, ac] = [(a, b), (b, c), (a, c)].map(|(x, y)| self.together(unit, x, y));
                        self.clause([!ab, !bc, ac]);
                    }
                }
            }
        }
    }

    fn in_unit(&self, unit: usize, a: ThreadId, b: ThreadId) -> Sharing {
        self.chip.in_unit(&self.skeleton.program, unit, a, b)
    }

    fn together(&self, unit: usize, a: ThreadId, b: ThreadId) -> Maybe {
        match self.in_unit(unit, a, b) {
            _ if a == b => Maybe::Known(true),
            Sharing::Always => Maybe::Known(true),
            Sharing::Never => Maybe::Known(false),
            Sharing::Placed(unit) => match self.placed.get(&(unit, a.min(b), a.max(b))) {
                Some(&choice) => Maybe::Open(Literal::Is(choice, true)),
                None => Maybe::Known(false),
            },
        }
    }

    /// Whether two threads use one instance of a level.
    fn shares(&self, level: usize, a: ThreadId, b: ThreadId) -> Maybe {
        self.chip.levels[level].unit.map_or(Maybe::Known(true), |unit| self.together(unit, a, b))
    }

    /// The operations that are executed, each issued after the one before it.
    fn issue(&mut self, code: &'a Code) {
        let skeleton = self.skeleton;
        let mut last: HashMap<ThreadId, u32> = HashMap::new();
        let mut arrivals: Vec<(EventId, u32)> = Vec::new();
        let mut waits: Vec<(EventId, u32)> = Vec::new();
        for (step, instrs) in skeleton.steps.iter().zip(&code.steps) {
            if self.execution.values[step.guard.0 as usize] == 0 {
                continue;
            }
            let decision: [Option<&MachineInstr>; 1] = [None];
            let instrs: Vec<Option<&MachineInstr>> =
                if step.instr.is_none() { decision.to_vec() } else { instrs.iter().map(Some).collect() };
            let events = step.instr.as_ref().map_or(0..0, |(_, events)| events.clone());
            for instr in instrs {
                let issue = self.problem.point();
                let before = last.insert(step.thread, issue);
                if let Some(before) = before {
                    self.problem.before(before, issue);
                }
                let what = match instr {
                    Some(instr) => self.what(instr, events.clone(), issue, before, &mut arrivals, &mut waits),
                    None => What::Other,
                };
                // What uses a value waits for it: the access of a step, or a decision.
                if matches!(what, What::Access(_)) || instr.is_none() {
                    for &read in &step.uses {
                        self.await_read(read, issue);
                    }
                }
                self.ops.push(Op { thread: step.thread, instr, issue, what });
            }
        }
        for &(wait, done) in &waits {
            for &(arrive, at) in &arrivals {
                let meets = |&&(a, w, when): &&(EventId, EventId, crate::program::ExprId)| {
                    (a, w) == (arrive, wait) && self.execution.values[when.0 as usize] != 0
                };
                if skeleton.meetings.iter().find(meets).is_some() {
                    self.problem.before(at, done);
                }
            }
        }
    }

    fn what(
        &mut self,
        instr: &MachineInstr,
        events: std::ops::Range<EventId>,
        issue: u32,
        before: Option<u32>,
        arrivals: &mut Vec<(EventId, u32)>,
        waits: &mut Vec<(EventId, u32)>,
    ) -> What {
        let executed = |kind: EventKind| {
            events
                .clone()
                .find(|&event| self.execution.executed.contains(event) && self.skeleton.events[event].kind == kind)
        };
        if let Some((role, _)) = &instr.access {
            let (reads, writes) = parts(*role);
            let read = executed(EventKind::Read).filter(|_| reads);
            let write = executed(EventKind::Write).filter(|_| writes);
            return self.access(instr, read, write, issue);
        }
        match self.chip.control_of(&instr.mnemonic, &instr.operands) {
            Some(control @ (Control::Invalidate(_) | Control::WriteBack(_))) => {
                let (turn, done) = (self.problem.point(), self.problem.point());
                self.problem.before(issue, turn);
                self.problem.before(turn, done);
                What::Cache { control: control.clone(), turn, done }
            }
            Some(Control::Barrier(arrives, waits_too)) => {
                if let (true, Some(event)) = (*arrives, executed(EventKind::Arrive)) {
                    // It arrives in its turn, and is done when all have.
                    let arrival = self.problem.point();
                    self.problem.not_after(arrival, issue);
                    if let Some(before) = before {
                        self.problem.before(before, arrival);
                    }
                    arrivals.push((event, arrival));
                }
                if let (true, Some(event)) = (*waits_too, executed(EventKind::Wait)) {
                    waits.push((event, issue));
                }
                What::Other
            }
            _ => What::Other,
        }
    }

    fn access(&mut self, instr: &MachineInstr, read: Option<EventId>, write: Option<EventId>, issue: u32) -> What {
        let Some(event) = read.or(write) else { return What::Other };
        let Some(object) = self.execution.location(self.skeleton, event) else { return What::Other };
        let lds = self.skeleton.program.objects[object].space == AddressSpace::Local;
        let atomic = instr.mnemonic.ends_with("_atomic");
        let returns = instr.returns();
        let first = self.problem.point();
        self.problem.before(issue, first);
        let mut at = vec![first];
        let is_load = !atomic && write.is_none();
        let bypassed = if is_load { self.chip.load_bypasses(&instr.operands) } else { 0 };
        let access = |at| What::Access(Access { read, write, object, lds, bypassed, atomic, returns, at });
        if lds {
            return access(at);
        }
        for level in 1..=self.chip.outermost() {
            let passes = level > 1 && self.chip.levels[level - 1].storage == Storage::Passes;
            if is_load && passes {
                at.push(at[level - 1]);
                continue;
            }
            let point = self.problem.point();
            match (is_load, level) {
                (true, 1) => {}
                (true, _) => self.problem.not_after(point, at[level - 1]),
                (false, _) => self.problem.before(at[level - 1], point),
            }
            at.push(point);
        }
        if is_load && bypassed > 0 {
            self.problem.before(first, at[bypassed.min(at.len() - 1)]);
        }
        access(at)
    }

    /// The points after which an access is complete to its wave.
    fn completion(&self, access: &Access, operands: &[String]) -> Vec<u32> {
        match () {
            () if access.lds => vec![access.at[0]],
            () if access.atomic => vec![access.at[self.chip.outermost()]],
            () if access.write.is_some() => vec![access.at[self.chip.store_completes(operands)]],
            () => vec![access.at[0], access.at[1]],
        }
    }

    /// Nothing is issued that needs a read's value before the read is complete.
    fn await_read(&mut self, read: EventId, issue: u32) {
        let find = |op: &Op<'a>| match &op.what {
            What::Access(access) if access.read == Some(read) => {
                Some(self.completion(access, op.instr.map_or(&[][..], |instr| &instr.operands)))
            }
            _ => None,
        };
        let points = self.ops.iter().find_map(find).unwrap_or_default();
        points.into_iter().for_each(|point| self.problem.before(point, issue));
    }

    /// What threads of one wave issue is one stream.
    fn wave_streams(&mut self) {
        for x in 0..self.ops.len() {
            for y in x + 1..self.ops.len() {
                let (a, b) = (self.ops[x].thread, self.ops[y].thread);
                if a != b && self.same_wave(a, b) {
                    let (i, j) = (self.ops[x].issue, self.ops[y].issue);
                    self.clause([before(i, j), before(j, i)]);
                }
            }
        }
    }

    fn same_wave(&self, a: ThreadId, b: ThreadId) -> bool {
        self.skeleton.program.share(a, b, crate::llvm::Level::Wavefront)
    }

    /// Whether an operation is issued before another of its wave.
    fn issued(&self, x: usize, y: usize) -> Maybe {
        match self.ops[x].thread == self.ops[y].thread {
            true => Maybe::Known(x < y),
            false => before(self.ops[x].issue, self.ops[y].issue),
        }
    }

    /// The order of accesses and cache operations at the first level, and the rules of the levels.
    fn accesses(&mut self) {
        for x in 0..self.ops.len() {
            for y in 0..self.ops.len() {
                if x == y {
                    continue;
                }
                if self.same_wave(self.ops[x].thread, self.ops[y].thread) {
                    self.in_turn(x, y);
                } else if let Some(unit) = self.chip.unit_in_order {
                    self.in_turn_of_unit(unit, x, y);
                }
                self.levels(x, y);
            }
        }
    }

    /// Operations of one wave are processed in the order of their issue.
    fn in_turn(&mut self, x: usize, y: usize) {
        let turn = |op: &Op<'a>| match &op.what {
            What::Access(access) => Some((access.at[0], access.lds, Some(access.object))),
            What::Cache { turn, .. } => Some((*turn, false, None)),
            What::Other => None,
        };
        let (Some((first, lds, object)), Some((second, other_lds, other))) = (turn(&self.ops[x]), turn(&self.ops[y]))
        else {
            return;
        };
        let ordered = lds || !self.chip.per_address || object.is_none() || other.is_none() || object == other;
        if lds == other_lds && ordered {
            let issued = self.issued(x, y);
            self.clause([!issued, before(first, second)]);
        }
    }

    /// Operations of different waves of a unit are processed in the order of their issue.
    fn in_turn_of_unit(&mut self, unit: usize, x: usize, y: usize) {
        let turn = |op: &Op<'a>| match &op.what {
            What::Access(access) if !access.lds => Some(access.at[0]),
            What::Cache { turn, .. } => Some(*turn),
            _ => None,
        };
        if let (Some(first), Some(second)) = (turn(&self.ops[x]), turn(&self.ops[y])) {
            let together = self.together(unit, self.ops[x].thread, self.ops[y].thread);
            self.clause([!together, not_after(self.ops[y].issue, self.ops[x].issue), before(first, second)]);
        }
    }

    /// What instances of levels that two operations share say of them.
    fn levels(&mut self, x: usize, y: usize) {
        let last = self.chip.outermost();
        let (a, b) = (self.ops[x].thread, self.ops[y].thread);
        let clauses: Vec<(usize, Vec<Maybe>)> = match (&self.ops[x].what, &self.ops[y].what) {
            (What::Access(p), What::Access(q)) if p.object == q.object && !p.lds => {
                let passes = |level: usize| level > 0 && self.chip.levels[level].storage == Storage::Passes;
                let rules = |level| same_address(level, passes(level), p, q).map(move |clause| (level, clause));
                (0..last).flat_map(rules).collect()
            }
            (What::Cache { control: Control::Invalidate(levels), turn, .. }, What::Access(q))
                if q.is_load() && !q.lds =>
            {
                // What is processed there afterwards is fetched afterwards.
                let clause =
                    |&level: &usize| (level, vec![not_after(q.at[level], *turn), before(*turn, q.at[level + 1])]);
                levels.iter().filter(|&&level| level < last).map(clause).collect()
            }
            (What::Cache { control: Control::WriteBack(to), turn, done }, What::Access(q))
                if q.is_store() && !q.lds =>
            {
                // Whatever was processed there before reaches that level before the write-back is done.
                let clause = |level| (level, vec![not_after(*turn, q.at[level]), before(q.at[*to], *done)]);
                (0..*to).map(clause).collect()
            }
            _ => Vec::new(),
        };
        for (level, clause) in clauses {
            let shared = self.shares(level, a, b);
            self.clause(std::iter::once(!shared).chain(clause));
        }
    }

    /// Waits hold back what comes after them.
    fn controls(&mut self) {
        for w in 0..self.ops.len() {
            let Some(instr) = self.ops[w].instr else { continue };
            let Some(Control::Wait(counter)) = self.chip.control_of(&instr.mnemonic, &instr.operands) else { continue };
            let waited: Vec<(String, usize)> = match counter {
                Some(counter) => vec![(counter.clone(), immediate(&instr.operands))],
                None => instr.operands.iter().filter_map(|operand| counter_operand(operand)).collect(),
            };
            for (counter, outstanding) in waited {
                self.wait(w, &counter, outstanding);
            }
        }
    }

    /// All but the youngest `outstanding` operations of its wave that a counter counts are complete before the wait ends.
    fn wait(&mut self, w: usize, counter: &str, outstanding: usize) {
        let wave = self.ops[w].thread;
        let counts = self.chip.counters.get(counter).cloned().unwrap_or_default();
        let counted: Vec<usize> = (0..self.ops.len())
            .filter(|&x| self.same_wave(self.ops[x].thread, wave))
            .filter(|&x| counted(&self.ops[x].what).is_some_and(|kind| counts.contains(&kind)))
            .collect();
        // Among threads of one wave the youngest are not known beforehand: then only a wait for all means something.
        let alone = counted.iter().all(|&x| self.ops[x].thread == wave);
        let earlier: Vec<usize> = counted.into_iter().filter(|&x| self.ops[x].thread != wave || x < w).collect();
        let kept = match (alone, outstanding) {
            (_, 0) => earlier.len(),
            (true, n) => earlier.len().saturating_sub(n),
            (false, _) => 0,
        };
        for &x in &earlier[..kept] {
            let issued = self.issued(x, w);
            let points = match &self.ops[x].what {
                What::Access(access) => {
                    self.completion(access, self.ops[x].instr.map_or(&[][..], |instr| &instr.operands))
                }
                What::Cache { control: Control::WriteBack(_), done, .. } => vec![*done],
                What::Cache { turn, .. } => vec![*turn],
                What::Other => vec![],
            };
            let end = self.ops[w].issue;
            points.into_iter().for_each(|point| self.clause([!issued, before(point, end)]));
        }
    }

    /// Reads read from what the execution says, and memory ends with it.
    fn values(&mut self) {
        let writes: Vec<(usize, EventId)> = self.of(|access| access.write);
        for (at, &(x, one)) in writes.iter().enumerate() {
            for &(y, two) in &writes[at + 1..] {
                let (Some(i), Some(j)) = (self.order_point(x, y), self.order_point(y, x)) else { continue };
                // Writes of one location are ordered; the last is that of the execution.
                match (self.is_last(one), self.is_last(two)) {
                    (true, _) => self.problem.before(j, i),
                    (_, true) => self.problem.before(i, j),
                    _ => self.clause([before(i, j), before(j, i)]),
                }
            }
        }
        for (r, read) in self.of(|access| access.read) {
            self.read(r, read, &writes);
        }
    }

    fn of(&self, event: impl Fn(&Access) -> Option<EventId>) -> Vec<(usize, EventId)> {
        let pick = |(x, op): (usize, &Op<'a>)| match &op.what {
            What::Access(access) => event(access).map(|event| (x, event)),
            _ => None,
        };
        self.ops.iter().enumerate().filter_map(pick).collect()
    }

    fn is_last(&self, write: EventId) -> bool {
        self.execution.co.row(write).is_empty()
    }

    /// Where the order of a write among those of its location is decided, if the other is of the same.
    fn order_point(&self, x: usize, y: usize) -> Option<u32> {
        let (What::Access(p), What::Access(q)) = (&self.ops[x].what, &self.ops[y].what) else { return None };
        (p.object == q.object).then(|| self.decided(p))
    }

    fn decided(&self, access: &Access) -> u32 {
        if access.lds { access.at[0] } else { access.at[self.chip.outermost()] }
    }

    fn read(&mut self, r: usize, read: EventId, writes: &[(usize, EventId)]) {
        let source = (0..self.skeleton.events.len()).find(|&write| self.execution.rf.contains(write, read));
        let from = writes.iter().find(|(_, write)| Some(*write) == source).map(|&(x, _)| x);
        if let Some(w) = from {
            for clause in self.visible(w, r, None) {
                self.clause(clause);
            }
        }
        for &(x, _) in writes.iter().filter(|&&(x, _)| x != r && Some(x) != from) {
            if self.order_point(x, r).is_none() {
                continue;
            }
            // Another write is not visible, or comes before the one read from; none comes before the initial one.
            let earlier = from.and_then(|w| match (self.order_point(x, w), self.order_point(w, x)) {
                (Some(i), Some(j)) => Some(before(i, j)),
                _ => None,
            });
            for clause in self.visible(x, r, Some(earlier.unwrap_or(Maybe::Known(false)))) {
                self.clause(clause);
            }
        }
    }

    /// Clauses that say that a write is visible to a read; or, given a literal, that it is not unless the literal holds. A write is seen
    /// at the first level that both share.
    fn visible(&self, w: usize, r: usize, unless: Option<Maybe>) -> Vec<Vec<Maybe>> {
        let (What::Access(write), What::Access(load)) = (&self.ops[w].what, &self.ops[r].what) else { return vec![] };
        let (a, b) = (self.ops[w].thread, self.ops[r].thread);
        let seen = |i: u32, j: u32| match unless {
            None => vec![before(i, j)],
            Some(unless) => vec![not_after(j, i), unless],
        };
        if write.lds || load.atomic {
            return vec![seen(self.decided(write), self.decided(load))];
        }
        let clause = |level: usize| {
            let nearer = if level == 0 { Maybe::Known(false) } else { self.shares(level - 1, a, b) };
            let mut clause = vec![!self.shares(level, a, b), nearer];
            clause.extend(seen(write.at[level], load.at[level]));
            clause
        };
        (0..=self.chip.outermost()).map(clause).collect()
    }

    fn labels(&self) -> Vec<Label> {
        super::explain::labels(self.skeleton, self.execution, self.chip, &self.ops)
    }

    /// The units that waves were placed in together.
    fn placement(&self, choices: &[bool]) -> Vec<String> {
        let mut together: Vec<_> = self.placed.iter().filter(|(_, choice)| choices[**choice as usize]).collect();
        together.sort();
        let names = |thread: ThreadId| self.skeleton.program.threads[thread].name.clone();
        together
            .iter()
            .map(|((unit, a, b), _)| format!("{} and {} share a {}", names(*a), names(*b), self.chip.units[*unit].0))
            .collect()
    }
}

/// Rules of an instance of a level for two accesses to one address, each as the clause that holds if they share it.
fn same_address(level: usize, passes: bool, p: &Access, q: &Access) -> impl Iterator<Item = Vec<Maybe>> + use<> {
    let mut clauses = Vec::new();
    let (here, there) = (level, level + 1);
    if !p.is_load() && !q.is_load() {
        // What a queue got first reaches the next level first.
        clauses.push(vec![not_after(q.at[here], p.at[here]), before(p.at[there], q.at[there])]);
    }
    if p.is_load() && q.is_load() {
        // A cache serves nothing older later.
        clauses.push(vec![before(q.at[here], p.at[here]), not_after(p.at[there], q.at[there])]);
    }
    if level == 0 && p.is_load() && !q.is_load() {
        // A fetch is ahead of a write behind it.
        clauses.push(vec![not_after(q.at[0], p.at[0]), before(p.at[1], q.at[1])]);
    }
    if level == 0 && p.is_store() && q.is_load() {
        // A fetch (no hit) is behind a write ahead of it.
        clauses.push(vec![not_after(q.at[0], p.at[0]), not_after(q.at[1], q.at[0]), before(p.at[1], q.at[1])]);
    }
    if level > 0 && p.is_store() && q.is_load() && (passes || level < q.bypassed) {
        // So is one that does not hit there.
        clauses.push(vec![not_after(q.at[here], p.at[here]), before(p.at[there], q.at[there])]);
    }
    if p.atomic && q.is_load() {
        // An atomic passes the caches by, and what they have of its address is old then.
        clauses.push(vec![not_after(q.at[here], p.at[here]), before(p.at[there], q.at[there])]);
    }
    clauses.into_iter()
}

/// What a counter counts an operation as.
fn counted(what: &What) -> Option<Counted> {
    Some(match what {
        What::Access(access) if access.lds => Counted::Lds,
        What::Access(access) if access.atomic && access.returns => Counted::AtomicReturn,
        What::Access(access) if access.atomic => Counted::AtomicNoreturn,
        What::Access(access) if access.write.is_some() => Counted::Store,
        What::Access(_) => Counted::Load,
        What::Cache { control: Control::Invalidate(_), .. } => Counted::Invalidate,
        What::Cache { .. } => Counted::Writeback,
        What::Other => return None,
    })
}

/// The number of an `0x…` operand, 0 without one.
fn immediate(operands: &[String]) -> usize {
    let hex = operands.iter().find_map(|operand| operand.strip_prefix("0x"));
    hex.and_then(|hex| usize::from_str_radix(hex, 16).ok()).unwrap_or(0)
}

/// The counter and number of an operand `vmcnt(0)`.
fn counter_operand(operand: &str) -> Option<(String, usize)> {
    let (counter, number) = operand.strip_suffix(')')?.split_once('(')?;
    Some((counter.to_string(), number.parse().ok()?))
}
