//! Executions to be drawn: what a model orders in them, and what they show.

use super::{Checked, ModelFound, Outcomes, Witnesses};
use crate::cat::core::Reason;
use crate::engine::answers::{OfState, Race, Races, RuledOut, Verdict};
use crate::engine::witness::{Broken, happens_before, met};
use crate::engine::{Execution, elaborate_for};
use crate::program::{EventId, EventStructure};
use crate::resources::Resources;
use crate::syntax::source::Diagnostic;
use crate::verdict::ConditionVerdict;

/// An execution, and what a model says of it.
pub struct Depicted<'a> {
    /// The event structure that it is of.
    pub structure: &'a EventStructure,
    /// The execution.
    pub execution: &'a Execution,
    /// The model's name.
    pub model: String,
    /// Why the model's happens-before orders events of different threads, as far as it does not follow from other pairs.
    pub order: Vec<Reason>,
    /// What the execution has of what the model asks for (`~`), if the model allows it: a cycle, say.
    pub met: Vec<Broken>,
    /// What the execution shows.
    pub shows: Shows<'a>,
}

/// What an execution shows.
#[derive(Clone, Copy)]
pub enum Shows<'a> {
    /// That a state is allowed.
    Allowed,
    /// What forbids a state.
    Forbidden(&'a Broken),
    /// That accesses race, two of them if the model says which.
    Race(&'a Race, Option<(EventId, EventId)>),
    /// That loops repeat forever.
    Hangs,
}

/// An execution with what a model says of it.
fn depict<'a>(
    structure: &'a EventStructure,
    (execution, shows): (&'a Execution, Shows<'a>),
    model: &str,
    resources: &Resources,
) -> Result<Depicted<'a>, Vec<Diagnostic>> {
    let core = resources.model(model)?;
    let elaborated = elaborate_for(structure, core, resources.elaborations()).map_err(|error| vec![*error])?;
    let order = happens_before(&elaborated, structure, execution);
    let met = match shows {
        Shows::Allowed | Shows::Race(..) => met(&elaborated, structure, execution),
        Shows::Forbidden(_) | Shows::Hangs => Vec::new(),
    };
    Ok(Depicted { structure, execution, model: model.to_string(), order, met, shows })
}

/// What may be drawn, before a model is asked what it orders: the models that say the same, an execution, and what it shows.
pub struct Scene<'a> {
    /// The event structure that the execution is of.
    pub structure: &'a EventStructure,
    /// The models' names; the first is asked.
    pub models: Vec<&'a str>,
    /// The execution.
    pub execution: &'a Execution,
    /// What it shows.
    pub shows: Shows<'a>,
}

impl<'a> Scene<'a> {
    /// The execution with what the first of the models says of it.
    ///
    /// # Errors
    /// What is wrong with the model, or with it for this test.
    pub fn depict(&self, resources: &Resources) -> Result<Depicted<'a>, Vec<Diagnostic>> {
        let asked = self.models.first().copied().unwrap_or_default();
        let depicted = depict(self.structure, (self.execution, self.shows), asked, resources)?;
        Ok(Depicted { model: self.models.join(", "), ..depicted })
    }

    /// The verdict that the execution shows, in a word.
    pub fn word(&self) -> ConditionVerdict {
        match self.shows {
            Shows::Allowed => ConditionVerdict::Allowed,
            Shows::Forbidden(_) => ConditionVerdict::Forbidden,
            Shows::Race(..) => ConditionVerdict::Racy,
            Shows::Hangs => ConditionVerdict::Hangs,
        }
    }

    /// Whether another scene shows the same by another model.
    fn is_like(&self, other: &Scene<'_>) -> bool {
        match (self.shows, other.shows) {
            (Shows::Allowed, Shows::Allowed) | (Shows::Hangs, Shows::Hangs) => true,
            (Shows::Forbidden(a), Shows::Forbidden(b)) => a.axiom == b.axiom,
            (Shows::Race(a, pair), Shows::Race(b, other)) => (&a.flag, pair) == (&b.flag, other),
            (Shows::Allowed | Shows::Hangs | Shows::Forbidden(_) | Shows::Race(..), _) => false,
        }
    }
}

/// What a race shows, a pair at a time: pictures of several are not read easily.
fn races(race: &Race) -> Vec<Shows<'_>> {
    match race.pairs.as_slice() {
        [] => vec![Shows::Race(race, None)],
        pairs => pairs.iter().map(|&pair| Shows::Race(race, Some(pair))).collect(),
    }
}

/// Adds a scene to those of one state or condition, unless one of them shows the same: then it names one model more.
fn add<'a>(scenes: &mut Vec<Scene<'a>>, scene: Scene<'a>) {
    match scenes.iter_mut().find(|known| known.is_like(&scene)) {
        Some(known) => known.models.extend(scene.models),
        None => scenes.push(scene),
    }
}

/// What may be drawn of a test's final states: for each that is forbidden what an execution breaks that ends in it, for each that is allowed an
/// execution, and the races. First come those that are forbidden, then races. By a model that finds a race nothing is forbidden.
pub fn outcome_scenes<'a>(found: &'a Outcomes, witnesses: &'a Witnesses) -> Vec<Scene<'a>> {
    let (mut forbidden, mut racy, mut allowed) = (Vec::new(), Vec::new(), Vec::new());
    let structure = &found.structure;
    let models = || found.models.iter().map(String::as_str).enumerate();
    for (state, witnesses) in found.states.iter().zip(witnesses) {
        let (mut breaks, mut reached) = (Vec::new(), Vec::new());
        for (at, model) in models() {
            let scene = |execution, shows| Scene { structure, models: vec![model], execution, shows };
            if let OfState::Forbidden(RuledOut { broken: Ok(Some(broken)), .. }) = &state.models[at]
                && !found.is_racy(at)
            {
                add(&mut breaks, scene(&broken.execution, Shows::Forbidden(broken)));
            }
            if let Some(Ok(Some(witness))) = witnesses.get(at) {
                add(&mut reached, scene(&witness.execution, Shows::Allowed));
            }
        }
        forbidden.append(&mut breaks);
        allowed.append(&mut reached);
    }
    for (at, model) in models() {
        for race in found.races.get(at).into_iter().flatten() {
            let (structure, execution) = (race.structure(structure), &race.execution);
            for shows in races(race) {
                add(&mut racy, Scene { structure, models: vec![model], execution, shows });
            }
        }
    }
    forbidden.into_iter().chain(racy).chain(allowed).collect()
}

/// What may be drawn of verdicts that are not as expected, or of which nothing is expected: by condition, the line of which is given.
pub fn checked_scenes(checked: &Checked) -> Vec<(usize, Scene<'_>)> {
    let structure = &checked.structure;
    let source = &structure.program.source;
    let mut all = Vec::new();
    for (at, condition) in structure.program.conditions.iter().enumerate() {
        let mut scenes = Vec::new();
        for found in &checked.models {
            let own = crate::models::expected_name(&found.name);
            let expected = condition.expects.iter().find(|expected| expected.model == own);
            let verdict = &found.judgement.verdicts[at];
            if expected.is_none_or(|expected| ConditionVerdict::from(expected.verdict) != verdict.word()) {
                scenes.extend(shown(structure, found, at).into_iter().map(|(structure, execution, shows)| {
                    let models = vec![found.name.as_str()];
                    Scene { structure, models, execution, shows }
                }));
            }
        }
        let (line, _) = source.line_column(condition.span.start);
        let mut distinct = Vec::new();
        scenes.into_iter().for_each(|scene| add(&mut distinct, scene));
        all.extend(distinct.into_iter().map(|scene| (line, scene)));
    }
    all
}

/// What shows a model's verdict on a condition.
fn shown<'a>(
    structure: &'a EventStructure,
    found: &'a ModelFound,
    condition: usize,
) -> Vec<(&'a EventStructure, &'a Execution, Shows<'a>)> {
    let why = found.ruled_out[condition].as_ref().ok().and_then(Option::as_ref);
    let broken = why.and_then(|why| why.broken.as_ref().ok()?.as_ref());
    match (&found.judgement.verdicts[condition], &found.judgement.races, broken) {
        (Verdict::Allowed(execution), ..) => vec![(structure, &**execution, Shows::Allowed)],
        (Verdict::Hangs(hang), ..) => vec![(&*hang.structure, &hang.execution, Shows::Hangs)],
        (Verdict::Racy, Races::Found(race), _) => {
            races(race).into_iter().map(|shows| (race.structure(structure), &race.execution, shows)).collect()
        }
        (Verdict::Forbidden(_), _, Some(broken)) => vec![(structure, &broken.execution, Shows::Forbidden(broken))],
        (Verdict::Racy | Verdict::Forbidden(_) | Verdict::Terminates(_) | Verdict::Unknown(_), ..) => Vec::new(),
    }
}
