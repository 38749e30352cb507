//! What a refinement result rests on: assumptions of the model or the hardware that give another verdict if they are decided otherwise.

use super::{RefinementResult, RefinementTarget, refine_against};
use crate::cat::Model;
use crate::engine::answers::Source as Allowed;
use crate::engine::{Decider, EngineChoice, Inconclusive, Settings};
use crate::hardware::{Assume, Chip};
use crate::program::{EventStructure, InstrKind};
use crate::resources::Resources;
use crate::syntax::litmus::ast::InstructionPlacement;
use crate::syntax::source::Diagnostic;
use crate::verdict::{RefinementVerdict, RestsOn};

/// The assumptions of a model and of refinement targets, each decided otherwise.
pub struct Otherwise {
    /// Variants of the model, each by what is otherwise.
    models: &'static [(String, &'static Model)],
    /// By refinement target: other hardware, each by what is otherwise.
    hardware: Vec<&'static [(String, Chip)]>,
    /// The placement that moves more, by what is otherwise.
    past_barriers: String,
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
        let past_barriers = format!("in placement {}", InstructionPlacement::PastBarriers);
        Ok(Otherwise { models, hardware: others.collect::<Result<_, Vec<Diagnostic>>>()?, past_barriers })
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
        let by_model = sources.iter().map(|(change, allowed)| (change, refine_against(target, structure, allowed)));
        let used = target.used(structure);
        let is_alike = |other: &Chip| used.as_ref().is_some_and(|used| target.chip.runs_alike(other, used));
        let others = self.hardware.get(number).copied().into_iter().flatten().filter(|(_, other)| !is_alike(other));
        let by_hardware = others.map(|(change, other)| {
            let target = target.with_chip(other.clone());
            (change, refine_against(&target, structure, allowed))
        });
        // Only what moves at all may be moved past barriers.
        let past_barriers = (target.placement == InstructionPlacement::Free && has_barriers(structure)).then(|| {
            let target = target.clone().with_placement(InstructionPlacement::PastBarriers);
            (&self.past_barriers, refine_against(&target, structure, allowed))
        });
        let word = |(change, result): (&String, RefinementResult)| RestsOn::new(change, verdict, result.verdict.word());
        by_model.chain(by_hardware).chain(past_barriers).filter_map(word).collect()
    }
}

fn has_barriers(structure: &EventStructure) -> bool {
    let instrs = structure.steps.iter().filter_map(|step| step.instr.as_ref());
    instrs.into_iter().any(|(instr, _)| matches!(instr.kind, InstrKind::Barrier(_)))
}

/// What is otherwise in a model, and what its source may do then.
pub type SourceOtherwise = (String, Result<Allowed, Inconclusive>);
