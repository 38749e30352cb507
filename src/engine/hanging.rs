//! Executions that hang, as the memory order decides it: a thread repeats a turn of a loop forever, and all others have ended, or wait too. Every thread that can
//! go on does so at last (a fair scheduler, and each wave resident), and models say of `ENDLESS` which writes such a turn does not miss forever (after Lahav et
//! al., PLDI 2021, Making weak memory models fair). Whether there are such executions may be asked, and a race of one makes a program undefined as any other.

use super::answers::{Hang, ModelId, Race, Races, Verdict};
use super::decide::Decider;
use super::questions::Answer;
use super::settings::{RaceSemantics, Settings};
use super::updates::elaborate_as;
use crate::cat::{Elaborated, Elaborations, Model, Updates};
use crate::program::{Condition, EventStructure, Loops, Program, Requirement, Unrolling, unroll};
use crate::syntax::source::Diagnostic;
use std::sync::Arc;

/// A program whose loops may hang, and the models that are asked about that.
pub(super) struct Hanging {
    structure: Arc<EventStructure>,
    models: Vec<Elaborated>,
}

impl Hanging {
    /// What to ask of a program, if a condition of it is about termination.
    ///
    /// # Errors
    /// As [`unroll`].
    pub(super) fn asked(structure: &EventStructure) -> Result<Option<Hanging>, Box<Diagnostic>> {
        let asked = structure.program.conditions.iter().find(|condition| condition.is_about_termination());
        let Some(asked) = asked.filter(|_| structure.unrolling.loops == Loops::End) else { return Ok(None) };
        let hanging = unrolled(structure, Loops::MayHang, vec![asked.clone()])?;
        Ok(Some(Hanging { structure: Arc::new(hanging), models: Vec::new() }))
    }

    /// A program, to be asked for races of executions that hang, if a loop of it may. Where a filter asks for final states there are none.
    ///
    /// # Errors
    /// As [`unroll`].
    pub(super) fn racing(structure: &EventStructure) -> Result<Option<Hanging>, Box<Diagnostic>> {
        let may_hang = structure.awaits && structure.unrolling.loops == Loops::End;
        if !may_hang || structure.program.filter.is_some() {
            return Ok(None);
        }
        let mut hanging = unrolled(structure, Loops::MayHangLater, Vec::new())?;
        // Executions that end are asked elsewhere.
        let (guard, holds) = (hanging.exprs.truth(true), hanging.hangs);
        hanging.requirements.push(Requirement { guard, holds });
        Ok(Some(Hanging { structure: Arc::new(hanging), models: Vec::new() }))
    }

    /// Adds a model.
    ///
    /// # Errors
    /// What elaboration finds wrong with the model for this test.
    pub(super) fn add_reading(
        &mut self,
        model: &Model,
        updates: Updates,
        elaborations: &Elaborations,
    ) -> Result<(), Box<Diagnostic>> {
        self.models.push(elaborate_as(&self.structure, model, updates, elaborations)?);
        Ok(())
    }

    /// Whether every loop that awaits something ends under a model, whose races do not matter here.
    pub(super) fn terminates(&self, model: ModelId, elaborations: &Elaborations, settings: Settings) -> Verdict {
        let settings = Settings { races: RaceSemantics::CatchFire, ..settings };
        let mut decider = self.decider(elaborations, settings);
        let model = decider.add_elaborated(self.models[model.0].clone().without_flags());
        let found = decider.judge(model).verdicts.into_iter().next();
        match found.expect("the program has one condition") {
            Verdict::Allowed(execution) => {
                Verdict::Hangs(Box::new(Hang { structure: self.structure.clone(), execution: *execution }))
            }
            Verdict::Forbidden(axioms) => Verdict::Terminates(axioms),
            other @ (Verdict::Racy | Verdict::Terminates(_) | Verdict::Hangs(_) | Verdict::Unknown(_)) => other,
        }
    }

    /// The first race that is found.
    pub(super) fn race(&self, model: ModelId, elaborations: &Elaborations, settings: Settings) -> Races {
        let mut decider = self.decider(elaborations, settings);
        let model = decider.add_elaborated(self.models[model.0].clone());
        match decider.judge(model).races {
            Races::Found(race) => Races::Found(Box::new(self.own(*race))),
            races @ (Races::None | Races::Unknown(_)) => races,
        }
    }

    /// Every pair that races.
    ///
    /// # Errors
    /// Why not all could be found.
    pub(super) fn all_races(
        &self,
        model: ModelId,
        elaborations: &Elaborations,
        settings: Settings,
    ) -> Answer<Vec<Race>> {
        let mut decider = self.decider(elaborations, settings);
        let model = decider.add_elaborated(self.models[model.0].clone());
        Ok(decider.all_races(model)?.into_iter().map(|race| self.own(race)).collect())
    }

    fn own(&self, race: Race) -> Race {
        Race { hanging: Some(self.structure.clone()), ..race }
    }

    fn decider<'a>(&'a self, elaborations: &'a Elaborations, settings: Settings) -> Decider<'a> {
        let decider = Decider::new(&self.structure, elaborations, settings);
        // A decider of the same program is there already.
        decider.unwrap_or_else(|error| unreachable!("{}", error.message))
    }
}

/// A program where its loops may hang.
fn unrolled(
    structure: &EventStructure,
    loops: Loops,
    conditions: Vec<Condition>,
) -> Result<EventStructure, Box<Diagnostic>> {
    // A filter is about final states, and what hangs has none.
    let program = Program { conditions, filter: None, ..(*structure.program).clone() };
    unroll(Arc::new(program), Unrolling { loops, ..structure.unrolling })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineChoice;
    use crate::syntax::source::Source;

    /// A store that another thread awaits is read at last: that it is not read yet is no race.
    #[test]
    fn only_what_hangs_for_ever_is_asked_for_races() {
        let text = r#"litmus t "t" memory { global x: i32 = 0 }
            thread P0 @ agent 0, workgroup 0, wavefront 0 { store atomic i32 1, x monotonic }
            thread P1 @ agent 0, workgroup 1, wavefront 0 { do { r0 = load atomic i32, x monotonic } while r0 != VALUE }
            exists (P1:r0 = 1)"#;
        let model = "acyclic po | rf | co | fr as sc empty [ENDLESS & ATOMIC] ; fr ; [ATOMIC] as progress \
                     undefined_unless empty [W \\ IW \\ domain(rf)] as unread undefined_unless empty [ENDLESS] as endless";
        let model = crate::cat::load_text("m.cat", model, &|_| None).expect("well formed");
        let flag = |value: &str, engine| {
            let source = Source::new("t.litmus", text.replace("VALUE", value));
            let structure = crate::load::event_structure(&source).expect("well formed");
            let elaborations = crate::models::elaborations();
            let settings = Settings { engine, ..Settings::default() };
            let mut decider = Decider::new(&structure, &elaborations, settings).expect("well formed");
            let model = decider.add_model(&model).expect("well formed");
            let races = decider.judge(model).races;
            let all = decider.all_races(model).expect("they are listed");
            match races {
                Races::Found(race) => {
                    assert!(all.iter().any(|other| other.flag == race.flag) && race.hanging.is_some());
                    Some(race.flag)
                }
                Races::None => all.first().map(|race| race.flag.clone()),
                Races::Unknown(why) => panic!("{why}"),
            }
        };
        for engine in [EngineChoice::Enumerate, EngineChoice::Smt] {
            assert_eq!(flag("1", engine), None);
            assert_eq!(flag("2", engine).as_deref(), Some("endless"));
        }
    }
}
