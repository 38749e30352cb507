//! What interpreting a model did, written down, so that another test can do the same without the text: names, functions and `match`
//! are the same for all tests with as many classes of events.

use super::ops::{Rel, Set};
use super::plan::Planner;
use crate::cat::{Algebra, Axiom, Model, Outcome, Subject, interpret};
use crate::syntax::cat::ast::TestKind;
use crate::syntax::source::Diagnostic;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// More variants of a model than this are not kept.
const MAX_VARIANTS: usize = 8;

/// A step; operands are numbers of results of steps before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step {
    BaseSet(String),
    BaseRel(String),
    EmptySet,
    EmptyRel,
    Universe,
    SetUnion(u32, u32),
    SetInter(u32, u32),
    SetMinus(u32, u32),
    Union(u32, u32),
    Inter(u32, u32),
    Minus(u32, u32),
    Seq(u32, u32),
    Inverse(u32),
    Plus(u32),
    Diagonal(u32),
    Product(u32, u32),
    Domain(u32),
    Range(u32),
    /// As many results as the relation has classes.
    Classes(u32, usize),
}

/// An axiom or flag; what it is of is the number of a result.
#[derive(Clone, Debug)]
struct Noted {
    name: String,
    kind: TestKind,
    negated: bool,
    of_set: bool,
    subject: u32,
}

/// The steps of a model.
#[derive(Debug)]
struct Script {
    steps: Vec<Step>,
    axioms: Vec<Noted>,
    flags: Vec<Noted>,
}

/// An axiom or flag of a model planned.
pub struct Planned {
    /// Its name.
    pub name: String,
    /// What is asked.
    pub kind: TestKind,
    /// Whether the opposite is asked.
    pub negated: bool,
    /// What it is asked of.
    pub subject: Asked,
}

/// What an axiom is of.
#[derive(Clone, Copy, Debug)]
pub enum Asked {
    /// A set.
    Set(Set),
    /// A relation.
    Rel(Rel),
}

thread_local! {
    /// By the number of a model.
    static SCRIPTS: RefCell<FxHashMap<u64, Vec<Rc<Script>>>> = RefCell::default();
}

/// The axioms and flags of a model, planned.
///
/// # Errors
/// What the interpreter finds wrong with it.
pub fn plan(model: &Model, planner: &mut Planner<'_>) -> Result<(Vec<Planned>, Vec<Planned>), Box<Diagnostic>> {
    let known = SCRIPTS.with_borrow(|scripts| scripts.get(&model.number).cloned().unwrap_or_default());
    if let Some(planned) = known.iter().find_map(|script| script.again(planner)) {
        return Ok(planned);
    }
    let mut recorder = Recorder::new(planner);
    let outcome = interpret(model, &mut recorder)?;
    let (script, reusable) = recorder.script(outcome);
    // Nothing is new where a script is done again for the test that it was made for.
    let planned = script.planned(&recorder.results);
    if reusable && known.len() < MAX_VARIANTS && !planner.is_too_large() {
        SCRIPTS.with_borrow_mut(|scripts| scripts.entry(model.number).or_default().push(Rc::new(script)));
    }
    Ok(planned)
}

impl Script {
    /// The same for another test, if it has as many classes.
    fn again(&self, planner: &mut Planner<'_>) -> Option<(Vec<Planned>, Vec<Planned>)> {
        let mut results = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            done(step, planner, &mut results)?;
        }
        Some(self.planned(&results))
    }

    fn planned(&self, results: &[u32]) -> (Vec<Planned>, Vec<Planned>) {
        let one = |noted: &Noted| {
            let number = results[noted.subject as usize];
            let subject = if noted.of_set { Asked::Set(Set(number)) } else { Asked::Rel(Rel(number)) };
            Planned { name: noted.name.clone(), kind: noted.kind, negated: noted.negated, subject }
        };
        (self.axioms.iter().map(one).collect(), self.flags.iter().map(one).collect())
    }
}

/// Does a step; nothing if the test has another number of classes, or a name has no meaning.
fn done(step: &Step, planner: &mut Planner<'_>, results: &mut Vec<u32>) -> Option<()> {
    let set = |number: &u32| Set(results[*number as usize]);
    let rel = |number: &u32| Rel(results[*number as usize]);
    let result = match step {
        Step::BaseSet(name) => planner.base_set(name)?.0,
        Step::BaseRel(name) => planner.base_rel(name)?.0,
        Step::EmptySet => planner.empty_set().0,
        Step::EmptyRel => planner.empty_rel().0,
        Step::Universe => planner.universe().0,
        Step::SetUnion(a, b) => planner.set_union(&set(a), &set(b)).0,
        Step::SetInter(a, b) => planner.set_inter(&set(a), &set(b)).0,
        Step::SetMinus(a, b) => planner.set_minus(&set(a), &set(b)).0,
        Step::Union(a, b) => planner.union(&rel(a), &rel(b)).0,
        Step::Inter(a, b) => planner.inter(&rel(a), &rel(b)).0,
        Step::Minus(a, b) => planner.minus(&rel(a), &rel(b)).0,
        Step::Seq(a, b) => planner.seq(&rel(a), &rel(b)).0,
        Step::Inverse(a) => planner.inverse(&rel(a)).0,
        Step::Plus(a) => planner.plus(&rel(a)).0,
        Step::Diagonal(s) => planner.diagonal(&set(s)).0,
        Step::Product(s, t) => planner.product(&set(s), &set(t)).0,
        Step::Domain(a) => planner.domain(&rel(a)).0,
        Step::Range(a) => planner.range(&rel(a)).0,
        Step::Classes(a, count) => {
            let classes = planner.classes(&rel(a)).filter(|classes| classes.len() == *count)?;
            results.extend(classes.into_iter().map(|class| class.0));
            return Some(());
        }
    };
    results.push(result);
    Some(())
}

/// Interprets over a planner, and writes down what it does. Sets and relations are numbers of results.
struct Recorder<'r, 'a> {
    planner: &'r mut Planner<'a>,
    steps: Vec<Step>,
    results: Vec<u32>,
    known: FxHashMap<Step, u32>,
    /// Whether what was done depends on what this test has in its relations.
    compared: Cell<bool>,
}

/// The number of a set among results.
#[derive(Clone, Copy)]
struct SetResult(u32);

/// The number of a relation among results.
#[derive(Clone, Copy)]
struct RelResult(u32);

impl<'r, 'a> Recorder<'r, 'a> {
    fn new(planner: &'r mut Planner<'a>) -> Self {
        let (steps, results) = (Vec::new(), Vec::new());
        Recorder { planner, steps, results, known: FxHashMap::default(), compared: Cell::new(false) }
    }

    /// Does a step unless that was done, and gives the number of its (first) result.
    fn step(&mut self, step: Step) -> Option<u32> {
        if let Some(&known) = self.known.get(&step) {
            return Some(known);
        }
        let next = self.results.len() as u32;
        done(&step, self.planner, &mut self.results)?;
        self.known.insert(step.clone(), next);
        self.steps.push(step);
        Some(next)
    }

    fn set(&mut self, step: Step) -> SetResult {
        SetResult(self.step(step).unwrap_or_default())
    }

    fn rel(&mut self, step: Step) -> RelResult {
        RelResult(self.step(step).unwrap_or_default())
    }

    /// The script, and whether it can be done again for other tests.
    fn script(&mut self, outcome: Outcome<Self>) -> (Script, bool) {
        let note = |axiom: Axiom<Self>| {
            let (of_set, subject) = match axiom.subject {
                Subject::Set(set) => (true, set.0),
                Subject::Rel(rel) => (false, rel.0),
            };
            Noted { name: axiom.name, kind: axiom.kind, negated: axiom.negated, of_set, subject }
        };
        let axioms = outcome.axioms.into_iter().map(note).collect();
        let flags = outcome.flags.into_iter().map(note).collect();
        (Script { steps: std::mem::take(&mut self.steps), axioms, flags }, !self.compared.get())
    }
}

impl Algebra for Recorder<'_, '_> {
    type Set = SetResult;
    type Rel = RelResult;
    type Truth = ();

    fn base_set(&mut self, name: &str) -> Option<SetResult> {
        self.step(Step::BaseSet(name.to_string())).map(SetResult)
    }

    fn base_rel(&mut self, name: &str) -> Option<RelResult> {
        self.step(Step::BaseRel(name.to_string())).map(RelResult)
    }

    fn empty_set(&mut self) -> SetResult {
        self.set(Step::EmptySet)
    }

    fn universe(&mut self) -> SetResult {
        self.set(Step::Universe)
    }

    fn set_union(&mut self, a: &SetResult, b: &SetResult) -> SetResult {
        self.set(Step::SetUnion(a.0, b.0))
    }

    fn set_inter(&mut self, a: &SetResult, b: &SetResult) -> SetResult {
        self.set(Step::SetInter(a.0, b.0))
    }

    fn set_minus(&mut self, a: &SetResult, b: &SetResult) -> SetResult {
        self.set(Step::SetMinus(a.0, b.0))
    }

    fn empty_rel(&mut self) -> RelResult {
        self.rel(Step::EmptyRel)
    }

    fn union(&mut self, a: &RelResult, b: &RelResult) -> RelResult {
        self.rel(Step::Union(a.0, b.0))
    }

    fn inter(&mut self, a: &RelResult, b: &RelResult) -> RelResult {
        self.rel(Step::Inter(a.0, b.0))
    }

    fn minus(&mut self, a: &RelResult, b: &RelResult) -> RelResult {
        self.rel(Step::Minus(a.0, b.0))
    }

    fn seq(&mut self, a: &RelResult, b: &RelResult) -> RelResult {
        self.rel(Step::Seq(a.0, b.0))
    }

    fn inverse(&mut self, a: &RelResult) -> RelResult {
        self.rel(Step::Inverse(a.0))
    }

    fn plus(&mut self, a: &RelResult) -> RelResult {
        self.rel(Step::Plus(a.0))
    }

    fn diagonal(&mut self, s: &SetResult) -> RelResult {
        self.rel(Step::Diagonal(s.0))
    }

    fn product(&mut self, s: &SetResult, t: &SetResult) -> RelResult {
        self.rel(Step::Product(s.0, t.0))
    }

    fn domain(&mut self, r: &RelResult) -> SetResult {
        self.set(Step::Domain(r.0))
    }

    fn range(&mut self, r: &RelResult) -> SetResult {
        self.set(Step::Range(r.0))
    }

    fn classes(&mut self, r: &RelResult) -> Option<Vec<SetResult>> {
        let count = self.planner.classes(&Rel(self.results[r.0 as usize]))?.len();
        let first = self.step(Step::Classes(r.0, count))?;
        Some((first..first + count as u32).map(SetResult).collect())
    }

    fn same(&self, a: &RelResult, b: &RelResult) -> bool {
        self.compared.set(true);
        self.results[a.0 as usize] == self.results[b.0 as usize]
    }

    fn fixpoint_bound(&self, relations: usize) -> usize {
        self.compared.set(true);
        self.planner.fixpoint_bound(relations)
    }

    fn acyclic(&mut self, _: &RelResult) {}
    fn irreflexive(&mut self, _: &RelResult) {}
    fn is_empty(&mut self, _: &RelResult) {}
    fn is_empty_set(&mut self, _: &SetResult) {}
    fn not(&mut self, _: &()) {}
}
