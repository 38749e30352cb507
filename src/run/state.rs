//! What shows one final state of a test, or its races: looked for alone, so that how many states there are does not matter.

use super::{Asked, Options, Outcomes, asked_models};
use crate::engine::answers::{Ending, Judgement, OfState, Race, Races, RuledOut, State, Verdict};
use crate::engine::bound::raising;
use crate::engine::execution::read_value;
use crate::engine::{Answer, Inconclusive, ModelId, Outcome};
use crate::fit::Used;
use crate::load;
use crate::program::EventStructure;
use crate::syntax::source::{Diagnostic, Source};
use std::sync::Arc;

/// A final state by its values, as they are listed by column: what models say of it, as [`outcomes`](super::outcomes) has it. It is not there where no execution
/// ends in it, or, if only what is `allowed` is asked for, where no model allows one.
///
/// # Errors
/// As [`check`](super::check).
pub fn state(
    source: &Arc<Source>,
    options: &Options<'_>,
    (values, allowed): (&[Option<String>], bool),
) -> Result<Outcomes, Vec<Diagnostic>> {
    raising(load::program(source)?, options.settings, |structure| {
        let Some(outcome) = of_values(&structure, values) else { return Ok(nothing(structure)) };
        // What is asked now expects nothing, and names no models.
        let options = &Options { models: asked_models(&structure, options), ..options.clone() };
        let structure = structure.asking(std::iter::once(outcome.prop(&structure)));
        let mut asked = Asked::new(&structure, options)?;
        let (names, ids): (Vec<String>, Vec<ModelId>) = asked.models()?.into_iter().unzip();
        let mut missing = None;
        let said = ids.iter().map(|&id| said(&mut asked, id, &outcome, &mut missing));
        let (models, races): (Vec<OfState>, Vec<Vec<Race>>) = said.unzip();
        let is_there = |of: &OfState| match of {
            OfState::Allowed | OfState::Open => true,
            OfState::Forbidden(why) => !allowed && !matches!(why.broken, Ok(None)),
        };
        let found = Outcomes { models: names, missing, ..nothing(structure.clone()) };
        if !models.iter().any(is_there) {
            return Ok(found);
        }
        Ok(Outcomes { states: vec![State { outcome, models }], races, ..found })
    })
}

/// The races of a test, without its final states.
///
/// # Errors
/// As [`check`](super::check).
pub fn races(source: &Arc<Source>, options: &Options<'_>) -> Result<Outcomes, Vec<Diagnostic>> {
    raising(load::program(source)?, options.settings, |structure| {
        let mut asked = Asked::new(&structure, options)?;
        let (names, ids): (Vec<String>, Vec<ModelId>) = asked.models()?.into_iter().unzip();
        let races = ids.iter().map(|&id| match asked.misfit(id, Used::States) {
            Some(why) => Err(why),
            None => asked.decider.all_races(id),
        });
        let races: Result<Vec<_>, Inconclusive> = races.collect();
        let missing = races.as_ref().err().cloned();
        let races = races.unwrap_or_default();
        drop(asked);
        Ok(Outcomes { models: names, races, missing, ..nothing(structure) })
    })
}

/// Neither states nor races.
fn nothing(structure: EventStructure) -> Outcomes {
    let (models, states, races, flags) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    Outcomes { structure, models, states, races, flags, missing: None }
}

/// The final state with these values; `None` if they are none of the test's.
fn of_values(structure: &EventStructure, values: &[Option<String>]) -> Option<Outcome> {
    let program = &structure.program;
    let (registers, memory) = values.split_at_checked(structure.registers.len())?;
    (memory.len() == program.objects.len()).then_some(())?;
    let registers = structure.registers.iter().zip(registers).map(|(register, value)| match value {
        Some(shown) => {
            let ty = program.threads[register.thread].registers[register.register].ty;
            read_value(structure, ty, shown).map(Some)
        }
        None => Some(None),
    });
    let registers = registers.collect::<Option<_>>()?;
    let objects = program.objects.iter().zip(memory);
    let memory = objects.map(|(object, value)| read_value(structure, object.ty, value.as_ref()?));
    Some(Outcome { registers, memory: memory.collect::<Option<Vec<u64>>>()?.into_iter().collect() })
}

/// What a model says of the state that is asked about, and a race if it finds one; why that is not known is noted.
fn said(
    asked: &mut Asked<'_>,
    id: ModelId,
    outcome: &Outcome,
    missing: &mut Option<Inconclusive>,
) -> (OfState, Vec<Race>) {
    let mut unknown = |why| {
        missing.get_or_insert(why);
        OfState::Open
    };
    if let Some(why) = asked.misfit(id, Used::Verdicts) {
        return (unknown(why), Vec::new());
    }
    let Judgement { verdicts, races } = asked.decider.judge(id);
    let races = match races {
        Races::Found(race) => vec![*race],
        Races::None | Races::Unknown(_) => Vec::new(),
    };
    let of_state = match verdicts.into_iter().next().expect("the program has one condition") {
        Verdict::Allowed(_) => OfState::Allowed,
        Verdict::Unknown(why) => unknown(why),
        // A race makes the state undefined, whether or not an axiom is broken there.
        verdict @ (Verdict::Racy | Verdict::Forbidden(_)) => match asked.decider.reason(id, outcome) {
            Ok(Some(why)) => OfState::Forbidden(why),
            Ok(None) if matches!(verdict, Verdict::Forbidden(_)) => nothing_ends_there(),
            Ok(None) => match is_reached(asked, id, outcome) {
                Ok(true) => OfState::Open,
                Ok(false) => nothing_ends_there(),
                Err(why) => unknown(why),
            },
            Err(why) => unknown(why),
        },
        Verdict::Terminates(_) | Verdict::Hangs(_) => unreachable!("it is asked about a final state"),
    };
    (of_state, races)
}

/// What is said of a state that no execution ends in.
fn nothing_ends_there() -> OfState {
    OfState::Forbidden(RuledOut { axioms: Vec::new(), broken: Ok(None) })
}

/// Whether an execution that breaks no axiom of a model ends in a state.
fn is_reached(asked: &mut Asked<'_>, id: ModelId, outcome: &Outcome) -> Answer<bool> {
    let mut found = Ending::new();
    asked.decider.witnesses(id, std::slice::from_ref(outcome), &mut found)?;
    Ok(!found.is_empty())
}
