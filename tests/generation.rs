//! A generation is added by data alone: a made-up gfx13, whose targets take gfx12's instructions, whose hardware extends gfx12's, and whose
//! document is imported, goes through `lower`, `refine` and `check` as it stands in `tests/fixtures/gfx13`.
//!
//! What the tests there expect was derived from the rules of docs/hardware.md before anything was run. On gfx13 an L1 that many CUs share
//! keeps lines, and a hit may be as old as it likes. So an acquire that clears the L0 alone may be followed by a load of an old line (the
//! row of agent scope), and one that clears the L1 too may not (the row of system scope). On gfx12 the L1 keeps nothing.

mod scratch;

use std::process::Command;
use tempfile::TempDir;

const FOLDER: &str = "tests/fixtures/gfx13";

/// What `litmus` prints and how it exits.
fn litmus(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_litmus")).args(arguments).output().expect("litmus starts");
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let stderr = if stderr.is_empty() { stderr } else { format!("--- stderr\n{stderr}") };
    format!("{stdout}{stderr}--- exit code {}\n", output.status.code().unwrap_or(-1))
}

/// The tables of the document, imported into a folder of their own.
fn imported() -> TempDir {
    let out = scratch::folder();
    let targets = format!("{FOLDER}/targets.toml");
    let document = format!("{FOLDER}/Orders.md");
    let folder = out.path().display().to_string();
    let arguments = ["table", "import", &document, "--release", "made-up", "--out", &folder, "--targets", &targets];
    let printed = litmus(&arguments);
    assert!(printed.ends_with("--- exit code 0\n"), "{printed}");
    out
}

#[test]
fn a_document_with_a_renamed_section_is_imported() {
    let table = std::fs::read_to_string(imported().path().join("gfx13.table")).expect("it is written");
    insta::assert_snapshot!(table);
}

/// Without its targets file the sections are unknown.
#[test]
fn the_document_needs_its_targets() {
    let document = format!("{FOLDER}/Orders.md");
    insta::assert_snapshot!(litmus(&["table", "import", &document, "--out", "no/such/folder"]));
}

#[test]
fn its_code_is_lowered() {
    let imported = imported();
    let tables = imported.path().display().to_string();
    let (test, targets) = (format!("{FOLDER}/litmus/MP+gfx13+system.litmus"), format!("{FOLDER}/targets.toml"));
    let arguments = ["lower", &test, "--targets", &targets, "--table", &tables, "--target", "gfx13,cu"];
    insta::assert_snapshot!(litmus(&arguments));
}

#[test]
fn its_code_is_refined() {
    let imported = imported();
    let tables = imported.path().display().to_string();
    let test = format!("{FOLDER}/litmus/MP+gfx13+agent.litmus");
    let refine = ["refine", "--hardware", FOLDER, "--table", &tables, "--target", "gfx1300"];
    let filters = vec![(r"\d+\.\d+ (ms|s)", "T"), (r"\d+ (ms|s)\b", "T")];
    insta::with_settings!({ filters => filters }, {
        insta::assert_snapshot!(litmus(&[&refine[..], &[test.as_str()]].concat()).replace(&tables, "FOLDER"));
    });
    let sound = format!("{FOLDER}/litmus/MP+gfx13+system.litmus");
    let printed = litmus(&[&refine[..], &["--matrix", sound.as_str()]].concat());
    let words = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("2 sound, 0 unsound"), "{printed}");
    assert!(printed.ends_with("--- exit code 0\n"), "{printed}");
}

#[test]
fn its_tests_are_checked() {
    let imported = imported();
    let tables = imported.path().display().to_string();
    let folder = format!("{FOLDER}/litmus");
    let printed = litmus(&["check", &folder, "--hardware", FOLDER, "--table", &tables, "--verbose"]);
    assert!(printed.ends_with("--- exit code 0\n"), "{printed}");
    // What was read is named, also what is extended.
    for file in ["gfx13/targets.toml", "gfx13/gfx13.hw", "models/hardware/gfx12.hw", "/gfx13.table"] {
        assert!(printed.contains(file), "{file}: {printed}");
    }
    // Nothing is known of it without its files.
    let printed = litmus(&["check", &folder]);
    let words = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("no text in llvm24 says what the memory of `gfx13` does"), "{printed}");
    assert!(printed.ends_with("--- exit code 2\n"), "{printed}");
}

/// Tests of machine code that are written for `all` targets run on it too. They hold but for those that say of gfx12 by name what it shares
/// with gfx13: atomics and stores of system scope reach memory.
#[test]
fn tests_written_once_run_on_it() {
    let printed = litmus(&["check", "litmus/hardware", "--hardware", FOLDER]);
    let differing: Vec<&str> =
        printed.lines().filter_map(|line| line.strip_prefix("DIFFERS litmus/hardware/")).collect();
    assert_eq!(differing, ["coarse-SB+asm.litmus", "coarse-atomics+asm.litmus"], "{printed}");
    let words = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = words.matches("gfx13,wgp forbidden, gfx13,cu forbidden, expected allowed").count();
    assert_eq!(found, differing.len(), "{printed}");
}
