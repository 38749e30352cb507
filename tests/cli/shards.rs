//! Shards, and files of them that do not make a whole.

use super::litmus;
use std::path::Path;

/// One thread alone: a few programs.
const TINY: [&str; 6] = ["--target", "gfx12,cu", "--events", "2", "--threads", "1"];

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(super::scratch::folder())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Runs `litmus`, without the folder in what it prints.
    fn litmus(&self, arguments: &[&str]) -> String {
        let said = litmus(arguments).replace(&self.0.path().display().to_string(), "FOLDER");
        // What is underlined is as long as the folder's path.
        let is_underline = |line: &str| line.contains("^^") || line.contains("`--");
        said.lines().filter(|line| !is_underline(line)).map(|line| format!("{line}\n")).collect()
    }

    fn shard_of(&self, table: &str, shard: &str, name: &str) -> String {
        let arguments = [&["table", "verify", table][..], &TINY, &["--shard", shard, "--results", &self.path(name)]];
        self.litmus(&arguments.concat())
    }

    fn shard(&self, shard: &str, name: &str) -> String {
        self.shard_of("llvm24:gfx12", shard, name)
    }

    fn merge(&self, names: &[&str]) -> String {
        let paths: Vec<String> =
            std::iter::once("whole").chain(names.iter().copied()).map(|name| self.path(name)).collect();
        let arguments: Vec<&str> = std::iter::once("merge").chain(paths.iter().map(String::as_str)).collect();
        let said = self.litmus(&arguments);
        let is_made = Path::new(&self.path("whole")).exists();
        format!("{said}--- {}\n", if is_made { "a file is there" } else { "no file is made" })
    }
}

#[test]
fn shards_say_what_they_asked() {
    let folder = Folder::new();
    let said = format!("{}{}{}", folder.shard("1/2", "a"), folder.shard("2/2", "b"), folder.merge(&["a", "b"]));
    insta::assert_snapshot!(said);
}

/// Of three shards two, and of many one.
#[test]
fn missing_shards() {
    let folder = Folder::new();
    folder.shard("1/3", "a");
    folder.shard("3/3", "c");
    folder.shard("2/20", "d");
    insta::assert_snapshot!(folder.merge(&["a", "c"]) + &folder.merge(&["d"]));
}

#[test]
fn a_shard_twice() {
    let folder = Folder::new();
    folder.shard("1/2", "a");
    folder.shard("2/2", "b");
    folder.shard("1/2", "c");
    insta::assert_snapshot!(folder.merge(&["a", "b", "c"]) + &folder.merge(&["a", "b", "b"]));
}

#[test]
fn shards_of_as_many_as_there_are_not() {
    let folder = Folder::new();
    folder.shard("1/2", "a");
    folder.shard("2/3", "b");
    insta::assert_snapshot!(folder.merge(&["a", "b"]));
}

/// Other arguments, and the same with another table.
#[test]
fn shards_of_other_runs() {
    let folder = Folder::new();
    folder.shard("1/2", "a");
    let audit = [&["table", "audit", "llvm24:gfx12"][..], &TINY, &["--shard", "2/2", "--results", &folder.path("b")]];
    folder.litmus(&audit.concat());
    folder.shard_of("llvm22:gfx12", "2/2", "c");
    insta::assert_snapshot!(folder.merge(&["a", "b"]) + &folder.merge(&["a", "c"]));
}

/// A file of a whole run, one that is not there, one of something else; and a new file that is there already.
#[test]
fn files_of_no_shard() {
    let folder = Folder::new();
    folder.shard("1/2", "a");
    folder.litmus(&[&["table", "verify", "llvm24:gfx12"][..], &TINY, &["--results", &folder.path("b")]].concat());
    std::fs::write(folder.path("c"), "a text, and not a database\n".repeat(40)).expect("written");
    let said: String = ["b", "none", "c"].iter().map(|name| folder.merge(&["a", name])).collect();
    folder.shard("2/2", "whole");
    insta::assert_snapshot!(said + &folder.merge(&["a", "whole"]));
}

/// A shard has a number, keeps what it finds, and prints nothing in other formats.
#[test]
fn what_a_shard_is_asked_with() {
    let verify = ["table", "verify", "llvm24:gfx12"];
    let said = [
        &["--shard", "0/2", "--results", "file"][..],
        &["--shard", "3/2", "--results", "file"],
        &["--shard", "1/2"],
        &["--shard", "1/2", "--results", "file", "--format", "json"],
    ];
    let said = said.into_iter().map(|arguments| litmus(&[&verify, arguments].concat()));
    let diff = ["table", "diff", "llvm22:gfx12", "llvm24:gfx12", "--shard", "1/2", "--results", "file"];
    insta::assert_snapshot!(said.chain([litmus(&diff)]).collect::<String>());
}

/// The same of commands about tests and of those that print programs: without a file, and with options that only say how results are printed.
#[test]
fn what_shards_of_other_commands_are_asked_with() {
    let shard = ["--shard", "1/2"];
    let kept = ["--shard", "1/2", "--results", "file"];
    let said = [
        [&["check", "litmus/iriw"][..], &shard].concat(),
        [&["check", "litmus/iriw", "--write", "json=other"][..], &kept].concat(),
        [&["refine", "litmus/iriw", "--target", "gfx12", "--quiet"][..], &kept].concat(),
        [&["mutate", "hsa", "litmus/iriw", "--all"][..], &kept].concat(),
        [&["compare", "hsa", "opencl", "--format", "json"][..], &kept].concat(),
        [&["synth", "--out", "folder"][..], &kept].concat(),
    ];
    insta::assert_snapshot!(said.iter().map(|arguments| litmus(arguments)).collect::<String>());
}

/// What shards of each command say that they asked.
#[test]
fn shards_of_other_commands_say_what_they_asked() {
    let folder = Folder::new();
    let tiny = ["--events", "4", "--threads", "2"];
    let commands = [
        vec!["check", "litmus/iriw"],
        vec!["check", "litmus/iriw", "litmus/coherence", "--timeout", "0", "--engine", "smt"],
        vec!["refine", "litmus/iriw", "--target", "gfx12"],
        vec!["mutate", "hsa", "litmus/iriw"],
        [&["compare", "hsa", "opencl"][..], &tiny].concat(),
        [&["synth"][..], &tiny].concat(),
    ];
    let said = commands.iter().enumerate().map(|(number, command)| {
        let file = folder.path(&number.to_string());
        folder.litmus(&[&command[..], &["--shard", "1/2", "--results", &file]].concat())
    });
    insta::assert_snapshot!(said.collect::<String>());
}
