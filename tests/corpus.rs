//! Every test of `litmus/` is as it expects by either engine, which agree on all else that they say; it is in canonical form, and gives a reason for each expectation.

use gfx_litmus::engine::{EngineChoice, Settings};
use gfx_litmus::load;
use gfx_litmus::program::resolve;
use gfx_litmus::report::amount::Amount;
use gfx_litmus::report::results::{ModelRaces, OutcomesReport, StateResult, StateVerdict, Status};
use gfx_litmus::report::{checked, text};
use gfx_litmus::resources::Resources;
use gfx_litmus::run::{self, Options};
use gfx_litmus::syntax::{litmus, source::Diagnostic};
use gfx_litmus::view;
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn main() -> std::process::ExitCode {
    let arguments = Arguments::from_args();
    let resources: &'static Resources = Box::leak(Box::default());
    let files = files(Path::new("litmus"));
    let mut trials: Vec<Trial> = files
        .iter()
        .flat_map(|path| {
            let name = path.display().to_string();
            let (one, two, three, other) = (path.clone(), path.clone(), path.clone(), path.clone());
            [
                Trial::test(format!("{name}: enumerated"), move || verdicts(&one, resources, EngineChoice::Enumerate)),
                Trial::test(format!("{name}: solved"), move || verdicts(&two, resources, EngineChoice::Smt)),
                Trial::test(format!("{name}: states and races"), move || compare_engines(&three, resources)),
                Trial::test(format!("{name}: form"), move || form(&other)),
            ]
        })
        .collect();
    trials.push(Trial::test("names are unique", move || names(&files)));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    walk.map(|entry| entry.into_path()).filter(|path| path.extension().is_some_and(|ext| ext == "litmus")).collect()
}

fn failed(errors: Vec<Diagnostic>) -> Failed {
    let text: String = errors.iter().map(|error| gfx_litmus::report::diagnostic::render(error, false)).collect();
    text.into()
}

fn verdicts(path: &Path, resources: &'static Resources, engine: EngineChoice) -> Result<(), Failed> {
    let options =
        Options { models: vec![], settings: Settings { engine, ..Default::default() }, sensitivity: false, resources };
    let source = load::read(path).map_err(|error| failed(vec![*error]))?;
    let result = view::test_result(&run::check(&source, &options).map_err(failed)?);
    if result.status == Status::Ok {
        Ok(())
    } else {
        Err(checked::test(&result, Amount::All, text::Paint(false)).into())
    }
}

/// Final states, which models allow them, by which axioms they rule out others, and races, by both engines.
fn compare_engines(path: &Path, resources: &'static Resources) -> Result<(), Failed> {
    let source = load::read(path).map_err(|error| failed(vec![*error]))?;
    if load::program(&source).map_err(failed)?.is_machine_code() {
        return Ok(());
    }
    let by = |engine| {
        let options = Options {
            models: vec![],
            settings: Settings { engine, ..Default::default() },
            sensitivity: false,
            resources,
        };
        let found = run::outcomes(&source, &options, (false, &std::sync::Arc::default()))
            .map_err(|failure| format!("{engine:?}: {failure:?}"))?;
        Ok::<_, String>(view::outcomes(&found, None, vec![]))
    };
    let said = |report: &OutcomesReport| {
        let model = |said: &StateVerdict| {
            (said.allowed, said.axioms.clone(), said.breaks.as_ref().map(|breaks| breaks.axiom.clone()))
        };
        let models = |state: &StateResult| state.models.iter().map(model).collect::<Vec<_>>();
        let states: Vec<_> = report.states.iter().map(|state| (state.values.clone(), models(state))).collect();
        let mut races: Vec<_> = report.races.iter().map(|races| (races.model.clone(), pairs(races))).collect();
        races.sort();
        (states, races, report.exceeds_bound)
    };
    let (one, mut other) = (by(EngineChoice::Enumerate)?, by(EngineChoice::Smt)?);
    // Enumeration has no execution whose values come out of thin air, and so does not say which axioms rule these out.
    let of_both =
        one.states.iter().zip(&mut other.states).flat_map(|(one, other)| one.models.iter().zip(&mut other.models));
    for (_, other) in of_both.filter(|(one, _)| one.axioms.is_empty()) {
        (other.axioms, other.breaks) = (Vec::new(), None);
    }
    match said(&one) == said(&other) {
        true => Ok(()),
        false => Err(format!("enumerated:\n{}solved:\n{}", shown(&one), shown(&other)).into()),
    }
}

fn pairs(races: &ModelRaces) -> Vec<String> {
    let mut pairs: Vec<String> = races.pairs.iter().map(|pair| format!("{pair:?}")).collect();
    pairs.extend(races.flags.clone());
    pairs.sort();
    pairs
}

fn shown(report: &OutcomesReport) -> String {
    text::outcomes(report, text::Paint(false))
}

fn form(path: &Path) -> Result<(), Failed> {
    let file = load::parse_file(path).map_err(|error| failed(vec![*error]))?;
    let program = resolve(&file).map_err(failed)?;
    if litmus::print(&file) != file.source.text {
        return Err("not in canonical form: `litmus fmt --write` it".into());
    }
    for condition in &program.conditions {
        let unreasoned = condition.hardware.iter().any(|expect| expect.reason.is_none());
        if (condition.expects.is_empty() && condition.hardware.is_empty())
            || unreasoned
            || condition.expects.iter().any(|expect| expect.reason.is_none() && expect.model == "hsa")
        {
            return Err("an expectation is missing, or its reason".into());
        }
        // Both languages are asked, or each says why it differs.
        let expects = |model: &str| condition.expects.iter().any(|expect| expect.model == model);
        if expects("hsa") != expects("opencl") {
            return Err("`hsa` and `opencl` are expected something of both, or of neither".into());
        }
    }
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    if stem.as_deref() != Some(program.name.as_str()) {
        return Err(format!("the file is not named like its test, {}", program.name).into());
    }
    Ok(())
}

fn names(files: &[PathBuf]) -> Result<(), Failed> {
    let mut seen: BTreeMap<_, &PathBuf> = BTreeMap::new();
    for path in files {
        if let Some(other) = seen.insert(path.file_name(), path) {
            return Err(format!("{} and {} share a name", path.display(), other.display()).into());
        }
    }
    if files.is_empty() { Err("no test was found".into()) } else { Ok(()) }
}
