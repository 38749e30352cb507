//! What a refinement result rests on: assumptions of the model or the hardware that give another verdict if they are decided otherwise.

use super::{RefinementResult, RefinementTarget, refine_against};
use crate::cat::Model;
use crate::engine::answers::Source as Allowed;
use crate::engine::{Decider, EngineChoice, Inconclusive, Settings};
use crate::hardware::movement::reads_otherwise;
use crate::hardware::{Assume, Chip, OtherChip, Otherwise as HardwareOtherwise};
use crate::program::EventStructure;
use crate::resources::Resources;
use crate::syntax::litmus::ast::InstructionPlacement;
use crate::syntax::source::Diagnostic;
use crate::verdict::{RefinementVerdict, RestsOn};
use std::sync::Arc;

/// The assumptions of a model and of refinement targets, each decided otherwise.
pub struct Otherwise {
    /// Variants of the model, each by what is otherwise.
    models: &'static [(String, &'static Model)],
    /// By refinement target: other hardware.
    hardware: Vec<Arc<HardwareOtherwise>>,
    /// Placements that a result is asked in besides its own, each by what is otherwise.
    placements: Vec<(String, InstructionPlacement)>,
}

impl Otherwise {
    /// Every assumption of a model, and of the hardware of refinement targets, decided otherwise.
    ///
    /// # Errors
    /// What is wrong with the model or a hardware file.
    pub fn new(
        model: &str,
        targets: &[RefinementTarget<'_>],
        assume: &Assume,
        resources: &Resources,
    ) -> Result<Otherwise, Vec<Diagnostic>> {
        let models = resources.variants(model)?;
        let others = targets.iter().map(|target| resources.hardware_otherwise(&target.configuration, assume));
        let placements =
            [InstructionPlacement::Free, InstructionPlacement::PastBarriers, InstructionPlacement::NarrowedLds];
        let placements = placements.map(|placement| (format!("in placement {placement}"), placement)).to_vec();
        Ok(Otherwise { models, hardware: others.collect::<Result<_, Vec<Diagnostic>>>()?, placements })
    }

    /// What the source may do by each variant of the model. Enumeration alone is asked where both engines may be: without a rule against thin air the
    /// solver finds a final state for each value of a register, which takes minutes.
    ///
    /// # Errors
    /// What is wrong with a variant for the test.
    pub fn sources(
        &self,
        structure: &EventStructure,
        resources: &Resources,
        settings: Settings,
    ) -> Result<Vec<SourceOtherwise>, Box<Diagnostic>> {
        let engine = match settings.engine {
            EngineChoice::Auto | EngineChoice::Enumerate => EngineChoice::Enumerate,
            EngineChoice::Smt => EngineChoice::Smt,
        };
        let mut decider = Decider::new(structure, resources.elaborations(), Settings { engine, ..settings })?;
        let source = |(change, model): &(String, &'static Model)| {
            let id = decider.add_model(model)?;
            Ok((change.clone(), decider.forbidden(id)))
        };
        self.models.iter().map(source).collect()
    }

    /// The assumptions that the result of a target, by its number, is another one without.
    pub fn rests_on(
        &self,
        (number, target): (usize, &RefinementTarget<'_>),
        structure: &EventStructure,
        (allowed, sources): (&Result<Allowed, Inconclusive>, &[SourceOtherwise]),
        verdict: RefinementVerdict,
    ) -> Vec<RestsOn<RefinementVerdict>> {
        let word = |(change, result): (&String, RefinementResult)| RestsOn::new(change, verdict, result.verdict.word());
        let by_model = sources.iter().map(|(change, allowed)| (change, refine_against(target, structure, allowed)));
        let used = target.used(structure);
        let is_alike = |other: &Chip| used.as_ref().is_some_and(|used| target.chip.runs_alike(other, used));
        let on_hardware = |(change, other): &OtherChip| {
            let result = || refine_against(&target.with_chip(other.clone()), structure, allowed);
            (!is_alike(other)).then(|| word((change, result()))).flatten()
        };
        let by_hardware = self.hardware.get(number).map(|others| others.rests_on(on_hardware)).unwrap_or_default();
        // What stands in its place may move, and of what moves the rules may be read otherwise.
        let others = self.placements.iter().filter(|(_, other)| match target.placement {
            InstructionPlacement::Canonical => *other == InstructionPlacement::Free,
            InstructionPlacement::Free => reads_otherwise(*other, structure),
            InstructionPlacement::PastBarriers | InstructionPlacement::NarrowedLds => false,
        });
        let by_placement = others.map(|(change, placement)| {
            let target = target.clone().with_placement(*placement);
            (change, refine_against(&target, structure, allowed))
        });
        by_model.filter_map(word).chain(by_hardware).chain(by_placement.filter_map(word)).collect()
    }
}

/// What is otherwise in a model, and what its source may do then.
pub type SourceOtherwise = (String, Result<Allowed, Inconclusive>);
