//! A model that may be meant for one event as well as for two is asked both ways: what depends on that is not said.

use super::Used;
use crate::cat::{Model, Updates};
use crate::engine::answers::Judgement;
use crate::engine::{Answer, Decider, Inconclusive, ModelId, Outcome};
use crate::syntax::source::Diagnostic;
use std::collections::BTreeSet;

/// Why nothing is said where the two readings differ.
const DIFFER: &str = "read-modify-writes by a model that may be meant for one event, as herd7 has it for C, as well as for two (`rmw`): for one, it says otherwise of this test than for two (docs/cat.md; one for two alone includes `two-events.cat`)";
/// Why nothing is said where a reading is refused.
const REFUSED: &str =
    "read-modify-writes by a model that may be meant for one event as well as for two, and cannot be asked both ways";

/// Why nothing is said by such a model: its readings differ in what is used of them, or it is not known whether they do.
pub(super) fn differ(model: &Model, used: Used, asked: &Decider<'_>) -> Option<Inconclusive> {
    match are_alike(model, used, asked) {
        Ok(true) => None,
        Ok(false) => Some(Inconclusive::NotModelled(DIFFER.into())),
        Err(why) => Some(why),
    }
}

fn are_alike(model: &Model, used: Used, asked: &Decider<'_>) -> Answer<bool> {
    let readings = [Updates::TwoEvents, Updates::OneEvent].map(|updates| reading(model, updates, asked));
    let [two, one] = readings;
    let (two, one) = (two?, one?);
    match used {
        Used::Verdicts => Ok(verdicts(two)?.says_as(&verdicts(one)?)),
        Used::States => Ok(states(two)? == states(one)?),
    }
}

/// Another decider of the same test, with a model as it is where a read-modify-write is this.
fn reading<'a>(model: &Model, updates: Updates, asked: &Decider<'a>) -> Answer<(Decider<'a>, ModelId)> {
    let refused = |error: Box<Diagnostic>| Inconclusive::NotModelled(format!("{REFUSED}: {}", error.message));
    let mut decider = Decider::new(asked.structure(), asked.elaborations(), asked.settings()).map_err(refused)?;
    let id = decider.add_reading(model, updates).map_err(refused)?;
    Ok((decider, id))
}

fn verdicts((mut decider, id): (Decider<'_>, ModelId)) -> Answer<Judgement> {
    let mut judgement = decider.judge(id);
    let why = judgement.inconclusive_mut().first().map(|why| (**why).clone());
    why.map_or(Ok(judgement), Err)
}

/// The final states that are allowed, and the flags that are raised.
type States = (BTreeSet<Outcome>, BTreeSet<String>);

fn states((mut decider, id): (Decider<'_>, ModelId)) -> Answer<States> {
    let allowed = decider.allowed(id)?.into_iter().collect();
    let raised = decider.all_races(id)?.into_iter().map(|race| race.flag).collect();
    match decider.count_beyond_bound(id)? {
        0 => Ok((allowed, raised)),
        states => Err(Inconclusive::UnrollBound { states }),
    }
}
