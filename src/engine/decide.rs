//! Which engine answers.

use super::answers::*;
use super::enumerate::Explorer;
use super::execution::{Execution, Outcome};
use super::inconclusive::Inconclusive;
use super::settings::{Engine, Reading, Settings};
use super::smt::{self, Judge, Session};
use crate::cat::Model;
use crate::program::{Prop, Skeleton};
use crate::syntax::source::Diagnostic;

/// For a verdict enumeration looks at so many executions and parts of them before the solver is asked: what a solver would need
/// by then for tests that it is better at (docs/performance.md).
const FOR_A_VERDICT: u64 = 50_000;
/// The same for lists, of which a solver finds each item on its own.
const FOR_A_LIST: u64 = 1_000_000;

/// A test asked about.
pub struct Decider<'a> {
    skeleton: &'a Skeleton,
    settings: Settings,
    models: Vec<&'a Model>,
    explorer: Option<Explorer<'a>>,
    session: Option<Session<'a>>,
}

impl<'a> Decider<'a> {
    /// About a skeleton.
    ///
    /// # Errors
    /// What the interpreter finds wrong with it.
    pub fn new(skeleton: &'a Skeleton, settings: Settings) -> Result<Self, Box<Diagnostic>> {
        let mut decider = Decider { skeleton, settings, models: Vec::new(), explorer: None, session: None };
        if settings.engine != Engine::Smt && settings.reading == Reading::Undefined {
            decider.explorer = Some(Explorer::new(skeleton, settings.timeout)?);
        }
        Ok(decider)
    }

    /// The skeleton asked about.
    pub fn skeleton(&self) -> &'a Skeleton {
        self.skeleton
    }

    /// Adds a model.
    ///
    /// # Errors
    /// What the interpreter finds wrong with it.
    pub fn add_model(&mut self, model: &'a Model) -> Result<ModelId, Box<Diagnostic>> {
        let id = ModelId(self.models.len());
        self.models.push(model);
        match (&mut self.explorer, &mut self.session) {
            (Some(explorer), _) => drop(explorer.add_model(model)?),
            (None, Some(session)) => drop(session.add_model(model)?),
            (None, None) => drop(self.session()?),
        }
        Ok(id)
    }

    /// The solver, with all models.
    fn session(&mut self) -> Result<&mut Session<'a>, Box<Diagnostic>> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => Session::new(self.skeleton, self.settings.timeout, self.settings.reading),
        };
        for model in &self.models[session.models()..] {
            session.add_model(model)?;
        }
        Ok(self.session.insert(session))
    }

    /// Asks enumeration if it is to be asked, with so many looks if the solver may be asked too; and the solver if there is no answer
    /// yet.
    fn ask<T>(
        &mut self,
        looks: u64,
        enumerate: impl FnOnce(&mut Explorer<'a>) -> Result<T, Inconclusive>,
        solve: impl FnOnce(&mut Session<'a>) -> Result<T, Inconclusive>,
    ) -> Result<T, Inconclusive> {
        let looks = if self.settings.engine == Engine::Auto { looks } else { u64::MAX };
        let answer = self.explorer.as_mut().map(|explorer| {
            explorer.looks = looks;
            enumerate(explorer)
        });
        match (answer, self.settings.engine) {
            (Some(Err(Inconclusive::Model(error))), _) => Err(Inconclusive::Model(error)),
            (Some(Ok(answer)), _) => Ok(answer),
            (Some(Err(reason)), Engine::Enumerate) => Err(reason),
            (None, Engine::Enumerate) => Err(Inconclusive::UndefSemantics),
            _ => solve(self.session()?),
        }
    }

    /// The races of a model, and a verdict for each condition of the test.
    pub fn judge(&mut self, model: ModelId) -> Judgement {
        let judged =
            self.ask(FOR_A_VERDICT, |explorer| explorer.judge(model), |session| Ok(Judge { session, model }.judge()));
        judged.unwrap_or_else(|reason| Judgement::unknown(self.skeleton.program.conditions.len(), &reason))
    }

    /// Every final state that some execution ends in, and what models say of it; the states in order.
    ///
    /// # Errors
    /// Why they cannot be listed.
    pub fn states(&mut self, models: &[ModelId]) -> Result<Vec<State>, Inconclusive> {
        self.ask(FOR_A_LIST, |explorer| explorer.states(models), |session| smt::states(session, models))
    }

    /// The final states that a model allows, in order.
    ///
    /// # Errors
    /// Why they cannot be listed.
    pub fn allowed(&mut self, model: ModelId) -> Result<Vec<Outcome>, Inconclusive> {
        let enumerate = |explorer: &mut Explorer<'a>| Ok(explorer.allowed(model)?.into_iter().collect());
        let mut found: Vec<Outcome> = self.ask(FOR_A_LIST, enumerate, |session| smt::allowed(session, model))?;
        found.sort_unstable();
        Ok(found)
    }

    /// Every pair that races in some execution, with the flag's name.
    ///
    /// # Errors
    /// Why it cannot be said.
    pub fn all_races(&mut self, model: ModelId) -> Result<Vec<Race>, Inconclusive> {
        self.ask(FOR_A_LIST, |explorer| explorer.all_races(model), |session| Judge { session, model }.all_races())
    }

    /// In how many states executions stop because a loop is not unrolled further; at most a few are counted.
    ///
    /// # Errors
    /// Why it cannot be said.
    pub fn count_cut(&mut self, model: ModelId) -> Result<usize, Inconclusive> {
        self.ask(FOR_A_VERDICT, |explorer| explorer.count_cut(model), |session| Judge { session, model }.count_cut())
    }

    /// What a model forbids.
    pub fn forbidden(&mut self, model: ModelId) -> Source {
        self.ask(FOR_A_LIST, |explorer| explorer.forbidden(model), |session| Ok(smt::forbidden(session, model)))
            .unwrap_or_else(Source::Unknown)
    }

    /// Why a model forbids a state; `None` if it does not.
    ///
    /// # Errors
    /// Why it cannot be said.
    pub fn reason(&mut self, model: ModelId, outcome: &Outcome) -> Result<Option<RuledOut>, Inconclusive> {
        self.ask(FOR_A_LIST, |explorer| explorer.reason(model, outcome), |session| smt::reason(session, model, outcome))
    }

    /// Executions that end in a state that a proposition is true of, whatever models say.
    ///
    /// # Errors
    /// Why they cannot be listed.
    pub fn ending_in(&mut self, prop: &Prop) -> Result<Vec<Execution>, Inconclusive> {
        self.ask(FOR_A_LIST, |explorer| explorer.ending_in(prop), |session| smt::ending_in(session, prop))
    }
}
