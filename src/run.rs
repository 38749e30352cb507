//! One test against models: from a source to results.

use crate::engine::answers::{Judgement, Race, Races, RuledOut, Source as Allowed, State, Verdict};
use crate::engine::smt::library_version;
use crate::engine::{Decider, Execution, Inconclusive, ModelId, Outcome, Reading, Settings, show_value};
use crate::hardware::Assume;
use crate::load;
use crate::program::{EventId, EventKind, Program, Skeleton, events_in};
use crate::refine::{self, HardwareVerdict};
use crate::report::results::*;
use crate::resources::Resources;
use crate::syntax::litmus::ast::{self, Expected};
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::targets::Machine;
use crate::verdict::{ConditionVerdict, RefinementVerdict};
use itertools::Itertools;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::Arc;
use std::time::Instant;

/// How a test is to be run.
pub struct Options<'m> {
    /// The models to ask, or none for those the test names.
    pub models: Vec<String>,
    /// How they are asked; expectations are of [`Reading::Undefined`] and compared under it only.
    pub settings: Settings,
    /// Where models come from.
    pub library: &'m dyn Resources,
}

/// Checks a test.
///
/// # Errors
/// What is wrong with it, or with a model it names.
pub fn check(source: &Arc<Source>, options: &Options<'_>) -> Result<TestResult, Vec<Diagnostic>> {
    let start = Instant::now();
    let skeleton = load::skeleton(source)?;
    let names = model_names(&skeleton, options);
    let mut decider = Decider::new(&skeleton, options.settings).map_err(|error| vec![*error])?;
    let hardware = hardware(&mut decider, options)?;
    let mut models = Vec::new();
    for (name, span) in names {
        let id = add_model(&mut decider, &name, span, source, options)?;
        let judgement = decider.judge(id);
        models.push(model_result(&skeleton, &name, &judgement, options.settings.reading));
    }
    let refinements = refinements(&skeleton, options)?;
    let statuses = models.iter().flat_map(|model| model.conditions.iter().map(|condition| condition.status));
    let statuses = statuses.chain(refinements.iter().map(|refinement| refinement.status));
    let statuses = statuses.chain(hardware.iter().map(|hardware| hardware.status));
    Ok(TestResult {
        path: source.name.clone(),
        name: skeleton.program.name.clone(),
        status: statuses.max().unwrap_or(Status::Unchecked),
        models,
        refinements,
        hardware,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// What is expected of a test's machine code, compared with what is found.
fn refinements(skeleton: &Skeleton, options: &Options<'_>) -> Result<Vec<RefinementResult>, Vec<Diagnostic>> {
    let expectations = &skeleton.program.refinements;
    // Expectations are of the models and the reading that they are written for.
    if !options.models.is_empty() || options.settings.reading != Reading::Undefined || expectations.is_empty() {
        return Ok(vec![]);
    }
    let source = &skeleton.program.source;
    let mut found = Vec::new();
    let mut known: BTreeMap<bool, Result<Allowed, Inconclusive>> = BTreeMap::new();
    for expectation in expectations {
        let at = |name: &ast::Name, message: String| vec![Diagnostic::new(source, name.span, message, "expected here")];
        let machines =
            Machine::several(&expectation.machines.node).map_err(|message| at(&expectation.machines, message))?;
        let tables = options.library.tables(&expectation.table.node).map_err(|error| {
            let mut diagnostics = at(&expectation.table, error.message.clone());
            diagnostics.iter_mut().for_each(|diagnostic| diagnostic.help = error.help.clone());
            diagnostics
        })?;
        let benches = refine::benches(&machines, tables, &Default::default(), None).map_err(|error| vec![*error])?;
        let opencl = expectation.opencl;
        if let Entry::Vacant(entry) = known.entry(opencl) {
            let model = refine::model_of(opencl);
            entry.insert(refine::allowed(skeleton, model, options.settings, options.library)?);
        }
        let cells: Vec<_> =
            benches.iter().map(|bench| refine::cell(skeleton, &known[&opencl], bench, opencl)).collect();
        found.push(refinement_result(skeleton, expectation, &cells));
    }
    Ok(found)
}

/// What is expected of hardware, compared with what is found.
fn hardware(decider: &mut Decider<'_>, options: &Options<'_>) -> Result<Vec<HardwareResult>, Vec<Diagnostic>> {
    let program = decider.skeleton().program.clone();
    let mut found = Vec::new();
    if !options.models.is_empty() || options.settings.reading != Reading::Undefined {
        return Ok(found);
    }
    for condition in &program.conditions {
        for expectation in &condition.hardware {
            let at = |name: &ast::Name, message: String| {
                vec![Diagnostic::new(&program.source, name.span, message, "expected here")]
            };
            let machines =
                Machine::several(&expectation.machines.node).map_err(|message| at(&expectation.machines, message))?;
            let assume = assumptions(&expectation.assume);
            let mut verdicts = Vec::new();
            for machine in machines {
                let chip = refine::chip(&machine, &assume, None).map_err(|error| vec![*error])?;
                if let Some(name) = expectation.assume.iter().find(|name| !assume.has(&name.node, &chip)) {
                    return Err(at(name, format!("{machine} has no assumption `{}`", name.node)));
                }
                let verdict = refine::reaches(decider, &condition.asked(), &machine, &chip)?;
                verdicts.push((machine, verdict));
            }
            found.push(hardware_result(&program, expectation, &verdicts));
        }
    }
    Ok(found)
}

fn assumptions(names: &[ast::Name]) -> Assume {
    let (none, on): (Vec<_>, Vec<_>) = names.iter().map(|name| name.node.clone()).partition(|name| name == "none");
    Assume { none: !none.is_empty(), on }
}

fn hardware_result(
    program: &Program,
    expectation: &ast::HardwareExpect,
    verdicts: &[(Machine, HardwareVerdict)],
) -> HardwareResult {
    let expected = expectation.verdict.node.into();
    let words: Vec<ConditionVerdict> = verdicts.iter().map(|(_, verdict)| verdict.word()).collect();
    let moments = verdicts.iter().find_map(|(_, verdict)| match verdict {
        HardwareVerdict::Allowed(moments) => Some(moments),
        _ => None,
    });
    let moment = |moment: &crate::hardware::Moment| {
        let thread = moment.thread.map_or("", |thread| program.threads[thread].name.as_str());
        format!("{:>3}  {thread:<4} {}", moment.time, moment.text)
    };
    let names = std::iter::once(&expectation.machines).chain(&expectation.assume).map(|name| name.node.as_str());
    HardwareResult {
        machines: names.collect::<Vec<_>>().join(" "),
        verdict: agreed(verdicts.iter().map(|(machine, verdict)| (machine, verdict.word()))),
        expected,
        status: status_of(&words, expected, ConditionVerdict::Unknown),
        undecided: undecided(verdicts.iter().find_map(|(_, verdict)| match verdict {
            HardwareVerdict::Unknown(why) => Some(why),
            HardwareVerdict::Allowed(_) | HardwareVerdict::Forbidden => None,
        })),
        moments: moments.map_or(vec![], |moments| moments.iter().map(moment).collect()),
        line: program.source.line_column(expectation.place.span.start).0,
    }
}

fn undecided(why: Option<&Inconclusive>) -> Undecided {
    Undecided { reason: why.map(Inconclusive::to_string), cause: why.map(Inconclusive::cause) }
}

fn status_of<Verdict: PartialEq>(words: &[Verdict], expected: Verdict, unknown: Verdict) -> Status {
    match () {
        () if words.iter().all(|word| *word == expected) => Status::Ok,
        () if words.contains(&unknown) => Status::Unknown,
        () => Status::Differs,
    }
}

/// The word that all machines have, or each machine's.
fn agreed<'a, Verdict: PartialEq + Display>(verdicts: impl Iterator<Item = (&'a Machine, Verdict)> + Clone) -> String {
    match verdicts.clone().map(|(_, word)| word).all_equal_value() {
        Ok(word) => word.to_string(),
        Err(_) => verdicts.map(|(machine, word)| format!("{machine} {word}")).join(", "),
    }
}

fn refinement_result(skeleton: &Skeleton, expectation: &ast::Refinement, cells: &[refine::Cell]) -> RefinementResult {
    let expected = expectation.verdict.node.into();
    let words: Vec<RefinementVerdict> = cells.iter().map(|cell| cell.verdict.word()).collect();
    let verdict = agreed(cells.iter().map(|cell| (&cell.machine, cell.verdict.word())));
    let status = status_of(&words, expected, RefinementVerdict::Unknown);
    RefinementResult {
        machines: expectation.machines.node.clone(),
        table: expectation.table.node.clone(),
        language: if expectation.opencl { "OpenCL" } else { "HSA" },
        verdict,
        expected,
        status,
        undecided: undecided(cells.iter().find_map(|cell| cell.verdict.inconclusive())),
        line: skeleton.program.source.line_column(expectation.place.span.start).0,
    }
}

/// All final states of a test, or those that some model allows, and its races.
///
/// # Errors
/// As [`check`].
pub fn outcomes(source: &Arc<Source>, options: &Options<'_>, allowed: bool) -> Result<OutcomesReport, Vec<Diagnostic>> {
    let skeleton = load::skeleton(source)?;
    let names = model_names(&skeleton, options);
    let mut decider = Decider::new(&skeleton, options.settings).map_err(|error| vec![*error])?;
    let mut ids: Vec<ModelId> = Vec::new();
    for (name, span) in &names {
        ids.push(add_model(&mut decider, name, *span, source, options)?);
    }
    let found = list(&mut decider, &ids, allowed);
    let why = match &found {
        Ok(listed) => listed.missing.as_ref(),
        Err(why) => Some(why),
    };
    let (cut, undecided) = (matches!(why, Some(Inconclusive::UnrollBound { .. })), undecided(why));
    let Listed { states, races, .. } = found.unwrap_or_default();
    let races = names.iter().zip(races).map(|((name, _), races)| ModelRaces {
        model: name.clone(),
        pairs: races.iter().flat_map(|race| race_results(&skeleton, race)).unique().collect(),
    });
    let races = races.collect();
    let states = states.into_iter().map(|state| StateResult {
        values: values(&skeleton, &state.outcome),
        models: state.models.into_iter().map(|verdict| state_verdict(&skeleton, verdict)).collect(),
    });
    Ok(OutcomesReport {
        schema: SCHEMA,
        z3: library_version(),
        path: source.name.clone(),
        name: skeleton.program.name.clone(),
        models: names.into_iter().map(|(name, _)| name).collect(),
        columns: columns(&skeleton),
        states: states.collect(),
        races,
        cut,
        undecided,
    })
}

/// What [`outcomes`] lists.
#[derive(Default)]
struct Listed {
    states: Vec<State>,
    /// By model.
    races: Vec<Vec<Race>>,
    /// Why some may be missing.
    missing: Option<Inconclusive>,
}

fn list(decider: &mut Decider<'_>, models: &[ModelId], allowed: bool) -> Result<Listed, Inconclusive> {
    let states = if allowed { allowed_states(decider, models)? } else { decider.states(models)? };
    let races = models.iter().map(|&model| decider.all_races(model)).collect::<Result<_, _>>()?;
    let missing = models.iter().find_map(|&model| match decider.count_beyond_bound(model) {
        Ok(0) => None,
        Ok(states) => Some(Inconclusive::UnrollBound { states }),
        Err(why) => Some(why),
    });
    Ok(Listed { states, races, missing })
}

fn state_verdict(skeleton: &Skeleton, verdict: Result<(), RuledOut>) -> StateVerdict {
    let Err(why) = verdict else {
        return StateVerdict { allowed: true, axioms: vec![], breaks: None, undecided: undecided(None) };
    };
    let undecided = undecided(why.broken.as_ref().err());
    let breaks = why.broken.ok().flatten().map(|broken| BreaksResult {
        axiom: broken.axiom,
        events: broken.events.iter().map(|&event| place(skeleton, event)).collect(),
    });
    StateVerdict { allowed: false, axioms: why.axioms, breaks, undecided }
}

/// The final states that some model allows; of others it is not said why they are forbidden.
fn allowed_states(decider: &mut Decider<'_>, models: &[ModelId]) -> Result<Vec<State>, Inconclusive> {
    let not_said = || Err(RuledOut { axioms: Vec::new(), broken: Ok(None) });
    let mut states: BTreeMap<Outcome, Vec<Result<(), RuledOut>>> = BTreeMap::new();
    for (at, &model) in models.iter().enumerate() {
        for outcome in decider.allowed(model)? {
            let none = || models.iter().map(|_| not_said()).collect();
            states.entry(outcome).or_insert_with(none)[at] = Ok(());
        }
    }
    Ok(states.into_iter().map(|(outcome, models)| State { outcome, models }).collect())
}

/// The models to ask, each with the place that names it.
fn model_names(skeleton: &Skeleton, options: &Options<'_>) -> Vec<(String, Option<Span>)> {
    if !options.models.is_empty() {
        return options.models.iter().map(|name| (name.clone(), None)).collect();
    }
    let mut seen = BTreeSet::new();
    let expectations = skeleton.program.conditions.iter().flat_map(|condition| &condition.expects);
    let named: Vec<_> = expectations
        .filter(|expectation| seen.insert(expectation.model.clone()))
        .map(|expectation| (expectation.model.clone(), Some(expectation.span)))
        .collect();
    // A test of machine code alone asks no model.
    let machine = skeleton.program.conditions.iter().any(|condition| !condition.hardware.is_empty());
    if named.is_empty() && !machine { vec![(crate::models::DEFAULT.to_string(), None)] } else { named }
}

fn add_model<'a>(
    decider: &mut Decider<'a>,
    name: &str,
    span: Option<Span>,
    source: &Arc<Source>,
    options: &Options<'a>,
) -> Result<ModelId, Vec<Diagnostic>> {
    let at_expectation = |error: Box<Diagnostic>| match span {
        Some(span) => {
            let diagnostic = Diagnostic::new(source, span, error.message.clone(), "expected here");
            vec![Diagnostic { help: error.help.clone(), ..diagnostic }]
        }
        None => vec![*error],
    };
    let model = options.library.get(name).map_err(at_expectation)?;
    decider.add_model(model).map_err(|error| vec![*error])
}

fn model_result(skeleton: &Skeleton, name: &str, judgement: &Judgement, reading: Reading) -> ModelResult {
    let race = match &judgement.races {
        Races::Found(race) => race_results(skeleton, race).into_iter().next(),
        _ => None,
    };
    let conditions = skeleton.program.conditions.iter().zip(&judgement.verdicts);
    let conditions = conditions.map(|(condition, verdict)| {
        // A model given as a file goes by the file's name.
        let stem = std::path::Path::new(name).file_stem().map(|stem| stem.to_string_lossy());
        let named = |expectation: &&crate::program::Expectation| Some(expectation.model.as_str()) == stem.as_deref();
        let expectation = condition.expects.iter().find(named).filter(|_| reading == Reading::Undefined);
        condition_result(skeleton, condition.span, expectation.map(|expectation| expectation.verdict), verdict)
    });
    ModelResult { model: name.to_string(), race, conditions: conditions.collect() }
}

fn condition_result(skeleton: &Skeleton, span: Span, expected: Option<Expected>, verdict: &Verdict) -> ConditionResult {
    let source = &skeleton.program.source;
    let expected = expected.map(ConditionVerdict::from);
    let got = match verdict {
        Verdict::Allowed(_) => ConditionVerdict::Allowed,
        Verdict::Forbidden(_) => ConditionVerdict::Forbidden,
        Verdict::Racy => ConditionVerdict::Racy,
        Verdict::Unknown(_) => ConditionVerdict::Unknown,
    };
    let status = match (got, expected) {
        (ConditionVerdict::Unknown, _) => Status::Unknown,
        (_, None) => Status::Unchecked,
        (got, Some(expected)) if got == expected => Status::Ok,
        (_, Some(_)) => Status::Differs,
    };
    ConditionResult {
        condition: one_line(&source.text[span.start..span.end]),
        verdict: got,
        expected,
        status,
        undecided: undecided(if let Verdict::Unknown(why) = verdict { Some(why) } else { None }),
        axioms: if let Verdict::Forbidden(axioms) = verdict { axioms.clone() } else { vec![] },
        witness: if let Verdict::Allowed(execution) = verdict { Some(events(skeleton, execution)) } else { None },
        line: source.line_column(span.start).0,
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn columns(skeleton: &Skeleton) -> Vec<String> {
    let program = &skeleton.program;
    let registers = skeleton.registers.iter().map(|register| {
        let thread = &program.threads[register.thread];
        format!("{}:{}", thread.name, thread.registers[register.register].name)
    });
    registers.chain(program.objects.iter().map(|object| object.name.clone())).collect()
}

fn values(skeleton: &Skeleton, outcome: &crate::engine::Outcome) -> Vec<Option<String>> {
    let program = &skeleton.program;
    let registers = skeleton.registers.iter().zip(&outcome.registers).map(|(register, value)| {
        let ty = program.threads[register.thread].registers[register.register].ty;
        value.map(|value| show_value(skeleton, ty, value))
    });
    let memory = program.objects.iter().zip(&outcome.memory);
    let memory = memory.map(|(object, &value)| Some(show_value(skeleton, object.ty, value)));
    registers.chain(memory).collect()
}

/// Where an event stands.
fn place(skeleton: &Skeleton, event: EventId) -> PlaceResult {
    let event = &skeleton.events[event];
    let source = &skeleton.program.source;
    let (line, column) = source.line_column(event.span.start);
    PlaceResult {
        thread: event.thread.map(|thread| skeleton.program.threads[thread].name.clone()),
        text: one_line(&source.text[event.span.start..event.span.end]),
        line,
        column,
    }
}

fn location(skeleton: &Skeleton, execution: &Execution, event: EventId) -> Option<String> {
    execution.location(skeleton, event).map(|object| skeleton.program.objects[object].name.clone())
}

fn race_results(skeleton: &Skeleton, race: &Race) -> Vec<RaceResult> {
    let pair = |&(first, second): &(EventId, EventId)| RaceResult {
        flag: race.flag.clone(),
        location: location(skeleton, &race.execution, first),
        first: place(skeleton, first),
        second: place(skeleton, second),
    };
    race.pairs.iter().map(pair).collect()
}

/// The events of an execution.
fn events(skeleton: &Skeleton, execution: &Execution) -> Vec<EventResult> {
    let event = |id: EventId| {
        let event = &skeleton.events[id];
        let value = execution.value(skeleton, id);
        let ty = event.access.as_ref().map(|access| access.ty);
        let earlier = |&other: &EventId| execution.co.contains(other, id);
        EventResult {
            id: id.index(),
            kind: match event.kind {
                EventKind::Read => "read",
                EventKind::Write => "write",
                EventKind::Fence => "fence",
                EventKind::Arrive => "arrive",
                EventKind::Wait => "wait",
            },
            place: place(skeleton, id),
            location: location(skeleton, execution, id),
            value: ty.zip(value).map(|(ty, value)| show_value(skeleton, ty, value)),
            reads_from: skeleton.events.indices().find(|&write| execution.rf.contains(write, id)).map(EventId::index),
            coherence: event.is_write().then(|| skeleton.events.indices().filter(earlier).count()),
        }
    };
    events_in(&execution.executed).map(event).collect()
}
