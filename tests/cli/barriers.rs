//! What is said of barrier objects.

use super::litmus;

const WITHOUT_MATES: &str = "tests/fixtures/barriers/barrier-without-mates.litmus";

#[test]
fn a_barrier_that_never_completes_is_shown() {
    insta::assert_snapshot!(litmus(&["check", WITHOUT_MATES]));
    insta::assert_snapshot!(litmus(&["outcomes", WITHOUT_MATES]));
}

/// What is undefined of barriers is so whatever a race means.
#[test]
fn a_barrier_that_never_completes_is_undefined_beside_undef() {
    insta::assert_snapshot!(litmus(&["check", "--races", "undef", WITHOUT_MATES]));
}

#[test]
fn models_without_rules_for_barrier_objects_say_nothing() {
    let test = "litmus/barrier-objects/object-MP+fences.litmus";
    insta::assert_snapshot!(litmus(&["check", "--model", "c++20", test]));
}

#[test]
fn barrier_objects_have_code_where_the_target_has_them() {
    let (named, first) =
        ("litmus/barrier-objects/object-drop-completes.litmus", "litmus/barrier-objects/object-first+workgroup.litmus");
    insta::assert_snapshot!(litmus(&["lower", "--target", "gfx1250", named]));
    insta::assert_snapshot!(litmus(&["lower", "--target", "gfx1200", named]));
    insta::assert_snapshot!(litmus(&["lower", "--target", "gfx1200", first]));
    insta::assert_snapshot!(litmus(&["lower", "--target", "gfx1100", first]));
    let null = "litmus/barrier-objects/object-null-does-nothing.litmus";
    insta::assert_snapshot!(litmus(&["refine", "--all-targets", null]));
}
