//! The final states of a test.

use super::explanation::explanation;
use super::parts;
use crate::engine::Inconclusive;
use crate::engine::answers::{Race, RuledOut, State};
use crate::engine::smt::library_version;
use crate::program::EventStructure;
use crate::report::results::{
    BreaksResult, FileResult, ModelRaces, OutcomesReport, RaceResult, SCHEMA, StateResult, StateVerdict,
};
use crate::run::Outcomes;
use std::path::Path;

/// The report of a test's final states, found with the help of these files.
pub fn outcomes(found: &Outcomes, files: Vec<FileResult>) -> OutcomesReport {
    let structure = &found.structure;
    let races = found.models.iter().zip(&found.races);
    OutcomesReport {
        schema: SCHEMA,
        z3: library_version(),
        path: structure.program.source.name.clone(),
        name: structure.program.name.clone(),
        files,
        models: found.models.clone(),
        columns: parts::columns(structure),
        states: found.states.iter().map(|state| state_result(structure, state)).collect(),
        races: races
            .map(|(model, races)| ModelRaces {
                model: model.clone(),
                pairs: pairs(structure, races),
                flags: flags_without_pairs(races),
            })
            .collect(),
        assumes_termination: structure.is_assumed,
        exceeds_bound: matches!(found.missing, Some(Inconclusive::UnrollBound { .. })),
        undecided: parts::undecided(found.missing.as_ref()),
    }
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
        assumes_termination: false,
        exceeds_bound: false,
        undecided: parts::undecided(Some(why)),
    }
}

fn state_result(structure: &EventStructure, state: &State) -> StateResult {
    let verdict = |verdict: &Result<(), RuledOut>| match verdict {
        Ok(()) => StateVerdict { allowed: true, axioms: vec![], breaks: None, undecided: parts::undecided(None) },
        Err(why) => StateVerdict {
            allowed: false,
            axioms: why.axioms.clone(),
            breaks: why.broken.as_ref().ok().and_then(Option::as_ref).map(|broken| BreaksResult {
                axiom: broken.axiom.clone(),
                events: broken.events().into_iter().map(|event| parts::place(structure, event)).collect(),
                explanation: explanation(structure, broken),
            }),
            undecided: parts::undecided(why.broken.as_ref().err()),
        },
    };
    let models = state.models.iter().map(verdict).collect();
    StateResult { values: parts::values(structure, &state.outcome), models }
}

/// The pairs of races, each once.
fn pairs(structure: &EventStructure, races: &[Race]) -> Vec<RaceResult> {
    let mut pairs: Vec<RaceResult> = Vec::new();
    for race in races.iter().flat_map(|race| parts::races(structure, race)) {
        if !pairs.contains(&race) {
            pairs.push(race);
        }
    }
    pairs
}

/// The flags that are raised without a pair.
fn flags_without_pairs(races: &[Race]) -> Vec<String> {
    races.iter().filter(|race| race.pairs.is_empty()).map(|race| race.flag.clone()).collect()
}
