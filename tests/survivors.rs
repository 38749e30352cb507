//! Changes of models and hardware files that no test can notice, held against generated programs: not one of the space tells what is changed
//! from what it was. The reasons of `models/survivors.toml` say why; this asks both engines.

use gfx_litmus::cat::Model;
use gfx_litmus::engine::{EngineChoice, Settings};
use gfx_litmus::generate::Limits;
use gfx_litmus::hardware::{Assume, Chip, HardwareFile};
use gfx_litmus::judge::compare::{Compared, Options, Sides, compare};
use gfx_litmus::judge::run::Run;
use gfx_litmus::judge::survivors::Survivors;
use gfx_litmus::refine::RefinementTarget;
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::litmus::ast::InstructionPlacement;
use gfx_litmus::{defaults, load};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::sync::LazyLock;

const SURVIVORS: &str = "models/survivors.toml";

/// What is asked about without `GFX_LITMUS_THOROUGH`.
const QUICK: &[&str] = &["hsa", "opencl", "gfx90a"];

static RESOURCES: LazyLock<Resources> = LazyLock::new(Resources::default);

/// What each engine is asked: the solver takes a hundred times as long.
fn asked() -> [Asked; 2] {
    let limits = |events, threads| Limits { events, threads };
    let [enumerated, solved] = match std::env::var_os("GFX_LITMUS_THOROUGH") {
        Some(_) => [limits(5, 3), limits(4, 2)],
        None => [limits(4, 2), limits(3, 2)],
    };
    [(EngineChoice::Enumerate, enumerated), (EngineChoice::Smt, solved)]
}

/// Hardware is asked about programs of two threads, of which the solver decides what the source may do.
fn of_two_threads((engine, limits): Asked) -> Asked {
    let events = if engine == EngineChoice::Smt { 3 } else { limits.events };
    (engine, Limits { events, threads: 2 })
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

fn differ(sides: Sides<'_>, (engine, limits): Asked) -> Result<Compared, Failed> {
    let settings = Settings { engine, ..Settings::default() };
    let run = Run::default();
    let options = Options { sides, limits, all: false, settings, resources: &RESOURCES, run: &run };
    compare(&options).map_err(|errors| Failed::from(format!("{errors:?}")))
}

fn models<'m>(models: [&'m Model; 2]) -> Sides<'m> {
    Sides::Models(models.map(|model| (model.name.clone(), model)))
}

/// The targets of two hardware files in all their modes, with the code of one language: under the default claims, and where a claim is named, under
/// this one alone.
fn targets(files: [&HardwareFile; 2], claim: Option<&str>, opencl: bool) -> Result<Sides<'static>, Failed> {
    let tables = RESOURCES.tables(defaults::TABLE).map_err(|errors| format!("{errors:?}"))?;
    let alone = claim.map(|name| Assume { none: true, on: vec![name.into()] });
    let mut pairs = Vec::new();
    for configuration in files[0].configurations() {
        for assume in std::iter::once(Assume::default()).chain(alone.clone()) {
            let side = |file: &HardwareFile| -> Result<RefinementTarget<'static>, Failed> {
                let chip = Chip::new(&file.source, &file.file, &configuration, &assume)
                    .map_err(|errors| format!("{errors:?}"))?;
                let table = tables.table(configuration.target);
                Ok(RefinementTarget { configuration, chip, table, opencl, placement: InstructionPlacement::Canonical })
            };
            let [before, after] = files.map(side);
            pairs.push([before?, after?]);
        }
    }
    Ok(Sides::Code(pairs))
}

fn survivors_of(name: &str) -> Result<Survivors, Failed> {
    let source = load::read(Path::new(SURVIVORS)).map_err(|error| error.message.clone())?;
    Ok(Survivors::parse(&source, name).map_err(|error| error.message.clone())?)
}

fn survivors_change_nothing(name: &str) -> Result<(), Failed> {
    match HardwareFile::find(name).map_err(|errors| format!("{errors:?}"))? {
        Some(file) => survivors_change_no_verdict(name, &file),
        None => survivors_change_no_state(name),
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
    for mutation in mutations {
        let claims =
            file.file.clauses.iter().filter_map(|clause| clause.name.as_ref()).map(|(name, _)| name.text.as_str());
        let claim = claims.into_iter().find(|claim| mutation.change.contains(&format!(" as {claim}")));
        for asked in asked().map(of_two_threads) {
            for opencl in [false, true] {
                if let Some(program) = told(targets([file, &mutation.file], claim, opencl)?, asked)? {
                    return Err(format!("{}: {program}", mutation.change).into());
                }
            }
        }
    }
    Ok(())
}

/// Of the changes that have a listed name, one at least is told from the model by no program.
fn survivors_change_no_state(name: &str) -> Result<(), Failed> {
    let model = RESOURCES.model(name).map_err(|errors| format!("{errors:?}"))?;
    let survivors = survivors_of(name)?;
    let mutations = model.mutations();
    let mut listed: Vec<&str> = mutations.iter().map(|mutation| mutation.change.as_str()).collect();
    listed.retain(|change| survivors.reason(change).is_some());
    listed.dedup();
    if listed.is_empty() {
        return Err("no change of the model is listed".into());
    }
    for change in listed {
        let mut told_by = Vec::new();
        let of_name = mutations.iter().filter(|mutation| mutation.change == change);
        let survives = of_name.into_iter().try_fold(false, |survives, mutation| -> Result<bool, Failed> {
            let told = asked().into_iter().find_map(|asked| told(models([model, &mutation.model]), asked).transpose());
            let told = told.transpose()?;
            let same = told.is_none();
            told_by.extend(told);
            Ok(survives || same)
        })?;
        if !survives {
            return Err(format!("{change}: {}", told_by.join("\n")).into());
        }
    }
    Ok(())
}

/// The program that tells two sides apart, or how many are not decided.
fn told(sides: Sides<'_>, asked: Asked) -> Result<Option<String>, Failed> {
    let compared = differ(sides, asked)?;
    let undecided = (compared.unknown > 0).then(|| format!("{} programs are not decided", compared.unknown));
    Ok(compared.found.first().map(|differing| differing.shown.text.clone()).or(undecided))
}

/// The comparison can tell: without coherence a model allows what it forbids.
fn a_change_that_counts_is_found() -> Result<(), Failed> {
    let model = RESOURCES.model("hsa").map_err(|errors| format!("{errors:?}"))?;
    let mutations = model.mutations();
    let without = mutations.iter().find(|mutation| mutation.change == "without coherence").ok_or("no such change")?;
    for asked in asked() {
        if differ(models([model, &without.model]), asked)?.found.is_empty() {
            return Err(format!("no program of {:?} tells them apart", asked.1).into());
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
