//! A real editor, set up as editors/README.md says.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Whether there is one; that there is none is said.
fn is_there() -> bool {
    let is_there = Command::new("nvim").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("skipped: no nvim");
    }
    is_there
}

/// What a script prints in Neovim with files that are opened, a line each, and whether it ends well.
fn said_by_neovim(own: &[&str], set_up: &str, script: &str, files: &[&Path]) -> (Vec<String>, bool) {
    let mut editor = Command::new("nvim");
    let home = tempfile::tempdir().expect("a folder");
    editor.env("HOME", home.path()).env("XDG_CONFIG_HOME", home.path());
    // Without swap files.
    editor.args(own).args(["--headless", "-n", set_up, "luafile editors/neovim.lua"]);
    editor.args(["-c", &format!("luafile {script}")]).args(files);
    let output = editor.env("LITMUS", env!("CARGO_BIN_EXE_litmus")).output().expect("it starts");
    // What is printed without a screen goes to standard error.
    let said = String::from_utf8_lossy(&output.stderr).replace('\r', "");
    let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    (lines.map(str::to_string).collect(), output.status.success())
}

/// A real editor, started as editors/README.md says, or with the set-up before the test is opened, shows a message and takes it away, and what it asks is answered.
#[test]
fn neovim_shows_what_it_is_told() {
    if !is_there() {
        return;
    }
    // As it starts by itself, without what users and systems set up, and without anything.
    for own in [&[][..], &["--clean"], &["-u", "NONE"]] {
        for set_up in ["-c", "--cmd"] {
            neovim_shows_a_test(own, set_up);
        }
    }
}

fn neovim_shows_a_test(own: &[&str], set_up: &str) {
    let (lines, ended_well) =
        said_by_neovim(own, set_up, "tests/lsp/neovim.lua", &[Path::new("tests/lsp/wrong-type.litmus")]);
    let expected = [
        "14:15: `i23` is not a memory type (not supported)",
        "i8, i16, i32, i64, i96, i128, i256, i512 or ptr",
        "`release`: What came before it is seen after an acquire that reads from it, where each is in the other's scope.",
        "17: check",
        "17: show",
        "r0 = load atomic i32, flag syncscope(\"agent\") acquire",
        "1 server",
    ];
    assert_eq!(lines, expected, "{own:?} {set_up}");
    assert!(ended_well, "{own:?} {set_up}");
}

/// All that the server reads is served by the end of its name, but a module of LLVM IR that is no test.
#[test]
fn neovim_shows_every_kind_of_file() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let module = std::fs::read_to_string("tests/ir/message-passing.ll").expect("a test");
    let files = [
        ("wrong.hw", "hardware \"gfx90a\" {\n  nonsense\n}\n".to_string()),
        ("wrong.table", "table \"gfx90a\" {\n  nonsense\n}\n".to_string()),
        ("wrong.cat", "acyclic nonsense as a\n".to_string()),
        ("wrong.ll", module.replacen("release", "releese", 1)),
        ("plain.ll", "define void @f() {\n  ret void\n}\n".to_string()),
    ];
    let written = |(name, text): (&str, String)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).map(|()| path)
    };
    let paths: Vec<PathBuf> = files.into_iter().map(|file| written(file).expect("written")).collect();
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    let expected = ["wrong.hw: 1", "wrong.table: 1", "wrong.cat: 1", "wrong.ll: 1", "plain.ll: 0, not served"];
    for set_up in ["-c", "--cmd"] {
        let (lines, ended_well) = said_by_neovim(&["--clean"], set_up, "tests/lsp/neovim-kinds.lua", &paths);
        assert_eq!(lines, expected, "{set_up}");
        assert!(ended_well, "{set_up}");
    }
}
