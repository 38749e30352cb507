//! A solver session as an engine: each question goes to the function that answers it.

use super::judge::Judge;
use super::session::Session;
use super::{apart, candidates, judge};
use crate::cat::Elaborated;
use crate::engine::answers::*;
use crate::engine::execution::{Execution, Outcome};
use crate::engine::questions::{Answer, Engine};
use crate::program::Prop;

impl Engine for Session<'_> {
    fn add_model(&mut self, model: Elaborated) {
        Session::add_model(self, model);
    }

    fn judge(&mut self, model: ModelId) -> Answer<Judgement> {
        Ok(Judge { session: self, model }.judge())
    }

    fn states(&mut self, models: &[ModelId], seen: &mut Seen) -> Answer<Vec<State>> {
        judge::states(self, models, seen)
    }

    fn allowed(&mut self, model: ModelId, seen: &mut Seen) -> Answer<Vec<Outcome>> {
        let mut found = judge::allowed(self, model, seen)?;
        found.sort_unstable();
        Ok(found)
    }

    fn all_races(&mut self, model: ModelId) -> Answer<Vec<Race>> {
        Judge { session: self, model }.all_races()
    }

    fn count_beyond_bound(&mut self, model: ModelId) -> Answer<usize> {
        Judge { session: self, model }.count_beyond_bound()
    }

    fn forbidden(&mut self, model: ModelId) -> Answer<Source> {
        candidates::forbidden(self, model)
    }

    fn reason(&mut self, model: ModelId, outcome: &Outcome) -> Answer<Option<RuledOut>> {
        candidates::reason(self, model, outcome)
    }

    fn told_apart(&mut self, models: [ModelId; 2]) -> Answer<Option<Execution>> {
        apart::told_apart(self, models)
    }

    fn witnesses(&mut self, model: ModelId, states: &[Outcome], found: &mut Ending) -> Answer<()> {
        judge::witnesses(self, model, states, found)
    }

    fn ending_in(&mut self, prop: &Prop) -> Answer<Vec<Execution>> {
        candidates::ending_in(self, prop)
    }
}
