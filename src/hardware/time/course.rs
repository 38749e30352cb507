//! Executions asked of the hardware one after another: what they have in common is derived once.

use super::{Answer, Builder, Witness};
use crate::engine::{Execution, Inconclusive};
use crate::hardware::chip::Chip;
use crate::hardware::ops::Code;
use crate::hardware::schedule::{Begun, Found};
use crate::program::{EventStructure, events_in};

/// The code of a program on a target, of which executions are asked.
pub struct Timing<'a> {
    structure: &'a EventStructure,
    code: &'a Code,
    chip: &'a Chip,
    /// That of the execution that was asked last.
    course: Option<Course<'a>>,
}

/// What executions have in common that have the same operations at the same locations: all that the generation says of them.
struct Course<'a> {
    /// The problem without what reads read from, and one of the executions.
    builder: Builder<'a>,
    begun: Begun,
}

impl<'a> Timing<'a> {
    /// Code of which nothing was asked yet.
    pub fn new(structure: &'a EventStructure, code: &'a Code, chip: &'a Chip) -> Timing<'a> {
        Timing { structure, code, chip, course: None }
    }

    /// Whether the hardware can run the code so that reads read from, and memory ends with, what an execution says.
    pub fn feasible(&mut self, execution: &'a Execution) -> Answer {
        self.course(execution).asked(execution, |begun, builder| match begun.solve(&builder.problem) {
            Found::Times(times, choices) => Answer::Feasible(Witness {
                micro_events: builder.micro_events(&times, &choices),
                passed: builder.passed(&times),
                co: builder.co(&times),
            }),
            Found::None => Answer::Infeasible,
            Found::Unknown(why) => Answer::Unknown(why),
        })
    }

    /// [`feasible`](Self::feasible), without what shows it.
    ///
    /// # Errors
    /// Why the search for timestamps is inconclusive.
    pub fn is_feasible(&mut self, execution: &'a Execution) -> Result<bool, Inconclusive> {
        self.course(execution).asked(execution, |begun, builder| begun.is_satisfiable(&builder.problem))
    }

    /// The course of an execution: that of the one before, if that is the same.
    fn course(&mut self, execution: &'a Execution) -> &mut Course<'a> {
        let course = match self.course.take() {
            Some(course) if have_same_course(self.structure, course.builder.execution, execution) => course,
            Some(_) | None => Course::new(Builder::build(self.structure, execution, self.code, self.chip)),
        };
        self.course.insert(course)
    }
}

impl<'a> Course<'a> {
    fn new(builder: Builder<'a>) -> Course<'a> {
        let begun = Begun::new(&builder.problem);
        Course { builder, begun }
    }

    /// What is answered of the problem of one of its executions.
    fn asked<T>(&mut self, execution: &'a Execution, answer: impl FnOnce(&Begun, &Builder<'a>) -> T) -> T {
        let common = self.builder.problem.clauses.len();
        self.builder.execution = execution;
        self.builder.constrain_values();
        let answer = answer(&self.begun, &self.builder);
        self.builder.problem.clauses.truncate(common);
        answer
    }
}

/// Whether two executions have the same operations at the same locations.
fn have_same_course(structure: &EventStructure, a: &Execution, b: &Execution) -> bool {
    let differs = |expr: crate::program::ExprId| (a.values[expr.0 as usize] != 0) != (b.values[expr.0 as usize] != 0);
    a.executed == b.executed
        && !structure.steps.iter().any(|step| differs(step.guard))
        && !structure.conditional().iter().flat_map(|(_, pairs)| *pairs).any(|&(.., when)| differs(when))
        && events_in(&a.executed).all(|event| a.location(structure, event) == b.location(structure, event))
}
