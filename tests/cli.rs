//! The command line as a whole: what it prints and how it exits, as snapshots.

#[path = "cli/barriers.rs"]
mod barriers;
#[path = "cli/by_path.rs"]
mod by_path;
#[path = "cli/choices.rs"]
mod choices;
#[path = "cli/compare.rs"]
mod compare;
#[path = "cli/conditions.rs"]
mod conditions;
#[path = "cli/conform.rs"]
mod conform;
#[path = "cli/diff.rs"]
mod diff;
#[path = "cli/everyday.rs"]
mod everyday;
#[path = "cli/findings.rs"]
mod findings;
#[path = "cli/formats.rs"]
mod formats;
#[path = "cli/gaps.rs"]
mod gaps;
#[path = "cli/judged.rs"]
mod judged;
#[path = "cli/lint.rs"]
mod lint;
#[path = "cli/model.rs"]
mod model;
#[path = "cli/repair.rs"]
mod repair;
mod scratch;
#[path = "cli/shards.rs"]
mod shards;
#[path = "cli/synth.rs"]
mod synth;
#[path = "cli/written.rs"]
mod written;

use std::process::Command;

/// Runs `litmus` and shows its output with the exit code; times are replaced.
fn litmus(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_litmus")).args(arguments).output().expect("litmus starts");
    let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().map(without_times).collect::<String>();
    let stderr = show(&output.stderr);
    let stderr = if stderr.is_empty() { stderr } else { format!("--- stderr\n{stderr}") };
    format!("{}{stderr}--- exit code {}\n", show(&output.stdout), output.status.code().unwrap_or(-1))
}

/// What `litmus` prints on standard output, as it is, and the exit code.
fn output(arguments: &[&str]) -> (String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_litmus")).args(arguments).output().expect("litmus starts");
    (String::from_utf8(output.stdout).expect("text"), output.status.code().unwrap_or(-1))
}

/// A line in which every number that is followed by a unit of time, or names seconds in JSON, is `T`, and the slowest test is
/// not named.
fn without_times(line: &str) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
    for at in 0..words.len() {
        let timed = words.get(at + 1).is_some_and(|unit| matches!(unit.trim_end_matches([')', ',', ';']), "ms" | "s"));
        let json = at > 0 && words[at - 1].contains("seconds\":");
        if timed || json {
            let open = if words[at].starts_with('(') { "(" } else { "" };
            let comma = if words[at].ends_with(',') { "," } else { "" };
            words[at] = format!("{open}T{comma}");
        }
        if at > 0 && words[at - 1] == "slowest" {
            words[at] = "NAME".into();
        }
        if at > 0 && words[at - 1] == "\"z3\":" {
            words[at] = "\"VERSION\",".into();
        }
    }
    words.join(" ") + "\n"
}

#[test]
fn check_as_expected() {
    insta::assert_snapshot!(litmus(&["check", "tests/fixtures/iriw.litmus"]));
}

#[test]
fn check_reports_what_differs() {
    insta::assert_snapshot!(litmus(&["check", "tests/fixtures/wrong.litmus"]));
}

/// What is forbidden and was expected otherwise is explained.
#[test]
fn check_says_what_forbids() {
    insta::assert_snapshot!(litmus(&["check", "tests/fixtures/wrong-about-order.litmus"]));
}

/// A witness on hardware says which waves share a unit, where that is free.
#[test]
fn check_says_which_waves_share_a_unit() {
    insta::assert_snapshot!(litmus(&["check", "tests/fixtures/wrong-about-sharing.litmus"]));
}

/// A read-modify-write of private memory is a load and a store; a load is a load.
#[test]
fn private_accesses_are_lowered() {
    insta::assert_snapshot!(litmus(&["lower", "litmus/address-spaces/private-update.litmus", "--target", "gfx9"]));
}

#[test]
fn check_reports_a_race() {
    insta::assert_snapshot!(litmus(&["check", "tests/fixtures/race.litmus"]));
}

#[test]
fn a_read_that_races_returns_undef() {
    insta::assert_snapshot!(litmus(&["check", "--races", "undef", "tests/fixtures/undef.litmus"]));
}

/// A snapshot a test, so that a new test changes no other's.
#[test]
fn tests_of_races_with_undef() {
    insta::glob!("../litmus/races", "*.litmus", |path| {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let test = format!("litmus/races/{name}");
        insta::assert_snapshot!(litmus(&["check", "--races", "undef", &test]));
    });
}

#[test]
fn a_loop_beyond_its_bound_is_unknown() {
    insta::assert_snapshot!(litmus(&["check", "tests/fixtures/spin.litmus"]));
}

#[test]
fn loops_that_are_taken_to_end() {
    let test = "tests/fixtures/loops/lock-exchange.litmus";
    // Half of the time is for higher bounds.
    let assumed = ["--assume-terminates", "--timeout", "6", test];
    insta::assert_snapshot!(litmus(&[&["check", "--no-sensitivity"][..], &assumed].concat()));
    insta::assert_snapshot!(litmus(&[&["outcomes", "--allowed"][..], &assumed].concat()));
    insta::assert_snapshot!(litmus(&[&["refine", "--matrix", "--target", "gfx90a"][..], &assumed].concat()));
}

/// Where no execution ends within the bounds, that loops end within them is assumed of none, and nothing follows.
#[test]
fn loops_that_are_taken_to_end_and_do_not() {
    let test = "tests/fixtures/loops/count-past.litmus";
    let assumed = ["--assume-terminates", "--timeout", "1", test];
    for command in ["check", "outcomes"] {
        insta::assert_snapshot!(litmus(&[&[command, "--model", "hsa"][..], &assumed].concat()));
    }
    insta::assert_snapshot!(litmus(&[&["refine", "--matrix", "--target", "gfx12,cu"][..], &assumed].concat()));
}

/// More turns than a stack has room for, of a loop that needs none of them and of one in which what is stored depends on all.
#[test]
fn loops_that_count_far_are_decided() {
    let tests = ["tests/fixtures/loops/count-far.litmus", "tests/fixtures/loops/count-from-read.litmus"];
    insta::assert_snapshot!(litmus(&[&["check", "--no-sensitivity"], &tests[..]].concat()));
    insta::assert_snapshot!(litmus(&["check", "--no-sensitivity", "--engine", "smt", tests[0]]));
    // That loops end need not be assumed of these.
    insta::assert_snapshot!(litmus(&[&["check", "--no-sensitivity", "--assume-terminates"], &tests[..]].concat()));
}

#[test]
fn locks_with_many_executions() {
    let locks = ["tests/fixtures/loops/lock-three.litmus", "tests/fixtures/loops/lock-nested.litmus"];
    insta::assert_snapshot!(litmus(&[&["check"], &locks[..]].concat()));
}

#[test]
fn bounds_are_raised_until_nothing_exceeds_them() {
    insta::assert_snapshot!(litmus(&["check", "--no-sensitivity", "tests/fixtures/loops/increment-carried.litmus"]));
}

#[test]
fn a_loop_that_hangs_unexpectedly_is_shown() {
    insta::assert_snapshot!(litmus(&["check", "tests/fixtures/loops/waits-for-ever.litmus"]));
}

#[test]
fn no_time_is_unknown() {
    insta::assert_snapshot!(litmus(&["check", "--timeout", "0", "tests/fixtures/iriw.litmus"]));
}

#[test]
fn a_bad_file_does_not_stop_the_others() {
    insta::assert_snapshot!(litmus(&[
        "check",
        "tests/bad/wrong-token.litmus",
        "tests/fixtures/iriw.litmus",
        "no/such/place"
    ]));
}

#[test]
fn check_as_json() {
    insta::assert_snapshot!(litmus(&[
        "check",
        "--format",
        "json",
        "tests/fixtures/wrong.litmus",
        "tests/bad/sigil.litmus"
    ]));
}

#[test]
fn outcomes_of_a_race() {
    insta::assert_snapshot!(litmus(&["outcomes", "tests/fixtures/race.litmus"]));
}

/// Numbers have a sign where the test writes it.
#[test]
fn outcomes_are_spelled_as_the_test_spells_them() {
    let said = litmus(&["outcomes", "--model", "hsa", "tests/fixtures/signs.litmus"]);
    let row = said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let [names, values] = ["P0:r0 P0:r1 P0:r2 P0:r3 x y z", "-1 -8 -2 255 -1 -2 255"];
    let rows = [names, values].map(|row| row.split(' ').collect::<Vec<_>>());
    assert!(
        row.clone().any(|row| row.starts_with(&rows[0])) && row.clone().any(|row| row.starts_with(&rows[1])),
        "{said}"
    );
}

#[test]
fn outcomes_say_what_forbids() {
    insta::assert_snapshot!(litmus(&[
        "outcomes",
        "--model",
        "hsa",
        "--model",
        "hsa-none",
        "tests/fixtures/iriw.litmus"
    ]));
}

#[test]
fn outcomes_without_thin_air() {
    insta::assert_snapshot!(litmus(&["outcomes", "litmus/dependencies/out-of-thin-air-42.litmus"]));
}

#[test]
fn outcomes_of_a_loop_beyond_its_bound() {
    insta::assert_snapshot!(litmus(&["outcomes", "tests/fixtures/spin.litmus"]));
}

#[test]
fn outcomes_as_json() {
    insta::assert_snapshot!(litmus(&["outcomes", "--format", "json", "tests/fixtures/race.litmus"]));
}

#[test]
fn fmt_keeps_comments() {
    insta::assert_snapshot!(litmus(&["fmt", "tests/fixtures/comments.litmus"]));
}

#[test]
fn fmt_check_names_files() {
    insta::assert_snapshot!(litmus(&["fmt", "--check", "tests/fixtures"]));
}

#[test]
fn a_model_from_a_file() {
    let model = ["--model", "tests/fixtures/sc.cat"];
    insta::assert_snapshot!(litmus(&[&["check"], &model[..], &["litmus/store-buffering/SB.litmus"]].concat()));
}

#[test]
fn a_variant_of_a_model() {
    let model = ["--model", "hsa+wider-pairing+without-barrier-execution"];
    insta::assert_snapshot!(litmus(&[&["check"], &model[..], &["litmus/barriers/barrier+execution.litmus"]].concat()));
}

#[test]
fn a_variant_that_a_model_has_not() {
    let model = ["--model", "hsa+wider-paring"];
    insta::assert_snapshot!(litmus(&[&["check"], &model[..], &["litmus/store-buffering/SB.litmus"]].concat()));
}

#[test]
fn a_bad_model() {
    let model = ["--model", "tests/fixtures/bad.cat"];
    insta::assert_snapshot!(litmus(&[&["check"], &model[..], &["litmus/store-buffering/SB.litmus"]].concat()));
}

/// Where hardware without an assumed clause runs no code, a weaker form of it says what rests on it.
#[test]
fn what_operands_do_is_rested_on() {
    let targets = ["--target", "gfx9", "--target", "gfx10,cu"];
    insta::assert_snapshot!(litmus(&[&["refine", "litmus/store-buffering/SB+sc+agent.litmus"], &targets[..]].concat()));
}

/// It would allow every execution.
#[test]
fn a_model_without_checks() {
    let model = ["--model", "tests/fixtures/no-check.cat"];
    insta::assert_snapshot!(litmus(&[&["check"], &model[..], &["litmus/store-buffering/SB.litmus"]].concat()));
}

/// A file counts once, however it is found, and so does a target.
#[test]
fn what_is_given_twice_counts_once() {
    let folder = "litmus/store-buffering";
    let once = litmus(&["check", "--quiet", folder]);
    assert_eq!(
        litmus(&["check", "--quiet", folder, "litmus/store-buffering/SB.litmus", "./litmus/store-buffering"]),
        once
    );
    let test = "litmus/message-passing/MP+rel+acq+agent.litmus";
    let once = litmus(&["refine", test, "--target", "gfx12"]);
    assert_eq!(litmus(&["refine", test, "--target", "gfx12", "--target", "gfx12,cu"]), once);
}

#[test]
fn usage() {
    insta::assert_snapshot!(litmus(&["check"]));
}

#[test]
fn help_names_the_exit_codes() {
    insta::assert_snapshot!(litmus(&["check", "--help"]));
}

#[test]
fn lower_names_the_rows() {
    insta::assert_snapshot!(litmus(&["lower", "tests/fixtures/iriw.litmus", "--target", "gfx90a,tgsplit"]));
}

#[test]
fn lower_for_opencl_by_an_older_release() {
    let arguments = ["lower", "tests/fixtures/race.litmus", "--target", "gfx1030", "--table", "llvm19", "--opencl"];
    insta::assert_snapshot!(litmus(&arguments));
}

#[test]
fn lower_names_what_has_no_code() {
    insta::assert_snapshot!(litmus(&[
        "lower",
        "litmus/address-spaces/region-is-not-atomic.litmus",
        "--target",
        "gfx12"
    ]));
}

#[test]
fn lower_for_an_unknown_target() {
    insta::assert_snapshot!(litmus(&["lower", "tests/fixtures/race.litmus", "--target", "gfx77"]));
}

#[test]
fn lower_by_a_release_without_the_target() {
    insta::assert_snapshot!(litmus(&["lower", "tests/fixtures/race.litmus", "--target", "gfx12", "--table", "llvm19"]));
}

#[test]
fn table_show_rows() {
    insta::assert_snapshot!(litmus(&["table", "show", "gfx12", "--row", "fence acquire agent"]));
}

#[test]
fn table_show_of_a_file() {
    insta::assert_snapshot!(litmus(&["table", "show", "gfx12", "--table", "tests/fixtures/small.table"]));
}

#[test]
fn table_show_without_such_a_row() {
    insta::assert_snapshot!(litmus(&["table", "show", "gfx12", "--row", "fence acquire everywhere"]));
}

#[test]
fn table_diff_of_two_versions_of_a_proposal() {
    insta::assert_snapshot!(litmus(&["table", "diff", "pr98599-patch1", "pr98599-patch4"]));
}

#[test]
fn table_diff_of_releases() {
    insta::assert_snapshot!(litmus(&["table", "diff", "llvm19", "llvm22"]));
    insta::assert_snapshot!(litmus(&["table", "diff", "llvm22", "llvm24"]));
}

#[test]
fn table_diff_of_an_unknown_release() {
    insta::assert_snapshot!(litmus(&["table", "diff", "llvm19", "lvm22"]));
}

#[test]
fn table_import_to_a_folder() {
    let out = scratch::folder();
    let folder = out.path().display().to_string();
    let text = litmus(&["table", "import", "tests/fixtures/small.md", "--release", "mine", "--out", &folder]);
    insta::assert_snapshot!(text.replace(&folder, "FOLDER"));
    let written = std::fs::read_to_string(out.path().join("gfx12.table")).expect("it was written");
    insta::assert_snapshot!(written);
}

#[test]
fn refine_explains_what_is_unsound() {
    let test = "litmus/causality/ISA2+wg-ag.litmus";
    insta::assert_snapshot!(litmus(&["refine", test, "--target", "gfx10-11", "--table", "llvm19"]));
}

#[test]
fn refine_as_json() {
    let test = "litmus/mmra/fence-local+LDS-data.litmus";
    insta::assert_snapshot!(litmus(&["refine", test, "--target", "gfx12,cu", "--opencl", "--format", "json"]));
}

#[test]
fn refine_says_what_moves() {
    let test = "litmus/2+2w/S.litmus";
    let free = ["refine", test, "--target", "gfx9", "--target", "gfx125x", "--placement", "free"];
    insta::assert_snapshot!(litmus(&free));
    let json = litmus(&[&free[..], &["--format", "json"]].concat());
    assert!(json.contains(r#""placement": "free""#) && json.contains(r#""unsound_moved": 1"#), "{json}");
    let canonical = litmus(&["refine", test, "--target", "gfx9", "--matrix"]);
    assert!(canonical.starts_with("S ") && canonical.contains(" sound\n"), "{canonical}");
}

#[test]
fn refine_refuses_a_named_target_without_a_table() {
    insta::assert_snapshot!(litmus(&[
        "refine",
        "tests/fixtures/race.litmus",
        "--target",
        "gfx12",
        "--table",
        "llvm19"
    ]));
}

#[test]
fn refine_leaves_out_tests_of_machine_code() {
    let machine = "tests/fixtures/wrong-hardware.litmus";
    let both = [machine, "litmus/message-passing/MP+filter.litmus"];
    insta::assert_snapshot!(litmus(&["refine", both[0], both[1], "--target", "gfx9", "--matrix"]));
    insta::assert_snapshot!("refine_has_nothing_to_refine", litmus(&["refine", machine, "--target", "gfx9"]));
}

#[test]
fn refine_names_what_has_no_code() {
    insta::assert_snapshot!(litmus(&["refine", "litmus/message-passing/MP+fences+system.litmus", "--target", "gfx12"]));
}

#[test]
fn refine_with_an_unknown_assumption() {
    let test = "litmus/message-passing/MP+filter.litmus";
    insta::assert_snapshot!(litmus(&["refine", test, "--target", "gfx12", "--assume", "write-thru"]));
}

#[test]
fn refine_for_types_of_memory() {
    let test = "litmus/causality/ISA2+ag-sy.litmus";
    let arguments = ["refine", test, "--target", "gfx9", "--target", "gfx90a,notgsplit", "--memory-types"];
    insta::assert_snapshot!(litmus(&arguments));
}

#[test]
fn refine_for_an_unknown_mode() {
    let test = "litmus/message-passing/MP+filter.litmus";
    insta::assert_snapshot!(litmus(&["refine", test, "--target", "gfx12,tgsplit"]));
}

#[test]
fn words_of_several_writes_are_unknown() {
    insta::assert_snapshot!(litmus(&["check", "--no-sensitivity", "tests/fixtures/scalar-words.litmus"]));
}

#[test]
fn what_may_be_lost_is_unknown() {
    insta::assert_snapshot!(litmus(&["check", "--no-sensitivity", "tests/fixtures/scalar-discarded.litmus"]));
}

#[test]
fn enumeration_leaves_thin_air_to_the_solver() {
    let check = |engine| {
        litmus(&["check", "--engine", engine, "--model", "tests/fixtures/loose.cat", "tests/fixtures/thin-air.litmus"])
    };
    let said = ["enumerate", "smt", "auto"].map(|engine| format!("--engine {engine}\n{}", check(engine)));
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn enumeration_knows_no_undef() {
    insta::assert_snapshot!(litmus(&[
        "check",
        "--engine",
        "enumerate",
        "--races",
        "undef",
        "tests/fixtures/undef.litmus"
    ]));
}

#[test]
fn only_allowed_states_are_listed_on_request() {
    insta::assert_snapshot!(litmus(&["outcomes", "--allowed", "litmus/store-buffering/SB+sc+agent.litmus"]));
}

/// Variants of models, refinement and machine code: each verdict with what it rests on.
#[test]
fn check_says_what_verdicts_rest_on() {
    let tests = ["fences/MP+fence-wide+atomic-narrow", "memory-types/MP+system+coarse", "hardware/atomic-evicts+asm"];
    let tests = tests.map(|name| format!("litmus/{name}.litmus"));
    insta::assert_snapshot!(litmus(&["check", "--sensitivity", &tests[0], &tests[1], &tests[2]]));
}

#[test]
fn engines_list_the_same_states() {
    let states = |engine| litmus(&["outcomes", "--allowed", "--engine", engine, "litmus/atomicity/lock.litmus"]);
    assert_eq!(states("enumerate"), states("smt"));
}

/// The executions of hardware that JSON has: of several that end in a state, both engines show one.
#[test]
fn engines_show_the_same_executions_of_hardware() {
    let shown = |engine, test: &str| {
        litmus(&["check", "--engine", engine, "--no-sensitivity", "--format", "json", &format!("litmus/{test}.litmus")])
    };
    for test in ["dma/dma-wide+asm", "dma/dma-wide-stale+asm", "dispatches/MP+dispatch+system+coarse+of-another+asm"] {
        let [enumerated, solved] = ["enumerate", "smt"].map(|engine| shown(engine, test));
        assert!(enumerated.contains("\"time\":"), "{test} shows an execution: {enumerated}");
        assert_eq!(enumerated, solved, "{test}");
    }
}

/// The changes of a small model, of which store buffering alone does not need coherence order.
fn mutate(arguments: &[&str]) -> String {
    litmus(&[&["mutate", "tests/fixtures/sc.cat", "litmus/store-buffering/SB+sc+agent.litmus"], arguments].concat())
}

#[test]
fn changes_that_survive_are_named() {
    insta::assert_snapshot!(mutate(&[]));
    insta::assert_snapshot!("every_change_is_named_with_a_test", mutate(&["--all"]));
}

#[test]
fn changes_that_survive_are_listed() {
    insta::assert_snapshot!(mutate(&["--all", "--survivors", "tests/fixtures/survivors.toml"]));
}

#[test]
fn changes_as_json() {
    insta::assert_snapshot!(mutate(&["--format", "json", "--survivors", "tests/fixtures/survivors.toml"]));
}

#[test]
fn mutate_names_the_files_of_hardware() {
    let test = "litmus/store-buffering/SB+sc+agent.litmus";
    let said = litmus(&["mutate", "gfx125x", test, "--survivors", "tests/fixtures/survivors.toml", "--verbose"]);
    let read: Vec<&str> = said.lines().filter(|line| line.starts_with("litmus: read ")).collect();
    insta::assert_snapshot!(read.join("\n"));
}

#[test]
fn mutate_of_a_model_has_no_use_for_tables() {
    insta::assert_snapshot!(mutate(&["--table", "llvm24"]));
}

#[test]
fn claims_that_no_test_can_tell_are_listed() {
    let mutate = |list: &str| {
        let test = "litmus/message-passing/MP+rel+acq+agent.litmus";
        let said = litmus(&["mutate", "gfx125x", test, "--survivors", list]);
        said.lines().filter(|line| line.starts_with("Error: ")).collect::<Vec<_>>().join("\n")
    };
    assert!(!mutate("tests/fixtures/survivors-refused.toml").contains("every change"));
    insta::assert_snapshot!(mutate("tests/fixtures/survivors-not-refused.toml"));
}

#[test]
fn a_list_of_survivors_is_refused() {
    for wrong in ["killed", "unknown-change", "no-reason", "no-change"] {
        let list = format!("tests/fixtures/survivors-{wrong}.toml");
        insta::assert_snapshot!(format!("a_list_of_survivors_is_refused_{wrong}"), mutate(&["--survivors", &list]));
    }
}

/// Where no target has code nothing was shown; beside results it is no reason to doubt them.
#[test]
fn refining_nothing_but_what_has_no_code_is_unknown() {
    let refined = |targets: &[&str]| {
        let test = "litmus/dma/dma-MP-acquired.litmus";
        let named = targets.iter().flat_map(|target| ["--target", target]);
        let arguments: Vec<&str> = ["refine", test, "--table", "llvm24", "--matrix"].into_iter().chain(named).collect();
        output(&arguments).1
    };
    assert_eq!((refined(&["gfx10"]), refined(&["gfx10", "gfx942"])), (3, 0));
}
