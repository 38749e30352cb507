//! Code that a compiler makes where it has a choice: for workgroups of one wave, and with scalar loads.

use super::litmus;

const ONE_WAVE: &str = "litmus/one-wave/MP+one-wave.litmus";

#[test]
fn workgroup_scope_is_lowered_as_wavefront_scope() {
    insta::assert_snapshot!("code_of_one_wave", litmus(&["lower", ONE_WAVE, "--target", "gfx12,wgp", "--one-wave"]));
    let targets = ["--target", "gfx12,wgp", "--target", "gfx90a,tgsplit"];
    let refine = |test: &str| litmus(&[&["refine", test, "--one-wave"], &targets[..]].concat());
    insta::assert_snapshot!("refine_one_wave", refine(ONE_WAVE));
}

/// Nobody tells a compiler so of a workgroup of several waves.
#[test]
fn several_waves_have_no_code_of_one() {
    let test = "litmus/message-passing/MP+rel+acq+workgroup.litmus";
    insta::assert_snapshot!(litmus(&["refine", test, "--one-wave", "--target", "gfx12,wgp"]));
    insta::assert_snapshot!(
        "several_waves_are_not_lowered",
        litmus(&["lower", test, "--one-wave", "--target", "gfx12"])
    );
}

/// What is written stays a vector load; what is scalar is unsound where it is written.
#[test]
fn loads_of_what_is_not_written_are_scalar() {
    let target = ["--target", "gfx12,wgp"];
    for (loads, test) in [("unwritten", "constant+scalar"), ("unwritten", "MP+scalar-data"), ("any", "MP+scalar-data")]
    {
        let test = format!("litmus/scalar-loads/{test}.litmus");
        let options = [&["--scalar-loads", loads], &target[..]].concat();
        let said = ["lower", "refine"].map(|command| litmus(&[&[command, &test][..], &options].concat()));
        insta::assert_snapshot!(said.concat());
    }
}

/// Of a processor that the documents only list, nothing is guessed.
#[test]
fn processors_without_a_text_are_refused() {
    insta::assert_snapshot!(litmus(&["refine", ONE_WAVE, "--target", "gfx1310", "--target", "gfx11-generic"]));
}

/// Where no execution ends, nothing is forbidden and no code sound by that.
#[test]
fn a_packet_that_never_begins_is_unknown() {
    let file = "tests/fixtures/packet-never-begins.litmus";
    insta::assert_snapshot!(litmus(&["check", "--no-sensitivity", file]));
    insta::assert_snapshot!(litmus(&["refine", file, "--target", "gfx90a"]));
    // A race is one, however the execution goes on.
    insta::assert_snapshot!(litmus(&["check", "--no-sensitivity", "tests/fixtures/packet-never-begins+race.litmus"]));
}
