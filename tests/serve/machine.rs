//! The server and the machine: no file of it is read, and what is hostile harms nobody else.

use super::client::{Server, ends_with, question, slow};
use super::{MP, of};
use serde_json::{Value, json};
use std::path::Path;

/// A test, what a compiler has made of it, and for what.
pub fn compiled(folder: &Path) -> Option<(String, String, &'static str)> {
    let code = std::fs::read_to_string(folder.join("19.1.7/gfx942,notgsplit/ISA2+wg-ag.s")).ok()?;
    let test = std::fs::read_to_string("litmus/causality/ISA2+wg-ag.litmus").ok()?;
    Some((test, code, "gfx942,notgsplit"))
}

/// Files that are there and files that are not are the same: whatever names them is refused in the same words, and none of their text is in an answer.
#[test]
fn no_file_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write("hidden", "\"secret-text\"\nacyclic po as secret-text\n");
    write("hidden.cat", "\"secret-text\"\nacyclic po as secret-text\n");
    write("hidden.hw", "secret-text\n");
    write("hidden.table", "secret-text\n");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("linked.cat")).expect("a link");
    let server = Server::start_in(folder.path(), &[]);
    let said = |what: &str, question: &Value| server.post(what, &question.to_string());
    let named = |name: &str| {
        vec![
            ("check", json!({ "text": MP, "models": [name] })),
            ("outcomes", json!({ "text": MP, "models": [name] })),
            ("refine", json!({ "text": MP, "models": [name] })),
            ("refine", json!({ "text": MP, "table": name })),
            ("refine", json!({ "text": MP, "targets": [name] })),
            ("lower", json!({ "text": MP, "table": name })),
            ("check", json!({ "text": MP, "cat": format!("\"m\"\ninclude \"{name}\"\nacyclic po as a\n") })),
            ("diagnose", json!({ "text": format!("\"m\"\ninclude \"{name}\"\nacyclic po as a\n"), "kind": "model" })),
            ("diagnose", json!({ "text": format!("extends {name}\n"), "kind": "hardware" })),
            ("check", json!({ "text": MP.replace("hsa-literal", name) })),
            ("check", json!({ "text": MP.replace("gfx12 llvm24", &format!("gfx12 {name}")) })),
        ]
    };
    let pairs = [
        ("hidden", "hiddem"),
        ("hidden.cat", "hiddem.cat"),
        ("hidden.hw", "hiddem.hw"),
        ("linked.cat", "linker.cat"),
        ("/etc/passwd", "/etc/passwx"),
        ("../../../../etc/passwd", "../../../../etc/passwx"),
        ("-", "+"),
    ];
    for (there, missing) in pairs {
        for ((what, known), (_, unknown)) in named(there).into_iter().zip(named(missing)) {
            let (first, second) = (said(what, &known), said(what, &unknown));
            assert!(!first.2.contains("secret-text") && !first.2.contains("root:"), "{}", first.2);
            assert!(first.0 == 400 || first.2.contains("\"diagnostics\":[{"), "{what} {known}: {}", first.2);
            if there != "-" {
                assert_eq!(first.0, second.0, "{what} {known}");
                assert_eq!(without(&first.2, there), without(&second.2, missing), "{what} {known}");
            }
        }
    }
}

/// An answer without a name, and without how long it took.
fn without(body: &str, name: &str) -> String {
    let body = body.split("\"seconds\"").next().unwrap_or_default();
    body.replace(name, "NAME").split("did you mean").next().unwrap_or_default().to_string()
}

/// The system itself refuses workers every file.
#[cfg(target_os = "linux")]
#[test]
fn workers_can_open_no_file() {
    let server = Server::start(&[]);
    server.lines("check", &json!({ "text": MP, "models": ["hsa"] }));
    let workers = server.workers();
    assert!(!workers.is_empty());
    for id in workers {
        // One that has just begun has not said so yet.
        let is_closed = || {
            let limits = std::fs::read_to_string(format!("/proc/{id}/limits")).unwrap_or_default();
            let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap_or_default();
            line.split_whitespace().filter(|word| *word == "0").count() == 2
        };
        let start = std::time::Instant::now();
        while !is_closed() {
            assert!(start.elapsed().as_secs() < 60, "worker {id} may open files");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

/// Texts that are meant to do harm.
pub fn hostile() -> Vec<(&'static str, Value)> {
    let deep = |open: &str, close: &str| format!("{}x{}", open.repeat(20_000), close.repeat(20_000));
    let test = |condition: &str| {
        format!("litmus h\nmemory {{\n  global x: i32 = 0\n}}\nthread P0 {{\n}}\nexists ({condition})\n")
    };
    let many = (0..3_000).map(|n| format!("thread T{n} {{\n  r0 = load i32, x\n}}\n")).collect::<String>();
    let ladder = (0..60).map(|n| format!("let a{} = a{n} ; a{n} | a{n} ; po\n", n + 1)).collect::<String>();
    let loops = "litmus l\nmemory {\n  global x: i32 = 0\n}\nthread P0 {\n  do unroll 64 {\n    do unroll 64 {\n      r0 = load atomic i32, x monotonic\n    } while (r0 == 0)\n  } while (r0 == 1)\n}\nexists (x = 0)\n";
    let text = |text: String| json!({ "text": text, "models": ["hsa"] });
    vec![
        ("check", text(test(&deep("(", ")")))),
        ("check", text(test(&deep("~", "")))),
        ("check", text(format!("{}{many}exists (x = 0)\n", "litmus m\nmemory {\n  global x: i32 = 0\n}\n"))),
        ("check", text("\u{0}\u{feff}\u{202e}litmus".into())),
        ("check", text("x".repeat(900_000))),
        ("check", text(loops.into())),
        ("check", json!({ "text": MP, "cat": format!("\"d\"\nacyclic {} as a\n", deep("(", ")")) })),
        ("check", json!({ "text": MP, "cat": format!("\"l\"\nlet a0 = po\n{ladder}acyclic a60 as a\n") })),
        ("outcomes", json!({ "text": slow(), "models": ["hsa"], "seconds": 1.0 })),
        ("refine", json!({ "text": slow(), "seconds": 1.0 })),
        ("executions", json!({ "text": MP, "models": ["hsa"], "state": vec!["1"; 100_000] })),
        ("compiled", json!({ "text": MP, "code": "s_nop 0\n".repeat(20_000), "targets": ["gfx942"] })),
        ("diagnose", json!({ "text": deep("{", "}"), "kind": "hardware" })),
        ("diagnose", json!({ "text": "|".repeat(100_000), "kind": "table" })),
    ]
}

/// Each hostile question ends with a word, and after each a good one is answered.
#[test]
fn hostile_questions_harm_nobody() {
    let server = Server::start(&["--timeout", "5"]);
    for (what, asked) in hostile() {
        let (status, _, body) = server.post(what, &asked.to_string());
        let shown: String = asked.to_string().chars().take(80).collect();
        assert!(status == 200 || status == 400, "{what} {shown}: {status} {body}");
        if status == 200 {
            let lines: Vec<Value> = body.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
            let end = ends_with(&lines);
            assert!(["done", "refused", "deadline", "memory", "fault"].contains(&end), "{what} {shown}: {end}");
            eprintln!("{what} {shown}: {end}");
        }
        let (status, _, body) = server.post("check", &question(MP));
        assert!(status == 200 && body.contains("\"end\":\"done\""), "after {shown}: {body}");
    }
}

/// What stands in a test is text where it is drawn.
#[test]
fn pictures_hold_texts_as_text() {
    let server = Server::start(&[]);
    let script = "<script>alert(1)</script>";
    let text = MP.replace("Message passing of plain data", &format!("{script}<img src=x onerror=alert(1)>"));
    let states = server.lines("outcomes", &json!({ "text": text, "models": ["hsa"] }));
    for state in of(&states, "result")[0]["states"].as_array().expect("states") {
        let question = json!({ "text": text, "models": ["hsa"], "state": state["values"] });
        let lines = server.lines("executions", &question);
        let pictures = of(&lines, "picture");
        assert!(!pictures.is_empty());
        for picture in pictures {
            let svg = picture["svg"].as_str().unwrap_or_default();
            assert!(!svg.contains("<script") && !svg.contains("<img"), "{svg}");
        }
    }
}
