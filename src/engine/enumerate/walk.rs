//! The search over candidate executions: first reads-from, with the values and paths that follow from it, then coherence.

mod facts;

use super::goal::Goal;
use super::space::Space;
use super::symmetry::ThreadSymmetry;
use crate::allowance;
use crate::engine::execution::{Execution, Outcome};
use crate::engine::inconclusive::Inconclusive;
use crate::matrix::rows;
use crate::program::{
    Conditional, EventId, EventStructure, ExprId, FinalRegister, NodeKind, ObjectId, event_pairs, event_relation,
    event_set,
};
use index_vec::IndexVec;
use itertools::Itertools;
use std::ops::{ControlFlow, Range};

/// A partial execution with about so few complete ones left is not tested on its own: the test would cost more.
const WORTH_TESTING: f64 = 6.0;

/// Which orders of writes are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// Every total order of the writes of each object.
    All,
    /// One for each choice of co-maximal writes.
    CoMaximal,
}

impl Orders {
    /// In how many of them so many writes may stand; a float, since it only weighs work and must not overflow.
    fn count(self, writes: usize) -> f64 {
        match self {
            Orders::All => (1..=writes).map(|k| k as f64).product(),
            Orders::CoMaximal => writes.max(1) as f64,
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub enum End {
    /// Every execution was visited, or the visitor stopped.
    Done,
    /// The search budget was used up.
    Inconclusive(Inconclusive),
}

/// What tells candidates apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// By event, whether it is executed.
    executed: Vec<bool>,
    /// By event, the write it reads from.
    rf: Vec<Option<EventId>>,
    /// By object, the co-maximal write.
    last: Vec<Option<EventId>>,
    /// By what is chosen ([`EventStructure::chosen`]), whether it holds.
    chosen: Vec<bool>,
}

/// What a search shows executions to.
pub trait Visitor {
    /// Whether to go on from a partial execution: what is known now holds in all that complete it.
    fn partial(&mut self, _: &Walk<'_>) -> bool {
        true
    }

    /// A complete execution that satisfies the goals; whether the search goes on.
    fn complete(&mut self, walk: &Walk<'_>) -> ControlFlow<()>;

    /// A partial execution whose open values justify themselves, so that enumeration cannot say what they are.
    fn thin_air(&mut self, _: &Walk<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A search, at a partial or complete execution: the choices made so far and what follows from them.
pub struct Walk<'a> {
    space: &'a Space<'a>,
    goals: Vec<Goal>,
    orders: Orders,
    symmetry: &'a ThreadSymmetry,
    /// The search budget: how many partial and complete executions may be visited.
    budget: u64,
    steps: u64,
    inconclusive: Option<Inconclusive>,
    values: Vec<Option<u64>>,
    /// Nodes in the order in which their values became known.
    trail: Vec<ExprId>,
    choices: Vec<Option<bool>>,
    /// By event: the write that a read reads from.
    rf: IndexVec<EventId, Option<EventId>>,
    /// By event: how many reads read from it, so that it must be executed.
    read_by: IndexVec<EventId, u32>,
    /// By object: the writes placed, in coherence order, and those that are not yet.
    placed: IndexVec<ObjectId, Vec<EventId>>,
    unplaced: IndexVec<ObjectId, Vec<EventId>>,
    /// Coherence as far as it is known, as rows of `stride` words.
    co: Vec<u64>,
    stride: usize,
}

impl<'a> Walk<'a> {
    /// A search for executions that satisfy goals.
    pub fn new(space: &'a Space<'a>, goals: Vec<Goal>, orders: Orders, budget: u64) -> Self {
        let structure = space.structure;
        let n = structure.events.len();
        let constant = |id: u32| structure.exprs.as_const(ExprId(id));
        let none = || structure.program.objects.iter().map(|_| Vec::new()).collect();
        Walk {
            space,
            goals,
            orders,
            symmetry: &space.no_symmetry,
            budget,
            steps: 0,
            inconclusive: None,
            values: (0..structure.exprs.len() as u32).map(constant).collect(),
            trail: Vec::new(),
            choices: vec![None; structure.choices as usize],
            rf: structure.events.iter().map(|_| None).collect(),
            read_by: structure.events.iter().map(|_| 0).collect(),
            placed: none(),
            unplaced: none(),
            co: vec![0; n * rows::words(n)],
            stride: rows::words(n),
        }
    }

    /// The same search, but of executions that differ by an exchange of threads one is shown. Goals must not tell such threads apart.
    pub fn up_to_symmetry(mut self) -> Self {
        self.symmetry = &self.space.symmetry;
        self
    }

    /// Shows executions until the visitor has seen enough.
    pub fn run(&mut self, visitor: &mut dyn Visitor) -> End {
        let space = self.space;
        let _ = self.extend(&space.open, visitor);
        self.inconclusive.take().map_or(End::Done, End::Inconclusive)
    }

    /// The event structure whose executions are visited.
    pub fn structure(&self) -> &'a EventStructure {
        self.space.structure
    }

    fn value(&self, id: ExprId) -> Option<u64> {
        self.values[id.0 as usize]
    }

    /// A value that a complete execution has to have.
    fn known(&self, id: ExprId) -> u64 {
        self.value(id).expect("of a complete execution every value that is used is known")
    }

    /// Whether an event is executed, as far as it is known.
    fn is_executed(&self, event: EventId) -> Option<bool> {
        match self.value(self.structure().events[event].guard) {
            None if self.read_by[event] > 0 => Some(true),
            guard => guard.map(|guard| guard != 0),
        }
    }

    pub fn object(&self, event: EventId) -> Option<ObjectId> {
        let access = self.structure().events[event].access.as_ref()?;
        match access.may[..] {
            [object] => Some(object),
            _ => self.value(access.address).map(ObjectId::at),
        }
    }

    /// Counts a step; breaks where the budget is used up.
    fn step(&mut self) -> ControlFlow<()> {
        allowance::spend(64);
        self.steps += 1;
        if self.steps > self.budget {
            self.inconclusive = Some(Inconclusive::Budget { steps: self.budget });
        }
        if self.inconclusive.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Goes on from a choice of reads-from or of a free value: with these expressions, which may follow from it, and what follows from them, to the next
    /// choice.
    fn extend(&mut self, first: &[ExprId], visitor: &mut dyn Visitor) -> ControlFlow<()> {
        self.step()?;
        let mark = self.trail.len();
        self.propagate(first);
        let flow = if self.is_consistent() { self.choose_next(visitor) } else { ControlFlow::Continue(()) };
        for id in self.trail.drain(mark..) {
            self.values[id.0 as usize] = None;
        }
        flow
    }

    fn choose_next(&mut self, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        let space = self.space;
        let ready = |this: &Self, read: EventId| {
            this.rf[read].is_none() && this.is_executed(read) == Some(true) && this.object(read).is_some()
        };
        if let Some((read, from)) = space.reads.iter().find(|(read, _)| ready(self, *read)) {
            let skip = self.left_to_read() >= WORTH_TESTING && !self.is_worth_searching(visitor);
            return if skip { ControlFlow::Continue(()) } else { self.choose_write(*read, from, visitor) };
        }
        if self.is_determined() && self.is_settled() {
            return self.order_writes(visitor);
        }
        if let Some(choice) = self.choices.iter().position(Option::is_none) {
            return self.try_both_values(choice, visitor);
        }
        self.record_coherence();
        visitor.thin_air(self)
    }

    fn is_worth_searching(&mut self, visitor: &mut dyn Visitor) -> bool {
        self.record_coherence();
        visitor.partial(self)
    }

    /// Whether it is known of every event whether it is executed and what it does.
    fn is_determined(&self) -> bool {
        let is_known = |event: EventId| match (self.is_executed(event), &self.structure().events[event].access) {
            (Some(false), _) => true,
            (Some(true), None) => self.guard_holds(event),
            (Some(true), Some(access)) => {
                let known = self.value(access.value).is_some() && self.value(access.address).is_some();
                let has_source = !self.structure().events[event].is_read() || self.rf[event].is_some();
                self.guard_holds(event) && known && has_source
            }
            (None, _) => false,
        };
        self.structure().events.indices().all(is_known)
    }

    /// Whether it is known that a thread hangs, what every execution satisfies, which pairs are related and what registers hold: a turn of a loop may have no
    /// event, and its choice decides nothing else; and so it is with what is chosen at barriers.
    fn is_settled(&self) -> bool {
        let structure = self.structure();
        let is_known = |requirement: &crate::program::Requirement| match self.value(requirement.guard) {
            Some(0) => true,
            Some(_) => self.value(requirement.holds).is_some(),
            None => false,
        };
        let are_apart = |&(a, b, when): &Conditional| {
            self.value(when).is_some() || [a, b].into_iter().any(|event| self.is_executed(event) == Some(false))
        };
        let is_final = |register: &FinalRegister| {
            self.value(register.written).is_some_and(|written| written == 0 || self.value(register.value).is_some())
        };
        self.value(structure.hangs).is_some()
            && structure.requirements.iter().all(is_known)
            && structure.conditional().iter().flat_map(|(_, pairs)| *pairs).all(are_apart)
            && structure.registers.iter().all(is_final)
    }

    /// Tries both values of a free choice.
    fn try_both_values(&mut self, choice: usize, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        let space = self.space;
        for value in [false, true] {
            self.choices[choice] = Some(value);
            let flow = self.extend(space.follows.of_choice(choice), visitor);
            self.choices[choice] = None;
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn guard_holds(&self, event: EventId) -> bool {
        self.value(self.structure().events[event].guard) == Some(1)
    }

    /// Tries each write that a read may read from.
    fn choose_write(&mut self, read: EventId, from: &[EventId], visitor: &mut dyn Visitor) -> ControlFlow<()> {
        let (space, object) = (self.space, self.object(read));
        for &write in from {
            let elsewhere = self.object(write).is_some_and(|at| Some(at) != object);
            if elsewhere || self.is_executed(write) == Some(false) || !self.symmetry.in_order(&self.rf, read, write) {
                continue;
            }
            self.rf[read] = Some(write);
            self.read_by[write] += 1;
            let flow = self.extend(space.follows.of_read(read), visitor);
            self.read_by[write] -= 1;
            self.rf[read] = None;
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Computes some expressions and all that follow from them, as far as their values are known.
    fn propagate(&mut self, first: &[ExprId]) {
        let follows = &self.space.follows;
        let mut followed = self.trail.len();
        first.iter().for_each(|&id| self.derive(id));
        while let Some(&known) = self.trail.get(followed) {
            followed += 1;
            follows.of_value(known).iter().for_each(|&id| self.derive(id));
        }
    }

    fn derive(&mut self, id: ExprId) {
        if self.value(id).is_none() {
            let value = self.derived_value(id);
            if value.is_some() {
                self.values[id.0 as usize] = value;
                self.trail.push(id);
            }
        }
    }

    fn derived_value(&self, id: ExprId) -> Option<u64> {
        let structure = self.structure();
        let node = structure.exprs.node(id);
        match node.kind {
            NodeKind::Const(value) => Some(value),
            NodeKind::Read(read) => {
                let written = structure.events[self.rf[read]?].access.as_ref()?;
                self.value(written.value)
            }
            NodeKind::Choice(choice) => self.choices[choice as usize].map(u64::from),
            NodeKind::Op(op) => structure.exprs.apply(node.ty, op, &|id| self.value(id)),
        }
    }

    /// Whether nothing known contradicts what was chosen, what every execution satisfies, and the goals.
    fn is_consistent(&self) -> bool {
        let structure = self.structure();
        let may_read_from = |(read, write): (EventId, Option<EventId>)| {
            let Some(write) = write else { return true };
            let apart = self.object(read).zip(self.object(write)).is_some_and(|(a, b)| a != b);
            !apart && self.value(structure.events[write].guard) != Some(0)
        };
        let required = |requirement: &crate::program::Requirement| {
            self.value(requirement.guard) != Some(1) || self.value(requirement.holds) != Some(0)
        };
        self.rf.iter_enumerated().map(|(read, &write)| (read, write)).all(may_read_from)
            && structure.requirements.iter().all(required)
            && self.goals.iter().all(|goal| goal.holds(&|id| self.value(id), &|_| None) != Some(false))
    }

    /// About how many executions there are from here.
    fn left_to_read(&self) -> f64 {
        let undecided = self.space.reads.iter().filter(|(read, _)| self.rf[*read].is_none());
        let reads: f64 = undecided.map(|(_, from)| from.len() as f64).product();
        reads * self.space.writes.iter().map(|writes| self.orders.count(writes.len())).product::<f64>()
    }

    /// Tries the orders of writes, object by object.
    fn order_writes(&mut self, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        let space = self.space;
        for (object, writes) in space.writes.iter_enumerated() {
            let here = |&write: &EventId| self.guard_holds(write) && self.object(write) == Some(object);
            let here: Vec<EventId> = writes.iter().copied().filter(here).collect();
            self.unplaced[object].clear();
            self.unplaced[object].extend(here);
            self.placed[object].clear();
        }
        let flow = self.place_writes(ObjectId::new(0), visitor);
        self.placed.iter_mut().chain(&mut self.unplaced).for_each(Vec::clear);
        flow
    }

    /// Orders the writes of an object, then of those after it.
    fn place_writes(&mut self, object: ObjectId, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        if object == self.unplaced.next_idx() {
            return self.show_complete(visitor);
        }
        let unplaced = self.unplaced[object].len();
        match (unplaced, self.orders) {
            (0, _) => self.place_writes(object + 1, visitor),
            (1, _) => self.with_placed(object, 0, visitor),
            (_, Orders::All) => {
                let left: f64 = self.unplaced[object..].iter().map(|writes| Orders::All.count(writes.len())).product();
                self.step()?;
                if left >= WORTH_TESTING && !self.is_worth_searching(visitor) {
                    return ControlFlow::Continue(());
                }
                (0..unplaced).try_for_each(|at| self.with_placed(object, at, visitor))
            }
            (_, Orders::CoMaximal) => (0..unplaced).try_for_each(|co_maximal| {
                let mut writes = std::mem::take(&mut self.unplaced[object]);
                let last = writes.remove(co_maximal);
                self.placed[object] = writes.iter().copied().chain([last]).collect();
                let flow = self.place_writes(object + 1, visitor);
                self.placed[object].clear();
                writes.insert(co_maximal, last);
                self.unplaced[object] = writes;
                flow
            }),
        }
    }

    /// Places a write next in its order.
    fn with_placed(&mut self, object: ObjectId, at: usize, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        let write = self.unplaced[object].remove(at);
        self.placed[object].push(write);
        let flow = self.place_writes(object, visitor);
        self.placed[object].pop();
        self.unplaced[object].insert(at, write);
        flow
    }

    fn show_complete(&mut self, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        // There may be millions that do not end as is asked.
        allowance::spend(64);
        let wanted = |goal: &Goal| goal.holds(&|id| self.value(id), &|object| Some(self.final_value(object)));
        if !self.goals.iter().all(|goal| wanted(goal) == Some(true)) {
            return ControlFlow::Continue(());
        }
        self.step()?;
        self.record_coherence();
        visitor.complete(self)
    }

    /// Writes to `co` the coherence that holds in all executions which complete this one.
    fn record_coherence(&mut self) {
        let (space, stride) = (self.space, self.stride);
        self.co.fill(0);
        let no_order_yet = self.placed.iter().chain(&self.unplaced).all(Vec::is_empty);
        let mut after = vec![0; stride];
        for (object, writes) in space.writes.iter_enumerated() {
            after.fill(0);
            let here = |&&write: &&EventId| self.is_executed(write) == Some(true) && self.object(write) == Some(object);
            match no_order_yet {
                true => writes.iter().filter(here).for_each(|&write| rows::insert(&mut after, write.index())),
                false => {
                    let writes = self.placed[object].iter().chain(&self.unplaced[object]);
                    writes.for_each(|&write| rows::insert(&mut after, write.index()));
                }
            }
            self.co[row(object.initial_write(), stride)].copy_from_slice(&after);
            for &write in &self.placed[object] {
                rows::remove(&mut after, write.index());
                self.co[row(write, stride)].copy_from_slice(&after);
            }
        }
    }

    /// The value of an object's co-maximal write, all writes being placed.
    pub fn final_value(&self, object: ObjectId) -> u64 {
        let write = self.placed[object].last().copied().unwrap_or(object.initial_write());
        let access = self.structure().events[write].access.as_ref().expect("a write accesses memory");
        self.known(access.value)
    }

    /// The state that the execution shown ends in.
    pub fn outcome(&self) -> Outcome {
        let structure = self.structure();
        let register = |register: &crate::program::FinalRegister| {
            let written = self.value(register.written).is_some_and(|written| written != 0);
            written.then(|| self.known(register.value))
        };
        let memory = structure.program.objects.indices();
        Outcome {
            registers: structure.registers.iter().map(register).collect(),
            memory: memory.map(|object| self.final_value(object)).collect(),
        }
    }

    /// Whether a goal holds of the complete execution shown, or may hold of one that completes the partial execution shown.
    pub fn may_hold(&self, goal: &Goal, complete: bool) -> bool {
        goal.holds(&|id| self.value(id), &|object| complete.then(|| self.final_value(object))) != Some(false)
    }

    /// The key of the complete execution that is being shown.
    pub fn key(&self) -> Key {
        let executed = self.structure().events.indices().map(|event| self.guard_holds(event)).collect();
        Key {
            executed,
            rf: self.rf.raw.clone(),
            last: self.placed.iter().map(|placed| placed.last().copied()).collect(),
            chosen: self.structure().chosen().map(|choice| self.value(choice) == Some(1)).collect(),
        }
    }

    /// The place of the complete execution that is being shown among all, in the order that [`Execution`] describes.
    pub fn place(&self) -> impl Iterator<Item = u32> {
        let sources = self.rf.iter().map(|source| source.map_or(0, |write| write.index() as u32 + 1));
        let events = &self.structure().events;
        let pairs = events.indices().filter(|&event| events[event].is_write()).array_combinations();
        let is_turned = |[a, b]: [EventId; 2]| rows::contains(&self.co[row(b, self.stride)], a.index());
        let turned = pairs.map(move |pair| u32::from(is_turned(pair)));
        sources.chain(turned).chain(self.choices.iter().map(|choice| u32::from(*choice == Some(true))))
    }

    /// The complete execution that is being shown, as data of its own.
    pub fn execution(&self) -> Execution {
        let n = self.structure().events.len();
        let reads = self.rf.iter_enumerated().filter_map(|(read, write)| Some(((*write)?, read)));
        Execution {
            executed: event_set(n, |event| self.guard_holds(event)),
            rf: event_pairs(n, reads),
            co: event_relation(n, |a, b| rows::contains(&self.co[row(a, self.stride)], b.index())),
            // What stays open belongs to events that are not executed, and may be anything.
            values: self.values.iter().map(|value| value.unwrap_or(0)).collect(),
            inputs: Vec::new(),
        }
    }

    fn pairs(
        &self,
        to: &mut [u64],
        related: impl Fn(EventId, EventId) -> bool,
        pairs: impl Iterator<Item = (EventId, EventId)>,
    ) {
        for (a, b) in pairs.filter(|&(a, b)| related(a, b)) {
            rows::insert(&mut to[row(a, self.stride)], b.index());
        }
    }
}

/// The words of an event's row in a relation whose rows have so many words.
fn row(event: EventId, stride: usize) -> Range<usize> {
    event.index() * stride..(event.index() + 1) * stride
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_counted() {
        assert_eq!([0, 1, 2, 4].map(|writes| Orders::All.count(writes)), [1.0, 1.0, 2.0, 24.0]);
        assert_eq!([0, 1, 2, 4].map(|writes| Orders::CoMaximal.count(writes)), [1.0, 1.0, 2.0, 4.0]);
    }
}
