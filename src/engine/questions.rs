//! The questions that an engine answers about one test.

use super::answers::*;
use super::execution::{Execution, Outcome};
use super::inconclusive::Inconclusive;
use crate::cat::Elaborated;
use crate::program::Prop;

/// An answer, or why the engine has none.
pub type Answer<T> = Result<T, Inconclusive>;

/// Decides which executions of a test models allow. Engines agree wherever more than one has an answer; what an engine does not handle is
/// inconclusive.
///
/// Complete executions are those within the unroll bound that pass the test's filter. Executions with values out of thin air count
/// where a model allows them.
pub trait Engine {
    /// Adds a model, elaborated for the test. Models are numbered from 0 in this order.
    fn add_model(&mut self, model: Elaborated);

    /// The races of a model, and a verdict for each condition of the test.
    ///
    /// # Errors
    /// Why races and conditions are all inconclusive; what concerns one condition is in its verdict.
    fn judge(&mut self, model: ModelId) -> Answer<Judgement>;

    /// Every final state of a complete execution, whether a model allows it or not, and what each model says of it; the states in
    /// order. `seen` has those found when the work ends early. States whose values come out of thin air are there only where a model allows them: there is no end of those.
    ///
    /// # Errors
    /// Why they cannot be listed.
    fn states(&mut self, models: &[ModelId], seen: &mut Seen) -> Answer<Vec<State>>;

    /// The final states that a model allows, in order; `seen` has those found when the work ends early.
    ///
    /// # Errors
    /// Why they cannot be listed.
    fn allowed(&mut self, model: ModelId, seen: &mut Seen) -> Answer<Vec<Outcome>>;

    /// Every pair that races in some execution, with the flag's name.
    ///
    /// # Errors
    /// Why not all could be found.
    fn all_races(&mut self, model: ModelId) -> Answer<Vec<Race>>;

    /// The number of states in which allowed executions exceed the unroll bound, at most one more than
    /// [`Inconclusive::MOST_BEYOND_BOUND`].
    ///
    /// # Errors
    /// Why they cannot be counted.
    fn count_beyond_bound(&mut self, model: ModelId) -> Answer<usize>;

    /// The complete executions that end in states a model forbids, unless some execution has a race.
    ///
    /// # Errors
    /// Why they cannot be listed. Executions beyond the unroll bound are never listed, so a model that allows some has no answer.
    fn forbidden(&mut self, model: ModelId) -> Answer<Source>;

    /// Why a model forbids a state; `None` if it does not, or no complete execution ends in it.
    ///
    /// # Errors
    /// Why neither could be shown.
    fn reason(&mut self, model: ModelId, outcome: &Outcome) -> Answer<Option<RuledOut>>;

    /// A complete execution that two models say other things of ([`Saying`](super::answers::Saying)); `None` if there is none.
    ///
    /// # Errors
    /// Why neither could be shown.
    fn told_apart(&mut self, models: [ModelId; 2]) -> Answer<Option<Execution>>;

    /// For each of some states that a model allows, an execution that ends in it; `found` has those of it that are found when the work ends early.
    ///
    /// # Errors
    /// Why not all could be found.
    fn witnesses(&mut self, model: ModelId, states: &[Outcome], found: &mut Ending) -> Answer<()>;

    /// Complete executions that end in a state that a proposition is true of, whatever models say: one for each choice of events, of
    /// reads-from and of co-maximal writes. Enumeration leaves out those with values out of thin air.
    ///
    /// # Errors
    /// Why they cannot be listed.
    fn ending_in(&mut self, prop: &Prop) -> Answer<Vec<Execution>>;
}
