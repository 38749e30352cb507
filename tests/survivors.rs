//! Changes of models that no test can notice, held against generated programs: not one of the space tells the changed model from the model.
//! The reasons of `models/survivors.toml` say why; this asks both engines.

use gfx_litmus::cat::Model;
use gfx_litmus::engine::{EngineChoice, Settings};
use gfx_litmus::generate::Limits;
use gfx_litmus::judge::compare::{Compared, Options, Sides, compare};
use gfx_litmus::judge::survivors::Survivors;
use gfx_litmus::load;
use gfx_litmus::resources::Resources;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::sync::LazyLock;

const SURVIVORS: &str = "models/survivors.toml";

/// What is asked about without `GFX_LITMUS_THOROUGH`.
const QUICK: &[&str] = &["hsa", "opencl"];

static RESOURCES: LazyLock<Resources> = LazyLock::new(Resources::default);

/// What each engine is asked: the solver takes a hundred times as long.
fn asked() -> Vec<(EngineChoice, Limits)> {
    let limits = |events, threads| Limits { events, threads };
    let enumerated = if std::env::var_os("GFX_LITMUS_THOROUGH").is_some() { limits(5, 3) } else { limits(4, 2) };
    vec![(EngineChoice::Enumerate, enumerated), (EngineChoice::Smt, limits(3, 2))]
}

fn main() -> std::process::ExitCode {
    let mut trials = vec![Trial::test("a change that tests notice is found", a_change_that_counts_is_found)];
    let thorough = std::env::var_os("GFX_LITMUS_THOROUGH").is_some();
    for name in subjects().into_iter().filter(|name| thorough || QUICK.contains(&name.as_str())) {
        trials.push(Trial::test(name.clone(), move || survivors_change_nothing(&name)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn list() -> String {
    std::fs::read_to_string(SURVIVORS).expect("the list")
}

/// The models that the list is about.
fn subjects() -> Vec<String> {
    let of = |line: &str| Some(line.strip_prefix("of = \"")?.strip_suffix('"')?.to_string());
    let mut subjects: Vec<String> =
        list().lines().filter_map(of).filter(|name| RESOURCES.model(name).is_ok()).collect();
    subjects.sort();
    subjects.dedup();
    subjects
}

fn differ(models: [&Model; 2], (engine, limits): (EngineChoice, Limits)) -> Result<Compared, Failed> {
    let sides = Sides::Models(models.map(|model| (model.name.clone(), model)));
    let settings = Settings { engine, ..Settings::default() };
    let options = Options { sides, limits, all: false, settings, resources: &RESOURCES };
    compare(&options).map_err(|errors| Failed::from(format!("{errors:?}")))
}

/// Of the changes that have a listed name, one at least is told from the model by no program.
fn survivors_change_nothing(name: &str) -> Result<(), Failed> {
    let model = RESOURCES.model(name).map_err(|errors| format!("{errors:?}"))?;
    let source = load::read(Path::new(SURVIVORS)).map_err(|error| error.message.clone())?;
    let survivors = Survivors::parse(&source, name).map_err(|error| error.message.clone())?;
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
            let told = asked().into_iter().find_map(|asked| told(model, &mutation.model, asked).transpose());
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

/// The program that tells two models apart, or how many are not decided.
fn told(model: &Model, changed: &Model, asked: (EngineChoice, Limits)) -> Result<Option<String>, Failed> {
    let compared = differ([model, changed], asked)?;
    let undecided = (compared.unknown > 0).then(|| format!("{} programs are not decided", compared.unknown));
    Ok(compared.found.first().map(|differing| differing.shown.text.clone()).or(undecided))
}

/// The comparison can tell: without coherence a model allows what it forbids.
fn a_change_that_counts_is_found() -> Result<(), Failed> {
    let model = RESOURCES.model("hsa").map_err(|errors| format!("{errors:?}"))?;
    let mutations = model.mutations();
    let without = mutations.iter().find(|mutation| mutation.change == "without coherence").ok_or("no such change")?;
    for asked in asked() {
        if differ([model, &without.model], asked)?.found.is_empty() {
            return Err(format!("no program of {:?} tells them apart", asked.1).into());
        }
    }
    Ok(())
}
