//! What a test's verdicts rest on: asked when all are there, with what is left of what the test may use.

use super::{Asked, Assumptions, Checked, HardwareAnswer, HardwareFound, ModelFound, Options, RefinementsFound};
use crate::allowance;
use crate::engine::Inconclusive;
use crate::engine::answers::Judgement;
use crate::hardware::{Assume, OtherChip};
use crate::refine::{self, Endings, Otherwise, Platform};
use crate::syntax::source::Diagnostic;
use crate::verdict::RestsOn;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// Says of every verdict what it rests on. Where time or memory ends that, what is found so far stays, with why there is no more.
///
/// # Errors
/// What is wrong with a variant of a model or of hardware.
pub fn rest(checked: &mut Checked, options: &Options<'_>) -> Result<(), Vec<Diagnostic>> {
    // What was asked before may have left much that an allocator keeps, and not for what comes now.
    if allowance::is_memory_scarce() {
        allowance::give_back_memory();
    }
    let found = allowance::rest(|| rest_all(checked, options));
    let exceeded = found.as_ref().err().cloned().or_else(allowance::exceeded);
    checked.resting_ended = exceeded.map(Inconclusive::from);
    found.unwrap_or(Ok(()))
}

fn rest_all(checked: &mut Checked, options: &Options<'_>) -> Result<(), Vec<Diagnostic>> {
    let Checked { structure, models, refinements, hardware, .. } = checked;
    let mut asked = Asked::new(structure, options)?;
    models.iter_mut().try_for_each(|found| asked.model_rests(found))?;
    asked.hardware_rests(hardware)?;
    refinements.iter_mut().try_for_each(|found| asked.refinements_rest(found))
}

impl Asked<'_> {
    /// Of a model: by condition, the assumptions that give another verdict if they are decided otherwise.
    fn model_rests(&mut self, found: &mut ModelFound) -> Result<(), Vec<Diagnostic>> {
        let verdicts = &found.judgement.verdicts;
        let mut rests_on: Vec<Assumptions> = verdicts.iter().map(|_| Vec::new()).collect();
        for (change, model) in self.options.resources.variants(&found.name)? {
            let id = self.add(model)?;
            let Judgement { verdicts: otherwise, .. } = self.judgement(id);
            for (rests_on, (verdict, otherwise)) in rests_on.iter_mut().zip(verdicts.iter().zip(&otherwise)) {
                rests_on.extend(RestsOn::new(change, verdict.word(), otherwise.word()));
            }
        }
        // What was asked when nothing was left has no answer.
        allowance::check();
        found.rests_on = rests_on.into_iter().map(Some).collect();
        Ok(())
    }

    fn hardware_rests(&mut self, found: &mut [HardwareFound]) -> Result<(), Vec<Diagnostic>> {
        let mut found = found.iter_mut();
        for condition in &self.structure.program.conditions {
            let own = found.by_ref().take(condition.hardware.len()).collect_vec();
            if own.is_empty() {
                continue;
            }
            let endings = Endings::new(&mut self.decider, condition.asked());
            for (expectation, answers) in own {
                let assume = Assume::named(&expectation.assume);
                answers.iter_mut().try_for_each(|answer| self.answer_rests(&endings, &assume, answer))?;
            }
        }
        Ok(())
    }

    /// Of what a target answers by the test's own machine code.
    fn answer_rests(
        &self,
        endings: &Endings<'_>,
        assume: &Assume,
        answer: &mut HardwareAnswer,
    ) -> Result<(), Vec<Diagnostic>> {
        let configuration = &answer.configuration;
        let chip = refine::chip(configuration, assume, self.options.resources)?;
        let (ending, code) = endings.of(configuration, &chip)?;
        let used = code.used(&ending.structure);
        let others = self.options.resources.hardware_otherwise(configuration, assume)?;
        let rests_on = |(change, other): &OtherChip| {
            // Of hardware that does not say what an instruction of the test does there is no verdict.
            if chip.runs_alike(other, &used) || !code.is_known_to(other) {
                return None;
            }
            let otherwise = ending.reached(&code, other);
            RestsOn::new(change, answer.verdict.word(), otherwise.word())
        };
        let rests_on = others.rests_on(rests_on);
        allowance::check();
        answer.rests_on = Some(rests_on);
        Ok(())
    }

    fn refinements_rest(&mut self, found: &mut RefinementsFound) -> Result<(), Vec<Diagnostic>> {
        let (expectation, results) = found;
        let Options { resources, settings, .. } = *self.options;
        let targets = super::asks::refinement_targets(self.structure, expectation, resources)?;
        let model = refine::model_for_language(expectation.opencl);
        let otherwise = Otherwise::new(model, &targets, &Assume::default(), resources)?;
        let platforms: BTreeSet<Platform> = targets.iter().map(|target| target.platform(self.structure)).collect();
        let mut sources = BTreeMap::new();
        for platform in platforms {
            let allowed = self.allowed(model, platform)?;
            let others = otherwise.sources(&platform.source(self.structure), resources, settings);
            sources.insert(platform, (allowed, others.map_err(|error| vec![*error])?));
        }
        for (target, result) in targets.iter().enumerate().zip(results) {
            let (allowed, others) = &sources[&target.1.platform(self.structure)];
            let source = (allowed, others.as_slice());
            let rests_on = otherwise.rests_on(target, self.structure, source, result.verdict.word());
            allowance::check();
            result.rests_on = Some(rests_on);
        }
        Ok(())
    }
}
