//! herd7 as a program, and what its logs say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

/// What a log says of a test, counts and times left out.
#[derive(Debug, PartialEq)]
pub struct Logged {
    states: BTreeSet<String>,
    /// How the condition asks, the verdict, flags, the condition, how often it holds, and the hash, line by line.
    said: BTreeSet<String>,
}

/// What a log says, by test.
pub fn logged(log: &str) -> BTreeMap<String, Logged> {
    let tests = log.split("Test ").skip(1).map(|test| {
        let name = test.split(' ').next().unwrap_or_default();
        let mut lines = test.lines().map(str::trim_end).filter(|line| !line.is_empty());
        let kind = lines.next().unwrap_or_default().to_string();
        let is_verdict = |line: &&str| matches!(*line, "Ok" | "No" | "Undef");
        let (states, rest): (Vec<_>, Vec<_>) = {
            let lines: Vec<&str> = lines.collect();
            let end = lines.iter().position(is_verdict).unwrap_or_default();
            (lines[..end].to_vec(), lines[end..].to_vec())
        };
        let states = states.into_iter().map(str::to_string).collect();
        let said = rest.into_iter().filter_map(kept).chain([kind]).collect();
        (name.to_string(), Logged { states, said })
    });
    tests.collect()
}

/// A line after the states, as far as it tells no counts and no times. herd7 counts executions.
fn kept(line: &str) -> Option<String> {
    let left_out = ["Witnesses", "Positive:", "Time "];
    if left_out.iter().any(|begin| line.starts_with(begin)) {
        return None;
    }
    match line.starts_with("Observation ") {
        true => Some(line.split(' ').take(3).collect::<Vec<_>>().join(" ")),
        false => Some(line.to_string()),
    }
}

impl Logged {
    /// How often the condition holds: the name, and `Never`, `Sometimes` or `Always`.
    pub fn observed(&self) -> Option<&String> {
        self.said.iter().find(|line| line.starts_with("Observation "))
    }
}

/// A model as it is here, and as herd7 reads it.
pub struct Model {
    ours: &'static str,
    theirs: &'static str,
    /// What declares the instructions of tests in LISA.
    bell: Option<&'static str>,
}

impl Model {
    const fn of_c(ours: &'static str, theirs: &'static str) -> Model {
        Model { ours, theirs, bell: None }
    }

    const fn of_lisa(file: &'static str) -> Model {
        Model { ours: file, theirs: file, bell: Some("models/llvm.bell") }
    }
}

/// Our own model of C11.
pub const RC11: Model = Model::of_c("rc11", "tests/from_herd7/rc11.cat");
/// A model to which a read-modify-write is one event, with flags that tell what sets and relations hold of it.
pub const ONE_EVENT: Model = Model::of_c("tests/from_herd7/one-event.cat", "tests/from_herd7/one-event.cat");

/// A model that speaks of a read-modify-write as one event and as two: here what depends on that is not said.
pub const BOTH: Model = Model::of_c("tests/foreign/both.cat", "tests/from_herd7/both.cat");

/// A model that speaks of one event without a name for it: it is asked both ways, too.
pub const STRONG_UPDATES: Model =
    Model::of_c("tests/foreign/strong-updates.cat", "tests/from_herd7/strong-updates.cat");

/// A model of flags that share a name, or have none.
pub const FLAGS: Model = Model::of_c("tests/from_herd7/flags.cat", "tests/from_herd7/flags.cat");

/// Models of tests in LISA: what an instruction reads is before what it writes by the first.
pub const SC_AND_RMW: Model = Model::of_lisa("tests/from_herd7/sc-and-rmw.cat");
pub const SC: Model = Model::of_lisa("tests/from_herd7/sc.cat");

/// What `litmus outcomes --herd` logs of tests.
pub fn ours(files: &[PathBuf], model: &Model) -> BTreeMap<String, Logged> {
    let mut litmus = Command::new(env!("CARGO_BIN_EXE_litmus"));
    litmus.args(["outcomes", "--herd", "--model", model.ours]).args(files);
    let output = litmus.output().expect("litmus starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    // What is not decided has no log.
    assert!(matches!(output.status.code(), Some(0 | 3)), "{errors}");
    logged(&String::from_utf8_lossy(&output.stdout))
}

/// What herd7 logs of tests; nothing where there is no herd7. `GFX_LITMUS_HERD7` names it if it is not in the path.
pub fn theirs(files: &[PathBuf], model: &Model) -> Option<BTreeMap<String, Logged>> {
    let program = std::env::var_os("GFX_LITMUS_HERD7").unwrap_or_else(|| "herd7".into());
    let mut herd = Command::new(program);
    herd.args(["-I", ".", "-I", "tests/from_herd7", "-model", model.theirs]);
    herd.args(model.bell.iter().flat_map(|bell| ["-bell", bell])).args(files);
    let Ok(output) = herd.output() else {
        use std::io::Write;
        // Captured where tests pass; `--nocapture` shows it.
        let _ = writeln!(std::io::stderr(), "skipped: herd7");
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    let is_of_flags = |line: &str| line.ends_with("this flagged test does not have a name");
    assert!(output.status.success() && errors.lines().all(is_of_flags), "{errors}");
    Some(logged(&String::from_utf8_lossy(&output.stdout)))
}
