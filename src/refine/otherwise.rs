//! What a refinement result rests on: assumptions of the model or the hardware that give another verdict if they are decided otherwise.

use super::{RefinementResult, RefinementTarget, refine_against};
use crate::cat::Model;
use crate::engine::answers::Source as Allowed;
use crate::engine::{Decider, EngineChoice, Inconclusive, Settings};
use crate::hardware::{Assume, Chip, HardwareFile};
use crate::program::EventStructure;
use crate::resources::Resources;
use crate::syntax::hardware::ast::Switch;
use crate::syntax::source::Diagnostic;
use crate::targets::TargetConfiguration;
use crate::verdict::{RefinementVerdict, RestsOn};

/// The assumptions of a model and of refinement targets, each decided otherwise.
pub struct Otherwise<'r> {
    /// Variants of the model, each by what is otherwise.
    models: Vec<(String, &'static Model)>,
    /// By refinement target: the same with other hardware, each by what is otherwise.
    targets: Vec<Vec<(String, RefinementTarget<'r>)>>,
}

impl<'r> Otherwise<'r> {
    /// Every assumption of a model, and of the hardware of refinement targets, decided otherwise.
    ///
    /// # Errors
    /// What is wrong with the model or a hardware file.
    pub fn new(
        model: &str,
        targets: &[RefinementTarget<'r>],
        assume: &Assume,
        resources: &Resources,
    ) -> Result<Otherwise<'r>, Vec<Diagnostic>> {
        let models = resources.variants(model)?;
        let others = targets.iter().map(|target| {
            let file = resources.hardware(target.configuration.target)?;
            let chips = other_chips(file, &target.configuration, &target.chip, assume)
                .map_err(|error| vec![*error])?
                .into_iter();
            Ok(chips.map(|(change, chip)| (change, target.with_chip(chip))).collect())
        });
        Ok(Otherwise { models, targets: others.collect::<Result<_, Vec<Diagnostic>>>()? })
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
        allowed: &Result<Allowed, Inconclusive>,
        sources: &[SourceOtherwise],
        verdict: RefinementVerdict,
    ) -> Vec<RestsOn<RefinementVerdict>> {
        let by_model = sources.iter().map(|(change, allowed)| (change, refine_against(target, structure, allowed)));
        let others = self.targets.get(number).into_iter().flatten();
        let by_hardware = others.map(|(change, other)| (change, refine_against(other, structure, allowed)));
        let word = |(change, result): (&String, RefinementResult)| RestsOn::new(change, verdict, result.verdict.word());
        by_model.chain(by_hardware).filter_map(word).collect()
    }
}

/// What is otherwise in a model, and what its source may do then.
pub type SourceOtherwise = (String, Result<Allowed, Inconclusive>);

/// The hardware of a target with each named claim switched, and without each clause that is assumed and has no name; where the rest describes no hardware,
/// with each weaker form of the clause.
///
/// # Errors
/// The file describes no hardware with such a claim switched.
pub fn other_chips(
    file: &HardwareFile,
    configuration: &TargetConfiguration,
    chip: &Chip,
    assume: &Assume,
) -> Result<Vec<(String, Chip)>, Box<Diagnostic>> {
    let known = &chip.assumptions;
    let switched = known.iter().map(|(name, on)| {
        let others = known.iter().filter(|(other, on)| *other != name && **on).map(|(other, _)| other.clone());
        let own = if *on { Vec::new() } else { claims(file, name) };
        let change = if *on { format!("without {name}") } else { format!("with {}", own.join(", ")) };
        let assume = Assume { none: true, on: others.chain(own).collect() };
        let chip = Chip::new(&file.source, &file.file, configuration, &assume)?;
        Ok((change, chip))
    });
    let clauses = file.file.clauses.iter().enumerate();
    let assumed = clauses.filter(|(_, clause)| clause.source.assumed && clause.switch.is_none());
    let changed = assumed.flat_map(|(at, clause)| {
        let chip = |changed: &HardwareFile| Chip::new(&changed.source, &changed.file, configuration, assume).ok();
        // Without the clause there may be hardware, but none that runs a test's code: its weaker forms say what rests on it.
        let without = chip(&file.without(at)).map(|chip| (format!("without {}", clause.subject().as_str()), chip));
        let weaker = file.weaker(at).into_iter();
        let weaker = weaker.filter_map(|mutation| Some((mutation.change, chip(&mutation.file)?)));
        without.into_iter().chain(weaker).map(Ok).collect::<Vec<_>>()
    });
    switched.chain(changed).collect()
}

/// The claims that are switched on for one to be made, itself the last.
fn claims(file: &HardwareFile, name: &str) -> Vec<String> {
    let mut switches = file.file.clauses.iter().filter_map(|clause| clause.switch.as_ref());
    let switch = switches.find(|switch| switch.name.text == name && switch.with.is_some());
    switch.map_or_else(|| vec![name.to_string()], Switch::claims)
}
