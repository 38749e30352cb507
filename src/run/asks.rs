//! What a test asks: its models, refinement targets and hardware, found but not asked.

use super::Options;
use crate::defaults;
use crate::foreign::{self, Dialect};
use crate::hardware::{Assume, Chip, tested};
use crate::program::{Condition, EventStructure, Program};
use crate::refine::{self, RefinementTarget};
use crate::resources::Resources;
use crate::syntax::litmus::ast;
use crate::syntax::source::{Diagnostic, Span};
use crate::targets::TargetConfiguration;
use itertools::Itertools;

/// All that a test asks.
pub struct Asks {
    /// The models, by name.
    pub models: Vec<String>,
    /// The targets of its expectations of refinement.
    pub refinements: Vec<RefinementTarget<'static>>,
    /// The hardware of its expectations of hardware.
    pub hardware: Vec<Hardware>,
}

/// A target configuration with its hardware.
pub struct Hardware {
    /// The target in a mode.
    pub configuration: TargetConfiguration,
    /// The assumptions that are chosen.
    pub assume: Assume,
    /// What its hardware file says of it under these.
    pub chip: Chip,
}

impl Asks {
    /// What a test asks with these options.
    ///
    /// # Errors
    /// What is wrong with a target, table or hardware file that it names.
    pub fn new(structure: &EventStructure, options: &Options<'_>) -> Result<Asks, Vec<Diagnostic>> {
        let models = model_names(structure, options).into_iter().map(|(name, _)| name).collect();
        let mut asks = Asks { models, refinements: Vec::new(), hardware: Vec::new() };
        if !options.asks_expectations() {
            return Ok(asks);
        }
        for expectation in &structure.program.refinements {
            asks.refinements.extend(refinement_targets(structure, expectation, options.resources)?);
        }
        for condition in &structure.program.conditions {
            for expectation in &condition.hardware {
                asks.hardware.extend(hardware(structure, condition, expectation, options.resources)?);
            }
        }
        Ok(asks)
    }
}

/// The names of the models to ask, each once.
pub fn asked_models(structure: &EventStructure, options: &Options<'_>) -> Vec<String> {
    model_names(structure, options).into_iter().map(|(name, _)| name).collect()
}

/// The models to ask, each once, with the place that names it.
pub(super) fn model_names(structure: &EventStructure, options: &Options<'_>) -> Vec<(String, Option<Span>)> {
    if !options.models.is_empty() {
        return options.models.iter().unique().map(|name| (name.clone(), None)).collect();
    }
    let expectations = structure.program.conditions.iter().flat_map(|condition| &condition.expects);
    let named = expectations.unique_by(|expectation| &expectation.model);
    let named: Vec<_> = named.map(|expectation| (expectation.model.clone(), Some(expectation.span))).collect();
    // A test of machine code alone asks no model.
    let own_code = structure.program.conditions.iter().any(|condition| !condition.hardware.is_empty());
    if named.is_empty() && !own_code { vec![(default_model(&structure.program).to_string(), None)] } else { named }
}

/// The model that a test is asked about if none is named: that of its language.
fn default_model(program: &Program) -> &'static str {
    match foreign::dialect(&program.source.text) {
        Some(Dialect::C) => defaults::C,
        Some(Dialect::OpenCl) => defaults::OPENCL,
        None => defaults::MODEL,
    }
}

/// The refinement targets of an expectation.
pub(super) fn refinement_targets(
    structure: &EventStructure,
    expectation: &ast::Refinement,
    resources: &Resources,
) -> Result<Vec<RefinementTarget<'static>>, Vec<Diagnostic>> {
    let (targets, table) = (&expectation.targets, &expectation.table);
    let wrong = |message| vec![Diagnostic::new(&structure.program.source, targets.span, message, "expected here")];
    let configurations = TargetConfiguration::parse_several(&targets.node).map_err(wrong)?;
    let tables =
        resources.tables(&table.node).map_err(|errors| expected_at(structure, table.span, &table.node, errors))?;
    let assume = Assume::default();
    let target = |configuration| {
        RefinementTarget::new(configuration, tables, expectation.opencl, &assume, resources)
            .map(|target| target.with_choices(expectation.choices).with_placement(expectation.placement))
    };
    configurations.into_iter().map(target).collect()
}

/// The hardware of an expectation of a condition.
pub(super) fn hardware(
    structure: &EventStructure,
    condition: &Condition,
    expectation: &ast::HardwareExpect,
    resources: &Resources,
) -> Result<Vec<Hardware>, Vec<Diagnostic>> {
    let program = &structure.program;
    let wrong = |span, message| vec![Diagnostic::new(&program.source, span, message, "expected here")];
    let configurations = tested(program, &condition.hardware, expectation)
        .map_err(|message| wrong(expectation.targets.span, message))?;
    let assume = Assume::named(&expectation.assume);
    let hardware = |configuration: TargetConfiguration| {
        let chip = refine::chip(&configuration, &assume, resources)?;
        match expectation.assume.iter().find(|name| !assume.is_known(&name.node, &chip)) {
            Some(name) => Err(wrong(name.span, format!("{configuration} has no assumption `{}`", name.node))),
            None => Ok(Hardware { configuration, assume: assume.clone(), chip }),
        }
    };
    configurations.into_iter().map(hardware).collect()
}

/// What is wrong with something that the test names: shown where it does, unless it is about a place in a file.
pub(super) fn expected_at(
    structure: &EventStructure,
    span: Span,
    name: &str,
    errors: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let source = &structure.program.source;
    let about = |error: Diagnostic| match error.source_text.text == name {
        true => Diagnostic { help: error.help, ..Diagnostic::new(source, span, error.message, "expected here") },
        false => error,
    };
    errors.into_iter().map(about).collect()
}
