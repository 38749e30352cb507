//! One test against what it expects: its questions asked, each model elaborated once.

mod asks;
mod depicted;
mod outcomes;
mod resting;
mod state;
mod witnesses;

use crate::allowance;
use crate::cat::Model;
use crate::engine::answers::{Judgement, Races, RuledOut, Source as Allowed, Verdict};
use crate::engine::bound::{Found, raising};
use crate::engine::{Answer, Decider, EngineChoice, Inconclusive, ModelId, Outcome, RaceSemantics, Settings};
use crate::fit::Used;
use crate::load;
use crate::program::{Condition, EventStructure, Prop};
use crate::refine::{self, Endings, HardwareVerdict, Platform, RefinementResult};
use crate::resources::Resources;
use crate::syntax::litmus::ast;
use crate::syntax::source::{Diagnostic, Source};
use crate::targets::TargetConfiguration;
use crate::verdict::{ConditionVerdict, Decided, RestsOn};
use itertools::Itertools;
use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

pub use asks::{Asks, Hardware, asked_models};
pub use depicted::{Depicted, Scene, Shows, checked_scenes, outcome_scenes};
pub use outcomes::{Outcomes, outcomes};
pub use state::{races, state};
pub use witnesses::{Witness, Witnesses, unshown, witnesses};

/// The models that a test is run under, and how engines are asked.
#[derive(Clone)]
pub struct Options<'r> {
    /// The models to ask, or none for those the test names.
    pub models: Vec<String>,
    /// How they are asked; expectations are of [`RaceSemantics::CatchFire`] and compared under it only.
    pub settings: Settings,
    /// Whether verdicts say which assumptions they rest on.
    pub sensitivity: bool,
    /// Where models, tables and hardware come from.
    pub resources: &'r Resources,
}

impl Options<'_> {
    /// The same, to ask what forbids a state.
    fn explaining(&self) -> Self {
        Options { settings: self.settings.explaining(), ..self.clone() }
    }

    /// Whether expectations of refinement and hardware are asked about: they hold under the models and the race semantics
    /// that they are written for.
    fn asks_expectations(&self) -> bool {
        self.models.is_empty() && self.settings.races == RaceSemantics::CatchFire
    }
}

/// The answers to a test's conditions and expectations.
pub struct Checked {
    /// The event structure of the test, with the program that it is of.
    pub structure: EventStructure,
    /// The race semantics under which the models were asked.
    pub races: RaceSemantics,
    /// By model: what it answers to each condition.
    pub models: Vec<ModelFound>,
    /// By expectation of refinement, in the test's order.
    pub refinements: Vec<RefinementsFound>,
    /// By expectation of hardware, in the test's order.
    pub hardware: Vec<HardwareFound>,
    /// Why it is not said of all verdicts what they rest on, where it was asked.
    pub resting_ended: Option<Inconclusive>,
    /// Seconds from the text to the last verdict.
    pub seconds: f64,
}

impl Checked {
    /// Whether nothing of it is inconclusive.
    pub fn is_decided(&self) -> bool {
        let refined = self.refinements.iter().flat_map(|(_, results)| results).all(RefinementResult::is_decided);
        let hardware = self.hardware.iter().flat_map(|(_, answers)| answers).all(HardwareAnswer::is_decided);
        self.models.iter().all(ModelFound::is_decided) && refined && hardware && self.resting_ended.is_none()
    }
}

impl Found for Checked {
    fn open(&mut self) -> Vec<&mut Inconclusive> {
        let models = self.models.iter_mut().flat_map(|found| found.judgement.inconclusive_mut());
        let refined = self.refinements.iter_mut().flat_map(|(_, results)| results);
        let refined = refined.filter_map(|result| result.verdict.inconclusive_mut());
        let hardware = self.hardware.iter_mut().flat_map(|(_, answers)| answers);
        let hardware = hardware.filter_map(|answer| answer.verdict.inconclusive_mut());
        models.chain(refined).chain(hardware).collect()
    }
}

impl ModelFound {
    fn is_decided(&self) -> bool {
        let Judgement { races, verdicts } = &self.judgement;
        let races = !matches!(races, Races::Unknown(_));
        let verdicts = verdicts.iter().all(|verdict| verdict.word().is_decided());
        let explained = self.ruled_out.iter().all(|why| why.is_ok());
        races && verdicts && explained && self.rests_on.iter().flatten().flatten().all(RestsOn::is_decided)
    }
}

impl HardwareAnswer {
    fn is_decided(&self) -> bool {
        self.verdict.word().is_decided() && self.rests_on.iter().flatten().all(RestsOn::is_decided)
    }
}

/// What a model answers.
pub struct ModelFound {
    /// The model's name, as it was asked for.
    pub name: String,
    /// Its races, and its verdict on each condition.
    pub judgement: Judgement,
    /// By condition: why it is forbidden, and what an execution breaks that ends as asked in the first such state, where that is expected otherwise; where nothing is
    /// expected, after [`explain_unasked`].
    pub ruled_out: Vec<Answer<Option<RuledOut>>>,
    /// By condition: the assumptions of the model that give another verdict if they are decided otherwise, where that is asked.
    pub rests_on: Vec<Option<Assumptions>>,
}

/// Assumptions that a verdict on a condition rests on.
pub type Assumptions = Vec<RestsOn<ConditionVerdict>>;

/// An expectation of refinement, and what was found on each of its targets.
pub type RefinementsFound = (ast::Refinement, Vec<RefinementResult>);

/// An expectation of hardware, and what each of its targets answers.
pub type HardwareFound = (ast::HardwareExpect, Vec<HardwareAnswer>);

/// What a target answers to an expectation of hardware.
pub struct HardwareAnswer {
    /// The target configuration that was asked.
    pub configuration: TargetConfiguration,
    /// Whether it reaches the state that the test asks for.
    pub verdict: HardwareVerdict,
    /// The assumptions of the hardware that give another verdict if they are decided otherwise; `None` where that is not asked.
    pub rests_on: Option<Assumptions>,
}

/// Asks a test's models, hardware and refinement targets, and keeps what each answers.
///
/// # Errors
/// What is wrong with it, or with a model, table or hardware file that it names.
pub fn check(source: &Arc<Source>, options: &Options<'_>) -> Result<Checked, Vec<Diagnostic>> {
    let start = Instant::now();
    let mut found = raising(load::program(source)?, options.settings, |structure| checked(structure, options))?;
    if options.sensitivity {
        resting::rest(&mut found, options)?;
    }
    Ok(Checked { seconds: start.elapsed().as_secs_f64(), ..found })
}

fn checked(structure: EventStructure, options: &Options<'_>) -> Result<Checked, Vec<Diagnostic>> {
    let mut asked = Asked::new(&structure, options)?;
    let hardware = asked.hardware()?;
    let mut models = asked.judgements()?;
    let refinements = asked.refinements()?;
    let races = options.settings.races;
    drop(asked);
    // Last, so that no verdict is missing for the time that it takes.
    let is_solved = options.settings.engine == EngineChoice::Smt;
    if is_solved || models.iter().any(|found| !unexpected(&structure, found).is_empty()) {
        let options = options.explaining();
        let explained = allowance::rest(|| {
            let mut asked = Asked::new(&structure, &options)?;
            if is_solved {
                asked.show_as_enumeration(&mut models)?;
            }
            asked.explain(&mut models, unexpected)
        });
        match explained {
            Ok(explained) => explained?,
            Err(why) => unexplained(&structure, &mut models, &why.into()),
        }
    }
    Ok(Checked { structure, races, models, refinements, hardware, resting_ended: None, seconds: 0.0 })
}

/// Adds what forbids states of which nothing is expected, as far as there is time for it: what is drawn of them.
///
/// # Errors
/// As [`check`].
pub fn explain_unasked(found: &mut Checked, options: &Options<'_>) -> Result<(), Vec<Diagnostic>> {
    let Checked { structure, models, .. } = found;
    if models.iter().all(|found| unasked(structure, found).is_empty()) {
        return Ok(());
    }
    let options = options.explaining();
    allowance::rest(|| Asked::new(structure, &options)?.explain(models, unasked)).unwrap_or(Ok(()))
}

/// The conditions, by number, whose state a model forbids where that is not expected.
fn unexpected(structure: &EventStructure, found: &ModelFound) -> Vec<usize> {
    forbidden(structure, found, |expected| expected.is_some_and(|expected| expected != ConditionVerdict::Forbidden))
}

/// The conditions, by number, whose state a model forbids and of which nothing is expected.
fn unasked(structure: &EventStructure, found: &ModelFound) -> Vec<usize> {
    forbidden(structure, found, |expected| expected.is_none())
}

/// The conditions, by number, whose state a model forbids, of those of which something that is wanted is expected.
fn forbidden(
    structure: &EventStructure,
    found: &ModelFound,
    is_wanted: impl Fn(Option<ConditionVerdict>) -> bool,
) -> Vec<usize> {
    let own = crate::models::expected_name(&found.name);
    let expected = |condition: &Condition| {
        let expected = condition.expects.iter().find(|expected| expected.model == own);
        expected.map(|expected| ConditionVerdict::from(expected.verdict))
    };
    let conditions = structure.program.conditions.iter().zip(&found.judgement.verdicts).enumerate();
    let forbidden = conditions.filter(|(_, (_, verdict))| matches!(verdict, Verdict::Forbidden(_)));
    forbidden.filter(|(_, (condition, _))| is_wanted(expected(condition))).map(|(at, _)| at).collect()
}

/// Says of what is still to be explained why it is not.
fn unexplained(structure: &EventStructure, models: &mut [ModelFound], why: &Inconclusive) {
    for found in models {
        for at in unexpected(structure, found) {
            let ruled_out = &mut found.ruled_out[at];
            if matches!(ruled_out, Ok(None)) {
                *ruled_out = Err(why.clone());
            }
        }
    }
}

/// A test being asked: one decider answers its questions, and has each model once.
struct Asked<'a> {
    structure: &'a EventStructure,
    options: &'a Options<'a>,
    decider: Decider<'a>,
    ids: BTreeMap<String, ModelId>,
    /// By id.
    added: Vec<&'static Model>,
}

impl<'a> Asked<'a> {
    fn new(structure: &'a EventStructure, options: &'a Options<'a>) -> Result<Self, Vec<Diagnostic>> {
        let decider = Decider::new(structure, options.resources.elaborations(), options.settings)
            .map_err(|error| vec![*error])?;
        Ok(Asked { structure, options, decider, ids: BTreeMap::new(), added: Vec::new() })
    }

    /// The id of a model, which is elaborated when it is first asked for.
    fn model(&mut self, name: &str) -> Result<ModelId, Vec<Diagnostic>> {
        if let Some(&id) = self.ids.get(name) {
            return Ok(id);
        }
        let model = self.options.resources.model(name)?;
        let id = self.add(model)?;
        self.ids.insert(name.to_string(), id);
        Ok(id)
    }

    fn add(&mut self, model: &'static Model) -> Result<ModelId, Vec<Diagnostic>> {
        let id = self.decider.add_model(model).map_err(|error| vec![*error])?;
        self.added.push(model);
        Ok(id)
    }

    /// Why a model says nothing of the test that its author means.
    fn misfit(&self, id: ModelId, used: Used) -> Option<Inconclusive> {
        self.options.resources.fits().misfit((self.added[id.0], id), used, &self.decider)
    }

    /// The models to ask, by name.
    fn models(&mut self) -> Result<Vec<(String, ModelId)>, Vec<Diagnostic>> {
        let mut models = Vec::new();
        for (name, span) in asks::model_names(self.structure, self.options) {
            let id = self.model(&name).map_err(|errors| match span {
                Some(span) => asks::expected_at(self.structure, span, &name, errors),
                None => errors,
            })?;
            models.push((name, id));
        }
        Ok(models)
    }

    /// Adds the variants of models, each once, and says of which one each is.
    fn add_variants(&mut self, models: &mut Vec<(String, ModelId)>) -> Result<Vec<usize>, Vec<Diagnostic>> {
        let mut of = Vec::new();
        for model in 0..models.len() {
            for (name, variant) in self.options.resources.variants(&models[model].0)? {
                if models.iter().any(|(known, _)| known == name) {
                    continue;
                }
                let id = self.add(variant)?;
                models.push((name.clone(), id));
                of.push(model);
            }
        }
        Ok(of)
    }

    fn judgements(&mut self) -> Result<Vec<ModelFound>, Vec<Diagnostic>> {
        let mut found = Vec::new();
        for (name, id) in self.models()? {
            let judgement = self.judgement(id);
            let rests_on = judgement.verdicts.iter().map(|_| None).collect();
            let ruled_out = judgement.verdicts.iter().map(|_| Ok(None)).collect();
            found.push(ModelFound { name, judgement, ruled_out, rests_on });
        }
        Ok(found)
    }

    /// Has enumeration show the same, where it can: executions, races and axioms are then the same by each engine.
    fn show_as_enumeration(&mut self, models: &mut [ModelFound]) -> Result<(), Vec<Diagnostic>> {
        for found in models {
            let id = self.model(&found.name)?;
            let judgement = self.judgement(id);
            if judgement.says_as(&found.judgement) {
                found.judgement = judgement;
            }
        }
        Ok(())
    }

    /// Adds what forbids the states of conditions, which are those of a model that are wanted.
    fn explain(
        &mut self,
        models: &mut [ModelFound],
        wanted: fn(&EventStructure, &ModelFound) -> Vec<usize>,
    ) -> Result<(), Vec<Diagnostic>> {
        for found in models {
            for at in wanted(self.structure, found) {
                let id = self.model(&found.name)?;
                found.ruled_out[at] = self.why_ruled_out(id, &self.structure.program.conditions[at].asked());
            }
        }
        Ok(())
    }

    /// What a model answers, if the test is one that it is for.
    fn judgement(&mut self, id: ModelId) -> Judgement {
        match self.misfit(id, Used::Verdicts) {
            Some(why) => Judgement::unknown(self.structure.program.conditions.len(), &why),
            None => self.decider.judge(id),
        }
    }

    /// Why the asked states are ruled out, the same by each engine: what does so with any of them, and what an execution breaks that ends in the first;
    /// `None` if no execution ends in one, or nothing is broken.
    fn why_ruled_out(&mut self, id: ModelId, asked: &Prop) -> Answer<Option<RuledOut>> {
        let ending = self.decider.ending_in(asked)?;
        let outcomes: BTreeSet<Outcome> = ending.iter().map(|execution| execution.outcome(self.structure)).collect();
        let mut why: Option<RuledOut> = None;
        for outcome in &outcomes {
            let Some(reason) = self.decider.reason(id, outcome)? else { continue };
            match &mut why {
                None => why = Some(reason),
                Some(why) => why.axioms.extend(reason.axioms),
            }
        }
        Ok(why.map(|why| RuledOut { axioms: why.axioms.into_iter().unique().collect(), ..why }))
    }

    /// The refinement results on the targets of every expectation of refinement; none unless [`Options::asks_expectations`].
    fn refinements(&mut self) -> Result<Vec<RefinementsFound>, Vec<Diagnostic>> {
        let mut found = Vec::new();
        if !self.options.asks_expectations() {
            return Ok(found);
        }
        let mut allowed: BTreeMap<(bool, Platform), Result<Allowed, Inconclusive>> = BTreeMap::new();
        for expectation in &self.structure.program.refinements {
            let targets = asks::refinement_targets(self.structure, expectation, self.options.resources)?;
            let opencl = expectation.opencl;
            let mut results = Vec::new();
            for target in &targets {
                let platform = target.platform(self.structure);
                let allowed = match allowed.entry((opencl, platform)) {
                    Entry::Occupied(entry) => entry.into_mut(),
                    Entry::Vacant(entry) => entry.insert(self.allowed(refine::model_for_language(opencl), platform)?),
                };
                results.push(refine::refine_against(target, self.structure, allowed));
            }
            found.push((expectation.clone(), results));
        }
        Ok(found)
    }

    /// What the source may do on a platform.
    fn allowed(&mut self, model: &str, platform: Platform) -> Result<Result<Allowed, Inconclusive>, Vec<Diagnostic>> {
        match platform.source(self.structure) {
            Cow::Borrowed(_) => {
                let id = self.model(model)?;
                Ok(self.decider.forbidden(id))
            }
            Cow::Owned(structure) => {
                let mut asked = Asked::new(&structure, self.options)?;
                let id = asked.model(model)?;
                Ok(asked.decider.forbidden(id))
            }
        }
    }

    /// The hardware's verdict on the targets of every expectation of hardware; none unless [`Options::asks_expectations`].
    fn hardware(&mut self) -> Result<Vec<HardwareFound>, Vec<Diagnostic>> {
        let mut found = Vec::new();
        if !self.options.asks_expectations() {
            return Ok(found);
        }
        for condition in &self.structure.program.conditions {
            if condition.hardware.is_empty() {
                continue;
            }
            let endings = Endings::new(&mut self.decider, condition.asked());
            for expectation in &condition.hardware {
                let mut verdicts = Vec::new();
                for asks::Hardware { configuration, chip, .. } in
                    asks::hardware(self.structure, condition, expectation, self.options.resources)?
                {
                    let verdict = endings.reached(&configuration, &chip)?;
                    verdicts.push(HardwareAnswer { configuration, verdict, rests_on: None });
                }
                found.push((expectation.clone(), verdicts));
            }
        }
        Ok(found)
    }
}
