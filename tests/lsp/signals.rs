//! Signals end the program as its editor does: nothing is left of it.
#![cfg(unix)]

use super::{MP, PATIENCE, framed, initialize};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The program, once it has drawn a picture below a folder.
fn drawn_below(folder: &Path) -> Child {
    let uri = "untitled:a.litmus";
    let item = json!({ "uri": uri, "languageId": "litmus", "version": 1, "text": MP });
    let opened = json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": item } });
    let asked = json!({ "command": "litmus.show", "arguments": [uri, 0] });
    let asked = json!({ "jsonrpc": "2.0", "id": 2, "method": "workspace/executeCommand", "params": asked });
    let mut program = Command::new(env!("CARGO_BIN_EXE_litmus"));
    program.arg("lsp").env("TMPDIR", folder).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut program = program.spawn().expect("it starts");
    let input = program.stdin.as_mut().expect("piped");
    input.write_all(&[initialize(), framed(&[opened, asked])].concat()).expect("it reads");
    wait("nothing is drawn", || entries(folder).iter().any(|below| !entries(below).is_empty()));
    program
}

fn entries(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect()
}

#[test]
fn pictures_go_with_a_program_that_a_signal_ends() {
    for signal in ["TERM", "INT", "HUP"] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut program = drawn_below(folder.path());
        let sent = Command::new("kill").args(["-s", signal, &program.id().to_string()]).status();
        assert!(sent.expect("a command").success());
        wait("it goes on", || program.try_wait().expect("a process").is_some());
        assert_eq!(entries(folder.path()), Vec::<std::path::PathBuf>::new(), "{signal}");
    }
}
