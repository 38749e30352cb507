//! What every command line tool is expected to do: standard input, line ends, completions, short lines, JSON wherever it is asked for.

use super::{litmus, output};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// The widest line of text.
const COLUMNS: usize = 100;

/// The tests of the corpus: all of them if tests are thorough, else one of so many.
fn corpus(one_of: usize) -> Vec<String> {
    let one_of = if std::env::var_os("GFX_LITMUS_THOROUGH").is_some() { 1 } else { one_of };
    let files = walkdir::WalkDir::new("litmus").sort_by_file_name().into_iter().map(|entry| entry.expect("readable"));
    let tests = files.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "litmus"));
    tests.map(|entry| entry.path().display().to_string()).step_by(one_of).collect()
}

/// What is printed by `litmus` when it reads a text.
fn with_input(arguments: &[&str], input: &[u8]) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_litmus"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("litmus starts");
    // It may refuse before it has read all.
    let _ = child.stdin.take().expect("piped").write_all(input);
    let output = child.wait_with_output().expect("litmus ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code().unwrap_or(-1))
}

fn assert_narrow(arguments: &[&str]) -> (String, i32) {
    let (text, code) = output(arguments);
    // Where nothing is decided, that is an error's text.
    assert!((text.lines().count() > 0 || code == 3) && code != 2, "{arguments:?}: {code}");
    for line in text.lines() {
        assert!(line.chars().count() <= COLUMNS, "{arguments:?} prints {} columns: {line}", line.chars().count());
    }
    (text, code)
}

/// Every test is as expected, and says what it rests on.
#[test]
fn text_fits_a_hundred_columns() {
    let (said, code) = assert_narrow(&["check", "--sensitivity", "litmus"]);
    let summary = said.lines().find(|line| line.contains(" tests, ")).expect("a summary");
    assert!(!summary.contains("error") && code == 0, "{summary}");
    assert_narrow(&[
        "check",
        "--no-sensitivity",
        "--model",
        "hsa",
        "--model",
        "opencl",
        "--model",
        "tests/fixtures/sc.cat",
        "litmus",
    ]);
    assert_narrow(&["check", "tests/fixtures/wrong.litmus", "tests/fixtures/wrong-hardware.litmus"]);
    for what in ["targets", "tables", "models", "assumptions"] {
        assert_narrow(&["list", what]);
    }
    for test in corpus(9) {
        assert_narrow(&["outcomes", "--executions", &test]);
    }
    let refined: Vec<String> = corpus(9).into_iter().filter(|test| !test.starts_with("litmus/hardware")).collect();
    let arguments = ["refine", "--all-targets", "--opencl"].into_iter();
    assert_narrow(&arguments.chain(refined.iter().map(String::as_str)).collect::<Vec<_>>());
}

/// What is not as it should be is seen last, wherever it stands.
#[test]
fn what_differs_is_seen_last() {
    insta::assert_snapshot!(litmus(&[
        "check",
        "tests/fixtures/wrong.litmus",
        "tests/fixtures/iriw.litmus",
        "tests/fixtures/wrong-refinement.litmus"
    ]));
    let quiet = litmus(&["check", "-q", "tests/fixtures/wrong.litmus", "tests/fixtures/iriw.litmus"]);
    assert!(!quiet.contains("iriw") && quiet.matches("DIFFERS").count() == 1, "{quiet}");
}

/// Expectations of machine code that are not met say file, line and why.
#[test]
fn what_code_does_otherwise_is_shown() {
    insta::assert_snapshot!(litmus(&["check", "tests/fixtures/wrong-refinement.litmus"]));
}

/// Another reading of a model is shown where it says something else, and nowhere else.
#[test]
fn outcomes_say_what_other_readings_say() {
    insta::assert_snapshot!(litmus(&["outcomes", "litmus/mmra/fence-image.litmus", "--model", "hsa", "--sensitivity"]));
    insta::assert_snapshot!(litmus(&[
        "outcomes",
        "litmus/message-passing/MP+rel+acq+agent.litmus",
        "--model",
        "hsa",
        "--sensitivity"
    ]));
}

#[test]
fn outcomes_show_executions() {
    let test = "litmus/store-buffering/SB+sc+agent.litmus";
    insta::assert_snapshot!(litmus(&["outcomes", "--executions", "--model", "hsa", "--model", "opencl", test]));
}

/// Of each state of the corpus that a model allows an execution is shown, unless the program has a race.
#[test]
fn every_allowed_state_has_an_execution() {
    for test in corpus(17) {
        let (text, _) = output(&["outcomes", "--executions", "--allowed", "--format", "json", &test]);
        let report: Value = serde_json::from_str(&text).expect("JSON");
        for state in report["states"].as_array().expect("states") {
            for verdict in state["models"].as_array().expect("models") {
                let is_allowed = verdict["verdict"] == "allowed";
                assert_eq!(verdict["execution"].is_array(), is_allowed, "{test}: {state}");
            }
        }
    }
}

/// Whether it is said of each forbidden state what forbids it.
fn is_explained(report: &str) -> bool {
    let report: Value = serde_json::from_str(report).expect("JSON");
    let models = report["states"].as_array().into_iter().flatten().filter_map(|state| state["models"].as_array());
    let mut forbidden = models.flatten().filter(|said| said["verdict"] == "forbidden");
    forbidden.all(|said| said["axioms"].as_array().is_some_and(|axioms| !axioms.is_empty()))
}

/// All that is listed and checked is the same bytes whichever engine is asked, what forbids a state included.
#[test]
fn engines_print_the_same() {
    let always = ["message-passing/MP+agent-flag-other-agent", "scopes/MP+agent+just-outside"];
    let always = always.map(|name| format!("litmus/{name}.litmus"));
    for test in always.into_iter().chain(corpus(11)) {
        let listed = |engine| output(&["outcomes", "--executions", "--engine", engine, "--format", "json", &test]);
        let [enumerated, solved] = ["enumerate", "smt"].map(listed);
        // Values out of thin air are the solver's, and so is why a model forbids them.
        if enumerated.1 != 3 && is_explained(&enumerated.0) {
            assert_eq!(enumerated, solved, "{test}");
        }
    }
    let checked = |engine| litmus(&["check", "--engine", engine, "litmus/message-passing", "litmus/races"]);
    assert_eq!(checked("enumerate"), checked("smt"));
    // What shows verdicts, too, where enumeration has it.
    let shown = |engine| {
        let (report, _) = json(&["check", "--no-sensitivity", "--engine", engine, "litmus/coherence", "litmus/races"]);
        without(report["tests"].clone(), &["seconds"])
    };
    assert_eq!(shown("enumerate"), shown("smt"));
    // Unsound code, too: the state, the order of micro-events, and what forbids it.
    let refined = |engine| {
        let folders = ["litmus/message-passing", "litmus/dma", "litmus/scopes"];
        let targets = ["--target", "gfx942,tgsplit", "--target", "gfx1250", "--assume", "none"];
        let (report, code) = json(&[&["refine", "--engine", engine][..], &folders, &targets].concat());
        assert_eq!(code, 1, "some are unsound");
        // Variants without a rule against thin air are for the solver alone to decide.
        without(report["tests"].clone(), &["seconds", "rests_on", "may_rest_on"])
    };
    assert_eq!(refined("enumerate"), refined("smt"));
}

/// Values out of thin air are the solver's to decide: what enumeration cannot tell is no assumption that a verdict rests on.
#[test]
fn what_is_not_decided_is_said_apart() {
    let test = "litmus/load-buffering/LB+data.litmus";
    for engine in ["enumerate", "smt"] {
        insta::assert_snapshot!(litmus(&["check", "--sensitivity", "--engine", engine, test]));
    }
    insta::assert_snapshot!(litmus(&["refine", "--target", "gfx12,cu", "--engine", "enumerate", test]));
}

/// A report without these fields in it.
fn without(value: Value, left_out: &[&str]) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().filter(|(name, _)| !left_out.contains(&name.as_str()));
            Value::Object(fields.map(|(name, value)| (name, without(value, left_out))).collect())
        }
        Value::Array(items) => items.into_iter().map(|item| without(item, left_out)).collect(),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => other,
    }
}

#[test]
fn standard_input_is_a_test_or_a_model() {
    let without_times = |text: &str| -> String {
        let is_timed = |line: &&str| line.contains("seconds") || line.contains(" ms");
        text.lines().filter(|line| !is_timed(line)).map(|line| format!("{line}\n")).collect()
    };
    let path = "tests/fixtures/iriw.litmus";
    let text = std::fs::read(path).expect("readable");
    let commands: [&[&str]; 5] = [
        &["check", "--model", "hsa", "--format", "json"],
        &["outcomes", "--model", "hsa"],
        &["fmt"],
        &["lower", "--target", "gfx9"],
        &["refine", "--target", "gfx9", "--matrix"],
    ];
    for command in commands {
        let (found, errors, code) = with_input(&[command, &["-"]].concat(), &text);
        let (expected, expected_code) = output(&[command, &[path]].concat());
        assert_eq!(without_times(&found).replace("<stdin>", path), without_times(&expected), "{command:?}: {errors}");
        assert_eq!(code, expected_code, "{command:?}: {errors}");
    }
    let (ir, errors, code) = with_input(&["llvm", "emit", "-"], &text);
    assert!(code == 0 && ir.contains("define"), "{errors}");
    let model = std::fs::read("models/rc11.cat").expect("readable");
    let (found, errors, code) = with_input(&["model", "check", "-"], &model);
    assert!(code == 0 && found.starts_with("-: a model of"), "{found}{errors}");
    let (found, errors, code) = with_input(&["outcomes", path, "--model", "-"], &model);
    let (expected, _) = output(&["outcomes", path, "--model", "rc11"]);
    assert_eq!((without_times(&found), code), (without_times(&expected).replace("rc11", "-"), 0), "{errors}");
    let (_, errors, code) = with_input(&["check", "-"], b"litmus wrong\nthread");
    assert!(code == 2 && errors.contains("<stdin>:"), "{errors}");
    let (_, errors, code) = with_input(&["check", "-"], &vec![b' '; (1 << 20) + 1]);
    assert!(code == 2 && errors.contains("more than 1 MiB"), "{errors}");
    let (_, errors, code) = with_input(&["fmt", "--write", "-"], &text);
    assert!(code == 2 && errors.contains("standard input cannot be changed"), "{errors}");
}

#[test]
fn carriage_returns_are_kept() {
    let folder = super::scratch::folder();
    let path = folder.path().join("returns.litmus").display().to_string();
    let (canonical, _) = output(&["fmt", "tests/fixtures/comments.litmus"]);
    std::fs::write(&path, canonical.replace('\n', "\r\n")).expect("writable");
    assert_eq!(output(&["fmt", "--check", &path]), (String::new(), 0));
    assert_eq!(output(&["fmt", &path]).0, canonical.replace('\n', "\r\n"));
}

#[test]
fn lists_of_what_there_is() {
    for what in ["targets", "tables", "models", "assumptions"] {
        insta::assert_snapshot!(format!("list_of_{what}"), litmus(&["list", what]));
        let (text, code) = output(&["list", what, "--format", "json"]);
        let report: Value = serde_json::from_str(&text).expect("JSON");
        assert!(code == 0 && !report[what].as_array().expect("a list").is_empty(), "{text}");
    }
}

#[test]
fn shells_and_man_know_every_command() {
    let commands = [
        "check", "outcomes", "fmt", "lower", "refine", "mutate", "synth", "compare", "report", "merge", "table", "list",
    ];
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (script, code) = output(&["completions", shell]);
        assert_eq!(code, 0);
        for command in commands.iter().chain(&["sensitivity", "verify"]) {
            assert!(script.contains(command), "{shell} does not complete {command}");
        }
    }
    let (page, code) = output(&["man"]);
    assert!(code == 0 && page.contains(".TH litmus"), "{page}");
    for command in commands {
        assert!(page.contains(&format!(".SH LITMUS {}", command.to_uppercase())), "{command} has no section");
    }
    assert!(page.contains(".SH LITMUS TABLE VERIFY") && page.contains("\\-\\-sensitivity"), "{page}");
}

/// Arguments of every command that has JSON, of which the input is refused.
const REFUSED: &[&[&str]] = &[
    &["check", "no/such/test.litmus"],
    &["check", "--model", "hsaa", "litmus/coherence"],
    &["refine", "no/such/test.litmus", "--target", "gfx12"],
    &["refine", "litmus/coherence", "--target", "gfx99"],
    &["outcomes", "no/such/test.litmus"],
    &["lower", "no/such/test.litmus"],
    &["mutate", "no-such-model", "litmus/coherence"],
    &["synth", "--model", "no-such-model"],
    &["compare", "hsa", "no-such-model"],
    &["merge", "no/such/new", "no/such/shard"],
    &["list", "assumptions", "--hardware", "no/such/hardware.hw"],
    &["table", "import", "no/such/document.rst"],
    &["table", "show", "gfx99"],
    &["table", "show", "gfx12", "--row", "no such row"],
    &["table", "diff", "llvm22", "llvm99"],
    &["table", "diff", "llvm22", "llvm99", "--verdicts"],
    &["table", "lint", "llvm99"],
    &["table", "verify", "llvm99"],
    &["table", "audit", "llvm99"],
    &["table", "repair", "llvm99"],
    // Command lines that cannot be understood.
    &["check"],
    &["outcomes", "--no-such-option", "test.litmus"],
    &["refine", "litmus/coherence"],
    &["table", "diff", "llvm22"],
    &["check", "--timeout", "soon", "litmus"],
];

/// Arguments of commands that have something to say in JSON.
const ANSWERED: &[&[&str]] = &[
    &["check", "tests/fixtures/iriw.litmus"],
    &["refine", "litmus/coherence/CoRR.litmus", "--target", "gfx12"],
    &["refine", "litmus/coherence/CoRR.litmus", "--target", "gfx10-11", "--against", "llvm19"],
    &["outcomes", "tests/fixtures/iriw.litmus"],
    &["lower", "tests/fixtures/iriw.litmus", "--target", "gfx12"],
    &["mutate", "tests/fixtures/sc.cat", "litmus/store-buffering/SB+sc+agent.litmus"],
    &["synth", "--events", "2", "--threads", "1"],
    &["compare", "hsa", "hsa", "--events", "2", "--threads", "1"],
    &["list", "targets"],
    &["table", "show", "gfx12"],
    &["table", "show", "gfx12", "--row", "fence acquire agent"],
    &["table", "diff", "llvm22:gfx12", "llvm24:gfx12"],
    &["table", "diff", "llvm24:gfx12", "llvm24:gfx12", "--verdicts", "--events", "2", "--threads", "1"],
    &["table", "lint", "llvm24"],
    &["table", "verify", "llvm24:gfx12", "--events", "2", "--threads", "1", "--target", "gfx12,cu"],
    &["table", "audit", "llvm24:gfx12", "--events", "2", "--threads", "1", "--target", "gfx12,cu"],
    &["table", "repair", "llvm24:gfx12", "--events", "2", "--threads", "1", "--target", "gfx12,cu"],
];

fn json(arguments: &[&str]) -> (Value, i32) {
    let (text, code) = output(&[arguments, &["--format", "json"]].concat());
    let report = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"));
    (report, code)
}

#[test]
fn every_command_says_errors_in_json() {
    for arguments in REFUSED {
        let (report, code) = json(arguments);
        let errors = report["errors"].as_array().unwrap_or_else(|| panic!("{arguments:?}: {report}"));
        assert!(code == 2 && !errors.is_empty() && report["schema"].is_u64(), "{arguments:?}: {report}");
        for error in errors {
            assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{arguments:?}: {error}");
            assert!(error["path"].is_string() && error["line"].is_u64(), "{arguments:?}: {error}");
        }
    }
    for arguments in ANSWERED {
        let (report, code) = json(arguments);
        assert!(code != 2 && report["schema"].is_u64(), "{arguments:?}: {report}");
        assert_eq!(report["errors"], Value::Array(Vec::new()), "{arguments:?}");
    }
}

/// An option that has no effect is refused, and says what it would need.
#[test]
fn options_without_effect_are_refused() {
    let wrong: &[&[&str]] = &[
        &["synth", "--table", "llvm22"],
        &["synth", "--opencl"],
        &["refine", "litmus/coherence", "--all-targets", "--target", "gfx12"],
        &["table", "diff", "llvm22", "llvm24", "--events", "3"],
        &["table", "diff", "llvm22", "llvm24", "--threads", "2"],
        &["table", "diff", "llvm22", "llvm24", "--varied-threads", "2"],
        &["table", "diff", "llvm22", "llvm24", "--engine", "smt"],
        &["table", "diff", "llvm22", "llvm24", "--timeout", "3"],
        &["table", "diff", "llvm22", "llvm24", "--hardware", "models/hardware"],
        &["table", "diff", "llvm22", "llvm24", "--results", "results"],
        &["list", "models", "--hardware", "models/hardware"],
        &["check", "litmus/coherence", "--quiet", "--format", "json"],
        &["check", "litmus/coherence", "--limit", "5000"],
        &["merge", "new", "shard", "--memory", "100"],
        &["man", "--memory", "100"],
        &["fmt", "litmus/coherence/CoRR.litmus", "--targets", "targets.toml"],
        &["fmt", "litmus/coherence/CoRR.litmus", "--include", "models"],
        &["list", "targets", "--include", "models"],
        &["man", "--include", "models"],
        &["table", "show", "llvm24:gfx12", "--include", "models"],
        &["lower", "litmus/coherence/CoRR.litmus", "--target", "gfx9", "--include", "models"],
        &["llvm", "emit", "litmus/coherence/CoRR.litmus", "--include", "models"],
    ];
    let said = wrong.iter().map(|arguments| {
        let said = litmus(arguments);
        assert!(said.ends_with("--- exit code 2\n"), "{arguments:?}: {said}");
        let first = said.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("---"));
        format!("litmus {}\n  {}\n", arguments.join(" "), first.collect::<Vec<_>>().join("\n  "))
    });
    insta::assert_snapshot!(said.collect::<String>());
}

/// What is wrong with an option is said once, and what is wrong with a file again and again is counted.
#[test]
fn errors_are_not_repeated() {
    insta::assert_snapshot!(litmus(&["check", "--model", "hsaa", "litmus"]));
    let folder = super::scratch::folder();
    let path = folder.path().join("again.litmus").display().to_string();
    let thread = "thread P0 @ agent 0, workgroup 0, wavefront 0";
    let write = |loads: String| {
        let text = format!("litmus again\nmemory {{ global x: i32 = 0 }}\n{thread} {{\n{loads}}}\nexists (x = 0)\n");
        std::fs::write(&path, text).expect("writable");
    };
    write((0..500).map(|number| format!("  r{number} = load i32, y\n")).collect());
    let said = litmus(&["check", &path]);
    assert!(said.contains("497 more errors: ") && said.matches("Error:").count() == 3, "{said}");
    let (report, _) = json(&["check", &path]);
    assert_eq!(report["errors"].as_array().map(Vec::len), Some(500));
    write((0..500).map(|number| format!("  r{number} = load i32, y{number}\n")).collect());
    let said = litmus(&["check", &path]);
    assert!(said.contains("480 more errors\n") && said.matches("Error:").count() == 20, "{said}");
}

/// Folders with links to each other: the ways through nine of them are a million, and each has one test.
#[cfg(unix)]
#[test]
fn folders_that_links_lead_to_are_walked_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = (0..9).map(|number| format!("f{number}")).collect();
    for name in &names {
        let own = folder.path().join(name);
        std::fs::create_dir(&own).expect("a folder");
        std::fs::copy("tests/fixtures/iriw.litmus", own.join("t.litmus")).expect("a copy");
        for other in names.iter().filter(|other| *other != name) {
            std::os::unix::fs::symlink(folder.path().join(other), own.join(other)).expect("a link");
        }
    }
    // As editors leave them.
    std::os::unix::fs::symlink("nowhere", folder.path().join(".#t")).expect("a link");
    let path = folder.path().display().to_string();
    let check = ["check", "--model", "hsa", "--no-sensitivity", &path];
    let (out, code) = output(&check);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("9 tests, 9 ok"), "{out}");
    std::os::unix::fs::symlink("nowhere", folder.path().join("t.litmus")).expect("a link");
    assert_eq!(output(&check).1, 2, "a test that is not there");
}

/// What a picture cannot be written for is among the errors, in text and in JSON.
#[test]
fn pictures_that_cannot_be_written_are_errors() {
    let commands: [&[&str]; 3] = [
        &["outcomes", "tests/fixtures/iriw.litmus", "--model", "hsa"],
        &["check", "tests/fixtures/wrong.litmus"],
        &["refine", "litmus/memory-types/2+2W+sc+system+coarse.litmus", "--target", "gfx11,cu"],
    ];
    for command in commands {
        let places = [
            ("no/such/folder/one.svg", "there is no such folder"),
            ("tests/fixtures/iriw.litmus/pictures", "cannot be written"),
        ];
        for (place, why) in places {
            let (said, code) = output(&[command, &["--svg", place, "--format", "json"]].concat());
            let report: Value = serde_json::from_str(&said).expect("JSON");
            let errors = report["errors"].as_array().expect("errors");
            let is_told = |error: &Value| error["message"].as_str().is_some_and(|message| message.contains(why));
            assert!(code == 2 && !errors.is_empty() && errors.iter().all(is_told), "{command:?}: {said}");
        }
    }
}

/// A model on standard input has variants as one of a file has.
#[test]
fn variants_of_a_model_on_standard_input() {
    let model = std::fs::read("models/rc11.cat").expect("readable");
    let (found, errors, code) = with_input(&["check", "tests/fixtures/iriw.litmus", "--model", "-"], &model);
    let (_, expected) = output(&["check", "tests/fixtures/iriw.litmus", "--model", "models/rc11.cat"]);
    assert_eq!(code, expected, "{found}{errors}");
    assert!(errors.is_empty(), "{errors}");
}

/// Thousands of errors of one file are told apart in time that grows with their number, and counted.
#[test]
fn thousands_of_errors_are_counted() {
    let folder = super::scratch::folder();
    let test = folder.path().join("wrong.litmus");
    let lines = "  r0 = nowhere\n".repeat(60_000);
    let text = format!(
        "litmus wrong\nmemory {{\n  global x: i32 = 0\n}}\nthread P0 @ agent 0, workgroup 0, wavefront 0 {{\n{lines}}}\nexists (x = 1)\n"
    );
    std::fs::write(&test, text).expect("written");
    let test = test.display().to_string();
    let start = std::time::Instant::now();
    for command in [&["check", &test][..], &["refine", "--target", "gfx12,cu", &test]] {
        let said = litmus(command);
        assert!(said.contains("59997 more errors: "), "{command:?}: {}", said.chars().take(2000).collect::<String>());
    }
    eprintln!("60,000 errors twice: {:?}", start.elapsed());
}

/// A table is shown in lines that fit, and in its language still: on standard input it is read as the table that it is.
#[test]
fn a_table_that_is_shown_can_be_read() {
    for family in ["gfx10-gfx11", "gfx125x", "gfx90a"] {
        let (shown, code) = assert_narrow(&["table", "show", family]);
        assert_eq!(code, 0, "{shown}");
        let (found, errors, again) = with_input(&["table", "lint", "-", "--format", "json"], shown.as_bytes());
        let (expected, code) = output(&["table", "lint", &format!("llvm24:{family}"), "--format", "json"]);
        let flaws = |text: &str| {
            let report: Value = serde_json::from_str(text).expect("JSON");
            report["summary"]["flaws"].clone()
        };
        assert!(errors.is_empty() && again == code && flaws(&found).is_u64(), "{found}{errors}");
        assert_eq!(flaws(&found), flaws(&expected), "{family}");
    }
}

/// Where results cannot be written besides is said before anything is decided.
#[test]
fn a_missing_folder_is_said_at_once() {
    insta::assert_snapshot!(litmus(&["check", "litmus", "--write", "json=no/such/folder/report.json"]));
}

/// Whatever is named, once more is no more.
#[test]
fn what_is_named_twice_counts_once() {
    let counted = |arguments: &[&str], field: &str| json(arguments).0["summary"][field].clone();
    assert_eq!(
        counted(&["table", "lint", "llvm24", "llvm24"], "tables"),
        counted(&["table", "lint", "llvm24"], "tables")
    );
    let model = ["model", "check", "models/rc11.cat"];
    assert_eq!(litmus(&[&model[..], &model[2..]].concat()), litmus(&model));
    let synth = ["synth", "--events", "2", "--model", "hsa", "--target", "gfx12,cu"];
    let once = output(&synth);
    assert_eq!(output(&[&synth[..], &synth[3..]].concat()), once);
    assert!(once.0.contains("expect refine gfx12,cu llvm24: "), "{}", once.0);
    let missing = json(&["check", "no-such.litmus", "no-such.litmus"]).0;
    assert_eq!(missing["errors"].as_array().map(Vec::len), Some(1));
}
