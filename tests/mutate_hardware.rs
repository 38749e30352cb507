//! Every clause of every hardware file is noticed by a test of the corpus, or stands on the list of those that no test can notice.

use gfx_litmus::engine::Settings;
use gfx_litmus::hardware::HardwareFile;
use gfx_litmus::judge::load_tests;
use gfx_litmus::judge::mutate::{Effect, HardwareOptions, Judged, of_hardware};
use gfx_litmus::judge::survivors::Survivors;
use gfx_litmus::load;
use gfx_litmus::lowering;
use gfx_litmus::program::EventStructure;
use gfx_litmus::resources::Resources;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const LIST: &str = "models/survivors.toml";

fn files_in(folder: &str, extension: &str) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let is_meant = |path: &PathBuf| path.extension().is_some_and(|found| found == extension);
    files.map(|entry| entry.into_path()).filter(is_meant).collect()
}

/// The names of the hardware files that come with the tool.
fn hardware_files() -> Vec<String> {
    let files = files_in("models/hardware", "hw");
    files.iter().filter_map(|path| Some(path.file_stem()?.to_str()?.to_string())).collect()
}

fn hardware_file(name: &str) -> HardwareFile {
    HardwareFile::find(name).expect("well formed").expect("it comes with the tool")
}

fn corpus() -> Vec<EventStructure> {
    let (tests, errors) = load_tests(&files_in("litmus", "litmus"));
    assert!(errors.is_empty(), "{errors:?}");
    tests
}

fn judge(name: &str, tests: &[EventStructure]) -> Vec<Judged> {
    let resources = Resources::default();
    let tables = resources.tables(lowering::DEFAULT).expect("they come with the tool");
    let options = HardwareOptions { tables, resources: &resources, settings: Settings::default() };
    of_hardware(&hardware_file(name), tests, &options).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// What is not as the list says: survivors that it does not have, and what it has that is noticed or no change.
fn wrong(name: &str, judged: &[Judged]) -> Vec<String> {
    let source = load::read(Path::new(LIST)).expect("the list is there");
    let listed = Survivors::parse(&source, name).unwrap_or_else(|error| panic!("{error}"));
    let is_listed = |judged: &&Judged| listed.reason(&judged.change).is_some();
    let unlisted = judged.iter().filter(|judged| !is_listed(judged)).filter_map(|judged| match &judged.effect {
        Effect::Killed(_) | Effect::Refused(_) => None,
        Effect::Survives => Some(format!("{name}: {}: no test notices it", judged.change)),
        Effect::Unknown(tests) => Some(format!("{name}: {}: inconclusive in {}", judged.change, tests.join(", "))),
    });
    let noticed = listed.wrong(judged).into_iter().map(|error| format!("{name}: {error}"));
    unlisted.chain(noticed).collect()
}

/// One small file, or all where `GFX_LITMUS_THOROUGH` is set.
#[test]
fn every_clause_is_noticed_or_listed() {
    let thorough = std::env::var_os("GFX_LITMUS_THOROUGH").is_some();
    let names = if thorough { hardware_files() } else { vec!["gfx6-gfx9".to_string()] };
    let tests = corpus();
    let wrong: Vec<String> = names.iter().flat_map(|name| wrong(name, &judge(name, &tests))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A list of changes needs a text for each that no other has, and that stays the same where lines are added.
#[test]
fn every_change_has_a_text_of_its_own() {
    for name in hardware_files() {
        let mutations = hardware_file(&name).mutations();
        let texts: BTreeSet<&str> = mutations.iter().map(|mutation| mutation.change.as_str()).collect();
        assert_eq!(texts.len(), mutations.len(), "{name}");
    }
}

/// Every listed change of a hardware file is one that is made.
#[test]
fn every_listed_change_is_one() {
    let source = load::read(Path::new(LIST)).expect("the list is there");
    for name in hardware_files() {
        let listed = Survivors::parse(&source, &name).unwrap_or_else(|error| panic!("{error}"));
        let mutations = hardware_file(&name).mutations().into_iter();
        let survive = mutations.map(|mutation| Judged {
            change: mutation.change,
            source: mutation.source,
            span: mutation.span,
            effect: Effect::Survives,
        });
        let errors = listed.wrong(&survive.collect::<Vec<_>>());
        assert!(errors.is_empty(), "{name}: {errors:?}");
    }
}
