//! Whether what a compiler made of a test ends only as its source may.

use super::arguments::Called;
use super::assembly::{Assembly, Kernel};
use super::llc::Processor;
use super::machine::{Unreadable, machine_program};
use super::matched::{Matched, matched};
use super::observed::observed;
use super::release::{flags_of_mode, unsaid_mode};
use crate::cat::Elaborated;
use crate::engine::answers::{Forbidden, ModelId, Source as Answered};
use crate::engine::witness::explain;
use crate::engine::{Decider, Execution, Inconclusive, Outcome, Settings, elaborate_for};
use crate::fit::Used;
use crate::hardware::{self, Chip, Code, Control};
use crate::llvm::ScopeLevel;
use crate::program::{EventStructure, InstrKind, ObjectId, Program, Prop, RegId, ThreadId, Unrolling, unroll};
use crate::refine::{self, InCode, Reason, Verdict};
use crate::resources::Resources;
use crate::syntax::source::{Diagnostic, Span};
use crate::targets::TargetConfiguration;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a test's source allows, as far as conditions tell states apart.
pub struct Source<'a> {
    decider: Decider<'a>,
    model: ModelId,
    elaborated: Elaborated,
    /// Why there is no answer, or that a race makes the source undefined, or the final states.
    allowed: Result<Option<BTreeSet<State>>, Inconclusive>,
    /// Executions that end in states that the model forbids.
    forbidden: Vec<Execution>,
}

/// A final state: of each register that is observed whether it was written and what it holds, and what memory holds.
type State = (Vec<((ThreadId, RegId), Option<u64>)>, Vec<(ObjectId, u64)>);

impl<'a> Source<'a> {
    /// What a model says of a test.
    ///
    /// # Errors
    /// What is wrong with the model.
    pub fn new(
        structure: &'a EventStructure,
        model: &str,
        settings: Settings,
        resources: &'a Resources,
    ) -> Result<Source<'a>, Vec<Diagnostic>> {
        let mut decider = Decider::new(structure, resources.elaborations(), settings).map_err(|error| vec![*error])?;
        let model = resources.model(model)?;
        let id = decider.add_model(model).map_err(|error| vec![*error])?;
        let misfit = resources.fits().misfit((model, id), Used::States, &decider);
        let mut forbidden = Vec::new();
        let allowed = match misfit.map_or_else(|| decider.forbidden(id), Err) {
            Err(why) => Err(why),
            Ok(Answered::Racy) => Ok(None),
            Ok(Answered::Defined(found)) => {
                forbidden = found.candidates;
                let state = |outcome: &Outcome| state(&structure.program, structure, outcome);
                decider.allowed(id).map(|states| Some(states.iter().map(state).collect()))
            }
        };
        let elaborated = elaborate_for(structure, model, resources.elaborations()).map_err(|error| vec![*error])?;
        Ok(Source { decider, model: id, elaborated, allowed, forbidden })
    }

    /// What forbids an execution of the code, or else the state that it ends in, if the source has an execution that ends in that.
    fn reason(&mut self, code: &EventStructure, run: &Execution) -> Result<Option<Reason>, Inconclusive> {
        let structure = self.decider.structure();
        let state = |of: &EventStructure, outcome: &Outcome| state(&structure.program, of, outcome);
        let wanted = state(code, &run.outcome(code));
        let ends_alike = |candidate: &&Execution| state(structure, &candidate.outcome(structure)) == wanted;
        let alike: Vec<&Execution> = self.forbidden.iter().filter(ends_alike).collect();
        let mut matching = alike.iter().filter_map(|candidate| matched((structure, *candidate), (code, run)));
        if let Some(Matched { execution, in_code }) = matching.next() {
            let broken = explain(&self.elaborated, structure, &execution);
            return Ok(broken.map(|broken| Reason { broken, in_code: InCode::Matched(in_code) }));
        }
        let Some(outcome) = alike.first().map(|candidate| candidate.outcome(structure)) else { return Ok(None) };
        let broken = self.decider.reason(self.model, &outcome)?.map_or(Ok(None), |reason| reason.broken)?;
        Ok(broken.map(|broken| Reason { broken, in_code: InCode::Unmatched }))
    }
}

/// What a final state is to the conditions of a program.
fn state(program: &Program, structure: &EventStructure, outcome: &Outcome) -> State {
    let held = |(thread, register): (ThreadId, RegId)| {
        let at = structure.registers.iter().position(|r| r.thread == thread && r.register == register);
        ((thread, register), at.and_then(|at| outcome.registers[at]))
    };
    let memory = outcome.memory.iter_enumerated().map(|(object, value)| (object, *value));
    (observed(program).into_iter().map(held).collect(), memory.collect())
}

/// The proposition that holds of a state.
fn prop((registers, memory): &State) -> Prop {
    let registers = registers.iter().map(|((thread, register), value)| Prop::of_register(*thread, *register, *value));
    let memory = memory.iter().map(|(object, value)| Prop::Memory { object: *object, value: *value, negated: false });
    Prop::And(registers.chain(memory).collect())
}

/// A test as a compiler's machine code, and what was found of it.
pub struct Compiled {
    /// The machine code as events; `None` where it could not be read.
    pub structure: Option<EventStructure>,
    /// Whether it ends only as the source may.
    pub verdict: Verdict,
}

/// Judges assembly against what the source of its test allows.
///
/// # Errors
/// It is for another target, or no code of the test.
pub fn judge(
    called: &Called<'_>,
    source: &mut Source<'_>,
    assembly: &Assembly,
    (processor, chip): (&Processor, &Chip),
    (settings, resources): (Settings, &Resources),
) -> Result<Compiled, Vec<Diagnostic>> {
    let unread = |verdict: Verdict| Ok(Compiled { structure: None, verdict });
    let unknown = |why: String| unread(Verdict::Unknown(Inconclusive::NotModelled(why)));
    let program = called.program;
    let configuration = &processor.configuration;
    of_processor(assembly, processor)?;
    of_mode(assembly, configuration)?;
    let machine = match machine_program(called, assembly, (configuration.target, chip)) {
        Ok(machine) => machine,
        Err(Unreadable::Bad(error)) => return Err(vec![*error]),
        // Whatever the code is.
        Err(Unreadable::NotModelled(_)) if matches!(source.allowed, Ok(None)) => return unread(Verdict::Racy),
        Err(Unreadable::NotModelled(why)) => {
            let place = Diagnostic::new(&assembly.source, why.span, "", "").place();
            let line = assembly.source.text.get(why.span.start..why.span.end).unwrap_or_default();
            return unknown(format!(
                "{} (`{}`, {place})",
                why.message,
                line.split_whitespace().collect::<Vec<_>>().join(" ")
            ));
        }
    };
    let allowed = match &source.allowed {
        Err(why) => return unread(Verdict::Unknown(why.clone())),
        Ok(None) => return unread(Verdict::Racy),
        Ok(Some(allowed)) => allowed,
    };
    if let Some(why) = shares_wave(program) {
        return unknown(why);
    }
    let structure = match unroll(Arc::new(machine), Unrolling::default()) {
        Ok(structure) => structure,
        Err(error) => return unknown(error.to_string()),
    };
    let code = match hardware::given(&structure, configuration, chip) {
        Ok(code) => without_waits_of_barriers(&structure, code, chip),
        Err(errors) => {
            let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
            return unknown(all.join("; "));
        }
    };
    let asked = Prop::Not(Box::new(Prop::Or(allowed.iter().map(prop).collect())));
    let mut decider = Decider::new(&structure, resources.elaborations(), settings).map_err(|error| vec![*error])?;
    let candidates = decider.ending_in(&asked).and_then(|found| {
        // Of code that never ends nothing follows from its ending nowhere else.
        if found.is_empty() {
            decider.some_execution_ends()?;
        }
        Ok(found)
    });
    drop(decider);
    let mut verdict = match candidates {
        Err(why) => Verdict::Unknown(why),
        Ok(candidates) => {
            let forbidden = Forbidden { allowed: allowed.len(), candidates };
            refine::decide(&structure, &forbidden, &code, chip, &assembly.source.name)
        }
    };
    if let Verdict::Unsound(found) = &mut verdict {
        found.reason = source.reason(&structure, &found.execution);
    }
    Ok(Compiled { structure: Some(structure), verdict })
}

/// That no function is for another processor.
pub(super) fn of_processor(assembly: &Assembly, processor: &Processor) -> Result<(), Vec<Diagnostic>> {
    let is_other = |(name, _): &&(String, Span)| !processor.runs(name);
    let Some((other, span)) = assembly.processors.iter().find(is_other) else { return Ok(()) };
    let message = format!("this is code for {other}, and not for {}", processor.name);
    let error = Diagnostic::new(&assembly.source, *span, message, "here");
    Err(vec![error.help(format!("`--target` of {other}"))])
}

/// That no function is of another mode, where it says which.
pub(super) fn of_mode(assembly: &Assembly, configuration: &TargetConfiguration) -> Result<(), Vec<Diagnostic>> {
    let Some(mode) = configuration.mode else { return Ok(()) };
    let target = configuration.target;
    let wrong = |span: Span, other: &str, label: &str| {
        let message = format!("this is code for {},{other}, and not for {configuration}", target.name);
        Err(vec![Diagnostic::new(&assembly.source, span, message, label)])
    };
    for function in &assembly.functions {
        if let Some(Kernel::Descriptor(kernel)) = &function.kernel
            && let Some(directive) = unsaid_mode(mode, kernel)
        {
            let message = format!("the descriptor of this kernel does not say that it is for {configuration}");
            let help = format!("`.{directive}`");
            return Err(vec![Diagnostic::new(&assembly.source, function.span, message, "this kernel").help(help)]);
        }
    }
    for (attributes, span) in &assembly.attributes {
        let parts: Vec<&str> = attributes.split(['"', ',']).collect();
        let has = |mode: &str| {
            flags_of_mode(mode).any(|flags| {
                let words = [flags.features, flags.attribute.map(|attribute| attribute.trim_matches('"'))];
                words.into_iter().flatten().any(|word| parts.contains(&word))
            })
        };
        if let Some(other) = target.modes.iter().find(|other| *other != mode && has(other)) {
            return wrong(*span, other, "by its attributes");
        }
    }
    Ok(())
}

/// That threads are of one wave, whose lanes a function for each does not describe.
fn shares_wave(program: &Program) -> Option<String> {
    let pairs = program.threads.indices().flat_map(|a| program.threads.indices().map(move |b| (a, b)));
    let (a, b) = pairs.filter(|(a, b)| a < b).find(|(a, b)| program.share(*a, *b, ScopeLevel::Wavefront))?;
    let [a, b] = [a, b].map(|thread| &program.threads[thread].name);
    Some(format!("{a} and {b} are of one wave, and each is compiled as a function of its own"))
}

/// The code without the waits that a target has before its barriers by rule: compiled code has its own.
fn without_waits_of_barriers(structure: &EventStructure, mut code: Code, chip: &Chip) -> Code {
    for (step, instrs) in structure.steps.iter().zip(&mut code.steps) {
        if step.instr.as_ref().is_some_and(|(instr, _)| matches!(instr.kind, InstrKind::Barrier(_))) {
            instrs.retain(|instr| {
                matches!(chip.control_of(&instr.mnemonic, &instr.operands), Some(Control::Barrier(..)))
            });
        }
    }
    code
}
