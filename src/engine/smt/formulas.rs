//! A model over all executions at once: a set or relation says of each event or pair by which formula it is in it. What is known before
//! solving is a constant, so that each relation carries its bounds: what it may and must hold.

use crate::cat::core::{
    Classes, Fold, ModelGraph, Property, RelId, RelLeaf, RelOp, SetId, SetLeaf, SetOp, Subject, Test, Values,
    VariableId,
};
use crate::engine::circuit::{Circuit, Lit};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

/// A relation: row by row, the formula of each pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    n: usize,
    cells: Rc<[Lit]>,
}

impl Grid {
    /// The relation whose pairs have these formulas.
    pub fn from_fn(n: usize, mut cell: impl FnMut(usize, usize) -> Lit) -> Self {
        let cells = (0..n * n).map(|at| cell(at / n, at % n)).collect();
        Grid { n, cells }
    }

    /// The formula of a pair.
    pub fn at(&self, i: usize, j: usize) -> Lit {
        self.cells[i * self.n + j]
    }

    /// The pairs that may be in it, with their formulas.
    pub fn may(&self) -> impl Iterator<Item = (usize, usize, Lit)> + '_ {
        let n = self.n;
        let possible = move |(at, &lit): (usize, &Lit)| (lit != Lit::FALSE).then_some((at / n, at % n, lit));
        self.cells.iter().enumerate().filter_map(possible)
    }

    /// By event: those that it may be related to, with the formula of the pair.
    fn successors(&self) -> Vec<Vec<(usize, Lit)>> {
        let mut rows = vec![Vec::new(); self.n];
        self.may().for_each(|(i, j, lit)| rows[i].push((j, lit)));
        rows
    }
}

/// The base sets and relations of an event structure as formulas, and the circuit they are of.
pub struct Formulas {
    /// The graph that all literals of sets and relations refer to.
    pub circuit: Circuit,
    /// By event: that it is executed.
    pub executed: Rc<[Lit]>,
    sets: HashMap<&'static str, Rc<[Lit]>>,
    relations: HashMap<&'static str, Grid>,
    /// By the operation that chooses an order: whether the first of two events comes first.
    pub orders: HashMap<RelOp<RelLeaf>, Grid>,
}

impl Formulas {
    /// Formulas for events that are executed where `executed` holds, without base sets and relations.
    pub fn new(circuit: Circuit, executed: Vec<Lit>) -> Self {
        Formulas {
            circuit,
            executed: executed.into(),
            sets: HashMap::new(),
            relations: HashMap::new(),
            orders: HashMap::new(),
        }
    }

    /// Provides a set; only executed events are taken.
    pub fn provide_set(&mut self, name: &'static str, member: impl Fn(usize) -> bool) {
        let pick = |(event, &lit)| if member(event) { lit } else { Lit::FALSE };
        let set = self.executed.iter().enumerate().map(pick).collect();
        self.sets.insert(name, set);
    }

    /// Provides a relation; only pairs of executed events are taken.
    pub fn provide_relation(&mut self, name: &'static str, mut cell: impl FnMut(usize, usize) -> Lit) {
        let executed = self.executed.clone();
        let circuit = &mut self.circuit;
        let grid = Grid::from_fn(executed.len(), |i, j| match cell(i, j) {
            Lit::FALSE => Lit::FALSE,
            lit => circuit.conjunction([lit, executed[i], executed[j]]),
        });
        self.relations.insert(name, grid);
    }

    /// The base relation that was provided under a name.
    pub fn relation(&self, name: &str) -> &Grid {
        self.relations.get(name).unwrap_or_else(|| unreachable!("the encoding provides {name}"))
    }

    fn base_set(&self, name: &str) -> Rc<[Lit]> {
        self.sets.get(name).unwrap_or_else(|| unreachable!("the encoding provides {name}")).clone()
    }

    fn size(&self) -> usize {
        self.executed.len()
    }

    fn zip_sets(&mut self, a: &[Lit], b: &[Lit], operator: fn(&mut Circuit, Lit, Lit) -> Lit) -> Rc<[Lit]> {
        a.iter().zip(b).map(|(&x, &y)| operator(&mut self.circuit, x, y)).collect()
    }

    fn zip(&mut self, a: &Grid, b: &Grid, operator: fn(&mut Circuit, Lit, Lit) -> Lit) -> Grid {
        Grid { n: a.n, cells: self.zip_sets(&a.cells, &b.cells, operator) }
    }

    /// The empty relation over the events.
    pub fn empty(&self) -> Grid {
        Grid::from_fn(self.size(), |_, _| Lit::FALSE)
    }

    /// The union: a pair is in it by either formula.
    pub fn union(&mut self, a: &Grid, b: &Grid) -> Grid {
        self.zip(a, b, Circuit::or)
    }

    /// The inverse: `(i, j)` is in it by the formula of `(j, i)`.
    pub fn inverse(&self, a: &Grid) -> Grid {
        Grid::from_fn(a.n, |i, j| a.at(j, i))
    }

    /// The composition: a pair is in it by a step of `a` and a step of `b` over some event between.
    pub fn seq(&mut self, a: &Grid, b: &Grid) -> Grid {
        let n = self.size();
        let mut steps: Vec<Vec<Lit>> = vec![Vec::new(); n * n];
        let after = b.successors();
        for (i, k, first) in a.may() {
            for &(j, second) in &after[k] {
                let both = self.circuit.and(first, second);
                steps[i * n + j].push(both);
            }
        }
        let cells = steps.into_iter().map(|steps| self.circuit.disjunction(steps)).collect();
        Grid { n, cells }
    }

    /// `a+`, by Warshall's algorithm on formulas: exact, and constant where the relation is.
    fn closure(&mut self, a: &Grid) -> Grid {
        let n = a.n;
        let mut cells: Vec<Lit> = a.cells.to_vec();
        for k in 0..n {
            let row: Vec<(usize, Lit)> =
                (0..n).map(|j| (j, cells[k * n + j])).filter(|&(_, lit)| lit != Lit::FALSE).collect();
            for i in 0..n {
                let first = cells[i * n + k];
                if first == Lit::FALSE {
                    continue;
                }
                for &(j, second) in &row {
                    let both = self.circuit.and(first, second);
                    cells[i * n + j] = self.circuit.or(cells[i * n + j], both);
                }
            }
        }
        Grid { n, cells: cells.into() }
    }

    /// That no path of the relation leads from an event back to it.
    pub fn acyclic(&mut self, a: &Grid) -> Lit {
        let closure = self.closure(a);
        self.irreflexive(&closure)
    }

    fn irreflexive(&mut self, a: &Grid) -> Lit {
        self.circuit.conjunction((0..a.n).map(|i| !a.at(i, i)))
    }

    fn is_empty(&mut self, cells: &[Lit]) -> Lit {
        self.circuit.conjunction(cells.iter().map(|&lit| !lit))
    }

    /// That a test holds, `~` taken into account.
    pub fn holds(&mut self, test: &Test, values: &Values<Rc<[Lit]>, Grid>) -> Lit {
        let holds = match test.property {
            Property::Acyclic(rel) => self.acyclic(values.rel(rel)),
            Property::Irreflexive(rel) => self.irreflexive(values.rel(rel)),
            Property::Empty(Subject::Rel(rel)) => self.is_empty(&values.rel(rel).cells),
            Property::Empty(Subject::Set(set)) => self.is_empty(values.set(set)),
        };
        if test.negated { !holds } else { holds }
    }
}

fn without(circuit: &mut Circuit, a: Lit, b: Lit) -> Lit {
    circuit.and(a, !b)
}

/// The fold of a model into formulas.
pub struct Encoder<'a> {
    /// The graph of the model that is encoded.
    pub graph: &'a ModelGraph,
    /// The classes of the program's events that the model asks for.
    pub classes: &'a Classes,
    /// Where the base sets and relations come from, and new formulas go.
    pub formulas: &'a mut Formulas,
}

impl Encoder<'_> {
    fn class(&mut self, relation: RelId, number: u32) -> Rc<[Lit]> {
        let class = self.classes.class(relation, number);
        let member = |(event, &lit)| if class.contains(event) { lit } else { Lit::FALSE };
        self.formulas.executed.iter().enumerate().map(member).collect()
    }
}

impl Fold<SetLeaf, RelLeaf> for Encoder<'_> {
    type Set = Rc<[Lit]>;
    type Rel = Grid;

    fn set(&mut self, op: &SetOp<SetLeaf>, values: &Values<Rc<[Lit]>, Grid>) -> Rc<[Lit]> {
        let set = |id: SetId| values.set(id);
        let rel = |id: RelId| values.rel(id);
        match *op {
            SetOp::Leaf(SetLeaf::Empty) => vec![Lit::FALSE; self.formulas.size()].into(),
            SetOp::Leaf(SetLeaf::Universe) => self.formulas.executed.clone(),
            SetOp::Leaf(SetLeaf::Base(symbol)) => self.formulas.base_set(self.graph.name(symbol)),
            SetOp::Leaf(SetLeaf::Class(relation, number)) => self.class(relation, number),
            SetOp::Union(a, b) => self.formulas.zip_sets(set(a), set(b), Circuit::or),
            SetOp::Inter(a, b) => self.formulas.zip_sets(set(a), set(b), Circuit::and),
            SetOp::Minus(a, b) => self.formulas.zip_sets(set(a), set(b), without),
            SetOp::Domain(a) => {
                let (r, circuit) = (rel(a), &mut self.formulas.circuit);
                (0..r.n).map(|i| circuit.disjunction((0..r.n).map(|j| r.at(i, j)))).collect()
            }
            SetOp::Range(a) => {
                let (r, circuit) = (rel(a), &mut self.formulas.circuit);
                (0..r.n).map(|j| circuit.disjunction((0..r.n).map(|i| r.at(i, j)))).collect()
            }
        }
    }

    fn rel(&mut self, op: &RelOp<RelLeaf>, values: &Values<Rc<[Lit]>, Grid>) -> Grid {
        let (set, rel) = (|id: SetId| values.set(id), |id: RelId| values.rel(id));
        match *op {
            RelOp::Leaf(RelLeaf::Empty) => self.formulas.empty(),
            RelOp::Leaf(RelLeaf::Base(symbol)) => self.formulas.relation(self.graph.name(symbol)).clone(),
            RelOp::Variable(variable) => self.undefined(variable),
            RelOp::Union(a, b) => self.formulas.union(rel(a), rel(b)),
            RelOp::Inter(a, b) => self.formulas.zip(rel(a), rel(b), Circuit::and),
            RelOp::Minus(a, b) => self.formulas.zip(rel(a), rel(b), without),
            RelOp::Seq(a, b) => self.formulas.seq(rel(a), rel(b)),
            RelOp::RestrictDomain(s, a) => {
                let (s, a, circuit) = (set(s), rel(a), &mut self.formulas.circuit);
                Grid::from_fn(a.n, |i, j| circuit.and(s[i], a.at(i, j)))
            }
            RelOp::RestrictRange(a, s) => {
                let (s, a, circuit) = (set(s), rel(a), &mut self.formulas.circuit);
                Grid::from_fn(a.n, |i, j| circuit.and(a.at(i, j), s[j]))
            }
            RelOp::Inverse(a) => self.formulas.inverse(rel(a)),
            RelOp::Plus(a) => self.formulas.closure(rel(a)),
            RelOp::Diagonal(s) => {
                let s = set(s);
                Grid::from_fn(s.len(), |i, j| if i == j { s[i] } else { Lit::FALSE })
            }
            RelOp::Order(all, ..) => {
                let (all, circuit) = (rel(all), &mut self.formulas.circuit);
                let first = &self.formulas.orders[op];
                Grid::from_fn(all.n, |i, j| match i.cmp(&j) {
                    Ordering::Less => circuit.and(all.at(i, j), first.at(i, j)),
                    Ordering::Equal => Lit::FALSE,
                    Ordering::Greater => circuit.and(all.at(i, j), !first.at(j, i)),
                })
            }
            RelOp::Product(s, t) => {
                let (s, t, circuit) = (set(s), set(t), &mut self.formulas.circuit);
                Grid::from_fn(s.len(), |i, j| circuit.and(s[i], t[j]))
            }
        }
    }

    fn empty(&mut self) -> Grid {
        self.formulas.empty()
    }

    fn undefined(&mut self, _: VariableId) -> Grid {
        unreachable!("the variables of an elaborated model are defined")
    }

    /// Every round but the last adds a pair, whatever the execution.
    fn rounds(&self, variables: usize) -> usize {
        variables * self.formulas.size() * self.formulas.size() + 1
    }
}
