//! Many tests in one call: results come in order as they are ready, and memory does not grow with the number of tests. `GFX_LITMUS_THOROUGH` takes
//! ten thousand.

use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// How many tests there are, in a quick and in a thorough run.
const QUICK: usize = 1_000;
const THOROUGH: usize = 10_000;

/// The text of a test: message passing, each of other values; of every second one the stale read is allowed.
fn text(number: usize) -> String {
    let (ordering, expected) =
        if number.is_multiple_of(2) { ("release", "forbidden") } else { ("monotonic", "allowed") };
    let data = number + 1;
    let mut text = format!("litmus many-{number:05}\nmemory {{\n  global x: i32 = 0\n  global y: i32 = 0\n}}\n");
    write!(
        text,
        "thread P0 @ agent 0, workgroup 0, wavefront 0 {{
           store atomic i32 {data}, x monotonic
           store atomic i32 1, y syncscope(\"agent\") {ordering}
         }}
         thread P1 @ agent 0, workgroup 1, wavefront 0 {{
           r0 = load atomic i32, y syncscope(\"agent\") acquire
           r1 = load atomic i32, x monotonic
         }}
         exists (P1:r0 = 1 /\\ P1:r1 = 0)
         expect hsa: {expected}
         expect opencl: {expected}\n"
    )
    .expect("a string takes any text");
    text
}

/// The most memory that a process has had so far, in KiB; `None` where the system does not say.
fn most_memory(process: u32) -> Option<usize> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[test]
fn many_tests_need_no_more_memory_and_come_in_order() {
    let count = if std::env::var_os("GFX_LITMUS_THOROUGH").is_some() { THOROUGH } else { QUICK };
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..count {
        let path = folder.path().join(format!("many-{number:05}.litmus"));
        std::fs::write(path, text(number)).expect("a file");
    }
    let mut litmus = Command::new(env!("CARGO_BIN_EXE_litmus"));
    let mut litmus = litmus.arg("check").arg(folder.path()).stdout(Stdio::piped()).spawn().expect("litmus starts");
    let lines = BufReader::new(litmus.stdout.take().expect("a pipe")).lines();
    let (mut next, mut early, mut late) = (0, None, None);
    for line in
        lines.map(|line| line.expect("text")).filter(|line| line.contains("many-") && !line.contains(" tests, "))
    {
        assert!(line.starts_with(&format!("ok      many-{next:05} ")), "{next}: {line}");
        next += 1;
        if next == count / 10 {
            early = most_memory(litmus.id());
            assert!(litmus.try_wait().expect("a process").is_none(), "results come when all are ready");
        }
        // The process ends soon.
        late = if next % 100 == 0 { most_memory(litmus.id()).or(late) } else { late };
    }
    assert_eq!(next, count);
    assert!(litmus.wait().expect("a process").success());
    match (early, late) {
        (Some(early), Some(late)) => {
            eprintln!("{count} tests: {early} KiB after a tenth of them, {late} KiB after all");
            assert!(late < early + early / 4, "{early} KiB grow to {late} KiB");
        }
        _ => eprintln!("memory: skipped, the system does not say how much a process has"),
    }
}

/// What `litmus llvm check` says of tests for a processor.
fn compiled(arguments: &[&str]) -> String {
    let mut litmus = Command::new(env!("CARGO_BIN_EXE_litmus"));
    let tests = ["litmus/address-spaces", "litmus/fences", "litmus/causality"];
    let output = litmus.args(["llvm", "check", "--llc", "llc-22", "--target", "gfx942"]).args(tests).args(arguments);
    String::from_utf8(output.output().expect("litmus starts").stdout).expect("text")
}

/// In a matrix tests have the verdicts of code that is compiled with that of others, and elsewhere, unless they are sound, those of code of their own. A test
/// that the compiler complains about is among them.
#[test]
fn tests_compiled_together_have_the_verdicts_of_each_alone() {
    if Command::new("llc-22").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("skipped: llc-22");
        return;
    }
    let alone: serde_json::Value = serde_json::from_str(&compiled(&["--format", "json"])).expect("JSON");
    let matrix = compiled(&["--matrix"]);
    let rows = matrix.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let together: Vec<(&str, &str)> =
        rows.filter_map(|row| row.try_into().ok().map(|[name, word]: [_; 2]| (name, word))).collect();
    let said = |cell: &serde_json::Value| cell["verdict"].as_str().map(str::to_owned);
    let tests = alone["tests"].as_array().expect("tests");
    for test in tests {
        let (name, verdict) = (test["name"].as_str().expect("a name"), said(&test["cells"][0]).expect("a verdict"));
        assert!(together.contains(&(name, verdict.as_str())), "{name} is {verdict} alone:\n{matrix}");
    }
    for verdict in ["sound", "unsound", "unknown"] {
        assert!(tests.iter().any(|test| test["cells"][0]["verdict"] == verdict), "no test is {verdict}");
    }
}
