//! Both engines say the same of random programs, at the source and on target configurations; and a broken copy of one is found out.
//!
//! `GFX_LITMUS_THOROUGH` takes many more programs. A program on which engines differ is made smaller and written to
//! `litmus/disagreements/`, where it stays a failing test until it has an expectation with a reason (not with `INSTA_UPDATE=no`).

mod random;
// Booleans are asked for in `refine` only.
#[allow(dead_code)]
mod times;

use gfx_litmus::cat::core::{
    Bits, Evaluated, Fold, RelLeaf, RelOp, Script, SetLeaf, SetOp, Values, VariableId, evaluate, holds,
};
use gfx_litmus::cat::{Model, load_text};
use gfx_litmus::engine::answers::{FlaggedPair, OfState, Race, Races, RuledOut, Source as Allowed, State, Verdict};
use gfx_litmus::engine::enumerate::Explorer;
use gfx_litmus::engine::witness::ExecutionFacts;
use gfx_litmus::engine::{Decider, EngineChoice, Execution, Inconclusive, Outcome, Settings, elaborate_for};
use gfx_litmus::hardware::schedule::{self, Found};
use gfx_litmus::hardware::{self, Assume, Code};
use gfx_litmus::lowering::{Library as Tables, Setting};
use gfx_litmus::matrix::{BitMatrix, BitSet};
use gfx_litmus::program::{EventStructure, Prop, StaticBase};
use gfx_litmus::refine::RefinementTarget;
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::litmus::ast::InstructionPlacement;
use gfx_litmus::syntax::source::{Diagnostic, Source};
use gfx_litmus::targets::TargetConfiguration;
use gfx_litmus::verdict::ConditionVerdict;
use gfx_litmus::{load, models};
use proptest::prelude::*;
use random::{Kind, Op, Program, cases, of_what_ends, run};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::Duration;
use times::Encoding;

/// The allocator of the command line tool: with the system's this takes a third longer.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Programs for each model: at length 10,000 in all.
const QUICK: u32 = 250;
const THOROUGH: u32 = 2_500;
/// How many random programs are lowered for a target configuration, in a quick and in a thorough run.
const QUICK_ON_TARGETS: u32 = 150;
const THOROUGH_ON_TARGETS: u32 = 2_000;
/// Programs with threads that are alike.
const QUICK_SYMMETRIC: u32 = 50;
const THOROUGH_SYMMETRIC: u32 = 500;
/// Programs of which the executions shown are compared.
const QUICK_SHOWN: u32 = 40;
const THOROUGH_SHOWN: u32 = 200;

fn structure(text: &str) -> Result<EventStructure, String> {
    let errors = |errors: Vec<_>| format!("{errors:?}\n{text}");
    load::event_structure(&Source::new("random.litmus", text)).map_err(errors)
}

/// What an engine may use: the solver lists some hundreds of executions of a few programs, one after the other, which takes minutes on a machine that does
/// other things.
fn settings(engine: EngineChoice) -> Settings {
    Settings { engine, timeout: Duration::from_secs(900), ..Settings::default() }
}

/// What an engine says of a program: its final states, or `None` of one that is racy; and of each condition.
type Said = (Option<BTreeSet<Outcome>>, Vec<ConditionVerdict>);

/// What an engine says of a program.
fn said(structure: &EventStructure, model: &Model, engine: EngineChoice) -> Result<Said, String> {
    let elaborations = models::elaborations();
    let mut decider = Decider::new(structure, &elaborations, settings(engine)).map_err(|error| error.to_string())?;
    let id = decider.add_model(model).map_err(|error| error.to_string())?;
    let judgement = decider.judge(id);
    let states = match judgement.races {
        Races::None => Some(of_what_ends(decider.allowed(id)).map_err(|why| why.to_string())?.into_iter().collect()),
        Races::Found(_) => None,
        Races::Unknown(why) => return Err(why.to_string()),
    };
    Ok((states, judgement.verdicts.iter().map(Verdict::word).collect()))
}

/// A difference between enumeration under one model and the solver under another, in words.
fn difference(text: &str, enumerated: &Model, solved: &Model) -> Result<Option<String>, String> {
    let structure = structure(text)?;
    let one = said(&structure, enumerated, EngineChoice::Enumerate)?;
    let other = said(&structure, solved, EngineChoice::Smt)?;
    // Enumeration does not say what hangs by values out of thin air.
    let is_open = |said: &ConditionVerdict| *said == ConditionVerdict::Unknown;
    let alike = one.1.iter().zip(&other.1).all(|(one, other)| is_open(one) || one == other);
    Ok((one.0 != other.0 || !alike).then(|| format!("enumerated: {one:?}\nsolved: {other:?}")))
}

/// Keeps a program on which engines differ; not where nothing may be written, as under `cargo mutants`, which tests one change after another
/// in one folder: what is kept of one would fail the next.
fn keep(model: &str, text: &str) -> String {
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "no") {
        return "not kept: INSTA_UPDATE=no".into();
    }
    let name = format!("differs-{model}");
    let folder = std::path::Path::new("litmus/disagreements");
    let path = folder.join(format!("{name}.litmus"));
    let text = format!("{}exists (true)\n", text.replacen("litmus random", &format!("litmus {name}"), 1));
    match std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text)) {
        Ok(()) => format!("kept as {}", path.display()),
        Err(error) => format!("not kept: {error}"),
    }
}

fn engines_agree(model: &'static str) {
    let loaded = models::load(model).expect("a model");
    run(&format!("agree {model}"), cases(QUICK, THOROUGH), |program: Program, _| {
        let text = format!("{}terminates\n", program.text());
        match difference(&text, &loaded, &loaded) {
            Ok(None) => Ok(()),
            Ok(Some(difference)) => {
                let kept = keep(model, &text);
                Err(TestCaseError::fail(format!("{difference}\n{kept}\n{text}")))
            }
            Err(reason) => Err(TestCaseError::fail(format!("{reason}\n{text}"))),
        }
    });
}

#[test]
fn engines_agree_under_hsa() {
    engines_agree("hsa");
}

#[test]
fn engines_agree_under_hsa_literal() {
    engines_agree("hsa-literal");
}

#[test]
fn engines_agree_under_hsa_none() {
    engines_agree("hsa-none");
}

#[test]
fn engines_agree_under_other_readings() {
    engines_agree(
        "hsa+barrier-overlap+count-as-arrived+one-as-within-space+races-of-reads+wider-pairing+without-barrier-execution",
    );
}

#[test]
fn engines_agree_under_rc11() {
    engines_agree("rc11");
}

#[test]
fn engines_agree_under_cpp20() {
    engines_agree("c++20");
}

#[test]
fn engines_agree_under_opencl() {
    engines_agree("opencl");
}

/// The program with three threads that only load, alike and in one place.
fn with_like_threads(program: &Program) -> Program {
    let mut symmetry = program.clone();
    let (place, statements) = symmetry.threads.pop().expect("there are threads");
    let load = |op: &Option<Op>| {
        op.as_ref().map(|op| Op { kind: Kind::Load, ordering: load_ordering(op), guarded: false, ..op.clone() })
    };
    let loads: Vec<Option<Op>> = statements.iter().map(load).filter(Option::is_some).take(2).collect();
    symmetry.threads.truncate(2);
    // Barriers would have to be met.
    symmetry.threads.iter_mut().for_each(|(_, statements)| statements.retain(Option::is_some));
    symmetry.threads.extend(std::iter::repeat_n((place, loads), 3));
    symmetry
}

fn load_ordering(op: &Op) -> &'static str {
    match op.ordering {
        "release" | "acq_rel" => "acquire",
        _ if op.kind == Kind::Dma => "monotonic",
        ordering => ordering,
    }
}

#[test]
fn engines_agree_on_threads_that_are_alike() {
    let model = models::load("hsa").expect("a model");
    run("symmetry", cases(QUICK_SYMMETRIC, THOROUGH_SYMMETRIC), |program: Program, _| {
        let text = with_like_threads(&program).text();
        match difference(&text, &model, &model) {
            Ok(None) => Ok(()),
            Ok(Some(difference)) => Err(TestCaseError::fail(format!("{difference}\n{text}"))),
            Err(reason) => Err(TestCaseError::fail(format!("{reason}\n{text}"))),
        }
    });
}

/// Loops whose turns have no events hang or end by their conditions alone, of which nothing else depends on the choice whether they hang.
#[test]
fn engines_agree_on_loops_without_events() {
    let model = models::load("hsa").expect("a model");
    let test = |body: &str| {
        format!(
            "litmus loop\nmemory {{ global x: i32 = 0 }}\nthread P0 @ agent 0, workgroup 0, wavefront 0 {{\n{body}\n}}\n\
             thread P1 @ agent 0, workgroup 1, wavefront 0 {{\n  store atomic i32 1, x syncscope(\"agent\") monotonic\n}}\nterminates\n"
        )
    };
    let load = "r0 = load atomic i32, x syncscope(\"agent\") monotonic";
    let cases = [
        ("do { r0 = 1 } while r0 == 1".to_string(), ConditionVerdict::Hangs),
        ("r0 = 1\nwhile r0 == 1 { r1 = 2 }".to_string(), ConditionVerdict::Hangs),
        (format!("{load}\nwhile r0 == 1 {{ r1 = 2 }}"), ConditionVerdict::Hangs),
        (format!("{load}\nwhile r0 == 2 {{ r1 = 2 }}"), ConditionVerdict::Terminates),
        ("do { r0 = 1 } while r0 == 0".to_string(), ConditionVerdict::Terminates),
        (format!("do {{ {load} if r0 != 0 {{ r1 = {} }} }} while r0 == 0", &load[5..]), ConditionVerdict::Terminates),
    ];
    for (body, expected) in cases {
        let text = test(&body);
        assert_eq!(difference(&text, &model, &model), Ok(None), "{text}");
        let structure = structure(&text).expect("well formed");
        let (_, verdicts) = said(&structure, &model, EngineChoice::Enumerate).expect("decided");
        assert_eq!(verdicts, [expected], "{text}");
    }
}

/// Of how many executions of a program it is asked whether they are feasible.
const MOST: usize = 12;

/// Of programs with more executions than this, those that end in forbidden states are compared only.
const FEW: usize = 24;

/// Of programs with more than this, states that are allowed and executions that end in others, neither in a run with a number of programs of its own: the
/// solver finds each on its own, which takes minutes of some.
const MANY: usize = 64;

/// The states that executions end in, one for each.
fn outcomes(structure: &EventStructure, executions: &[Execution]) -> Vec<Outcome> {
    let mut all: Vec<Outcome> = executions.iter().map(|execution| execution.outcome(structure)).collect();
    all.sort();
    all
}

/// The same of those without values out of thin air: of others enumeration may know nothing.
fn grounded(structure: &EventStructure, executions: &[Execution]) -> Vec<Outcome> {
    let base = StaticBase(structure);
    let depends = ["addr", "data", "ctrl"].map(|name| base.relation(name).expect("a base relation"));
    let depends = depends.iter().fold(BitMatrix::new(structure.events.len()), |all, one| all.union(one));
    let is_grounded = |execution: &&Execution| execution.rf.union(&depends).is_acyclic();
    let kept: Vec<Execution> = executions.iter().filter(is_grounded).cloned().collect();
    outcomes(structure, &kept)
}

/// The code for a target configuration with some of its waits and cache operations taken out.
fn weakened(mut code: Code, pick: usize) -> Code {
    let mut number = pick;
    for step in &mut code.steps {
        step.retain(|instr| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            instr.access.is_some() || instr.mnemonic.starts_with("s_barrier") || !(number >> 33).is_multiple_of(3)
        });
    }
    code
}

/// What a model says of a test.
fn allowed(
    structure: &EventStructure,
    settings: Settings,
    resources: &Resources,
) -> Result<Result<Allowed, Inconclusive>, Vec<Diagnostic>> {
    let model = resources.model("hsa")?;
    let mut decider = Decider::new(structure, resources.elaborations(), settings).map_err(|error| vec![*error])?;
    let id = decider.add_model(model).map_err(|error| vec![*error])?;
    Ok(decider.forbidden(id))
}

/// The search for times and z3 answer the same of executions of a program on a target configuration, and both engines list the same executions to ask
/// about.
#[test]
fn engines_agree_on_targets() {
    let releases = ["llvm19", "llvm22", "llvm24"].map(|name| Tables::load(name).expect("well formed"));
    let configurations: Vec<TargetConfiguration> = TargetConfiguration::every_configuration();
    let resources = Resources::default();
    // A run of a number of its own is of so many that those with long lists are left to the usual runs.
    let campaign = std::env::var_os("GFX_LITMUS_PROGRAMS").is_some();
    // One that has more executions than are found within a minute, or listed, is not decided there, which is said at the end.
    let timeout = Duration::from_secs(if campaign { 60 } else { 900 });
    let settings = |engine| Settings { timeout, ..settings(engine) };
    let (asked, feasible, undecided) = (Cell::new(0), Cell::new(0), Cell::new(0));
    run("agree on targets", cases(QUICK_ON_TARGETS, THOROUGH_ON_TARGETS), |program: Program, pick| {
        // Turns of loops multiply the executions, each of which is asked about.
        let program = program.without_loops();
        let fail = |message: String| TestCaseError::fail(format!("{message}\n{}", program.text()));
        let structure = structure(&program.text()).map_err(fail)?;
        let forbidden = |engine| match allowed(&structure, settings(engine), &resources) {
            Ok(Ok(Allowed::Defined(forbidden))) => Ok(Ok(Some(forbidden))),
            Ok(Ok(Allowed::Racy)) => Ok(Ok(None)),
            Ok(Err(why)) if campaign && is_of_size(&why) => Ok(Err(why)),
            Ok(Err(why)) => Err(fail(why.to_string())),
            Err(errors) => Err(fail(format!("{errors:?}"))),
        };
        let Ok(ours) = forbidden(EngineChoice::Enumerate)? else {
            undecided.set(undecided.get() + 1);
            return Ok(());
        };
        if !campaign || ours.as_ref().is_none_or(|ours| ours.allowed + ours.candidates.len() <= MANY) {
            let other = forbidden(EngineChoice::Smt)?.map_err(|why| fail(why.to_string()))?;
            prop_assert_eq!(ours.is_some(), other.is_some());
            if let (Some(ours), Some(other)) = (&ours, &other) {
                prop_assert_eq!(ours.allowed, other.allowed);
                prop_assert_eq!(outcomes(&structure, &ours.candidates), outcomes(&structure, &other.candidates));
            }
        }
        let all = |engine| {
            let elaborations = models::elaborations();
            let decider = Decider::new(&structure, &elaborations, settings(engine));
            let mut decider = decider.map_err(|error| fail(error.to_string()))?;
            match decider.ending_in(&Prop::Const(true)) {
                Err(why) if campaign && is_of_size(&why) => Ok(Err(why)),
                found => found.map(Ok).map_err(|why| fail(why.to_string())),
            }
        };
        // Of many only the first are asked about, here and on the target.
        let forbidden = ours.map(|ours| ours.candidates).filter(|candidates| campaign && candidates.len() > FEW);
        let Ok(executions) = forbidden.map_or_else(|| all(EngineChoice::Enumerate), |found| Ok(Ok(found)))? else {
            undecided.set(undecided.get() + 1);
            return Ok(());
        };
        if executions.len() <= FEW {
            let other = all(EngineChoice::Smt)?.map_err(|why| fail(why.to_string()))?;
            prop_assert_eq!(grounded(&structure, &executions), grounded(&structure, &other));
        }
        let configuration = configurations[pick % configurations.len()];
        let tables = &releases[pick / configurations.len() % releases.len()];
        let target = RefinementTarget::new(configuration, tables, false, &Assume::default(), &resources);
        let target = target.map_err(|errors| fail(format!("{errors:?}")))?;
        let Ok(loaded) = &target.table else { return Ok(()) };
        let setting = Setting::new(&loaded.table, configuration, false);
        let placement =
            InstructionPlacement::ALL[pick / configurations.len() / releases.len() % InstructionPlacement::ALL.len()];
        let lowered = if placement == InstructionPlacement::Canonical {
            hardware::lower(&structure, &setting, &target.chip)
        } else {
            hardware::lower_movable(&structure, &setting, &target.chip, placement)
        };
        let Ok(code) = lowered else { return Ok(()) };
        let code = weakened(code, pick);
        for execution in executions.iter().take(MOST) {
            let problem = hardware::problem(&structure, execution, &code, &target.chip);
            let found = schedule::solve(&problem);
            let solved = times::solve(&problem, Encoding::Differences, Duration::from_secs(60));
            let is_feasible = matches!(found, Found::Times(..));
            prop_assert_eq!(
                is_feasible,
                matches!(solved, Found::Times(..)),
                "on {}\n{}",
                configuration,
                program.text()
            );
            asked.set(asked.get() + 1);
            feasible.set(feasible.get() + usize::from(is_feasible));
        }
        Ok(())
    });
    let (asked, feasible, undecided) = (asked.get(), feasible.get(), undecided.get());
    eprintln!("{asked} questions about times, {feasible} of them feasible; {undecided} programs not decided");
}

/// Whether a program has more executions than are found in time, or listed.
fn is_of_size(why: &Inconclusive) -> bool {
    matches!(why, Inconclusive::Deadline { .. } | Inconclusive::Budget { .. } | Inconclusive::TooMany { .. })
}

/// The model with an axiom left out.
fn without(axiom: &str) -> Model {
    let marker = format!(" as {axiom}\n");
    let read = |name: &str| {
        let text = std::fs::read_to_string(name).ok()?;
        let kept = |line: &&str| !format!("{line}\n").ends_with(&marker);
        Some(text.lines().filter(kept).map(|line| format!("{line}\n")).collect::<String>())
    };
    let text = read("models/hsa.cat").expect("readable");
    let model = load_text("models/hsa.cat", text, &read).expect("still a model");
    let names = |model: &Model| model.statements.len();
    assert_eq!(names(&model) + 1, names(models::load("hsa").as_ref().expect("a model")), "{axiom} is one axiom");
    model
}

/// Whether one of a number of random programs shows a difference.
fn is_found_out(name: &str, programs: u32, differs: impl Fn(&str) -> bool) -> bool {
    let found = Cell::new(false);
    run(name, programs, |program, _| {
        if !found.get() && differs(&program.text()) {
            found.set(true);
        }
        Ok(())
    });
    found.get()
}

/// The tests of the corpus that have a source.
fn corpus() -> Vec<String> {
    let files = walkdir::WalkDir::new("litmus").sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.filter(|entry| entry.path().extension().is_some_and(|ext| ext == "litmus"));
    let sources = files.filter_map(|entry| load::read(entry.path()).ok());
    let of_source = sources.filter(|source| load::program(source).is_ok_and(|program| !program.is_machine_code()));
    of_source.map(|source| source.text.clone()).collect()
}

/// Each flag that is raised, with its pairs and the locations of their first accesses.
fn flagged(structure: &EventStructure, model: &Model, engine: EngineChoice) -> Result<BTreeSet<String>, String> {
    let elaborations = models::elaborations();
    let decider = Decider::new(structure, &elaborations, settings(engine)).map_err(|error| error.to_string());
    let mut decider = decider?;
    let id = decider.add_model(model).map_err(|error| error.to_string())?;
    let races = decider.all_races(id).map_err(|why| why.to_string())?;
    let show = |race: &Race| {
        let pairs =
            race.pairs.iter().map(|&pair| FlaggedPair::new(pair, |event| race.execution.location(structure, event)));
        let pairs: Vec<String> = pairs.map(|pair| format!("{} {pair:?}", race.flag)).collect();
        if pairs.is_empty() { vec![format!("{} without a pair", race.flag)] } else { pairs }
    };
    Ok(races.iter().flat_map(show).collect())
}

/// Flags of every kind, of relations and sets, with and without pairs, are raised alike by both engines.
#[test]
fn flags_are_raised_alike() {
    let flags = [
        "flag ~empty (W * R) & loc as f",
        "flag acyclic fr as f",
        "flag ~acyclic po | rf | fr as f",
        "flag ~irreflexive rf | (fr ; fr^-1) as f",
        "flag irreflexive fr ; rf as f",
        "flag empty 0 as f",
        "flag empty rf & ext as f",
        "flag ~empty RMW | F | W as f",
        "flag empty RMW as f",
        "flag ~empty co as f flag empty fr as g",
    ];
    for (at, text) in corpus().iter().enumerate().filter(|(at, text)| at % 8 == 0 || text.contains("pointer-race")) {
        let structure = structure(text).expect("well formed");
        for flag in flags {
            // Values out of thin air are the solver's alone.
            let text_of_model = format!("acyclic addr | data | ctrl | rf as no-thin-air {flag}");
            let model = load_text("flag.cat", text_of_model, &|_| None).expect("a model");
            let by = |engine| flagged(&structure, &model, engine).expect("decided");
            assert_eq!(by(EngineChoice::Enumerate), by(EngineChoice::Smt), "test {at}: {flag} in\n{text}");
        }
    }
}

/// Of each final state that a model forbids, what the execution shown has and breaks.
fn shown(structure: &EventStructure, model: &Model, engine: EngineChoice) -> Result<Vec<(Outcome, String)>, String> {
    let elaborations = models::elaborations();
    let mut decider = Decider::new(structure, &elaborations, settings(engine)).map_err(|error| error.to_string())?;
    let id = decider.add_model(model).map_err(|error| error.to_string())?;
    let states = of_what_ends(decider.states(&[id])).map_err(|why| why.to_string())?;
    let mut all = Vec::new();
    for State { outcome, models } in states {
        let Some(OfState::Forbidden(RuledOut { axioms, broken })) = models.first() else { continue };
        let Some(broken) = broken.as_ref().map_err(ToString::to_string)? else { continue };
        let Execution { executed, rf, co, .. } = &broken.execution;
        let path = broken.path.iter().map(|step| format!("{} {} {}", step.fact.from, step.text, step.fact.to));
        let path: Vec<String> = path.collect();
        all.push((outcome, format!("{axioms:?} {} {path:?} {executed:?} {rf:?} {co:?}", broken.axiom)));
    }
    Ok(all)
}

/// Of the executions that end in a forbidden state and break as little as can be, both engines show the same.
#[test]
fn forbidden_states_are_shown_alike() {
    let compared = Cell::new(0);
    let model = models::load("hsa").expect("a model");
    run("shown alike", cases(QUICK_SHOWN, THOROUGH_SHOWN), |program: Program, _| {
        let text = format!("{}exists (true)\n", program.text());
        let alike = || -> Result<(), String> {
            let structure = structure(&text)?;
            let by = |engine| shown(&structure, &model, engine);
            let (enumerated, solved) = (by(EngineChoice::Enumerate)?, by(EngineChoice::Smt)?);
            compared.set(compared.get() + enumerated.len());
            // What has values out of thin air alone is the solver's.
            let differing = enumerated.iter().find(|state| !solved.contains(state));
            differing.map_or(Ok(()), |state| {
                let other = solved.iter().find(|(outcome, _)| *outcome == state.0);
                Err(format!("enumerated: {state:?}\nsolved: {other:?}"))
            })
        };
        alike().map_err(|why| TestCaseError::fail(format!("{why}\n{text}")))
    });
    assert!(compared.get() > 0, "no program forbids a state");
}

/// A fixpoint over more events than a word of bits has: the closure of a chain of stores, step by step.
#[test]
fn fixpoints_of_many_events_are_complete() {
    const STORES: u32 = 70;
    let stores: String = (1..=STORES).map(|value| format!("  store atomic i32 {value}, x monotonic\n")).collect();
    let text = format!(
        "litmus chain \"A chain of stores.\"\nmemory {{ global x: i32 = 0 }}\n\
         thread P0 @ agent 0, workgroup 0, wavefront 0 {{\n{stores}}}\nexists (x = {STORES})\n"
    );
    let structure = structure(&text).expect("well formed");
    let model = "acyclic po | co as coherence let step = co \\ (co ; co) let rec chain = step | (chain ; step) empty co \\ chain as complete";
    let model = load_text("chain.cat", model, &|_| None).expect("a model");
    let allowed = said(&structure, &model, EngineChoice::Enumerate).expect("decided").0.expect("no flag");
    assert_eq!(allowed.len(), 1);
}

#[test]
fn an_axiom_dropped_from_one_engine_is_found_out() {
    let whole = models::load("hsa").expect("a model");
    let corpus = corpus();
    for axiom in ["coherence", "visibility", "hidden-write", "atomicity", "seq-cst", "no-thin-air", "barrier-execution"]
    {
        let broken = without(axiom);
        // Without an axiom enumeration may have no answer: that shows nothing.
        let differs = |text: &str| difference(text, &broken, &whole).is_ok_and(|difference| difference.is_some());
        let found = corpus.iter().any(|text| differs(text)) || is_found_out(axiom, 1_000, differs);
        assert!(found, "without {axiom}");
    }
}

/// The evaluation of one execution, but a closure misses its last pair.
struct Flipped<'a>(Bits<'a>);

impl Fold<SetLeaf, RelLeaf> for Flipped<'_> {
    type Set = BitSet;
    type Rel = BitMatrix;

    fn set(&mut self, op: &SetOp<SetLeaf>, values: &Evaluated) -> BitSet {
        self.0.set(op, values)
    }

    fn rel(&mut self, op: &RelOp<RelLeaf>, values: &Evaluated) -> BitMatrix {
        let whole = self.0.rel(op, values);
        let RelOp::Plus(a) = *op else { return whole };
        let last = whole.iter().filter(|&(i, j)| !values.rel(a).contains(i, j)).last();
        BitMatrix::from_fn(whole.size(), |i, j| whole.contains(i, j) && Some((i, j)) != last)
    }

    fn empty(&mut self) -> BitMatrix {
        self.0.empty()
    }

    fn undefined(&mut self, variable: VariableId) -> BitMatrix {
        self.0.undefined(variable)
    }

    fn rounds(&self, variables: usize) -> usize {
        self.0.rounds(variables)
    }
}

/// What enumeration says of a program without races if its closures miss a pair: the states of executions that break no axiom.
fn flipped(structure: &EventStructure, model: &Model) -> Result<BTreeSet<Outcome>, String> {
    let elaborations = models::elaborations();
    let mut explorer = Explorer::new(structure, &elaborations).map_err(|error| error.to_string())?;
    let elaborated = elaborate_for(structure, model, &elaborations).map_err(|error| error.to_string())?;
    let (graph, classes, model) = (&elaborated.graph, &elaborated.classes, &elaborated.model);
    let mut states = BTreeSet::new();
    for execution in explorer.executions().map_err(|why| why.to_string())? {
        let facts = ExecutionFacts::new(structure, &execution);
        let mut values = Values::default();
        evaluate(
            &mut Flipped(Bits { graph, classes, facts: &facts, script: Script::default() }),
            &graph.ops,
            &model.schedule,
            &mut values,
        );
        if model.axioms.iter().all(|axiom| holds(axiom, &values)) {
            states.insert(execution.outcome(structure));
        }
    }
    Ok(states)
}

#[test]
fn a_bit_missing_from_closures_is_found_out() {
    let model = models::load("hsa").expect("a model");
    let differs = |text: &str| {
        let structure = structure(text).expect("well formed");
        let solved = said(&structure, &model, EngineChoice::Smt).expect("decided").0;
        solved.is_some_and(|solved| flipped(&structure, &model).expect("listed") != solved)
    };
    assert!(is_found_out("flipped", 1_000, differs));
}
