//! Questions about one test: one solver, in which every question is a set of assumptions.

use super::emit::Emitter;
use super::encode::{Encoding, Input};
use super::formulas::{Encoder, Grid};
use super::library;
use crate::allowance::{self, Exceeded};
use crate::cat::Elaborated;
use crate::cat::core::{Values, evaluate};
use crate::engine::answers::{FlaggedPair, ModelId, Saying};
use crate::engine::axioms::{self, set_of};
use crate::engine::circuit::{Gate, Lit};
use crate::engine::execution::Execution;
use crate::engine::inconclusive::Inconclusive;
use crate::engine::settings::RaceSemantics;
use crate::engine::witness::{self, Broken};
use crate::matrix::{BitMatrix, BitSet};
use crate::program::{Assignment, EventId, EventStructure, ExprId, NodeKind, Prop};
use std::collections::{BTreeSet, HashMap};
use std::mem::{forget, take};
use std::rc::Rc;
use z3::ast::Bool;
use z3::{Context, SatResult, Solver};

/// What the solver answers to a question about executions.
#[derive(Clone, Debug)]
pub enum Answer {
    /// An execution that satisfies the goals and, if a model was named, its axioms.
    Found(Box<Execution>),
    /// There is no such execution; with axioms that together rule it out.
    None(u64),
    /// Inconclusive, with the cause.
    Unknown(Inconclusive),
}

/// A model over the formulas of a test.
struct ModelFormulas {
    elaborated: Elaborated,
    axioms: Vec<(String, Lit)>,
    /// The flags: name, whether raised, and the relation of a flag that asks for a non-empty one.
    flags: Vec<(String, Lit, Option<Grid>)>,
}

/// The engine that asks z3, for one test.
pub struct Session<'a> {
    encoding: Encoding<'a>,
    emitter: Emitter,
    solver: Rc<Solver>,
    proxies: HashMap<Lit, Bool>,
    /// What is assumed within each of the blocks that have begun and not ended.
    blocks: Vec<Bool>,
    /// How many blocks have begun.
    begun: usize,
    models: Vec<ModelFormulas>,
    /// The formulas of the nodes of models, shared between models.
    values: Values<Rc<[Lit]>, Grid>,
    races: RaceSemantics,
}

impl Drop for Session<'_> {
    /// Gives back what z3 has, which may take seconds: where the run is interrupted that is left to its end, which is near.
    fn drop(&mut self) {
        if allowance::exceeded() == Some(Exceeded::Interrupted) {
            forget((Rc::clone(&self.solver), take(&mut self.emitter), take(&mut self.proxies), take(&mut self.values)));
        }
    }
}

impl<'a> Session<'a> {
    /// A session over an event structure.
    ///
    /// # Errors
    /// z3 lacks its finite-domain solver.
    pub fn new(structure: &'a EventStructure, races: RaceSemantics) -> Result<Self, Inconclusive> {
        let encoding = Encoding::new(structure);
        let solver = library::solver()?;
        let mut session = Session {
            encoding,
            emitter: Emitter::default(),
            solver: Rc::new(solver),
            proxies: HashMap::new(),
            blocks: Vec::new(),
            begun: 0,
            models: Vec::new(),
            values: Values::default(),
            races,
        };
        for fact in session.encoding.facts.clone() {
            session.assert(fact);
        }
        if races == RaceSemantics::CatchFire {
            for (_, value) in session.encoding.values.clone() {
                session.assert(value);
            }
        }
        Ok(session)
    }

    /// How many models were added; the next has this number.
    pub fn model_count(&self) -> usize {
        self.models.len()
    }

    /// The event structure that questions are about.
    pub fn structure(&self) -> &'a EventStructure {
        self.encoding.structure
    }

    fn assert(&mut self, lit: Lit) {
        if lit != Lit::TRUE {
            let formula = self.emitter.lit(&self.encoding, lit);
            self.solver.assert(&formula);
        }
    }

    /// Adds a model as formulas. Models are numbered from 0 in this order.
    pub fn add_model(&mut self, elaborated: Elaborated) {
        let Elaborated { graph, model, classes } = &elaborated;
        model.orders(graph).for_each(|op| self.encoding.provide_order(op));
        let formulas = &mut self.encoding.formulas;
        let mut encoder = Encoder { graph, classes, formulas };
        evaluate(&mut encoder, &graph.ops, &model.schedule, &mut self.values);
        let mut axioms: Vec<(String, Lit)> =
            model.axioms.iter().map(|axiom| (axiom.name.clone(), formulas.holds(axiom, &self.values))).collect();
        let flags = model.flags.iter().map(|flag| {
            let relation = flag.property.flagged(flag.negated).map(|relation| self.values.rel(relation).clone());
            (flag.name.clone(), formulas.holds(flag, &self.values), relation)
        });
        let mut flags: Vec<(String, Lit, Option<Grid>)> = flags.collect();
        if self.races == RaceSemantics::Undef {
            // What is undefined of other events than accesses is so whatever a race means.
            let events = &self.encoding.structure.events;
            let is_access = |event: usize| events[EventId::new(event)].access.is_some();
            let is_race = |grid: &Grid| grid.may().any(|(i, j, _)| is_access(i) && is_access(j));
            let (races, others): (Vec<_>, Vec<_>) =
                flags.into_iter().partition(|(.., relation)| relation.as_ref().is_some_and(is_race));
            let undef = self.undef(&races);
            axioms.push(("values".into(), self.values_unless(&undef)));
            let used = self.undef_used(&undef);
            let races = races.into_iter().next().and_then(|(_, _, relation)| relation);
            flags = std::iter::once(("use of undef".into(), used, races)).chain(others).collect();
        }
        self.models.push(ModelFormulas { elaborated, axioms, flags });
    }

    /// By event: that it takes part in a flagged pair.
    fn undef(&mut self, flags: &[(String, Lit, Option<Grid>)]) -> Vec<Lit> {
        let mut undef = vec![Lit::FALSE; self.structure().events.len()];
        let circuit = &mut self.encoding.formulas.circuit;
        for (i, j, lit) in flags.iter().filter_map(|(.., relation)| relation.as_ref()).flat_map(Grid::may) {
            undef[i] = circuit.or(undef[i], lit);
            undef[j] = circuit.or(undef[j], lit);
        }
        undef
    }

    /// That every read that is not undef has the value of the write it reads from.
    fn values_unless(&mut self, undef: &[Lit]) -> Lit {
        let circuit = &mut self.encoding.formulas.circuit;
        let values: Vec<Lit> =
            self.encoding.values.iter().map(|&(read, value)| circuit.or(undef[read.index()], value)).collect();
        circuit.conjunction(values)
    }

    /// That a branch or an address depends on an undef read.
    fn undef_used(&mut self, undef: &[Lit]) -> Lit {
        let structure = self.structure();
        let branches = structure.branches.iter().map(|branch| (branch.guard, branch.condition));
        let accesses = structure.events.iter().filter_map(|event| Some((event.guard, event.access.as_ref()?.address)));
        let mut disjuncts = Vec::new();
        for (guard, used) in branches.chain(accesses) {
            let reads = self.encoding.exprs.reads(used);
            let any = self.encoding.formulas.circuit.disjunction(reads.iter().map(|read| undef[read.index()]));
            let executed = self.encoding.truth(guard);
            disjuncts.push(self.encoding.formulas.circuit.and(executed, any));
        }
        self.encoding.formulas.circuit.disjunction(disjuncts)
    }

    /// The formula that the final state satisfies a proposition.
    pub fn prop(&mut self, prop: &Prop) -> Lit {
        self.encoding.prop(prop)
    }

    /// The formula that the execution exceeds the unroll bound.
    pub fn exceeds_bound(&mut self) -> Lit {
        self.encoding.truth(self.encoding.structure.exceeds_bound)
    }

    /// The formula that no value comes out of thin air: what a read reads from does not depend on it, as the program is written.
    pub fn grounded(&mut self) -> Lit {
        let formulas = &mut self.encoding.formulas;
        let mut depends = formulas.empty();
        for name in ["rf", "addr", "data", "ctrl"] {
            let relation = formulas.relation(name).clone();
            depends = formulas.union(&depends, &relation);
        }
        formulas.acyclic(&depends)
    }

    /// The flags of a model: each one's name and that it is raised.
    pub fn flags(&self, model: ModelId) -> Vec<(String, Lit)> {
        self.models[model.0].flags.iter().map(|(name, truth, _)| (name.clone(), *truth)).collect()
    }

    /// The formula that an execution violates no axiom of a model.
    pub fn consistent(&mut self, model: ModelId) -> Lit {
        let axioms: Vec<Lit> = self.models[model.0].axioms.iter().map(|(_, axiom)| *axiom).collect();
        self.encoding.formulas.circuit.conjunction(axioms)
    }

    /// The formula that an execution violates no axiom of a model and raises one of its flags.
    pub fn flagged(&mut self, model: ModelId) -> Lit {
        let flags: Vec<Lit> = self.models[model.0].flags.iter().map(|(_, raised, _)| *raised).collect();
        let consistent = self.consistent(model);
        let circuit = &mut self.encoding.formulas.circuit;
        let raised = circuit.disjunction(flags);
        circuit.and(consistent, raised)
    }

    /// The formula that not both or none of two formulas are true.
    pub fn differ(&mut self, [a, b]: [Lit; 2]) -> Lit {
        let circuit = &mut self.encoding.formulas.circuit;
        let (first, second) = (circuit.and(a, !b), circuit.and(!a, b));
        circuit.or(first, second)
    }

    /// What a model says of an execution when it is evaluated on that alone.
    pub fn saying(&self, model: ModelId, execution: &Execution) -> Saying {
        witness::saying(&self.models[model.0].elaborated, self.structure(), execution)
    }

    /// The formula that a flag's relation holds of some pair that is not known, or of one that is known at other locations only.
    pub fn unknown_pair(&mut self, model: ModelId, flag: usize, known: &BTreeSet<FlaggedPair>) -> Lit {
        let Some(grid) = self.models[model.0].flags[flag].2.clone() else { return Lit::FALSE };
        let mut disjuncts = Vec::new();
        for (i, j, lit) in grid.may() {
            let (first, second) = (EventId::new(i.min(j)), EventId::new(i.max(j)));
            let mut parts = vec![lit];
            for known in known.iter().filter(|known| (known.first, known.second) == (first, second)) {
                parts.push(match known.location {
                    Some(location) => !self.encoding.accesses(first, location),
                    None => Lit::FALSE,
                });
            }
            disjuncts.push(self.encoding.formulas.circuit.conjunction(parts));
        }
        self.encoding.formulas.circuit.disjunction(disjuncts)
    }

    /// The pairs of a flag's relation in an execution.
    pub fn flagged_pairs(&self, model: ModelId, flag: usize, execution: &Execution) -> Vec<(EventId, EventId)> {
        let Some(grid) = &self.models[model.0].flags[flag].2 else { return vec![] };
        let truths = self.truths(execution);
        grid.may()
            .filter(|&(_, _, lit)| holds(&truths, lit))
            .map(|(i, j, _)| (EventId::new(i), EventId::new(j)))
            .collect()
    }

    /// The formula that an execution has chosen the same as this one, but for the order of writes that are not the last of their location.
    pub fn same_choices(&mut self, execution: &Execution) -> Lit {
        self.encoding.same_choices(execution)
    }

    /// What executions choose, in the order by which one comes before another ([`Execution`]): of each choice what may be chosen, what comes first first.
    pub fn preferences(&mut self) -> Vec<Vec<Lit>> {
        self.encoding.preferences()
    }

    /// Rules out what satisfies a formula, in all later questions of the block that has begun, if one has.
    pub fn exclude(&mut self, lit: Lit) {
        let formula = self.emitter.lit(&self.encoding, !lit);
        self.solver.assert(match self.blocks.last() {
            Some(block) => block.implies(&formula),
            None => formula,
        });
    }

    /// Begins a block of questions whose exclusions end with it. A constant that they need is assumed in it: a scope of z3's would have it forget at its end what
    /// it has learnt of all formulas, and it hears no interrupt as it begins and ends one.
    pub fn push(&mut self) {
        self.blocks.push(Bool::new_const(format!("block{}", self.begun)));
        self.begun += 1;
    }

    /// Ends the block that [`Session::push`] began last: what was excluded in it may be found again.
    pub fn pop(&mut self) {
        if let Some(block) = self.blocks.pop() {
            self.solver.assert(block.not());
        }
    }

    /// An execution that the model allows (any execution without a model) and that satisfies all goals.
    pub fn find_execution(&mut self, model: Option<ModelId>, goals: &[Lit]) -> Answer {
        match self.solve(model, 0, goals) {
            Answer::Found(execution) => self.checked(model, execution),
            answer @ (Answer::None(_) | Answer::Unknown(_)) => answer,
        }
    }

    /// The number of axioms of a model.
    pub fn axiom_count(&self, model: ModelId) -> usize {
        self.models[model.0].axioms.len()
    }

    /// The names of axioms of a model, in its order.
    pub fn names(&self, model: ModelId, axioms: u64) -> Vec<String> {
        axioms::names(axioms, self.models[model.0].axioms.iter().map(|(name, _)| name))
    }

    /// The axioms of a model that an execution breaks with the orders that it has chosen.
    pub fn breaks(&self, model: ModelId, execution: &Execution) -> u64 {
        let truths = self.truths(execution);
        let axioms = self.models[model.0].axioms.iter().enumerate();
        set_of(axioms.filter(|(_, (_, lit))| !holds(&truths, *lit)).map(|(number, _)| number))
    }

    /// What an execution breaks of a model; nothing if the model allows it.
    pub fn explain(&self, model: ModelId, execution: &Execution) -> Option<Box<Broken>> {
        witness::explain(&self.models[model.0].elaborated, self.structure(), execution)
    }

    /// Asks the solver, leaving some axioms of the model out.
    pub(super) fn solve(&mut self, model: Option<ModelId>, leave_out: u64, goals: &[Lit]) -> Answer {
        // Some questions are answered without the solver, and there may be thousands.
        allowance::check();
        let axioms: &[(String, Lit)] = model.map_or(&[], |model| &self.models[model.0].axioms);
        let axioms: Vec<Lit> = axioms.iter().map(|(_, lit)| *lit).collect();
        let mut assumptions = self.blocks.clone();
        let mut numbers: HashMap<Bool, usize> = HashMap::new();
        for (number, lit) in axioms.into_iter().enumerate().filter(|(number, _)| leave_out >> number & 1 == 0) {
            match lit {
                Lit::TRUE => {}
                Lit::FALSE => return Answer::None(set_of([number])),
                _ => {
                    let proxy = self.proxy(lit);
                    numbers.insert(proxy.clone(), number);
                    assumptions.push(proxy);
                }
            }
        }
        for &goal in goals {
            match goal {
                Lit::TRUE => {}
                Lit::FALSE => return Answer::None(0),
                _ => assumptions.push(self.proxy(goal)),
            }
        }
        let (found, interrupted) = self.ask(&assumptions);
        match found {
            SatResult::Sat => match self.solver.get_model() {
                Some(answer) => match self.execution(&answer) {
                    Ok(execution) => Answer::Found(Box::new(execution)),
                    Err(why) => Answer::Unknown(why),
                },
                None => Answer::Unknown(Inconclusive::Solver("satisfiable, but without a model".into())),
            },
            SatResult::Unsat => {
                let core = self.solver.get_unsat_core();
                Answer::None(set_of(core.iter().filter_map(|proxy| numbers.get(proxy).copied())))
            }
            SatResult::Unknown => {
                if let Some(why) = interrupted {
                    allowance::end(why);
                }
                Answer::Unknown(Inconclusive::of_solver(self.solver.get_reason_unknown()))
            }
        }
    }

    /// Has z3 search, and interrupts it where something is used up: what, if so.
    fn ask(&mut self, assumptions: &[Bool]) -> (SatResult, Option<allowance::Exceeded>) {
        self.emitter.nodes.make_room_for_search();
        let context = Context::thread_local();
        let handle = context.handle();
        allowance::interrupting(|| handle.interrupt(), || self.solver.check_assumptions(assumptions))
    }

    /// An execution of the solver's, unless the model evaluated on it alone disagrees.
    fn checked(&self, model: Option<ModelId>, execution: Box<Execution>) -> Answer {
        let broken = match model {
            Some(model) => witness::broken(&self.models[model.0].elaborated, self.structure(), &execution),
            None => vec![],
        };
        if broken.is_empty() {
            return Answer::Found(execution);
        }
        Answer::Unknown(Inconclusive::Disagreement(broken))
    }

    /// A constant that implies a formula, to assume it by.
    fn proxy(&mut self, lit: Lit) -> Bool {
        if let Some(known) = self.proxies.get(&lit) {
            return known.clone();
        }
        let formula = self.emitter.lit(&self.encoding, lit);
        let sign = if lit.is_negated() { "n" } else { "p" };
        let proxy = Bool::new_const(format!("{sign}{}", lit.gate()));
        self.solver.assert(proxy.implies(&formula));
        self.proxies.insert(lit, proxy.clone());
        proxy
    }

    /// The execution of a solver's answer.
    fn execution(&self, model: &z3::Model) -> Result<Execution, Inconclusive> {
        let no_value = |what: &str| Inconclusive::Solver(format!("its model has no value for {what}"));
        let truth = |formula: &Bool| model.eval(formula, true).and_then(|value| value.as_bool());
        let exprs = &self.encoding.exprs;
        let mut values = Chosen { reads: HashMap::new(), choices: vec![false; self.structure().choices as usize] };
        for number in 0..exprs.len() {
            let id = ExprId(number as u32);
            match exprs.node(id).kind {
                NodeKind::Read(event) => {
                    // What no question has brought in is not constrained: 0 is as good as any value.
                    let value = match self.emitter.known_value(id) {
                        None => 0,
                        Some(known) => {
                            let value = model.eval(known, true).and_then(|value| value.as_u64());
                            value.ok_or_else(|| no_value("a read"))?
                        }
                    };
                    values.reads.insert(event, value);
                }
                NodeKind::Choice(choice) => {
                    let value = truth(&Bool::new_const(format!("choice{choice}")));
                    values.choices[choice as usize] = value.ok_or_else(|| no_value("a choice"))?;
                }
                NodeKind::Const(_) | NodeKind::Op(_) => {}
            }
        }
        let values = exprs.evaluate(&values);
        let input = |(number, input): (usize, &Input)| match input {
            Input::Expr(expr) => Ok(values[expr.0 as usize] != 0),
            Input::Rf(..) | Input::Order(..) | Input::Chosen(..) => match self.emitter.known_input(number) {
                None => Ok(false),
                Some(known) => truth(known).ok_or_else(|| no_value("reads-from or coherence")),
            },
        };
        let inputs: Vec<bool> = self.encoding.inputs.iter().enumerate().map(input).collect::<Result<_, _>>()?;
        let truths = self.evaluate(&inputs);
        let n = self.encoding.structure.events.len();
        let (rf, co) = self.encoding.rf_and_co();
        let executed = &self.encoding.formulas.executed;
        Ok(Execution {
            executed: BitSet::from_fn(n, |event| holds(&truths, executed[event])),
            rf: BitMatrix::from_fn(n, |i, j| holds(&truths, rf.at(i, j))),
            co: BitMatrix::from_fn(n, |i, j| holds(&truths, co.at(i, j))),
            values,
            inputs,
        })
    }

    /// The truth of every gate in an execution.
    pub fn truths(&self, execution: &Execution) -> Vec<bool> {
        self.evaluate(&execution.inputs)
    }

    /// The truth of every gate, given that of every input there is.
    fn evaluate(&self, inputs: &[bool]) -> Vec<bool> {
        let circuit = &self.encoding.formulas.circuit;
        let mut truths = Vec::with_capacity(circuit.len());
        for number in 0..circuit.len() {
            let truth = match circuit.gate(number) {
                Gate::True => true,
                Gate::Input(input) => inputs[*input as usize],
                Gate::And(parts) => parts.iter().all(|&part| holds(&truths, part)),
            };
            truths.push(truth);
        }
        truths
    }
}

/// Whether a formula is true, given the truth of every gate.
pub(super) fn holds(truths: &[bool], lit: Lit) -> bool {
    truths[lit.gate()] != lit.is_negated()
}

struct Chosen {
    reads: HashMap<EventId, u64>,
    choices: Vec<bool>,
}

impl Assignment for Chosen {
    fn read(&self, event: EventId) -> u64 {
        self.reads[&event]
    }

    fn choice(&self, choice: u32) -> bool {
        self.choices[choice as usize]
    }
}
