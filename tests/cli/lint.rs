//! What `litmus table lint` prints.

use super::litmus;

const FLAWED: &str = "tests/fixtures/flawed.table";

#[test]
fn flaws_are_shown_where_they_stand() {
    insta::assert_snapshot!("lint_a_table", litmus(&["table", "lint", FLAWED]));
    insta::assert_snapshot!("lint_a_document", litmus(&["table", "lint", "tests/fixtures/misspelt.md"]));
}

#[test]
fn flaws_for_reviewers_and_programs() {
    for format in ["json", "markdown", "github"] {
        insta::assert_snapshot!(format!("lint_{format}"), litmus(&["table", "lint", FLAWED, "--format", format]));
    }
}

#[test]
fn flaws_of_releases_are_counted() {
    let releases = ["llvm18", "llvm19", "llvm22", "llvm24", "pr98599-patch1", "pr98599-patch4"];
    let said: String = releases.iter().map(|release| litmus(&["table", "lint", "-q", release])).collect();
    insta::assert_snapshot!(said);
}

#[test]
fn a_table_with_a_mistake_is_not_linted() {
    let mistake = "tests/bad/tables/misspelt-scope.table";
    insta::assert_snapshot!(litmus(&["table", "lint", FLAWED, mistake, "--format", "json"]));
    insta::assert_snapshot!(litmus(&["table", "show", "gfx12", "--table", mistake]));
}

/// Every mistake is shown at its place.
#[test]
fn every_mistake_of_a_table_is_shown() {
    insta::assert_snapshot!(litmus(&["table", "lint", "tests/bad/tables/several-mistakes.table"]));
}
