//! Shards of long commands add up to the whole: each program is of one shard, and what is printed of the merged answers is what one run prints.

use gfx_litmus::generate::Limits;
use gfx_litmus::judge::programs::Space;
use gfx_litmus::judge::run::Run;
use gfx_litmus::judge::shard::Shard;
use proptest::prelude::*;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

/// Runs `litmus` in a process of its own.
fn litmus(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_litmus"));
    command.args(arguments).env_remove("GFX_LITMUS_RESULTS").output().expect("litmus starts")
}

/// What a command prints, without the times that it took, and its exit code.
fn said(output: &Output) -> (String, String, Option<i32>) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().filter_map(without_times).collect::<String>();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// A line without the times at its end; nothing of one in JSON that is of a time.
fn without_times(line: &str) -> Option<String> {
    let is_time = ["seconds\":", "\"slowest\":"].iter().any(|key| line.contains(key));
    let is_time = is_time || line.starts_with("    ") && (line.contains(" s, median") || is_time_alone(line));
    let is_counts = line.ends_with(" s") || line.ends_with(" ms");
    let line = match line.rsplit_once("; ") {
        Some((said, times)) if is_counts || times.contains(" s, median") => said,
        Some(_) | None => line,
    };
    let line = match line.rsplit_once("  (") {
        Some((said, time)) if time.ends_with(" ms)") || time.ends_with(" s)") => said,
        Some(_) | None => line,
    };
    (!is_time).then(|| format!("{line}\n"))
}

/// Whether a time in brackets is all there is.
fn is_time_alone(line: &str) -> bool {
    line.trim_start().starts_with('(') && line.ends_with(" s)")
}

/// A folder for the files of shards, and what they are united to.
struct Files {
    folder: tempfile::TempDir,
    /// What shards said that did not end well, and their exit codes.
    wrong: Vec<(String, Option<i32>)>,
}

impl Files {
    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// Asks every shard of a command.
    fn of(command: &[&str], shards: u32) -> Files {
        let mut files = Files { folder: tempfile::tempdir().expect("a folder"), wrong: Vec::new() };
        for number in 1..=shards {
            let (shard, file) = (format!("{number}/{shards}"), files.path(&number.to_string()));
            let output = litmus(&[command, &["--shard", &shard, "--results", &file]].concat());
            let (stdout, stderr, code) = said(&output);
            assert!(stdout.starts_with(&format!("shard {number} of {shards}: ")), "{stdout}{stderr}");
            if code != Some(0) {
                files.wrong.push((stderr, code));
            }
        }
        files
    }

    /// Unites these files to one of this name, and says why that is refused.
    fn merge(&self, name: &str, paths: &[String]) -> Result<String, String> {
        let whole = self.path(name);
        let paths: Vec<&str> = ["merge", &whole].into_iter().chain(paths.iter().map(String::as_str)).collect();
        let output = litmus(&paths);
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.code() == Some(0) { Ok(whole) } else { Err(why) }
    }

    /// The files of shards.
    fn shards(&self, numbers: impl IntoIterator<Item = u32>) -> Vec<String> {
        numbers.into_iter().map(|number| self.path(&number.to_string())).collect()
    }
}

/// The bytes of the answers that a file has.
fn kept(file: &str) -> i64 {
    let connection = rusqlite::Connection::open(file).expect("a file of results");
    let count = "SELECT coalesce(sum(length(entries)), 0) FROM answers";
    connection.query_row(count, (), |row| row.get(0)).expect("a number")
}

/// What a command says of all, and of merged shards; and the bytes of answers to questions that it then asks and no shard has asked.
fn compare_shards(command: &[&str], shards: u32) -> i64 {
    let files = Files::of(command, shards);
    assert_eq!(files.wrong, []);
    compare_with(command, shards, &files, &litmus(command))
}

fn compare_with(command: &[&str], shards: u32, files: &Files, whole: &Output) -> i64 {
    let file = files.merge("whole", &files.shards(1..=shards)).expect("the shards are a whole");
    let before = kept(&file);
    let merged = litmus(&[command, &["--results", &file]].concat());
    assert_eq!(said(&merged), said(whole), "{command:?} in {shards} shards");
    assert!(before > 0, "shards answer something");
    kept(&file) - before
}

/// The same in three shards.
fn compare(command: &[&str]) -> i64 {
    compare_shards(command, 3)
}

/// Small programs for one target: with all variants at length, else with those of one thread.
fn small(command: &[&'static str]) -> Vec<&'static str> {
    let varied = if std::env::var_os("GFX_LITMUS_THOROUGH").is_some() { "2" } else { "1" };
    let limits = ["--target", "gfx12,cu", "--hsa", "--events", "4", "--threads", "2", "--varied-threads", varied];
    [command, &limits].concat()
}

#[test]
fn verify_in_shards() {
    assert_eq!(compare(&small(&["table", "verify", "llvm24:gfx12"])), 0);
}

#[test]
fn audit_in_shards() {
    assert_eq!(compare(&small(&["table", "audit", "llvm24:gfx12"])), 0);
}

#[test]
fn diff_in_shards() {
    assert_eq!(compare(&small(&["table", "diff", "llvm22:gfx12", "llvm24:gfx12", "--verdicts"])), 0);
}

/// Which edits are tried is known of all shards together: they alone are asked anew.
#[test]
fn repair_in_shards() {
    assert!(compare(&small(&["table", "repair", "llvm24:gfx12"])) > 0);
}

/// Commands of which each asks some tests, or base programs, in little time; and how the whole is printed.
const COMMANDS: [(&str, &str); 9] = [
    ("check litmus/fences litmus/iriw litmus/hardware/SB+asm.litmus", ""),
    ("check litmus/races litmus/barriers --no-sensitivity", "--format json"),
    ("refine litmus/fences litmus/volatile --target gfx12 --target gfx90a", ""),
    ("refine litmus/fences --target gfx10-11 --table llvm24 --against llvm19 --matrix", "--format json"),
    ("mutate hsa litmus/fences litmus/iriw", "--all"),
    ("mutate gfx12 litmus/volatile litmus/hardware/SB+asm.litmus", ""),
    ("compare hsa opencl --events 4 --threads 2", ""),
    ("compare --table llvm19 --table llvm24 --target gfx10,cu --events 4 --threads 2", "--format json"),
    ("synth --events 3 --threads 2 --target gfx12 --model hsa --model opencl", ""),
];

fn words(command: &str) -> Vec<&str> {
    command.split_whitespace().collect()
}

/// One shard, two and three of each command say what the whole says; what is no whole is refused.
#[test]
fn every_command_in_shards() {
    let in_three = COMMANDS.map(|(command, printed)| {
        let printed = [words(command), words(printed)].concat();
        let whole = litmus(&printed);
        let in_shards = |shards: u32| {
            let files = Files::of(&words(command), shards);
            assert_eq!(files.wrong, [], "{command}");
            assert_eq!(compare_with(&printed, shards, &files, &whole), 0, "{command} decides nothing anew");
            files
        };
        in_shards(1);
        in_shards(2);
        (command, in_shards(3))
    });
    let others = in_three.iter().cycle().skip(1);
    in_three.iter().zip(others).for_each(|((command, files), other)| no_whole(command, files, other));
}

/// Two of three shards, one twice, and the rest of another command's are refused.
fn no_whole(command: &str, files: &Files, (other, others): &(&str, Files)) {
    let refused = |paths: &[String], why: &str| {
        let said = files.merge("none", paths).expect_err(command);
        // Where a line of it ends depends on where the files are.
        let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(why.trim_end()), "{command}: {said}");
    };
    refused(&files.shards([1, 3]), "shard 2 of 3 is missing");
    refused(&files.shards([1, 2, 3, 3]), "shard 3 of 3 is in");
    let mixed = [files.shards([1, 2]), others.shards([3])].concat();
    let other = words(other)[0];
    refused(&mixed, &format!("is of another run than {}: it is of `litmus {other} ", mixed[0]));
}

/// Tests that have changed between two shards are of another run, and so are those of which a model has.
#[test]
fn shards_of_tests_that_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (model, test) = (path("own.cat"), path("MP.litmus"));
    let copy = |from: &str, to: &str, more: &str| {
        std::fs::write(to, std::fs::read_to_string(from).expect("readable") + more).expect("written");
    };
    let shard = |number: &str| {
        let output = litmus(&["check", &test, "--model", &model, "--shard", number, "--results", &path(&number[..1])]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let refused = |why: &str| {
        let said = litmus(&["merge", &path("whole"), &path("1"), &path("2")]);
        let said = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(said.contains(why), "{said}");
    };
    copy("litmus/message-passing/MP+rel+acq+agent.litmus", &test, "");
    copy("tests/fixtures/sc.cat", &model, "");
    shard("1/2");
    copy("tests/fixtures/sc.cat", &model, "acyclic po | rf as more\n");
    shard("2/2");
    refused("its models say something else");
    std::fs::remove_file(path("2")).expect("there");
    copy("tests/fixtures/sc.cat", &model, "");
    copy("litmus/message-passing/MP+rel+acq+agent.litmus", &test, "// changed\n");
    shard("2/2");
    refused("its tests say something else");
}

/// What is wrong with a test is said by its shard, which keeps all else, and by the run that has all.
#[test]
fn a_wrong_test_in_a_shard() {
    let folder = tempfile::tempdir().expect("a folder");
    let tests = std::fs::read_dir("litmus/fences").expect("a folder").map(|entry| entry.expect("a file").path());
    for test in tests {
        std::fs::copy(&test, folder.path().join(test.file_name().expect("a name"))).expect("copied");
    }
    std::fs::write(folder.path().join("wrong.litmus"), "litmus wrong\nmemory {\n").expect("written");
    let path = folder.path().display().to_string();
    for command in [&["check", &path][..], &["refine", &path, "--target", "gfx12"], &["mutate", "hsa", &path]] {
        let files = Files::of(command, 3);
        let [(said, Some(2))] = &files.wrong[..] else { panic!("{:?}", files.wrong) };
        assert!(said.contains("wrong.litmus"), "{said}");
        let whole = litmus(command);
        assert_eq!(whole.status.code(), Some(2));
        assert_eq!(compare_with(command, 3, &files, &whole), 0, "{command:?}");
    }
}

#[cfg(unix)]
mod interrupt;

/// A shard that is interrupted is not complete; run again, it goes on where it was.
#[cfg(unix)]
#[test]
fn an_interrupted_shard_goes_on() {
    let files = Files { folder: tempfile::tempdir().expect("a folder"), wrong: Vec::new() };
    let file = files.path("1");
    let command = ["check", "litmus/causality"];
    let shard = [&command[..], &["--shard", "1/1", "--results", &file]].concat();
    let output = interrupt::in_time(Path::new(&file), "-INT", || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_litmus"));
        command.args(&shard);
        command
    });
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("run again, it goes on there"), "{stderr}");
    let why = files.merge("none", &files.shards([1])).expect_err("not complete");
    assert!(why.contains("no shard in this file is complete"), "{why}");
    let before = kept(&file);
    let again = litmus(&shard);
    assert_eq!(again.status.code(), Some(0), "{}", String::from_utf8_lossy(&again.stderr));
    assert!(kept(&file) > before, "what was not asked is asked now");
    compare_with(&command, 1, &files, &litmus(&command));
}

/// Programs of two threads with two accesses each.
static SPACE: LazyLock<Space> =
    LazyLock::new(|| Space::new(Limits { events: 4, threads: 2 }, true, &Run::default()).expect("enough memory"));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_program_is_in_one_shard(of in 1..2000_u32, index in any::<prop::sample::Index>()) {
        let (_, text) = index.get(&SPACE.programs);
        let has = |number: &u32| Shard { number: *number, of }.has(text);
        prop_assert_eq!((1..=of).filter(has).count(), 1);
    }
}

/// No shard has much more than another.
#[test]
fn shards_are_alike() {
    let of = 8;
    let sizes: Vec<usize> = (1..=of)
        .map(|number| SPACE.programs.iter().filter(|(_, text)| Shard { number, of }.has(text)).count())
        .collect();
    let even = SPACE.programs.len() / of as usize;
    assert!(sizes.iter().all(|size| size.abs_diff(even) < even / 5), "{sizes:?}");
}

/// Another version, or another machine, has the same shards.
#[test]
fn shards_stay_as_they_are() {
    let number = |text: &str| (1..=1000).find(|&number| Shard { number, of: 1000 }.has(text));
    assert_eq!(["litmus generated\n", "", "another"].map(number), [Some(378), Some(864), Some(639)]);
}
