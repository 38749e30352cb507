//! All final states of a test and its races, as far as there is time.

use super::{Asked, Options};
use crate::allowance;
use crate::engine::answers::{Flag, OfState, Race, RuledOut, Seen, State};
use crate::engine::bound::{Found, raising};
use crate::engine::{Decider, EngineChoice, Inconclusive, ModelId, Outcome, Settings};
use crate::fit::Used;
use crate::load;
use crate::program::EventStructure;
use crate::syntax::source::{Diagnostic, Source};
use crate::verdict::Cause;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// The final states of a test under models, and its races.
pub struct Outcomes {
    /// The event structure of the test, with the program that it is of.
    pub structure: EventStructure,
    /// The models' names, in the order asked.
    pub models: Vec<String>,
    /// The states, and what each model says of them.
    pub states: Vec<State>,
    /// By model, in the order asked: every race; none where they cannot be listed.
    pub races: Vec<Vec<Race>>,
    /// By model, in the order asked: its flags.
    pub flags: Vec<Vec<Flag>>,
    /// Why states or races may be missing.
    pub missing: Option<Inconclusive>,
}

impl Outcomes {
    /// Whether a model, by its number, finds a race: nothing is allowed or forbidden by it then.
    pub fn is_racy(&self, model: usize) -> bool {
        self.races.get(model).is_some_and(|races| !races.is_empty())
    }
}

impl Found for Outcomes {
    fn open(&mut self) -> Vec<&mut Inconclusive> {
        self.missing.iter_mut().collect()
    }
}

/// All final states of a test, or those that some model allows, and its races.
///
/// # Errors
/// As [`check`](super::check).
pub fn outcomes(
    source: &Arc<Source>,
    options: &Options<'_>,
    (allowed, count): (bool, &Arc<AtomicUsize>),
) -> Result<Outcomes, Vec<Diagnostic>> {
    let ask = |structure| {
        let seen = Seen::counted(count);
        listed(structure, options, (allowed, seen))
    };
    raising(load::program(source)?, options.settings, ask)
}

fn listed(
    structure: EventStructure,
    options: &Options<'_>,
    (allowed, seen): (bool, Seen),
) -> Result<Outcomes, Vec<Diagnostic>> {
    // Where not all can be listed, the rest of the time is for what is allowed.
    let most = Settings { timeout: options.settings.timeout / 4 * 3, ..options.settings };
    let first = if allowed { options.clone() } else { Options { settings: most, ..options.clone() } };
    let mut asked = Asked::new(&structure, &first)?;
    let mut models = asked.models()?;
    let named = models.len();
    let of = if options.sensitivity { asked.add_variants(&mut models)? } else { Vec::new() };
    let (models, ids): (Vec<String>, Vec<ModelId>) = models.into_iter().unzip();
    let mut listed = list_outcomes(&mut asked, &ids, (allowed, seen));
    let flags: Vec<_> = ids.iter().map(|&id| asked.decider.flags(id)).collect();
    drop(asked);
    if !allowed && listed.is_out_of_time() {
        // What is allowed is found sooner than that all else is forbidden.
        match allowance::rest(|| allowed_alone(&structure, options)) {
            Ok(found) => listed.add(found?),
            Err(why) => listed.missing = Some(why.into()),
        }
        if let Some(Inconclusive::Deadline { timeout }) = &mut listed.missing {
            *timeout = options.settings.timeout;
        }
    }
    if !allowed && options.settings.engine == EngineChoice::Smt {
        // What is listed is not lost where the time for it is over.
        match allowance::rest(|| listed.explain_as_enumeration(&structure, &models, options)) {
            Ok(explained) => explained?,
            Err(why) => drop(listed.missing.get_or_insert(why.into())),
        }
    }
    let says_more = |&column: &usize| column < named || listed.differ(of[column - named], column);
    let columns: Vec<usize> = (0..models.len()).filter(says_more).collect();
    let models = columns.iter().map(|&column| models[column].clone()).collect();
    let flags = columns.iter().map(|&column| flags[column].clone()).collect();
    let Listed { states, races, missing } = listed.only(&columns);
    Ok(Outcomes { structure, models, states, races, flags, missing })
}

/// The states that some model allows.
fn allowed_alone(structure: &EventStructure, options: &Options<'_>) -> Result<Listed, Vec<Diagnostic>> {
    let mut asked = Asked::new(structure, options)?;
    let mut models = asked.models()?;
    if options.sensitivity {
        asked.add_variants(&mut models)?;
    }
    let ids: Vec<ModelId> = models.into_iter().map(|(_, id)| id).collect();
    Ok(list_outcomes(&mut asked, &ids, (true, Seen::default())))
}

/// The lists of [`outcomes`], and why some may be missing.
#[derive(Default)]
struct Listed {
    states: Vec<State>,
    /// By model, in the order asked.
    races: Vec<Vec<Race>>,
    /// Why states or races may be missing.
    missing: Option<Inconclusive>,
}

impl Listed {
    /// Has enumeration say, where it can, what forbids states: it is then the same by each engine.
    fn explain_as_enumeration(
        &mut self,
        structure: &EventStructure,
        models: &[String],
        options: &Options<'_>,
    ) -> Result<(), Vec<Diagnostic>> {
        let options = options.explaining();
        let mut asked = Asked::new(structure, &options)?;
        let ids = models.iter().map(|name| asked.model(name)).collect::<Result<Vec<ModelId>, _>>()?;
        for state in &mut self.states {
            for (said, &id) in state.models.iter_mut().zip(&ids) {
                if let OfState::Forbidden(why) = said
                    && let Ok(Some(found)) = asked.decider.reason(id, &state.outcome)
                {
                    *why = found;
                }
            }
        }
        Ok(())
    }

    fn is_out_of_time(&self) -> bool {
        self.missing.as_ref().is_some_and(|why| why.cause() == Cause::Deadline)
    }

    /// What was found of the same models by another way, which alone is listed whole or not at all.
    fn add(&mut self, allowed: Listed) {
        let mut states: BTreeMap<Outcome, Vec<OfState>> =
            std::mem::take(&mut self.states).into_iter().map(|state| (state.outcome, state.models)).collect();
        for State { outcome, models } in allowed.states {
            let known = states.entry(outcome).or_insert_with(|| models.iter().map(|_| OfState::Open).collect());
            for (known, of) in known.iter_mut().zip(models) {
                if matches!((&*known, &of), (OfState::Open, OfState::Allowed)) {
                    *known = of;
                }
            }
        }
        self.states = states.into_iter().map(|(outcome, models)| State { outcome, models }).collect();
        if self.races.is_empty() {
            self.races = allowed.races;
        }
    }

    /// Whether two models say other things of some state, or one alone has a race. What was not listed may differ.
    fn differ(&self, model: usize, other: usize) -> bool {
        let is_racy = |model: usize| self.races.get(model).is_some_and(|races| !races.is_empty());
        let tells = |state: &State| {
            std::mem::discriminant(&state.models[model]) != std::mem::discriminant(&state.models[other])
        };
        self.missing.is_some() || is_racy(model) != is_racy(other) || self.states.iter().any(tells)
    }

    /// What some models say.
    fn only(self, models: &[usize]) -> Listed {
        let states = self
            .states
            .into_iter()
            .map(|state| State { models: models.iter().map(|&model| state.models[model].clone()).collect(), ..state });
        let races = models.iter().filter_map(|&model| self.races.get(model).cloned()).collect();
        Listed { states: states.collect(), races, missing: self.missing }
    }
}

fn list_outcomes(asked: &mut Asked<'_>, models: &[ModelId], (allowed, mut seen): (bool, Seen)) -> Listed {
    if let Some(why) = models.iter().find_map(|&model| asked.misfit(model, Used::States)) {
        return Listed { missing: Some(why), ..Listed::default() };
    }
    let decider = &mut asked.decider;
    let states = match allowed {
        true => allowed_states(decider, models, &mut seen),
        false => decider.states_seen(models, &mut seen),
    };
    let states = match states {
        Ok(states) => states,
        Err(why) => return Listed { states: seen.states(models), missing: Some(why), ..Listed::default() },
    };
    let races: Result<_, _> = models.iter().map(|&model| decider.all_races(model)).collect();
    let races = match races {
        Ok(races) => races,
        Err(why) => return Listed { states, missing: Some(why), ..Listed::default() },
    };
    let missing = models.iter().find_map(|&model| match decider.count_beyond_bound(model) {
        Ok(0) => None,
        Ok(states) => Some(Inconclusive::UnrollBound { states }),
        Err(why) => Some(why),
    });
    Listed { states, races, missing }
}

/// The final states that some model allows; of others it is not said why they are forbidden.
fn allowed_states(decider: &mut Decider<'_>, models: &[ModelId], seen: &mut Seen) -> Result<Vec<State>, Inconclusive> {
    let not_said = || OfState::Forbidden(RuledOut { axioms: Vec::new(), broken: Ok(None) });
    let mut states: BTreeMap<Outcome, Vec<OfState>> = BTreeMap::new();
    for (at, &model) in models.iter().enumerate() {
        for outcome in decider.allowed_seen(model, seen)? {
            let none = || models.iter().map(|_| not_said()).collect();
            states.entry(outcome).or_insert_with(none)[at] = OfState::Allowed;
        }
    }
    Ok(states.into_iter().map(|(outcome, models)| State { outcome, models }).collect())
}
