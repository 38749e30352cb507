//! What editors ask, by the protocol, and what they are answered.

#[path = "lsp/included.rs"]
mod included;
#[path = "lsp/neovim.rs"]
mod neovim;
#[path = "lsp/shown.rs"]
mod shown;
#[path = "lsp/signals.rs"]
mod signals;
#[path = "lsp/tables.rs"]
mod tables;

use gfx_litmus::lsp;
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What an answer may take on a machine with other work.
const PATIENCE: Duration = Duration::from_secs(60);

/// An editor, with a server at the other end of its connection.
struct Editor {
    connection: Connection,
    server: Option<JoinHandle<Result<(), String>>>,
    next: AtomicI32,
}

impl Editor {
    fn new() -> Editor {
        let (server, connection) = Connection::memory();
        let server = thread::spawn(move || lsp::serve_on(&server));
        let editor = Editor { connection, server: Some(server), next: AtomicI32::new(1) };
        let told = editor.ask("initialize", json!({ "capabilities": {} })).expect("what it can");
        assert_eq!(told["capabilities"]["hoverProvider"], true);
        editor.tell("initialized", json!({}));
        editor
    }

    fn tell(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification::new(method.into(), params).into()).expect("a server");
    }

    fn give(&self, method: &str, params: Value) -> RequestId {
        let id = RequestId::from(self.next.fetch_add(1, Ordering::Relaxed));
        self.connection.sender.send(Request::new(id.clone(), method.into(), params).into()).expect("a server");
        id
    }

    /// The answer to a request, or the message of its error; what is said besides is left out.
    fn ask(&self, method: &str, params: Value) -> Result<Value, String> {
        let id = self.give(method, params);
        self.answer(&id)
    }

    fn answer(&self, wanted: &RequestId) -> Result<Value, String> {
        loop {
            let message = self.connection.receiver.recv_timeout(PATIENCE).expect("an answer");
            let Message::Response(Response { id, response_result }) = message else { continue };
            assert_eq!(id, *wanted);
            return response_result.map_err(|error| format!("{}: {}", error.code, error.message));
        }
    }

    /// What is wrong with a text that is opened.
    fn open(&self, uri: &str, text: &str) -> Value {
        let item = json!({ "uri": uri, "languageId": "litmus", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
        self.diagnostics(uri)
    }

    fn change(&self, uri: &str, version: i32, text: &str) -> Value {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", params);
        self.diagnostics(uri)
    }

    fn close(&self, uri: &str) {
        self.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    fn diagnostics(&self, uri: &str) -> Value {
        loop {
            let message = self.connection.receiver.recv_timeout(PATIENCE).expect("diagnostics");
            if let Message::Notification(Notification { method, params }) = message
                && method == "textDocument/publishDiagnostics"
            {
                assert_eq!(params["uri"], uri);
                return params["diagnostics"].clone();
            }
        }
    }

    /// What is known where some text stands first, so many characters into it.
    fn at(&self, method: &str, (uri, text): (&str, &str), (word, into): (&str, usize)) -> Result<Value, String> {
        let before = &text[..text.find(word).expect("it stands there") + into];
        let line = before.matches('\n').count();
        let character = before.rsplit('\n').next().expect("a line").encode_utf16().count();
        let position = json!({ "line": line, "character": character });
        self.ask(method, json!({ "textDocument": { "uri": uri }, "position": position }))
    }

    fn hover(&self, document: (&str, &str), place: (&str, usize)) -> String {
        let found = self.at("textDocument/hover", document, place).expect("an answer");
        found["contents"]["value"].as_str().unwrap_or_default().to_string()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        let ended = self.server.take().map(JoinHandle::join);
        if !thread::panicking() {
            assert!(matches!(ended, Some(Ok(Ok(())))), "the server ends as it should");
        }
    }
}

const MP: &str = r#"litmus MP
memory {
  global x: i32 = 0
  global y: i32 = 0
}
thread P0 @ agent 0, workgroup 0 {
  store i32 1, x
  store atomic i32 1, y syncscope("agent") release
}
thread P1 @ agent 0, workgroup 1 {
  r0 = load atomic i32, y syncscope("workgroup") acquire
  r1 = load i32, x
}
filter (P1:r0 = 1)
exists (P1:r1 = 0)
expect hsa: racy
"#;
const URI: &str = "file:///folder/MP.litmus";

#[test]
fn what_is_wrong_is_said_as_it_changes() {
    let editor = Editor::new();
    let broken = MP.replace("release", "releasing");
    let said = editor.open(URI, &broken);
    assert_eq!(said[0]["range"]["start"], json!({ "line": 7, "character": 43 }));
    assert_eq!(said[0]["severity"], 1);
    insta::assert_snapshot!(said[0]["message"].as_str().expect("a message"));
    assert_eq!(editor.change(URI, 2, MP), json!([]));
    // A text that is closed has no errors.
    editor.change(URI, 3, "litmus");
    editor.close(URI);
    assert_eq!(editor.diagnostics(URI), json!([]));
}

#[test]
fn models_hardware_and_tests_of_other_tools_are_read() {
    let editor = Editor::new();
    let said = editor.open("file:///m.cat", "let a = po | nothing\nlet b = rf\nacyclic a as order\n");
    let messages: Vec<&str> =
        said.as_array().expect("a list").iter().filter_map(|one| one["message"].as_str()).collect();
    assert!(messages[0].contains("nothing"), "{messages:?}");
    let said = editor.open("file:///n.cat", "let b = rf\nacyclic po as order\n");
    assert_eq!(said[0]["severity"], 2, "{said}");
    assert_ne!(editor.open("file:///h.hw", "hardware for gfx99"), json!([]));
    assert_ne!(editor.open("file:///t.table", "table"), json!([]));
    assert_eq!(
        editor.open("file:///c.litmus", "C t\n{ x = 0; }\nP0 (int* x) { *x = 1; }\nexists (x = 1)\n"),
        json!([])
    );
}

#[test]
fn words_and_conditions_are_explained() {
    let editor = Editor::new();
    editor.open(URI, MP);
    let document = (URI, MP);
    let all = [
        editor.hover(document, ("agent\") release", 2)),
        editor.hover(document, ("workgroup\") acquire", 2)),
        editor.hover(document, ("release", 0)),
        editor.hover(document, ("global", 1)),
        editor.hover(document, ("exists", 3)),
        editor.hover(document, ("memory", 3)),
    ];
    insta::assert_snapshot!(all.join("\n---\n"));
}

#[test]
fn tests_are_formatted() {
    let editor = Editor::new();
    let ugly = MP.replace("  store i32 1, x", "store   i32 1,x");
    editor.open(URI, &ugly);
    let params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = editor.ask("textDocument/formatting", params.clone()).expect("edits");
    assert_eq!(edits[0]["newText"], MP);
    assert_eq!(edits[0]["range"]["end"], json!({ "line": MP.lines().count(), "character": 0 }));
    editor.change(URI, 2, MP);
    assert_eq!(editor.ask("textDocument/formatting", params.clone()), Ok(json!([])));
    editor.change(URI, 3, "litmus broken\n");
    assert!(editor.ask("textDocument/formatting", params).is_err());
}

#[test]
fn conditions_are_decided_and_shown() {
    let editor = Editor::new();
    editor.open(URI, MP);
    let lenses = editor.ask("textDocument/codeLens", json!({ "textDocument": { "uri": URI } })).expect("lenses");
    let titles: Vec<&str> =
        lenses.as_array().expect("a list").iter().filter_map(|one| one["command"]["title"].as_str()).collect();
    assert_eq!(titles, ["check", "show"]);
    let run = |at: usize| {
        let command = &lenses[at]["command"];
        editor.ask(
            "workspace/executeCommand",
            json!({ "command": command["command"], "arguments": command["arguments"] }),
        )
    };
    assert_eq!(run(0), Ok(json!("hsa: racy (race), as expected")));
    let path = run(1).expect("a picture");
    let path = Path::new(path.as_str().expect("a path"));
    let picture = std::fs::read_to_string(path).expect("a file");
    assert!(picture.starts_with("<svg") || picture.starts_with("<?xml"), "{picture}");
    std::fs::remove_file(path).expect("it is there");
    // What is forbidden is shown, too, with what forbids it, by the model that the test names.
    let forbidden =
        MP.replace("\"workgroup\") acquire", "\"agent\") acquire").replace("hsa: racy", "opencl: forbidden");
    editor.change(URI, 2, &forbidden);
    let said = run(0).expect("verdicts");
    assert!(said.as_str().is_some_and(|said| said.starts_with("opencl: forbidden by ")), "{said}");
    let path = run(1).expect("a picture");
    let picture = std::fs::read_to_string(path.as_str().expect("a path")).expect("a file");
    assert!(picture.contains("forbidden by opencl") && picture.contains("coherence"), "{picture}");
    let unknown = json!({ "command": "litmus.other", "arguments": [] });
    assert!(editor.ask("workspace/executeCommand", unknown).is_err());
}

#[test]
fn names_of_models_lead_to_their_definitions() {
    let editor = Editor::new();
    let folder = tempfile::tempdir().expect("a folder");
    let base = "let base = po | rf\n";
    std::fs::write(folder.path().join("base.cat"), base).expect("written");
    let path = folder.path().join("own.cat");
    let text = "include \"base.cat\"\n(* cite \"llvm24 LangRef.md:1\" quoting \"words\" *)\nlet f(base) = base+\nlet own = f(base) | (let x = rf in x)\nacyclic own as order\n";
    std::fs::write(&path, text).expect("written");
    let uri = format!("file://{}", path.display());
    let document = (uri.as_str(), text);
    editor.open(&uri, text);
    let line = |place: (&str, usize)| {
        let found = editor.at("textDocument/definition", document, place).expect("an answer");
        let file = found["uri"].as_str().and_then(|uri| uri.rsplit('/').next()).unwrap_or("nowhere").to_string();
        (file, found["range"]["start"]["line"].as_u64(), found["range"]["start"]["character"].as_u64())
    };
    let at = |file: &str, line, character| (file.to_string(), Some(line), Some(character));
    assert_eq!(line(("own as order", 0)), at("own.cat", 3, 4));
    assert_eq!(line(("f(base) |", 0)), at("own.cat", 2, 4));
    assert_eq!(line(("base) |", 0)), at("base.cat", 0, 4));
    assert_eq!(line(("base+", 0)), at("own.cat", 2, 6));
    assert_eq!(line(("x)\nacyclic", 0)), at("own.cat", 3, 25));
    assert_eq!(line(("rf in", 0)).0, "nowhere");
    assert!(editor.hover(document, ("f(base) |", 0)).contains("let f(base) = base+"));
}

/// A model includes those that come with the tool, for an editor as for the program.
#[test]
fn models_of_the_tool_are_included() {
    let editor = Editor::new();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.cat");
    let text = "\"own\"\ninclude \"hsa.cat\"\nempty po & hb^-1 as own\n";
    std::fs::write(&path, text).expect("written");
    let uri = format!("file://{}", path.display());
    assert_eq!(editor.open(&uri, text), json!([]));
    assert!(editor.hover((&uri, text), ("hb^-1", 0)).contains("let hb"));
    // They are in no file until somebody looks at one.
    for (word, name) in [(("hb^-1", 0), "models/hsa-classes.cat"), (("hsa.cat", 0), "models/hsa.cat")] {
        let found = editor.at("textDocument/definition", (&uri, text), word).expect("an answer");
        let file = found["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file").to_string();
        let line = found["range"]["start"]["line"].as_u64().expect("a line") as usize;
        let own = std::fs::read_to_string(name).expect("a model");
        assert!(file.ends_with(name) && std::fs::read_to_string(&file).expect("a copy") == own, "{file}");
        assert!(name != "models/hsa-classes.cat" || own.lines().nth(line).is_some_and(|line| line.contains("let hb")));
    }
    let mut program = Command::new(env!("CARGO_BIN_EXE_litmus"));
    let checked = program.args(["model", "check"]).arg(&path).output().expect("litmus starts");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

/// While a statement is written, names of the others are known, before and after it.
#[test]
fn names_are_known_beside_what_is_wrong() {
    let editor = Editor::new();
    let uri = "file:///folder/wrong.cat";
    for wrong in
        ["let c = (a |", "let c = a | | rf", "acyclic a as", "include \"missing.cat\"", "let", "let c = nothing"]
    {
        let text = format!("let a = po | rf\n{wrong}\nlet b = a | co\nacyclic b as order\n");
        assert_ne!(editor.open(uri, &text), json!([]), "{wrong}");
        let place = |word: (&str, usize)| {
            let found = editor.at("textDocument/definition", (uri, &text), word).expect("an answer");
            // No file has this name, and the text is open.
            assert_eq!(found["uri"], uri);
            (editor.hover((uri, &text), word), found["range"]["start"]["line"].as_u64())
        };
        let (known, line) = place(("b as order", 0));
        assert!(known.contains("let b = a | co") && line == Some(2), "{wrong}: {known}");
        let (known, line) = place(("a | co", 0));
        assert!(known.contains("let a = po | rf") && line == Some(0), "{wrong}: {known}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.cat");
    let text = "let a = po | rf\nlet c = (a |\nlet b = a | co\nacyclic b as order\n";
    std::fs::write(&path, text).expect("written");
    let uri = format!("file://{}", path.display());
    editor.open(&uri, text);
    for (word, line) in [(("b as order", 0), 2), (("a | co", 0), 0), (("a |\n", 0), 0)] {
        let found = editor.at("textDocument/definition", (&uri, text), word).expect("an answer");
        assert_eq!(found["range"]["start"], json!({ "line": line, "character": 4 }), "{word:?}");
    }
}

/// What the program says to an input: its answers, what it complains of, its exit code.
fn said_to(input: &[u8]) -> (String, String, Option<i32>) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_litmus"));
    program.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = program.spawn().expect("it starts");
    let mut stdin = program.stdin.take().expect("piped");
    let input = input.to_vec();
    // One that has ended reads no more.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = program.wait_with_output().expect("it ends");
    writer.join().expect("written");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn framed(messages: &[Value]) -> Vec<u8> {
    let frame = |message: &Value| {
        let text = message.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    };
    messages.iter().map(frame).collect::<String>().into_bytes()
}

fn initialize() -> Vec<u8> {
    let initialize = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } });
    framed(&[initialize, json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} })])
}

/// What is no message is answered, and the next one too; what cannot be told from others ends the program with the reason.
#[test]
fn what_is_no_message_is_refused() {
    let end = framed(&[
        json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }),
        json!({ "jsonrpc": "2.0", "method": "exit" }),
    ]);
    for bad in ["{", "[]", "\u{0}", &"[".repeat(200_000)] {
        let text = format!("Content-Length: {}\r\n\r\n{bad}", bad.len());
        for input in
            [[initialize(), text.clone().into(), end.clone()], [text.clone().into(), initialize(), end.clone()]]
        {
            let (answers, said, code) = said_to(&input.concat());
            assert_eq!((said.as_str(), code), ("", Some(0)), "{bad:.20}");
            assert!(answers.contains("\"id\":null") && answers.contains("hoverProvider"), "{answers}");
            assert!(answers.contains("\"id\":2"), "{answers}");
        }
    }
    let mut all = String::new();
    for bad in [
        "Content-Length: 99999999999999999999\r\n\r\n{}",
        "Content-Length: 9999999999999\r\n\r\n{}",
        "Content-Length: -7\r\n\r\n{}",
        "Content-Length: 100\r\n\r\n{}",
        "Content-Type: text\r\n\r\n{}",
        "no head at all\r\n\r\n",
        &"z".repeat(1 << 20),
    ] {
        let (_, said, code) = said_to(&[initialize(), bad.as_bytes().to_vec()].concat());
        assert_eq!(code, Some(2), "{bad:.40}: {said}");
        all += &said;
    }
    insta::assert_snapshot!(all);
}

/// Pictures are removed with the folder that they are in as the program ends.
#[cfg(unix)]
#[test]
fn pictures_go_with_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let uri = "untitled:a.litmus";
    let name = format!("litmus {}", "n".repeat(300));
    let text = MP.replace("litmus MP", &name);
    let item = json!({ "uri": uri, "languageId": "litmus", "version": 1, "text": text });
    let opened = json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": item } });
    let asked = json!({ "command": "litmus.show", "arguments": [uri, 0] });
    let asked = json!({ "jsonrpc": "2.0", "id": 2, "method": "workspace/executeCommand", "params": asked });
    let mut program = Command::new(env!("CARGO_BIN_EXE_litmus"));
    program.arg("lsp").env("TMPDIR", folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = program.spawn().expect("it starts");
    let mut input = program.stdin.take().expect("piped");
    input.write_all(&[initialize(), framed(&[opened, asked])].concat()).expect("it reads");
    let left = || std::fs::read_dir(folder.path()).expect("readable").filter_map(Result::ok).collect::<Vec<_>>();
    let end = Instant::now() + PATIENCE;
    let is_drawn =
        || left().iter().any(|folder| std::fs::read_dir(folder.path()).is_ok_and(|mut all| all.next().is_some()));
    while !is_drawn() {
        assert!(Instant::now() < end, "nothing is drawn");
        thread::sleep(Duration::from_millis(20));
    }
    drop(input);
    assert!(program.wait_with_output().expect("it ends").status.success());
    assert_eq!(left().len(), 0);
}

#[test]
fn what_nobody_asks_for_any_more_is_not_answered() {
    let editor = Editor::new();
    // Six increments by compare-and-swap have more executions than there is time for.
    let thread = |number: usize| {
        format!(
            "thread P{number} @ workgroup {number} {{\n  do {{\n    a = load atomic i32, x monotonic\n    b, ok = cmpxchg x, i32 a, i32 a + 1 monotonic monotonic\n  }} while !ok\n}}\n"
        )
    };
    let threads: String = (0..6).map(thread).collect();
    let text = format!("litmus long\nmemory {{\n  global x: i32 = 0\n}}\n{threads}exists (x = 5)\n");
    assert_eq!(editor.open(URI, &text), json!([]));
    let params = json!({ "command": "litmus.check", "arguments": [URI, 0] });
    let (first, second) =
        (editor.give("workspace/executeCommand", params.clone()), editor.give("workspace/executeCommand", params));
    for id in [second, first] {
        let number: i32 = id.to_string().parse().expect("a number");
        editor.tell("$/cancelRequest", json!({ "id": number }));
        let refused = editor.answer(&id).expect_err("nobody asks any more");
        assert!(refused.starts_with("-32800"), "{refused}");
    }
}

#[test]
fn what_is_not_understood_is_refused() {
    let editor = Editor::new();
    assert!(editor.ask("textDocument/rename", json!({})).is_err_and(|why| why.starts_with("-32601")));
    assert!(editor.ask("textDocument/hover", json!({ "x": 1 })).is_err_and(|why| why.starts_with("-32602")));
    // Of texts that are not open nothing is known.
    let unknown =
        json!({ "textDocument": { "uri": "file:///other.litmus" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(editor.ask("textDocument/hover", unknown), Ok(Value::Null));
    editor.tell("textDocument/didChange", json!({ "nonsense": true }));
    assert_eq!(editor.open("file:///t.litmus", &"x".repeat(2 << 20)).as_array().map(Vec::len), Some(1));
}

/// The program ends with its editor: as that says, or as it goes without a word.
#[test]
fn the_program_ends_with_its_editor() {
    let messages = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }),
        json!({ "jsonrpc": "2.0", "method": "exit" }),
    ];
    for said in [&messages[..], &messages[..2]] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_litmus"));
        program.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::null());
        let mut program = program.spawn().expect("it starts");
        let mut input = program.stdin.take().expect("piped");
        for message in said {
            let text = message.to_string();
            write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
        }
        drop(input);
        let end = Instant::now() + PATIENCE;
        while program.try_wait().expect("a process").is_none() {
            assert!(Instant::now() < end, "it goes on");
            thread::sleep(Duration::from_millis(20));
        }
    }
}
