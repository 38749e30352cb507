//! A model as operations to be done for each execution: what is the same in all executions of a test is done once.
//!
//! Each set and relation carries what it must and what it may hold in any execution. What must and may hold the same is a constant, and
//! what is empty in all executions leaves nothing to do.

use crate::cat::Algebra;
use crate::matrix::{BitMatrix, BitSet};
use crate::program::StaticBase;
use crate::syntax::cat::ast::TestKind;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::rc::Rc;

/// More operations than this are given up: a recursive definition without end in sight.
const MAX_NODES: usize = 10_000;

/// The number of a relation of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rel(pub u32);

/// The number of a set of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set(pub u32);

/// What an execution provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// Reads-from.
    Rf,
    /// Coherence.
    Co,
    /// `rf^-1 ; co`.
    Fr,
    /// Of one location.
    Loc,
    /// Arrives that a wait is for.
    Barrier,
}

impl Input {
    /// All of them.
    pub const ALL: [Input; 5] = [Input::Rf, Input::Co, Input::Fr, Input::Loc, Input::Barrier];
}

/// How a set or relation comes about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A relation that is the same in all executions.
    Known(Rc<BitMatrix>),
    /// A relation that is provided.
    Input(Input),
    /// `a | b`
    Union(Rel, Rel),
    /// `a & b`
    Inter(Rel, Rel),
    /// `a \ b`
    Minus(Rel, Rel),
    /// `a ; b`
    Seq(Rel, Rel),
    /// `[s] ; a`
    From(Set, Rel),
    /// `a ; [s]`
    To(Rel, Set),
    /// `a^-1`
    Inverse(Rel),
    /// `a+`
    Plus(Rel),
    /// `[s]`
    Diagonal(Set),
    /// `s * t`
    Product(Set, Set),
    /// A set that is the same in all executions.
    KnownSet(Rc<BitSet>),
    /// The events executed.
    Executed,
    /// `a | b` of sets.
    SetUnion(Set, Set),
    /// `a & b` of sets.
    SetInter(Set, Set),
    /// `a \ b` of sets.
    SetMinus(Set, Set),
    /// `domain(a)`
    Domain(Rel),
    /// `range(a)`
    Range(Rel),
}

impl Op {
    /// The numbers of what it is of.
    pub fn operands(&self) -> impl Iterator<Item = u32> {
        let (a, b) = match self {
            Op::Known(_) | Op::Input(_) | Op::KnownSet(_) | Op::Executed => (None, None),
            Op::Union(a, b) | Op::Inter(a, b) | Op::Minus(a, b) | Op::Seq(a, b) => (Some(a.0), Some(b.0)),
            Op::From(s, a) | Op::To(a, s) => (Some(s.0), Some(a.0)),
            Op::Product(s, t) | Op::SetUnion(s, t) | Op::SetInter(s, t) | Op::SetMinus(s, t) => (Some(s.0), Some(t.0)),
            Op::Inverse(a) | Op::Plus(a) | Op::Domain(a) | Op::Range(a) => (Some(a.0), None),
            Op::Diagonal(s) => (Some(s.0), None),
        };
        a.into_iter().chain(b)
    }

    /// Whether it makes a relation.
    pub fn is_relation(&self) -> bool {
        !matches!(
            self,
            Op::KnownSet(_)
                | Op::Executed
                | Op::SetUnion(..)
                | Op::SetInter(..)
                | Op::SetMinus(..)
                | Op::Domain(_)
                | Op::Range(_)
        )
    }
}

/// What holds in any execution: what may be in it, and what must.
#[derive(Clone, Debug)]
enum Bounds {
    Rel(Rc<BitMatrix>, Rc<BitMatrix>),
    Set(Rc<BitSet>, Rc<BitSet>),
}

/// A set or relation of a plan.
#[derive(Clone, Debug)]
pub struct Node {
    /// How it comes about.
    pub op: Op,
    bounds: Bounds,
    /// Whether it holds more the more is known of an execution, so that what it holds of a part it holds of the whole.
    pub grows: bool,
}

/// What a program provides to models: bounds of what executions choose, and what they do not.
pub struct Provided<'a> {
    /// The sets and relations that are known, of executed events.
    pub base: StaticBase<'a>,
    /// How many events there are.
    pub n: usize,
    /// The events that may be and that must be executed.
    pub executed: (BitSet, BitSet),
    /// What an input may and must hold.
    pub inputs: HashMap<Input, (BitMatrix, BitMatrix)>,
}

/// Makes a plan of a model: it is interpreted over this.
pub struct Planner<'p> {
    provided: &'p Provided<'p>,
    /// Sets and relations, each after those it is of.
    pub nodes: Vec<Node>,
    known: FxHashMap<Op, u32>,
    /// Relations that are a known one between the events executed.
    masked: FxHashMap<Rel, Rc<BitMatrix>>,
}

impl<'p> Planner<'p> {
    /// With nothing planned.
    pub fn new(provided: &'p Provided<'p>) -> Self {
        Planner { provided, nodes: Vec::new(), known: FxHashMap::default(), masked: FxHashMap::default() }
    }

    /// Whether planning was given up.
    pub fn is_too_large(&self) -> bool {
        self.nodes.len() > MAX_NODES
    }

    /// What a relation may and must hold, and whether it grows.
    pub fn rel(&self, rel: Rel) -> (&BitMatrix, &BitMatrix, bool) {
        match &self.nodes[rel.0 as usize] {
            Node { bounds: Bounds::Rel(may, must), grows, .. } => (may, must, *grows),
            Node { bounds: Bounds::Set(..), .. } => unreachable!("a Rel is the number of a relation"),
        }
    }

    /// What a set may and must hold, and whether it grows.
    pub fn set(&self, set: Set) -> (&BitSet, &BitSet, bool) {
        match &self.nodes[set.0 as usize] {
            Node { bounds: Bounds::Set(may, must), grows, .. } => (may, must, *grows),
            Node { bounds: Bounds::Rel(..), .. } => unreachable!("a Set is the number of a set"),
        }
    }

    fn node(&mut self, op: Op, bounds: Bounds, grows: bool) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.known.entry(op.clone()).or_insert(next);
        if number == next {
            self.nodes.push(Node { op, bounds, grows });
        }
        number
    }

    /// A relation with these bounds; a constant where they meet.
    fn add(&mut self, op: Op, may: BitMatrix, must: BitMatrix, grows: bool) -> Rel {
        match () {
            () if may == must => self.constant(may),
            () if self.is_too_large() => self.empty_rel(),
            () => Rel(self.node(op, Bounds::Rel(Rc::new(may), Rc::new(must)), grows)),
        }
    }

    fn constant(&mut self, value: BitMatrix) -> Rel {
        let value = Rc::new(value);
        Rel(self.node(Op::Known(value.clone()), Bounds::Rel(value.clone(), value), true))
    }

    fn add_set(&mut self, op: Op, may: BitSet, must: BitSet, grows: bool) -> Set {
        match may == must {
            true => self.constant_set(may),
            false => Set(self.node(op, Bounds::Set(Rc::new(may), Rc::new(must)), grows)),
        }
    }

    fn constant_set(&mut self, value: BitSet) -> Set {
        let value = Rc::new(value);
        Set(self.node(Op::KnownSet(value.clone()), Bounds::Set(value.clone(), value), true))
    }

    fn executed(&mut self) -> Set {
        let (may, must) = self.provided.executed.clone();
        self.add_set(Op::Executed, may, must, true)
    }

    /// The set that a relation is the diagonal of.
    fn as_diagonal(&mut self, rel: Rel) -> Option<Set> {
        match &self.nodes[rel.0 as usize].op {
            Op::Diagonal(set) => Some(*set),
            Op::Known(value) if value.iter().all(|(i, j)| i == j) => {
                let domain = value.domain();
                Some(self.constant_set(domain))
            }
            _ => None,
        }
    }

    fn from(&mut self, s: Set, a: Rel) -> Rel {
        let ((set_may, set_must, set_grows), (may, must, grows)) = (self.set(s), self.rel(a));
        if may.domain().is_within(set_must) {
            return a;
        }
        let (may, must, grows) = (may.from(set_may), must.from(set_must), grows && set_grows);
        self.add(Op::From(s, a), may, must, grows)
    }

    fn to(&mut self, a: Rel, s: Set) -> Rel {
        let ((set_may, set_must, set_grows), (may, must, grows)) = (self.set(s), self.rel(a));
        if may.range().is_within(set_must) {
            return a;
        }
        let (may, must, grows) = (may.to(set_may), must.to(set_must), grows && set_grows);
        self.add(Op::To(a, s), may, must, grows)
    }
}

impl Algebra for Planner<'_> {
    type Set = Set;
    type Rel = Rel;
    type Truth = ();

    fn base_set(&mut self, name: &str) -> Option<Set> {
        let set = self.provided.base.set(name)?;
        let known = self.constant_set(set);
        let executed = self.executed();
        Some(self.set_inter(&known, &executed))
    }

    fn base_rel(&mut self, name: &str) -> Option<Rel> {
        let input = match name {
            "rf" => Some(Input::Rf),
            "co" => Some(Input::Co),
            "fr" => Some(Input::Fr),
            "loc" => Some(Input::Loc),
            "barrier" => Some(Input::Barrier),
            _ => None,
        };
        if let Some(input) = input {
            let (may, must) = self.provided.inputs.get(&input)?.clone();
            return Some(self.add(Op::Input(input), may, must, true));
        }
        let relation = self.provided.base.relation(name)?;
        let known = self.constant(relation.clone());
        let executed = self.executed();
        let from = self.from(executed, known);
        let rel = self.to(from, executed);
        self.masked.insert(rel, Rc::new(relation));
        Some(rel)
    }

    fn empty_set(&mut self) -> Set {
        self.constant_set(BitSet::new(self.provided.n))
    }

    fn universe(&mut self) -> Set {
        self.executed()
    }

    fn set_union(&mut self, &a: &Set, &b: &Set) -> Set {
        let (x, y) = (self.set(a), self.set(b));
        match () {
            () if x.0.is_within(y.1) || a == b => b,
            () if y.0.is_within(x.1) => a,
            () => {
                let (may, must, grows) = (x.0.union(y.0), x.1.union(y.1), x.2 && y.2);
                self.add_set(Op::SetUnion(a.min(b), a.max(b)), may, must, grows)
            }
        }
    }

    fn set_inter(&mut self, &a: &Set, &b: &Set) -> Set {
        let (x, y) = (self.set(a), self.set(b));
        match () {
            () if x.0.is_within(y.1) || a == b => a,
            () if y.0.is_within(x.1) => b,
            () => {
                let (may, must, grows) = (x.0.inter(y.0), x.1.inter(y.1), x.2 && y.2);
                self.add_set(Op::SetInter(a.min(b), a.max(b)), may, must, grows)
            }
        }
    }

    fn set_minus(&mut self, &a: &Set, &b: &Set) -> Set {
        let (x, y) = (self.set(a), self.set(b));
        if x.0.inter(y.0).is_empty() {
            return a;
        }
        let (may, must) = (x.0.minus(y.1), x.1.minus(y.0));
        let grows = x.2 && matches!(self.nodes[b.0 as usize].op, Op::KnownSet(_));
        self.add_set(Op::SetMinus(a, b), may, must, grows)
    }

    fn empty_rel(&mut self) -> Rel {
        self.constant(BitMatrix::new(self.provided.n))
    }

    fn union(&mut self, &a: &Rel, &b: &Rel) -> Rel {
        let (x, y) = (self.rel(a), self.rel(b));
        match () {
            () if x.0.is_within(y.1) || a == b => b,
            () if y.0.is_within(x.1) => a,
            () => {
                let (may, must, grows) = (x.0.union(y.0), x.1.union(y.1), x.2 && y.2);
                self.add(Op::Union(a.min(b), a.max(b)), may, must, grows)
            }
        }
    }

    fn inter(&mut self, &a: &Rel, &b: &Rel) -> Rel {
        let (x, y) = (self.rel(a), self.rel(b));
        match () {
            () if x.0.is_within(y.1) || a == b => a,
            () if y.0.is_within(x.1) => b,
            () => {
                let (may, must, grows) = (x.0.inter(y.0), x.1.inter(y.1), x.2 && y.2);
                self.add(Op::Inter(a.min(b), a.max(b)), may, must, grows)
            }
        }
    }

    fn minus(&mut self, &a: &Rel, &b: &Rel) -> Rel {
        let (x, y) = (self.rel(a), self.rel(b));
        if x.0.inter(y.0).is_empty() {
            return a;
        }
        let (may, must) = (x.0.minus(y.1), x.1.minus(y.0));
        let grows = x.2 && matches!(self.nodes[b.0 as usize].op, Op::Known(_));
        self.add(Op::Minus(a, b), may, must, grows)
    }

    fn seq(&mut self, &a: &Rel, &b: &Rel) -> Rel {
        if let Some(set) = self.as_diagonal(a) {
            return self.from(set, b);
        }
        if let Some(set) = self.as_diagonal(b) {
            return self.to(a, set);
        }
        let (x, y) = (self.rel(a), self.rel(b));
        let (may, must, grows) = (x.0.seq(y.0), x.1.seq(y.1), x.2 && y.2);
        self.add(Op::Seq(a, b), may, must, grows)
    }

    fn inverse(&mut self, &a: &Rel) -> Rel {
        let x = self.rel(a);
        let (may, must, grows) = (x.0.inverse(), x.1.inverse(), x.2);
        self.add(Op::Inverse(a), may, must, grows)
    }

    fn plus(&mut self, &a: &Rel) -> Rel {
        let x = self.rel(a);
        let (may, must, grows) = (x.0.closure(), x.1.closure(), x.2);
        self.add(Op::Plus(a), may, must, grows)
    }

    fn diagonal(&mut self, &s: &Set) -> Rel {
        let x = self.set(s);
        let (may, must, grows) = (BitMatrix::diagonal(x.0), BitMatrix::diagonal(x.1), x.2);
        self.add(Op::Diagonal(s), may, must, grows)
    }

    fn product(&mut self, &s: &Set, &t: &Set) -> Rel {
        let (x, y) = (self.set(s), self.set(t));
        let (may, must, grows) = (BitMatrix::product(x.0, y.0), BitMatrix::product(x.1, y.1), x.2 && y.2);
        self.add(Op::Product(s, t), may, must, grows)
    }

    fn domain(&mut self, &r: &Rel) -> Set {
        let x = self.rel(r);
        let (may, must, grows) = (x.0.domain(), x.1.domain(), x.2);
        self.add_set(Op::Domain(r), may, must, grows)
    }

    fn range(&mut self, &r: &Rel) -> Set {
        let x = self.rel(r);
        let (may, must, grows) = (x.0.range(), x.1.range(), x.2);
        self.add_set(Op::Range(r), may, must, grows)
    }

    /// The classes of an equivalence that holds between two events whenever both are executed.
    fn classes(&mut self, r: &Rel) -> Option<Vec<Set>> {
        let known = match &self.nodes[r.0 as usize].op {
            Op::Known(value) => value.clone(),
            _ => self.masked.get(r)?.clone(),
        };
        let executed = self.executed();
        let classes = known.classes()?;
        let within = |class: BitSet| {
            let class = self.constant_set(class);
            self.set_inter(&class, &executed)
        };
        Some(classes.into_iter().map(within).collect())
    }

    fn same(&self, a: &Rel, b: &Rel) -> bool {
        a == b
    }

    fn fixpoint_bound(&self, _: usize) -> usize {
        // Planning is given up before.
        MAX_NODES
    }

    fn acyclic(&mut self, _: &Rel) {}
    fn irreflexive(&mut self, _: &Rel) {}
    fn is_empty(&mut self, _: &Rel) {}
    fn is_empty_set(&mut self, _: &Set) {}
    fn not(&mut self, _: &()) {}
}

/// Whether a test holds of a relation.
pub fn holds(kind: TestKind, relation: &BitMatrix) -> bool {
    match kind {
        TestKind::Acyclic => relation.is_acyclic(),
        TestKind::Irreflexive => relation.is_irreflexive(),
        TestKind::Empty => relation.is_empty(),
    }
}
