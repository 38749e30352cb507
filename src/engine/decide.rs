//! Which engine answers: enumeration within a search budget, then the solver.

use super::answers::*;
use super::enumerate::Explorer;
use super::excluding::Excluding;
use super::execution::{Execution, Outcome};
use super::hanging::Hanging;
use super::inconclusive::Inconclusive;
use super::questions::{Answer, Engine};
use super::settings::{EngineChoice, RaceSemantics, Settings};
use super::smt::Session;
use super::updates::{elaborate_as, updates};
use super::witness::{self, Broken};
use crate::allowance::{self, Exceeded};
use crate::cat::core::Test;
use crate::cat::{Elaborated, Elaborations, Model, Updates};
use crate::program::{EventStructure, Prop};
use crate::syntax::source::Diagnostic;

/// The search budget of a verdict, in steps: about what a solver needs for tests that it is better at (docs/performance.md).
const BUDGET_OF_VERDICT: u64 = 50_000;
/// The search budget of a list, of which a solver finds each item on its own.
const BUDGET_OF_LIST: u64 = 1_000_000;

/// Why nothing is said of read-modify-writes by a model without `rmw`.
const SPLIT_UPDATES: &str = "read-modify-writes by a model without `rmw`: they are two events here, which nothing in it keeps together (docs/cat.md)";
/// Why nothing is said of barriers of clusters and named ones by a model without `barrier-before`.
const NO_OBJECTS: &str = "barriers of clusters, named ones and those whose signals and waits do not alternate by a model without `barrier-before`, which has no rules for them";

/// Answers questions about one test by the engine that the settings name, or by both in turn.
pub struct Decider<'a> {
    structure: &'a EventStructure,
    settings: Settings,
    /// Shared by the tests of a run, so that a model is elaborated once.
    elaborations: &'a Elaborations,
    models: Vec<Elaborated>,
    /// Whether the test has a read-modify-write.
    has_updates: bool,
    /// Whether it uses barriers of which executions choose which arrivals make up a phase.
    has_objects: bool,
    /// What of the program may leave it without an execution, if something may.
    may_exclude: Option<Excluding>,
    explorer: Option<Explorer<'a>>,
    session: Option<Session<'a>>,
    /// The same test where it may hang, if that is asked.
    hanging: Option<Hanging>,
    /// The same test where it may hang, to be asked for races, if loops of it may.
    racing: Option<Hanging>,
    /// What was used up: the engine that was at work then is gone, and nothing more is asked.
    exceeded: Option<Exceeded>,
}

impl<'a> Decider<'a> {
    /// A decider for an event structure, without models.
    ///
    /// # Errors
    /// What elaboration finds wrong with the test of thin air for it.
    pub fn new(
        structure: &'a EventStructure,
        elaborations: &'a Elaborations,
        settings: Settings,
    ) -> Result<Self, Box<Diagnostic>> {
        let mut decider = Decider {
            structure,
            settings,
            elaborations,
            models: Vec::new(),
            has_updates: structure.has_updates(),
            has_objects: structure.has_barrier_objects(),
            may_exclude: Excluding::of(structure),
            explorer: None,
            session: None,
            hanging: Hanging::asked(structure)?,
            racing: Hanging::racing(structure)?,
            exceeded: None,
        };
        if settings.engine != EngineChoice::Smt && settings.races == RaceSemantics::CatchFire {
            decider.explorer = Some(Explorer::new(structure, elaborations)?);
        }
        Ok(decider)
    }

    /// The event structure that questions are about.
    pub fn structure(&self) -> &'a EventStructure {
        self.structure
    }

    /// How engines are asked.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The models that are elaborated for tests.
    pub fn elaborations(&self) -> &'a Elaborations {
        self.elaborations
    }

    /// Adds a model to those that questions may name. Models are numbered from 0 in this order.
    ///
    /// # Errors
    /// What elaboration finds wrong with the model for this test.
    pub fn add_model(&mut self, model: &Model) -> Result<ModelId, Box<Diagnostic>> {
        self.add_reading(model, updates(model, self.structure))
    }

    /// Adds a model as it is where a read-modify-write is this to it, whatever it is written for.
    ///
    /// # Errors
    /// As [`Self::add_model`].
    pub fn add_reading(&mut self, model: &Model, updates: Updates) -> Result<ModelId, Box<Diagnostic>> {
        let elaborated = elaborate_as(self.structure, model, updates, self.elaborations)?;
        for hanging in self.hanging.iter_mut().chain(&mut self.racing) {
            hanging.add_reading(model, updates, self.elaborations)?;
        }
        Ok(self.add_elaborated(elaborated))
    }

    /// Adds the axioms of a model alone, by which no program is undefined, as they are where a read-modify-write is this to it.
    ///
    /// # Errors
    /// As [`Self::add_model`].
    pub fn add_axioms(&mut self, model: &Model, updates: Updates) -> Result<ModelId, Box<Diagnostic>> {
        let elaborated = elaborate_as(self.structure, model, updates, self.elaborations)?;
        Ok(self.add_elaborated(elaborated.without_flags()))
    }

    /// Adds a model that is elaborated for this test.
    pub(super) fn add_elaborated(&mut self, model: Elaborated) -> ModelId {
        let id = ModelId(self.models.len());
        self.models.push(model.clone());
        if let Some(explorer) = &mut self.explorer {
            explorer.add_model(model);
        }
        id
    }

    /// The solver's session, begun when it is first asked, with the models added since.
    fn session(&mut self) -> Answer<&mut Session<'a>> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => Session::new(self.structure, self.settings.races)?,
        };
        for model in &self.models[session.model_count()..] {
            session.add_model(model.clone());
        }
        Ok(self.session.insert(session))
    }

    /// Puts a question to enumeration, within the budget if the solver may be asked too, and to the solver if it has no answer.
    fn ask<T>(&mut self, budget: u64, question: impl FnMut(&mut dyn Engine) -> Answer<T>) -> Answer<T> {
        if let Some(why) = self.exceeded.clone() {
            return Err(why.into());
        }
        let answer = allowance::within(self.settings.allowance(), || self.ask_engines(budget, question));
        answer.unwrap_or_else(|why| {
            (self.explorer, self.session, self.exceeded) = (None, None, Some(why.clone()));
            Err(why.into())
        })
    }

    fn ask_engines<T>(&mut self, budget: u64, mut question: impl FnMut(&mut dyn Engine) -> Answer<T>) -> Answer<T> {
        let choice = self.settings.engine;
        match &mut self.explorer {
            Some(explorer) => {
                explorer.budget = if choice == EngineChoice::Auto { budget } else { u64::MAX };
                match question(explorer) {
                    Err(why) if choice == EngineChoice::Auto && why.is_limit_of_engine() => {}
                    answer => return answer,
                }
            }
            None if choice == EngineChoice::Enumerate => return Err(Inconclusive::UndefSemantics),
            None => {}
        }
        question(self.session()?)
    }

    /// Why a model says nothing of the test that its author means: one for which nothing ties the halves of a read-modify-write lets other writes
    /// come between them. What is asked of it all the same is answered by its text.
    pub fn misfit(&self, model: ModelId) -> Option<Inconclusive> {
        let Elaborated { graph, model, .. } = &self.models[model.0];
        let lacks = |relation: &str| !model.uses_relation(graph, relation);
        let has_two = self.has_updates && model.updates == Updates::TwoEvents;
        let why = match (has_two && lacks("rmw"), self.has_objects && lacks("barrier-before")) {
            (true, _) => SPLIT_UPDATES,
            (false, true) => NO_OBJECTS,
            (false, false) => return None,
        };
        Some(Inconclusive::NotModelled(why.into()))
    }

    /// Whether a model to which a read-modify-write is two events says what would be nothing of them, as of a read that is a write.
    pub fn speaks_of_one_event(&self, model: ModelId) -> bool {
        let Elaborated { graph, model, .. } = &self.models[model.0];
        model.updates == Updates::TwoEvents && model.speaks_of_one_event(graph)
    }

    /// The races of a model, and a verdict for each condition of the test.
    pub fn judge(&mut self, model: ModelId) -> Judgement {
        let judgement = self.ask(BUDGET_OF_VERDICT, |engine| engine.judge(model));
        let conditions = self.structure.program.conditions.len();
        let mut judgement = judgement.unwrap_or_else(|why| Judgement::unknown(conditions, &why));
        match self.race_of_hanging(model, &judgement.races) {
            Races::Found(race) => judgement = Judgement::racy(conditions, race),
            Races::Unknown(why) => judgement = Judgement::unknown(conditions, &why),
            Races::None => {}
        }
        let is_forbidden = |verdict: &Verdict| matches!(verdict, Verdict::Forbidden(_));
        if judgement.verdicts.iter().any(is_forbidden)
            && let Some(why) = self.why_vacuous(model)
        {
            let forbidden = judgement.verdicts.iter_mut().filter(|verdict| is_forbidden(verdict));
            forbidden.for_each(|verdict| *verdict = Verdict::Unknown(why.clone()));
        }
        if let Some(hanging) = &self.hanging {
            let verdict = match &self.exceeded {
                Some(why) => Verdict::Unknown(why.clone().into()),
                None => hanging.terminates(model, self.elaborations, self.settings),
            };
            let conditions = self.structure.program.conditions.iter().zip(&mut judgement.verdicts);
            for (_, asked) in conditions.filter(|(condition, _)| condition.is_about_termination()) {
                *asked = verdict.clone();
            }
        }
        judgement
    }

    /// A race of an execution that hangs, where those that end have none.
    fn race_of_hanging(&self, model: ModelId, ending: &Races) -> Races {
        let found = match self.asked_for_races(model) {
            Some(racing) if !matches!(ending, Races::Found(_)) => racing.race(model, self.elaborations, self.settings),
            Some(_) | None => Races::None,
        };
        match (found, ending) {
            // What is not known of executions that end stays the reason.
            (Races::Unknown(_), Races::Unknown(_)) => Races::None,
            (found, _) => found,
        }
    }

    /// The test where it may hang, if that may show a race by a model.
    fn asked_for_races(&self, model: ModelId) -> Option<&Hanging> {
        let has_flags = !self.models[model.0].model.flags.is_empty();
        self.racing.as_ref().filter(|_| has_flags && self.exceeded.is_none())
    }

    /// Why nothing follows from what a model forbids: no execution is left where that says nothing, or it could not be told whether one is. `None` if one is left.
    fn why_vacuous(&self, model: ModelId) -> Option<Inconclusive> {
        let excluding = self.may_exclude?;
        let vacuous = excluding.vacuous();
        let any = self.structure.asking(std::iter::once(Prop::Const(true)));
        let any = if excluding == Excluding::Loops { any.unfiltered() } else { any };
        let structure = EventStructure { is_assumed: false, ..any };
        let Ok(mut decider) = Decider::new(&structure, self.elaborations, self.settings) else {
            return Some(vacuous);
        };
        // It is asked no further.
        (decider.may_exclude, decider.hanging, decider.racing) = (None, None, None);
        let model = decider.add_elaborated(self.models[model.0].clone());
        match decider.judge(model).verdicts.into_iter().next() {
            Some(Verdict::Forbidden(_)) | None => Some(vacuous),
            Some(Verdict::Unknown(why)) => Some(why),
            Some(Verdict::Allowed(_) | Verdict::Racy | Verdict::Terminates(_) | Verdict::Hangs(_)) => None,
        }
    }

    /// Every final state with what each model says of it: as [`Engine::states`].
    ///
    /// # Errors
    /// Why they cannot be listed.
    pub fn states(&mut self, models: &[ModelId]) -> Answer<Vec<State>> {
        self.states_seen(models, &mut Seen::default())
    }

    /// As [`Self::states`], with what is found noted at once.
    ///
    /// # Errors
    /// As there.
    pub fn states_seen(&mut self, models: &[ModelId], seen: &mut Seen) -> Answer<Vec<State>> {
        let states = self.ask(BUDGET_OF_LIST, |engine| engine.states(models, seen))?;
        let allows = |at: usize| states.iter().any(|state| matches!(state.models[at], OfState::Allowed));
        let without = models.iter().enumerate().filter(|(at, _)| !allows(*at)).map(|(_, model)| *model);
        match { without }.find_map(|model| self.why_vacuous(model)) {
            Some(why) => Err(why),
            None => Ok(states),
        }
    }

    /// The final states that a model allows, in order.
    ///
    /// # Errors
    /// Why they cannot be listed.
    pub fn allowed(&mut self, model: ModelId) -> Answer<Vec<Outcome>> {
        self.allowed_seen(model, &mut Seen::default())
    }

    /// As [`Self::allowed`], with what is found noted at once.
    ///
    /// # Errors
    /// As there.
    pub fn allowed_seen(&mut self, model: ModelId, seen: &mut Seen) -> Answer<Vec<Outcome>> {
        let states = self.ask(BUDGET_OF_LIST, |engine| engine.allowed(model, seen))?;
        match states.is_empty().then(|| self.why_vacuous(model)).flatten() {
            Some(why) => Err(why),
            None => Ok(states),
        }
    }

    /// Every pair that races in some execution, with the flag's name; those of executions that end, or, where they have none, of those that hang.
    ///
    /// # Errors
    /// Why not all could be found.
    pub fn all_races(&mut self, model: ModelId) -> Answer<Vec<Race>> {
        let mut races = self.ask(BUDGET_OF_LIST, |engine| engine.all_races(model))?;
        if let (true, Some(racing)) = (races.is_empty(), self.asked_for_races(model)) {
            return racing.all_races(model, self.elaborations, self.settings);
        }
        for race in races.iter_mut().filter(|race| race.pairs.is_empty()) {
            let met = self.met(model, &race.execution).into_iter().find(|met| met.axiom == race.flag);
            race.met = met.map(Box::new);
        }
        Ok(races)
    }

    /// The flags of a model, in its order.
    pub fn flags(&self, model: ModelId) -> Vec<Flag> {
        let flags = self.models[model.0].model.flags.iter();
        let flag =
            |flag: &Test| Flag { name: flag.name.clone(), written: flag.written.clone(), undefines: flag.undefines };
        flags.map(flag).collect()
    }

    /// What an execution that a model allows has, of what the model asks for (`~`).
    pub fn met(&self, model: ModelId, execution: &Execution) -> Vec<Broken> {
        witness::met(&self.models[model.0], self.structure, execution)
    }

    /// The number of states beyond the unroll bound: as [`Engine::count_beyond_bound`].
    ///
    /// # Errors
    /// Why they cannot be counted.
    pub fn count_beyond_bound(&mut self, model: ModelId) -> Answer<usize> {
        self.ask(BUDGET_OF_VERDICT, |engine| engine.count_beyond_bound(model))
    }

    /// The executions that end in states a model forbids: as [`Engine::forbidden`].
    ///
    /// # Errors
    /// Why they cannot be listed, among them that allowed executions exceed the unroll bound.
    pub fn forbidden(&mut self, model: ModelId) -> Answer<Source> {
        match self.ask(BUDGET_OF_LIST, |engine| engine.forbidden(model))? {
            Source::Defined(mut found) => {
                if let Some(why) = (found.allowed == 0).then(|| self.why_vacuous(model)).flatten() {
                    return Err(why);
                }
                match self.race_of_hanging(model, &Races::None) {
                    Races::Found(_) => return Ok(Source::Racy),
                    Races::Unknown(why) => return Err(why),
                    Races::None => {}
                }
                Execution::sort(self.structure, &mut found.candidates);
                Ok(Source::Defined(found))
            }
            Source::Racy => Ok(Source::Racy),
        }
    }

    /// Why a model forbids a state; `None` if it does not.
    ///
    /// # Errors
    /// Why neither could be shown.
    pub fn reason(&mut self, model: ModelId, outcome: &Outcome) -> Answer<Option<RuledOut>> {
        self.ask(BUDGET_OF_LIST, |engine| engine.reason(model, outcome))
    }

    /// An execution that two models say other things of, if there is one: as [`Engine::told_apart`].
    ///
    /// # Errors
    /// Why neither could be shown.
    pub fn told_apart(&mut self, models: [ModelId; 2]) -> Answer<Option<Execution>> {
        self.ask(BUDGET_OF_LIST, |engine| engine.told_apart(models))
    }

    /// An execution for each of some states that a model allows, as far as they are found: as [`Engine::witnesses`].
    ///
    /// # Errors
    /// Why not all could be found.
    pub fn witnesses(&mut self, model: ModelId, states: &[Outcome], found: &mut Ending) -> Answer<()> {
        self.ask(BUDGET_OF_LIST, |engine| engine.witnesses(model, states, found))
    }

    /// Complete executions with a final state that satisfies a proposition: as [`Engine::ending_in`].
    ///
    /// # Errors
    /// Why they cannot be listed.
    pub fn ending_in(&mut self, prop: &Prop) -> Answer<Vec<Execution>> {
        let mut found = self.ask(BUDGET_OF_LIST, |engine| engine.ending_in(prop))?;
        Execution::sort(self.structure, &mut found);
        Ok(found)
    }

    /// Whether loops may leave the program without an execution that ends, whatever is asked of it, and do.
    ///
    /// # Errors
    /// Why it cannot be told; if they do, that nothing follows.
    pub fn some_execution_ends(&mut self) -> Answer<()> {
        let Some(loops) = self.may_exclude.filter(|excluding| *excluding == Excluding::Loops) else { return Ok(()) };
        match self.ending_in(&Prop::Const(true))?.is_empty() {
            true => Err(loops.vacuous()),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::source::Source as SourceText;
    use std::path::Path;

    /// What enumeration leaves open is the solver's, unless enumeration alone is asked; what it finds ends in the asked state.
    #[test]
    fn the_solver_answers_what_enumeration_leaves_open() {
        let source = crate::load::read(Path::new("tests/fixtures/thin-air.litmus")).expect("a file");
        let structure = crate::load::event_structure(&source).expect("well formed");
        let model = crate::models::load("tests/fixtures/loose.cat").expect("well formed");
        let verdict = |engine| {
            let elaborations = crate::models::elaborations();
            let settings = Settings { engine, ..Settings::default() };
            let mut decider = Decider::new(&structure, &elaborations, settings).expect("well formed");
            let model = decider.add_model(&model).expect("well formed");
            decider.judge(model).verdicts.remove(0)
        };
        assert!(matches!(verdict(EngineChoice::Enumerate), Verdict::Unknown(Inconclusive::ThinAir)));
        for engine in [EngineChoice::Smt, EngineChoice::Auto] {
            let Verdict::Allowed(found) = verdict(engine) else { panic!("values out of thin air are allowed") };
            assert!(found.outcome(&structure).satisfies(&structure, &structure.program.conditions[0].asked()));
        }
    }

    /// A race that only an execution beyond the unroll bound has is no race, and not the lack of one.
    #[test]
    fn a_race_beyond_the_bound_is_inconclusive() {
        let text = r#"litmus t "t" memory { global x: i32 = 0 global flag: i32 = 0 }
            thread P0 @ agent 0, workgroup 0, wavefront 0 { store i32 1, x store atomic i32 1, flag monotonic }
            thread P1 @ agent 0, workgroup 1, wavefront 0 {
              do {
                r0 = load atomic i32, flag monotonic
                if r0 == 0 { store i32 2, x }
              } while r0 == 0 unroll 1
            }
            exists (P1:r0 = 1)"#;
        let structure = crate::load::event_structure(&SourceText::new("t.litmus", text)).expect("well formed");
        let model = crate::models::load("hsa").expect("well formed");
        for engine in [EngineChoice::Enumerate, EngineChoice::Smt, EngineChoice::Auto] {
            let elaborations = crate::models::elaborations();
            let settings = Settings { engine, ..Settings::default() };
            let mut decider = Decider::new(&structure, &elaborations, settings).expect("well formed");
            let model = decider.add_model(&model).expect("well formed");
            let races = decider.judge(model).races;
            assert!(matches!(races, Races::Unknown(Inconclusive::RaceBeyondBound { .. })), "{engine:?}: {races:?}");
        }
    }
}
