//! Tables, hardware and models by path: what they replace, which files were read, and what is said where they are wrong.

use super::litmus;
use super::scratch::folder;
use std::path::Path;
use tempfile::TempDir;

const MP: &str = "litmus/message-passing/MP+rel+acq+workgroup.litmus";
const MP_AGENT: &str = "litmus/message-passing/MP+rel+acq+agent.litmus";
const MINE: &str = "tests/fixtures/mine";

/// A folder with the hardware of gfx90a but that its invalidation of the L1 does nothing.
fn without_invalidation() -> TempDir {
    let text = std::fs::read_to_string("models/hardware/gfx90a.hw").expect("readable");
    let changed =
        text.replace("instr buffer_wbinvl1_vol invalidates L1 of volatile lines", "instr buffer_wbinvl1_vol nothing");
    assert_ne!(text, changed, "gfx90a has no such instruction");
    let folder = folder();
    std::fs::write(folder.path().join("mine.hw"), changed).expect("writable");
    folder
}

#[test]
fn what_is_imported_is_refined_by_its_folder() {
    let folder = folder();
    let out = folder.path().display().to_string();
    let imported = litmus(&["table", "import", "tests/fixtures/release.md", "--release", "mine", "--out", &out]);
    assert!(imported.ends_with("exit code 0\n"), "{imported}");
    let refined = litmus(&["refine", MP, "--target", "gfx12", "--table", &out, "--verbose"]);
    insta::assert_snapshot!(refined.replace(&out, "FOLDER"));
    // The fixture of the tests below.
    let written = |folder: &str| std::fs::read_to_string(Path::new(folder).join("gfx12.table")).expect("readable");
    assert_eq!(written(&out), written(MINE));
}

/// The folder of a release says what the release says.
#[test]
fn the_folder_of_a_release_is_the_release() {
    let folder = "models/tables/llvm22";
    let matrix = |table| litmus(&["refine", "litmus/causality", "--all-targets", "--matrix", "--table", table]);
    // Where lines are broken depends on the name.
    let words = |text: String| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    assert_eq!(words(matrix("llvm22")), words(matrix(folder).replace(folder, "llvm22")));
    let no_difference = litmus(&["table", "diff", "llvm22", folder]);
    assert!(no_difference.ends_with("exit code 0\n"), "{no_difference}");
    assert_eq!(litmus(&["table", "diff", "llvm22:gfx12", &format!("{folder}:gfx12")]).lines().count(), 3);
}

#[test]
fn lower_by_a_folder() {
    insta::assert_snapshot!(litmus(&["lower", MP, "--target", "gfx12,wgp", "--table", MINE, "-v"]));
}

#[test]
fn show_of_a_folder() {
    insta::assert_snapshot!(litmus(&["table", "show", "gfx12", "--table", MINE, "--row", "store release", "-v"]));
}

#[test]
fn diff_names_its_files() {
    insta::assert_snapshot!(litmus(&["table", "diff", MINE, "tests/fixtures/small.table", "-v"]));
}

#[test]
fn outcomes_name_the_models() {
    let test = "litmus/store-buffering/SB+sc+agent.litmus";
    insta::assert_snapshot!(litmus(&["outcomes", test, "--model", "tests/fixtures/sc.cat", "--model", "hsa", "-v"]));
}

#[test]
fn expectations_find_given_tables_by_their_release() {
    let test = "tests/fixtures/expects-mine.litmus";
    insta::assert_snapshot!(litmus(&["check", test]));
    insta::assert_snapshot!(litmus(&["check", test, "--table", MINE, "-v"]));
}

#[test]
fn given_tables_replace_those_of_their_release() {
    let text = std::fs::read_to_string(Path::new(MINE).join("gfx12.table")).expect("readable");
    let folder = folder();
    let table = folder.path().join("gfx12.table");
    std::fs::write(&table, text.replace("from \"mine\"", "from \"llvm24\"")).expect("writable");
    let table = table.display().to_string();
    let checked = litmus(&["check", "tests/fixtures/expects-mine.litmus", "--table", MINE, "--table", &table, "-v"]);
    insta::assert_snapshot!(checked.replace(&table, "TABLE"));
}

#[test]
fn given_hardware_replaces_that_of_its_targets() {
    let folder = without_invalidation();
    let hardware = folder.path().display().to_string();
    let refined = |targets: &[&str]| {
        let arguments = ["refine", MP_AGENT, "--matrix", "-v", "--hardware", &hardware];
        litmus(&[&arguments[..], targets].concat()).replace(&hardware, "FOLDER")
    };
    insta::assert_snapshot!(refined(&["--target", "gfx90a"]));
    insta::assert_snapshot!(refined(&["--all-targets"]));
}

#[test]
fn expectations_of_hardware_are_of_the_given_file() {
    let hardware = ["--hardware", "models/hardware/gfx6-gfx9.hw", "-v"];
    insta::assert_snapshot!(litmus(&[&["check", "tests/fixtures/wrong-hardware.litmus"], &hardware[..]].concat()));
}

#[test]
fn hardware_of_a_check_as_json() {
    insta::assert_snapshot!(litmus(&["check", "tests/fixtures/wrong-hardware.litmus", "--format", "json"]));
}

#[test]
fn hardware_for_other_targets_is_refused() {
    let hardware = ["--hardware", "models/hardware/gfx90a.hw"];
    insta::assert_snapshot!(litmus(&[&["refine", MP, "--target", "gfx12"], &hardware[..]].concat()));
    let two = ["refine", MP, "--target", "gfx90a", "--target", "gfx12"];
    insta::assert_snapshot!(litmus(&[&two[..], &hardware[..]].concat()));
}

#[test]
fn hardware_that_nobody_asks_about_is_refused() {
    // Release 19 has no table for gfx12.
    let arguments = ["refine", MP, "--all-targets", "--table", "llvm19", "--hardware", "models/hardware/gfx12.hw"];
    insta::assert_snapshot!(litmus(&arguments));
}

#[test]
fn two_hardware_files_for_one_target_are_refused() {
    let hardware = ["--hardware", "models/hardware/gfx12.hw", "--hardware", "models/hardware"];
    insta::assert_snapshot!(litmus(&[&["refine", MP, "--target", "gfx12"], &hardware[..]].concat()));
}

#[test]
fn hardware_for_an_undeclared_target_is_refused() {
    let text = std::fs::read_to_string("models/hardware/gfx90a.hw").expect("readable");
    let folder = folder();
    let file = folder.path().join("mine.hw");
    std::fs::write(&file, text.replace("targets gfx90a;", "targets gfx90b;")).expect("writable");
    let file = file.display().to_string();
    let refined = litmus(&["refine", MP, "--target", "gfx90a", "--hardware", &file]);
    insta::assert_snapshot!(refined.replace(&file, "FILE"));
}

/// A file that cannot be read may be for any target: only those of readable files are asked.
#[test]
fn bad_hardware_does_not_stop_other_targets() {
    let bad = ["--hardware", "tests/bad/hardware/truncated.hw", "--hardware", "models/hardware/gfx12.hw"];
    let named = ["refine", MP, "--target", "gfx12", "--target", "gfx9", "--matrix"];
    insta::assert_snapshot!(litmus(&[&named[..], &bad[..]].concat()));
    let tests = ["check", "tests/fixtures/wrong-hardware.litmus", "tests/fixtures/iriw.litmus"];
    insta::assert_snapshot!(litmus(&[&tests[..], &bad[..]].concat()));
}

#[test]
fn bad_tables_do_not_stop_other_tests() {
    let tests = ["check", "tests/fixtures/expects-mine.litmus", "tests/fixtures/iriw.litmus"];
    let bad = ["--table", "tests/bad/tables/no-line.table", "--table", "no/such.table"];
    insta::assert_snapshot!(litmus(&[&tests[..], &bad[..]].concat()));
}

#[test]
fn errors_of_refinement_are_in_its_json() {
    let arguments = ["refine", "tests/bad/sigil.litmus", "--target", "gfx12,cu", "--table", MINE, "--format", "json"];
    insta::assert_snapshot!(litmus(&arguments));
}

#[test]
fn folders_without_such_files_are_refused() {
    insta::assert_snapshot!(litmus(&["refine", MP, "--target", "gfx12", "--table", "tests/fixtures/mine:gfx9"]));
    insta::assert_snapshot!(litmus(&["lower", MP, "--table", "litmus"]));
    insta::assert_snapshot!(litmus(&["refine", MP, "--target", "gfx12", "--hardware", "litmus"]));
    insta::assert_snapshot!(litmus(&["refine", MP, "--target", "gfx12", "--hardware", "no/such.hw"]));
    insta::assert_snapshot!(litmus(&["table", "show", "gfx12", "--table", "tests/bad/two-tables"]));
    insta::assert_snapshot!(litmus(&["check", MP, "--table", MINE, "--table", "tests/fixtures/mine/gfx12.table"]));
    let constraints = folder();
    std::fs::copy("models/tables/llvm24/constraints.table", constraints.path().join("constraints.table"))
        .expect("copied");
    let path = constraints.path().display().to_string();
    insta::assert_snapshot!(litmus(&["table", "show", "gfx12", "--table", &path]).replace(&path, "FOLDER"));
}

#[test]
fn names_that_nobody_declares_are_refused() {
    insta::assert_snapshot!(litmus(&["refine", MP, "--target", "gfx90"]));
    insta::assert_snapshot!(litmus(&["refine", MP, "--target", "gfx12", "--model", "hsb"]));
}

/// What is given and decides nothing is an error: the tests would seem to hold of it.
#[test]
fn what_is_given_and_not_used_is_refused() {
    let check = ["check", "litmus/hardware/gfx90a/coarse-at-home+gfx90a.litmus"];
    let hardware = ["--hardware", "models/hardware/gfx12.hw", "--table", "tests/fixtures/small.table"];
    insta::assert_snapshot!(litmus(&[check.as_slice(), &hardware].concat()));
}
