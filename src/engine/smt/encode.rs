//! An event structure as formulas: what every execution satisfies, and the base sets and relations.

use super::formulas::{Formulas, Grid};
use crate::allowance;
use crate::cat::core::{RelLeaf, RelOp};
use crate::engine::circuit::{Circuit, Lit};
use crate::program::{
    BASE_RELATIONS, BASE_SETS, Conditional, EventId, EventStructure, ExprId, Exprs, LogicOp, NodeKind, ObjectId,
    Operator, Prop, StaticBase, UnaryOp,
};
use crate::syntax::litmus::ast::Type;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, HashMap};

/// The formula of a pair of events.
fn pair_formula(relation: &Grid, a: EventId, b: EventId) -> Lit {
    relation.at(a.index(), b.index())
}

/// What an input of the circuit stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// The read reads from the write.
    Rf(EventId, EventId),
    /// The first of two writes comes first in coherence, if they are of one location.
    Order(EventId, EventId),
    /// The first of two events comes first in an order that executions choose, by the number of the order.
    Chosen(usize, EventId, EventId),
    /// An `i1` expression that is no connective.
    Expr(ExprId),
}

/// What an `i1` expression is to a circuit.
enum Truth {
    Known(bool),
    Not(ExprId),
    And(ExprId, ExprId),
    Or(ExprId, ExprId),
    Ite(ExprId, ExprId, ExprId),
    Input,
}

impl Truth {
    /// The truth values that it is made of.
    fn connects(&self) -> [Option<ExprId>; 3] {
        match *self {
            Truth::Known(_) | Truth::Input => [None; 3],
            Truth::Not(a) => [Some(a), None, None],
            Truth::And(a, b) | Truth::Or(a, b) => [Some(a), Some(b), None],
            Truth::Ite(c, a, b) => [Some(c), Some(a), Some(b)],
        }
    }
}

/// An event structure as formulas over the choices of its executions.
pub struct Encoding<'a> {
    /// The events, with the expressions of their guards, addresses and values.
    pub structure: &'a EventStructure,
    /// Its expressions, and those the questions add.
    pub exprs: Exprs,
    /// The circuit, with the base sets and relations that models are built from.
    pub formulas: Formulas,
    /// By number of the circuit's input: what it stands for.
    pub inputs: Vec<Input>,
    /// What every execution satisfies, but for the values of reads: those depend on the race semantics.
    pub facts: Vec<Lit>,
    /// By read and write it may read from: that the read has the write's value if it reads from it.
    pub values: Vec<(EventId, Lit)>,
    numbers: HashMap<Input, u32>,
    /// The formulas of truth values, as far as they were asked for.
    truths: FxHashMap<ExprId, Lit>,
    /// Reads-from: the formula of each pair of a write and a read.
    rf: Grid,
    /// Coherence: the formula of each pair of writes.
    co: Grid,
}

impl<'a> Encoding<'a> {
    /// The encoding of an event structure.
    pub fn new(structure: &'a EventStructure) -> Self {
        let none = Grid::from_fn(0, |_, _| Lit::FALSE);
        let mut encoding = Encoding {
            structure,
            exprs: structure.exprs.clone(),
            formulas: Formulas::new(Circuit::default(), Vec::new()),
            inputs: Vec::new(),
            facts: Vec::new(),
            values: Vec::new(),
            numbers: HashMap::new(),
            truths: FxHashMap::default(),
            rf: none.clone(),
            co: none,
        };
        let guards: Vec<ExprId> = structure.events.iter().map(|event| event.guard).collect();
        let executed: Vec<Lit> = guards.into_iter().map(|guard| encoding.truth(guard)).collect();
        encoding.formulas.executed = executed.into();
        encoding.require();
        let loc = encoding.same_location();
        encoding.encode_reads_from(&loc);
        encoding.encode_coherence(&loc);
        encoding.provide_base(&loc);
        encoding
    }

    fn circuit(&mut self) -> &mut Circuit {
        &mut self.formulas.circuit
    }

    fn size(&self) -> usize {
        self.structure.events.len()
    }

    fn input(&mut self, input: Input) -> Lit {
        let next = self.inputs.len() as u32;
        let number = *self.numbers.entry(input).or_insert(next);
        if number == next {
            self.inputs.push(input);
        }
        self.circuit().input(number)
    }

    /// The formula that an `i1` expression is 1. Expressions may be nested more deeply than calls can be.
    pub fn truth(&mut self, wanted: ExprId) -> Lit {
        let mut stack = vec![wanted];
        while let Some(&expr) = stack.last() {
            if self.truths.contains_key(&expr) {
                stack.pop();
                continue;
            }
            let open = stack.len();
            let connected = self.truth_of(expr).connects().into_iter().flatten();
            stack.extend(connected.filter(|part| !self.truths.contains_key(part)));
            if stack.len() > open {
                continue;
            }
            allowance::spend(8);
            let truth = self.connect(expr);
            self.truths.insert(expr, truth);
            stack.pop();
        }
        self.truths[&wanted]
    }

    /// The formula of a truth value, those of what it connects being known.
    fn connect(&mut self, expr: ExprId) -> Lit {
        let known = |part: ExprId| self.truths[&part];
        match self.truth_of(expr) {
            Truth::Known(value) => Lit::constant(value),
            Truth::Not(a) => !known(a),
            Truth::And(a, b) => {
                let (a, b) = (known(a), known(b));
                self.circuit().and(a, b)
            }
            Truth::Or(a, b) => {
                let (a, b) = (known(a), known(b));
                self.circuit().or(a, b)
            }
            Truth::Ite(c, a, b) => {
                let (c, a, b) = (known(c), known(a), known(b));
                let (then, otherwise) = (self.circuit().and(c, a), self.circuit().and(!c, b));
                self.circuit().or(then, otherwise)
            }
            Truth::Input => self.input(Input::Expr(expr)),
        }
    }

    fn truth_of(&self, expr: ExprId) -> Truth {
        match self.exprs.node(expr).kind {
            NodeKind::Const(value) => Truth::Known(value != 0),
            NodeKind::Op(Operator::Unary(UnaryOp::Not, a)) => Truth::Not(a),
            NodeKind::Op(Operator::Logic(LogicOp::And, a, b)) => Truth::And(a, b),
            NodeKind::Op(Operator::Logic(LogicOp::Or, a, b)) => Truth::Or(a, b),
            NodeKind::Op(Operator::Ite(c, a, b)) => Truth::Ite(c, a, b),
            NodeKind::Read(_)
            | NodeKind::Choice(_)
            | NodeKind::Op(
                Operator::Unary(UnaryOp::Complement | UnaryOp::Negate, _)
                | Operator::Compare(..)
                | Operator::Arith(..)
                | Operator::Rmw(..)
                | Operator::Cast(..),
            ) => Truth::Input,
        }
    }

    /// Provides the choices of an operation that chooses an order.
    pub fn provide_order(&mut self, op: &RelOp<RelLeaf>) {
        if self.formulas.orders.contains_key(op) {
            return;
        }
        let (number, n) = (self.formulas.orders.len(), self.size());
        let grid = Grid::from_fn(n, |i, j| match i < j {
            true => self.input(Input::Chosen(number, EventId::new(i), EventId::new(j))),
            false => Lit::FALSE,
        });
        self.formulas.orders.insert(*op, grid);
    }

    fn require(&mut self) {
        for requirement in &self.structure.requirements {
            let (guard, holds) = (self.truth(requirement.guard), self.truth(requirement.holds));
            let fact = self.circuit().implies(guard, holds);
            self.facts.push(fact);
        }
    }

    /// Which accesses are of one location, both being executed.
    fn same_location(&mut self) -> Grid {
        let structure = self.structure;
        let executed = self.formulas.executed.clone();
        let mut cells = HashMap::new();
        for (i, first) in structure.events.iter().enumerate() {
            for (j, second) in structure.events.iter().enumerate().skip(i) {
                let (Some(a), Some(b)) = (&first.access, &second.access) else { continue };
                if !a.may.iter().any(|object| b.may.contains(object)) {
                    continue;
                }
                let certain = a.may.len() == 1 && b.may.len() == 1;
                let equal = if certain { self.exprs.truth(true) } else { self.exprs.equal(a.address, b.address) };
                let equal = self.truth(equal);
                let lit = self.circuit().conjunction([equal, executed[i], executed[j]]);
                cells.insert((i, j), lit);
                cells.insert((j, i), lit);
            }
        }
        Grid::from_fn(self.size(), |i, j| cells.get(&(i, j)).copied().unwrap_or(Lit::FALSE))
    }

    /// Every executed read reads from one write of its location, and has its value.
    fn encode_reads_from(&mut self, loc: &Grid) {
        let n = self.size();
        let mut cells = HashMap::new();
        for read in self.structure.events.indices().filter(|&event| self.structure.events[event].is_read()) {
            let is_candidate = |&write: &EventId| {
                self.structure.events[write].is_write() && pair_formula(loc, write, read) != Lit::FALSE
            };
            let candidates: Vec<EventId> = self.structure.events.indices().filter(is_candidate).collect();
            let executed = self.formulas.executed[read.index()];
            let chosen: Vec<Lit> = match candidates.as_slice() {
                [_] => vec![executed],
                _ => candidates.iter().map(|&write| self.input(Input::Rf(write, read))).collect(),
            };
            let some = self.circuit().disjunction(chosen.iter().copied());
            let fact = self.circuit().implies(executed, some);
            self.facts.push(fact);
            for (at, (&write, &lit)) in candidates.iter().zip(&chosen).enumerate() {
                for &other in &chosen[at + 1..] {
                    let both = self.circuit().and(lit, other);
                    self.facts.push(!both);
                }
                let possible = self.circuit().implies(lit, pair_formula(loc, write, read));
                self.facts.push(possible);
                let equal = self.same_value(write, read);
                let value = self.circuit().implies(lit, equal);
                self.values.push((read, value));
                cells.insert((write.index(), read.index()), lit);
            }
        }
        self.rf = Grid::from_fn(n, |i, j| cells.get(&(i, j)).copied().unwrap_or(Lit::FALSE));
    }

    fn same_value(&mut self, write: EventId, read: EventId) -> Lit {
        let events = &self.structure.events;
        let (Some(written), Some(got)) = (&events[write].access, &events[read].access) else { return Lit::FALSE };
        let equal = self.exprs.equal(written.value, got.value);
        self.truth(equal)
    }

    /// The writes of a location are totally ordered, the initial one first.
    fn encode_coherence(&mut self, loc: &Grid) {
        let n = self.size();
        let events = &self.structure.events;
        let writes: Vec<EventId> = events.indices().filter(|&event| events[event].is_write()).collect();
        let mut order = BTreeMap::new();
        for (at, &a) in writes.iter().enumerate() {
            for &b in &writes[at + 1..] {
                if pair_formula(loc, a, b) == Lit::FALSE {
                    continue;
                }
                // Events are numbered with the initial writes first.
                let initial = self.structure.events[a].is_initial();
                let first = if initial { Lit::TRUE } else { self.input(Input::Order(a, b)) };
                order.insert((a, b), first);
                order.insert((b, a), !first);
            }
        }
        for (&(a, b), &first) in &order {
            for &c in writes.iter().filter(|&&c| c != a && c != b) {
                let (Some(&second), Some(&direct)) = (order.get(&(b, c)), order.get(&(a, c))) else { continue };
                let both = self.circuit().and(first, second);
                let fact = self.circuit().implies(both, direct);
                self.facts.push(fact);
            }
        }
        let circuit = &mut self.formulas.circuit;
        self.co = Grid::from_fn(n, |a, b| match order.get(&(EventId::new(a), EventId::new(b))) {
            Some(&first) => circuit.and(first, loc.at(a, b)),
            None => Lit::FALSE,
        });
    }

    /// Gives models the base sets and relations.
    fn provide_base(&mut self, loc: &Grid) {
        let base = StaticBase(self.structure);
        for &name in BASE_SETS {
            if let Some(set) = base.set(name) {
                self.formulas.provide_set(name, |event| set.contains(event));
            }
        }
        for &name in BASE_RELATIONS {
            if let Some(relation) = base.relation(name) {
                self.formulas.provide_relation(name, |i, j| Lit::constant(relation.contains(i, j)));
            }
        }
        let (rf, co) = (self.rf.clone(), self.co.clone());
        self.formulas.provide_relation("loc", |i, j| loc.at(i, j));
        self.formulas.provide_relation("rf", |i, j| rf.at(i, j));
        self.formulas.provide_relation("co", |i, j| co.at(i, j));
        let fr = self.relate_from_reads();
        self.formulas.provide_relation("fr", |i, j| fr.at(i, j));
        for (name, pairs) in self.structure.conditional() {
            let truth = |&(a, b, condition): &Conditional| ((a.index(), b.index()), self.truth(condition));
            let met: HashMap<(usize, usize), Lit> = pairs.iter().map(truth).collect();
            self.formulas.provide_relation(name, |i, j| met.get(&(i, j)).copied().unwrap_or(Lit::FALSE));
        }
    }

    /// From-reads, `rf^-1 ; co`: from each read to the writes after the one it reads from.
    fn relate_from_reads(&mut self) -> Grid {
        let (rf, co) = (self.rf.clone(), self.co.clone());
        let inverse = self.formulas.inverse(&rf);
        self.formulas.seq(&inverse, &co)
    }

    /// The formula of a proposition over the final state.
    pub fn prop(&mut self, prop: &Prop) -> Lit {
        match prop {
            Prop::Const(value) => Lit::constant(*value),
            Prop::Hangs => self.truth(self.structure.hangs),
            Prop::Not(inner) => !self.prop(inner),
            Prop::And(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| self.prop(part)).collect();
                self.circuit().conjunction(parts)
            }
            Prop::Or(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| self.prop(part)).collect();
                self.circuit().disjunction(parts)
            }
            Prop::Implies(parts) => {
                let [p, q] = parts.each_ref().map(|part| self.prop(part));
                self.circuit().implies(p, q)
            }
            Prop::Register { thread, register, value, negated } => {
                let matches = |r: &&crate::program::FinalRegister| r.thread == *thread && r.register == *register;
                let Some(found) = self.structure.registers.iter().find(matches).copied() else { return Lit::FALSE };
                let equal = self.equals(found.value, *value);
                let written = self.truth(found.written);
                self.circuit().and(written, if *negated { !equal } else { equal })
            }
            Prop::Memory { object, value, negated } => {
                let holds = self.memory_holds(*object, *value);
                if *negated { !holds } else { holds }
            }
        }
    }

    fn equals(&mut self, expr: ExprId, value: u64) -> Lit {
        let ty = self.exprs.node(expr).ty;
        if ty == crate::program::BOOL {
            let truth = self.truth(expr);
            return if value != 0 { truth } else { !truth };
        }
        let constant = self.exprs.constant(ty, value);
        let equal = self.exprs.equal(expr, constant);
        self.truth(equal)
    }

    /// The formula that an event's access, if it has one, is to an object.
    pub fn accesses(&mut self, event: EventId, object: ObjectId) -> Lit {
        let Some(access) = &self.structure.events[event].access else { return Lit::FALSE };
        let target = self.exprs.constant(Type::Ptr, object.address());
        let here = self.exprs.equal(access.address, target);
        self.truth(here)
    }

    /// Whether the co-maximal write of an object writes a value.
    fn memory_holds(&mut self, object: ObjectId, value: u64) -> Lit {
        let mut disjuncts = Vec::new();
        for write in self.structure.events.indices().filter(|&event| self.structure.events[event].is_write()) {
            let Some(access) = &self.structure.events[write].access else { continue };
            if !access.may.contains(&object) {
                continue;
            }
            let parts =
                [self.accesses(write, object), self.formulas.executed[write.index()], self.equals(access.value, value)];
            let later: Vec<Lit> = (0..self.size()).map(|other| !self.co.at(write.index(), other)).collect();
            let disjunct = self.circuit().conjunction(parts.into_iter().chain(later));
            disjuncts.push(disjunct);
        }
        self.circuit().disjunction(disjuncts)
    }

    /// Reads-from and coherence, for reading an execution off a solver's answer.
    pub fn rf_and_co(&self) -> (&Grid, &Grid) {
        (&self.rf, &self.co)
    }
}
