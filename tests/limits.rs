//! Limits of time and memory, and interrupts: work on tests that are far too large ends, and says why.

#[path = "limits/files.rs"]
mod files;
#[path = "scratch/many_states.rs"]
mod many_states;
#[path = "limits/programs.rs"]
mod programs;
#[path = "limits/reading.rs"]
mod reading;

use programs::{accesses, counters, endless, increments, locks, nested, products};
use std::borrow::BorrowMut;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Files of a test, which go with it.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().expect("a folder"))
    }

    fn add(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("writable");
        path
    }
}

fn litmus(command: &str, path: &Path, arguments: &[&str]) -> Command {
    let mut litmus = Command::new(env!("CARGO_BIN_EXE_litmus"));
    litmus.arg(command).arg(path).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    litmus
}

/// What it prints, and how long it takes. A run that a limit does not end takes minutes: this is far less, and far more than a loaded machine needs.
fn ended(mut command: impl BorrowMut<Command>) -> (Output, String) {
    let start = Instant::now();
    let command = command.borrow_mut();
    let output = command.output().expect("litmus starts");
    assert!(start.elapsed() < Duration::from_secs(30), "{command:?} took {:?}", start.elapsed());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    // Lines may be broken between any words.
    let said = text(&output.stdout) + " " + &text(&output.stderr);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    (output, said)
}

/// Whatever takes the time, parsing to hardware, nothing is decided, and that is said.
#[test]
fn time_binds_every_phase() {
    let files = Files::new();
    let large = files.add("large.litmus", &accesses(13, 30));
    let locks = files.add("locks.litmus", &locks(5));
    let twice = files.add("twice.litmus", &counters(10, 2));
    let counters = files.add("counters.litmus", &counters(10, 1));
    let runs = [
        litmus("refine", &twice, &["--timeout", "1", "--target", "gfx90a,tgsplit"]),
        litmus("check", &large, &["--timeout", "1"]),
        litmus("check", &large, &["--timeout", "1", "--engine", "smt"]),
        litmus("check", &large, &["--timeout", "1", "--engine", "enumerate"]),
        litmus("check", &locks, &["--timeout", "1"]),
        litmus("check", &locks, &["--timeout", "1", "--engine", "smt"]),
        litmus("outcomes", &counters, &["--timeout", "1"]),
        litmus("outcomes", &counters, &["--timeout", "1", "--format", "json"]),
        litmus("refine", &counters, &["--timeout", "1", "--target", "gfx12,cu"]),
    ];
    for run in runs {
        let shown = format!("{run:?}");
        let (output, said) = ended(run);
        assert_eq!(output.status.code(), Some(3), "{shown}: {said}");
        assert!(said.contains("no answer within 1 s"), "{shown}: {said}");
    }
}

/// Loops are unrolled as often as the time lets them be, and no longer, whatever their turns are made of.
#[test]
fn time_binds_turns_without_events() {
    let files = Files::new();
    for (name, turn) in [("toggle", "r0 = 1 - r0"), ("count", "r0 = r0 + 8"), ("marks", "asyncmark")] {
        let test = files.add(&format!("{name}.litmus"), &endless(turn));
        let (output, said) = ended(litmus("check", &test, &["--timeout", "1", "--model", "hsa"]));
        assert_eq!(output.status.code(), Some(3), "{name}: {said}");
        assert!(said.contains("unroll bound exceeded"), "{name}: {said}");
        assert!(said.contains("the bound could not be raised further: no answer within 1 s"), "{name}: {said}");
    }
    // Events are more than engines are made for before the time is over.
    let test = files.add("stores.litmus", &endless("store atomic i32 2, x monotonic"));
    let (output, said) = ended(litmus("check", &test, &["--timeout", "20", "--model", "hsa"]));
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("the bound could not be raised further: more than 400 events"), "{said}");
}

/// What z3 has taken by then is given back node by node, and so less time is spent before that.
#[test]
fn time_binds_what_is_given_back_too() {
    let files = Files::new();
    let nested = files.add("nested.litmus", &nested(5));
    let (output, said) = ended(litmus("check", &nested, &["--timeout", "10", "--engine", "smt"]));
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("no answer within 10 s"), "{said}");
}

/// A row of as many columns as anybody has: what lists it is not bound by anything.
#[test]
fn rows_are_printed_in_time_that_grows_with_their_length() {
    let loads: String = (0..20_000).map(|register| format!("  r{register} = 1\n")).collect();
    let text = format!(
        "litmus wide\n\"Many registers.\"\nmemory {{\n  global x: i32 = 0\n}}\nthread P0 @ agent 0, workgroup 0, wavefront 0 \
         {{\n{loads}}}\nexists (P0:r0 = 1)\nexpect hsa: allowed\n"
    );
    let files = Files::new();
    let wide = files.add("wide.litmus", &text);
    let seconds = |arguments: &[&str]| {
        let start = Instant::now();
        let (output, said) = ended(litmus("outcomes", &wide, arguments));
        assert_eq!(output.status.code(), Some(0), "{}", said.chars().take(200).collect::<String>());
        start.elapsed().as_secs_f64()
    };
    // What is found is the same, and printing it in columns takes little more.
    let (json, text) = (seconds(&["--timeout", "20", "--format", "json"]), seconds(&["--timeout", "20"]));
    assert!(text < 10.0 * json + 2.0, "{text} s as text, {json} s as JSON");
}

/// A test in C of thousands of final states: what was found until the time is over is listed, in every form, and that some may be missing.
#[test]
fn time_binds_long_lists_of_states() {
    let stores = |value: usize| {
        format!(
            "P{} (atomic_int* x, atomic_int* y) {{
  atomic_store_explicit(x, {value}, memory_order_relaxed);
  atomic_store_explicit(y, {value}, memory_order_seq_cst);
}}
",
            value - 1
        )
    };
    let load = |register: usize| {
        let location = if register < 6 { "x" } else { "y" };
        format!("  int r{register} = atomic_load_explicit({location}, memory_order_relaxed);\n")
    };
    let loads: String = (0..12).map(load).collect();
    let threads: String = (1..4).map(stores).collect();
    let text =
        format!("C states\n{{ }}\n{threads}P3 (atomic_int* x, atomic_int* y) {{\n{loads}}}\nexists (3:r0 = 1)\n");
    let files = Files::new();
    let states = files.add("states.litmus", &text);
    for arguments in [vec![], vec!["--allowed"], vec!["--executions"], vec!["--engine", "enumerate"]] {
        let (output, said) = ended(litmus("outcomes", &states, &[&["--timeout", "0.4"], &arguments[..]].concat()));
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        assert!(
            said.contains("states may be missing, and no race was looked for: no answer within 0.4 s"),
            "{arguments:?}"
        );
        assert!(said.contains(" allowed "), "{arguments:?}");
    }
    // A log of herd7 that lacks some would be one of another test.
    let (output, said) = ended(litmus("outcomes", &states, &["--timeout", "0.4", "--herd"]));
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(said.contains("not decided: no answer within 0.4 s"), "{said}");
}

/// Where there is time for states and not for an execution of each, that is said, and of how many; also where they were to be drawn.
#[test]
fn executions_that_are_not_shown_are_counted() {
    let files = Files::new();
    let many = files.add("many.litmus", &many_states::many_states(12));
    for timeout in ["0.1", "0.4", "1.6"] {
        let (output, said) =
            ended(litmus("outcomes", &many, &["--timeout", timeout, "--executions", "--format", "json"]));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        let states = report["states"].as_array().expect("a list");
        let shown = states.iter().filter(|state| !state["models"][0]["execution"].is_null()).count();
        let unshown = report["unshown"]["states"].as_u64().unwrap_or(0) as usize;
        assert_eq!(shown + unshown, states.len(), "{timeout}");
        let is_whole = unshown == 0 && report["reason"].is_null();
        assert_eq!(output.status.code(), Some(if is_whole { 0 } else { 3 }), "{timeout}: {said}");
        assert!(!is_whole || states.len() == 1 << 12, "{timeout}");
    }
    let picture = files.0.path().join("many.svg");
    let drawn = picture.display().to_string();
    let (output, said) = ended(litmus("outcomes", &many, &["--timeout", "0.1", "--svg", &drawn]));
    let is_drawn = output.status.code() == Some(0);
    assert!(is_drawn || said.contains(": no answer within 0.1 s"), "{said}");
    assert!(!is_drawn || picture.exists(), "{said}");
    assert!(!said.contains("no state has an execution to show"), "{said}");
}

/// What the solver has found until the time is over is listed, though it is not explained any more.
#[test]
fn states_are_listed_that_time_is_too_short_to_explain() {
    let files = Files::new();
    let counters = files.add("counters.litmus", &counters(10, 1));
    let (output, said) = ended(litmus("outcomes", &counters, &["--timeout", "3", "--engine", "smt"]));
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("may be missing") && said.contains(": no answer within 3 s"), "{said}");
    assert!(output.stdout.iter().filter(|&&byte| byte == b'\n').count() > 3, "{said}");
}

/// Where there is no time to say of every state whether it is allowed, it is said of those that are.
#[test]
fn what_is_allowed_is_said_of_long_lists() {
    let files = Files::new();
    let counters = files.add("counters.litmus", &counters(6, 1));
    let (output, said) = ended(litmus("outcomes", &counters, &["--timeout", "4"]));
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("may be missing") && said.contains(": no answer within 4 s"), "{said}");
    let allowed = said.matches(" allowed ").count();
    let unknown = said.matches(" unknown ").count();
    assert!(allowed > 0 && unknown > 0, "{allowed} allowed, {unknown} unknown");
}

/// A verdict that is not expected is not lost where the time is over before it is explained.
#[test]
fn a_verdict_is_there_without_its_explanation() {
    let files = Files::new();
    let test = files.add("accesses.litmus", &accesses(20, 4));
    let (output, said) = ended(litmus("check", &test, &["--timeout", "10", "--engine", "smt", "--no-sensitivity"]));
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("forbidden under hsa, expected allowed"), "{said}");
}

/// Tests beside one that is too large are decided.
#[test]
fn a_test_that_is_too_large_loses_no_others() {
    let files = Files::new();
    files.add("large.litmus", &accesses(13, 30));
    files.add("small.litmus", &counters(2, 1));
    let (output, said) = ended(litmus("check", files.0.path(), &["--timeout", "1"]));
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("2 tests, 1 ok, 1 unknown"), "{said}");
}

#[test]
fn memory_binds() {
    let files = Files::new();
    let large = files.add("large.litmus", &accesses(10, 20));
    for arguments in [["--memory", "150", "--engine", "smt"], ["--memory", "100", "--engine", "auto"]] {
        let (output, said) = ended(litmus("check", &large, &arguments));
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.contains(&format!("more than {} MB of memory would be needed", arguments[1])), "{said}");
    }
}

/// The most memory that a run has at once, in bytes, while it does what ends for want of memory.
#[cfg(target_os = "linux")]
fn most_memory(mut command: Command) -> u64 {
    let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("litmus starts");
    let mut most = 0;
    while running.try_wait().expect("a child").is_none() {
        // A process that has just ended has none.
        let status = std::fs::read_to_string(format!("/proc/{}/status", running.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0);
        most = u64::max(most, kilobytes << 10);
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(most > 0, "the system does not say how much memory a process has");
    most
}

/// Of the memory that a run may use, little more is used: by one test that needs more, and by several side by side.
#[cfg(target_os = "linux")]
#[test]
fn little_more_memory_is_used_than_asked_for() {
    for (tests, memory) in [(1, 100), (1, 300), (1, 800), (3, 100), (3, 300)] {
        let files = Files::new();
        (0..tests).for_each(|test| drop(files.add(&format!("large{test}.litmus"), &accesses(10, 39))));
        let most = most_memory(litmus("check", files.0.path(), &["--memory", &memory.to_string(), "--engine", "smt"]));
        assert!(most < (memory << 20) * 6 / 5, "{tests} tests have {} MB of {memory}", most >> 20);
    }
}

/// Nor where the solver doubles a table while it takes formulas apart, and hears no interrupt.
#[cfg(target_os = "linux")]
#[test]
fn no_more_memory_is_used_where_the_solver_takes_much_at_once() {
    for (text, memory) in [(increments(6), 150), (increments(7), 180), (counters(14, 1), 180), (products(3, 8), 800)] {
        let files = Files::new();
        files.add("large.litmus", &text);
        let most = most_memory(litmus("check", files.0.path(), &["--memory", &memory.to_string(), "--engine", "smt"]));
        assert!(most < (memory << 20) * 6 / 5, "{} MB of {memory} for\n{text}", most >> 20);
    }
}

/// What earlier tests have left costs no later one its verdict: each of these is decided within so much memory by itself.
#[test]
fn what_is_kept_of_tests_takes_no_memory_from_others() {
    for jobs in ["1", "2"] {
        let (output, said) = ended(litmus(
            "check",
            Path::new("litmus/termination"),
            &["--memory", "100", "--timeout", "60", "--jobs", jobs],
        ));
        assert_eq!(output.status.code(), Some(0), "{said}");
    }
    // All of them are many, and take their time.
    let mut all = litmus("check", Path::new("litmus"), &["--memory", "150", "--timeout", "60"]);
    let output = all.output().expect("litmus starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", said.lines().last().unwrap_or_default());
}

/// A program that does not say whether it is a compiler is waited for no longer than a test, and not after an interrupt.
#[cfg(unix)]
#[test]
fn a_compiler_that_says_nothing_is_not_waited_for() {
    use std::os::unix::fs::PermissionsExt;
    let files = Files::new();
    let silent = files.add("silent", "#!/bin/sh\nexec sleep 600\n");
    std::fs::set_permissions(&silent, std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    let silent = silent.to_str().expect("UTF-8");
    let arguments =
        ["llvm", "check", "litmus/message-passing/MP+fences+agent.litmus", "--llc", silent, "--target", "gfx90a"];
    let mut run = Command::new(env!("CARGO_BIN_EXE_litmus"));
    let (output, said) = ended(run.args(arguments).args(["--timeout", "1"]));
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("no answer within 1 s"), "{said}");
    interrupted(&arguments);
}

/// Where memory ends in the middle of what all tests share, the next test finds it whole: nothing panics.
#[test]
fn what_tests_share_survives_the_end_of_memory() {
    let files = Files::new();
    (0..3).for_each(|test| drop(files.add(&format!("large{test}.litmus"), &accesses(10, 20))));
    for memory in [100, 100, 105, 110, 120] {
        let options = ["--memory", &memory.to_string(), "--timeout", "2", "--engine", "smt"];
        let (output, said) = ended(litmus("check", files.0.path(), &options));
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(!said.contains("panicked") && !said.contains("fault"), "{said}");
    }
}

/// An interrupt ends the work on a test, also where the solver searches; what is not decided is left out.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_work_on_a_test() {
    let files = Files::new();
    let large = files.add("large.litmus", &accesses(13, 30));
    let locks = files.add("locks.litmus", &locks(5));
    let counters = files.add("counters.litmus", &counters(10, 1));
    let endless = files.add("endless.litmus", &endless("r0 = r0 + 8"));
    let runs = [
        (litmus("outcomes", &endless, &["--timeout", "60"]), "the run was interrupted"),
        (litmus("check", &large, &[]), "interrupted after 0 of 1 tests"),
        (litmus("check", &locks, &["--engine", "smt"]), "interrupted after 0 of 1 tests"),
        (litmus("refine", &counters, &["--target", "gfx12,cu"]), "interrupted after 0 of 1 tests"),
        (litmus("outcomes", &counters, &[]), "the run was interrupted"),
    ];
    for (mut run, message) in runs {
        let running = run.spawn().expect("litmus starts");
        std::thread::sleep(Duration::from_millis(700));
        interrupt(running.id());
        let start = Instant::now();
        let output = running.wait_with_output().expect("it ends");
        assert!(start.elapsed() < Duration::from_secs(10), "{run:?} went on for {:?}", start.elapsed());
        let said = [&output.stdout, &output.stderr].map(|said| String::from_utf8_lossy(said).into_owned()).concat();
        assert_eq!(output.status.code(), Some(130), "{run:?}: {said}");
        assert!(said.contains(message), "{run:?}: {said}");
    }
}

/// What a run prints that is interrupted after a second and a half, within the time that interrupts take.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> String {
    let mut run = Command::new(env!("CARGO_BIN_EXE_litmus"));
    run.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let running = run.spawn().expect("litmus starts");
    std::thread::sleep(Duration::from_millis(1500));
    interrupt(running.id());
    let start = Instant::now();
    let output = running.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{arguments:?}: {said}");
    assert!(start.elapsed() < Duration::from_secs(10), "{arguments:?} went on for {:?}", start.elapsed());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A compiler that does not end is ended with the time of its test, or with an interrupt, and what it started with it.
#[cfg(unix)]
#[test]
fn compilers_that_do_not_end_are_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("llc");
    let text = "#!/bin/sh\ncase \"$1\" in --version) echo LLVM version 22.1.8;; *) sleep 1000;; esac\n";
    std::fs::write(&program, text).expect("written");
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("made to run");
    let check = |timeout: &str| {
        let program = program.display().to_string();
        let options = ["--llc", &program, "--target", "gfx1200", "--timeout", timeout].map(String::from);
        let mut run = Command::new(env!("CARGO_BIN_EXE_litmus"));
        run.args(["llvm", "check", "litmus/store-buffering/SB+sc+agent.litmus"]).args(options);
        run.stdout(Stdio::piped()).stderr(Stdio::piped());
        run
    };
    let (output, said) = ended(check("1"));
    assert_eq!(output.status.code(), Some(3), "{said}");
    let running = check("60").spawn().expect("litmus starts");
    std::thread::sleep(Duration::from_millis(700));
    interrupt(running.id());
    let start = Instant::now();
    let output = running.wait_with_output().expect("it ends");
    assert!(start.elapsed() < Duration::from_secs(10), "it went on for {:?}", start.elapsed());
    assert_eq!(output.status.code(), Some(130));
}

/// Interrupts a process. The shell has its own `kill`: a small system has no other.
#[cfg(unix)]
fn interrupt(process: u32) {
    let sent = Command::new("sh").args(["-c", &format!("kill -INT {process}")]).status().expect("a shell");
    assert!(sent.success());
}

/// Who waits for a test on standard input has nothing to print, and ends.
#[cfg(unix)]
#[test]
fn an_interrupt_while_input_is_awaited_ends() {
    for (command, options) in [("check", &[][..]), ("outcomes", &[]), ("refine", &["--target", "gfx942"])] {
        let mut child = litmus(command, Path::new("-"), options).stdin(Stdio::piped()).spawn().expect("litmus starts");
        let open = child.stdin.take();
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(child.try_wait().expect("a status"), None, "{command}");
        interrupt(child.id());
        let start = Instant::now();
        let status = child.wait().expect("it ends");
        assert_eq!((status.code(), start.elapsed() < Duration::from_secs(5)), (Some(130), true), "{command}");
        drop(open);
    }
}

/// What is decided of a test at an interrupt is printed, and the document says that tests are missing.
#[cfg(unix)]
#[test]
fn what_is_decided_at_an_interrupt_is_in_the_document() {
    let files = Files::new();
    let text = "litmus half\n\"The first condition is decided; the loops end in some execution, and go on for ever in others.\"\nmemory {\n  global x: i32 = 0\n  global y: i32 = 0\n}\n\
                thread P0 @ agent 0, workgroup 0, wavefront 0 {\n  do {\n    r0 = atomicrmw xor x, i32 1 syncscope(\"agent\") monotonic\n    \
                r1 = load atomic i32, y syncscope(\"agent\") monotonic\n  } while r1 == 0\n}\n\
                thread P1 @ agent 0, workgroup 1, wavefront 0 {\n  do {\n    r0 = load atomic i32, x syncscope(\"agent\") monotonic\n  } while r0 == 0\n  \
                store atomic i32 1, y syncscope(\"agent\") monotonic\n}\n\
                exists (P1:r0 = 1)\nexpect hsa: allowed\nexists (P1:r0 = 0)\nexpect hsa: forbidden\n";
    let half = files.add("half.litmus", text).display().to_string();
    let fine = "litmus/store-buffering/SB+sc+agent.litmus";
    for command in [&["check", "--no-sensitivity"][..], &["refine", "--target", "gfx12,cu"]] {
        let arguments = [command, &["--timeout", "600", "--format", "json", fine, &half]].concat();
        let report: serde_json::Value = serde_json::from_str(&interrupted(&arguments)).expect("JSON");
        assert_eq!(report["errors"][0]["message"], "interrupted after 1 of 2 tests", "{arguments:?}: {report}");
        if command[0] == "check" {
            let verdicts = &report["tests"][1]["models"][0]["conditions"];
            let words = [&verdicts[0]["verdict"], &verdicts[1]["verdict"]];
            assert_eq!(words, ["allowed", "unknown"], "{report}");
        }
    }
}

/// A run that is interrupted before it can say anything says so, in JSON too.
#[cfg(unix)]
#[test]
fn an_interrupt_that_is_too_early_is_said_as_json() {
    let report = interrupted(&["mutate", "hsa", "litmus", "--engine", "smt", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["errors"][0]["message"], "interrupted too early to say anything");
}

/// What writes or asks generated programs ends within the time of an interrupt, also while it is writing them, and within its memory.
#[cfg(unix)]
#[test]
fn generated_programs_end_at_an_interrupt() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = ["--events", "6", "--threads", "4"];
    let out = folder.path().join("out").display().to_string();
    for command in
        [vec!["compare", "hsa", "opencl"], vec!["synth", "--out", &out], vec!["table", "verify", "llvm24:gfx12"]]
    {
        interrupted(&[command.as_slice(), &limits].concat());
    }
    let mut run = Command::new(env!("CARGO_BIN_EXE_litmus"));
    run.args(["compare", "hsa", "opencl", "--memory", "100"]).args(limits);
    let mut made = Command::new(env!("CARGO_BIN_EXE_litmus"));
    made.args(["synth", "--out", &out, "--memory", "100", "--format", "json"]).args(limits);
    for run in [run, made] {
        let (output, said) = ended(run);
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.contains("programs of this size take more than 100 MB of memory"), "{said}");
    }
}

/// A model that is named twice is one.
#[test]
fn a_model_is_asked_once() {
    let files = Files::new();
    let test = files.add("test.litmus", &counters(2, 1));
    let said = |arguments: &[&str]| ended(litmus("outcomes", &test, arguments)).1;
    assert_eq!(said(&["--model", "hsa", "--model", "hsa"]), said(&["--model", "hsa"]));
}
