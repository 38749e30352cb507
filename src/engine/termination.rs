//! Whether loops that await something end, as the memory order decides it: in an execution that hangs, a thread repeats a turn of a loop forever, and all
//! others have ended, or wait too. Every thread that can go on does so at last (a fair scheduler, and each wave resident), and models say of `ENDLESS` which
//! writes such a turn does not miss forever (after Lahav et al., PLDI 2021, Making weak memory models fair).

use super::answers::{Hang, ModelId, Verdict};
use super::decide::Decider;
use super::settings::{RaceSemantics, Settings};
use super::updates::elaborate_as;
use crate::cat::{Elaborated, Elaborations, Model, Updates};
use crate::program::{EventStructure, Loops, Program, Unrolling, unroll};
use crate::syntax::source::Diagnostic;
use std::sync::Arc;

/// A program whose loops may hang, and the models that are asked whether they do.
pub(super) struct Hanging {
    structure: Arc<EventStructure>,
    models: Vec<Elaborated>,
}

impl Hanging {
    /// What to ask of a program, if a condition of it is about termination.
    ///
    /// # Errors
    /// As [`unroll`].
    pub(super) fn new(structure: &EventStructure) -> Result<Option<Hanging>, Box<Diagnostic>> {
        let asked = structure.program.conditions.iter().find(|condition| condition.is_about_termination());
        let Some(asked) = asked.filter(|_| structure.unrolling.loops == Loops::End) else { return Ok(None) };
        // A filter is about final states, and what hangs has none.
        let program = Program { conditions: vec![asked.clone()], filter: None, ..(*structure.program).clone() };
        let unrolling = Unrolling { loops: Loops::MayHang, ..structure.unrolling };
        let structure = unroll(Arc::new(program), unrolling)?;
        Ok(Some(Hanging { structure: Arc::new(structure), models: Vec::new() }))
    }

    /// Adds a model, whose races do not matter here.
    ///
    /// # Errors
    /// What elaboration finds wrong with the model for this test.
    pub(super) fn add_reading(
        &mut self,
        model: &Model,
        updates: Updates,
        elaborations: &Elaborations,
    ) -> Result<(), Box<Diagnostic>> {
        let elaborated = elaborate_as(&self.structure, model, updates, elaborations)?;
        self.models.push(elaborated.without_flags());
        Ok(())
    }

    /// Whether every loop that awaits something ends under a model.
    pub(super) fn terminates(&self, model: ModelId, elaborations: &Elaborations, settings: Settings) -> Verdict {
        let settings = Settings { races: RaceSemantics::CatchFire, ..settings };
        let decider = Decider::new(&self.structure, elaborations, settings);
        // A decider of the same program is there already.
        let mut decider = decider.unwrap_or_else(|error| unreachable!("{}", error.message));
        let model = decider.add_elaborated(self.models[model.0].clone());
        let found = decider.judge(model).verdicts.into_iter().next();
        match found.expect("the program has one condition") {
            Verdict::Allowed(execution) => {
                Verdict::Hangs(Box::new(Hang { structure: self.structure.clone(), execution: *execution }))
            }
            Verdict::Forbidden(axioms) => Verdict::Terminates(axioms),
            other @ (Verdict::Racy | Verdict::Terminates(_) | Verdict::Hangs(_) | Verdict::Unknown(_)) => other,
        }
    }
}
