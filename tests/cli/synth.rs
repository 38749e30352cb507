//! `litmus synth`: which tests it makes, and that they are tests.

use super::litmus;
use super::scratch::folder;
use std::collections::BTreeMap;
use std::path::Path;
use tempfile::TempDir;

/// Makes tests in a folder of their own; the folder, and what is printed.
fn synthesized(arguments: &[&str]) -> (TempDir, String) {
    let folder = folder();
    let out = folder.path().display().to_string();
    let printed = litmus(&[&["synth", "--out", &out], arguments].concat());
    (folder, printed)
}

/// How many tests a folder has of each shape.
fn shapes(folder: &Path) -> BTreeMap<String, usize> {
    let mut shapes = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("it was written") {
        let name = entry.expect("readable").file_name().to_string_lossy().into_owned();
        *shapes.entry(name.split('-').next().unwrap_or_default().to_string()).or_default() += 1;
    }
    shapes
}

#[test]
fn tests_ask_about_what_is_forbidden() {
    let arguments =
        ["--events", "2", "--threads", "2", "--model", "hsa", "--model", "hsa+races-of-reads", "--target", "gfx12"];
    let (folder, printed) = synthesized(&arguments);
    let test = std::fs::read_to_string(folder.path().join("U+U-004.litmus")).expect("it was written");
    insta::assert_snapshot!(format!("{:?}\n{printed}\n{test}", shapes(folder.path())));
}

#[test]
fn tests_are_printed_without_a_folder() {
    insta::assert_snapshot!(litmus(&["synth", "--events", "2", "--threads", "1", "--model", "opencl"]));
}

/// What is made is as expected by both engines, and in the canonical form.
///
/// Of two threads with two accesses each to two locations, the second write of one released and the first read of the other acquired, a
/// model forbids nothing with less order. Twelve ways to place them are told apart: far apart in global memory (3, and where there are no
/// clusters cluster scope beside agent scope), or in one workgroup or wavefront with each location in global memory or LDS (2 * 4). What is not
/// released or acquired is atomic, or plain and guarded by a branch or a filter: 36 tests of a shape that one release and one acquire order.
#[test]
fn tests_are_as_they_expect() {
    let (folder, printed) = synthesized(&["--events", "4", "--threads", "2"]);
    assert!(printed.ends_with("0 unknown)\n--- exit code 0\n"), "{printed}");
    let out = folder.path().display().to_string();
    assert_eq!(litmus(&["fmt", "--check", &out]), "--- exit code 0\n");
    for engine in ["enumerate", "smt"] {
        let checked = litmus(&["check", "--engine", engine, &out]);
        assert!(checked.ends_with("--- exit code 0\n"), "{checked}");
        assert!(!checked.contains("unchecked"), "{checked}");
    }
    let shapes = shapes(folder.path());
    for shape in ["RR+WW", "RW+RW", "RW+WW"] {
        assert_eq!(shapes[shape], 36, "{shape}");
    }
}

#[test]
fn synth_for_an_unknown_target() {
    insta::assert_snapshot!(litmus(&["synth", "--events", "2", "--threads", "2", "--target", "gfx77"]));
}

/// What cannot be written to is said before the work is done.
#[test]
fn a_folder_that_is_a_file_is_refused() {
    insta::assert_snapshot!(litmus(&["synth", "--events", "9", "--threads", "9", "--out", "README.md"]));
}
