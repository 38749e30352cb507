//! Shards of long commands add up to the whole: each program is of one shard, and what is printed of the merged answers is what one run prints.

use gfx_litmus::generate::Limits;
use gfx_litmus::judge::programs::Space;
use gfx_litmus::judge::shard::Shard;
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

/// How many shards there are.
const SHARDS: u32 = 3;

/// Runs `litmus` in a process of its own.
fn litmus(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_litmus"));
    command.args(arguments).env_remove("GFX_LITMUS_RESULTS").output().expect("litmus starts")
}

/// What a command prints, without the time that it took, and its exit code.
fn said(output: &Output) -> (String, Option<i32>) {
    let text = String::from_utf8_lossy(&output.stdout);
    let said = text.rsplit_once("; ").map_or(text.to_string(), |(said, _seconds)| said.to_string());
    (said, output.status.code())
}

/// A folder for the files of shards, and what they are united to.
struct Files(tempfile::TempDir);

impl Files {
    fn shard(&self, number: u32) -> PathBuf {
        self.0.path().join(number.to_string())
    }

    fn whole(&self) -> PathBuf {
        self.0.path().join("whole")
    }

    /// Asks every shard of a command, and unites the files.
    fn of(command: &[&str]) -> Files {
        let files = Files(tempfile::tempdir().expect("a folder"));
        for number in 1..=SHARDS {
            let (shard, file) = (format!("{number}/{SHARDS}"), files.shard(number).display().to_string());
            let output = litmus(&[command, &["--shard", &shard, "--results", &file]].concat());
            assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        }
        let paths = std::iter::once(files.whole()).chain((1..=SHARDS).map(|number| files.shard(number)));
        let paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
        let arguments: Vec<&str> = std::iter::once("merge").chain(paths.iter().map(String::as_str)).collect();
        let output = litmus(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        files
    }
}

/// The answers that a file has.
fn answers(file: &Path) -> i64 {
    let connection = rusqlite::Connection::open(file).expect("a file of results");
    let count = "SELECT coalesce(sum(length(entries)), 0) / 24 FROM answers";
    connection.query_row(count, (), |row| row.get(0)).expect("a number")
}

/// What a command says of all, and of merged shards; and how many questions it then asks that no shard has asked.
fn compare(command: &[&str]) -> i64 {
    let files = Files::of(command);
    let before = answers(&files.whole());
    let whole = files.whole().display().to_string();
    let merged = litmus(&[command, &["--results", &whole]].concat());
    assert_eq!(said(&merged), said(&litmus(command)), "{}", String::from_utf8_lossy(&merged.stderr));
    assert!(before > 0, "shards answer something");
    answers(&files.whole()) - before
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

/// Programs of two threads with two accesses each.
static SPACE: LazyLock<Space> = LazyLock::new(|| Space::new(Limits { events: 4, threads: 2 }));

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
