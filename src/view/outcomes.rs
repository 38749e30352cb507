//! The final states of a test.

use super::explanation::explanation;
use super::parts;
use crate::engine::answers::{OfState, Race, State};
use crate::engine::smt::library_version;
use crate::engine::{Answer, Inconclusive};
use crate::program::EventStructure;
use crate::report::results::{
    BreaksResult, FileResult, ModelRaces, OutcomesReport, RaceResult, SCHEMA, StateResult, StateVerdict, Unshown,
};
use crate::run::{self, Outcomes, Witness, Witnesses};
use crate::verdict::ConditionVerdict;
use itertools::Itertools;
use std::path::Path;

/// The report of a test's final states, found with the help of these files; with executions that end in them, by state and model, if these were
/// asked for.
pub fn outcomes(found: &Outcomes, shown: Option<&Witnesses>, files: Vec<FileResult>) -> OutcomesReport {
    let structure = &found.structure;
    let races = found.models.iter().zip(&found.races).map(|(model, races)| ModelRaces {
        model: model.clone(),
        pairs: pairs(structure, races),
        flags: flags_without_pairs(races).map(|race| race.flag.clone()).collect(),
        met: flags_without_pairs(races).filter_map(|race| Some(explanation(structure, race.met.as_ref()?))).collect(),
    });
    let races: Vec<ModelRaces> = races.collect();
    let witnesses = |at: usize| shown.map(|shown| shown[at].as_slice());
    let states = found.states.iter().enumerate();
    OutcomesReport {
        schema: SCHEMA,
        z3: library_version(),
        path: structure.program.source.name.clone(),
        name: structure.program.name.clone(),
        files,
        models: found.models.clone(),
        columns: parts::columns(structure),
        states: states.map(|(at, state)| state_result(structure, state, &races, witnesses(at))).collect(),
        races,
        errors: Vec::new(),
        assumes_termination: structure.is_assumed,
        exceeds_bound: found.missing.as_ref().is_some_and(Inconclusive::is_of_bound),
        undecided: parts::undecided(found.missing.as_ref()),
        unshown: shown.and_then(unshown),
    }
}

/// The states of which no execution was found, though a model allows them.
pub fn unshown(witnesses: &Witnesses) -> Option<Unshown> {
    run::unshown(witnesses).map(|(states, why)| Unshown { states, undecided: parts::undecided(Some(why)) })
}

/// The states that a model allows, of none of which an execution is shown.
pub fn all_unshown(found: &Outcomes, why: &Inconclusive) -> Unshown {
    let is_allowed = |state: &&State| state.models.iter().any(|of| matches!(of, OfState::Allowed));
    Unshown { states: found.states.iter().filter(is_allowed).count(), undecided: parts::undecided(Some(why)) }
}

/// The report of a test of which nothing could be listed; its name is that of its file.
pub fn undecided_outcomes(path: &Path, files: Vec<FileResult>, why: &Inconclusive) -> OutcomesReport {
    OutcomesReport {
        schema: SCHEMA,
        z3: library_version(),
        path: path.display().to_string(),
        name: parts::file_stem(path),
        files,
        models: Vec::new(),
        columns: Vec::new(),
        states: Vec::new(),
        races: Vec::new(),
        errors: Vec::new(),
        assumes_termination: false,
        exceeds_bound: false,
        undecided: parts::undecided(Some(why)),
        unshown: None,
    }
}

fn state_result(
    structure: &EventStructure,
    state: &State,
    races: &[ModelRaces],
    witnesses: Option<&[Answer<Option<Witness>>]>,
) -> StateResult {
    let verdict = |(at, verdict): (usize, &OfState)| {
        let witness = witnesses.map(|witnesses| witnesses[at].as_ref());
        let (found, why) = (witness.and_then(Result::ok).and_then(Option::as_ref), witness.and_then(Result::err));
        let result = match verdict {
            OfState::Allowed => StateVerdict {
                allowed: Some(true),
                verdict: ConditionVerdict::Allowed,
                execution: found.map(|found| parts::events(structure, &found.execution)),
                met: found.iter().flat_map(|found| &found.met).map(|met| explanation(structure, met)).collect(),
                axioms: vec![],
                breaks: None,
                undecided: parts::undecided(why),
            },
            OfState::Open => StateVerdict {
                allowed: None,
                verdict: ConditionVerdict::Unknown,
                execution: None,
                met: vec![],
                axioms: vec![],
                breaks: None,
                undecided: parts::undecided(None),
            },
            OfState::Forbidden(why) => StateVerdict {
                allowed: Some(false),
                verdict: ConditionVerdict::Forbidden,
                execution: None,
                met: vec![],
                axioms: why.axioms.clone(),
                breaks: why.broken.as_ref().ok().and_then(Option::as_ref).map(|broken| BreaksResult {
                    axiom: broken.axiom.clone(),
                    events: broken.events().into_iter().map(|event| parts::place(structure, event)).collect(),
                    explanation: explanation(structure, broken),
                }),
                undecided: parts::undecided(why.broken.as_ref().err()),
            },
        };
        match (races.get(at).map(ModelRaces::is_racy), verdict) {
            (Some(true), _) => StateVerdict { verdict: ConditionVerdict::Racy, ..result },
            // A race that was not looked for would make it allowed.
            (None, OfState::Forbidden(_)) => StateVerdict { verdict: ConditionVerdict::Unknown, ..result },
            (None, OfState::Allowed | OfState::Open) | (Some(false), _) => result,
        }
    };
    let models = state.models.iter().enumerate().map(verdict).collect();
    StateResult { values: parts::values(structure, &state.outcome), models }
}

/// What a final state consists of, by name.
pub fn columns_of_states(found: &Outcomes) -> Vec<String> {
    parts::columns(&found.structure)
}

/// The pairs of races, each once, in the order of their events: engines find them in any order.
fn pairs(structure: &EventStructure, races: &[Race]) -> Vec<RaceResult> {
    let of_race = |race| parts::races(structure, race).into_iter().zip(&race.pairs);
    let found = races.iter().flat_map(of_race);
    let found = found.sorted_by(|(a, events_of_a), (b, events_of_b)| {
        (events_of_a, &a.flag, &a.location).cmp(&(events_of_b, &b.flag, &b.location))
    });
    found.map(|(race, _)| race).unique().collect()
}

/// The flags that are raised without a pair, in order of their names.
fn flags_without_pairs(races: &[Race]) -> impl Iterator<Item = &Race> {
    races.iter().filter(|race| race.pairs.is_empty()).sorted_by_key(|race| &race.flag)
}
