//! What negating the conditions of a table does.

use super::{litmus, output};
use serde_json::Value;

/// Release 24's table for GFX10, with one condition too wide and one that makes no difference, in a folder of its own.
///
/// - The wait of an acquire load of agent scope (12254) is now omitted for OpenCL. Message passing needs it in both languages: without it what follows may read before the
///   load has read.
/// - A release store of workgroup scope (12438) waits for earlier stores twice, the second time only where not in CU mode. That adds nothing: without it the
///   first wait is there, in either mode.
fn changed() -> tempfile::TempDir {
    let folder = super::scratch::folder();
    let text = std::fs::read_to_string("models/tables/llvm24/gfx10-gfx11.table").expect("the table");
    let replaced = |text: &str, step: &str, what: &str, by: &str| {
        let (before, after) = text.split_once(step).expect("the step");
        assert!(after.starts_with(what), "{after}");
        format!("{before}{step}{}", after.replacen(what, by, 1))
    };
    let text = replaced(&text, "2 @12254:\n      ", "s_waitcnt vmcnt(0);", "s_waitcnt vmcnt(0) if !opencl;");
    let twice = "s_waitcnt lgkmcnt(0)[!opencl] vmcnt(0) vscnt(0);\n      s_waitcnt vscnt(0) if !cu;";
    let text = replaced(&text, "1 @12438:\n      ", "s_waitcnt lgkmcnt(0)[!opencl] vmcnt(0) vscnt(0);", twice);
    std::fs::write(folder.path().join("gfx10-gfx11.table"), text).expect("written");
    folder
}

const LIMITS: &[&str] = &["--events", "4", "--threads", "2", "--varied-threads", "0"];

/// The conditions of the changed table as JSON.
fn conditions(options: &[&str]) -> Vec<Value> {
    let folder = changed();
    let path = folder.path().to_string_lossy().into_owned();
    let (text, _) = output(&[&["table", "audit", &path, "--format", "json"], LIMITS, options].concat());
    let report: Value = serde_json::from_str(&text).expect("JSON");
    report["tables"][0]["conditions"].as_array().expect("a list").clone()
}

/// The condition of the whole instruction of a step.
fn of_step(conditions: &[Value], line: u64) -> &Value {
    let mut found = conditions.iter().filter(|one| one["line"] == line && one["operand"].is_null());
    let condition = found.next().expect("a condition");
    assert!(found.next().is_none(), "one condition of one word");
    condition
}

/// What is said of both sides of a condition, by target and language: where it is emitted, then where it is omitted.
fn said(condition: &Value) -> [Vec<String>; 2] {
    ["emitted", "omitted"].map(|side| {
        let cells = condition[side].as_array().expect("a list");
        let word = |cell: &Value, field: &str| cell[field].as_str().expect("a word").to_string();
        let cell =
            |cell: &Value| format!("{} {}: {}", word(cell, "target"), word(cell, "language"), word(cell, "verdict"));
        cells.iter().map(cell).collect()
    })
}

/// For HSA the wait is emitted and needed. For OpenCL it is omitted, and message passing breaks, which it does not with the wait. It is emitted there too, of
/// `seq_cst` loads, which have all of an acquire load; base programs have these last in their threads, where they have no order to make.
#[test]
fn a_condition_that_is_too_wide() {
    let conditions = conditions(&["--target", "gfx10,wgp"]);
    let too_wide = of_step(&conditions, 12254);
    let emitted = vec!["gfx10,wgp HSA: needed".to_string(), "gfx10,wgp OpenCL: not shown needed".to_string()];
    assert_eq!(said(too_wide), [emitted, vec!["gfx10,wgp OpenCL: omitted where needed".to_string()]]);
    assert_eq!(too_wide["makes_no_difference"], false);
}

/// An acquire load of workgroup scope waits for itself in WGP mode, where later loads may be of the other CU's memory. In CU mode it does not: that is right if
/// a CU processes operations in the order in which they are issued, and too wide if not, since a load of LDS may overtake it.
#[test]
fn a_condition_that_is_right_by_a_claim() {
    let target = ["--target", "gfx10", "--hsa"];
    let needed = vec!["gfx10,wgp HSA: needed".to_string()];
    let claimed = conditions(&[&target[..], &["--assume", "cu-issue-order"]].concat());
    let right = of_step(&claimed, 12201);
    assert_eq!(said(right), [needed.clone(), vec!["gfx10,cu HSA: omitted rightly".to_string()]]);
    let too_wide = conditions(&target);
    let too_wide = of_step(&too_wide, 12201);
    assert_eq!(said(too_wide), [needed, vec!["gfx10,cu HSA: omitted where needed".to_string()]]);
    assert_eq!((&right["makes_no_difference"], &too_wide["makes_no_difference"]), (&false.into(), &false.into()));
}

#[test]
fn a_condition_that_makes_no_difference() {
    let conditions = conditions(&["--target", "gfx10", "--hsa", "--assume", "cu-issue-order"]);
    let idle = of_step(&conditions, 12438);
    let omitted = vec!["gfx10,cu HSA: omitted rightly".to_string()];
    assert_eq!(said(idle), [vec!["gfx10,wgp HSA: not shown needed".to_string()], omitted]);
    assert_eq!(idle["makes_no_difference"], true);
}

/// What omits what is needed is printed with its program, and what makes no difference; with `--all` every side.
#[test]
fn conditions_in_text() {
    let folder = changed();
    let path = folder.path().to_string_lossy().into_owned();
    let printed = |options: &[&str]| {
        let text = litmus(&[&["table", "audit", &path, "--target", "gfx10"], LIMITS, options].concat())
            .replace(&path, "FOLDER");
        let words = ["@12254", "@12438", "conditions:"];
        let of_conditions = |line: &&str| words.iter().any(|word| line.contains(word));
        text.lines().filter(of_conditions).map(|line| format!("{line}\n")).collect::<String>()
    };
    insta::assert_snapshot!(printed(&[]));
    insta::assert_snapshot!(printed(&["--all"]));
}

/// As findings a condition that omits what is needed is an error, and one that makes no difference a note.
#[test]
fn conditions_as_findings() {
    let folder = changed();
    let path = folder.path().to_string_lossy().into_owned();
    let (text, _) = output(&[&["table", "audit", &path, "--target", "gfx10", "--format", "sarif"], LIMITS].concat());
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let results = report["runs"][0]["results"].as_array().expect("a list");
    let of_rule = |rule: &str| -> Vec<(&Value, u64)> {
        let found = results.iter().filter(|result| result["ruleId"] == rule);
        let line = |result: &Value| result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64();
        found.map(|result| (&result["level"], line(result).expect("a line"))).collect()
    };
    let text = std::fs::read_to_string(folder.path().join("gfx10-gfx11.table")).expect("the table");
    let line_of = |step: &str| text.lines().zip(1..).find(|(line, _)| line.contains(step)).expect("the step").1;
    assert!(of_rule("omitted-where-needed").contains(&(&"error".into(), line_of("@12254:"))));
    assert!(of_rule("condition-makes-no-difference").contains(&(&"note".into(), line_of("@12438:"))));
}
