//! Pictures of tests beside each other, and what is said where there is none.

use super::{Editor, MP, URI};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn run(editor: &Editor, command: &str, uri: &str, condition: usize) -> Result<Value, String> {
    editor.ask("workspace/executeCommand", json!({ "command": command, "arguments": [uri, condition] }))
}

/// Tests of one name in two files have a picture each.
#[test]
fn tests_of_one_name_have_a_picture_each() {
    let editor = Editor::new();
    let paths: BTreeSet<String> = ["file:///a/mp.litmus", "file:///b/mp.litmus"]
        .into_iter()
        .map(|uri| {
            assert_eq!(editor.open(uri, MP), json!([]));
            run(&editor, "litmus.show", uri, 0).expect("a picture").as_str().expect("a path").to_string()
        })
        .collect();
    assert_eq!(paths.len(), 2, "{paths:?}");
}

#[test]
fn a_condition_that_is_not_there_is_refused() {
    let editor = Editor::new();
    assert_eq!(editor.open(URI, MP), json!([]));
    for command in ["litmus.check", "litmus.show"] {
        let refused = run(&editor, command, URI, 7).expect_err("there is one condition");
        assert!(refused.contains("the test has no condition 7"), "{command}: {refused}");
    }
}

/// No write writes seven, so that there is no execution to draw: time has nothing to do with it.
#[test]
fn what_nothing_can_reach_is_not_drawn() {
    let editor = Editor::new();
    let text = "litmus one\nmemory {\n  global x: i32 = 0\n}\nthread P0 @ agent 0, workgroup 0 {\n  a = load atomic i32, x monotonic\n}\nexists (P0:a = 7)\n";
    assert_eq!(editor.open(URI, text), json!([]));
    let refused = run(&editor, "litmus.show", URI, 0).expect_err("there is nothing to draw");
    assert!(refused.contains("no execution ends in such a state"), "{refused}");
}
