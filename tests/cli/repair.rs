//! Repairs of unsound rows.

use super::litmus;

/// Two threads with two accesses each.
const SMALL: [&str; 6] = ["--events", "4", "--threads", "2", "--varied-threads", "0"];

fn repaired(arguments: &[&str]) -> String {
    litmus(&[["table", "repair"].as_slice(), &SMALL, arguments].concat())
}

/// The next release has one of the repairs.
#[test]
fn rows_that_a_release_repaired() {
    let target = ["--target", "gfx10,cu", "--hsa", "--against", "llvm22"];
    let rows = ["--row", "12755", "--row", "12287", "--row", "13859"];
    for format in ["text", "markdown", "json"] {
        insta::assert_snapshot!(repaired(&[&["llvm19:gfx10-gfx11", "--format", format], &target[..], &rows].concat()));
    }
}

/// The code for both languages is repaired by one wait, which may name its counters in any order.
#[test]
fn a_row_that_both_languages_need_a_wait_in() {
    insta::assert_snapshot!(repaired(&["llvm19:gfx10-gfx11", "--target", "gfx10,cu", "--row", "12755"]));
}

/// Without its wait and its invalidation, an acquire is repaired by both.
#[test]
fn a_row_that_takes_two_edits() {
    let folder = super::scratch::folder();
    let text = std::fs::read_to_string("models/tables/llvm24/gfx12.table").expect("the table");
    let (before, after) = text.split_once("    2 @13347:\n").expect("the step");
    let (_, after) = after.split_once("\n\n").expect("the next row");
    std::fs::write(folder.path().join("gfx12.table"), format!("{before}  }}\n\n{after}")).expect("written");
    let path = folder.path().to_string_lossy().into_owned();
    let said = repaired(&[&path, "--target", "gfx12,wgp", "--hsa", "--row", "13338"]);
    insta::assert_snapshot!(said.replace(&path, "FOLDER"));
}

#[test]
fn rows_that_there_are_not() {
    insta::assert_snapshot!(repaired(&["llvm24:gfx12", "--row", "7"]));
}

#[test]
fn sound_tables() {
    insta::assert_snapshot!(repaired(&["llvm24:gfx12", "--target", "gfx12,wgp", "--hsa", "--row", "13140"]));
}

/// A wait for a counter that nothing in tests counts in is left out, and one for loads is not.
#[test]
fn what_can_be_left_out() {
    let target = ["--target", "gfx12,wgp", "--hsa", "--savings", "--row", "13566", "--row", "13140", "--row", "13338"];
    insta::assert_snapshot!(repaired(&[&["llvm24:gfx12"], &target[..]].concat()));
    insta::assert_snapshot!(repaired(&[&["llvm24:gfx12", "--format", "json"], &target[..]].concat()));
}
