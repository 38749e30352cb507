//! Races of executions that do not end. A program is undefined if any of its executions has a race, also one in which a thread awaits for ever what does not
//! come; and what has a race as far as it has come has it however it goes on, since what follows orders nothing that was before. So races are looked for in what
//! executions are like while threads still await something.

use super::answers::{ModelId, Race, Races};
use super::decide::Decider;
use super::inconclusive::Inconclusive;
use super::questions::Answer;
use super::settings::Settings;
use crate::cat::{Elaborated, Elaborations};
use crate::program::{EventStructure, Loops, Unrolling, unroll};
use crate::syntax::source::Diagnostic;
use std::cell::OnceCell;
use std::sync::Arc;

/// A test, and its program as far as threads come that may still await something, unrolled when it is first asked of.
pub(super) struct Awaiting<'a> {
    test: &'a EventStructure,
    elaborations: &'a Elaborations,
    settings: Settings,
    unrolled: OnceCell<Answer<Arc<EventStructure>>>,
}

impl<'a> Awaiting<'a> {
    /// The program of a test; `None` where nothing is awaited, or a filter asks for final states, of which there are none.
    pub(super) fn of(test: &'a EventStructure, elaborations: &'a Elaborations, settings: Settings) -> Option<Self> {
        let is_asked = test.awaits && test.unrolling.loops == Loops::End && test.program.filter.is_none();
        is_asked.then(|| Awaiting { test, elaborations, settings, unrolled: OnceCell::new() })
    }

    /// The first race found.
    pub(super) fn race(&self, model: &Elaborated) -> Races {
        match self.ask(model, |decider, model| Ok(decider.judge(model).races)) {
            Ok((Races::Found(race), awaiting)) => Races::Found(Box::new(Race { awaiting: Some(awaiting), ..*race })),
            Ok((races, _)) => races,
            Err(why) => Races::Unknown(why),
        }
    }

    /// Every pair that races.
    ///
    /// # Errors
    /// Why not all could be found.
    pub(super) fn all_races(&self, model: &Elaborated) -> Answer<Vec<Race>> {
        let (races, awaiting) = self.ask(model, |decider, model| decider.all_races(model))?;
        Ok(races.into_iter().map(|race| Race { awaiting: Some(awaiting.clone()), ..race }).collect())
    }

    /// Asks another decider, of the program as far as it comes: it has the events of the test, so that the model is elaborated for it.
    fn ask<T>(
        &self,
        model: &Elaborated,
        question: impl FnOnce(&mut Decider<'_>, ModelId) -> Answer<T>,
    ) -> Answer<(T, Arc<EventStructure>)> {
        let structure = self.unrolled.get_or_init(|| self.unroll()).clone()?;
        let mut decider =
            Decider::new(&structure, self.elaborations, self.settings).map_err(|error| refused(&error))?;
        let model = decider.add_elaborated(model.clone());
        let found = question(&mut decider, model)?;
        drop(decider);
        Ok((found, structure))
    }

    fn unroll(&self) -> Answer<Arc<EventStructure>> {
        let program = self.test.asking(std::iter::empty()).program;
        let unrolling = Unrolling { loops: Loops::MayStop, ..self.test.unrolling };
        unroll(program, unrolling).map(Arc::new).map_err(|error| refused(&error))
    }
}

/// What is refused of a program that was not refused where what it awaits comes.
fn refused(error: &Diagnostic) -> Inconclusive {
    Inconclusive::NotModelled(format!("races while something is awaited: {}", error.message))
}
