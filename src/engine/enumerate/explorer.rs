//! Questions about a test, answered by enumerating its candidate executions.

use super::goal::Goal;
use super::space::Space;
use super::specialize::Specializer;
use super::tester::{Raised, Tester};
use super::visitors::{Allowed, Apart, Asked, CONTINUE, Candidates, Judging, Listing, STOP, Standing};
use super::walk::{End, Orders, Visitor, Walk};
use crate::cat::{self, Elaborated, Elaborations, Model, Updates};
use crate::engine::answers::*;
use crate::engine::axioms::hitting_set;
use crate::engine::execution::{Execution, Outcome};
use crate::engine::inconclusive::{Inconclusive, Listed};
use crate::engine::questions::{Answer, Engine};
use crate::engine::witness;
use crate::program::{EventId, EventStructure, Prop, StaticBase};
use crate::syntax::source::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// An execution of each of so many states, or fewer, is looked for as the states are; where there are more, as all executions are.
const FEW_STATES: usize = 16;

/// Rules out values out of thin air: what a read reads from does not depend on it.
fn grounded() -> &'static Model {
    // Reading it may end with the work of the test that is first: a `LazyLock` would then be of no use to all others.
    static GROUNDED: OnceLock<Model> = OnceLock::new();
    GROUNDED.get_or_init(|| {
        let text = "acyclic rf | addr | data | ctrl as grounded";
        cat::load_text("grounded.cat", text, &|_| None).unwrap_or_else(|error| panic!("{error}"))
    })
}

/// The engine that enumerates candidate executions, for one test.
pub struct Explorer<'a> {
    space: Space<'a>,
    specializer: Specializer<'a>,
    grounded: Tester,
    testers: Vec<Tester>,
    /// What models leave for hardware to break, as far as that was asked: those that say the same of this test leave the same.
    forbidden: Vec<(ModelId, Source)>,
    /// How many steps a question may take: partial and complete executions.
    pub budget: u64,
}

impl<'a> Explorer<'a> {
    /// An engine for an event structure, without models and without a budget.
    ///
    /// # Errors
    /// What elaboration finds wrong with the test of thin air for this event structure.
    pub fn new(structure: &'a EventStructure, models: &Elaborations) -> Result<Self, Box<Diagnostic>> {
        let space = Space::new(structure);
        let mut specializer = Specializer::new(space.provided());
        let grounded = models.elaborate(grounded(), Updates::TwoEvents, &StaticBase(structure))?;
        let grounded = Tester::new(grounded, &mut specializer, &[]);
        Ok(Explorer { space, specializer, grounded, testers: Vec::new(), forbidden: Vec::new(), budget: u64::MAX })
    }

    fn structure(&self) -> &'a EventStructure {
        self.space.structure
    }

    fn goal(&self, prop: &Prop) -> Goal {
        Goal::new(self.structure(), prop)
    }

    /// The goals of complete executions that pass the filter.
    fn complete(&self, goals: impl IntoIterator<Item = Goal>) -> Vec<Goal> {
        let structure = self.structure();
        let mut goals: Vec<Goal> = goals.into_iter().collect();
        goals.push(Goal::exceeds_bound(structure, false));
        goals.extend(structure.program.filter.as_ref().map(|filter| self.goal(filter)));
        goals
    }

    /// Whether executions may exceed the unroll bound.
    fn may_exceed_bound(&self) -> bool {
        let structure = self.structure();
        structure.exprs.as_const(structure.exceeds_bound) != Some(0)
    }

    /// Finds a race (with `races`) and executions that satisfy conditions.
    fn search(
        &mut self,
        model: ModelId,
        goals: Vec<Goal>,
        races: bool,
        asked: Vec<Asked>,
    ) -> Answer<(Option<Race>, Vec<Asked>)> {
        let tester = &mut self.testers[model.0];
        let mut visitor = Judging { tester, races, asked, race: None, thin_air: false };
        visit_executions(&self.space, self.budget, goals, Orders::All, &mut visitor)?;
        let Judging { race, asked, thin_air, .. } = visitor;
        if thin_air { Err(Inconclusive::ThinAir) } else { Ok((race, asked)) }
    }

    /// The inconclusive result of a flag raised only in an execution that exceeds the unroll bound, if there is one.
    fn race_beyond_bound(&mut self, model: ModelId) -> Answer<Option<Inconclusive>> {
        if !self.testers[model.0].has_flags() || !self.may_exceed_bound() {
            return Ok(None);
        }
        let (race, _) = self.search(model, vec![Goal::exceeds_bound(self.structure(), true)], true, Vec::new())?;
        Ok(race.map(|race| Inconclusive::RaceBeyondBound { flag: race.flag }))
    }

    /// Calls `each` with the executions that a model allows and that satisfy goals; with `symmetry`, with one of those that differ by an
    /// exchange of symmetric threads.
    fn each_allowed(
        &mut self,
        model: ModelId,
        goals: Vec<Goal>,
        symmetry: bool,
        each: impl FnMut(&mut Tester, &Walk<'_>) -> ControlFlow<()>,
    ) -> Answer<()> {
        let mut visitor = Allowed { tester: &mut self.testers[model.0], each, thin_air: false };
        let walk = Walk::new(&self.space, goals, Orders::All, self.budget);
        answer_of(if symmetry { walk.up_to_symmetry() } else { walk }.run(&mut visitor))?;
        if visitor.thin_air { Err(Inconclusive::ThinAir) } else { Ok(()) }
    }

    /// The final states of allowed executions that satisfy goals, and whether there are more than `most`.
    fn final_states(
        &mut self,
        model: ModelId,
        goals: Vec<Goal>,
        most: usize,
        seen: &mut Seen,
    ) -> Answer<(FxHashSet<Outcome>, bool)> {
        let mut found = FxHashSet::default();
        // A filter may tell symmetric threads apart.
        let symmetry = self.structure().program.filter.is_none();
        self.each_allowed(model, goals, symmetry, |_, walk| {
            let outcome = walk.outcome();
            if !found.contains(&outcome) {
                seen.add(&outcome, Some(model));
                found.insert(outcome);
            }
            if found.len() > most { STOP } else { CONTINUE }
        })?;
        let symmetry = if symmetry { &self.space.symmetry } else { &self.space.no_symmetry };
        let found: FxHashSet<Outcome> = found.into_iter().flat_map(|outcome| symmetry.exchanged(outcome)).collect();
        let too_many = found.len() > most;
        Ok((found, too_many))
    }

    /// The final states that a model allows, of complete executions.
    fn allowed_states(&mut self, model: ModelId, seen: &mut Seen) -> Answer<FxHashSet<Outcome>> {
        match self.final_states(model, self.complete(None), MAX_STATES, seen)? {
            (_, true) => Err(Inconclusive::TooMany { what: Listed::States, limit: MAX_STATES }),
            (found, false) => Ok(found),
        }
    }

    /// The final states of executions without values out of thin air (with `only`, of these states), and how models stand to them; too many
    /// if there are more than `most`.
    fn listing(
        &mut self,
        models: &[ModelId],
        only: Option<FxHashSet<Outcome>>,
        most: usize,
        seen: &mut Seen,
    ) -> Answer<BTreeMap<Outcome, Vec<Option<Standing>>>> {
        let goals = self.complete(None);
        let wanted = |(at, tester): (usize, _)| models.contains(&ModelId(at)).then_some((ModelId(at), tester));
        let mut visitor = Listing {
            testers: self.testers.iter_mut().enumerate().filter_map(wanted).collect(),
            grounded: &mut self.grounded,
            seen,
            found: FxHashMap::default(),
            only,
            most,
            too_many: false,
        };
        visit_executions(&self.space, self.budget, goals, Orders::All, &mut visitor)?;
        match visitor.too_many {
            true => Err(Inconclusive::TooMany { what: Listed::States, limit: most }),
            false => {
                let known = |standings: Vec<Standing>| standings.into_iter().map(Some).collect();
                Ok(visitor.found.into_iter().map(|(outcome, standings)| (outcome, known(standings))).collect())
            }
        }
    }

    fn ruled_out(&self, model: ModelId, broken: &BTreeSet<u64>, least: &Execution) -> RuledOut {
        let tester = &self.testers[model.0];
        let first = witness::explain(&tester.elaborated, self.structure(), least);
        RuledOut { axioms: tester.names(hitting_set(broken)), broken: Ok(first) }
    }

    /// What a model leaves for hardware to break.
    fn decide_forbidden(&mut self, model: ModelId) -> Answer<Source> {
        if self.testers[model.0].has_flags() {
            let (race, _) = self.search(model, self.complete(None), true, Vec::new())?;
            if race.is_some() {
                return Ok(Source::Racy);
            }
        }
        if let Some(why) = self.race_beyond_bound(model)? {
            return Err(why);
        }
        match self.count_beyond_bound(model)? {
            0 => {}
            states => return Err(Inconclusive::UnrollBound { states }),
        }
        let allowed = self.allowed_states(model, &mut Seen::default())?;
        let (goals, budget) = (self.complete(None), self.budget);
        let candidates =
            collect_candidates(&self.space, budget, goals, Orders::CoMaximal, Some(&mut self.grounded), &allowed)?;
        Ok(Source::Defined(Forbidden { allowed: allowed.len(), candidates }))
    }

    /// Every complete execution that passes the filter, whatever models say, but for those with values out of thin air.
    ///
    /// # Errors
    /// Why they cannot be listed.
    pub fn executions(&mut self) -> Answer<Vec<Execution>> {
        let none = FxHashSet::default();
        collect_candidates(&self.space, self.budget, self.complete(None), Orders::All, None, &none)
    }
}

impl Engine for Explorer<'_> {
    fn add_model(&mut self, model: Elaborated) {
        self.testers.push(Tester::new(model, &mut self.specializer, &self.testers));
    }

    fn judge(&mut self, model: ModelId) -> Answer<Judgement> {
        let conditions = self.structure().program.conditions.iter();
        let goals: Vec<Goal> = conditions.map(|condition| self.goal(&condition.asked())).collect();
        let races = self.testers[model.0].has_flags();
        // Where no flag can be raised, only what satisfies a condition is of interest.
        let any = (!races).then(|| Goal::Or(goals.clone()));
        let asked = goals.into_iter().map(|goal| Asked { goal, found: None, broken: BTreeSet::new() }).collect();
        let goals = self.complete(any);
        let (race, asked) = self.search(model, goals, races, asked)?;
        if let Some(race) = race {
            let verdicts = asked.iter().map(|_| Verdict::Racy).collect();
            return Ok(Judgement { races: Races::Found(Box::new(race)), verdicts });
        }
        if let Some(reason) = self.race_beyond_bound(model)? {
            return Ok(Judgement::unknown(asked.len(), &reason));
        }
        let missed = asked.iter().any(|asked| asked.found.is_none());
        let beyond = if missed { self.count_beyond_bound(model)? } else { 0 };
        let verdict = |asked: Asked| match asked.found {
            Some(execution) => Verdict::Allowed(execution),
            None if beyond > 0 => Verdict::Unknown(Inconclusive::UnrollBound { states: beyond }),
            None => Verdict::Forbidden(self.testers[model.0].names(hitting_set(&asked.broken))),
        };
        Ok(Judgement { races: Races::None, verdicts: asked.into_iter().map(verdict).collect() })
    }

    fn states(&mut self, models: &[ModelId], seen: &mut Seen) -> Answer<Vec<State>> {
        let mut found = self.listing(models, None, MAX_STATES, seen)?;
        // What models allow out of thin air, unless nothing comes of it.
        let others = if self.grounded.allows_all() { &[] } else { models };
        for (at, &model) in others.iter().enumerate() {
            for outcome in self.allowed_states(model, seen)? {
                let standings = found.entry(outcome).or_insert_with(|| vec![None; models.len()]);
                standings[at] = Some(Standing::Allowed);
            }
        }
        let states = found.into_iter().map(|(outcome, standings)| {
            let answer = |(standing, &model): (Option<Standing>, &ModelId)| match standing {
                Some(Standing::Allowed) => OfState::Allowed,
                Some(Standing::Broken(broken, least)) => {
                    OfState::Forbidden(self.ruled_out(model, &broken, &least.execution))
                }
                None => OfState::Forbidden(RuledOut { axioms: Vec::new(), broken: Ok(None) }),
            };
            let models = standings.into_iter().zip(models).map(answer).collect();
            State { outcome, models }
        });
        Ok(states.collect())
    }

    fn allowed(&mut self, model: ModelId, seen: &mut Seen) -> Answer<Vec<Outcome>> {
        let mut found: Vec<Outcome> = self.allowed_states(model, seen)?.into_iter().collect();
        found.sort_unstable();
        Ok(found)
    }

    fn all_races(&mut self, model: ModelId) -> Answer<Vec<Race>> {
        if !self.testers[model.0].has_flags() {
            return Ok(Vec::new());
        }
        let mut races = Vec::new();
        let mut known = FxHashSet::default();
        self.each_allowed(model, self.complete(None), false, |tester, walk| {
            for Raised { flag, pairs } in tester.raised(walk) {
                let raised_first = known.insert((flag.clone(), None));
                let mut is_new = |&pair: &(EventId, EventId)| {
                    known.insert((flag.clone(), Some(FlaggedPair::new(pair, |event| walk.object(event)))))
                };
                let pairs: Vec<_> = unordered(pairs).into_iter().filter(|pair| is_new(pair)).collect();
                if !pairs.is_empty() || raised_first {
                    races.push(Race { flag, pairs, met: None, execution: walk.execution(), hanging: None });
                }
            }
            CONTINUE
        })?;
        Ok(without_needless(races))
    }

    fn count_beyond_bound(&mut self, model: ModelId) -> Answer<usize> {
        if !self.may_exceed_bound() {
            return Ok(0);
        }
        let goals = vec![Goal::exceeds_bound(self.structure(), true)];
        let most = Inconclusive::MOST_BEYOND_BOUND;
        let (found, too_many) = self.final_states(model, goals, most, &mut Seen::default())?;
        Ok(found.len() + usize::from(too_many))
    }

    fn forbidden(&mut self, model: ModelId) -> Answer<Source> {
        let says_the_same = |known: &ModelId| self.testers[model.0].says_the_same(&self.testers[known.0]);
        if let Some((_, answer)) = self.forbidden.iter().find(|(known, _)| says_the_same(known)) {
            return Ok(answer.clone());
        }
        let answer = self.decide_forbidden(model)?;
        self.forbidden.push((model, answer.clone()));
        Ok(answer)
    }

    fn reason(&mut self, model: ModelId, outcome: &Outcome) -> Answer<Option<RuledOut>> {
        let only = FxHashSet::from_iter([outcome.clone()]);
        let found = self.listing(&[model], Some(only), MAX_STATES, &mut Seen::default())?;
        Ok(match found.into_values().flatten().flatten().next() {
            Some(Standing::Broken(broken, least)) => Some(self.ruled_out(model, &broken, &least.execution)),
            Some(Standing::Allowed) | None => None,
        })
    }

    fn told_apart(&mut self, models: [ModelId; 2]) -> Answer<Option<Execution>> {
        // A model says the same of an execution as itself.
        if models[0] == models[1] {
            return Ok(None);
        }
        let goals = self.complete(None);
        let testers = self.testers.get_disjoint_mut(models.map(|model| model.0)).expect("two of the models added");
        let mut visitor = Apart { testers, found: None, thin_air: false };
        visit_executions(&self.space, self.budget, goals, Orders::All, &mut visitor)?;
        match visitor.found {
            None if visitor.thin_air => Err(Inconclusive::ThinAir),
            found => Ok(found),
        }
    }

    fn witnesses(&mut self, model: ModelId, states: &[Outcome], found: &mut Ending) -> Answer<()> {
        let mut wanted: FxHashSet<Outcome> =
            states.iter().filter(|state| !found.contains_key(*state)).cloned().collect();
        if wanted.is_empty() {
            return Ok(());
        }
        // Where few are wanted, what leads to others is not looked at.
        let ends = |state: &Outcome| self.goal(&state.prop(self.structure()));
        let goal = (wanted.len() <= FEW_STATES).then(|| Goal::Or(wanted.iter().map(ends).collect()));
        self.each_allowed(model, self.complete(goal), false, |_, walk| {
            let outcome = walk.outcome();
            if wanted.remove(&outcome) {
                found.insert(outcome, walk.execution());
            }
            if wanted.is_empty() { STOP } else { CONTINUE }
        })
    }

    fn ending_in(&mut self, prop: &Prop) -> Answer<Vec<Execution>> {
        let goals = self.complete([self.goal(prop)]);
        collect_candidates(&self.space, self.budget, goals, Orders::CoMaximal, None, &FxHashSet::default())
    }
}

fn collect_candidates(
    space: &Space<'_>,
    budget: u64,
    goals: Vec<Goal>,
    orders: Orders,
    grounded: Option<&mut Tester>,
    allowed: &FxHashSet<Outcome>,
) -> Answer<Vec<Execution>> {
    let mut visitor =
        Candidates { grounded, allowed, orders, found: Vec::new(), too_many: false, seen: FxHashSet::default() };
    visit_executions(space, budget, goals, orders, &mut visitor)?;
    match visitor.too_many {
        true => Err(Inconclusive::TooMany { what: Listed::Executions, limit: MAX_CANDIDATES }),
        false => Ok(visitor.found),
    }
}

/// Shows executions that satisfy goals to a visitor.
fn visit_executions(
    space: &Space<'_>,
    budget: u64,
    goals: Vec<Goal>,
    orders: Orders,
    visitor: &mut dyn Visitor,
) -> Answer<()> {
    answer_of(Walk::new(space, goals, orders, budget).run(visitor))
}

fn answer_of(end: End) -> Answer<()> {
    match end {
        End::Done => Ok(()),
        End::Inconclusive(why) => Err(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::source::Source as SourceText;

    /// As many states as may be listed are; one more is too many, however many executions end in each.
    #[test]
    fn more_states_than_may_be_listed_are_too_many() {
        let text = r#"litmus t "t" memory { global x: i32 = 0 }
            thread P0 @ agent 0, workgroup 0, wavefront 0 { store atomic i32 1, x monotonic store atomic i32 1, x monotonic }
            thread P1 @ agent 0, workgroup 1, wavefront 0 { r0 = load atomic i32, x monotonic }
            forall (true)"#;
        let structure = crate::load::event_structure(&SourceText::new("t.litmus", text)).expect("well formed");
        let elaborations = crate::models::elaborations();
        let mut explorer = Explorer::new(&structure, &elaborations).expect("well formed");
        let mut listed = |most| explorer.listing(&[], None, most, &mut Seen::default()).map(|found| found.len());
        assert!(matches!(listed(2), Ok(2)), "x = 1, and r0 = 0 or 1");
        assert!(matches!(listed(1), Err(Inconclusive::TooMany { limit: 1, .. })));
    }
}
