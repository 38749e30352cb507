//! What is open is what the editor says, also where models include it.

use super::{Editor, PATIENCE};
use lsp_server::{Message, Notification};
use serde_json::{Value, json};
use std::path::Path;

const TOP: &str = "include \"mid.cat\"\nacyclic foo as order\n";
const MID: &str = "include \"low.cat\"\n";
const LOW: &str = "let foo = po | rf\n";

/// Files in a folder of their own, by names that end so.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Files {
        let files = Files(tempfile::tempdir().expect("a folder"));
        [("top.cat", TOP), ("mid.cat", MID), ("low.cat", LOW)].iter().for_each(|(name, text)| files.write(name, text));
        files
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("written");
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }
}

impl Editor {
    /// All that is said to be wrong from here on, by the ends of names, up to the answer to a question that is asked now.
    fn said(&self) -> Vec<(String, Vec<String>)> {
        let id = self.give("textDocument/rename", json!({}));
        let mut said = Vec::new();
        loop {
            match self.connection.receiver.recv_timeout(PATIENCE).expect("a message") {
                Message::Response(response) if response.id == id => return said,
                Message::Notification(Notification { method, params }) if method.ends_with("publishDiagnostics") => {
                    said.push(wrong(&params));
                }
                Message::Response(_) | Message::Notification(_) | Message::Request(_) => {}
            }
        }
    }

    /// A text that is open in place of a file.
    fn edit(&self, uri: &str, version: i32, text: &str) {
        let params =
            json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", params);
    }
}

/// What is wrong with which file.
fn wrong(params: &Value) -> (String, Vec<String>) {
    let name = Path::new(params["uri"].as_str().expect("a name")).file_name().expect("one of a file");
    let all = params["diagnostics"].as_array().expect("a list");
    let first =
        |one: &Value| one["message"].as_str().and_then(|text| text.lines().next()).unwrap_or("none").to_string();
    (name.to_string_lossy().into_owned(), all.iter().map(first).collect())
}

fn clean(name: &str) -> (String, Vec<String>) {
    (name.to_string(), Vec::new())
}

/// That `foo` is not known in `top.cat`, and nothing else is wrong there.
fn has_no_foo(said: &[(String, Vec<String>)]) -> bool {
    said.iter().any(|(name, wrong)| name == "top.cat" && wrong.len() == 1 && wrong[0].contains("foo"))
}

#[test]
fn models_are_judged_again_as_what_they_include_changes() {
    let (editor, files) = (Editor::new(), Files::new());
    let (top, low) = (files.uri("top.cat"), files.uri("low.cat"));
    assert_eq!(editor.open(&top, TOP), json!([]));
    assert_eq!(editor.open(&low, LOW), json!([]));
    // By way of a file that is not open; what is open counts, and no file has it.
    editor.edit(&low, 2, "let other = po | rf\n");
    assert!(has_no_foo(&editor.said()));
    // What was said already is not said again.
    editor.edit(&low, 3, "let another = po | rf\n");
    assert_eq!(editor.said().iter().filter(|(name, _)| name == "top.cat").count(), 0);
    editor.edit(&low, 4, "(* above *)\nlet bar = rf\nlet foo = po | bar\n");
    assert_eq!(editor.said(), [clean("low.cat"), clean("top.cat")]);
    let place = editor.at("textDocument/definition", (&top, TOP), ("foo", 0)).expect("an answer");
    assert_eq!((&place["uri"], &place["range"]["start"]), (&json!(low), &json!({ "line": 2, "character": 4 })));
    assert!(editor.hover((&top, TOP), ("foo", 0)).contains("let foo = po | bar"));
    // As it is closed, the file counts.
    files.write("low.cat", "let other = po | rf\n");
    editor.close(&low);
    assert!(has_no_foo(&editor.said()));
}

#[test]
fn models_are_judged_again_as_files_change() {
    let (editor, files) = (Editor::new(), Files::new());
    let (top, low) = (files.uri("top.cat"), files.uri("low.cat"));
    assert_eq!(editor.open(&top, TOP), json!([]));
    files.write("low.cat", "let other = po | rf\n");
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": low, "type": 2 }] }));
    assert!(has_no_foo(&editor.said()));
    files.write("low.cat", LOW);
    editor.tell("textDocument/didSave", json!({ "textDocument": { "uri": low } }));
    assert_eq!(editor.said(), [clean("top.cat")]);
    std::fs::remove_file(files.path("low.cat")).expect("it is there");
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": low, "type": 3 }] }));
    assert_eq!(editor.said().len(), 1);
    // One that is new, and no file yet.
    editor.tell(
        "textDocument/didOpen",
        json!({ "textDocument": { "uri": low, "languageId": "cat", "version": 1, "text": LOW } }),
    );
    assert_eq!(editor.said().last(), Some(&clean("top.cat")));
    let place = editor.at("textDocument/definition", (&top, TOP), ("foo", 0)).expect("an answer");
    assert_eq!(place["uri"], low);
    // Of other files nothing follows.
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": files.uri("no.cat"), "type": 1 }] }));
    assert_eq!(editor.said(), []);
}

#[test]
fn names_lead_to_texts_that_are_no_files() {
    let editor = Editor::new();
    let text = "let mine = po | rf\nacyclic mine as order\n";
    for uri in ["untitled:new.cat", "file:///no/such/folder/new.cat"] {
        assert_eq!(editor.open(uri, text), json!([]));
        let place = editor.at("textDocument/definition", (uri, text), ("mine as", 0)).expect("an answer");
        assert_eq!((&place["uri"], &place["range"]["start"]), (&json!(uri), &json!({ "line": 0, "character": 4 })));
    }
}

#[test]
fn files_that_are_included_are_named() {
    let (editor, files) = (Editor::new(), Files::new());
    let top = files.uri("top.cat");
    editor.open(&top, TOP);
    let expected = format!("`mid.cat`: {}", files.path("mid.cat").display());
    assert_eq!(editor.hover((&top, TOP), ("mid.cat", 1)), expected);
}

/// What is wrong in a file stands where that is included, so that it is seen.
#[test]
fn mistakes_of_included_files_stand_at_the_include() {
    let (files, editor) = (Files::new(), Editor::new());
    files.write("mid.cat", "let = po\n");
    let said = editor.open(&files.uri("top.cat"), "let own = po\ninclude \"mid.cat\"\nacyclic own as order\n");
    assert_eq!(said[0]["range"]["start"]["line"], 1, "{said}");
    assert!(said[0]["message"].as_str().is_some_and(|message| message.contains("mid.cat")), "{said}");
}

/// What a file uses that is defined in a model which includes it is known; what is wrong with it is said there.
#[test]
fn parts_are_judged_as_the_model_has_them() {
    let (files, editor) = (Files::new(), Editor::new());
    files.write("top.cat", "\"whole\"\ninclude \"low.cat\"\ninclude \"part.cat\"\n");
    files.write("part.cat", "acyclic foo as order\n");
    let part = files.uri("part.cat");
    assert_eq!(editor.open(&part, "acyclic foo as order\n"), json!([]));
    editor.edit(&part, 2, "acyclic foo | bar as order\n");
    let said = editor.said();
    assert!(
        said.iter().any(|(name, wrong)| name == "part.cat" && wrong.len() == 1 && wrong[0].contains("bar")),
        "{said:?}"
    );
    // The model changes, in the editor.
    editor.edit(&part, 3, "acyclic foo as order\n");
    assert_eq!(editor.said(), [clean("part.cat")]);
    assert_eq!(
        editor.open(&files.uri("top.cat"), "\"whole\"\ninclude \"part.cat\"\n").as_array().map(Vec::len),
        Some(1)
    );
    let said = editor.said();
    assert!(
        said.iter().any(|(name, wrong)| name == "part.cat" && wrong.len() == 1 && wrong[0].contains("foo")),
        "{said:?}"
    );
}
