//! Runs plans: the operations of one execution after another, in memory that is used again.

use super::ops::{Input, Op};
use super::plan::{Planner, holds};
use super::script::{self, Asked, Planned};
use crate::cat::Model;
use crate::matrix::{rows, words};
use crate::syntax::cat::ast::TestKind;
use crate::syntax::source::Diagnostic;

/// A model planned for a test: its memory holds what is known beforehand.
#[derive(Clone, Debug)]
pub struct Plan {
    n: usize,
    /// Words of a row.
    stride: usize,
    /// The operations, each after those it is of.
    ops: Vec<Op>,
    /// Where each is kept.
    at: Vec<usize>,
    memory: Vec<u64>,
    /// What an execution provides, with its place.
    inputs: Vec<(Input, usize)>,
    /// Where the events executed are kept, if that is asked for.
    executed: Option<usize>,
    /// The model's axioms.
    pub axioms: Vec<Test>,
    /// Its flags.
    pub flags: Vec<Test>,
    /// Axioms in the order they are tested in, those that cost least first, each with the operations to be done before.
    order: Vec<Turn>,
    /// The axioms that grow, likewise.
    growing: Vec<Turn>,
    /// The flags, likewise.
    raised: Vec<Turn>,
}

/// An axiom or flag.
#[derive(Clone, Debug)]
pub struct Test {
    /// Its name.
    pub name: String,
    kind: TestKind,
    negated: bool,
    /// The operation whose result is tested.
    subject: usize,
    /// Whether it holds in every execution, or in none.
    decided: Option<bool>,
    /// Whether it is broken for good once it is broken on a part of an execution.
    grows: bool,
}

impl Test {
    /// Whether it holds in no execution.
    pub fn never(&self) -> bool {
        self.decided == Some(false)
    }
}

/// A test and what has to be done before it.
#[derive(Clone, Debug)]
struct Turn {
    test: usize,
    ops: Vec<usize>,
}

/// What an execution, or a part of one, provides.
pub trait Facts {
    /// Writes a relation, row by row.
    fn relation(&self, input: Input, to: &mut [u64]);
    /// Writes the set of events executed.
    fn executed(&self, to: &mut [u64]);
}

impl Plan {
    /// The plan of a model; `None` if its recursive definitions have no end that is known beforehand.
    ///
    /// # Errors
    /// What the interpreter finds wrong with it.
    pub fn new(model: &Model, planner: &mut Planner<'_>) -> Result<Option<Plan>, Box<Diagnostic>> {
        planner.begin();
        let (axioms, flags) = script::plan(model, planner)?;
        if planner.is_too_large() {
            return Ok(None);
        }
        let axioms = axioms.into_iter().map(|axiom| test(planner, axiom)).collect();
        let flags = flags.into_iter().map(|flag| test(planner, flag)).collect();
        Ok(Some(Plan::of(planner, axioms, flags)))
    }

    fn of(planner: &Planner<'_>, mut axioms: Vec<Test>, mut flags: Vec<Test>) -> Plan {
        let (n, nodes) = (planner.size(), planner.nodes());
        let stride = words(n);
        // What no undecided axiom and no flag needs is not kept.
        let open = axioms.iter().filter(|axiom| axiom.decided.is_none()).chain(&flags);
        let live = needed(nodes.len(), |at| nodes[at].op.operands(), open.map(|test| test.subject));
        let mut number = vec![0; nodes.len()];
        live.iter().enumerate().for_each(|(new, &old)| number[old] = new as u32);
        let ops: Vec<Op> = live.iter().map(|&old| nodes[old].op.renumbered(|id| number[id as usize])).collect();
        axioms.iter_mut().chain(&mut flags).for_each(|test| test.subject = number[test.subject] as usize);
        let (mut at, mut size) = (Vec::new(), 0);
        for op in &ops {
            at.push(size);
            size += if op.is_relation() { n * stride } else { stride };
        }
        let mut memory = vec![0; size];
        let mut inputs = Vec::new();
        let mut executed = None;
        for (op, &at) in ops.iter().zip(&at) {
            match op {
                Op::Known(value) => memory[at..][..value.words().len()].copy_from_slice(value.words()),
                Op::KnownSet(value) => memory[at..][..value.words().len()].copy_from_slice(value.words()),
                Op::Input(input) => inputs.push((*input, at)),
                Op::Executed => executed = Some(at),
                _ => {}
            }
        }
        let of = |test: &Test| if test.decided.is_some() { Vec::new() } else { work(&ops, test.subject) };
        let of_axioms: Vec<Vec<usize>> = axioms.iter().map(of).collect();
        let of_flags: Vec<Vec<usize>> = flags.iter().map(|flag| work(&ops, flag.subject)).collect();
        let mut cheap: Vec<usize> = (0..axioms.len()).filter(|&axiom| axioms[axiom].decided != Some(true)).collect();
        cheap.sort_by_key(|&axiom| of_axioms[axiom].len());
        let cheap_growing: Vec<usize> = cheap.iter().copied().filter(|&axiom| axioms[axiom].grows).collect();
        let order = turns(&cheap, &of_axioms);
        let growing = turns(&cheap_growing, &of_axioms);
        let raised = turns(&(0..flags.len()).collect::<Vec<_>>(), &of_flags);
        Plan { n, stride, ops, at, memory, inputs, executed, axioms, flags, order, growing, raised }
    }

    /// Takes what an execution provides.
    pub fn load(&mut self, facts: &dyn Facts) {
        let size = self.n * self.stride;
        for &(input, at) in &self.inputs {
            facts.relation(input, &mut self.memory[at..at + size]);
        }
        if let Some(at) = self.executed {
            facts.executed(&mut self.memory[at..at + self.stride]);
        }
    }

    /// Whether all axioms hold of what was loaded.
    pub fn is_allowed(&mut self) -> bool {
        let order = std::mem::take(&mut self.order);
        let allowed = order.iter().all(|turn| self.turn(turn, false));
        self.order = order;
        allowed
    }

    /// The axioms that what was loaded breaks, as bits.
    pub fn broken(&mut self) -> u64 {
        let order = std::mem::take(&mut self.order);
        let broken = order.iter().filter(|turn| !self.turn(turn, false)).fold(0, |bits, turn| bits | 1 << turn.test);
        self.order = order;
        broken
    }

    /// The axioms that every execution breaks of which a part was loaded, as bits; not all of them if there are some.
    pub fn broken_for_good(&mut self) -> u64 {
        let growing = std::mem::take(&mut self.growing);
        let broken = growing.iter().find(|turn| !self.turn(turn, false)).map_or(0, |turn| 1 << turn.test);
        self.growing = growing;
        broken
    }

    /// Whether every execution is allowed.
    pub fn allows_all(&self) -> bool {
        self.order.is_empty()
    }

    /// Whether a part of an execution can show that all of it is forbidden.
    pub fn prunes(&self) -> bool {
        !self.growing.is_empty()
    }

    /// The flags that what was loaded raises, each with its pairs.
    pub fn raised(&mut self) -> Vec<(usize, Vec<(usize, usize)>)> {
        let raised = std::mem::take(&mut self.raised);
        let mut found = Vec::new();
        for turn in &raised {
            if self.turn(turn, true) {
                found.push((turn.test, self.pairs(self.flags[turn.test].subject)));
            }
        }
        self.raised = raised;
        found
    }

    fn pairs(&self, subject: usize) -> Vec<(usize, usize)> {
        match self.ops[subject].is_relation() {
            false => Vec::new(),
            true => {
                let rows = &self.memory[self.at[subject]..][..self.n * self.stride];
                let row = |i: usize| rows::ones(&rows[i * self.stride..][..self.stride]).map(move |j| (i, j));
                (0..self.n).flat_map(row).collect()
            }
        }
    }

    /// Does what a test needs, and tells whether it holds.
    fn turn(&mut self, turn: &Turn, flag: bool) -> bool {
        let test = if flag { &self.flags[turn.test] } else { &self.axioms[turn.test] };
        let (subject, kind, negated, decided) = (test.subject, test.kind, test.negated, test.decided);
        turn.ops.iter().for_each(|&op| self.run(op));
        if let Some(decided) = decided {
            return decided;
        }
        let at = self.at[subject];
        let holds = match self.ops[subject].is_relation() {
            true => {
                let rows = &self.memory[at..at + self.n * self.stride];
                match kind {
                    TestKind::Acyclic => rows::is_acyclic(rows, self.n),
                    TestKind::Irreflexive => rows::is_irreflexive(rows, self.n),
                    TestKind::Empty => rows.iter().all(|&word| word == 0),
                }
            }
            false => self.memory[at..at + self.stride].iter().all(|&word| word == 0),
        };
        holds != negated
    }

    fn run(&mut self, op: usize) {
        let (n, stride) = (self.n, self.stride);
        let (before, rest) = self.memory.split_at_mut(self.at[op]);
        let rel = |id: u32| &before[self.at[id as usize]..][..n * stride];
        let set = |id: u32| &before[self.at[id as usize]..][..stride];
        let to = &mut rest[..if self.ops[op].is_relation() { n * stride } else { stride }];
        match &self.ops[op] {
            Op::Known(_) | Op::Input(_) | Op::KnownSet(_) | Op::Executed => {}
            Op::Union(a, b) => rows::zip(to, rel(a.0), rel(b.0), |x, y| x | y),
            Op::Inter(a, b) => rows::zip(to, rel(a.0), rel(b.0), |x, y| x & y),
            Op::Minus(a, b) => rows::zip(to, rel(a.0), rel(b.0), |x, y| x & !y),
            Op::Seq(a, b) => rows::seq(to, rel(a.0), rel(b.0), n),
            Op::From(s, a) => rows::from(to, set(s.0), rel(a.0), n),
            Op::To(a, s) => rows::to(to, rel(a.0), set(s.0), n),
            Op::Inverse(a) => rows::inverse(to, rel(a.0), n),
            Op::Plus(a) => {
                to.copy_from_slice(rel(a.0));
                rows::close(to, n);
            }
            Op::Diagonal(s) => rows::diagonal(to, set(s.0), n),
            Op::Product(s, t) => rows::product(to, set(s.0), set(t.0), n),
            Op::SetUnion(s, t) => rows::zip(to, set(s.0), set(t.0), |x, y| x | y),
            Op::SetInter(s, t) => rows::zip(to, set(s.0), set(t.0), |x, y| x & y),
            Op::SetMinus(s, t) => rows::zip(to, set(s.0), set(t.0), |x, y| x & !y),
            Op::Domain(a) => rows::domain(to, rel(a.0), n),
            Op::Range(a) => rows::range(to, rel(a.0), n),
        }
    }
}

/// A test of a planned model: decided where what may or must be decides it.
fn test(planner: &Planner<'_>, axiom: Planned) -> Test {
    let Planned { name, kind, negated, subject } = axiom;
    let (subject, of_all, of_least, grows) = match subject {
        Asked::Rel(rel) => {
            let (may, must, grows) = planner.rel(rel);
            (rel.0, holds(kind, may), holds(kind, must), grows)
        }
        Asked::Set(set) => {
            let (may, must, grows) = planner.set(set);
            (set.0, may.is_empty(), must.is_empty(), grows)
        }
    };
    let decided = if of_all { Some(!negated) } else { (!of_least).then_some(negated) };
    Test { name, kind, negated, subject: subject as usize, decided, grows: grows && !negated }
}

/// What some results need, in order, given the operands of each.
fn needed<Operands: Iterator<Item = u32>>(
    size: usize,
    operands: impl Fn(usize) -> Operands,
    results: impl Iterator<Item = usize>,
) -> Vec<usize> {
    let mut is_needed = vec![false; size];
    results.for_each(|result| is_needed[result] = true);
    for at in (0..size).rev() {
        if is_needed[at] {
            operands(at).for_each(|operand| is_needed[operand as usize] = true);
        }
    }
    (0..size).filter(|&at| is_needed[at]).collect()
}

/// The operations to be done for a result, in order; nothing is to be done for what is known or provided.
fn work(ops: &[Op], result: usize) -> Vec<usize> {
    let leaf = |at: &usize| matches!(ops[*at], Op::Known(_) | Op::Input(_) | Op::KnownSet(_) | Op::Executed);
    let mut work = needed(result + 1, |at| ops[at].operands(), std::iter::once(result));
    work.retain(|at| !leaf(at));
    work
}

/// Tests in an order, each with the operations that those before it do not need.
fn turns(order: &[usize], work: &[Vec<usize>]) -> Vec<Turn> {
    let most = work.iter().flatten().max().map_or(0, |&most| most + 1);
    let mut done = vec![false; most];
    let mut new = |op: usize| !std::mem::replace(&mut done[op], true);
    let mut turn = |&test: &usize| Turn { test, ops: work[test].iter().copied().filter(|&op| new(op)).collect() };
    order.iter().map(&mut turn).collect()
}
