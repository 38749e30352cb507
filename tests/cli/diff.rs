//! Differences between tables, and what they do.

use super::{litmus, output};

/// Two threads with two accesses each.
const SMALL: [&str; 7] = ["--verdicts", "--events", "4", "--threads", "2", "--varied-threads", "0"];

fn judged(tables: [&str; 2], others: &[&str]) -> String {
    litmus(&[["table", "diff"].as_slice(), &tables, &SMALL, others].concat())
}

/// A folder with gfx12's table, changed: in each pair of texts the first gives way to the second.
fn changed(changes: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = super::scratch::folder();
    let mut text = std::fs::read_to_string("models/tables/llvm24/gfx12.table").expect("the table");
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    std::fs::write(folder.path().join("gfx12.table"), text).expect("written");
    folder
}

#[test]
fn what_a_release_fixes() {
    let target = ["--target", "gfx10,cu", "--hsa"];
    insta::assert_snapshot!(judged(["llvm19:gfx10-gfx11", "llvm22:gfx10-gfx11"], &target));
}

/// The first version of LLVM's pull request 98599 waits for what a flat operation counts as in memory alone, the fourth for LDS too: a program needs it if
/// flat operations count only in the counters of what they reach, and none if they count in both.
#[test]
fn what_a_later_version_fixes_by_a_claim() {
    let but = |claim: &str| {
        let claims = claims_of("gfx12").into_iter().filter(|on| on != claim);
        ["--assume".into(), "none".into()].into_iter().chain(claims.flat_map(|on| ["--assume".into(), on])).collect()
    };
    let fixed = |options: Vec<String>| {
        let command =
            ["table", "diff", "pr98599-patch1", "pr98599-patch4", "--verdicts", "--events", "4", "--threads", "2"];
        let text = litmus(&command.into_iter().chain(options.iter().map(String::as_str)).collect::<Vec<_>>());
        let summary = text.lines().find(|line| line.starts_with("60 changes")).expect("a summary").to_string();
        (summary, text.lines().filter(|line| line.trim_start().starts_with("fixes on")).count())
    };
    let one = "60 changes: 0 break, 1 fix, 23 save an instruction not shown needed, 0 unknown, 4 not judged";
    assert_eq!(fixed(but("flat-counts-in-both")), (one.to_string(), 1));
    let none = one.replace("1 fix", "0 fix");
    assert_eq!(fixed(but("none of them")), (none.clone(), 0));
    assert_eq!(fixed(vec![]), (none, 0));
}

/// The claims of a family's hardware that are on.
fn claims_of(family: &str) -> Vec<String> {
    let (listed, _) = output(&["list", "assumptions", "--format", "json"]);
    let listed: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    let all = listed["assumptions"].as_array().expect("assumptions");
    let hardware = format!("models/hardware/{family}.hw");
    let on = all.iter().filter(|claim| claim["of"] == *hardware && claim["on"] == true);
    on.map(|claim| claim["name"].as_str().expect("a name").to_string()).collect()
}

#[test]
fn what_a_release_fixes_as_markdown() {
    let target = ["--target", "gfx10,cu", "--hsa", "--format", "markdown"];
    insta::assert_snapshot!(judged(["llvm19:gfx10-gfx11", "llvm22:gfx10-gfx11"], &target));
}

/// What was fixed is broken the other way round.
#[test]
fn what_going_back_breaks() {
    let target = ["--target", "gfx10,cu", "--hsa", "--format", "json"];
    insta::assert_snapshot!(judged(["llvm22:gfx10-gfx11", "llvm19:gfx10-gfx11"], &target));
}

/// A wait for a counter that nothing in tests counts in is saved; one for loads is not.
#[test]
fn instructions_taken_out() {
    let idle =
        changed(&[("      s_wait_bvhcnt 0x0;\n", ""), ("s_wait_samplecnt, s_wait_bvhcnt:", "s_wait_samplecnt:")]);
    let needed = changed(&[("    2 @13347:\n      s_wait_loadcnt 0x0;\n      before instr global_inv @13349;\n", "")]);
    for folder in [idle, needed] {
        let path = folder.path().to_string_lossy().into_owned();
        let said = judged(["llvm24:gfx12", &path], &["--target", "gfx12,wgp", "--hsa"]).replace(&path, "FOLDER");
        insta::assert_snapshot!(said);
    }
}

#[test]
fn differences_as_markdown_and_json() {
    for format in ["markdown", "json"] {
        insta::assert_snapshot!(litmus(&[
            "table",
            "diff",
            "llvm22:gfx12",
            "llvm24:gfx12",
            "--target",
            "gfx12,cu",
            "--format",
            format
        ]));
    }
}

#[test]
fn tables_for_no_target_of_both() {
    insta::assert_snapshot!(litmus(&["table", "diff", "llvm24:gfx12", "llvm24:gfx90a"]));
    insta::assert_snapshot!(litmus(&["table", "diff", "llvm24:gfx12", "llvm22:gfx12", "--target", "gfx90a"]));
    insta::assert_snapshot!(litmus(&["table", "diff", "llvm24:gfx12", "llvm22:gfx12", "--hsa"]));
}

/// What a release changes in the results of tests, and what nothing changes.
#[test]
fn results_that_another_table_changes() {
    let refine = ["refine", "litmus/causality", "--target", "gfx10,cu", "--matrix"];
    for [table, against] in [["llvm19", "llvm22"], ["llvm22", "llvm19"], ["llvm22", "llvm22"]] {
        insta::assert_snapshot!(litmus(&[refine.as_slice(), &["--table", table, "--against", against]].concat()));
    }
}

/// What shows a finding happens on a target, and in a language, of that finding.
#[test]
fn evidence_is_of_the_finding_it_stands_under() {
    let tables = ["table", "diff", "llvm18:gfx10-gfx11", "llvm22:gfx10-gfx11", "--format", "json"].as_slice();
    let (json, _) = output(&[tables, &SMALL].concat());
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let place = |value: &serde_json::Value| (value["target"].clone(), value["language"].clone());
    let mut shown = 0;
    for change in list(&report["tables"]).iter().flat_map(|pair| list(&pair["changes"])) {
        let effects = list(&change["effects"]);
        for (effect, role) in effects.iter().flat_map(|effect| ["breaks", "fixes"].map(|role| (effect, role))) {
            let Some(program) = effect[role]["program"].as_u64() else { continue };
            let evidence = &report["programs"][program as usize]["unsound"];
            let is_alike = |other: &&serde_json::Value| {
                other["effect"] == effect["effect"] && other[role]["program"].as_u64() == Some(program)
            };
            let places: Vec<_> = effects.iter().filter(is_alike).map(place).collect();
            assert!(places.contains(&place(evidence)), "{} {role}: {evidence}", change["operation"]);
            shown += 1;
        }
    }
    assert!(shown > 10, "{shown} findings with evidence");
}

/// A table that only one side has is no difference of operations, and must not look like none.
#[test]
fn tables_that_one_side_has() {
    let folder = changed(&[]);
    let one = folder.path().display().to_string();
    let small = ["--verdicts", "--hsa", "--events", "2", "--threads", "1", "--varied-threads", "0"];
    let diff = |before: &str, after: &str, format: &str| {
        let said = litmus(&[&["table", "diff", before, after, "--format", format], &small[..]].concat());
        said.replace(&one, "FOLDER")
    };
    for (before, after, code) in [("llvm24", one.as_str(), 1), (one.as_str(), "llvm24", 3)] {
        let said = diff(before, after, "github");
        assert!(said.ends_with(&format!("exit code {code}\n")), "{said}");
        insta::assert_snapshot!(said);
        assert!(!diff(before, after, "markdown").contains("**No operation's code changes.**"));
    }
    // Beside one family, others are not meant.
    let family = litmus(&["table", "diff", "llvm24:gfx12", "llvm24"]);
    assert!(family.ends_with("exit code 0\n"), "{family}");
}

/// What some programs might need, were they not unsound anyway, is not called a saving.
#[test]
fn nothing_is_saved_where_programs_break_either_way() {
    let wait = "    2 @13347:\n      s_wait_loadcnt 0x0;\n      before instr global_inv @13349;\n";
    let invalidation = "    3 @13352:\n      global_inv scope:table;\n      before all global/generic load/load atomic/atomicrmw @13355;\n";
    let (before, after) = (changed(&[(wait, "")]), changed(&[(wait, ""), (invalidation, "")]));
    let [before, after] = [&before, &after].map(|folder| folder.path().display().to_string());
    let said = judged([&before, &after], &["--target", "gfx12,cu", "--hsa"]);
    // The loads that are `seq_cst` refer to the row; in so small a space no program acquires by one.
    let (acquires, _) = said.split_once("load atomic seq_cst").expect("the row and those that refer to it");
    assert!(acquires.contains("and some break with either code"), "{said}");
    assert!(!acquires.contains("saves"), "{said}");
}
