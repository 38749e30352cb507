//! The smallest programs that two models, two targets or two tables decide differently.
//!
//! A program that differs is *minimal* if it does not differ in the same way ([`Way`]) with one of its threads ordering its accesses less
//! ([`crate::generate::Base::weaker`]), nor, if it is a variant, as a base program or with fewer operations for one address space. So each base program that
//! differs has a minimal one with the same accesses in the same places that differs as it does.

use super::allowed::{Allowed, Named, Obstacle, decided};
use super::depends;
use super::programs::structure;
use super::rows;
use super::run::{Phase, Run};
use super::shard::Job;
use super::source::{self, content};
use super::store::Question;
use super::tables::Shown;
use crate::engine::{Decider, Inconclusive, ModelId, Outcome, Settings};
use crate::generate::Limits;
use crate::program::EventStructure;
use crate::refine::{RefinementTarget, model_for_language, refine_against};
use crate::resources::Resources;
use crate::syntax::source::Diagnostic;
use crate::verdict::RefinementVerdict;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

mod evidence;
mod space;
#[cfg(test)]
mod tests;

pub use evidence::{Evidence, evidence};
use space::{Candidate, Candidates};

/// The two sides whose answers about programs are compared.
pub enum Sides<'r> {
    /// Models by what they allow of programs.
    Models([Named<'r>; 2]),
    /// Pairs of refinement targets by whether their code refines programs; all are of one language.
    Code(Vec<[RefinementTarget<'r>; 2]>),
}

/// Which programs are asked, and how.
pub struct Options<'r> {
    /// The two models, or the pairs of targets with their tables, that may differ.
    pub sides: Sides<'r>,
    /// How large programs are at most.
    pub limits: Limits,
    /// How many threads a program has at most of which single operations are replaced; where models are compared, of which there are variants.
    pub varied_threads: usize,
    /// Whether every minimal program is found, not only the smallest.
    pub all: bool,
    /// Which engine answers, how long each question may take, and what a race means.
    pub settings: Settings,
    /// The run's models, tables and hardware files, each read once.
    pub resources: &'r Resources,
    /// The answers that are known, whom to tell how far it is, and whether to go on.
    pub run: &'r Run,
}

impl Options<'_> {
    /// What shards of the command are parts of, the sides having these names.
    ///
    /// # Errors
    /// What is wrong with the model of the code's language.
    pub fn job(&self, sides: &[String; 2]) -> Result<Job, Vec<Diagnostic>> {
        let Limits { events, threads } = self.limits;
        let varied = self.varied_threads;
        let (all, settings) = (if self.all { " --all" } else { "" }, Job::settings(self.settings));
        let space = format!("--events {events} --threads {threads} --varied-threads {varied}");
        let sides = sides.join("` and `");
        let command = format!("litmus compare {space}{all} {settings}` for `{sides}");
        let mut models = self.contents()?;
        let targets = match &self.sides {
            Sides::Models(_) => &[][..],
            Sides::Code(pairs) => {
                // Which base programs are varied depends on the models of both languages.
                models.extend(
                    source::models(self.resources)?.into_iter().map(|model| content(model, self.settings.races)),
                );
                pairs
            }
        };
        Ok(Job::on_targets(command, &models, targets.iter().flatten()))
    }

    /// The models that are asked, by all that they say.
    fn contents(&self) -> Result<Vec<Question>, Vec<Diagnostic>> {
        let content = |model| content(model, self.settings.races);
        match &self.sides {
            Sides::Models([(_, first), (_, second)]) => Ok(vec![content(first), content(second)]),
            Sides::Code(pairs) => Ok(vec![content(self.resources.model(language_model(pairs))?)]),
        }
    }
}

/// The model of the language that all targets' code is of.
fn language_model(pairs: &[[RefinementTarget<'_>; 2]]) -> &'static str {
    model_for_language(pairs.iter().flatten().any(|target| target.opencl))
}

/// The programs that two sides decide differently; of a shard, among its own.
pub struct Compared {
    /// The shapes within the limits.
    pub shapes: usize,
    /// The base programs within the limits, each once up to symmetry.
    pub programs: usize,
    /// Their variants that may differ, and are asked too, each once.
    pub variants: usize,
    /// How many of all of these were asked: all, or those up to the smallest that differs, or until the run was told to end.
    pub asked: usize,
    /// Whether it was told to end before all that are to be asked were.
    pub interrupted: bool,
    /// Those asked that could not be decided, or if that is more, the base programs that may forbid something and were asked without variants.
    pub unknown: usize,
    /// Those asked that the sides decide differently, minimal or not.
    pub differing: usize,
    /// The smallest that differs, or every minimal one, smaller ones first.
    pub found: Vec<Differing>,
}

/// A program that two sides decide differently.
pub struct Differing {
    /// Its text and its size.
    pub shown: Shown,
    /// The events and registers that states speak of.
    pub structure: EventStructure,
    /// In what the sides differ: a race, states, or verdicts on code.
    pub difference: Difference,
}

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// The one that is named first.
    First,
    /// The one that is named second.
    Second,
}

impl Side {
    /// Its place among the two.
    pub fn index(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }
}

/// How two sides decide a program differently.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Difference {
    /// By the model of one side only it has a race.
    Race(Side),
    /// It has a race by neither, and one allows states that the other forbids: by side, those that it alone allows.
    States([Vec<Only>; 2]),
    /// By the number of a pair of targets: the two verdicts on their code, which differ.
    Verdicts(Vec<(usize, [RefinementVerdict; 2])>),
}

/// A state that one model alone allows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Only {
    /// The final state: values of registers and locations.
    pub outcome: Outcome,
    /// The axioms by which the other model forbids it.
    pub axioms: Vec<String>,
}

/// In which way a program differs: programs of one shape that differ in the same way say the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the model of this side only it has a race.
    Race(Side),
    /// By side, whether it allows states that the other does not.
    States([bool; 2]),
    /// By the number of a pair of targets, the two verdicts on their code.
    Verdicts(Vec<(usize, [RefinementVerdict; 2])>),
}

impl Difference {
    /// In which way the sides differ.
    pub fn way(&self) -> Way {
        match self {
            Difference::Race(side) => Way::Race(*side),
            Difference::States(only) => Way::States([!only[0].is_empty(), !only[1].is_empty()]),
            Difference::Verdicts(verdicts) => Way::Verdicts(verdicts.clone()),
        }
    }
}

/// What is known of a program: how it differs, if it does, or why that could not be decided.
type Answer = Result<Option<Difference>, Inconclusive>;

/// Programs that are asked before it is known whether one differs.
const BATCH: usize = 256;

/// Compares two sides by the programs within the limits: smaller ones first, and of one size those first that order less. So a program comes
/// after those that order less than it does, and the first that differs is minimal.
///
/// # Errors
/// What is wrong with a model or with code.
pub fn compare(options: &Options<'_>) -> Result<Compared, Vec<Diagnostic>> {
    let candidates = Candidates::new(options)?;
    let Candidates { shapes, bases, programs, .. } = &candidates;
    let asker = Asker::new(options)?;
    let mut answers: Vec<Answer> = Vec::new();
    let work = options.run.work(Phase::Comparing, programs.len());
    // What was told to end while programs were written has not all of them.
    let mut interrupted = options.run.is_stopped();
    for batch in programs.chunks(BATCH) {
        interrupted |= options.run.is_stopped();
        if interrupted {
            break;
        }
        let ask = |program: &Candidate| {
            let answer = decided(asker.difference(&program.shown.text));
            work.one_is_done();
            answer
        };
        let batch = asker.up_to_known(batch)?;
        answers.extend(batch.par_iter().map(ask).collect::<Result<Vec<_>, _>>()?);
        let first = answers.iter().position(|answer| matches!(answer, Ok(Some(_))));
        if let (Some(first), false) = (first, options.all) {
            answers.truncate(first + 1);
            break;
        }
    }
    let (asked, unknown) = (answers.len(), answers.iter().filter(|answer| answer.is_err()).count());
    let unknown = unknown.max(candidates.undecided);
    let differing: Vec<(&Candidate, Difference)> =
        programs.iter().zip(answers).filter_map(|(program, answer)| Some((program, answer.ok()??))).collect();
    let count = differing.len();
    let found = minimal(&candidates, differing)?;
    // Of a run that is interrupted while it chooses, the programs are fewer than what they are chosen from.
    let (shapes, variants, programs) = (*shapes, programs.len().saturating_sub(*bases), *bases);
    options.run.free(candidates);
    Ok(Compared { shapes, programs, variants, asked, interrupted, unknown, differing: count, found })
}

/// The minimal programs among all that differ.
fn minimal(
    candidates: &Candidates,
    differing: Vec<(&Candidate, Difference)>,
) -> Result<Vec<Differing>, Vec<Diagnostic>> {
    let ways: FxHashMap<&str, Way> =
        differing.iter().map(|(program, difference)| (program.shown.text.as_str(), difference.way())).collect();
    let is_minimal = |program: &Candidate, way: &Way| {
        !candidates.lesser(program).iter().any(|lesser| ways.get(lesser.as_str()) == Some(way))
    };
    let found = differing.into_iter().filter(|(program, difference)| is_minimal(program, &difference.way()));
    let differing = |(program, difference): (&Candidate, Difference)| {
        let shown = program.shown.clone();
        Ok(Differing { structure: structure(&shown.text)?, shown, difference })
    };
    found.map(differing).collect()
}

/// What asks programs, or knows what an earlier run has found.
struct Asker<'o> {
    options: &'o Options<'o>,
    models: Vec<Question>,
    /// The hardware of all targets.
    hardware: Vec<Question>,
}

impl<'o> Asker<'o> {
    fn new(options: &'o Options<'o>) -> Result<Asker<'o>, Vec<Diagnostic>> {
        let hardware = match &options.sides {
            Sides::Models(_) => Vec::new(),
            Sides::Code(pairs) => pairs.iter().flatten().map(depends::hardware).collect(),
        };
        Ok(Asker { options, models: options.contents()?, hardware })
    }

    /// What the answer about a program depends on.
    fn question(&self, structure: &EventStructure) -> Question {
        let code = match &self.options.sides {
            Sides::Models(_) => Vec::new(),
            Sides::Code(pairs) => {
                pairs.iter().flatten().map(|target| depends::code_of(structure, target)).collect::<Vec<_>>()
            }
        };
        let engine = format!("{:?}", self.options.settings.engine);
        Question::about(&("differ", &self.models, &self.hardware, code, engine, &structure.program.source.text))
    }

    /// The first programs of a batch, to the first that is known to differ: those after it need not be asked, unless all are.
    fn up_to_known<'p>(&self, batch: &'p [Candidate]) -> Result<&'p [Candidate], Vec<Diagnostic>> {
        let Options { all, run, .. } = self.options;
        if *all || !run.store.has_file() {
            return Ok(batch);
        }
        let differs = |program: &Candidate| -> Result<bool, Vec<Diagnostic>> {
            let known = run.store.known_value::<Option<Difference>>(self.question(&structure(&program.shown.text)?));
            Ok(matches!(known, Some(Some(_))))
        };
        let differ: Vec<bool> = batch.par_iter().map(differs).collect::<Result<_, _>>()?;
        let first = differ.iter().position(|differs| *differs);
        Ok(first.map_or(batch, |first| &batch[..=first]))
    }

    /// How a program is decided differently, if it is.
    fn difference(&self, text: &str) -> Result<Option<Difference>, Obstacle> {
        let structure = structure(text)?;
        let decide = || self.decide(&structure);
        rows::row(&self.options.run.store, || Some(self.question(&structure)), |difference| difference, decide)
    }

    /// How the sides differ, and whether that is all: of code some verdicts may differ and others be inconclusive.
    fn decide(&self, structure: &EventStructure) -> Result<rows::Decided<Option<Difference>>, Obstacle> {
        let Options { sides, resources, settings, .. } = self.options;
        let mut decider = Decider::new(structure, resources.elaborations(), *settings)?;
        match sides {
            Sides::Models([(_, first), (_, second)]) => {
                let models = [decider.add_model(first)?, decider.add_model(second)?];
                Ok((of_models(&mut decider, models)?, true))
            }
            Sides::Code(pairs) => of_code(structure, &mut decider, pairs, resources),
        }
    }
}

/// How two models differ about a decider's program.
fn of_models(decider: &mut Decider<'_>, models: [ModelId; 2]) -> Result<Option<Difference>, Inconclusive> {
    let first = Allowed::decide(decider, models[0])?;
    let second = Allowed::decide(decider, models[1])?;
    let (first, second) = match (first, second) {
        (Allowed::Anything, Allowed::Anything) => return Ok(None),
        (Allowed::Anything, Allowed::Only(_)) => return Ok(Some(Difference::Race(Side::First))),
        (Allowed::Only(_), Allowed::Anything) => return Ok(Some(Difference::Race(Side::Second))),
        (Allowed::Only(first), Allowed::Only(second)) => (first, second),
    };
    let mut only = |allowed: Vec<&Outcome>, other: ModelId| -> Result<Vec<Only>, Inconclusive> {
        let only = allowed.into_iter().map(|outcome| {
            let reason = decider.reason(other, outcome)?;
            Ok(Only { outcome: outcome.clone(), axioms: reason.map_or(Vec::new(), |reason| reason.axioms) })
        });
        only.collect()
    };
    let only =
        [only(first.difference(&second).collect(), models[1])?, only(second.difference(&first).collect(), models[0])?];
    Ok(only.iter().any(|only| !only.is_empty()).then_some(Difference::States(only)))
}

/// On which pairs of targets the verdicts on a program's code differ, and whether those of all are decided.
fn of_code(
    structure: &EventStructure,
    decider: &mut Decider<'_>,
    pairs: &[[RefinementTarget<'_>; 2]],
    resources: &Resources,
) -> Result<rows::Decided<Option<Difference>>, Obstacle> {
    let id = decider.add_model(resources.model(language_model(pairs))?)?;
    let source = decider.forbidden(id);
    let (mut differ, mut unknown) = (Vec::new(), None);
    for (number, pair) in pairs.iter().enumerate() {
        let verdicts = pair.each_ref().map(|target| refine_against(target, structure, &source).verdict);
        let why = verdicts.iter().find_map(|verdict| verdict.inconclusive()).cloned();
        let words = verdicts.each_ref().map(|verdict| verdict.word());
        match why {
            Some(why) => unknown = Some(why),
            None if words[0] != words[1] => differ.push((number, words)),
            None => {}
        }
    }
    match (differ.is_empty(), unknown) {
        (true, Some(why)) => Err(why.into()),
        (true, None) => Ok((None, true)),
        (false, unknown) => Ok((Some(Difference::Verdicts(differ)), unknown.is_none())),
    }
}
