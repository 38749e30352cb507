//! Limits of what is read, before anything of it is decided.

use super::{Files, ended, litmus};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A megabyte of what a parser keeps all of, in each language that is read.
fn nests(files: &Files) -> [PathBuf; 5] {
    let (prefixes, brackets) = ("~".repeat(1_000_000), "(".repeat(1_000_000));
    let thread = |value: &str| {
        let placed = "thread a @ agent 0, workgroup 0, wavefront 0";
        format!("litmus t\nmemory {{ global x: i32 = 0 }}\n{placed} {{ r0 = {value}1 }}\nexists (a:r0 = 1)\n")
    };
    [
        files.add("prefixes.litmus", &thread(&prefixes)),
        files.add("brackets.litmus", &thread(&brackets)),
        files.add(
            "c.litmus",
            &format!("C t\n{{ x = 0; }}\nP0 (atomic_int* x) {{ int r0 = {brackets}1; }}\nexists (0:r0 = 1)\n"),
        ),
        files.add("prefixes.cat", &format!("\"t\"\nlet x = {prefixes}rf\nacyclic x\n")),
        files.add("brackets.cat", &format!("\"t\"\nlet x = {brackets}rf\nacyclic x\n")),
    ]
}

/// The commands that read these files, each with what it says where it may use less memory than they take.
fn commands(files: &Files) -> Vec<(Command, &'static str)> {
    const TEST: &str = "more than 100 MB of memory would be needed";
    const OTHER: &str = "what is given takes more than 100 MB of memory to be read";
    let nests = nests(files);
    let memory =
        |command: &str, path: &Path, more: &[&str]| litmus(command, path, &[&["--memory", "100"], more].concat());
    let tests = nests[..3].iter().flat_map(|test| {
        let said = [("check", &[][..], TEST), ("refine", &["--target", "gfx12,cu"], TEST), ("fmt", &[], OTHER)];
        said.map(|(command, more, said)| (memory(command, test, more), said))
    });
    let models = nests[3..].iter().flat_map(|model| {
        let named = model.display().to_string();
        let of_test = memory("check", Path::new("tests/fixtures/iriw.litmus"), &["--model", &named]);
        let mut own = memory("model", Path::new("check"), &[]);
        own.arg(model);
        [(of_test, OTHER), (own, OTHER)]
    });
    tests.chain(models).collect()
}

/// What a file takes to be read is memory as any other, whoever reads it: nothing is wrong with the file, and nothing is known of it.
#[test]
fn memory_binds_reading() {
    let files = Files::new();
    for (command, expected) in commands(&files) {
        let shown = format!("{command:?}");
        let (output, said) = ended(command);
        assert_eq!(output.status.code(), Some(3), "{shown}: {said}");
        assert!(said.contains(expected), "{shown}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn little_more_memory_is_read_into_than_asked_for() {
    let files = Files::new();
    for (command, _) in commands(&files) {
        let shown = format!("{command:?}");
        let most = super::most_memory(command);
        assert!(most < (100 << 20) * 6 / 5, "{shown} has {} MB", most >> 20);
    }
}

/// Tens of thousands of expectations are told apart in time that grows with their number.
#[test]
fn time_binds_long_lists_of_expectations() {
    let files = Files::new();
    let expects: String = (0..37_000).map(|number| format!("expect m{number}: allowed\n")).collect();
    let text = super::counters(2, 1).replace("expect hsa: forbidden", &expects);
    let test = files.add("expects.litmus", &text);
    let (output, said) = ended(litmus("check", &test, &["--timeout", "2"]));
    assert_eq!(output.status.code(), Some(2), "{}", said.chars().take(500).collect::<String>());
    assert!(said.contains("unknown model `m0`"), "{}", said.chars().take(500).collect::<String>());
}

/// A model of tens of thousands of definitions is read in time that grows with their number, and so is one that uses as many names which are not defined.
#[test]
fn time_binds_long_models() {
    let files = Files::new();
    let many = |body: &dyn Fn(usize) -> String| -> String { (0..30_000).map(body).collect() };
    let defined = many(&|number| format!("let v{number} = po | rf\n"));
    let undefined = many(&|number| format!("let v{number} = w{number}\n"));
    for (name, lets, code) in [("defined.cat", defined, 0), ("undefined.cat", undefined, 2)] {
        let model = files.add(name, &format!("{lets}acyclic v1 as a\n")).display().to_string();
        let (output, said) =
            ended(litmus("check", Path::new("tests/fixtures/iriw.litmus"), &["--timeout", "5", "--model", &model]));
        assert_eq!(output.status.code(), Some(code), "{name}: {}", said.chars().take(500).collect::<String>());
    }
}
