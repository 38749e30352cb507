//! What a model allows of a program, so that programs and models can be compared.

use crate::cat::Model;
use crate::engine::answers::Races;
use crate::engine::{Answer, Decider, Inconclusive, ModelId, Outcome};
use crate::resources::Resources;
use crate::syntax::source::Diagnostic;
use std::collections::BTreeSet;

/// What a model allows of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// Every final state, whatever it is: some execution has a race, which makes the program undefined.
    Anything,
    /// Exactly these final states: no execution has a race.
    Only(BTreeSet<Outcome>),
}

impl Allowed {
    /// What a model of a decider allows of its program.
    ///
    /// # Errors
    /// Why it could not be decided.
    pub fn decide(decider: &mut Decider<'_>, model: ModelId) -> Answer<Allowed> {
        match decider.judge(model).races {
            Races::Found(_) => Ok(Allowed::Anything),
            Races::Unknown(why) => Err(why),
            Races::None => Ok(Allowed::Only(decider.allowed(model)?.into_iter().collect())),
        }
    }

    /// Whether a final state is one of these.
    pub fn has(&self, outcome: &Outcome) -> bool {
        match self {
            Allowed::Anything => true,
            Allowed::Only(outcomes) => outcomes.contains(outcome),
        }
    }
}

/// Models as a question names them, in its order.
pub type Named<'r> = (String, &'r Model);

/// The models of these names or paths.
///
/// # Errors
/// What is wrong with one, or that there is none.
pub fn models_named(names: &[String], resources: &Resources) -> Result<Vec<Named<'static>>, Vec<Diagnostic>> {
    names.iter().map(|name| Ok((name.clone(), resources.model(name)?))).collect()
}

/// What is in the way of an answer: wrong input, or that it could not be decided.
pub enum Obstacle {
    /// What is wrong with a model or a program.
    Wrong(Vec<Diagnostic>),
    /// Why it could not be decided.
    Inconclusive(Inconclusive),
}

impl From<Box<Diagnostic>> for Obstacle {
    fn from(error: Box<Diagnostic>) -> Self {
        Obstacle::Wrong(vec![*error])
    }
}

impl From<Vec<Diagnostic>> for Obstacle {
    fn from(errors: Vec<Diagnostic>) -> Self {
        Obstacle::Wrong(errors)
    }
}

impl From<Inconclusive> for Obstacle {
    fn from(why: Inconclusive) -> Self {
        Obstacle::Inconclusive(why)
    }
}

/// What was found, if something could be decided.
///
/// # Errors
/// What is wrong with input.
pub fn decided<T>(found: Result<T, Obstacle>) -> Result<Result<T, Inconclusive>, Vec<Diagnostic>> {
    match found {
        Ok(found) => Ok(Ok(found)),
        Err(Obstacle::Inconclusive(why)) => Ok(Err(why)),
        Err(Obstacle::Wrong(errors)) => Err(errors),
    }
}
