//! `litmus model check`, and cat files on the command line.

use super::litmus;

#[test]
fn what_a_model_needs() {
    let (ours, foreign) = ("models/hsa.cat", "tests/fixtures/cat/foreign.cat");
    insta::assert_snapshot!(litmus(&["model", "check", ours, foreign, "tests/fixtures/cat/beside/own.cat"]));
}

/// A model that has names for one event and for two says which tests it is asked of both ways.
#[test]
fn models_of_one_event_and_of_two_are_told() {
    insta::assert_snapshot!(litmus(&["model", "check", "tests/foreign/both.cat"]));
}

#[test]
fn what_is_probably_not_meant_is_warned_of() {
    insta::assert_snapshot!(litmus(&["model", "check", "tests/fixtures/cat/warned.cat"]));
}

/// Whatever options are chosen.
#[test]
fn every_choice_of_options_is_looked_at() {
    insta::assert_snapshot!(litmus(&["model", "check", "tests/fixtures/cat/optioned.cat"]));
    insta::assert_snapshot!(litmus(&["model", "check", "tests/fixtures/cat/undefined-by-option.cat"]));
}

#[test]
fn every_undefined_name_is_reported() {
    insta::assert_snapshot!(litmus(&["model", "check", "tests/fixtures/cat/undefined.cat"]));
    insta::assert_snapshot!(litmus(&[
        "check",
        "litmus/store-buffering/SB.litmus",
        "--model",
        "tests/fixtures/cat/undefined.cat"
    ]));
}

#[test]
fn hidden_base_relations_are_warned_of_in_check() {
    insta::assert_snapshot!(litmus(&[
        "check",
        "litmus/store-buffering/SB.litmus",
        "--model",
        "tests/fixtures/cat/warned.cat"
    ]));
}

/// What an axiom of the opposite found is said.
#[test]
fn negated_axioms_say_what_they_found() {
    insta::assert_snapshot!(litmus(&[
        "outcomes",
        "litmus/store-buffering/SB+sc+system.litmus",
        "--model",
        "tests/fixtures/cat/negated.cat"
    ]));
}

/// What axioms and flags of the opposite find in an execution is shown with it.
#[test]
fn cycles_that_are_asked_for_are_shown() {
    for (name, model) in [("axioms", "tests/fixtures/cat/cycles.cat"), ("flags", "tests/fixtures/cat/flags.cat")] {
        let test = "litmus/store-buffering/SB+sc+system.litmus";
        let [auto, smt] = ["auto", "smt"]
            .map(|engine| litmus(&["outcomes", test, "--executions", "--model", model, "--engine", engine]));
        assert_eq!(auto, smt);
        insta::assert_snapshot!(format!("cycles_that_are_asked_for_by_{name}"), auto);
    }
}

/// A set of tags whose tags are used is used itself.
#[test]
fn tags_that_are_used_are_no_reason_to_warn() {
    let folder = super::scratch::folder();
    let path = folder.path().join("tags.cat").display().to_string();
    let text = "enum Side = 'left || 'right\nenum Idle = 'none\n\
                let of t = match t with || 'left -> rf || 'right -> co end\nempty of 'left as a\n";
    std::fs::write(&path, text).expect("written");
    let found = litmus(&["model", "check", &path]);
    assert!(found.contains("`Idle` is not used") && !found.contains("`Side` is not used"), "{found}");
}

/// Whatever is asked of a model that hides what programs provide, that is said.
#[test]
fn models_that_hide_a_base_relation() {
    let folder = super::scratch::folder();
    let path = folder.path().join("hides.cat").display().to_string();
    std::fs::write(&path, "let po = rf\nacyclic po | co as a\n").expect("written");
    let test = "litmus/store-buffering/SB.litmus";
    let compared = ["compare", &path, "hsa", "--events", "2", "--threads", "2"];
    for arguments in [
        &["check", test, "--model", &path][..],
        &["outcomes", test, "--model", &path],
        &["refine", test, "--model", &path, "--target", "gfx12"],
        &compared,
    ] {
        let found = litmus(arguments);
        assert!(found.contains("Warning") && found.contains("`po`"), "{arguments:?}: {found}");
    }
}

/// Of warnings that say the same, few are printed.
#[test]
fn warnings_that_repeat_are_counted() {
    let folder = super::scratch::folder();
    let path = folder.path().join("same.cat").display().to_string();
    std::fs::write(&path, format!("{}empty rmw & (fr ; co) as a\n", "let po = rf\n".repeat(9))).expect("written");
    let found = litmus(&["model", "check", &path]).split_whitespace().collect::<Vec<_>>().join(" ");
    // The first hides a base relation, eight an earlier definition; each is unused.
    assert_eq!(found.matches("Warning").count(), 1 + 3 + 3, "{found}");
    assert!(found.contains("5 more warnings: this hides the earlier definition of `po`"), "{found}");
    assert!(found.contains("6 more warnings: `po` is not used"), "{found}");
}

/// A folder of `--include` has to be there.
#[test]
fn folders_that_are_not_there_are_refused() {
    let test = "litmus/store-buffering/SB.litmus";
    insta::assert_snapshot!(litmus(&["check", test, "--include", "nowhere"]));
    insta::assert_snapshot!(litmus(&["check", test, "--include", "nowhere", "--format", "json"]));
}

/// Included files are looked for in the folders that are named, and nowhere above them.
#[test]
fn folders_of_included_files() {
    let folder = super::scratch::folder();
    let write = |name: &str, text: &[u8]| std::fs::write(folder.path().join(name), text).expect("written");
    // A name in Latin-1 in a comment.
    write("model.cat", b"C Coffee\n(* caf\xe9 *)\ninclude \"own.cat\"\nacyclic MINE * MINE & co as c\n");
    write("above.cat", b"include \"../own.cat\"\nempty 0\n");
    let model = folder.path().join("model.cat").display().to_string();
    let above = folder.path().join("above.cat").display().to_string();
    let shown = |arguments: &[&str]| litmus(arguments).replace(&folder.path().display().to_string(), "FOLDER");
    let without = shown(&["model", "check", &model]);
    let with = shown(&["model", "check", "--include", "tests/fixtures/cat/beside", &model]);
    let outside = shown(&["model", "check", "--include", "tests/fixtures/cat/beside", &above]);
    insta::assert_snapshot!([without, with, outside].join("\n"));
}

/// A check that is of nothing is none.
#[test]
fn checks_of_nothing_are_none() {
    let folder = super::scratch::folder();
    let path = folder.path().join("idle.cat").display().to_string();
    std::fs::write(&path, "forall x in {} do acyclic po as q end\n").expect("written");
    let found = litmus(&["check", "--model", &path, "litmus/coherence"]);
    assert!(found.contains("without any check") && found.ends_with("--- exit code 2\n"), "{found}");
}

/// `classes` of what differs from execution to execution is refused before any test is asked about.
#[test]
fn classes_of_executions_are_refused() {
    let folder = super::scratch::folder();
    let path = folder.path().join("classes.cat").display().to_string();
    let checked = |text: &str| {
        std::fs::write(&path, text).expect("written");
        litmus(&["model", "check", &path])
    };
    let each = "let rec each s = match s with {} -> 0 || C ++ rest -> C * C | each rest end\n";
    // By what a program is whatever its execution: a set that every program has, and a relation. By location is by execution, as is what is
    // computed of it, and what a composition relates depends on which events are executed.
    for (relation, is_known) in [
        ("same-class", true),
        ("(W * W | R * R)", true),
        ("loc", false),
        ("(int & loc)", false),
        ("(int ; int)", false),
    ] {
        let found = checked(&format!("{each}empty rmw & each (classes {relation}) as a\n"));
        assert_eq!(found.contains("the same in all executions"), !is_known, "{relation}: {found}");
        assert_eq!(found.ends_with("--- exit code 2\n"), !is_known, "{relation}: {found}");
    }
}
