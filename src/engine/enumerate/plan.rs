//! A model as operations to be done for each execution: what is the same in all executions of a test is done once.
//!
//! Each set and relation carries what it must and what it may hold in any execution. What must and may hold the same is a constant, and
//! what is empty in all executions leaves nothing to do.

use super::ops::{Input, Op, Rel, Set};
use crate::cat::Algebra;
use crate::matrix::{BitMatrix, BitSet};
use crate::program::StaticBase;
use crate::syntax::cat::ast::TestKind;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::rc::Rc;

/// More operations than this are given up: a recursive definition without end in sight.
const MAX_NODES: usize = 10_000;

/// What holds in any execution: what may be in it, and what must.
#[derive(Clone, Debug)]
enum Bounds {
    Rel(Box<(BitMatrix, BitMatrix)>),
    Set(BitSet, BitSet),
    /// The operation says what it is.
    Known,
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

/// Plans models of a test: they are interpreted over this. What several have in common is planned once.
pub struct Planner<'a> {
    provided: Provided<'a>,
    /// Sets and relations, each after those it is of.
    nodes: Vec<Node>,
    /// How many there were before the model that is being planned.
    before: usize,
    /// What each operation makes: a node, which may be one that was there before.
    made: FxHashMap<Op, u32>,
    base_sets: FxHashMap<String, Option<Set>>,
    base_rels: FxHashMap<String, Option<Rel>>,
    /// Relations that are a known one between the events executed.
    masked: FxHashMap<Rel, Rc<BitMatrix>>,
}

/// What an operation makes.
enum Made<Id, Value> {
    /// What was there before.
    Same(Id),
    /// Something that may hold, must hold, and grows or not.
    New(Value, Value, bool),
}

use Made::{New, Same};

impl<'a> Planner<'a> {
    /// With nothing planned.
    pub fn new(provided: Provided<'a>) -> Self {
        Planner {
            provided,
            nodes: Vec::new(),
            before: 0,
            made: FxHashMap::default(),
            base_sets: FxHashMap::default(),
            base_rels: FxHashMap::default(),
            masked: FxHashMap::default(),
        }
    }

    /// How many events there are.
    pub fn size(&self) -> usize {
        self.provided.n
    }

    /// What is planned.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Begins another model.
    pub fn begin(&mut self) {
        self.before = self.nodes.len();
    }

    /// Whether planning was given up.
    pub fn is_too_large(&self) -> bool {
        self.nodes.len() > self.before + MAX_NODES
    }

    /// What a relation may and must hold, and whether it grows.
    pub fn rel(&self, rel: Rel) -> (&BitMatrix, &BitMatrix, bool) {
        match &self.nodes[rel.0 as usize] {
            Node { bounds: Bounds::Rel(bounds), grows, .. } => (&bounds.0, &bounds.1, *grows),
            Node { op: Op::Known(value), .. } => (value, value, true),
            _ => unreachable!("a Rel is the number of a relation"),
        }
    }

    /// What a set may and must hold, and whether it grows.
    pub fn set(&self, set: Set) -> (&BitSet, &BitSet, bool) {
        match &self.nodes[set.0 as usize] {
            Node { bounds: Bounds::Set(may, must), grows, .. } => (may, must, *grows),
            Node { op: Op::KnownSet(value), .. } => (value, value, true),
            _ => unreachable!("a Set is the number of a set"),
        }
    }

    fn push(&mut self, op: Op, bounds: Bounds, grows: bool) -> u32 {
        self.nodes.push(Node { op, bounds, grows });
        self.nodes.len() as u32 - 1
    }

    /// The relation that an operation makes; a constant where its bounds meet.
    fn relation(&mut self, op: Op, make: impl FnOnce(&Self) -> Made<Rel, BitMatrix>) -> Rel {
        if let Some(&made) = self.made.get(&op) {
            return Rel(made);
        }
        let rel = match make(self) {
            Same(rel) => rel,
            New(may, must, _) if may == must => self.constant(may),
            New(..) if self.is_too_large() => self.empty_rel(),
            New(may, must, grows) => Rel(self.push(op.clone(), Bounds::Rel(Box::new((may, must))), grows)),
        };
        self.made.insert(op, rel.0);
        rel
    }

    /// The set that an operation makes.
    fn subset(&mut self, op: Op, make: impl FnOnce(&Self) -> Made<Set, BitSet>) -> Set {
        if let Some(&made) = self.made.get(&op) {
            return Set(made);
        }
        let set = match make(self) {
            Same(set) => set,
            New(may, must, _) if may == must => self.constant_set(may),
            New(may, must, grows) => Set(self.push(op.clone(), Bounds::Set(may, must), grows)),
        };
        self.made.insert(op, set.0);
        set
    }

    fn constant(&mut self, value: BitMatrix) -> Rel {
        Rel(self.known(Op::Known(Rc::new(value))))
    }

    fn constant_set(&mut self, value: BitSet) -> Set {
        Set(self.known(Op::KnownSet(Rc::new(value))))
    }

    fn known(&mut self, op: Op) -> u32 {
        if let Some(&made) = self.made.get(&op) {
            return made;
        }
        let number = self.push(op.clone(), Bounds::Known, true);
        self.made.insert(op, number);
        number
    }

    fn executed(&mut self) -> Set {
        self.subset(Op::Executed, |planner| {
            let (may, must) = planner.provided.executed.clone();
            New(may, must, true)
        })
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
        self.relation(Op::From(s, a), |planner| {
            let ((set_may, set_must, set_grows), (may, must, grows)) = (planner.set(s), planner.rel(a));
            match may.domain().is_within(set_must) {
                true => Same(a),
                false => New(may.from(set_may), must.from(set_must), grows && set_grows),
            }
        })
    }

    fn to(&mut self, a: Rel, s: Set) -> Rel {
        self.relation(Op::To(a, s), |planner| {
            let ((set_may, set_must, set_grows), (may, must, grows)) = (planner.set(s), planner.rel(a));
            match may.range().is_within(set_must) {
                true => Same(a),
                false => New(may.to(set_may), must.to(set_must), grows && set_grows),
            }
        })
    }

    fn named_relation(&mut self, name: &str) -> Option<Rel> {
        if let Some(input) = Input::named(name) {
            let (may, must) = self.provided.inputs.get(&input)?.clone();
            return Some(self.relation(Op::Input(input), |_| New(may, must, true)));
        }
        let relation = self.provided.base.relation(name)?;
        let known = self.constant(relation.clone());
        let executed = self.executed();
        let from = self.from(executed, known);
        let rel = self.to(from, executed);
        self.masked.insert(rel, Rc::new(relation));
        Some(rel)
    }

    fn named_set(&mut self, name: &str) -> Option<Set> {
        let set = self.provided.base.set(name)?;
        let known = self.constant_set(set);
        let executed = self.executed();
        Some(self.set_inter(&known, &executed))
    }
}

impl Algebra for Planner<'_> {
    type Set = Set;
    type Rel = Rel;
    type Truth = ();

    fn base_set(&mut self, name: &str) -> Option<Set> {
        if let Some(&known) = self.base_sets.get(name) {
            return known;
        }
        let set = self.named_set(name);
        self.base_sets.insert(name.to_string(), set);
        set
    }

    fn base_rel(&mut self, name: &str) -> Option<Rel> {
        if let Some(&known) = self.base_rels.get(name) {
            return known;
        }
        let rel = self.named_relation(name);
        self.base_rels.insert(name.to_string(), rel);
        rel
    }

    fn empty_set(&mut self) -> Set {
        self.constant_set(BitSet::new(self.provided.n))
    }

    fn universe(&mut self) -> Set {
        self.executed()
    }

    fn set_union(&mut self, &a: &Set, &b: &Set) -> Set {
        self.subset(Op::SetUnion(a.min(b), a.max(b)), |planner| {
            let (x, y) = (planner.set(a), planner.set(b));
            match () {
                () if x.0.is_within(y.1) || a == b => Same(b),
                () if y.0.is_within(x.1) => Same(a),
                () => New(x.0.union(y.0), x.1.union(y.1), x.2 && y.2),
            }
        })
    }

    fn set_inter(&mut self, &a: &Set, &b: &Set) -> Set {
        self.subset(Op::SetInter(a.min(b), a.max(b)), |planner| {
            let (x, y) = (planner.set(a), planner.set(b));
            match () {
                () if x.0.is_within(y.1) || a == b => Same(a),
                () if y.0.is_within(x.1) => Same(b),
                () => New(x.0.inter(y.0), x.1.inter(y.1), x.2 && y.2),
            }
        })
    }

    fn set_minus(&mut self, &a: &Set, &b: &Set) -> Set {
        self.subset(Op::SetMinus(a, b), |planner| {
            let (x, y) = (planner.set(a), planner.set(b));
            let grows = x.2 && matches!(planner.nodes[b.0 as usize].op, Op::KnownSet(_));
            match x.0.inter(y.0).is_empty() {
                true => Same(a),
                false => New(x.0.minus(y.1), x.1.minus(y.0), grows),
            }
        })
    }

    fn empty_rel(&mut self) -> Rel {
        self.constant(BitMatrix::new(self.provided.n))
    }

    fn union(&mut self, &a: &Rel, &b: &Rel) -> Rel {
        self.relation(Op::Union(a.min(b), a.max(b)), |planner| {
            let (x, y) = (planner.rel(a), planner.rel(b));
            match () {
                () if x.0.is_within(y.1) || a == b => Same(b),
                () if y.0.is_within(x.1) => Same(a),
                () => New(x.0.union(y.0), x.1.union(y.1), x.2 && y.2),
            }
        })
    }

    fn inter(&mut self, &a: &Rel, &b: &Rel) -> Rel {
        self.relation(Op::Inter(a.min(b), a.max(b)), |planner| {
            let (x, y) = (planner.rel(a), planner.rel(b));
            match () {
                () if x.0.is_within(y.1) || a == b => Same(a),
                () if y.0.is_within(x.1) => Same(b),
                () => New(x.0.inter(y.0), x.1.inter(y.1), x.2 && y.2),
            }
        })
    }

    fn minus(&mut self, &a: &Rel, &b: &Rel) -> Rel {
        self.relation(Op::Minus(a, b), |planner| {
            let (x, y) = (planner.rel(a), planner.rel(b));
            let grows = x.2 && matches!(planner.nodes[b.0 as usize].op, Op::Known(_));
            match x.0.inter(y.0).is_empty() {
                true => Same(a),
                false => New(x.0.minus(y.1), x.1.minus(y.0), grows),
            }
        })
    }

    fn seq(&mut self, &a: &Rel, &b: &Rel) -> Rel {
        let op = Op::Seq(a, b);
        if let Some(&made) = self.made.get(&op) {
            return Rel(made);
        }
        let by_set = match (self.as_diagonal(a), self.as_diagonal(b)) {
            (Some(set), _) => Some(self.from(set, b)),
            (None, Some(set)) => Some(self.to(a, set)),
            (None, None) => None,
        };
        self.relation(op, |planner| {
            let (x, y) = (planner.rel(a), planner.rel(b));
            by_set.map_or_else(|| New(x.0.seq(y.0), x.1.seq(y.1), x.2 && y.2), Same)
        })
    }

    fn inverse(&mut self, &a: &Rel) -> Rel {
        self.relation(Op::Inverse(a), |planner| {
            let x = planner.rel(a);
            New(x.0.inverse(), x.1.inverse(), x.2)
        })
    }

    fn plus(&mut self, &a: &Rel) -> Rel {
        self.relation(Op::Plus(a), |planner| {
            let x = planner.rel(a);
            New(x.0.closure(), x.1.closure(), x.2)
        })
    }

    fn diagonal(&mut self, &s: &Set) -> Rel {
        self.relation(Op::Diagonal(s), |planner| {
            let x = planner.set(s);
            New(BitMatrix::diagonal(x.0), BitMatrix::diagonal(x.1), x.2)
        })
    }

    fn product(&mut self, &s: &Set, &t: &Set) -> Rel {
        self.relation(Op::Product(s, t), |planner| {
            let (x, y) = (planner.set(s), planner.set(t));
            New(BitMatrix::product(x.0, y.0), BitMatrix::product(x.1, y.1), x.2 && y.2)
        })
    }

    fn domain(&mut self, &r: &Rel) -> Set {
        self.subset(Op::Domain(r), |planner| {
            let x = planner.rel(r);
            New(x.0.domain(), x.1.domain(), x.2)
        })
    }

    fn range(&mut self, &r: &Rel) -> Set {
        self.subset(Op::Range(r), |planner| {
            let x = planner.rel(r);
            New(x.0.range(), x.1.range(), x.2)
        })
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
