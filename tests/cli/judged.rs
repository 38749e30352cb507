//! Tables judged by generated programs.

use super::litmus;

/// In CU mode gfx12's code rests on the order in which a CU processes operations. Without variants few rows are reached, and the others are named.
#[test]
fn verify_names_unsound_rows_and_programs() {
    let target = ["table", "verify", "llvm24:gfx12", "--target", "gfx12,cu", "--hsa"];
    insta::assert_snapshot!(litmus(
        &[target.as_slice(), &["--events", "5", "--threads", "2", "--varied-threads", "0"]].concat()
    ));
}

/// A table or a target that is named twice is judged once.
#[test]
fn what_is_named_twice_is_judged_once() {
    let limits = ["--hsa", "--events", "2", "--threads", "1"];
    let once = litmus(&[["table", "verify", "llvm24:gfx12", "--target", "gfx12,cu"].as_slice(), &limits].concat());
    let tables = ["table", "verify", "llvm24:gfx12", "llvm24"].as_slice();
    let twice = litmus(&[tables, &["--target", "gfx12,cu", "--target", "gfx12,cu"], &limits].concat());
    assert_eq!(once, twice);
}

#[test]
fn audit_lists_instructions_that_are_not_shown_needed() {
    let target = ["table", "audit", "llvm24:gfx10-gfx11", "--target", "gfx10,wgp", "--hsa"];
    insta::assert_snapshot!(litmus(
        &[target.as_slice(), &["--events", "5", "--threads", "2", "--varied-threads", "0"]].concat()
    ));
}

#[test]
fn audit_as_json() {
    let target = ["table", "audit", "llvm24:gfx6-gfx9", "--target", "gfx9", "--hsa", "--format", "json"];
    insta::assert_snapshot!(litmus(&[target.as_slice(), &["--events", "2", "--threads", "1"]].concat()));
}

#[test]
fn tables_for_no_target_asked_about() {
    insta::assert_snapshot!(litmus(&["table", "verify", "llvm24:gfx12", "--target", "gfx90a"]));
}

#[test]
fn claims_that_no_target_has() {
    insta::assert_snapshot!(litmus(&["table", "verify", "llvm24:gfx12", "--assume", "cu-isue-order"]));
}

/// A target that is asked about by name is judged, or nothing is.
#[test]
fn targets_without_a_table_beside_ones_with_one() {
    insta::assert_snapshot!(litmus(&["table", "verify", "llvm24:gfx12", "--target", "gfx12,cu", "--target", "gfx90a"]));
}
