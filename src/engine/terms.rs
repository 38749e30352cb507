//! The algebra over all executions at once: a set or relation says of each event or pair by which formula it is in it. What
//! is known before solving is a constant, so that each relation carries its bounds: what it may and must hold.

use super::circuit::{Circuit, Lit};
use crate::cat::Algebra;
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

    /// What may follow each number.
    fn successors(&self) -> Vec<Vec<(usize, Lit)>> {
        let mut rows = vec![Vec::new(); self.n];
        self.may().for_each(|(i, j, lit)| rows[i].push((j, lit)));
        rows
    }
}

/// The formulas of a program's executions.
pub struct Terms {
    /// Where the formulas live.
    pub circuit: Circuit,
    /// Which events are executed.
    pub executed: Rc<[Lit]>,
    sets: HashMap<&'static str, Rc<[Lit]>>,
    relations: HashMap<&'static str, Grid>,
}

impl Terms {
    /// The algebra over events that are executed by these formulas.
    pub fn new(circuit: Circuit, executed: Vec<Lit>) -> Self {
        Terms { circuit, executed: executed.into(), sets: HashMap::new(), relations: HashMap::new() }
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
            lit => circuit.all([lit, executed[i], executed[j]]),
        });
        self.relations.insert(name, grid);
    }

    fn zip(&mut self, a: &Grid, b: &Grid, op: fn(&mut Circuit, Lit, Lit) -> Lit) -> Grid {
        let cells = a.cells.iter().zip(b.cells.iter()).map(|(&x, &y)| op(&mut self.circuit, x, y)).collect();
        Grid { n: a.n, cells }
    }

    fn zip_sets(&mut self, a: &Rc<[Lit]>, b: &Rc<[Lit]>, op: fn(&mut Circuit, Lit, Lit) -> Lit) -> Rc<[Lit]> {
        a.iter().zip(b.iter()).map(|(&x, &y)| op(&mut self.circuit, x, y)).collect()
    }

    fn size(&self) -> usize {
        self.executed.len()
    }
}

fn without(circuit: &mut Circuit, a: Lit, b: Lit) -> Lit {
    circuit.and(a, !b)
}

impl Algebra for Terms {
    type Set = Rc<[Lit]>;
    type Rel = Grid;
    type Truth = Lit;

    fn base_set(&mut self, name: &str) -> Option<Self::Set> {
        self.sets.get(name).cloned()
    }

    fn base_rel(&mut self, name: &str) -> Option<Self::Rel> {
        self.relations.get(name).cloned()
    }

    fn empty_set(&mut self) -> Self::Set {
        vec![Lit::FALSE; self.size()].into()
    }

    fn universe(&mut self) -> Self::Set {
        self.executed.clone()
    }

    fn set_union(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Set {
        self.zip_sets(a, b, Circuit::or)
    }

    fn set_inter(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Set {
        self.zip_sets(a, b, Circuit::and)
    }

    fn set_minus(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Set {
        self.zip_sets(a, b, without)
    }

    fn empty_rel(&mut self) -> Self::Rel {
        Grid::from_fn(self.size(), |_, _| Lit::FALSE)
    }

    fn union(&mut self, a: &Self::Rel, b: &Self::Rel) -> Self::Rel {
        self.zip(a, b, Circuit::or)
    }

    fn inter(&mut self, a: &Self::Rel, b: &Self::Rel) -> Self::Rel {
        self.zip(a, b, Circuit::and)
    }

    fn minus(&mut self, a: &Self::Rel, b: &Self::Rel) -> Self::Rel {
        self.zip(a, b, without)
    }

    fn seq(&mut self, a: &Self::Rel, b: &Self::Rel) -> Self::Rel {
        let n = self.size();
        let mut ways: Vec<Vec<Lit>> = vec![Vec::new(); n * n];
        let after = b.successors();
        for (i, k, first) in a.may() {
            for &(j, second) in &after[k] {
                let both = self.circuit.and(first, second);
                ways[i * n + j].push(both);
            }
        }
        let cells = ways.into_iter().map(|ways| self.circuit.any(ways)).collect();
        Grid { n, cells }
    }

    fn inverse(&mut self, a: &Self::Rel) -> Self::Rel {
        Grid::from_fn(a.n, |i, j| a.at(j, i))
    }

    /// Warshall's algorithm on formulas: exact, and constant where the relation is.
    fn plus(&mut self, a: &Self::Rel) -> Self::Rel {
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

    fn diagonal(&mut self, s: &Self::Set) -> Self::Rel {
        Grid::from_fn(s.len(), |i, j| if i == j { s[i] } else { Lit::FALSE })
    }

    fn product(&mut self, s: &Self::Set, t: &Self::Set) -> Self::Rel {
        Grid::from_fn(s.len(), |i, j| self.circuit.and(s[i], t[j]))
    }

    fn domain(&mut self, r: &Self::Rel) -> Self::Set {
        (0..r.n).map(|i| self.circuit.any((0..r.n).map(|j| r.at(i, j)))).collect()
    }

    fn range(&mut self, r: &Self::Rel) -> Self::Set {
        (0..r.n).map(|j| self.circuit.any((0..r.n).map(|i| r.at(i, j)))).collect()
    }

    /// The classes of an equivalence that holds between two events whenever both are executed.
    fn classes(&mut self, r: &Self::Rel) -> Option<Vec<Self::Set>> {
        let n = r.n;
        let executed = self.executed.clone();
        let related = |circuit: &mut Circuit, i: usize, j: usize| match r.at(i, j) {
            Lit::FALSE => Some(false),
            lit => (lit == circuit.and(executed[i], executed[j])).then_some(true),
        };
        let mut class_of: Vec<Option<usize>> = vec![None; n];
        let mut leaders: Vec<usize> = Vec::new();
        for (i, class) in class_of.iter_mut().enumerate() {
            if !related(&mut self.circuit, i, i)? {
                continue;
            }
            for (number, &leader) in leaders.iter().enumerate() {
                if related(&mut self.circuit, leader, i)? {
                    *class = Some(number);
                    break;
                }
            }
            if class.is_none() {
                *class = Some(leaders.len());
                leaders.push(i);
            }
        }
        let member = |i: usize, number: usize| if class_of[i] == Some(number) { executed[i] } else { Lit::FALSE };
        let set = |number: usize| (0..n).map(|i| member(i, number)).collect();
        Some((0..leaders.len()).map(set).collect())
    }

    fn same(&self, a: &Self::Rel, b: &Self::Rel) -> bool {
        a == b
    }

    fn fixpoint_bound(&self, relations: usize) -> usize {
        relations * self.size() * self.size() + 1
    }

    fn acyclic(&mut self, r: &Self::Rel) -> Self::Truth {
        let closure = self.plus(r);
        self.irreflexive(&closure)
    }

    fn irreflexive(&mut self, r: &Self::Rel) -> Self::Truth {
        self.circuit.all((0..r.n).map(|i| !r.at(i, i)))
    }

    fn is_empty(&mut self, r: &Self::Rel) -> Self::Truth {
        self.circuit.all(r.cells.iter().map(|&lit| !lit))
    }

    fn is_empty_set(&mut self, s: &Self::Set) -> Self::Truth {
        self.circuit.all(s.iter().map(|&lit| !lit))
    }

    fn not(&mut self, t: &Self::Truth) -> Self::Truth {
        !*t
    }
}
