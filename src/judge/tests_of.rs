//! Tests whose verdicts are compared: under models, and on hardware with the source's side decided once.

use super::source::{LANGUAGES, SourceSide};
use crate::cat::{Elaborations, Model};
use crate::engine::{Decider, Execution, Inconclusive, Settings};
use crate::hardware::Chip;
use crate::load;
use crate::lowering::Library;
use crate::program::EventStructure;
use crate::refine::{self, RefinementTarget};
use crate::resources::Resources;
use crate::syntax::litmus::ast::InstructionPlacement;
use crate::syntax::source::Diagnostic;
use crate::targets::TargetConfiguration;
use crate::verdict::{ConditionVerdict, Found};
use rayon::prelude::*;
use std::path::PathBuf;

/// Verdicts of one test, each with what it is about: a condition, or a target.
pub type Verdicts = Vec<(String, Found)>;

/// The event structures of test files, in order, and what is wrong with others.
pub fn load_tests(files: &[PathBuf]) -> (Vec<EventStructure>, Vec<Diagnostic>) {
    let load = |path: &PathBuf| {
        let source = load::read(path).map_err(|error| vec![*error])?;
        load::event_structure(&source)
    };
    let loaded: Vec<_> = files.par_iter().map(load).collect();
    let (mut tests, mut errors) = (Vec::new(), Vec::new());
    for result in loaded {
        match result {
            Ok(test) => tests.push(test),
            Err(found) => errors.extend(found),
        }
    }
    (tests, errors)
}

/// What a model says of a test's conditions.
///
/// # Errors
/// What is wrong with the model for this test.
pub fn under_model(
    test: &EventStructure,
    model: &Model,
    elaborations: &Elaborations,
    settings: Settings,
) -> Result<Verdicts, Box<Diagnostic>> {
    let mut decider = Decider::new(test, elaborations, settings)?;
    let id = decider.add_model(model)?;
    let verdicts = decider.judge(id).verdicts;
    let conditions = test.program.conditions.iter().map(|condition| {
        let (line, _) = test.program.source.line_column(condition.span.start);
        format!("line {line}")
    });
    Ok(conditions.zip(verdicts.iter().map(|verdict| Found::Condition(verdict.word()))).collect())
}

/// A test, and what hardware is asked about it: all that does not depend on the hardware.
pub struct Prepared<'t> {
    test: &'t EventStructure,
    asked: Asked,
}

enum Asked {
    /// For a test of machine code, by condition: the executions that end in its state.
    Conditions(Vec<Result<Vec<Execution>, Inconclusive>>),
    /// For others: what the models of HSA's and of OpenCL's code forbid.
    Source(SourceSide),
}

impl<'t> Prepared<'t> {
    /// Decides the source's side of a test.
    ///
    /// # Errors
    /// What is wrong with the test or a model for it.
    pub fn new(
        test: &'t EventStructure,
        resources: &Resources,
        settings: Settings,
    ) -> Result<Prepared<'t>, Vec<Diagnostic>> {
        if test.program.has_machine_code() {
            let mut decider = Decider::new(test, resources.elaborations(), settings).map_err(|error| vec![*error])?;
            let conditions = test.program.conditions.iter();
            let asked = conditions.map(|condition| decider.ending_in(&condition.asked())).collect();
            return Ok(Prepared { test, asked: Asked::Conditions(asked) });
        }
        Ok(Prepared {
            test,
            asked: Asked::Source(SourceSide::decide(test, [true; LANGUAGES.len()], resources, settings)?),
        })
    }

    /// The event structure that hardware is asked about.
    pub fn test(&self) -> &'t EventStructure {
        self.test
    }

    /// The name after `litmus` in the test's file.
    pub fn name(&self) -> &str {
        &self.test.program.name
    }

    /// What a target configuration says of the test, with the code of tables in both languages or with the test's own code.
    pub fn on_hardware(&self, configuration: TargetConfiguration, chip: &Chip, tables: &Library) -> Verdicts {
        match &self.asked {
            Asked::Conditions(candidates) => {
                let reached = candidates.iter().map(|candidates| match candidates {
                    Ok(candidates) => self.reached(candidates, &configuration, chip),
                    Err(_inconclusive) => Found::Condition(ConditionVerdict::Unknown),
                });
                reached.map(|found| (configuration.to_string(), found)).collect()
            }
            Asked::Source(source) => {
                let refined = LANGUAGES.into_iter().filter_map(|opencl| {
                    let target = RefinementTarget {
                        configuration,
                        chip: chip.clone(),
                        table: tables.table(configuration.target),
                        opencl,
                        placement: InstructionPlacement::Canonical,
                    };
                    let result = refine::refine_against(&target, self.test, source.for_language(opencl)?);
                    let language = if opencl { " by OpenCL's code" } else { "" };
                    Some((format!("{configuration}{language}"), Found::Refinement(result.verdict.word())))
                });
                refined.collect()
            }
        }
    }

    /// Whether the target configuration has one of these executions by the test's own machine code.
    fn reached(&self, candidates: &[Execution], configuration: &TargetConfiguration, chip: &Chip) -> Found {
        match refine::reached(self.test, candidates, configuration, chip) {
            Ok(verdict) => Found::Condition(verdict.word()),
            // The diagnostics name operations without machine code, and instructions that the target or its hardware file does not know.
            Err(_unknown_code) => Found::CodeRefused,
        }
    }
}
