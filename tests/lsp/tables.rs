//! Tables and hardware files as they are typed: what is refused where they are used, and what is not meant.

use super::Editor;
use serde_json::Value;

/// What is said of a text, each with its line from 1 and severity.
fn said(name: &str, text: &str) -> Vec<(u64, u64, String)> {
    let editor = Editor::new();
    let said = editor.open(&format!("file:///{name}"), text);
    let one = |found: &Value| {
        let line = found["range"]["start"]["line"].as_u64().unwrap_or_default() + 1;
        let message = found["message"].as_str().unwrap_or_default().to_string();
        (line, found["severity"].as_u64().unwrap_or_default(), message)
    };
    said.as_array().expect("a list").iter().map(one).collect()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The number of the first line that has some text.
fn line_of(text: &str, part: &str) -> u64 {
    text.lines().position(|line| line.contains(part)).map_or(0, |at| at as u64 + 1)
}

/// Words that mean nothing in a table stand at their places, as `litmus table lint` says.
#[test]
fn words_of_tables_are_checked() {
    let table = read("models/tables/llvm24/gfx12.table");
    let mistakes = [
        ("s_wait_storecnt 0x0", "s_wait_strcnt 0x0", "unknown instruction `s_wait_strcnt`"),
        ("scope:SCOPE_SYS", "scope:SCOPE_SYZ", "SCOPE_SYZ"),
        ("table \"gfx12\"", "table \"gfx99\"", "gfx99"),
    ];
    for (right, wrong, message) in mistakes {
        assert!(table.contains(right), "{right}");
        let text = table.replacen(right, wrong, 1);
        let said = said("t.table", &text);
        let first = said.first().unwrap_or_else(|| panic!("nothing is said of {wrong}"));
        assert_eq!((first.0, first.1), (line_of(&text, wrong), 1), "{said:?}");
        assert!(first.2.contains(message), "{said:?}");
    }
    // What is not meant in it as it stands is no error.
    let flaws = said("t.table", &table);
    assert!(!flaws.is_empty() && flaws.iter().all(|(_, severity, _)| *severity == 2), "{flaws:?}");
    assert_eq!(said("t.table", &read("models/tables/llvm24/constraints.table")), []);
}

/// What a hardware file names must be there for some target, with a claim that is off, too.
#[test]
fn names_of_hardware_are_checked() {
    let hardware = read("models/hardware/gfx12.hw");
    let text = hardware.replacen("level L0 ", "level LX ", 1);
    assert_ne!(text, hardware);
    let said_of_level = said("h.hw", &text);
    assert!(
        said_of_level.iter().any(|(_, severity, what)| *severity == 1 && what.contains("no level `L0`")),
        "{said_of_level:?}"
    );
    // A clause about what no target has would never apply.
    let mistakes = [
        (
            "instr global_inv with scope:SCOPE_SYS",
            "instr global_invv with scope:SCOPE_SYS",
            "unknown instruction `global_invv`",
        ),
        (
            "instr global_inv with scope:SCOPE_SYS",
            "instr global_inv with scope:SCOPE_SIS",
            "unknown operand `scope:SCOPE_SIS`",
        ),
        ("wait s_wait_loadcnt for", "wait s_wait_laodcnt for", "unknown instruction `s_wait_laodcnt`"),
        (
            "counter bvhcnt counts",
            "counter foocnt counts nothing assumed \"x\";\n  counter bvhcnt counts",
            "nothing waits for `foocnt`",
        ),
    ];
    for (right, wrong, message) in mistakes {
        let text = hardware.replacen(right, wrong, 1);
        assert_ne!(text, hardware, "{right}");
        let found = said("h.hw", &text);
        assert!(matches!(found.as_slice(), [(_, 1, what)] if what.contains(message)), "{wrong}: {found:?}");
    }
    for entry in std::fs::read_dir("models/hardware").expect("a folder") {
        let path = entry.expect("readable").path();
        assert_eq!(said("h.hw", &read(&path.to_string_lossy())), [], "{}", path.display());
    }
}
