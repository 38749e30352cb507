//! Tests made of generated programs: each asks about the states that a model forbids and that every program ordering less allows.

use super::allowed::{Allowed, Named, Obstacle, decided};
use super::depends;
use super::programs::{Choice, Counts, NAME, Programs, structure};
use super::rows;
use super::run::{Ended, Phase, Run};
use super::shard::Job;
use super::source::content;
use super::store::Question;
use crate::allowance;
use crate::engine::answers::{OfState, State};
use crate::engine::{Decider, ModelId, Outcome, Settings};
use crate::generate::{Base, Limits};
use crate::models;
use crate::program::EventStructure;
use crate::refine::{self, RefinementTarget};
use crate::resources::Resources;
use crate::syntax::litmus::ast::{Expected, Refined};
use crate::syntax::source::Diagnostic;
use crate::verdict::RefinementVerdict;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

mod text;

/// Which programs tests are made of, and of which models and targets the tests expect verdicts.
pub struct Options<'r> {
    /// The models, of which one at least forbids what a test asks about.
    pub models: Vec<Named<'r>>,
    /// What code the tests expect something of.
    pub targets: Vec<RefinementTarget<'r>>,
    /// How large programs are at most.
    pub limits: Limits,
    /// Which engine answers, how long each question may take, and what a race means.
    pub settings: Settings,
    /// The run's models, tables and hardware files, each read once.
    pub resources: &'r Resources,
    /// The answers that are known, and whether to go on.
    pub run: &'r Run,
}

/// The tests of a space.
pub struct Synthesized {
    /// How many of its programs are tests, and why others are not.
    pub counts: Counts,
    /// The tests, smaller ones first.
    pub tests: Vec<Test>,
    /// Verdicts on code that a test lacks, as they could not be decided.
    pub unknown_code: usize,
    /// If the run was told to end: of how many base programs it is known whether they are tests.
    pub interrupted: Option<usize>,
}

/// A generated program as a test: with conditions on its final states, and what each model and target is expected to say of them.
pub struct Test {
    /// The name of the test, and of its file without the extension: its shape and its number among those of the shape.
    pub name: String,
    /// Its text in the canonical form.
    pub text: String,
}

/// What is known of a program that is made a test.
#[derive(Clone, Serialize, Deserialize)]
struct Described {
    /// The states that it asks about, in order; none if it says nothing that programs ordering less do not.
    states: Vec<Asked>,
    /// What code is expected to do, by target; `None` if there is no code.
    refinements: Vec<(usize, Refined)>,
    /// The targets whose verdict could not be decided.
    unknown_code: usize,
}

/// A state that a test asks about.
#[derive(Clone, Serialize, Deserialize)]
struct Asked {
    outcome: Outcome,
    /// By model, what it answers, and why if it forbids the state.
    expected: Vec<(Expected, Option<String>)>,
}

impl Options<'_> {
    /// What shards of the command are parts of.
    pub fn job(&self) -> Job {
        let Limits { events, threads } = self.limits;
        let models: String = self.models.iter().map(|(name, _)| format!(" --model {name}")).collect();
        let target = |target: &RefinementTarget<'_>| format!(" --target {}", target.configuration);
        let targets: String = self.targets.iter().map(target).collect();
        let opencl = if self.targets.iter().any(|target| target.opencl) { " --opencl" } else { "" };
        let settings = Job::settings(self.settings);
        let command = format!("litmus synth{models}{targets}{opencl} --events {events} --threads {threads} {settings}");
        Job::on_targets(command, &self.contents(), self.targets.iter())
    }

    /// The models by all that they say.
    fn contents(&self) -> Vec<Question> {
        self.models.iter().map(|(_, model)| content(model, self.settings.races)).collect()
    }
}

/// Makes tests of every program within the limits.
///
/// # Errors
/// What is wrong with a model, or that the run was told to end.
pub fn synthesize(options: &Options<'_>) -> Result<Synthesized, Ended> {
    let models: Vec<_> = options.models.iter().map(|(_, model)| *model).collect();
    let Options { resources, settings, run, .. } = *options;
    let has_clusters = |target: &RefinementTarget<'_>| target.configuration.target.cluster;
    let clusters = options.targets.is_empty() || options.targets.iter().any(has_clusters);
    let choice = Choice { models: &models, resources, settings, run, clusters };
    let Programs { bases, mut counts, .. } = Programs::new(options.limits, &choice)?;
    if run.is_stopped() {
        return Err(Ended::Interrupted);
    }
    let work = run.work(Phase::Asking, bases.len());
    let depends = Depends::new(options)?;
    let described = |base: &Base| {
        if run.is_stopped() {
            return Ok(None);
        }
        let described = decided(depends.described(base, options))?;
        // What was being decided may be open for no other reason.
        let is_open = described.as_ref().map_or(true, |(_, described)| described.unknown_code > 0);
        if is_open && run.is_stopped() {
            return Ok(None);
        }
        work.one_is_done();
        Ok(Some(described))
    };
    let described: Vec<Option<_>> = bases.par_iter().map(described).collect::<Result<_, Vec<Diagnostic>>>()?;
    let done = described.iter().flatten().count();
    let interrupted = (done < bases.len()).then_some(done);
    if interrupted == Some(0) {
        return Err(Ended::Interrupted);
    }
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let (mut tests, mut unknown_code) = (Vec::new(), 0);
    for (base, described) in bases.iter().zip(described).filter_map(|(base, found)| Some((base, found?))) {
        match described {
            Err(_inconclusive) => counts.unknown += 1,
            Ok((_, described)) if described.states.is_empty() => counts.implied += 1,
            Ok((structure, described)) => {
                let shape = base.shape().to_string();
                let number = numbers.entry(shape.clone()).or_default();
                *number += 1;
                let name = format!("{shape}-{number:03}");
                let text = text::test(&name, &structure, &described, options)?;
                unknown_code += described.unknown_code;
                tests.push(Test { name, text });
            }
        }
    }
    counts.judged = tests.len();
    Ok(Synthesized { counts, tests, unknown_code, interrupted })
}

/// What the tests of all programs depend on.
struct Depends {
    models: Vec<Question>,
    hardware: Vec<Question>,
}

impl Depends {
    /// # Errors
    /// What is wrong with the model of the code's language.
    fn new(options: &Options<'_>) -> Result<Depends, Vec<Diagnostic>> {
        let mut models = options.contents();
        if let Some(first) = options.targets.first() {
            let model = options.resources.model(refine::model_for_language(first.opencl))?;
            models.push(content(model, options.settings.races));
        }
        Ok(Depends { models, hardware: options.targets.iter().map(depends::hardware).collect() })
    }

    /// What a program is about, as an earlier run has found it or as it is decided now.
    fn described(&self, base: &Base, options: &Options<'_>) -> Result<(EventStructure, Described), Obstacle> {
        let draft = base.draft();
        let order = draft.order();
        let structure = structure(&draft.text_in(&order, NAME))?;
        let weaker = base.weaker().into_iter().map(|weaker| weaker.draft().text_in(&order, NAME));
        let weaker: Vec<String> = weaker.collect();
        let question = || Some(self.question(&structure, &weaker, options));
        let decide = || {
            let described = describe(&structure, &weaker, options)?;
            let is_decided = described.unknown_code == 0;
            Ok::<_, Obstacle>((described, is_decided))
        };
        let described = rows::row(&options.run.store, question, |described| described, decide)?;
        Ok((structure, described))
    }

    fn question(&self, structure: &EventStructure, weaker: &[String], options: &Options<'_>) -> Question {
        let code = options.targets.iter().map(|target| depends::code_of(structure, target));
        let texts = (&structure.program.source.text, weaker);
        let engine = format!("{:?}", options.settings.engine);
        Question::about(&("test", texts, engine, &self.models, &self.hardware, code.collect::<Vec<_>>()))
    }
}

/// What a program is about, given the texts of those that order less.
fn describe(structure: &EventStructure, weaker: &[String], options: &Options<'_>) -> Result<Described, Obstacle> {
    let (mut decider, ids) = decider(structure, options)?;
    let own = ids.iter().map(|&id| Allowed::decide(&mut decider, id)).collect::<Result<Vec<_>, _>>()?;
    let weaker = weaker.iter().map(|text| allowed(text, options)).collect::<Result<Vec<_>, _>>()?;
    let is_new = |(model, own): (usize, &Allowed), state: &State| {
        !own.has(&state.outcome) && weaker.iter().all(|weaker| weaker[model].has(&state.outcome))
    };
    let states = decider.states(&ids)?.into_iter();
    let states = states.filter(|state| own.iter().enumerate().any(|own| is_new(own, state)));
    let asked = |state: State| Asked { expected: expected(&state, &own), outcome: state.outcome };
    let states: Vec<Asked> = states.map(asked).collect();
    let (refinements, unknown_code) = match states.is_empty() {
        true => (Vec::new(), 0),
        false => refinements(structure, &mut decider, options)?,
    };
    Ok(Described { states, refinements, unknown_code })
}

fn decider<'a>(
    structure: &'a EventStructure,
    options: &'a Options<'_>,
) -> Result<(Decider<'a>, Vec<ModelId>), Obstacle> {
    let mut decider = Decider::new(structure, options.resources.elaborations(), options.settings)?;
    let ids = options.models.iter().map(|(_, model)| decider.add_model(model)).collect::<Result<_, _>>()?;
    Ok((decider, ids))
}

/// By model, what it allows of a program.
fn allowed(text: &str, options: &Options<'_>) -> Result<Vec<Allowed>, Obstacle> {
    let structure = structure(text)?;
    let (mut decider, ids) = decider(&structure, options)?;
    Ok(ids.into_iter().map(|id| Allowed::decide(&mut decider, id)).collect::<Result<_, _>>()?)
}

/// By model, what it answers of a state.
fn expected(state: &State, own: &[Allowed]) -> Vec<(Expected, Option<String>)> {
    let by_model = |(own, found): (&Allowed, &OfState)| match (own, found) {
        (Allowed::Anything, _) => (Expected::Racy, None),
        (Allowed::Only(_), OfState::Allowed) => (Expected::Allowed, None),
        (Allowed::Only(_), OfState::Forbidden(why)) => {
            (Expected::Forbidden, Some(format!("ruled out by {}", why.axioms.join(", "))))
        }
        (Allowed::Only(_), OfState::Open) => unreachable!("the list is finished"),
    };
    own.iter().zip(&state.models).map(by_model).collect()
}

/// What the code of each target is expected to do, by the target's number, and of how many that could not be decided.
fn refinements(
    structure: &EventStructure,
    decider: &mut Decider<'_>,
    options: &Options<'_>,
) -> Result<(Vec<(usize, Refined)>, usize), Obstacle> {
    let (mut found, mut unknown) = (Vec::new(), 0);
    let Some(first) = options.targets.first() else { return Ok((found, unknown)) };
    let id = decider.add_model(options.resources.model(refine::model_for_language(first.opencl))?)?;
    let source = decider.forbidden(id);
    for (number, target) in options.targets.iter().enumerate() {
        let refine = || refine::refine_against(target, structure, &source).verdict.word();
        match allowance::within(options.settings.allowance(), refine).unwrap_or(RefinementVerdict::Unknown) {
            RefinementVerdict::Sound => found.push((number, Refined::Sound)),
            RefinementVerdict::Unsound => found.push((number, Refined::Unsound)),
            RefinementVerdict::Racy => found.push((number, Refined::Racy)),
            RefinementVerdict::NoCode => {}
            RefinementVerdict::Unknown => unknown += 1,
        }
    }
    Ok((found, unknown))
}

/// The name by which a test expects something of a model.
fn expected_name((name, _): &Named<'_>) -> String {
    models::expected_name(name)
}
