//! Results that are kept in a file: a run that was killed or interrupted goes on where it was, and damage is refused.

use gfx_litmus::engine::Settings;
use gfx_litmus::generate::Limits;
use gfx_litmus::hardware::HardwareFile;
use gfx_litmus::judge::mutate::{Effect, Extent, HardwareOptions, of_hardware, of_model};
use gfx_litmus::judge::run::{Ended, Phase, Run};
use gfx_litmus::judge::store::Store;
use gfx_litmus::judge::synth::{Options, synthesize};
use gfx_litmus::judge::{Asking, load_tests, models_named};
use gfx_litmus::resources::Resources;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// An audit of some seconds.
fn audit(results: Option<&Path>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_litmus"));
    let target =
        ["--target", "gfx10,wgp", "--hsa", "--events", "4", "--threads", "2", "--varied-threads", "1", "--all"];
    command.args(["table", "audit", "llvm24:gfx10-gfx11"]).args(target);
    if let Some(results) = results {
        command.arg("--results").arg(results);
    }
    command.env_remove("GFX_LITMUS_RESULTS").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(mut command: Command) -> Output {
    command.output().expect("litmus starts")
}

/// What an audit prints, without the time that it took.
fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.rsplit_once("; ").map_or(text.to_string(), |(said, _seconds)| said.to_string())
}

/// Killed at any moment, an audit says in the end what it says at once, and what it has decided is not decided again.
#[test]
fn a_killed_audit_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results");
    let begun = Instant::now();
    let whole = run(audit(None));
    let time = begun.elapsed();
    let kills: u32 = if std::env::var_os("GFX_LITMUS_THOROUGH").is_some() { 20 } else { 3 };
    let mut sizes = Vec::new();
    for kill in 1..=kills {
        let mut running = audit(Some(&file)).spawn().expect("litmus starts");
        std::thread::sleep(time * kill / (kills + 1));
        running.kill().expect("it runs or has ended");
        running.wait().expect("it has ended");
        sizes.push(std::fs::metadata(&file).map_or(0, |file| file.len()));
    }
    assert!(sizes.is_sorted(), "what is kept is not lost: {sizes:?}");
    let resumed = run(audit(Some(&file)));
    assert_eq!(said(&resumed), said(&whole), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert_eq!(resumed.status.code(), whole.status.code());
    let size = || std::fs::metadata(&file).expect("the file").len();
    let before = size();
    assert_eq!(said(&run(audit(Some(&file)))), said(&whole));
    assert_eq!(size(), before, "all was decided before");
}

#[cfg(unix)]
mod interrupt;

/// An interrupt from the keyboard ends a run with what it has found, and so does a request to terminate, as CI sends it.
#[cfg(unix)]
#[test]
fn an_interrupted_audit_says_so() {
    for signal in ["-INT", "-TERM"] {
        interrupted_audit(signal);
    }
}

#[cfg(unix)]
fn interrupted_audit(signal: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results");
    let output = interrupt::in_time(&file, signal, || audit(Some(&file)));
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(stderr.contains("interrupted"), "{stderr}");
    assert!(stderr.contains("too early to say anything") || stdout.contains("interrupted after"), "{stdout}{stderr}");
    assert!(!stdout.contains(": sound"), "nothing is called sound before all programs are asked: {stdout}");
}

/// A file that is no file of results is refused with its name, and left as it is.
#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results");
    let text = "a text, and not a database\n".repeat(40);
    std::fs::write(&file, &text).expect("written");
    let output = run(audit(Some(&file)));
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("damaged") && stderr.contains("--results"), "{stderr}");
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), text);
    let folder = run(audit(Some(Path::new("no/such/folder/results"))));
    assert_eq!(folder.status.code(), Some(2));
}

/// A folder of some tests, and a file of results.
struct Tests(tempfile::TempDir);

impl Tests {
    fn new(names: &[&str]) -> Tests {
        let tests = Tests(tempfile::tempdir().expect("a folder"));
        for name in names {
            let own = tests.path(name.rsplit('/').next().expect("a name"));
            std::fs::copy(format!("litmus/{name}.litmus"), format!("{own}.litmus")).expect("copied");
        }
        tests
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Changes a file of the folder.
    fn change(&self, name: &str, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.path(name)).expect("readable");
        assert!(text.contains(from), "{name} has no {from}");
        std::fs::write(self.path(name), text.replace(from, to)).expect("written");
    }

    /// The tests that are decided now and not known from earlier runs, by name: what is known takes no time.
    fn decided(&self, command: &[&str]) -> Vec<String> {
        let mut litmus = Command::new(env!("CARGO_BIN_EXE_litmus"));
        litmus.args(command).args([self.path("."), "--format".into(), "json".into()]);
        litmus.args(["--results", &self.path("results")]);
        let output = litmus.output().expect("litmus starts");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let is_new = |test: &&serde_json::Value| {
            let cells = test["cells"].as_array().into_iter().flatten();
            cells.chain([*test]).any(|row| row["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0))
        };
        let tests = report["tests"].as_array().expect("a list").iter();
        tests.filter(is_new).map(|test| test["name"].as_str().expect("a name").to_string()).collect()
    }
}

/// `check` decides again only the tests that a change touches: of a test, of hardware that a test asks, of a model that all ask.
#[test]
fn check_decides_what_changed() {
    let tests = Tests::new(&["hardware/SB+asm", "iriw/IRIW+sc+system", "message-passing/MP+rel+acq+agent"]);
    std::fs::copy("models/hardware/gfx12.hw", tests.path("own.hw")).expect("copied");
    let check = ["check", "--hardware", &tests.path("own.hw")];
    assert_eq!(tests.decided(&check), ["IRIW+sc+system", "MP+rel+acq+agent", "SB+asm"]);
    assert_eq!(tests.decided(&check), [""; 0]);
    tests.change("IRIW+sc+system.litmus", "exists", "// changed\nexists");
    assert_eq!(tests.decided(&check), ["IRIW+sc+system"]);
    tests.change("own.hw", "as wave-issue-order on", "as wave-issue-order off");
    assert_eq!(tests.decided(&check), ["MP+rel+acq+agent", "SB+asm"]);
    let verdicts = [&check[..], &["--no-sensitivity"]].concat();
    assert_eq!(tests.decided(&verdicts).len(), 3, "verdicts alone are another question");
    assert_eq!(tests.decided(&check), [""; 0]);
}

/// `refine` decides again only the tests whose code is another one.
#[test]
fn refine_decides_what_changed() {
    let names = ["message-passing/MP+nontemporal", "message-passing/MP+rel+acq+agent", "iriw/IRIW+sc+system"];
    let tests = Tests::new(&names);
    std::fs::copy("models/tables/llvm24/gfx12.table", tests.path("own.table")).expect("copied");
    let refine = ["refine", "--target", "gfx12", "--table", &tests.path("own.table")];
    assert_eq!(tests.decided(&refine).len(), 3);
    assert_eq!(tests.decided(&refine), [""; 0]);
    tests.change("own.table", "flat_load th:TH_LOAD_NT", "flat_load");
    assert_eq!(tests.decided(&refine), ["MP+nontemporal"]);
    assert_eq!(tests.decided(&[&refine[..], &["--assume", "none"]].concat()).len(), 3);
}

/// What cannot be decided is asked again.
#[test]
fn what_check_cannot_decide_is_not_kept() {
    let tests = Tests::new(&["iriw/IRIW+sc+system"]);
    let check = ["check", "--timeout", "0", "--engine", "smt"];
    assert_eq!(tests.decided(&check), ["IRIW+sc+system"]);
    assert_eq!(tests.decided(&check), ["IRIW+sc+system"]);
}

/// Tells a run to end once so much of a phase is done.
fn told_to_end(phase: Phase, after: usize) -> Run {
    let stop: &'static AtomicBool = Box::leak(Box::default());
    Run::new(Store::default(), stop, move |of, done, _| stop.store(of == phase && done >= after, Ordering::Relaxed))
}

/// Changes that were judged before a run was told to end are known, and nothing is said of others.
#[test]
fn an_interrupted_run_has_the_changes_that_it_judged() {
    let resources = Resources::default();
    let (tests, errors) = load_tests(&[PathBuf::from("litmus/message-passing/MP+chain.litmus")]);
    assert_eq!((tests.len(), errors.len()), (1, 0));
    let run = told_to_end(Phase::Changing, 3);
    let asking = Asking { settings: Settings::default(), run: &run };
    let model = resources.model("hsa").expect("a model");
    let changes = of_model(model, &tests, Extent::All, asking).map_err(|_| "ended").expect("some are judged");
    assert!(changes.interrupted() && changes.judged.len() >= 3, "{} of {}", changes.judged.len(), changes.all);
    assert!(changes.judged.iter().all(|judged| !matches!(judged.effect, Effect::Unknown(_))));
    let run = told_to_end(Phase::Changing, 0);
    assert!(matches!(of_model(model, &tests, Extent::All, Asking { run: &run, ..asking }), Err(Ended::Interrupted)));
}

/// A change of which tests might say something, given the time, is unknown.
#[test]
fn changes_without_time_are_unknown() {
    let resources = Resources::default();
    let (tests, _) = load_tests(&[PathBuf::from("litmus/message-passing/MP+chain.litmus")]);
    let (run, settings) = (Run::default(), Settings { timeout: Duration::ZERO, ..Settings::default() });
    let asking = Asking { settings, run: &run };
    let changes = of_model(resources.model("hsa").expect("a model"), &tests, Extent::All, asking)
        .map_err(|_| "ended")
        .expect("judged");
    let is_open = |effect: &Effect| matches!(effect, Effect::Unknown(_) | Effect::Refused(_));
    assert!(changes.judged.iter().all(|judged| is_open(&judged.effect)));
    assert!(changes.judged.iter().any(|judged| matches!(judged.effect, Effect::Unknown(_))));
    let file = HardwareFile::find("gfx12").expect("well formed").expect("a file");
    let tables = resources.tables(gfx_litmus::defaults::TABLE).expect("tables");
    let options = HardwareOptions { tables, resources: &resources, extent: Extent::UntilNoticed, asking };
    let changes = of_hardware(&file, &tests, &options).map_err(|_| "ended").expect("judged");
    // Some changes are of claims that are off, and change nothing that the tests are asked.
    assert!(changes.judged.iter().all(|judged| !matches!(judged.effect, Effect::Killed(_))));
    assert!(changes.judged.iter().any(|judged| matches!(judged.effect, Effect::Unknown(_))));
}

/// A change is noticed or not, whether tests are asked until one notices it or all are; then one that does is one of those.
#[test]
fn changes_are_noticed_by_the_first_test_as_by_all() {
    let resources = Resources::default();
    let files: Vec<PathBuf> = walkdir::WalkDir::new("litmus/message-passing")
        .sort_by_file_name()
        .into_iter()
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "litmus"))
        .take(30)
        .collect();
    let (tests, errors) = load_tests(&files);
    assert!(tests.len() == 30 && errors.is_empty());
    let run = Run::default();
    let asking = Asking { settings: Settings::default(), run: &run };
    let file = HardwareFile::find("gfx90a").expect("well formed").expect("a file");
    let tables = resources.tables(gfx_litmus::defaults::TABLE).expect("tables");
    let judged = |extent| {
        let model = of_model(resources.model("hsa").expect("a model"), &tests, extent, asking);
        let hardware = of_hardware(&file, &tests, &HardwareOptions { tables, resources: &resources, extent, asking });
        [model, hardware].map(|changes| changes.map_err(|_| "ended").expect("judged").judged)
    };
    let (all, first) = (judged(Extent::All), judged(Extent::UntilNoticed));
    let mut by_more = 0;
    for (all, first) in all.iter().flatten().zip(first.iter().flatten()) {
        assert_eq!(all.change, first.change);
        match (&all.effect, &first.effect) {
            (Effect::Killed(all), Effect::Killed(first)) => {
                assert!(first.len() == 1 && all.contains(&first[0]), "{first:?} is none of {all:?}");
                by_more += usize::from(all.len() > 1);
            }
            (all, first) => assert_eq!(all, first),
        }
    }
    assert!(by_more > 10, "{by_more} are noticed by several tests");
}

/// Tests that were made before a run was told to end are there.
#[test]
fn an_interrupted_run_has_the_tests_that_it_made() {
    let resources = Resources::default();
    let made = |run: &Run| {
        let options = Options {
            models: models_named(&["hsa".into()], &resources).expect("a model"),
            targets: Vec::new(),
            limits: Limits { events: 4, threads: 2 },
            settings: Settings::default(),
            resources: &resources,
            run,
        };
        synthesize(&options)
    };
    let all = made(&Run::default()).map_err(|_| "ended").expect("they are made");
    assert_eq!(all.interrupted, None);
    let some = made(&told_to_end(Phase::Asking, 3)).map_err(|_| "ended").expect("some are made");
    assert!(some.interrupted.is_some_and(|done| done >= 3), "{:?}", some.interrupted);
    assert!(some.tests.len() < all.tests.len());
    assert!(matches!(made(&told_to_end(Phase::Choosing, 1)), Err(Ended::Interrupted)));
}
