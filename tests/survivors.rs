//! Changes of models and hardware files that no test can notice, held against generated programs: not one of the space tells what is changed
//! from what it was, nor, of a model, one of the corpus. The reasons of `models/survivors.toml` say why; this asks both engines.

use gfx_litmus::cat::Model;
use gfx_litmus::engine::{Decider, EngineChoice, Settings};
use gfx_litmus::generate::Limits;
use gfx_litmus::hardware::{Assume, Chip, HardwareFile};
use gfx_litmus::judge::compare::{Difference, Options, Sides, compare};
use gfx_litmus::judge::programs::{Space, structure};
use gfx_litmus::judge::run::Run;
use gfx_litmus::judge::survivors::Survivors;
use gfx_litmus::program::Prop;
use gfx_litmus::refine::RefinementTarget;
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::litmus::ast::{Choices, InstructionPlacement};
use gfx_litmus::{defaults, load};
use itertools::Itertools;
use libtest_mimic::{Arguments, Failed, Trial};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

/// The allocator of the command line tool: with the system's this takes a third longer.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SURVIVORS: &str = "models/survivors.toml";

/// What is asked about without `GFX_LITMUS_THOROUGH`.
const QUICK: &[&str] = &["hsa", "opencl", "rc11", "gfx90a"];

static RESOURCES: LazyLock<Resources> = LazyLock::new(Resources::default);

/// What each engine is asked: about larger programs in thorough tests, unless `GFX_LITMUS_SPACES` is `small`; then the solver, which takes longest, is asked about
/// smaller ones.
fn asked() -> [Asked; 2] {
    let is_small = std::env::var("GFX_LITMUS_SPACES").is_ok_and(|spaces| spaces == "small");
    let of = |events, threads| Limits { events, threads };
    let [all, solver] = match std::env::var_os("GFX_LITMUS_THOROUGH") {
        _ if is_small => [of(4, 2), of(3, 2)],
        Some(_) => [of(5, 3), of(5, 3)],
        None => [of(4, 2), of(4, 2)],
    };
    [(EngineChoice::Enumerate, all), (EngineChoice::Smt, solver)]
}

/// Hardware is asked about programs of two threads: what the source may do takes the solver a hundred times as long to list.
fn of_two_threads((engine, limits): Asked) -> Asked {
    (engine, Limits { threads: 2, ..limits })
}

fn main() -> std::process::ExitCode {
    let mut trials = vec![
        Trial::test("a change of a model that tests notice is found", a_change_that_counts_is_found),
        Trial::test("a change of hardware that tests notice is found", a_change_of_hardware_that_counts_is_found),
    ];
    let thorough = std::env::var_os("GFX_LITMUS_THOROUGH").is_some();
    for name in subjects().into_iter().filter(|name| thorough || QUICK.contains(&name.as_str())) {
        trials.push(Trial::test(name.clone(), move || survivors_change_nothing(&name)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn list() -> String {
    std::fs::read_to_string(SURVIVORS).expect("the list")
}

/// The models and hardware files that the list is about.
fn subjects() -> Vec<String> {
    let of = |line: &str| Some(line.strip_prefix("of = \"")?.strip_suffix('"')?.to_string());
    let mut subjects: Vec<String> = list().lines().filter_map(of).collect();
    subjects.sort();
    subjects.dedup();
    subjects
}

/// How an engine is asked: which, and within what limits.
type Asked = (EngineChoice, Limits);

/// A target by two hardware files.
type Pair = [RefinementTarget<'static>; 2];

/// The targets of two hardware files in all their modes, with the code of one language: under the default claims, and where a claim is named, under
/// this one alone.
fn targets(files: [&HardwareFile; 2], claim: Option<&str>, opencl: bool) -> Result<Vec<Pair>, Failed> {
    let tables = RESOURCES.tables(defaults::TABLE).map_err(|errors| format!("{errors:?}"))?;
    let alone = claim.map(|name| Assume { none: true, on: vec![name.into()] });
    let mut pairs = Vec::new();
    for configuration in files[0].configurations() {
        for assume in std::iter::once(Assume::default()).chain(alone.clone()) {
            let side = |file: &HardwareFile| -> Result<RefinementTarget<'static>, Failed> {
                let chip = Chip::new(&file.source, &file.file, &configuration, &assume)
                    .map_err(|errors| format!("{errors:?}"))?;
                let table = tables.table(configuration.target);
                let (choices, placement) = (Choices::TABLES, InstructionPlacement::Canonical);
                Ok(RefinementTarget { configuration, chip, table, opencl, choices, placement, codes: None })
            };
            let [before, after] = files.map(side);
            pairs.push([before?, after?]);
        }
    }
    Ok(pairs)
}

fn survivors_of(name: &str) -> Result<Survivors, Failed> {
    let source = load::read(Path::new(SURVIVORS)).map_err(|error| error.message.clone())?;
    Ok(Survivors::parse(&source, name).map_err(|error| error.message.clone())?)
}

fn survivors_change_nothing(name: &str) -> Result<(), Failed> {
    match HardwareFile::find(name).map_err(|errors| format!("{errors:?}"))? {
        Some(file) => survivors_change_no_verdict(name, &file),
        None => survivors_change_no_execution(name),
    }
}

/// No program has another verdict on changed hardware.
fn survivors_change_no_verdict(name: &str, file: &HardwareFile) -> Result<(), Failed> {
    let survivors = survivors_of(name)?;
    let mut mutations = file.mutations();
    mutations.retain(|mutation| survivors.reason(&mutation.change).is_some());
    if mutations.is_empty() {
        return Err("no change of the file is listed".into());
    }
    for (asked, opencl) in asked().map(of_two_threads).into_iter().cartesian_product([false, true]) {
        // One question for all changes: what the source may do is decided once.
        let mut pairs = Vec::new();
        for mutation in &mutations {
            let claims = file.file.clauses.iter().filter_map(|clause| clause.switch.as_ref());
            let mut claims = claims.map(|switch| switch.name.text.as_str());
            let claim = claims.find(|claim| mutation.change.contains(&format!(" as {claim}")));
            pairs.extend(targets([file, &mutation.file], claim, opencl)?);
        }
        if let Some(told) = told(pairs, asked)? {
            return Err(told.into());
        }
    }
    Ok(())
}

/// Of the changes that have a listed name, one at least is told from the model by no candidate execution of any program.
fn survivors_change_no_execution(name: &str) -> Result<(), Failed> {
    let model = RESOURCES.model(name).map_err(|errors| format!("{errors:?}"))?;
    let survivors = survivors_of(name)?;
    let mut mutations = model.mutations();
    mutations.retain(|mutation| survivors.reason(&mutation.change).is_some());
    if mutations.is_empty() {
        return Err("no change of the model is listed".into());
    }
    let changed: Vec<&Model> = mutations.iter().map(|mutation| &mutation.model).collect();
    for (change, other) in survivors.changes().filter_map(|(change, other)| Some((change, other?))) {
        is_told_of(change, other)?;
    }
    for (engine, limits) in asked() {
        let programs = Space::new(limits, true, &Run::default())
            .expect("enough memory")
            .programs
            .into_iter()
            .map(|(_, text)| text);
        let programs: Vec<String> = programs.chain(corpus()).collect();
        let told = told_apart(model, &changed, (engine, &programs))?;
        let mut by_name: BTreeMap<&str, Vec<&Told>> = BTreeMap::new();
        for (mutation, told) in mutations.iter().zip(&told) {
            by_name.entry(&mutation.change).or_default().push(told);
        }
        let found = |(change, told): (&str, Vec<&Told>)| {
            let said = |told: &&Told| told.as_ref().map(|told| told.clone().unwrap_or_else(|undecided| undecided));
            let programs: Option<Vec<String>> = told.iter().map(said).collect();
            Some(format!("{change}: {}", programs?.join("\n")))
        };
        if let Some(message) = by_name.into_iter().find_map(found) {
            return Err(message.into());
        }
    }
    Ok(())
}

/// A program with an execution of which two models say other things, or a program with why that could not be decided; `None` if there is neither.
type Told = Option<Result<String, String>>;

/// Some test tells the change of another model.
fn is_told_of(change: &str, other: &str) -> Result<(), Failed> {
    let model = RESOURCES.model(other).map_err(|errors| format!("{errors:?}"))?;
    let mutations = model.mutations();
    let changed: Vec<&Model> = mutations.iter().filter(|one| one.change == change).map(|one| &one.model).collect();
    let told = told_apart(model, &changed, (EngineChoice::Enumerate, &corpus()))?;
    match told.iter().any(is_told) {
        true => Ok(()),
        false => Err(format!("no test tells of {other}: {change}").into()),
    }
}

fn is_told(told: &Told) -> bool {
    matches!(told, Some(Ok(_)))
}

/// The executions of a test that are asked about, at most: those of more are left out.
const EXECUTIONS: usize = 2_000;

/// The tests of the corpus that have a source, but for those with very many executions.
fn corpus() -> Vec<String> {
    static CORPUS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let files = walkdir::WalkDir::new("litmus").sort_by_file_name().into_iter().filter_map(Result::ok);
        let files = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "litmus"));
        let texts = files.map(|file| std::fs::read_to_string(file.path()).expect("readable"));
        texts.collect::<Vec<String>>().into_par_iter().filter(|text| is_asked(text)).collect()
    });
    CORPUS.clone()
}

fn is_asked(text: &str) -> bool {
    let test = structure(text).expect("well formed");
    let settings = Settings { engine: EngineChoice::Enumerate, ..Settings::default() };
    let mut decider = Decider::new(&test, RESOURCES.elaborations(), settings).expect("well formed");
    let all = decider.ending_in(&Prop::Const(true));
    !test.program.is_machine_code() && all.is_ok_and(|all| all.len() <= EXECUTIONS)
}

/// By changed model: what tells it from the model.
fn told_apart(
    model: &Model,
    changed: &[&Model],
    (engine, programs): (EngineChoice, &[String]),
) -> Result<Vec<Told>, Failed> {
    let settings = Settings { engine, ..Settings::default() };
    let of_program = |text: &String| -> Result<Vec<Told>, Failed> {
        let wrong = |errors: &dyn std::fmt::Debug| Failed::from(format!("{errors:?}\n{text}"));
        let structure = structure(text).map_err(|errors| wrong(&errors))?;
        let mut decider =
            Decider::new(&structure, RESOURCES.elaborations(), settings).map_err(|error| wrong(&error))?;
        let id = decider.add_model(model).map_err(|error| wrong(&error))?;
        let told = changed.iter().map(|changed| {
            let other = decider.add_model(changed).map_err(|error| wrong(&error))?;
            Ok(match decider.told_apart([id, other]) {
                Ok(found) => found.map(|_| Ok(text.clone())),
                Err(why) => Some(Err(format!("{why}\n{text}"))),
            })
        });
        told.collect()
    };
    let first = |a: Vec<Told>, b: Vec<Told>| Ok(a.into_iter().zip(b).map(|(a, b)| a.or(b)).collect());
    programs.par_iter().map(of_program).try_reduce(|| vec![None; changed.len()], first)
}

/// The program that tells pairs of targets apart, or how many are not decided.
fn told(pairs: Vec<Pair>, (engine, limits): Asked) -> Result<Option<String>, Failed> {
    let settings = Settings { engine, ..Settings::default() };
    let run = Run::default();
    let options = Options {
        sides: Sides::Code(pairs),
        limits,
        varied_threads: 0,
        all: false,
        settings,
        resources: &RESOURCES,
        run: &run,
    };
    let compared = compare(&options).map_err(|errors| format!("{errors:?}"))?;
    let undecided = (compared.unknown > 0).then(|| format!("{} programs are not decided", compared.unknown));
    let Some(differing) = compared.found.first() else { return Ok(undecided) };
    let Difference::Verdicts(verdicts) = &differing.difference else { return Err("not by verdicts".into()) };
    let numbers: Vec<usize> = verdicts.iter().map(|(number, _)| *number).collect();
    Ok(Some(format!("pairs {numbers:?}: {}", differing.shown.text)))
}

/// The comparison can tell: without coherence a model allows what it forbids.
fn a_change_that_counts_is_found() -> Result<(), Failed> {
    let model = RESOURCES.model("hsa").map_err(|errors| format!("{errors:?}"))?;
    let mutations = model.mutations();
    let without = mutations.iter().find(|mutation| mutation.change == "without coherence").ok_or("no such change")?;
    for engine in [EngineChoice::Enumerate, EngineChoice::Smt] {
        let limits = Limits { events: 3, threads: 2 };
        let programs: Vec<String> = Space::new(limits, true, &Run::default())
            .expect("enough memory")
            .programs
            .into_iter()
            .map(|(_, text)| text)
            .collect();
        if told_apart(model, &[&without.model], (engine, &programs))?.iter().any(|told| !is_told(told)) {
            return Err(format!("no program of {limits:?} tells them apart").into());
        }
    }
    Ok(())
}

/// The comparison of code can tell: without the order in which a wave issues, code of one workgroup does not order what it should.
fn a_change_of_hardware_that_counts_is_found() -> Result<(), Failed> {
    let file = HardwareFile::find("gfx90a").map_err(|errors| format!("{errors:?}"))?.ok_or("no file")?;
    let mutations = file.mutations();
    let change = "process in order as wave-issue-order: not if notgsplit";
    let mutation = mutations.iter().find(|mutation| mutation.change == change).ok_or("no such change")?;
    // Three events are too few.
    for asked in [EngineChoice::Enumerate, EngineChoice::Smt].map(|engine| (engine, Limits { events: 4, threads: 2 })) {
        if told(targets([&file, &mutation.file], None, false)?, asked)?.is_none() {
            return Err(format!("no program of {:?} tells them apart", asked.1).into());
        }
    }
    Ok(())
}
