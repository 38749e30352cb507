//! Files and streams that are no files, have no end, or take nothing more.

use super::programs::counters;
use super::{Files, ended, litmus};
use std::path::Path;
use std::process::Command;

/// What has no end, or is no file, is refused before it is read, wherever a file is named.
#[cfg(unix)]
#[test]
fn only_regular_files_of_a_bounded_size_are_read() {
    let files = Files::new();
    let test = files.add("test.litmus", &counters(2, 1));
    let large = files.add("large.cat", &"(* *)\n".repeat(1 << 18));
    let pipe = files.0.path().join("pipe.cat");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let [unread, drawn] = ["unread.json", "unread.svg"].map(|name| files.0.path().join(name));
    assert!(Command::new("mkfifo").args([&unread, &drawn]).status().expect("mkfifo").success());
    let include = files.add("include.cat", "include \"pipe.cat\" acyclic po");
    let outside = files.add("outside.cat", "include \"../other.cat\" acyclic po");
    let linked = files.add("linked.cat", "include \"passwd.cat\" acyclic po");
    std::os::unix::fs::symlink("/etc/passwd", files.0.path().join("passwd.cat")).expect("a link");
    let named = |path: &Path| path.display().to_string();
    let (zero, test) = (Path::new("/dev/zero"), &test);
    let runs = [
        (litmus("check", zero, &[]), "no regular file"),
        (litmus("check", test, &["--model", "/dev/zero"]), "no regular file"),
        (litmus("check", test, &["--model", &named(&pipe)]), "no regular file"),
        (litmus("check", test, &["--model", &named(&large)]), "a file of more than 1 MiB"),
        (litmus("check", test, &["--model", &named(&include)]), "no regular file"),
        (litmus("check", test, &["--model", &named(&outside)]), "leads out of the folder of this file"),
        (litmus("check", test, &["--model", &named(&linked)]), "leads out of the folder of this file"),
        (litmus("merge", &files.0.path().join("whole"), &[&named(&pipe)]), "no regular file"),
        (litmus("mutate", Path::new("hsa"), &[&named(test), "--results", &named(&pipe)]), "no regular file"),
        (litmus("mutate", Path::new("hsa"), &[&named(test), "--results", "/dev/zero"]), "no regular file"),
        (litmus("refine", test, &["--target", "gfx12,cu", "--table", "/dev/zero"]), "no regular file"),
        (litmus("refine", test, &["--target", "gfx12,cu", "--hardware", "/dev/zero"]), "no regular file"),
        (litmus("refine", test, &["--target", "gfx12,cu", "--targets", "/dev/zero"]), "no regular file"),
        (litmus("mutate", Path::new("hsa"), &[&named(test), "--survivors", "/dev/zero"]), "no regular file"),
        // What calls itself regular but waits for news, where it may be read at all.
        (litmus("mutate", Path::new("hsa"), &[&named(test), "--results", "/proc/kmsg"]), "--results:1:1"),
        // A pipe that nobody reads is not waited for.
        (litmus("check", test, &["--write", &format!("json={}", named(&unread))]), "it is a pipe that nobody reads"),
        (litmus("outcomes", test, &["--svg", &named(&drawn)]), "it is a pipe that nobody reads"),
    ];
    for (run, message) in runs {
        let shown = format!("{run:?}");
        let (output, said) = ended(run);
        assert_eq!(output.status.code(), Some(2), "{shown}: {said}");
        assert!(said.contains(message), "{shown}: {said}");
    }
}

/// A byte order mark is no part of the text.
#[test]
fn a_byte_order_mark_is_skipped() {
    let files = Files::new();
    let test = files.add("marked.litmus", &format!("\u{feff}{}", counters(2, 1)));
    let (output, said) = ended(litmus("check", &test, &[]));
    assert_eq!(output.status.code(), Some(0), "{said}");
}

/// What cannot be written was not said: it is an error, and no panic.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let files = Files::new();
    let test = files.add("test.litmus", &counters(2, 1));
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    for arguments in [vec![], vec!["--format", "json"], vec!["--quiet"]] {
        let mut run = litmus("check", &test, &arguments);
        let (output, said) = ended(run.stdout(full()));
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("litmus: standard output cannot be written: No space left"), "{said}");
    }
    let mut help = Command::new(env!("CARGO_BIN_EXE_litmus"));
    let (output, said) = ended(help.arg("--help").stdout(full()));
    assert_eq!(output.status.code(), Some(2), "{said}");
    // A file that results are written to besides is on a disk, too.
    let (output, said) = ended(litmus("check", &test, &["--write", "sarif=/dev/full", "--format", "json"]));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((output.status.code(), &report["tests"][0]["status"]), (Some(2), &"ok".into()), "{said}");
    assert_eq!((&report["errors"][0]["path"], report["errors"].as_array().map(Vec::len)), (&"--write".into(), Some(1)));
    let wrong = files.add("wrong.litmus", "litmus");
    for (path, arguments) in [(&wrong, &[][..]), (&test, &["--verbose"])] {
        let mut run = litmus("check", path, arguments);
        let (output, _) = ended(run.stderr(full()));
        assert_eq!(output.status.code(), Some(2));
    }
}

/// A run ends where nobody reads what it prints, and says nothing.
#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    let files = Files::new();
    for name in 0..50 {
        files.add(&format!("{name}.litmus"), &counters(2, 1));
    }
    let mut running = litmus("check", files.0.path(), &[]).spawn().expect("litmus starts");
    drop(running.stdout.take());
    let output = running.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(141));
}
