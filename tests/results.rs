//! Results that are kept in a file: a run that was killed or interrupted goes on where it was, and damage is refused.

use std::path::Path;
use std::process::{Command, Output, Stdio};
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
    let running = audit(Some(&file)).spawn().expect("litmus starts");
    // Not before it has begun, when an interrupt ends it as it ends any process.
    let begun = Instant::now();
    while !file.exists() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(200));
    // The shell has its own `kill`: a small system has no other.
    let sent = Command::new("sh").args(["-c", &format!("kill {signal} {}", running.id())]).status().expect("a shell");
    assert!(sent.success());
    let output = running.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
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
