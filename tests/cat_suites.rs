//! Models of other projects are loaded as they are, or refused for a reason that is listed; both engines run those that are loaded, alike.

use gfx_litmus::engine::answers::Race;
use gfx_litmus::engine::{Decider, EngineChoice, Inconclusive, Settings};
use gfx_litmus::program::EventStructure;
use gfx_litmus::syntax::source::Diagnostic;
use gfx_litmus::{languages, load, models};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

fn suites() -> Option<PathBuf> {
    let data = std::env::var_os("GFX_LITMUS_DATA");
    if data.is_none() {
        use std::io::Write;
        // Captured where tests pass; `--nocapture` shows it.
        let _ = writeln!(std::io::stderr(), "skipped: GFX_LITMUS_DATA is not set");
    }
    Some(PathBuf::from(data?).join("suites"))
}

/// Every cat file of the suites, by its path below them: what is checked, or why it is not.
#[test]
fn files_of_other_projects_load() {
    let Some(root) = suites().map(|suites| suites.join("cat")) else { return };
    let mut lines = Vec::new();
    for entry in WalkDir::new(&root).sort_by_file_name() {
        let entry = entry.expect("a readable folder");
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(&root).expect("below the root").display().to_string();
            lines.push(format!("{name}: {}", outcome(entry.path(), &root)));
        }
    }
    assert!(lines.len() > 20, "{} files", lines.len());
    insta::assert_snapshot!(lines.join("\n"));
}

/// What becomes of a file, in a line.
fn outcome(path: &Path, root: &Path) -> String {
    let refused = |error: Box<Diagnostic>| {
        let place = error.place().replace(&format!("{}/", root.display()), "");
        let help = error.help.map(|help| format!("; {}", help.replace(&format!("{}/", root.display()), "")));
        format!("refused, {place}: {}{}", error.message, help.unwrap_or_default())
    };
    let model = match models::load_unchecked(&path.display().to_string()) {
        Ok(model) => model,
        Err(error) => return refused(error),
    };
    match models::check_model(&model) {
        Ok(()) if models::has_check(&model).is_err() => "for inclusion".to_string(),
        Ok(()) => "a model".to_string(),
        Err(error) => refused(error),
    }
}

/// Tests of each source language: with fences, read-modify-writes, branches, races, scopes, barriers, and of C one that only thin air allows.
const OURS: &[&str] = &[
    "store-buffering/SB+sc+system.litmus",
    "message-passing/MP+rel+acq+agent.litmus",
    "coherence/CoRR.litmus",
    "atomicity/increments.litmus",
];
const C: &[&str] = &["a1_reorder", "a3", "b_reorder", "cyc", "cyc_na", "lb", "rseq_weak2", "fig1"];
const OPENCL: &[&str] = &["herd/MP", "herd/SB", "herd/WRC", "overhauling/example4", "overhauling/MP_ra_dev_broken"];

fn structures(suites: &Path) -> Vec<(String, EventStructure)> {
    let ours = OURS.iter().map(|test| Path::new("litmus").join(test));
    let in_suite = |suite: &str, test: &&str| suites.join(suite).join(format!("{test}.litmus"));
    let c = C.iter().map(|test| in_suite("c11", test));
    let opencl =
        OPENCL.iter().map(|test| in_suite("opencl", test)).chain(["tests/foreign/opencl-barrier.litmus".into()]);
    let read = |path: PathBuf| {
        let source = load::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let structure = load::event_structure(&source).unwrap_or_else(|errors| panic!("{}", errors[0]));
        (path.display().to_string(), structure)
    };
    ours.chain(c).chain(opencl).map(read).collect()
}

/// What a model says of a test: the flags raised, with their pairs, and the states allowed; or why it does not.
fn said(structure: &EventStructure, model: &str, engine: EngineChoice) -> Result<[BTreeSet<String>; 2], String> {
    let model = models::load(model).unwrap_or_else(|error| panic!("{error}"));
    let elaborations = models::elaborations();
    let why = |why: Inconclusive| why.to_string();
    let mut decider = Decider::new(structure, &elaborations, Settings { engine, ..Settings::default() })
        .map_err(|error| error.to_string())?;
    let id = decider.add_model(&model).map_err(|error| error.to_string())?;
    if let Some(misfit) = decider.misfit(id) {
        return Err(why(misfit));
    }
    let show = |race: Race| {
        let pairs = race.pairs.iter().map(|pair| format!("{} {pair:?}", race.flag)).collect::<Vec<_>>();
        pairs.into_iter().chain([race.flag])
    };
    let flags = decider.all_races(id).map_err(why)?.into_iter().flat_map(show).collect();
    let states = decider.allowed(id).map_err(why)?.into_iter().map(|outcome| format!("{outcome:?}")).collect();
    Ok([flags, states])
}

/// Every model that is for tests which are read here, and every file that is for inclusion, in a model of sequential consistency: both engines say the
/// same of tests in each language.
#[test]
fn both_engines_run_models_of_other_projects() {
    let Some(suites) = suites() else { return };
    let structures = structures(&suites);
    let (mut run, mut left_out, mut compared) = (Vec::new(), Vec::new(), 0);
    let wrapped = tempfile::tempdir().expect("a folder");
    for (name, path) in runnable(&suites.join("cat"), wrapped.path(), &mut left_out) {
        let same = |(test, structure): &(String, EventStructure)| {
            engines_agree(structure, &path, &format!("{name} of {test}"))
        };
        compared += structures.par_iter().filter(|part| same(part)).count();
        run.push(name);
    }
    insta::assert_snapshot!(format!("run:\n{}\n\nnot run:\n{}", run.join("\n"), left_out.join("\n")));
    // Many of these models keep neither read-modify-writes together nor values from coming out of thin air.
    let asked = run.len() * structures.len();
    assert!(compared * 2 > asked, "{compared} of {asked} are compared");
}

/// Whether both engines say something of a test, which must be the same. What one alone cannot tell is what comes out of thin air.
fn engines_agree(structure: &EventStructure, model: &str, what: &str) -> bool {
    let [enumerated, solved] =
        [EngineChoice::Enumerate, EngineChoice::Smt].map(|engine| said(structure, model, engine));
    if enumerated.as_ref().is_err_and(|why| why.contains("out of thin air")) {
        return false;
    }
    assert_eq!(enumerated, solved, "{what}");
    solved.is_ok()
}

/// The models to run, by name and path; those that include a file are written to a folder.
fn runnable(root: &Path, wrapped: &Path, left_out: &mut Vec<String>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in WalkDir::new(root).sort_by_file_name().into_iter().map(|entry| entry.expect("a readable folder")) {
        if !entry.file_type().is_file() {
            continue;
        }
        let name = entry.path().strip_prefix(root).expect("below the root").display().to_string();
        match model_of(entry.path(), wrapped) {
            Ok(path) => found.push((name, path)),
            Err(why) => left_out.push(format!("{name}: {why}")),
        }
    }
    found
}

/// The path of a model, or of one that includes it; or why it is not run.
fn model_of(path: &Path, wrapped: &Path) -> Result<String, String> {
    let text = path.display().to_string();
    let model = models::load_unchecked(&text).map_err(|error| error.message)?;
    let needs = languages::needs(&model);
    if let Some((name, languages)) = needs.foreign.first() {
        return Err(format!("`{name}` is of tests in {}", languages.join(", ")));
    }
    models::check_model(&model).map_err(|error| error.message)?;
    if models::has_check(&model).is_ok() {
        return Ok(text);
    }
    let folder = path.parent().expect("a folder");
    let copy = wrapped.join(folder.file_name().expect("a name"));
    std::fs::create_dir_all(&copy).expect("writable");
    for file in std::fs::read_dir(folder).expect("readable").map(|entry| entry.expect("readable").path()) {
        std::fs::copy(&file, copy.join(file.file_name().expect("a name"))).expect("writable");
    }
    let file = path.file_name().expect("a name").to_string_lossy();
    let wrapper = copy.join(format!("sc-with-{file}"));
    let axioms = format!("include \"{file}\"\nempty rmw & (fr ; co) as atomicity\nacyclic po | rf | co | fr as sc\n");
    std::fs::write(&wrapper, axioms).expect("writable");
    let wrapper = wrapper.display().to_string();
    models::load(&wrapper).map_err(|error| error.message)?;
    Ok(wrapper)
}
