//! The generated programs that tables are judged by: those whose verdict does not follow from a smaller one's.

use super::source::{LANGUAGES, SourceSide};
use crate::engine::Settings;
use crate::engine::answers::Source as Allowed;
use crate::generate::{Base, Limits, bases, shapes};
use crate::load;
use crate::program::EventStructure;
use crate::resources::Resources;
use crate::syntax::source::{Diagnostic, Source};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// The name of generated programs.
pub const NAME: &str = "generated";

/// The base programs of a space, smaller ones first.
pub struct Programs {
    /// How large they are at most.
    pub limits: Limits,
    /// Those that are judged.
    pub bases: Vec<Base>,
    /// Those that are left out because they forbid no state which they allow with one thread ordering its accesses less.
    pub implied: Vec<Base>,
    /// How many others there are, and why they are left out.
    pub counts: Counts,
}

/// Counts of base programs, each once up to symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Shapes within the limits.
    pub shapes: usize,
    /// All base programs.
    pub programs: usize,
    /// Those that race by every model: any code is right for them.
    pub racy: usize,
    /// Those of which every state is allowed: any code is right for them too.
    pub idle: usize,
    /// Those that forbid no state which they allow with one thread ordering its accesses less; what they are made of is judged in variants of that.
    pub implied: usize,
    /// Those of which a model could not be decided.
    pub unknown: usize,
    /// Those that are judged.
    pub judged: usize,
}

/// What is left for code to break, by language; `None` if a model could not be decided.
type Summary = [Option<Left>; LANGUAGES.len()];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    Racy,
    Idle,
    /// It allows so many states, and forbids some.
    Allows(usize),
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
    /// The programs within these limits.
    ///
    /// # Errors
    /// What is wrong with a model.
    pub fn new(limits: Limits, resources: &Resources, settings: Settings) -> Result<Programs, Vec<Diagnostic>> {
        let shapes = shapes(limits);
        let all: Vec<(Base, String)> = bases(&shapes, limits)
            .into_par_iter()
            .map(|base| (base.draft().text(NAME), base))
            .map(|(text, base)| (base, text))
            .collect();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let distinct: Vec<&(Base, String)> = all.iter().filter(|(_, text)| seen.insert(text)).collect();
        let texts: Vec<&str> = distinct.iter().map(|(_, text)| text.as_str()).collect();
        let decide = |text: &&'_ str| summary(text, resources, settings);
        let decided: Vec<Summary> = texts.par_iter().map(decide).collect::<Result<_, _>>()?;
        let summaries: FxHashMap<&str, Summary> = texts.iter().copied().zip(decided).collect();
        let kept: Vec<Kept> =
            distinct.par_iter().map(|(base, text)| kept(base, summaries[text.as_str()], &summaries)).collect();
        let count = |wanted: Kept| kept.iter().filter(|kept| **kept == wanted).count();
        let counts = Counts {
            shapes: shapes.len(),
            programs: distinct.len(),
            racy: count(Kept::Racy),
            idle: count(Kept::Idle),
            implied: count(Kept::Implied),
            unknown: count(Kept::Unknown),
            judged: count(Kept::Judged),
        };
        let of = |wanted: Kept| {
            let wanted = distinct.iter().zip(&kept).filter(|(_, kept)| **kept == wanted);
            wanted.map(|((base, _), _)| base.clone()).collect()
        };
        Ok(Programs { limits, bases: of(Kept::Judged), implied: of(Kept::Implied), counts })
    }
}

/// The event structure of a generated program.
///
/// # Errors
/// What is wrong with its text: a fault of the generator.
pub fn structure(text: &str) -> Result<EventStructure, Vec<Diagnostic>> {
    load::event_structure(&Source::new("generated.litmus", text))
}

fn summary(text: &str, resources: &Resources, settings: Settings) -> Result<Summary, Vec<Diagnostic>> {
    let source = SourceSide::decide(&structure(text)?, resources, settings)?;
    Ok(LANGUAGES.map(|opencl| match source.for_language(opencl) {
        Err(_) => None,
        Ok(Allowed::Racy) => Some(Left::Racy),
        Ok(Allowed::Defined(forbidden)) if forbidden.candidates.is_empty() => Some(Left::Idle),
        Ok(Allowed::Defined(forbidden)) => Some(Left::Allows(forbidden.allowed)),
    }))
}

/// Whether a program is judged: by some language's model it forbids what every program that orders less allows.
fn kept(base: &Base, summary: Summary, summaries: &FxHashMap<&str, Summary>) -> Kept {
    let weaker: Vec<Summary> =
        base.weaker().iter().filter_map(|weaker| summaries.get(weaker.draft().text(NAME).as_str()).copied()).collect();
    let in_language = |language: usize| match summary[language] {
        None => Kept::Unknown,
        Some(Left::Racy) => Kept::Racy,
        Some(Left::Idle) => Kept::Idle,
        Some(allows) if weaker.iter().any(|weaker| weaker[language] == Some(allows)) => Kept::Implied,
        Some(_) => Kept::Judged,
    };
    let found = [in_language(0), in_language(1)];
    let first = [Kept::Judged, Kept::Unknown, Kept::Implied, Kept::Idle].into_iter().find(|kept| found.contains(kept));
    first.unwrap_or(Kept::Racy)
}
