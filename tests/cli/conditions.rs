//! What negating the conditions of a table does.

use super::{litmus, output};
use serde_json::Value;
use std::collections::BTreeMap;

/// Release 24's table for GFX10 with one condition too wide and one that makes no difference, in a folder of its own.
///
/// - The wait of an acquire load (12254) is omitted for OpenCL too. Message passing needs it in both languages: what follows the load may otherwise
///   read before the load has read.
/// - The wait for earlier stores of a release store (12438) stands there twice, and again only where the language is not OpenCL. That waits for nothing more: it
///   is not shown needed for HSA, and is rightly omitted for OpenCL.
fn changed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string("models/tables/llvm24/gfx10-gfx11.table").expect("the table");
    let replaced = |text: &str, after: &str, what: &str, by: &str| {
        let (before, after_it) = text.split_once(after).expect("the step");
        assert!(after_it.starts_with(what), "{after_it}");
        format!("{before}{after}{}", after_it.replacen(what, by, 1))
    };
    let text = replaced(&text, "2 @12254:\n      ", "s_waitcnt vmcnt(0);", "s_waitcnt vmcnt(0) if !opencl;");
    let twice = "s_waitcnt lgkmcnt(0)[!opencl] vmcnt(0) vscnt(0);\n      s_waitcnt vscnt(0) if !opencl;";
    let text = replaced(&text, "1 @12438:\n      ", "s_waitcnt lgkmcnt(0)[!opencl] vmcnt(0) vscnt(0);", twice);
    std::fs::write(folder.path().join("gfx10-gfx11.table"), text).expect("written");
    folder
}

const LIMITS: &[&str] = &["--target", "gfx10,wgp", "--events", "4", "--threads", "2", "--varied-threads", "0"];

/// By language, what is said of one side of a condition.
fn side(condition: &Value, side: &str) -> BTreeMap<String, String> {
    let cells = condition[side].as_array().expect("a list");
    let word = |cell: &Value, field: &str| cell[field].as_str().expect("a word").to_string();
    cells.iter().map(|cell| (word(cell, "language"), word(cell, "verdict"))).collect()
}

fn said<const N: usize>(verdicts: [(&str, &str); N]) -> BTreeMap<String, String> {
    verdicts.map(|(language, verdict)| (language.to_string(), verdict.to_string())).into()
}

/// The condition that omits what is needed, the one that makes no difference, and one that is right: a release store of workgroup scope waits for LDS only
/// for HSA, in which it also releases what is in LDS; for OpenCL it does not order one address space with another.
#[test]
fn conditions_are_negated() {
    let folder = changed();
    let path = folder.path().to_string_lossy().into_owned();
    let (text, code) = output(&[&["table", "audit", &path, "--format", "json"], LIMITS].concat());
    assert_eq!(code, 1, "a row is unsound for OpenCL");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let conditions = report["tables"][0]["conditions"].as_array().expect("a list");
    let of_step = |line: u64, operand: Value| -> &Value {
        let mut found = conditions.iter().filter(|one| one["line"] == line && one["operand"] == operand);
        let condition = found.next().expect("a condition");
        assert!(found.next().is_none(), "one condition of one word");
        condition
    };
    let too_wide = of_step(12254, Value::Null);
    assert_eq!(side(too_wide, "emitted"), said([("HSA", "needed")]));
    assert_eq!(side(too_wide, "omitted"), said([("OpenCL", "omitted where needed")]));
    assert_eq!(too_wide["makes_no_difference"], false);
    let idle = of_step(12438, Value::Null);
    assert_eq!(side(idle, "emitted"), said([("HSA", "not shown needed")]));
    assert_eq!(side(idle, "omitted"), said([("OpenCL", "omitted rightly")]));
    assert_eq!(idle["makes_no_difference"], true);
    let right = of_step(12438, "lgkmcnt(0)".into());
    assert_eq!(side(right, "emitted"), said([("HSA", "needed")]));
    assert_eq!(side(right, "omitted"), said([("OpenCL", "omitted rightly")]));
    assert_eq!(right["makes_no_difference"], false);
}

/// What omits what is needed is printed with its program, and what makes no difference; with `--all` every side.
#[test]
fn conditions_in_text() {
    let folder = changed();
    let path = folder.path().to_string_lossy().into_owned();
    let printed = |options: &[&str]| {
        let text = litmus(&[&["table", "audit", &path], LIMITS, options].concat()).replace(&path, "FOLDER");
        let of_conditions = |line: &&str| {
            line.contains("12254") || line.contains("12438") || line.contains("12380") || line.contains("conditions:")
        };
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
    let (text, _) = output(&[&["table", "audit", &path, "--format", "sarif"], LIMITS].concat());
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
