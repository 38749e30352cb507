//! Refinement: whether every final state of a test's machine code on the hardware is one that its source may end in.

use crate::allowance;
use crate::engine::answers::{Forbidden, Source as Allowed};
use crate::engine::bound::{Found, raising};
use crate::engine::{Execution, Inconclusive, Outcome, Settings};
use crate::hardware::{self, Answer, Assume, Chip, Code, MicroEvent, Timing, Used};
use crate::load;
use crate::lowering::machine::{MachineInstr, Origin};
use crate::lowering::{self, Codes, Instead, Library, LoadedTable, Setting};
use crate::program::{EventStructure, ThreadId};
use crate::resources::Resources;
use crate::syntax::litmus::ast::{Choices, InstructionPlacement};
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use crate::targets::TargetConfiguration;
use crate::verdict::{RefinementVerdict, RestsOn};
use index_vec::IndexVec;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

mod memory;
mod moved;
mod otherwise;
mod own_code;
mod platforms;
mod reason;
mod shown;
mod side;

pub use memory::OfMemory;
pub use moved::Moved;
pub use otherwise::{Otherwise, SourceOtherwise};
pub use own_code::{Ending, Endings, HardwareVerdict};
pub use platforms::Platform;
pub use reason::{InCode, Reason};
use shown::show;
use side::{Side, Sides};

/// How tests are refined, the same for each of them.
pub struct Options<'r> {
    /// The model that says what the source may do.
    pub model: String,
    /// The refinement targets, in the order of results.
    pub targets: Vec<RefinementTarget<'r>>,
    /// What results may rest on, if that is asked.
    pub otherwise: Option<Otherwise>,
    /// Whether results say for which types of memory the code is sound.
    pub memory_types: bool,
    /// How engines decide what the source may do.
    pub settings: Settings,
    /// Models and hardware files by name, each read once.
    pub resources: &'r Resources,
}

impl<'r> Options<'r> {
    /// Verdicts alone, by a model's name or its path.
    pub fn new(
        model: impl Into<String>,
        targets: Vec<RefinementTarget<'r>>,
        settings: Settings,
        resources: &'r Resources,
    ) -> Self {
        Options { model: model.into(), targets, otherwise: None, memory_types: false, settings, resources }
    }

    /// The same on some of the targets, for verdicts alone.
    #[must_use]
    pub fn on(&self, is_wanted: impl Fn(&RefinementTarget<'r>) -> bool) -> Options<'r> {
        let targets = self.targets.iter().filter(|target| is_wanted(target)).cloned().collect();
        Options::new(self.model.as_str(), targets, self.settings, self.resources)
    }
}

/// A refinement target: a target configuration, with its hardware, its table and the language whose code is meant.
#[derive(Clone)]
pub struct RefinementTarget<'r> {
    /// The target configuration that the code is for.
    pub configuration: TargetConfiguration,
    /// Its generation in that mode, with assumptions chosen.
    pub chip: Chip,
    /// The table of code sequences for it, or why there is none.
    pub table: Result<&'r LoadedTable, String>,
    /// Whether the code is OpenCL's, else HSA's.
    pub opencl: bool,
    /// How the code is made where the compiler has a choice.
    pub choices: Choices,
    /// Where the code's waits and cache operations stand.
    pub placement: InstructionPlacement,
    /// The code that some operations have instead of the table's.
    pub codes: Option<&'r Codes>,
}

impl<'r> RefinementTarget<'r> {
    /// What its code is selected in; `None` if there is no table for it.
    pub fn setting(&self) -> Option<Setting<'r>> {
        Some(self.setting_by(self.table.as_ref().ok()?))
    }

    fn setting_by(&self, loaded: &'r LoadedTable) -> Setting<'r> {
        let setting = Setting::new(&loaded.table, self.configuration, self.opencl);
        Setting { choices: self.choices, instead: self.codes.map(Instead::Codes), ..setting }
    }

    /// What its table is called in pictures.
    pub fn table_called(&self) -> &'r str {
        self.table.as_ref().map_or("no table", |table| table.called())
    }

    /// What a test's code uses of the hardware; `None` if some operation has no code.
    fn used(&self, structure: &EventStructure) -> Option<Used> {
        Some(hardware::lower(structure, &self.setting()?, &self.chip).ok()?.used(structure))
    }

    /// The refinement target of a configuration, with its hardware, its table among these, and a language; every instruction is in its
    /// canonical place.
    ///
    /// # Errors
    /// What is wrong with the hardware file, or that there is none.
    pub fn new(
        configuration: TargetConfiguration,
        tables: &'r Library,
        opencl: bool,
        assume: &Assume,
        resources: &Resources,
    ) -> Result<RefinementTarget<'r>, Vec<Diagnostic>> {
        let chip = chip(&configuration, assume, resources)?;
        let placement = InstructionPlacement::Canonical;
        let (table, choices) = (tables.table(configuration.target), Choices::TABLES);
        Ok(RefinementTarget { configuration, chip, table, opencl, choices, placement, codes: None })
    }

    /// The refinement target of a configuration with this hardware and table; every instruction is in its canonical place.
    pub fn of_table(configuration: TargetConfiguration, chip: Chip, table: &'r LoadedTable, opencl: bool) -> Self {
        let (choices, placement) = (Choices::TABLES, InstructionPlacement::Canonical);
        RefinementTarget { configuration, chip, table: Ok(table), opencl, choices, placement, codes: None }
    }

    /// The kind of target that a test's source is asked for.
    pub fn platform(&self, test: &EventStructure) -> Platform {
        Platform::of(test, self.configuration.target)
    }

    /// The same with other hardware.
    #[must_use]
    fn with_chip(&self, chip: Chip) -> Self {
        RefinementTarget { chip, table: self.table.clone(), ..*self }
    }

    /// The same with this code of some operations instead of the table's.
    #[must_use]
    pub fn with_codes(self, codes: &'r Codes) -> Self {
        RefinementTarget { codes: Some(codes), ..self }
    }

    /// The same where the compiler makes these choices.
    #[must_use]
    pub fn with_choices(self, choices: Choices) -> Self {
        RefinementTarget { choices, ..self }
    }

    /// The same with waits and cache operations placed so.
    #[must_use]
    pub fn with_placement(self, placement: InstructionPlacement) -> Self {
        RefinementTarget { placement, ..self }
    }
}

/// Refuses an assumption that no target has.
///
/// # Errors
/// The assumptions that there are.
pub fn known_assumptions(assume: &Assume, targets: &[RefinementTarget<'_>]) -> Result<(), Vec<Diagnostic>> {
    let known: BTreeSet<&String> = targets.iter().flat_map(|target| target.chip.assumptions.keys()).collect();
    let Some(unknown) = assume.on.iter().find(|name| !known.contains(name)) else { return Ok(()) };
    let names = || known.iter().map(|name| name.as_str());
    let help = match did_you_mean(unknown, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("none, or one of {}", names().collect::<Vec<_>>().join(", ")),
    };
    let source = Source::argument("--assume", unknown.as_str());
    let message = format!("no target has an assumption `{unknown}`");
    Err(vec![Diagnostic::new(&source, Span::new(0, unknown.len()), message, "not known").help(help)])
}

/// The hardware of a target configuration, from the files given or built in.
///
/// # Errors
/// What is wrong with its file, or that there is none.
pub fn chip(
    configuration: &TargetConfiguration,
    assume: &Assume,
    resources: &Resources,
) -> Result<Chip, Vec<Diagnostic>> {
    let hardware = resources.hardware(configuration.target)?;
    Chip::new(&hardware.source, &hardware.file, configuration, assume).map_err(|error| vec![*error])
}

/// A test refined against every refinement target.
pub struct Refined {
    /// The event structure of the test, which executions and code speak of.
    pub structure: EventStructure,
    /// The refinement results, in the order of the refinement targets.
    pub results: Vec<RefinementResult>,
    /// Seconds that the source's side took.
    pub source_seconds: f64,
}

impl Refined {
    /// Whether nothing of it is inconclusive.
    pub fn is_decided(&self) -> bool {
        self.results.iter().all(RefinementResult::is_decided)
    }
}

/// A refinement result: a test refined against one refinement target.
pub struct RefinementResult {
    /// The target configuration whose code was asked for.
    pub configuration: TargetConfiguration,
    /// Whether the code refines its source, with what shows it.
    pub verdict: Verdict,
    /// The names of the hardware's assumptions that are on.
    pub assumed: Vec<String>,
    /// The assumptions of model and hardware that give another verdict if they are decided otherwise; `None` where that is not asked.
    pub rests_on: Option<Vec<RestsOn<RefinementVerdict>>>,
    /// The verdicts for types of memory; `None` where that is not asked.
    pub of_memory: Option<Vec<OfMemory>>,
    /// Seconds that the target's side took.
    pub seconds: f64,
}

impl RefinementResult {
    /// Whether nothing of it is inconclusive.
    pub fn is_decided(&self) -> bool {
        let verdict = match &self.verdict {
            Verdict::Sound | Verdict::Racy | Verdict::NoCode(_) => true,
            Verdict::Unsound(found) => found.reason.is_ok(),
            Verdict::Unknown(_) => false,
        };
        let of_memory = self.of_memory.iter().flatten().all(|of| of.verdict != RefinementVerdict::Unknown);
        verdict && of_memory && self.rests_on.iter().flatten().all(RestsOn::is_decided)
    }
}

/// Whether machine code refines its source.
pub enum Verdict {
    /// Every final state of the code is one of the source's.
    Sound,
    /// Some final state of the code is not one of the source's; this execution ends in it.
    Unsound(Box<Counterexample>),
    /// A data race makes the source undefined: any code refines it.
    Racy,
    /// Some operation has no code, for these reasons.
    NoCode(Vec<String>),
    /// Inconclusive, for this cause.
    Unknown(Inconclusive),
}

impl Verdict {
    /// The verdict without what it rests on.
    pub fn word(&self) -> RefinementVerdict {
        match self {
            Verdict::Sound => RefinementVerdict::Sound,
            Verdict::Unsound(_) => RefinementVerdict::Unsound,
            Verdict::Racy => RefinementVerdict::Racy,
            Verdict::NoCode(_) => RefinementVerdict::NoCode,
            Verdict::Unknown(_) => RefinementVerdict::Unknown,
        }
    }

    /// Why it is inconclusive, if it is.
    pub fn inconclusive(&self) -> Option<&Inconclusive> {
        match self {
            Verdict::Unknown(why) => Some(why),
            Verdict::Sound | Verdict::Unsound(_) | Verdict::Racy | Verdict::NoCode(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn inconclusive_mut(&mut self) -> Option<&mut Inconclusive> {
        match self {
            Verdict::Unknown(why) => Some(why),
            Verdict::Sound | Verdict::Unsound(_) | Verdict::Racy | Verdict::NoCode(_) => None,
        }
    }
}

/// An execution of the hardware that the source does not have.
pub struct Counterexample {
    /// The final state, which the model forbids.
    pub outcome: Outcome,
    /// The reads-from and coherence order that the source forbids, and the values that follow from them.
    pub execution: Execution,
    /// Its micro-events with their timestamps, in the order of time.
    pub micro_events: Vec<MicroEvent>,
    /// The machine code, by thread: the instructions and where each is from, with its place in the text of the program that it is of.
    pub code: IndexVec<ThreadId, Vec<(String, Origin, Span)>>,
    /// The document that the code's lines are of.
    pub document: String,
    /// The instructions that have to leave their canonical places for it; empty if it happens with all of them there.
    pub moved: Vec<Moved>,
    /// What the model forbids it by, where that was asked.
    pub reason: Result<Option<Reason>, Inconclusive>,
}

impl Counterexample {
    /// What the model forbids it by, where that was asked and is decided.
    pub fn forbidden_by(&self) -> Option<&Reason> {
        self.reason.as_ref().ok()?.as_ref()
    }
}

impl Found for Refined {
    fn open(&mut self) -> Vec<&mut Inconclusive> {
        self.results.iter_mut().filter_map(|result| result.verdict.inconclusive_mut()).collect()
    }
}

/// Refines a test against every refinement target: the source's side is decided once, each target's after it.
///
/// # Errors
/// What is wrong with it or the model.
pub fn refine(source: &Arc<Source>, options: &Options<'_>) -> Result<Refined, Vec<Diagnostic>> {
    raising(load::program(source)?, options.settings, |structure| refined(structure, options))
}

fn refined(structure: EventStructure, options: &Options<'_>) -> Result<Refined, Vec<Diagnostic>> {
    let start = Instant::now();
    let model = options.resources.model(&options.model)?;
    let platforms: BTreeSet<Platform> = options.targets.iter().map(|target| target.platform(&structure)).collect();
    let sources: BTreeMap<Platform, Cow<'_, EventStructure>> =
        platforms.into_iter().map(|platform| (platform, platform.source(&structure))).collect();
    let mut sides = Sides::new();
    for (&platform, source) in &sources {
        let side = Side::new(source, model, options.resources, options.settings);
        sides.insert(platform, side.map_err(|error| vec![*error])?);
    }
    let source_seconds = start.elapsed().as_secs_f64();
    let results = options.targets.iter();
    let results =
        results.map(|target| refine_against(target, &structure, &sides[&target.platform(&structure)].allowed));
    let mut results: Vec<RefinementResult> = results.collect();
    if options.memory_types {
        for (target, result) in options.targets.iter().zip(&mut results) {
            let side = &sides[&target.platform(&structure)];
            result.of_memory = Some(memory::of_memory(target, &structure, &side.allowed));
        }
    }
    show(&mut results, &structure, &sides, (model, options)).map_err(|error| vec![*error])?;
    // What results rest on is asked last: it takes no result's time.
    if let Some(otherwise) = &options.otherwise {
        rest(&mut results, &structure, &sides, (otherwise, options)).map_err(|error| vec![*error])?;
    }
    drop(sides);
    drop(sources);
    Ok(Refined { structure, results, source_seconds })
}

/// Says what results rest on.
fn rest(
    results: &mut [RefinementResult],
    structure: &EventStructure,
    sides: &Sides<'_>,
    (otherwise, options): (&Otherwise, &Options<'_>),
) -> Result<(), Box<Diagnostic>> {
    let sources = sides.iter().map(|(&platform, side)| {
        Ok((platform, otherwise.sources(side.structure, options.resources, options.settings)?))
    });
    let sources: BTreeMap<Platform, Vec<SourceOtherwise>> = sources.collect::<Result<_, Box<Diagnostic>>>()?;
    for (target, result) in options.targets.iter().enumerate().zip(results) {
        let platform = target.1.platform(structure);
        let source = (&sides[&platform].allowed, sources[&platform].as_slice());
        result.rests_on = Some(otherwise.rests_on(target, structure, source, result.verdict.word()));
    }
    Ok(())
}

/// The name of the model that code of a language, OpenCL or HSA, is written for.
pub fn model_for_language(opencl: bool) -> &'static str {
    if opencl { crate::defaults::OPENCL } else { crate::defaults::MODEL }
}

/// Refines a test against one refinement target, given what its source forbids.
pub fn refine_against(
    target: &RefinementTarget<'_>,
    structure: &EventStructure,
    allowed: &Result<Allowed, Inconclusive>,
) -> RefinementResult {
    let start = Instant::now();
    let RefinementTarget { configuration, chip, table, .. } = target;
    let verdict = match table {
        Err(message) => Verdict::NoCode(vec![message.clone()]),
        Ok(loaded) => allowance::rest(|| refine_code(target, loaded, structure, allowed))
            .unwrap_or_else(|why| Verdict::Unknown(why.into())),
    };
    let assumed = chip.assumptions.iter().filter(|(_, on)| **on).map(|(name, _)| name.clone()).collect();
    let seconds = start.elapsed().as_secs_f64();
    RefinementResult { configuration: *configuration, verdict, assumed, rests_on: None, of_memory: None, seconds }
}

/// Whether the code of a table refines what the source allows, and if so, whether it still does where instructions move.
fn refine_code<'r>(
    target: &RefinementTarget<'r>,
    loaded: &'r LoadedTable,
    structure: &EventStructure,
    allowed: &Result<Allowed, Inconclusive>,
) -> Verdict {
    let chip = &target.chip;
    if let Some(other) = lowering::other_workgroups(&structure.program, target.choices.workgroups) {
        return no_code(vec![*other]);
    }
    let setting = target.setting_by(loaded);
    let code = match hardware::lower(structure, &setting, chip) {
        Ok(code) => code,
        Err(errors) => return no_code(errors),
    };
    let forbidden = match allowed {
        Ok(Allowed::Racy) => return Verdict::Racy,
        Err(why) => return Verdict::Unknown(why.clone()),
        Ok(Allowed::Defined(forbidden)) => forbidden,
    };
    let verdict = decide(structure, forbidden, &code, chip, &loaded.document);
    match (target.placement, &verdict) {
        (
            InstructionPlacement::Free | InstructionPlacement::PastBarriers | InstructionPlacement::NarrowedLds,
            Verdict::Sound,
        ) => {}
        // What happens in the canonical place happens in some place.
        (InstructionPlacement::Canonical, _)
        | (_, Verdict::Unsound(_) | Verdict::Racy | Verdict::NoCode(_) | Verdict::Unknown(_)) => return verdict,
    }
    match hardware::lower_movable(structure, &setting, chip, target.placement) {
        Err(errors) => no_code(errors),
        Ok(code) => decide(structure, forbidden, &code, chip, &loaded.document),
    }
}

fn no_code(errors: Vec<Diagnostic>) -> Verdict {
    Verdict::NoCode(errors.into_iter().map(|error| error.to_string()).collect())
}

/// Whether machine code reaches what its source forbids, without what shows it: `Ok(true)` if some execution happens on the hardware.
///
/// # Errors
/// Why it is inconclusive for an execution, if no other one is shown to happen.
pub fn breaks(
    structure: &EventStructure,
    forbidden: &Forbidden,
    code: &Code,
    chip: &Chip,
) -> Result<bool, Inconclusive> {
    let mut unknown = None;
    let mut timing = Timing::new(structure, code, chip);
    for candidate in &forbidden.candidates {
        match timing.is_feasible(candidate) {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(why) => unknown = Some(why),
        }
    }
    unknown.or_else(|| hardware::left_out(structure, code, chip, true)).map_or(Ok(false), Err)
}

/// Whether hardware has one of the executions that code must not have; the code is of a document.
pub fn decide(structure: &EventStructure, forbidden: &Forbidden, code: &Code, chip: &Chip, document: &str) -> Verdict {
    let mut unknown = None;
    let mut timing = Timing::new(structure, code, chip);
    for candidate in &forbidden.candidates {
        match timing.feasible(candidate) {
            Answer::Infeasible => {}
            Answer::Unknown(why) => unknown = Some(why),
            Answer::Feasible(witness) => {
                let (code, witness) = moved::fix_unneeded(structure, candidate, code, chip, witness);
                return Verdict::Unsound(Box::new(Counterexample {
                    outcome: candidate.outcome(structure),
                    code: executed(structure, candidate, &code),
                    document: document.to_string(),
                    moved: moved::moved(structure, &code, &witness.passed),
                    execution: candidate.with_co(witness.co),
                    micro_events: witness.micro_events,
                    reason: Ok(None),
                }));
            }
        }
    }
    let unknown = unknown.or_else(|| hardware::left_out(structure, code, chip, true));
    unknown.map_or(Verdict::Sound, Verdict::Unknown)
}

/// The instructions that an execution has, by thread.
fn executed(
    structure: &EventStructure,
    execution: &Execution,
    code: &Code,
) -> IndexVec<ThreadId, Vec<(String, Origin, Span)>> {
    let mut threads: IndexVec<ThreadId, Vec<_>> = structure.program.threads.iter().map(|_| Vec::new()).collect();
    for (step, instrs) in structure.steps.iter().zip(&code.steps) {
        if execution.values[step.guard.0 as usize] != 0 {
            let line = |instr: &MachineInstr| (instr.to_string(), instr.origin, instr.span);
            threads[step.thread].extend(instrs.iter().map(line));
        }
    }
    threads
}
