//! The programs of a space, and those of them that say something of models: those whose verdict does not follow from a smaller one's.

use super::left::{Left, Summary, decide_alike};
use super::run::{Ended, Phase, Run};
use super::source::content;
use super::store::Question;
use crate::allowance::exceeded_memory;
use crate::cat::Model;
use crate::engine::answers::Source as Allowed;
use crate::engine::{Decider, Settings};
use crate::generate::{Base, Limits, bases, shapes, tells_clusters};
use crate::load;
use crate::program::EventStructure;
use crate::resources::Resources;
use crate::syntax::source::{Diagnostic, Source, Span};
use itertools::Itertools;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;

/// The name of generated programs.
pub const NAME: &str = "generated";

/// Every base program within limits.
pub struct Space {
    /// How large they are at most.
    pub limits: Limits,
    /// How many shapes they have.
    pub shapes: usize,
    /// The programs with their texts, each once up to symmetry, smaller ones first.
    pub programs: Vec<(Base, String)>,
}

impl Space {
    /// The programs within these limits; where nothing tells clusters from agents, those without them. Of a run that is told to end, not all of them.
    ///
    /// # Errors
    /// They take more memory than there may be used.
    pub fn new(limits: Limits, clusters: bool, run: &Run) -> Result<Space, Box<Diagnostic>> {
        let shapes = shapes(limits);
        // Where it ends for want of memory, there is some again.
        let exceeded: OnceLock<u64> = OnceLock::new();
        let is_stopped = || {
            if let Some(limit) = exceeded_memory() {
                exceeded.get_or_init(|| limit);
            }
            run.is_stopped() || exceeded.get().is_some()
        };
        let write = |base: &Base| {
            let text = (!is_stopped()).then(|| base.draft().text(NAME))?;
            (clusters || !tells_clusters(&text)).then_some(text)
        };
        let bases = bases(&shapes, limits, &is_stopped);
        let texts: Vec<Option<String>> = bases.par_iter().map(write).collect();
        let mut written = bases.into_iter().zip(texts);
        let mut seen: FxHashSet<String> = FxHashSet::default();
        let mut programs = Vec::new();
        for (base, text) in written.by_ref().take_while(|_| !run.is_stopped()) {
            if let Some(text) = text.filter(|text| seen.insert(text.clone())) {
                programs.push((base, text));
            }
        }
        run.free((written, seen));
        match exceeded.get() {
            Some(&limit) => Err(too_many(limits, limit)),
            None => Ok(Space { limits, shapes: shapes.len(), programs }),
        }
    }
}

/// The error of limits within which there are more programs than memory.
fn too_many(Limits { events, .. }: Limits, memory: u64) -> Box<Diagnostic> {
    let text = events.to_string();
    let message = format!("programs of this size take more than {} MB of memory", memory >> 20);
    let diagnostic =
        Diagnostic::new(&Source::argument("--events", &*text), Span::new(0, text.len()), message, "too many");
    Box::new(diagnostic.help("smaller --events or --threads, more --memory, or --shard").inconclusive())
}

/// The base programs of a space that say something of models, smaller ones first.
pub struct Programs {
    /// How large they are at most.
    pub limits: Limits,
    /// Those that are judged: by some model each forbids a state that it allows with any thread ordering its accesses less.
    pub bases: Vec<Base>,
    /// Those that are left out because they forbid no state which they allow with one thread ordering its accesses less.
    pub implied: Vec<Base>,
    /// How many others there are, and why they are left out.
    pub counts: Counts,
}

/// Counts of base programs, each once up to symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Shapes, which are cycles of communication, within the limits.
    pub shapes: usize,
    /// All base programs: the sum of those below.
    pub programs: usize,
    /// Those that race by every model: any code is right for them.
    pub racy: usize,
    /// Those of which every state is allowed: any code is right for them too.
    pub idle: usize,
    /// Those that forbid no state which they allow with one thread ordering its accesses less; what they are made of is judged in variants of that.
    pub implied: usize,
    /// Those of which a model could not be decided.
    pub unknown: usize,
    /// The remaining ones, which are judged.
    pub judged: usize,
}

/// What models leave of programs, by meaning.
#[derive(Default)]
struct Summaries(FxHashMap<String, Summary>);

impl Summaries {
    /// What is known of a program, by model; nothing if it was not decided.
    fn of(&self, text: &str) -> &[Option<Left>] {
        self.0.get(&meaning(text)).map_or(&[], Vec::as_slice)
    }
}

/// What programs are chosen by.
pub struct Choice<'r> {
    /// The models of which some has to forbid something.
    pub models: &'r [&'r Model],
    /// The run's models, tables and hardware files, each read once.
    pub resources: &'r Resources,
    /// Which engine answers, how long each question may take, and what a race means.
    pub settings: Settings,
    /// The answers that are known, and whether to go on.
    pub run: &'r Run,
    /// Whether clusters are told from agents by what programs are asked of.
    pub clusters: bool,
}

/// Why a base program is judged or not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Racy,
    Idle,
    Implied,
    Unknown,
    Judged,
}

impl Programs {
    /// The programs within these limits that say something of some of these models.
    ///
    /// # Errors
    /// What is wrong with a model, or that the run was told to end.
    pub fn new(limits: Limits, choice: &Choice<'_>) -> Result<Programs, Ended> {
        let space = Space::new(limits, choice.clusters, choice.run).map_err(|error| vec![*error])?;
        let chosen = Programs::of_space(&space, choice);
        choice.run.free(space);
        chosen
    }

    fn of_space(space: &Space, choice: &Choice<'_>) -> Result<Programs, Ended> {
        let Space { limits, shapes, programs: all } = space;
        let own: Vec<&(Base, String)> = all.par_iter().filter(|(_, text)| choice.run.has(text)).collect();
        let mut summaries = Summaries::default();
        choice.decide_all(own.iter().copied(), &mut summaries)?;
        let space: FxHashMap<&str, &(Base, String)> = all.iter().map(|program| (program.1.as_str(), program)).collect();
        if choice.run.shard.is_some() {
            // What orders less may be another shard's: it is decided in both.
            let compared = own.par_iter().filter(|(_, text)| summaries.of(text).iter().any(Left::is_compared));
            let weaker: Vec<String> = compared.flat_map_iter(|(base, _)| weaker_texts(base, &space)).collect();
            choice.decide_all(weaker.iter().map(|text| space[text.as_str()]), &mut summaries)?;
        }
        let of_program = |(base, text): &&(Base, String)| match choice.run.is_stopped() {
            true => Kept::Unknown,
            false => kept(text, || weaker_texts(base, &space), &summaries),
        };
        let programs = own;
        let kept: Vec<Kept> = programs.par_iter().map(of_program).collect();
        if choice.run.is_stopped() {
            return Err(Ended::Interrupted);
        }
        let count = |wanted: Kept| kept.iter().filter(|kept| **kept == wanted).count();
        let counts = Counts {
            shapes: *shapes,
            programs: programs.len(),
            racy: count(Kept::Racy),
            idle: count(Kept::Idle),
            implied: count(Kept::Implied),
            unknown: count(Kept::Unknown),
            judged: count(Kept::Judged),
        };
        let of = |wanted: Kept| {
            let wanted = programs.iter().zip(&kept).filter(|(_, kept)| **kept == wanted);
            wanted.map(|((base, _), _)| base.clone()).collect()
        };
        Ok(Programs { limits: *limits, bases: of(Kept::Judged), implied: of(Kept::Implied), counts })
    }
}

/// The event structure of a generated program.
///
/// # Errors
/// What is wrong with its text: a fault of the generator.
pub fn structure(text: &str) -> Result<EventStructure, Vec<Diagnostic>> {
    load::event_structure(&Source::new("generated.litmus", text))
}

impl Choice<'_> {
    /// Adds what the models leave of these programs.
    fn decide_all<'p>(
        &self,
        programs: impl Iterator<Item = &'p (Base, String)>,
        summaries: &mut Summaries,
    ) -> Result<(), Ended> {
        let programs = programs.take_while(|_| !self.run.is_stopped());
        let new = programs.map(|(base, text)| (base, meaning(text)));
        let new =
            new.unique_by(|(_, meaning)| meaning.clone()).filter(|(_, meaning)| !summaries.0.contains_key(meaning));
        let new: Vec<(&Base, String)> = new.collect();
        let work = self.run.work(Phase::Choosing, new.len());
        let mut alike: FxHashMap<_, Vec<(&Base, String)>> = FxHashMap::default();
        new.into_iter().for_each(|(base, meaning)| alike.entry(base.accesses()).or_default().push((base, meaning)));
        let contents: Vec<Question> = self.models.iter().map(|model| content(model, self.settings.races)).collect();
        let decide = |alike: Vec<(&Base, String)>| {
            if self.run.is_stopped() {
                return Err(Ended::Interrupted);
            }
            let (bases, meanings): (Vec<&Base>, Vec<String>) = alike.into_iter().unzip();
            let questions: Vec<Vec<Question>> = meanings.iter().map(|meaning| questions(meaning, &contents)).collect();
            let decide = |program: usize| match self.run.is_stopped() {
                true => Err(Ended::Interrupted),
                false => Ok(self.decided(&meanings[program], &questions[program])?),
            };
            let known = |program: usize| self.known(&questions[program]);
            let known = decide_alike(&bases, self.models.len(), known, decide)?;
            meanings.iter().for_each(|_| work.one_is_done());
            Ok(meanings.into_iter().zip(known).collect())
        };
        let alike: Vec<Vec<(&Base, String)>> = alike.into_values().collect();
        let decided: Vec<Vec<(String, Summary)>> = alike.into_par_iter().map(decide).collect::<Result<_, Ended>>()?;
        summaries.0.extend(decided.into_iter().flatten());
        if self.run.is_stopped() { Err(Ended::Interrupted) } else { Ok(()) }
    }

    /// What is known of a program.
    fn known(&self, questions: &[Question]) -> Option<Summary> {
        let known = |question: &Question| self.run.store.known(*question).map(|number| Some(Left::of_number(number)));
        questions.iter().map(known).collect()
    }

    /// What the models leave of a program, kept as the answers to these questions.
    fn decided(&self, text: &str, questions: &[Question]) -> Result<Summary, Vec<Diagnostic>> {
        let summary = self.decide(text)?;
        for (question, left) in questions.iter().zip(&summary) {
            left.iter().for_each(|left| self.run.store.keep(*question, left.number()));
        }
        Ok(summary)
    }

    fn decide(&self, text: &str) -> Result<Summary, Vec<Diagnostic>> {
        let structure = structure(text)?;
        let mut decider =
            Decider::new(&structure, self.resources.elaborations(), self.settings).map_err(|error| vec![*error])?;
        let mut left = |model: &&Model| -> Result<_, Vec<Diagnostic>> {
            let id = decider.add_model(model).map_err(|error| vec![*error])?;
            Ok(match decider.forbidden(id) {
                Err(_) => None,
                Ok(Allowed::Racy) => Some(Left::Racy),
                Ok(Allowed::Defined(forbidden)) if forbidden.candidates.is_empty() => Some(Left::Idle),
                Ok(Allowed::Defined(forbidden)) => Some(Left::Allows(forbidden.allowed)),
            })
        };
        self.models.iter().map(&mut left).collect()
    }
}

/// What is asked about a program, by model, given what the models say.
fn questions(text: &str, contents: &[Question]) -> Vec<Question> {
    contents.iter().map(|model| Question::about(&("what is left", model, text))).collect()
}

/// A text that models take for the same: where no thread is in a cluster, cluster scope is agent scope.
fn meaning(text: &str) -> String {
    match text.contains("cluster 0") {
        true => text.to_string(),
        false => text.replace("syncscope(\"cluster", "syncscope(\"agent"),
    }
}

/// The programs of the space in which one thread orders its accesses a little less.
fn weaker_texts(base: &Base, space: &FxHashMap<&str, &(Base, String)>) -> Vec<String> {
    let texts = base.weaker().into_iter().map(|weaker| weaker.draft().text(NAME));
    texts.filter(|text| space.contains_key(text.as_str())).collect()
}

/// Whether a program is judged: by some model it forbids what every program that orders less allows.
fn kept(text: &str, weaker: impl FnOnce() -> Vec<String>, summaries: &Summaries) -> Kept {
    let summary = summaries.of(text);
    // Their texts are only written where it depends on them.
    let weaker = if summary.iter().any(Left::is_compared) { weaker() } else { Vec::new() };
    let weaker: Vec<&[Option<Left>]> = weaker.iter().map(|text| summaries.of(text)).collect();
    let by_model = |(model, left): (usize, &Option<Left>)| match left {
        None => Kept::Unknown,
        Some(Left::Racy) => Kept::Racy,
        Some(Left::Idle) => Kept::Idle,
        Some(allows) if weaker.iter().any(|weaker| weaker.get(model) == Some(&Some(*allows))) => Kept::Implied,
        Some(Left::Allows(_)) => Kept::Judged,
    };
    let found: Vec<Kept> = summary.iter().enumerate().map(by_model).collect();
    let first = [Kept::Judged, Kept::Unknown, Kept::Implied, Kept::Idle].into_iter().find(|kept| found.contains(kept));
    first.unwrap_or(Kept::Racy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::source::models;

    /// What follows from programs that order more and less is what the models say: of every base program with two threads, at length with three.
    #[test]
    fn what_is_not_decided_follows() {
        let thorough = std::env::var_os("GFX_LITMUS_THOROUGH").is_some();
        let limits = if thorough { Limits { events: 5, threads: 3 } } else { Limits { events: 4, threads: 2 } };
        let (resources, run) = (Resources::default(), Run::default());
        let models = models(&resources).expect("well formed");
        let choice =
            Choice { models: &models, resources: &resources, settings: Settings::default(), run: &run, clusters: true };
        let Space { programs, .. } = Space::new(limits, true, &Run::default()).expect("enough memory");
        let mut summaries = Summaries::default();
        assert!(choice.decide_all(programs.iter(), &mut summaries).is_ok());
        programs.par_iter().for_each(|(_, text)| {
            let decided = choice.decide(&meaning(text)).expect("well formed");
            assert_eq!(summaries.of(text), decided, "{text}");
        });
    }
}
