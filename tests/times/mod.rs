//! The second opinion on [`gfx_litmus::hardware::schedule`]: the same questions about timestamps, put to z3.

use gfx_litmus::engine::Inconclusive;
use gfx_litmus::hardware::schedule::{Found, Literal, Problem};
use std::time::Duration;
use z3::ast::{Bool, Int};
use z3::{Params, SatResult, Solver};

/// How timestamps are told to z3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As integers, whose differences are bounded.
    Differences,
    /// As booleans, one for each ordered pair of timestamps, closed under transitivity.
    Booleans,
}

/// Times that satisfy a problem, by z3.
pub fn solve(problem: &Problem, encoding: Encoding, timeout: Duration) -> Found {
    let logic = match encoding {
        Encoding::Differences => "QF_IDL",
        Encoding::Booleans => "QF_FD",
    };
    let Some(solver) = Solver::new_for_logic(logic) else {
        return Found::Unknown(Inconclusive::Solver(format!("it has no solver for the logic {logic}")));
    };
    let mut params = Params::new();
    params.set_u32("timeout", u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX).max(1));
    solver.set_params(&params);
    let stamps = Stamps::new(problem, encoding, &solver);
    for clause in problem.clauses.iter() {
        let literals: Vec<Bool> = clause.iter().map(|&literal| stamps.literal(literal)).collect();
        solver.assert(Bool::or(&literals));
    }
    match solver.check() {
        SatResult::Unsat => Found::None,
        SatResult::Unknown => Found::Unknown(Inconclusive::of_solver(solver.get_reason_unknown())),
        SatResult::Sat => match solver.get_model() {
            Some(model) => stamps.times(&model),
            None => Found::Unknown(Inconclusive::Solver("satisfiable, but without a model".into())),
        },
    }
}

struct Stamps {
    times: Vec<Int>,
    /// Row `a`, column `b`: `a` is strictly before `b`; none where integers tell.
    before: Vec<Vec<Bool>>,
    choices: Vec<Bool>,
}

impl Stamps {
    fn new(problem: &Problem, encoding: Encoding, solver: &Solver) -> Self {
        let n = problem.timestamps;
        let choices = (0..problem.choices).map(|choice| Bool::new_const(format!("choice{choice}"))).collect();
        if encoding == Encoding::Differences {
            let times = (0..n).map(|stamp| Int::new_const(format!("t{stamp}"))).collect();
            return Stamps { times, before: Vec::new(), choices };
        }
        let row = |a| (0..n).map(|b| Bool::new_const(format!("b{a}-{b}"))).collect();
        let before: Vec<Vec<Bool>> = (0..n).map(row).collect();
        // Strictly before is a weak order: irreflexive, transitive, and any third timestamp is after the earlier or before the later.
        for a in 0..n as usize {
            solver.assert(before[a][a].not());
            for b in 0..n as usize {
                for c in 0..n as usize {
                    let (ac, ab, bc) = (&before[a][c], &before[a][b], &before[b][c]);
                    solver.assert(Bool::and(&[ab, bc]).implies(ac));
                    solver.assert(ac.implies(Bool::or(&[ab, bc])));
                }
            }
        }
        Stamps { times: Vec::new(), before, choices }
    }

    fn strictly(&self, a: u32, b: u32) -> Bool {
        let (a, b) = (a as usize, b as usize);
        if self.before.is_empty() { self.times[a].lt(&self.times[b]) } else { self.before[a][b].clone() }
    }

    fn literal(&self, literal: Literal) -> Bool {
        match literal {
            Literal::Before(a, b) => self.strictly(a, b),
            Literal::NotAfter(a, b) => self.strictly(b, a).not(),
            Literal::Is(choice, true) => self.choices[choice as usize].clone(),
            Literal::Is(choice, false) => self.choices[choice as usize].not(),
        }
    }

    /// The times of a model, from 0; with booleans, how many points are before each.
    fn times(&self, model: &z3::Model) -> Found {
        let truth = |formula: &Bool| model.eval(formula, true).and_then(|value| value.as_bool()) == Some(true);
        let choices = self.choices.iter().map(truth).collect();
        let times: Option<Vec<i64>> = match self.before.is_empty() {
            true => self.times.iter().map(|time| model.eval(time, true)?.as_i64()).collect(),
            false => {
                let earlier = |b: usize| self.before.iter().filter(|row| truth(&row[b])).count() as i64;
                Some((0..self.before.len()).map(earlier).collect())
            }
        };
        let Some(times) = times else {
            return Found::Unknown(Inconclusive::Solver("a time that is no integer".into()));
        };
        let least = times.iter().min().copied().unwrap_or(0);
        Found::Times(times.iter().map(|time| (time - least) as u32).collect(), choices)
    }
}
