//! Tests whose verdicts are compared: under models, and on hardware with the source's side decided once.

use super::depends;
use super::run::Run;
use super::source::{LANGUAGES, SourceSide};
use super::store::Question;
use crate::allowance;
use crate::cat::{Elaborations, Model};
use crate::engine::answers::Verdict;
use crate::engine::{Decider, Settings};
use crate::hardware::Chip;
use crate::load;
use crate::lowering::Library;
use crate::program::EventStructure;
use crate::refine::{self, Endings, HardwareVerdict, Platform, RefinementTarget};
use crate::resources::Resources;
use crate::syntax::litmus::ast::{Choices, InstructionPlacement};
use crate::syntax::source::Diagnostic;
use crate::targets::{self, TargetConfiguration};
use crate::verdict::{ConditionVerdict, Found, RefinementVerdict};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Verdicts of one test, each with what it is about: a condition, or a target.
pub type Verdicts = Vec<(String, Found)>;

/// The event structures of test files, in order, and what is wrong with others.
pub fn load_tests(files: &[PathBuf]) -> (Vec<EventStructure>, Vec<Diagnostic>) {
    let load = |path: &PathBuf| {
        let source = load::read_test(path).map_err(|error| vec![*error])?;
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

/// Verdicts as an earlier run has kept them, or as they are decided now. They are kept unless some are inconclusive.
fn known_or_decided<E>(
    run: &Run,
    question: impl FnOnce() -> Question,
    decide: impl FnOnce() -> Result<Verdicts, E>,
) -> Result<Verdicts, E> {
    if !run.store.has_file() {
        return decide();
    }
    let question = question();
    if let Some(known) = run.store.known_value(question) {
        return Ok(known);
    }
    let verdicts = decide()?;
    if !verdicts.iter().any(|(_, found)| is_unknown(*found)) {
        run.store.keep_value(question, &verdicts);
    }
    Ok(verdicts)
}

fn is_unknown(found: Found) -> bool {
    matches!(
        found,
        Found::Condition(ConditionVerdict::Unknown) | Found::Refinement(RefinementVerdict::Unknown) | Found::Exhausted
    )
}

/// How tests are put to changed models and hardware.
#[derive(Clone, Copy)]
pub struct Asking<'r> {
    /// How engines decide what the source may do.
    pub settings: Settings,
    /// The verdicts that are known, which tests are asked, and whether to go on.
    pub run: &'r Run,
}

/// What a model, of which this is all that it says, says of a test's conditions.
///
/// # Errors
/// What is wrong with the model for this test.
pub fn under_model(
    test: &EventStructure,
    (model, content): (&Model, Question),
    elaborations: &Elaborations,
    Asking { settings, run }: Asking<'_>,
) -> Result<Verdicts, Box<Diagnostic>> {
    let engine = format!("{:?}", settings.engine);
    let question = || Question::about(&("conditions", content, engine, &test.program.source.text));
    known_or_decided(run, question, || judge_conditions(test, model, elaborations, settings))
}

fn judge_conditions(
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
    Ok(conditions.zip(verdicts.iter().map(of_condition)).collect())
}

fn of_condition(verdict: &Verdict) -> Found {
    let is_exhausted = matches!(verdict, Verdict::Unknown(why) if why.is_of_resources());
    if is_exhausted { Found::Exhausted } else { Found::Condition(verdict.word()) }
}

fn of_refinement(verdict: &refine::Verdict) -> Found {
    let is_exhausted = matches!(verdict, refine::Verdict::Unknown(why) if why.is_of_resources());
    if is_exhausted { Found::Exhausted } else { Found::Refinement(verdict.word()) }
}

/// A test, and what hardware is asked about it: all that does not depend on the hardware.
pub struct Prepared<'t> {
    test: &'t EventStructure,
    resources: &'t Resources,
    asking: Asking<'t>,
    /// All that the test and the models of its source say.
    content: Question,
    /// Decided only if some verdict is not known from earlier runs.
    asked: OnceLock<Result<Asked<'t>, Vec<Diagnostic>>>,
}

enum Asked<'t> {
    /// For a test of machine code, by condition: the executions that end in its state.
    Conditions(Vec<Endings<'t>>),
    /// For others: what the models of HSA's and of OpenCL's code forbid, on each platform.
    Source(SourceSide),
}

/// Hardware that a test is put to.
pub struct Place<'c> {
    /// The target in a mode.
    pub configuration: TargetConfiguration,
    /// What is claimed of it.
    pub chip: &'c Chip,
    /// The same, digested.
    pub content: Question,
}

impl<'t> Prepared<'t> {
    /// A test that is to be put to hardware, its source judged by models that say this.
    pub fn new(
        test: &'t EventStructure,
        models: &[Question],
        resources: &'t Resources,
        asking: Asking<'t>,
    ) -> Prepared<'t> {
        let engine = format!("{:?}", asking.settings.engine);
        let content = Question::about(&("on hardware", models, engine, &test.program.source.text));
        Prepared { test, resources, asking, content, asked: OnceLock::new() }
    }

    /// The event structure that hardware is asked about.
    pub fn test(&self) -> &'t EventStructure {
        self.test
    }

    /// The name after `litmus` in the test's file.
    pub fn name(&self) -> &str {
        &self.test.program.name
    }

    /// All that verdicts on a target configuration depend on besides its hardware: the test, and its code by tables in both languages.
    pub fn content(&self, configuration: TargetConfiguration, chip: &Chip, tables: &Library) -> Question {
        if self.test.program.is_machine_code() {
            return self.content;
        }
        let code = |opencl| depends::code_of(self.test, &target(configuration, chip, tables, opencl));
        Question::about(&(self.content, Platform::of(self.test, configuration.target), LANGUAGES.map(code)))
    }

    /// What a target configuration says of the test, with the code of tables in both languages or with the test's own code. The content is as
    /// [`content`](Self::content) says.
    ///
    /// # Errors
    /// What is wrong with the test or a model for it.
    pub fn on_hardware(
        &self,
        place: &Place<'_>,
        tables: &Library,
        content: Question,
    ) -> Result<Verdicts, Vec<Diagnostic>> {
        let question = || Question::about(&(content, place.content));
        known_or_decided(self.asking.run, question, || self.decide(place.configuration, place.chip, tables))
    }

    /// What is asked, decided when it is first asked for.
    fn asked(&self) -> Result<&Asked<'t>, Vec<Diagnostic>> {
        self.asked.get_or_init(|| self.ask()).as_ref().map_err(Clone::clone)
    }

    fn ask(&self) -> Result<Asked<'t>, Vec<Diagnostic>> {
        let (test, settings) = (self.test, self.asking.settings);
        if !test.program.is_machine_code() {
            let platforms: BTreeSet<Platform> =
                targets::known_targets().iter().map(|target| Platform::of(test, target)).collect();
            let wanted = platforms.into_iter().flat_map(|of| LANGUAGES.map(|opencl| (of, opencl))).collect();
            let source = SourceSide::decide(test, &wanted, self.resources, settings)?;
            return Ok(Asked::Source(source));
        }
        let mut decider = Decider::new(test, self.resources.elaborations(), settings).map_err(|error| vec![*error])?;
        let conditions = test.program.conditions.iter();
        Ok(Asked::Conditions(conditions.map(|condition| Endings::new(&mut decider, condition.asked())).collect()))
    }

    fn decide(
        &self,
        configuration: TargetConfiguration,
        chip: &Chip,
        tables: &Library,
    ) -> Result<Verdicts, Vec<Diagnostic>> {
        match self.asked()? {
            Asked::Conditions(conditions) => {
                let found = |endings| (configuration.to_string(), reached(endings, &configuration, chip));
                Ok(conditions.iter().map(found).collect())
            }
            Asked::Source(source) => {
                let refined = LANGUAGES.into_iter().filter_map(|opencl| {
                    let target = target(configuration, chip, tables, opencl);
                    let allowed = source.of((target.platform(self.test), opencl))?;
                    let refine = || of_refinement(&refine::refine_against(&target, self.test, allowed).verdict);
                    let found = allowance::within(self.asking.settings.allowance(), refine);
                    let language = if opencl { " by OpenCL's code" } else { "" };
                    Some((format!("{configuration}{language}"), found.unwrap_or(Found::Exhausted)))
                });
                Ok(refined.collect())
            }
        }
    }
}

/// Whether a target configuration reaches a state by a test's own machine code.
fn reached(endings: &Endings<'_>, configuration: &TargetConfiguration, chip: &Chip) -> Found {
    match endings.reached(configuration, chip) {
        Ok(HardwareVerdict::Unknown(why)) if why.is_of_resources() => Found::Exhausted,
        Ok(verdict @ (HardwareVerdict::Allowed(_) | HardwareVerdict::Forbidden | HardwareVerdict::Unknown(_))) => {
            Found::Condition(verdict.word())
        }
        // The diagnostics name operations without machine code, and instructions that the target or its hardware file does not know.
        Err(_unknown_code) => Found::CodeRefused,
    }
}

fn target<'a>(
    configuration: TargetConfiguration,
    chip: &Chip,
    tables: &'a Library,
    opencl: bool,
) -> RefinementTarget<'a> {
    let (choices, placement) = (Choices::TABLES, InstructionPlacement::Canonical);
    let table = tables.table(configuration.target);
    RefinementTarget { configuration, chip: chip.clone(), table, opencl, choices, placement, codes: None }
}
