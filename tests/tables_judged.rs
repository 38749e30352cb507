//! The counts of `docs/tables-judged.md` are what `litmus table audit --counts` prints.

use gfx_litmus::lowering::Library;
use std::io::Write;
use std::path::Path;
use std::process::Command;

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tables-judged.md");
    std::fs::read_to_string(path).expect("the document")
}

/// The document's section about a release: what stands between its heading and the next.
fn section<'t>(text: &'t str, release: &str) -> &'t str {
    let (_, after) = text.split_once(&format!("\n## {release}\n")).expect("a section");
    after.split("\n## ").next().unwrap_or(after)
}

/// The rows of counts, and the line that says of which programs.
fn counts(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with('|') || line.contains(" programs of at most ")).collect()
}

/// The tables of every release are counted with all of their rows, or the release stands among those that are not counted.
#[test]
fn every_release_is_counted_or_named() {
    let text = document();
    for release in Library::releases() {
        if !text.contains(&format!("\n## {release}\n")) {
            let (_, named) = text.split_once("Releases ").expect("those that are not counted");
            let named = named.split(" are not counted").next().unwrap_or_default();
            let number = release.trim_start_matches("llvm");
            assert!(named.split([',', ' ']).any(|word| word == number), "{release} is neither counted nor named");
            continue;
        }
        for loaded in Library::load(release).expect("well formed").tables {
            let (family, rows) = (&loaded.table.family, loaded.table.rows.len());
            let begins = format!("| {release} | {family} | {rows} |");
            let of_release = section(&text, release);
            assert!(of_release.lines().any(|line| line.starts_with(&begins)), "no line begins `{begins}`");
        }
    }
}

/// What `litmus table audit --counts` prints.
fn audited(tables: &str) -> String {
    let arguments = ["table", "audit", tables, "--counts"];
    let output = Command::new(env!("CARGO_BIN_EXE_litmus")).args(arguments).output().expect("litmus starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// At length: the counts of the smallest releases are printed again, and those of a family of each other one by itself; of the smallest release alone where
/// `GFX_LITMUS_SPACES` is `small`.
#[test]
fn counts_are_those_of_the_command() {
    if std::env::var_os("GFX_LITMUS_THOROUGH").is_none() {
        writeln!(std::io::stderr(), "skipped: it takes a minute or two, and GFX_LITMUS_THOROUGH is not set").ok();
        return;
    }
    let document = document();
    let is_small = std::env::var("GFX_LITMUS_SPACES").is_ok_and(|spaces| spaces == "small");
    let (releases, families) = if is_small { (1, 0) } else { (usize::MAX, usize::MAX) };
    for release in ["pr98599-patch1", "pr98599-patch4"].into_iter().take(releases) {
        assert_eq!(counts(&audited(release)), counts(section(&document, release)));
    }
    let named = [("llvm24", "gfx12"), ("llvm22", "gfx12"), ("llvm19", "gfx90a"), ("llvm18", "gfx90a")];
    for (release, family) in named.into_iter().take(families) {
        let printed = audited(&format!("{release}:{family}"));
        let row = printed.lines().find(|line| line.starts_with(&format!("| {release} | {family} |"))).expect("counts");
        assert!(section(&document, release).lines().any(|line| line == row), "{row}");
    }
}
