//! What a command reads is never written by it.

use super::litmus;

const TEST: &str = "tests/fixtures/iriw.litmus";

#[test]
fn files_that_are_read_are_not_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (test, table, model, page) = (path("t.litmus"), path("gfx942.table"), path("m.cat"), path("page"));
    let (svg, dot) = (path("t.svg"), path("t.gv"));
    for (from, to) in
        [(TEST, &test), (TEST, &page), (TEST, &svg), (TEST, &dot), ("models/tables/llvm24/gfx942.table", &table)]
    {
        std::fs::copy(from, to).expect("copied");
    }
    std::fs::write(&model, "acyclic po | rf as order\n").expect("written");
    let texts = || [&test, &table, &model, &page, &svg, &dot].map(|path| std::fs::read_to_string(path).expect("text"));
    let before = texts();
    let other = folder.path().join(".").join("t.litmus").display().to_string();
    let sarif = |path: &str| format!("sarif={path}");
    let mut said = String::new();
    for arguments in [
        vec!["report", &test, "--out", &test],
        vec!["report", &test, "--out", &other],
        vec!["report", TEST, "--table", &table, "--out", &table],
        vec!["report", &page, "--out", &page],
        vec!["check", &test, "--write", &sarif(&test)],
        vec!["check", TEST, "--model", &model, "--write", &sarif(&model)],
        // Named like what is read, though it is not: a folder may have it.
        vec!["check", TEST, "--write", &sarif(&test)],
        vec!["table", "verify", "llvm24:gfx942", "--write-known", &table],
        vec!["check", &test, "--format", "json", "--write", &sarif(&test)],
        vec!["outcomes", &svg, "--svg", &svg],
        vec!["check", &dot, "--dot", &dot],
    ] {
        let shown = litmus(&arguments).replace(&folder.path().display().to_string(), "FOLDER");
        // What is underlined is as long as the folder's name.
        let lines = shown.lines().filter(|line| !line.contains("^^") && !line.contains("`--"));
        said.extend(lines.flat_map(|line| [line, "\n"]));
        assert_eq!(texts(), before, "{arguments:?}");
    }
    insta::assert_snapshot!(said);
}

/// What is written may be there, and files may be changed where that is asked.
#[test]
fn what_is_written_may_be_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (result, test) = (path("result.json"), path("true"));
    for _ in 0..2 {
        let said = litmus(&["check", TEST, "--write", &format!("json={result}")]);
        assert!(said.ends_with("exit code 0\n"), "{said}");
    }
    std::fs::copy(TEST, &test).expect("copied");
    let said = litmus(&["fmt", "--write", &test]);
    assert!(said.ends_with("exit code 0\n"), "{said}");
}
