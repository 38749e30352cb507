//! Both engines say the same of random programs, at the source and on machines; and a broken copy of one is found out.
//!
//! `GFX_LITMUS_THOROUGH` takes many more programs. A program on which engines differ is made smaller and written to
//! `litmus/disagreements/`, where it stays a failing test until it has an expectation with a reason.

#![allow(clippy::expect_used, reason = "a test that cannot go on panics")]

mod random;

use gfx_litmus::cat::{Algebra, Model, load_text};
use gfx_litmus::cli::Library;
use gfx_litmus::engine::answers::{Races, Source as Allowed};
use gfx_litmus::engine::bits::Bits;
use gfx_litmus::engine::enumerate::Explorer;
use gfx_litmus::engine::order::{self, Found};
use gfx_litmus::engine::smt::order::Encoding;
use gfx_litmus::engine::{Decider, Engine, Execution, Outcome, Settings, smt, witness};
use gfx_litmus::hardware::{self, Assume, Code};
use gfx_litmus::lowering::{Library as Tables, Setting};
use gfx_litmus::matrix::{BitMatrix, BitSet};
use gfx_litmus::program::{Prop, Skeleton, StaticBase};
use gfx_litmus::refine::{allowed, benches};
use gfx_litmus::syntax::source::Source;
use gfx_litmus::targets::Machine;
use gfx_litmus::{load, models};
use proptest::prelude::*;
use random::{Kind, Op, Program, cases, run};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::Duration;

/// Programs for each model: at length 10,000 in all.
const QUICK: u32 = 250;
const THOROUGH: u32 = 2_500;
/// Programs put on machines.
const QUICK_ON_MACHINES: u32 = 150;
const THOROUGH_ON_MACHINES: u32 = 2_000;
/// Programs with threads that are alike.
const QUICK_TWINS: u32 = 50;
const THOROUGH_TWINS: u32 = 500;

fn skeleton(text: &str) -> Result<Skeleton, String> {
    let errors = |errors: Vec<_>| format!("{errors:?}\n{text}");
    load::skeleton(&Source::new("random.litmus", text)).map_err(errors)
}

fn settings(engine: Engine) -> Settings {
    Settings { engine, ..Settings::default() }
}

/// What an engine says of a program: `racy`, or its final states.
fn said(skeleton: &Skeleton, model: &Model, engine: Engine) -> Result<Option<BTreeSet<Outcome>>, String> {
    let mut decider = Decider::new(skeleton, settings(engine)).map_err(|error| error.to_string())?;
    let id = decider.add_model(model).map_err(|error| error.to_string())?;
    match decider.judge(id).races {
        Races::None => Ok(Some(decider.allowed(id)?.into_iter().collect())),
        Races::Found(_) => Ok(None),
        Races::Unknown(reason) => Err(reason),
    }
}

/// A difference between enumeration under one model and the solver under another, in words.
fn difference(text: &str, enumerated: &Model, solved: &Model) -> Result<Option<String>, String> {
    let skeleton = skeleton(text)?;
    let one = said(&skeleton, enumerated, Engine::Enumerate)?;
    let other = said(&skeleton, solved, Engine::Smt)?;
    Ok((one != other).then(|| format!("enumerated: {one:?}\nsolved: {other:?}")))
}

/// Keeps a program on which engines differ.
fn keep(model: &str, text: &str) -> String {
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
        let text = program.text();
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
fn engines_agree_under_opencl() {
    engines_agree("opencl");
}

/// The program with three threads that only load, alike and in one place.
fn with_twins(program: &Program) -> Program {
    let mut twins = program.clone();
    let (place, statements) = twins.threads.pop().expect("there are threads");
    let load = |op: &Option<Op>| {
        op.as_ref().map(|op| Op { kind: Kind::Load, ordering: load_ordering(op), guarded: false, ..op.clone() })
    };
    let loads: Vec<Option<Op>> = statements.iter().map(load).filter(Option::is_some).take(2).collect();
    twins.threads.truncate(2);
    // Barriers would have to be met.
    twins.threads.iter_mut().for_each(|(_, statements)| statements.retain(Option::is_some));
    twins.threads.extend(std::iter::repeat_n((place, loads), 3));
    twins
}

fn load_ordering(op: &Op) -> &'static str {
    match op.ordering {
        "release" | "acq_rel" => "acquire",
        ordering => ordering,
    }
}

#[test]
fn engines_agree_on_twins() {
    let model = models::load("hsa").expect("a model");
    run("twins", cases(QUICK_TWINS, THOROUGH_TWINS), |program: Program, _| {
        let text = with_twins(&program).text();
        match difference(&text, &model, &model) {
            Ok(None) => Ok(()),
            Ok(Some(difference)) => Err(TestCaseError::fail(format!("{difference}\n{text}"))),
            Err(reason) => Err(TestCaseError::fail(format!("{reason}\n{text}"))),
        }
    });
}

/// Of how many executions of a program it is asked whether they are feasible.
const MOST: usize = 12;

/// Of programs with more executions than this, those that end in forbidden states are compared only.
const FEW: usize = 24;

/// The states that executions end in, one for each.
fn outcomes(skeleton: &Skeleton, executions: &[Execution]) -> Vec<Outcome> {
    let mut all: Vec<Outcome> = executions.iter().map(|execution| execution.outcome(skeleton)).collect();
    all.sort();
    all
}

/// The same of those in which no value depends on itself: of others enumeration may know nothing.
fn grounded(skeleton: &Skeleton, executions: &[Execution]) -> Vec<Outcome> {
    let base = StaticBase(skeleton);
    let depends = ["addr", "data", "ctrl"].map(|name| base.relation(name).expect("a base relation"));
    let depends = depends.iter().fold(BitMatrix::new(skeleton.events.len()), |all, one| all.union(one));
    let is_grounded = |execution: &&Execution| execution.rf.union(&depends).is_acyclic();
    let kept: Vec<Execution> = executions.iter().filter(is_grounded).cloned().collect();
    outcomes(skeleton, &kept)
}

/// A machine's code with some of its waits and cache operations taken out.
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

/// The search for times and z3 answer the same of executions of a program on a machine, and both engines list the same executions to ask
/// about.
#[test]
fn engines_agree_on_machines() {
    let releases = ["llvm19", "llvm22", "llvm24"].map(|name| Tables::load(name).expect("well formed"));
    let machines: Vec<Machine> = Machine::all();
    let models = Library::default();
    let (asked, feasible) = (Cell::new(0), Cell::new(0));
    run("agree on machines", cases(QUICK_ON_MACHINES, THOROUGH_ON_MACHINES), |program: Program, pick| {
        let fail = |message: String| TestCaseError::fail(format!("{message}\n{}", program.text()));
        let skeleton = skeleton(&program.text()).map_err(fail)?;
        let forbidden = |engine| match allowed(&skeleton, "hsa", settings(engine), &models) {
            Ok(Allowed::Defined(forbidden)) => Ok(Some(forbidden)),
            Ok(Allowed::Racy) => Ok(None),
            Ok(Allowed::Unknown(reason)) => Err(fail(reason)),
            Err(errors) => Err(fail(format!("{errors:?}"))),
        };
        let (ours, other) = (forbidden(Engine::Enumerate)?, forbidden(Engine::Smt)?);
        prop_assert_eq!(ours.is_some(), other.is_some());
        if let (Some(ours), Some(other)) = (&ours, &other) {
            prop_assert_eq!(ours.allowed, other.allowed);
            prop_assert_eq!(outcomes(&skeleton, &ours.candidates), outcomes(&skeleton, &other.candidates));
        }
        let all = |engine| {
            let mut decider = Decider::new(&skeleton, settings(engine)).map_err(|error| fail(error.to_string()))?;
            decider.ending_in(&Prop::Const(true)).map_err(fail)
        };
        let executions = all(Engine::Enumerate)?;
        if executions.len() <= FEW {
            prop_assert_eq!(grounded(&skeleton, &executions), grounded(&skeleton, &all(Engine::Smt)?));
        }
        let machine = machines[pick % machines.len()];
        let tables = &releases[pick / machines.len() % releases.len()];
        let benches = benches(&[machine], tables, &Assume::default(), None).map_err(|error| fail(error.to_string()))?;
        let Ok(loaded) = &benches[0].table else { return Ok(()) };
        let setting = Setting { table: &loaded.table, machine, opencl: false };
        let Ok(code) = hardware::lower(&skeleton, &setting, &benches[0].chip) else { return Ok(()) };
        let code = weakened(code, pick);
        for execution in executions.iter().take(MOST) {
            let problem = hardware::problem(&skeleton, execution, &code, &benches[0].chip);
            let found = order::solve(&problem);
            let solved = smt::order::solve(&problem, Encoding::Differences, Duration::from_secs(60));
            let is_feasible = matches!(found, Found::Times(..));
            prop_assert_eq!(is_feasible, matches!(solved, Found::Times(..)), "on {}\n{}", machine, program.text());
            asked.set(asked.get() + 1);
            feasible.set(feasible.get() + usize::from(is_feasible));
        }
        Ok(())
    });
    eprintln!("{} questions about times, {} of them feasible", asked.get(), feasible.get());
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
    let of_source = sources.filter(|source| load::program(source).is_ok_and(|program| !program.has_machine_code()));
    of_source.map(|source| source.text.clone()).collect()
}

#[test]
fn an_axiom_dropped_from_one_engine_is_found_out() {
    let whole = models::load("hsa").expect("a model");
    let corpus = corpus();
    for axiom in ["coherence", "visibility", "hidden-write", "atomicity", "seq-cst", "no-thin-air", "barrier-execution"]
    {
        let broken = without(axiom);
        let differs = |text: &str| difference(text, &broken, &whole).unwrap_or(Some(String::new())).is_some();
        let found = corpus.iter().any(|text| differs(text)) || is_found_out(axiom, 1_000, differs);
        assert!(found, "without {axiom}");
    }
}

/// Bits, but a closure misses its last pair.
struct Flipped(Bits);

macro_rules! as_bits {
    ($($name:ident($($argument:ident: $kind:ty),*) -> $result:ty;)*) => {
        $(fn $name(&mut self, $($argument: $kind),*) -> $result { self.0.$name($($argument),*) })*
    };
}

impl Algebra for Flipped {
    type Set = BitSet;
    type Rel = BitMatrix;
    type Truth = bool;

    as_bits! {
        base_set(name: &str) -> Option<BitSet>;
        base_rel(name: &str) -> Option<BitMatrix>;
        empty_set() -> BitSet;
        universe() -> BitSet;
        set_union(a: &BitSet, b: &BitSet) -> BitSet;
        set_inter(a: &BitSet, b: &BitSet) -> BitSet;
        set_minus(a: &BitSet, b: &BitSet) -> BitSet;
        empty_rel() -> BitMatrix;
        union(a: &BitMatrix, b: &BitMatrix) -> BitMatrix;
        inter(a: &BitMatrix, b: &BitMatrix) -> BitMatrix;
        minus(a: &BitMatrix, b: &BitMatrix) -> BitMatrix;
        seq(a: &BitMatrix, b: &BitMatrix) -> BitMatrix;
        inverse(a: &BitMatrix) -> BitMatrix;
        diagonal(s: &BitSet) -> BitMatrix;
        product(s: &BitSet, t: &BitSet) -> BitMatrix;
        domain(r: &BitMatrix) -> BitSet;
        range(r: &BitMatrix) -> BitSet;
        classes(r: &BitMatrix) -> Option<Vec<BitSet>>;
        acyclic(r: &BitMatrix) -> bool;
        irreflexive(r: &BitMatrix) -> bool;
        is_empty(r: &BitMatrix) -> bool;
        is_empty_set(s: &BitSet) -> bool;
        not(t: &bool) -> bool;
    }

    fn plus(&mut self, a: &BitMatrix) -> BitMatrix {
        let closure = self.0.plus(a);
        let last = closure.iter().filter(|&(i, j)| !a.contains(i, j)).last();
        BitMatrix::from_fn(closure.size(), |i, j| closure.contains(i, j) && Some((i, j)) != last)
    }

    fn same(&self, a: &BitMatrix, b: &BitMatrix) -> bool {
        a == b
    }

    fn fixpoint_bound(&self, relations: usize) -> usize {
        self.0.fixpoint_bound(relations)
    }
}

/// What enumeration says of a program without races if its closures miss a pair: the states of executions that break no axiom.
fn flipped(skeleton: &Skeleton, model: &Model) -> Result<BTreeSet<Outcome>, String> {
    let settings = Settings::default();
    let mut explorer = Explorer::new(skeleton, settings.timeout).map_err(|error| error.to_string())?;
    let allows = |algebra: &mut Flipped| {
        let outcome = gfx_litmus::cat::interpret(model, algebra).map_err(|error| error.to_string())?;
        Ok::<bool, String>(outcome.axioms.iter().all(|axiom| axiom.truth))
    };
    let mut states = BTreeSet::new();
    for execution in explorer.executions()? {
        if allows(&mut Flipped(witness::bits(skeleton, &execution)))? {
            states.insert(execution.outcome(skeleton));
        }
    }
    Ok(states)
}

#[test]
fn a_bit_missing_from_closures_is_found_out() {
    let model = models::load("hsa").expect("a model");
    let differs = |text: &str| {
        let skeleton = skeleton(text).expect("well formed");
        let solved = said(&skeleton, &model, Engine::Smt).expect("decided");
        solved.is_some_and(|solved| flipped(&skeleton, &model).expect("listed") != solved)
    };
    assert!(is_found_out("flipped", 1_000, differs));
}
