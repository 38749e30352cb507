//! The final states of a test.

use super::parts;
use crate::engine::Inconclusive;
use crate::engine::answers::{Race, RuledOut, State};
use crate::engine::smt::library_version;
use crate::program::Skeleton;
use crate::report::results::{
    BreaksResult, FileResult, ModelRaces, OutcomesReport, RaceResult, SCHEMA, StateResult, StateVerdict,
};
use crate::run::Outcomes;

/// The report of a test's final states, found with the help of these files.
pub fn outcomes(found: &Outcomes, files: Vec<FileResult>) -> OutcomesReport {
    let skeleton = &found.skeleton;
    let races = found.models.iter().zip(&found.races);
    OutcomesReport {
        schema: SCHEMA,
        z3: library_version(),
        path: skeleton.program.source.name.clone(),
        name: skeleton.program.name.clone(),
        files,
        models: found.models.clone(),
        columns: parts::columns(skeleton),
        states: found.states.iter().map(|state| state_result(skeleton, state)).collect(),
        races: races.map(|(model, races)| ModelRaces { model: model.clone(), pairs: pairs(skeleton, races) }).collect(),
        cut: matches!(found.missing, Some(Inconclusive::UnrollBound { .. })),
        undecided: parts::undecided(found.missing.as_ref()),
    }
}

fn state_result(skeleton: &Skeleton, state: &State) -> StateResult {
    let verdict = |verdict: &Result<(), RuledOut>| match verdict {
        Ok(()) => StateVerdict { allowed: true, axioms: vec![], breaks: None, undecided: parts::undecided(None) },
        Err(why) => StateVerdict {
            allowed: false,
            axioms: why.axioms.clone(),
            breaks: why.broken.as_ref().ok().and_then(Option::as_ref).map(|broken| BreaksResult {
                axiom: broken.axiom.clone(),
                events: broken.events.iter().map(|&event| parts::place(skeleton, event)).collect(),
            }),
            undecided: parts::undecided(why.broken.as_ref().err()),
        },
    };
    let models = state.models.iter().map(verdict).collect();
    StateResult { values: parts::values(skeleton, &state.outcome), models }
}

/// The pairs of races, each once.
fn pairs(skeleton: &Skeleton, races: &[Race]) -> Vec<RaceResult> {
    let mut pairs: Vec<RaceResult> = Vec::new();
    for race in races.iter().flat_map(|race| parts::races(skeleton, race)) {
        if !pairs.contains(&race) {
            pairs.push(race);
        }
    }
    pairs
}
