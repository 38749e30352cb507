//! `litmus serve` as clients see it: the program is started and spoken to over its socket.

#[path = "serve/client.rs"]
mod client;
#[path = "serve/load.rs"]
mod load;
#[path = "serve/machine.rs"]
mod machine;
#[path = "scratch/many_states.rs"]
mod many_states;

use client::{Server, ends_with, question, slow};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const RACY: &str = "litmus racy\nmemory {\n  global x: i32 = 0\n}\nthread P0 @ agent 0, workgroup 0 {\n  store i32 1, x\n}\nthread P1 @ agent 0, workgroup 1 {\n  store i32 2, x\n}\nexists (x = 1)\n";
const MP: &str = include_str!("../litmus/message-passing/MP+rel+acq+agent.litmus");

/// The lines of an answer that have a field.
fn of<'a>(lines: &'a [Value], field: &str) -> Vec<&'a Value> {
    lines.iter().filter_map(|line| line.get(field)).collect()
}

#[test]
fn questions_are_answered() {
    let server = Server::start(&[]);
    let lines = server.lines("check", &json!({ "text": MP, "models": ["hsa", "opencl"] }));
    let verdicts: Vec<_> = of(&lines, "result").iter().map(|result| &result["models"][0]).cloned().collect();
    let words: Vec<_> = verdicts.iter().map(|by| (&by["model"], &by["conditions"][0]["verdict"])).collect();
    assert_eq!(words, [(&json!("hsa"), &json!("forbidden")), (&json!("opencl"), &json!("forbidden"))]);
    assert_eq!(ends_with(&lines), "done");
    let expected = server.lines("check", &json!({ "text": MP }));
    assert_eq!(of(&expected, "result")[0]["status"], "ok");

    let lines = server.lines("outcomes", &json!({ "text": MP, "models": ["hsa"] }));
    let states = of(&lines, "result")[0]["states"].as_array().cloned().unwrap_or_default();
    assert_eq!(states.len(), 3);
    let forbidden = states.iter().find(|state| state["models"][0]["verdict"] == "forbidden").expect("one");
    let lines = server.lines("executions", &json!({ "text": MP, "models": ["hsa"], "state": forbidden["values"] }));
    let picture = of(&lines, "picture")[0];
    assert_eq!((&picture["verdict"], &picture["by"]), (&json!("forbidden"), &json!("hsa")));
    assert!(picture["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg") && svg.contains("P0")));
    let relations = picture["relations"].as_array().cloned().unwrap_or_default();
    assert!(relations[0]["marked"] == true && relations.iter().any(|of| of["relation"] == "sw"), "{relations:?}");

    let lines = server.lines("refine", &json!({ "text": MP, "targets": ["gfx12", "gfx942"] }));
    let cells = of(&lines, "result");
    assert_eq!(cells.len(), 2, "a line for each target");
    assert!(cells.iter().filter_map(|test| test["cells"].as_array()).flatten().all(|cell| cell["verdict"] == "sound"));
    let lines = server.lines("lower", &json!({ "text": MP, "targets": ["gfx12,cu"] }));
    assert!(of(&lines, "code")[0][0]["threads"][0]["lines"].as_array().is_some_and(|lines| !lines.is_empty()));
    let lines = server.lines("format", &json!({ "text": MP.replace("  store", "      store") }));
    assert_eq!(of(&lines, "text"), [&json!(MP)]);
}

/// Of more final states than an answer has room for it has the first, and says so.
#[test]
fn long_lists_of_states_are_cut() {
    let objects = ["x", "y", "z"];
    let thread = |number: usize| {
        let [own, next, last] = [0, 1, 2].map(|step| objects[(number + step) % 3]);
        let load = |register: &str, object| format!("  {register} = load atomic i32, {object} monotonic\n");
        let (a, b) = (load("r0", next), load("r1", last));
        format!(
            "thread P{number} @ workgroup {number} {{\n  store atomic i32 {}, {own} monotonic\n{a}{b}}}\n",
            number + 1
        )
    };
    let memory: String = objects.iter().map(|object| format!("  global {object}: i32 = 0\n")).collect();
    let threads: String = (0..5).map(thread).collect();
    let text = format!("litmus wide\nmemory {{\n{memory}}}\n{threads}exists (P0:r0 = 2 /\\ P1:r1 = 0)\n");
    let server = Server::start(&[]);
    let lines = server.lines("outcomes", &json!({ "text": text, "models": ["hsa"] }));
    let result = of(&lines, "result")[0];
    let states = result["states"].as_array().map_or(0, Vec::len);
    let reason = result["reason"].as_str().unwrap_or_default();
    assert!(states > 1_000 && reason.contains(&format!("these are the first {states}: ")), "{states}: {reason}");
    assert_eq!(ends_with(&lines), "size");
}

/// A model as text is asked beside those that come with the tool, which it may include.
#[test]
fn models_and_compiled_code_come_as_text() {
    let server = Server::start(&[]);
    let lines = server.lines("check", &json!({ "text": MP, "cat": "\"mine\"\nacyclic po | rf | co | fr as order\n" }));
    assert_eq!(of(&lines, "result")[0]["models"][0]["conditions"][0]["verdict"], "forbidden");
    let lines = server.lines("check", &json!({ "text": MP, "cat": "\"mine\"\ninclude \"hsa.cat\"\n" }));
    assert_eq!(of(&lines, "result")[0]["models"][0]["model"], "given");
    let lines = server.lines("diagnose", &json!({ "text": "\"mine\"\nacyclic pof as x\n", "kind": "model" }));
    assert_eq!(of(&lines, "diagnostics")[0][0]["underlined"], "pof");
    let lines =
        server.lines("compiled", &json!({ "text": MP, "code": "nothing of the kind\n", "targets": ["gfx942"] }));
    assert_eq!(ends_with(&lines), "refused");
    let folder = std::path::Path::new("tests/compiled");
    if let Some((test, code, target)) = machine::compiled(folder) {
        let lines = server.lines("compiled", &json!({ "text": test, "code": code, "targets": [target] }));
        assert!(!of(&lines, "result")[0]["cells"].as_array().expect("cells").is_empty(), "{lines:?}");
        // Whatever the verdict is, the code stands there, each instruction with its line.
        let shown = &of(&lines, "code")[0]["threads"];
        assert_eq!(shown.as_array().map(Vec::len), Some(3), "{shown}");
        let first = shown[0]["lines"].as_array().expect("lines").iter().find(|line| !line["from"].is_null());
        let (text, from) = first.map(|line| (line["text"].as_str(), line["from"].as_str())).expect("an instruction");
        let number: usize = from.and_then(|from| from.strip_prefix("line ")?.parse().ok()).expect("a line");
        let written = code.lines().nth(number - 1).expect("it is there");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(written).starts_with(text.expect("its text")), "{written}");
        // What is unsound of it is drawn if that is asked for: with the places of the code, and the state of the test alone.
        assert_eq!(of(&lines, "result")[0]["cells"][0]["verdict"], "unsound");
        assert!(of(&lines, "picture").is_empty());
        let lines = server.lines("compiled", &json!({ "text": test, "code": code, "targets": [target], "draw": true }));
        let [picture] = of(&lines, "picture")[..] else { panic!("{lines:?}") };
        assert_eq!((&picture["verdict"], &picture["by"]), (&json!("unsound"), &json!(target)));
        let svg = picture["svg"].as_str().unwrap_or_default();
        let wanted =
            ["reached on gfx942,notgsplit by the code of a compiler", ">P1:r0=1 P2:r0=1 P2:r1=0 x=1 y=1 z=1<", "P2 66"];
        assert!(wanted.iter().all(|wanted| svg.contains(wanted)), "{svg}");
    }
}

/// What editors tell of a place the page tells too: what a word means, the verdicts on a condition, where a name of a model is from; and no file is read.
#[test]
fn words_are_explained() {
    let server = Server::start(&[]);
    let at = |text: &str, kind: &str, word: &str| {
        let before = &text[..text.find(word).expect("it stands there") + 1];
        let (line, column) = (before.lines().count(), before.lines().last().map_or(0, |line| line.chars().count()));
        let question = json!({ "text": text, "kind": kind, "line": line, "column": column });
        let lines = server.lines("hover", &question);
        assert_eq!(ends_with(&lines), "done", "{lines:?}");
        lines[0]["hover"].clone()
    };
    let ordering = at(MP, "test", "acquire\n");
    assert!(ordering["text"].as_str().is_some_and(|text| text.starts_with("`acquire`: ")), "{ordering}");
    assert_eq!(ordering["place"]["line"], 12);
    // A description says what it says.
    assert_eq!(at(MP, "test", "acquire at agent"), Value::Null);
    let scope = at(MP, "test", "agent\") acquire");
    assert!(scope["text"].as_str().is_some_and(|text| text.contains("Here, besides `P1`")), "{scope}");
    let verdict = at(MP, "test", "exists");
    assert!(verdict["text"].as_str().is_some_and(|text| text.contains("`hsa`: **forbidden**")), "{verdict}");
    assert_eq!(at(MP, "test", "memory"), Value::Null);
    let model = "\"mine\"\ninclude \"hsa.cat\"\nlet own = po | rf\nacyclic own as order\n";
    let name = at(model, "model", "own as");
    assert!(name["text"].as_str().is_some_and(|text| text.contains("let own = po | rf")), "{name}");
    let outside = "\"mine\"\ninclude \"/etc/passwd\"\nlet own = po\nacyclic own as order\n";
    assert!(!at(outside, "model", "etc/passwd").to_string().contains("root:"));
    let behind = json!({ "text": MP, "line": 1u64 << 40, "column": 7 });
    assert_eq!(server.lines("hover", &behind)[0]["hover"], Value::Null);
}

/// A state is asked for by its values as they are listed, of all or of those that some model allows.
#[test]
fn states_are_asked_for_as_they_are_listed() {
    let server = Server::start(&[]);
    let question = json!({ "text": MP, "models": ["hsa"], "allowed": true });
    let lines = server.lines("outcomes", &question);
    let states = of(&lines, "result")[0]["states"].as_array().cloned().expect("states");
    for state in &states {
        assert_eq!(state["models"][0]["verdict"], "allowed");
        let question = json!({ "text": MP, "models": ["hsa"], "allowed": true, "state": state["values"] });
        assert_eq!(of(&server.lines("executions", &question), "picture")[0]["verdict"], "allowed");
    }
    // What is forbidden is not among them.
    let all = server.lines("outcomes", &json!({ "text": MP, "models": ["hsa"] }));
    let all = of(&all, "result")[0]["states"].as_array().cloned().expect("states");
    let forbidden = all.iter().find(|state| state["models"][0]["verdict"] == "forbidden").expect("one");
    let question = json!({ "text": MP, "models": ["hsa"], "allowed": true, "state": forbidden["values"] });
    assert_eq!(ends_with(&server.lines("executions", &question)), "refused");
}

/// What a model lacks to be asked is said as it is written: a check, and names that tests which are read here have.
#[test]
fn models_that_cannot_be_asked_are_diagnosed() {
    let server = Server::start(&[]);
    let said = |text: &str| {
        let lines = server.lines("diagnose", &json!({ "text": text, "kind": "model" }));
        of(&lines, "diagnostics")[0].clone()
    };
    assert_eq!(said("acyclic po as a\n"), json!([]));
    assert_eq!(said("\"only a name\"\n")[0]["message"], "a model without any check");
    let foreign = said("acyclic [R] ; po ; [Q] as k\n");
    assert_eq!((&foreign[0]["message"], &foreign[0]["column"]), (&json!("`Q` is of tests in AArch64"), &json!(21)));
    assert_eq!(foreign[0]["is_warning"], true);
}

/// Every state of a program that races is shown by a race, also where some execution breaks an axiom that ends in it.
#[test]
fn racy_states_are_shown_by_a_race() {
    let server = Server::start(&[]);
    let text = std::fs::read_to_string("tests/pictures/racy-otherwise.litmus").expect("a test");
    let lines = server.lines("outcomes", &json!({ "text": text, "models": ["hsa"] }));
    let states = of(&lines, "result")[0]["states"].as_array().cloned().expect("states");
    assert!(states.len() > 1);
    for state in states {
        assert_eq!(state["models"][0]["verdict"], "racy");
        let question = json!({ "text": text, "models": ["hsa"], "state": state["values"] });
        let lines = server.lines("executions", &question);
        let pictures = of(&lines, "picture");
        assert!(!pictures.is_empty() && pictures.iter().all(|picture| picture["verdict"] == "racy"), "{state}");
        assert_eq!(ends_with(&lines), "done", "{state}");
        // One race a picture: more are not read easily.
        let races = |picture: &Value| {
            let relations = picture["relations"].as_array().cloned().unwrap_or_default();
            relations.iter().filter(|related| related["relation"] == "race").count()
        };
        assert!(pictures.into_iter().all(|picture| races(picture) == 1), "{state}");
    }
    // A state that no execution ends in is none of a program that races either.
    let question = json!({ "text": RACY, "models": ["hsa"], "state": ["7"] });
    assert_eq!(ends_with(&server.lines("executions", &question)), "refused");
    let question = json!({ "text": RACY, "models": ["hsa"], "state": ["2"] });
    assert_eq!(ends_with(&server.lines("executions", &question)), "done");
}

/// The files that an answer names are those of its question, whatever was asked before.
#[test]
fn files_are_those_of_a_question() {
    let server = Server::start(&["--workers", "1"]);
    let asked = |model: &str| {
        let lines = server.lines("outcomes", &json!({ "text": MP, "models": [model] }));
        of(&lines, "result")[0]["files"].clone()
    };
    let (hsa, opencl) = (asked("hsa"), asked("opencl"));
    let has =
        |files: &Value, path: &str| files.as_array().is_some_and(|files| files.iter().any(|file| file["path"] == path));
    assert!(has(&hsa, "models/hsa.cat") && !has(&hsa, "models/opencl.cat"), "{hsa}");
    assert!(has(&opencl, "models/opencl.cat") && !has(&opencl, "models/hsa.cat"), "{opencl}");
    // What targets are compared with is none of it.
    server.lines("refine", &json!({ "text": MP, "targets": ["gfx12"] }));
    assert_eq!(asked("hsa"), hsa);
}

/// Where no model is named, a state is shown by all that the test names, as the list of states has it.
#[test]
fn states_are_shown_by_the_models_of_the_test() {
    let server = Server::start(&[]);
    let text = std::fs::read_to_string("litmus/one-as/SB+one-as+two-spaces.litmus").expect("a test");
    let lines = server.lines("executions", &json!({ "text": text, "state": ["0", "0", "1", "1"] }));
    let shown: Vec<_> = of(&lines, "picture").iter().map(|of| (of["verdict"].clone(), of["by"].clone())).collect();
    let by = |verdict: &str, models: &str| (json!(verdict), json!(models));
    assert_eq!(shown, [by("forbidden", "hsa-none"), by("allowed", "hsa, hsa-literal, opencl")]);
}

/// An execution of one state is found however many others there are, and a state that no execution ends in is refused.
#[test]
fn one_state_of_many_is_shown() {
    let server = Server::start(&[]);
    let text = many_states::many_states(14);
    let ending = |read: &str, left: &str| {
        let state: Vec<&str> = [read; 14].into_iter().chain([left; 14]).collect();
        server.lines("executions", &json!({ "text": text, "models": ["hsa"], "state": state }))
    };
    let lines = ending("0", "1");
    assert_eq!((&of(&lines, "picture")[0]["verdict"], ends_with(&lines)), (&json!("allowed"), "done"));
    assert_eq!(ends_with(&ending("0", "0")), "refused");
    assert_eq!(ends_with(&ending("0", "x")), "refused");
}

/// What is wrong with code that a compiler has made is said with its place, before anything is decided, also where the test cannot be read.
#[test]
fn compiled_code_is_diagnosed() {
    let server = Server::start(&[]);
    let Some((test, code, target)) = machine::compiled(std::path::Path::new("tests/compiled")) else { return };
    let said = |test: &str, code: &str, target: &str| {
        let lines = server.lines("diagnose-code", &json!({ "text": test, "code": code, "targets": [target] }));
        assert_eq!(ends_with(&lines), "done", "{lines:?}");
        of(&lines, "diagnostics")[0].as_array().cloned().expect("a list")
    };
    assert_eq!(said(&test, &code, target), Vec::<Value>::new());
    assert_eq!(said("litmus nothing", &code, target), Vec::<Value>::new());
    let other = said(&test, &code, "gfx90a,notgsplit");
    assert!(other[0]["message"].as_str().is_some_and(|message| message.starts_with("this is code for gfx942")));
    let (at, _) = code.lines().enumerate().find(|(_, line)| line.contains("_load_")).expect("a load");
    let unread = code.replacen("_load_", "_lood_", 1);
    let found = said(&test, &unread, target);
    assert_eq!((&found[0]["line"], &found[0]["path"]), (&json!(at + 1), &json!("code.s")), "{found:?}");
    let missing = said(&test, &code.replace("P0", "Q0"), target);
    assert!(missing.iter().any(|one| one["message"] == "no function for the thread `P0`"), "{missing:?}");
    let question = json!({ "text": test, "code": code, "targets": [] });
    assert_eq!(server.post("diagnose-code", &question.to_string()).0, 400);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let server = Server::start(&[]);
    for what in ["check", "outcomes", "refine", "diagnose"] {
        let lines = server.lines(what, &json!({ "text": MP.replace("acquire\n", "aquire\n") }));
        let found = &of(&lines, "diagnostics")[0][0];
        assert_eq!(
            (&found["line"], &found["column"], &found["underlined"]),
            (&json!(12), &json!(49), &json!("aquire"))
        );
        assert_eq!(found["help"], "did you mean `acquire`?");
        assert_eq!(ends_with(&lines), if what == "diagnose" { "done" } else { "refused" });
    }
    let lines = server.lines("check", &json!({ "text": MP, "models": ["hsaa"] }));
    assert_eq!(of(&lines, "diagnostics")[0][0]["help"], "did you mean `hsa`?");
    let (status, _, body) = server.post("check", "{\"texts\": 1}");
    assert_eq!(status, 400, "{body}");
    assert_eq!(server.post("check", "{").0, 400);
    let (status, _, body) = server.post("check", &json!([MP]).to_string());
    assert!(status == 400 && body.contains("a question is an object"), "{body}");
    assert_eq!(server.post("nothing", "{}").0, 404);
    assert_eq!(server.post("words", "{}").0, 405);
    let two = json!({ "text": MP, "models": ["hsa", "opencl"] });
    assert_eq!(server.post("refine", &two.to_string()).0, 400);
    let beside = json!({ "text": MP, "models": ["hsa"], "cat": "\"mine\"\n" });
    assert_eq!(server.post("refine", &beside.to_string()).0, 400);
    let lines = server.lines("executions", &json!({ "text": MP, "models": ["hsa"], "state": ["7", null] }));
    assert_eq!(ends_with(&lines), "refused");
    let right = "a final state as it is listed: the values of P1:r0 P1:r1 x flag, null of what has none";
    assert_eq!(of(&lines, "diagnostics")[0][0]["message"], right);
    // A value that is none of anything is not left out.
    let lines =
        server.lines("executions", &json!({ "text": MP, "models": ["hsa"], "state": ["1", "1", "1", "1", "1"] }));
    assert_eq!(ends_with(&lines), "refused");
    assert_eq!(server.post("executions", &json!({ "text": MP, "state": 0 }).to_string()).0, 400);
    assert_eq!(server.post("compiled", &json!({ "text": MP }).to_string()).0, 400);
}

#[test]
fn a_request_ends_with_its_time() {
    let server = Server::start(&["--timeout", "20"]);
    let start = Instant::now();
    let lines = server.lines("outcomes", &json!({ "text": slow(), "models": ["hsa"], "seconds": 1.0 }));
    assert_eq!(ends_with(&lines), "deadline", "{:?}", lines.last());
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
}

/// Who goes takes with him what he asked: the one worker for long questions is free for the next.
#[test]
fn a_client_that_goes_is_not_worked_for() {
    let server = Server::start(&["--workers", "1", "--timeout", "300"]);
    let asked = server.open("outcomes", &json!({ "text": slow(), "models": ["hsa"] }));
    std::thread::sleep(Duration::from_millis(500));
    drop(asked);
    let start = Instant::now();
    let lines = server.lines("outcomes", &json!({ "text": slow(), "models": ["hsa"], "seconds": 2.0 }));
    assert_eq!(ends_with(&lines), "deadline");
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

/// Short questions are answered while long ones wait, and who is too many is told so.
#[test]
fn a_full_queue_says_so() {
    let server = Server::start(&["--workers", "1", "--queue", "2", "--timeout", "60"]);
    let long = json!({ "text": slow(), "models": ["hsa"], "seconds": 30.0 });
    let open: Vec<_> = (0..12).map(|_| server.open("outcomes", &long)).collect();
    std::thread::sleep(Duration::from_secs(3));
    let lines = server.lines("check", &json!({ "text": MP, "models": ["hsa"] }));
    assert_eq!(ends_with(&lines), "done");
    // The ones that wait or are worked for are left; all others have been told.
    let mut refused = 0;
    for asked in open {
        if let Some((status, headers, body)) = asked.already() {
            assert!(
                status == 503 && headers.contains("retry-after: 1") || body.contains("\"busy\""),
                "{status} {body}"
            );
            refused += 1;
        }
    }
    assert!(refused >= 12 - 2 - 1 - 2, "{refused}");
}

/// Connections that ask nothing keep nobody out: neither those that send nothing, nor those that do not end what they send.
#[test]
fn idle_connections_keep_nobody_out() {
    let server = Server::start(&["--connections", "8"]);
    server.lines("check", &json!({ "text": MP, "models": ["hsa"] }));
    let head = format!("POST /api/check HTTP/1.1\r\nHost: {}\r\n", server.address);
    let body = format!("{head}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{{");
    for begun in ["", "GET", head.as_str(), body.as_str()] {
        let idle: Vec<_> = (0..40).map(|_| server.begin(begun)).collect();
        let start = Instant::now();
        for _ in 0..3 {
            assert_eq!(server.get("/health", "").0, 200);
            let lines = server.lines("check", &json!({ "text": MP, "models": ["hsa"] }));
            assert_eq!(ends_with(&lines), "done");
        }
        assert!(start.elapsed() < Duration::from_secs(10), "{begun:?}: {:?}", start.elapsed());
        drop(idle);
    }
}

/// Who is being answered is not closed for others, who wait.
#[test]
fn answers_are_not_cut_off_for_others() {
    let server = Server::start(&["--connections", "2", "--timeout", "20"]);
    let slow = json!({ "text": slow(), "models": ["hsa"], "seconds": 4.0 });
    let asked: Vec<_> = (0..2).map(|_| server.open("outcomes", &slow)).collect();
    std::thread::sleep(Duration::from_secs(1));
    let idle: Vec<_> = (0..10).map(|_| server.begin("")).collect();
    for open in asked {
        let (status, _, body) = open.whole();
        assert!(status == 200 && body.contains("\"end\":\"deadline\""), "{status} {body}");
    }
    assert_eq!(server.get("/health", "").0, 200);
    drop(idle);
}

/// The pages have no way to run anything but their own scripts, nor to be part of others, and others cannot ask for them.
#[test]
fn headers_keep_others_out() {
    let server = Server::start(&[]);
    let get = |path: &str, more: &str| server.get(path, more);
    for path in ["/", "/main.js", "/api/words", "/api/examples", "/nothing", "/api/check"] {
        let (_, headers, _) = get(path, "");
        for wanted in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(headers.contains(wanted), "{path}: {headers}");
        }
        assert!(!headers.contains("unsafe") && !headers.contains("set-cookie"), "{path}: {headers}");
    }
    assert_eq!(get("/api/check", "").0, 405);
    assert_eq!(get("/../Cargo.toml", "").0, 404);
    let (_, headers, page) = get("/", "");
    assert!(!page.contains("style=") && !page.contains("<script>") && !page.contains("onclick"));
    let tag = headers.split("etag: ").nth(1).and_then(|rest| rest.lines().next()).expect("a tag");
    assert_eq!(get("/", &format!("If-None-Match: {tag}\r\n")).0, 304);
    let port = server.address.rsplit_once(':').map_or("", |(_, port)| port);
    let local = server.request(&format!("GET /health HTTP/1.1\r\nHost: LOCALHOST:{port}\r\nConnection: close\r\n\r\n"));
    assert_eq!(local.0, 200);
    let two = format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert_eq!(server.request(&two).0, 400);
    let other = server.request("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert_eq!(other.0, 421);
    let body = question(MP);
    let head = |more: &str| {
        format!(
            "POST /api/check HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}Content-Length: {}\r\n\r\n{body}",
            server.address,
            body.len()
        )
    };
    let json = "Content-Type: application/json\r\n";
    assert_eq!(server.request(&head("Content-Type: text/plain\r\n")).0, 415);
    assert_eq!(server.request(&head(&format!("{json}Origin: http://evil.example\r\n"))).0, 403);
    assert_eq!(server.request(&head(&format!("{json}Sec-Fetch-Site: cross-site\r\n"))).0, 403);
    assert_eq!(server.request(&head(&format!("{json}Origin: http://{}\r\n", server.address))).0, 200);
}

#[test]
fn sizes_are_limited() {
    let server = Server::start(&[]);
    assert_eq!(server.post("check", &json!({ "text": "x".repeat(2 << 20) }).to_string()).0, 413);
    let many = (0..100).map(|number| format!("X-{number}: 1\r\n")).collect::<String>();
    assert_eq!(server.get("/", &many).0, 431);
    let long = format!("X: {}\r\n", "y".repeat(100_000));
    assert_eq!(server.get("/", &long).0, 431);
    assert_eq!(server.request("nonsense\r\n\r\n").0, 400);
    let names: Vec<String> = (0..100).map(|number| format!("hsa{number}")).collect();
    assert_eq!(server.post("check", &json!({ "text": MP, "models": names }).to_string()).0, 400);
}

/// What is part of the page is what the languages have.
#[test]
fn words_and_examples_are_the_programs() {
    let server = Server::start(&[]);
    let words: Value = serde_json::from_str(&server.get("/api/words", "").2).expect("JSON");
    let has = |list: &Value, word: &str| list.as_array().is_some_and(|list| list.iter().any(|known| known == word));
    assert!(has(&words["languages"]["test"]["words"], "atomicrmw"));
    assert!(has(&words["languages"]["model"]["words"], "acyclic"));
    assert!(words["meanings"]["acquire"].is_string());
    assert!(has(&words["covers"]["llvm24"], "gfx12") && !has(&words["covers"]["llvm24"], "nothing"));
    assert!(words["models"].as_array().is_some_and(|models| models.iter().any(|model| model["name"] == "hsa")));
    let examples: Value = serde_json::from_str(&server.get("/api/examples", "").2).expect("JSON");
    let themes = examples["themes"].as_array().expect("themes");
    let folders = std::fs::read_dir("litmus").expect("the corpus").count();
    assert_eq!(themes.len(), folders, "src/serve/examples.txt has every theme");
    assert_eq!(themes[0]["tests"][0]["text"], MP);
    assert!(themes.iter().filter_map(|theme| theme["tests"].as_array()).flatten().all(|test| test["about"] != ""));
}

/// A server that is told to end does so, and no worker stays.
#[cfg(unix)]
#[test]
fn a_server_ends_when_it_is_told() {
    let mut server = Server::start(&[]);
    // Workers begin after it listens, and before it answers.
    server.lines("check", &json!({ "text": MP, "models": ["hsa"] }));
    let workers = server.workers();
    assert!(!workers.is_empty());
    server.terminate();
    let start = Instant::now();
    while workers.iter().any(|id| client::is_running(*id)) {
        assert!(start.elapsed() < Duration::from_secs(10), "a worker stays");
        std::thread::sleep(Duration::from_millis(20));
    }
}
