//! Tables with an instruction that their targets have and of which a hardware file says nothing.

use super::output;
use serde_json::Value;
use std::collections::BTreeMap;

/// Two threads with two accesses each, on hardware that says nothing of a wait for two counters.
const SMALL: [&str; 12] = [
    "--target",
    "gfx12,cu",
    "--hsa",
    "--events",
    "4",
    "--threads",
    "2",
    "--varied-threads",
    "0",
    "--hardware",
    "tests/fixtures/hardware/without-combined-wait.hw",
    "--format",
];

/// Release 24's table of gfx12 with an instruction of a row exchanged for one without meaning.
fn with_gap(row: &str, instr: &str) -> tempfile::TempDir {
    let folder = super::scratch::folder();
    let text = std::fs::read_to_string("models/tables/llvm24/gfx12.table").expect("the table");
    let (before, after) = text.split_once(row).expect("the row");
    let changed = format!("{before}{row}{}", after.replacen(instr, "s_wait_loadcnt_dscnt 0x0", 1));
    std::fs::write(folder.path().join("gfx12.table"), changed).expect("written");
    folder
}

/// By row its verdict and the reason, if there is one.
fn verdicts(table: &str, others: &[&str]) -> BTreeMap<u64, (String, String)> {
    let (json, _) = output(&[["table", "verify", table].as_slice(), &SMALL, &["json"], others].concat());
    let report: Value = serde_json::from_str(&json).expect("JSON");
    let rows = report["tables"][0]["rows"].as_array().expect("rows").iter();
    let cell = |row: &Value| row["cells"][0].clone();
    let words = |value: &Value| value.as_str().unwrap_or_default().to_string();
    rows.map(|row| (row["line"].as_u64().expect("a line"), (words(&cell(row)["verdict"]), words(&cell(row)["reason"]))))
        .collect()
}

/// Only the row and the one that refers to it are not judged, and say why and where.
#[test]
fn an_instruction_without_meaning_spoils_only_its_row() {
    let folder = with_gap("load atomic | acquire | agent, system | global @13338 {", "s_wait_loadcnt 0x0");
    let before = verdicts("llvm24:gfx12", &[]);
    let after = verdicts(&folder.path().to_string_lossy(), &[]);
    for (line, (verdict, reason)) in &after {
        if [13338, 14097].contains(line) {
            assert_eq!(verdict, "not judged", "{line}");
            let place = "`s_wait_loadcnt_dscnt 0x0` does, at line 13347 of the document, step 2 of the row at 13338";
            assert!(reason.contains(place), "{line}: {reason}");
            assert_eq!(before[line].0, "sound", "{line}");
        } else {
            assert_eq!((verdict, reason), (&before[line].0, &before[line].1), "{line}");
        }
    }
}

/// A row that only programs with such a row show unsound is still unsound: the programs break whatever the instruction does.
#[test]
fn what_is_unsound_beside_an_instruction_without_meaning() {
    let folder = with_gap("store atomic | release | workgroup | global, generic @13566 {", "s_wait_bvhcnt 0x0");
    let none = ["--assume", "none"];
    let before = verdicts("llvm24:gfx12", &none);
    let after = verdicts(&folder.path().to_string_lossy(), &none);
    let unsound = |rows: &BTreeMap<u64, (String, String)>| {
        rows.iter().filter(|(_, (verdict, _))| verdict == "unsound").map(|(line, _)| *line).collect::<Vec<_>>()
    };
    assert_eq!(unsound(&before), [13285, 13605, 14048]);
    assert_eq!(unsound(&after), unsound(&before));
    assert_eq!(after[&13566].0, "not judged");
    assert_eq!(after[&14124].0, "not judged");
    let beside =
        after.iter().filter(|(line, (verdict, _))| *verdict != before[*line].0 && ![13566, 14124].contains(*line));
    for (line, (verdict, reason)) in beside {
        assert_eq!(verdict, "not judged", "{line}");
        assert!(reason.contains("uses the row at 13566, too"), "{line}: {reason}");
    }
}

/// A difference that brings such an instruction is not judged, and says why; others are judged as they would be alone.
#[test]
fn a_difference_with_an_instruction_without_meaning() {
    let folder = with_gap("load atomic | acquire | agent, system | global @13338 {", "s_wait_loadcnt 0x0");
    let path = folder.path().to_string_lossy().into_owned();
    for tables in [["llvm24:gfx12", &path], [&path, "llvm24:gfx12"]] {
        let (said, code) = output(&[["table", "diff", "--verdicts"].as_slice(), &tables, &SMALL, &["text"]].concat());
        let reason =
            "not judged: no code for gfx12,cu: the hardware file does not say what `s_wait_loadcnt_dscnt 0x0` does";
        let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(reason) && !words.contains("unknown:") && code == 3, "{code}: {said}");
    }
}
