//! Every axiom, operand, closure and condition is needed by a test, or listed with the reason why no test can notice that it is left out: `litmus mutate` as a
//! library, on the whole corpus. `GFX_LITMUS_THOROUGH` asks about all subjects, or where `GFX_LITMUS_SPACES` is `small` about all models and few hardware files, which
//! take longest.

use gfx_litmus::engine::Settings;
use gfx_litmus::hardware::HardwareFile;
use gfx_litmus::judge::mutate::{Effect, Extent, HardwareOptions, Judged, of_hardware, of_model};
use gfx_litmus::judge::run::{Ended, Run};
use gfx_litmus::judge::survivors::Survivors;
use gfx_litmus::judge::{Asking, load_tests};
use gfx_litmus::program::EventStructure;
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::source::Diagnostic;
use gfx_litmus::{load, models};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

/// The allocator of the command line tool: with the system's this takes a third longer.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The list of changes that no test can notice.
const SURVIVORS: &str = "models/survivors.toml";

/// Variants whose options have text of their own. Every model that `litmus models` lists is a subject without being named here.
const VARIANTS: &[&str] = &[
    "hsa+races-of-reads",
    "hsa+wider-pairing",
    "hsa+one-as-within-space",
    "hsa+barrier-overlap",
    "hsa+count-as-arrived",
    "hsa+sc-cxx20",
    "hsa-literal+locations-by-tags",
    "opencl+sc-by-space",
    "opencl+sc-fences-join",
];

/// What is changed without `GFX_LITMUS_THOROUGH`.
const QUICK: &[&str] = &["hsa", "opencl", "rc11", "c++20", "gfx6-gfx9"];

/// The hardware files that are changed where `GFX_LITMUS_SPACES` is `small`.
const SMALL: &[&str] = &["gfx6-gfx9", "gfx12"];

/// Tests in C, and what models of C say of them: these models are held against these tests, and not against the corpus.
const C_TESTS: &str = "tests/foreign/c11";

fn main() -> std::process::ExitCode {
    let thorough = std::env::var_os("GFX_LITMUS_THOROUGH").is_some();
    let is_small = std::env::var("GFX_LITMUS_SPACES").is_ok_and(|spaces| spaces == "small");
    let files = hardware();
    let asked = |subject: &String| match (thorough, is_small) {
        (true, true) => !files.contains(subject) || SMALL.contains(&subject.as_str()),
        (true, false) => true,
        (false, _) => QUICK.contains(&subject.as_str()),
    };
    let mut trials: Vec<Trial> = subjects()
        .into_iter()
        .filter(asked)
        .map(|subject| Trial::test(subject.clone(), move || as_listed(&subject)))
        .collect();
    trials.push(Trial::test("entries are about subjects", entries));
    trials.push(Trial::test("changes of hardware have texts of their own", distinct));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// What is changed: models, and hardware files that come with the tool, by name.
fn subjects() -> Vec<String> {
    let mut subjects: Vec<String> = models::list().into_iter().map(|model| model.name).collect();
    subjects.extend(VARIANTS.iter().map(ToString::to_string));
    subjects.extend(hardware());
    subjects
}

/// The hardware files that come with the tool, by name.
fn hardware() -> Vec<String> {
    let files = walkdir::WalkDir::new("models/hardware").sort_by_file_name().into_iter().flatten();
    let paths = files.map(walkdir::DirEntry::into_path);
    let hardware = paths.filter(|path| path.extension().is_some_and(|extension| extension == "hw"));
    hardware.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect()
}

/// A list names a change of a hardware file by its text alone.
fn distinct() -> Result<(), Failed> {
    for name in hardware() {
        let file = HardwareFile::find(&name).map_err(|errors| failed(&errors))?.ok_or("no file")?;
        let mut seen = BTreeSet::new();
        if let Some(twice) = file.mutations().into_iter().find(|mutation| !seen.insert(mutation.change.clone())) {
            return Err(format!("{name}: {}", twice.change).into());
        }
    }
    Ok(())
}

/// The changes that survive are those that are listed.
fn as_listed(subject: &str) -> Result<(), Failed> {
    let source = load::read(Path::new(SURVIVORS)).map_err(|error| failed(&[*error]))?;
    let listed = Survivors::parse(&source, subject).map_err(|error| failed(&[*error]))?;
    let judged = judge(subject)?;
    if judged.is_empty() {
        return Err("nothing was changed".into());
    }
    let mut wrong: Vec<String> = listed.wrong(&judged).iter().map(render).collect();
    wrong.extend(judged.iter().filter_map(|judged| {
        let found = match &judged.effect {
            Effect::Survives if listed.reason(&judged.change).is_none() => "no test notices it, and it is not listed",
            Effect::Unknown(_) => "tests are inconclusive",
            Effect::Killed(_) | Effect::Survives | Effect::Refused(_) => return None,
        };
        let (line, _) = judged.source.line_column(judged.span.start);
        Some(format!("{}:{line}: {}: {found}\n", judged.source.name, judged.change))
    }));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.concat().into()) }
}

/// The changes of a model or hardware file, judged by the corpus.
fn judge(subject: &str) -> Result<Vec<Judged>, Failed> {
    let (resources, run) = (Resources::default(), Run::default());
    let asking = Asking { settings: Settings::default(), run: &run };
    // Who else notices a change does not matter here.
    let extent = Extent::UntilNoticed;
    let judged = match HardwareFile::find(subject).map_err(|errors| failed(&errors))? {
        Some(file) => {
            let tables = resources.tables(gfx_litmus::defaults::TABLE).map_err(|errors| failed(&errors))?;
            let options = HardwareOptions { tables, resources: &resources, extent, asking };
            of_hardware(&file, corpus()?, &options)
        }
        None => {
            let model = resources.model(subject).map_err(|errors| failed(&errors))?;
            of_model(model, if is_of_c(subject)? { c_tests()? } else { corpus()? }, extent, asking)
        }
    };
    judged.map(|changes| changes.judged).map_err(|ended| match ended {
        Ended::Wrong(errors) => failed(&errors),
        Ended::Interrupted => unreachable!("nobody tells the run to end"),
    })
}

/// The tests that subjects are held against, or what is wrong with them.
type Loaded = OnceLock<(Vec<EventStructure>, Vec<Diagnostic>)>;

/// Every test of `litmus/`.
fn corpus() -> Result<&'static [EventStructure], Failed> {
    static CORPUS: Loaded = OnceLock::new();
    tests_of(&CORPUS, "litmus")
}

/// Every test in C that models of C have verdicts on.
fn c_tests() -> Result<&'static [EventStructure], Failed> {
    static TESTS: Loaded = OnceLock::new();
    tests_of(&TESTS, C_TESTS)
}

fn tests_of(loaded: &'static Loaded, folder: &str) -> Result<&'static [EventStructure], Failed> {
    let (tests, errors) = loaded.get_or_init(|| {
        let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
        let paths = walk.map(walkdir::DirEntry::into_path);
        let files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|ext| ext == "litmus")).collect();
        load_tests(&files)
    });
    if errors.is_empty() { Ok(tests) } else { Err(failed(errors)) }
}

/// Whether the tests in C have verdicts of a model.
fn is_of_c(subject: &str) -> Result<bool, Failed> {
    let list: toml::Table = toml::from_str(&std::fs::read_to_string(format!("{C_TESTS}/verdicts.toml"))?)?;
    let tests = list.get("test").and_then(toml::Value::as_array).ok_or("no tests")?;
    Ok(tests.iter().any(|test| test.get("verdicts").is_some_and(|verdicts| verdicts.get(subject).is_some())))
}

/// What a list says of a subject that is never asked about, or of claims that there are not, is not tested.
fn entries() -> Result<(), Failed> {
    let list: toml::Table = toml::from_str(&std::fs::read_to_string(SURVIVORS)?)?;
    let entries = list.get("survivor").and_then(toml::Value::as_array).ok_or("no entries")?;
    let of = entries.iter().filter_map(|entry| entry.get("of").and_then(toml::Value::as_str));
    let (named, subjects): (BTreeSet<&str>, Vec<String>) = (of.collect(), subjects());
    let others: Vec<&str> = named.into_iter().filter(|name| !subjects.iter().any(|known| known == name)).collect();
    if !others.is_empty() {
        return Err(format!("no subjects: {}", others.join(", ")).into());
    }
    let source = load::read(Path::new(SURVIVORS)).map_err(|error| failed(&[*error]))?;
    let listed = Survivors::parse(&source, "").map_err(|error| failed(&[*error]))?;
    let unknown = listed.unknown_claims(&claims()?);
    if unknown.is_empty() { Ok(()) } else { Err(format!("no such claims: {}", unknown.join(", ")).into()) }
}

/// The claims of all hardware files.
fn claims() -> Result<Vec<String>, Failed> {
    let mut claims = Vec::new();
    for name in hardware() {
        let file = HardwareFile::find(&name).map_err(|errors| failed(&errors))?.ok_or("no file")?;
        claims.extend(
            file.mutations()
                .into_iter()
                .filter_map(|mutation| Some(mutation.change.strip_prefix("without ")?.to_string())),
        );
    }
    Ok(claims)
}

fn render(error: &Diagnostic) -> String {
    gfx_litmus::report::diagnostic::render(error, false)
}

fn failed(errors: &[Diagnostic]) -> Failed {
    errors.iter().map(render).collect::<String>().into()
}
