//! What the executions of an event structure are chosen from: which writes each read may read from, and what is the same in all of them.

use super::inputs::{Input, Provided};
use super::symmetry::ThreadSymmetry;
use crate::matrix::{BitMatrix, BitSet};
use crate::program::{
    EventId, EventStructure, ExprId, NodeKind, ObjectId, StaticBase, event_pairs, event_relation, event_set,
};
use index_vec::IndexVec;
use std::collections::HashMap;

/// The search space of an event structure: what each read may read from, and which writes coherence orders.
pub struct Space<'a> {
    /// The events, with the expressions of their guards, addresses and values.
    pub structure: &'a EventStructure,
    /// The reads, in order, each with the writes it may read from.
    pub reads: Vec<(EventId, Vec<EventId>)>,
    /// By object: the writes that may write it but for the initial one.
    pub writes: IndexVec<ObjectId, Vec<EventId>>,
    /// The expressions that are not constant, each after its operands.
    pub open: Vec<ExprId>,
    /// What follows from what.
    pub follows: Follows,
    /// Threads that may be exchanged: of executions alike up to that, one is visited.
    pub symmetry: ThreadSymmetry,
    /// The symmetry of no threads, for searches that must visit every execution.
    pub no_symmetry: ThreadSymmetry,
}

/// The expressions whose values may follow from a choice or from another's value.
pub struct Follows {
    /// By choice.
    of_choice: Vec<Vec<ExprId>>,
    /// By read, from the write that it reads from.
    of_read: IndexVec<EventId, Vec<ExprId>>,
    /// By expression.
    of_value: Vec<Vec<ExprId>>,
}

impl Follows {
    fn new(structure: &EventStructure) -> Follows {
        let mut of_choice = vec![Vec::new(); structure.choices as usize];
        let mut of_read: IndexVec<EventId, _> = structure.events.iter().map(|_| Vec::new()).collect();
        let mut of_value = vec![Vec::new(); structure.exprs.len()];
        for id in (0..structure.exprs.len() as u32).map(ExprId) {
            match structure.exprs.node(id).kind {
                NodeKind::Const(_) => {}
                NodeKind::Choice(choice) => of_choice[choice as usize].push(id),
                NodeKind::Read(read) => of_read[read].push(id),
                NodeKind::Op(op) => op.operands().for_each(|operand| of_value[operand.0 as usize].push(id)),
            }
        }
        for written in
            structure.events.iter().filter(|event| event.is_write()).filter_map(|event| event.access.as_ref())
        {
            let may_read = |read: &EventId| {
                let may = structure.events[*read].access.as_ref().map_or(&[][..], |access| &access.may);
                may.iter().any(|object| written.may.contains(object))
            };
            let reads = of_read.indices().filter(may_read).flat_map(|read| &of_read[read]);
            of_value[written.value.0 as usize].extend(reads);
        }
        Follows { of_choice, of_read, of_value }
    }

    /// What may follow from a free choice.
    pub fn of_choice(&self, choice: usize) -> &[ExprId] {
        &self.of_choice[choice]
    }

    /// What may follow from the choice of the write that a read reads from.
    pub fn of_read(&self, read: EventId) -> &[ExprId] {
        &self.of_read[read]
    }

    /// What may follow from the value of an expression.
    pub fn of_value(&self, known: ExprId) -> &[ExprId] {
        &self.of_value[known.0 as usize]
    }
}

impl<'a> Space<'a> {
    /// The search space of an event structure, thread symmetry included.
    pub fn new(structure: &'a EventStructure) -> Self {
        let events = &structure.events;
        let may = |event: EventId| events[event].access.as_ref().map_or(&[][..], |access| &access.may);
        let writes_of = |object: ObjectId| {
            let writes_it = |&event: &EventId| events[event].is_write() && may(event).contains(&object);
            events.indices().filter(writes_it).collect::<Vec<_>>()
        };
        let reads = events.indices().filter(|&event| events[event].is_read());
        let from = |read: EventId| {
            let common = |&write: &EventId| {
                events[write].is_write() && may(write).iter().any(|object| may(read).contains(object))
            };
            events.indices().filter(common).collect::<Vec<_>>()
        };
        let objects = structure.program.objects.indices();
        let later = |object| writes_of(object).into_iter().filter(|&write| !events[write].is_initial()).collect();
        let open = (0..structure.exprs.len() as u32).map(ExprId);
        let is_open = |&id: &ExprId| !matches!(structure.exprs.node(id).kind, NodeKind::Const(_));
        Space {
            structure,
            reads: reads.map(|read| (read, from(read))).collect(),
            writes: objects.map(later).collect(),
            open: open.filter(is_open).collect(),
            follows: Follows::new(structure),
            symmetry: ThreadSymmetry::detect(structure),
            no_symmetry: ThreadSymmetry::none(),
        }
    }

    /// What models are specialized by: static sets and relations, and may/must bounds of what executions choose.
    pub fn provided(&self) -> Provided<'a> {
        let structure = self.structure;
        let n = structure.events.len();
        let constant = |id: ExprId| structure.exprs.as_const(id);
        let executed = |event: EventId| constant(structure.events[event].guard);
        let may_execute = event_set(n, |event| executed(event) != Some(0));
        let must_execute = event_set(n, |event| executed(event) == Some(1));
        let inputs = self.inputs(&may_execute, &must_execute);
        Provided { base: StaticBase(structure), n, executed: (may_execute, must_execute), inputs }
    }

    /// May/must bounds of what executions choose.
    fn inputs(&self, may_execute: &BitSet, must_execute: &BitSet) -> HashMap<Input, (BitMatrix, BitMatrix)> {
        let structure = self.structure;
        let events = &structure.events;
        let n = events.len();
        let both = |set: &BitSet, a: EventId, b: EventId| set.contains(a) && set.contains(b);
        let objects = |event: EventId| events[event].access.as_ref().map(|access| &access.may);
        let objects_of = |a: EventId, b: EventId| objects(a).zip(objects(b));
        let may_meet =
            |a: EventId, b: EventId| objects_of(a, b).is_some_and(|(x, y)| x.iter().any(|object| y.contains(object)));
        let must_meet = |a: EventId, b: EventId| objects_of(a, b).is_some_and(|(x, y)| x.len() == 1 && x == y);
        let loc = (
            event_relation(n, |a, b| both(may_execute, a, b) && may_meet(a, b)),
            event_relation(n, |a, b| both(must_execute, a, b) && must_meet(a, b)),
        );
        let pairs = |only: bool| {
            let sources = move |(read, from): &(EventId, Vec<EventId>)| {
                let (read, alone) = (*read, from.len() == 1);
                from.clone().into_iter().filter(move |_| alone || !only).map(move |write| (write, read))
            };
            self.reads.iter().flat_map(sources).collect::<Vec<_>>()
        };
        let executed = |pairs: Vec<(EventId, EventId)>, set: &BitSet| {
            event_pairs(n, pairs.into_iter().filter(|&(a, b)| both(set, a, b)))
        };
        let rf = (executed(pairs(false), may_execute), executed(pairs(true), must_execute));
        let writes = |a: EventId, b: EventId| a != b && events[a].is_write() && events[b].is_write();
        let co = (
            event_relation(n, |a, b| writes(a, b) && !events[b].is_initial() && loc.0.contains(a, b)),
            event_relation(n, |a, b| writes(a, b) && events[a].is_initial() && loc.1.contains(a, b)),
        );
        let fr = (rf.0.inverse().seq(&co.0), rf.1.inverse().seq(&co.1));
        let conditional = structure.conditional().map(|(_, pairs)| {
            let certain = pairs.iter().filter(|met| structure.exprs.as_const(met.2) == Some(1));
            (
                executed(pairs.iter().map(|met| (met.0, met.1)).collect(), may_execute),
                executed(certain.map(|met| (met.0, met.1)).collect(), must_execute),
            )
        });
        Input::all().zip([rf, co, fr, loc].into_iter().chain(conditional)).collect()
    }
}
